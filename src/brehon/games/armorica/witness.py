"""What a balance report studies in Armorica: start cards, Gauls and Romans."""

from __future__ import annotations

from typing import Final, final

from brehon.core.contract import Event, State
from brehon.core.text import N_, Message
from brehon.core.witness import NOTHING, Group, Item, Witness
from brehon.games.armorica import events
from brehon.games.armorica.data import GAUL, ROMAN
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.state import Armorica
from brehon.games.armorica.words import card_title

# groups
START: Final = 0
DECK: Final = [1, 2]  # [deck]


@final
class ArmoricaWitness(Witness):
    """Records who began with which start card and who took which card."""

    def begin(self) -> None:
        assert isinstance(self.rules, ArmoricaRules)
        self.cards = cards = self.rules.cards
        self.row_size = self.rules.row_size
        ends = cards.piles
        starts = range(cards.first_start, cards.first_start + self.rules.n_seats)
        self.groups = [
            Group("start", Message(N_("Start cards")), [self._item(card) for card in starts]),
            Group("gaul", Message(N_("Gauls")), [self._item(card) for card in range(ends[GAUL][0], ends[GAUL][-1])]),
            Group("roman", Message(N_("Romans")), [self._item(card) for card in range(ends[ROMAN][0], ends[ROMAN][-1])]),
        ]  # fmt: skip

    def _item(self, card: int) -> Item:
        return Item(self.cards.names[card], card_title(self.cards, card))

    def choice(self, state: State, action: int) -> tuple[int, int]:
        assert isinstance(state, Armorica)
        deck, position = divmod(action, self.row_size)
        if deck > ROMAN or position >= len(state.rows[deck]):
            return NOTHING
        return DECK[deck], state.rows[deck][position] - self.cards.piles[deck][0]

    def watch(self, state: State, events_: list[Event]) -> None:
        for event in events_:
            if event.kind == events.STARTED:
                self.first = event.seat
                for seat in range(state.n_seats):
                    self.note(START, (seat - event.seat) % state.n_seats, seat, 0)

    def round(self, state: State) -> int:
        assert isinstance(state, Armorica)
        return state.turn

    def ending(self, state: State) -> str:
        return N_("the cards ran out")
