"""The tables of Fallen Kingdoms: gods, cards, tracks, dice, and an assembled map as bit masks."""

from math import comb
from typing import Final, final

N_UNITS: Final = 30  # FK-1.10: units of a player; FK-1.11: and never more on the board
GROUP: Final = 3  # FK-3.17: units of a group at the start; FK-15.27: and after a strike
PASSES: Final = 7
MAX_PATHS: Final = 3  # FK-15.14
MAX_ROUNDS: Final = 60  # nobody has seen a tenth of it; a game that goes on for ever is stopped and scored

# FK-18.5: gods in the order of their base intimidation; FK-1.5: nine of them, all values different
SAGA: Final = 0
LOKI: Final = 1
HOLLER: Final = 2
TYR: Final = 3
FREYR: Final = 4
HEIMDALL: Final = 5
FORSETI: Final = 6
NORNS: Final = 7
ODIN: Final = 8
N_GODS: Final = 9
GODS: Final = ["saga", "loki", "holler", "tyr", "freyr", "heimdall", "forseti", "norns", "odin"]
BASE: Final = [0, 1, 2, 3, 4, 5, 6, 7, 15]  # [god]

# FK-18.3: knowledge; FK-1.2: one card of each name, three in each of six categories
CURRENCY: Final = 0
SHIPS: Final = 1
PAPER: Final = 2
NAVIGATION: Final = 3
HORSE_RIDING: Final = 4
CARTOGRAPHY: Final = 5
MINING: Final = 6
MACHINERY: Final = 7
IRRIGATION: Final = 8
STRATEGY: Final = 9
ARCHERY: Final = 10
MASONRY: Final = 11
LITERATURE: Final = 12
PHILOSOPHY: Final = 13
LAWS: Final = 14
ARCHITECTURE: Final = 15
MATHEMATICS: Final = 16
PORTS: Final = 17
N_KNOWLEDGE: Final = 18
KNOWLEDGE: Final = [
    "currency", "ships", "paper", "navigation", "horse-riding", "cartography", "mining", "machinery", "irrigation",
    "strategy", "archery", "masonry", "literature", "philosophy", "laws", "architecture", "mathematics", "ports",
]  # fmt: skip
CATEGORIES: Final = ["production", "mobility", "resource", "combat", "intimidation", "scoring"]  # three cards each

# FK-18.4: rumor values; FK-1.3: three cards of each
RUMORS: Final = [3, 5, 8, 13, 21, 34]
N_RUMORS: Final = 6
COPIES: Final = 3

# FK-18.1: buildings, each for the track of the same number; FK-1.4: six of each; FK-1.17: and three more of each
BUILDINGS: Final = ["barracks", "workshop", "farm"]
N_BUILDINGS: Final = 3
BUILDING_TILES: Final = 6
EXTRA_TILES: Final = 3
BUILDING_POINTS: Final = 2

# tracks; FK-18.2: resources, each for the track of the same number
UNIT: Final = 0
BUILDING: Final = 1
LORE: Final = 2
N_TRACKS: Final = 3
TRACKS: Final = ["unit", "building", "knowledge"]
LENGTH: Final = [3, 6, 9]  # FK-6.1
RESOURCES: Final = ["metal", "wood", "wheat"]  # FK-1.15: kinds ...
FORMS: Final = ["square", "circle"]  # ... and forms
MATCHING: Final = [MINING, MACHINERY, IRRIGATION]  # [resource] the knowledge that improves it

# FK-18.6: glory
CARD_GLORY: Final = 8  # a knowledge or a rumor card taken
NO_BUILDING_GLORY: Final = 2
NO_CARD_GLORY: Final = 3  # no knowledge, no rumor left
ARCHITECTURE_GLORY: Final = 3
BUILDING_GLORY: Final = 2  # each turn
LITERATURE_VALUE: Final = 10

KNOWLEDGE_DISPLAY: Final = 3
BUILDING_DISPLAY: Final = 2
NORNS_CARDS: Final = 3

