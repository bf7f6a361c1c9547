"""Duels: who sits where, what is counted, and when it is enough."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.errors import BadOptions
from brehon.lab import duel
from brehon.lab.game import Played
from brehon.lab.intervals import interval
from brehon.lab.run_store import RunStore
from brehon.lab.runner import Where
from tests.lab.asking import a_plan


def nothing(game: Any) -> None:
    """Nobody watches."""


def fight(
    path: Any,
    players: str = "cottar wanderer",
    named: int = 2,
    deals: int = 10,
    jobs: int = 1,
    until_decided: bool = False,
    seed: int = 1,
) -> tuple[Any, Any]:
    names = players.split()[:named]
    with RunStore(path, "duel", [a_plan(players, seed)]) as folder:
        return duel.play(folder, names, deals, Where(jobs), nothing, until_decided), dict(folder.games)


def test_the_last_named_player_takes_the_seats_that_are_left() -> None:
    armorica, kingdoms = registry.game("armorica"), registry.game("fallen-kingdoms")
    assert duel.fill(armorica, ["cottar", "wanderer"], None) == ["cottar", "wanderer"]
    assert duel.fill(armorica, ["cottar", "wanderer"], 4) == ["cottar", "wanderer", "wanderer", "wanderer"]
    assert duel.fill(kingdoms, ["cottar", "wanderer"], None) == ["cottar", "wanderer", "wanderer"]
    assert duel.sides(["a", "b"], 4) == [[0], [1, 2, 3]]
    with pytest.raises(BadOptions, match="3 players were named for 2 seats"):
        duel.fill(armorica, ["a", "b", "c"], 2)


def test_a_duel_counts_every_rotation_of_every_deal(tmp_path: Path) -> None:
    found, games = fight(tmp_path, "cottar wanderer wanderer", deals=6)
    assert (found.deals, found.games) == (6, 18)
    first, rest = found.lines
    assert (first.label, first.seats, first.fair) == ("cottar", 1, pytest.approx(1 / 3))
    assert (rest.label, rest.seats, rest.fair) == ("wanderer", 2, pytest.approx(2 / 3))
    assert first.share == pytest.approx(fmean(game.win(0) for game in games.values()))
    assert first.share + rest.share == pytest.approx(1)
    by_deal = [fmean(games[0, deal * 3 + i].win(0) for i in range(3)) for deal in range(6)]
    assert first.interval == interval(by_deal)
    points = [game.scores[game.seating.index(0)] for game in games.values()]
    assert first.points == pytest.approx(fmean(points))
    assert first.decisions == sum(game.decisions[game.seating.index(0)] for game in games.values())


def test_a_shared_victory_is_shared() -> None:
    game = Played(0, 0, 0, [1, 0, 2], [1, 1, 3], [5, 5, 0], [], [], 0, 0, 0, None, "")
    assert [game.win(player) for player in range(3)] == [0.5, 0.5, 0.0]


def test_the_stronger_player_is_named_also_where_it_is_named_second(tmp_path: Path) -> None:
    found, _ = fight(tmp_path / "a", deals=40)
    assert found.verdict == 1
    found, _ = fight(tmp_path / "b", "wanderer cottar", deals=40)
    assert found.verdict == -1
    found, _ = fight(tmp_path / "c", "wanderer wanderer", deals=20)
    assert found.verdict == 0


def test_an_early_stop_comes_at_the_same_deal_whoever_plays(tmp_path: Path) -> None:
    found, games = fight(tmp_path / "a", deals=300, until_decided=True)
    assert found.verdict == 1
    assert found.sequential
    assert found.deals < 60
    assert len(games) < 300
    again, _ = fight(tmp_path / "b", deals=300, until_decided=True, jobs=2)
    assert (again.deals, again.lines[0].share, again.lines[0].interval) == (found.deals, found.lines[0].share, found.lines[0].interval)  # fmt: skip


def test_a_question_that_is_decided_in_the_folder_costs_no_game(tmp_path: Path) -> None:
    found, before = fight(tmp_path, deals=300, until_decided=True)
    again, after = fight(tmp_path, deals=300, until_decided=True)
    assert again.deals == found.deals
    assert len(after) == len(before)


def test_deals_after_a_gap_are_not_counted(tmp_path: Path) -> None:
    with RunStore(tmp_path, "duel", [a_plan()]) as folder:
        duel.play(folder, ["cottar", "wanderer"], 6, Where(1), nothing)
        del folder.games[0, 5]
        assert duel.outcome(folder, ["cottar", "wanderer"], 6, False).deals == 2
        folder.games.clear()
        assert duel.outcome(folder, ["cottar", "wanderer"], 6, False).lines == []
