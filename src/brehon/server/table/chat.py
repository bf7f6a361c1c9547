"""People at a table apart from the game: chat, private notes, and whom a person has muted."""

from __future__ import annotations

import hashlib
import time
import unicodedata
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from brehon.core.text import N_, NN_, Message
from brehon.server.errors import Forbidden, NotFound, TooMany, Unreadable
from brehon.server.storage.schema import MessageRow, MuteRow, NoteRow
from brehon.server.table.events import PEOPLE, TALK, Ring
from brehon.server.table.presence import PROGRAM, Presence, program_voice
from brehon.server.table.table import Table, Who
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import may_see
from brehon.server.table.visit import Asker

AT_TABLE: Final = "table"  # the chat is for the people at the table
READ: Final = "read"  # spectators may read it
WRITE: Final = "write"  # and take part
CHAT_FOR: Final = (AT_TABLE, READ, WRITE)
MAX_SAYING: Final = 500
MAX_NOTE: Final = 10_000
PAGE: Final = 50  # messages
LIMITS: Final = ((10.0, 5), (300.0, 60))  # in so many seconds at most so many messages of one person at one table
MAX_MUTES: Final = 200
SAY: Final = "say"  # kinds of messages: words
REACT: Final = "react"  # a short reaction, see signals.py
NUDGE: Final = "nudge"  # a reminder of one's turn
AGAIN: Final = "again"  # the next game is set up
JOINER: Final = "\u200d"  # makes one picture of several; the other invisible characters are left out


Check = Callable[[AsyncConnection], Awaitable[None]]  # raises a refusal


@dataclass
class Voice:
    """The current person, as the chat knows them."""

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


def voice_of_guest(table: Table, session: str, name: str) -> Voice:
    """A person with a cookie. People at the table speak under the name of their seat."""
    who = table.who(session)
    return Voice(session, (table.seats[who.seats[0]].name if who.seats else "") or name, who)


def voice_of_program(table: Table, who: Who) -> Voice:
    """A program that has the key of a seat. It is not the person in the seat, and finds neither their notes nor their hooks."""
    if not who.seats:
        return Voice(f"{PROGRAM}host" if who.is_host else "", "", who)
    seat = table.seats[who.seats[0]]
    return Voice(program_voice(seat.seat_key), seat.name, who)


def voice_of(table: Table, asker: Asker) -> Voice:
    """Who asks, as the chat knows them: a person, or a program in a seat."""
    if asker.key:
        return voice_of_program(table, asker.known_at(table))
    return voice_of_guest(table, asker.session, asker.name)


def may_read(table: Table, voice: Voice) -> bool:
    return may_see(table, voice.who) and (voice.is_at_table or table.row.chat != AT_TABLE)


def may_write(table: Table, voice: Voice) -> bool:
    return voice.person != "" and may_see(table, voice.who) and (voice.is_at_table or table.row.chat == WRITE)


def counted_as(match_id: str, person: str) -> str:
    """Whose quota is used: a program in a seat is known by that name at its own table only."""
    return f"{match_id} {person}" if person.startswith(PROGRAM) else person


