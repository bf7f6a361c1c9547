"""What is on the map: cities with what is in them, armies on the road, orders, and the invasion paths with their flags."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise
from math import atan2, degrees, hypot

from brehon.core.palette import INK, PAPER
from brehon.core.text import N_, Message, Seat
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import glyphs
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.glyphs import CHOSEN, COAST, FIELDS, FRAME, RIMS
from brehon.games.fallen_kingdoms.svg_land import Point, Ways
from brehon.games.fallen_kingdoms.svg_map import Box, Ground, Sizes, ground, meets
from brehon.games.fallen_kingdoms.svg_sheet import Sheet


def draw_map(c: Sheet, x: float, y: float, tile: float, turn: bool, sizes: Sizes) -> tuple[float, float]:
    """The map in its frame, with everything on it; returns its width and height."""
    here = ground(c.rules, c.view, tile, turn, sizes, c.prefix)
    rim = sizes.rim
    width, height = here.chart.width + 2 * rim, here.chart.height + 2 * rim
    c.put(_frame(c, x, y, width, height, rim))
    _draw_inside(c, here, x + rim, y + rim, -rim, height, "")
    return width, height


def draw_part(c: Sheet, x: float, y: float, height: float, middle: int, tile: float, turn: bool, sizes: Sizes) -> None:
    """A strip of the map of this height, with a city in the middle of it if that is possible."""
    here = ground(c.rules, c.view, tile, turn, sizes, c.prefix)
    if here.ways is None:
        return
    rim = sizes.rim
    at = here.ways.cities[middle][1] - height / 2 if middle >= 0 else (here.chart.height - height) / 2
    top = min(max(-rim, at), here.chart.height + rim - height)
    clip = f"{c.prefix}fk-part"
    width = here.chart.width + 2 * rim
    c.put(
        f'<defs><clipPath id="{clip}"><rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8"/></clipPath></defs>',
        f'<g clip-path="url(#{clip})">',
        _frame(c, x, y - top - rim, width, here.chart.height + 2 * rim, rim),
    )
    _draw_inside(c, here, x + rim, y - top, top, top + height, "</g>")


def _draw_inside(c: Sheet, here: Ground, x: float, y: float, top: float, bottom: float, end: str) -> None:
    """Everything on the map between two heights; `end` closes what is around the ground."""
    sizes = here.sizes
    c.put(f'<g transform="translate({x:g},{y:g})" class="still" aria-hidden="true">{here.picture}</g>')
    if here.ways is None:
        c.put(end)
        return
    c.put(f'<g transform="translate({x:g},{y:g})" aria-hidden="true">')
    _draw_orders(c, here, x, y, top, bottom)
    c.ground += [_ring(*here.ways.cities[city], sizes.shield + 5) for city in _marked(c)]
    c.put(f"</g>{end}")
    names = here.names(top, bottom)
    c.above.append(
        f'<g transform="translate({x:g},{y:g})" class="still" pointer-events="none" aria-hidden="true">{names}</g>'
    )
    for path in range(c.view.map.n_paths):
        _, py, _, dy = here.ways.paths[path]
        if top + 9 <= py - dy * sizes.rim * 0.48 <= bottom - 9:
            c.draw_once(_path_key(c, here.ways, path, x, y, sizes), _draw_path, c, here.ways, path, x, y, sizes)
    for city in c.view.map.order:
        if top + sizes.shield <= here.ways.cities[city][1] <= bottom - sizes.shield:
            c.draw_once(_city_key(c, here.ways, city, x, y, sizes), _draw_city, c, here.ways, city, x, y, sizes)


def _frame(c: Sheet, x: float, y: float, width: float, height: float, rim: float) -> str:
    """A carved frame around the map."""
    knots = "".join(glyphs.strip(c.prefix, "knot", x + rim, top, width - 2 * rim) for top in (y + rim / 2 - 6, y + height - rim / 2 - 6))  # fmt: skip
    return (
        f'<rect x="{x}" y="{y}" width="{width:g}" height="{height:g}" rx="8" fill="{FRAME}" stroke="{COAST}" stroke-width="1.5" class="panel map"/>'
        f'<g opacity=".4">{"" if c.is_narrow else knots}</g>'
    )


# -- cities


def _city_key(c: Sheet, ways: Ways, city: int, x0: float, y0: float, sizes: Sizes) -> tuple[Hashable, ...]:
    """All that a city depends on."""
    v = c.view
    owner, temple = v.owner[city], m.temple_at(v, city)
    action = c.offered(m.CITY_KINDS, v.map.ids[city])
    return (
        "city", v.map.ids[city], owner, v.units[city] if owner >= 0 else v.slots[city] if v.slots else 0, m.building_at(v, city), temple,
        c.say.seat(owner) if owner >= 0 else "", c.say.seat(temple) if temple >= 0 else "",
        c.offered_here((action,)) if action >= 0 else (), ways.cities[city], x0, y0, sizes.shield,
    )  # fmt: skip


def _draw_city(c: Sheet, ways: Ways, city: int, x0: float, y0: float, sizes: Sizes) -> None:
    """Units, building and temple, and the place to click."""
    v = c.view
    x, y = ways.cities[city]
    x, y = x0 + x, y0 + y
    key = m.printed(c.rules, v, city).key
    if v.owner[city] >= 0:
        c.put_piece(f"units-{key}", x, y, glyphs.shield(c.prefix, v.owner[city], sizes.shield, v.units[city]), "units")
    elif v.slots and v.slots[city]:
        c.put_piece(f"units-{key}", x, y, _ghost(sizes.shield, v.slots[city]), "units surrendered")
    building, temple = m.building_at(v, city), m.temple_at(v, city)
    top = -sizes.icon * 0.7
    if building >= 0:
        lift = -sizes.icon * 0.55 if temple >= 0 else 0
        tile = glyphs.building(c.prefix, building, sizes.icon)
        body = f'<g opacity=".55">{tile}</g>' if temple >= 0 else tile
        c.put_piece(f"built-{key}", x + sizes.beside, y + top + lift, body, "building")
    if temple >= 0:
        c.put_piece(
            f"temple-{temple}",
            x + sizes.beside,
            y + top,
            glyphs.temple(c.prefix, temple, sizes.icon * 1.24),
            "temple",
        )
    action = c.offered(m.CITY_KINDS, v.map.ids[city])
    title = c.say(words.city_title(c.rules, v, city))
    c.put_round_spot(f"city-{key}", x, y, sizes.touch, action, title)


def _marked(c: Sheet) -> list[int]:
    """The cities that the current decision is about."""
    v = c.view
    found = {-1 if v.phase in m.TARGET_IS_NO_CITY else v.target, -1 if v.phase in m.PLACE_IS_NO_CITY else v.place}
    return sorted(city for city in found if 0 <= city < v.map.n_cities)


def _ring(x: float, y: float, radius: float) -> str:
    return (
        f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{radius + 1:g}" fill="none" stroke="{PAPER}" stroke-width="6" stroke-opacity=".9"/>'
        f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{radius + 1:g}" fill="none" stroke="{CHOSEN}" stroke-width="4" class="chosen"/>'
    )


def _ghost(radius: float, number: int) -> str:
    """Surrendered units that have not been replaced yet."""
    return (
        f'<circle r="{radius}" fill="{PAPER}" stroke="{INK}" stroke-width="1.4" stroke-dasharray="3 2"/>'
        f'<text y="{radius * 0.36:.3g}" font-size="{max(11.5, radius)}" font-weight="bold" text-anchor="middle">{number}</text>'
    )


# -- orders and armies


def _draw_orders(c: Sheet, here: Ground, x0: float, y0: float, top: float, bottom: float) -> None:
    """Planned orders as thin arrows, marching armies as thick ones, each with its units on the road."""
    v, sizes, ways = c.view, here.sizes, here.ways
    assert ways is not None
    is_plan = bool(v.sent)
    taken = here.boxes[:]
    for start, goal, n in m.orders(v):
        line = ways.line(start, goal, v.map.road)
        is_attack = (v.owner[goal] >= 0 and v.owner[goal] != v.active) or not is_plan
        c.put(_arrow(_trim(line, sizes.shield + 3), v.active, is_attack, is_plan))
        r = round(sizes.shield * (0.88 if is_plan else 0.95), 1)
        x, y = _free_point(line, r, taken)
        taken.append((x - r, y - r, x + r, y + r))
        if not top + r <= y <= bottom - r:
            continue
        body = glyphs.shield(c.prefix, v.active, r, n)
        names = (m.printed(c.rules, v, start).key, m.printed(c.rules, v, goal).key)
        c.put_piece(
            f"army-{names[0]}-{names[1]}", x0 + x, y0 + y, body, "army", f"units-{names[0]}", f"units-{names[1]}"
        )


def _free_point(line: list[Point], r: float, taken: list[Box]) -> Point:
    """Where an army on its way covers the least."""

    def cover(point: Point) -> float:
        x, y = point
        box = (x - r, y - r, x + r, y + r)
        near = [other for other in taken if meets(box, other)]
        return sum((min(box[2], o[2]) - max(box[0], o[0])) * (min(box[3], o[3]) - max(box[1], o[1])) for o in near)

    found: list[Point] = []
    for aside in (0, 13, -13, 22, -22):  # on the way, or a little beside it
        for share in (0.56, 0.48, 0.64, 0.4, 0.72, 0.32, 0.8):
            (ax, ay), (bx, by) = _along(line, share - 0.05), _along(line, share + 0.05)
            length = hypot(bx - ax, by - ay) or 1.0
            x, y = _along(line, share)
            found.append((x - (by - ay) / length * aside, y + (bx - ax) / length * aside))
            if cover(found[-1]) == 0:
                return found[-1]
    return min(found, key=cover)


def _trim(line: list[Point], room: float) -> list[Point]:
    """A line without its ends, which would be under the cities."""
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
    head = f'<path d="M-9 -7L5 0L-9 7z" transform="translate({bx:.5g},{by:.5g}) rotate({turn:.0f})" fill="{FIELDS[seat]}" stroke="{PAPER}" stroke-width="1.2"/>'
    return (
        f'<path d="{path}" fill="none" stroke="{PAPER}" stroke-width="{width + 3}" stroke-linejoin="round"/>'
        f'<path d="{path}" fill="none" stroke="{FIELDS[seat]}" stroke-width="{width}" stroke-linejoin="round"{dash} class="order"/>{head}'
    )


# -- paths


def _path_key(c: Sheet, ways: Ways, path: int, x0: float, y0: float, sizes: Sizes) -> tuple[Hashable, ...]:
    """All that a path depends on."""
    v = c.view
    flag = v.flags[path] if path < len(v.flags) else -1
    action = c.offered([a.PATH], path)
    return (
        "path", path, flag, c.say.seat(flag) if flag >= 0 else "", v.map.ids[v.map.path_city[path]], ways.paths[path], ways.by_sea[path],
        c.offered_here((action,)) if action >= 0 else (), x0, y0, sizes.rim,
    )  # fmt: skip


def _draw_path(c: Sheet, ways: Ways, path: int, x0: float, y0: float, sizes: Sizes) -> None:
    """An invasion path: an arrow into the map with its number, and a flag if a player has used it."""
    v = c.view
    x, y, dx, dy = ways.paths[path]
    x, y = x0 + x - dx * sizes.rim * 0.48, y0 + y - dy * sizes.rim * 0.48
    flag = v.flags[path] if path < len(v.flags) else -1
    c.put(
        f'<g transform="translate({x:.5g},{y:.5g})" aria-hidden="true">{glyphs.path_token(dx, dy, path + 1, ways.by_sea[path], sizes.rim)}</g>'
    )
    side = sizes.rim * 0.75
    if flag >= 0:
        fx, fy = x - dy * sizes.rim, y + dx * sizes.rim
        c.put_piece(f"flag-{path + 1}", fx, fy, _pennant(c, flag, side), "flag")
    city = words.city(c.rules, v, v.map.path_city[path])
    text = N_("Path %(n)s, by sea into %(city)s") if ways.by_sea[path] else N_("Path %(n)s, by road into %(city)s")
    title = Message(text, n=path + 1, city=city)
    if flag >= 0:
        title = Message(N_("%(path)s, flag of %(seat)s"), path=title, seat=Seat(flag))
    touch, inward = (
        (44, 22 - sizes.rim / 2) if c.is_narrow else (sizes.rim, 0)
    )  # large enough to touch, within the picture
    x, y = x + dx * inward, y + dy * inward
    c.put_round_spot(f"path-{path + 1}", x, y, touch, c.offered([a.PATH], path), c.say(title))


def _pennant(c: Sheet, seat: int, size: float) -> str:
    return (
        f'<path d="M{-size / 2:g} {-size / 2:g}h{size:g}v{size * 0.8:g}l{-size / 2:g} {size * 0.28:g}l{-size / 2:g} {-size * 0.28:g}z" '
        f'fill="{FIELDS[seat]}" stroke="{RIMS[seat]}" stroke-width="1.2"/>'
        f"{glyphs.sign(c.prefix, seat, -size * 0.34, -size * 0.42, size * 0.68)}"
    )
