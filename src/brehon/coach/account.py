"""The account of a game: how much of each seat's final share was luck, and how much came from whose decisions.

One value U is given to every position: the judgement of a fixed judge; where a draw is due, the mean of U over its outcomes by their
weights. A draw's luck is U after it minus U before it, so its expectation is exactly zero; a decision's part is U after it minus U
before it. Together they are exactly final share − first share.

Several draws in a row are a tree of outcomes. Its mean is computed exactly as long as it has at most `LIMIT` positions. In a longer
row (a deal of fourteen tiles) the first draws are judged without looking at the next ones: what comes out of each is compared with
the mean over what could have come out of it. So the luck of each draw still has the expectation zero. What then remains (the judge may
think better of a row of draws than of each of them) counts to the decision that led to the row; before the first decision, to the
first share.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from brehon.bots.analyst import after_draw, mean_of
from brehon.bots.evaluation import Judge
from brehon.core.contract import CHANCE, OVER, Ruleset, State
from brehon.core.record import Ply

LIMIT: Final = 1_500  # positions of a row of draws that are judged


class TooMany(Exception):
    """A row of draws has more outcomes than are judged."""


@dataclass
class Step:
    """One ply of the account."""

    seat: int  # CHANCE for a draw
    before: list[float]  # [seat] U
    after: list[float]

    @property
    def change(self) -> list[float]:
        return [after - before for after, before in zip(self.after, self.before, strict=True)]


@dataclass
class Account:
    """A whole game."""

    first: list[float]  # [seat] share before anything was drawn
    final: list[float]  # [seat] share of the win at the end
    steps: list[Step]  # [ply that was not undone]

    def luck(self) -> list[float]:
        """[seat] what all draws together gave it."""
        return self._sum(CHANCE)

    def decisions(self, of: int) -> list[float]:
        """[seat] what the decisions of one seat gave everyone."""
        return self._sum(of)

    def _sum(self, of: int) -> list[float]:
        total = [0.0] * len(self.first)
        for step in self.steps:
            if step.seat == of:
                total = [a + b for a, b in zip(total, step.change, strict=True)]
        return total


class Accountant:
    """Gives values to positions. It sees everything, so it is for finished games only."""

    def __init__(self, judge: Judge, limit: int = LIMIT) -> None:
        self.judge = judge
        self.limit = limit

    def draws(self, chain: list[tuple[State, int]]) -> list[Step]:
        """The luck of draws in a row: [(position, what was drawn)]. The values before and after are those that are compared."""
        steps: list[Step] = []
        for state, outcome in chain:
            values = self.outcomes(state)
            total = float(sum(weight for weight, _ in values.values()))
            before = [
                sum(weight * value[seat] for weight, value in values.values()) / total for seat in range(state.n_seats)
            ]
            steps.append(Step(CHANCE, before, values[outcome][1]))
        return steps

    def outcomes(self, state: State) -> dict[int, tuple[float, list[float]]]:
        """[outcome of the draw that is due] its weight, and the value of what it leads to."""
        legal, weights = state.legal(), state.weights()
        known: dict[str, list[float]] = {}
        afters: list[State] = []
        for outcome in legal:
            after = state.clone()
            after.apply(outcome, None)
            afters.append(after)
        try:
            if self.size_of(state) > self.limit:
                raise TooMany
            values = [self._value(after, known) for after in afters]
        except TooMany:
            values = [self.judge.shares(after) for after in afters]
        return {
            outcome: (float(weights[i]) if weights else 1.0, values[i]) for i, outcome in enumerate(legal)
        }  # fmt: skip

    def size_of(self, state: State) -> float:
        """About how many different positions a row of draws leads to, if their order does not matter: a quick look before the work."""
        ahead, size, length = state.clone(), 1.0, 0
        while ahead.to_move() == CHANCE and size <= 1e9:
            legal = ahead.legal()
            length += 1
            size *= len(legal) / length
            ahead.apply(legal[len(legal) // 2], None)
        return size

    def _value(self, state: State, known: dict[str, list[float]]) -> list[float]:
        """U: the judge's at a decision and at the end, the mean at a draw."""
        if state.to_move() != CHANCE:
            return self.judge.shares(state)
        key = state.key()
        found = known.get(key)
        if found is None:
            if len(known) * len(state.legal()) > self.limit:
                raise TooMany
            known[key] = []  # counted before its outcomes are
            found = known[key] = self._mean(state, known)
        return found

    def _mean(self, state: State, known: dict[str, list[float]]) -> list[float]:
        return mean_of((chance, self._value(after, known)) for chance, after in after_draw(state))

    def account(self, rules: Ruleset, plies: list[Ply]) -> Account:
        """The account of a finished game: its plies that were not undone, oldest first."""
        state = rules.start()
        books = Books(self, state)
        for ply in plies:
            books.put(state, ply)
        assert state.to_move() == OVER, "only a finished game has an account"
        books.close(state)
        assert books.first is not None
        return Account(books.first, self.judge.shares(state), books.steps)


class Books:
    """The account while a game is gone through."""

    def __init__(self, accountant: Accountant, state: State) -> None:
        self.accountant = accountant
        self.first: list[float] | None = None
        self.steps: list[Step] = []
        self.chain: list[tuple[State, int]] = []  # draws since the last decision
        self.decided: int = CHANCE  # who made that decision
        self.before: list[float] = []  # U before it

    def put(self, state: State, ply: Ply) -> None:
        """Carry out the next ply."""
        if ply.seat == CHANCE:
            self.chain.append((state.clone(), ply.action))
        else:
            state.turn_to(ply.seat)
            self.close(state)
            self.decided = ply.seat
            self.before = self.accountant.judge.shares(state)
        state.apply(ply.action, None)

    def close(self, state: State) -> None:
        """At the next decision, or at the end: what the last decision and the draws after it have changed."""
        value = self.accountant.judge.shares(state)
        draws = self.accountant.draws(self.chain)
        start = [share - sum(step.change[seat] for step in draws) for seat, share in enumerate(value)]
        if self.decided == CHANCE:
            self.first = start
        else:
            self.steps.append(Step(self.decided, self.before, start))
        self.steps += draws
        self.chain = []
