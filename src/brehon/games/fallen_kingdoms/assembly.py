"""Maps from tiles: which assemblies are valid, how many there are, and what is joined into one road, one route, one sea."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from brehon.games.fallen_kingdoms.data import RESOURCES, Map, members
from brehon.games.fallen_kingdoms.tiles import N_HALVES, N_LAYS, N_TILES, Face, TileSet, unturned

# JOIN-3: which halves of a tile touch which of its neighbour
RIGHT: Final = [(2, 7), (3, 6)]
BELOW: Final = [(5, 0), (4, 1)]
TRIES: Final = 200  # maps tried before an unusual tile set is given up


class Layouts:
    """All assemblies of a grid with a given number of cities, without listing them if that can be avoided.

    `ways(lays)` says in how many ways a map that starts with these tiles can be finished; so a map drawn tile by tile with these
    numbers as weights is any of them with equal probability (FK-2.14). In an unusual tile set some of them may not be playable;
    such a map is removed and drawn again.
    """

    def __init__(self, tiles: TileSet, rows: int, columns: int, n_cities: int, n_seats: int) -> None:
        self.tiles = tiles
        self.rows = rows
        self.columns = columns
        self.n_cities = n_cities  # FK-2.4
        self.n_seats = n_seats
        self.size = rows * columns
        self._sizes = [len(face.cities) for face in tiles.faces]
        tops = [_side(tiles, lay, [0, 1]) for lay in range(N_LAYS)]
        lefts = [_side(tiles, lay, [7, 6]) for lay in range(N_LAYS)]
        self._rights = [_side(tiles, lay, [2, 3]) for lay in range(N_LAYS)]
        self._bottoms = [_side(tiles, lay, [5, 4]) for lay in range(N_LAYS)]
        self._fitting: dict[tuple[str, str], list[int]] = {}  # (left, top) requested: the lays that fit
        for left in {"", *self._rights}:
            for top in {"", *self._bottoms}:
                self._fitting[left, top] = [
                    lay for lay in range(N_LAYS) if left in ("", lefts[lay]) and top in ("", tops[lay])
                ]
        self._memo: dict[tuple[int, int, int, tuple[str, ...]], int] = {}
        self.automatic = self.is_automatic()

    def is_automatic(self) -> bool:
        """Whether matching halves and the number of cities are enough for a valid assembly, as in the default set."""
        for face in self.tiles.faces:
            kinds = {city.resource for city in face.cities} - {-1}
            whole = len(face.cities) >= 2 and min(face.exits) >= 0 and _is_connected(face)
            if not whole or len(kinds) < len(RESOURCES):
                return False
        if 4 * (self.rows + self.columns) < 2 * self.n_seats + 2:
            return False
        surplus = sorted((len(face.roads) - len(face.cities) for face in self.tiles.faces), reverse=True)
        joins = 2 * (self.rows * (self.columns - 1) + self.columns * (self.rows - 1))
        roads = self.n_cities + sum(surplus[: self.size]) + joins
        # Turán: a graph of c cities and r roads has at least c / (2r/c + 1) cities no two of which are joined
        return self.n_cities * self.n_cities >= (self.n_seats + 1) * (2 * roads + self.n_cities)

    def options(self, lays: list[int]) -> list[int]:
        """The lays that fit at the next place, whether or not the map can then be finished."""
        left, top = self._asked(lays)
        used = {lay // 8 for lay in lays}
        return [lay for lay in self._fitting.get((left, top), []) if lay // 8 not in used]

    def ways(self, lays: list[int]) -> int:
        """In how many ways a map that begins with these lays, which fit together, can be finished."""
        edges = [""] * self.columns
        used = left = 0
        for lay in lays:
            used |= 1 << lay // 8
            left += self._sizes[lay // 4]
        right = ""
        for place, lay in enumerate(lays):
            edges[place % self.columns] = self._bottoms[lay]
            right = self._rights[lay]
        if lays and len(lays) % self.columns == 0:
            right = ""
        return self._count(len(lays), used, self.n_cities - left, (right, *edges))

    def total(self) -> int:
        """Valid assemblies, turned ones counted too."""
        return self.ways([])

    def distinct(self) -> int:
        """Valid assemblies; those that differ by turning the whole map count once. No map looks the same when turned."""
        return self.total() // (4 if self.rows == self.columns else 2)

    def _asked(self, lays: list[int]) -> tuple[str, str]:
        place = len(lays)
        left = self._rights[lays[-1]] if place % self.columns else ""
        top = self._bottoms[lays[place - self.columns]] if place >= self.columns else ""
        return left, top

    def _count(self, place: int, used: int, left: int, frontier: tuple[str, ...]) -> int:
        """Completions from a place on: tiles used, cities still wanted, the right edge before and the edges above."""
        if place == self.size:
            return 1 if left == 0 else 0
        rest = self.size - place
        if left < 2 * rest:
            return 0
        key = (place, used, left, frontier)
        known = self._memo.get(key)
        if known is not None:
            return known
        column = place % self.columns
        total = 0
        for lay in self._fitting.get((frontier[0], frontier[column + 1]), []):
            if used >> (lay >> 3) & 1:
                continue
            right = self._rights[lay] if column + 1 < self.columns else ""
            edges = (*frontier[1 : column + 1], self._below(place, lay), *frontier[column + 2 :])
            total += self._count(place + 1, used | 1 << (lay >> 3), left - self._sizes[lay >> 2], (right, *edges))
        self._memo[key] = total
        return total

    def _below(self, place: int, lay: int) -> str:
        return self._bottoms[lay] if place + self.columns < self.size else ""

    def is_fit(self, lays: list[int]) -> bool:
        """Whether a finished assembly of matching halves can be played on."""
        return self.automatic or not faults(build_map(self.tiles, lays, self.columns), self.n_seats)

    def can_be_played(self) -> bool:
        """Whether there are maps, and enough playable ones among them that a new draw soon finds one."""
        if self.automatic or self.total() == 0:
            return self.total() > 0
        rng = Random(0)
        return any(self.is_fit(self.drawn(rng)) for _ in range(TRIES))

    def drawn(self, rng: Random) -> list[int]:
        """A random assembly, all equally likely."""
        lays: list[int] = []
        while len(lays) < self.size:
            options = self.options(lays)
            lays += rng.choices(options, [self.ways([*lays, lay]) for lay in options])
        return lays


def _side(tiles: TileSet, lay: int, halves: list[int]) -> str:
    face = tiles.face_of(lay)
    return "".join(face.symbol(half, lay % 4) for half in halves)


def _is_connected(face: Face) -> bool:
    links: list[tuple[int, int]] = [*face.roads, *((route.a, route.b) for route in face.routes)]
    seen = {0}
    grown = True
    while grown:
        more = {b for a, b in links if a in seen} | {a for a, b in links if b in seen}
        grown = not more <= seen
        seen |= more
    return len(seen) == len(face.cities)


@lru_cache(maxsize=64)  # custom tile sets come and go
def layouts(tiles: TileSet, rows: int, columns: int, n_cities: int, n_seats: int) -> Layouts:
    """Counted once for each tile set and size."""
    return Layouts(tiles, rows, columns, n_cities, n_seats)


def grid_for(n_seats: int, n_cities: int, tiles: TileSet) -> tuple[int, int]:
    """Rows and columns; an unusual number of cities uses the grid that reaches it (FK-17.7)."""
    usual = tiles.grids[n_seats]  # FK-2.1, FK-2.2
    if n_cities == 6 * n_seats:
        return usual
    for grid in (usual, (2, 2), (2, 3)):
        if layouts(tiles, grid[0], grid[1], n_cities, n_seats).can_be_played():
            return grid
    return usual


def mismatch(tiles: TileSet, lays: list[int], columns: int) -> tuple[int, int] | None:
    """The first two places whose halves do not match, or None (FK-2.5)."""
    for place, lay in enumerate(lays):
        for other, touching in ((place + 1, RIGHT), (place + columns, BELOW)):
            if other >= len(lays) or (touching is RIGHT and other % columns == 0):
                continue
            for mine, theirs in touching:
                a = tiles.face_of(lay).symbol(mine, lay % 4)
                b = tiles.face_of(lays[other]).symbol(theirs, lays[other] % 4)
                if a != b:
                    return place, other
    return None


def rim(rows: int, columns: int) -> list[tuple[int, int]]:
    """The halves along the rim, clockwise from the top left corner, as (place, half) (JOIN-8)."""
    last = rows * columns - 1
    top = [(column, half) for column in range(columns) for half in (0, 1)]
    right = [(row * columns + columns - 1, half) for row in range(rows) for half in (2, 3)]
    bottom = [(last - column, half) for column in range(columns) for half in (4, 5)]
    left = [((rows - 1 - row) * columns, half) for row in range(rows) for half in (6, 7)]
    return top + right + bottom + left


class _Joiner:
    """Builds one map. Cities keep their numbers in the whole set until the end."""

    def __init__(self, tiles: TileSet, lays: list[int], columns: int) -> None:
        self.tiles = tiles
        self.lays = lays
        self.columns = columns
        self.order = [
            tiles.face_of(lay).first + i for lay in lays for i in range(len(tiles.face_of(lay).cities))
        ]  # JOIN-9
        self.ids = sorted(self.order)
        self.city = {number: c for c, number in enumerate(self.ids)}
        self.roads = [0] * len(self.ids)
        self.routes = [0] * len(self.ids)
        self.seas: dict[tuple[int, str], tuple[int, str]] = {}  # sea area -> another of the same sea (union-find)

    def exit(self, place: int, half: int) -> int:
        """The city whose road or route leaves at a half of the placed map, or -1."""
        lay = self.lays[place]
        face = self.tiles.face_of(lay)
        leaving = face.exits[unturned(half, lay % 4)]
        return -1 if leaving < 0 else self.city[face.first + leaving]

    def letter(self, place: int, half: int) -> str:
        lay = self.lays[place]
        return self.tiles.face_of(lay).edges[unturned(half, lay % 4)]

    def link(self, masks: list[int], a: int, b: int) -> None:
        if a != b:
            masks[a] |= 1 << b  # FK-2.8: roads and routes are kept apart
            masks[b] |= 1 << a

    def print_faces(self) -> None:
        for place, lay in enumerate(self.lays):
            face = self.tiles.face_of(lay)
            for a, b in face.roads:
                self.link(self.roads, self.city[face.first + a], self.city[face.first + b])
            for route in face.routes:
                self.link(self.routes, self.city[face.first + route.a], self.city[face.first + route.b])
            for sea in face.seas:
                self.seas[place, sea.key] = (place, sea.key)

    def join(self, a: int, half_a: int, b: int, half_b: int) -> None:
        water = self.letter(a, half_a) == "W"
        if water:
            self.seas[self.sea(a, half_a)] = self.sea(b, half_b)  # FK-2.9
        first, second = self.exit(a, half_a), self.exit(b, half_b)
        if first >= 0 and second >= 0:
            self.link(self.routes if water else self.roads, first, second)  # FK-2.6, FK-2.7

    def sea(self, place: int, half: int) -> tuple[int, str]:
        """The sea at a water half, as the root of its areas."""
        lay = self.lays[place]
        printed = unturned(half, lay % 4)
        key = next(sea.key for sea in self.tiles.face_of(lay).seas if printed in sea.halves)
        return self.root((place, key))

    def root(self, area: tuple[int, str]) -> tuple[int, str]:
        while self.seas[area] != area:
            area = self.seas[area]
        return area

    def numbered_seas(self) -> list[int]:
        roots: list[tuple[int, str]] = []
        sea_of = [-1] * len(self.ids)
        for place, lay in enumerate(self.lays):
            face = self.tiles.face_of(lay)
            for i, city in enumerate(face.cities):
                if city.sea:
                    root = self.root((place, city.sea))
                    if root not in roots:
                        roots.append(root)
                    sea_of[self.city[face.first + i]] = roots.index(root)
        return sea_of


def build_map(tiles: TileSet, lays: list[int], columns: int) -> Map:
    """Join the tiles of an assembly whose halves match."""
    rows = len(lays) // columns
    joiner = _Joiner(tiles, lays, columns)
    joiner.print_faces()
    for place in range(len(lays)):
        if (place + 1) % columns:
            for mine, theirs in RIGHT:
                joiner.join(place, mine, place + 1, theirs)
        if place + columns < len(lays):
            for mine, theirs in BELOW:
                joiner.join(place, mine, place + columns, theirs)
    # FK-2.10, FK-2.13: what leaves at the rim is a path, numbered clockwise; FK-2.12: a city may have several
    rim_exits = [(joiner.exit(place, half), place * N_HALVES + half) for place, half in rim(rows, columns)]
    paths = [(city, at) for city, at in rim_exits if city >= 0]  # FK-2.11: the other cities have none
    masks = [[0] * len(RESOURCES), [0] * len(RESOURCES)]
    for c, number in enumerate(joiner.ids):
        city = tiles.cities[number]
        if city.resource >= 0:
            masks[city.form][city.resource] |= 1 << c
    return Map(
        lays[:], columns, joiner.ids, len(tiles.cities), [joiner.city[number] for number in joiner.order], joiner.roads,
        joiner.routes, joiner.numbered_seas(), masks[0], masks[1], [city for city, _ in paths], [at for _, at in paths],
    )  # fmt: skip


def faults(map_: Map, n_seats: int) -> list[str]:
    """What makes an assembly of matching halves unplayable, as constraint ids; empty if it is valid."""
    found: list[str] = []
    if any(mask == 0 for mask in map_.adjacent) or not _reaches_all(map_):
        found.append("MAP-10")
    if map_.n_paths < 2 * n_seats + 2:
        found.append("JOIN-8")
    if any(map_.square[kind] | map_.circle[kind] == 0 for kind in range(len(RESOURCES))):
        found.append("MAP-5")
    if _apart(map_, map_.everywhere) < n_seats + 1:
        found.append("MAP-3")
    return found


def _reaches_all(map_: Map) -> bool:
    seen = 1
    while True:
        grown = seen
        for c in members(seen):
            grown |= map_.adjacent[c]
        if grown == seen:
            return seen == map_.everywhere
        seen = grown


def _apart(map_: Map, left: int) -> int:
    """The most cities of a set no two of which are joined by a road."""
    best = 0
    stack = [(left, 0)]
    while stack:
        rest, chosen = stack.pop()
        busiest, links = -1, 0
        for c in members(rest):
            degree = (map_.road[c] & rest).bit_count()
            if degree == 1 or degree > links:
                busiest, links = c, degree
                if degree == 1:
                    break
        if busiest < 0:
            best = max(best, chosen + rest.bit_count())
            continue
        if chosen + rest.bit_count() <= best:
            continue
        without = rest & ~(1 << busiest)
        stack.append((without & ~map_.road[busiest], chosen + 1))
        if links > 1:  # a city with one neighbour may always be chosen
            stack.append((without, chosen))
    return best


assert N_TILES * 8 == N_LAYS
