"""How a game is shown to people: pictures and words from a View, never from a State."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

from brehon.core.contract import Event, Ruleset, View
from brehon.core.guide import Guide
from brehon.core.palette import Palette
from brehon.core.primer import Picture, Term
from brehon.core.text import Message, Plural, Reason, Speaker
from brehon.core.vocabulary import POINTS, Vocabulary
from brehon.core.witness import Witness

if TYPE_CHECKING:
    from rich.console import RenderableType

T = TypeVar("T")


def own(thing: Ruleset | View, kind: type[T]) -> T:
    """The rules or the view of the face's own game; a face may rely on the type."""
    assert isinstance(thing, kind)
    return thing


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
        self.notes = notes or []  # [seat] how the value was reached; empty if there is nothing to say


def totals(lines: list[Line]) -> list[int]:
    """The points of every seat, as the last line of a score sheet has them; none for an empty sheet."""
    return lines[-1].values if lines else []


class Field:
    """A number that a person fills in: how many points, how many units."""

    def __init__(
        self,
        label: Message,
        most: int,
        action: int = -1,
        group: Message | None = None,
        start: int = 0,
        ends: tuple[str, str] = ("", ""),
        notes: list[Message] | None = None,
    ) -> None:
        self.label = label
        self.most = most  # the least is 0
        self.action = action  # done once for each, unless the form defines something else
        self.group = group  # neighbours of one group share one heading
        self.start = start  # what is filled in at first
        self.ends = ends  # ids on the wide board: from the first one may drag to the second to fill this in
        self.notes = notes or []  # [n] what so many would bring; for a field with ends, all together that go to its end


class Form:
    """Several small decisions of one kind, filled in at once and carried out one after another."""

    def __init__(
        self, name: str, title: Message, fields: list[Field], most: int, button: Message | None = None, finish: int = -1
    ) -> None:
        self.name = name  # of the kind of form, in ids
        self.title = title
        self.fields = fields
        self.most = most  # of all numbers together
        self.button = button  # what sends it; None for the usual words
        self.finish = finish  # the action that ends such decisions and is the last of `actions`; -1 if there is none
        self.hint: Message | None = None  # where the numbers come from that are filled in at first

    def actions(self, numbers: list[int]) -> list[int]:
        """The decisions that these numbers mean, [field], in the order in which they are made."""
        return [field.action for field, n in zip(self.fields, numbers, strict=True) for _ in range(n)]


class Preview:
    """What a move would do, said before it is made: short phrases such as "+2 fame" or "Bo loses the majority"."""

    def __init__(self, effects: list[Message] | None = None, warning: Message | None = None) -> None:
        self.effects = effects or []  # what it costs, brings and reveals, the most important first
        self.warning = warning  # what is lost for good; the page asks once before it sends such a move


class Figure:
    """One of the few numbers of a seat that everybody wants to see at a glance."""

    def __init__(self, label: Message, value: int, most: int = -1) -> None:
        self.label = label  # one or two words
        self.value = value
        self.most = most  # "3 of 8"; -1 where there is no limit


class Ending:
    """One of the ways in which a game may end, with the points that every seat would have now."""

    def __init__(self, label: Message, points: list[int], happened: Message | None = None) -> None:
        self.label = label
        self.points = points
        self.happened = happened or label  # what is said when the game has ended so


class Topic:
    """Events of the log that a person may want to read separately: the battles, the building."""

    def __init__(self, name: str, title: str, kinds: list[int]) -> None:
        self.name = name  # in addresses
        self.title = title  # a text of the catalogue
        self.kinds = kinds  # of events


