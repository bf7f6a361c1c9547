"""The pieces of The Arrival as tables of small ints, and their names.

A set of locations is one int with a bit for each: the island's rules are unions and intersections of such sets.
"""

from typing import Final, NamedTuple, final

from brehon.core.text import N_, Plural
from brehon.games.arrival.nouns import DISCS, SHIELDS, SWORDS, TACTIC_TILES


class Tribe(NamedTuple):
    """A leader's tribe."""

    name: str
    colour: str


# AR-1.5: one colour each; AR-1.6: they differ in nothing else; AR-1.7b: overview cards do nothing at all
TRIBES: Final = [
    Tribe("Fir Bolg", "red"),
    Tribe("Muintir Nemid", "green"),
    Tribe("Mil Éspaine", "blue"),
    Tribe("Tuath Dé", "yellow"),
]


class Threat(NamedTuple):
    """What threatens the tribes: what its face prints in addition to one point of corruption, how many there are, its words."""

    key: str  # in component files, actions and drawings
    strength: int
    fame: int
    copies: int
    letter: str  # in the terminal
    name: str
    short: str
    stands: str = ""  # with its article; the castle has none, because castles never appear
    appears: str = ""


# AR-1.10, AR-1.17: weakest first; AR-1.18: the figures of the printed game, those in play are in the component file
N_SPECIES: Final = 3  # all but the castle
THREAT_ROWS: Final = [
    Threat("sineach", 1, 1, 32, "s", N_("Sineach"), N_("Sineach"),
           N_("A Sineach stands on %(place)s"), N_("A Sineach appears on %(place)s")),
    Threat("athach", 2, 3, 12, "a", N_("Athach"), N_("Athach"),
           N_("An Athach stands on %(place)s"), N_("An Athach appears on %(place)s")),
    Threat("monghfinn", 3, 6, 6, "m", N_("Monghfinn"), N_("Monghfinn"),
           N_("A Monghfinn stands on %(place)s"), N_("A Monghfinn appears on %(place)s")),
    Threat("castle", 4, 10, 4, "#", N_("castle of Balor"), N_("Castle")),
]  # fmt: skip
THREATS: Final = [row.key for row in THREAT_ROWS]
SPECIES: Final = THREATS[:N_SPECIES]
THREAT_WORDS: Final = [row.name for row in THREAT_ROWS]

MAX_LEVEL: Final = 3  # AR-3.3: Áit, Broch, Caer
LEVELS: Final = ["", "Áit", "Broch", "Caer"]
MAX_PROVINCE_SHIELDS: Final = 3
KEEP_LIMIT: Final = 3
START_FAME: Final = 4
OUTPOST_FAME: Final = 2
DISTANT_FAME: Final = 2
ELEMENTS: Final = 3  # items and tiles that make one point at the end
TRACKERS: Final = 2

# AR-1.15: the sections of an earning card
N_SECTIONS: Final = 3
SECTIONS: Final = [N_("top"), N_("middle"), N_("bottom")]
CARDS_EACH: Final = 4
N_STACKS: Final = 3


class Symbol(NamedTuple):
    """What a section can show."""

    key: str  # in component files and drawings
    letter: str  # in the terminal
    name: str
    several: str | Plural  # so many of it


DISC: Final = 0
SWORD: Final = 1
SHIELD: Final = 2
FAME: Final = 3
PER_BROCH: Final = 4
PER_CAER: Final = 5
TACTIC: Final = 6
FOMORI: Final = 7
N_SYMBOLS: Final = 8
SYMBOL_ROWS: Final = [
    Symbol("discs", "d", N_("discs"), DISCS),
    Symbol("swords", "w", N_("swords"), SWORDS),
    Symbol("shields", "h", N_("shields"), SHIELDS),
    Symbol("fame", "f", N_("fame"), N_("%(n)s fame")),
    Symbol("brochs", "x", N_("2 fame per Broch or Caer"), N_("%(n)s × 2 fame per Broch or Caer")),
    Symbol("caers", "y", N_("3 fame per Caer"), N_("%(n)s × 3 fame per Caer")),
    Symbol("tactics", "t", N_("tiles"), TACTIC_TILES),
    Symbol("fomori", "F", N_("Fomori"), N_("%(n)s Fomori")),
]
SYMBOLS: Final = [row.key for row in SYMBOL_ROWS]


class Back(NamedTuple):
    """AR-1.16: the back of an earning card, and the symbols that it promises more of."""

    key: str
    symbols: list[str]
    name: str


BACK_ROWS: Final = [
    Back("discs", ["discs"], N_("discs")),
    Back("arms", ["swords", "shields"], N_("swords and shields")),
    Back("lore", ["fame", "tactics"], N_("fame and tactics")),
]
BACKS: Final = [row.key for row in BACK_ROWS]
BACK_WORDS: Final = [row.name for row in BACK_ROWS]
N_BACKS: Final = 3


