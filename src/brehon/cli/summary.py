"""What many games show: shares of the victories with intervals, points, lengths."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import NamedTuple

from brehon.lab.game import Played
from brehon.lab.intervals import wilson
from brehon.lab.plan import ROTATED, Plan


class Spread(NamedTuple):
    """How numbers are spread."""

    mean: float
    sd: float
    low: float
    quarter: float
    median: float
    three_quarters: float
    high: float


class Share(NamedTuple):
    """One player or one seat over all games."""

    label: str
    wins: float  # a shared victory counts as its part
    share: float
    low: float  # of the share, Wilson's interval
    high: float
    points: Spread


class Summary(NamedTuple):
    games: int
    players: list[Share]
    seats: list[Share]
    plies: Spread
    decisions: Spread
    turns: Spread | None


def spread(values: Sequence[int]) -> Spread:
    if len(values) == 1:
        only = float(values[0])
        return Spread(only, 0.0, only, only, only, only, only)
    first, second, third = statistics.quantiles(values, n=4, method="inclusive")
    low, high = float(min(values)), float(max(values))
    return Spread(statistics.fmean(values), statistics.stdev(values), low, first, second, third, high)


def summarise(plan: Plan, games: list[Played]) -> Summary:
    """Count the games; their order makes no difference."""
    games = sorted(games, key=lambda played: played.number)
    everyone = range(plan.n_seats)
    turns = [played.study for played in games]
    return Summary(
        len(games),
        [_share(f"{p + 1} {plan.players[p]}", games, [played.seating.index(p) for played in games]) for p in everyone],
        [_share(str(seat + 1), games, [seat] * len(games)) for seat in everyone],
        spread([played.plies for played in games]),
        spread([sum(played.decisions) for played in games]),
        spread(turns) if all(turns) else None,
    )


def _share(label: str, games: list[Played], seats: list[int]) -> Share:
    """Of one player, who sat in seats[i] in game i."""
    wins = sum(part for played, seat in zip(games, seats, strict=True) if (part := played.win(played.seating[seat])))
    points = [played.scores[seat] for played, seat in zip(games, seats, strict=True)]
    return Share(label, wins, *wilson(wins, len(games)), spread(points))


def as_data(plan: Plan, found: Summary, components_hash: str, rules_version: int) -> dict[str, object]:
    """The summary for programs; nothing in it depends on the clock or the number of processes."""
    return {
        "format": "brehon simulation 1",
        "game": plan.game,
        "rules": rules_version,
        "options": plan.options,
        "components": {"name": plan.components, "hash": components_hash},
        "players": plan.players,
        "seed": plan.seed,
        "rotate": plan.order == ROTATED,
        "games": found.games,
        "by_player": [{**line._asdict(), "points": line.points._asdict()} for line in found.players],
        "by_seat": [{**line._asdict(), "points": line.points._asdict()} for line in found.seats],
        "plies": found.plies._asdict(),
        "decisions": found.decisions._asdict(),
        "turns": found.turns._asdict() if found.turns else None,
    }
