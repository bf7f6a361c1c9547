"""The list of moves, the log and the players beside the board: groups, headings, marks and figures."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from brehon.core.contract import CHANCE, OVER, Event
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms import events as e
from brehon.games.fallen_kingdoms.data import N_UNITS
from tests.games.fallen_kingdoms.test_svg import FACE, NAMES, draw, game, play


def test_every_kind_of_move_with_many_choices_has_a_heading() -> None:
    rules, positions = game(4)
    for s in positions:
        if s.to_move() in (CHANCE, OVER):
            continue
        view = s.view(s.to_move())
        groups = [FACE.group(rules, view, action) for action in s.legal()]
        assert sum(group is None for group in groups) <= 2, "only a few plain buttons stand alone"


def test_every_turn_and_every_invasion_begins_a_chapter_of_the_log() -> None:
    rules = game(4)[0]
    found = [FACE.heading(rules, Event(kind, 1, 2)) for kind in (e.TURN, e.ROUND, e.INVADES)]
    assert [str(one) for one in found] == ["Round 2: Seat 2", "End of round 2", "Invasion of Seat 2"]
    assert FACE.heading(rules, Event(e.MOVED, 1, 2)) is None


@pytest.mark.parametrize("n_seats", [3, 6])
def test_a_mark_names_something_on_the_board(n_seats: int) -> None:
    """Every city and every path of the map can be marked."""
    rules = game(n_seats)[0]
    marked, s = 0, play(rules, n_seats)[-1]
    ids = {element.get("id") for element in ElementTree.fromstring(draw(rules, s, 0)).iter()}
    for city in range(s.map.n_cities):
        event = Event(e.MOVED, 0, s.map.ids[city], s.map.ids[(city + 1) % s.map.n_cities], 1)
        marks = FACE.marks(rules, event)
        assert len(marks) == 4
        assert {mark for mark in marks if mark.startswith("city-")} <= ids
        marked += 1
    for path in range(s.map.n_paths):
        event = Event(e.PATH, 0, path + 1, s.map.ids[s.map.path_city[path]])
        assert FACE.marks(rules, event)[0] in ids
    assert marked == s.map.n_cities


def test_no_event_of_a_game_is_marked_with_an_error() -> None:
    rules = game(5)[0]
    for s in play(rules, 2)[:1]:
        state, rng = s.clone(), Random(2)
        while state.to_move() != OVER:
            log: list[Event] = []
            state.apply(rng.choice(state.legal()), log)
            for event in log:
                assert all(isinstance(mark, str) for mark in FACE.marks(rules, event))


@pytest.mark.parametrize("n_seats", [3, 6])
def test_the_figures_are_cities_units_fear_and_knowledge(n_seats: int) -> None:
    rules, positions = game(n_seats)
    for s in positions[::200]:
        rows = FACE.figures(rules, s.view(0))
        assert len(rows) == n_seats
        for seat, row in enumerate(rows):
            cities, units, _, _ = row
            assert cities.value == bin(s.held[seat]).count("1")
            assert units.most == N_UNITS
            gone = s.casualties if seat == s.active else 0  # of an invasion: in the reserve only when it is over
            assert units.value == N_UNITS - s.reserve[seat] - s.sheet[seat] - gone
            assert all(Speaker("de", NAMES)(figure.label) for figure in row)
