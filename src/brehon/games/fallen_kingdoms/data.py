"""The tables of Fallen Kingdoms: gods, cards, tracks, dice, and an assembled map as bit masks."""

from math import comb
from typing import Final, NamedTuple, final

from brehon.core.text import N_

N_UNITS: Final = 30  # FK-1.10: units of a player; FK-1.11: and never more on the board
GROUP: Final = 3  # FK-3.17: units of a group at the start; FK-15.27: and after a strike
PASSES: Final = 7
MAX_PATHS: Final = 3  # FK-15.14
MAX_ROUNDS: Final = 60  # no game has come near a tenth of it; an endless game is stopped and scored

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


class God(NamedTuple):
    """A god card."""

    key: str  # in actions and drawings
    base: int  # intimidation
    worth: float  # a bot's estimate
    name: str
    power: str
    about: str  # the power in full


GOD_ROWS: Final = [
    God("saga", 0, 4.0, N_("Saga"), N_("uses the power of another player's god"),
        N_("At the start of your turn, use the power of a god that another player serves, as if it were yours. Copying Odin gives nothing.")),
    God("loki", 1, 5.0, N_("Loki"), N_("drives an enemy garrison out and slips in one unit"),
        N_("Choose an enemy city joined by road to one of yours, without an enemy temple. All its units flee to a city of your choice, and one unit of yours slips in and takes it.")),
    God("holler", 2, 5.0, N_("Holler"), N_("the plague: up to three enemy cities lose a unit"),
        N_("Up to three enemy cities joined by road to yours, without an enemy temple, lose one unit each. A city that loses its last unit is empty.")),
    God("tyr", 3, 6.0, N_("Tyr"), N_("raises three units"),
        N_("Three units go from your reserve to your sheet. You place them at the end of production.")),
    God("freyr", 4, 7.0, N_("Freyr"), N_("puts two points on each track"),
        N_("Each of your three tracks gains two points at once, before production.")),
    God("heimdall", 5, 2.0, N_("Heimdall"), N_("guards a public knowledge for one round"),
        N_("Put a public knowledge card on your god card: until your next turn it works for you alone. You cannot take the same card twice in a row.")),
    God("forseti", 6, 2.0, N_("Forseti"), N_("swaps a rumor card with another player"),
        N_("Swap one of your rumor cards for a rumor card of another player, both of your choice. No glory changes.")),
    God("norns", 7, 2.0, N_("The Norns"), N_("looks at three knowledge cards, displays one"),
        N_("Look at the top three cards of the knowledge deck and keep one. It replaces a card on display; the others go under the deck.")),
    God("odin", 15, 4.0, N_("Odin"), N_("no power, but the most feared of all"),
        N_("Odin has no power. With an intimidation of 15 he is feared from the first day.")),
]  # fmt: skip
GODS: Final = [row.key for row in GOD_ROWS]
BASE: Final = [row.base for row in GOD_ROWS]

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


class Knowledge(NamedTuple):
    """A knowledge card; three in a row are of one category."""

    key: str  # in actions
    worth: float  # a bot's estimate: glory for each remaining round
    name: str
    effect: str
    about: str  # the effect in full


KNOWLEDGE_ROWS: Final = [
    Knowledge("currency", 2.2, N_("Currency"), N_("+1 point on each track"),
        N_("In every production you gain one point on each of the three tracks.")),
    Knowledge("ships", 1.6, N_("Ships"), N_("+1 free point per port"),
        N_("Each of your ports gives two free points in production instead of one.")),
    Knowledge("paper", 1.6, N_("Paper"), N_("buildings give 3 points"),
        N_("Each of your buildings gives three points on its track instead of two.")),
    Knowledge("navigation", 0.7, N_("Navigation"), N_("sail to every port of a sea"),
        N_("For you all ports of one sea are neighbours: units may sail and flee between them.")),
    Knowledge("horse-riding", 0.8, N_("Horse Riding"), N_("march two roads"),
        N_("A unit may march two roads in one turn, through a city that is yours or empty.")),
    Knowledge("cartography", 0.8, N_("Cartography"), N_("reinforce before each roll"),
        N_("When you are attacked you may bring units from neighbouring cities by road before every roll. One unit stays in each.")),
    Knowledge("mining", 1.5, N_("Mining"), N_("+1 per metal icon"),
        N_("Each of your metal icons gives one more point for units, circles too.")),
    Knowledge("machinery", 1.5, N_("Machinery"), N_("+1 per wood icon"),
        N_("Each of your wood icons gives one more point for buildings, circles too.")),
    Knowledge("irrigation", 1.5, N_("Irrigation"), N_("+1 per wheat icon"),
        N_("Each of your wheat icons gives one more point for knowledge, circles too.")),
    Knowledge("strategy", 1.2, N_("Strategy"), N_("re-roll own dice of 1 to 3"),
        N_("Your dice that show 1, 2 or 3 are rolled again, once.")),
    Knowledge("archery", 1.0, N_("Archery"), N_("a 6 kills one more"),
        N_("If one of your dice shows a 6, one more enemy unit is killed.")),
    Knowledge("masonry", 1.2, N_("Masonry"), N_("attackers hit on 5 and 6"),
        N_("When you defend, the attacker hits only with 5 and 6.")),
    Knowledge("literature", 0.5, N_("Literature"), N_("rumor cards count 10 or more"),
        N_("Each of your rumor cards counts at least 10 for your intimidation.")),
    Knowledge("philosophy", 0.5, N_("Philosophy"), N_("feared only on a 6"),
        N_("Only a 6 drives units of yours out of a battle by intimidation.")),
    Knowledge("laws", 0.6, N_("Laws"), N_("drive out a second unit"),
        N_("Your intimidation drives two units out instead of one.")),
    Knowledge("architecture", 1.2, N_("Architecture"), N_("3 glory per building placed"),
        N_("You score 3 glory for every building that you place.")),
    Knowledge("mathematics", 2.0, N_("Mathematics"), N_("1 glory per square icon"),
        N_("At the end of each of your turns you score 1 glory for every square icon of yours.")),
    Knowledge("ports", 2.0, N_("Ports"), N_("1 glory per port"),
        N_("At the end of each of your turns you score 1 glory for every port of yours.")),
]  # fmt: skip
KNOWLEDGE: Final = [row.key for row in KNOWLEDGE_ROWS]
CATEGORIES: Final = [N_("production"), N_("mobility"), N_("resource"), N_("combat"), N_("intimidation"), N_("scoring")]

