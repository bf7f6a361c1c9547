"""What stands on the map: cities with what is in them, armies on the road, orders, and the invasion paths with their flags."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, degrees, hypot
from typing import Final, final

from brehon.core.svg import esc, shorten
from brehon.core.text import N_, Message, Seat
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import glyphs
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.glyphs import COAST, FIELDS, INK, PAPER, RIMS, ROUTE, use
from brehon.games.fallen_kingdoms.svg_canvas import Canvas
from brehon.games.fallen_kingdoms.svg_land import Point, Ways
from brehon.games.fallen_kingdoms.svg_map import Ground, ground


@final
class Sizes:
    """How large things are on a map, and where they stand about a city."""

    def __init__(
        self, shield: float, icon: float, beside: float, name: float, name_y: float, touch: float, rim: float
    ) -> None:
        self.shield = shield
        self.icon = icon
        self.beside = beside  # from the middle of a city to what stands beside it
        self.name = name
        self.name_y = name_y
        self.touch = touch
        self.rim = rim  # width of the frame with the paths


WIDE: Final = Sizes(14.5, 17, 26, 12, 29, 42, 32)
NARROW: Final = Sizes(12, 13.5, 20, 10, 22.5, 40, 24)


def draw_map(c: Canvas, x: float, y: float, tile: float, turn: bool) -> tuple[float, float]:
    """The map in its frame, with everything on it; returns its width and height."""
    sizes = NARROW if c.is_narrow else WIDE
    here = ground(c.rules, c.view, tile, turn, c.prefix)
    rim = sizes.rim
    width, height = here.chart.width + 2 * rim, here.chart.height + 2 * rim
    c.ground.append(_frame(c, x, y, width, height, rim))
    c.ground.append(f'<g transform="translate({x + rim:g},{y + rim:g})" aria-hidden="true">{here.picture}')
    if here.ways is not None:
        _draw_orders(c, here.ways, x + rim, y + rim, sizes)
        c.ground += [_ring(*here.ways.cities[city], sizes.shield + 5) for city in _marked(c)]
        c.ground.append(_standing(c, here, sizes))
    c.ground.append("</g>")
    if here.ways is not None:
        names = _names(c, here, sizes)
        c.top.append(
            f'<g transform="translate({x + rim:g},{y + rim:g})" pointer-events="none" aria-hidden="true">{names}</g>'
        )
    if here.ways is not None:
        for path in range(c.view.map.n_paths):
            _draw_path(c, here.ways, path, x + rim, y + rim, sizes)
        for city in c.view.map.order:
            _draw_city(c, here.ways, city, x + rim, y + rim, sizes)
    return width, height


def _frame(c: Canvas, x: float, y: float, width: float, height: float, rim: float) -> str:
    """A carved frame about the map."""
    knots = ""
    if not c.is_narrow:
        knots = "".join(glyphs.band(c.prefix, x + rim, top, width - 2 * rim) for top in (y + 4, y + height - 16))
    return (
        f'<rect x="{x}" y="{y}" width="{width:g}" height="{height:g}" rx="8" fill="#d9c9a0" stroke="{COAST}" stroke-width="1.5" class="panel map"/>'
        f'<g opacity=".45">{knots}</g>'
    )


# -- cities


def _standing(c: Canvas, here: Ground, sizes: Sizes) -> str:
    """Icons and ports: printed on the map, so drawn once."""
    key = f"{c.prefix}cities"
    if key not in here.extras:
        ways = here.ways
        assert ways is not None
        here.extras[key] = "".join(_printed(c, ways, city, sizes) for city in range(c.view.map.n_cities))
    return here.extras[key]


def _printed(c: Canvas, ways: Ways, city: int, sizes: Sizes) -> str:
    x, y = ways.cities[city]
    one = m.printed(c.rules, c.view, city)
    out = [
        f'<g transform="translate({x:g},{y:g})">{use(c.prefix, "town", -sizes.shield, -sizes.shield, sizes.shield * 2)}'
    ]
    if one.resource >= 0:
        out.append(
            f'<g transform="translate({-sizes.beside:g},-2)">{glyphs.resource(c.prefix, one.resource, one.form, sizes.icon)}</g>'
        )
    if one.sea:
        r = sizes.icon * 0.5
        out.append(
            f'<g transform="translate({sizes.beside - 1:g},{sizes.icon * 0.55:.4g})"><circle r="{r:g}" fill="#e4f1f4" stroke="{ROUTE}" stroke-width="1.2"/>'
            f"{use(c.prefix, 'anchor', -r * 0.75, -r * 0.75, r * 1.5, ROUTE)}</g>"
        )
    return "".join(out) + "</g>"


def _names(c: Canvas, here: Ground, sizes: Sizes) -> str:
    """The names of the cities, above everything else on the map."""
    key = f"{c.prefix}names"
    if key not in here.extras:
        ways = here.ways
        assert ways is not None
        halo = f'stroke="{PAPER}" stroke-width="3.2" stroke-linejoin="round" paint-order="stroke"'
        texts = "".join(
            f'<text x="{x:g}" y="{y + sizes.name_y:g}">{esc(shorten(m.printed(c.rules, c.view, city).name, 14))}</text>'
            for city, (x, y) in enumerate(ways.cities)
        )
        here.extras[key] = f'<g font-size="{sizes.name}" text-anchor="middle" font-weight="bold" {halo}>{texts}</g>'
    return here.extras[key]


def _draw_city(c: Canvas, ways: Ways, city: int, x0: float, y0: float, sizes: Sizes) -> None:
    """Units, building and temple, and the place to click."""
    v = c.view
    x, y = ways.cities[city]
    x, y = x0 + x, y0 + y
    key = m.printed(c.rules, v, city).key
    if v.owner[city] >= 0:
        c.put(f"units-{key}", x, y, glyphs.shield(c.prefix, v.owner[city], sizes.shield, v.units[city]), "units")
    elif v.slots and v.slots[city]:
        c.put(f"units-{key}", x, y, _ghost(sizes.shield, v.slots[city]), "units surrendered")
    building, temple = m.building_at(v, city), m.temple_at(v, city)
    top = -sizes.icon * 0.62
    if building >= 0:
        lift = -sizes.icon * 0.55 if temple >= 0 else 0
        tile = glyphs.building(c.prefix, building, sizes.icon)
        body = f'<g opacity=".55">{tile}</g>' if temple >= 0 else tile
        c.put(f"built-{key}", x + sizes.beside - 1, y + top + lift, body, "building")
    if temple >= 0:
        c.put(
            f"temple-{temple}",
            x + sizes.beside - 1,
            y + top,
            glyphs.temple(c.prefix, temple, sizes.icon * 1.28),
            "temple",
        )
    action = c.offered(m.CITY_KINDS, v.map.ids[city])
    title = c.say(words.city_title(c.rules, v, city))
    c.put_spot(f"city-{key}", x, y, sizes.touch, sizes.touch, action, title, round_=True)


def _marked(c: Canvas) -> list[int]:
    """The cities that the present decision is about."""
    v = c.view
    found = {-1 if v.phase in m.TARGET_IS_NO_CITY else v.target, -1 if v.phase in m.PLACE_IS_NO_CITY else v.place}
    return sorted(city for city in found if 0 <= city < v.map.n_cities)


def _ring(x: float, y: float, radius: float) -> str:
    return (
        f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{radius + 1:g}" fill="none" stroke="#fff" stroke-width="6" stroke-opacity=".9"/>'
        f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{radius + 1:g}" fill="none" stroke="#d8890b" stroke-width="4" class="chosen"/>'
    )


def _ghost(radius: float, number: int) -> str:
    """Surrendered units that nobody has replaced yet."""
    return (
        f'<circle r="{radius}" fill="#e9e2cf" stroke="{INK}" stroke-width="1.4" stroke-dasharray="3 2"/>'
        f'<text y="{radius * 0.36:.3g}" font-size="{radius}" font-weight="bold" text-anchor="middle">{number}</text>'
    )


# -- orders and armies


def _draw_orders(c: Canvas, ways: Ways, x0: float, y0: float, sizes: Sizes) -> None:
    """Planned orders as thin arrows, marching armies as thick ones, each with its units on the road."""
    v = c.view
    is_plan = bool(v.sent)
    for start, goal, n in m.orders(v):
        line = ways.line(start, goal, v.map.road)
        is_attack = (v.owner[goal] >= 0 and v.owner[goal] != v.active) or not is_plan
        c.ground.append(_arrow(_trim(line, sizes.shield + 3), v.active, is_attack, is_plan))
        x, y = _along(line, 0.56)
        body = glyphs.shield(c.prefix, v.active, round(sizes.shield * (0.72 if is_plan else 0.86), 1), n)
        names = (m.printed(c.rules, v, start).key, m.printed(c.rules, v, goal).key)
        way = f"units-{names[0]}", f"units-{names[1]}"
        c.put(f"army-{names[0]}-{names[1]}", x0 + x, y0 + y, body, "army", way)


def _trim(line: list[Point], room: float) -> list[Point]:
    """A line without its ends, which would lie under the cities."""
    first, last = line[0], line[-1]
    kept = [
        p
        for p in line
        if hypot(p[0] - first[0], p[1] - first[1]) > room and hypot(p[0] - last[0], p[1] - last[1]) > room
    ]
    return kept if len(kept) > 1 else line


def _along(line: list[Point], share: float) -> Point:
    """The point after a share of the length of a line."""
    pieces = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line)]
    left = sum(pieces) * share
    for ((ax, ay), (bx, by)), length in zip(pairwise(line), pieces, strict=True):
        if left <= length and length:
            return ax + (bx - ax) * left / length, ay + (by - ay) * left / length
        left -= length
    return line[-1]


def _arrow(line: list[Point], seat: int, is_attack: bool, is_plan: bool) -> str:
    path = "M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in line)
    (ax, ay), (bx, by) = line[-2], line[-1]
    turn = degrees(atan2(by - ay, bx - ax))
    dash = ' stroke-dasharray="9 5"' if is_plan else ""
    width = 5 if is_attack else 3.5
    head = f'<path d="M-9 -7L5 0L-9 7z" transform="translate({bx:.5g},{by:.5g}) rotate({turn:.0f})" fill="{FIELDS[seat]}" stroke="#fff" stroke-width="1.2"/>'
    return (
        f'<path d="{path}" fill="none" stroke="#fff" stroke-width="{width + 3}" stroke-linejoin="round"/>'
        f'<path d="{path}" fill="none" stroke="{FIELDS[seat]}" stroke-width="{width}" stroke-linejoin="round"{dash} class="order"/>{head}'
    )


# -- paths


def _draw_path(c: Canvas, ways: Ways, path: int, x0: float, y0: float, sizes: Sizes) -> None:
    """An invasion path: an arrow into the map with its number, and a flag if somebody has used it."""
    v = c.view
    x, y, dx, dy = ways.paths[path]
    x, y = x0 + x - dx * sizes.rim * 0.48, y0 + y - dy * sizes.rim * 0.48
    flag = v.flags[path] if path < len(v.flags) else -1
    c.ground.append(
        f'<g transform="translate({x:.5g},{y:.5g})" aria-hidden="true">{glyphs.path_token(dx, dy, path + 1, ways.by_sea[path], sizes.rim)}</g>'
    )
    side = sizes.rim * 0.62
    if flag >= 0:
        fx, fy = x - dy * sizes.rim * 0.85, y + dx * sizes.rim * 0.85
        c.put(f"flag-{path + 1}", fx, fy, _pennant(c, flag, side), "flag")
    city = words.city(c.rules, v, v.map.path_city[path])
    text = N_("Path %(n)s, by sea into %(city)s") if ways.by_sea[path] else N_("Path %(n)s, by road into %(city)s")
    title = Message(text, n=path + 1, city=city)
    if flag >= 0:
        title = Message(N_("%(path)s, flag of %(seat)s"), path=title, seat=Seat(flag))
    touch, inward = (40, 8) if c.is_narrow else (sizes.rim, 0)  # large enough to touch, and still within the picture
    x, y = x + dx * inward, y + dy * inward
    c.put_spot(f"path-{path + 1}", x, y, touch, touch, c.offered([a.PATH], path), c.say(title), round_=True)


def _pennant(c: Canvas, seat: int, size: float) -> str:
    return (
        f'<path d="M{-size / 2:g} {-size / 2:g}h{size:g}v{size * 0.8:g}l{-size / 2:g} {size * 0.28:g}l{-size / 2:g} {-size * 0.28:g}z" '
        f'fill="{FIELDS[seat]}" stroke="{RIMS[seat]}" stroke-width="1.2"/>'
        f"{glyphs.sign(c.prefix, seat, -size * 0.34, -size * 0.42, size * 0.68)}"
    )
