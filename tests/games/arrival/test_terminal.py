"""The map of The Arrival in a terminal."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from brehon.games.arrival import state as phases
from brehon.games.arrival.svg_chart import chart_of
from tests.games.arrival.test_face import games, on_screen


@pytest.mark.parametrize("width", [30, 59, 60, 99, 100])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_map_keeps_to_the_terminal_and_names_every_place_and_piece(width: int, language: str) -> None:
    rules, found, _ = games(4)
    for state in found[:: len(found) // 4]:
        shown = on_screen(rules, state, max(0, state.to_move()), language, width)
        assert max(cell_len(line) for line in shown.splitlines()) <= width
        if width < 60:
            continue
        picture = "\n".join(line[:64] for line in shown.splitlines()[1:34])
        names = chart_of(
            rules.components, rules.box.island.names, rules.box.province_names, rules.box.colour_names
        ).names
        assert sum(name in picture for name in names) >= 0.85 * len(names)
        tokens = re.findall(r"[RGBY][123]|[sam#][1-4]|[○◎]", picture)
        assert len(tokens) >= len(names), "a place is not on the map"
        for seat, letter in enumerate("RGBY"):
            forts = [state.level(place) for place in range(len(names)) if state.owner(place) == seat]
            assert sorted(int(token[1]) for token in tokens if token[0] == letter) == sorted(forts)


def test_the_map_puts_brackets_around_the_places_where_something_may_be_done() -> None:
    rules, found, _ = games(4)
    landing = next(state for state in found if state.phase == phases.PORT)
    shown = on_screen(rules, landing, landing.to_move())
    assert shown.count("[◎ ]") == len(landing.legal())
    assert "[◎ ]" not in on_screen(rules, landing, (landing.to_move() + 1) % 4)
