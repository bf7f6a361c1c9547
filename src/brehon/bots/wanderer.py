"""Wanderer: goes wherever the wind blows."""

from random import Random
from typing import final

from brehon.bots.base import Bot, Budget
from brehon.core.contract import View


@final
class Wanderer(Bot):
    """Any legal action, all equally likely."""

    def choose(self, view: View, legal: list[int], budget: Budget, rng: Random) -> int:
        return legal[int(rng.random() * len(legal))]
