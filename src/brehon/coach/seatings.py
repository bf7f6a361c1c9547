"""The summary of a review: what it says of each seat, and the moments that decided the game.

The accuracy of a turn is 100 · e^(−STEEP · lost share): 100 for the best moves, about 80 where 5 % of the win were lost, 65 for 10 %,
42 for 20 %. The accuracy of a seat is the mean over its turns. A turn is what a seat decides before another seat decides: games cut
their turns into one decision or into thirty, and an accuracy should not depend on that.
"""

from __future__ import annotations

from math import exp
from typing import Final

from brehon.coach.data import KINDS, Moment, Review, Seating
from brehon.core.contract import CHANCE

STEEP: Final = 4.354
NONE: Final = -1.0  # the accuracy of a seat that had nothing to decide, or was not judged
TURNING: Final = 5  # moments at most that decided a game
LEAST: Final = 0.06  # of the win: what changed less did not decide it


def accuracy_of(turns: list[tuple[int, float]], phase: int | None = None) -> float:
    """0 … 100, of all turns or those of a phase; NONE without any."""
    losses = [loss for at, loss in turns if phase is None or at == phase]
    if not losses:
        return NONE
    return sum(100.0 * exp(-STEEP * loss) for loss in losses) / len(losses)


def turns_of(moments: list[Moment], seat: int) -> list[tuple[int, float]]:
    """The turns of a seat in which it had a choice: the phase in which each began, and the share lost in it."""
    found: list[tuple[int, float]] = []
    is_new = True
    for moment in moments:
        if moment.seat == seat and moment.judged is not None:
            phase, lost = found.pop() if found and not is_new else (moment.phase, 0.0)
            found.append((phase, lost + moment.judged.loss))
            is_new = False
        elif moment.seat not in (seat, CHANCE):
            is_new = True
    return found


def seatings(review: Review, n_seats: int) -> list[Seating]:
    moments = review.moments
    return [_seating(seat, moments, n_seats, len(review.phases)) for seat in range(n_seats)]


def _seating(seat: int, moments: list[Moment], n_seats: int, n_phases: int) -> Seating:
    own = [moment.judged for moment in moments if moment.seat == seat and moment.judged is not None]
    turns = turns_of(moments, seat)
    given = [sum(moment.change(seat) for moment in moments if moment.seat == of) for of in range(n_seats)]
    return Seating(
        seat=seat,
        first=moments[0].before[seat],
        final=moments[-1].after[seat],
        luck=sum(moment.change(seat) for moment in moments if moment.is_luck),
        decisions=given,
        accuracy=accuracy_of(turns),
        lost=sum(judged.loss for judged in own) / len(own) if own else 0.0,
        counts={kind: sum(judged.kind == kind for judged in own) for kind in KINDS},
        phases=[accuracy_of(turns, phase) for phase in range(n_phases)],
    )


def turning_points(review: Review) -> list[int]:
    """The moments with the largest changes, in order; of neighbours that belong to one seat's turn, only the largest."""
    sizes = [swing(moment) for moment in review.moments]
    chosen: list[int] = []
    for index in sorted(range(len(sizes)), key=lambda i: (-sizes[i], i)):
        if sizes[index] < LEAST or len(chosen) == TURNING:
            break
        if not any(_is_one_turn(review.moments, index, other) for other in chosen):
            chosen.append(index)
    return sorted(chosen)


def swing(moment: Moment) -> float:
    """How much of the win changed hands."""
    return sum(abs(moment.change(seat)) for seat in range(len(moment.after))) / 2.0


def _is_one_turn(moments: list[Moment], a: int, b: int) -> bool:
    """Whether only one seat has acted from one moment to the other."""
    return len({moment.seat for moment in moments[min(a, b) : max(a, b) + 1]}) == 1
