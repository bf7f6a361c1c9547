"""A balance report from start to end: which games are played, and what they show."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

from brehon.core.contract import Components, Game, Ruleset
from brehon.core.errors import BadOptions
from brehon.core.text import N_
from brehon.lab.balance_data import Catalogue, Data
from brehon.lab.balance_figures import Figures, work_out
from brehon.lab.balance_findings import Finding, Step, findings
from brehon.lab.balance_game import read_story
from brehon.lab.game import Played
from brehon.lab.intervals import Estimate, interval
from brehon.lab.plan import Plan, make_plan, rules_of
from brehon.lab.runner import Task

STUDY: Final = "brehon.lab.balance_game:study"
FEWEST: Final = 2  # without so many games there is no interval
PLAYERS: Final = "warrior@50"  # who plays by default: a search with a small budget
LADDER: Final = ("wanderer", "cottar", "warrior@25", "warrior@50", "warrior@100")  # each stronger, if better play wins


class Side(NamedTuple):
    """One component set under study."""

    plan: Plan
    rules: Ruleset
    figures: Figures
    ladder: list[Step]
    findings: list[Finding]


class Series(NamedTuple):
    """All plans of a report and how many games of each are played."""

    plans: list[Plan]
    games: list[int]  # [plan]
    sides: list[int]  # [side] its first plan: the games under study; the steps of its skill ladder follow

    def tasks(self) -> Iterable[Task]:
        """Every game, the plans in turn, so that an interrupted run has some of each."""
        for number in range(max(self.games)):
            yield from (Task(table, number) for table, games in enumerate(self.games) if number < games)


def make_series(
    game: Game, sets: list[Components], players: list[str], options: dict[str, str], seed: int, games: int,
    ladder: list[str], ladder_games: int,
) -> Series:  # fmt: skip
    """Plan a report about one component set or two."""
    if games < FEWEST:
        raise BadOptions(N_("a balance report needs %(least)s games or more, not %(games)s"), least=FEWEST, games=games)
    plans: list[Plan] = []
    numbers: list[int] = []
    sides: list[int] = []
    n_seats = len(players)
    for components in sets:
        sides.append(len(plans))
        mirrored = len(set(players)) > 1  # equal players would only repeat a deal
        plans.append(make_plan(game, players, seed, options, components, mirrored, STUDY))
        numbers.append(games)
        for weak, strong in pairwise(ladder) if ladder_games else ():
            plans.append(make_plan(game, [strong] + [weak] * (n_seats - 1), seed, options, components))
            numbers.append(-(-ladder_games // n_seats) * n_seats)  # every deal in all its rotations
    return Series(plans, numbers, sides)


def make_side(series: Series, number: int, played: Iterable[Played]) -> Side:
    """Compute all figures of one component set from its finished games."""
    first = series.sides[number]
    last = series.sides[number + 1] if number + 1 < len(series.sides) else len(series.plans)
    plan = series.plans[first]
    rules = rules_of(plan)
    games = sorted(played, key=lambda one: (one.table, one.number))
    stories = [read_story(one.study) for one in games if one.table == first]
    if len(stories) < FEWEST:
        raise BadOptions(
            N_("a balance report needs %(least)s games or more; finished so far: %(count)s"),
            least=FEWEST,
            count=len(stories),
        )
    figures = work_out(Data(Catalogue(rules), stories))
    ladder = [step for table in range(first + 1, last) if (step := make_step(series.plans[table], table, games))]
    return Side(plan, rules, figures, ladder, findings(figures, ladder))


def make_step(plan: Plan, table: int, games: list[Played]) -> Step | None:
    """How often the one stronger player wins; a deal is one cluster."""
    deals: dict[int, list[float]] = {}
    for one in games:
        if one.table == table:
            deals.setdefault(one.deal, []).append(one.win(0))
    if len(deals) < FEWEST:
        return None
    means = [sum(wins) / len(wins) for wins in deals.values()]
    share = Estimate(sum(means) / len(means), *interval(means))
    return Step(plan.players[0], plan.players[1], sum(map(len, deals.values())), share, 1 / plan.n_seats)
