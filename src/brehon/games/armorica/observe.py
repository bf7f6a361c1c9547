"""What a learner sees of a game of Armorica: everything, since nothing is secret."""

from __future__ import annotations

from typing import Final, final

from brehon.core.contract import View
from brehon.core.observe import BYTE, Layout, Observer, cut, put_bits, put_wide, seat_names
from brehon.games.armorica.data import BITS, DECKS, FIELD, ICONS, N_DECKS, N_ICONS, SUITS
from brehon.games.armorica.scoring import total
from brehon.games.armorica.state import ROMAN_TURN, Table
from brehon.games.armorica.view import ArmoricaView

PHASES: Final = ["seating", "dealing", "gaul turn", "roman turn", "winter", "ended"]
N_SUITS: Final = 6
CARD: Final = 1 + N_SUITS + N_ICONS  # entries of a card in a row: is it there, its suit, its icons
SHEET: Final = 4 + N_ICONS + N_SUITS  # entries of a seat: points (two), cards, hunger, icons, colours of its last set


@final
class ArmoricaObserver(Observer):
    """The course of the game, the rows card by card, the cards to come, and the displays."""

    def __init__(self, table: Table) -> None:
        cards = table.cards
        names = seat_names(table.n_seats)
        layout = Layout()
        self.table: Table = table
        self.phase: int = layout.each("phase", PHASES, 1)
        self.mine: int = layout.add("this seat decides", 1)
        self.turn: int = layout.add("turn", BYTE)
        self.acted: int = layout.add("seats that have acted, plus 1", table.n_seats + 1)
        self.romans: int = layout.add("romans come next", 1)
        self.cursor: int = layout.add("winter: first place that may starve", BYTE)
        self.clearing: int = layout.add("two-player steps to come", BYTE)
        self.active: int = layout.each("acts", names, 1)
        self.marker: int = layout.each("has the start-player card", names, 1)
        self.start: int = layout.each("had Start 1", names, 1)
        self.rows: int = layout.add("gaul row 1: is there", 1)
        for slot in range(N_DECKS * table.row_size):
            at = f"{DECKS[slot // table.row_size]} row {slot % table.row_size + 1}"
            if slot > 0:
                layout.add(f"{at}: is there", 1)
            layout.each(at, SUITS, 1)
            layout.each(at, ICONS, 9)
        self.left: int = layout.each("undrawn", cards.names[: cards.first_start], 1)
        self.sheets: int = len(layout.names)
        for name in names:
            layout.wide(f"{name}: points")
            layout.add(f"{name}: cards", BYTE)
            layout.add(f"{name}: cards without amphora", BYTE)
            layout.each(name, ICONS, BYTE)
            layout.each(f"{name}: last set has", SUITS, 1)
        self.places: int = len(layout.names)
        for name in names:
            layout.each(f"{name}: place in the display", cards.names, BYTE)
        super().__init__(layout)

    def observe(self, view: View) -> bytearray:
        assert isinstance(view, ArmoricaView)
        row = bytearray(self.size)
        n = view.n_seats
        me = max(view.seat, 0)
        row[self.phase + view.phase] = 1
        row[self.mine] = 1 if view.to_move() == view.seat else 0
        row[self.turn] = cut(view.turn, BYTE)
        row[self.acted] = cut(view.acted + 1, n + 1)
        row[self.romans] = 1 if view.after_deal == ROMAN_TURN else 0
        row[self.cursor] = cut(view.cursor, BYTE)
        row[self.clearing] = cut(view.clearing, BYTE)
        if view.active >= 0:
            row[self.active + (view.active - me) % n] = 1
        if view.marker >= 0:
            row[self.marker + (view.marker - me) % n] = 1
        if view.first >= 0:
            row[self.start + (view.first - me) % n] = 1
        self.put_rows(row, view)
        for deck in range(N_DECKS):
            put_bits(row, self.left, view.left[deck])
        for offset in range(n):
            self.put_seat(row, view, offset, (me + offset) % n)
        return row

    def put_rows(self, row: bytearray, view: ArmoricaView) -> None:
        """The open cards, position 1 first."""
        cards = self.table.cards
        for deck in range(N_DECKS):
            at = self.rows + deck * self.table.row_size * CARD
            for card in view.rows[deck]:
                row[at] = 1
                row[at + 1 + cards.suits[card]] = 1
                column = cards.columns[card]
                for icon in range(N_ICONS):
                    shown = column >> (BITS * icon) & FIELD
                    if shown:
                        row[at + 1 + N_SUITS + icon] = shown
                at += CARD

    def put_seat(self, row: bytearray, view: ArmoricaView, offset: int, seat: int) -> None:
        """A seat's sheet and where its cards are."""
        cards = self.table.cards
        display = view.displays[seat]
        goods = view.goods[seat]
        at = self.sheets + offset * SHEET
        put_wide(row, at, total(cards, view.displays, view.goods, seat))
        row[at + 2] = cut(len(display), BYTE)
        for icon in range(N_ICONS):
            row[at + 4 + icon] = goods >> (BITS * icon) & FIELD
        row[at + 3] = cut(len(display) - row[at + 3 + N_ICONS], BYTE)
        seen = 0
        place = self.places + offset * cards.n_cards
        for index in range(len(display)):
            suit = 1 << cards.suits[display[index]]
            seen = suit if seen & suit else seen | suit
            row[place + display[index]] = cut(index + 1, BYTE)
        put_bits(row, at + 4 + N_ICONS, seen)