class TableChat(Presence):
    """Reads and writes what belongs to the people of a table. Nothing of it is part of the match."""

    # -- chat

    async def talk(self, table: Table, voice: Voice, before: int | None = None, limit: int = PAGE) -> Talk:
        """The newest messages, or those before a number; Forbidden if the person may not read them."""
        if not may_read(table, voice):
            raise Forbidden(Message(N_("The chat of this table is for the people at the table.")))
        query = select(*MessageRow.__table__.c).where(MessageRow.match == table.id)
        if voice.person:
            query = query.where(MessageRow.person.not_in(_muted_by(voice.person)))
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
        """Store a message and send an event; its number."""
        if not may_write(table, voice):
            raise Forbidden(Message(N_("Only the people at the table may write in this chat.")))
        said = readable(text, MAX_SAYING)
        if not said:
            raise Unreadable(Message(N_("Write something first.")))
        return await self.add(table, voice, SAY, said)

    async def add(
        self, table: Table, voice: Voice, kind: str, text: str, at: float = 0.0, check: Check | None = None
    ) -> int:
        """Store a message of any kind, unless the check in the same transaction refuses it; its number."""
        row = {
            "match": table.id, "person": voice.person, "seat": voice.seat, "name": voice.name[:64], "text": text,
            "at": at or time.time(), "deleted": False, "kind": kind,
        }  # fmt: skip
        while True:
            try:
                return await self._add(row, table.version, check)
            except IntegrityError:
                continue  # another message came at the same moment and has got the number

    async def _add(self, row: dict[str, Any], version: int, check: Check | None) -> int:
        match_id = str(row["match"])
        async with self.store.writing() as connection:
            await self.store.hold(connection, match_id, version)
            await _check_pace(connection, match_id, str(row["person"]))
            if check is not None:
                await check(connection)
            newest = select(func.max(MessageRow.number)).where(MessageRow.match == match_id)
            number = ((await connection.execute(newest)).scalar_one_or_none() or 0) + 1
            await connection.execute(insert(MessageRow), {**row, "number": number})
            mark = await _mark(connection, match_id)
            await self.store.ring(connection, match_id, TALK, mark)
        self.hub.ring(match_id, TALK, mark)
        return number

    async def unsay(self, table: Table, voice: Voice, number: int) -> None:
        """Delete a message permanently. Only its author and the host may."""
        async with self.store.writing() as connection:
            await self.store.hold(connection, table.id, table.version)
            mine = (MessageRow.match == table.id, MessageRow.number == number)
            found = (await connection.execute(select(MessageRow.person, MessageRow.kind).where(*mine))).first()
            if found is None:
                raise NotFound(Message(N_("There is no such message.")))
            author, kind = found
            if kind in (NUDGE, AGAIN):  # else a person could nudge again after deleting the last nudge
                raise Forbidden(Message(N_("Only messages and reactions can be deleted.")))
            if not voice.who.is_host and (not voice.person or author != voice.person):
                raise Forbidden(Message(N_("Only its author or the host may delete a message.")))
            await connection.execute(update(MessageRow).where(*mine).values(text="", deleted=True))
            mark = await _mark(connection, table.id)
            await self.store.ring(connection, table.id, TALK, mark)
        self.hub.ring(table.id, TALK, mark)

    async def open_chat_for(self, table: Table, voice: Voice, whom: str) -> None:
        """The host decides who may read and write the chat, apart from the people at the table."""
        if not voice.who.is_host:
            raise Forbidden(Message(N_("Only the host may decide this.")))
        if whom not in CHAT_FOR:
            raise Unreadable(Message(N_("The chat can be for: %(choices)s"), choices=", ".join(CHAT_FOR)))
        async with self.store.changing(table.id, table.ply, table.version, chat=whom) as change:
            await self.store.ring(change.connection, table.id, PEOPLE, 0)  # spectators may see another page now
            version = change.version
        table.stored(version)
        table.row.chat = whom
        self.hub.ring(table.id, PEOPLE, 0)

    async def may_hear(self, tables: Tables, match_id: str, who_at: Callable[[Table], Who], ring: Ring) -> bool:
        """Whether a person gets this event. Without the right to read the chat they do not even learn that there is a message."""
        async with tables.at(match_id) as table:
            voice = Voice("", "", who_at(table))
            return may_see(table, voice.who) and (ring.name != TALK or may_read(table, voice))

    # -- people whom one does not want to read

    async def mute(self, table: Table, voice: Voice, number: int) -> None:
        """Hide what the author of a message writes, here and at every other table, from this person alone."""
        if not voice.person or not may_read(table, voice):
            raise Forbidden(Message(N_("The chat of this table is for the people at the table.")))
        query = select(MessageRow.person, MessageRow.name).where(
            MessageRow.match == table.id, MessageRow.number == number
        )
        try:
            async with self.store.writing() as connection:
                author = (await connection.execute(query)).first()
                if author is None or author.person == voice.person:
                    raise NotFound(Message(N_("There is no such message.")))
                count = select(func.count()).select_from(MuteRow).where(MuteRow.person == voice.person)
                if (await connection.execute(count)).scalar_one() >= MAX_MUTES:
                    raise Forbidden(Message(N_("You have muted %(most)s people; this is the limit."), most=MAX_MUTES))
                row = {"person": voice.person, "other": author.person, "name": author.name}
                await connection.execute(insert(MuteRow), row)
        except IntegrityError:
            return  # muted already

    async def unmute(self, voice: Voice, word: str) -> None:
        """Read a person again; the word comes from the list."""
        for one in await self._mutes(voice.person):
            if mute_word(one) == word:
                mine = (MuteRow.person == voice.person, MuteRow.other == one.other)
                async with self.store.writing() as connection:
                    await connection.execute(delete(MuteRow).where(*mine))

    async def muted(self, voice: Voice) -> list[tuple[str, str]]:
        """Whom this person has muted: a word for each, and the name."""
        return [(mute_word(one), one.name) for one in await self._mutes(voice.person)]

    async def _mutes(self, person: str) -> list[MuteRow]:
        if not person:
            return []
        query = select(*MuteRow.__table__.c).where(MuteRow.person == person).order_by(MuteRow.name)
        async with self.store.reading() as connection:
            return [MuteRow(**row._mapping) for row in await connection.execute(query)]

    # -- notes

    async def note(self, match_id: str, voice: Voice) -> str:
        """This person's notes about a table; no one else can read them."""
        if not voice.person:
            return ""
        query = select(NoteRow.text).where(NoteRow.match == match_id, NoteRow.person == voice.person)
        async with self.store.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none() or ""

    async def write_note(self, table: Table, voice: Voice, text: str) -> None:
        if not voice.person:
            raise Forbidden(Message(N_("Take a seat or create a table first; then you can keep notes.")))
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


def _muted_by(person: str) -> Select[Any]:
    return select(MuteRow.other).where(MuteRow.person == person)


def mute_word(row: MuteRow) -> str:
    """Names an entry of a person's own list without showing who the other one is."""
    return hashlib.sha256(f"{row.person} {row.other}".encode()).hexdigest()[:16]


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
                "Too many messages: at most %(most)s in %(seconds)s second. Wait a little.",
                "Too many messages: at most %(most)s in %(seconds)s seconds. Wait a little.",
                "seconds",
            )
            raise TooMany(Message(text, most=most, seconds=int(seconds)), seconds)


def readable(text: str, longest: int) -> str:
    """A text as people can read it, with its lines; Unreadable if it is too long: nothing is cut off silently."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    plain = "\n".join("".join(c if _is_visible(c) else " " for c in line).rstrip() for line in lines).strip()
    if len(plain) > longest:
        words = NN_(
            "Too long: %(length)s character, at most %(most)s are allowed.",
            "Too long: %(length)s characters, at most %(most)s are allowed.",
            "length",
        )
        raise Unreadable(Message(words, length=len(plain), most=longest))
    return plain


def _is_visible(character: str) -> bool:
    return character == JOINER or unicodedata.category(character)[0] != "C"
