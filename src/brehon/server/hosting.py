"""What the host of a table may do: seats given and taken, links renewed, people shut out, who may look; and playing again.

A seat that changes hands gets a new token, so that an old link or an old program leads nowhere.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import insert, update

from brehon.bots.levels import LEVELS
from brehon.bots.levels import level as bot_level
from brehon.core.fair import new_secret
from brehon.core.match import Match
from brehon.core.record import HOST
from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, Forbidden, NotFound, Unreadable
from brehon.server.pace import clocks_of, pace_of
from brehon.server.schema import BOT, FRIEND, MatchRow, SeatRow
from brehon.server.services import (
    MAX_NAME,
    Table,
    Tables,
    Who,
    bot_to_move,
    clean,
    distinct,
    new_token,
    people_to_move,
)
from brehon.server.store import LOOK, Overtaken, add_lines
from brehon.server.watching import OPEN, Looking, check_welcome

FREE: Final = "open"  # a seat that anybody with its link may take
MAX_BANS: Final = 50
CHANGED: Final = N_("The table has changed meanwhile. Look again.")


@dataclass
class NewHands:
    """What becomes of a seat."""

    seat: int
    level: str = ""  # of the bot that takes it; "" leaves it free
    is_banned: bool = False  # whoever sat there may not come back


async def hand_over(tables: Tables, match_id: str, who: Who, what: NewHands) -> None:
    """Take a seat away and leave it free or give it to a bot, before the game or in it. One's own seat anybody may leave."""
    async with tables.at(match_id, again=True) as table:
        seat = _seat_of(table, what.seat)
        if not who.is_host and (seat.seat not in who.seats or what.level or what.is_banned):
            raise Forbidden(Message(N_("Only the host may give seats to others. Your own seat you may leave.")))
        _refuse_after_the_end(table)
        marks: dict[str, object] = {"bans": [*table.row.bans, _ban(table, seat)]} if what.is_banned else {}
        values = {seat.seat: _new_hands(table, seat, what.level)}
        for other in table.seats:
            if what.is_banned and other.seat != seat.seat and other.session == seat.session:
                values[other.seat] = _new_hands(table, other, what.level)
        first = table.ply
        if table.match is not None:
            for number in values:
                _note_hands(table.match, number, what.level)
            marks |= _play_marks(table, table.match, values)
        await _change(tables, table, marks, values, first)


async def renew_link(tables: Tables, match_id: str, who: Who, seat: int) -> str:
    """Give a seat a new link, which is its token too; the old one leads nowhere. Whoever sits there stays."""
    async with tables.at(match_id, again=True) as table:
        _only_host(who)
        if _seat_of(table, seat).kind == BOT:
            raise Conflict(Message(N_("A bot sits there. Leave the seat free first, then it has a link.")))
        token = new_token()
        await _change(tables, table, {}, {seat: {"token": token}})
        return token


async def set_looking(tables: Tables, match_id: str, who: Who, looking: Looking) -> None:
    """Decide who may look on."""
    async with tables.at(match_id, again=True) as table:
        _only_host(who)
        await _change(tables, table, looking.columns(), {})


async def pardon(tables: Tables, match_id: str, who: Who, ban_id: str) -> None:
    """Let somebody come again who was shut out."""
    async with tables.at(match_id, again=True) as table:
        _only_host(who)
        rest = [ban for ban in table.row.bans if ban["id"] != ban_id]
        if len(rest) == len(table.row.bans):
            raise NotFound(Message(N_("Nobody of this number is shut out of the table.")))
        await _change(tables, table, {"bans": rest}, {})


async def sit_down(tables: Tables, match_id: str, session: str, name: str) -> SeatRow:
    """Take the first free seat of an open table; who sits there already keeps the seat."""
    for _ in range(12):  # as many seats as others could snatch away meanwhile
        async with tables.at(match_id) as table:
            who = table.who(session)
            if who.seats:
                return table.seats[who.seats[0]]
            check_welcome(table, who)
            if table.row.visibility != OPEN:
                raise Forbidden(
                    Message(N_("This table is not open to everybody. Ask the host for the link of a seat."))
                )
            _refuse_after_the_end(table)
            free = free_seats(table.seats)
            if not free:
                raise Conflict(Message(N_("All seats are taken. You can watch, or set up a table of your own.")))
            seat = free[0]
        try:
            await tables.claim(seat.token, session, name)
        except (Forbidden, NotFound):
            continue  # somebody was faster; the next look says whether there is another seat
    raise Conflict(Message(CHANGED))


def free_seats(seats: list[SeatRow]) -> list[SeatRow]:
    """Seats that a stranger may take at an open table: those for friends who have not come."""
    return [seat for seat in seats if seat.kind == FRIEND and seat.session is None]


async def rematch(tables: Tables, match_id: str, who: Who) -> str:
    """The table where the same people play the same game again, everybody one seat on; the first who asks sets it up."""
    async with tables.at(match_id, again=True) as table:
        if not who.seats and not who.is_host:
            raise Forbidden(Message(N_("Only the people at the table may ask for another game.")))
        if table.match is None or not table.match.is_over:
            raise Conflict(Message(N_("The game is not over yet.")))
        if table.row.next_match is not None:
            return table.row.next_match
        match, seats = _again(tables, table)
        try:
            async with tables.store.changing(match_id, expected=table.version, next_match=match["id"]) as change:
                await change.connection.execute(insert(MatchRow), match)
                await change.connection.execute(insert(SeatRow), seats)
        except Overtaken:
            tables.forget(match_id)
            raise Conflict(Message(CHANGED)) from None
        tables.forget(match_id)
        tables.hub.wake(match_id, table.ply)
        return str(match["id"])


def next_seat(seat: int, count: int) -> int:
    """Where somebody sits in the next game: who began comes last."""
    return (seat - 1) % count


def _again(tables: Tables, table: Table) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The rows of the next table."""
    old = _columns(table.row)
    fresh: dict[str, Any] = {
        "id": secrets.token_urlsafe(12),
        "secret": tables.settings.fixed_secret or new_secret(),
        "host_token": new_token(),
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
    seats = [
        _columns(seat)
        | {"match": match["id"], "seat": next_seat(seat.seat, len(table.seats)), "token": new_token(), "word": ""}
        | {"passed_on": False}
        for seat in table.seats
    ]
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


def _new_hands(table: Table, seat: SeatRow, level: str) -> dict[str, object]:
    """The columns of a seat that is free now, or a bot's."""
    free: dict[str, object] = {
        "kind": FRIEND,
        "level": "",
        "name": "",
        "session": None,
        "token": new_token(),
        "auto": False,
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
