"""Colours of the boards: readable in light and in dark, and known to the page that shows them."""

from __future__ import annotations

import re
from random import Random

import pytest

from brehon.core import registry
from brehon.core.contract import OVER, SPECTATOR, Ruleset, State
from brehon.core.face import Offers
from brehon.core.palette import SHARED, Palette, dark, plain, stylesheet
from brehon.core.text import Speaker
from tests.contrast import contrast, mixed

LIGHT, DARK = 0, 1
SCHEMES = pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
GAMES = pytest.mark.parametrize("name", registry.BUILTIN)
# what is written on what by the shared parts
WRITTEN = [
    *((ink, ground) for ground in ("paper", "parchment") for ink in ("ink", "faint", "open", "alarm")),
    *(("on", fill) for fill in ("ink", "faint", "open", "alarm")),
    ("paper", "ink"),
]
# by the games; the last number is the least contrast: 4.5 for texts, 3 for signs and large numbers
OWN = {
    "armorica": [],
    "arrival": [("ink", "keeping", 4.5)],
    "fallen-kingdoms": [
        *(("ink", f"tint-{seat}", 4.5) for seat in range(6)),
        *(("rim-" + str(seat), f"tint-{seat}", 4.5) for seat in range(6)),
        *(("field-" + str(seat), "paper", 3) for seat in range(6)),
        ("godly", "paper", 3),
        ("route", "paper", 3),
    ],
}


def palettes() -> dict[str, Palette]:
    return {name: registry.game(name).face().palette() for name in registry.BUILTIN}


@SCHEMES
@pytest.mark.parametrize("ink,ground", WRITTEN)
def test_what_the_shared_parts_write_can_be_read(ink: str, ground: str, scheme: int) -> None:
    assert contrast(SHARED[ink][scheme], SHARED[ground][scheme]) >= 4.5


@SCHEMES
@GAMES
def test_what_a_game_writes_in_colours_of_its_own_can_be_read(name: str, scheme: int) -> None:
    colours = palettes()[name].colours
    for ink, ground, least in OWN[name]:
        assert contrast(colours[ink][scheme], colours[ground][scheme]) >= least, (ink, ground)


@SCHEMES
def test_the_chances_of_a_battle_can_be_read_on_their_bars(scheme: int) -> None:
    colours = palettes()["fallen-kingdoms"].colours
    bar = mixed(colours["bar"][scheme], colours["paper"][scheme], 0.75)
    assert contrast(colours["ink"][scheme], bar) >= 4.5


def positions(rules: Ruleset) -> list[State]:
    """The decisions of a random game, and its end."""
    state, rng, found = rules.start(), Random(5), []
    while state.to_move() != OVER:
        if state.to_move() >= 0:
            found.append(state.clone())
        state.apply(rng.choice(state.legal()))
    return [*found[:: max(1, len(found) // 8)], state]


@GAMES
def test_a_dark_page_knows_every_colour_of_a_board_and_a_file_needs_none(name: str) -> None:
    game = registry.game(name)
    rules = registry.make_ruleset(game, game.seats[-1])
    style = stylesheet(palettes())
    seen: set[str] = set()
    for state in positions(rules):
        for narrow in (False, True):
            who = state.to_move()
            offers = Offers(dict.fromkeys(state.legal())) if who >= 0 else Offers()
            text = game.face().board(rules, state.view(max(who, SPECTATOR)), offers, Speaker(), narrow=narrow)
            names = set(re.findall(r"var\(--b-([a-z0-9-]+)", text))
            assert all(f"--b-{colour}:#" in style and f"--b-{colour}:initial" in style for colour in names)
            assert "var(" not in plain(text)
            seen |= names
    assert seen >= set(SHARED) - {"alarm"}


def test_a_game_of_its_own_has_dark_colours_by_the_same_sheet() -> None:
    style = stylesheet({"toy": Palette({"rope": ("#c0a060", "#705020")})})
    assert ".board.toy{--b-rope:#705020;}" in style
    assert "--b-rope:initial" in style


def test_a_dark_file_brings_its_own_colours_and_leaves_what_is_printed_light() -> None:
    palette = Palette({"sea": ("#123456", "#654321")})
    svg = '<svg class="board toy"><rect fill="var(--b-sea,#123456)"/></svg>'
    found = dark(svg, "toy", palette)
    assert found.startswith('<svg class="board toy"><style>')
    assert "--b-sea:#654321" in found
    assert ".board .printed{" in found
    assert "@media" not in found  # the file is dark wherever it is shown
    assert found.endswith('<rect fill="var(--b-sea,#123456)"/></svg>')
