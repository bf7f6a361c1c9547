"""Positions of everything on an assembled map: coasts, roads and routes across the borders of tiles, cities and the paths at the rim.

All in pixels. A map may be turned by a quarter, so that a wide one fits a phone.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot
from typing import Final, final

from brehon.games.fallen_kingdoms.data import Map
from brehon.games.fallen_kingdoms.tiles import MIDPOINTS, Face, TileSet, turn_point, unturned

Point = tuple[float, float]
STEPS: Final = 6  # points drawn on each piece of a coast
ROUGH: Final = 0.85  # how far a coast strays from its outline, in hundredths of a tile
INWARD: Final = [(0, 1), (0, 1), (-1, 0), (-1, 0), (0, -1), (0, -1), (1, 0), (1, 0)]  # [half]
FACING: Final = {2: 7, 3: 6, 7: 2, 6: 3, 5: 0, 4: 1, 0: 5, 1: 4}  # the half on the other side of a border


@final
class TileArt:
    """One tile as it lies on the map, in its own pixels: it looks the same on every map."""

    def __init__(self, tiles: TileSet, lay: int, size: float, turn: bool) -> None:
        self.lay = lay
        self.size = size
        self.turn = turn
        self.coasts: list[list[Point]] = []
        self.waters: list[list[Point]] = []
        self.roads: list[list[Point]] = []
        self.routes: list[list[Point]] = []
        self.exits: dict[int, list[Point]] = {}  # [half as it lies] from the city to the border
        face = tiles.face_of(lay)
        self.cities = [self.at(float(city.x), float(city.y)) for city in face.cities]
        self._add_seas(face)
        self._add_links(face)
        self.decor = scenery(self, face)

    def at(self, x: float, y: float) -> Point:
        """A point of the printed face."""
        return self.lying(*turn_point(x, y, self.lay % 4))

    def lying(self, x: float, y: float) -> Point:
        """A point of the tile as it lies."""
        if self.turn:
            x, y = 100 - y, x
        k = self.size / 100
        return round(x * k, 1), round(y * k, 1)

    def _add_seas(self, face: Face) -> None:
        for index, sea in enumerate(face.seas):
            outline = [(float(x), float(y)) for x, y in sea.outline]
            if _area(outline) < 0:
                outline.reverse()  # all in the same sense, so that overlapping seas add up
            water: list[Point] = []
            for chain, is_coast in _chains(outline):
                if is_coast:
                    rough = _shore(chain, hash_of(face.first, index))
                    self.coasts.append([self.at(x, y) for x, y in rough])
                    water += self.coasts[-1]
                else:
                    water += [self.at(*_outward(x, y)) for x, y in chain]
            self.waters.append(water)

    def _add_links(self, face: Face) -> None:
        for a, b in face.roads:
            line = _bow(_spot(face, a), _spot(face, b), hash_of(a, b, face.first))
            self.roads.append([self.at(x, y) for x, y in line])
        for route in face.routes:
            points = [_spot(face, route.a), *((float(x), float(y)) for x, y in route.via), _spot(face, route.b)]
            self.routes.append([self.at(x, y) for x, y in smooth(points)])
        for half, city in enumerate(face.exits):
            if city < 0:
                continue
            goal = MIDPOINTS[half]
            line = _leave(_spot(face, city), (float(goal[0]), float(goal[1])), INWARD[half])
            points_here = [self.at(x, y) for x, y in line]
            self.exits[(half + 2 * (self.lay % 4)) % 8] = points_here
            (self.routes if face.edges[half] == "W" else self.roads).append(points_here)


@lru_cache(maxsize=512)
def tile_art(tiles: TileSet, lay: int, size: float, turn: bool) -> TileArt:
    return TileArt(tiles, lay, size, turn)


@final
class Chart:
    """The geometry of one map, or of its first tiles while it is being built."""

    def __init__(self, tiles: TileSet, lays: list[int], columns: int, rows: int, size: float, turn: bool) -> None:
        self.tiles = tiles
        self.lays = lays
        self.columns = columns
        self.rows = rows
        self.size = size  # of a tile
        self.turn = turn
        self.width = size * (rows if turn else columns)
        self.height = size * (columns if turn else rows)
        self.art = [tile_art(tiles, lay, size, turn) for lay in lays]  # [place]

    def corner(self, place: int) -> Point:
        """The upper left corner of a place as it is drawn."""
        row, column = divmod(place, self.columns)
        return (
            (self.size * (self.rows - 1 - row), self.size * column)
            if self.turn
            else (self.size * column, self.size * row)
        )

    def laid(self, place: int, line: list[Point]) -> list[Point]:
        """A line of a tile, on the map."""
        dx, dy = self.corner(place)
        return [(round(x + dx, 1), round(y + dy, 1)) for x, y in line]

    def lying(self, place: int, x: float, y: float) -> Point:
        """A point of a place of the grid."""
        return self.laid(place, [self.art[place].lying(x, y)])[0]

    @property
    def coasts(self) -> list[list[Point]]:
        return [self.laid(place, line) for place, art in enumerate(self.art) for line in art.coasts]


@final
class Ways:
    """The cities and the lines between them, for one finished map."""

    def __init__(self, chart: Chart, map_: Map) -> None:
        self.chart = chart
        self.map = map_
        self.cities: list[Point] = [(0.0, 0.0)] * map_.n_cities
        self.lines: dict[tuple[int, int], list[Point]] = {}
        self._leaving: dict[tuple[int, int], int] = {}  # (place, half): the city whose road or route leaves there
        for place in range(len(chart.lays)):
            self._add_tile(place)
        self._join()
        self.paths = [self._rim(at // 8, at % 8) for at in map_.path_half]
        self.by_sea = [_is_water(chart, at // 8, at % 8) for at in map_.path_half]

    def _add_tile(self, place: int) -> None:
        """Cities, roads and routes of one tile."""
        chart = self.chart
        art, face = chart.art[place], chart.tiles.face_of(chart.lays[place])
        here = [self.map.city[face.first + i] for i in range(len(face.cities))]
        for i, point in enumerate(chart.laid(place, art.cities)):
            self.cities[here[i]] = point
        for half, i in enumerate(face.exits):
            if i >= 0:
                self._leaving[place, (half + 2 * (art.lay % 4)) % 8] = here[i]
        for route, line in zip(face.routes, art.routes, strict=False):
            self._keep(here[route.a], here[route.b], chart.laid(place, line))
        for (a, b), line in zip(face.roads, art.roads, strict=False):
            self._keep(here[a], here[b], chart.laid(place, line))

    def _join(self) -> None:
        """What leaves one tile continues across the next."""
        chart = self.chart
        for (place, half), city in self._leaving.items():
            other = place + 1 if half in (2, 3) else place + chart.columns
            is_inside = other % chart.columns != 0 if half in (2, 3) else half in (4, 5) and other < len(chart.lays)
            if is_inside and (other, FACING[half]) in self._leaving:
                onward = chart.laid(other, chart.art[other].exits[FACING[half]])
                line = chart.laid(place, chart.art[place].exits[half]) + onward[::-1]
                self._keep(city, self._leaving[other, FACING[half]], line)

    def _keep(self, a: int, b: int, line: list[Point]) -> None:
        if a != b:
            self.lines[a, b] = line
            self.lines[b, a] = line[::-1]

    def _rim(self, place: int, half: int) -> tuple[float, float, float, float]:
        """Where a path meets the rim, and the direction that points into the map."""
        x, y = MIDPOINTS[half]
        dx, dy = INWARD[half]
        here, inside = self.chart.lying(place, x, y), self.chart.lying(place, x + dx * 10, y + dy * 10)
        length = hypot(inside[0] - here[0], inside[1] - here[1])
        return (*here, (inside[0] - here[0]) / length, (inside[1] - here[1]) / length)

    def line(self, a: int, b: int, roads: list[int]) -> list[Point]:
        """The way of an army: along a road or route, over a city between, or straight over the sea."""
        if (a, b) in self.lines:
            return self.lines[a, b]
        for middle in range(len(self.cities)):
            if (
                roads[a] >> middle & 1
                and roads[b] >> middle & 1
                and (a, middle) in self.lines
                and (middle, b) in self.lines
            ):
                return self.lines[a, middle] + self.lines[middle, b]
        return smooth([self.cities[a], self.cities[b]], 12)


def _is_water(chart: Chart, place: int, half: int) -> bool:
    lay = chart.lays[place]
    return chart.tiles.face_of(lay).edges[unturned(half, lay % 4)] == "W"


def _spot(face: Face, city: int) -> Point:
    return float(face.cities[city].x), float(face.cities[city].y)


def hash_of(*numbers: int) -> int:
    """The same pseudo-random number for the same numbers, on every machine."""
    value = 2166136261
    for number in numbers:
        value = (value ^ (number & 0xFFFF)) * 16777619 & 0xFFFFFFFF
        value ^= value >> 13
    return value * 2654435761 >> 7 & 0xFFFFFF


# -- curves


def _area(outline: list[Point]) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, outline[1:] + outline[:1], strict=True))


def _sides(point: Point) -> set[int]:
    """The edges of the tile that a point is on."""
    x, y = point
    return {side for side, on in enumerate((y <= 0, x >= 100, y >= 100, x <= 0)) if on}


def _chains(outline: list[Point]) -> list[tuple[list[Point], bool]]:
    """An outline cut into coasts and stretches along the border of the tile, in order."""
    n = len(outline)
    coast = [not (_sides(outline[i]) & _sides(outline[(i + 1) % n])) for i in range(n)]
    if all(coast):
        return [([*outline, outline[0]], True)]
    start = next(i for i in range(n) if coast[i - 1] != coast[i]) if any(coast) else 0
    found: list[tuple[list[Point], bool]] = []
    for step in range(n):
        i = (start + step) % n
        if not found or found[-1][1] != coast[i]:
            found.append(([outline[i]], coast[i]))
        found[-1][0].append(outline[(i + 1) % n])
    return found


def _outward(x: float, y: float) -> Point:
    """A point on the border, pushed a little over it, so that no gap is visible between two tiles."""
    return x + (0.6 if x >= 100 else -0.6 if x <= 0 else 0), y + (0.6 if y >= 100 else -0.6 if y <= 0 else 0)


def _inward(point: Point) -> Point:
    x, y = point
    return float((x <= 0) - (x >= 100)), float((y <= 0) - (y >= 100))


def smooth(points: list[Point], steps: int = STEPS, first: Point = (0, 0), last: Point = (0, 0)) -> list[Point]:
    """A curve through all points; `first` and `last` are directions at its ends, if they matter."""
    n = len(points)
    slopes: list[Point] = []
    for i in range(n):
        a, b = points[max(0, i - 1)], points[min(n - 1, i + 1)]
        share = 1.0 if i in (0, n - 1) else 0.5
        slopes.append(((b[0] - a[0]) * share, (b[1] - a[1]) * share))
    for i, way in ((0, first), (n - 1, last)):
        if way != (0, 0):
            length = hypot(*slopes[i]) / hypot(*way)
            slopes[i] = (way[0] * length, way[1] * length)
    found = [points[0]]
    for i in range(n - 1):
        for step in range(1, steps + 1):
            found.append(_hermite(points[i], points[i + 1], slopes[i], slopes[i + 1], step / steps))
    return found


def _hermite(a: Point, b: Point, ta: Point, tb: Point, t: float) -> Point:
    h1, h2 = 2 * t**3 - 3 * t**2 + 1, t**3 - 2 * t**2 + t
    h3, h4 = 1 - h1, t**3 - t**2
    return h1 * a[0] + h2 * ta[0] + h3 * b[0] + h4 * tb[0], h1 * a[1] + h2 * ta[1] + h3 * b[1] + h4 * tb[1]


def _shore(chain: list[Point], seed: int) -> list[Point]:
    """A coast: smooth, square to the border where it leaves the tile, and a little ragged between."""
    first = _inward(chain[0])
    last = _inward(chain[-1])
    line = smooth(chain, STEPS, first, (-last[0], -last[1]))
    found = [line[0]]
    for i in range(1, len(line) - 1):
        ax, ay = line[i - 1]
        bx, by = line[i + 1]
        length = hypot(bx - ax, by - ay) or 1.0
        ease = min(1.0, i / 4, (len(line) - 1 - i) / 4)
        stray = ((hash_of(seed, i) % 201) - 100) / 100 * ROUGH * ease
        found.append((line[i][0] - (by - ay) / length * stray, line[i][1] + (bx - ax) / length * stray))
    return [*found, line[-1]]


def _bow(a: Point, b: Point, seed: int) -> list[Point]:
    """A road that is not quite straight."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    bend = 0.07 if seed & 1 else -0.07
    middle = ((a[0] + b[0]) / 2 - dy * bend, (a[1] + b[1]) / 2 + dx * bend)
    return smooth([a, middle, b], 5)


