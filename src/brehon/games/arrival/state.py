"""The state of a game of The Arrival: fields, clone and key. The rules are in phases/ and scoring.py."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, final

from brehon.core.contract import CHANCE, EVERYBODY, OVER, Event, State, View
from brehon.core.space import ActionSpace
from brehon.core.text import Reason
from brehon.games.arrival import actions
from brehon.games.arrival.data import CARDS_EACH, N_SPECIES, N_STACKS, Box, Deck, Island

# phases of chance
REFILL: Final = 0  # tiles are laid into the display
GATES: Final = 1  # the first four Fomori
BACKS: Final = 2  # the next card of a stack shows its back
START: Final = 3  # who begins
REVEAL: Final = 4  # earning cards are turned up
RISE: Final = 5  # the species of a Fomori that spreads
LAST_OF_CHANCE: Final = 5
# phases of decision
PORT: Final = 6  # DP-1
DRAW: Final = 7  # DP-2
BLOCK: Final = 8  # DP-3, DP-4
OGAM: Final = 9  # DP-5
TAKE: Final = 10  # DP-6
TURN: Final = 11  # DP-7
RUSE: Final = 12  # DP-7f, the second Fomori
MIGRATE: Final = 13  # DP-7g, the second Áit
KEEP: Final = 14  # DP-8
MASTER: Final = 15  # DP-9
ENDED: Final = 16
# stations: what happens between decisions without anybody being asked
ROUND_STARTS: Final = 17
NEXT_DRAW: Final = 18
NEXT_REVEAL: Final = 19
NEXT_OGAM: Final = 20
EXPLOIT: Final = 21
NEXT_TAKER: Final = 22
NEXT_TURN: Final = 23
SETTLE: Final = 24
NEXT_MASTER: Final = 25
ROUND_ENDS: Final = 26

NO_CARD: Final = -1
FACE_DOWN: Final = -2  # a card in front, face-down, is FACE_DOWN - back


class Phase(ABC):
    """One kind of decision or draw: what is allowed and what it does, side by side. Holds no data."""

    @abstractmethod
    def legal(self, s: Arrival) -> list[int]: ...

    @abstractmethod
    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None: ...

    @abstractmethod
    def why_not(self, s: Arrival, action: int) -> Reason | None: ...

    def weights(self, s: Arrival) -> list[int]:
        """Of the outcomes of chance; even unless a phase says otherwise."""
        return []


class Station(ABC):
    """A step of the game that asks nobody; it leads on to another station or to a phase."""

    @abstractmethod
    def run(self, s: Arrival, log: list[Event] | None) -> None: ...


class Rooms(ABC):
    """The rooms that look at a state without changing it: scoring, view and evaluation."""

    @abstractmethod
    def view(self, s: Arrival, seat: int) -> View: ...

    @abstractmethod
    def scores(self, s: Arrival) -> list[int]: ...

    @abstractmethod
    def places(self, s: Arrival) -> list[int]: ...

    @abstractmethod
    def estimate(self, s: Arrival, seat: int) -> float: ...

    @abstractmethod
    def chances(self, s: Arrival) -> list[float]: ...

    @abstractmethod
    def features(self, s: Arrival, seat: int) -> list[float]: ...


@final
class Table:
    """What does not change during a game: the box, numbering of actions, options, and the code that acts on states."""

    def __init__(
        self, box: Box, space: ActionSpace, n_seats: int, options: dict[str, str],
        phases: list[Phase], stations: list[Station], rooms: Rooms,
    ) -> None:  # fmt: skip
        self.box: Box = box
        self.island: Island = box.island
        self.deck: Deck = box.deck
        self.space: ActionSpace = space
        self.kind_of: list[int] = space.kind_of
        self.n_seats: int = n_seats
        self.phases: list[Phase] = phases
        self.stations: list[Station] = stations
        self.rooms: Rooms = rooms
        self.limit: int = box.limits[n_seats - 2]  # AR-1.19
        self.rounds: int = box.rounds[n_seats - 2]
        self.setup_discs: str = options["setup_discs"]
        self.simultaneous: bool = options["simultaneous_blocking"] == "true"
        self.whole_round: bool = options["round1_single_action"] == "whole_round"
        self.self_attack: bool = options["forced_self_attack"] == "true"
        self.into_castle: bool = options["spread_into_empty_castle"] == "true"
        self.earned_total: bool = options["overrun_tiebreak_fame"] == "earned_total"
        # the first action of each kind
        first = space.first
        self.port: int = first[actions.PORT]
        self.draw: int = first[actions.DRAW]
        self.block: int = first[actions.BLOCK]
        self.ogam: int = first[actions.OGAM]
        self.take: int = first[actions.TAKE]
        self.build: int = first[actions.BUILD]
        self.shield: int = first[actions.SHIELD]
        self.spread: int = first[actions.SPREAD]
        self.repel: int = first[actions.REPEL]
        self.use: int = first[actions.USE]
        self.ruse: int = first[actions.RUSE]
        self.ruse_with: int = first[actions.RUSE_WITH]
        self.migrate: int = first[actions.MIGRATE]
        self.migrate_with: int = first[actions.MIGRATE_WITH]
        self.trophy: int = first[actions.TROPHY]
        self.pass_action: int = first[actions.PASS]
        self.end_turn: int = first[actions.END_TURN]
        self.keep: int = first[actions.KEEP]
        self.stop: int = first[actions.STOP]
        self.start: int = first[actions.START]
        self.show_tile: int = first[actions.SHOW_TILE]
        self.rise: int = first[actions.RISE]
        self.show_back: int = first[actions.SHOW_BACK]
        self.reveal: int = first[actions.REVEAL]


@final
class Arrival(State):
    """Sets of locations and of cards are ints with a bit for each. What nobody knows is not here: hidden Fomori are a number
    per species and a number per leader, undrawn cards are a set, of a stack only size and top back exist."""

    def __init__(self, table: Table, origin: Arrival | None = None) -> None:
        super().__init__(table.n_seats)
        self.table: Table = table
        if origin is not None:
            o = origin
            self.phase: int = o.phase
            self.round: int = o.round
            self.seat: int = o.seat
            self.starter: int = o.starter
            self.next_starter: int = o.next_starter
            self.flag: int = o.flag
            self.step: int = o.step
            self.choosing: int = o.choosing
            self.owed: int = o.owed
            self.todo: int = o.todo
            self.allowed: int = o.allowed
            self.begun: int = o.begun
            self.passed: int = o.passed
            self.target: int = o.target
            self.brochs: int = o.brochs
            self.caers: int = o.caers
            self.castles: int = o.castles
            self.dark: int = o.dark
            self.shadow: int = o.shadow
            self.built: int = o.built
            self.display: int = o.display
            self.used: int = o.used
            self.unseen: int = o.unseen
            self.mixed: int = o.mixed
            self.old: int = o.old
            self.swords_left: int = o.swords_left
            self.shields_left: int = o.shields_left
            self.forts: list[int] = o.forts[:]
            self.near: list[int] = o.near[:]
            self.fomori: list[int] = o.fomori[:]
            self.hidden: list[int] = o.hidden[:]
            self.discard: list[int] = o.discard[:]
            self.guards: list[int] = o.guards[:]
            self.fame: list[int] = o.fame[:]
            self.earned: list[int] = o.earned[:]
            self.corruption: list[int] = o.corruption[:]
            self.stock: list[int] = o.stock[:]
            self.discs: list[int] = o.discs[:]
            self.swords: list[int] = o.swords[:]
            self.shields: list[int] = o.shields[:]
            self.held: list[int] = o.held[:]
            self.tiles: list[int] = o.tiles[:]
            self.saved: list[int] = o.saved[:]
            self.trophies: list[int] = o.trophies[:]
            self.spent: list[int] = o.spent[:]
            self.blocked: list[int] = o.blocked[:]
            self.sealed: list[int] = o.sealed[:]
            self.rows: list[int] = o.rows[:]
            self.sizes: list[int] = o.sizes[:]
            self.tops: list[int] = o.tops[:]
            self.loose: list[int] = o.loose[:]
            return
        n = table.n_seats
        self.phase = REFILL
        self.round = 0  # from 1; 0 during setup
        self.seat = -1  # the leader to decide, or whom chance serves
        self.starter = -1  # starting player of the round (SP)
        self.next_starter = -1  # first leader to pass in this round
        self.flag = 0  # 1: somebody has reached the corruption limit
        self.step = 0  # cards drawn or revealed, or leaders served, in the present part of the round
        self.choosing = 0  # bit mask of the seats that have still to choose a section
        self.owed = 0  # tiles that the seat may still take; -1 before its display is full
        self.todo = 0  # actions left in the turn
        self.allowed = (
            0  # actions that the turn had when it began; only a reason asks for it, so it is not part of the key
        )
        self.begun = 0  # bit mask of the seats that have had their first turn of round 1
        self.passed = 0  # bit mask of the seats that have passed in this round
        self.target = -1  # location: of the Fomori about to appear, or the first of two that change places
        self.brochs = 0  # set of locations with two discs or more
        self.caers = 0  # set of locations with three discs
        self.castles = 0  # set of locations with a castle
        self.dark = 0  # set of locations with a Fomori or a castle
        self.shadow = 0  # set of locations that these can spread to, as far as connections go
        self.built = 0  # set of locations with discs
        self.display = 0  # pile of the open tiles
        self.used = 0  # pile of the used tiles
        self.unseen = table.deck.all  # set of the cards whose fronts nobody knows the place of
        self.mixed = 0  # of these, the ones that were discards when the stacks were last split anew
        self.old = 0  # cards drawn this round before that: none of them can be one of `mixed`
        self.swords_left = table.box.swords  # general supply
        self.shields_left = table.box.shields  # general supply
        self.forts = [0] * n  # [seat] set of its fortified locations (AR-3.5)
        self.near = [0] * n  # [seat] set of the locations joined to these
        self.fomori = [0] * N_SPECIES  # [species] set of locations
        self.hidden = table.box.copies[
            :N_SPECIES
        ]  # [species] face-down, in the general supply and in all tribe supplies
        self.discard = [0] * N_SPECIES  # [species] face-up discard
        self.guards = [0] * table.island.n_provinces  # [province] shields in it
        self.fame = [0] * n  # [seat]
        self.earned = (
            [0] * n if table.earned_total else []
        )  # [seat] all fame ever gained; empty where nothing asks for it
        self.corruption = [0] * n  # [seat]
        self.stock = [0] * n  # [seat] discs of its colour in the general supply
        self.discs = [0] * n  # [seat] in its tribe supply, as are the next ones (AR-3.15)
        self.swords = [0] * n  # [seat]
        self.shields = [0] * n  # [seat]
        self.held = [0] * n  # [seat] Fomori
        self.tiles = [0] * n  # [seat] pile of its tiles, active master-builders among them
        self.saved = [0] * n  # [seat] discs collected on its master-builder tiles
        self.trophies = [0] * n  # [seat] castles face-up
        self.spent = [0] * n  # [seat] castles face-down
        self.blocked = [0] * n  # [seat] bit mask of sections
        self.sealed = [-1] * n  # [seat] section chosen in secret, not yet shown
        self.rows = [NO_CARD] * (CARDS_EACH * n)  # [seat * CARDS_EACH + place] card, or FACE_DOWN - back
        self.sizes = [0] * N_STACKS  # [stack]
        self.tops = [-1] * N_STACKS  # [stack] back of its top card; -1 until it shows
        self.loose = [
            cards.bit_count() for cards in table.deck.by_back
        ]  # [back] cards in the stacks whose backs nobody sees

    def to_move(self) -> int:
        if self.phase <= LAST_OF_CHANCE:
            return CHANCE
        return OVER if self.phase == ENDED else self.seat

    def movers(self) -> int:
        if self.phase == BLOCK:
            return self.choosing
        return 1 << self.seat if LAST_OF_CHANCE < self.phase < ENDED else 0

    def witnesses(self) -> int:
        if self.phase == BLOCK and self.table.simultaneous and self.choosing & (self.choosing - 1):
            return 1 << self.seat
        return EVERYBODY

    def turn_to(self, seat: int) -> None:
        if self.phase == BLOCK and self.choosing >> seat & 1:
            self.seat = seat
        assert seat == self.seat, "only a seat that has still to choose can be turned to"

    def legal(self) -> list[int]:
        return self.table.phases[self.phase].legal(self)

    def weights(self) -> list[int]:
        return self.table.phases[self.phase].weights(self)

    def apply(self, action: int, log: list[Event] | None = None) -> None:
        table = self.table
        table.phases[self.phase].apply(self, action, log)
        while self.phase > ENDED:
            table.stations[self.phase - ROUND_STARTS].run(self, log)

    def why_not(self, action: int) -> Reason | None:
        return self.table.phases[self.phase].why_not(self, action)

    def clone(self) -> Arrival:
        return Arrival(self.table, self)

    def key(self) -> str:
        course = [
            self.phase, self.round, self.seat, self.starter, self.next_starter, self.flag, self.step, self.choosing,
            self.owed, self.todo, self.begun, self.passed, self.target,
        ]  # fmt: skip
        land = [self.brochs, self.caers, self.castles, self.dark, self.shadow, self.built]
        piles = [self.display, self.used, self.unseen, self.mixed, self.old, self.swords_left, self.shields_left]
        earned = str(self.earned) if self.earned else ""
        return (
            f"{course}{land}{piles}{self.forts}{self.near}{self.fomori}{self.hidden}{self.discard}{self.guards}"
            f"{self.fame}{self.corruption}{self.stock}{self.discs}{self.swords}{self.shields}{self.held}{self.tiles}"
            f"{self.saved}{self.trophies}{self.spent}{self.blocked}{self.sealed}{self.rows}{self.sizes}{self.tops}{self.loose}{earned}"
        )

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
        return "arrival"

    def gain_fame(self, seat: int, fame: int) -> None:
        """Fame that a leader earns; what he pays is taken from `fame` alone."""
        self.fame[seat] += fame  # AR-3.10: without end
        if self.earned:
            self.earned[seat] += fame

    # -- what several rooms ask

    def level(self, place: int) -> int:
        """Discs on a location."""
        return (self.built >> place & 1) + (self.brochs >> place & 1) + (self.caers >> place & 1)

    def owner(self, place: int) -> int:
        """Whose fort stands on a location, or -1."""
        for seat in range(self.n_seats):
            if self.forts[seat] >> place & 1:
                return seat
        return -1

    def threat(self, place: int) -> int:
        """What holds a location against the tribes: a species, CASTLE (3), or -1."""
        for species in range(N_SPECIES):
            if self.fomori[species] >> place & 1:
                return species
        return N_SPECIES if self.castles >> place & 1 else -1

    def in_supply(self) -> int:
        """Face-down Fomori in the general supply."""
        return sum(self.hidden) - sum(self.held)

    def open_section(self, seat: int) -> int:
        """The one section that both blockers leave open."""
        return (7 ^ self.blocked[seat]) >> 1

    def face_down_tiles(self) -> int:
        """The pile of tiles that are neither open, used nor taken; its order does not exist."""
        pile = self.table.box.all_tiles - self.display - self.used
        for seat in range(self.n_seats):
            pile -= self.tiles[seat]
        return pile
