"""The time that the clocks of all tables count in: it passes only while a server runs, and no change of the system's clock moves it.

One row of the database holds how far it has come (`played`) and when that was noted (`wall`). Every worker notes it every few
seconds; in between it counts with its own steady clock. What the wall clock shows more or less than that is an outage, a suspended
machine or a changed clock: it is left out for all clocks at once, because they all count in this time. So there is one row to
write, in one transaction, and nothing that can be credited twice or half.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, func, select, text, update

from brehon.server.settings import TimeSource
from brehon.server.storage.database import POSTGRES, Database
from brehon.server.storage.schema import MatchRow, ServerTimeRow

log: Final = logging.getLogger("brehon.server")
OUTAGE: Final = "outage"  # no server has noted the time for a while
JUMP: Final = "jump"  # a server ran, but the wall clock says something else: it was changed, or the machine slept
SLACK: Final = 2.0  # seconds by which the wall clock may be wrong: then it is followed, as after a correction by NTP
MISSED: Final = 3  # notes that may be missing before it counts as an outage
SHARED_BEAT: Final = 2.0  # seconds between two notes where several workers write them
SHOWN: Final = 60.0  # seconds: a shorter correction is not worth a line at the table
ONLY: Final = 1  # the key of the row


@dataclass(frozen=True)
class Correction:
    """The last time that was left out."""

    seconds: float
    why: str
    at: float  # in playing time; clocks that were set before had to do with it


@dataclass(frozen=True)
class Note:
    """What a worker knows after it has noted the time."""

    played: float
    steady: float  # the worker's own clock at that moment
    correction: Correction | None  # the last one that is worth a line


class PlayTime:
    """One for each worker."""

    def __init__(self, source: TimeSource, database: Database, beat: float) -> None:
        self.source = source
        self.every = min(beat, SHARED_BEAT) if database.is_shared else beat
        self.correction: Correction | None = None
        self._database = database
        self._longest = MISSED * self.every
        self._played, self._noted = source.today(), source.steady()
        self._is_noted = False  # there is a note of this worker that its steady clock goes on from

    def now(self) -> float:
        """Seconds, close to the wall clock. It stops when the time has not been noted for long."""
        return self._played + min(self._since_note(), self._longest)

    def on_wall(self, moment: float) -> float:
        """When a moment of playing time comes by the wall clock, if no outage comes before."""
        return self.source.today() + moment - self.now()

    def _since_note(self) -> float:
        return max(0.0, self.source.steady() - self._noted)

    async def keep(self) -> None:
        """Note the time if that is due."""
        if not self._is_noted or self._since_note() >= self.every:
            await self.note()

    async def note(self) -> None:
        """Note how far the time has come, and learn what other workers have noted."""
        note = await self._database.write_at_once(self._note)
        self._played, self._noted, self._is_noted = note.played, note.steady, True
        self.correction = note.correction

    def _note(self, connection: Connection) -> Note:
        row, wall = _locked_row(connection, self.source)
        steady, gap = self.source.steady(), wall - row.wall
        is_known = self._is_noted and self._since_note() <= self._longest  # this worker has run all the time
        played = row.played + self._passed(row.played, gap, self.now() if is_known else None)
        values: dict[str, Any] = {"played": played, "wall": wall}
        left_out, why = gap - (played - row.played), JUMP if is_known else OUTAGE
        if abs(left_out) >= SHOWN:
            at = played + self._longest  # what was stored after the last note may be so much later
            values |= {"left_out": left_out, "left_out_at": at, "why": why}
        connection.execute(update(ServerTimeRow).values(values))
        if abs(left_out) > SLACK:
            _log(left_out, why, _count_running(connection))
        return Note(played, steady, _correction(row, values))

    def _passed(self, played: float, gap: float, known: float | None) -> float:
        """Seconds of playing time since the last note; `gap` is what the wall clock says, `known` what our own clock has come to."""
        if known is not None:
            return max(0.0, gap if abs(played + gap - known) <= SLACK else known - played)
        others_run = self._database.is_shared and 0 <= gap <= self._longest
        return gap if others_run else 0.0


def _locked_row(connection: Connection, source: TimeSource) -> tuple[Any, float]:
    """The row, locked for this worker until the transaction ends, and the wall clock read after that."""
    first = text(
        "INSERT INTO server_time (id, played, wall, left_out, why) VALUES (:id, :now, :now, 0, '') ON CONFLICT DO NOTHING"
    )
    connection.execute(first, {"id": ONLY, "now": _wall(connection, source)})
    row = connection.execute(select(*ServerTimeRow.__table__.c).with_for_update()).one()
    return row, _wall(connection, source)


def _wall(connection: Connection, source: TimeSource) -> float:
    """Workers on several machines ask the clock of the database: their own ones may differ."""
    if connection.dialect.name != POSTGRES:
        return source.today()
    asked = connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one()
    return float(asked) + source.ahead()


def _count_running(connection: Connection) -> int:
    running = select(func.count()).select_from(MatchRow).where(MatchRow.deadline.is_not(None))
    return connection.execute(running).scalar_one()


def _correction(row: Any, values: dict[str, Any]) -> Correction | None:
    seconds, at, why = (values.get(name, getattr(row, name)) for name in ("left_out", "left_out_at", "why"))
    return None if at is None else Correction(seconds, why, at)


def _log(seconds: float, why: str, tables: int) -> None:
    level = logging.WARNING if tables and abs(seconds) >= SHOWN else logging.INFO
    what = (
        "outage: the server or its database was down"
        if why == OUTAGE
        else "clock jump: the system's clock was changed, or the machine slept"
    )
    log.log(level, "%s; no player loses time by it: seconds=%.0f tables_with_clocks=%s", what, seconds, tables)
