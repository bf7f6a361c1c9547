"""The state of a game of Armorica: fields, clone and key. The rules are in phases.py and scoring.py."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, final

from mypy_extensions import trait

from brehon.core.contract import CHANCE, OVER, Components, Event, Game, Ruleset, State, View
from brehon.core.evaluator import Evaluator
from brehon.core.space import ActionSpace
from brehon.core.text import Reason
from brehon.games.armorica.data import CardSet

# phases, in the order of the table in phases.py
SEATING: Final = 0  # chance: who is the first start player
DEALING: Final = 1  # chance: the rows are filled
GAUL_TURN: Final = 2
ROMAN_TURN: Final = 3
WINTER: Final = 4
ENDED: Final = 5


class Phase(ABC):
    """One kind of decision or draw: what is allowed and what it does, in one place. Holds no data."""

    @abstractmethod
    def legal(self, s: Armorica) -> list[int]: ...

    @abstractmethod
    def apply(self, s: Armorica, action: int, log: list[Event] | None) -> None: ...

    @abstractmethod
    def why_not(self, s: Armorica, action: int) -> Reason | None: ...


class Table(Ruleset):
    """What does not change during a game: cards, numbering of actions, options, and the code that acts on states."""

    def __init__(
        self, game: Game, n_seats: int, options: dict[str, str], components: Components, version: int, space: ActionSpace,
        cards: CardSet, year_steps: int, phases: list[Phase],
    ) -> None:  # fmt: skip
        super().__init__(game, n_seats, options, components, version, space)
        self.cards: CardSet = cards
        self.voluntary_pass: bool = options["voluntary_pass"] == "true"
        self.year_steps: int = year_steps  # how often the two-player step is done at the end of a turn
        self.phases: list[Phase] = phases
        self.row_size: int = cards.row_size
        # the first action of each kind
        self.pass_action: int = 2 * cards.row_size
        self.starve: int = self.pass_action + 1
        self.seating: int = self.starve + cards.n_cards
        self.deal: int = self.seating + n_seats

    @abstractmethod
    def view_of(self, s: Armorica, seat: int) -> View: ...

    @abstractmethod
    def scores_of(self, s: Armorica) -> list[int]: ...

    @abstractmethod
    def places_of(self, s: Armorica) -> list[int]: ...


@trait
class Open:
    """What is open to everyone, which in this game is everything: defined, copied and keyed here, for states and views.

    Rows are kept from the right: index 0 is position 1. Undrawn cards are a set: no order exists before the draw.
    """

    def lay_out(self, table: Table) -> None:
        """As it is before the first ply."""
        self.table: Table = table
        self.phase: int = SEATING
        self.turn: int = 0  # number of the turn, from 1
        self.first: int = -1  # seat that got Start 1
        self.marker: int = -1  # seat that holds the start-player card
        self.acted: int = 0  # seats that have finished the phase
        self.after_deal: int = GAUL_TURN  # phase that continues when the rows are full
        self.cursor: int = 0  # winter: leftmost place of the display that may still be chosen
        self.clearing: int = 0  # two-player steps left in this turn
        self.left: list[int] = []  # [deck] bit mask of the cards not drawn yet
        self.rows: list[list[int]] = []  # [deck][position - 1] card
        self.displays: list[list[int]] = []  # [seat] cards from the left
        self.goods: list[int] = []  # [seat] sum of the columns of its display

    def take(self, o: Open) -> None:
        """A copy of everything defined above."""
        self.table = o.table
        self.phase = o.phase
        self.turn = o.turn
        self.first = o.first
        self.marker = o.marker
        self.acted = o.acted
        self.after_deal = o.after_deal
        self.cursor = o.cursor
        self.clearing = o.clearing
        self.left = o.left[:]
        self.rows = [o.rows[0][:], o.rows[1][:]]
        self.displays = [display[:] for display in o.displays]
        self.goods = o.goods[:]

    def key_at(self, seat: int) -> str:
        """Equal for equal positions with this seat to act."""
        place = [self.phase, self.turn, self.first, self.marker, seat, self.acted, self.after_deal, self.cursor]
        return f"{place}{self.clearing}{self.left}{self.rows}{self.displays}{self.goods}"


@final
class Armorica(State, Open):
    """The open fields, and who acts."""

    def __init__(self, table: Table, origin: Open | None = None, seat: int = -1) -> None:
        super().__init__(table.n_seats)
        self.seat: int = seat  # seat to act, also while its row is refilled
        if origin is None:
            self.lay_out(table)
        else:
            self.take(origin)

    def to_move(self) -> int:
        if self.phase <= DEALING:
            return CHANCE
        return OVER if self.phase == ENDED else self.seat

    def legal(self) -> list[int]:
        return self.table.phases[self.phase].legal(self)

    def weights(self) -> list[int]:
        return []  # all draws are equally likely

    def apply(self, action: int, log: list[Event] | None = None) -> None:
        self.table.phases[self.phase].apply(self, action, log)

    def why_not(self, action: int) -> Reason | None:
        return self.table.phases[self.phase].why_not(self, action)

    def clone(self) -> Armorica:
        return Armorica(self.table, self, self.seat)

    def key(self) -> str:
        return self.key_at(self.seat)

    def ruleset(self) -> Ruleset:
        return self.table

    def view(self, seat: int) -> View:
        return self.table.view_of(self, seat)

    def scores(self) -> list[int]:
        return self.table.scores_of(self)

    def places(self) -> list[int]:
        return self.table.places_of(self)

    def evaluator(self) -> Evaluator:
        return self.table.evaluator()
