"""Hints as lines of a record: `1 hint 2` says that the player in seat 1 has asked for the second step of a hint."""

from __future__ import annotations

from typing import Final

from brehon.core.errors import BadRecord
from brehon.core.text import N_, Message, Seat

HINT: Final = "hint"
HINT_STEPS: Final = 3  # what to look at, two moves, the move with its reasons


def parse_hint(parts: list[str], line: str, number: int) -> int:
    """The step that the words of a line name."""
    for step in range(1, HINT_STEPS + 1):
        if parts == [HINT, str(step)]:
            return step
    raise BadRecord(
        N_("ply %(number)s (%(line)s): a hint is written '%(hint)s STEP'; STEP is 1 to %(last)s"),
        number=number,
        line=repr(line),
        hint=HINT,
        last=HINT_STEPS,
    )


def asked_words(seat: int, step: int) -> Message:
    """The line of the log, for everyone."""
    return Message(N_("%(player)s has asked for a hint (step %(step)s)."), player=Seat(seat), step=step)
