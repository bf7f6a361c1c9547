"""The state of a game of Armorica: fields, clone and key. The rules are in phases.py and scoring.py."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, final

from brehon.core.contract import CHANCE, OVER, Event, State, View
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
    """One kind of decision or draw: what is allowed and what it does, side by side. Holds no data."""

    @abstractmethod
    def legal(self, s: Armorica) -> list[int]: ...

    @abstractmethod
    def apply(self, s: Armorica, action: int, log: list[Event] | None) -> None: ...

    @abstractmethod
    def why_not(self, s: Armorica, action: int) -> Reason | None: ...


class Rooms(ABC):
    """The rooms that look at a state without changing it: scoring, view and evaluation."""

    @abstractmethod
    def view(self, s: Armorica, seat: int) -> View: ...

    @abstractmethod
    def scores(self, s: Armorica) -> list[int]: ...

    @abstractmethod
    def places(self, s: Armorica) -> list[int]: ...

    @abstractmethod
    def estimate(self, s: Armorica, seat: int) -> float: ...

    @abstractmethod
    def chances(self, s: Armorica) -> list[float]: ...

    @abstractmethod
    def features(self, s: Armorica, seat: int) -> list[float]: ...


@final
class Table:
    """What does not change during a game: cards, numbering of actions, options, and the code that acts on states."""

    def __init__(
        self, cards: CardSet, space: ActionSpace, n_seats: int, voluntary_pass: bool, year_steps: int,
        phases: list[Phase], rooms: Rooms,
    ) -> None:  # fmt: skip
        self.cards: CardSet = cards
        self.space: ActionSpace = space
        self.n_seats: int = n_seats
        self.voluntary_pass: bool = voluntary_pass
        self.year_steps: int = year_steps  # how often the two-player step is done at the end of a turn
        self.phases: list[Phase] = phases
        self.rooms: Rooms = rooms
        self.row_size: int = cards.row_size
        # the first action of each kind
        self.pass_action: int = 2 * cards.row_size
        self.starve: int = self.pass_action + 1
        self.start: int = self.starve + cards.n_cards
        self.deal: int = self.start + n_seats


@final
class Armorica(State):
    """Rows are kept from the right: index 0 is position 1. Undrawn cards are a set: no order exists before the draw."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.n_seats)
        self.table: Table = table
        self.phase: int = SEATING
        self.turn: int = 0  # number of the turn, from 1
        self.first: int = -1  # seat that got Start 1
        self.marker: int = -1  # seat that holds the start-player card
        self.seat: int = -1  # seat to act, also while its row is refilled
        self.acted: int = 0  # seats that have finished the phase
        self.after_deal: int = GAUL_TURN  # phase that goes on when the rows are full
        self.cursor: int = 0  # winter: leftmost place of the display that may still be chosen
        self.clearing: int = 0  # two-player steps still to be done this turn
        self.left: list[int] = []  # [deck] bit mask of the cards not drawn yet
        self.rows: list[list[int]] = []  # [deck][position - 1] card
        self.displays: list[list[int]] = []  # [seat] cards from the left
        self.goods: list[int] = []  # [seat] sum of the columns of its display

    def to_move(self) -> int:
        if self.phase <= DEALING:
            return CHANCE
        return OVER if self.phase == ENDED else self.seat

    def legal(self) -> list[int]:
        return self.table.phases[self.phase].legal(self)

    def weights(self) -> list[int]:
        return []  # every draw is even

    def apply(self, action: int, log: list[Event] | None = None) -> None:
        self.table.phases[self.phase].apply(self, action, log)

    def why_not(self, action: int) -> Reason | None:
        return self.table.phases[self.phase].why_not(self, action)

    def clone(self) -> Armorica:
        twin = Armorica(self.table)
        twin.phase = self.phase
        twin.turn = self.turn
        twin.first = self.first
        twin.marker = self.marker
        twin.seat = self.seat
        twin.acted = self.acted
        twin.after_deal = self.after_deal
        twin.cursor = self.cursor
        twin.clearing = self.clearing
        twin.left = self.left[:]
        twin.rows = [self.rows[0][:], self.rows[1][:]]
        twin.displays = [display[:] for display in self.displays]
        twin.goods = self.goods[:]
        return twin

    def key(self) -> str:
        place = [self.phase, self.turn, self.first, self.marker, self.seat, self.acted, self.after_deal, self.cursor]
        return f"{place}{self.clearing}{self.left}{self.rows}{self.displays}{self.goods}"

    def view(self, seat: int) -> View:
        return self.table.rooms.view(self, seat)

    def scores(self) -> list[int]:
        return self.table.rooms.scores(self)

    def places(self) -> list[int]:
        return self.table.rooms.places(self)

    def estimate(self, seat: int) -> float:
        return self.table.rooms.estimate(self, seat)

    def chances(self) -> list[float]:
        return self.table.rooms.chances(self)

    def features(self, seat: int) -> list[float]:
        return self.table.rooms.features(self, seat)

    def game_name(self) -> str:
        return "armorica"