def _leave(city: Point, goal: Point, inward: tuple[int, int]) -> list[Point]:
    """From a city to the border, meeting it at a right angle, so that it continues smoothly on the next tile."""
    return smooth([city, goal], 8, (0, 0), (-float(inward[0]), -float(inward[1])))


# -- scenery


def is_sea(face: Face, x: float, y: float) -> bool:
    """Whether a point of a printed face is in one of its seas."""
    for sea in face.seas:
        inside = False
        for (ax, ay), (bx, by) in zip(sea.outline, sea.outline[1:] + sea.outline[:1], strict=True):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                inside = not inside
        if inside:
            return True
    return False


def scenery(art: TileArt, face: Face) -> list[tuple[str, float, float]]:
    """Mountains, woods and waves where there is nothing else: (name, x, y), the point is the middle."""
    k = art.size / 100
    lines = [point for line in (*art.roads, *art.routes) for point in line]
    found: list[tuple[str, float, float]] = []
    for row in range(9):
        for column in range(9):
            seed = hash_of(face.first, row, column)
            fx, fy = 8 + 10.5 * column + seed % 7 - 3, 8 + 10.5 * row + seed // 7 % 7 - 3
            x, y = art.at(fx, fy)
            beside = [is_sea(face, fx + dx, fy + dy) for dx, dy in ((0, 0), (6, 0), (-6, 0), (0, 6), (0, -6))]
            if any(beside) != all(beside) or not 6 < fx < 94 or not 6 < fy < 94:
                continue
            if any(abs(x - cx) < 30 + 3 * k and abs(y - cy - 5) < 24 + 2 * k for cx, cy in art.cities):
                continue
            if any(abs(x - px) < 13 and abs(y - py) < 11 for px, py in lines):
                continue
            if any(abs(x - ox) < 26 and abs(y - oy) < 18 for _, ox, oy in found):
                continue
            name = "wave" if beside[0] else ("mountain", "pine", "pines", "hill", "mountain", "pines")[seed // 49 % 6]
            found.append((name, x, y))
    return found
