"""What people at a table settle among themselves: taking back, pausing, who plays for whom, and what happens when time runs out."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Final

from brehon.bots.levels import level as bot_level
from brehon.core.match import Match
from brehon.core.record import ASKED, TIME
from brehon.core.record import FORFEIT as FORFEITED
from brehon.core.text import N_, NN_, Message
from brehon.server.errors import Conflict
from brehon.server.storage.schema import BOT
from brehon.server.table.clocks import DAY, FORFEIT, VACATION, WARN, Clocks, Pace, clocks_of, pace_of
from brehon.server.table.decisions import last_to_decide, turn_of
from brehon.server.table.table import Table, Who, clock_marks, playing_level
from brehon.server.table.tables import Tables
from brehon.server.table.visit import Visit

UNDO: Final = "undo"
PAUSE: Final = "pause"
KINDS: Final = (UNDO, PAUSE)


@dataclass
class Ask:
    """A request that needs the consent of everyone at the table."""

    kind: str
    seat: int  # who asks
    ply: int  # when
    yes: list[int]  # seats that have agreed; bots are not asked
    decisions: int = 1  # how many of them are to be taken back: the last one with a choice, and what was decided for the seat after it


def ask_of(table: Table) -> Ask | None:
    """The request that is open. One to take something back is void as soon as anything else has happened."""
    if not table.row.ask or table.match is None or table.match.is_over:
        return None
    ask = Ask(**table.row.ask)
    return None if ask.kind == UNDO and ask.ply != table.ply else ask


def to_agree(table: Table, ask: Ask) -> list[int]:
    """Seats of people who have not answered yet."""
    match = table.playing()
    return [seat.seat for seat in table.seats if not playing_level(match, seat) and seat.seat not in ask.yes]


# -- what everyone has to agree to


async def ask(visit: Visit, ply: int, kind: str) -> None:
    """Ask everyone to agree to something; done at once if no one else is a person."""
    table, who = visit.table, visit.who
    match, seat = turn_of(table, who, ply)
    decisions = 1
    if ask_of(table) is not None:
        raise Conflict(Message(N_("There is already an open request; it has to be answered first.")))
    if kind == UNDO:
        if (lesson := table.lesson) is not None and not lesson.is_free:
            raise Conflict(Message(N_("The cards of a guided game are fixed, so nothing can be drawn again.")))
        seat = last_to_decide(match, who)
        decisions = match.last_choice(seat) if table.seats[seat].auto else 1
        reason = match.why_no_consent(seat, decisions)
        if reason is not None:
            raise Conflict(Message(N_("Nothing can be taken back: %(why)s"), why=reason.text))
        if table.row.twin is not None and match.takes_back_a_draw(match.back_to(seat, decisions)):
            text = N_("At a duplicate nothing is drawn again: both tables have the same draws.")
            raise Conflict(Message(text))
    elif pace_of(table.row.pace) is None:
        raise Conflict(Message(N_("This table has no clocks, so there is nothing to pause.")))
    await _settle(visit, match, Ask(kind, seat, ply, sorted(who.seats), decisions))


async def answer(visit: Visit, ply: int, agree: bool) -> None:
    """Agree to the request that was made at this ply, or decline; the player who has asked may withdraw it."""
    ask = ask_of(visit.table)
    if ask is None or ask.ply != ply:
        raise Conflict(Message(N_("This request is no longer open. Look again.")))
    if agree:
        ask.yes = sorted({*ask.yes, *visit.who.seats})
        await _settle(visit, visit.table.playing(), ask)
    else:
        await visit.tables.mark(visit.table, ask=None)


async def _settle(visit: Visit, match: Match, ask: Ask) -> None:
    """Carry out a request that everyone agrees to; remember one that still needs an answer."""
    table = visit.table
    if to_agree(table, ask):
        await visit.tables.mark(table, ask=asdict(ask))
    elif ask.kind == UNDO:
        first = match.ply
        for _ in range(ask.decisions):
            if match.why_no_consent(ask.seat) is None:  # a record can become full on the way
                match.undo(ask.seat, by_consent=True)
        await visit.tables.keep(table, match, first, ask=None)
    else:
        await _pause(visit, match, time.time())


async def _pause(visit: Visit, match: Match, since: float | None) -> None:
    table = visit.table
    table.row.paused = since
    marks = clock_marks(table, match, is_turn=False)
    bot_turn = table.bot_to_move() >= 0
    await visit.tables.mark(table, paused=since, ask=None, bot_turn=bot_turn, **marks)


async def resume(visit: Visit) -> None:
    """Go on after a pause: every player at the table may say so."""
    match = visit.table.playing()
    if not visit.table.row.paused:
        raise Conflict(Message(N_("The game is not paused.")))
    if visit.table.row.voided is not None:
        raise Conflict(Message(N_("This table was given up.")))
    await _pause(visit, match, None)
    visit.tables.hub.moved(visit.table.id, match.ply)


# -- who plays


async def hand_over(visit: Visit, level: str) -> None:
    """A bot plays for the person until they are back."""
    found = bot_level(level)
    match, first, who = visit.table.playing(), visit.table.ply, visit.who
    able = who.acting or who.seats  # at a hot seat for the holder of the device, without one for all
    mine = [seat for seat in able if seat not in match.forfeited]
    for seat in mine or able[:1]:
        match.seat_bot(seat, found.name, ASKED)
    await visit.tables.keep(visit.table, match, first)


async def come_back(visit: Visit) -> None:
    """The person plays again."""
    table, who = visit.table, visit.who
    match, first = table.playing(), table.ply
    pace = pace_of(table.row.pace)
    mine = [seat for seat in who.seats if match.stand_ins[seat] and seat not in match.forfeited]
    for seat in mine or who.seats[:1]:
        sits = match.stand_ins[seat]
        match.seat_back(seat)
        if pace is not None and sits is not None and sits.why == TIME:
            table.row.clocks = with_time(clocks_of(table.row.clocks, pace, len(table.seats)), seat, pace)
    await visit.tables.keep(table, match, first)


async def auto(visit: Visit, wanted: bool) -> None:
    """Whether decisions with one option are made for a person."""
    await visit.tables.set_auto(visit.table, visit.who.seats, wanted)


# -- vacation


async def vacation(visit: Visit, wanted: bool, here: bool) -> None:
    """A person's days-per-move clocks stand still, at all their tables or `here` alone; so many days.

    A player who is away from one table comes back there; one who is away from all comes back everywhere. The key of a seat is for
    one table, so it does not affect the person's other tables.
    """
    tables, table, who, now = visit.tables, visit.table, visit.who, visit.tables.time.now()
    person = person_of(table, who.seats[0])
    _, is_gone = await tables.vacations.left(person, now)
    if here or not visit.asker.session or (not wanted and not is_gone and _is_away(table, who)):
        if is_gone:
            raise Conflict(Message(N_("You are on vacation everywhere. End that first.")))
        await _leave(visit, wanted, now)
        return
    until = await tables.vacations.switch(person, wanted, now)
    await _vacate(tables, table, person, until, now)
    others = {*await tables.vacations.tables_of(person)} - {table.id}

    async def leave_others() -> None:
        for other in others:
            async with tables.at(other) as there:
                await _vacate(tables, there, person, until, now)

    visit.afterwards.append(leave_others)


async def _leave(visit: Visit, wanted: bool, now: float) -> None:
    """Be away from this table alone; the days are counted here and do not affect other tables."""
    table = visit.table
    match, pace = table.playing(), pace_of(table.row.pace)
    if match.is_over or pace is None or not pace.fresh:
        raise Conflict(Message(N_("The clocks of this table do not count in days, so there is no vacation.")))
    clocks = clocks_of(table.row.clocks, pace, len(table.seats))
    clocks.go(pace, clocks.running, now, is_turn=False)  # what was missed up to now is counted
    for seat in visit.who.seats:
        left = clocks.leave_left(seat)
        if wanted and left < 1:
            days = int(VACATION / DAY)
            raise Conflict(
                Message(
                    NN_(
                        "You have used your only day away from this table.",
                        "You have used all %(days)s days away from this table.",
                        "days",
                    ),
                    days=days,
                )
            )
        clocks.away.pop(str(seat), None)
        if wanted:
            clocks.away[str(seat)] = now + left
    await _keep_clocks(visit.tables, table, match, clocks)


async def _vacate(tables: Tables, table: Table, person: str, until: float, now: float) -> None:
    match, pace = table.match, pace_of(table.row.pace)
    if match is None or match.is_over or pace is None or not pace.fresh:
        return
    clocks = clocks_of(table.row.clocks, pace, len(table.seats))
    clocks.go(pace, clocks.running, now, is_turn=False)
    for seat in table.seats:
        if seat.kind != BOT and person_of(table, seat.seat) == person:
            clocks.away.pop(str(seat.seat), None)
            if until > now:
                clocks.away[str(seat.seat)] = until
    await _keep_clocks(tables, table, match, clocks)


async def _keep_clocks(tables: Tables, table: Table, match: Match, clocks: Clocks) -> None:
    table.row.clocks = clocks.data()
    await tables.mark(table, **clock_marks(table, match, is_turn=False))


# -- what happens by itself


async def time_is_up(tables: Tables, match_id: str) -> None:
    """A deadline has passed: warn, let a bot play, or end a vacation."""
    async with tables.at(match_id) as table:
        match, pace, now = table.match, pace_of(table.row.pace), table.time.now()
        if match is None or pace is None or table.row.deadline is None or table.row.deadline > now:
            return
        clocks, first = clocks_of(table.row.clocks, pace, len(table.seats)), match.ply
        late = [
            seat
            for seat in range(len(table.seats))
            if clocks.runs(seat) and clocks.left_at(seat, now) <= 0 and not table.level_of(seat)
        ]
        for seat in late if pace.at_end != WARN else []:
            match.seat_bot(seat, pace.level, FORFEITED if pace.at_end == FORFEIT else TIME)
        if match.ply > first:
            await tables.keep(table, match, first)
            return
        await tables.mark(table, **clock_marks(table, match, is_turn=False))


def _is_away(table: Table, who: Who) -> bool:
    pace = pace_of(table.row.pace)
    clocks = clocks_of(table.row.clocks, pace, len(table.seats)) if pace is not None else None
    return clocks is not None and any(clocks.is_away(seat) for seat in who.seats)


def with_time(clocks: Clocks, seat: int, pace: Pace) -> dict[str, object]:
    """A player who comes back after their time had run out gets some more."""
    clocks.left[seat] = max(clocks.left[seat], pace.comeback)
    return clocks.data()


def person_of(table: Table, seat: int) -> str:
    """Who sits in a seat; a program without a session is a person of its own at each table."""
    return table.seats[seat].session or f"{table.id} {seat}"
