"""From the waiting room to the first draw: hashes of numbers, the lock, the opened numbers, and tables that were voided.

Everything is a row before it is answered, so a crash between two steps loses nothing. The first draw is stored together with the
number that was opened last. core/lock.py says why no one can choose a draw.
"""

from __future__ import annotations

import time

from sqlalchemy import insert, update

from brehon.core.lock import Lock, LockedSeat
from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, Unreadable
from brehon.server.storage.schema import BOT, FRIEND, MatchRow, SeatRow
from brehon.server.storage.store import LOOK
from brehon.server.table.host import LOCKED, again
from brehon.server.table.orders import Created, Order
from brehon.server.table.seating import check_hash
from brehon.server.table.seating import create as create_table
from brehon.server.table.table import Table, Who
from brehon.server.table.tables import Tables
from brehon.server.table.visit import Visit


async def create(tables: Tables, order: Order, session: str) -> Created:
    """Create a table; if it waits for no one, it begins at once, without a number unless the order waits for one."""
    created = await create_table(tables, order, session)
    if not order.waits or order.secret or tables.settings.fixed_secret or order.duplicate:
        for one in filter(None, (created, created.twin)):
            async with tables.at(one.id) as table:
                if starts_by_itself(table):
                    await lock_and_begin(tables, table)
    return created


async def set_number(visit: Visit, hash: str) -> None:
    """The device of a player fixes its number by its hash, for the first seat of theirs.

    A table where no one has to be waited for is locked as soon as all numbers are there.
    """
    tables, table, who, number_hash = visit.tables, visit.table, visit.who, hash.strip()
    seat = _number_seat(table, who)
    _check_open(table)
    if tables.settings.fixed_secret:
        raise Conflict(Message(N_("The secret of this server is fixed for tests: numbers take no part in its draws.")))
    if table.row.twin is not None:
        text = N_("Both tables of a duplicate draw from one secret of the server: numbers take no part in it.")
        raise Conflict(Message(text))
    check_hash(table, seat, number_hash)
    marks: dict[str, object] = {}
    table.seats[seat].number_hash = number_hash
    if starts_by_itself(table) and not without_number(table):
        marks = sealed(tables, table)
    async with tables.changing(table, **marks) as change:
        where = (SeatRow.match == table.id, SeatRow.seat == seat)
        await change.connection.execute(update(SeatRow).where(*where).values(number_hash=number_hash))


def _number_seat(table: Table, who: Who) -> int:
    """Where the number of a device stands: at the seat that has one, else at the first."""
    return next((seat for seat in who.seats if table.seats[seat].number_hash), who.seats[0])


def _check_open(table: Table) -> None:
    if table.row.voided is not None:
        raise Conflict(Message(N_("This table was voided. Go to the next one.")))
    if table.match is not None:
        raise Conflict(Message(N_("The game has already begun.")))
    if table.row.lock is not None:
        raise Conflict(Message(LOCKED))


def starts_by_itself(table: Table) -> bool:
    """Whether no one has to be invited or waited for."""
    return all(seat.kind != FRIEND for seat in table.seats)


def without_number(table: Table) -> list[int]:
    """The seats of people who are here and whose device has sent no hash; one for each person."""
    with_one = {seat.session for seat in table.seats if seat.number_hash}
    missing: dict[str, int] = {}
    for seat in table.seats:
        if seat.kind != BOT and seat.session is not None and seat.session not in with_one:
            missing.setdefault(seat.session, seat.seat)
    return list(missing.values())


async def start(visit: Visit, without_numbers: bool) -> None:
    """Lock the table: the host at any time, the others when all have come. It begins when all numbers are open.

    With `without_numbers`, also if the number of a person who is here is missing; the lock says so.
    """
    tables, table, who = visit.tables, visit.table, visit.who
    _check_open(table)
    if table.waiting_for and not who.is_host:
        raise Conflict(Message(N_("Not everyone has arrived yet; only the host may start without them.")))
    missing = [seat for seat in without_number(table) if seat not in who.seats]
    if missing and not without_numbers and not tables.is_first_edition(table):
        names = ", ".join(table.seats[seat].name or str(seat + 1) for seat in missing)
        text = N_("A number is still missing: %(names)s. Wait a moment, or start without it.")
        raise Conflict(Message(text, names=names))
    await lock_and_begin(tables, table)


