"""The tables of this server. One lock per match; what is done at a table counts when it is on disk."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Final
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError

from brehon.core import registry
from brehon.core.contract import Components, Game
from brehon.core.match import Match
from brehon.core.signing import Signer
from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, NotFound, Stale
from brehon.server.people.keys import Keyring
from brehon.server.settings import Settings, fairness_key, signing_key
from brehon.server.storage.schema import MatchRow, SeatRow
from brehon.server.storage.store import LOOK, Change, Overtaken, Store
from brehon.server.table.bot_wait import Waits
from brehon.server.table.clocks import clocks_of, pace_of
from brehon.server.table.events import Hub
from brehon.server.table.inspections import Inspections
from brehon.server.table.last_seen import Visits
from brehon.server.table.play_time import PlayTime
from brehon.server.table.records import Records
from brehon.server.table.table import Failure, Table, bot_to_move, clock_marks, people_to_move, play_forced
from brehon.server.table.twins import read_twin
from brehon.server.table.vacations import Vacations

MAX_OWN: Final = 32  # people's own sets of components kept in memory, in addition to those of the tables there
LONG: Final = 1000  # plies; a longer match is loaded in a thread, so that the other tables go on
CHANGED: Final = N_("The table has just changed. Look again.")


class Tables:
    """Reads, remembers and stores the tables; what can be done at one is in decisions, agreements, host and fairness."""

    def __init__(self, settings: Settings, store: Store, hub: Hub) -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._failures: OrderedDict[str, Failure] = OrderedDict()  # of bots, as far as this worker knows
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.time = PlayTime(settings.time, store, settings.clock_beat)
        self.vacations = Vacations(store, settings.time)
        self.visits = Visits(store)
        self.waits = Waits(settings.bot_wait)
        self.keyring = Keyring(signing_key(settings.data_dir))
        self.signer = Signer(fairness_key(settings.data_dir))
        self.building = asyncio.Semaphore(1)  # people's own cards and maps are read in one at a time, in a thread
        self.own_components = lru_cache(maxsize=MAX_OWN)(
            _load_components
        )  # the tables that use a file share what was read
        self.inspections = Inspections()
        self.records = Records(store, self.visits, self.inspections, self.signer)

    @asynccontextmanager
    async def at(self, match_id: str, again: bool = False) -> AsyncIterator[Table]:
        """The table, with exclusive access: no one sees a move before it is stored.

        Where other workers write too it is compared with the database, unless the same request has done so (`again`).
        """
        async with self.lock_of(match_id):
            yield await self.load(match_id, again)

    def lock_of(self, match_id: str) -> asyncio.Lock:
        """The holder has exclusive access to the table within this worker."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    async def load(self, match_id: str, again: bool = False) -> Table:
        """The table as it is now, for a caller who holds its lock."""
        table = self._cache.get(match_id)
        if table is not None and (table.version == LOOK or (self.store.is_shared and not again)):
            table = await self._caught_up(table)
        if table is None:
            found = await self.store.match(match_id)
            if found is None:
                raise NotFound(Message(N_("There is no such table. Check the link: it must be complete.")))
            table = await self._read_in(*found)
            table.server_key = self.signer.public
            self._cache[match_id] = table
            self._make_room()
        self._cache.move_to_end(match_id)
        table.failure = self._failures.get(match_id)
        if table.row.twin is not None:
            table.twin = await read_twin(self.store, table.row.twin)
        if table.row.started is None:
            await self.visits.note(MatchRow, match_id, table.row.seen or table.row.created)
        return table

    def _make_room(self) -> None:
        """The longest unused matches go, when there are too many or they are too long. Reading one in again costs ten pages or more."""
        most, plies = self.settings.max_tables, sum(table.ply for table in self._cache.values())
        while len(self._cache) > 1 and (len(self._cache) > most or plies > self.settings.max_plies):
            _, gone = self._cache.popitem(last=False)
            plies -= gone.ply

    async def _read_in(self, row: MatchRow, seats: list[SeatRow], lines: list[str]) -> Table:
        """The table as it was stored; in a thread where that takes long, so that the other tables go on."""
        if row.source is not None:
            async with self.building:
                return await asyncio.to_thread(self._rebuilt, row, seats, lines)
        if len(lines) > LONG:
            return await asyncio.to_thread(self._rebuilt, row, seats, lines)
        return self._rebuilt(row, seats, lines)

    def _rebuilt(self, row: MatchRow, seats: list[SeatRow], lines: list[str]) -> Table:
        game = registry.game(row.game)
        if row.source is None:
            components = registry.builtin(game, row.components)
        else:
            components = self.own_components(game, row.source, row.components)
        table = Table(
            row, seats, registry.make_ruleset(game, len(seats), row.options, components, row.rules), self.time
        )
        if row.started is not None:
            table.match = table.new_match()
            table.match.resume(lines)
        return table

    async def _caught_up(self, table: Table) -> Table | None:
        """The table with what other workers have added to it; None if it no longer exists."""
        if await self.store.version(table.id) == table.version:
            return table
        found = await self.store.match(table.id, table.ply)
        if found is None:
            self._cache.pop(table.id, None)
            return None
        table.catch_up(*found)
        return table

    @property
    def in_memory(self) -> int:
        """How many matches are kept in memory."""
        return len(self._cache)

    def remembered(self, match_id: str) -> Table | None:
        """The table as this worker knows it, which may be a while ago."""
        return self._cache.get(match_id)

    def forget(self, match_id: str) -> None:
        """What is remembered of a match may be wrong: the database is right."""
        self._cache.pop(match_id, None)

    def look_again(self, match_id: str) -> None:
        """Its seats were changed in the database: what is remembered is wrong, and open pages have to look."""
        self.forget(match_id)
        self.hub.wake(match_id, LOOK)

    # -- changing a table

    def is_first_edition(self, table: Table) -> bool:
        """Whether the draws follow from the secret alone: in a guided game the deal is fixed, and at the two tables of a
        duplicate it is the same."""
        return self.settings.fixed_secret != "" or table.row.twin is not None or table.row.guide is not None

    async def begin(self, table: Table, numbers: dict[int, str] | None = None, **marks: object) -> None:
        """Draw for the first time, under the lock of the table, and store it with the lock or the last opened number."""
        _mirror(table.row, marks)
        match = table.new_match()
        match.start()
        play_forced(match, table.seats)
        await self._note_vacations(table)
        # lock and numbers belong to the chance of the game: nothing may have changed in the meantime
        await self._store(table, match, 0, table.version, numbers, started=time.time(), **marks)
        table.match = match
        self.hub.moved(table.id, match.ply)

    async def _note_vacations(self, table: Table) -> None:
        """A person on vacation loses no time when a game that counts in days begins."""
        pace, now = pace_of(table.row.pace), self.time.now()
        if pace is None or not pace.fresh:
            return
        clocks = clocks_of(None, pace, len(table.seats))
        for seat in table.seats:
            left, is_away = await self.vacations.left(seat.session, now) if seat.session else (0.0, False)
            if is_away:
                clocks.away[str(seat.seat)] = now + left
        table.row.clocks = clocks.data()

    async def play_bot(self, match_id: str, ply: int, seat: int, action: int) -> None:
        """Carry out a bot's choice, unless the table has changed in the meantime."""
        async with self.at(match_id, again=True) as table:
            match = table.match
            if match is None or match.ply != ply or table.row.paused or not table.level_of(seat):
                return
            match.play(seat, action)
            play_forced(match, table.seats)
            await self._store(table, match, ply)
            self.hub.wake(table.id, match.ply)

    async def _store(
        self,
        table: Table,
        match: Match,
        first: int,
        expected: int | None = None,
        numbers: dict[int, str] | None = None,
        **marks: object,
    ) -> None:
        """Write the new lines; if that fails the table in memory is dropped, because the one on disk is right."""
        lines = [ply.words(match.rules) for ply in match.plies[first:]]
        if match.is_over:
            marks |= {"finished": time.time(), "places": match.ranks(), **self._signed(match)}
        marks["bot_turn"] = bot_to_move(match, table.seats) >= 0
        marks |= clock_marks(table, match, is_turn=any(ply.action >= 0 for ply in match.plies[first:]))
        marks["news"] = match.is_over or people_to_move(match, table.seats) != 0
        try:
            table.stored(await self.store.add_plies(table.id, first, lines, expected, numbers, **marks))
        except (IntegrityError, Overtaken):
            self.forget(table.id)
            ply = (await self.load(table.id)).ply
            raise (Stale(first, ply) if ply != first else Conflict(Message(CHANGED))) from None
        except BaseException:
            self.forget(table.id)
            raise
        _mirror(table.row, marks)
        if table.row.twin is not None and (match.is_over or first == 0):
            await self.wake_twin(table)

    async def wake_twin(self, table: Table) -> None:
        """The pages of the other table of a duplicate look again: this one has begun or ended."""
        if table.row.twin is not None:
            self.hub.wake(table.row.twin, LOOK)
            await self.store.ring_at(table.row.twin)

    def _signed(self, match: Match) -> dict[str, object]:
        """What keeps the record of a finished game the same forever, and its signature."""
        if match.lock is None:
            return {}
        record = match.record(reveal=True)
        signature = self.signer.sign_record(record.digest)
        return {"signed": {"brehon": record.brehon, "digest": record.digest, "record": signature}}

    async def keep(self, table: Table, match: Match, first: int, **marks: object) -> None:
        """Store the lines from `first` on, notify everyone, and check whether a bot has to move.

        Stale if the match has changed since it was loaded, even if no ply is new: the seat may belong to others now.
        """
        await self._store(table, match, first, table.version, None, **marks)
        if table.row.bot_turn:
            self.hub.moved(table.id, match.ply)
        else:
            self.hub.wake(table.id, match.ply)

    @asynccontextmanager
    async def changing(self, table: Table, **marks: object) -> AsyncIterator[Change]:
        """Change something of a table that is not a ply, in one transaction; everyone who has it open is notified."""
        try:
            async with self.store.changing(table.id, table.ply, table.version, **marks) as change:
                yield change
        except Overtaken:
            self.forget(table.id)
            raise Conflict(Message(CHANGED)) from None
        except BaseException:
            self.forget(table.id)
            raise
        table.stored(change.version)
        _mirror(table.row, marks)
        self.hub.wake(table.id, table.ply)

    async def mark(self, table: Table, **marks: object) -> None:
        """The same with nothing but columns of the match."""
        async with self.changing(table, **marks):
            pass

    async def note_failure(self, table: Table, seat: int, text: Message) -> None:
        """A bot does not decide: it is not asked again at this ply, and the people at the table see why."""
        self._failures[table.id] = table.failure = Failure(table.ply, seat, table.level_of(seat), text)
        while len(self._failures) > self.settings.max_tables:
            self._failures.popitem(last=False)
        await self.mark(table)

    async def set_auto(self, table: Table, seats: list[int], wanted: bool) -> None:
        """Whether decisions with one option are made for these seats; if so, from now on."""
        table.stored(await self.store.set_auto(table.id, seats, wanted, table.version))
        for seat in seats:
            table.seats[seat].auto = wanted
        if table.match is not None and not table.row.paused:
            first = table.ply
            play_forced(table.match, table.seats)
            if table.ply > first:
                await self.keep(table, table.match, first)
                return
        self.hub.wake(table.id, table.ply)


def _mirror(row: MatchRow, marks: dict[str, object]) -> None:
    """What is stored of a match is remembered too."""
    for name, value in marks.items():
        setattr(row, name, value)


def _load_components(game: Game, source: str, name: str) -> Components:
    """A person's own cards or maps, from a file that was checked before."""
    return game.load_components(source, name)
