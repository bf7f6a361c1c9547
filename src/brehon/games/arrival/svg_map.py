"""The island itself: sea, coast, provinces, connections and names. It depends only on the component file and is drawn once."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Final

from brehon.core.svg import esc, label
from brehon.games.arrival.data import Box
from brehon.games.arrival.svg_chart import BAY, CASTLE_WAY, Chart, Point
from brehon.games.arrival.svg_layout import Layout, isle_size
from brehon.games.arrival.svg_tokens import N_TONES, PALETTE, use

COAST: Final = PALETTE["coast"]
ROAD: Final = PALETTE["road"]
HALO: Final = PALETTE["halo"]
LAND_INK: Final = PALETTE["land-ink"]
MAP_INK: Final = PALETTE["map-ink"]
SEA: Final = [PALETTE["sea-0"], PALETTE["sea-1"], PALETTE["sea-2"]]
HEX: Final = re.compile("#[0-9a-f]{3,6}")


def f(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


@lru_cache(maxsize=16)
def ground(chart: Chart, layout: Layout, box: Box, prefix: str) -> str:
    """Everything on the map that never changes, in no language: drawn once for every map and layout."""
    parts = [
        waters(prefix, layout),
        sea(prefix, layout),
        f'<g clip-path="url(#{prefix}ar-frame)">',
        lands(chart, layout, box, prefix)
        if any(land.polygon for land in chart.lands)
        else blobs(chart, layout, box, prefix),
        isle(chart, layout),
        roads(chart, layout),
        "</g>",
        "".join(bases(layout, box, prefix)),
        "".join(squares(layout, box)),
    ]
    return f'<g class="map" aria-hidden="true">{"".join(parts)}</g>'


def waters(prefix: str, layout: Layout) -> str:
    out = (
        f'<radialGradient id="{prefix}ar-sea" cx=".5" cy=".45" r=".75"><stop offset="0" stop-color="{SEA[0]}"/>'
        f'<stop offset=".6" stop-color="{SEA[1]}"/><stop offset="1" stop-color="{SEA[2]}"/></radialGradient>'
        f'<pattern id="{prefix}ar-waves" width="44" height="26" patternUnits="userSpaceOnUse"><path d="M2 8q5-5 10 0t10 0M24 21q5-5 10 0t10 0" '
        'fill="none" stroke="#fff" stroke-opacity=".09" stroke-width="1.3"/></pattern>'
        f'<clipPath id="{prefix}ar-frame"><rect width="{layout.width:g}" height="{layout.height}" rx="8"/></clipPath>'
    )
    return f"<defs>{out}</defs>"


def sea(prefix: str, layout: Layout) -> str:
    size = f'width="{layout.width:g}" height="{layout.height}" rx="8"'
    return f'<rect {size} fill="url(#{prefix}ar-sea)"/><rect {size} fill="url(#{prefix}ar-waves)"/>'


def lands(chart: Chart, layout: Layout, box: Box, prefix: str) -> str:
    """Shallow water, coast, the provinces with tone and pattern, and their borders. Every shape is written once."""
    shapes = [*enumerate(layout.path(land.polygon) for land in chart.lands)]
    shapes += [(province, layout.path(polygon)) for province, polygon in chart.islets]
    thin = 0.55 if layout.is_narrow else 0.72
    out = ["<defs>", *(f'<path id="{prefix}ar-land-{i}" d="{path}"/>' for i, (_, path) in enumerate(shapes))]
    out.append(f'<g id="{prefix}ar-shore" stroke-linejoin="round">')
    out += [f'<use href="#{prefix}ar-land-{i}"/>' for i in range(len(shapes))]
    out.append("</g></defs>")
    shore = f'<use href="#{prefix}ar-shore"'
    for width, opacity in ((44, 0.1), (30, 0.13), (16, 0.2)):
        out.append(
            f'{shore} fill="none" stroke="#cfe6ec" stroke-opacity="{opacity}" stroke-width="{f(width * thin)}"/>'
        )
    out.append(bridges(chart, layout, thin))
    out.append(f'{shore} y="{f(1.5 * thin)}" fill="{COAST}" stroke="{COAST}" stroke-width="{f(4.4 * thin)}"/>')
    for i, (province, _) in enumerate(shapes):
        tone = box.colour[province]
        out.append(f'<use href="#{prefix}ar-land-{i}" fill="{tone_fill(chart, tone)}" class="province tone-{tone}"/>')
        out.append(f'<use href="#{prefix}ar-land-{i}" fill="url(#{prefix}ar-tone-{tone % N_TONES})"/>')
    inner = borders(chart, layout)
    pen = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    out.append(f'{shore} fill="none" stroke="{COAST}" stroke-width="{f(1.6 * thin)}"/>')
    out.append(f'<path d="{inner}" {pen} stroke="{HALO}" stroke-width="{f(4.4 * thin)}"/>')
    out.append(f'<path d="{inner}" {pen} stroke="#2b2118" stroke-width="{f(1.7 * thin)}" stroke-dasharray="6 4 .5 4"/>')
    return "".join(out)


def bridges(chart: Chart, layout: Layout, thin: float) -> str:
    """Planks for the connections across bays. The land is drawn on top of them, so that they are visible over water only."""
    path = "".join(line(layout, a, b) for a, b, kind in chart.links if kind == BAY)
    return (
        f'<g fill="none"><path d="{path}" stroke="#2b2118" stroke-width="{f(13 * thin)}"/>'
        f'<path d="{path}" stroke="#d9b877" stroke-width="{f(10 * thin)}"/>'
        f'<path d="{path}" stroke="#6b4718" stroke-width="{f(10 * thin)}" stroke-dasharray="1.6 3"/></g>'
    )


def line(layout: Layout, a: int, b: int) -> str:
    (x1, y1), (x2, y2) = layout.places[a], layout.places[b]
    return f"M{f(x1)} {f(y1)}L{f(x2)} {f(y2)}"


def borders(chart: Chart, layout: Layout) -> str:
    """Lines between two provinces: the edges that belong to two of the shapes, joined."""
    count = Counter(frozenset(side) for land in chart.lands for side in sides(land.polygon))
    seen: set[frozenset[Point]] = set()
    out: list[str] = []
    for land in chart.lands:
        last: Point | None = None
        for a, b in sides(land.polygon):
            edge = frozenset((a, b))
            if count[edge] < 2 or edge in seen:
                last = None
                continue
            seen.add(edge)
            (x1, y1), (x2, y2) = (tuple(round(v) for v in layout.pixel(at)) for at in (a, b))
            out.append(f"L{f(x2)} {f(y2)}" if last == a else f"M{f(x1)} {f(y1)}L{f(x2)} {f(y2)}")
            last = b
    return "".join(out)


def sides(polygon: list[Point]) -> list[tuple[Point, Point]]:
    return [(corner, polygon[(i + 1) % len(polygon)]) for i, corner in enumerate(polygon)]


def blobs(chart: Chart, layout: Layout, box: Box, prefix: str) -> str:
    """For a file without shapes: every province grows around its locations and the connections between them."""
    lines = [blob_path(chart, layout, box, province) for province in range(len(chart.lands))]
    wide = 92 * layout.scale / 0.6667
    out = [
        f'<path d="{"".join(lines)}" fill="none" stroke="{COAST}" stroke-width="{f(wide + 7)}" stroke-linecap="round"/>'
    ]
    for province, path in enumerate(lines):
        tone = box.colour[province]
        ends = 'stroke-linecap="round" fill="none"'
        out.append(f'<path d="{path}" {ends} stroke="{COAST}" stroke-width="{f(wide + 3)}"/>')
        out.append(
            f'<path d="{path}" {ends} stroke="{tone_fill(chart, tone)}" stroke-width="{f(wide)}" class="province tone-{tone}"/>'
        )
        out.append(
            f'<path d="{path}" {ends} stroke="url(#{prefix}ar-tone-{tone % N_TONES})" stroke-width="{f(wide)}"/>'
        )
    return "".join(out)


def blob_path(chart: Chart, layout: Layout, box: Box, province: int) -> str:
    home = box.island.province
    inner = [(a, b) for a, b, _ in chart.links if home[a] == province and home[b] == province]
    at = layout.places
    roads_here = "".join(f"M{f(at[a][0])} {f(at[a][1])}L{f(at[b][0])} {f(at[b][1])}" for a, b in inner)
    x, y = layout.pixel(chart.lands[province].label)
    spokes = "".join(f"M{f(at[i][0])} {f(at[i][1])}L{f(x)} {f(y)}" for i in range(len(at)) if home[i] == province)
    return roads_here + spokes


def isle(chart: Chart, layout: Layout) -> str:
    """Balor's Isle, dark and jagged."""
    if not chart.isle:
        return ""
    path = layout.path(chart.isle)
    return (
        f'<path d="{path}" fill="none" stroke="#0d1013" stroke-opacity=".25" stroke-width="15" stroke-linejoin="round"/>'
        f'<path d="{path}" fill="#4a3d3e" stroke="#171113" stroke-width="2.5" stroke-linejoin="round"/>'
        f'<path d="{path}" fill="none" stroke="#84685f" stroke-dasharray="3 4"/>'
    )


