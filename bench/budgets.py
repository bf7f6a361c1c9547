"""What we promised, and whether it is kept. A budget that could not be measured is said to be so, never taken as met."""

from dataclasses import dataclass

from bench.click import WAYS
from bench.engine import named
from bench.measure import Series, ratio

MET = "met"
MISSED = "missed"
NOT_MEASURED = "not measured"

AT_LEAST = "at least"
MORE_THAN = "more than"
UNDER = "under"


@dataclass(frozen=True)
class Verdict:
    """One budget beside what was measured."""

    what: str
    sense: str  # AT_LEAST, MORE_THAN or UNDER
    limit: float
    unit: str
    measured: float | None

    def word(self) -> str:
        if self.measured is None:
            return NOT_MEASURED
        if self.sense == AT_LEAST:
            kept = self.measured >= self.limit
        elif self.sense == MORE_THAN:
            kept = self.measured > self.limit
        else:
            kept = self.measured < self.limit
        return MET if kept else MISSED


# how many times faster than which peer: (what, ours, theirs, sense, factor)
RATIOS = [
    ("compiled, against Catanatron", "compiled play4", "catanatron play", AT_LEAST, 25.0),
    ("interpreted, against Catanatron", "interpreted play4", "catanatron play", AT_LEAST, 3.0),
    ("compiled, stepped from Python, against C++ backgammon", "compiled stepped4", "backgammon play", MORE_THAN, 1.0),
    ("compiled, stepped from Python, against C++ hearts", "compiled stepped4", "hearts play", MORE_THAN, 1.0),
    ("The Arrival compiled, against Catanatron", "compiled arrival play4", "catanatron play", AT_LEAST, 12.0),
    ("The Arrival interpreted, against Catanatron", "interpreted arrival play4", "catanatron play", AT_LEAST, 1.5),
    (
        "Fallen Kingdoms compiled, against Catanatron",
        "compiled fallen-kingdoms play4",
        "catanatron play",
        AT_LEAST,
        10.0,
    ),
    (
        "Fallen Kingdoms interpreted, against Catanatron",
        "interpreted fallen-kingdoms play4",
        "catanatron play",
        AT_LEAST,
        1.2,
    ),
    (
        "AEC steps of Armorica compiled, against Catanatron's environment",
        "compiled aec",
        "catanatron env",
        AT_LEAST,
        5.0,
    ),
    (
        "AEC steps of The Arrival compiled, against Catanatron's environment",
        "compiled arrival aec",
        "catanatron env",
        AT_LEAST,
        3.0,
    ),
    (
        "AEC steps of Fallen Kingdoms compiled, against Catanatron's environment",
        "compiled fallen-kingdoms aec",
        "catanatron env",
        AT_LEAST,
        3.0,
    ),
]
# by game: microseconds of a clone, bytes of a state
CLONE_MICROS = {"armorica": 2.0, "arrival": 4.0, "fallen-kingdoms": 6.0}
STATE_BYTES = {"armorica": 2048.0, "arrival": 4096.0, "fallen-kingdoms": 8192.0}
CLICK_MILLIS = 15.0


def verdicts(series: dict[str, Series], state_bytes: dict[str, int], clicks: dict[str, float]) -> list[Verdict]:
    """Every budget; `clicks` holds the 95th percentile in milliseconds for each way to click."""
    found = [
        Verdict(
            what, sense, factor, "×", ratio(series[ours], series[theirs]) if {ours, theirs} <= set(series) else None
        )
        for what, ours, theirs, sense, factor in RATIOS
    ]
    for name, limit in CLONE_MICROS.items():
        clone = series.get(f"compiled {named('clone', name)}")
        found.append(Verdict(f"clone() of {name}, compiled", UNDER, limit, "µs", clone.micros() if clone else None))
    for name, limit in STATE_BYTES.items():
        size = state_bytes.get(f"compiled {name}")
        found.append(Verdict(f"a state of {name}, compiled", UNDER, limit, "bytes", float(size) if size else None))
    for way in WAYS:
        found.append(Verdict(f"a click, {way}, 95th percentile", UNDER, CLICK_MILLIS, "ms", clicks.get(way)))
    return found
