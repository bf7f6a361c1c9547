"""Everything that the server keeps, in one file of JSON lines: the same for SQLite and PostgreSQL, so it moves between them.

The first line says what it is and up to which migration the database had come; then the rows, table by table; the last line
counts them and carries a SHA-256 of all before it. Restoring an older file creates its tables as they were then; the
migrations since then run on them.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from alembic.util import CommandError
from sqlalchemy import Connection, MetaData, func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from brehon import __version__
from brehon.core import registry
from brehon.core.errors import BrehonError
from brehon.core.fair import commitment
from brehon.core.lock import read_lock
from brehon.core.record import Player, Record
from brehon.core.rulesets import stored_rules
from brehon.core.verification import replay
from brehon.server.settings import FAIRNESS_KEY, KEY, Settings, fairness_key, prepare_data_dir, signing_key
from brehon.server.storage.database import Database, migrate, revision_of
from brehon.server.storage.folder_lock import FolderInUse, locked
from brehon.server.storage.schema import ProbeRow, ServerTimeRow

FORMAT: Final = "brehon backup 1"
OF_ALEMBIC: Final = "alembic_version"
AT_ONCE: Final = 500  # rows
OWN: Final = (
    ServerTimeRow.__tablename__,
    ProbeRow.__tablename__,
)  # what a server writes when it starts, without any match


class BadBackup(BrehonError):
    """A backup that cannot be written, read or restored."""


# -- writing


async def write_backup(settings: Settings, file: Path) -> dict[str, int]:
    """Write all rows of one moment; how many there are of each table. An older file of this name stays until the end."""
    database = Database(settings.database_url)
    if not database.is_shared and not Path(str(database.url.database)).is_file():
        raise BadBackup(
            f"there is nothing to back up in {settings.data_dir}; name the right folder with --data-dir DIR"
        )
    beside = file.with_name(f".{file.name}.new")
    try:
        await _open_for_backup(database, settings.data_dir)
        with _writer(beside, packed=file.suffix == ".gz") as out:
            folder = prepare_data_dir(settings.data_dir)
            keys = {KEY: signing_key(folder), FAIRNESS_KEY: fairness_key(folder)}
            counts = await _dump(database, out, keys)
        beside.replace(file)
    except OSError as error:
        raise BadBackup(f"cannot write {file}: {error.strerror or error}") from None
    finally:
        beside.unlink(missing_ok=True)
        await database.close()
    return counts


async def _open_for_backup(database: Database, folder: Path) -> None:
    """Bring the tables up to date, unless a server has them open: then they must be up to date already."""
    if database.is_shared:
        await database.open()
        return
    try:
        with locked(prepare_data_dir(folder), "brehon backup"):
            await database.open()
    except FolderInUse:
        if not await database.is_current():
            raise BadBackup(
                f"a server of another version of Brehon uses {folder}; write the backup with that version"
            ) from None


async def _dump(database: Database, out: Writer, keys: dict[str, str]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    async with database.frozen() as connection:
        metadata, revision = await connection.run_sync(_reflected)
        out.line({"format": FORMAT, "brehon": __version__, "schema": revision, "at": time.time(), **keys})
        for table in metadata.sorted_tables:
            if table.name == ProbeRow.__tablename__:
                continue
            counts[table.name] = 0
            async for row in await connection.stream(select(table)):
                out.line({"table": table.name, "row": {name: _plain(value) for name, value in row._mapping.items()}})
                counts[table.name] += 1
    out.line({"end": dict(counts), "sha256": out.digest.hexdigest()})
    return dict(counts)


class Writer:
    """Writes lines and sums them up."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.digest = hashlib.sha256()

    def line(self, entry: dict[str, Any]) -> None:
        line = json.dumps(entry, ensure_ascii=True).encode() + b"\n"
        self.digest.update(line)
        self._file.write(line)


