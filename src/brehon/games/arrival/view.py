"""What a seat may know of a game of The Arrival: nobody knows more than a spectator, but for a choice of his own under seal."""

from __future__ import annotations

from random import Random
from typing import final

from brehon.core.contract import CHANCE, ORACLE, OVER, View
from brehon.games.arrival.data import N_SECTIONS
from brehon.games.arrival.state import BLOCK, ENDED, LAST_OF_CHANCE, Arrival, Table


@final
class ArrivalView(View):
    """Listed field by field; the names are those of the state. Orders, hidden species and fronts of cards exist nowhere."""

    def __init__(self, s: Arrival, seat: int) -> None:
        super().__init__(seat, s.n_seats)
        self.table: Table = s.table
        self.phase: int = s.phase
        self.round: int = s.round
        may_choose = s.phase == BLOCK and seat >= 0 and s.choosing >> seat & 1 == 1
        self.active: int = seat if may_choose else s.seat
        self.starter: int = s.starter
        self.next_starter: int = s.next_starter
        self.flag: int = s.flag
        self.step: int = s.step
        self.choosing: int = s.choosing
        self.owed: int = s.owed
        self.todo: int = s.todo
        self.allowed: int = s.allowed
        self.begun: int = s.begun
        self.passed: int = s.passed
        self.target: int = s.target
        self.brochs: int = s.brochs
        self.caers: int = s.caers
        self.castles: int = s.castles
        self.dark: int = s.dark
        self.shadow: int = s.shadow
        self.built: int = s.built
        self.display: int = s.display
        self.used: int = s.used
        self.unseen: int = s.unseen
        self.mixed: int = s.mixed
        self.old: int = s.old
        self.swords_left: int = s.swords_left
        self.shields_left: int = s.shields_left
        self.forts: list[int] = s.forts[:]
        self.near: list[int] = s.near[:]
        self.fomori: list[int] = s.fomori[:]
        self.hidden: list[int] = s.hidden[:]  # by counting what lies open; where each one is, nobody knows
        self.discard: list[int] = s.discard[:]
        self.guards: list[int] = s.guards[:]
        self.fame: list[int] = s.fame[:]
        self.earned: list[int] = s.earned[:]  # all fame was gained in the open
        self.corruption: list[int] = s.corruption[:]
        self.stock: list[int] = s.stock[:]
        self.discs: list[int] = s.discs[:]
        self.swords: list[int] = s.swords[:]
        self.shields: list[int] = s.shields[:]
        self.held: list[int] = s.held[:]
        self.tiles: list[int] = s.tiles[:]
        self.saved: list[int] = s.saved[:]
        self.trophies: list[int] = s.trophies[:]
        self.spent: list[int] = s.spent[:]
        self.blocked: list[int] = s.blocked[:]
        self.rows: list[int] = s.rows[:]
        self.sizes: list[int] = s.sizes[:]
        self.tops: list[int] = s.tops[:]
        self.loose: list[int] = s.loose[:]  # by counting backs
        self.sealed: list[int] = [-1] * s.n_seats  # [seat] only one's own choice
        for other in range(s.n_seats):
            if seat in (other, ORACLE):
                self.sealed[other] = s.sealed[other]
        self._known: Arrival | None = None

    def to_move(self) -> int:
        if self.phase <= LAST_OF_CHANCE:
            return CHANCE
        return OVER if self.phase == ENDED else self.active

    def movers(self) -> int:
        if self.phase == BLOCK:
            return self.choosing
        return 1 << self.active if LAST_OF_CHANCE < self.phase < ENDED else 0

    def key(self) -> str:
        return f"{self.seat}{self.shown().key()}"

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
        """What is known, laid out once, for those who only read: a page asks for the words of a hundred actions."""
        if self._known is None:
            self._known = self.shown()
        return self._known

    def shown(self) -> Arrival:
        """What is known, laid out as a state: for the scoring and the tests of legality, which never ask for more."""
        s = Arrival(self.table)
        s.phase = self.phase
        s.round = self.round
        s.seat = self.active
        s.starter = self.starter
        s.next_starter = self.next_starter
        s.flag = self.flag
        s.step = self.step
        s.choosing = self.choosing
        s.owed = self.owed
        s.todo = self.todo
        s.allowed = self.allowed
        s.begun = self.begun
        s.passed = self.passed
        s.target = self.target
        s.brochs = self.brochs
        s.caers = self.caers
        s.castles = self.castles
        s.dark = self.dark
        s.shadow = self.shadow
        s.built = self.built
        s.display = self.display
        s.used = self.used
        s.unseen = self.unseen
        s.mixed = self.mixed
        s.old = self.old
        s.swords_left = self.swords_left
        s.shields_left = self.shields_left
        s.forts = self.forts[:]
        s.near = self.near[:]
        s.fomori = self.fomori[:]
        s.hidden = self.hidden[:]
        s.discard = self.discard[:]
        s.guards = self.guards[:]
        s.fame = self.fame[:]
        s.earned = self.earned[:]
        s.corruption = self.corruption[:]
        s.stock = self.stock[:]
        s.discs = self.discs[:]
        s.swords = self.swords[:]
        s.shields = self.shields[:]
        s.held = self.held[:]
        s.tiles = self.tiles[:]
        s.saved = self.saved[:]
        s.trophies = self.trophies[:]
        s.spent = self.spent[:]
        s.blocked = self.blocked[:]
        s.sealed = self.sealed[:]
        s.rows = self.rows[:]
        s.sizes = self.sizes[:]
        s.tops = self.tops[:]
        s.loose = self.loose[:]
        return s
