"""A hint in three steps, as a good teacher gives it: what to look at, two moves to think about, the move with its reasons.

It is made from the View of the seat that asks, so it cannot reveal what the seat does not know; the same view, budget and seed give
the same hint. A game needs no vocabulary and no learned evaluation for it: then the points have to do.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot
from random import Random
from typing import Final

from brehon.bots.analyst import Analyst, Candidate, Opinion
from brehon.bots.base import Stop
from brehon.bots.reasons import Comparison, Motive, weigh
from brehon.core.contract import Ruleset, View
from brehon.core.text import N_, Message, Plural, Seat, listed
from brehon.core.vocabulary import Aspect

CLOSE: Final = 0.01  # of the win: moves that differ by less are equally good
CLEAR: Final = 0.02  # of the win: a move that is so much worse is a mistake to learn from
EXPLAINED: Final = (
    0.3  # of the difference: if what can be seen at the end of the turn explains less, the rest comes later
)

CLAUSES: Final = (",", " and ", " if ", " that ")  # what divides a statement
PRICE: Final = 0.3  # of the weightiest reason: what costs at least this is mentioned

ONE_MOVE: Final = N_("Only one move is possible.")
EQUAL: Final = N_("Look at several moves: some of them are about equally good.")
AHEAD: Final = N_("Think ahead: what will each move allow you and the others to do next?")
PAIR: Final = N_("Compare these two moves:")
MOVE: Final = N_("%(move)s · chance to win: %(percent)s %%")
HARDLY: Final = N_("hardly any difference")
LATER: Final = N_("Most of the difference shows only later in the game.")
COST: Final = N_("The price: %(prices)s.")
# the second move of the pair, and another one, which has to be named
EVEN: Final = N_("The other move is hardly any worse.")
BETTER: Final = [N_("Better than the other move: %(reasons)s."), N_("Better than “%(other)s”: %(reasons)s.")]
UNSAID: Final = [N_("It is better than the other move."), N_("It is better than “%(other)s”.")]


@dataclass(frozen=True)
class Against:
    """What the best move is compared with, and how it compares."""

    action: int
    loss: float  # of the win, if this were played instead; below zero if the search is not sure
    is_clear: bool  # it is more than noise
    comparison: Comparison

    def sentences(self, move: Message | None) -> list[Message]:
        """Why the best move is better than this one (named by `move`; None: it is known which); honest where it hardly is."""
        if not self.is_clear:
            return [Message(EVEN)]
        which, args = (0, {}) if move is None else (1, {"other": move})
        motives, later = self.comparison.motives, self.pays_later
        if not motives:
            return [Message(UNSAID[which], **args), *([Message(LATER)] if later else [])]
        said = [Message(BETTER[which], reasons=enumerated(motives), **args)]
        prices = [price for price in self.comparison.prices[:1] if -price.worth >= PRICE * motives[0].worth]
        if prices:
            said.append(Message(COST, prices=enumerated(prices)))
        return said + ([Message(LATER)] if later else [])

    @property
    def pays_later(self) -> bool:
        return self.loss >= CLEAR and self.comparison.gain < EXPLAINED * self.loss


@dataclass(frozen=True)
class Advice:
    """A hint. Its steps are shown one after the other; each is a few sentences."""

    seat: int
    best: int  # the best move found
    share: float  # of the win, if it is played
    error: float  # standard error of the share
    pair: list[int]  # the moves of the second step, in an order that says nothing; one if there is only one
    against: list[Against] = field(default_factory=list)  # what the reasons compare it with
    steps: list[list[Message]] = field(default_factory=list)  # what to look at, two moves, the move with its reasons


class Adviser:
    """Gives hints."""

    def __init__(self, analyst: Analyst | None = None) -> None:
        self.analyst = analyst or Analyst()

    def advise(
        self, rules: Ruleset, view: View, legal: list[int], iterations: int, seed: int | str, stop: Stop | None = None
    ) -> Advice:
        """A hint for the decision of the viewing seat, from what it knows."""
        return self.explain(rules, view, self.analyst.opinion(view, legal, iterations, seed, stop), seed)

    def explain(self, rules: Ruleset, view: View, opinion: Opinion, seed: int | str) -> Advice:
        """The hint that an opinion leads to."""
        best = opinion.best
        against = [self._against(rules, view, best, other, seed) for other in rivals(opinion)]
        pair = [best.action, *(other.action for other in opinion.candidates[1:2])]
        Random(f"{seed} pair").shuffle(pair)
        advice = Advice(view.seat, best.action, best.share, best.error, pair, against)
        advice.steps.extend([[look(advice)], pair_of(rules, view, pair), conclusion(rules, view, advice)])
        return advice

    def _against(self, rules: Ruleset, view: View, best: Candidate, other: Candidate, seed: int | str) -> Against:
        vocabulary = rules.game.face().vocabulary(rules)
        comparison = weigh(view, best.action, other.action, vocabulary, self.analyst.judge, seed)
        return Against(other.action, best.share - other.share, not is_close(best, other), comparison)


def is_close(best: Candidate, other: Candidate) -> bool:
    """Whether two moves are about equally good, as far as the search can tell."""
    loss = best.share - other.share
    return loss < CLOSE or (other.visits > 1 and loss < hypot(best.error, other.error))


def rivals(opinion: Opinion) -> list[Candidate]:
    """The second best move; if that is about as good, also the first one that is clearly worse: there is more to learn from it."""
    best, *others = opinion.candidates
    second = others[:1]
    if second and is_close(best, second[0]):
        second += [other for other in others[1:] if best.share - other.share >= CLEAR and not is_close(best, other)][:1]
    return second


def look(advice: Advice) -> Message:
    """The first step: what matters most here."""
    if not advice.against:
        return Message(ONE_MOVE)
    for against in advice.against:
        if against.is_clear and against.comparison.motives:
            return glance(against.comparison.motives[0], advice.seat)
    return Message(AHEAD if advice.against[-1].is_clear else EQUAL)


def glance(motive: Motive, seat: int) -> Message:
    """Where to look for a reason."""
    aspect: Aspect = motive.aspect
    if motive.seat != seat and aspect.rival_look:
        return Message(aspect.rival_look, player=Seat(motive.seat))
    return Message(aspect.look)


def pair_of(rules: Ruleset, view: View, pair: list[int]) -> list[Message]:
    """The second step: what to do with the moves, and the moves."""
    face = rules.game.face()
    moves = [face.action(rules, view, action) for action in pair]
    return moves if len(moves) == 1 else [Message(PAIR), *moves]


def conclusion(rules: Ruleset, view: View, advice: Advice) -> list[Message]:
    """The third step: the move, its share, and why."""
    face = rules.game.face()
    said = [Message(MOVE, move=face.action(rules, view, advice.best), percent=round(100 * advice.share))]
    for against in advice.against:
        is_known = against.action in advice.pair
        said += against.sentences(None if is_known else face.action(rules, view, against.action))
    return said


def because(motives: list[Motive]) -> list[Message]:
    """Reasons for a list; where there are none, it says so."""
    return [motive.text for motive in motives] or [Message(HARDLY)]


def enumerated(motives: list[Motive]) -> Message:
    """One or more statements in a row."""
    parts = [motive.text for motive in motives]
    if len(parts) > 1 and not any(is_composed(part) for part in parts):
        return listed(parts)
    found = parts[-1]
    for part in reversed(parts[:-1]):
        found = Message(N_("%(first)s; %(rest)s"), first=part, rest=found)
    return found


def is_composed(part: Message) -> bool:
    """Whether a statement has a clause of its own: between commas and "and", it would not be clear where it ends."""
    text = part.text.many if isinstance(part.text, Plural) else part.text
    inner = [arg for arg in part.args.values() if isinstance(arg, Message)]
    return any(sign in text for sign in CLAUSES) or any(is_composed(arg) for arg in inner)
