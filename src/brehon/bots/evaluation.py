"""Estimates of how a game will end: what a search asks where it stops looking ahead."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import log
from typing import Final, final

from mypy_extensions import mypyc_attr

from brehon.core.contract import OVER, State
from brehon.core.odds import softmax

__all__ = ["Hand", "Judge", "result", "softmax"]

LEAST: Final = 1e-6  # a share that counts as zero


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge(ABC):
    """Guesses each seat's share of the win."""

    @abstractmethod
    def shares(self, state: State) -> list[float]:
        """Of each seat, 0 … 1, together 1; the result itself once the game is over."""

    def rate(self, state: State, seat: int) -> float:
        """How good a state is for one seat, to sort moves; greater is better."""
        share = self.shares(state)[seat]
        return log(share if share > LEAST else LEAST)

    def horizon(self, state: State) -> int:
        """How many turns a search should play on before it asks for shares."""
        return state.evaluator().horizon(state)


@final
class Hand(Judge):
    """Uses the game's hand-made evaluation."""

    def shares(self, state: State) -> list[float]:
        if state.to_move() == OVER:
            return result(state)
        return state.evaluator().chances(state)

    def rate(self, state: State, seat: int) -> float:
        return state.evaluator().estimate(state, seat)


def result(state: State) -> list[float]:
    """The win of a finished game, shared by those who share the first place."""
    places = state.places()
    winners = 0
    for place in places:
        if place == 1:
            winners += 1
    return [1.0 / float(winners) if place == 1 else 0.0 for place in places]
