"""A review whose plies are looked at by many processes, of this machine or of a Dask cluster: the result is that of one process.

What is said of a ply depends on the record, the seed, the number of iterations and the ply alone (coach/reviewer.py). So a review can be cut
anywhere; it is cut after every few decisions. What is sent is the record and a number, what comes back are moments.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from brehon.coach.data import Moment
from brehon.coach.reviewer import Reviewer
from brehon.core.record import read_record
from brehon.core.verification import replay
from brehon.lab.runner import Task, Where, spread

PIECE: Final = 4  # decisions that are looked at in one go
KEPT: Final = 2  # records that a process remembers


class Piece(NamedTuple):
    """Some moments of a review."""

    table: int
    number: int
    moments: list[Moment]


def moments_of(reviewer: Reviewer, record: str, where: Where) -> Iterator[Moment]:
    """All moments of this review, in the order in which the pieces are finished. `record` is the text that was reviewed."""
    text = json.dumps(
        {"record": record, "iterations": reviewer.iterations, "seed": reviewer.seed, "seats": list(reviewer.seats)}
    )
    tasks = [Task(0, number) for number in range(len(cuts(reviewer)))]
    with closing(spread(look_at, [text], tasks, where)) as pieces:
        for piece in pieces:
            yield from piece.moments


def look_at(text: str, table: int, number: int) -> Piece:
    """One piece, in any process."""
    reviewer = _reviewer(text)
    first, last = cuts(reviewer)[number]
    return Piece(table, number, list(reviewer.moments(first, last)))


@lru_cache(KEPT)
def _reviewer(text: str) -> Reviewer:
    """Replaying a long record takes as long as looking at some of its plies: it is done once in each process."""
    asked = json.loads(text)
    match = replay(read_record(asked["record"]))
    return Reviewer(match, asked["iterations"], asked["seed"], seats=asked["seats"])


def cuts(reviewer: Reviewer) -> list[tuple[int, int]]:
    """(first, last) of each piece, in moments."""
    ends = reviewer.parts()
    stops = [0, *ends[PIECE - 1 :: PIECE]]
    if stops[-1] != ends[-1]:
        stops.append(ends[-1])
    return list(pairwise(stops))
