"""Setting up a table, and sitting down at it."""

from __future__ import annotations

import asyncio
import secrets
import time
from dataclasses import asdict

from sqlalchemy import update

from brehon.core import registry
from brehon.core.contract import Game, Ruleset
from brehon.core.fair import new_secret
from brehon.core.lock import is_hash
from brehon.core.rulesets import stored_rules
from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, Forbidden, NotFound, Unreadable
from brehon.server.names import MAX_NAME, clean, distinct
from brehon.server.people.cookies import new_session
from brehon.server.people.keys import digest, is_free, new_key
from brehon.server.storage.schema import BOT, FRIEND, ME, SeatRow
from brehon.server.storage.store import Overtaken
from brehon.server.table.orders import Created, Order, SeatOrder, Taken, seat_people
from brehon.server.table.table import Table
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import check_welcome
from brehon.server.table.visit import Visit


async def create(tables: Tables, order: Order, session: str) -> Created:
    """Set up a table; for a duplicate two of them, with one secret."""
    game = registry.game(order.game)
    seats = seat_people(order.seats)
    rules = await _ruleset(tables, game, order)
    secret, now = order.secret or tables.settings.fixed_secret or new_secret(), time.time()
    common = {
        "game": game.name,
        "rules": rules.version,
        "options": rules.options,
        "components": rules.components.name,
        "source": None if rules.components.builtin else rules.components.source,
        "secret": secret,
        "host": session,
        "started": None,
        "finished": None,
        "version": 0,
        "bot_turn": False,
        "news": False,
        **order.looking.columns(),
        "pace": asdict(order.pace) if order.pace else None,
        "group_id": order.group_id,
        "auto_review": order.auto_review,
        "hints": order.hints,
        "guide": order.guide,
    }
    second = seat_people(order.others) if order.others else for_others(seats)
    created = _new(tables, seats)
    created.twin = _new(tables, second) if order.duplicate else None
    both = [(created, created.twin, seats)]
    if created.twin is not None:
        both.append((created.twin, created, second))
    matches, rows = list[dict[str, object]](), list[dict[str, object]]()
    for number, (one, other, sitting) in enumerate(both):
        marks = {
            "id": one.id,
            "host_key": digest(one.host_key),
            "created": now + number / 1000,
        }  # the first comes first
        matches.append(common | marks | {"twin": other.id if other is not None else None})
        rows += [
            _seat_row(tables, one, number, seat, session, order.guide is not None)
            for number, seat in enumerate(sitting)
        ]
    await tables.store.add_matches(matches, rows)
    return created


def for_others(seats: list[SeatOrder]) -> list[SeatOrder]:
    """The same seats at the second table of a duplicate: the same bots, and a link wherever a person sits."""
    return [seat if seat.kind == BOT else SeatOrder(FRIEND) for seat in seats]


def _new(tables: Tables, seats: list[SeatOrder]) -> Created:
    match_id = secrets.token_urlsafe(12)
    keys = {number: new_key() for number, seat in enumerate(seats) if seat.kind == ME}
    return Created(match_id, tables.keyring.host_key(match_id), keys)


def _seat_row(
    tables: Tables, created: Created, number: int, seat: SeatOrder, session: str, is_guided: bool
) -> dict[str, object]:
    return {
        "match": created.id,
        "seat": number,
        "kind": seat.kind,
        "level": seat.level,
        "name": seat.name,
        "auto": not is_guided,  # a learner does everything by hand
        "session": (session or new_session()) if seat.kind == ME else None,
        "reserved": seat.reserved,
        "word": "",
        **tables.keyring.columns(created.id, number),
        "seat_key": digest(created.keys[number]) if number in created.keys else None,
    }


async def _ruleset(tables: Tables, game: Game, order: Order) -> Ruleset:
    """The rules of a new table. A file is checked elsewhere; only one that has passed is read in here."""
    n_seats, options = len(order.seats), order.options
    if not order.source:
        return stored_rules(game.name, n_seats, options, order.components or game.default_components, None)
    name = clean(order.components, 60) or "own"
    await tables.inspections.components(game.name, order.source, name, n_seats, options)
    async with tables.building:
        return await asyncio.to_thread(
            lambda: registry.make_ruleset(game, n_seats, options, tables.own_components(game, order.source, name))
        )


