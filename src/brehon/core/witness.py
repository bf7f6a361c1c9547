"""What a game reports to the lab: who had what and when, who begins, how it ended. For balance reports, never for bots.

A Witness follows one game from its first ply to its last and sees everything. A game that does not define its own gets this one, which
studies every action of its space; games/*/witness.py show how to do better.
"""

from __future__ import annotations

from typing import Final

from brehon.core.contract import Event, Ruleset, State
from brehon.core.text import N_, Message

NOTHING: Final = (-1, -1)  # an action that brings no item
MOST_ITEMS: Final = 100  # kinds of action with more arguments than this are not studied one by one


class Item:
    """Something that a seat may have or use: a card, a god, a port."""

    def __init__(self, key: str, title: Message) -> None:
        self.key = key  # in data files, as in the component file
        self.title = title


class Group:
    """Items that a designer compares with each other."""

    def __init__(self, key: str, title: Message, items: list[Item]) -> None:
        self.key = key
        self.title = title
        self.items = items


class Witness:
    """Follows one game. Overridden by a game for its own items, rounds and endings."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.groups: list[Group] = []
        self.first = -1  # seat that began; the first one to decide unless the game says otherwise
        self.changes = 0  # how often the turn went to another seat
        self.had: dict[tuple[int, int, int], int] = {}  # (group, item, seat): the round in which the seat first had it
        self._of_kind: dict[int, int] = {}  # kind of action: group
        self.begin()

    def begin(self) -> None:
        """Define what is studied: here every kind of action that seats can choose among, each of its arguments an item."""
        space = self.rules.space
        for kind, first in enumerate(space.first):
            last = space.first[kind + 1] if kind + 1 < len(space.first) else space.size
            if 2 <= last - first <= MOST_ITEMS:
                self._of_kind[kind] = len(self.groups)
                items = [Item(text, Message("%(name)s", name=text)) for text in space.texts[first:last]]
                self.groups.append(Group(kind_name(self.rules, kind), Message(N_("Actions chosen")), items))

    def choice(self, state: State, action: int) -> tuple[int, int]:
        """The group and item that this action would give the seat to move, or NOTHING. Recorded when it is chosen."""
        kind = self.rules.space.kind_of[action]
        return (self._of_kind[kind], self.rules.space.arg(action)) if kind in self._of_kind else NOTHING

    def watch(self, state: State, events: list[Event]) -> None:
        """Look at the effects of a ply: record what seats got without choosing it, and who begins."""

    def round(self, state: State) -> int:
        """Number of the round; the leaders are recorded when it goes up."""
        return 1 + self.changes // self.rules.n_seats

    def ending(self, state: State) -> str:
        """How the game ended: a text of the catalogue without arguments, one for each way."""
        return N_("played to the end")

    def cause(self, state: State) -> str:
        """What triggered the end, if that is a separate question; a text like that of `ending`, or ""."""
        return ""

    def note(self, group: int, item: int, seat: int, number: int) -> None:
        """This seat has this item, from round `number` on."""
        self.had.setdefault((group, item, seat), number)


def kind_name(rules: Ruleset, kind: int) -> str:
    """The words that all actions of a kind begin with."""
    space = rules.space
    first = space.first[kind]
    last = space.first[kind + 1] if kind + 1 < len(space.first) else space.size
    texts = [text.split(" ") for text in space.texts[first:last]]
    shared = texts[0]
    for words in texts[1:]:
        at = 0
        while at < min(len(shared), len(words) - 1) and shared[at] == words[at]:
            at += 1
        shared = shared[:at]
    return " ".join(shared or texts[0])