class Tile(NamedTuple):
    """A kind of tactic tile. What it does is in phases/tiles.py, under its number; its drawing in svg_tokens.py, under its key."""

    key: str  # in component files, actions and drawings
    copies: int  # in the printed game
    rule: str
    name: str
    short: str  # on the tile
    text: str  # what it does
    amount: int = 0  # fame for each thing that it counts, or corruption that it takes away


# their numbers, in the order of TILE_ROWS; Cauldrons follow from CAULDRON on, one per province, then Silver, one per colour
OGAM: Final = 0
MASTER: Final = 1
RUSE: Final = 2
MIGRATION: Final = 3
GEESE: Final = 4
SALMON: Final = 5
LIA_FAIL: Final = 6
EMER: Final = 7
HIGH_WALLS: Final = 8
STRONGHOLD: Final = 9
BARD: Final = 10
CAULDRON: Final = 11
FIRST_PLAIN: Final = GEESE  # tiles from here on are used without a target
TILE_ROWS: Final = [
    Tile("ogam", 2, "AR-14.9a", N_("Ogam's wisdom"), N_("Ogam"),
         N_("Ogam's wisdom: after both blockers are set, move one of them to your open section")),
    Tile("master_builder", 2, "AR-14.10a", N_("Hour of the master-builder"), N_("Master builder"),
         N_("Hour of the master-builder: discs that you lose this round are collected, up to three, and built again when all have passed")),
    Tile("ruse", 2, "AR-14.11", N_("Cú Chulainn's ruse"), N_("Ruse"),
         N_("Cú Chulainn's ruse: two Fomori on the map change places. Choose the first one on the map")),
    Tile("migration", 2, "AR-14.12", N_("Big migration"), N_("Migration"),
         N_("Big migration: two Áits of any leaders change places. Choose the first one on the map")),
    Tile("geese", 1, "AR-14.3", N_("Flight of the wild geese"), N_("Wild geese"),
         N_("Flight of the wild geese: 2 fame for each province with a fort of yours"), 2),
    Tile("salmon", 1, "AR-14.4", N_("Trail of the salmon"), N_("Salmon"),
         N_("Trail of the salmon: 2 fame for each port with a fort of yours"), 2),
    Tile("lia_fail", 1, "AR-14.5a", N_("Lia Fáil, stone of fate"), N_("Lia Fáil"),
         N_("Lia Fáil: 2, 4, 6 or 8 fame if you are first, second, third or fourth in fame; not while any two leaders are level"), 2),
    Tile("emer", 1, "AR-14.6", N_("Emer's mercy"), N_("Emer"),
         N_("Emer's mercy: 5 fame if every other leader has more corruption than you"), 5),
    Tile("high_walls", 1, "AR-14.7", N_("High walls"), N_("Walls"),
         N_("High walls: 2 fame for each Broch and Caer of yours"), 2),
    Tile("stronghold", 1, "AR-14.8", N_("Sublime stronghold"), N_("Stronghold"),
         N_("Sublime stronghold: 3 fame for each Caer of yours"), 3),
    Tile("bard", 2, "AR-14.13", N_("Song of the bard"), N_("Bard"), N_("Song of the bard: lose up to 3 corruption"), 3),
]  # fmt: skip
assert len(TILE_ROWS) == CAULDRON
TILES: Final = [row.key for row in TILE_ROWS]
AMOUNT: Final = [row.amount for row in TILE_ROWS]
DISPLAY: Final = 6
# A pile of tiles is one int: two bits for the copies of each kind. Piles add up like vectors.
TILE_BITS: Final = 2
TILE_FIELD: Final = 3

MAX_BITS: Final = 60  # locations, cards: so that every set is a small int

# The place of the lowest bit: powers of two are all different modulo 67.
PRIME: Final = 67


def _places() -> list[int]:
    table = [0] * PRIME
    for place in range(MAX_BITS + 2):
        table[(1 << place) % PRIME] = place
    return table


PLACE: Final[list[int]] = _places()


def place_of(bit: int) -> int:
    """Which bit this is, of an int that has only one."""
    return PLACE[bit % PRIME]


def copies(pile: int, tile: int) -> int:
    """How many tiles of a kind are in a pile."""
    return pile >> (TILE_BITS * tile) & TILE_FIELD


def one(tile: int) -> int:
    """A pile of one tile."""
    return 1 << (TILE_BITS * tile)


def tile_count(pile: int) -> int:
    """How many tiles are in a pile."""
    total = 0
    while pile:
        total += pile & TILE_FIELD
        pile >>= TILE_BITS
    return total


