"""What the host of a table may do: seats given and taken, links renewed, people shut out, who may look; and playing again.

A seat that is freed gets a new invitation and has no key, so that an old link or an old program leads nowhere. The link of a taken
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
from brehon.server.asker import Asker
from brehon.server.errors import Conflict, Forbidden, NotFound, Unreadable
from brehon.server.keys import digest, is_free
from brehon.server.pace import clocks_of, pace_of
from brehon.server.schema import BOT, FRIEND, MatchRow, SeatRow
from brehon.server.services import (
    CHANGED,
    MAX_NAME,
    Table,
    Tables,
    Taken,
    Who,
    bot_to_move,
    clean,
    distinct,
    people_to_move,
)
from brehon.server.store import LOOK, Overtaken, add_lines
from brehon.server.watching import OPEN, Looking, check_welcome

FREE: Final = "open"  # a seat that anybody with its link may take
MAX_BANS: Final = 50
LOCKED: Final = N_("The table is locked: nothing can be changed before the first card is drawn. It can only be voided.")


@dataclass
class NewHands:
    """What becomes of a seat."""

    seat: int
    level: str = ""  # of the bot that takes it; "" leaves it free
    is_banned: bool = False  # whoever sat there may not come back


async def hand_over(tables: Tables, match_id: str, asker: Asker, what: NewHands) -> Who:
    """Take a seat away and leave it free or give it to a bot, before the game or in it. One's own seat anybody may leave.

    Who has done it, as the table knew them before.
    """
    async with tables.visit(match_id, asker) as (table, who):
        seat = _seat_of(table, what.seat)
        if not who.is_host and (seat.seat not in who.seats or what.level or what.is_banned):
            raise Forbidden(Message(N_("Only the host may give seats to others. Your own seat you may leave.")))
        _refuse_after_the_end(table)
        if table.row.lock is not None and table.match is None:
            raise Conflict(Message(LOCKED))
        marks: dict[str, object] = {"bans": [*table.row.bans, _ban(table, seat)]} if what.is_banned else {}
        values = {seat.seat: _new_hands(tables, table, seat, what.level)}
        for other in table.seats:
            if what.is_banned and other.seat != seat.seat and other.session == seat.session:
                values[other.seat] = _new_hands(tables, table, other, what.level)
        first = table.ply
        if table.match is not None:
            for number in values:
                _note_hands(table.match, number, what.level)
            marks |= _play_marks(table, table.match, values)
        await _change(tables, table, marks, values, first)
        return who


async def renew_link(tables: Tables, match_id: str, asker: Asker, seat: int) -> str:
    """Give a free seat a new link; the old one leads nowhere. Its last part."""
    async with tables.visit(match_id, asker) as (table, who):
        _only_host(who)
        found = _seat_of(table, seat)
        if found.kind == BOT:
            raise Conflict(Message(N_("A bot sits there. Leave the seat free first, then it has a link.")))
        if not is_free(found):
            raise Conflict(Message(N_("A player sits there, and needs no link. Free the seat first, then it has one.")))
        generation = found.generation + 1
        await _change(tables, table, {}, {seat: tables.keyring.columns(table.id, seat, generation)})
        return tables.keyring.invitation(table.id, seat, generation)


async def renew_key(tables: Tables, match_id: str, asker: Asker, seat: int) -> str:
    """Whoever sits in a seat gets a new key for it; the one before opens nothing. The host does not."""
    async with tables.visit(match_id, asker) as (table, who):
        if _seat_of(table, seat).seat not in who.seats:
            raise Forbidden(Message(N_("Only the player who sits there gets a key of the seat.")))
        return await tables.renew_key(table, seat)


async def set_looking(tables: Tables, match_id: str, asker: Asker, looking: Looking) -> None:
    """Decide who may look on."""
    async with tables.visit(match_id, asker) as (table, who):
        _only_host(who)
        await _change(tables, table, looking.columns(), {})


async def pardon(tables: Tables, match_id: str, asker: Asker, ban_id: str) -> None:
    """Let somebody come again who was shut out."""
    async with tables.visit(match_id, asker) as (table, who):
        _only_host(who)
        rest = [ban for ban in table.row.bans if ban["id"] != ban_id]
        if len(rest) == len(table.row.bans):
            raise NotFound(Message(N_("Nobody of this number is shut out of the table.")))
        await _change(tables, table, {"bans": rest}, {})


async def sit_down(tables: Tables, match_id: str, session: str, name: str, number_hash: str = "") -> Taken:
    """Take the first free seat of an open table; who sits there already keeps the seat."""
    for _ in range(12):  # as many seats as others could take meanwhile at another worker
        try:
            return await _sit_down(tables, match_id, session, name, number_hash)
        except Overtaken:
            continue
    raise Conflict(Message(CHANGED))


async def _sit_down(tables: Tables, match_id: str, session: str, name: str, number_hash: str) -> Taken:
    async with tables.at(match_id) as table:
        who = table.who(session)
        if who.seats:
            return Taken(table.id, who.seats[0], None)
        check_welcome(table, who)
        if table.row.visibility != OPEN:
            raise Forbidden(Message(N_("This table is not open to everybody. Ask the host for the link of a seat.")))
        _refuse_after_the_end(table)
        free = [seat for seat in table.seats if is_free(seat)]
        if not free:
            raise Conflict(Message(N_("All seats are taken. You can watch, or set up a table of your own.")))
        return await tables.take(table, free[0], session, name, number_hash)


@dataclass
class Next:
    """The next table, with what the player who asks gets of it."""

    id: str
    seats: list[int]  # their own
    keys: dict[int, str]  # of those, where no key was given out yet
    host_key: str | None


async def rematch(tables: Tables, match_id: str, asker: Asker, wants_keys: bool = True) -> Next:
    """The table where the same people play the same game again, everybody one seat on; the first who asks sets it up.

    Each gets only their own seat, and its key once: the next who asks for the same seat gets none.
    """
    async with tables.visit(match_id, asker) as (table, who):
        new_id = await _next_table(tables, table, who)
        sessions = {next_seat(seat, len(table.seats)): table.seats[seat].session for seat in who.seats}
    async with tables.at(new_id) as new:
        mine = sorted(seat for seat, session in sessions.items() if session and new.seats[seat].session == session)
        try:
            needed = [seat for seat in mine if wants_keys and new.seats[seat].seat_key is None]
            keys = {seat: await tables.renew_key(new, seat) for seat in needed}
        except Overtaken:
            tables.forget(new_id)
            raise Conflict(Message(CHANGED)) from None
        host_key = tables.keyring.host_key(new_id)
        is_host = who.is_host and digest(host_key) == new.row.host_key
    return Next(new_id, mine, keys, host_key if is_host else None)


async def _next_table(tables: Tables, table: Table, who: Who) -> str:
    """The id of the next table, which is set up if it is not there yet."""
    if not who.seats and not who.is_host:
        raise Forbidden(Message(N_("Only the people at the table may ask for another game.")))
    if table.match is None or not table.match.is_over:
        raise Conflict(Message(N_("The game is not over yet.")))
    if table.row.next_match is not None:
        return table.row.next_match
    match, seats = again(tables, table)
    async with tables.store.changing(table.id, expected=table.version, next_match=match["id"]) as change:
        await change.connection.execute(insert(MatchRow), match)
        await change.connection.execute(insert(SeatRow), seats)
    tables.forget(table.id)
    tables.hub.wake(table.id, table.ply)
    return str(match["id"])


def next_seat(seat: int, count: int) -> int:
    """Where somebody sits in the next game: who began comes last."""
    return (seat - 1) % count


def again(tables: Tables, table: Table, one_on: bool = True) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The rows of the next table, with a secret of its own; everybody one seat on, or where they are."""
    old, new_id = _columns(table.row), secrets.token_urlsafe(12)
    fresh: dict[str, Any] = {
        "id": new_id,
        "secret": tables.settings.fixed_secret or new_secret(),
        "host_key": digest(tables.keyring.host_key(new_id)),
        "rules": table.rules.game.rules_version,
        "created": time.time(),
        "version": 0,
        "bot_turn": False,
    }
    keep = (
        "game",
        "options",
        "components",
        "source",
        "host",
        "visibility",
        "spectators",
        "delay",
        "bans",
        "pace",
        "chat",
    )
    match = {name: old[name] for name in keep} | fresh | {"started": None, "finished": None}
    if one_on:
        after = [next_seat(seat, len(table.seats)) for seat in range(len(table.seats))]
        match["options"] = registry.reseat(table.rules.game, table.rules.options, after)
    seats = []
    for seat in table.seats:
        number = next_seat(seat.seat, len(table.seats)) if one_on else seat.seat
        begun = {"match": new_id, "seat": number, "word": "", "passed_on": False, "number_hash": "", "number": None}
        seats.append(_columns(seat) | begun | tables.keyring.columns(new_id, number))
    return match, sorted(seats, key=lambda seat: int(seat["seat"]))


