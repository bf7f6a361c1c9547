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

    def millis(self, share: float) -> float:
        return 1000 * percentile(self.seconds, share)

    def summary(self) -> dict[str, Any]:
        names = {"p50": 0.5, "p95": 0.95, "slowest": 1.0}
        times = {name: self.millis(share) for name, share in names.items()}
        return {"way": self.way, "clicks": len(self.seconds), "millis": times}


def measure_clicks(wanted: int) -> list[Clicks]:
    raise ClickFailed("the server is not there yet")
