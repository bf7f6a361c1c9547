"""Games of a plan: the same whoever plays them, mirrored, proved, and played again when a process dies."""

from __future__ import annotations

from typing import Any

import pytest

from brehon.core.contract import CHANCE
from brehon.core.errors import BadOptions
from brehon.core.match import Match
from brehon.core.record import Player, read_record
from brehon.core.verification import verify
from brehon.lab.game import OtherCode, play_game, read_line
from brehon.lab.plan import rules_of
from brehon.lab.runner import PATIENCE, Task, Where, WorkersDie, run
from tests.lab.asking import a_plan, marker, without_clock

GAMES = [Task(0, number) for number in range(12)]


def played(plan: Any, tasks: Any = GAMES, jobs: int = 1) -> list[Any]:
    return sorted(run([plan], tasks, Where(jobs)), key=lambda game: (game.table, game.number))


def test_the_same_games_whatever_the_number_of_processes_and_the_order() -> None:
    plan = a_plan()
    alone = [without_clock(game.line) for game in played(plan)]
    assert [without_clock(game.line) for game in played(plan, jobs=2)] == alone
    assert [without_clock(game.line) for game in played(plan, GAMES[::-1])] == alone
    assert [without_clock(game.line) for game in played(a_plan(seed=2))] != alone


@pytest.mark.parametrize(("game", "players"), [("armorica", "cottar wanderer warrior@3"), ("arrival", "cottar warrior@3"),
                                               ("fallen-kingdoms", "wanderer cottar wanderer")])  # fmt: skip
def test_every_game_is_a_record_that_can_be_proved_and_names_its_players(game: str, players: str) -> None:
    plan = a_plan(players, game=game)
    for done in played(plan, GAMES[:2]):
        proved = verify(read_record(done.line))
        assert [player.level for player in proved.players] == [plan.players[who] for who in done.seating]
        assert (proved.state.places(), proved.state.scores()) == (done.places, done.scores)
        assert done.plies == proved.ply
        assert read_line(done.line)._replace(line="", thinking=[], busy=0, cpu=0) == done._replace(line="", thinking=[], busy=0, cpu=0)  # fmt: skip


def draws(line: Any) -> Any:
    """The draws before the first decision: they depend on nobody's choice."""
    plies = read_record(line).plies
    first = next(number for number, ply in enumerate(plies) if not ply.startswith("*"))
    return plies[:first]


def test_the_games_of_a_deal_share_their_chance_and_seat_everybody_everywhere() -> None:
    plan = a_plan("cottar wanderer wanderer")
    games = played(plan)
    by_deal: dict[Any, Any] = {}
    for game in games:
        by_deal.setdefault(game.deal, []).append(game)
    assert [len(found) for found in by_deal.values()] == [3, 3, 3, 3]
    for found in by_deal.values():
        assert len({read_record(game.line).secret for game in found}) == 1
        assert len({str(draws(game.line)) for game in found}) == 1
        for player in range(3):
            assert sorted(game.seating.index(player) for game in found) == [0, 1, 2]
    assert len(draws(games[0].line)) > 3
    assert len({str(draws(found[0].line)) for found in by_deal.values()}) == 4


def test_the_same_choices_meet_the_same_draws_in_every_rotation() -> None:
    """Chance looks at the deal alone: not at the rotation, not at who sits where."""
    plan = a_plan("wanderer wanderer")
    endings = []
    for number in plan.games_of(3):
        match = Match(rules_of(plan), [Player("a"), Player("b")], plan.secret(number))
        match.start()
        while not match.is_over:
            seat = match.state.to_move()
            match.play(seat, match.legal(seat)[0])
        endings.append([ply.words(match.rules) for ply in match.plies])
        assert any(ply.seat == CHANCE for ply in match.plies[20:])
    assert endings[0] == endings[1]


def test_who_follows_whom_changes_from_deal_to_deal() -> None:
    plan = a_plan("cottar wanderer warrior@5")
    after = {plan.seating(deal * 3)[(plan.seating(deal * 3).index(0) + 1) % 3] for deal in range(20)}
    assert after == {1, 2}


def test_without_mirrors_every_game_has_chance_of_its_own() -> None:
    plan = a_plan("wanderer wanderer", mirrored=False)
    assert len({plan.secret(number) for number in range(10)}) == 10
    assert [plan.deal(number) for number in range(4)] == [0, 1, 2, 3]
    assert {plan.seating(number).index(0) for number in range(20)} == {0, 1}


def test_several_tables_can_be_played_at_once() -> None:
    plans = [a_plan(), a_plan("wanderer wanderer")]
    games = list(run(plans, [Task(table, number) for number in range(3) for table in (0, 1)], Where(1)))
    assert sorted((game.table, game.number) for game in games) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert read_record(games[1].line).players[0].level == "wanderer"


def test_a_study_looks_at_every_game_and_is_kept_with_it() -> None:
    games = played(a_plan(study="tests.lab.asking:longest"), GAMES[:4])
    assert all(game.study["most"] > 3 for game in games)
    assert read_line(games[0].line).study == games[0].study


def test_a_process_that_is_killed_loses_no_game() -> None:
    plan = a_plan(seed=20, study="tests.lab.asking:die_once")
    path = marker(plan.secret(5))
    path.touch()
    try:
        expected = [without_clock(game.line) for game in played(plan)]
        path.unlink()
        assert [without_clock(game.line) for game in played(plan, jobs=2)] == expected
        assert path.exists(), "nobody was killed"
    finally:
        path.unlink(missing_ok=True)


def test_a_game_that_always_kills_its_process_is_named_in_the_end() -> None:
    with pytest.raises(WorkersDie, match=rf"{PATIENCE + 1} times in a row .*\(0, 3\)"):
        played(a_plan(study="tests.lab.asking:die_always"), [Task(0, 3)], jobs=2)


def test_a_worker_with_other_rules_or_bots_is_refused() -> None:
    with pytest.raises(OtherCode, match="same version of Brehon"):
        play_game(a_plan()._replace(code="0123").to_json(), 0, 0)


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(BadOptions, match="no backend 'cloud'; there are: loky, dask"):
        list(run([a_plan()], GAMES, Where(1, "cloud")))
