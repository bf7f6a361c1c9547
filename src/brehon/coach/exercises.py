"""Learn from your mistakes: each mistake that a review has found becomes an exercise, which asks for something better.

A move counts as found if it would not have been called a mistake: against the best move it loses less than the mildest of the words
stands for. The review knows that of the best move and of the one that was played; any other one is compared with the best move, both
searched equally long, as the review does it. Everything comes from what the seat knew.
"""

from __future__ import annotations

from dataclasses import dataclass

from brehon.bots.analyst import Analyst, Candidate
from brehon.bots.base import Stop
from brehon.coach.data import Judged, Moment, Review, kind_of
from brehon.coach.hint import LEAST, NotYet
from brehon.core.contract import View


@dataclass(frozen=True)
class Exercise:
    """A mistake, to be done better."""

    moment: Moment
    judged: Judged
    number: int  # among those of its seat, from 1 on
    count: int

    @property
    def ply(self) -> int:
        return self.moment.ply

    @property
    def seat(self) -> int:
        return self.moment.seat


@dataclass(frozen=True)
class Answer:
    """What was tried, and what it loses against the best move."""

    action: int
    loss: float
    kind: str  # the word for such a loss; "" for a move that is good enough

    @property
    def is_right(self) -> bool:
        return not self.kind


def exercises(review: Review, seat: int) -> list[Exercise]:
    """The mistakes of a seat, in the order of the game."""
    found = [(one, one.judged) for one in review.moments if one.seat == seat and one.judged and one.judged.kind]
    return [Exercise(moment, judged, n, len(found)) for n, (moment, judged) in enumerate(found, 1)]


def exercise_at(review: Review, ply: int) -> Exercise | None:
    """The exercise at a ply; None if no mistake was made there."""
    seat = next((moment.seat for moment in review.moments if moment.ply == ply), -1)
    return next((one for one in exercises(review, seat) if one.ply == ply), None) if seat >= 0 else None


def known_answer(exercise: Exercise, action: int) -> Answer | None:
    """What the review says of a move itself; None where that takes a search."""
    if action == exercise.judged.best:
        return Answer(action, 0.0, "")
    if action == exercise.moment.action:
        return Answer(action, exercise.judged.loss, exercise.judged.kind)
    return None


def compared(
    view: View, best: int, action: int, iterations: int, seed: str, stop: Stop | None = None
) -> Answer:  # fmt: skip
    """What a move loses against the best one, from what the seat knew. A search that has to end early has tried a little of both."""
    analyst = Analyst()

    def searched(one: int) -> Candidate:
        early = NotYet(stop, LEAST) if stop is not None else None
        return analyst.compare(view, [one], iterations // 2, seed, early)[0]

    better, tried = searched(best), searched(action)
    loss = max(0.0, better.share - tried.share)
    return Answer(action, loss, kind_of(loss, (better.error**2 + tried.error**2) ** 0.5))
