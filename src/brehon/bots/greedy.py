"""One step ahead by any judge: the cheapest way to play a judge's opinion, for self-play and for comparing judges."""

from random import Random
from typing import final

from brehon.bots.base import Bot, Budget
from brehon.bots.evaluation import Judge
from brehon.core.contract import View


@final
class Greedy(Bot):
    """Takes the action after which the judge gives it the largest share, in a state that its view allows; ties are broken at random."""

    def __init__(self, judge: Judge) -> None:
        self.judge: Judge = judge

    def choose(self, view: View, legal: list[int], budget: Budget, rng: Random) -> int:
        if len(legal) == 1:
            return legal[0]
        before = view.determinize(rng)
        best: list[int] = []
        highest = 0.0
        for action in legal:
            after = before.clone()
            after.apply(action, None)
            value = self.judge.shares(after)[view.seat]
            if not best or value > highest + 1e-9:
                best = [action]
                highest = value
            elif value > highest - 1e-9:
                best.append(action)
        return best[int(rng.random() * len(best))]
