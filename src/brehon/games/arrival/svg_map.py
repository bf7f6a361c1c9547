"""The island itself: sea, coast, provinces, connections and names. It depends on the component file alone and is drawn once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from brehon.core.svg import esc, label
from brehon.games.arrival.data import Box
from brehon.games.arrival.svg_chart import BAY, CASTLE_WAY, PLAIN, Chart
from brehon.games.arrival.svg_layout import Layout
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
def ground(chart: Chart, layout: Layout, box: Box, prefix: str) -> str:
    """Everything of the map that never changes."""
    parts = [
        patterns(prefix, layout),
        sea(prefix, layout),
        f'<g clip-path="url(#{prefix}ar-frame)">',
        lands(chart, layout, box, prefix)
        if any(land.polygon for land in chart.lands)
        else blobs(chart, layout, box, prefix),
        isle(chart, layout),
        roads(chart, layout, prefix),
        compass(layout),
        "</g>",
        "".join(bases(layout, box, prefix)),
        "".join(squares(layout, box)),
        names(chart, layout),
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
    """Shallow water, coast, the provinces with tone and pattern, and their borders."""
    shapes = [layout.path(land.polygon) for land in chart.lands]
    islets = [(province, layout.path(polygon)) for province, polygon in chart.islets]
    every = "".join([*shapes, *(path for _, path in islets)])
    thin = 0.7 if layout.width < 500 else 1.0
    out = [
        f'<path d="{every}" fill="none" stroke="#cfe6ec" stroke-opacity="{opacity}" stroke-width="{f(width * thin)}" stroke-linejoin="round"/>'
        for width, opacity in ((44, 0.1), (30, 0.13), (16, 0.2))
    ]
    out.append(
        f'<path d="{every}" fill="{COAST}" stroke="{COAST}" stroke-width="{f(4.4 * thin)}" stroke-linejoin="round" transform="translate(0,{f(1.5 * thin)})"/>'
    )
    for province, path in [*enumerate(shapes), *islets]:
        tone = box.colour[province]
        out.append(f'<path d="{path}" fill="{esc(chart.fills[tone])}" class="province tone-{tone}"/>')
        out.append(f'<path d="{path}" fill="url(#{prefix}ar-tone-{tone % N_TONES})"/>')
    borders = "".join(shapes)
    out.append(
        f'<path d="{borders}" fill="none" stroke="#fff8e6" stroke-opacity=".75" stroke-width="{f(4 * thin)}" stroke-linejoin="round"/>'
    )
    out.append(
        f'<path d="{borders}" fill="none" stroke="{INK}" stroke-width="{f(1.5 * thin)}" stroke-dasharray="7 3 2 3" stroke-linejoin="round"/>'
    )
    return "".join(out)


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
    dots = "".join(f"M{f(x)} {f(y)}h.1" for i, (x, y) in enumerate(at) if home[i] == province)
    return roads_here + dots


def isle(chart: Chart, layout: Layout) -> str:
    """Balor's Isle, dark and jagged."""
    if not chart.isle:
        return ""
    path = layout.path(chart.isle)
    x, y = layout.pixel(chart.isle_at)
    size = 19 if layout.width > 500 else 13
    return (
        f'<path d="{path}" fill="none" stroke="#0d1013" stroke-opacity=".25" stroke-width="22" stroke-linejoin="round"/>'
        f'<path d="{path}" fill="#4a3d3e" stroke="#171113" stroke-width="3.5" stroke-linejoin="round"/>'
        f'<path d="{path}" fill="none" stroke="#84685f" stroke-width="1.2" stroke-dasharray="3 4"/>'
        f'<text x="{f(x)}" y="{f(y + 2)}" font-size="{size}" font-style="italic" letter-spacing="2.5" text-anchor="middle" '
        f'fill="#f6dcc8" stroke="#2b1a17" stroke-width="3.5" paint-order="stroke" stroke-linejoin="round">{esc(chart.isle_name)}</text>'
    )


