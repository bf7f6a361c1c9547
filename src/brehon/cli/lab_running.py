"""What the commands of the lab share: where games are played and kept, the progress bar, the closing line."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.screen import DIM, err, out
from brehon.core.nouns import GAMES, counted
from brehon.core.text import N_, NN_, Message, Speaker
from brehon.lab.folder import Folder
from brehon.lab.game import Played
from brehon.lab.plan import Plan
from brehon.lab.runner import BACKENDS, Where

ALONE: Final = 0.85  # of its time a game has a processor, where nothing else runs


def where(jobs: int, backend: str, scheduler: str) -> Where:
    """Who plays, checked; 0 jobs are as many as this process may use cores."""
    if backend not in BACKENDS:
        text = N_("there is no backend %(name)s; there are: %(known)s")
        raise BadInput(text, name=repr(backend), known=", ".join(BACKENDS))
    if scheduler and backend != "dask":
        raise BadInput(N_("--scheduler is the address of a Dask cluster; add --backend dask"))
    return Where(jobs or cores(), backend, scheduler)


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def folder_for(given: Path | None, kind: str, plans: list[Plan]) -> Path:
    """The folder asked for, or one whose name says what is in it; the same question finds the same folder."""
    if given is not None:
        return given
    text = "\n".join(plan.to_json() for plan in plans)
    return files.data_folder() / "lab" / f"{plans[0].game}-{kind}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"


class SpeedColumn(TextColumn):
    """Games per second."""

    def __init__(self, say: Speaker) -> None:
        super().__init__("")
        self.say = say

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(self.say(Message(N_("%(speed)s games/s"), speed=f"{speed:.1f}" if speed else "–")), DIM)


class Run:
    """Counts the games of this run, and shows how far it is."""

    def __init__(self, bar: Progress, total: int, done: int, say: Speaker) -> None:
        self._bar = bar
        self._task = bar.add_task(say.word(N_("Playing")), total=total, completed=done)
        self.games = 0
        self.busy = self.cpu = 0.0  # seconds, of all games together
        self.begin = time.perf_counter()
        self.interrupted = False

    def tick(self, played: Played) -> None:
        self.games += 1
        self.busy += played.busy
        self.cpu += played.cpu
        self._bar.advance(self._task)

    def told(self) -> list[Message]:
        """How fast it went. One core needs at least the processor time of all games, so that over the time that passed is the gain."""
        seconds = time.perf_counter() - self.begin
        if not self.games:
            return []
        lines = [Message(N_("%(games)s in %(seconds)s s, %(speed)s per second; speed-up over one core: %(factor)s"),
                         games=counted(GAMES, self.games), seconds=f"{seconds:.1f}", speed=f"{self.games / seconds:.1f}",
                         factor=f"{self.cpu / seconds:.2f}")]  # fmt: skip
        if self.cpu < ALONE * self.busy:
            lines.append(Message(N_("other programs were busy here: the games had a processor for %(part)s %% of their time; on average %(busy)s processes were playing"),
                                 part=round(100 * self.cpu / self.busy), busy=f"{self.busy / seconds:.2f}"))  # fmt: skip
        return lines


@contextmanager
def running(folder: Folder, total: int, say: Speaker) -> Iterator[Run]:
    """A progress bar on stderr; Ctrl-C ends what is inside, and is told."""
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), SpeedColumn(say), TimeRemainingColumn(),
    )  # fmt: skip
    done = min(total, len(folder.games))
    with Progress(*columns, console=err(), transient=True, disable=not err().is_terminal) as bar:
        run = Run(bar, total, done, say)
        try:
            yield run
        except KeyboardInterrupt:
            run.interrupted = True


def close(run: Run, folder: Folder, say: Speaker) -> None:
    """How long it took, and where the games are."""
    for line in run.told():
        out().print(Text(say(line), DIM))
    kept = Message(
        NN_("%(count)s game is kept in %(folder)s", "%(count)s games are kept in %(folder)s", "count"),
        count=len(folder.games),
        folder=str(folder.path),
    )
    out().print(Text(say(kept), DIM), soft_wrap=True)
