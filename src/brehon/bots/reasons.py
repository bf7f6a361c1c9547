"""Why one move is better than another: what the two change, in the game's words, the weightiest first.

Both moves are made in the same possible states, and played on to the end of the turn as the judge would. The positions are compared
aspect by aspect (core/vocabulary.py). What a difference is worth is what the learned evaluation says: how much the share of the win
changes if only the numbers of this aspect are exchanged between the two positions. Without a learned evaluation, or for an aspect
without features, a difference is worth its size; where a move ends the game, only points and the result count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from brehon.bots.analyst import settle
from brehon.bots.evaluation import Judge, softmax
from brehon.bots.model import Learned, Taught
from brehon.core.contract import OVER, State, View
from brehon.core.text import N_, Message, Seat
from brehon.core.vocabulary import Aspect, Measure, Saying, Vocabulary

OWN_PLAN: Final = 0.005  # of the win: a plan of its own has to be worth so much more
MOST: Final = 3  # reasons that are given
LEAST: Final = 0.004  # of the win, where it is open: what is worth less is not a reason
NOTHING: Final = 0.0002  # of the win, where it is as good as decided
MINOR: Final = 0.1  # of the weightiest reason: what is worth less is not said next to it
UNIT: Final = 0.01  # what a difference of one is worth where no evaluation says it

RESULT: Final = Aspect("result", (), N_("Look at the end of the game: who wins after each move?"), None, None)
WINS: Final = N_("this wins the game")
SHARES: Final = N_("this shares the victory")
DECIDES: Final = N_("this decides the game: it is won with a chance of about %(chance)s %%, otherwise %(other)s %%")
DECISIVE: Final = 0.1  # of the win
LOSES: Final = N_("otherwise %(player)s wins the game")


@dataclass(frozen=True)
class Motive:
    """One reason."""

    aspect: Aspect
    seat: int  # whose it is
    worth: float  # of the win, for the seat that decides
    amount: float  # mean difference, in the units of the saying that was used
    text: Message


@dataclass(frozen=True)
class Comparison:
    """What one move has over another, and what it costs."""

    gain: float  # of the win, as the judge sees the positions at the end of the turn
    motives: list[Motive] = field(default_factory=list)  # for the move, the weightiest first
    prices: list[Motive] = field(default_factory=list)  # against it, the weightiest first


@dataclass
class Side:
    """A position after one of the two moves, as the evaluation sees it."""

    state: State
    shares: list[float]
    features: list[list[float]]  # [seat]; empty without a learned evaluation, or when the game is over
    prospects: list[float]  # [seat]

    @property
    def is_over(self) -> bool:
        return self.state.to_move() == OVER


Pair = tuple[Side, Side]


def motives(
    view: View, better: int, other: int, vocabulary: Vocabulary, judge: Judge, seed: int | str, samples: int = 0
) -> list[Motive]:
    """Why the viewing seat should rather play `better` than `other`, the weightiest reason first."""
    return weigh(view, better, other, vocabulary, judge, seed, samples).motives


def weigh(
    view: View, better: int, other: int, vocabulary: Vocabulary, judge: Judge, seed: int | str, samples: int = 0
) -> Comparison:
    """What speaks for `better` and what speaks for `other`, from what the viewing seat knows."""
    states = settled_pairs(view, better, other, vocabulary, judge, seed, samples or vocabulary.samples)
    pairs = [(side_of(judge, a), side_of(judge, b)) for a, b in states]
    scale = Scale(vocabulary, judge, view.seat, pairs)
    found = [motive for aspect in vocabulary.aspects for motive in scale.weighed(aspect)]
    ending = scale.ending()
    if ending is not None:
        found.append(ending)
    found.sort(key=lambda motive: -abs(motive.worth))
    return Comparison(
        scale.gain(),
        weightiest([motive for motive in found if motive.worth > 0.0]),
        weightiest([motive for motive in found if motive.worth < 0.0]),
    )


def weightiest(found: list[Motive]) -> list[Motive]:
    """One statement for each aspect: the same may be said of several seats, and the weightiest is enough."""
    kept: dict[str, Motive] = {}
    for motive in found:
        if abs(motive.worth) >= MINOR * abs(found[0].worth):
            kept.setdefault(motive.aspect.name, motive)
    return list(kept.values())[:MOST]


class Scale:
    """Weighs aspects in pairs of positions."""

    def __init__(self, vocabulary: Vocabulary, judge: Judge, mine: int, pairs: list[Pair]) -> None:
        self.vocabulary = vocabulary
        self.mine = mine
        self.pairs = pairs
        state = pairs[0][0].state
        self.n_seats = state.n_seats
        self.learned = learned_of(judge, state)
        self.names = state.evaluator().feature_names()
        share = sum(a.shares[mine] + b.shares[mine] for a, b in pairs) / (2.0 * len(pairs))
        self.least = LEAST * 4.0 * share * (1.0 - share) + NOTHING  # a lost game has its better moves, too

    def gain(self) -> float:
        return sum(a.shares[self.mine] - b.shares[self.mine] for a, b in self.pairs) / len(self.pairs)

    def weighed(self, aspect: Aspect) -> list[Motive]:
        """What can be said of an aspect, for or against the move."""
        every = [self.mine, *(seat for seat in range(self.n_seats) if seat != self.mine)]
        if aspect.is_joint:
            spoken = self.said(aspect, every, self.worth(aspect, every))
            return [spoken] if spoken is not None else []
        each = [self.said(aspect, [seat], self.worth(aspect, [seat])) for seat in every]
        return [motive for motive in each if motive is not None]

    def said(self, aspect: Aspect, seats: list[int], worth: float) -> Motive | None:
        """The first way to say it that holds; nothing if that contradicts what it is worth."""
        if abs(worth) < self.least:
            return None
        for saying in aspect.sayings:
            for seat in seats:
                differences = self.differences(aspect, saying, seat)
                amount = sum(differences) / len(differences)
                text = saying.statement(differences, None if seat == self.mine else seat)
                if text is not None:
                    agrees = aspect.agrees(worth, amount, seat == self.mine) and self.is_wanted(
                        aspect, seat, worth * amount
                    )
                    return Motive(aspect, seat, worth, amount, text) if agrees else None
        return None

    def is_wanted(self, aspect: Aspect, seat: int, signed: float) -> bool:
        """Whether the game agrees, in all positions, that more of an aspect helps (or harms) this seat."""
        favours = aspect.favours
        if favours is None:
            return True
        return all(favours(side.state, seat) * signed > 0.0 for pair in self.pairs for side in pair)

    def differences(self, aspect: Aspect, saying: Saying, seat: int) -> list[float]:
        """In each pair, in the units of the saying; without units, of the features."""
        measure = saying.measure
        if measure is not None:
            return [measure(a.state, seat) - measure(b.state, seat) for a, b in self.pairs]
        places = [i for i, name in enumerate(self.names) if name in aspect.features]
        return [
            sum(a.features[seat][i] - b.features[seat][i] for i in places) if a.features and b.features else 0.0
            for a, b in self.pairs
        ]

    def worth(self, aspect: Aspect, seats: list[int]) -> float:
        """How much the mover's share after the move is due to what these seats have of an aspect there instead of after the other."""
        return sum(self._worth(aspect, seats, a, b) for a, b in self.pairs) / len(self.pairs)

    def _worth(self, aspect: Aspect, seats: list[int], a: Side, b: Side) -> float:
        if aspect.stake is not None:
            return self._staked(aspect.stake, seats, a, b)
        if self.learned is None or not aspect.features or not a.features or not b.features:
            return self._plain_worth(aspect, seats, a, b)
        places = [i for i, name in enumerate(self.names) if name in aspect.features]
        if all(a.features[seat][i] == b.features[seat][i] for seat in seats for i in places):
            return 0.0
        forth = self._exchanged(self.learned, aspect, seats, a, b)
        back = self._exchanged(self.learned, aspect, seats, b, a)
        return 0.5 * ((a.shares[self.mine] - forth) + (back - b.shares[self.mine]))

    def _staked(self, stake: Measure, seats: list[int], a: Side, b: Side) -> float:
        """A small change of the exponents of the odds, as shares; nothing once the game is over."""
        if a.is_over or b.is_over:
            return 0.0
        shares = [0.5 * (x + y) for x, y in zip(a.shares, b.shares, strict=True)]
        total = 0.0
        for seat in seats:
            change = stake(a.state, seat) - stake(b.state, seat)
            total += change * shares[self.mine] * ((1.0 if seat == self.mine else 0.0) - shares[seat])
        return total

    def _plain_worth(self, aspect: Aspect, seats: list[int], a: Side, b: Side) -> float:
        """Its size; at the end of the game only what brings points is worth anything."""
        if aspect.measure is None or ((a.is_over or b.is_over) and not aspect.scores):
            return 0.0
        total = 0.0
        for seat in seats:
            difference = aspect.measure(a.state, seat) - aspect.measure(b.state, seat)
            total += difference if (seat == self.mine) == (aspect.is_good is not False) else -difference
        return UNIT * total

    def _exchanged(self, learned: Learned, aspect: Aspect, seats: list[int], side: Side, donor: Side) -> float:
        """The mover's share in a position, if these seats had the features of an aspect as in the other one."""
        prospects, table = side.prospects[:], side.features[:]
        for seat in seats:
            table[seat] = self.mixed(aspect, side.features[seat], donor.features[seat])
        if self.vocabulary.derive is not None:
            table = [features[:] for features in table]
            self.vocabulary.derive(table)
        for seat, features in enumerate(table):
            if features != side.features[seat]:
                prospects[seat] = learned.model.prospects(features)
        return softmax(prospects, 1.0)[self.mine]

    def mixed(self, aspect: Aspect, own: list[float], given: list[float]) -> list[float]:
        """The features of an aspect from `given`, the others as they are; sums follow their parts."""
        features = own[:]
        for i, name in enumerate(self.names):
            if name in aspect.features:
                features[i] = given[i]
        for total, parts in self.vocabulary.sums.items():
            change = sum(
                factor * (features[place] - own[place])
                for place, factor in ((self.names.index(part), factor) for part, factor in parts.items())
            )
            features[self.names.index(total)] += change
        return features

    def ending(self) -> Motive | None:
        """What is to be said if one of the moves ends the game."""
        text: Message | None = None
        if all(a.is_over for a, _ in self.pairs):
            shares = {a.shares[self.mine] for a, _ in self.pairs}
            if min(shares) > 0.0:
                text = Message(WINS if shares == {1.0} else SHARES)
        if text is None and all(b.is_over for _, b in self.pairs):
            winners = {tuple(seat for seat in range(self.n_seats) if b.shares[seat] > 0.0) for _, b in self.pairs}
            if len(winners) == 1 and len(next(iter(winners))) == 1:
                text = Message(LOSES, player=Seat(next(iter(winners))[0]))
        gain = self.gain()
        if text is None and all(a.is_over and b.is_over for a, b in self.pairs) and gain >= DECISIVE:
            text = Message(DECIDES, chance=percent(self.average(0)), other=percent(self.average(1)))
        return Motive(RESULT, self.mine, gain, gain, text) if text is not None and gain >= self.least else None

    def average(self, which: int) -> float:
        """The mover's share after the move (0) or after the other (1)."""
        return sum(pair[which].shares[self.mine] for pair in self.pairs) / len(self.pairs)


