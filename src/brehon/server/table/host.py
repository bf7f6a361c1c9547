"""What the host of a table may do: give and free seats, renew links, ban people, decide who may watch; and play again.

A seat that is freed gets a new invitation and has no key, so an old link or an old program no longer works. The link of a taken
seat opens nothing, and the host can neither read nor renew what its player holds.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import insert, update

from brehon.bots.levels import LEVELS
from brehon.bots.levels import level as bot_level
from brehon.core import registry
from brehon.core.fair import new_secret
from brehon.core.match import Match
from brehon.core.record import HOST
from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, Forbidden, NotFound, Unreadable
from brehon.server.names import MAX_NAME, clean, distinct
from brehon.server.people.keys import digest, is_free
from brehon.server.storage.schema import BOT, FRIEND, OF_ONE_MATCH, MatchRow, SeatRow
from brehon.server.storage.store import LOOK, Overtaken, add_lines
from brehon.server.table.clocks import clocks_of, pace_of
from brehon.server.table.orders import Taken
from brehon.server.table.seating import renew_key, take
from brehon.server.table.table import Table, bot_to_move, people_to_move
from brehon.server.table.tables import CHANGED, Tables
from brehon.server.table.visibility import OPEN, Visibility, check_welcome
from brehon.server.table.visit import Visit

MAX_BANS: Final = 50
LOCKED: Final = N_("The table is locked: nothing can be changed before the first card is drawn. It can only be voided.")


@dataclass
class NewOccupant:
    """The new state of a seat."""

    seat: int
    level: str = ""  # of the bot that takes it; "" leaves it free
    is_banned: bool = False  # the person who sat there may not come back


async def hand_over(visit: Visit, what: NewOccupant) -> None:
    """Free a seat or give it to a bot, before or during the game. Everyone may leave their own seat."""
    tables, table, who = visit.tables, visit.table, visit.who
    seat = _seat_of(table, what.seat)
    if not who.is_host and (seat.seat not in who.seats or what.level or what.is_banned):
        raise Forbidden(Message(N_("Only the host may give seats to others. You may leave your own seat.")))
    _refuse_after_the_end(table)
    if table.row.lock is not None and table.match is None:
        raise Conflict(Message(LOCKED))
    if table.row.twin is not None and table.match is not None and seat.session is not None:
        await _stand_in(visit, table.match, what)
        return
    marks: dict[str, object] = {"bans": [*table.row.bans, _ban(table, seat)]} if what.is_banned else {}
    values = {seat.seat: _new_occupant(tables, table, seat, what.level)}
    for other in table.seats:
        if what.is_banned and other.seat != seat.seat and other.session == seat.session:
            values[other.seat] = _new_occupant(tables, table, other, what.level)
    first = table.ply
    if table.match is not None:
        for number in values:
            _note_occupant(table.match, number, what.level)
        marks |= _play_marks(table, table.match, values)
    await _change(tables, table, marks, values, first)


async def _stand_in(visit: Visit, match: Match, what: NewOccupant) -> None:
    """At a duplicate that has begun a bot may play for a person; the seat stays theirs, so that they cannot sit at the other table."""
    if not what.level or what.is_banned:
        text = N_(
            "At a duplicate no one leaves a seat once the game has begun: the deal is known here now. A bot can go on."
        )
        raise Conflict(Message(text))
    first = match.ply
    match.seat_bot(what.seat, bot_level(what.level).name, HOST)
    await visit.tables.keep(visit.table, match, first)


async def renew_link(visit: Visit, seat: int) -> None:
    """Give a free seat a new link; the old one no longer works."""
    found = _seat_of(visit.table, seat)
    if found.kind == BOT:
        raise Conflict(Message(N_("A bot sits there. Free the seat first, then it has a link.")))
    if not is_free(found):
        raise Conflict(Message(N_("The seat is taken and needs no link. Free the seat first, then it has one.")))
    columns = visit.tables.keyring.columns(visit.table.id, seat, found.generation + 1)
    await _change(visit.tables, visit.table, {}, {seat: columns})


async def new_key_for(visit: Visit, seat: int) -> str:
    """The player in a seat gets a new key for it; the old one no longer works. The host gets none."""
    if _seat_of(visit.table, seat).seat not in visit.who.seats:
        raise Forbidden(Message(N_("Only the player who sits there gets a key of the seat.")))
    return await renew_key(visit.tables, visit.table, seat)


async def set_looking(visit: Visit, visibility: str, spectators: bool, delay: int) -> None:
    """Decide who may watch."""
    await _change(visit.tables, visit.table, Visibility(visibility, spectators, delay).columns(), {})


async def set_auto_review(visit: Visit, wanted: bool) -> None:
    """Whether the game is reviewed by itself when it is over."""
    await _change(visit.tables, visit.table, {"auto_review": wanted}, {})


async def pardon(visit: Visit, ban: str) -> None:
    """Lift the ban of a person."""
    bans = visit.table.row.bans
    rest = [one for one in bans if one["id"] != ban]
    if len(rest) == len(bans):
        raise NotFound(Message(N_("No one with this number is banned from the table.")))
    await _change(visit.tables, visit.table, {"bans": rest}, {})


async def sit_down(visit: Visit, name: str, number_hash: str = "") -> Taken:
    """Take the first free seat of an open table; a player who sits there already keeps the seat."""
    for _ in range(12):  # as many seats as others could take in the meantime at another worker
        table, who = visit.table, visit.who
        if who.seats:
            return Taken(table.id, who.seats[0], None)
        if who.kept:
            return await _sit_where_kept(visit)
        if table.row.visibility != OPEN:
            raise Forbidden(Message(N_("This table is not open. Ask the host for a link to a seat.")))
        _refuse_after_the_end(table)
        if not table.free_seats:
            raise Conflict(Message(N_("All seats are taken. You can watch, or create your own table.")))
        try:
            return await take(visit.tables, table, table.free_seats[0], visit.asker.session, name, number_hash)
        except Overtaken:
            await visit.look_again()
            check_welcome(visit.table, visit.who)
    raise Conflict(Message(CHANGED))


async def _sit_where_kept(visit: Visit) -> Taken:
    """A person comes to the seats that were kept for them; the key is that of the first."""
    tables, seats = visit.tables, visit.who.kept
    _refuse_after_the_end(visit.table)
    await take_kept(tables, visit.table, {visit.asker.session})
    return Taken(visit.table.id, seats[0], await renew_key(tables, visit.table, seats[0]))


async def take_kept(tables: Tables, table: Table, sessions: set[str]) -> None:
    """These people sit down where seats are kept for them, under the lock of the table. Overtaken if it has changed."""
    kept = [seat for seat in table.seats if seat.reserved in sessions and seat.session is None]
    if not kept:
        return
    async with tables.store.changing(table.id, expected=table.version) as change:
        for seat in kept:
            where = (SeatRow.match == table.id, SeatRow.seat == seat.seat)
            values = {"session": seat.reserved, "reserved": None}
            await change.connection.execute(update(SeatRow).where(*where).values(values))
        version = change.version
    table.stored(version)
    for seat in kept:
        seat.session, seat.reserved = seat.reserved, None
    tables.hub.wake(table.id, table.ply)


@dataclass
class Next:
    """The next table, with what the player who asks gets of it."""

    id: str
    seats: list[SeatRow]  # their own; for the host also the free ones
    keys: dict[int, str]  # of those, where no key was given out yet
    host_key: str | None
    is_new: bool = False  # set up by this request


async def rematch(visit: Visit, wants_keys: bool = True) -> Next:
    """The table where the same people play the same game again, everyone one seat on; the first who asks sets it up.

    Who asks sits down there. The seats of the others are kept for them until they ask too: no one plays without having said so.
    Each gets only their own seat, and its key once: the next who asks for the same seat gets none.
    """
    tables, table, who = visit.tables, visit.table, visit.who
    is_new = table.row.next_match is None
    new_id = await _next_table(visit)
    sessions = {session for seat in who.seats if (session := table.seats[seat].session)}
    async with tables.at(new_id) as new:  # no one waits for an older table while holding a newer one
        try:
            if new.match is None or not new.match.is_over:
                await take_kept(tables, new, sessions)
            mine = [seat.seat for seat in new.seats if seat.session in sessions]
            needed = [seat for seat in mine if wants_keys and new.seats[seat].seat_key is None]
            keys = {seat: await renew_key(tables, new, seat) for seat in needed}
        except Overtaken:
            tables.forget(new_id)
            raise Conflict(Message(CHANGED)) from None
        host_key = tables.keyring.host_key(new_id)
        is_heir = new.row.host == (visit.asker.session or table.row.host)
        is_host = who.is_host and is_heir and digest(host_key) == new.row.host_key
        free = [seat.seat for seat in new.free_seats] if is_host else []
        shown = [new.seats[seat] for seat in sorted({*mine, *free})]
        return Next(new_id, shown, keys, host_key if is_host else None, is_new)


async def _next_table(visit: Visit) -> str:
    """The id of the next table, which is set up if it is not there yet. A player who sets it up is its host."""
    tables, table, who = visit.tables, visit.table, visit.who
    if table.match is None or not table.match.is_over:
        raise Conflict(Message(N_("The game is not over yet.")))
    if table.row.next_match is not None:
        return table.row.next_match
    match, seats = again(tables, table, comes={table.seats[seat].session for seat in who.seats})
    if visit.asker.session and who.seats and any(seat.session == table.row.host for seat in table.seats):
        match["host"] = visit.asker.session
    async with tables.store.changing(table.id, expected=table.version, next_match=match["id"]) as change:
        await change.connection.execute(insert(MatchRow), match)
        await change.connection.execute(insert(SeatRow), seats)
    tables.forget(table.id)
    tables.hub.wake(table.id, table.ply)
    return str(match["id"])


def next_seat(seat: int, count: int) -> int:
    """A person's seat in the next game: the first player moves to the last seat."""
    return (seat - 1) % count


