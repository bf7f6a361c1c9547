"""Short finished games for the tests of reviews, each played once."""

from __future__ import annotations

from functools import cache

from brehon.coach.data import Review
from brehon.coach.reviewer import Reviewer
from brehon.core.match import Match
from tests.coach.measure import played


@cache
def finished(game: str, seats: int = 0, bots: str = "cottar,wanderer", number: int = 1) -> Match:
    """By quick bots; without a number of seats, the fewest."""
    from brehon.core import registry

    return played(game, seats or registry.game(game).seats[0], bots.split(","), number)


FEW = {"armorica": 12, "arrival": 2}  # iterations


def quick(match: Match, iterations: int, seats: list[int] | None = None) -> Reviewer:
    """Looks less far into rows of draws, so that the interpreted engine is fast enough. The laws do not depend on it."""
    reviewer = Reviewer(match, iterations, seats=seats)
    reviewer.accountant.limit = 30
    return reviewer


@cache
def reviewed(game: str) -> Review:
    return whole(quick(finished(game), FEW[game]))


def whole(reviewer: Reviewer) -> Review:
    review = reviewer.begin()
    review.moments = list(reviewer.moments())
    reviewer.finish(review)
    return review
