"""Can the server still store a move? What is wrong is said in words; a monitor asks at /health, people see it at their table."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, insert, update
from sqlalchemy.exc import DatabaseError, DBAPIError

from brehon.core.text import N_
from brehon.server.storage.database import UNREACHABLE, Database
from brehon.server.storage.schema import ProbeRow

PATIENCE: Final = 3.0  # seconds for the database
FRESH: Final = 1.0  # seconds for which an answer is given again, so that asking costs the disk nothing
FILLER: Final = 32_000  # bytes: about what a long move writes, so that a disk is called full before a move fails
ONLY: Final = 1  # the key of the row
CODE: Final = 0xFF  # the part of SQLite's extended codes that says what kind of error it is


@dataclass(frozen=True)
class Trouble:
    """Why nothing can be stored."""

    status: str  # for programs
    text: str  # for people at a table, a message of the catalogue
    advice: str  # for the operator


AWAY: Final = Trouble(
    "no database",
    N_("The server cannot reach its database just now. Nothing that was confirmed is lost; try again."),
    "The database does not answer. Check that it runs; the server goes on by itself when it is back.",
)
FULL: Final = Trouble(
    "disk full",
    N_(
        "The disk of the server is full, so this could not be stored. Nothing that was confirmed is lost; try again later."
    ),
    "The disk is full: nothing can be stored. Free some space; the server goes on by itself.",
)
BAD_DISK: Final = Trouble(
    "disk error",
    N_(
        "The server could not write to its disk, so this was not stored. Nothing that was confirmed is lost; try again later."
    ),
    "The disk cannot be written. Look for its errors in the system log, and for limits of space; the server goes on by itself.",
)
DAMAGED: Final = Trouble(
    "database damaged",
    N_(
        "The database of the server is damaged, so this cannot be shown or stored. Its operator has to restore a backup."
    ),
    "The database is damaged. Stop the server, run `brehon check`, and restore the last backup.",
)
BY_CODE: Final = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: BAD_DISK,
    sqlite3.SQLITE_READONLY: BAD_DISK,
    sqlite3.SQLITE_CANTOPEN: BAD_DISK,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
POSTGRES_CODES: Final = {"53100": FULL, "58030": BAD_DISK, "XX001": DAMAGED, "XX002": DAMAGED}


def trouble_of(error: BaseException) -> Trouble:
    """What an error of the database means."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        return BY_CODE.get(getattr(cause, "sqlite_errorcode", 0) & CODE, AWAY)
    return POSTGRES_CODES.get(getattr(cause, "sqlstate", None) or "", AWAY)


def write_probe(connection: Connection) -> None:
    """Write something that has to reach the disk, within a transaction of its own."""
    values = {"filler": os.urandom(FILLER)}
    if connection.execute(update(ProbeRow).where(ProbeRow.id == ONLY).values(values)).rowcount == 0:
        connection.execute(insert(ProbeRow), {"id": ONLY, **values})


class Health:
    """Tests a write when asked, at most once in a second and one at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._looking: asyncio.Task[Trouble | None] | None = None
        self._seen = -FRESH
        self._last: Trouble | None = None
        self.is_damaged = False  # a page of the database could not be read; this stays until an operator fixes it

    async def look(self) -> Trouble | None:
        """What is wrong, or None."""
        if self.is_damaged:
            return DAMAGED
        if time.monotonic() - self._seen < FRESH:
            return self._last
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            return await asyncio.wait_for(asyncio.shield(self._looking), PATIENCE)
        except TimeoutError:
            return AWAY

    async def _look(self) -> Trouble | None:
        try:
            await self._database.write_at_once(write_probe)
        except (*UNREACHABLE, DatabaseError) as error:
            self._last = trouble_of(error)
        else:
            self._last = None
        self._seen = time.monotonic()
        return self._last

    async def stop(self) -> None:
        if self._looking is not None:
            await self._database.end([self._looking])