def percent(share: float) -> int:
    """In whole tens: a few samples say no more."""
    return round(10 * share) * 10


def side_of(judge: Judge, state: State) -> Side:
    learned = learned_of(judge, state)
    if learned is None or state.to_move() == OVER:
        return Side(state, judge.shares(state), [], [])
    evaluator = state.evaluator()
    features = [evaluator.features(state, seat) for seat in range(state.n_seats)]
    prospects = [learned.model.prospects(row) for row in features]
    return Side(state, softmax(prospects, 1.0), features, prospects)


def settled_pairs(
    view: View, better: int, other: int, vocabulary: Vocabulary, judge: Judge, seed: int | str, samples: int
) -> list[tuple[State, State]]:
    """The positions at the end of the turn after either move, in the same possible states and with the same luck.

    Where a turn has more decisions, the rest of it is planned after either move, and both moves are followed by the same plan: what
    differs is then due to the move. Each one gets its own plan only if the judge likes that clearly better.
    """
    lines = [Lines(view, better, other, vocabulary, judge, f"{seed} {number}") for number in range(samples)]
    own = [line.with_plans(0, 1) for line in lines]
    if not any(plan for line in lines for plan in line.plans):
        return own

    def value(pairs: list[tuple[State, State]]) -> float:
        return sum(judge.shares(state)[view.seat] for pair in pairs for state in pair) / len(pairs)

    same = max(([line.with_plans(plan, plan) for line in lines] for plan in (0, 1)), key=value)
    return own if value(own) > value(same) + OWN_PLAN else same