# FK-18.4: rumor values; FK-1.3: three cards of each
RUMORS: Final = [3, 5, 8, 13, 21, 34]
N_RUMORS: Final = 6
COPIES: Final = 3


class Track(NamedTuple):
    """FK-6.1: a track of a kingdom."""

    key: str
    length: int
    name: str


class Building(NamedTuple):
    """A building, for the track of the same number."""

    key: str
    bonus: float  # a bot's estimate: worth of its points against others
    name: str
    about: str


class Resource(NamedTuple):
    """A resource, for the track of the same number, and the knowledge that improves it."""

    name: str  # in tile files and drawings too
    matching: int


UNIT: Final = 0
BUILDING: Final = 1
LORE: Final = 2
N_TRACKS: Final = 3
TRACK_ROWS: Final = [
    Track("unit", 3, N_("unit track")),
    Track("building", 6, N_("building track")),
    Track("knowledge", 9, N_("knowledge track")),
]
TRACKS: Final = [row.key for row in TRACK_ROWS]
LENGTH: Final = [row.length for row in TRACK_ROWS]

# FK-18.1; FK-1.4: six of each; FK-1.17: and three more of each
BUILDING_ROWS: Final = [
    Building("barracks", 0.9, N_("Barracks"),
        N_("Each turn 2 points on your unit track and 2 glory, as long as you hold its city.")),
    Building("workshop", 1.0, N_("Workshop"),
        N_("Each turn 2 points on your building track and 2 glory, as long as you hold its city.")),
    Building("farm", 1.2, N_("Farm"),
        N_("Each turn 2 points on your knowledge track and 2 glory, as long as you hold its city.")),
]  # fmt: skip
BUILDINGS: Final = [row.key for row in BUILDING_ROWS]
N_BUILDINGS: Final = 3
BUILDING_TILES: Final = 6
EXTRA_TILES: Final = 3
BUILDING_POINTS: Final = 2

# FK-18.2; FK-1.15: kinds ...
RESOURCE_ROWS: Final = [
    Resource(N_("metal"), MINING),
    Resource(N_("wood"), MACHINERY),
    Resource(N_("wheat"), IRRIGATION),
]
RESOURCES: Final = [row.name for row in RESOURCE_ROWS]
MATCHING: Final = [row.matching for row in RESOURCE_ROWS]
FORMS: Final = [N_("square"), N_("circle")]  # ... and forms

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

# dice: every unordered result of one, two and three dice, and in how many ways it comes up (FK-1.7)
PAIRS: Final = [(a, b) for a in range(1, 7) for b in range(a, 7)]
TRIPLES: Final = [(a, b, c) for a in range(1, 7) for b in range(a, 7) for c in range(b, 7)]
PAIR_WEIGHTS: Final = [1 if a == b else 2 for a, b in PAIRS]
TRIPLE_WEIGHTS: Final = [1 if a == c else 6 if a != b and b != c else 3 for a, b, c in TRIPLES]
HIT: Final = 4  # FK-8.8
MASONRY_HIT: Final = 5


def odds(dice: int, need: int, hits: int) -> tuple[int, int]:
    """FK-18.7: in how many of all cases so many dice show at least this many results of `need` or more."""
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
        self.tiles: list[int] = tiles  # row by row: how each tile is placed, tile * 8 + side * 4 + rotation
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
        self.path_half: list[int] = path_half  # [path - 1] tile position * 8 + half, as placed on the map; for drawing
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
    """Before the tiles are placed."""
    return Map([], 0, [], n_all, [], [], [], [], [0, 0, 0], [0, 0, 0], [], [])
