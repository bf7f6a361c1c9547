"""Who is thinking, since when; and *finish now*, for people who do not want to wait for bots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brehon.core.text import N_, Message
from brehon.server.errors import Conflict
from brehon.server.table.events import HURRY
from brehon.server.table.table import people_to_move
from brehon.server.table.visibility import sees_late
from brehon.server.table.visit import Visit

NONE_THINKS: Final = N_("No bot has to decide now.")


@dataclass
class Thinking:
    """The bots that people wait for."""

    seconds: float  # since the last decision of a person, as far as this worker knows
    made: int  # decisions of bots since then
    is_hurried: bool
    may_hurry: bool


async def finish(visit: Visit) -> None:
    """Until a person decides again, the bots of this table pause no more, and searches end with what they have found."""
    table, tables = visit.table, visit.tables
    if table.playing().is_over or table.bot_to_move() < 0:
        raise Conflict(Message(NONE_THINKS))
    if tables.store.is_shared:  # another worker may drive them
        async with tables.store.writing() as connection:
            await tables.store.ring(connection, table.id, HURRY, table.ply)
    tables.hub.ring(table.id, HURRY, table.ply)


def thinking(visit: Visit) -> Thinking | None:
    """What the page says where a bot has to decide; None if people may decide too, or see the table late."""
    table, who = visit.table, visit.who
    if table.match is None or table.match.is_over or table.bot_failed is not None:
        return None
    if sees_late(table, who) or people_to_move(table.match, table.seats):
        return None
    wait = visit.tables.waits.known(table.id)
    may_hurry = bool(who.seats) or who.is_host
    if wait is None:
        return Thinking(0.0, 0, False, may_hurry)
    return Thinking(round(wait.spent, 1), wait.made, wait.hurry.is_set(), may_hurry)
