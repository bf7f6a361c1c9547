"""Who may read what the server keeps: its owner alone. The folder is 0700, every file in it 0600."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

log: Final = logging.getLogger("brehon.server")
PRIVATE_FOLDER: Final = 0o700
PRIVATE_FILE: Final = 0o600
OTHERS: Final = 0o077  # every right of the group and of others
OURS: Final = ("brehon.sqlite3*", "*.key", "*.key.*", "server.lock", "workers", "workers/*")  # patterns of file names


def keep_to_owner() -> None:
    """Whatever this process and its children create from now on is for the owner alone."""
    os.umask(OTHERS)


def tighten(folder: Path) -> None:
    """Take the rights of others off a data folder and off our files in it; what cannot be changed is a warning."""
    changed, refused = list[str](), list[str]()
    for path in [folder, *ours_in(folder)]:
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
        except FileNotFoundError:
            continue  # the log of SQLite comes and goes
        except OSError:
            refused.append(path.name)
            continue
        if mode & OTHERS == 0 or os.name == "nt":
            continue
        (changed if _may_change(path, mode) and _narrow(path) else refused).append(path.name)
    if changed:
        log.warning("permissions tightened to the owner alone: folder=%s names=%s", folder, ",".join(changed))
    if refused:
        log.warning(
            "permissions are too wide and cannot be changed: others on this machine may read secrets of games; "
            "folder=%s names=%s; choose a folder of your own with --data-dir FOLDER",
            folder, ",".join(refused),
        )  # fmt: skip


def ours_in(folder: Path) -> Iterator[Path]:
    """Our files and folders; other files are not changed."""
    for pattern in OURS:
        yield from sorted(path for path in folder.glob(pattern) if path.is_file() or path.is_dir())


def _may_change(path: Path, mode: int) -> bool:
    """A folder that is made for several users, such as /tmp, or the home folder itself, keeps its rights."""
    return not (path.is_dir() and (mode & stat.S_ISVTX or path.resolve() in (Path.home().resolve(), Path("/"))))


def _narrow(path: Path) -> bool:
    try:
        path.chmod(PRIVATE_FOLDER if path.is_dir() else PRIVATE_FILE)
    except OSError:
        return False
    return stat.S_IMODE(path.stat().st_mode) & OTHERS == 0  # some file systems say yes and do nothing


def create_private(path: Path) -> None:
    """An empty file for the owner alone, unless there is one."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, PRIVATE_FILE))


def write_private(path: Path, text: str) -> None:
    """Write a small file for the owner alone."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, PRIVATE_FILE), "w", encoding="utf-8") as file:
        file.write(text)
