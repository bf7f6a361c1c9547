"""What a learner sees of a game of The Arrival: what its seat may know, including its own sealed choice."""

from __future__ import annotations

from typing import Final, final

from brehon.core.contract import View
from brehon.core.observe import BYTE, Layout, Observer, cut, put_bits, seat_names
from brehon.games.arrival.data import (
    BACKS,
    CARDS_EACH,
    MAX_LEVEL,
    MAX_PROVINCE_SHIELDS,
    N_BACKS,
    N_SECTIONS,
    N_SPECIES,
    N_STACKS,
    N_SYMBOLS,
    SECTIONS,
    SPECIES,
    SYMBOLS,
    THREATS,
    TILE_BITS,
    TILE_FIELD,
    place_of,
)
from brehon.games.arrival.state import FACE_DOWN, NO_CARD, Table
from brehon.games.arrival.view import ArrivalView

PHASES: Final = [
    "tiles are laid", "gates", "backs", "who begins", "reveal", "rise", "port", "draw", "block", "ogam", "take", "turn",
    "ruse", "migrate", "keep", "master-builder", "ended",
]  # fmt: skip
COURSE: Final = ["round", "rounds left", "corruption limit reached", "step", "tiles to take, plus 1", "actions left"]
SUPPLY: Final = [
    "fame", "corruption", "stock", "discs", "swords", "shields", "fomori", "saved discs", "trophies", "used trophies",
]  # fmt: skip
N_SUPPLY: Final = 10
SEALED: Final = N_SUPPLY + N_SECTIONS  # where the sealed choice is on a sheet
SHEET: Final = N_SUPPLY + 2 * N_SECTIONS
CARD: Final = N_BACKS + N_SECTIONS * N_SYMBOLS


