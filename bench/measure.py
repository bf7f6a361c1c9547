"""Measuring: subjects take turns round-robin, so that noise of the machine hits all of them alike."""

import gc
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True)
class Sample:
    """What a subject did in one time slice."""

    count: int  # decisions, clones, searches, steps
    seconds: float
    forced: int = 0  # decisions among them with one legal action


@dataclass(frozen=True)
class Subject:
    """One thing that is measured."""

    key: str  # "catanatron play": who and what
    title: str
    unit: str
    run: Callable[[float], Sample]  # work for about so many seconds


@dataclass(frozen=True)
class Series:
    """The samples of one subject, one for each round."""

    key: str
    title: str
    unit: str
    samples: tuple[Sample, ...]

    def rates(self) -> list[float]:
        """Units per second, round by round."""
        return [sample.count / sample.seconds for sample in self.samples]

    def median(self) -> float:
        return statistics.median(self.rates())

    def lowest(self) -> float:
        return min(self.rates())

    def highest(self) -> float:
        return max(self.rates())

    def forced_share(self) -> float:
        """Share of the decisions that were none, over all rounds."""
        return sum(sample.forced for sample in self.samples) / sum(sample.count for sample in self.samples)

    def micros(self) -> float:
        """Microseconds per unit."""
        return 1e6 / self.median()


def ratio(one: Series, other: Series) -> float:
    """How many times faster: the median over the rounds, each compared within itself."""
    return statistics.median(a / b for a, b in zip(one.rates(), other.rates(), strict=True))


def repeat(seconds: float, batch: Callable[[], tuple[int, int]]) -> Sample:
    """Call `batch` (which returns how much it did, and how much of it forced) until the time is over."""
    count = 0
    forced = 0
    begin = perf_counter()
    while True:
        done, alone = batch()
        count += done
        forced += alone
        passed = perf_counter() - begin
        if passed >= seconds:
            return Sample(count, passed, forced)


def round_robin(
    subjects: list[Subject], rounds: int, seconds: float, progress: Callable[[str], None]
) -> dict[str, Series]:
    """Every subject once per round, in the same order; a short round before warms everything up and is not counted."""
    taken: dict[str, list[Sample]] = {subject.key: [] for subject in subjects}
    for subject in subjects:
        progress(f"warming up: {subject.key}")
        subject.run(seconds / 4)
    gc.collect()
    gc.freeze()  # what one subject has loaded must not cost another one collection time
    for number in range(rounds):
        for subject in subjects:
            progress(f"round {number + 1} of {rounds}: {subject.key}")
            taken[subject.key].append(subject.run(seconds))
    gc.unfreeze()
    return {s.key: Series(s.key, s.title, s.unit, tuple(taken[s.key])) for s in subjects}


def percentile(values: list[float], percent: int) -> float:
    """The smallest value that at least this percentage of the values does not exceed (nearest rank)."""
    ranked = sorted(values)
    rank = -(-percent * len(ranked) // 100)  # rounded up
    return ranked[max(rank, 1) - 1]
