"""The island itself: sea, coast, provinces, connections and names. It depends on the component file alone and is drawn once."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from brehon.core.svg import esc, label, shorten
from brehon.games.arrival.data import Box
from brehon.games.arrival.svg_chart import BAY, CASTLE_WAY, Chart, Point
from brehon.games.arrival.svg_layout import Layout, isle_size
from brehon.games.arrival.svg_tokens import INK, use

COAST: Final = "#1d2b33"
ROAD: Final = "#fbf4df"
N_TONES: Final = 4

# patterns over the four tones: strokes, tufts, stipple and ripples, so that colour is never the only sign
PATTERNS: Final = [
    (16, 16, '<path d="M3 13l4-8M10 15l3-6" stroke="#7a5410" stroke-opacity=".42" stroke-width="1.1" stroke-linecap="round"/>'),
    (20, 20, '<path d="M5 9V4M5 9L2.5 5.5M5 9l2.5-3.5M15 19v-5M15 19l-2.5-3.5M15 19l2.5-3.5" fill="none" stroke="#43204a" stroke-opacity=".42" stroke-width="1.1" stroke-linecap="round"/>'),
    (14, 14, '<circle cx="3.5" cy="3.5" r="1.1" fill="#8d7a4e" fill-opacity=".5"/><circle cx="10.5" cy="10.5" r="1.1" fill="#8d7a4e" fill-opacity=".5"/>'),
    (26, 14, '<path d="M1 5c3-3 6-3 9 0M14 12c3-3 6-3 9 0" fill="none" stroke="#1f4f5e" stroke-opacity=".45" stroke-width="1.2" stroke-linecap="round"/>'),
]  # fmt: skip


def f(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


@lru_cache(maxsize=16)
def ground(chart: Chart, layout: Layout, box: Box, prefix: str, isle_name: str) -> str:
    """Everything of the map that never changes; `isle_name` is in the language of whoever looks."""
    parts = [
        patterns(prefix, layout),
        sea(prefix, layout),
        f'<g clip-path="url(#{prefix}ar-frame)">',
        lands(chart, layout, box, prefix)
        if any(land.polygon for land in chart.lands)
        else blobs(chart, layout, box, prefix),
        isle(chart, layout, isle_name),
        roads(chart, layout),
        compass(layout),
        heading(chart, layout),
        "</g>",
        "".join(bases(layout, box, prefix)),
        "".join(squares(layout, box)),
    ]
    return f'<g class="map" aria-hidden="true">{"".join(parts)}</g>'


def patterns(prefix: str, layout: Layout) -> str:
    out = [
        f'<pattern id="{prefix}ar-tone-{i}" width="{w}" height="{h}" patternUnits="userSpaceOnUse">{art}</pattern>'
        for i, (w, h, art) in enumerate(PATTERNS)
    ]
    out.append(
        f'<radialGradient id="{prefix}ar-sea" cx=".5" cy=".45" r=".75"><stop offset="0" stop-color="#5d8ba0"/>'
        f'<stop offset=".6" stop-color="#44708a"/><stop offset="1" stop-color="#2f5167"/></radialGradient>'
        f'<pattern id="{prefix}ar-waves" width="44" height="26" patternUnits="userSpaceOnUse"><path d="M2 8q5-5 10 0t10 0M24 21q5-5 10 0t10 0" '
        'fill="none" stroke="#fff" stroke-opacity=".09" stroke-width="1.3"/></pattern>'
        f'<clipPath id="{prefix}ar-frame"><rect width="{layout.width:g}" height="{layout.height}" rx="8"/></clipPath>'
    )
    return f"<defs>{''.join(out)}</defs>"


def sea(prefix: str, layout: Layout) -> str:
    size = f'width="{layout.width:g}" height="{layout.height}" rx="8"'
    return f'<rect {size} fill="url(#{prefix}ar-sea)"/><rect {size} fill="url(#{prefix}ar-waves)"/>'


def lands(chart: Chart, layout: Layout, box: Box, prefix: str) -> str:
    """Shallow water, coast, the provinces with tone and pattern, and their borders. Every shape is written once."""
    shapes = [*enumerate(layout.path(land.polygon) for land in chart.lands)]
    shapes += [(province, layout.path(polygon)) for province, polygon in chart.islets]
    thin = 0.7 if layout.width < 500 else 1.0
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
        out.append(f'<use href="#{prefix}ar-land-{i}" fill="{esc(chart.fills[tone])}" class="province tone-{tone}"/>')
        out.append(f'<use href="#{prefix}ar-land-{i}" fill="url(#{prefix}ar-tone-{tone % N_TONES})"/>')
    inner = borders(chart, layout)
    pen = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    out.append(f'{shore} fill="none" stroke="{COAST}" stroke-width="{f(1.6 * thin)}"/>')
    out.append(f'<path d="{inner}" {pen} stroke="#fff8e6" stroke-width="{f(5 * thin)}"/>')
    out.append(f'<path d="{inner}" {pen} stroke="{INK}" stroke-width="{f(1.7 * thin)}" stroke-dasharray="6 4 .5 4"/>')
    return "".join(out)


def bridges(chart: Chart, layout: Layout, thin: float) -> str:
    """Planks for the connections across bays. The land comes on top of them, so that they are seen over water only."""
    path = "".join(line(layout, a, b) for a, b, kind in chart.links if kind == BAY)
    return (
        f'<g fill="none"><path d="{path}" stroke="{INK}" stroke-width="{f(13 * thin)}"/>'
        f'<path d="{path}" stroke="#d9b877" stroke-width="{f(10 * thin)}"/>'
        f'<path d="{path}" stroke="#6b4718" stroke-width="{f(10 * thin)}" stroke-dasharray="1.6 3"/></g>'
    )


def line(layout: Layout, a: int, b: int) -> str:
    (x1, y1), (x2, y2) = layout.places[a], layout.places[b]
    return f"M{f(x1)} {f(y1)}L{f(x2)} {f(y2)}"


def borders(chart: Chart, layout: Layout) -> str:
    """Lines between two provinces: the edges that belong to two of the shapes, strung together."""
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
            (x1, y1), (x2, y2) = layout.pixel(a), layout.pixel(b)
            out.append(f"L{f(x2)} {f(y2)}" if last == a else f"M{f(x1)} {f(y1)}L{f(x2)} {f(y2)}")
            last = b
    return "".join(out)


def sides(polygon: list[Point]) -> list[tuple[Point, Point]]:
    return [(corner, polygon[(i + 1) % len(polygon)]) for i, corner in enumerate(polygon)]


def blobs(chart: Chart, layout: Layout, box: Box, prefix: str) -> str:
    """For a file without shapes: every province grows round its locations and the connections between them."""
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
            f'<path d="{path}" {ends} stroke="{esc(chart.fills[tone])}" stroke-width="{f(wide)}" class="province tone-{tone}"/>'
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


def isle(chart: Chart, layout: Layout, name: str) -> str:
    """Balor's Isle, dark and jagged."""
    if not chart.isle:
        return ""
    path = layout.path(chart.isle)
    x, y = layout.pixel(chart.isle_at)
    size = isle_size(layout)
    return (
        f'<path d="{path}" fill="none" stroke="#0d1013" stroke-opacity=".25" stroke-width="22" stroke-linejoin="round"/>'
        f'<path d="{path}" fill="#4a3d3e" stroke="#171113" stroke-width="3.5" stroke-linejoin="round"/>'
        f'<path d="{path}" fill="none" stroke="#84685f" stroke-width="1.2" stroke-dasharray="3 4"/>'
        f'<text x="{f(x)}" y="{f(y + 2)}" font-size="{size}" font-style="italic" letter-spacing="2.5" text-anchor="middle" '
        f'fill="#f6dcc8" stroke="#2b1a17" stroke-width="3.5" paint-order="stroke" stroke-linejoin="round">{esc(name)}</text>'
    )