@final
class ArrivalObserver(Observer):
    """The course of the game, the map place by place, tiles, supplies and earning cards."""

    def __init__(self, table: Table) -> None:
        box = table.box
        island = table.island
        names = seat_names(table.n_seats)
        layout = Layout()
        self.table: Table = table
        self.phase: int = layout.each("phase", PHASES, 1)
        self.mine: int = layout.add("this seat decides", 1)
        self.course: int = layout.each("course", COURSE, BYTE)
        self.active: int = layout.each("acts", names, 1)
        self.starter: int = layout.each("starts the round", names, 1)
        self.next: int = layout.each("passed first", names, 1)
        self.choosing: int = layout.each("has still to choose", names, 1)
        self.begun: int = layout.each("had a first turn", names, 1)
        self.passed: int = layout.each("passed", names, 1)
        self.target: int = layout.each("place in question", island.names, 1)
        self.forts: int = len(layout.names)
        for name in names:
            layout.each(f"{name}: discs on", island.names, MAX_LEVEL)
        self.threats: int = len(layout.names)
        for threat in THREATS:
            layout.each(threat, island.names, 1)
        self.guards: int = layout.each("shields in", box.province_names, MAX_PROVINCE_SHIELDS)
        self.display: int = layout.each("open tiles", box.tile_names, TILE_FIELD)
        self.used: int = layout.each("used tiles", box.tile_names, TILE_FIELD)
        self.tiles: int = len(layout.names)
        for name in names:
            layout.each(f"{name}: tiles", box.tile_names, TILE_FIELD)
        self.sheets: int = len(layout.names)
        for name in names:
            layout.each(name, SUPPLY, BYTE)
            layout.each(f"{name}: blocked", SECTIONS, 1)
            layout.each(f"{name}: chosen under seal", SECTIONS, 1)
        self.hidden: int = layout.each("face-down fomori", SPECIES, BYTE)
        self.discard: int = layout.each("discarded fomori", SPECIES, BYTE)
        self.general: int = layout.each("general supply", ["swords", "shields"], BYTE)
        self.cards: int = len(layout.names)
        for name in names:
            for place in range(CARDS_EACH):
                layout.each(f"{name}: card {place + 1}, back", BACKS, 1)
                for section in SECTIONS:
                    layout.each(f"{name}: card {place + 1}, {section}", SYMBOLS, 9)
        self.unseen: int = layout.each("unseen", table.deck.names, 1)
        self.mixed: int = layout.each("shuffled in again", table.deck.names, 1)
        self.old: int = layout.add("cards drawn before that", BYTE)
        stacks = [str(stack + 1) for stack in range(N_STACKS)]
        self.sizes: int = layout.each("stack", stacks, BYTE)
        self.tops: int = layout.each("top of stack", [f"{stack} {back}" for stack in stacks for back in BACKS], 1)
        self.loose: int = layout.each("backs in the stacks", BACKS, BYTE)
        self.earned: int = layout.each("fame earned", names, BYTE) if table.earned_total else -1
        super().__init__(layout)

    def observe(self, view: View) -> bytearray:
        assert isinstance(view, ArrivalView)
        row = bytearray(self.size)
        n = view.n_seats
        me = max(view.seat, 0)
        self.put_course(row, view, me)
        self.put_map(row, view)
        for offset in range(n):
            self.put_seat(row, view, offset, (me + offset) % n)
        put_pile(row, self.display, view.display)
        put_pile(row, self.used, view.used)
        for species in range(N_SPECIES):
            row[self.hidden + species] = cut(view.hidden[species], BYTE)
            row[self.discard + species] = cut(view.discard[species], BYTE)
        row[self.general] = cut(view.swords_left, BYTE)
        row[self.general + 1] = cut(view.shields_left, BYTE)
        put_bits(row, self.unseen, view.unseen)
        put_bits(row, self.mixed, view.mixed)
        row[self.old] = cut(view.old, BYTE)
        for stack in range(N_STACKS):
            row[self.sizes + stack] = cut(view.sizes[stack], BYTE)
            if view.tops[stack] >= 0:
                row[self.tops + stack * N_BACKS + view.tops[stack]] = 1
        for back in range(N_BACKS):
            row[self.loose + back] = cut(view.loose[back], BYTE)
        return row

    def put_course(self, row: bytearray, view: ArrivalView, me: int) -> None:
        """Round, phase, and who is where in it."""
        n = view.n_seats
        at = self.course
        row[self.phase + view.phase] = 1
        row[self.mine] = 1 if view.to_move() == view.seat else 0
        row[at] = cut(view.round, BYTE)
        row[at + 1] = cut(self.table.rounds - view.round, BYTE)
        row[at + 2] = view.flag
        row[at + 3] = cut(view.step, BYTE)
        row[at + 4] = cut(view.owed + 1, BYTE)
        row[at + 5] = cut(view.todo, BYTE)
        if view.active >= 0:
            row[self.active + (view.active - me) % n] = 1
        if view.starter >= 0:
            row[self.starter + (view.starter - me) % n] = 1
        if view.next_starter >= 0:
            row[self.next + (view.next_starter - me) % n] = 1
        for offset in range(n):
            seat = (me + offset) % n
            row[self.choosing + offset] = view.choosing >> seat & 1
            row[self.begun + offset] = view.begun >> seat & 1
            row[self.passed + offset] = view.passed >> seat & 1
        if view.target >= 0:
            row[self.target + view.target] = 1

    def put_map(self, row: bytearray, view: ArrivalView) -> None:
        """Fomori, castles and the shields of the provinces."""
        n_places = self.table.island.n_places
        for species in range(N_SPECIES):
            put_places(row, self.threats + species * n_places, view.fomori[species])
        put_places(row, self.threats + N_SPECIES * n_places, view.castles)
        for province in range(self.table.island.n_provinces):
            row[self.guards + province] = view.guards[province]

    def put_seat(self, row: bytearray, view: ArrivalView, offset: int, seat: int) -> None:
        """Forts, supply, tiles, blockers and earning cards of a leader."""
        at = self.forts + offset * self.table.island.n_places
        own = view.forts[seat]
        put_places(row, at, own)
        put_places(row, at, own & view.brochs)
        put_places(row, at, own & view.caers)
        put_pile(row, self.tiles + offset * self.table.box.n_tiles, view.tiles[seat])
        at = self.sheets + offset * SHEET
        row[at] = cut(view.fame[seat], BYTE)
        row[at + 1] = cut(view.corruption[seat], BYTE)
        row[at + 2] = cut(view.stock[seat], BYTE)
        row[at + 3] = cut(view.discs[seat], BYTE)
        row[at + 4] = cut(view.swords[seat], BYTE)
        row[at + 5] = cut(view.shields[seat], BYTE)
        row[at + 6] = cut(view.held[seat], BYTE)
        row[at + 7] = cut(view.saved[seat], BYTE)
        row[at + 8] = cut(view.trophies[seat], BYTE)
        row[at + 9] = cut(view.spent[seat], BYTE)
        if view.earned:
            row[self.earned + offset] = cut(view.earned[seat], BYTE)
        put_bits(row, at + N_SUPPLY, view.blocked[seat])
        if view.sealed[seat] >= 0:
            row[at + SEALED + view.sealed[seat]] = 1
        for place in range(CARDS_EACH):
            self.put_card(row, self.cards + (offset * CARDS_EACH + place) * CARD, view.rows[seat * CARDS_EACH + place])

    def put_card(self, row: bytearray, at: int, card: int) -> None:
        """A card in front of a leader: its back, and what it shows if it is face-up."""
        if card == NO_CARD:
            return
        if card <= FACE_DOWN:
            row[at + FACE_DOWN - card] = 1
            return
        deck = self.table.deck
        row[at + deck.backs[card]] = 1
        first = card * N_SECTIONS * N_SYMBOLS
        for symbol in range(N_SECTIONS * N_SYMBOLS):
            shown = deck.shows[first + symbol]
            if shown:
                row[at + N_BACKS + symbol] = shown


def put_places(row: bytearray, at: int, places: int) -> None:
    """One more for each location of a set."""
    while places:
        low = places & -places
        row[at + place_of(low)] += 1
        places ^= low


def put_pile(row: bytearray, at: int, pile: int) -> None:
    """Copies of each tile."""
    while pile:
        row[at] = pile & TILE_FIELD
        pile >>= TILE_BITS
        at += 1
