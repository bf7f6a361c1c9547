"""Waiting in tests: for a condition, with a deadline. Time itself is waited for only where something must not happen meanwhile."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 60.0  # seconds: a busy machine may take long, and a test that passes does not use them up


def wait_until(condition: Callable[[], object], what: str = "", seconds: float = PATIENCE) -> None:
    """Polls until the condition holds; fails after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"never came: {what or condition}"
        time.sleep(0.02)


async def until(condition: Callable[[], object], what: str = "", seconds: float = PATIENCE) -> None:
    """The same within an event loop; the condition may be a coroutine function."""
    deadline = time.monotonic() + seconds
    while True:
        held = condition()
        if await held if inspect.isawaitable(held) else held:
            return
        assert time.monotonic() < deadline, f"never came: {what or condition}"
        await asyncio.sleep(0.01)


def family(pid: int) -> list[int]:
    """A process, its children, their children ... (Linux)."""
    out = [pid]
    for one in out:
        for path in Path(f"/proc/{one}/task").glob("*/children"):
            out.extend(int(child) for child in path.read_text().split())
    return out


def seconds_used(pid: int) -> float:
    """Processor time of one process, in seconds; 0 if it has gone (Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / 100


def connections_to(port: int) -> int:
    """How many connections a local server holds open (Linux)."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    return sum(line.split()[1].endswith(f":{port:04X}") and line.split()[3] in ("01", "08") for line in lines)