@contextmanager
def _writer(path: Path, packed: bool) -> Iterator[Writer]:
    """Readable by its owner only: it holds the key of the cookies and every secret. On disk when the block ends."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
        if packed:
            with gzip.GzipFile("", "wb", 6, raw) as file:
                yield Writer(file)  # type: ignore[arg-type]
        else:
            yield Writer(raw)
        raw.flush()
        os.fsync(raw.fileno())


def _plain(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _value(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == {"base64"}:
        return base64.b64decode(value["base64"])
    return value


def _reflected(connection: Connection) -> tuple[MetaData, str | None]:
    metadata = MetaData()
    metadata.reflect(connection)
    if OF_ALEMBIC in metadata.tables:
        metadata.remove(metadata.tables[OF_ALEMBIC])
    return metadata, revision_of(connection)


# -- reading


def lines_of(file: Path) -> Iterator[dict[str, Any]]:
    """The lines of a backup; BadBackup where it is cut off or changed."""
    digest, counts = hashlib.sha256(), Counter[str]()
    entry: dict[str, Any] = {}
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as lines:
            for number, line in enumerate(lines):
                entry = json.loads(line)
                if not isinstance(entry, dict) or (number == 0 and entry.get("format") != FORMAT):
                    raise BadBackup(f"{file} is not a backup of Brehon, or one of a newer version")
                if "end" in entry:
                    break
                digest.update(line)
                if "table" in entry:
                    counts[entry["table"]] += 1
                yield entry
    except (OSError, EOFError) as error:
        raise BadBackup(f"cannot read {file}: {error}") from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, BrehonError):
            raise
        raise BadBackup(f"{file} is damaged: {error}; use another backup") from None
    if "end" not in entry:
        raise BadBackup(f"{file} is cut off: its last line is missing; use another backup")
    if entry.get("sha256") != digest.hexdigest() or any(counts[name] != n for name, n in entry["end"].items()):
        raise BadBackup(f"{file} has been changed or damaged: its lines do not match its last line; use another backup")


def check_backup(file: Path) -> int:
    """Replay every match that has begun, every ply legal and every draw from its secret; how many there are."""
    matches: dict[str, dict[str, Any]] = {}
    seats: dict[str, list[dict[str, Any]]] = {}
    plies: dict[str, list[tuple[int, str]]] = {}
    for entry in lines_of(file):
        row = entry.get("row", {})
        if entry.get("table") == "matches":
            matches[row["id"]] = row
        elif entry.get("table") == "seats":
            seats.setdefault(row["match"], []).append(row)
        elif entry.get("table") == "plies":
            plies.setdefault(row["match"], []).append((row["ply"], row["words"]))
    begun = [row for row in matches.values() if row["started"] is not None and row["game"] in registry.names()]
    for row in begun:
        _check_match(row, seats.get(row["id"], []), sorted(plies.get(row["id"], [])))
    return len(begun)


def _check_match(row: dict[str, Any], seats: list[dict[str, Any]], plies: list[tuple[int, str]]) -> None:
    if [number for number, _ in plies] != list(range(len(plies))):
        raise BadBackup(f"match {row['id']} of the backup is damaged: a ply is missing")
    seats = sorted(seats, key=lambda seat: int(seat["seat"]))
    rules = stored_rules(row["game"], len(seats), row["options"], row["components"], row["source"], row["rules"])
    players = [Player(seat["name"], seat["level"]) for seat in seats]
    secret, lines = row["secret"], [words for _, words in plies]
    try:
        lock = read_lock(row["lock"]) if row.get("lock") is not None else None
        words = [seat["word"] if lock is None else seat["number"] or "" for seat in seats]
        record = Record(rules, players, lines, commitment(secret), words, secret, lock=lock)
        replay(record, with_result=False)
    except BrehonError as error:
        raise BadBackup(f"match {row['id']} of the backup is damaged: {error}") from None


# -- restoring


async def restore_backup(settings: Settings, file: Path) -> dict[str, int]:
    """Fill an empty database, all or nothing; how many rows there are of each table. Refused while a server runs there."""
    prepare_data_dir(settings.data_dir)
    if Database(settings.database_url).is_shared:
        return await _restore(settings, file)
    with locked(settings.data_dir, "brehon restore"):
        return await _restore(settings, file)


async def _restore(settings: Settings, file: Path) -> dict[str, int]:
    database = Database(settings.database_url)
    lines = lines_of(file)
    head = next(lines)
    database.make_private()
    try:
        async with database.writing() as connection:
            await _prepare(connection, head.get("schema"), database.shown)
            counts = await _fill(connection, lines)
            await connection.run_sync(migrate)
    except (SQLAlchemyError, CommandError) as error:
        cause = getattr(error, "orig", None) or error
        raise BadBackup(f"cannot restore into {database.shown}: {' '.join(str(cause).split())}") from None
    finally:
        await database.close()
    for name in (KEY, FAIRNESS_KEY):
        _restore_key(settings.data_dir / name, str(head.get(name, "")))
    return counts


async def _prepare(connection: AsyncConnection, revision: str | None, shown: str) -> None:
    """The tables as they were when the backup was written; only in a database that holds no match."""
    metadata, _ = await connection.run_sync(_reflected)
    for table in metadata.sorted_tables:
        if table.name not in OWN and (await connection.execute(select(func.count()).select_from(table))).scalar_one():
            raise BadBackup(f"{shown} is not empty; restore into a new folder (--data-dir) or a new database")
    await connection.run_sync(metadata.drop_all)
    await connection.exec_driver_sql(f"DROP TABLE IF EXISTS {OF_ALEMBIC}")
    await connection.run_sync(migrate, revision or "head")


async def _fill(connection: AsyncConnection, lines: Iterator[dict[str, Any]]) -> dict[str, int]:
    metadata, _ = await connection.run_sync(_reflected)
    counts: Counter[str] = Counter()
    waiting: list[dict[str, Any]] = []
    name = ""

    async def write() -> None:
        if waiting:
            await connection.execute(insert(metadata.tables[name]), waiting)
            counts[name] += len(waiting)
            waiting.clear()

    for entry in lines:
        if entry["table"] not in metadata.tables:
            raise BadBackup(
                f"the backup has a table {entry['table']!r} that this Brehon does not know; use a newer one"
            )
        if entry["table"] != name or len(waiting) == AT_ONCE:
            await write()
            name = entry["table"]
        waiting.append({key: _value(value) for key, value in entry["row"].items()})
    await write()
    return dict(counts)


def _restore_key(path: Path, key: str) -> None:
    """The guests' cookies and the signatures stay good; a key that is already there is kept under another name."""
    if not key or (path.is_file() and path.read_text(encoding="ascii").strip() == key):
        return
    if path.exists():
        path.replace(path.with_suffix(f".key.{int(time.time())}"))
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(key + "\n")
