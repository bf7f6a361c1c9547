"""One step ahead by any judge: the cheapest way to play a judge's opinion, for self-play and for comparing judges."""

from math import exp
from random import Random
from typing import final

from brehon.bots.base import Bot, Budget
from brehon.bots.evaluation import Judge
from brehon.core.contract import View


@final
class Greedy(Bot):
    """Takes the action after which the judge gives it the largest share, in a state that its view allows; ties are broken at random.

    With `heat` it is careless: an action that is worse by so much of the win is taken e times less often than the best.
    """

    def __init__(self, judge: Judge, heat: float = 0.0) -> None:
        self.judge: Judge = judge
        self.heat: float = heat

    def choose(self, view: View, legal: list[int], budget: Budget, rng: Random) -> int:
        if len(legal) == 1:
            return legal[0]
        before = view.determinize(rng)
        best: list[int] = []
        highest = 0.0
        values: list[float] = []
        for action in legal:
            after = before.clone()
            after.apply(action, None)
            value = self.judge.shares(after)[view.seat]
            values.append(value)
            if not best or value > highest + 1e-9:
                best = [action]
                highest = value
            elif value > highest - 1e-9:
                best.append(action)
        if self.heat > 0.0:
            return self.drawn(legal, values, highest, rng)
        return best[int(rng.random() * len(best))]

    def drawn(self, legal: list[int], values: list[float], highest: float, rng: Random) -> int:
        """One of the actions at random, the better ones more often."""
        weights = [exp((value - highest) / self.heat) for value in values]
        left = rng.random() * sum(weights)
        for i in range(len(legal)):
            left -= weights[i]
            if left < 0.0:
                return legal[i]
        return legal[-1]
