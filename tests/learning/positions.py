"""Positions of random play, for whatever is tried on all games."""

from collections.abc import Iterator
from random import Random
from typing import Any

from brehon.core import registry
from brehon.core.conformance import random_action
from brehon.core.contract import OVER


def rules_of(name: str, n_seats: Any = None) -> Any:
    game = registry.game(name)
    return registry.make_ruleset(game, n_seats or game.seats[0])


def positions(name: str, n_seats: Any = None, seed: int = 1, every: int = 7) -> Iterator[Any]:
    """Every so many plies a state of one random game."""
    rng = Random(seed)
    state = rules_of(name, n_seats).start()
    ply = 0
    while state.to_move() != OVER:
        if ply % every == 0:
            yield state
        state.apply(random_action(state, rng), None)
        ply += 1
    yield state
