"""What a seat may know of a game of The Arrival: the same as a spectator, plus the seat's own sealed choice."""

from __future__ import annotations

from random import Random
from typing import final

from brehon.core.contract import CHANCE, ORACLE, OVER, View
from brehon.games.arrival.data import N_SECTIONS
from brehon.games.arrival.state import BLOCK, ENDED, LAST_OF_CHANCE, Arrival, Open


@final
class ArrivalView(View, Open):
    """The open fields, under the names of the state, and the seat's own sealed choice."""

    def __init__(self, s: Arrival, seat: int) -> None:
        super().__init__(seat, s.n_seats)
        may_choose = s.phase == BLOCK and seat >= 0 and s.choosing >> seat & 1 == 1
        self.active: int = seat if may_choose else s.seat
        self.sealed: list[int] = [-1] * s.n_seats  # [seat] only the seat's own choice
        for other in range(s.n_seats):
            if seat in (other, ORACLE):
                self.sealed[other] = s.sealed[other]
        self._known: Arrival | None = None
        self.take(s)

    def to_move(self) -> int:
        if self.phase <= LAST_OF_CHANCE:
            return CHANCE
        return OVER if self.phase == ENDED else self.active

    def movers(self) -> int:
        if self.phase == BLOCK:
            return self.choosing
        return 1 << self.active if LAST_OF_CHANCE < self.phase < ENDED else 0

    def key(self) -> str:
        return f"{self.seat}{self.key_at(self.active, self.sealed)}"

    def has_sealed(self, seat: int) -> bool:
        """Whether a seat has chosen a section that is not shown yet."""
        return self.phase == BLOCK and self.table.simultaneous and not self.choosing >> seat & 1

    def determinize(self, rng: Random) -> Arrival:
        s = self.shown()
        for seat in range(self.n_seats):
            if self.has_sealed(seat) and s.sealed[seat] < 0:
                open_ones = [section for section in range(N_SECTIONS) if not s.blocked[seat] >> section & 1]
                s.sealed[seat] = open_ones[int(rng.random() * len(open_ones))]
        return s

    def known(self) -> Arrival:
        """What is known, built once, for read-only use: a page asks for the words of a hundred actions."""
        if self._known is None:
            self._known = self.shown()
        return self._known

    def shown(self) -> Arrival:
        """What is known, as a state: for the scoring and the tests of legality, which never need more."""
        return Arrival(self.table, self, self.active, self.sealed)
