"""The database behind everything: one SQLite file for one process, or PostgreSQL for several.

SQLite runs in WAL mode with synchronous=FULL, so whatever was acknowledged survives the death of the process and of the
machine; PostgreSQL does the same with its own default settings.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from brehon.core.errors import BrehonError
from brehon.server.permissions import create_private
from brehon.server.settings import BadFolder

MIGRATIONS: Final = Path(__file__).parent / "migrations"
POSTGRES: Final = "postgresql"
SQLITE: Final = "sqlite"
LONGEST: Final = 0.05  # seconds after which the writing thread lets somebody else write
PATIENT: Final = 2.0  # seconds for queries that are under way when the server ends
UNREACHABLE: Final = (OperationalError, InterfaceError, PoolTimeout)  # not our bug: the database is gone or busy
# a lost database connection is noticed within half a minute
PATIENCE: Final = {"connect_timeout": "5", "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3"}


class BadDatabase(BrehonError):
    """An address of a database that cannot be used."""


def read_url(address: str) -> URL:
    """The address of a database as people write it; BadDatabase says what would be right."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise BadDatabase(
            "the address of the database cannot be read; write it as postgresql://USER:PASSWORD@HOST:5432/NAME"
        ) from None
    kind = url.get_backend_name()
    if kind not in (POSTGRES, "postgres", SQLITE):
        raise BadDatabase(
            f"{kind} is not a database that Brehon can use; it uses postgresql://…, or a SQLite file in --data-dir"
        )
    if kind == SQLITE:
        return url.set(drivername="sqlite+aiosqlite")
    try:
        import psycopg  # noqa: F401 - an optional extra
    except ImportError:
        raise BadDatabase("PostgreSQL needs one more package: pip install 'brehon-table[postgres]'") from None
    return url.set(drivername="postgresql+psycopg")


T = TypeVar("T")


@dataclass
class Job:
    """A transaction, and where its result is waited for."""

    work: Callable[[Connection], Any]
    result: asyncio.Future[Any]


class Writer:
    """The one writer of a SQLite database: short transactions, one after the other, in a thread; urgent ones first.

    What waits is taken over by the thread together. If the event loop handed over one transaction at a time, each would wait
    until the loop had time again, and moves would queue behind pages although the disk is idle.
    """

    def __init__(self, engine: Engine) -> None:
        self.turn = asyncio.Lock()  # held during a transaction that writes
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "brehon-writer")
        self._urgent, self._others = deque[Job](), deque[Job]()
        self._working: asyncio.Task[None] | None = None

    async def write(self, work: Callable[[Connection], T], is_urgent: bool) -> T:
        """The result, once it is on disk. A thread cannot be stopped: a caller that is cancelled waits until the work is done."""
        job = Job(work, asyncio.get_running_loop().create_future())
        (self._urgent if is_urgent else self._others).append(job)
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        try:
            found: T = await asyncio.shield(job.result)
        except asyncio.CancelledError:
            await asyncio.wait([job.result])
            if not job.result.cancelled():
                job.result.exception()  # nobody else asks for it
            raise
        return found

    async def close(self) -> None:
        """Everything that was given is done first."""
        if self._working is not None:
            await self._working
        self._thread.shutdown()
        self._engine.dispose()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._urgent or self._others:
                async with self.turn:
                    await loop.run_in_executor(self._thread, self._write_what_waits, loop)
        finally:  # if this is cancelled, the program ends: nobody may wait for ever
            for job in (*self._urgent, *self._others):
                job.result.cancel()

    def _write_what_waits(self, loop: asyncio.AbstractEventLoop) -> None:
        end = time.monotonic() + LONGEST
        while (self._urgent or self._others) and time.monotonic() < end:
            job = (self._urgent or self._others).popleft()
            try:
                with self._engine.begin() as connection:
                    found = job.work(connection)
            except Exception as error:  # noqa: BLE001 - raised again in `write`, where the caller waits for the result
                loop.call_soon_threadsafe(_settle, job.result, None, error)
            else:
                loop.call_soon_threadsafe(_settle, job.result, found, None)


def _settle(result: asyncio.Future[Any], found: Any, error: Exception | None) -> None:
    if result.done():
        return
    if error is not None:
        result.set_exception(error)
    else:
        result.set_result(found)


