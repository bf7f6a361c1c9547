"""Who is at a table now: people with an open page, those who were here, and those who look on."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, bindparam, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from brehon.server.storage.database import UNREACHABLE
from brehon.server.storage.schema import BOT, PersonRow, PresenceRow, SeatRow
from brehon.server.storage.store import Store
from brehon.server.table.events import PEOPLE, Hub
from brehon.server.table.table import Table

log: Final = logging.getLogger("brehon.server")
LEASE: Final = 40.0  # seconds that a person counts as present after the last heartbeat
BEAT: Final = 15.0  # seconds between two heartbeats
GRACE: Final = 2.0  # seconds: a person who reloads the page has not left
A_DAY: Final = 86_400.0
NAMELESS: Final = "~"  # begins the number of a person without a cookie
PROGRAM: Final = "#"  # begins the number of a program that has the key of a seat
MOST_NAMED: Final = 20  # spectators whose names are shown; the others are counted


@dataclass
class Seen:
    """A person at the table, or the last player of this seat."""

    seat: int
    name: str
    is_here: bool
    last: float | None  # when they were last here; None if never


@dataclass
class Spectators:
    """Who looks on now: names of those who have one, in the order of the alphabet, and the number of the others."""

    names: list[str] = field(default_factory=list)
    others: int = 0

    @property
    def count(self) -> int:
        return len(self.names) + self.others


def voices_of(seat: SeatRow) -> list[str]:
    """The numbers by which the player of this seat is known."""
    if seat.kind == BOT:
        return []
    return [*([seat.session] if seat.session else []), *([program_voice(seat.seat_key)] if seat.seat_key else [])]


def program_voice(key: str | None) -> str:
    """The number of a program that has the key of a seat: with a new key it is another one, who finds no notes and no hooks."""
    assert key, "a program sits there by its key"
    return PROGRAM + key[:32]


class Presence:
    """Reads and writes who is at the tables."""

    def __init__(self, store: Store, hub: Hub, now: Callable[[], float] = time.time) -> None:
        self.store = store
        self.hub = hub
        self.now = now  # the wall clock, as the settings say
        self._open: Counter[tuple[str, str]] = Counter()  # (match, person): streams at this worker
        self._tasks: set[asyncio.Task[None]] = set()
        self._due: dict[tuple[str, str], float] = {}  # what is to be written: until when they count as present
        self._is_writing = False

    @contextmanager
    def here(self, match_id: str, person: str) -> Iterator[None]:
        """While the block lasts, the person counts as being at the table, at every worker."""
        key = (match_id, person)
        self._open[key] += 1
        if self._open[key] == 1:
            self._beside(self._came, match_id, person)
        try:
            yield
        finally:
            self._open[key] -= 1
            if self._open[key] == 0:
                del self._open[key]
                self._beside(self._went, match_id, person)  # not awaited: the request may be gone

    async def present(self, match_id: str) -> dict[str, float]:
        """Until when each person who was ever here counts as present."""
        async with self.store.reading() as connection:
            query = select(PresenceRow.person, PresenceRow.until).where(PresenceRow.match == match_id)
            return {row.person: row.until for row in await connection.execute(query)}

    async def seen(self, table: Table) -> tuple[list[Seen], Spectators]:
        """The people of a table with when they were last here, and who else is looking on."""
        now, until = time.time(), await self.present(table.id)
        out: list[Seen] = []
        seated = {one: seat for seat in table.seats for one in voices_of(seat)}
        for seat in (seat for seat in table.seats if seat.kind != BOT):
            last = max((until.get(one, 0.0) for one in voices_of(seat)), default=0.0)
            out.append(Seen(seat.seat, seat.name, last > now, min(last, now) if last else None))
        looking = [person for person, last in until.items() if last > now and person not in seated]
        return out, await self._spectators(table, looking)

    async def _spectators(self, table: Table, people: list[str]) -> Spectators:
        """A guest without a name and a program are counted; of a private table only its own people are looking on."""
        if not people:
            return Spectators()
        query = select(PersonRow.name).where(PersonRow.id.in_(people), PersonRow.name != "")
        async with self.store.reading() as connection:
            rows = await connection.execute(query.order_by(func.lower(PersonRow.name)).limit(MOST_NAMED))
            names = [str(name) for (name,) in rows]
        return Spectators(names, len(people) - len(names))

    async def is_here(self, match_id: str, person: str) -> bool:
        return (await self.present(match_id)).get(person, 0.0) > time.time()

    async def keep_alive(self) -> None:
        """Runs until cancelled: a heartbeat for each person who has a page open at this worker."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._beat()
            except UNREACHABLE as error:
                log.warning("presence paused: database timeout error=%s", type(error).__name__)

    async def _beat(self) -> None:
        until, here = time.time() + LEASE, sorted(self._open)

        def work(connection: Connection) -> None:
            if here:
                mine = (PresenceRow.match == bindparam("at"), PresenceRow.person == bindparam("who"))
                seen = [{"at": match_id, "who": person} for match_id, person in here]
                connection.execute(update(PresenceRow).where(*mine).values(until=until), seen)
            forgotten = (PresenceRow.person.startswith(NAMELESS), PresenceRow.until < until - A_DAY)
            connection.execute(delete(PresenceRow).where(*forgotten))

        await self.store.write_at_once(work)

    async def stop(self) -> None:
        await self.store.end(self._tasks)

    def _beside(self, work: Callable[[str, str], Awaitable[None]], match_id: str, person: str) -> None:
        task = asyncio.get_running_loop().create_task(_patiently(work, match_id, person))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _came(self, match_id: str, person: str) -> None:
        await self._set(match_id, person, time.time() + LEASE)

    async def _went(self, match_id: str, person: str) -> None:
        await asyncio.sleep(GRACE)
        if (match_id, person) not in self._open:
            await self._set(match_id, person, time.time())

    async def _set(self, match_id: str, person: str, until: float) -> None:
        """Whoever comes while others are being written down is written down with the next ones: a crowd costs few transactions."""
        self._due[match_id, person] = until
        if self._is_writing:
            return
        self._is_writing = True
        try:
            while self._due:
                due, self._due = self._due, {}
                await self._write(due)
        finally:
            self._is_writing = False

    async def _write(self, due: dict[tuple[str, str], float]) -> None:
        try:
            numbers = await self.store.write_at_once(lambda connection: self._put(connection, due))
        except IntegrityError:
            if len(due) == 1:
                log.info("presence not updated: the table has just been deleted")
                return
            for key, until in due.items():
                await self._write({key: until})
            return
        for match_id, number in numbers.items():
            self.hub.ring(match_id, PEOPLE, number)

    def _put(self, connection: Connection, due: dict[tuple[str, str], float]) -> dict[str, int]:
        """Match: how many people are there now."""
        put = (postgresql if self.store.is_shared else sqlite).insert(PresenceRow)
        put = put.on_conflict_do_update(index_elements=["match", "person"], set_={"until": put.excluded.until})
        rows = [{"match": at, "person": who, "until": due[at, who]} for at, who in sorted(due)]
        connection.execute(put, rows)  # in order: two workers never wait for each other
        numbers, now = dict.fromkeys((at for at, _ in due), 0), time.time()
        here = select(PresenceRow.match, func.count()).where(PresenceRow.match.in_(numbers), PresenceRow.until > now)
        for match_id, count in connection.execute(here.group_by(PresenceRow.match)):
            numbers[match_id] = count
        if self.store.is_shared:
            for match_id, number in numbers.items():
                connection.execute(self.store.bell(match_id, f"{PEOPLE}:{number}"))
        return numbers


async def _patiently(work: Callable[[str, str], Awaitable[None]], match_id: str, person: str) -> None:
    """Presence must not make a request fail: the next heartbeat corrects it."""
    try:
        await work(match_id, person)
    except UNREACHABLE as error:
        log.warning("presence not updated: database timeout error=%s", type(error).__name__)
