"""A fixed piece of work: how fast this machine is at the moment, so that a busy one can be taken into account."""

from __future__ import annotations

import statistics
import time

YARD_MS = 1.0  # what the yardstick takes on the machine of docs/benchmarks.md when nothing else runs


def yardstick() -> float:
    """Processor seconds of a fixed piece of work: a processor that others use too is slower, and this says by how much."""
    begin = time.process_time()
    words: dict[str, int] = {}
    for number in range(2600):
        word = f"{number * 7919 % 613}:{number}".replace(":", "-")
        words[word] = words.get(word[:3], 0) + len(word.split("-"))
    return time.process_time() - begin


def slowness(times: int = 40) -> float:
    """How many times slower than the machine of docs/benchmarks.md this one is at the moment."""
    return statistics.median(1000 * yardstick() for _ in range(times)) / YARD_MS
