"""Reviews a finished game, ply by ply.

What is said of a ply depends on the record, the seed, the number of iterations and the ply alone. So a review that was interrupted
goes on where it stopped (`moments(done)`), with the same result as one that was not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Final

from brehon.bots.analyst import Analyst
from brehon.bots.reasons import motives
from brehon.coach.account import Accountant
from brehon.coach.continuation import continuation
from brehon.coach.data import Judged, Moment, Review, kind_of
from brehon.coach.seatings import seatings, turning_points
from brehon.coach.valuation import Settled
from brehon.core.canon import digest
from brehon.core.contract import CHANCE, Game, State, View
from brehon.core.errors import BadRecord
from brehon.core.match import Match
from brehon.core.packing import pack
from brehon.core.record import Ply, Record
from brehon.core.text import N_
from brehon.core.verification import replay

CANDIDATES: Final = 4  # moves that are kept of each decision
SAMPLES: Final = 4  # possible states from which a seat's own share is estimated
THIRDS: Final = [N_("Opening"), N_("Middle game"), N_("Endgame")]


class Reviewer:
    """Goes through one finished game."""

    def __init__(
        self, game: Match | Record, iterations: int, seed: int = 1, analyst: Analyst | None = None,
        seats: list[int] | None = None,
    ) -> None:  # fmt: skip
        self.match = game if isinstance(game, Match) else replay(game)
        if not self.match.is_over:
            raise BadRecord(N_("the game is not over yet; only a finished game can be reviewed"))
        self.rules = self.match.rules
        self.iterations = iterations
        self.seed = seed
        self.seats = range(self.rules.n_seats) if seats is None else seats  # whose decisions are judged
        self.analyst = analyst or Analyst()
        self.accountant = Accountant(Settled(self.analyst.judge))
        self.plies = standing(self.match)
        self.vocabulary = self.rules.game.face().vocabulary(self.rules)

    @property
    def total(self) -> int:
        """How many moments there are."""
        return len(self.plies)

    @property
    def phases(self) -> list[str]:
        return self.vocabulary.phases or THIRDS

    def begin(self) -> Review:
        """The review before its first moment."""
        return Review(
            self.rules.game.name, record_digest(self.match), judge_digest(self.rules.game), self.iterations, self.seed,
            phases=list(self.phases),
        )  # fmt: skip

    def moments(self, done: int = 0, until: int | None = None) -> Iterator[Moment]:
        """The moments from number `done` on, one by one; up to number `until`, which ends a part."""
        state = self.rules.start()
        value: list[float] = []  # of the position that the last part has reached; empty if it was passed over
        first = 0
        for last in self.parts():
            if until is not None and last > until:
                return
            if last <= done:
                for _, ply in self.plies[first:last]:
                    play(state, ply)
            else:
                found, value = self._part(state, first, last, value)
                yield from found[max(0, done - first) :]
            first = last

    def finish(self, review: Review) -> None:
        """The summary, once all moments are there."""
        assert len(review.moments) == self.total, "the review is not complete"
        review.seats = seatings(review, self.rules.n_seats)
        review.turning = turning_points(review)

    def parts(self) -> list[int]:
        """Where each part ends: a decision with the draws that follow it; the draws before the first decision are one too."""
        ends = [index for index, (_, ply) in enumerate(self.plies) if ply.seat != CHANCE and index > 0]
        return [*ends, len(self.plies)]

    def _part(
        self, state: State, first: int, last: int, value: list[float]
    ) -> tuple[list[Moment], list[float]]:  # fmt: skip
        """The moments of one part, and the value of the position after it. `state` is moved on."""
        chain: list[tuple[State, int]] = []
        found: list[Moment] = []
        hidden: list[
            list[float]
        ] = []  # [ply][seat] what its own share differs by from the truth, for what it cannot know
        for index in range(first, last):
            number, ply = self.plies[index]
            moment = Moment(number, ply.seat, ply.action, self.rules.space.texts[ply.action], [], [], [], 0)
            if ply.seat == CHANCE:
                chain.append((state.clone(), ply.action))
            else:
                state.turn_to(ply.seat)
                value = value or self.accountant.judge.shares(state)
                moment.judged = self._judged(state, ply, number)
            moment.phase = self._phase(state, index)
            play(state, ply)
            hidden.append(self._hidden(state, number))
            found.append(moment)
        if last < self.total:
            state.turn_to(self.plies[last][1].seat)
        after = self.accountant.judge.shares(state)
        changes = [step.change for step in self.accountant.draws(chain)]
        if len(changes) < len(found):
            drawn = [sum(change[seat] for change in changes) for seat in range(self.rules.n_seats)]
            changes.insert(0, [b - d - a for a, b, d in zip(value, after, drawn, strict=True)])
        self._put_values(found, after, changes, hidden)
        return found, after

    def _put_values(
        self, found: list[Moment], after: list[float], changes: list[list[float]], hidden: list[list[float]]
    ) -> None:  # fmt: skip
        """From the last moment back to the first: what follows it is where it leads."""
        value = after
        for moment, change, unknown in zip(reversed(found), reversed(changes), reversed(hidden), strict=True):
            moment.after = value
            moment.before = value = [a - c for a, c in zip(value, change, strict=True)]
            moment.known = [min(1.0, max(0.0, a + u)) for a, u in zip(moment.after, unknown, strict=True)]

    def _judged(self, state: State, ply: Ply, number: int) -> Judged | None:
        """The decision as its seat could make it; None where there was no choice."""
        legal = state.legal()
        if len(legal) < 2 or ply.seat not in self.seats:
            return None
        view = state.view(ply.seat)
        seed = f"review {self.seed} {number}"
        opinion = self.analyst.opinion(view, legal, self.iterations, seed)
        best = opinion.best
        texts = self.rules.space.texts
        tried = [(one.action, round(one.share, 4), one.visits) for one in opinion.candidates[:CANDIDATES]]
        judged = Judged(best.action, texts[best.action], best.share, best.share, 0.0, best.error, candidates=tried)
        if best.action == ply.action:
            return judged
        better, chosen = self.analyst.compare(view, [best.action, ply.action], self.iterations, f"{seed} again")
        judged.best_share, judged.chosen_share = better.share, chosen.share
        judged.loss = max(0.0, better.share - chosen.share)
        judged.error = (better.error**2 + chosen.error**2) ** 0.5
        judged.kind = kind_of(judged.loss, judged.error)
        if judged.kind:
            self._explain(judged, view, ply, seed)
        return judged

    def _explain(self, judged: Judged, view: View, ply: Ply, seed: str) -> None:
        """Why the better move is better, and how the game might have gone on after it."""
        found = motives(view, judged.best, ply.action, self.vocabulary, self.analyst.judge, seed)
        judged.motives = [pack(motive.text) for motive in found]
        judged.line, judged.line_said = continuation(view, judged.best, self.analyst, self.iterations, seed)

    def _hidden(self, state: State, number: int) -> list[float]:
        """[seat] how much its own estimate of its share differs from the truth because of what it cannot see."""
        n_seats = self.rules.n_seats
        if not self.rules.game.has_secrets or state.to_move() < 0:
            return [0.0] * n_seats
        judge = self.analyst.judge
        truth = judge.shares(state)
        found: list[float] = []
        for seat in range(n_seats):
            view, rng = state.view(seat), Random(f"known {self.seed} {number} {seat}")
            guesses = [judge.shares(view.determinize(rng))[seat] for _ in range(SAMPLES)]
            found.append(sum(guesses) / SAMPLES - truth[seat])
        return found

    def _phase(self, state: State, index: int) -> int:
        if self.vocabulary.phase is not None and self.vocabulary.phases:
            return self.vocabulary.phase(state)
        return index * len(THIRDS) // self.total


def play(state: State, ply: Ply) -> None:
    if ply.seat != CHANCE:
        state.turn_to(ply.seat)
    state.apply(ply.action, None)


def standing(match: Match) -> list[tuple[int, Ply]]:
    """The plies that were not undone, with their numbers in the record."""
    found: list[tuple[int, Ply]] = []
    for number, ply in enumerate(match.plies):
        if ply.undo:
            del found[-ply.undo :]
        elif ply.action >= 0:
            found.append((number, ply))
    return found


def record_digest(match: Match) -> str:
    """Changes with the rules, the components and every ply."""
    rules = match.rules
    lines = [ply.words(rules) for ply in match.plies]
    return digest({"game": rules.game.name, "rules": rules.version, "options": rules.options,
                   "components": rules.components.digest, "plies": lines})  # fmt: skip


def judge_digest(game: Game) -> str:
    """Changes with the learned evaluation of a game."""
    return hashlib.sha256(game.read_weights().encode()).hexdigest()
