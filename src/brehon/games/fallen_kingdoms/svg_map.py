"""The map that never changes during a game: land, sea, roads, routes, scenery and what is printed at each city.

A tile looks the same on every map, so each way to lay one is drawn once; a map is the row of its tiles. Nothing here depends on
the state of a game.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final, final

from brehon.core.palette import INK, PAPER, RULE
from brehon.core.svg import esc
from brehon.games.fallen_kingdoms import glyphs
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms.glyphs import (
    BEACH,
    COAST,
    LAND,
    ROAD,
    ROAD_EDGE,
    ROAD_FILL,
    ROUTE,
    ROUTE_EDGE,
    SEA,
    SHALLOW,
    use,
)
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.svg_land import Chart, Point, TileArt, Ways, hash_of, tile_art
from brehon.games.fallen_kingdoms.tiles import TileSet
from brehon.games.fallen_kingdoms.view import FallenView

CONTOURS: Final = [(14.0, SHALLOW, 0.4), (12.4, SEA, 1), (5.0, SHALLOW, 1), (3.4, SEA, 1)]  # width, colour, opacity
MAPS: Final = 1024  # whose places of cities and names are kept; their pictures are shared
Box = tuple[float, float, float, float]  # left, top, right, bottom
CLASS_COAST: Final = ' class="coast"'
MARVELS: Final = {"ship": (40, 24), "monster": (44, 19), "compass": (40, 40)}


@final
class Sizes:
    """The sizes of things on a map, and their positions around a city."""

    def __init__(self, shield: float, icon: float, beside: float, name: float, touch: float, rim: float) -> None:
        self.shield = shield
        self.icon = icon
        self.beside = beside  # from the middle of a city to what is next to it
        self.name = name
        self.touch = touch
        self.rim = rim  # width of the frame with the paths


WIDE: Final = Sizes(14.5, 16, 21, 12, 44, 22)
WIDE_CLOSE: Final = Sizes(13, 14, 18.5, 11.5, 40, 22)  # for the larger maps
NARROW: Final = Sizes(12.5, 13, 17.5, 11, 44, 18)
NARROW_CLOSE: Final = Sizes(11.5, 11.5, 15.5, 11, 44, 16)


class Ground:
    """A drawn map: the picture, and where its cities and paths are. `ways` is empty before the map is complete."""

    def __init__(self, chart: Chart, ways: Ways | None, sizes: Sizes, prefix: str, names: list[str]) -> None:
        self.chart = chart
        self.ways = ways
        self.sizes = sizes
        self.prefix = prefix
        self.boxes: list[Box] = []  # of cities and names, where nothing else should lie
        self.labels = [] if ways is None else _names(ways, sizes, names, self.boxes)  # box and text

    def names(self, top: float, bottom: float) -> str:
        """The names of the cities between two heights."""
        texts = "".join(text for box, text in self.labels if top < box[1] and box[3] < bottom)
        halo = f'stroke="{PAPER}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
        return f'<g font-size="{self.sizes.name:g}" text-anchor="middle" font-weight="bold" {halo}>{texts}</g>'

    @property
    def picture(self) -> str:
        """Everything that never changes."""
        chart, prefix = self.chart, self.prefix
        tiles = [
            f'<g transform="translate({x:g},{y:g})">{tile_picture(chart.tiles, lay, chart.size, chart.turn, prefix, self.sizes)}</g>'
            for (x, y), lay in zip(map(chart.corner, range(len(chart.lays))), chart.lays, strict=True)
        ]
        return (
            f'<defs><clipPath id="{prefix}fk-tile"><rect width="{chart.size:g}" height="{chart.size:g}"/></clipPath></defs>'
            f"{_empty(chart)}{''.join(tiles)}{_borders(chart)}"
            f'<rect width="{chart.width:g}" height="{chart.height:g}" fill="none" stroke="{COAST}" stroke-width="2"/>'
        )


def ground(rules: FallenRules, v: FallenView, size: float, turn: bool, sizes: Sizes, prefix: str) -> Ground:
    """The map of this view, from the cache if it has been drawn before."""
    return _ground(
        m.tiles_of(rules), tuple(v.map.tiles or v.laid), m.grid(rules, v), _Assembly(v), size, turn, sizes, prefix
    )


@final
class _Assembly:
    """The map of a view, equal to every other for a cache: the tiles and the grid say it all."""

    def __init__(self, v: FallenView) -> None:
        self.map = v.map

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Assembly) and (self.map.n_cities == 0) == (other.map.n_cities == 0)

    def __hash__(self) -> int:
        return int(self.map.n_cities == 0)


@lru_cache(maxsize=MAPS)
def _ground(
    tiles: TileSet, lays: tuple[int, ...], grid: tuple[int, int], made: _Assembly, size: float, turn: bool, sizes: Sizes, prefix: str
) -> Ground:  # fmt: skip
    rows, columns = grid
    chart = Chart(tiles, list(lays), columns, rows, size, turn)
    ways = Ways(chart, made.map) if made.map.n_cities else None
    names = [tiles.cities[number].name for number in made.map.ids]
    return Ground(chart, ways, sizes, prefix, names)


# -- one tile


@lru_cache(maxsize=512)
def tile_picture(tiles: TileSet, lay: int, size: float, turn: bool, prefix: str, sizes: Sizes) -> str:
    """Land, sea, roads, scenery and cities of a tile; its ids carry the number of the way it is laid."""
    art = tile_art(tiles, lay, size, turn)
    own = f"{prefix}fk-t{lay}-"
    shapes = {"water": "".join(_shape(points) for points in art.waters)}
    for name, lines in (("coast", art.coasts), ("roads", art.roads), ("routes", art.routes)):
        shapes[name] = "".join(_line(points) for points in lines)
    defs = "".join(f'<path id="{own}{name}" d="{path}"/>' for name, path in shapes.items() if path)
    sea = ""
    if art.waters:
        defs += f'<clipPath id="{own}sea"><use href="#{own}water"/></clipPath>'
        contours = "".join(
            _stroke(f"{own}coast", ink, width, f' stroke-opacity="{opacity}"') for width, ink, opacity in CONTOURS
        )
        sea = (
            f"{_stroke(f'{own}coast', BEACH, 8)}"
            f'<use href="#{own}water" fill="{SEA}" class="sea"/><g clip-path="url(#{own}sea)">{contours if art.coasts else ""}</g>'
            f"{_stroke(own + 'coast', COAST, 1.4, CLASS_COAST)}"
        )
        sea = sea if art.coasts else f'<use href="#{own}water" fill="{SEA}" class="sea"/>'
    ways = (_routes(f"{own}routes") if art.routes else "") + (_roads(f"{own}roads", size) if art.roads else "")
    cities = "".join(_city(prefix, tiles, lay, i, point, sizes) for i, point in enumerate(art.cities))
    return (
        f'<defs>{defs}</defs><g clip-path="url(#{prefix}fk-tile)"><rect width="{size:g}" height="{size:g}" fill="{LAND}"/>'
        f'<rect width="{size:g}" height="{size:g}" fill="url(#{prefix}fk-grain)"/>{sea}{_scenery(art, prefix)}{ways}</g>{cities}'
    )


def _line(points: list[Point]) -> str:
    """A soft line through points: curves between the middles of its pieces."""
    if len(points) < 3:
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    out = [f"M{points[0][0]:g} {points[0][1]:g}"]
    for (ax, ay), (bx, by) in pairwise(points[1:]):
        out.append(f"Q{ax:g} {ay:g} {(ax + bx) / 2:.4g} {(ay + by) / 2:.4g}")
    out.append(f"L{points[-1][0]:g} {points[-1][1]:g}")
    return "".join(out)


def _shape(points: list[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "z"


def _stroke(ident: str, ink: str, width: float, more: str = "") -> str:
    """One of the lines of a tile in a colour and a width."""
    return f'<use href="#{ident}" fill="none" stroke="{ink}" stroke-width="{width:g}" stroke-linejoin="round"{more}/>'


def _roads(ident: str, size: float) -> str:
    width = 4.4 if size > 200 else 3.6
    cap = ' stroke-linecap="round"'
    return (
        _stroke(ident, ROAD_EDGE, width + 2, f'{cap} class="road"')
        + _stroke(ident, ROAD, width, cap)
        + _stroke(ident, ROAD_FILL, width - 2, cap)
    )


def _routes(ident: str) -> str:
    return _stroke(ident, ROUTE_EDGE, 4, ' stroke-opacity=".7"') + _stroke(
        ident, ROUTE, 2, ' stroke-dasharray="7 5" class="route"'
    )


def _scenery(art: TileArt, prefix: str) -> str:
    k = min(1.0, art.size / 260)
    out: list[str] = []
    waves: list[Point] = []
    for name, x, y in sorted(art.decor, key=lambda thing: thing[2]):
        if name == "wave":
            waves.append((x, y))
        elif name == "pines":
            out += [use(prefix, "pine", x + (dx - 5) * k, y + (dy - 9) * k, 10 * k, "", 15 * k) for dx, dy in ((-7, 1), (7, 0), (0, 4))]  # fmt: skip
        else:
            width, height = {"mountain": (30, 21), "pine": (10, 15), "hill": (22, 9)}[name]
            out.append(use(prefix, name, x - width * k / 2, y - height * k / 2, width * k, "", height * k))
    return _afloat(art, waves, prefix, k) + "".join(out)


def _afloat(art: TileArt, waves: list[Point], prefix: str, k: float) -> str:
    """Waves, and on some wide waters a ship, a monster or a compass rose."""
    order = sorted(waves, key=lambda point: hash_of(round(point[0]), round(point[1])))
    out: list[str] = []
    marvel = sorted(MARVELS)[art.lay // 4 % 3] if len(waves) > 4 else ""
    for x, y in order:
        room = 26 * k
        if marvel and room < x < art.size - room and room < y < art.size - room:
            width, height = MARVELS[marvel]
            out.append(use(prefix, marvel, x - width * k / 2, y - height * k / 2, width * k, "", height * k))
            marvel = ""
        else:
            out.append(use(prefix, "wave", x - 9 * k, y - 4 * k, 18 * k, "", 7 * k))
    return "".join(out)


def _city(prefix: str, tiles: TileSet, lay: int, number: int, point: Point, sizes: Sizes) -> str:
    """What is printed at a city: its houses, a resource, an anchor."""
    x, y = point
    one = tiles.face_of(lay).cities[number]
    r = sizes.shield
    out = [f'<g transform="translate({x:g},{y:g})">{use(prefix, "town", -r, -r, r * 2)}']
    if one.resource >= 0:
        out.append(
            f'<g transform="translate({-sizes.beside:g},{-sizes.icon * 0.3:.3g})">{glyphs.resource(prefix, one.resource, one.form, sizes.icon)}</g>'
        )
    if one.sea:
        r = sizes.icon * 0.48
        out.append(
            f'<g transform="translate({sizes.beside:g},{sizes.icon * 0.55:.3g})"><circle r="{r:.3g}" fill="{PAPER}" stroke="{ROUTE}" stroke-width="1.2"/>'
            f"{use(prefix, 'anchor', -r * 0.75, -r * 0.75, r * 1.5, ROUTE)}</g>"
        )
    return "".join(out) + "</g>"


# -- the whole map


def _empty(chart: Chart) -> str:
    """Places of the grid without a tile."""
    size = chart.size
    return "".join(
        f'<rect x="{x + 6:g}" y="{y + 6:g}" width="{size - 12:g}" height="{size - 12:g}" rx="8" fill="{PAPER}" fill-opacity=".5" '
        f'stroke="{RULE}" stroke-dasharray="8 6"/>'
        for x, y in (chart.corner(place) for place in range(len(chart.lays), chart.rows * chart.columns))
    )


def _borders(chart: Chart) -> str:
    """The borders between tiles, barely visible."""
    size = chart.size
    lines = "".join(f"M{size * i:g} 0V{chart.height:g}" for i in range(1, round(chart.width / size)))
    lines += "".join(f"M0 {size * i:g}H{chart.width:g}" for i in range(1, round(chart.height / size)))
    return f'<path d="{lines}" stroke="{INK}" stroke-opacity=".13" stroke-width="1" stroke-dasharray="2 5"/>'


def meets(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _names(ways: Ways, sizes: Sizes, names: list[str], taken: list[Box]) -> list[tuple[Box, str]]:
    """The names of the cities: each below or above its city, where it covers no other; one without room is left out.

    Everything is also said by the title of the city.
    """
    chart = ways.chart
    size, r = sizes.name, sizes.shield
    taken += [(x - r, y - r, x + r, y + r) for x, y in ways.cities]
    badges: list[Box] = []
    for x, y in ways.cities:
        badges.append(
            (x - sizes.beside - sizes.icon / 2, y - sizes.icon * 0.8, x + sizes.beside + sizes.icon / 2, y + sizes.icon)
        )
    texts: list[tuple[Box, str]] = []
    order = sorted(range(len(names)), key=lambda city: -len(names[city]))
    for city in order:
        x, y = ways.cities[city]
        half = len(names[city]) * size * 0.335 + 2
        best: tuple[int, float, float, Box] | None = None
        for dy in (r + size * 0.95, -r - 4, r + size * 1.5):
            for share in (0.0, -0.55, 0.55, -0.95, 0.95):
                middle = min(max(x + share * half, half + 1), chart.width - half - 1)
                box = (middle - half, y + dy - size * 0.95, middle + half, y + dy + size * 0.27)
                if not box[1] > 0 or not box[3] < chart.height or any(meets(box, other) for other in taken):
                    continue
                bad = (
                    sum(meets(box, other) for i, other in enumerate(badges) if i != city) * 4 + (dy < 0) + (share != 0)
                )
                if best is None or bad < best[0]:
                    best = (bad, middle, y + dy, box)
        if best is not None:
            taken.append(best[3])
            texts.append((best[3], f'<text x="{best[1]:.4g}" y="{best[2]:.4g}">{esc(names[city])}</text>'))
    return texts
