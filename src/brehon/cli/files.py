"""Files of the terminal program: where records lie, and how they are read and written so that nothing gets lost."""

from __future__ import annotations

import os
import sys
import tempfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex

from brehon.cli.errors import BadInput
from brehon.core import registry
from brehon.core.contract import Components, Game
from brehon.core.errors import BadComponents, Problem
from brehon.core.limits import BadText, check_json
from brehon.core.match import Match, replay
from brehon.core.record import MAX_BYTES, read_record
from brehon.core.text import N_, Message

MAX_COMPONENTS = 1_000_000  # bytes; longer component files are refused unread


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
    """Write a file so that at every moment either the old or the whole new text is there, on the disk."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, text)
    except OSError as error:  # told with the name that the person knows, not with that of the passing file
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
    """Differs after every writing of a file; empty if it is not there."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return ""
    return f"{found.st_ino} {found.st_mtime_ns} {found.st_size}"


def must_be_new(path: Path) -> None:
    """Never write over a file that somebody may still want."""
    if path.exists():
        text = N_("there is already something at %(file)s; go on with it by --resume %(file)s, or choose another name")
        raise BadInput(text, file=str(path))


def must_be_writable(path: Path) -> None:
    """Find out before a long run, not after it, that its result cannot be written."""
    if path.is_dir():
        raise IsADirectoryError(21, "is a directory", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=path.parent):
        pass


def read(path: Path, limit: int) -> str | None:
    """A text file; None if it is longer than that or no text."""
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
        text = N_("%(file)s is not a record: it is no UTF-8 text of at most %(limit)s bytes")
        raise BadInput(text, file=str(path), limit=MAX_BYTES)
    try:
        check_json(found, MAX_BYTES)
    except BadText as error:
        raise BadInput(N_("%(file)s is not a record: %(why)s"), file=str(path), why=error.message) from None
    return found


def components_text(path: Path) -> str:
    text = read(path, MAX_COMPONENTS)
    if text is None:
        problem = Problem("K-1", Message(N_("not a UTF-8 text of at most %(limit)s bytes"), limit=MAX_COMPONENTS))
        raise BadComponents(str(path), [problem])
    return text


def load_components(game: Game, wanted: str | None) -> Components:
    """The built-in set of this name, or the component file at this path; the default set if nothing is asked for."""
    if wanted is None:
        return registry.builtin(game, game.default_components)
    if wanted in game.builtin_components():
        return registry.builtin(game, wanted)
    return game.load_components(components_text(Path(wanted)), wanted)
