"""Exact size of a small game: how many positions and how many different games there are."""

from __future__ import annotations

from typing import NamedTuple

from brehon.core.contract import CHANCE, OVER, Ruleset, State
from brehon.core.errors import BadOptions


class TreeSize(NamedTuple):
    """Exact numbers. Equal positions are one position; a game is one way from the start to an end, chance included."""

    states: int
    decisions: int  # positions in which a seat decides
    chances: int  # positions in which chance moves
    ends: int  # final positions
    games: int
    longest: int  # plies of the longest game


class _Counter:
    """Counts each position once, by its key."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.known: dict[str, tuple[int, int]] = {}  # games and plies from here on
        self.kinds = [0, 0, 0]  # decisions, chances, ends

    def count(self, state: State) -> tuple[int, int]:
        key = state.key()
        if key in self.known:
            return self.known[key]
        if len(self.known) >= self.limit:
            raise BadOptions(f"there are more than {self.limit} positions; this game is too large to be counted")
        mover = state.to_move()
        games, longest = 0, -1
        for action in state.legal():
            after = state.clone()
            after.apply(action, None)
            more, plies = self.count(after)
            games += more
            longest = max(longest, plies)
        self.kinds[2 if mover == OVER else 1 if mover == CHANCE else 0] += 1
        self.known[key] = (1, 0) if mover == OVER else (games, longest + 1)
        return self.known[key]


def tree_size(rules: Ruleset, limit: int = 1_000_000) -> TreeSize:
    """The exact size of a game's tree; BadOptions if there are more positions than the limit."""
    counter = _Counter(limit)
    games, longest = counter.count(rules.start())
    decisions, chances, ends = counter.kinds
    return TreeSize(len(counter.known), decisions, chances, ends, games, longest)
