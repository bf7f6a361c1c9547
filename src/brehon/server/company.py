"""People at a table beside the game: what they say, what they note for themselves, and who is there just now."""

from __future__ import annotations

import asyncio
import logging
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from brehon.core.text import N_, NN_, Message
from brehon.server.asker import Asker
from brehon.server.database import UNREACHABLE
from brehon.server.errors import Forbidden, NotFound, TooMany, Unreadable
from brehon.server.live import PEOPLE, TALK, Hub, Ring
from brehon.server.schema import BOT, MessageRow, NoteRow, PresenceRow, SeatRow
from brehon.server.services import Table, Tables, Who
from brehon.server.store import Store
from brehon.server.watching import check_sight

log: Final = logging.getLogger("brehon.server")
AT_TABLE: Final = "table"  # the chat is for the people at the table
READ: Final = "read"  # whoever looks on may read it
WRITE: Final = "write"  # and take part
CHAT_FOR: Final = (AT_TABLE, READ, WRITE)
MAX_SAYING: Final = 500
MAX_NOTE: Final = 10_000
PAGE: Final = 50  # messages
LIMITS: Final = ((10.0, 5), (300.0, 60))  # in so many seconds at most so many messages of one person at one table
LEASE: Final = 40.0  # seconds that somebody counts as being here after the last sign of life
BEAT: Final = 15.0  # seconds between two signs of life
GRACE: Final = 2.0  # seconds: whoever reloads the page has not gone
A_DAY: Final = 86_400.0
NAMELESS: Final = "~"  # begins the number of somebody without a cookie
PROGRAM: Final = "#"  # begins the number of a program that has the key of a seat
JOINER: Final = "\u200d"  # makes one picture of several; the other invisible characters are left out


@dataclass
class Voice:
    """Whoever asks, as the chat knows them."""

    person: str
    name: str
    who: Who

    @property
    def seat(self) -> int | None:
        return self.who.seats[0] if self.who.seats else None

    @property
    def is_at_table(self) -> bool:
        return bool(self.who.seats) or self.who.is_host


@dataclass
class Talk:
    """A page of the chat, oldest first."""

    rows: list[MessageRow]
    has_older: bool
    mark: int  # goes up with every message and every deletion


@dataclass
class Seen:
    """A person at the table, or whoever had this seat last."""

    seat: int
    name: str
    is_here: bool
    last: float | None  # when they were last here; None if never


def voice_of_guest(table: Table, session: str, name: str) -> Voice:
    """A person with a cookie. People at the table speak under the name of their seat."""
    who = table.who(session)
    return Voice(session, (table.seats[who.seats[0]].name if who.seats else "") or name, who)


def voice_of_program(table: Table, who: Who) -> Voice:
    """A program that has the key of a seat. It is not the person in the seat, and finds neither their notes nor their hooks."""
    if not who.seats:
        return Voice(f"{PROGRAM}host" if who.is_host else "", "", who)
    seat = table.seats[who.seats[0]]
    return Voice(_program(seat.seat_key), seat.name, who)


def voice_of(table: Table, asker: Asker) -> Voice:
    """Who asks, as the chat knows them: a person, or a program in a seat."""
    if asker.key:
        return voice_of_program(table, asker.known_at(table))
    return voice_of_guest(table, asker.session, asker.name)


def may_see(table: Table, voice: Voice) -> bool:
    """Whether somebody may look at the table at all."""
    try:
        check_sight(table, voice.who)
    except Forbidden:
        return False
    return True


def may_read(table: Table, voice: Voice) -> bool:
    return voice.is_at_table or (table.row.chat != AT_TABLE and may_see(table, voice))


def may_write(table: Table, voice: Voice) -> bool:
    return voice.person != "" and (voice.is_at_table or (table.row.chat == WRITE and may_see(table, voice)))


def voices_of(seat: SeatRow) -> list[str]:
    """Under which numbers whoever sits here is known."""
    if seat.kind == BOT:
        return []
    return [*([seat.session] if seat.session else []), *([_program(seat.seat_key)] if seat.seat_key else [])]


def _program(key: str | None) -> str:
    """The number of a program that has the key of a seat: with a new key it is another one, who finds no notes and no hooks."""
    assert key, "a program sits there by its key"
    return PROGRAM + key[:32]


def counted_as(match_id: str, person: str) -> str:
    """Whose quota is used: a program in a seat is known by that name at its own table only."""
    return f"{match_id} {person}" if person.startswith(PROGRAM) else person


