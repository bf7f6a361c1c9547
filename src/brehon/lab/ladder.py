"""A ladder: all players meet each other, on the same deals, in every rotation; ratings, and who beats whom."""

from __future__ import annotations

from contextlib import closing
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

from brehon.core.contract import Components, Game
from brehon.core.errors import BadOptions
from brehon.core.text import N_
from brehon.lab.duel import Tick, whole_deals
from brehon.lab.game import Played
from brehon.lab.intervals import Interval, interval
from brehon.lab.plan import Plan, make_plan
from brehon.lab.ratings import Ranked, Rating, rate
from brehon.lab.run_store import RunStore
from brehon.lab.runner import Task, Where


class Rung(NamedTuple):
    """One player of the ladder."""

    label: str
    rating: Rating
    games: int
    share: float  # of the victories
    seconds: float  # per decision


class Meeting(NamedTuple):
    """Two players over all games in which both sat: how often the first was ahead of the second."""

    first: int
    second: int
    games: int
    ahead: float  # a shared place counts half
    interval: Interval


class Ladder(NamedTuple):
    deals: int  # that every table has finished
    games: int
    rungs: list[Rung]  # the best first
    meetings: list[Meeting]  # by places in `rungs`


def tables(names: list[str], n_seats: int) -> list[list[int]]:
    """Every choice of so many different players."""
    if len(set(names)) < len(names):
        raise BadOptions(N_("a player is named twice: %(names)s; each climbs the ladder once"), names=", ".join(names))
    if len(names) < n_seats:
        raise BadOptions(N_("a ladder of %(seats)s seats needs %(seats)s players or more, not %(count)s: %(names)s"), seats=n_seats, count=len(names), names=', '.join(names))  # fmt: skip
    return [list(chosen) for chosen in combinations(range(len(names)), n_seats)]


def make_plans(
    game: Game, names: list[str], n_seats: int, seed: int, options: dict[str, str], components: Components | None
) -> list[Plan]:
    """One plan for every table; all have the same deals."""
    return [
        make_plan(game, [names[player] for player in chosen], seed, options, components)
        for chosen in tables(names, n_seats)
    ]


def play(folder: RunStore, names: list[str], n_deals: int, where: Where, tick: Tick) -> Ladder:
    """Play the missing games, all tables in parallel, so that an early end affects all players equally."""
    plans = folder.plans
    tasks = (
        Task(table, number)
        for deal in range(n_deals)
        for table, plan in enumerate(plans)
        for number in plan.games_of(deal)
    )
    with closing(folder.play(tasks, where)) as games:
        for played in games:
            tick(played)
    return standing(folder, names, n_deals)


def standing(folder: RunStore, names: list[str], n_deals: int) -> Ladder:
    """What the deals show that every table has finished."""
    plans = folder.plans
    who = tables(names, plans[0].n_seats)
    finished = [list(whole_deals(plan, folder.games, table)) for table, plan in enumerate(plans)]
    n = min(n_deals, *map(len, finished)) if len(finished) > 1 else min(n_deals, len(finished[0]))
    if n == 0:
        return Ladder(0, 0, [], [])
    # [deal] its games at all tables, with the players that met: (game, [seat] place in `names`)
    deals = [
        [(game, [who[t][p] for p in game.seating]) for t in range(len(plans)) for game in finished[t][d]] for d in range(n)
    ]  # fmt: skip
    ratings = rate(len(names), [[Ranked(met, game.places) for game, met in deal] for deal in deals])
    order = sorted(range(len(names)), key=lambda player: -ratings[player].value)
    return Ladder(
        n,
        sum(map(len, deals)),
        [_rung(names[player], player, ratings[player], deals) for player in order],
        _meetings(order, deals),
    )


Met = list[tuple[Played, list[int]]]


def _rung(label: str, player: int, rating: Rating, deals: list[Met]) -> Rung:
    mine = [(game, met.index(player)) for deal in deals for game, met in deal if player in met]
    decisions = sum(game.decisions[seat] for game, seat in mine)
    seconds = sum(game.thinking[seat] for game, seat in mine)
    won = fmean(1 / game.places.count(1) if game.places[seat] == 1 else 0.0 for game, seat in mine)
    return Rung(label, rating, len(mine), won, seconds / decisions if decisions else 0.0)


def _meetings(order: list[int], deals: list[Met]) -> list[Meeting]:
    found: list[Meeting] = []
    for (i, one), (j, other) in combinations(enumerate(order), 2):
        by_deal = [[_ahead(game.places, met.index(one), met.index(other))
                    for game, met in deal if one in met and other in met] for deal in deals]  # fmt: skip
        means = [fmean(values) for values in by_deal]
        found.append(Meeting(i, j, sum(map(len, by_deal)), fmean(means), interval(means)))
    return found


def _ahead(places: list[int], one: int, other: int) -> float:
    return 0.5 if places[one] == places[other] else float(places[one] < places[other])


def as_data(plans: list[Plan], found: Ladder) -> dict[str, object]:
    """The ladder for programs."""
    return {
        "format": "brehon ladder 1",
        "plan": {**plans[0]._asdict(), "players": None},
        "deals": found.deals,
        "games": found.games,
        "rungs": [{**rung._asdict(), "rating": rung.rating._asdict()} for rung in found.rungs],
        "meetings": [{**meeting._asdict(), "interval": list(meeting.interval)} for meeting in found.meetings],
    }