# dice: every unordered result of one, two and three dice, and in how many ways it falls (FK-1.7)
PAIRS: Final = [(a, b) for a in range(1, 7) for b in range(a, 7)]
TRIPLES: Final = [(a, b, c) for a in range(1, 7) for b in range(a, 7) for c in range(b, 7)]
PAIR_WEIGHTS: Final = [1 if a == b else 2 for a, b in PAIRS]
TRIPLE_WEIGHTS: Final = [1 if a == c else 6 if a != b and b != c else 3 for a, b, c in TRIPLES]
HIT: Final = 4  # FK-8.8
MASONRY_HIT: Final = 5


def odds(dice: int, need: int, hits: int) -> tuple[int, int]:
    """FK-18.7: in how many of how many cases so many dice show at least this many results of `need` or more."""
    good = 7 - need
    cases = 0
    for k in range(hits, dice + 1):
        cases += comb(dice, k) * good**k * (6 - good) ** (dice - k)
    return cases, 6**dice


BIT: Final = [1 << c for c in range(62)]
_PLACES: Final = 67  # the powers of two below 2**66 leave different remainders
_INDEX: Final = [0] * _PLACES
for _c in range(62):
    _INDEX[(1 << _c) % _PLACES] = _c


def members(mask: int) -> list[int]:
    """The cities of a mask, ascending."""
    out: list[int] = []
    while mask:
        low = mask & -mask
        out.append(_INDEX[low % _PLACES])
        mask ^= low
    return out


def size(mask: int) -> int:
    """How many cities a mask holds."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


def lowest(mask: int) -> int:
    """The first city of a mask that holds one."""
    return _INDEX[(mask & -mask) % _PLACES]


@final
class Map:
    """An assembled map. Cities are numbered in the order of the tile file; a set of cities is a bit mask."""

    def __init__(
        self, tiles: list[int], columns: int, ids: list[int], n_all: int, order: list[int], roads: list[int],
        routes: list[int], sea_of: list[int], square: list[int], circle: list[int], path_city: list[int],
        path_half: list[int],
    ) -> None:  # fmt: skip
        self.tiles: list[int] = tiles  # row by row: how each tile lies, tile * 8 + side * 4 + rotation
        self.columns: int = columns
        self.ids: list[int] = ids  # [city] its number in the whole tile set, which actions use
        self.n_cities: int = len(ids)
        self.city: list[int] = [-1] * n_all  # [number in the tile set] city, or -1 if it is not on this map
        for c in range(len(ids)):
            self.city[ids[c]] = c
        self.order: list[int] = order  # cities by tile position, then by face (JOIN-9)
        self.road: list[int] = roads  # [city] mask
        self.route: list[int] = routes  # [city] mask, by sea
        self.sea_of: list[int] = sea_of  # [city] number of its sea, -1 without port
        self.square: list[int] = square  # [resource] mask
        self.circle: list[int] = circle
        self.path_city: list[int] = path_city  # [path - 1] the city it leads into
        self.path_half: list[int] = path_half  # [path - 1] tile position * 8 + half, as the map lies; for drawing
        self.n_paths: int = len(path_city)
        self.everywhere: int = (1 << len(ids)) - 1
        self.ports: int = 0
        self.squares: int = square[0] | square[1] | square[2]
        self.adjacent: list[int] = [roads[c] | routes[c] for c in range(len(ids))]
        self.sailing: list[int] = self.adjacent[:]  # [city] mask of what is adjacent with Navigation
        for c in range(len(ids)):
            if sea_of[c] >= 0:
                self.ports |= BIT[c]
                for other in range(len(ids)):
                    if other != c and sea_of[other] == sea_of[c]:
                        self.sailing[c] |= BIT[other]


def no_map(n_all: int) -> Map:
    """Before the tiles are laid."""
    return Map([], 0, [], n_all, [], [], [], [], [0, 0, 0], [0, 0, 0], [], [])
