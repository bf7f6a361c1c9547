"""Golden games are played again and must come out the same; records of every released rules version keep replaying."""

import pytest

from brehon.core import registry
from brehon.core.match import verify
from brehon.core.record import read_record
from brehon.games.fallen_kingdoms import events
from tests.goldens import GAMES, HERE, RECORDS, play, text


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_comes_out_as_it_did(name):
    assert text(play(*GAMES[name])) == (HERE / f"{name}.txt").read_text(encoding="utf-8"), (
        "make goldens, and review the difference"
    )


def test_no_golden_game_is_left_over():
    assert {path.stem for path in HERE.glob("*.txt")} == set(GAMES)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_record_of_an_earlier_day_still_replays_and_proves_itself(path):
    record = read_record(path.read_text(encoding="utf-8"))
    assert verify(record).is_over


@pytest.mark.rule("AM-10.1", "AM-10.2", "AM-10.3")
def test_the_golden_games_of_armorica_end_in_every_way():
    ends = {name: play(*GAMES[name]).state for name in GAMES if name.startswith("armorica")}
    assert {tuple(sorted(state.places())) for state in ends.values()} >= {(1, 2), (1, 1), (1, 2, 3), (1, 2, 3, 4)}
    tied = ends["armorica-2-won-by-coins"]
    assert len(set(tied.scores())) == 1
    assert sorted(tied.places()) == [1, 2]
    assert {state.turn for state in ends.values()} == {6, 8, 12}


@pytest.mark.rule("FK-12.5", "FK-12.6")
def test_the_golden_games_of_fallen_kingdoms_end_by_every_two_kinds_of_trophies_and_have_everything_in_them():
    ends = set()
    for name in [name for name in GAMES if name.startswith("fallen-kingdoms-3")]:
        match = play(*GAMES[name])
        state, happened = match.state, [event for events in match.events for event in events]
        used_up = (state.deck == 0 and not state.display, state.stack == 0 and not state.market, state.rumor_left == 0)
        ends.add(used_up)
        kinds = {event.kind for event in happened}
        assert {events.FELL, events.STRUCK, events.TEMPLE_LOST} <= kinds, name
        assert any(event.kind == events.INVADES and event.a >= 0 for event in happened), f"nobody surrenders in {name}"
    assert ends == {(True, True, False), (True, False, True), (False, True, True), (True, True, True)}


def test_every_golden_game_has_a_record_of_this_version_of_the_rules():
    for name, (game, *_) in GAMES.items():
        assert (RECORDS / f"{name}-rules{registry.game(game).rules_version}.json").exists(), (
            "python -m tests.goldens records"
        )
