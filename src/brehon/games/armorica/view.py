"""What a seat may know of a game of Armorica: everything but the order of the undrawn cards, which does not exist."""

from __future__ import annotations

from random import Random
from typing import final

from brehon.core.contract import CHANCE, OVER, View
from brehon.games.armorica.data import N_DECKS
from brehon.games.armorica.state import DEALING, ENDED, Armorica, Table


@final
class ArmoricaView(View):
    """Listed field by field. The seat makes no difference: nobody knows more than a spectator."""

    def __init__(self, s: Armorica, seat: int) -> None:
        super().__init__(seat, s.n_seats)
        self.table: Table = s.table
        self.phase: int = s.phase
        self.turn: int = s.turn
        self.first: int = s.first
        self.marker: int = s.marker
        self.active: int = s.seat
        self.acted: int = s.acted
        self.after_deal: int = s.after_deal
        self.cursor: int = s.cursor
        self.clearing: int = s.clearing
        self.left: list[int] = s.left[:]  # [deck] the content of the piles is open, their order is not
        self.rows: list[list[int]] = [row[:] for row in s.rows]
        self.displays: list[list[int]] = [display[:] for display in s.displays]
        self.goods: list[int] = s.goods[:]

    def to_move(self) -> int:
        if self.phase <= DEALING:
            return CHANCE
        return OVER if self.phase == ENDED else self.active

    def movers(self) -> int:
        seat = self.to_move()
        return 1 << seat if seat >= 0 else 0

    def key(self) -> str:
        place = [self.phase, self.turn, self.first, self.marker, self.active, self.acted, self.after_deal, self.cursor]
        return f"{place}{self.clearing}{self.left}{self.rows}{self.displays}{self.goods}"

    def determinize(self, rng: Random) -> Armorica:
        s = Armorica(self.table)
        s.phase = self.phase
        s.turn = self.turn
        s.first = self.first
        s.marker = self.marker
        s.seat = self.active
        s.acted = self.acted
        s.after_deal = self.after_deal
        s.cursor = self.cursor
        s.clearing = self.clearing
        s.left = self.left[:]
        s.rows = [row[:] for row in self.rows]
        s.displays = [display[:] for display in self.displays]
        s.goods = self.goods[:]
        return s

    def deck_height(self, deck: int) -> int:
        return self.left[deck].bit_count()

    def discards(self, deck: int) -> list[int]:
        """The open discards of a deck: what is in no other place (AM-7.5: they never come back)."""
        cards = self.table.cards
        seen = self.left[deck]
        for row in self.rows:
            for card in row:
                seen |= 1 << card
        for display in self.displays:
            for card in display:
                seen |= 1 << card
        ends = cards.piles[deck]
        return [card for card in range(ends[0], ends[-1]) if not seen >> card & 1]

    def current_pile(self, deck: int) -> int:
        """Which pile the next card comes from; -1 when the deck is empty."""
        ends = self.table.cards.piles[deck]
        for pile in range(len(ends) - 1):
            if self.left[deck] >> ends[pile] & ((1 << (ends[pile + 1] - ends[pile])) - 1):
                return pile
        return -1


def whole_decks(table: Table) -> list[int]:
    """The bit masks of all cards of each deck."""
    ends = table.cards.piles
    return [(1 << ends[deck][-1]) - (1 << ends[deck][0]) for deck in range(N_DECKS)]
