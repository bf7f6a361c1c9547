"""Golden games are played again and must come out the same."""

from typing import Any

import pytest

from brehon.games.fallen_kingdoms import events
from tests.goldens import GAMES, HERE, happened, play, text


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_game_comes_out_as_it_did(name: Any) -> None:
    match = play(*GAMES[name])
    assert text(match) == (HERE / f"{name}.txt").read_text(encoding="utf-8"), "make goldens, and review the difference"
    assert happened.line(name, match) in happened.FILE.read_text(encoding="utf-8").splitlines(), (
        "an event was lost, added, changed or shown to another seat: make goldens, and review the difference"
    )


def test_no_golden_game_is_left_over() -> None:
    assert len(happened.FILE.read_text(encoding="utf-8").splitlines()) == len(GAMES)
    assert {path.stem for path in HERE.glob("*.txt")} == {*GAMES, "happened"}


@pytest.mark.rule("AM-10.1", "AM-10.2", "AM-10.3")
def test_the_golden_games_of_armorica_end_in_every_way() -> None:
    ends = {name: play(*GAMES[name]).state for name in GAMES if name.startswith("armorica")}
    assert {tuple(sorted(state.places())) for state in ends.values()} >= {(1, 2), (1, 1), (1, 2, 3), (1, 2, 3, 4)}
    tied = ends["armorica-2-won-by-coins"]
    assert len(set(tied.scores())) == 1
    assert sorted(tied.places()) == [1, 2]
    assert {state.turn for state in ends.values()} == {6, 8, 12}  # type: ignore[attr-defined]


@pytest.mark.rule("FK-12.5", "FK-12.6")
def test_the_golden_games_of_fallen_kingdoms_end_by_every_two_kinds_of_trophies_and_have_everything_in_them() -> None:
    ends = set()
    for name in [name for name in GAMES if name.startswith("fallen-kingdoms-3")]:
        match = play(*GAMES[name])
        state, happened = match.state, [event for events in match.events for event in events]
        used_up = (state.deck == 0 and not state.display, state.stack == 0 and not state.market, state.rumor_left == 0)  # type: ignore[attr-defined]
        ends.add(used_up)
        kinds = {event.kind for event in happened}
        assert {events.FELL, events.STRUCK, events.TEMPLE_LOST} <= kinds, name
        assert any(event.kind == events.INVADES and event.a >= 0 for event in happened), f"nobody surrenders in {name}"
    assert ends == {(True, True, False), (True, False, True), (False, True, True), (True, True, True)}
