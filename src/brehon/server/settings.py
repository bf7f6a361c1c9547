"""Where the server keeps its files, and its few settings."""

from __future__ import annotations

import os
import secrets
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from brehon.core.errors import BrehonError
from brehon.server.permissions import PRIVATE_FOLDER, tighten

DATABASE: Final = "brehon.sqlite3"
KEY: Final = "signing.key"
FAIRNESS_KEY: Final = "fairness.key"


class BadFolder(BrehonError):
    """A data folder that cannot be used."""


class TimeSource:
    """Where the server reads the time; a test may put another one into the settings."""

    def ahead(self) -> float:
        """Seconds by which the wall clocks, of this machine and of its database, are read ahead."""
        return 0.0

    def today(self) -> float:
        """The wall clock: seconds since 1970. It may be changed at any moment."""
        return time.time() + self.ahead()

    def steady(self) -> float:
        """Seconds since some moment; it never goes back."""
        return time.monotonic()


@dataclass(frozen=True)
class Settings:
    """Everything the server needs to know before it starts."""

    data_dir: Path
    bot_pause: float = 0.9  # seconds before the first move of a bot's turn, so that people can follow; less within it
    bot_wait: float = 10.0  # seconds that all bots together may take after a person's decision; see bot_wait.py
    max_body: int = 1_000_000  # bytes of a request; no record and no component file is longer
    max_tables: int = 5000  # matches kept in memory; others are loaded when a person opens them
    max_plies: int = 400_000  # of all these matches together: a ply takes about 600 bytes
    sheds: bool = True  # spectators, then readers wait while there is too much to do, see shedding.py
    fixed_secret: str = ""  # for tests and pictures: every match gets this secret, and chance of the first edition
    stream_ping: int = 15  # seconds between heartbeats on an event stream
    database: str = ""  # address of a PostgreSQL database; else a SQLite file in the data folder
    hint_iterations: int = 0  # of the search for a hint; 0: as many as take about a second
    bot_processes: int = 1  # for bots that search, in addition to this process
    bot_deadline: float = 15.0  # seconds that a bot of another package may take for a decision, see own_bots.py
    review_iterations: int = 0  # of the search for each decision of a review; 0: as many as the reviewer thinks right
    review_nice: int = 19  # the priority of the process that reviews: the lowest, so that play and bots go first
    review_command: tuple[str, ...] = ()  # for tests: another process that reviews
    sweep: float = 5.0  # seconds between two checks for bots' turns that another worker has left
    log_format: str = "text"  # or "json": one object per line
    log_level: str = "warning"
    renew_cookies: float = 3600.0  # seconds after which a guest's cookie is exchanged for a new one
    cookie_grace: float = 60.0  # seconds that an old cookie lives after the new one has come back
    metrics_token: str = ""  # opens /metrics from elsewhere; without one only this machine sees them
    clock_tick: float = 1.0  # seconds between two checks for people whose time has run out
    clock_beat: float = 5.0  # seconds between two notes of the time; see play_time.py
    time: TimeSource = field(default_factory=TimeSource)

    allowed_hosts: tuple[str, ...] = ()  # more names that this server answers to, see hosts.py
    listens_on: str = "127.0.0.1"  # the address of the socket
    quotas: str = ""  # changes of the usual ones, or "off"; see quotas.py
    trusted_proxies: str = ""  # addresses whose X-Forwarded-For is believed; else 127.0.0.1
    header_seconds: float = 10.0  # in which the headers of a request must have come
    body_seconds: float = 30.0  # in which the body must have come; more if it comes at the rate below
    body_rate: float = 4000.0  # bytes a second
    expiry: str = ""  # changes of the usual days after which unused things are deleted, or "off"; see expiry.py
    expiry_sweep: float = 3600.0  # seconds between two checks for them

    public_url: str = ""  # where people reach this server; links in mails begin with it
    smtp_url: str = ""  # of the server that takes our mail
    mail_from: str = ""  # the address that our mail comes from
    private_hooks: bool = False  # webhooks may lead into private networks, and need no TLS
    notice_delay: float = 60.0  # seconds before an absent player is notified of their turn
    notice_sweep: float = 2.0  # seconds between two checks for new notifications
    notice_retry: float = 30.0  # seconds before the second try; each further one waits four times as long

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{self.data_dir / DATABASE}"


def default_data_dir() -> Path:
    """The default folder of this system for a program's user data."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "Brehon"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Brehon"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "brehon"


def prepare_data_dir(folder: Path) -> Path:
    """Make sure the folder is there, can be written to, and is for its owner alone; BadFolder says what is wrong with it."""
    try:
        folder.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        probe = folder / f".probe-{secrets.token_hex(4)}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        cause = error.strerror or str(error)
        raise BadFolder(
            f"the data folder {folder} cannot be written to: {cause}; choose another one with --data-dir FOLDER"
        ) from None
    tighten(folder)
    return folder


def signing_key(folder: Path) -> str:
    """The key that signs the guests' cookies: made once, readable by the owner only."""
    return _kept_key(folder / KEY, "people then rejoin by their links")


def fairness_key(folder: Path) -> str:
    """The private key that signs locks and finished records: made once, readable by the owner only."""
    return _kept_key(folder / FAIRNESS_KEY, "records are then signed by another key")


def _kept_key(path: Path, else_what: str) -> str:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_text(encoding="ascii").strip()
        if len(key) < 32:
            raise BadFolder(f"{path} is damaged; delete it and a new key is made ({else_what})") from None
        return key
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        key = secrets.token_hex(32)
        file.write(key + "\n")
        file.flush()
        os.fsync(file.fileno())
    return key
