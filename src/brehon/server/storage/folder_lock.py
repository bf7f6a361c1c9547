"""One writer for each data folder with SQLite: the server, or `brehon restore`. The system drops the lock with the process."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from brehon.server.permissions import PRIVATE_FILE
from brehon.server.settings import BadFolder

log: Final = logging.getLogger("brehon.server")
LOCK: Final = "server.lock"
PATIENCE: Final = 0.3  # seconds for a process that is just ending

if sys.platform == "win32":
    import msvcrt

    BEYOND: Final = 1 << 30  # Windows also locks bytes against reading: use one that is never read

    def _try_lock(descriptor: int) -> bool:
        os.lseek(descriptor, BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True
else:
    import fcntl

    def _try_lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class FolderInUse(BadFolder):
    """Another process writes into this data folder."""


@contextmanager
def locked(folder: Path, purpose: str) -> Iterator[None]:
    """Exclusive access to the folder; FolderInUse at once if another process has it. `purpose` is shown to others."""
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
    try:
        if not _lock_soon(descriptor, folder):
            raise FolderInUse(_in_use(folder))
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()} {purpose}\n".encode())
        yield
    finally:
        os.close(descriptor)  # this drops the lock; the file stays, or two processes could lock two files


def _lock_soon(descriptor: int, folder: Path) -> bool:
    late = time.monotonic() + PATIENCE
    while True:
        try:
            if _try_lock(descriptor):
                return True
        except OSError as error:  # a file system without locks
            log.warning(
                "no lock: file system without locks, one server only folder=%s error=%s", folder, error.strerror
            )
            return True
        if time.monotonic() > late:
            return False
        time.sleep(0.02)


def holder(folder: Path) -> str:
    """Who has the folder, in words; "" if it is free."""
    try:
        descriptor = os.open(folder / LOCK, os.O_RDWR)
    except OSError:
        return ""
    try:
        return "" if _try_lock(descriptor) else _named(folder)
    except OSError:
        return ""
    finally:
        os.close(descriptor)


def _named(folder: Path) -> str:
    try:
        pid, _, purpose = (folder / LOCK).read_text(encoding="utf-8").strip().partition(" ")
    except OSError:
        pid, purpose = "", ""
    return f"{purpose or 'another Brehon'} (process {pid or 'unknown'})"


def _in_use(folder: Path) -> str:
    return (
        f"the data folder {folder} is in use by {_named(folder)}; two processes on one SQLite file would show stale games. "
        "Use the server that runs, end it first, or choose another folder with --data-dir FOLDER"
    )
