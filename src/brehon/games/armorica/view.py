"""What a seat may know of a game of Armorica: everything except the order of the undrawn cards, which does not exist."""

from __future__ import annotations

from random import Random
from typing import final

from brehon.core.contract import CHANCE, OVER, View
from brehon.games.armorica.data import N_DECKS
from brehon.games.armorica.state import DEALING, ENDED, Armorica, Open, Table


@final
class ArmoricaView(View, Open):
    """The open fields. The seat makes no difference: no one knows more than a spectator."""

    def __init__(self, s: Armorica, seat: int) -> None:
        super().__init__(seat, s.n_seats)
        self.active: int = s.seat
        self.take(s)

    def to_move(self) -> int:
        if self.phase <= DEALING:
            return CHANCE
        return OVER if self.phase == ENDED else self.active

    def movers(self) -> int:
        seat = self.to_move()
        return 1 << seat if seat >= 0 else 0

    def key(self) -> str:
        return self.key_at(self.active)

    def determinize(self, rng: Random) -> Armorica:
        return Armorica(self.table, self, self.active)

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
