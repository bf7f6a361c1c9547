"""The laws of the coach over many games, and how well it finds planted blunders.

    python -m tests.coach.measure law arrival --games 300
    python -m tests.coach.measure account arrival --games 100 --players brehon@40,wanderer
    python -m tests.coach.measure blunders armorica --games 200 --player brehon@100

The suite runs the same functions with small numbers.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Iterator
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from brehon.bots.analyst import Analyst
from brehon.bots.evaluation import Judge
from brehon.bots.levels import player
from brehon.bots.model import Taught
from brehon.bots.seated import play_match
from brehon.coach.account import LIMIT, Account, Accountant
from brehon.coach.data import Moment
from brehon.coach.qualities import iterations_for
from brehon.coach.reviewer import Reviewer
from brehon.coach.valuation import Settled
from brehon.core import registry
from brehon.core.contract import CHANCE, OVER, State
from brehon.core.match import Match
from brehon.core.record import Player

EXACT = 1e-9
REAL = 0.10  # of the win: what the planted move loses at ten times the budget
TIMES = 10


def played(game: str, seats: int, bots: list[str], number: int) -> Match:
    """A finished game; the bots take the seats in turn, one seat further with each number."""
    rules = registry.make_ruleset(registry.game(game), seats)
    names = [bots[(seat + number) % len(bots)] for seat in range(seats)]
    match = Match(rules, [Player(f"{seat + 1}", name) for seat, name in enumerate(names)], f"{number:064x}")
    play_match(match, [player(name) for name in names], [Random(f"{game} {number} {seat}") for seat in range(seats)])
    return match


# -- the account


def check_account(match: Match, sample: int, rng: Random, accountant: Accountant | None = None) -> Account:
    """The two laws; the second for so many draws of the game, by the weights of the rules."""
    accountant = accountant or Accountant(Settled(Taught()))
    account = accountant.account(match.rules, match.standing())
    seats = range(match.rules.n_seats)
    decisions = [account.decisions(of) for of in seats]
    luck = account.luck()
    for seat in seats:
        parts = luck[seat] + sum(given[seat] for given in decisions)
        assert abs(account.final[seat] - account.first[seat] - parts) < EXACT, "the parts do not add up"
    draws = [i for i, ply in enumerate(match.standing()) if ply.seat == CHANCE]
    wanted = set(rng.sample(draws, min(sample, len(draws))))
    state = match.rules.start()
    for index, ply in enumerate(match.standing()):
        if index in wanted:
            check_draw(accountant, state)
        if ply.seat != CHANCE:
            state.turn_to(ply.seat)
        state.apply(ply.action, None)
    return account


def check_draw(accountant: Accountant, state: Any) -> None:
    """Every outcome is pretended to have come up: its luck, weighted as the rules say, is nothing on average."""
    outcomes = state.legal()
    weights = state.weights() or [1] * len(outcomes)
    expected = [0.0] * state.n_seats
    for outcome, weight in zip(outcomes, weights, strict=True):
        (step,) = accountant.draws([(state, outcome)])
        for seat, change in enumerate(step.change):
            expected[seat] += weight * change
    assert max(map(abs, expected)) / sum(weights) < EXACT, "a draw is expected to bring luck"


class Remembering(Accountant):
    """Judges the outcomes of a draw once: then every draw of a game can be checked for what an account of the game costs."""

    def __init__(self, judge: Judge, limit: int) -> None:
        super().__init__(judge, limit)
        self.known: dict[str, dict[int, tuple[float, list[float]]]] = {}

    def outcomes(self, state: State) -> dict[int, tuple[float, list[float]]]:
        key = state.key()
        if key not in self.known:
            self.known[key] = super().outcomes(state)
        return self.known[key]


def measure_law(game: str, games: int, bots: list[str], limit: int, first: int = 0) -> dict[str, Any]:
    """Both laws for every number of seats: the parts of every game, and every draw of it."""
    draws: dict[int, int] = {}
    for seats in registry.game(game).seats:
        draws[seats] = 0
        for number in range(first, first + games):
            match = played(game, seats, bots, number)
            check_account(match, len(match.plies), Random(number), Remembering(Taught(), limit))
            draws[seats] += sum(ply.seat == CHANCE for ply in match.standing())
        print(f"{game}, {seats} seats: {games} games, {draws[seats]} draws", file=sys.stderr, flush=True)
    return {"game": game, "games of each number of seats": games, "draws": draws}


class Row(NamedTuple):
    """One seat of one game."""

    player: str
    final: float
    luck: float
    own: float  # what its decisions gave it


def accounts(
    game: str, games: int, bots: list[str], sample: int, seats: list[int], accountant: Accountant | None = None
) -> Iterator[Row]:
    for number in range(games):
        match = played(game, seats[number % len(seats)], bots, number)
        account = check_account(match, sample, Random(f"sample {number}"), accountant)
        for seat, one in enumerate(match.players):
            yield Row(one.level, account.final[seat], account.luck()[seat], account.decisions(seat)[seat])
        print(number, "checked", file=sys.stderr, flush=True)


def mean(values: list[float]) -> dict[str, float]:
    """With the half width of its 95 % interval."""
    error = statistics.stdev(values) / sqrt(len(values)) if len(values) > 1 else 1.0
    return {"mean": round(statistics.fmean(values), 4), "within": round(1.96 * error, 4)}


def spreads(rows: list[Row]) -> dict[str, float]:
    """How much results spread, before and after the luck is taken out."""
    results, adjusted = [row.final for row in rows], [row.final - row.luck for row in rows]
    before, after = statistics.pstdev(results), statistics.pstdev(adjusted)
    return {
        "results": round(before, 4),
        "adjusted": round(after, 4),
        "less": round(1 - after / before, 4) if before else 0.0,
    }


def measure_account(game: str, games: int, bots: list[str], sample: int) -> dict[str, Any]:
    rows = list(accounts(game, games, bots, sample, registry.game(game).seats))
    by = {name: [row for row in rows if row.player == name] for name in bots}
    return {
        "game": game, "games": games,
        "luck": mean([row.luck for row in rows if row.player == bots[0]]),
        "decisions": {name: mean([row.own for row in some]) for name, some in by.items()},
        "spread": {name: spreads(some) for name, some in by.items()},
    }  # fmt: skip


# -- planted blunders


def planted(game: str, seats: int, bot: str, number: int, budget: int = 0) -> tuple[Match, int, float] | None:
    """A game in which a strong bot once plays its worst move: the game, the ply, and what the move loses. None if it never could."""
    base = played(game, seats, [bot], number)
    rng = Random(f"plant {number}")
    budget = budget or iterations_for(base, "normal")
    plies = [index for index, ply in enumerate(base.standing()) if ply.seat != CHANCE]
    rng.shuffle(plies)
    for index in plies[:60]:
        worst = worst_move(base, index, budget, f"plant {number} {index}")
        if worst is not None:
            action, loss = worst
            return with_move(base, index, action, bot, number), index, loss
    return None


def worst_move(base: Match, index: int, budget: int, seed: str) -> tuple[int, float] | None:
    """The worst move of a decision, if it really loses something."""
    past = base.at(index)
    seat = base.plies[index].seat
    legal, view, analyst = past.legal(seat), past.view(seat), Analyst()
    if len(legal) < 2:
        return None
    opinion = analyst.opinion(view, legal, max(budget, 8 * len(legal)), seed)
    worst = min(opinion.candidates, key=lambda one: one.share)
    if opinion.best.share - worst.share < REAL:
        return None
    best, bad = analyst.compare(view, [opinion.best.action, worst.action], TIMES * budget, f"{seed} sure")
    return (worst.action, best.share - bad.share) if best.share - bad.share >= REAL else None


def with_move(base: Match, index: int, action: int, bot: str, number: int) -> Match:
    """The game up to a ply, another move there, and the bots play on."""
    match = base.at(index)
    seat = base.plies[index].seat
    match.play(seat, action)
    level, rng = player(bot), Random(f"on {number}")
    while match.state.to_move() != OVER:
        mover = match.state.to_move()
        match.play(mover, level.bot.choose(match.view(mover), match.legal(mover), level.budget, rng))
    return match


class Found(NamedTuple):
    kind: str  # "" if the review did not find it
    is_worst: bool  # of the decisions of its seat
    loss: float
    planted: float


def search_for(match: Match, index: int, loss: float, iterations: int) -> Found:
    """What the review says of the planted ply, and whether it is the worst of its seat."""
    seat = match.plies[index].seat
    reviewer = Reviewer(match, iterations, seats=[seat])
    own: list[Moment] = [moment for moment in reviewer.moments() if moment.judged is not None]
    there = next(moment for moment in own if moment.ply == index)
    most = max(moment.judged.loss for moment in own if moment.judged is not None)
    assert there.judged is not None
    return Found(there.judged.kind, there.judged.loss >= most, round(there.judged.loss, 3), round(loss, 3))


def measure_blunders(game: str, games: int, bot: str, first: int = 0) -> dict[str, Any]:
    seats = registry.game(game).seats
    results: list[Found] = []
    passed = 0
    for number in range(first, first + games):
        plan = planted(game, seats[number % len(seats)], bot, number)
        if plan is None:
            passed += 1
            continue
        match, index, loss = plan
        results.append(search_for(match, index, loss, iterations_for(match, "normal")))
        print(number, results[-1], file=sys.stderr, flush=True)
    n = max(1, len(results))
    return {
        "game": game, "bot": bot, "games": len(results), "without a real blunder": passed,
        "found": round(sum(one.kind != "" for one in results) / n, 4),
        "named blunder or mistake": round(sum(one.kind in ("blunder", "mistake") for one in results) / n, 4),
        "worst of its seat": round(sum(one.is_worst for one in results) / n, 4),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("law", "account", "blunders"))
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", default="", help="for account: brehon@40,wanderer, for law: wanderer")
    parser.add_argument("--player", default="brehon@100")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--limit", type=int, default=LIMIT, help="for law: positions of a row of draws that are judged")
    parser.add_argument("--sample", type=int, default=2, help="draws of each game whose expectation is checked")
    asked = parser.parse_args()
    if asked.what == "law":
        found = measure_law(asked.game, asked.games, (asked.players or "wanderer").split(","), asked.limit, asked.first)
    elif asked.what == "account":
        found = measure_account(
            asked.game, asked.games, (asked.players or "brehon@40,wanderer").split(","), asked.sample
        )
    else:
        found = measure_blunders(asked.game, asked.games, asked.player, asked.first)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
