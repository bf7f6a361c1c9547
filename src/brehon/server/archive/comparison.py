"""Duplicate: the results of two tables with the same deal, seat by seat, and in sum for tables and teams.

A team has some seats at the first table and the other seats at the second one, so each of the two teams plays every seat exactly once.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from brehon.core.text import Speaker
from brehon.server.storage.schema import BOT
from brehon.server.table.table import Table

FIRST, SECOND, LEVEL = 0, 1, -1


@dataclass(frozen=True)
class Side:
    """One finished table."""

    id: str
    names: list[str]
    bots: list[bool]  # [seat] whether a bot sat there
    places: list[int]
    scores: list[int]


@dataclass(frozen=True)
class SeatLine:
    """One seat at both tables."""

    seat: int
    names: tuple[str, str]
    bots: tuple[bool, bool]
    places: tuple[int, int]
    scores: tuple[int, int]

    @property
    def difference(self) -> int:
        """Points of the first table more than of the second."""
        return self.scores[FIRST] - self.scores[SECOND]

    @property
    def better(self) -> int:
        """Who did better with this seat: the better place, with the same place more points; LEVEL if both are the same."""
        mine, theirs = ((self.places[side], -self.scores[side]) for side in (FIRST, SECOND))
        return LEVEL if mine == theirs else FIRST if mine < theirs else SECOND

    @property
    def has_people(self) -> bool:
        """Whether people sat there at both tables."""
        return not any(self.bots)


@dataclass(frozen=True)
class Team:
    names: list[str]
    points: int


@dataclass(frozen=True)
class Comparison:
    """What the page of a result shows of a duplicate."""

    ids: tuple[str, str]  # of the tables, the one that was set up first comes first
    lines: list[SeatLine]
    sums: tuple[int, int]  # points of the seats where people sat at both tables
    better: tuple[int, int]  # how many of these seats each table played better
    teams: list[Team]  # none where fewer than two seats have people
    seats: list[int]  # of the first team at the first table

    @property
    def with_people(self) -> list[SeatLine]:
        return [line for line in self.lines if line.has_people]


def side_of(table: Table, say: Speaker) -> Side:
    """A table that is over."""
    match = table.playing()
    names = [seat.name or say.seat(seat.seat) for seat in table.seats]
    return Side(table.id, names, [seat.kind == BOT for seat in table.seats], match.ranks(), match.state.scores())


def compare(first: Side, second: Side, asked: Collection[int] | None = None) -> Comparison:
    """`asked`: which seats of the first table make a team, else every other one."""
    lines = [
        SeatLine(
            seat,
            (first.names[seat], second.names[seat]),
            (first.bots[seat], second.bots[seat]),
            (first.places[seat], second.places[seat]),
            (first.scores[seat], second.scores[seat]),
        )
        for seat in range(len(first.names))
    ]
    played = [line for line in lines if line.has_people]
    together = [line.seat for line in played[::2]]
    if asked is not None:
        chosen = [line.seat for line in played if line.seat in asked]
        together = chosen if 0 < len(chosen) < len(played) else together
    sums = sum(line.scores[FIRST] for line in played), sum(line.scores[SECOND] for line in played)
    better = sum(line.better == FIRST for line in played), sum(line.better == SECOND for line in played)
    teams = [_team(played, together, FIRST), _team(played, together, SECOND)] if len(played) > 1 else []
    return Comparison((first.id, second.id), lines, sums, better, teams, together)


def _team(played: list[SeatLine], together: list[int], table: int) -> Team:
    """Those who have these seats at one table, with those who have the other seats at the other one."""
    sides = [table if line.seat in together else 1 - table for line in played]
    names = [line.names[side] for line, side in zip(played, sides, strict=True)]
    return Team(names, sum(line.scores[side] for line, side in zip(played, sides, strict=True)))


def comparison_data(found: Comparison) -> dict[str, Any]:
    """For programs."""
    return {
        "tables": list(found.ids),
        "seats": [
            {
                "seat": line.seat,
                "names": list(line.names),
                "bots": list(line.bots),
                "places": list(line.places),
                "scores": list(line.scores),
                "difference": line.difference,
                "better": None if line.better == LEVEL else line.better,
            }
            for line in found.lines
        ],
        "sums": list(found.sums),
        "better": list(found.better),
        "teams": [{"names": team.names, "points": team.points} for team in found.teams],
    }
