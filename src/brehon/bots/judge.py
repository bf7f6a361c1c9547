"""Who says how a game will end: what a search asks where it stops looking ahead."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import exp, log
from typing import Final, final

from mypy_extensions import mypyc_attr

from brehon.core.contract import OVER, State

LEAST: Final = 1e-6  # a share that is as good as none


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge(ABC):
    """Guesses each seat's share of the win."""

    @abstractmethod
    def shares(self, state: State) -> list[float]:
        """Of each seat, 0 … 1, together 1; the result itself once the game is over."""

    def rate(self, state: State, seat: int) -> float:
        """How good a state is for one seat, for putting moves in order: differences are about those of log-odds."""
        share = self.shares(state)[seat]
        return log(share if share > LEAST else LEAST)


@final
class Hand(Judge):
    """Goes by the game's hand-made estimate: the seats share the win as their estimates stand, on the game's own scale."""

    def shares(self, state: State) -> list[float]:
        if state.to_move() == OVER:
            return result(state)
        return softmax(state.estimates(), state.scale())

    def rate(self, state: State, seat: int) -> float:
        if state.to_move() == OVER:
            share = result(state)[seat]
            return log(share if share > LEAST else LEAST)
        return state.estimate(seat) / state.scale()


def softmax(values: list[float], scale: float) -> list[float]:
    """Shares that add up to one; a lead of `scale` makes the odds e to one."""
    highest = values[0]
    for value in values:
        if value > highest:
            highest = value
    total = 0.0
    out: list[float] = []
    for value in values:
        weight = exp((value - highest) / scale)
        out.append(weight)
        total += weight
    return [weight / total for weight in out]


def result(state: State) -> list[float]:
    """The win of a finished game, shared by those who share the first place."""
    places = state.places()
    winners = 0
    for place in places:
        if place == 1:
            winners += 1
    return [1.0 / float(winners) if place == 1 else 0.0 for place in places]
