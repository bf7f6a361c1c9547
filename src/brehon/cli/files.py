"""Files of the terminal program: where records are, and how they are read and written so that nothing gets lost."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex

from brehon.cli.errors import BadInput
from brehon.core.contract import Game
from brehon.core.limits import BadText, check_json
from brehon.core.match import Match
from brehon.core.record import MAX_BYTES, read_record
from brehon.core.text import N_
from brehon.core.verification import replay


def data_folder() -> Path:
    """The platform's folder for the data of a user."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "brehon"


def new_record_path(game: Game) -> Path:
    """A name that is free: game, date and a short id."""
    return data_folder() / "records" / f"{game.name}-{datetime.now():%Y-%m-%d}-{token_hex(3)}.json"


def write(path: Path, text: str) -> None:
    """Write a file so that at every moment either the old or the complete new text is on the disk."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text)
    except OSError as error:  # reported with the name that the person knows, not that of the temporary file
        raise OSError(error.errno, error.strerror, str(path)) from None


def _replace(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(name)
        raise


def stamp(path: Path) -> str:
    """Changes with every write of a file; empty if the file does not exist."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return ""
    return f"{found.st_ino} {found.st_mtime_ns} {found.st_size}"


def must_be_new(path: Path) -> None:
    """Never overwrite a file that may still be needed."""
    if path.exists():
        text = N_("%(file)s already exists; continue it with --resume %(file)s, or choose another name")
        raise BadInput(text, file=str(path))


def must_be_writable(path: Path) -> None:
    """Find out before a long run, not after it, that its result cannot be written."""
    if path.is_dir():
        raise IsADirectoryError(21, "is a directory", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=path.parent):
        pass


def read(path: Path, limit: int) -> str | None:
    """A text file; None if it is longer than that or not text."""
    with path.open("rb") as file:
        raw = file.read(limit + 1)
    if len(raw) > limit:
        return None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


def read_match(path: Path) -> Match:
    """Read a record and play it again, checking every ply."""
    return replay(read_record(record_text(path)))


def record_text(path: Path) -> str:
    found = read(path, MAX_BYTES)
    if found is None:
        text = N_("%(file)s is not a record: a record is UTF-8 text of at most %(limit)s bytes")
        raise BadInput(text, file=str(path), limit=MAX_BYTES)
    try:
        check_json(found, MAX_BYTES)
    except BadText as error:
        raise BadInput(N_("%(file)s is not a record: %(why)s"), file=str(path), why=error.message) from None
    return found
