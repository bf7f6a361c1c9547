"""A duel: one table, many deals, every rotation of the players; who wins how much, and how certain that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from itertools import count
from statistics import fmean
from typing import NamedTuple

from brehon.core.contract import Game
from brehon.core.errors import BadOptions
from brehon.core.text import N_
from brehon.lab.game import Played
from brehon.lab.intervals import Interval, interval
from brehon.lab.plan import Plan
from brehon.lab.run_store import RunStore
from brehon.lab.runner import Task, Where
from brehon.lab.stats import Watch

Tick = Callable[[Played], None]  # called after every finished game


class Contender(NamedTuple):
    """One side of a duel: a player, or several of the same kind."""

    label: str  # as requested: warrior@200
    seats: int  # how many seats of the table it takes
    share: float  # of the victories; a shared one counts in parts
    interval: Interval  # 95 %
    fair: float  # the share if all were equally strong
    points: float  # mean of its seats
    decisions: int  # with more than one legal action
    seconds: float  # for one of them, on average


class Outcome(NamedTuple):
    """What a duel has shown so far."""

    deals: int
    games: int
    lines: list[Contender]
    sequential: bool  # the intervals are valid however often they were looked at
    verdict: int  # of the first side: 1 stronger than its fair share, -1 weaker, 0 not decided


def fill(game: Game, names: list[str], n_seats: int | None) -> list[str]:
    """The players of a table: the named ones, then the last one again for all remaining seats."""
    seats = max(len(names), min(game.seats)) if n_seats is None else n_seats
    if len(names) > seats:
        raise BadOptions(
            N_("%(players)s players were named for %(seats)s seats; name fewer or give --seats %(players)s"),
            players=len(names),
            seats=seats,
        )
    return names + [names[-1]] * (seats - len(names))


def sides(names: list[str], n_seats: int) -> list[list[int]]:
    """[side] its players; the last side has what `fill` added."""
    last = len(names) - 1
    return [[side] for side in range(last)] + [list(range(last, n_seats))]


def whole_deals(plan: Plan, games: Mapping[tuple[int, int], Played], table: int = 0) -> Iterator[list[Played]]:
    """The deals whose games are all finished, up to the first that is not.

    Not those after it: which deals are finished early depends on how long they take, and that may depend on who wins.
    """
    for deal in count():
        found = [games.get((table, number)) for number in plan.games_of(deal)]
        if any(played is None for played in found):
            return
        yield [played for played in found if played is not None]


def share(deal: list[Played], players: list[int]) -> float:
    """The part of a deal's victories that these players have together."""
    return fmean(sum(played.win(player) for player in players) for played in deal)


def play(
    folder: RunStore, names: list[str], n_deals: int, where: Where, tick: Tick, until_decided: bool = False
) -> Outcome:
    """Play the missing games while the question is open; Ctrl-C is passed on, and the folder keeps what is finished."""
    plan = folder.plans[0]
    tasks = (Task(0, number) for deal in range(n_deals) for number in plan.games_of(deal))
    watch = Lookout(folder, names) if until_decided else None
    if watch is None or not watch.look(n_deals):
        with closing(folder.play(tasks, where)) as games:
            for played in games:
                tick(played)
                if watch is not None and watch.look(n_deals):
                    break
    return outcome(folder, names, n_deals, until_decided)


class Lookout:
    """Checks the finished deals in order, one after the other, until the first side's share is certainly not fair."""

    def __init__(self, folder: RunStore, names: list[str]) -> None:
        plan = folder.plans[0]
        self._plan, self._games = plan, folder.games
        self._sides = sides(names, plan.n_seats)
        self._fair = len(self._sides[0]) / plan.n_seats
        self.watches = [Watch() for _ in self._sides]
        self.decided = False
        self.deals: list[list[Played]] = []

    def look(self, n_deals: int) -> bool:
        """Add what is new. The answer does not depend on the order in which games were finished."""
        while not self.decided and len(self.deals) < n_deals:
            numbers = self._plan.games_of(len(self.deals))
            found = [self._games[0, number] for number in numbers if (0, number) in self._games]
            if len(found) < len(numbers):
                break
            self.deals.append(found)
            for watch, side in zip(self.watches, self._sides, strict=True):
                watch.add(share(found, side))
            self.decided = self.watches[0].decides(self._fair)
        return self.decided


def outcome(folder: RunStore, names: list[str], n_deals: int, sequential: bool) -> Outcome:
    """What the finished deals show."""
    plan = folder.plans[0]
    parts = sides(names, plan.n_seats)
    if sequential:
        lookout = Lookout(folder, names)
        lookout.look(n_deals)
        deals, intervals = lookout.deals, [watch.interval for watch in lookout.watches]
    else:
        deals = [deal for deal, _ in zip(whole_deals(plan, folder.games), range(n_deals), strict=False)]
        intervals = [interval([share(deal, side) for deal in deals]) for side in parts] if deals else []
    if not deals:
        return Outcome(0, 0, [], sequential, 0)
    lines = [_line(names[i], side, deals, intervals[i], plan.n_seats) for i, side in enumerate(parts)]
    first = lines[0]
    verdict = (first.interval.low > first.fair) - (first.interval.high < first.fair)
    return Outcome(len(deals), sum(map(len, deals)), lines, sequential, verdict)


def _line(label: str, players: list[int], deals: list[list[Played]], sure: Interval, n_seats: int) -> Contender:
    games = [(played, seat) for deal in deals for played in deal for seat in range(n_seats) if played.seating[seat] in players]  # fmt: skip
    decisions = sum(played.decisions[seat] for played, seat in games)
    seconds = sum(played.thinking[seat] for played, seat in games)
    return Contender(
        label,
        len(players),
        fmean(share(deal, players) for deal in deals),
        sure,
        len(players) / n_seats,
        fmean(played.scores[seat] for played, seat in games),
        decisions,
        seconds / decisions if decisions else 0.0,
    )


def as_data(plan: Plan, found: Outcome) -> dict[str, object]:
    """The outcome for programs."""
    return {
        "format": "brehon duel 1",
        "plan": plan._asdict(),
        "deals": found.deals,
        "games": found.games,
        "sequential": found.sequential,
        "verdict": found.verdict,
        "sides": [{**line._asdict(), "interval": list(line.interval)} for line in found.lines],
    }
