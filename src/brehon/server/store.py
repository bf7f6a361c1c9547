"""What is kept: matches, seats and plies in one database. A ply is never changed and never removed.

The primary key (match, ply) decides every race: of two moves for the same ply one gets an IntegrityError. SQLite runs in WAL
mode with synchronous=FULL, so whatever was acknowledged survives the death of the process and of the machine.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import JSON, Connection, Float, ForeignKey, Integer, String, Text, event, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

MIGRATIONS: Final = Path(__file__).parent / "migrations"
ME: Final = "me"
FRIEND: Final = "friend"
BOT: Final = "bot"
KINDS: Final = (ME, FRIEND, BOT)


class Base(DeclarativeBase):
    """The tables."""


class MatchRow(Base):
    """A table where a game is set up, played or finished."""

    __tablename__ = "matches"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    rules: Mapped[int] = mapped_column(Integer)  # the version of the rules
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    components: Mapped[str] = mapped_column(String(200))
    source: Mapped[str | None] = mapped_column(Text)  # of the components, unless they are built in
    secret: Mapped[str] = mapped_column(String(200))
    host: Mapped[str] = mapped_column(String(64), index=True)  # session of whoever set the table up
    host_token: Mapped[str] = mapped_column(String(64), unique=True)
    created: Mapped[float] = mapped_column(Float)
    started: Mapped[float | None] = mapped_column(Float)
    finished: Mapped[float | None] = mapped_column(Float)


class SeatRow(Base):
    """A seat and who sits there."""

    __tablename__ = "seats"
    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    level: Mapped[str] = mapped_column(String(32))  # of a bot
    name: Mapped[str] = mapped_column(String(64))
    token: Mapped[str] = mapped_column(String(64), unique=True)
    session: Mapped[str | None] = mapped_column(String(64), index=True)  # who has claimed it
    word: Mapped[str] = mapped_column(String(64))  # added to the chance of the match


class PlyRow(Base):
    """One line of a record."""

    __tablename__ = "plies"
    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(Integer, primary_key=True)
    words: Mapped[str] = mapped_column(String(200))
    at: Mapped[float] = mapped_column(Float)


class RecordRow(Base):
    """A record that somebody has uploaded and that was found right."""

    __tablename__ = "records"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    body: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)


class Store:
    """Reads and writes. All writes go through one lock: SQLite has one writer anyway, and a queue is faster than a quarrel."""

    def __init__(self, url: str) -> None:
        self.engine: AsyncEngine = create_async_engine(url, pool_pre_ping=not url.startswith("sqlite"))
        self._writing = asyncio.Lock()
        if make_url(url).get_backend_name() == "sqlite":
            event.listen(self.engine.sync_engine, "connect", _set_up_sqlite)
            event.listen(self.engine.sync_engine, "begin", _begin_sqlite)

    async def open(self) -> None:
        """Bring the tables up to date."""
        async with self.writing() as connection:
            await connection.run_sync(migrate)

    async def close(self) -> None:
        await self.engine.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes; it is on disk when the block ends without an error."""
        async with self._writing, self.engine.connect() as connection:
            await connection.execution_options(writes=True)
            async with connection.begin():
                yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with self.engine.connect() as connection, connection.begin():
            yield connection

    # -- matches and seats

    async def add_match(self, match: dict[str, Any], seats: list[dict[str, Any]]) -> None:
        async with self.writing() as connection:
            await connection.execute(insert(MatchRow), match)
            await connection.execute(insert(SeatRow), seats)

    async def match(self, match_id: str) -> tuple[MatchRow, list[SeatRow], list[str]] | None:
        """A match with its seats and its plies in words, all of one moment."""
        async with self.reading() as connection:
            found = (await connection.execute(select(*MatchRow.__table__.c).where(MatchRow.id == match_id))).first()
            if found is None:
                return None
            seats = await connection.execute(
                select(*SeatRow.__table__.c).where(SeatRow.match == match_id).order_by(SeatRow.seat)
            )
            plies = await connection.execute(select(PlyRow.words).where(PlyRow.match == match_id).order_by(PlyRow.ply))
            return (
                MatchRow(**found._mapping),
                [SeatRow(**row._mapping) for row in seats],
                [words for (words,) in plies],
            )

    async def seat_of_token(self, token: str) -> SeatRow | None:
        async with self.reading() as connection:
            row = (await connection.execute(select(*SeatRow.__table__.c).where(SeatRow.token == token))).first()
            return None if row is None else SeatRow(**row._mapping)

    async def match_of_host_token(self, token: str) -> str | None:
        async with self.reading() as connection:
            query = select(MatchRow.id).where(MatchRow.host_token == token)
            return (await connection.execute(query)).scalar_one_or_none()

    async def claim(self, match_id: str, seat: int, session: str, name: str) -> bool:
        """Give an unclaimed seat to a session; False if somebody was faster."""
        async with self.writing() as connection:
            done = await connection.execute(
                update(SeatRow)
                .where(SeatRow.match == match_id, SeatRow.seat == seat, SeatRow.session.is_(None))
                .values(session=session, name=name)
            )
            return done.rowcount == 1

    async def set_word(self, match_id: str, seat: int, word: str) -> None:
        async with self.writing() as connection:
            await connection.execute(
                update(SeatRow).where(SeatRow.match == match_id, SeatRow.seat == seat).values(word=word)
            )

    async def tables_of(self, session: str, limit: int = 50) -> list[tuple[MatchRow, list[SeatRow]]]:
        """The newest tables that a session has set up or sits at."""
        seated = select(SeatRow.match).where(SeatRow.session == session)
        query = (
            select(*MatchRow.__table__.c)
            .where((MatchRow.host == session) | MatchRow.id.in_(seated))
            .order_by(MatchRow.created.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            matches = [MatchRow(**row._mapping) for row in await connection.execute(query)]
            ids = [match.id for match in matches]
            rows = await connection.execute(
                select(*SeatRow.__table__.c).where(SeatRow.match.in_(ids)).order_by(SeatRow.seat)
            )
            seats: dict[str, list[SeatRow]] = {id: [] for id in ids}
            for row in rows:
                seats[row.match].append(SeatRow(**row._mapping))
        return [(match, seats[match.id]) for match in matches]

    async def unfinished_with_bots(self) -> list[str]:
        with_bots = select(SeatRow.match).where(SeatRow.kind == BOT)
        query = select(MatchRow.id).where(
            MatchRow.started.is_not(None), MatchRow.finished.is_(None), MatchRow.id.in_(with_bots)
        )
        async with self.reading() as connection:
            return [id for (id,) in await connection.execute(query)]

    # -- plies

    async def add_plies(
        self, match_id: str, first: int, words: Sequence[str], starts: bool = False, finishes: bool = False
    ) -> None:
        """Append lines to a record. IntegrityError if one of their numbers is taken; then none is stored."""
        now = time.time()
        marks = {name: now for name, wanted in (("started", starts), ("finished", finishes)) if wanted}
        async with self.writing() as connection:
            if words:
                rows = [
                    {"match": match_id, "ply": first + index, "words": line, "at": now}
                    for index, line in enumerate(words)
                ]
                await connection.execute(insert(PlyRow), rows)
            if marks:
                await connection.execute(update(MatchRow).where(MatchRow.id == match_id).values(**marks))

    # -- uploaded records

    async def add_record(self, record_id: str, digest: str, body: str) -> str:
        """Keep a record; the number of the one that is already there, if it is."""
        async with self.writing() as connection:
            query = select(RecordRow.id).where(RecordRow.digest == digest)
            known = (await connection.execute(query)).scalar_one_or_none()
            if known is not None:
                return known
            row = {"id": record_id, "digest": digest, "body": body, "at": time.time()}
            await connection.execute(insert(RecordRow), row)
        return record_id

    async def record(self, record_id: str) -> str | None:
        async with self.reading() as connection:
            query = select(RecordRow.body).where(RecordRow.id == record_id)
            return (await connection.execute(query)).scalar_one_or_none()


def migrate(connection: Connection) -> None:
    """Run the migrations that this database has not seen yet."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: the driver would say it too late
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
