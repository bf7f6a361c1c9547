"""What the processes of the bots do for an answer to an exercise. It imports little, because each of them reads it in when it begins."""

from __future__ import annotations

from typing import NamedTuple

from brehon.coach.exercises import compared
from brehon.server.table.bot_pool import stop_of
from brehon.server.table.plain import PlainState


class Tried(NamedTuple):
    """A move in a position, and the one that the review calls best."""

    at: PlainState
    best: int
    action: int
    iterations: int
    seed: str
    slot: int = -1  # of the byte that asks for an end


def lost_by(one: Tried) -> tuple[float, str]:
    """In a worker: what the move loses against the best one, and the word for that."""
    view = one.at.state().view(one.at.seat)
    answer = compared(view, one.best, one.action, one.iterations, one.seed, stop_of(one.slot))
    return answer.loss, answer.kind
