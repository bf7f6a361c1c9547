"""The pieces of The Arrival as tables of small ints, and the names that go with them.

A set of locations is one int with a bit for each: the island's rules are unions and intersections of such sets.
"""

from typing import Final, final

# AR-1.5: the tribes, one colour each; AR-1.6: nothing else tells them apart; AR-1.7b: overview cards do nothing at all
TRIBES: Final = ["Fir Bolg", "Muintir Nemid", "Mil Éspaine", "Tuath Dé"]
TRIBE_COLOURS: Final = ["red", "green", "blue", "yellow"]

# AR-1.10, AR-1.17: what threatens the tribes, weakest first; figures in the component file
SINEACH: Final = 0
ATHACH: Final = 1
MONGHFINN: Final = 2
CASTLE: Final = 3
N_SPECIES: Final = 3
SPECIES: Final = ["sineach", "athach", "monghfinn"]
THREATS: Final = ["sineach", "athach", "monghfinn", "castle"]

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
TOP: Final = 0
MIDDLE: Final = 1
BOTTOM: Final = 2
N_SECTIONS: Final = 3
SECTIONS: Final = ["top", "middle", "bottom"]
CARDS_EACH: Final = 4
N_STACKS: Final = 3

# symbols of a section
DISC: Final = 0
SWORD: Final = 1
SHIELD: Final = 2
FAME: Final = 3
PER_BROCH: Final = 4
PER_CAER: Final = 5
TACTIC: Final = 6
FOMORI: Final = 7
N_SYMBOLS: Final = 8
SYMBOLS: Final = ["discs", "swords", "shields", "fame", "brochs", "caers", "tactics", "fomori"]

# AR-1.16: the backs of the earning cards
BACKS: Final = ["discs", "arms", "lore"]
N_BACKS: Final = 3

# kinds of tactic tiles; Cauldrons follow from CAULDRON on, one per province, then Silver, one per colour
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
TILES: Final = [
    "ogam", "master_builder", "ruse", "migration", "geese", "salmon", "lia_fail", "emer", "high_walls", "stronghold", "bard"
]  # fmt: skip
FIRST_PLAIN: Final = GEESE  # tiles from here on are used without a target
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
    """How many tiles of a kind lie in a pile."""
    return pile >> (TILE_BITS * tile) & TILE_FIELD


def one(tile: int) -> int:
    """A pile of one tile."""
    return 1 << (TILE_BITS * tile)


def tile_count(pile: int) -> int:
    """How many tiles lie in a pile."""
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
