"""The map that never changes during a game: land, sea, roads, routes and scenery, drawn once for each assembly."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms.glyphs import COAST, INK, LAND, PAPER, ROAD, ROUTE, RULE, SEA, SHALLOW, use
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.svg_land import Chart, Point, Ways, hash_of
from brehon.games.fallen_kingdoms.view import FallenView

CONTOURS: Final = [
    (17.0, SHALLOW, 0.35),
    (15.2, SEA, 1),
    (10.4, SHALLOW, 0.6),
    (8.8, SEA, 1),
    (4.6, SHALLOW, 1),
    (3.2, SEA, 1),
]
CACHE: Final = 64  # maps kept


class Ground:
    """A drawn map: the picture, and where its cities and paths are. Nothing is at `ways` before the map is complete."""

    def __init__(self, chart: Chart, ways: Ways | None, prefix: str) -> None:
        self.chart = chart
        self.ways = ways
        self.picture = _picture(chart, ways, prefix)
        self.extras: dict[str, str] = {}  # further pictures that belong to this map, drawn elsewhere


_drawn: dict[tuple[str, tuple[int, ...], float, bool, str], Ground] = {}


def ground(rules: FallenRules, v: FallenView, size: float, turn: bool, prefix: str) -> Ground:
    """The map of this view, from the cache if it has been drawn before."""
    lays = v.map.tiles or v.laid
    key = (rules.components.digest, tuple(lays), size, turn, prefix)
    if key not in _drawn:
        if len(_drawn) >= CACHE:
            _drawn.pop(next(iter(_drawn)))
        rows, columns = m.grid(rules, v)
        chart = Chart(m.tiles_of(rules), lays, columns, rows, size, turn)
        _drawn[key] = Ground(chart, Ways(chart, v.map) if v.map.n_cities else None, prefix)
    return _drawn[key]


def _line(points: list[Point]) -> str:
    """A soft line through points: curves between the middles of its pieces."""
    if len(points) < 3:
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    out = [f"M{points[0][0]:g} {points[0][1]:g}"]
    for (ax, ay), (bx, by) in pairwise(points[1:]):
        out.append(f"Q{ax:g} {ay:g} {(ax + bx) / 2:.5g} {(ay + by) / 2:.5g}")
    out.append(f"L{points[-1][0]:g} {points[-1][1]:g}")
    return "".join(out)


def _shape(points: list[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "z"


def _picture(chart: Chart, ways: Ways | None, prefix: str) -> str:
    laid = [chart.corner(place) for place in range(len(chart.lays))]
    size = chart.size
    tiles = "".join(f"M{x:g} {y:g}h{size:g}v{size:g}h{-size:g}z" for x, y in laid)
    shapes = {  # drawn several times in different strokes, so written once
        "tiles": tiles, "water": "".join(_shape(points) for points in chart.waters),
        "coast": "".join(_line(points) for points in chart.coasts), "roads": "".join(_line(points) for points in chart.roads),
        "routes": "".join(_line(points) for points in chart.routes),
    }  # fmt: skip
    defs = "".join(f'<path id="{prefix}fk-{name}" d="{path}"/>' for name, path in shapes.items())
    contours = "".join(
        _stroke(prefix, "coast", ink, width, f' stroke-opacity="{opacity}"') for width, ink, opacity in CONTOURS
    )
    beach = _stroke(prefix, "coast", "#cdbf8b", 9, ' stroke-opacity=".7"')
    shore = _stroke(prefix, "coast", COAST, 1.5, ' class="coast"')
    bare = _bare_cities(chart) if ways is None else ""
    return (
        f'<defs>{defs}<clipPath id="{prefix}fk-map"><use href="#{prefix}fk-tiles"/></clipPath>'
        f'<clipPath id="{prefix}fk-sea"><use href="#{prefix}fk-water"/></clipPath></defs>'
        f'<rect width="{chart.width:g}" height="{chart.height:g}" fill="#d3c69f"/>{_empty(chart)}'
        f'<g clip-path="url(#{prefix}fk-map)"><use href="#{prefix}fk-tiles" fill="{LAND}"/><use href="#{prefix}fk-tiles" fill="url(#{prefix}fk-grain)"/>'
        f"{beach}"
        f'<use href="#{prefix}fk-water" fill="{SEA}" class="sea"/><g clip-path="url(#{prefix}fk-sea)">{contours}</g>'
        f"{shore}"
        f"{_borders(chart)}{_scenery(chart, ways, prefix)}{_routes(prefix)}{_roads(chart, prefix)}{bare}</g>"
        f'<rect width="{chart.width:g}" height="{chart.height:g}" fill="none" stroke="{INK}" stroke-width="2"/>'
    )


def _stroke(prefix: str, name: str, ink: str, width: float, more: str = "") -> str:
    """One of the lines of the map in a colour and a width."""
    return f'<use href="#{prefix}fk-{name}" fill="none" stroke="{ink}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"{more}/>'


def _empty(chart: Chart) -> str:
    """Places of the grid where no tile lies yet."""
    size = chart.size
    return "".join(
        f'<rect x="{x + 6:g}" y="{y + 6:g}" width="{size - 12:g}" height="{size - 12:g}" rx="8" fill="{PAPER}" fill-opacity=".5" '
        f'stroke="{RULE}" stroke-dasharray="8 6"/>'
        for x, y in (chart.corner(place) for place in range(len(chart.lays), chart.rows * chart.columns))
    )


def _borders(chart: Chart) -> str:
    """The seams between tiles, only just to be seen."""
    size = chart.size
    lines = "".join(f"M{size * i:g} 0V{chart.height:g}" for i in range(1, round(chart.width / size)))
    lines += "".join(f"M0 {size * i:g}H{chart.width:g}" for i in range(1, round(chart.height / size)))
    return f'<path d="{lines}" stroke="{INK}" stroke-opacity=".13" stroke-width="1" stroke-dasharray="2 5"/>'


def _roads(chart: Chart, prefix: str) -> str:
    width = 4.4 if chart.size > 200 else 3.4
    return (
        _stroke(prefix, "roads", "#fff6da", width + 2, ' class="road"')
        + _stroke(prefix, "roads", ROAD, width)
        + _stroke(prefix, "roads", "#d9b880", width - 2)
    )


def _routes(prefix: str) -> str:
    return _stroke(prefix, "routes", "#e6f2f4", 4, ' stroke-opacity=".75"') + _stroke(
        prefix, "routes", ROUTE, 2, ' stroke-dasharray="7 5" class="route"'
    )


def _scenery(chart: Chart, ways: Ways | None, prefix: str) -> str:
    if ways is None:
        return ""
    k = min(1.0, chart.size / 260)
    out: list[str] = []
    waves: list[Point] = []
    for things in ways.decor:
        for name, x, y in sorted(things, key=lambda thing: thing[2]):
            if name == "wave":
                waves.append((x, y))
            elif name == "pines":
                trees = ((-7, 1), (7, 0), (0, 4))
                out += [
                    use(prefix, "pine", x + dx * k - 5 * k, y + (dy - 9) * k, 10 * k, "", 15 * k) for dx, dy in trees
                ]
            else:
                width, height = {"mountain": (30, 21), "pine": (10, 15), "hill": (22, 9)}[name]
                out.append(use(prefix, name, x - width * k / 2, y - height * k / 2, width * k, "", height * k))
    return _afloat(chart, waves, prefix, k) + "".join(out)


def _bare_cities(chart: Chart) -> str:
    """While the map is being laid: where cities will be."""
    spots = [
        chart.at(place, city.x, city.y)
        for place, lay in enumerate(chart.lays)
        for city in chart.tiles.face_of(lay).cities
    ]
    r = chart.size / 30
    return "".join(
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:.3g}" fill="{PAPER}" stroke="{INK}" stroke-width="1.6"/>'
        for x, y in spots
    )


def _afloat(chart: Chart, waves: list[Point], prefix: str, k: float) -> str:
    """Waves, and where the sea is widest a ship, a monster and a compass rose."""
    order = sorted(waves, key=lambda point: hash_of(round(point[0]), round(point[1])))
    marvels: list[tuple[str, float, float]] = [("ship", 40, 24), ("monster", 44, 19), ("compass", 40, 40)]
    out: list[str] = []
    taken: list[Point] = []
    for x, y in order:
        if marvels and all(abs(x - tx) > chart.size * 0.6 or abs(y - ty) > chart.size * 0.6 for tx, ty in taken):
            name, width, height = marvels[0]
            room = 24 * k
            if room < x < chart.width - room and room < y < chart.height - room:
                marvels.pop(0)
                taken.append((x, y))
                out.append(use(prefix, name, x - width * k / 2, y - height * k / 2, width * k, "", height * k))
                continue
        out.append(use(prefix, "wave", x - 9 * k, y - 4 * k, 18 * k, "", 7 * k))
    return "".join(out)
