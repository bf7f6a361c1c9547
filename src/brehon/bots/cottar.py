"""Cottar: looks one step ahead and takes what looks best now."""

from random import Random
from typing import final

from brehon.bots.base import Bot, Budget
from brehon.core.contract import View


@final
class Cottar(Bot):
    """One-ply greedy by the game's hand-made evaluation, from a state that its view allows; ties are broken at random."""

    def choose(self, view: View, legal: list[int], budget: Budget, rng: Random) -> int:
        if len(legal) == 1:
            return legal[0]
        seat = view.seat
        before = view.determinize(rng)
        evaluator = before.evaluator()
        best: list[int] = []
        highest = 0.0
        for action in legal:
            after = before.clone()
            after.apply(action, None)
            value = evaluator.estimate(after, seat)
            if not best or value > highest + 1e-9:
                best = [action]
                highest = value
            elif value > highest - 1e-9:
                best.append(action)
        return best[int(rng.random() * len(best))]
