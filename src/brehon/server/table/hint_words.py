"""Where hints are allowed: the setting of a table, in words; and how many were used, when the game is over.

The setting belongs to the table and not to the record: a line of a record says that a hint was given.
"""

from __future__ import annotations

from typing import Final

from brehon.core.errors import BadOptions
from brehon.core.match import Match
from brehon.core.text import N_, Message, Speaker
from brehon.server.storage.schema import BOT
from brehon.server.table.table import Table

ALONE: Final = "alone"  # where one person plays against bots
EVERYONE: Final = "on"
NO_ONE: Final = "off"
HINT_WORDS: Final = {
    ALONE: N_("Hints only where one person plays against bots"),
    EVERYONE: N_("Hints for everyone; each one is shown to all"),
    NO_ONE: N_("No hints"),
}
HINT_NOTE: Final = N_("Each step is noted in the record, and everyone at the table sees it.")
HINTS_USED: Final = N_("Hints used, counted by their steps: %(hints)s")


def is_alone(table: Table) -> bool:
    """Whether one person plays against bots, be they ours or their own."""
    return sum(seat.kind != BOT for seat in table.seats) == 1


def known_setting(value: str) -> str:
    """What a form asks for; a field that is left out means what is usual."""
    if value and value not in HINT_WORDS:
        raise BadOptions(
            N_("hints cannot be %(value)s; they can be: %(names)s"), value=repr(value), names=", ".join(HINT_WORDS)
        )
    return value or ALONE


def is_guided(table: Table) -> bool:
    """Whether a guide says what to do now, so that a hint could only contradict it."""
    lesson = table.lesson
    return lesson is not None and not lesson.is_free


def allows_hints(table: Table) -> bool:
    return table.row.hints == EVERYONE or (table.row.hints == ALONE and is_alone(table))


def why_no_hints(table: Table) -> Message | None:
    """Why no one gets hints at this table now; None if they are allowed."""
    if is_guided(table):
        return Message(N_("The guide shows the way here. Hints come when you play on alone."))
    if allows_hints(table):
        return None
    if table.row.hints == NO_ONE:
        return Message(N_("This table allows no hints."))
    return Message(N_("This table allows hints only where one person plays against bots."))


def why_no_tips(table: Table) -> Message | None:
    """Why there are no hints in sandboxes of this table: they are in no record, so they must not help against other people."""
    match = table.playing()
    if match.is_over or (is_alone(table) and allows_hints(table)):
        return None
    return Message(N_("While several people play here, hints are asked for at the table, where everyone sees it."))


def used_words(match: Match, say: Speaker) -> str:
    """After the end: how many steps of hints each seat has asked for; "" if there were none."""
    used = [f"{say.seat(seat)} {count}" for seat, count in enumerate(match.hints_used()) if count]
    return say(Message(HINTS_USED, hints=", ".join(used))) if used else ""