def roads(chart: Chart, layout: Layout) -> str:
    """Connections; those to the castles are the ways of the Fomori."""
    thin = 0.72 if layout.width < 500 else 1.0
    roads_here = "".join(line(layout, a, b) for a, b, kind in chart.links if kind != CASTLE_WAY)
    dark = "".join(line(layout, a, b) for a, b, kind in chart.links if kind == CASTLE_WAY)
    return (
        '<g fill="none" class="roads">'
        f'<path d="{roads_here}" stroke="{INK}" stroke-width="{f(6.4 * thin)}" stroke-linecap="round"/>'
        f'<path d="{roads_here}" stroke="{ROAD}" stroke-width="{f(3.8 * thin)}" stroke-linecap="round"/>'
        f'<path d="{dark}" stroke="#1c0f10" stroke-width="{f(6.4 * thin)}"/>'
        f'<path d="{dark}" stroke="#e2563a" stroke-width="{f(3.6 * thin)}" stroke-dasharray="7 5"/></g>'
    )


def squares(layout: Layout, box: Box) -> list[str]:
    """The bonus squares: fame for each fort of the province at the end."""
    return [
        f'<rect x="{f(x - 10.5)}" y="{f(y - 10.5)}" width="21" height="21" rx="4" fill="#1f6b3a" stroke="#fff8e6" stroke-width="1.8"/>'
        f"{label(x, round(y + 5.4, 1), bonus, 15, '#fff', 'middle', 'bold')}"
        for (x, y), bonus in zip(layout.squares, box.bonus, strict=True)
    ]


