"""What people at a table settle among themselves: taking back, pausing, who plays for whom, and what happens when time runs out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from brehon.bots.levels import level as bot_level
from brehon.core.match import Match
from brehon.core.record import ASKED, TIME
from brehon.core.record import FORFEIT as FORFEITED
from brehon.core.text import N_, NN_, Message
from brehon.server.asker import Asker
from brehon.server.errors import Conflict, Forbidden
from brehon.server.pace import DAY, FORFEIT, VACATION, WARN, Clocks, Pace, clocks_of, pace_of
from brehon.server.schema import BOT
from brehon.server.services import Table, Tables, Who, clock_marks, people_to_move, playing_level

UNDO: Final = "undo"
PAUSE: Final = "pause"
KINDS: Final = (UNDO, PAUSE)


@dataclass
class Ask:
    """A request that needs the consent of everybody at the table."""

    kind: str
    seat: int  # who asks
    ply: int  # when
    yes: list[int]  # seats that have agreed; bots are not asked


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


class Pacing:
    """The service behind the routes of pace.py, and what the clocks do by themselves."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    # -- taking back

    async def restart(self, match_id: str, asker: Asker, ply: int) -> int:
        """Take back all decisions that one may take back alone; how many that were."""
        async with self.tables.visit(match_id, asker) as (table, who):
            match, seat = self.tables.taking_back(table, who, ply)
            count = match.restart(seat)
            await self.tables.keep(table, match, ply)
            return count

    async def redo(self, match_id: str, asker: Asker, ply: int, count: int = 1) -> None:
        """Do again what was taken back, if nothing else has happened since."""
        async with self.tables.visit(match_id, asker) as (table, who):
            match, seat = self.tables.turn_of(table, who, ply)
            match.redo(next((mine for mine in who.acting if match.redoable(mine)), seat), count)
            await self.tables.keep(table, match, ply)

    # -- what everybody has to agree to

    async def ask(self, match_id: str, asker: Asker, ply: int, kind: str) -> None:
        """Ask everybody to agree to something; done at once if nobody else is a person."""
        async with self.tables.visit(match_id, asker) as (table, who):
            match, seat = self.tables.turn_of(table, who, ply)
            if ask_of(table) is not None:
                raise Conflict(Message(N_("Somebody has asked for something already; that has to be answered first.")))
            if kind == UNDO:
                seat = last_to_decide(match, who)
                reason = match.why_no_consent(seat)
                if reason is not None:
                    raise Conflict(Message(N_("Nothing can be taken back: %(why)s"), why=reason.text))
            elif pace_of(table.row.pace) is None:
                raise Conflict(Message(N_("This table has no clocks, so there is nothing to pause.")))
            await self._settle(table, match, Ask(kind, seat, ply, sorted(who.seats)))

    async def answer(self, match_id: str, asker: Asker, ply: int, agrees: bool) -> None:
        """Somebody agrees to the request that was made at this ply, or declines; whoever has asked may withdraw it."""
        async with self.tables.visit(match_id, asker) as (table, who):
            if not who.seats:
                raise Forbidden(Message(N_("Only the people at the table may answer this.")))
            ask = ask_of(table)
            if ask is None or ask.ply != ply:
                raise Conflict(Message(N_("This request is not open any more. Look again.")))
            if agrees:
                ask.yes = sorted({*ask.yes, *who.seats})
                await self._settle(table, table.playing(), ask)
            else:
                await self.tables.mark(table, ask=None)

    async def _settle(self, table: Table, match: Match, ask: Ask) -> None:
        """Carry out a request that everybody agrees to; remember one that still needs somebody."""
        if to_agree(table, ask):
            await self.tables.mark(table, ask={"kind": ask.kind, "seat": ask.seat, "ply": ask.ply, "yes": ask.yes})
        elif ask.kind == UNDO:
            first = match.ply
            match.undo(ask.seat, by_consent=True)
            await self.tables.keep(table, match, first, ask=None)
        else:
            await self._pause(table, match, time.time())

    async def _pause(self, table: Table, match: Match, since: float | None) -> None:
        table.row.paused = since
        marks = clock_marks(table.row, match, people_to_move(match, table.seats), table.time.now(), is_turn=False)
        bot_turn = table.bot_to_move() >= 0
        await self.tables.mark(table, paused=since, ask=None, bot_turn=bot_turn, **marks)

    async def resume(self, match_id: str, asker: Asker) -> None:
        """Go on after a pause: whoever sits at the table may say so."""
        async with self.tables.visit(match_id, asker) as (table, who):
            match = table.playing()
            if not who.seats:
                raise Forbidden(Message(N_("Only the people at the table may go on with the game.")))
            if not table.row.paused:
                raise Conflict(Message(N_("The game is not paused.")))
            await self._pause(table, match, None)
            self.tables.hub.moved(table.id, match.ply)

    # -- who plays

    async def hand_over(self, match_id: str, asker: Asker, level: str) -> None:
        """A bot plays for the person until they are back."""
        found = bot_level(level)
        async with self.tables.visit(match_id, asker) as (table, who):
            match, first = table.playing(), table.ply
            self._own(table, who)
            able = who.acting or who.seats  # at a hot seat for whoever holds the device, with nobody there for all
            mine = [seat for seat in able if seat not in match.forfeited]
            for seat in mine or able[:1]:
                match.seat_bot(seat, found.name, ASKED)
            await self.tables.keep(table, match, first)

    async def come_back(self, match_id: str, asker: Asker) -> None:
        """The person plays again."""
        async with self.tables.visit(match_id, asker) as (table, who):
            match, first = table.playing(), table.ply
            pace = pace_of(table.row.pace)
            gone = match.forfeited
            mine = [seat for seat in self._own(table, who) if match.stand_ins[seat] and seat not in gone]
            for seat in mine or who.seats[:1]:
                sits = match.stand_ins[seat]
                match.seat_back(seat)
                if pace is not None and sits is not None and sits.why == TIME:
                    table.row.clocks = with_time(clocks_of(table.row.clocks, pace, len(table.seats)), seat, pace)
            await self.tables.keep(table, match, first)

    async def auto(self, match_id: str, asker: Asker, wanted: bool) -> None:
        """Whether decisions with one option are made for a person."""
        async with self.tables.visit(match_id, asker) as (table, who):
            mine = self._own(table, who)
            await self.tables.set_auto(table, mine, wanted)

    def _own(self, table: Table, who: Who) -> list[int]:
        if not who.seats:
            raise Forbidden(Message(N_("Only who sits there may decide who plays in a seat.")))
        return who.seats

    # -- vacation

    async def vacation(self, match_id: str, asker: Asker, wanted: bool, here: bool = False) -> None:
        """A person's days-per-move clocks stand still, at all their tables or `here` alone; so many days.

        Whoever is away from one table comes back there; whoever is away from all comes back everywhere.
        """
        now = self.tables.time.now()
        async with self.tables.visit(match_id, asker) as (table, who):
            person = person_of(table, self._own(table, who)[0])
            _, is_gone = await self.tables.vacations.left(person, now)
            if here or (not wanted and not is_gone and _is_away(table, who)):
                if is_gone:
                    raise Conflict(Message(N_("You are on vacation everywhere. End that first.")))
                await self._leave(table, who, wanted, now)
                return
            until = await self.tables.vacations.switch(person, wanted, now)
        for other in {match_id, *await self.tables.vacations.tables_of(person)}:
            async with self.tables.at(other) as table:
                await self._vacate(table, person, until, now)

    async def _leave(self, table: Table, who: Who, wanted: bool, now: float) -> None:
        """Be away from this table alone; the days are counted here and are nothing to the other tables."""
        match, pace = table.playing(), pace_of(table.row.pace)
        if match.is_over or pace is None or not pace.fresh:
            raise Conflict(Message(N_("The clocks of this table do not count in days, so there is no vacation.")))
        clocks = clocks_of(table.row.clocks, pace, len(table.seats))
        clocks.go(pace, clocks.running, now, is_turn=False)  # what was missed up to now is counted
        for seat in who.seats:
            left = clocks.leave_left(seat)
            if wanted and left < 1:
                days = int(VACATION / DAY)
                raise Conflict(
                    Message(
                        NN_(
                            "The only day of being away from this table is used up.",
                            "All %(days)s days of being away from this table are used up.",
                            "days",
                        ),
                        days=days,
                    )
                )
            clocks.away.pop(str(seat), None)
            if wanted:
                clocks.away[str(seat)] = now + left
        await self._keep_clocks(table, match, clocks, now)

    async def _vacate(self, table: Table, person: str, until: float, now: float) -> None:
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
        await self._keep_clocks(table, match, clocks, now)

    async def _keep_clocks(self, table: Table, match: Match, clocks: Clocks, now: float) -> None:
        table.row.clocks = clocks.data()
        marks = clock_marks(table.row, match, people_to_move(match, table.seats), now, is_turn=False)
        await self.tables.mark(table, **marks)

    # -- what happens by itself

    async def time_is_up(self, match_id: str) -> None:
        """Somebody's deadline has passed: warn, let a bot play, or end a vacation."""
        async with self.tables.at(match_id) as table:
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
                await self.tables.keep(table, match, first)
                return
            marks = clock_marks(table.row, match, people_to_move(match, table.seats), now, is_turn=False)
            await self.tables.mark(table, **marks)


def _is_away(table: Table, who: Who) -> bool:
    pace = pace_of(table.row.pace)
    clocks = clocks_of(table.row.clocks, pace, len(table.seats)) if pace is not None else None
    return clocks is not None and any(clocks.is_away(seat) for seat in who.seats)


def last_to_decide(match: Match, who: Who) -> int:
    """Of the seats of one person, the one that has decided last."""
    made = [(match.back_to(seat), seat) for seat in who.acting if match.back_to(seat)]
    return min(made)[1] if made else who.acting[0]


def with_time(clocks: Clocks, seat: int, pace: Pace) -> dict[str, object]:
    """Who comes back after their time had run out gets some more."""
    clocks.left[seat] = max(clocks.left[seat], pace.comeback)
    return clocks.data()


def person_of(table: Table, seat: int) -> str:
    """Who sits in a seat; a program without a session is a person of its own at each table."""
    return table.seats[seat].session or f"{table.id} {seat}"