class Lines:
    """A possible state, two moves, and how the turn goes on after them."""

    def __init__(
        self, view: View, better: int, other: int, vocabulary: Vocabulary, judge: Judge, seed: str
    ) -> None:  # fmt: skip
        self.judge = judge
        self.turn_of = vocabulary.turn or State.turn_of
        self.luck = f"{seed} luck"
        self.state = view.determinize(Random(seed))
        if self.state.to_move() != view.seat:
            self.state.turn_to(view.seat)
        self.moves = (better, other)
        self.plans: tuple[list[int], list[int]] = ([], [])
        self.ends = [self._end(number, (), self.plans[number]) for number in (0, 1)]

    def with_plans(self, first: int, second: int) -> tuple[State, State]:
        """The ends of the turn, if the moves are followed by these plans: 0 for that of the first move, 1 for that of the second."""
        a, b = (
            self.ends[number] if plan == number else self._end(number, self.plans[plan], None)
            for number, plan in enumerate((first, second))
        )
        return a, b

    def _end(self, number: int, plan: Sequence[int], made: list[int] | None) -> State:
        after = self.state.clone()
        after.apply(self.moves[number], None)
        return settle(self.judge, after, Random(self.luck), self.turn_of(self.state), self.turn_of, plan, made)


def learned_of(judge: Judge, state: State) -> Learned | None:
    found = judge.judge(state) if isinstance(judge, Taught) else judge
    return found if isinstance(found, Learned) else None