def bases(layout: Layout, box: Box, prefix: str) -> list[str]:
    """The empty locations: plain rings, anchors for ports, red rings for gates, dark hollows for castles."""
    out = []
    small = layout.token / 17
    for i, (x, y) in enumerate(layout.places):
        if i >= box.island.n_main:
            out.append(
                f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(15 * small)}" fill="#1b1416" stroke="#84685f" stroke-width="1.5"/>'
            )
        elif box.island.ports >> i & 1:
            out.append(
                f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(13.5 * small)}" fill="#1d4a66" stroke="{INK}" stroke-width="1.5"/>'
                f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(11.3 * small)}" fill="none" stroke="#fff" stroke-width="1.5"/>'
                f"{use(prefix, 'anchor', round(x - 7.5 * small, 1), round(y - 7.5 * small, 1), 15 * small, '#fff')}"
            )
        elif box.island.gates >> i & 1:
            out.append(
                f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(13.5 * small)}" fill="#b8321f" stroke="{INK}" stroke-width="1.5"/>'
                f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(8 * small)}" fill="{ROAD}" stroke="{INK}"/>'
            )
        else:
            out.append(
                f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(11 * small)}" fill="{ROAD}" stroke="{INK}" stroke-width="1.6"/>'
                f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(7 * small)}" fill="none" stroke="#a08a5a" stroke-width="1.3"/>'
            )
    return out


@lru_cache(maxsize=16)
def names(chart: Chart, layout: Layout) -> str:
    """The names of provinces, wide and bold, and of locations; both with a light edge, to be read on any ground."""
    size = layout.font
    edge = 'stroke="#fdf6e3" stroke-width="3.4" stroke-opacity=".9" paint-order="stroke" stroke-linejoin="round"'
    lands_out = [
        f'<text x="{f(x)}" y="{f(y)}">{esc(land.name.upper())}</text>'
        for land, (x, y) in zip(chart.lands, layout.land_names, strict=True)
    ]
    out = []
    for name, (x, y, anchor) in zip(chart.names, layout.labels, strict=True):
        out.append(f'<text x="{f(x)}" y="{f(y)}" text-anchor="{anchor}">{esc(name)}</text>')
    return (
        f'<g font-size="{f(size * 0.92)}" font-weight="bold" letter-spacing="{f(size * 0.09)}" text-anchor="middle" fill="#4a2f1a" {edge} class="land-names" aria-hidden="true">'
        f'{"".join(lands_out)}</g><g font-size="{f(size)}" fill="{INK}" {edge} class="place-names" aria-hidden="true">{"".join(out)}</g>'
    )


def heading(chart: Chart, layout: Layout) -> str:
    """The name of the map, in the open sea."""
    if not layout.has_plaques:
        return ""
    return (
        f'<text x="20" y="52" font-size="38" letter-spacing="9" fill="#f3e8cc" fill-opacity=".92" class="map-name">'
        f"{esc(shorten(chart.title.upper(), 10))}</text>"
        '<path d="M22 66h150" stroke="#f3e8cc" stroke-opacity=".7" stroke-width="1.5"/>'
    )


def compass(layout: Layout) -> str:
    """A rose of the winds in the open sea."""
    if not layout.has_plaques:
        return ""
    x, y = layout.width - 62, 150
    points = "".join(
        f'<path transform="rotate({turn})" d="M0 {-length}L4.5 -4.5L0 0z" fill="#f3e8cc"/><path transform="rotate({turn})" d="M0 {-length}L-4.5 -4.5L0 0z" fill="#2c4a5c"/>'
        for turn, length in [(45, 20), (135, 20), (225, 20), (315, 20), (0, 36), (90, 36), (180, 36), (270, 36)]
    )
    return (
        f'<g transform="translate({f(x)},{f(y)})" opacity=".85"><circle r="25" fill="none" stroke="#f3e8cc" stroke-width="1"/>{points}'
        '<text y="-40" font-size="14" text-anchor="middle" fill="#f3e8cc">N</text></g>'
    )
