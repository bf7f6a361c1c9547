"""What an opponent is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Final, final

from mypy_extensions import mypyc_attr

from brehon.core.contract import EVERYBODY, State, View

UNSEEN: Final = -1  # a ply whose content a seat does not see


@mypyc_attr(allow_interpreted_subclasses=True)
class Stop:
    """Asks a search to end now, with the best that it has found so far."""

    def is_set(self) -> bool:
        return False


@final
class Budget:
    """How long a bot may think: in iterations (repeatable) or in seconds (for people); 0 means no limit of that kind."""

    def __init__(self, iterations: int = 0, seconds: float = 0.0, stop: Stop | None = None) -> None:
        self.iterations: int = iterations
        self.seconds: float = seconds
        self.stop: Stop | None = stop  # looked at between two iterations; None where nobody can ask for an end


@final
class Analysis:
    """The result of a search for a decision."""

    def __init__(self, shares: list[float], visits: list[int], values: list[float], iterations: int) -> None:
        self.shares: list[float] = shares  # [seat] of the win
        self.visits: list[int] = visits  # [legal action, by index] how often it was tried
        self.values: list[float] = values  # [legal action, by index] mean share of the seat that decides
        self.iterations: int = iterations


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """Chooses from its own knowledge only. The same view, budget in iterations and random numbers give the same choice."""

    @abstractmethod
    def choose(self, view: View, legal: list[int], budget: Budget, rng: Random) -> int:
        """One of the legal actions."""

    def sit(self) -> Bot:
        """A bot for one seat of one game. It may keep what it has computed, if it gets everything that its seat sees."""
        return self

    def see(self, step: int) -> None:  # noqa: B027 (most bots keep nothing, and need not say so)
        """A ply of the game, including the bot's own, as the bot's seat has seen it: what was chosen or drawn, or UNSEEN."""


def seen_by(seat: int, state: State, action: int) -> int:
    """What a seat sees of a ply that is about to be made."""
    movers = state.movers()
    if movers & (movers - 1):  # sealed until all have chosen
        return UNSEEN
    return action if sees(seat, state.witnesses()) else UNSEEN


def sees(seat: int, witnesses: int) -> bool:
    """Whether a seat sees a ply."""
    return witnesses == EVERYBODY or witnesses >> seat & 1 == 1
