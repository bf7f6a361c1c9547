"""Progress of a long run: a bar at a terminal; elsewhere, in a log or a pipe, a line from time to time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final, TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from brehon.cli.screen import DIM, err
from brehon.core.text import N_, Message, Number, Speaker

T = TypeVar("T")
FIRST: Final = 5.0  # seconds before the first line
EVERY: Final = 30.0  # seconds between two


class SpeedColumn(TextColumn):
    """Games per second."""

    def __init__(self, say: Speaker) -> None:
        super().__init__("")
        self.say = say

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(self.say(Message(N_("%(speed)s games/s"), speed=Number(speed) if speed else "–")), DIM)


class Meter:
    """Counts what is done of one step after the other."""

    def __init__(
        self, bar: Progress, console: Console, say: Speaker, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._bar = bar
        self._console = console
        self._say = say
        self._clock = clock
        self.done = self.total = 0

    def begin(self, step: str, total: int, done: int = 0) -> None:
        """A step of the run, by its word in the catalogue; some of it may already be done."""
        self._step, self.total, self.done = step, total, done
        self._since, self._from = self._clock(), done
        self._next = self._since + FIRST
        self._task: TaskID = self._bar.add_task(self._say.word(step), total=total, completed=done)

    def advance(self, count: int = 1) -> None:
        self.done += count
        self._bar.update(self._task, completed=self.done)
        now = self._clock()
        if self._bar.disable and now >= self._next and self.done < self.total:
            self._next = now + EVERY
            self._console.print(self._say(self._line(now)), soft_wrap=True)

    def track(self, items: Iterable[T], step: str, total: int) -> Iterator[T]:
        self.begin(step, total)
        for item in items:
            yield item
            self.advance()

    def _line(self, now: float) -> Message:
        left = (now - self._since) / max(1, self.done - self._from) * (self.total - self.done)
        text = N_("%(step)s: %(done)s of %(total)s, about %(left)s left")
        return Message(text, step=Message(self._step), done=self.done, total=self.total, left=str(timedelta(seconds=round(left))))  # fmt: skip


@contextmanager
def metering(say: Speaker, per_game: bool = True) -> Iterator[Meter]:
    """On stderr; removed when it ends."""
    speed = SpeedColumn(say) if per_game else TimeElapsedColumn()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), speed, TimeRemainingColumn())
    with Progress(*columns, console=err(), transient=True, disable=not err().is_terminal) as bar:
        yield Meter(bar, err(), say)
