"""A click end to end, against a real server in a process of its own."""

from dataclasses import dataclass
from typing import Any

from bench.measure import percentile


class ClickFailed(Exception):
    """Why no click could be measured."""


@dataclass(frozen=True)
class Clicks:
    """The times of one way to click."""

    way: str
    seconds: list[float]

    def millis(self, percent: int) -> float:
        return 1000 * percentile(self.seconds, percent)

    def summary(self) -> dict[str, Any]:
        names = {"p50": 50, "p95": 95, "slowest": 100}
        times = {name: self.millis(percent) for name, percent in names.items()}
        return {"way": self.way, "clicks": len(self.seconds), "millis": times}


def measure_clicks(wanted: int) -> list[Clicks]:
    raise ClickFailed("the server is not there yet")