def again(
    tables: Tables, table: Table, one_on: bool = True, comes: set[str | None] | None = None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The rows of the next table, with a new secret. Everyone moves one seat on, or stays.

    With `comes`, only these people sit down; the seats of the others are kept for them.
    """
    old, new_id = _columns(table.row), secrets.token_urlsafe(12)
    fresh: dict[str, Any] = {
        "id": new_id,
        "secret": tables.settings.fixed_secret or new_secret(),
        "host_key": digest(tables.keyring.host_key(new_id)),
        "rules": table.rules.game.rules_version,
        "created": time.time(),
        "version": 0,
        "bot_turn": False,
        "started": None,
        "finished": None,
    }
    match = {name: value for name, value in old.items() if name not in OF_ONE_MATCH} | fresh
    if one_on:
        after = [next_seat(seat, len(table.seats)) for seat in range(len(table.seats))]
        match["options"] = registry.reseat(table.rules.game, table.rules.options, after)
    seats = []
    for seat in table.seats:
        number = next_seat(seat.seat, len(table.seats)) if one_on else seat.seat
        begun = {"match": new_id, "seat": number, "word": "", "passed_on": False, "number_hash": "", "number": None}
        if comes is not None and seat.kind != BOT and seat.session is not None and seat.session not in comes:
            begun |= {"kind": FRIEND, "session": None, "reserved": seat.session, "auto": False}
        seats.append(_columns(seat) | begun | tables.keyring.columns(new_id, number))
    return match, sorted(seats, key=lambda seat: int(seat["seat"]))


def _note_occupant(match: Match, seat: int, level: str) -> None:
    """A line of the record says that a bot plays in a seat from here on, or that none does; a forfeit stands."""
    if seat in match.forfeited:
        return
    if level:
        match.seat_bot(seat, level, HOST)
    elif match.stand_ins[seat] is not None:
        match.seat_back(seat)


def _play_marks(table: Table, match: Match, values: dict[int, dict[str, object]]) -> dict[str, object]:
    """Whose turn it is and whose clocks run after these seats have new players; a new player gets some time."""
    row, seats = table.row, [SeatRow(**_columns(seat) | values.get(seat.seat, {})) for seat in table.seats]
    marks: dict[str, object] = {"bot_turn": not row.paused and bot_to_move(match, seats) >= 0, "ask": None}
    pace = pace_of(row.pace)
    if pace is not None:
        clocks = clocks_of(row.clocks, pace, len(seats))
        for seat in values:
            clocks.forget(seat)
        clocks.go(pace, 0 if row.paused else people_to_move(match, seats), table.time.now(), is_turn=False)
        for seat in values:
            clocks.left[seat] = max(clocks.left[seat], pace.comeback)
        marks |= {"clocks": clocks.data(), "deadline": clocks.deadline(pace)}
    return marks


async def _change(
    tables: Tables,
    table: Table,
    marks: dict[str, object],
    seats: dict[int, dict[str, object]],
    first: int | None = None,
) -> None:
    """Store changes of a match and of its seats as one, then read it again: whatever is remembered may be wrong now.

    With `first` the lines of the record from there on, too.
    """
    plies = table.match.plies[first:] if table.match is not None and first is not None else []
    lines = [ply.words(table.rules) for ply in plies]
    try:
        async with tables.store.changing(table.id, LOOK, table.version, **marks) as change:
            await change.connection.run_sync(add_lines, table.id, first or 0, lines)
            for seat, values in seats.items():
                where = (SeatRow.match == table.id, SeatRow.seat == seat)
                await change.connection.execute(update(SeatRow).where(*where).values(values))
    except Overtaken:
        raise Conflict(Message(CHANGED)) from None
    finally:
        tables.forget(table.id)
    tables.hub.moved(table.id, LOOK)  # a bot may have to decide now


def _columns(row: MatchRow | SeatRow) -> dict[str, Any]:
    return {column.name: getattr(row, column.name) for column in row.__table__.columns}


def _refuse_after_the_end(table: Table) -> None:
    if table.match is not None and table.match.is_over:
        raise Conflict(Message(N_("The game is over.")))


def _seat_of(table: Table, seat: int) -> SeatRow:
    if not 0 <= seat < len(table.seats):
        raise NotFound(Message(N_("This table has the seats 1 to %(last)s."), last=len(table.seats)))
    return table.seats[seat]


def _new_occupant(tables: Tables, table: Table, seat: SeatRow, level: str) -> dict[str, object]:
    """The columns of a seat that is free now, or a bot's."""
    free: dict[str, object] = {
        "kind": FRIEND,
        "level": "",
        "name": "",
        "session": None,
        "reserved": None,
        "auto": True,
        "number_hash": "",
        **tables.keyring.columns(table.id, seat.seat, seat.generation + 1),
    }
    free["passed_on"] = seat.passed_on or (table.match is not None and _has_decided(table.match, seat.seat))
    if not level:
        return free
    if level not in LEVELS:
        text = N_("There is no bot called “%(level)s”; there are: %(levels)s.")
        raise Unreadable(Message(text, level=clean(level, MAX_NAME), levels=", ".join(LEVELS)))
    others = [other.name for other in table.seats if other.seat != seat.seat]
    name = distinct(bot_level(level).title, others)
    return free | {"kind": BOT, "level": level, "name": name}


def _has_decided(match: Match, seat: int) -> bool:
    return any(ply.seat == seat and ply.action >= 0 for ply in match.plies)


def _ban(table: Table, seat: SeatRow) -> dict[str, str]:
    if seat.session is None:
        raise Conflict(Message(N_("The seat is empty, so there is no one to ban.")))
    if seat.session == table.row.host:
        raise Conflict(Message(N_("You cannot ban yourself from your own table.")))
    if len(table.row.bans) >= MAX_BANS:
        raise Conflict(Message(N_("%(most)s people are already banned; this is the limit."), most=MAX_BANS))
    return {"id": secrets.token_urlsafe(9), "person": seat.session, "name": seat.name}
