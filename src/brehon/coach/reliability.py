"""How far reviews can be trusted: the measurements that come with the package. `brehon lab calibrate` makes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

FORMAT: Final = "brehon calibration 1"
LITTLE: Final = 0.05  # of the log-loss: predictions that gain less than that say little more than equal chances


def calibration(game_name: str) -> dict[str, Any] | None:
    """The measurement of a game; None if there is none."""
    path = files("brehon.coach").joinpath("calibration", f"{game_name}.json")
    if not path.is_file():
        return None
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


@dataclass(frozen=True)
class Reliability:
    """What was measured for one number of seats."""

    positions: int
    error: float  # mean distance between a predicted share and how often it was won
    gain: float  # part of the log-loss of equal chances that the predictions save; below 0 they are worse
    decisions: int  # that were searched again with ten times the budget
    still_best: int  # of them
    as_good: int
    interval: tuple[float, float]  # 95 %, of the share of those that were still best
    bad: int  # moves that were called a mistake or a blunder
    still_bad: int

    @property
    def is_blind(self) -> bool:
        """No better than equal chances."""
        return self.gain <= 0.0

    @property
    def is_weak(self) -> bool:
        """Hardly better than equal chances."""
        return self.gain < LITTLE


def reliability(game_name: str, n_seats: int, judge: str) -> Reliability | None:
    """How far reviews of this game by this evaluation can be trusted; None if that was not measured."""
    found = calibration(game_name)
    if found is None or found["judge"] != judge or str(n_seats) not in found["seats"]:
        return None
    one = found["seats"][str(n_seats)]
    best, called = one["best"], [kind for kind in one["mistakes"].values() if kind["called"]]
    return Reliability(
        positions=one["positions"],
        error=one["error"],
        gain=1.0 - one["log_loss"] / one["even"],
        decisions=best["decisions"],
        still_best=round(best["still_best"][0] * best["decisions"]),
        as_good=round(best["as_good"][0] * best["decisions"]),
        interval=(best["still_best"][1], best["still_best"][2]),
        bad=sum(kind["called"] for kind in called),
        still_bad=sum(round(kind["still"][0] * kind["called"]) for kind in called),
    )
