"""The state of a game of The Arrival: fields, clone and key. The rules are in phases/ and scoring.py."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, final

from mypy_extensions import trait

from brehon.core.contract import CHANCE, EVERYBODY, OVER, Components, Event, Game, Ruleset, State, View
from brehon.core.evaluator import Evaluator
from brehon.core.space import ActionSpace
from brehon.core.text import Reason
from brehon.games.arrival import actions
from brehon.games.arrival.data import CARDS_EACH, N_SPECIES, N_STACKS, Box, Deck, Island

# phases of chance
REFILL: Final = 0  # tiles are placed in the display
GATES: Final = 1  # the first four Fomori
BACKS: Final = 2  # the next card of a stack shows its back
START: Final = 3  # who begins
REVEAL: Final = 4  # earning cards are revealed
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
# stations: what happens between decisions, without a choice
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
    """One kind of decision or draw: what is allowed and what it does, in one place. Holds no data."""

    @abstractmethod
    def legal(self, s: Arrival) -> list[int]: ...

    @abstractmethod
    def apply(self, s: Arrival, action: int, log: list[Event] | None) -> None: ...

    @abstractmethod
    def why_not(self, s: Arrival, action: int) -> Reason | None: ...

    def weights(self, s: Arrival) -> list[int]:
        """Of the outcomes of chance; equal unless a phase overrides it."""
        return []


class Station(ABC):
    """A step of the game without a choice; it leads to another station or to a phase."""

    @abstractmethod
    def run(self, s: Arrival, log: list[Event] | None) -> None: ...


class Table(Ruleset):
    """What does not change during a game: the box, numbering of actions, options, and the code that acts on states."""

    def __init__(
        self, game: Game, n_seats: int, options: dict[str, str], components: Components, version: int, space: ActionSpace,
        box: Box, phases: list[Phase], stations: list[Station],
    ) -> None:  # fmt: skip
        super().__init__(game, n_seats, options, components, version, space)
        self.box: Box = box
        self.island: Island = box.island
        self.deck: Deck = box.deck
        self.kind_of: list[int] = space.kind_of
        self.phases: list[Phase] = phases
        self.stations: list[Station] = stations
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
        self.first_starter: int = first[actions.START]
        self.show_tile: int = first[actions.SHOW_TILE]
        self.rise: int = first[actions.RISE]
        self.show_back: int = first[actions.SHOW_BACK]
        self.reveal: int = first[actions.REVEAL]

    @abstractmethod
    def view_of(self, s: Arrival, seat: int) -> View: ...

    @abstractmethod
    def scores_of(self, s: Arrival) -> list[int]: ...

    @abstractmethod
    def places_of(self, s: Arrival) -> list[int]: ...


@trait
class Open:
    """What is open to everyone: defined, copied and keyed here, for states and views.

    Sets of locations and of cards are ints with a bit for each. What no one knows is not here: hidden Fomori are a number per species
    and a number per leader, undrawn cards are a set, of a stack only size and top back exist.
    """

    def lay_out(self, table: Table) -> None:
        """As it is before the first ply."""
        self.table: Table = table
        n = table.n_seats
        self.phase: int = REFILL
        self.round: int = 0  # from 1; 0 during setup
        self.starter: int = -1  # starting player of the round (SP)
        self.next_starter: int = -1  # first leader to pass in this round
        self.flag: int = 0  # 1: a leader has reached the corruption limit
        self.step: int = 0  # cards drawn or revealed, or leaders served, in the present part of the round
        self.choosing: int = 0  # bit mask of the seats that still have to choose a section
        self.owed: int = 0  # tiles that the seat may still take; -1 before its display is full
        self.todo: int = 0  # actions left in the turn
        # actions that the turn had when it began; only used in a reason, so it is not part of the key
        self.allowed: int = 0
        self.begun: int = 0  # bit mask of the seats that have had their first turn of round 1
        self.passed: int = 0  # bit mask of the seats that have passed in this round
        self.target: int = -1  # location: of the Fomori about to appear, or the first of two to swap
        self.brochs: int = 0  # set of locations with two discs or more
        self.caers: int = 0  # set of locations with three discs
        self.castles: int = 0  # set of locations with a castle
        self.dark: int = 0  # set of locations with a Fomori or a castle
        self.shadow: int = 0  # set of locations that these can spread to, as far as connections go
        self.built: int = 0  # set of locations with discs
        self.display: int = 0  # pile of the open tiles
        self.used: int = 0  # pile of the used tiles
        self.unseen: int = table.deck.all  # set of the cards whose fronts could be anywhere
        self.mixed: int = 0  # of these, the ones that were discards when the stacks were last split again
        self.old: int = 0  # cards drawn this round before that: none of them can be one of `mixed`
        self.swords_left: int = table.box.swords  # general supply
        self.shields_left: int = table.box.shields  # general supply
        self.forts: list[int] = [0] * n  # [seat] set of its fortified locations (AR-3.5)
        self.near: list[int] = [0] * n  # [seat] set of the locations joined to these
        self.fomori: list[int] = [0] * N_SPECIES  # [species] set of locations
        # [species] face-down, in the general supply and in all tribe supplies; where each one is, no one knows
        self.hidden: list[int] = table.box.copies[:N_SPECIES]
        self.discard: list[int] = [0] * N_SPECIES  # [species] face-up discard; never changed in place
        self.guards: list[int] = [0] * table.island.n_provinces  # [province] shields in it; never changed in place
        self.fame: list[int] = [0] * n  # [seat]
        # [seat] all fame ever gained, public; empty if no option needs it; never changed in place
        self.earned: list[int] = [0] * n if table.earned_total else []
        self.corruption: list[int] = [0] * n  # [seat]
        self.stock: list[int] = [0] * n  # [seat] discs of its colour in the general supply
        self.discs: list[int] = [0] * n  # [seat] in its tribe supply, as are the next ones (AR-3.15)
        self.swords: list[int] = [0] * n  # [seat]
        self.shields: list[int] = [0] * n  # [seat]
        self.held: list[int] = [0] * n  # [seat] Fomori
        self.tiles: list[int] = [0] * n  # [seat] pile of its tiles, active master-builders among them
        self.saved: list[int] = [0] * n  # [seat] discs collected on its master-builder tiles; never changed in place
        self.trophies: list[int] = [0] * n  # [seat] castles face-up; never changed in place
        self.spent: list[int] = [0] * n  # [seat] castles face-down; never changed in place
        self.blocked: list[int] = [0] * n  # [seat] bit mask of sections
        self.rows: list[int] = [NO_CARD] * (CARDS_EACH * n)  # [seat * CARDS_EACH + place] card, or FACE_DOWN - back
        self.sizes: list[int] = [0] * N_STACKS  # [stack]
        self.tops: list[int] = [-1] * N_STACKS  # [stack] back of its top card; -1 until it shows
        # [back] cards in the stacks whose backs no one sees, by counting
        self.loose: list[int] = [cards.bit_count() for cards in table.deck.by_back]

    def take(self, o: Open) -> None:
        """A copy of everything defined above."""
        self.table = o.table
        self.phase = o.phase
        self.round = o.round
        self.starter = o.starter
        self.next_starter = o.next_starter
        self.flag = o.flag
        self.step = o.step
        self.choosing = o.choosing
        self.owed = o.owed
        self.todo = o.todo
        self.allowed = o.allowed
        self.begun = o.begun
        self.passed = o.passed
        self.target = o.target
        self.brochs = o.brochs
        self.caers = o.caers
        self.castles = o.castles
        self.dark = o.dark
        self.shadow = o.shadow
        self.built = o.built
        self.display = o.display
        self.used = o.used
        self.unseen = o.unseen
        self.mixed = o.mixed
        self.old = o.old
        self.swords_left = o.swords_left
        self.shields_left = o.shields_left
        self.forts = o.forts[:]
        self.near = o.near[:]
        self.fomori = o.fomori[:]
        self.hidden = o.hidden[:]
        self.discard = o.discard
        self.guards = o.guards
        self.fame = o.fame[:]
        self.earned = o.earned
        self.corruption = o.corruption[:]
        self.stock = o.stock[:]
        self.discs = o.discs[:]
        self.swords = o.swords[:]
        self.shields = o.shields[:]
        self.held = o.held[:]
        self.tiles = o.tiles[:]
        self.saved = o.saved
        self.trophies = o.trophies
        self.spent = o.spent
        self.blocked = o.blocked[:]
        self.rows = o.rows[:]
        self.sizes = o.sizes[:]
        self.tops = o.tops[:]
        self.loose = o.loose[:]

    def key_at(self, seat: int, sealed: list[int]) -> str:
        """Equal for equal positions with this leader to decide and these sealed choices."""
        course = [
            self.phase, self.round, seat, self.starter, self.next_starter, self.flag, self.step, self.choosing,
            self.owed, self.todo, self.begun, self.passed, self.target,
        ]  # fmt: skip
        land = [self.brochs, self.caers, self.castles, self.dark, self.shadow, self.built]
        piles = [self.display, self.used, self.unseen, self.mixed, self.old, self.swords_left, self.shields_left]
        earned = str(self.earned) if self.earned else ""
        return (
            f"{course}{land}{piles}{self.forts}{self.near}{self.fomori}{self.hidden}{self.discard}{self.guards}"
            f"{self.fame}{self.corruption}{self.stock}{self.discs}{self.swords}{self.shields}{self.held}{self.tiles}"
            f"{self.saved}{self.trophies}{self.spent}{self.blocked}{sealed}{self.rows}{self.sizes}{self.tops}{self.loose}{earned}"
        )


@final
class Arrival(State, Open):
    """The open fields, who decides, and what each leader has chosen in secret."""

    def __init__(
        self, table: Table, origin: Open | None = None, seat: int = -1, sealed: list[int] | None = None
    ) -> None:
        super().__init__(table.n_seats)
        self.seat: int = seat  # the leader to decide, or the one that chance acts for
        self.sealed: list[int] = [-1] * table.n_seats if sealed is None else sealed[:]  # [seat] section, not yet shown
        if origin is None:
            self.lay_out(table)
        else:
            self.take(origin)

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
        return Arrival(self.table, self, self.seat, self.sealed)

    def key(self) -> str:
        return self.key_at(self.seat, self.sealed)

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

    def gain_fame(self, seat: int, fame: int) -> None:
        """Fame that a leader earns; payments are taken from `fame` only."""
        self.fame[seat] += fame  # AR-3.10: without end
        if self.earned:
            self.earned = added(self.earned, seat, fame)

    # -- what several modules need

    def level(self, place: int) -> int:
        """Discs on a location."""
        return (self.built >> place & 1) + (self.brochs >> place & 1) + (self.caers >> place & 1)

    def owner(self, place: int) -> int:
        """Whose fort is on a location, or -1."""
        for seat in range(self.n_seats):
            if self.forts[seat] >> place & 1:
                return seat
        return -1

    def threat(self, place: int) -> int:
        """What holds a location against the tribes: a species, N_SPECIES for a castle, or -1."""
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
        """The pile of tiles that are neither open, used nor taken; it has no order."""
        pile = self.table.box.all_tiles - self.display - self.used
        for seat in range(self.n_seats):
            pile -= self.tiles[seat]
        return pile


def added(values: list[int], index: int, more: int) -> list[int]:
    """A copy with so much added at one index: for lists that are never changed in place, because clones share them."""
    copy = values[:]
    copy[index] += more
    return copy
