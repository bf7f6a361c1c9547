"""The tree of a search: what a seat has seen since the root, and the statistics of each decision."""

from __future__ import annotations

from typing import final


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
        self.visits: float = 0.0
        self.sum: float = 0.0

    def add(self, action: int, prior: float) -> None:
        self.place[action] = len(self.actions)
        self.actions.append(action)
        self.prior.append(prior)
        self.possible.append(0.0)
        self.taken.append(0.0)
        self.won.append(0.0)

    def indices(self, legal: list[int]) -> list[int]:
        """Where the legal actions are; those never seen before get a place."""
        out: list[int] = []
        for action in legal:
            if action not in self.place:
                self.add(action, 1.0 / float(len(legal)))
            out.append(self.place[action])
        return out

    def credit(self, index: int, share: float) -> None:
        self.taken[index] += 1.0
        self.won[index] += share
        self.visits += 1.0
        self.sum += share


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