@final
class Island:
    """The map: locations 0 … n_main-1 on the main island, then the castle locations of Balor's Isle (AR-1.2)."""

    def __init__(
        self, names: list[str], n_main: int, provinces: list[int], ports: int, gates: int, links: list[int], n_provinces: int
    ) -> None:  # fmt: skip
        self.names: list[str] = names  # [location] one word each
        self.n_main: int = n_main
        self.n_places: int = len(names)
        self.province: list[int] = provinces  # [location]; -1 on Balor's Isle (AR-3.8)
        self.ports: int = ports
        self.gates: int = gates  # the locations that get a Fomori at setup
        self.links: list[int] = links  # [location] set of the locations joined to it; AR-3.7: ports are not, as such
        self.main: int = (1 << n_main) - 1
        self.isle: int = (1 << len(names)) - 1 - self.main
        self.port_list: list[int] = [place for place in range(n_main) if ports >> place & 1]
        # [location] where a Fomori on it may spread to: along connections, but never from port to port
        self.spread: list[int] = [
            link & ~ports if ports >> place & 1 else link  # AR-10.13
            for place, link in enumerate(links)
        ]
        self.n_provinces: int = n_provinces
        self.lands: list[int] = [0] * n_provinces  # [province] its locations
        for place in range(n_main):
            self.lands[provinces[place]] |= 1 << place
        self.home: list[int] = [self.lands[p] if p >= 0 else 0 for p in provinces]  # [location] all of its province
        self.around: list[int] = [0] * len(names)  # [location] all of the provinces next to its own

    def set_neighbours(self, pairs: list[list[int]]) -> None:
        """pairs: [province] its neighbours, as the map says (AR-3.9)."""
        for place in range(self.n_main):
            for other in pairs[self.province[place]]:
                self.around[place] |= self.lands[other]


@final
class Deck:
    """The earning cards."""

    def __init__(self, names: list[str], backs: list[int], shows: list[int]) -> None:
        self.names: list[str] = names  # [card]
        self.backs: list[int] = backs  # [card]
        self.shows: list[int] = shows  # [(card * N_SECTIONS + section) * N_SYMBOLS + symbol]
        self.n_cards: int = len(names)
        self.all: int = (1 << len(names)) - 1
        self.by_back: list[int] = [0] * N_BACKS  # [back] set of its cards
        for card in range(len(names)):
            self.by_back[backs[card]] |= 1 << card
        # [(back * N_SECTIONS + section) * N_SYMBOLS + symbol] what a card with this back shows on average
        self.means: list[float] = [0.0] * (N_BACKS * N_SECTIONS * N_SYMBOLS)
        width = N_SECTIONS * N_SYMBOLS
        for card in range(len(names)):
            share = 1.0 / float(backs.count(backs[card]))
            for offset in range(width):
                self.means[backs[card] * width + offset] += share * float(shows[card * width + offset])

    def amount(self, card: int, section: int, symbol: int) -> int:
        return self.shows[(card * N_SECTIONS + section) * N_SYMBOLS + symbol]


@final
class Box:
    """Everything in the box: map, cards, tiles and the numbers of pieces."""

    def __init__(
        self,
        island: Island,
        deck: Deck,
        province_names: list[str],
        colour_names: list[str],
        colour: list[int],
        bonus: list[int],
        tile_names: list[str],
        tile_copies: list[int],
        tile_fame: list[int],
        pieces: list[int],
        threats: list[list[int]],
        limits: list[int],
        rounds: list[int],
    ) -> None:
        self.island: Island = island
        self.deck: Deck = deck
        self.province_names: list[str] = province_names
        self.colour_names: list[str] = colour_names
        self.colour: list[int] = colour  # [province]
        self.bonus: list[int] = bonus  # [province] fame per fort at the end
        self.tile_names: list[str] = tile_names  # [tile]
        self.tile_copies: list[int] = tile_copies  # [tile]
        self.tile_fame: list[int] = tile_fame  # [tile] fame per fort on Cauldrons and Silver
        self.n_tiles: int = len(tile_names)
        self.silver: int = CAULDRON + len(province_names)  # the first Silver tile
        self.all_tiles: int = 0  # AR-1.14
        for tile in range(len(tile_names)):
            self.all_tiles += tile_copies[tile] << (TILE_BITS * tile)
        # [tile] the locations that a Cauldron or a Silver tile counts
        self.tile_lands: list[int] = [0] * len(tile_names)
        for province in range(len(province_names)):
            self.tile_lands[CAULDRON + province] = island.lands[province]
            self.tile_lands[self.silver + colour[province]] |= island.lands[province]
        self.discs: int = pieces[0] - TRACKERS  # of each colour, usable
        self.swords: int = pieces[1]
        self.shields: int = pieces[2]
        self.strength: list[int] = threats[0]  # [threat]
        self.fame: list[int] = threats[1]  # [threat]
        self.copies: list[int] = threats[2]  # [threat]
        self.limits: list[int] = limits  # [seats - 2] corruption limit
        self.rounds: list[int] = rounds  # [seats - 2]
