"""What a finished game is worth to each seat. All three ways add up to 0 over the seats."""

from __future__ import annotations

from typing import Final

from brehon.bots.evaluation import result
from brehon.core.contract import OVER, State
from brehon.core.errors import BadOptions

WIN: Final = "win"
RANK: Final = "rank"
SCORE: Final = "score"
WAYS: Final = (WIN, RANK, SCORE)


def check_way(way: str) -> str:
    if way not in WAYS:
        raise BadOptions(f"rewards cannot be {way!r}; they can be: {', '.join(WAYS)}")
    return way


def rewards(state: State, way: str) -> list[float]:
    """[seat] zeros until the game is over, then its result.

    win: the share of the win, shifted and scaled so that a sole winner gets 1 and the others together -1.
    rank: 1 for the first, -1 for the last, even steps between; seats that share a rank share its steps.
    score: the points minus the mean of the other seats' points; not bounded.
    """
    n = state.n_seats
    if state.to_move() != OVER:
        return [0.0] * n
    if way == WIN:
        return [(n * share - 1.0) / (n - 1.0) for share in result(state)]
    if way == RANK:
        return _by_rank(state.places())
    scores = state.scores()
    total = float(sum(scores))
    return [score - (total - score) / (n - 1.0) for score in scores]


def _by_rank(places: list[int]) -> list[float]:
    """Seats that share a rank get the average of the places that they take up."""
    n = len(places)
    return [1.0 - 2.0 * (place - 1 + (places.count(place) - 1) / 2.0) / (n - 1.0) for place in places]
