"""Duplicate: two tables with the same deal. What their pages say of each other, and giving one of them up.

Both draw from one secret, with the chance of the first edition: the numbers of people's devices would differ. So what is drawn
at one table could be known from the other, and these rules keep them apart:

- no one sits at both (seating.check_not_there, and once more in the transaction, store.take_seat);
- while the other table has not ended, only the players look (visibility.check_sight), and no player leaves a seat that has begun;
- secret, record, result, review and truth wait until both have ended (Table.is_held).
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from brehon.core.text import N_, NN_, Message, Speaker
from brehon.server.errors import Conflict
from brehon.server.table.table import Table, Who, clock_marks
from brehon.server.table.twins import OVER, PLAYING, VOID, WAITING, Twin
from brehon.server.table.visit import Visit


@dataclass(frozen=True)
class DuplicateView:
    """What the page of one table says of the other."""

    twin: Twin | None  # None if it was deleted
    words: str  # how far it is
    is_first: bool  # this table is the one that was set up first
    is_held: bool
    is_there: bool  # the host of this table plays at the other one
    may_open: bool  # the other one can be looked at from here
    may_give_up_here: bool
    may_give_up_there: bool
    given_up_by: str | None  # this table


def duplicate_view(table: Table, who: Who, say: Speaker) -> DuplicateView | None:
    """None for a table of its own."""
    if table.row.twin is None:
        return None
    twin, voided = table.twin, table.row.voided
    is_there = twin is not None and who.is_host and table.row.host in twin.people
    return DuplicateView(
        twin,
        say(how_far(twin)),
        is_first(table),
        table.is_held,
        is_there,
        twin is not None and (is_there or twin.state == WAITING or table.has_ended),
        twin is not None and not table.has_ended and (who.is_host or bool(who.seats)),
        twin is not None and not twin.has_ended and who.is_host,
        None if voided is None else str(voided["by"]),
    )


def is_first(table: Table) -> bool:
    return table.twin is None or (table.row.created, table.id) < (table.twin.created, table.twin.id)


def how_far(twin: Twin | None) -> Message:
    """In words: nothing of what is on the table there."""
    if twin is None:
        return Message(N_("It was deleted, because it never began."))
    if twin.state == VOID:
        return Message(N_("It was given up by %(name)s."), name=twin.by or Message(N_("the host")))
    if twin.state == OVER:
        return Message(N_("The game is over there."))
    if twin.state == PLAYING:
        return Message(
            NN_("The game has begun there: %(n)s ply.", "The game has begun there: %(n)s plies."), n=twin.plies
        )
    if twin.waits_for:
        text = NN_("It waits for %(n)s person.", "It waits for %(n)s people.")
        return Message(text, n=twin.waits_for)
    return Message(N_("Everyone is there; it has not begun."))


def duplicate_data(table: Table, say: Speaker) -> dict[str, object] | None:
    """For programs; None for a table of its own."""
    if table.row.twin is None:
        return None
    twin = table.twin
    return {
        "other": table.row.twin,
        "first": is_first(table),
        "status": twin.state if twin is not None else "deleted",
        "waits_for": twin.waits_for if twin is not None and twin.state == WAITING else 0,
        "plies": twin.plies if twin is not None else 0,
        "held": table.is_held,
        "message": say(how_far(twin)),
    }


async def give_up(visit: Visit) -> None:
    """End a table of a duplicate without a result: the other one no longer has to wait for it. Everyone sees who did it."""
    tables, table, who = visit.tables, visit.table, visit.who
    if table.row.twin is None:
        raise Conflict(Message(N_("Only a table of a duplicate can be given up.")))
    if table.has_ended:
        raise Conflict(Message(N_("This table has already ended.")))
    by = table.seats[who.seats[0]].name if who.seats else ""
    voided = {"by": by, "missing": [], "opened": [], "at": time.time()}
    table.row.paused = time.time()
    marks = {} if table.match is None else clock_marks(table, table.match, is_turn=False)
    marks |= {"voided": voided, "paused": table.row.paused, "ask": None, "bot_turn": False, "deadline": None}
    await tables.mark(table, **marks)
    await tables.wake_twin(table)
