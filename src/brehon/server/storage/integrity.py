"""Is the database whole? Damage is named in words, before any page is served from it."""

from __future__ import annotations

import logging
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import SQLAlchemyError

from brehon.core.errors import BrehonError
from brehon.server.settings import BadFolder
from brehon.server.storage.database import BadDatabase, Database, newest_revision, revision_of
from brehon.server.storage.health import write_probe
from brehon.server.storage.schema import Base

log: Final = logging.getLogger("brehon.server")
MAGIC: Final = b"SQLite format 3\x00"
MOST: Final = 20  # findings that are looked for
NAMED: Final = 3  # findings that are named
AT_START: Final = 60.0  # seconds that a start waits for the check
SMALL: Final = 20.0  # MB: up to here the indexes are compared with their tables at every start too
REPORT: Final = 5.0  # seconds between two progress messages
STEPS: Final = 5_000  # of SQLite's virtual machine between two checks of the time
TREE: Final = re.compile(r"(?:Tree|On tree page|^Page) (\d+)")
PAGE: Final = re.compile(r"\bpage (\d+)", re.IGNORECASE)


class Damaged(BadFolder):
    """A SQLite file with damage in it."""


class TooLong(Exception):
    """The check was not done in time."""


Progress = Callable[[float], None]  # is given the seconds since the beginning, now and then


def check_file(file: Path, deep: bool = False, limit: float | None = None, progress: Progress | None = None) -> None:
    """Damaged if SQLite finds something wrong; TooLong after `limit` seconds. `deep` compares indexes with their tables too."""
    _check_header(file)
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=5)) as connection:
            connection.set_progress_handler(_Watch(limit, progress).look, STEPS)
            findings = _findings(connection, deep)
    except sqlite3.OperationalError as error:
        if str(error) == "interrupted":
            raise TooLong from None
        raise Damaged(_words(file, [f"it cannot be opened ({error})"])) from None
    except sqlite3.DatabaseError as error:  # so much is wrong that SQLite cannot even look
        raise Damaged(_words(file, [str(error)])) from None
    if findings:
        raise Damaged(_words(file, findings))


class _Watch:
    """Stops a check that takes too long, and says now and then how long it has taken."""

    def __init__(self, limit: float | None, progress: Progress | None) -> None:
        self._begin = self._said = time.monotonic()
        self._limit = limit
        self._progress = progress

    def look(self) -> int:
        now = time.monotonic()
        if self._progress is not None and now - self._said >= REPORT:
            self._said = now
            self._progress(now - self._begin)
        return int(self._limit is not None and now - self._begin > self._limit)


def _check_header(file: Path) -> None:
    with file.open("rb") as opened:
        head = opened.read(len(MAGIC))
    if head and head != MAGIC:
        raise Damaged(
            _words(file, ["it does not begin as a SQLite file does: its first page is damaged, or it is another file"])
        )


def _findings(connection: sqlite3.Connection, deep: bool) -> list[str]:
    """What is wrong, in words; empty if nothing is."""
    damage = _run_check(connection, "quick_check")  # it names the pages, where the other one may break off
    if deep and not damage:
        damage = _run_check(connection, "integrity_check")
    if damage:
        return list(dict.fromkeys(_finding(connection, line) for line in damage))
    orphans = {(str(row[0]), str(row[2])) for row in connection.execute("PRAGMA foreign_key_check")}
    return [
        f"table {child}: rows are there whose row of table {parent} is missing" for child, parent in sorted(orphans)
    ]


def _run_check(connection: sqlite3.Connection, check: str) -> list[str]:
    """SQLite's own lines. It stops at a page that it cannot read at all; the lines up to there count."""
    lines: list[str] = []
    try:
        for (text,) in connection.execute(f"PRAGMA {check}({MOST})"):
            lines += str(text).splitlines()
    except sqlite3.DatabaseError as error:
        if str(error) == "interrupted":
            raise
        lines += _unreadable(connection) or [str(error)]
    return [line for line in lines if line != "ok" and not line.startswith("***")]


def _unreadable(connection: sqlite3.Connection) -> list[str]:
    """Tables and indexes that cannot be read from end to end."""
    out = []
    for kind, name, table in connection.execute("SELECT type, name, tbl_name FROM sqlite_master").fetchall():
        if kind not in ("table", "index"):
            continue
        how = f'INDEXED BY "{name}"' if kind == "index" else "NOT INDEXED"
        try:
            connection.execute(f'SELECT count(*) FROM "{table}" {how}').fetchone()
        except sqlite3.DatabaseError as error:
            if str(error) == "interrupted":
                raise
            out.append(f"index {name} of table {table}" if kind == "index" else f"table {name}")
    return out


def _finding(connection: sqlite3.Connection, line: str) -> str:
    """SQLite's words, with the name of the table or index that it is about."""
    found, page = TREE.search(line), PAGE.search(line)
    if found is None:
        return line
    where = f", page {page[1]}" if page else ""
    try:
        query = "SELECT type, name, tbl_name FROM sqlite_master WHERE rootpage = ?"
        kind, name, table = connection.execute(query, (int(found[1]),)).fetchone() or ("", "", "")
    except sqlite3.DatabaseError:
        kind = ""
    if kind == "index":
        return f"index {name} of table {table}{where}"
    return f"table {name}{where}" if kind else line


def _words(file: Path, findings: list[str]) -> str:
    more = f"; and {len(findings) - NAMED} more" if len(findings) > NAMED else ""
    return (
        f"the database {file} is damaged: {'; '.join(findings[:NAMED])}{more}. "
        "Nothing is served from it and nothing was changed. Keep a copy of the folder, then restore the last backup into a "
        "new one: brehon restore FILE --data-dir NEW-FOLDER"
    )


def check_at_start(database: Database) -> None:
    """The quick check before a server starts; the start does not wait for a very large file."""
    file = database.file
    if file is None or not file.is_file() or file.stat().st_size == 0:
        return
    size = file.stat().st_size / 1e6

    def say(seconds: float) -> None:
        log.warning("checking the database: size=%.0f MB seconds=%.0f", size, seconds)

    try:
        check_file(file, size < SMALL, AT_START, say)
    except TooLong:
        log.warning(
            "check of the database not finished in %.0f s, serving without it: size=%.0f MB; run `brehon check`",
            AT_START, size,
        )  # fmt: skip


async def check_tables(database: Database) -> dict[str, int]:
    """Does it answer, are all tables there, and can they be written? Rows by table; BadFolder or BadDatabase if not."""
    try:
        async with database.reading() as connection:
            revision = await connection.run_sync(revision_of)
            if revision == newest_revision():
                counts = await connection.run_sync(_count)
        if revision != newest_revision():
            raise _wrong(database, f"its tables are of version {revision or 'none'}, those of this Brehon are {newest_revision()}; "
                         "use the Brehon that wrote it, or start the server of this one, which brings it up to date")  # fmt: skip
        await database.write_at_once(write_probe)
    except SQLAlchemyError as error:
        cause = getattr(error, "orig", None) or error
        raise _wrong(database, " ".join(str(cause).split())) from None
    return counts


def _count(connection: Connection) -> dict[str, int]:
    tables = Base.metadata.sorted_tables
    return {table.name: connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables}


def _wrong(database: Database, cause: str) -> BrehonError:
    text = f"the database {database.shown} cannot be used: {cause}"
    return BadDatabase(text) if database.is_shared else BadFolder(text)