def isle_label(chart: Chart, layout: Layout, name: str) -> str:
    """The name of the isle, in the language of the viewer."""
    x, y = layout.pixel(chart.isle_at)
    return (
        f'<text x="{f(x)}" y="{f(y + 2)}" font-size="{isle_size(layout)}" font-style="italic" letter-spacing="1.5" text-anchor="middle" '
        f'fill="#f6dcc8" stroke="#2b1a17" stroke-width="3" paint-order="stroke" stroke-linejoin="round">{esc(name)}</text>'
    )


def roads(chart: Chart, layout: Layout) -> str:
    """Connections; those to the castles are the ways of the Fomori."""
    thin = 0.6 if layout.is_narrow else 0.74
    roads_here = "".join(line(layout, a, b) for a, b, kind in chart.links if kind != CASTLE_WAY)
    dark = "".join(line(layout, a, b) for a, b, kind in chart.links if kind == CASTLE_WAY)
    return (
        '<g fill="none" class="roads">'
        f'<path d="{roads_here}" stroke="#2b2118" stroke-width="{f(6.4 * thin)}" stroke-linecap="round"/>'
        f'<path d="{roads_here}" stroke="{ROAD}" stroke-width="{f(3.8 * thin)}" stroke-linecap="round"/>'
        f'<path d="{dark}" stroke="#1c0f10" stroke-width="{f(6.4 * thin)}"/>'
        f'<path d="{dark}" stroke="#e2563a" stroke-width="{f(3.6 * thin)}" stroke-dasharray="7 5"/></g>'
    )