async def claim(tables: Tables, link: str, session: str, name: str, number_hash: str = "") -> Taken:
    """Take a seat by its link, first come."""
    found = await seat_of_link(tables, link)
    async with tables.at(found.match) as table:
        seat = table.seats[found.seat]
        if seat.session is not None and seat.session == session:
            return Taken(table.id, seat.seat, None)
        check_welcome(table, table.who(session))
        if not is_free(seat) or seat.invitation != digest(link):
            raise seat_is_taken()
        try:
            return await take(tables, table, seat, session, name, number_hash)
        except Overtaken:
            raise seat_is_taken() from None


async def take(tables: Tables, table: Table, seat: SeatRow, session: str, name: str, number_hash: str = "") -> Taken:
    """A player sits down in a free seat, under the lock of the table, and gets its key; no other key opens the seat.

    Overtaken if it was taken at another worker.
    """
    check_not_there(table, session)
    if table.row.lock is not None or table.row.started is not None or table.row.twin is not None:
        number_hash = ""  # it comes too late, and the lock says so; at a duplicate numbers take no part
    if number_hash:
        check_hash(table, seat.seat, number_hash)
    others = [other.name for other in table.seats if other.seat != seat.seat]
    name, key = distinct(clean(name, MAX_NAME) or seat.name, others), new_key()
    values = {"session": session, "name": name, "seat_key": digest(key), "number_hash": number_hash, "reserved": None}
    try:
        table.stored(await tables.store.take_seat(seat, values, table.row.twin))
    except Overtaken:
        tables.forget(table.id)
        raise
    await tables.wake_twin(table)
    seat.session, seat.name, seat.seat_key, seat.number_hash = session, name, digest(key), number_hash
    seat.reserved = None
    table.said.clear()  # the log has names in it
    if table.match is not None:
        table.match.players[seat.seat].name = name
    tables.hub.wake(table.id, table.ply)
    return Taken(table.id, seat.seat, key)


async def rename(visit: Visit, name: str) -> None:
    """A player is called so from here on: in the first of their seats, before the game begins."""
    table, seat = visit.table, visit.table.seats[visit.who.seats[0]]
    if table.match is not None or table.row.lock is not None:
        raise Conflict(Message(N_("Names can be changed only before the game begins.")))
    name = clean(name, MAX_NAME)
    if not name:
        raise Unreadable(Message(N_("Enter a name.")))
    name = distinct(name, [other.name for other in table.seats if other.seat != seat.seat])
    async with visit.tables.changing(table) as change:
        where = (SeatRow.match == table.id, SeatRow.seat == seat.seat)
        await change.connection.execute(update(SeatRow).where(*where).values(name=name))
    seat.name = name


async def renew_key(tables: Tables, table: Table, seat: int) -> str:
    """The player who sits there gets a new key, under the lock of the table; the one before opens nothing."""
    key = new_key()
    table.stored(await tables.store.set_seat_key(table.seats[seat], digest(key), table.version))
    table.seats[seat].seat_key = digest(key)
    return key


async def seat_of_link(tables: Tables, link: str) -> SeatRow:
    """The seat that a link leads to, free or taken."""
    seat = await tables.store.seat_of_link(digest(link))
    if seat is None or seat.kind == BOT:
        raise NotFound(Message(N_("This link leads to no seat. Ask for a new one; it must be complete.")))
    return seat


def check_hash(table: Table, seat: int, number_hash: str) -> None:
    """A hash has its form, and no one else at the table has it."""
    if not is_hash(number_hash):
        raise Unreadable(Message(N_("The hash of a number has 64 hexadecimal digits, in lower case.")))
    if any(other.number_hash == number_hash for other in table.seats if other.seat != seat):
        raise Conflict(Message(N_("Another seat has this hash. A copy is not accepted: draw a number of your own.")))


def check_not_there(table: Table, session: str) -> None:
    """Of a duplicate: Forbidden for a person who sits at the other table, and so knows the deal or will know it."""
    if table.row.voided is not None:
        raise Conflict(Message(N_("This table was given up.")))
    if table.twin is not None and session in table.twin.people:
        raise Forbidden(
            Message(
                N_(
                    "You sit at the other table of this duplicate, or a seat is kept for you there. No one plays the same deal twice."
                )
            )
        )


def seat_is_taken() -> Forbidden:
    return Forbidden(
        Message(
            N_(
                "This seat is taken. You can watch the game, or ask the host for the link of another seat. If you sit there,"
                " open the table where you took the seat."
            )
        )
    )