def roads(chart: Chart, layout: Layout, prefix: str) -> str:
    """Connections; over water they are bridges on piers, to the castles they are the ways of the Fomori."""
    thin = 0.72 if layout.width < 500 else 1.0
    by_kind: list[str] = ["", "", ""]
    for a, b, kind in chart.links:
        (x1, y1), (x2, y2) = layout.places[a], layout.places[b]
        by_kind[kind] += f"M{f(x1)} {f(y1)}L{f(x2)} {f(y2)}"
    both = by_kind[PLAIN] + by_kind[BAY]
    shore = "".join(layout.path(land.polygon) for land in chart.lands)
    whole = f"M0 0H{layout.width:g}V{layout.height}H0z"
    out = [
        f'<path d="{both}" stroke="{INK}" stroke-width="{f(6.4 * thin)}" stroke-linecap="round"/>',
        f'<path d="{both}" stroke="{ROAD}" stroke-width="{f(3.8 * thin)}" stroke-linecap="round"/>',
        f'<clipPath id="{prefix}ar-bays"><path d="{whole}{shore}" clip-rule="evenodd"/></clipPath>',
        f'<g clip-path="url(#{prefix}ar-bays)"><path d="{by_kind[BAY]}" stroke="{INK}" stroke-width="{f(13 * thin)}"/>'
        f'<path d="{by_kind[BAY]}" stroke="#d9b877" stroke-width="{f(10 * thin)}"/>'
        f'<path d="{by_kind[BAY]}" stroke="#6b4718" stroke-width="{f(10 * thin)}" stroke-dasharray="1.6 3"/></g>',
        f'<path d="{by_kind[CASTLE_WAY]}" stroke="#1c0f10" stroke-width="{f(6.4 * thin)}"/>',
        f'<path d="{by_kind[CASTLE_WAY]}" stroke="#e2563a" stroke-width="{f(3.6 * thin)}" stroke-dasharray="7 5"/>',
    ]
    return f'<g fill="none" class="roads">{"".join(out)}</g>'


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
    for i, (x, y) in enumerate(layout.places):
        if i >= box.island.n_main:
            out.append(f'<circle cx="{f(x)}" cy="{f(y)}" r="15" fill="#1b1416" stroke="#84685f" stroke-width="1.5"/>')
        elif box.island.ports >> i & 1:
            out.append(
                f'<circle cx="{f(x)}" cy="{f(y)}" r="13.5" fill="#1d4a66" stroke="{INK}" stroke-width="1.5"/>'
                f'<circle cx="{f(x)}" cy="{f(y)}" r="11.3" fill="none" stroke="#fff" stroke-width="1.5"/>'
                f"{use(prefix, 'anchor', x - 7.5, y - 7.5, 15, '#fff')}"
            )
        elif box.island.gates >> i & 1:
            out.append(
                f'<circle cx="{f(x)}" cy="{f(y)}" r="13.5" fill="#b8321f" stroke="{INK}" stroke-width="1.5"/>'
                f'<circle cx="{f(x)}" cy="{f(y)}" r="8" fill="{ROAD}" stroke="{INK}"/>'
            )
        else:
            out.append(
                f'<circle cx="{f(x)}" cy="{f(y)}" r="11" fill="{ROAD}" stroke="{INK}" stroke-width="1.6"/>'
                f'<circle cx="{f(x)}" cy="{f(y)}" r="7" fill="none" stroke="#a08a5a" stroke-width="1.3"/>'
            )
    return out


def names(chart: Chart, layout: Layout) -> str:
    """The names of provinces, wide and bold, and of locations; both with a light edge, to be read on any ground."""
    size = layout.font
    edge = 'stroke="#fdf6e3" stroke-width="3.4" stroke-opacity=".9" paint-order="stroke" stroke-linejoin="round"'
    lands_out = [
        f'<text x="{f(x)}" y="{f(y)}">{esc(land.name.upper())}</text>'
        for land, (x, y) in zip(chart.lands, layout.land_names, strict=True)
    ]
    out = []
    for name, (left, top, right, _) in zip(chart.names, layout.labels, strict=True):
        out.append(f'<text x="{f((left + right) / 2)}" y="{f(top + size * 0.85)}">{esc(name)}</text>')
    return (
        f'<g font-size="{f(size * 0.92)}" font-weight="bold" letter-spacing="{f(size * 0.09)}" text-anchor="middle" fill="#4a2f1a" {edge} class="land-names">'
        f'{"".join(lands_out)}</g><g font-size="{f(size)}" text-anchor="middle" fill="{INK}" {edge} class="place-names">{"".join(out)}</g>'
    )


def compass(layout: Layout) -> str:
    """A rose of the winds in the open sea."""
    if layout.width < 500:
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
