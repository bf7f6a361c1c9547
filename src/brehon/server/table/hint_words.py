"""Where hints are allowed: the setting of a table, in words; and how many were used, when the game is over.

The setting belongs to the table and not to the record: a line of a record says that a hint was given.
"""

from __future__ import annotations

from typing import Final

from brehon.core.errors import BadOptions
from brehon.core.match import Match
from brehon.core.text import N_, Message, Speaker
from brehon.server.storage.schema import HINTS_ALONE, HINTS_OFF, HINTS_ON
from brehon.server.table.table import Table

HINT_WORDS: Final = {
    HINTS_ALONE: N_("Hints only where one person plays against bots"),
    HINTS_ON: N_("Hints for everyone; each one is shown to all"),
    HINTS_OFF: N_("No hints"),
}
HINT_NOTE: Final = N_("Each step is noted in the record, and everyone at the table sees it.")
HINTS_USED: Final = N_("Hints used, counted by their steps: %(hints)s")


def known_setting(value: str) -> str:
    """What a form asks for; a field that is left out means what is usual."""
    if value and value not in HINT_WORDS:
        raise BadOptions(
            N_("hints cannot be %(value)s; they can be: %(names)s"), value=repr(value), names=", ".join(HINT_WORDS)
        )
    return value or HINTS_ALONE


def why_no_hints(table: Table) -> Message | None:
    """Why no one gets hints at this table now; None if they are allowed."""
    if table.is_guided:
        return Message(N_("The guide shows the way here. Hints come when you play on alone."))
    if table.allows_hints:
        return None
    if table.row.hints == HINTS_OFF:
        return Message(N_("This table allows no hints."))
    return Message(N_("This table allows hints only where one person plays against bots."))


def why_no_tips(table: Table) -> Message | None:
    """Why there are no hints in sandboxes of this table: they are in no record, so they must not help against other people."""
    match = table.playing()
    if match.is_over or (table.is_alone and table.allows_hints):
        return None
    return Message(N_("While several people play here, hints are asked for at the table, where everyone sees it."))


def used_words(match: Match, say: Speaker) -> str:
    """After the end: how many steps of hints each seat has asked for; "" if there were none."""
    used = [f"{say.seat(seat)} {count}" for seat, count in enumerate(match.hints_used()) if count]
    return say(Message(HINTS_USED, hints=", ".join(used))) if used else ""
