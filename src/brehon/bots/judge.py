"""Who says how a game will end: what a search asks where it stops looking ahead."""

from __future__ import annotations

from abc import ABC, abstractmethod

from mypy_extensions import mypyc_attr

from brehon.core.contract import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge(ABC):
    """Guesses each seat's share of the win."""

    @abstractmethod
    def shares(self, state: State) -> list[float]:
        """Of each seat, 0 … 1, together 1; the result itself once the game is over."""


def result(state: State) -> list[float]:
    """The win of a finished game, shared by those who share the first place."""
    places = state.places()
    winners = 0
    for place in places:
        if place == 1:
            winners += 1
    return [1.0 / float(winners) if place == 1 else 0.0 for place in places]
