"""How far what the analyst says can be trusted: measured on games that its evaluation has never seen.

Reliability: of the positions in which a seat's share of the win was put at about 30 %, how much was won? Stability: how often is the
move that is called best still best with ten times the budget, and a blunder still a blunder?
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log
from random import Random
from typing import Any, Final, NamedTuple

from brehon.bots.analyst import Analyst
from brehon.bots.evaluation import result
from brehon.bots.levels import player
from brehon.bots.model import Taught
from brehon.bots.seated import play_state
from brehon.coach.data import BLUNDER, LOST, MISTAKE, kind_of
from brehon.coach.qualities import COMPILED, DEFAULT, FEWEST, MOST
from brehon.coach.reliability import FORMAT
from brehon.coach.reviewer import judge_digest
from brehon.coach.valuation import Settled
from brehon.core import registry
from brehon.core.contract import Ruleset, State, View
from brehon.lab.intervals import wilson

BINS: Final = 10
LEAST: Final = 1e-6
TIMES: Final = 10
NEAR: Final = 0.02  # of the win: a move that loses no more is as good as the best


class Settings(NamedTuple):
    games: int = 60  # for each number of seats
    positions: int = 12  # of each game
    decisions: int = 40  # that are searched again with ten times the budget, for each number of seats
    player: str = "brehon@20"  # who plays the games
    weak: str = "cottar"  # who plays against it where bad moves are looked for
    seed: int = 1
    seats: tuple[int, ...] = ()  # empty: all numbers of seats


Progress = Callable[[int, int], None]  # how much is done, of how much


def quiet(done: int, whole: int) -> None:
    """Shows no progress."""


class Kept(NamedTuple):
    """A decision with a choice."""

    state: State
    seat: int
    legal: list[int]


def calibrate(game_name: str, settings: Settings, progress: Progress = quiet) -> dict[str, Any]:
    """The whole measurement of a game, as data."""
    game = registry.game(game_name)
    numbers = list(settings.seats) or game.seats
    whole = len(numbers) * (settings.games + 2 * settings.decisions)
    count = Counter(progress, whole)
    tables = {str(n): _table(registry.make_ruleset(game, n), settings, count) for n in numbers}
    return {
        "format": FORMAT, "game": game.name, "judge": judge_digest(game), "player": settings.player, "seed": settings.seed, "seats": tables,
    }  # fmt: skip


class Counter:
    def __init__(self, progress: Progress, whole: int) -> None:
        self.progress = progress
        self.whole = whole
        self.done = 0

    def step(self) -> None:
        self.done += 1
        self.progress(self.done, self.whole)


def _table(rules: Ruleset, settings: Settings, count: Counter) -> dict[str, Any]:
    """One number of seats."""
    pairs: list[tuple[list[float], list[float]]] = []
    decisions: list[Kept] = []
    judge = Settled(Taught())
    length = 0
    for number in range(settings.games):
        rng = Random(f"brehon calibrate {settings.seed} {rules.n_seats} {number}")
        kept, won, choices = _play(rules, [settings.player] * rules.n_seats, settings.positions, rng)
        pairs += [(judge.shares(one.state), won) for one in kept]
        decisions += kept[:: max(1, len(kept) // 3)]
        length += choices
        count.step()
    budget = max(FEWEST, min(MOST, COMPILED[DEFAULT] // max(1, length // settings.games)))
    Random(f"{settings.seed} choose").shuffle(decisions)
    found = reliability(pairs)
    found["iterations"] = budget
    found["best"] = _best(decisions[: settings.decisions], budget, count)
    found["mistakes"] = _mistakes(rules, settings, budget, count)
    return found


def _play(rules: Ruleset, bots: list[str], most: int, rng: Random) -> tuple[list[Kept], list[float], int]:
    """Some decisions of a game, all equally likely; how the win was shared; how many decisions had a choice."""
    state = rules.start()
    kept: list[Kept] = []
    seen = 0
    before = state.clone()
    for mover in play_state(state, [player(bot) for bot in bots], rng):
        if mover >= 0:
            before.turn_to(mover)
            legal = before.legal()
            if len(legal) > 1:
                seen += 1
                one = Kept(before, mover, legal)
                if len(kept) < most:
                    kept.append(one)
                elif (place := int(rng.random() * seen)) < most:
                    kept[place] = one
        before = state.clone()
    return kept, result(state), seen


def reliability(pairs: list[tuple[list[float], list[float]]]) -> dict[str, Any]:
    """Predicted shares against won ones: log-loss, that of even shares, and by tenths [predicted, won, how many]."""
    bins = [[0.0, 0.0, 0] for _ in range(BINS)]
    loss = even = 0.0
    for shares, won in pairs:
        for share, part in zip(shares, won, strict=True):
            loss -= part * log(max(share, LEAST))
            even -= part * log(1.0 / len(shares))
            row = bins[min(BINS - 1, int(share * BINS))]
            row[0], row[1], row[2] = row[0] + share, row[1] + part, row[2] + 1
    n = sum(int(row[2]) for row in bins)
    apart = sum(abs(row[0] - row[1]) for row in bins) / max(1, n)
    return {
        "positions": len(pairs),
        "log_loss": round(loss / max(1, len(pairs)), 4),
        "even": round(even / max(1, len(pairs)), 4),
        "error": round(apart, 4),
        "bins": [[round(row[0] / row[2], 4), round(row[1] / row[2], 4), int(row[2])] for row in bins if row[2]],
    }


def _best(decisions: list[Kept], budget: int, count: Counter) -> dict[str, Any]:
    """Whether the best move is still best with ten times the budget, or at least as good."""
    analyst = Analyst()
    same = near = 0
    for number, one in enumerate(decisions):
        view = one.state.view(one.seat)
        first = analyst.opinion(view, one.legal, budget, f"first {number}").best.action
        last = analyst.opinion(view, one.legal, TIMES * budget, f"last {number}").best.action
        same += first == last
        near += first == last or lost(analyst, view, last, first, TIMES * budget, number) <= NEAR
        count.step()
    return {
        "decisions": len(decisions),
        "still_best": rate(same, len(decisions)),
        "as_good": rate(near, len(decisions)),
    }


def _mistakes(rules: Ruleset, settings: Settings, budget: int, count: Counter) -> dict[str, Any]:
    """Bad moves that a review calls a mistake or a blunder: how often they still are with ten times the budget."""
    analyst = Analyst()
    called = {MISTAKE: 0, BLUNDER: 0}
    still = {MISTAKE: 0, BLUNDER: 0}
    for number, one in enumerate(_decisions(rules, settings)):
        view = one.state.view(one.seat)
        opinion = analyst.opinion(view, one.legal, budget, f"bad {number}")
        best, bad = opinion.best.action, min(opinion.candidates, key=lambda move: move.share).action
        count.step()
        if best == bad:
            continue
        better, chosen = analyst.compare(view, [best, bad], budget, f"bad {number} again")
        error = (better.error**2 + chosen.error**2) ** 0.5
        kind = kind_of(better.share - chosen.share, error)
        if kind in called:
            called[kind] += 1
            still[kind] += lost(analyst, view, best, bad, TIMES * budget, number) >= LOST[kind]
    return {kind: {"called": called[kind], "still": rate(still[kind], called[kind])} for kind in called}


def _decisions(rules: Ruleset, settings: Settings) -> Iterator[Kept]:
    """Random decisions of games between a strong and weak players."""
    bots = [settings.player] + [settings.weak] * (rules.n_seats - 1)
    number = given = 0
    while given < settings.decisions:
        rng = Random(f"brehon mistakes {settings.seed} {rules.n_seats} {number}")
        number += 1
        for one in _play(rules, bots, 8, rng)[0]:
            given += 1
            yield one
            if given == settings.decisions:
                return


def lost(analyst: Analyst, view: View, best: int, other: int, iterations: int, number: int) -> float:
    better, chosen = analyst.compare(view, [best, other], iterations, f"sure {number}")
    return better.share - chosen.share


def rate(part: int, whole: int) -> list[float]:
    """A share with Wilson's interval; empty where there was nothing to count."""
    if not whole:
        return []
    share, low, high = wilson(part, whole)
    return [round(share, 3), round(low, 3), round(high, 3)]
