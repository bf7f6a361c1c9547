"""Short signals between people at a table: reactions, a nudge for the player who is waited for, and the next game.

Each is a message of the chat of its own kind, so who may read it, deleting and muting are the same for all. The text of a reaction is
its code, that of a nudge is the seat and the ply, that of a next game the id of its table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, Forbidden, NotFound, TooMany, Unreadable
from brehon.server.people.quotas import duration
from brehon.server.storage.schema import BOT, MessageRow, MuteRow, PersonRow, PlyRow, SeatRow
from brehon.server.table.chat import AGAIN, NUDGE, REACT, Check, TableChat, Voice, may_write
from brehon.server.table.clocks import DAY, HOUR, MINUTE, clocks_of, pace_of
from brehon.server.table.table import Table, people_to_move

REACTIONS: Final = {
    "good": N_("Good move"),
    "bravo": N_("Bravo"),
    "smile": N_("Ha!"),
    "wow": N_("Oh!"),
    "hmm": N_("Hmm …"),
    "wait": N_("One moment"),
    "thanks": N_("Thank you"),
    "gg": N_("Good game"),
}
LIVE_WAIT: Final = 2 * MINUTE  # that a player has been waited for before anyone may nudge
DAYS_WAIT: Final = 12 * HOUR  # the same at a table that counts in days
MOST_A_DAY: Final = 3  # nudges that one seat gets at a table in a day


async def react(chat: TableChat, table: Table, voice: Voice, code: str) -> int:
    """Send a reaction; its number in the chat."""
    if not may_write(table, voice):
        raise Forbidden(Message(N_("Only the people at the table may write in this chat.")))
    if code not in REACTIONS:
        raise Unreadable(Message(N_("There is no such reaction; there are: %(names)s."), names=", ".join(REACTIONS)))
    return await chat.add(table, voice, REACT, code)


async def announce_next(chat: TableChat, table: Table, voice: Voice, match_id: str) -> None:
    """Say in the chat of a finished game that the next one is set up."""
    if voice.person:
        await chat.add(table, voice, AGAIN, match_id)


# -- nudges


def wait_before_nudge(table: Table) -> float:
    """Seconds for which a player must have been waited for."""
    pace = pace_of(table.row.pace)
    return DAYS_WAIT if pace is not None and pace.fresh else LIVE_WAIT


def waited_for(table: Table, voice: Voice) -> list[int]:
    """The seats of other people that the game waits for, so that this person may nudge them in time."""
    match = table.match
    if match is None or match.is_over or table.row.paused or not voice.is_at_table:
        return []
    movers = people_to_move(match, table.seats)
    seats = [seat for seat in table.seats if movers >> seat.seat & 1 and seat.seat not in voice.who.seats]
    return [seat.seat for seat in seats if seat.session is not None and seat.session != voice.person]


async def nudge(chat: TableChat, table: Table, voice: Voice, seat: int) -> int:
    """Remind the player of a seat that it is their turn; the number of the message.

    Only after they have been waited for, once for each wait, and seldom in one day.
    """
    if not 0 <= seat < len(table.seats):
        raise NotFound(Message(N_("This table has the seats 1 to %(last)s."), last=len(table.seats)))
    if table.seats[seat].kind == BOT:
        raise Conflict(Message(N_("Bots cannot be nudged.")))
    if not voice.person or seat not in waited_for(table, voice):
        raise Conflict(Message(N_("The game does not wait for this player.")))
    _check_vacation(table, seat)
    now = chat.now()
    return await chat.add(table, voice, NUDGE, f"{seat} {table.ply}", now, _nudge_check(table, voice, seat, now))


@dataclass
class Nudging:
    """Whom a person may nudge now, and in how many seconds the next one; None if there is no one to wait for."""

    seats: list[int] = field(default_factory=list)
    wait: float | None = None


async def nudging(chat: TableChat, table: Table, voice: Voice) -> Nudging:
    """For the page: the same checks as for the nudge itself, without sending anything."""
    found, now = Nudging(), chat.now()
    seats = waited_for(table, voice) if voice.person else []
    if not seats:
        return found
    async with chat.store.reading() as connection:
        for seat in seats:
            try:
                _check_vacation(table, seat)
                await _nudge_check(table, voice, seat, now)(connection)
                found.seats.append(seat)
            except TooMany as error:
                found.wait = min(found.wait or error.retry_after, error.retry_after)
            except (Conflict, Forbidden):
                continue  # not until they have decided, or never
    return found


def _check_vacation(table: Table, seat: int) -> None:
    pace = pace_of(table.row.pace)
    if pace is not None and clocks_of(table.row.clocks, pace, len(table.seats)).is_away(seat):
        raise Conflict(Message(N_("This player is on vacation.")))


def _nudge_check(table: Table, voice: Voice, seat: int, now: float) -> Check:
    row = table.seats[seat]

    async def check(connection: AsyncConnection) -> None:
        if not await _is_welcome(connection, row, voice.person):
            raise Forbidden(Message(N_("This player does not want to be nudged.")))
        last = select(func.max(PlyRow.at)).where(PlyRow.match == table.id)
        begun = (await connection.execute(last)).scalar_one_or_none() or table.row.started or now
        wait = begun + wait_before_nudge(table) - now
        if wait > 0:
            text = N_("It is too early for a nudge. You can send one in %(wait)s.")
            raise TooMany(Message(text, wait=duration(wait)), wait)
        nudges = (MessageRow.match == table.id, MessageRow.kind == NUDGE)
        sent = select(func.count()).where(*nudges, MessageRow.text == f"{seat} {table.ply}")
        if (await connection.execute(sent)).scalar_one():
            raise Conflict(Message(N_("This player has been nudged already. Wait until they have decided.")))
        lately = (MessageRow.text.startswith(f"{seat} "), MessageRow.at > now - DAY)
        number, oldest = (
            await connection.execute(select(func.count(), func.min(MessageRow.at)).where(*nudges, *lately))
        ).one()
        if number >= MOST_A_DAY:
            text = N_("This player was nudged %(most)s times today. You can nudge again in %(wait)s.")
            raise TooMany(Message(text, most=MOST_A_DAY, wait=duration(oldest + DAY - now)), oldest + DAY - now)

    return check


async def _is_welcome(connection: AsyncConnection, seat: SeatRow, person: str) -> bool:
    """Whether the player of a seat takes nudges, and from this person."""
    off = select(PersonRow.id).where(PersonRow.id == seat.session, ~PersonRow.nudges)
    muted = select(MuteRow.person).where(MuteRow.person == seat.session, MuteRow.other == person)
    return (await connection.execute(off)).first() is None and (await connection.execute(muted)).first() is None


def nudged_seat(row: MessageRow) -> int:
    """Who was nudged, by the text of a message."""
    return int(row.text.partition(" ")[0])


# -- as the page shows it


@dataclass
class Entry:
    """A line of the chat: a message, or the reactions that one person has sent one after the other."""

    row: MessageRow  # the last of them
    reactions: list[tuple[str, int]] = field(default_factory=list)  # code, how often


def folded(rows: list[MessageRow]) -> list[Entry]:
    """The lines of the chat: several reactions of one person in a row are one line."""
    out: list[Entry] = []
    for (_, is_reaction), group in groupby(rows, lambda row: (row.person, row.kind == REACT and not row.deleted)):
        some = list(group)
        if not is_reaction:
            out += [Entry(row) for row in some]
            continue
        counts: dict[str, int] = {}
        for row in some:
            counts[row.text] = counts.get(row.text, 0) + 1
        out.append(Entry(some[-1], list(counts.items())))
    return out
