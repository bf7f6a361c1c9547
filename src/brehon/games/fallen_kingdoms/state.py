"""The state of a game of Fallen Kingdoms: fields, clone and key. The rules are in phases/ and scoring.py."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, final

from mypy_extensions import mypyc_attr, trait

from brehon.core.contract import CHANCE, EVERYBODY, OVER, Components, Event, Game, Ruleset, State, View
from brehon.core.evaluator import Evaluator
from brehon.core.space import ActionSpace
from brehon.core.text import Reason
from brehon.games.fallen_kingdoms.data import Map, no_map

# phases, in the order of the table in phases/table.py
STEPS: Final = 0  # no decision: the next step of `todo` is carried out
LAYING: Final = 1
DEAL_GOD: Final = 2
DEAL_SECOND: Final = 3
CHOOSE_GOD: Final = 4
DEAL_LORE: Final = 5
DEAL_TILE: Final = 6
TURN_RUMOR: Final = 7
START: Final = 8
GOD: Final = 9
LOKI_REFUGE: Final = 10
LOKI_SOURCE: Final = 11
FORSETI_WITH: Final = 12
FORSETI_ASK: Final = 13
NORNS_DRAW: Final = 14
NORNS_KEEP: Final = 15
NORNS_SWAP: Final = 16
TAKE_BUILDING: Final = 17
TAKE_LORE: Final = 18
SPENDING: Final = 19
WHICH_BUILDING: Final = 20
SITE: Final = 21
PLACE_UNIT: Final = 22
MOVE: Final = 23
MOVE_TO: Final = 24
MOVE_SEND: Final = 25
PICK_BATTLE: Final = 26
WINDOW: Final = 27
WINDOW_SEND: Final = 28
ATTACK: Final = 29
DEFEND: Final = 30
COMBAT: Final = 31
REROLL: Final = 32
CASUALTY: Final = 33
DETACH: Final = 34
WITHDRAW: Final = 35
VICTORY: Final = 36
RAMPAGE: Final = 37
ADVANCE: Final = 38
INVADE: Final = 39
SURRENDER: Final = 40
REPLACE: Final = 41
STRIP: Final = 42
STRIP_TO: Final = 43
PATH: Final = 44
STRIKE: Final = 45
FOLLOW: Final = 46
PLACE_REST: Final = 47
PLACE_TEMPLE: Final = 48
PAYER: Final = 49
ENDED: Final = 50
N_PHASES: Final = 51

# phases in which chance moves, as a bit mask
CHANCES: Final = (
    1 << LAYING | 1 << DEAL_GOD | 1 << DEAL_SECOND | 1 << DEAL_LORE | 1 << DEAL_TILE | 1 << TURN_RUMOR
    | 1 << NORNS_DRAW | 1 << COMBAT | 1 << REROLL | 1 << STRIKE
)  # fmt: skip

# stages of a battle: the states of the machine in FK-8
B1: Final = 1
B2: Final = 2
B3: Final = 3
B4: Final = 4
B5: Final = 5
B6: Final = 6
B7: Final = 7
B8: Final = 8
R1: Final = 9  # the roll of a rampage


class Phase(ABC):
    """One kind of decision or draw: what is allowed, what it does, and why not. Holds no data."""

    @abstractmethod
    def legal(self, s: Fallen) -> list[int]: ...

    @abstractmethod
    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        """Carry it out; a phase that ends sets `s.phase` to another one, or to STEPS."""

    @abstractmethod
    def why_not(self, s: Fallen, action: int) -> Reason | None: ...

    def weights(self, s: Fallen) -> list[int]:
        return []


class Step(ABC):
    """Something that happens without a decision; waits in `todo`."""

    @abstractmethod
    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None: ...


@mypyc_attr(allow_interpreted_subclasses=True)
class Maps(ABC):
    """The possible maps; stored outside, because they are needed once in a game."""

    def __init__(self) -> None:
        self.size: int = 0  # tiles of the grid
        self.fixed: list[int] = []  # a preset, or empty

    @abstractmethod
    def ways(self, lays: list[int]) -> list[int]:
        """[lay] in how many ways the map can be finished after this next tile."""

    @abstractmethod
    def fits(self, lays: list[int], lay: int) -> bool:
        """Whether this tile is free and its halves match those next to it and above it."""

    @abstractmethod
    def is_fit(self, lays: list[int]) -> bool:
        """Whether the finished map can be played on; with the default tiles every map can."""

    @abstractmethod
    def build(self, lays: list[int]) -> Map:
        """The finished map."""


@final
class Switches:
    """The options of the rules."""

    def __init__(self) -> None:
        self.trophies: int = 3  # per player
        self.copies: int = 1  # of each knowledge and rumor card
        self.tiles: int = 6  # of each building
        self.hidden_scoring: bool = False
        self.by_hand: bool = False  # players build the map
        self.lay_in_turn: bool = False  # all of them, otherwise only the first seat
        self.newcomers: int = 0  # mask of the seats that get a second god card first
        self.may_decline: bool = False  # a building
        self.victim_chooses: bool = False  # Loki
        self.rampage_intimidation: bool = True
        self.same_round: bool = False  # exhaustion
        self.strip_all: bool = False  # cities may be left empty for a surrendered kingdom
        self.temple_scores: bool = False

    def layer(self, laid: int, n_seats: int) -> int:
        """Who places the next tile after so many: chance, or a seat."""
        if not self.by_hand:
            return CHANCE
        return laid % n_seats if self.lay_in_turn else 0  # FK-2.15


class Table(Ruleset):
    """What does not change during a game: tiles, numbering of actions, options, and the code that acts on states."""

    def __init__(
        self, game: Game, n_seats: int, options: dict[str, str], components: Components, version: int, space: ActionSpace,
        n_all: int, switches: Switches, maps: Maps, phases: list[Phase], steps: list[Step],
    ) -> None:  # fmt: skip
        super().__init__(game, n_seats, options, components, version, space)
        self.first: list[int] = space.first  # [kind] its first action
        self.n_all: int = n_all  # cities of the whole tile set
        self.switches: Switches = switches
        self.maps: Maps = maps
        self.phases: list[Phase] = phases
        self.steps: list[Step] = steps
        self.no_map: Map = no_map(n_all)

    @abstractmethod
    def view_of(self, s: Fallen, seat: int) -> View: ...

    @abstractmethod
    def places_of(self, s: Fallen) -> list[int]: ...


@trait
class Open:
    """What is open to everyone, and what a view holds only in part: defined, copied and keyed here, for states and views.

    Cities are numbered within the map; sets of cities are bit masks. Cards not drawn yet have no order.
    """

    def lay_out(self, table: Table) -> None:
        """As it is before the first ply."""
        self.table: Table = table
        self.map: Map = table.no_map
        self.phase: int = STEPS
        self.todo: list[int] = []  # steps to come, the next one last: code | a << 6 | b << 12
        self.active: int = 0  # whose player turn or invasion it is
        self.round: int = 0
        self.turn: int = 0  # groups placed, turns taken this round, or seats handled in the invasion step
        self.marker: int = -1  # seat with the one first-player marker (FK-1.8)
        self.laid: list[int] = []  # while the map is being built
        # the board
        self.owner: list[int] = []  # [city] seat or -1
        self.units: list[int] = []  # [city]
        self.held: list[int] = []  # [seat] mask of the cities under its control
        self.built: list[int] = [0, 0, 0]  # [building] mask
        self.temple: list[int] = []  # [seat] city or -1
        self.temples: int = 0  # mask of the cities with a temple
        self.flags: list[int] = []  # [path - 1] seat or -1
        # the seats
        self.reserve: list[int] = []  # [seat]
        self.sheet: list[int] = []  # [seat] units waiting
        self.waiting: list[int] = []  # [seat * 3 + building] buildings waiting
        self.tracks: list[int] = []  # [seat * 3 + track]
        self.rumors: list[int] = []  # [seat * 6 + value] cards
        self.private: list[int] = []  # [seat] two bits for each knowledge: copies in front of the seat
        self.access: list[int] = []  # [seat] mask of the knowledge that works for it; follows from the others
        self.lent: list[int] = []  # [seat] knowledge on its god card or -1
        self.claimed: list[int] = []  # [seat] knowledge claimed on its last player turn or -1
        self.invaders: int = 0  # mask of the seats with an invader marker
        # cards and tiles
        self.public: int = 0  # mask of the public knowledge
        self.fresh: int = 0  # two bits each: knowledge of the active seat that does not work yet
        self.deck: int = 0  # cards in the knowledge deck
        self.bottom_seen: list[int] = []  # mask of the seats that know the card, EVERYBODY for all
        self.display: list[int] = []  # knowledge
        self.tiles: list[int] = []  # [building] not seen, in the stack or out of the game
        self.stack: int = 0  # tiles in the stack
        self.market: list[int] = []  # buildings on display
        self.rumor_left: int = 0  # cards in the rumor deck, with the open one
        self.rumor_top: int = -1  # its value index, -1 if none is open
        self.discarded: int = 0  # knowledge put out of the game
        self.razed: int = 0  # buildings put out of the game
        # the player turn
        self.producing: bool = False  # in the god or production step
        self.power: int = -1  # god whose power is being used
        self.barred: int = -1  # knowledge that may not be claimed again
        self.points: int = 0  # free points, or plagues left
        self.place: int = -1  # city that was just chosen (a source), or the value that Forseti offers
        self.orders: list[int] = []  # from << 12 | to << 6 | units: planned, then marching
        self.sent: list[int] = []  # [city] units ordered away, while planning
        self.coming: list[int] = []  # [city] units ordered into a friendly city, while planning
        self.attacked: int = 0  # mask: attacked or rampaged this turn, or struck by Holler
        # a battle, a rampage or a strike
        self.target: int = -1
        self.defender: int = -1
        self.stage: int = 0
        self.dice: int = 0  # last roll, as decimal digits
        self.miss: bool = False  # the roll before scored no hit
        self.hits: int = 0  # of the last roll
        self.rolls: int = 0
        self.routed: bool = False  # the first roll killed every defender
        self.kills: int = 0  # casualties still to be chosen
        self.leaving: int = 0  # units still to be driven out
        # an invasion
        self.order: list[int] = []  # seats by priority
        self.casualties: int = 0
        self.slots: list[int] = []  # [city] surrendered units not replaced yet
        # what not every seat knows in full: `take` leaves it out
        self.god: list[int] = []  # [seat] never changed in place
        self.dealt: list[int] = []  # [seat * 2 + i] god or -1; never changed in place
        self.score: list[int] = []  # [seat]
        self.pool: int = 0  # two bits each: knowledge not seen, in the deck or out of the game
        self.bottom: list[int] = []  # its last cards, in the order in which the Norns put them there; top first
        self.drawn: list[int] = []  # knowledge in the Norns' hands

    def take(self, o: Open) -> None:
        """A copy of what is open; secrets are not included."""
        self.table = o.table
        self.map = o.map
        self.phase = o.phase
        self.todo = o.todo[:]
        self.active = o.active
        self.round = o.round
        self.turn = o.turn
        self.marker = o.marker
        self.laid = o.laid[:]
        self.owner = o.owner[:]
        self.units = o.units[:]
        self.held = o.held[:]
        self.built = o.built[:]
        self.temple = o.temple[:]
        self.temples = o.temples
        self.flags = o.flags[:]
        self.reserve = o.reserve[:]
        self.sheet = o.sheet[:]
        self.waiting = o.waiting[:]
        self.tracks = o.tracks[:]
        self.rumors = o.rumors[:]
        self.private = o.private[:]
        self.access = o.access[:]
        self.lent = o.lent[:]
        self.claimed = o.claimed[:]
        self.invaders = o.invaders
        self.public = o.public
        self.fresh = o.fresh
        self.deck = o.deck
        self.bottom_seen = o.bottom_seen[:]
        self.display = o.display[:]
        self.tiles = o.tiles[:]
        self.stack = o.stack
        self.market = o.market[:]
        self.rumor_left = o.rumor_left
        self.rumor_top = o.rumor_top
        self.discarded = o.discarded
        self.razed = o.razed
        self.producing = o.producing
        self.power = o.power
        self.barred = o.barred
        self.points = o.points
        self.place = o.place
        self.orders = o.orders[:]
        self.sent = o.sent[:]
        self.coming = o.coming[:]
        self.attacked = o.attacked
        self.target = o.target
        self.defender = o.defender
        self.stage = o.stage
        self.dice = o.dice
        self.miss = o.miss
        self.hits = o.hits
        self.rolls = o.rolls
        self.routed = o.routed
        self.kills = o.kills
        self.leaving = o.leaving
        self.order = o.order[:]
        self.casualties = o.casualties
        self.slots = o.slots[:]

    def take_rest(self, o: Open) -> None:
        """A copy of what the other object knows of the secrets."""
        self.god = o.god
        self.dealt = o.dealt
        self.score = o.score[:]
        self.pool = o.pool
        self.bottom = o.bottom[:]
        self.drawn = o.drawn[:]

    def key_at(self, place: list[int]) -> str:
        """Equal for equal positions (or knowledge of them) at this point of the game."""
        board = f"{self.map.tiles}{self.laid}{self.owner}{self.units}{self.held}{self.built}{self.temple}{self.flags}"
        seats = f"{self.god}{self.dealt}{self.reserve}{self.sheet}{self.waiting}{self.tracks}{self.score}{self.rumors}"
        lore = f"{self.private}{self.access}{self.lent}{self.claimed}"
        cards = [self.invaders, self.public, self.fresh, self.pool, self.deck, self.stack, self.rumor_left,
                 self.rumor_top, self.discarded, self.razed]  # fmt: skip
        rows = f"{self.bottom}{self.bottom_seen}{self.display}{self.drawn}{self.tiles}{self.market}"
        turn = [int(self.producing), self.power, self.barred, self.points, self.place, self.attacked]
        fight = [self.target, self.defender, self.stage, self.dice, int(self.miss), self.hits, self.rolls,
                 int(self.routed), self.kills, self.leaving, self.casualties]  # fmt: skip
        plans = f"{self.orders}{self.sent}{self.coming}{self.order}{self.slots}"
        return f"{place}{self.todo}{board}{seats}{lore}{cards}{rows}{turn}{fight}{plans}"


@final
class Fallen(State, Open):
    """The open fields, the secrets in full, and who decides."""

    def __init__(self, table: Table, origin: Open | None = None, seat: int = 0) -> None:
        super().__init__(table.n_seats)
        self.seat: int = seat  # who decides
        if origin is None:
            self.lay_out(table)
        else:
            self.take(origin)
            self.take_rest(origin)

    def to_move(self) -> int:
        phase = self.phase
        if CHANCES >> phase & 1:
            return self.table.switches.layer(len(self.laid), self.n_seats) if phase == LAYING else CHANCE
        return OVER if phase == ENDED else self.seat

    def movers(self) -> int:
        if self.phase == CHOOSE_GOD:
            return choosing(self.god)
        seat = self.to_move()
        return 1 << seat if seat >= 0 else 0

    def turn_of(self) -> int:
        """A battle or a surrender does not interrupt the player turn or the invasion that it belongs to."""
        if self.round == 0:
            return self.to_move()
        return (self.round * 2 + (1 if self.order else 0)) * self.n_seats + self.active

    def witnesses(self) -> int:
        if self.phase == DEAL_GOD:
            return 1 << self.seat
        if self.phase == CHOOSE_GOD:
            left = choosing(self.god)
            return 1 << self.seat if left & (left - 1) else EVERYBODY
        if self.phase == NORNS_DRAW:
            return 1 << self.active
        if self.phase == NORNS_KEEP:
            knowing = EVERYBODY  # the seats that knew all these cards, and the one that draws, know what is left
            for mask in self.bottom_seen[len(self.bottom_seen) - len(self.drawn) :]:
                knowing &= mask
            return knowing if knowing < 0 else knowing | 1 << self.active
        return EVERYBODY

    def turn_to(self, seat: int) -> None:
        if self.phase == CHOOSE_GOD:
            self.seat = seat
        assert seat == self.to_move(), "only a phase of secret choices can turn to another seat"

    def legal(self) -> list[int]:
        return self.table.phases[self.phase].legal(self)

    def weights(self) -> list[int]:
        return self.table.phases[self.phase].weights(self)

    def apply(self, action: int, log: list[Event] | None = None) -> None:
        self.table.phases[self.phase].apply(self, action, log)
        self.proceed(log)

    def proceed(self, log: list[Event] | None) -> None:
        """Carry out everything that needs no decision, until a seat or chance has to move."""
        steps = self.table.steps
        while self.phase == STEPS:
            step = self.todo.pop()
            steps[step & 63].run(self, step >> 6 & 63, step >> 12, log)

    def why_not(self, action: int) -> Reason | None:
        return self.table.phases[self.phase].why_not(self, action)

    def clone(self) -> Fallen:
        return Fallen(self.table, self, self.seat)

    def key(self) -> str:
        return self.key_at([self.phase, self.seat, self.active, self.round, self.turn, self.marker])

    def ruleset(self) -> Ruleset:
        return self.table

    def view(self, seat: int) -> View:
        return self.table.view_of(self, seat)

    def scores(self) -> list[int]:
        return self.score[:]

    def places(self) -> list[int]:
        return self.table.places_of(self)

    def evaluator(self) -> Evaluator:
        return self.table.evaluator()


def choosing(god: list[int]) -> int:
    """Mask of the seats that have not chosen their god yet."""
    mask = 0
    for seat in range(len(god)):
        if god[seat] < 0:
            mask |= 1 << seat
    return mask
