"""What the lab commands share: where games are played and stored, the progress bar, the closing line."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rich.text import Text

from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.progress import Meter, metering
from brehon.cli.screen import DIM, out
from brehon.core.nouns import GAMES, counted
from brehon.core.text import N_, NN_, Message, Speaker
from brehon.lab.game import Played
from brehon.lab.plan import Plan
from brehon.lab.run_store import RunStore
from brehon.lab.runner import BACKENDS, Where

ALONE: Final = 0.85  # share of its time that a game has a processor if nothing else runs


def where(jobs: int, backend: str, scheduler: str) -> Where:
    """Who plays, checked; 0 jobs means as many as the cores that this process may use."""
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
    """The requested folder, or one whose name says what is in it; the same request gives the same folder."""
    if given is not None:
        return given
    text = "\n".join(plan.to_json() for plan in plans)
    return files.data_folder() / "lab" / f"{plans[0].game}-{kind}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"


class Run:
    """Counts the games of this run, and shows the progress."""

    def __init__(self, meter: Meter, total: int, done: int) -> None:
        self._meter = meter
        meter.begin(N_("Playing"), total, done)
        self.games = 0
        self.busy = self.cpu = 0.0  # seconds, of all games together
        self.begin = time.perf_counter()
        self.interrupted = False

    def tick(self, played: Played) -> None:
        self.games += 1
        self.busy += played.busy
        self.cpu += played.cpu
        self._meter.advance()

    def speed(self) -> list[Message]:
        """How fast it was. One core needs at least the processor time of all games; that divided by the elapsed time is the speed-up."""
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
def running(folder: RunStore, total: int, say: Speaker) -> Iterator[Run]:
    """Progress, on stderr; Ctrl-C ends the block inside, and is recorded."""
    with metering(say) as meter:
        run = Run(meter, total, min(total, len(folder.games)))
        try:
            yield run
        except KeyboardInterrupt:
            run.interrupted = True


def close(run: Run, folder: RunStore, say: Speaker) -> None:
    """How long it took, and where the games are."""
    for line in run.speed():
        out().print(Text(say(line), DIM))
    kept = Message(
        NN_("%(count)s game is kept in %(folder)s", "%(count)s games are kept in %(folder)s", "count"),
        count=len(folder.games),
        folder=str(folder.path),
    )
    out().print(Text(say(kept), DIM), soft_wrap=True)