class Database:
    """Transactions. On SQLite all writes go through one lock: it has one writer anyway, and a queue is faster than retries."""

    def __init__(self, address: str) -> None:
        self.url = read_url(address)
        self.is_shared = self.url.get_backend_name() == POSTGRES  # other processes may write to it
        self.origin = secrets.token_hex(4)  # tells our own notifications from those of other workers
        self._asking: Counter[asyncio.Task[Any] | None] = Counter()  # tasks with a query under way
        self.engine: AsyncEngine
        if self.is_shared:
            # two pools: to switch a connection between transactions and single statements at every use is slow, and
            # fails where a query was cancelled
            self.engine = _postgres(self.url)
            self._reader = _postgres(self.url, isolation_level="AUTOCOMMIT")
        else:
            self.engine = self._reader = create_async_engine(self.url, hide_parameters=True)
            in_thread = create_engine(
                self.url.set(drivername="sqlite"), hide_parameters=True, execution_options={"writes": True}
            )
            self._writer = Writer(in_thread)
            for engine in (self.engine.sync_engine, in_thread):
                event.listen(engine, "connect", _set_up_sqlite)
                event.listen(engine, "begin", _begin_sqlite)

    @property
    def shown(self) -> str:
        """The address without its password."""
        return self.url.render_as_string() if self.is_shared else str(self.url.database)

    async def open(self) -> None:
        """Bring the tables up to date; BadFolder or BadDatabase if this is not a database, or one of a newer version."""
        self.make_private()
        try:
            async with self.writing() as connection:
                await connection.run_sync(migrate)
        except (SQLAlchemyError, CommandError) as error:
            cause = error.orig if isinstance(error, DBAPIError) else error
            raise self._unusable(" ".join(str(cause).split())) from None

    @property
    def file(self) -> Path | None:
        """Of SQLite."""
        return None if self.is_shared else Path(str(self.url.database))

    def make_private(self) -> None:
        """A new SQLite file is for its owner alone; SQLite gives the same rights to the files next to it."""
        if self.file is None:
            return
        try:
            create_private(self.file)
        except OSError as error:
            raise self._unusable(error.strerror or str(error)) from None

    def _unusable(self, cause: str) -> BrehonError:
        if self.is_shared:
            return BadDatabase(
                f"the database {self.shown} cannot be used: {cause}; "
                "check --database-url, that PostgreSQL runs, and that this Brehon is not older than the database"
            )
        return BadFolder(
            f"the database {self.shown} cannot be used: {cause}; "
            "use the version of Brehon that wrote it, move it away, or choose another folder with --data-dir FOLDER"
        )

    async def is_current(self) -> bool:
        """Whether the tables are those of this version."""
        async with self.reading() as connection:
            return await connection.run_sync(revision_of) == newest_revision()

    async def close(self) -> None:
        if not self.is_shared:
            await self._writer.close()
        await self.engine.dispose()
        await self._reader.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes; it is on disk when the block ends without an error."""
        if self.is_shared:
            with self.counted():
                async with self.engine.begin() as connection:
                    yield connection
            return
        with self.counted():
            async with self._writer.turn, self.engine.connect() as connection:
                await connection.execution_options(writes=True)
                async with connection.begin():
                    yield connection

    async def write_at_once(self, work: Callable[[Connection], T], is_urgent: bool = False) -> T:
        """A short transaction that writes, for what happens often; a move is urgent, and goes before everything else that waits.

        On SQLite it runs in a thread from BEGIN to COMMIT: an asynchronous connection would come back to the event
        loop a dozen times, and wait there behind the pages that are being rendered.
        """
        if self.is_shared:
            async with self.writing() as connection:
                return await connection.run_sync(work)
        with self.counted():
            return await self._writer.write(work, is_urgent)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """For reading. On SQLite everything is of one moment; on PostgreSQL every statement sees what is newest."""
        with self.counted():
            async with self._reader.connect() as connection, connection.begin():
                yield connection

    @contextmanager
    def counted(self) -> Iterator[None]:
        """A task within this block has a query under way: `end` lets it finish that first."""
        task = asyncio.current_task()
        self._asking[task] += 1
        try:
            yield
        finally:
            self._asking[task] -= 1
            if not self._asking[task]:
                del self._asking[task]

    async def end(self, tasks: Iterable[asyncio.Task[Any]]) -> None:
        """Cancel tasks, if possible not during a query: a connection that is cancelled there is lost, not closed."""
        tasks, late = list(tasks), time.monotonic() + PATIENT
        for task in tasks:
            while task in self._asking and not task.done() and time.monotonic() < late:
                await asyncio.sleep(0.005)
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @asynccontextmanager
    async def frozen(self) -> AsyncIterator[AsyncConnection]:
        """For reading all of one moment, however long it takes, while others go on writing."""
        level = {"isolation_level": "REPEATABLE READ"} if self.is_shared else {}
        async with self.engine.execution_options(**level).connect() as connection, connection.begin():
            yield connection

    async def ping(self) -> None:
        """Run an empty query; raises the error of the database."""
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))


def _postgres(url: URL, **more: Any) -> AsyncEngine:
    return create_async_engine(
        url, pool_size=8, max_overflow=8, pool_timeout=10, pool_pre_ping=True, hide_parameters=True, connect_args=PATIENCE, **more
    )  # fmt: skip


def migrate(connection: Connection, revision: str = "head") -> None:
    """Run the migrations that this database has not seen yet; of several workers one does it."""
    if connection.dialect.name == POSTGRES:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": lock_key("migrations")})
    command.upgrade(_config(connection), revision)


def revision_of(connection: Connection) -> str | None:
    """The migration up to which this database has come; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def newest_revision() -> str | None:
    """The migration up to which this version goes."""
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()


def lock_key(name: str) -> int:
    """The number by which PostgreSQL knows a lock of ours."""
    return int.from_bytes(hashlib.sha256(f"brehon {name}".encode()).digest()[:8], "big", signed=True)


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _set_up_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves: the driver would say it too late
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


async def prepare(address: str) -> None:
    """Try the database once before the first request is served."""
    database = Database(address)
    try:
        await database.open()
    finally:
        await database.close()
