"""The table of Armorica in a terminal fits one screen."""

from __future__ import annotations

import io
from random import Random

import pytest
from rich.cells import cell_len
from rich.console import Console

from brehon.core import registry
from brehon.core.contract import CHANCE, OVER
from brehon.core.face import Offers
from brehon.core.text import Speaker
from tests.games.armorica.test_face import FACE, NAMES


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [100, 160])
def test_the_table_of_four_never_needs_more_than_36_lines(width: int, language: str) -> None:
    rules = registry.make_ruleset(registry.game("armorica"), 4)
    for seed in range(3):
        rng, state = Random(seed), rules.start()
        while True:
            if state.to_move() != CHANCE:
                out = io.StringIO()
                view = state.view(max(0, state.to_move()))
                console = Console(file=out, width=width)
                console.print(
                    FACE.terminal(rules, view, Offers(dict.fromkeys(state.legal())), Speaker(language, NAMES))
                )
                lines = out.getvalue().splitlines()
                assert len(lines) <= 36
                assert max(map(cell_len, lines)) <= width
            if state.to_move() == OVER:
                break
            # people who take cards have the longest displays
            legal = state.legal()
            state.apply(legal[0] if rng.random() < 0.7 and state.to_move() != CHANCE else rng.choice(legal), None)
