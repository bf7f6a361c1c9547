"""How a game shows itself to people: pictures and words from a View, never from a State."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from brehon.core.contract import Event, Ruleset, View
from brehon.core.facts import Witness
from brehon.core.text import Message, Reason, Speaker

if TYPE_CHECKING:
    from rich.console import RenderableType


class Offers:
    """What may be clicked: for the viewing seat's decision, every action worth showing, with None or the reason why not."""

    def __init__(self, reasons: dict[int, Reason | None] | None = None) -> None:
        self.reasons = reasons or {}

    def is_legal(self, action: int) -> bool:
        return action in self.reasons and self.reasons[action] is None

    def reason(self, action: int) -> Reason | None:
        return self.reasons.get(action)

    def legal(self) -> list[int]:
        return sorted(action for action, reason in self.reasons.items() if reason is None)


class Line:
    """One line of the score sheet: a label, a value per seat, whether the line is a total, and a remark per seat."""

    def __init__(
        self,
        label: Message,
        values: list[int],
        rule: str = "",
        is_total: bool = False,
        notes: list[Message] | None = None,
    ) -> None:
        self.label = label
        self.values = values
        self.rule = rule
        self.is_total = is_total
        self.notes = notes or []  # [seat] how the value came about; empty where there is nothing to say


class Field:
    """A number that a person fills in: how many points, how many units."""

    def __init__(self, label: Message, most: int, action: int = -1, group: Message | None = None) -> None:
        self.label = label
        self.most = most  # the least is 0
        self.action = action  # done once for each, unless the form knows better
        self.group = group  # neighbours of one group stand under one heading


class Form:
    """Several small decisions of one kind, filled in at once and carried out one after another."""

    def __init__(self, name: str, title: Message, fields: list[Field], most: int) -> None:
        self.name = name  # of the kind of form, in ids
        self.title = title
        self.fields = fields
        self.most = most  # of all numbers together

    def actions(self, numbers: list[int]) -> list[int]:
        """The decisions that these numbers mean, [field], in the order in which they are made."""
        return [field.action for field, n in zip(self.fields, numbers, strict=True) for _ in range(n)]


class Topic:
    """Events of the log that somebody may want to read by themselves: the battles, the building."""

    def __init__(self, name: str, title: str, kinds: list[int]) -> None:
        self.name = name  # in addresses
        self.title = title  # a text of the catalogue
        self.kinds = kinds  # of events


class Face(ABC):
    """The pictures and words of one game."""

    @abstractmethod
    def board(self, rules: Ruleset, view: View, offers: Offers, say: Speaker, narrow: bool = False) -> str:
        """The whole table as one SVG. What can be clicked carries data-action, what cannot carries data-why.

        `narrow` asks for the layout of a telephone, about 390 wide; its ids begin with `n-`, so both fit on one page.
        """

    @abstractmethod
    def terminal(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> RenderableType:
        """The same table for a terminal."""

    @abstractmethod
    def action(self, rules: Ruleset, view: View, action: int) -> Message:
        """What a button for this action says."""

    @abstractmethod
    def event(self, rules: Ruleset, event: Event) -> Message | None:
        """The line of the log for an event; None if it needs none."""

    @abstractmethod
    def status(self, rules: Ruleset, view: View) -> Message:
        """Where the game stands: round, phase, and what is being decided."""

    @abstractmethod
    def score_sheet(self, rules: Ruleset, view: View) -> list[Line]:
        """The points of every seat, line by line, as they stand; the last line is the total."""

    @abstractmethod
    def data(self, rules: Ruleset, view: View) -> dict[str, object]:
        """The view as plain data with names instead of numbers, for JSON: what a program at the table reads."""

    @abstractmethod
    def shown(self, rules: Ruleset, view: View) -> list[int]:
        """The actions of the present decision that a person could think of: legal ones and near misses to explain."""

    def form(self, rules: Ruleset, view: View) -> Form | None:
        """The form in which the viewing seat may enter its present decision and those like it at once, if there is one."""
        return None

    def account(self, rules: Ruleset, view: View, events: list[Event]) -> list[Line]:
        """Where the points of a finished game have come from, by what happened; empty where the score sheet tells it all."""
        return []

    def topics(self) -> list[Topic]:
        """What the log can be narrowed down to, beside the seats."""
        return []

    def witness(self, rules: Ruleset) -> Witness:
        """Who follows one game for a balance report: the lab alone asks for it."""
        return Witness(rules)
