"""Judges a position from what one seat knows: win shares, the best moves, how sure it is, and how the game may go on.

Hints, reviews, the sandbox and puzzles ask it. It gets Views only, so it cannot reveal what its seat does not know; the same view,
budget and seed give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from brehon.bots.base import Stop
from brehon.bots.evaluation import Judge
from brehon.bots.ismcts import Search, Settings
from brehon.bots.model import Taught
from brehon.core.contract import CHANCE, OVER, State, View
from brehon.core.play import draw
from brehon.core.vocabulary import MIDDLE

CLOSELY: Final = 4  # moves that are compared by their shares when a turn is played on
SURE: Final = 1.0  # the error of a mean of so few visits that it says nothing


@dataclass(frozen=True)
class Candidate:
    """A move that was looked at."""

    action: int
    share: float  # of the win, for the seat that decides, if it plays this
    error: float  # standard error of the share
    visits: int


@dataclass(frozen=True)
class Opinion:
    """What the analyst thinks of a decision."""

    seat: int
    shares: list[float]  # [seat] of the win
    error: float  # standard error of the deciding seat's share
    candidates: list[Candidate]  # the best first; moves that were never tried are missing
    iterations: int

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def of(self, action: int) -> Candidate | None:
        return next((candidate for candidate in self.candidates if candidate.action == action), None)


class Analyst:
    """A judge and a way to search."""

    def __init__(self, judge: Judge | None = None, settings: Settings | None = None) -> None:
        self.judge = judge or Taught()
        self.settings = settings or Settings()

    def opinion(
        self, view: View, legal: list[int], iterations: int, seed: int | str, stop: Stop | None = None
    ) -> Opinion:
        """The best moves of a decision of the viewing seat. A single legal move is an opinion too."""
        return self._search(view, legal, iterations, self.settings, seed, None, stop)

    def compare(
        self, view: View, actions: list[int], iterations: int, seed: int | str, stop: Stop | None = None
    ) -> list[Candidate]:
        """Only these moves, each searched for itself, all equally often; in the order in which they were given."""
        each = max(2, iterations // len(actions))
        return [self._search(view, [], each, self.settings, seed, [action], stop).best for action in actions]

    def shares(self, view: View, samples: int, seed: int | str) -> list[float]:
        """[seat] of the win, as the viewing seat can judge without looking ahead: a mean over what is possible."""
        rng = Random(f"{seed}")
        total = [0.0] * view.n_seats
        for _ in range(samples):
            for seat, share in enumerate(value(self.judge, view.determinize(rng))):
                total[seat] += share
        return [share / samples for share in total]

    def _search(
        self, view: View, legal: list[int], iterations: int, settings: Settings, seed: int | str,
        only: list[int] | None, stop: Stop | None,
    ) -> Opinion:  # fmt: skip
        rng = Random(f"{seed}")
        if len(legal) == 1:
            shares = self.shares(view, 8, seed)
            return Opinion(view.seat, shares, 0.0, [Candidate(legal[0], shares[view.seat], 0.0, 0)], 0)
        search = Search(view, self.judge, settings, rng, None, only)
        won: dict[int, float] = {}
        squares: dict[int, float] = {}
        for done in range(max(2, iterations)):
            if stop is not None and done > 0 and stop.is_set():
                break
            before = search.shares[view.seat]
            search.iterate()
            share = search.shares[view.seat] - before
            arms = search.root.arms[view.seat]
            index = next(i for path, i in zip(search.path_arms, search.path_index, strict=True) if path is arms)
            won[index] = won.get(index, 0.0) + share
            squares[index] = squares.get(index, 0.0) + share * share
        arms = search.root.arms[view.seat]
        found = [
            Candidate(arms.actions[i], won[i] / arms.taken[i], error_of(won[i], squares[i], arms.taken[i]), int(arms.taken[i]))
            for i in won
        ]  # fmt: skip
        found.sort(key=lambda candidate: (-candidate.visits, -candidate.share, candidate.action))
        n = float(search.iterations)
        error = error_of(sum(won.values()), sum(squares.values()), n)
        return Opinion(view.seat, [share / n for share in search.shares], error, found, search.iterations)


def error_of(total: float, squares: float, n: float) -> float:
    """Standard error of a mean."""
    if n < 2.0:
        return SURE
    return sqrt(max(0.0, squares / n - (total / n) ** 2) / (n - 1.0))


def after_draw(state: State) -> Iterator[tuple[float, State]]:
    """Everything that the draw which is due may lead to, with its chance."""
    outcomes, weights = state.legal(), state.weights()
    total = float(sum(weights)) if weights else float(len(outcomes))
    for i, outcome in enumerate(outcomes):
        after = state.clone()
        after.apply(outcome, None)
        yield (weights[i] if weights else 1) / total, after


def value(judge: Judge, state: State) -> list[float]:
    """The judgement of a state; where a draw is due, the mean over its outcomes by their weights (of one draw)."""
    if state.to_move() != CHANCE:
        return judge.shares(state)
    return mean_of((chance, judge.shares(after)) for chance, after in after_draw(state))


def mean_of(weighted: Iterable[tuple[float, list[float]]]) -> list[float]:
    """[seat] the mean of shares by their chances."""
    parts = [[chance * share for share in shares] for chance, shares in weighted]
    return [sum(part[seat] for part in parts) for seat in range(len(parts[0]))]


def settle(
    judge: Judge, state: State, rng: Random, turn: int, turn_of: Callable[[State], int],
    plan: Sequence[int] = (), made: list[int] | None = None, most: int = 300,
) -> State:  # fmt: skip
    """The position at the end of a turn: the middle of a turn is hard to compare. Changes `state`, and notes in `made` what was decided.

    The decisions of `plan` are made as far as they are allowed; apart from them, as the judge would play on.
    """
    left = list(plan)
    for _ in range(most):
        mover = state.to_move()
        if mover == OVER or (mover != CHANCE and turn_of(state) not in (turn, MIDDLE)):
            break
        if mover == CHANCE:
            state.apply(draw(state, rng), None)
            continue
        legal = set(state.legal())
        planned = next((i for i, action in enumerate(left) if action in legal), -1)
        action = left[planned] if planned >= 0 else best_by(judge, state, mover, turn, turn_of)
        del left[: planned + 1]
        if made is not None:
            made.append(action)
        state.apply(action, None)
    return state


def best_by(
    judge: Judge, state: State, seat: int, turn: int | None = None, turn_of: Callable[[State], int] = State.turn_of
) -> int:
    """The legal action whose result the judge rates highest for a seat.

    Within a turn, the best few are looked at more closely if they end it: the judge's shares are about ends of turns.
    """
    legal = state.legal()
    if len(legal) == 1:
        return legal[0]
    rated: list[tuple[float, int, State]] = []
    for action in legal:
        after = state.clone()
        after.apply(action, None)
        rated.append((-judge.rate(after, seat), action, after))
    rated.sort(key=lambda row: row[:2])
    if turn is None or any(turn_of(after) == turn for _, _, after in rated[:CLOSELY]):
        return rated[0][1]
    best = max(rated[:CLOSELY], key=lambda row: judge.shares(row[2])[seat])
    return best[1]