async def lock_and_begin(tables: Tables, table: Table) -> None:
    """Write the lock, under the lock of the table; where there is no number to open, the game begins with it."""
    if tables.is_first_edition(table):
        await tables.begin(table)
        return
    marks = sealed(tables, table)
    if make_lock(tables, table).with_number:
        await tables.mark(table, **marks)
    else:
        await tables.begin(table, None, **marks)


def make_lock(tables: Tables, table: Table) -> Lock:
    """What is fixed from here on."""
    rules = table.rules
    at = {seat.session: seat.seat for seat in table.seats if seat.session is not None and seat.number_hash}
    seats: list[LockedSeat] = []
    for seat in table.seats:
        own = at.get(seat.session or "", -1)
        if seat.kind == BOT:
            seats.append(LockedSeat(level=seat.level))
        elif seat.session is None:
            seats.append(LockedSeat(is_absent=True))
        elif own >= 0 and own != seat.seat:
            seats.append(LockedSeat(shares=own))
        else:
            seats.append(LockedSeat(number=seat.number_hash))
    return Lock(table.id, table.commitment, tables.signer.public, rules.game.name, rules.version, rules.options,
                rules.components.name, rules.components.digest, seats)  # fmt: skip


def sealed(tables: Tables, table: Table) -> dict[str, object]:
    """The lock and its signature, as columns of the match."""
    lock = make_lock(tables, table)
    return {"lock": lock.data(), "lock_signature": tables.signer.sign_lock(lock.digest)}


async def open_number(visit: Visit, number: str) -> None:
    """A device opens its number; with the last one the game begins. To open it twice changes nothing."""
    tables, table, who, number = visit.tables, visit.table, visit.who, number.strip()
    lock = table.lock
    if table.row.voided is not None:
        raise Conflict(Message(N_("This table was voided. Go to the next one.")))
    if lock is None:
        raise Conflict(Message(N_("The table is not locked yet. A number is opened after that, and not before.")))
    seat = next((seat for seat in who.seats if lock.seats[seat].number), None)
    if seat is None:
        raise Conflict(Message(N_("The lock holds no number for your seat.")))
    why = lock.why_not_open(seat, number)
    if why is not None:
        raise Unreadable(why)
    if table.seats[seat].number is not None:
        return
    if table.to_open == [seat]:
        table.seats[seat].number = number
        await tables.begin(table, {seat: number})
        return
    async with tables.changing(table) as change:
        where = (SeatRow.match == table.id, SeatRow.seat == seat)
        await change.connection.execute(update(SeatRow).where(*where).values(number=number))
    table.seats[seat].number = number


async def void(visit: Visit) -> str:
    """Give up a locked table whose numbers do not all come; the id of the next one, with the same people and a new secret.

    Everyone sees who did it, and which numbers were open by then: a person who knew the secret could have seen the first deal.
    """
    tables, table, who = visit.tables, visit.table, visit.who
    if table.row.voided is not None and table.row.next_match is not None:
        return table.row.next_match
    if not table.is_locked:
        raise Conflict(Message(N_("A table can be voided only while it is locked and before the game has begun.")))
    lock = table.lock
    assert lock is not None
    by = table.seats[who.seats[0]].name if who.seats else ""
    opened = [seat for seat in lock.with_number if seat not in table.to_open]
    voided = {"by": by, "missing": table.to_open, "opened": opened, "at": time.time()}
    match, seats = again(tables, table, one_on=False)
    async with tables.changing(table, voided=voided, next_match=match["id"]) as change:
        await change.connection.execute(insert(MatchRow), match)
        await change.connection.execute(insert(SeatRow), seats)
    tables.forget(table.id)
    tables.hub.moved(table.id, LOOK)
    return str(match["id"])
