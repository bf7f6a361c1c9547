"""From the waiting room to the first draw: hashes of numbers, the lock, the opened numbers, and tables that were voided.

Everything is a row before it is answered, so a crash between two steps loses nothing. The first draw is stored together with the
number that was opened last. core/lock.py says why no one can choose a draw.
"""

from __future__ import annotations

import time

from sqlalchemy import insert, update

from brehon.core.lock import Lock, LockedSeat
from brehon.core.text import N_, Message
from brehon.server.asker import Asker
from brehon.server.errors import Conflict, Forbidden, Unreadable
from brehon.server.hosting import LOCKED, again
from brehon.server.schema import BOT, FRIEND, MatchRow, SeatRow
from brehon.server.services import Created, Order, Table, Tables, Who, check_hash
from brehon.server.store import LOOK


async def create(tables: Tables, order: Order, session: str) -> Created:
    """Set up a table; where no one has to be waited for, it begins at once, without a number unless the order waits for one."""
    created = await tables.create(order, session)
    if not order.waits or tables.settings.fixed_secret:
        async with tables.at(created.id) as table:
            if starts_by_itself(table):
                await lock_and_begin(tables, table)
    return created


async def set_number(tables: Tables, match_id: str, asker: Asker, number_hash: str) -> int:
    """The device of a player fixes its number by its hash, for the first seat of theirs; that seat.

    A table where no one has to be waited for is locked as soon as all numbers are there.
    """
    async with tables.visit(match_id, asker) as (table, who):
        seat = _number_seat(table, who)
        _check_open(table)
        if tables.settings.fixed_secret:
            raise Conflict(
                Message(N_("The secret of this server is fixed for tests: numbers take no part in its draws."))
            )
        check_hash(table, seat, number_hash)
        marks: dict[str, object] = {}
        table.seats[seat].number_hash = number_hash
        if starts_by_itself(table) and not without_number(table):
            marks = sealed(tables, table)
        async with tables.changing(table, **marks) as change:
            where = (SeatRow.match == table.id, SeatRow.seat == seat)
            await change.connection.execute(update(SeatRow).where(*where).values(number_hash=number_hash))
        return seat


def _number_seat(table: Table, who: Who) -> int:
    """Where the number of a device stands: at the seat that has one, else at the first."""
    if not who.seats:
        raise Forbidden(Message(N_("Only the player in a seat may bring a number.")))
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


async def start(tables: Tables, match_id: str, asker: Asker, without: bool = True) -> None:
    """Lock the table: the host at any time, the others when all have come. It begins when all numbers are open.

    With `without`, also if the number of a person who is here is missing; the lock says so.
    """
    async with tables.visit(match_id, asker) as (table, who):
        if not who.seats and not who.is_host:
            raise Forbidden(Message(N_("Only the people at the table may start the game.")))
        _check_open(table)
        if table.waiting_for and not who.is_host:
            raise Conflict(Message(N_("Not everybody has come yet; only who set up the table may start without them.")))
        missing = [seat for seat in without_number(table) if seat not in who.seats]
        if missing and not without and not tables.settings.fixed_secret:
            names = ", ".join(table.seats[seat].name or str(seat + 1) for seat in missing)
            text = N_("A number is still missing: %(names)s. Wait a moment, or start without it.")
            raise Conflict(Message(text, names=names))
        await lock_and_begin(tables, table)


async def lock_and_begin(tables: Tables, table: Table) -> None:
    """Write the lock, under the lock of the table; where there is no number to open, the game begins with it."""
    if tables.settings.fixed_secret:
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


async def open_number(tables: Tables, match_id: str, asker: Asker, number: str) -> None:
    """A device opens its number; with the last one the game begins. To open it twice changes nothing."""
    async with tables.visit(match_id, asker) as (table, who):
        lock = table.lock
        if not who.seats:
            raise Forbidden(Message(N_("Only the player in a seat may bring a number.")))
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


async def void(tables: Tables, match_id: str, asker: Asker) -> str:
    """Give up a locked table whose numbers do not all come; the id of the next one, with the same people and a new secret.

    Everybody sees who did it, and which numbers were open by then: a person who knew the secret could have seen the first deal.
    """
    async with tables.visit(match_id, asker) as (table, who):
        if not who.seats and not who.is_host:
            raise Forbidden(Message(N_("Only the people at the table may void it.")))
        if table.row.voided is not None and table.row.next_match is not None:
            return table.row.next_match
        if not table.is_locked:
            raise Conflict(Message(N_("Only a locked table whose game has not begun can be voided.")))
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
