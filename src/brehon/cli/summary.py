"""What many games show: shares of the victories with intervals, points, lengths."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from math import sqrt
from typing import Final, NamedTuple

from brehon.cli.trials import Plan, Trial

Z: Final = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


class Spread(NamedTuple):
    """How numbers are spread."""

    mean: float
    sd: float
    low: float
    quarter: float
    median: float
    three_quarters: float
    high: float


class Line(NamedTuple):
    """One player or one seat over all games."""

    label: str
    games: int
    wins: float  # a shared victory counts as its part
    low: float  # of the share, Wilson's interval
    high: float
    points: Spread

    @property
    def share(self) -> float:
        return self.wins / self.games


class Summary(NamedTuple):
    games: int
    players: list[Line]
    seats: list[Line]
    plies: Spread
    decisions: Spread
    turns: Spread | None


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; honest also near 0 and 1."""
    share = wins / games
    middle = share + Z * Z / (2 * games)
    reach = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def spread(values: Sequence[int]) -> Spread:
    if len(values) == 1:
        only = float(values[0])
        return Spread(only, 0.0, only, only, only, only, only)
    first, second, third = statistics.quantiles(values, n=4, method="inclusive")
    low, high = float(min(values)), float(max(values))
    return Spread(statistics.fmean(values), statistics.stdev(values), low, first, second, third, high)


def summarise(plan: Plan, trials: list[Trial]) -> Summary:
    """Count the games; their order makes no difference."""
    trials = sorted(trials)
    n_seats = len(plan.levels)
    everyone = range(n_seats)
    names = [f"{player + 1} {plan.levels[player]}" for player in everyone]
    turns = [trial.turns for trial in trials]
    return Summary(
        len(trials),
        [_line(names[p], trials, [(t.first + p) % n_seats for t in trials]) for p in everyone],
        [_line(str(seat + 1), trials, [seat] * len(trials)) for seat in everyone],
        spread([trial.plies for trial in trials]),
        spread([trial.decisions for trial in trials]),
        spread(turns) if all(turns) else None,
    )


def _line(label: str, trials: list[Trial], seats: list[int]) -> Line:
    """Of one player, who sat in seats[i] in game i."""
    wins = sum(
        1 / trial.places.count(1) for trial, seat in zip(trials, seats, strict=True) if trial.places[seat] == 1
    )  # fmt: skip
    low, high = wilson(wins, len(trials))
    points = [trial.scores[seat] for trial, seat in zip(trials, seats, strict=True)]
    return Line(label, len(trials), wins, low, high, spread(points))


def as_data(plan: Plan, found: Summary, components_hash: str, rules_version: int) -> dict[str, object]:
    """The summary for programs; nothing in it depends on the clock or the number of processes."""
    return {
        "format": "brehon simulation 1",
        "game": plan.game,
        "rules": rules_version,
        "options": plan.options,
        "components": {"name": plan.components, "hash": components_hash},
        "players": plan.levels,
        "seed": plan.seed,
        "rotate": plan.rotate,
        "games": found.games,
        "by_player": [_line_data(line) for line in found.players],
        "by_seat": [_line_data(line) for line in found.seats],
        "plies": found.plies._asdict(),
        "decisions": found.decisions._asdict(),
        "turns": found.turns._asdict() if found.turns else None,
    }


def _line_data(line: Line) -> dict[str, object]:
    return {"label": line.label, "wins": line.wins, "share": line.share, "low": line.low, "high": line.high,
            "points": line.points._asdict()}  # fmt: skip