def _note_hands(match: Match, seat: int, level: str) -> None:
    """A line of the record says that a bot plays in a seat from here on, or that none does; a forfeit stands."""
    if seat in match.forfeited:
        return
    if level:
        match.seat_bot(seat, level, HOST)
    elif match.stand_ins[seat] is not None:
        match.seat_back(seat)


def _play_marks(table: Table, match: Match, values: dict[int, dict[str, object]]) -> dict[str, object]:
    """Whose turn it is and whose clocks run once these seats have changed hands; whoever comes next has some time."""
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


def _only_host(who: Who) -> None:
    if not who.is_host:
        raise Forbidden(Message(N_("Only the host may do this: whoever has set up the table.")))


def _refuse_after_the_end(table: Table) -> None:
    if table.match is not None and table.match.is_over:
        raise Conflict(Message(N_("The game is over.")))


def _seat_of(table: Table, seat: int) -> SeatRow:
    if not 0 <= seat < len(table.seats):
        raise NotFound(Message(N_("This table has the seats 1 to %(last)s."), last=len(table.seats)))
    return table.seats[seat]


def _new_hands(tables: Tables, table: Table, seat: SeatRow, level: str) -> dict[str, object]:
    """The columns of a seat that is free now, or a bot's."""
    free: dict[str, object] = {
        "kind": FRIEND,
        "level": "",
        "name": "",
        "session": None,
        "auto": False,
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
        raise Conflict(Message(N_("Nobody sits there who could be shut out.")))
    if seat.session == table.row.host:
        raise Conflict(Message(N_("You cannot shut yourself out of your own table.")))
    if len(table.row.bans) >= MAX_BANS:
        raise Conflict(Message(N_("%(most)s people are shut out already; that must do."), most=MAX_BANS))
    return {"id": secrets.token_urlsafe(9), "person": seat.session, "name": seat.name}