def squares(layout: Layout, box: Box) -> list[str]:
    """The bonus squares: fame for each fort of the province at the end."""
    return [
        f'<rect x="{f(x - 9)}" y="{f(y - 9)}" width="18" height="18" rx="3.5" fill="#1f6b3a" stroke="#fff8e6" stroke-width="1.6"/>'
        f"{label(x, round(y + 4.6, 1), bonus, 13, '#fff', 'middle', 'bold')}"
        for (x, y), bonus in zip(layout.squares, box.bonus, strict=True)
    ]


def bases(layout: Layout, box: Box, prefix: str) -> list[str]:
    """The empty locations: plain rings, anchors for ports, red rings for gates, dark hollows for castles; each drawn once."""
    small = layout.token / 17
    port = use(prefix, "anchor", round(-7.5 * small, 1), round(-7.5 * small, 1), round(15 * small, 1), "#fff")
    kinds = {
        "hollow": f'<circle r="{f(15 * small)}" fill="#1b1416" stroke="#84685f" stroke-width="1.5"/>',
        "port": f'<circle r="{f(13.5 * small)}" fill="#1d4a66" stroke="#120c06" stroke-width="1.5"/><circle r="{f(11.3 * small)}" fill="none" stroke="#fff" stroke-width="1.5"/>{port}',
        "gate": f'<circle r="{f(13.5 * small)}" fill="#b8321f" stroke="#120c06" stroke-width="1.5"/><circle r="{f(8 * small)}" fill="{ROAD}" stroke="#120c06"/>',
        "site": f'<circle r="{f(11 * small)}" fill="{ROAD}" stroke="#2b2118" stroke-width="1.6"/><circle r="{f(7 * small)}" fill="none" stroke="#a08a5a" stroke-width="1.3"/>',
    }
    out = ["<defs>", *(f'<g id="{prefix}ar-base-{kind}">{art}</g>' for kind, art in kinds.items()), "</defs>"]
    island = box.island
    for i, (x, y) in enumerate(layout.places):
        kind = "port" if island.ports >> i & 1 else "gate" if island.gates >> i & 1 else "site"
        kind = "hollow" if i >= island.n_main else kind
        out.append(f'<use href="#{prefix}ar-base-{kind}" x="{f(x)}" y="{f(y)}"/>')
    return out


@lru_cache(maxsize=16)
def names(chart: Chart, layout: Layout) -> str:
    """The names of provinces, wide and bold, and of locations; both with an outline, readable on any ground."""
    size = layout.font
    edge = f'stroke="{HALO}" stroke-width="2.8" stroke-opacity=".9" paint-order="stroke" stroke-linejoin="round"'
    lands_out = [
        f'<text x="{f(at[0])}" y="{f(at[1])}">{esc(land.name.upper())}</text>'
        for land, at in zip(chart.lands, layout.land_names, strict=True)
        if at is not None
    ]
    ends: dict[str, list[str]] = {"start": [], "middle": [], "end": []}
    for name, place in zip(chart.names, layout.labels, strict=True):
        if place is not None:
            ends[place[2]].append(f'<text x="{f(place[0])}" y="{f(place[1])}">{esc(name)}</text>')
    places = "".join(f'<g text-anchor="{anchor}">{"".join(texts)}</g>' for anchor, texts in ends.items() if texts)
    return (
        f'<g font-size="{f(size)}" font-weight="bold" letter-spacing="{f(size * 0.06)}" text-anchor="middle" fill="{LAND_INK}" {edge} class="land-names" aria-hidden="true">'
        f'{"".join(lands_out)}</g><g font-size="{f(size)}" fill="{MAP_INK}" {edge} class="place-names" aria-hidden="true">{places}</g>'
    )


@lru_cache(maxsize=64)
def tone_fill(chart: Chart, tone: int) -> str:
    """The colour of a tone: that of the file on light paper, a deep one of ours in the dark."""
    fill = chart.fills[tone]
    return f"var(--b-tone-{tone % N_TONES},{fill})" if HEX.fullmatch(fill) else esc(fill)