class Company:
    """Reads and writes what belongs to the people of a table. Nothing of it is part of the match."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self._open: Counter[tuple[str, str]] = Counter()  # (match, person): streams at this worker
        self._tasks: set[asyncio.Task[None]] = set()

    # -- chat

    async def talk(self, table: Table, voice: Voice, before: int | None = None, limit: int = PAGE) -> Talk:
        """The newest messages, or those before a number; Forbidden for whoever may not read them."""
        if not may_read(table, voice):
            raise Forbidden(Message(N_("The chat of this table is for the people at the table.")))
        query = select(*MessageRow.__table__.c).where(MessageRow.match == table.id)
        if before is not None:
            query = query.where(MessageRow.number < before)
        async with self.store.reading() as connection:
            found = await connection.execute(query.order_by(MessageRow.number.desc()).limit(limit + 1))
            rows = [MessageRow(**row._mapping) for row in found]
            mark = await _mark(connection, table.id)
        return Talk(rows[:limit][::-1], len(rows) > limit, mark)

    async def mark(self, match_id: str) -> int:
        async with self.store.reading() as connection:
            return await _mark(connection, match_id)

    async def say(self, table: Table, voice: Voice, text: str) -> int:
        """Store a message and ring; its number."""
        if not may_write(table, voice):
            raise Forbidden(Message(N_("Only the people at the table may write in this chat.")))
        said = readable(text, MAX_SAYING)
        if not said:
            raise Unreadable(Message(N_("Write something first.")))
        row = {
            "match": table.id, "person": voice.person, "seat": voice.seat, "name": voice.name[:64], "text": said,
            "at": time.time(), "deleted": False,
        }  # fmt: skip
        while True:
            try:
                return await self._add(row, table.version)
            except IntegrityError:
                continue  # somebody has spoken at the same moment and has got the number

    async def _add(self, row: dict[str, Any], version: int) -> int:
        match_id = str(row["match"])
        async with self.store.writing() as connection:
            await self.store.hold(connection, match_id, version)
            await _check_pace(connection, match_id, str(row["person"]))
            newest = select(func.max(MessageRow.number)).where(MessageRow.match == match_id)
            number = ((await connection.execute(newest)).scalar_one_or_none() or 0) + 1
            await connection.execute(insert(MessageRow), {**row, "number": number})
            mark = await _mark(connection, match_id)
            await self.store.ring(connection, match_id, TALK, mark)
        self.hub.ring(match_id, TALK, mark)
        return number

    async def unsay(self, table: Table, voice: Voice, number: int) -> None:
        """Delete a message for ever: its author may, and whoever set up the table."""
        async with self.store.writing() as connection:
            await self.store.hold(connection, table.id, table.version)
            mine = (MessageRow.match == table.id, MessageRow.number == number)
            author = (await connection.execute(select(MessageRow.person).where(*mine))).scalar_one_or_none()
            if author is None:
                raise NotFound(Message(N_("There is no such message.")))
            if not voice.who.is_host and (not voice.person or author != voice.person):
                raise Forbidden(Message(N_("Only its author, or whoever set up the table, may delete a message.")))
            await connection.execute(update(MessageRow).where(*mine).values(text="", deleted=True))
            mark = await _mark(connection, table.id)
            await self.store.ring(connection, table.id, TALK, mark)
        self.hub.ring(table.id, TALK, mark)

    async def open_chat_for(self, table: Table, voice: Voice, whom: str) -> None:
        """Whoever set up the table says who may read and write the chat beside the people at the table."""
        if not voice.who.is_host:
            raise Forbidden(Message(N_("Only whoever set up the table may decide this.")))
        if whom not in CHAT_FOR:
            raise Unreadable(Message(N_("The chat can be for: %(choices)s"), choices=", ".join(CHAT_FOR)))
        async with self.store.changing(table.id, table.ply, table.version, chat=whom) as change:
            await self.store.ring(change.connection, table.id, PEOPLE, 0)  # whoever looks on may see another page now
            version = change.version
        table.stored(version)
        table.row.chat = whom
        self.hub.ring(table.id, PEOPLE, 0)

    async def may_hear(self, tables: Tables, match_id: str, who_at: Callable[[Table], Who], ring: Ring) -> bool:
        """Whether somebody is told of this; whoever may not read the chat does not even learn that something was said."""
        async with tables.at(match_id) as table:
            voice = Voice("", "", who_at(table))
            return may_see(table, voice) and (ring.name != TALK or may_read(table, voice))

    # -- notes

    async def note(self, match_id: str, voice: Voice) -> str:
        """What this person has noted about a table; nobody else can ask for it."""
        if not voice.person:
            return ""
        query = select(NoteRow.text).where(NoteRow.match == match_id, NoteRow.person == voice.person)
        async with self.store.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none() or ""

    async def write_note(self, table: Table, voice: Voice, text: str) -> None:
        if not voice.person:
            raise Forbidden(Message(N_("Take a seat or set up a table first; then you can keep notes.")))
        kept = readable(text, MAX_NOTE)
        mine = (NoteRow.match == table.id, NoteRow.person == voice.person)
        values: dict[str, Any] = {"text": kept, "at": time.time()}
        try:
            async with self.store.writing() as connection:
                await self.store.hold(connection, table.id, table.version)
                if not kept:
                    await connection.execute(delete(NoteRow).where(*mine))
                elif (await connection.execute(update(NoteRow).where(*mine).values(**values))).rowcount == 0:
                    await connection.execute(insert(NoteRow), {"match": table.id, "person": voice.person, **values})
        except IntegrityError:  # written in another window at the same moment
            await self.write_note(table, voice, text)

    # -- who is here

    @contextmanager
    def here(self, match_id: str, person: str) -> Iterator[None]:
        """While the block lasts, the person counts as being at the table, at every worker."""
        key = (match_id, person)
        self._open[key] += 1
        if self._open[key] == 1:
            self._beside(self._came(match_id, person))
        try:
            yield
        finally:
            self._open[key] -= 1
            if self._open[key] == 0:
                del self._open[key]
                self._beside(self._went(match_id, person))  # not awaited: whoever goes is not waited for

    async def present(self, match_id: str) -> dict[str, float]:
        """Until when everybody who was ever here counts as being here."""
        async with self.store.reading() as connection:
            query = select(PresenceRow.person, PresenceRow.until).where(PresenceRow.match == match_id)
            return {row.person: row.until for row in await connection.execute(query)}

    async def seen(self, table: Table) -> tuple[list[Seen], int]:
        """The people of a table with when they were last here, and how many others are looking on."""
        now, until = time.time(), await self.present(table.id)
        out: list[Seen] = []
        seated = {one: seat for seat in table.seats for one in voices_of(seat)}
        for seat in (seat for seat in table.seats if seat.kind != BOT):
            last = max((until.get(one, 0.0) for one in voices_of(seat)), default=0.0)
            out.append(Seen(seat.seat, seat.name, last > now, min(last, now) if last else None))
        return out, sum(last > now for person, last in until.items() if person not in seated)

    async def is_here(self, match_id: str, person: str) -> bool:
        return (await self.present(match_id)).get(person, 0.0) > time.time()

    async def keep_alive(self) -> None:
        """For ever: say for everybody who has a page open at this worker that they are still here."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self._beat()
            except UNREACHABLE as error:
                log.warning("nobody can be seen, for the database does not answer: %s", type(error).__name__)

    async def _beat(self) -> None:
        until, here = time.time() + LEASE, list(self._open)

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

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(_patiently(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _came(self, match_id: str, person: str) -> None:
        await self._set(match_id, person, time.time() + LEASE)

    async def _went(self, match_id: str, person: str) -> None:
        await asyncio.sleep(GRACE)
        if (match_id, person) not in self._open:
            await self._set(match_id, person, time.time())

    async def _set(self, match_id: str, person: str, until: float) -> None:
        mine = (PresenceRow.match == match_id, PresenceRow.person == person)
        try:
            async with self.store.writing() as connection:
                if (await connection.execute(update(PresenceRow).where(*mine).values(until=until))).rowcount == 0:
                    await connection.execute(insert(PresenceRow), {"match": match_id, "person": person, "until": until})
                here = select(func.count()).where(PresenceRow.match == match_id, PresenceRow.until > time.time())
                number = (await connection.execute(here)).scalar_one()
                await self.store.ring(connection, match_id, PEOPLE, number)
        except IntegrityError:  # seen at another worker at the same moment
            await self._set(match_id, person, until)
            return
        self.hub.ring(match_id, PEOPLE, number)


async def _patiently(work: Coroutine[Any, Any, None]) -> None:
    """Who is here is not worth a failure: the next sign of life sets it right."""
    try:
        await work
    except UNREACHABLE as error:
        log.warning("somebody cannot be seen, for the database does not answer: %s", type(error).__name__)


async def _mark(connection: AsyncConnection, match_id: str) -> int:
    newest = func.coalesce(func.max(MessageRow.number), 0)
    query = select(newest + func.count().filter(MessageRow.deleted)).where(MessageRow.match == match_id)
    return int((await connection.execute(query)).scalar_one())


async def _check_pace(connection: AsyncConnection, match_id: str, person: str) -> None:
    now = time.time()
    mine = (MessageRow.match == match_id, MessageRow.person == person)
    counts = [func.count().filter(MessageRow.at > now - seconds) for seconds, _ in LIMITS]
    found = (await connection.execute(select(*counts).where(*mine))).one()
    for number, (seconds, most) in zip(found, LIMITS, strict=True):
        if number >= most:
            text = NN_(
                "That is a lot at once: at most %(most)s messages in %(seconds)s second. Wait a little.",
                "That is a lot at once: at most %(most)s messages in %(seconds)s seconds. Wait a little.",
                "seconds",
            )
            raise TooMany(Message(text, most=most, seconds=int(seconds)), seconds)


def readable(text: str, longest: int) -> str:
    """A text as people can read it, with its lines; Unreadable if it is too long: nothing is cut off unasked."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    plain = "\n".join("".join(c if _is_visible(c) else " " for c in line).rstrip() for line in lines).strip()
    if len(plain) > longest:
        words = NN_(
            "This is too long: %(length)s character, and at most %(most)s fit.",
            "This is too long: %(length)s characters, and at most %(most)s fit.",
            "length",
        )
        raise Unreadable(Message(words, length=len(plain), most=longest))
    return plain


def _is_visible(character: str) -> bool:
    return character == JOINER or unicodedata.category(character)[0] != "C"
