"""What a position is worth in the account: the judgement at the end of the running turn.

The middle of a turn is hard to judge: units are on their way, a battle is half fought. An evaluation that was learned at the
beginning of turns knows nothing of it (docs/coach.md has the figures). So the turn is played to its end first, each decision by the
judge's first choice, without a draw and without a random number: the same position always has the same value.
"""

from __future__ import annotations

from typing import Final

from brehon.bots.analyst import best_by
from brehon.bots.evaluation import Judge
from brehon.core.contract import State

MOST: Final = 60  # decisions of a turn that are played on


class Settled(Judge):
    """Judges the end of the turn, or the point where the next draw is due."""

    def __init__(self, judge: Judge, most: int = MOST) -> None:
        self.judge = judge
        self.most = most

    def shares(self, state: State) -> list[float]:
        if state.to_move() < 0:
            return self.judge.shares(state)
        end = state.clone()
        turn = end.turn_of()
        for _ in range(self.most):
            mover = end.to_move()
            if mover < 0 or end.turn_of() != turn:
                break
            end.apply(best_by(self.judge, end, mover), None)
        return self.judge.shares(end)

    def rate(self, state: State, seat: int) -> float:
        return self.judge.rate(state, seat)

    def horizon(self, state: State) -> int:
        return self.judge.horizon(state)
