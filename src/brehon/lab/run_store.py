"""Where a run is stored: a folder with plan.json and one line for every finished game, so that nothing is played twice."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Generator, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Final

from brehon.core.errors import BadOptions, BadRecord
from brehon.core.text import N_
from brehon.lab.game import Played, read_line
from brehon.lab.plan import Plan
from brehon.lab.runner import Task, Where, run

FORMAT: Final = "brehon lab 1"
PLAN: Final = "plan.json"
RECORDS: Final = "records.jsonl"
SYNC: Final = 1.0  # seconds after which what was written must be on the disk


class RunStore:
    """A run on the disk. One process writes at a time; what a crash has cut off is played again."""

    def __init__(self, path: Path, kind: str, plans: list[Plan]) -> None:
        self.path = path
        self.plans = plans
        self.games: dict[tuple[int, int], Played] = {}  # (table, number): finished
        self._synced = 0.0
        if path.exists() and not (path / PLAN).exists() and any(p.name != RECORDS for p in path.iterdir()):
            raise BadOptions(
                N_("%(path)s is neither empty nor a folder of the lab; choose another with --out"), path=path
            )
        path.mkdir(parents=True, exist_ok=True)
        self._file: IO[bytes] = (path / RECORDS).open("a+b")
        try:
            lock(self._file, path)
            self._agree(kind)
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> RunStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._sync()
        self._file.close()

    def play(self, tasks: Iterable[Task], where: Where) -> Generator[Played, None, None]:
        """The requested games that are not here yet, each stored before it is returned."""
        missing = (task for task in tasks if (task.table, task.number) not in self.games)
        games = run(self.plans, missing, where)
        try:
            for played in games:
                self._keep(played)
                yield played
        finally:
            games.close()

    def _keep(self, played: Played) -> None:
        self._file.write(played.line.encode() + b"\n")
        self._file.flush()
        if time.monotonic() - self._synced > SYNC:
            self._sync()
        self.games[played.table, played.number] = played._replace(line="")  # the file has it; memory is for numbers

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def _agree(self, kind: str) -> None:
        """The plan in the folder must be the same as ours; a new folder gets ours."""
        ours = {"format": FORMAT, "kind": kind, "tables": [plan._asdict() for plan in self.plans]}
        file = self.path / PLAN
        if not file.exists():
            if self._file.tell():
                raise BadOptions(
                    N_(
                        "%(path)s has games but no %(plan)s, which says how they were played; choose another folder with --out"
                    ),
                    path=self.path,
                    plan=PLAN,
                )
            passing = file.with_suffix(".new")
            passing.write_text(json.dumps(ours, indent=1) + "\n", "utf-8")
            os.replace(passing, file)
            return
        try:
            theirs = json.loads(file.read_text("utf-8"))
        except (ValueError, RecursionError) as error:
            raise BadOptions(
                N_("%(file)s cannot be read (%(error)s); choose another folder with --out"), file=file, error=error
            ) from None
        if theirs != ours:
            raise BadOptions(
                N_("%(path)s holds games of another plan: %(difference)s; choose another folder with --out"),
                path=self.path,
                difference=_difference(theirs, ours),
            )

    def _read(self) -> None:
        """What is finished. A last line without its end was being written during a crash or power failure: it is cut off."""
        self._file.seek(0)
        end = 0
        for number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                break
            try:
                played = read_line(line.decode())
            except (BadRecord, UnicodeDecodeError) as error:
                raise BadRecord(
                    N_("%(path)s, line %(number)s: %(error)s"), path=self.path / RECORDS, number=number, error=error
                ) from None
            self.games[played.table, played.number] = played._replace(line="")
            end += len(line)
        self._file.truncate(end)
        self._file.seek(0, os.SEEK_END)


def lock(file: IO[bytes], path: Path) -> None:
    with suppress(ImportError):  # only Unix has these locks
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadOptions(
                N_("another process is playing in %(path)s; wait for it or choose another folder"), path=path
            ) from None


def _difference(theirs: object, ours: object, where: str = "") -> str:
    """The first place in which two plans differ, in words."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for name in sorted({*theirs, *ours}):
            if theirs.get(name) != ours.get(name):
                return _difference(theirs.get(name), ours.get(name), f"{where}.{name}" if where else name)
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        for index, (a, b) in enumerate(zip(theirs, ours, strict=True)):
            if a != b:
                return _difference(a, b, f"{where}[{index}]")
    return f"{where} is {_short(theirs)} there and {_short(ours)} here"


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