class Face(ABC):
    """The pictures and words of one game."""

    requests: Mapping[
        str, str | Plural
    ] = {}  # texts in `status` that name the seat that decides -> what is asked of it

    @abstractmethod
    def board(self, rules: Ruleset, view: View, offers: Offers, say: Speaker, narrow: bool = False) -> str:
        """The whole table as one SVG. What can be clicked carries data-action, what cannot carries data-why.

        `narrow` asks for the phone layout, about 390 wide; its ids begin with `n-`, so both fit on one page.
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
        """The state of the game: round, phase, and what is being decided."""

    @abstractmethod
    def score_sheet(self, rules: Ruleset, view: View) -> list[Line]:
        """The current points of every seat, line by line; the last line is the total."""

    @abstractmethod
    def data(self, rules: Ruleset, view: View) -> dict[str, object]:
        """The view as plain data with names instead of numbers, for JSON: what a program at the table reads."""

    @abstractmethod
    def shown(self, rules: Ruleset, view: View) -> list[int]:
        """The actions of the current decision that a person could think of: legal ones and near misses to explain."""

    def form(self, rules: Ruleset, view: View) -> Form | None:
        """The form in which the viewing seat may enter its current decision and similar ones at once, if there is one."""
        return None

    def recall(self, view: View, form: Form, past: Iterator[Event]) -> Form:
        """The form with what the viewing seat entered last time, if possible again; `past` is what it has seen, latest first."""
        return form

    def group(self, rules: Ruleset, view: View, action: int) -> Message | None:
        """The heading under which the list of moves shows an action, one or two words: *Build*, *Spread*."""
        return None

    def preview(self, rules: Ruleset, view: View, action: int) -> Preview:
        """What a legal action of the current decision would do, as far as the viewing seat can know."""
        return Preview()

    def is_on_board(self, rules: Ruleset, view: View) -> bool:
        """Whether the board alone shows every legal action well, so that the list of moves may stay closed."""
        return False

    def figures(self, rules: Ruleset, view: View) -> list[list[Figure]]:
        """[seat] at most four numbers for the list of players, without the points; empty if the points are enough."""
        return []

    def endings(self, rules: Ruleset, view: View) -> list[Ending]:
        """Where the winner depends on how the game ends: each ending with its points; empty if one number says it all."""
        return []

    def heading(self, rules: Ruleset, event: Event) -> Message | None:
        """The heading that this event begins in the log: a turn or a round; None for most events."""
        return None

    def marks(self, rules: Ruleset, event: Event) -> list[str]:
        """The ids on the wide board of the pieces and places that an event concerns; the last move is marked by them."""
        return []

    def way(self, rules: Ruleset, view: View, action: int) -> tuple[str, str] | None:
        """Where a move begins and where it ends, as ids on the wide board: an arrow shows it. None for all other moves.

        The end is "" where the next decision of the seat names it.
        """
        return None

    def seats(self, rules: Ruleset, view: View, offers: Offers, say: Speaker) -> str:
        """The possessions of all seats as one SVG, 390 wide, where the narrow board has no room for them; ids begin with `n-`."""
        return ""

    def account(self, rules: Ruleset, view: View, events: list[Event]) -> list[Line]:
        """Where the points of a finished game came from, by event; empty if the score sheet already shows it."""
        return []

    def topics(self) -> list[Topic]:
        """What the log can be filtered by, in addition to the seats."""
        return []

    def terms(self) -> list[Term]:
        """The words of the game, for the glossary and the search of its rules page."""
        return []

    def pictures(self) -> list[Picture]:
        """Positions that the rules page and the page "how to play" show."""
        return []

    def palette(self) -> Palette:
        """The colours of the board, light and dark; the shared ones, unless the game defines its own."""
        return Palette()

    def vocabulary(self, rules: Ruleset) -> Vocabulary:
        """What a move can change, in the game's words: reasons of hints and reviews are made from it. By default the points alone."""
        return Vocabulary([POINTS])

    def search_speed(self) -> int:
        """About how many iterations a search makes in a second with the compiled engine, late in a game: the budget of a hint."""
        return 600

    def guide(self) -> Guide | None:
        """The guided first game; None if there is none."""
        return None

    def witness(self, rules: Ruleset) -> Witness:
        """Follows one game for a balance report: only the lab uses it."""
        return Witness(rules)
