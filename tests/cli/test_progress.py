"""How far a long run is, where the output is no terminal."""

from __future__ import annotations

import io

from rich.console import Console
from rich.progress import Progress

from brehon.cli.progress import EVERY, FIRST, Meter
from brehon.core.text import N_, Speaker


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def a_meter(clock: Clock) -> tuple[Meter, io.StringIO]:
    told = io.StringIO()
    console = Console(file=told, width=200)
    return Meter(Progress(console=console, disable=True), console, Speaker(), clock), told


def test_a_log_gets_a_line_from_time_to_time_with_the_time_that_is_left() -> None:
    clock = Clock()
    meter, told = a_meter(clock)
    meter.begin(N_("Playing"), 100, 10)
    clock.now += FIRST - 1
    meter.advance()
    assert told.getvalue() == ""  # short runs say nothing
    clock.now += 1
    meter.advance(9)
    assert (
        told.getvalue() == "Playing: 20 of 100, about 0:00:40 left\n"
    )  # 10 in 5 seconds, what was there before does not count
    clock.now += EVERY - 1
    meter.advance()
    assert told.getvalue().count("\n") == 1
    clock.now += 1
    meter.advance()
    assert told.getvalue().count("\n") == 2


def test_what_is_finished_needs_no_line() -> None:
    clock = Clock()
    meter, told = a_meter(clock)
    clock.now += FIRST
    assert list(meter.track(range(3), N_("Playing"), 3)) == [0, 1, 2]
    assert meter.done == 3
    assert told.getvalue() == ""
