"""What an opponent is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import final

from mypy_extensions import mypyc_attr

from brehon.core.contract import View


@final
class Budget:
    """How long a bot may think: in iterations (repeatable) or in seconds (for people); 0 means no limit of that kind."""

    def __init__(self, iterations: int = 0, seconds: float = 0.0) -> None:
        self.iterations: int = iterations
        self.seconds: float = seconds


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """Chooses from its own knowledge only. The same view, budget in iterations and random numbers give the same choice."""

    @abstractmethod
    def choose(self, view: View, legal: list[int], budget: Budget, rng: Random) -> int:
        """One of the legal actions."""
