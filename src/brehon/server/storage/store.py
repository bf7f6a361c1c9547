"""What is kept: matches, seats and plies. A ply is never changed and never removed.

The primary key (match, ply) decides every race: of two moves for the same ply one gets an IntegrityError. Whatever changes a
match goes through `changing`, which raises its version: another worker compares that number and knows whether what it
remembers is still right.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Select, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningUpdate

from brehon.server.storage.database import Database
from brehon.server.storage.schema import FRIEND, MatchRow, PlyRow, RecordRow, SeatRow

CHANNEL: Final = "brehon"  # of PostgreSQL's notifications
MATCHES: Final = MatchRow.metadata.tables[MatchRow.__tablename__]
ADD_LINES: Final = insert(PlyRow.metadata.tables[PlyRow.__tablename__])
THIS, NEW = "this_match", "new_"  # names of parameters
MOST_STATEMENTS: Final = 128  # that are remembered
LOOK: Final = -1  # instead of a ply: something has changed, check the store


class Overtaken(Exception):
    """The match was changed in the meantime, so this write is no longer valid."""


@dataclass
class Change:
    """A transaction on one match."""

    connection: AsyncConnection
    version: int  # of the match, once it is committed


class Store(Database):
    """Reads and writes."""

    @asynccontextmanager
    async def changing(
        self, match_id: str, ply: int = LOOK, expected: int | None = None, **marks: object
    ) -> AsyncIterator[Change]:
        """A transaction that changes something of a match: its version goes up, and the other workers are notified after it.

        It has exclusive access to the match until its end. With `expected` it is Overtaken unless the match has that version.
        """
        async with self.writing() as connection:
            version = await connection.run_sync(raise_version, match_id, expected, marks)
            yield Change(connection, version)
            if self.is_shared:
                await connection.execute(self.bell(match_id, ply))

    def bell(self, match_id: str, what: int | str) -> Select[Any]:
        """What notifies the other workers, once it is committed; on PostgreSQL only."""
        return select(func.pg_notify(CHANNEL, f"{self.origin} {match_id} {what}"))

    async def ring(self, connection: AsyncConnection, match_id: str, name: str, number: int) -> None:
        """Notify the other workers, after the transaction, that something other than the game of a match has changed."""
        if self.is_shared:
            await connection.execute(self.bell(match_id, f"{name}:{number}"))

    async def ring_at(self, match_id: str) -> None:
        """Notify the other workers that the pages of a match have to look, without any change of the match."""
        if self.is_shared:
            async with self.writing() as connection:
                await connection.execute(self.bell(match_id, LOOK))

    async def hold(self, connection: AsyncConnection, match_id: str, version: int) -> None:
        """Keep a match as it is until the end of the transaction. Overtaken if it has changed since it was loaded."""
        query = select(MatchRow.version).where(MatchRow.id == match_id).with_for_update(read=True)
        if (await connection.execute(query)).scalar_one_or_none() != version:
            raise Overtaken(match_id)

    # -- matches and seats

    async def add_matches(self, matches: list[dict[str, Any]], seats: list[dict[str, Any]]) -> None:
        """One new match, or the two of a duplicate."""
        async with self.writing() as connection:
            await connection.execute(insert(MatchRow), matches)
            await connection.execute(insert(SeatRow), seats)

    async def match(self, match_id: str, first: int = 0) -> tuple[MatchRow, list[SeatRow], list[str]] | None:
        """A match with its seats and its plies in words, from ply number `first` on.

        The match is read first: a caller who compares the version finds everything that is newer.
        """
        if not storable(match_id):
            return None
        async with self.reading() as connection:
            found = (await connection.execute(select(*MatchRow.__table__.c).where(MatchRow.id == match_id))).first()
            if found is None:
                return None
            seats = await connection.execute(
                select(*SeatRow.__table__.c).where(SeatRow.match == match_id).order_by(SeatRow.seat)
            )
            plies = await connection.execute(
                select(PlyRow.words).where(PlyRow.match == match_id, PlyRow.ply >= first).order_by(PlyRow.ply)
            )
            return (
                MatchRow(**found._mapping),
                [SeatRow(**row._mapping) for row in seats],
                [words for (words,) in plies],
            )

    async def version(self, match_id: str) -> int | None:
        async with self.reading() as connection:
            query = select(MatchRow.version).where(MatchRow.id == match_id)
            return (await connection.execute(query)).scalar_one_or_none()

    async def seat_of_link(self, invitation: str) -> SeatRow | None:
        """The seat of this digest of an invitation, taken or not."""
        return await self._seat(SeatRow.invitation == invitation)

    async def seat_of_key(self, key: str) -> SeatRow | None:
        """The seat of this digest of a key."""
        return await self._seat(SeatRow.seat_key == key)

    async def _seat(self, where: ColumnElement[bool]) -> SeatRow | None:
        async with self.reading() as connection:
            row = (await connection.execute(select(*SeatRow.__table__.c).where(where))).first()
            return None if row is None else SeatRow(**row._mapping)

    async def match_of_host_key(self, key: str) -> str | None:
        async with self.reading() as connection:
            query = select(MatchRow.id).where(MatchRow.host_key == key)
            return (await connection.execute(query)).scalar_one_or_none()

    async def take_seat(self, seat: SeatRow, values: dict[str, Any], twin: str | None = None) -> int:
        """Give a free seat to a player; the new version of the match.

        Overtaken if its link has changed, or if the player has sat down at the other table of a duplicate at the same moment.
        """
        free = (SeatRow.session.is_(None), SeatRow.kind == FRIEND, SeatRow.invitation == seat.invitation)
        async with self.writing() as connection:
            if twin is not None:
                await self._keep_apart(connection, seat.match, twin, values["session"])
            version = await connection.run_sync(raise_version, seat.match, None, {})
            where = (SeatRow.match == seat.match, SeatRow.seat == seat.seat, *free)
            done = await connection.execute(update(SeatRow).where(*where).values(values))
            if done.rowcount != 1:
                raise Overtaken(seat.match)
            if self.is_shared:
                await connection.execute(self.bell(seat.match, LOOK))
            return version

    async def _keep_apart(self, connection: AsyncConnection, match_id: str, twin: str, session: str) -> None:
        """Hold both tables of a duplicate, always in the same order so that no two wait for each other."""
        pair = select(MatchRow.id).where(MatchRow.id.in_((match_id, twin))).order_by(MatchRow.id)
        await connection.execute(pair.with_for_update())
        there = select(SeatRow.seat).where(SeatRow.match == twin, SeatRow.session == session).limit(1)
        if (await connection.execute(there)).first() is not None:
            raise Overtaken(match_id)

    async def set_seat_key(self, seat: SeatRow, key: str, expected: int) -> int:
        """A new key for the player of the seat; the new version of the match. Overtaken if it has changed."""
        async with self.changing(seat.match, expected=expected) as change:
            where = (SeatRow.match == seat.match, SeatRow.seat == seat.seat)
            await change.connection.execute(update(SeatRow).where(*where).values(seat_key=key))
            return change.version

    async def set_auto(self, match_id: str, seats: list[int], wanted: bool, expected: int) -> int:
        """The new version of the match. Overtaken if it has changed: others may sit there."""
        async with self.changing(match_id, expected=expected) as change:
            query = update(SeatRow).where(SeatRow.match == match_id, SeatRow.seat.in_(seats))
            await change.connection.execute(query.values(auto=wanted))
            return change.version

    # -- bots

    async def waiting_for_bots(self) -> list[str]:
        """Matches where a bot has to decide."""
        async with self.reading() as connection:
            return [id for (id,) in await connection.execute(select(MatchRow.id).where(MatchRow.bot_turn))]

    async def no_bots_turn(self, match_id: str, version: int) -> None:
        """Remove the mark from a match that waits for no bot, unless the match has changed since it was read."""
        async with self.writing() as connection:
            query = update(MatchRow).where(MatchRow.id == match_id, MatchRow.version == version)
            await connection.execute(query.values(bot_turn=False))

    # -- plies

    async def add_plies(
        self,
        match_id: str,
        first: int,
        words: Sequence[str],
        expected: int | None = None,
        numbers: dict[int, str] | None = None,
        **marks: object,
    ) -> int:
        """Append lines to a record and put marks on the match, numbers of seats that were opened too; its new version.

        IntegrityError if the number of a line is taken; then nothing is stored.
        """

        def work(connection: Connection) -> int:
            version = raise_version(connection, match_id, expected, marks)
            add_lines(connection, match_id, first, words)
            for seat, number in (numbers or {}).items():
                where = (SeatRow.match == match_id, SeatRow.seat == seat)
                connection.execute(update(SeatRow).where(*where).values(number=number))
            if self.is_shared:
                connection.execute(self.bell(match_id, first + len(words)))
            return version

        return await self.write_at_once(work, is_urgent=True)

    # -- uploaded records

    async def add_record(self, record_id: str, digest: str, body: str) -> str:
        """Keep a record; the number of the one that is already there, if it is."""
        row = {"id": record_id, "digest": digest, "body": body, "at": time.time()}
        try:
            async with self.writing() as connection:
                await connection.execute(insert(RecordRow), row)
        except IntegrityError:
            async with self.reading() as connection:
                query = select(RecordRow.id).where(RecordRow.digest == digest)
                return (await connection.execute(query)).scalar_one()
        return record_id

    async def record(self, record_id: str) -> str | None:
        if not storable(record_id):
            return None
        async with self.reading() as connection:
            query = select(RecordRow.body).where(RecordRow.id == record_id)
            return (await connection.execute(query)).scalar_one_or_none()

    # -- numbers for the operator

    async def counts(self) -> dict[str, int]:
        """How many matches there are in each state."""
        started, finished = MatchRow.started.is_not(None), MatchRow.finished.is_not(None)
        query = select(
            func.count().filter(~started), func.count().filter(started & ~finished), func.count().filter(finished)
        ).select_from(MatchRow)
        async with self.reading() as connection:
            waiting, playing, over = (await connection.execute(query)).one()
        return {"waiting": waiting, "playing": playing, "over": over}


def raise_version(connection: Connection, match_id: str, expected: int | None, marks: dict[str, object]) -> int:
    """Put marks on a match; its new version. With `expected` it is Overtaken unless the match had that version."""
    values = {THIS: match_id, **{NEW + name: value for name, value in marks.items()}}
    version: int | None = connection.execute(_mark_match(tuple(marks)), values).scalar_one_or_none()
    if version is None or (expected is not None and version != expected + 1):  # None: the match has been deleted
        raise Overtaken(match_id)
    return version


@lru_cache(MOST_STATEMENTS)
def _mark_match(names: tuple[str, ...]) -> ReturningUpdate[Any]:
    """The statement that puts marks of these names on a match. Written once: to make it takes longer than to carry it out."""
    marks = {name: bindparam(NEW + name, type_=MATCHES.c[name].type) for name in names}
    query = update(MATCHES).where(MATCHES.c.id == bindparam(THIS)).values(version=MATCHES.c.version + 1, **marks)
    return query.returning(MATCHES.c.version)


def add_lines(connection: Connection, match_id: str, first: int, words: Sequence[str]) -> None:
    """Append lines to a record, within a change of its match."""
    now = time.time()
    rows = [{"match": match_id, "ply": first + index, "words": line, "at": now} for index, line in enumerate(words)]
    if rows:
        connection.execute(ADD_LINES, rows)


def storable(text: str) -> bool:
    """Whether a text can be stored: PostgreSQL refuses NUL characters, and every database refuses lone surrogates."""
    return "\x00" not in text and text.isprintable()
