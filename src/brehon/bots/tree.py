"""The tree of a search: what a seat has seen since the root, the statistics of each decision, and the parameters of the search."""

from __future__ import annotations

from math import exp
from random import Random
from typing import final


@final
class Settings:
    """The parameters of a search."""

    def __init__(
        self,
        explore: float = 0.6,
        order: float = 1.0,
        turns: int = -1,
        plies: int = -1,
        width: int = 6,
        widen: float = 2.0,
        floor: float = 0.02,
        compare: bool = False,
        trust: float = 1.0,
        heat: float = 0.0,
        alike: bool = False,
    ) -> None:
        self.explore: float = explore  # weight of exploration against success
        self.order: float = order  # how strongly the Judge's order of moves favours the first ones
        self.turns: int = turns  # a playout ends when the turn has passed so many times ...
        self.plies: int = plies  # ... or after so many decisions; -1: as judge and game propose
        self.width: int = width  # actions that a playout compares in each decision, unless it is LONG
        self.floor: float = floor  # smaller differences of shares are not scaled up to all or nothing
        self.widen: float = widen  # different outcomes of one draw: at most this times the square root of its visits
        # whether a new decision is judged by comparing all its actions with the Judge, and not played on from
        self.compare: bool = compare
        self.trust: float = trust  # visits that the Judge's opinion counts for, where actions were compared
        self.heat: float = heat  # there: a share that makes the prior e times smaller; 0: priors by place, as elsewhere
        self.alike: bool = alike  # whether the n-th tries of all actions of a decision have the same random numbers


@final
class Arms:
    """The decision of one seat at one node: its actions, how often they were possible and taken, and with what success."""

    def __init__(self) -> None:
        self.actions: list[int] = []
        self.place: dict[int, int] = {}  # [action] index into the lists
        self.prior: list[float] = []
        self.possible: list[float] = []  # how often it was legal here
        self.taken: list[float] = []
        self.won: list[float] = []  # sum of the seat's shares
        self.guess: list[float] = []  # what the Judge expects for the seat, if the actions were compared
        self.trust: float = 0.0  # visits that this counts for
        self.visits: float = 0.0
        self.sum: float = 0.0

    def add(self, action: int, prior: float) -> None:
        self.place[action] = len(self.actions)
        self.actions.append(action)
        self.prior.append(prior)
        self.possible.append(0.0)
        self.taken.append(0.0)
        self.won.append(0.0)
        self.guess.append(self.guess[0] if self.guess else 0.0)  # until it is known better

    def indices(self, legal: list[int]) -> list[int]:
        """Where the legal actions are; those never seen before get a place."""
        out: list[int] = []
        for action in legal:
            if action not in self.place:
                self.add(action, 1.0 / float(len(legal)))
            out.append(self.place[action])
        return out

    def visits_of(self, legal: list[int]) -> list[int]:
        return [int(self.taken[i]) for i in self.indices(legal)]

    def values_of(self, legal: list[int]) -> list[float]:
        """The mean share of each action; of an untried one what the Judge expects, if it was asked."""
        out: list[float] = []
        for i in self.indices(legal):
            untried = self.guess[i] if self.trust > 0.0 else 0.0
            out.append(self.won[i] / self.taken[i] if self.taken[i] > 0.0 else untried)
        return out

    def credit(self, index: int, share: float) -> None:
        self.taken[index] += 1.0
        self.won[index] += share
        self.visits += 1.0
        self.sum += share


def sort(legal: list[int], rates: list[float], order: float, heat: float, jitter: float, rng: Random) -> Arms:
    """The action with the best rate gets the greatest prior, the next ones less and less: by place, or with `heat` by distance."""
    arms = Arms()
    total = 0.0
    weights: list[float] = []
    best = rates[0]
    for rate in rates:
        if rate > best:
            best = rate
    for rate in rates:
        ahead = 0.0
        for other in rates:
            if other > rate:
                ahead += 1.0
        weight = exp((rate - best) / heat) if heat > 0.0 else 1.0 / (1.0 + order * ahead)
        weights.append(weight)
        total += weight
    for i in range(len(legal)):
        # ties are broken at random: the lowest number may be a seat, and would always be favoured
        arms.add(legal[i], weights[i] / total * (1.0 + jitter * rng.random()))
    return arms


@final
class Node:
    """What the searching seat has seen since the root."""

    def __init__(self) -> None:
        self.arms: dict[int, Arms] = {}  # [seat]
        self.next: dict[int, Node] = {}  # [action, outcome, several packed choices, or UNSEEN]
        self.drawn: list[int] = []  # outcomes of a draw in the order in which they came up, with repetitions

    def after(self, step: int) -> Node:
        found = self.next.get(step)
        if found is None:
            found = Node()
            self.next[step] = found
        return found
