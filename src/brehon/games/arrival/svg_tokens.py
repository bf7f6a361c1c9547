"""The small drawings of The Arrival, all our own: pieces, signs of the earning cards, tactic tiles. Each has its own shape."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from brehon.core.palette import OPEN, Palette
from brehon.core.svg import Drawings, label
from brehon.games.arrival.data import THREATS, TILES

PALETTE: Final = Palette(
    {
        "keeping": ("#d7ebe2", "#24463c"), "stone": ("#1d181b", "#8d8185"),
        # the map: the tones are those of the component file on light paper
        "tone-0": ("#d8ab55", "#6e5322"), "tone-1": ("#9d7896", "#553b53"), "tone-2": ("#f0ead8", "#857c66"), "tone-3": ("#8db3be", "#33535e"),
        "sea-0": ("#5d8ba0", "#1c3645"), "sea-1": ("#44708a", "#152a38"), "sea-2": ("#2f5167", "#0e1c27"),
        "coast": ("#1d2b33", "#070d11"), "road": ("#fbf4df", "#cdbf9c"), "halo": ("#fdf6e3", "#14110c"),
        "land-ink": ("#4a2f1a", "#f3d9a8"), "map-ink": ("#2b2118", "#f6ecd8"),
        # cards, tiles and what is written on them
        "card": ("#fffaf0", "#332b21"), "tile": ("#e3ecdf", "#20342b"), "tile-edge": ("#274b3e", "#7fb39d"), "motif": ("#1d3a30", "#dcefe2"),
        "medal": ("#fdf8ea", "#14251e"), "tribes": ("#b98a2f", "#d9a945"), "night": ("#2a1a2e", "#5a3a63"), "blocked": ("#3a3a3c", "#d9d2c4"),
    }
)  # fmt: skip
CARD: Final = PALETTE["card"]
TILE: Final = PALETTE["tile"]
TILE_EDGE: Final = PALETTE["tile-edge"]
MOTIF: Final = PALETTE["motif"]
MEDAL: Final = PALETTE["medal"]
KEEPING: Final = PALETTE["keeping"]  # of items that may be kept
STONE: Final = PALETTE["stone"]  # of castles
DRAWN: Final = Drawings("ar")
use: Final = DRAWN.use
GOLD: Final = "#e3b02c"
NIGHT: Final = "#2a1a2e"  # the Fomori

# [seat] of the tribe's discs: top, edge and emblem
TRIBE_TOP: Final = ["#c8402f", "#3f9148", "#3467bd", "#f3c637"]
TRIBE_EDGE: Final = ["#7d1f14", "#1f5427", "#1a3872", "#8f6a06"]
TRIBE_SIGN: Final = ["#fff6ee", "#f4ffee", "#f0f5ff", "#3a2b04"]

# emblems of the tribes in one colour, on 24 by 24
EMBLEMS: Final = [
    '<path d="M12 .5l4.2 7.5L12 13 7.8 8z"/><path d="M10.8 12h2.4v11.5h-2.4z"/><path d="M7 15.5h10v2H7z"/>',
    '<path d="M12 1c3 0 5 2 5.2 4.2C20 5.4 22 7.6 22 10.2c0 3.1-2.3 5.3-5.5 5.3h-2.7V20l2.7 3h-9l2.7-3v-4.5H7.5C4.3 15.5 2 13.3 2 10.2 2 7.6 4 5.4 6.8 5.2 7 3 9 1 12 1z"/>',
    '<path d="M11 1h2v2.5c4.7.9 7.3 4.2 7.5 9.5H13v2.5h9.5C21.5 20 18 23 12 23S2.5 20 1.5 15.5H11V13H3.5C3.7 7.7 6.3 4.4 11 3.5z"/>',
    '<circle cx="12" cy="12" r="5.2"/><path d="M12 0l2 5h-4zM12 24l2-5h-4zM0 12l5-2v4zM24 12l-5-2v4zM3.5 3.5l5 2.1-2.9 2.9zM20.5 20.5l-5-2.1 2.9-2.9zM20.5 3.5l-2.1 5-2.9-2.9zM3.5 20.5l2.1-5 2.9 2.9z"/>',
]

# the threats on 40 by 40, without their numbers: a round, a square, an eight-cornered and a towered one
_SINEACH: Final = (
    '<circle cx="20" cy="20" r="18.5" fill="#123f43" stroke="#0a2022" stroke-width="1.6"/><circle cx="20" cy="20" r="16" fill="none" stroke="#4d8f86" stroke-width=".9"/>'
    '<path d="M9 27.5c3.5-4 6.5-4 9.5-.6s6.5 3.2 9-.2c2.2-3-.2-6-4-6.6-4.6-.7-8-2.2-7.6-6 .4-3.5 4.3-5 8-3.6" fill="none" stroke="#9fdcb8" stroke-width="3.8" stroke-linecap="round"/>'
    '<path d="M22.5 6.8c4.5-.8 8.7 1 9.3 4.2l-4.8 3.3-5-1.5c-1.6-2-1.3-5 .5-6z" fill="#9fdcb8"/><circle cx="26.4" cy="9.7" r="1.3" fill="#123f43"/>'
)
_ATHACH: Final = (
    '<rect x="2" y="2" width="36" height="36" rx="3" fill="#4b2a14" stroke="#24120a" stroke-width="1.6"/><rect x="4.5" y="4.5" width="31" height="31" rx="2" fill="none" stroke="#9c6a3c" stroke-width=".9"/>'
    '<path d="M6.5 9c1 6 4 8.3 8 8.3L13 12C9.5 12 7.5 11 6.5 9zM33.5 9c-1 6-4 8.3-8 8.3L27 12c3.5 0 5.5-1 6.5-3z" fill="#f2e3c6"/>'
    '<path d="M12 12.5c2-3.5 14-3.5 16 0l2 10c0 6-4 10-10 10s-10-4-10-10z" fill="#d9985a"/>'
    '<ellipse cx="20" cy="18.8" rx="4.8" ry="3.7" fill="#fff8e6" stroke="#4b2a14"/><circle cx="20" cy="18.8" r="1.9" fill="#7a1410"/>'
    '<path d="M14.5 26h11l-1.4 2.8-1.9-1.3-2.2 1.7-2.2-1.7-1.9 1.3z" fill="#3a1c0c"/>'
)
_MONGHFINN: Final = (
    '<path d="M12.5 1.5h15L38.5 12.5v15L27.5 38.5h-15L1.5 27.5v-15z" fill="#4c1d5a" stroke="#220a2a" stroke-width="1.6"/>'
    '<path d="M13.5 4h13L36 13.5v13L26.5 36h-13L4 26.5v-13z" fill="none" stroke="#a878b8" stroke-width=".9"/>'
    '<path d="M20 5.5c7 0 10 5 9.6 11.5-.3 5 2.7 7.5 4.4 8-2.5 2.7-6 2.5-7.4 1.6.6 3.2 2.4 5 4 5.6-4.6 2.4-9 .8-10.6-3-1.6 3.8-6 5.4-10.6 3 1.6-.6 3.4-2.4 4-5.6-1.4.9-4.9 1.1-7.4-1.6 1.7-.5 4.7-3 4.4-8C10 10.5 13 5.5 20 5.5z" fill="#fdf6dc"/>'
    '<path d="M14.8 14.5c0-3 2-4.7 5.2-4.7s5.2 1.7 5.2 4.7c0 5-2 8.5-5.2 8.5s-5.2-3.5-5.2-8.5z" fill="#caa0c9"/>'
    '<path d="M16 14.7l3 1.1-3 .7zM24 14.7l-3 1.1 3 .7zM17.8 19.8h4.4L20 21.2z" fill="#3a0f46"/>'
)
_CASTLE: Final = (
    f'<path d="M4 38V13l-2-2V3h5v4h5V3h5v4h6V3h5v4h5V3h5v8l-2 2v25z" fill="{STONE}" stroke="#000" stroke-width="1.2"/>'
    '<path d="M5.5 15h29" stroke="#5c4d50" stroke-width="1.2"/><path d="M15 38v-9c0-6 10-6 10 0v9z" fill="#8a1c12"/>'
    '<path d="M9 18h4v6H9zM27 18h4v6h-4zM18 16.5h4v5h-4z" fill="#ef5b32"/>'
)
THREAT_ART: Final = {"sineach": _SINEACH, "athach": _ATHACH, "monghfinn": _MONGHFINN, "castle": _CASTLE}

# signs of the cards and supplies, on 16 by 16
_DISC: Final = '<ellipse cx="8" cy="9.8" rx="7" ry="4.2" fill="#6d4a22"/><ellipse cx="8" cy="7.4" rx="7" ry="4.2" fill="#c89352" stroke="#57380f" stroke-width=".9"/><ellipse cx="8" cy="7.4" rx="3.8" ry="2.1" fill="none" stroke="#7d5522" stroke-width=".9"/>'
_SWORD: Final = '<path d="M14.8 1.2l-.7 3.4-7 7-2.7-2.7 7-7z" fill="#e7ebee" stroke="#3c444b" stroke-width=".9"/><path d="M3 8.3l4.7 4.7M4.5 11.5L1.6 14.4" stroke="#6a4013" stroke-width="2" stroke-linecap="round"/>'
_SHIELD: Final = '<path d="M8 .8c2.3 1.3 4.4 1.6 6.3 1.5.3 6-1.3 10.4-6.3 13C3 12.7 1.4 8.3 1.7 2.3 3.6 2.4 5.7 2.1 8 .8z" fill="#5b7f95" stroke="#1e3240" stroke-width="1"/><path d="M8 3v10.2M3.6 6.8h8.8" stroke="#e9f1f4" stroke-width="1.5"/>'
_FAME: Final = '<path d="M8 .6l2.2 4.9 5.3.6-4 3.6 1.1 5.2L8 12.2l-4.6 2.7 1.1-5.2-4-3.6 5.3-.6z" fill="#eebb33" stroke="#7a5505" stroke-width=".9"/>'
_BROCHS: Final = '<path d="M8 .2l1.2 2.7 3 .3-2.3 2 .7 2.9L8 6.6 5.4 8.1l.7-2.9-2.3-2 3-.3z" fill="#eebb33" stroke="#7a5505" stroke-width=".6"/><g fill="#c89352" stroke="#57380f" stroke-width=".8"><rect x="2" y="12" width="12" height="3.3" rx="1.6"/><rect x="2" y="8.5" width="12" height="3.3" rx="1.6"/></g>'
_CAERS: Final = '<path d="M8 -.4l1 2.2 2.4.2-1.8 1.7.5 2.3L8 4.8 5.9 6l.5-2.3L4.6 2 7 1.8z" fill="#eebb33" stroke="#7a5505" stroke-width=".5"/><g fill="#c89352" stroke="#57380f" stroke-width=".8"><rect x="2" y="12.5" width="12" height="2.9" rx="1.4"/><rect x="2" y="9.5" width="12" height="2.9" rx="1.4"/><rect x="2" y="6.5" width="12" height="2.9" rx="1.4"/></g>'
_TACTIC: Final = '<rect x="1.5" y="1.5" width="13" height="13" rx="2.5" fill="#2f6f5d" stroke="#123a2f"/><path d="M5.4 4.2h5.2M5.4 6.7h3.2M4 9.3h6.6M5.4 11.8h5.2M8 3v10.2" stroke="#e9f6e4" stroke-width="1.1"/>'
_FOMORI: Final = '<circle cx="8" cy="8" r="7.2" fill="#2a1a2e" stroke="#0f0712"/><path d="M2.6 8C5 4.5 11 4.5 13.4 8 11 11.5 5 11.5 2.6 8z" fill="#f3d7c2"/><circle cx="8" cy="8" r="2.3" fill="#b3261b"/><circle cx="8" cy="8" r=".9" fill="#14060a"/>'
_CORRUPTION: Final = '<path d="M8 .8c3 3.7 5.3 6.4 5.3 9.2A5.3 5.3 0 0 1 2.7 10C2.7 7.2 5 4.5 8 .8z" fill="#6d2b7c" stroke="#2c0d35"/><path d="M5.6 9.2l1.8 1.8M7.4 9.2L5.6 11M8.7 9.2l1.8 1.8M10.5 9.2L8.7 11" stroke="#f6e6fa" stroke-width=".9"/>'
_TROPHY: Final = f'<path d="M2 15V6L1 5V1.5h2.5v2H6v-2h4v2h2.5v-2H15V5l-1 1v9z" fill="{STONE}"/><path d="M6 15v-3.5c0-2.6 4-2.6 4 0V15z" fill="#ef5b32"/>'
_START: Final = '<path d="M5.2 13.6A6 6 0 1 1 10.8 13.6" fill="none" stroke="#765609" stroke-width="3.4"/><path d="M5.2 13.6A6 6 0 1 1 10.8 13.6" fill="none" stroke="#e7b733" stroke-width="1.9"/><g fill="#e7b733" stroke="#765609" stroke-width=".8"><circle cx="5" cy="13.6" r="2"/><circle cx="11" cy="13.6" r="2"/></g>'
_ANCHOR: Final = '<g fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"><circle cx="8" cy="3" r="1.6"/><path d="M8 4.6v9.2M5.3 6.8h5.4M2.6 9.6c.5 2.8 2.6 4.3 5.4 4.3s4.9-1.5 5.4-4.3"/></g>'
SIGNS: Final = {
    "discs": _DISC, "swords": _SWORD, "shields": _SHIELD, "fame": _FAME, "brochs": _BROCHS, "caers": _CAERS,
    "tactics": _TACTIC, "fomori": _FOMORI, "corruption": _CORRUPTION, "trophy": _TROPHY, "start": _START, "anchor": _ANCHOR,
}  # fmt: skip

# tactic tiles in one colour, on 24 by 24
TILE_ART: Final = {
    "ogam": '<path d="M11 1h2v22h-2z"/><path d="M5 4h7v2H5zM5 7.5h7v2H5zM12 12h7v2h-7zM12 15.5h7v2h-7zM7 19l10-2v2L7 21z"/>',
    "master_builder": '<path d="M3 4h12l4 3.5-4 3.5H3z"/><path d="M8 11h3.5v12H8z"/><path d="M15 14h7v3h-7zM15 18.5h7v3h-7z"/>',
    "ruse": '<path d="M2 7h13V3l7 6-7 6v-4H2zM22 17H9v-2l-7 4.5L9 24v-3h13z"/>',
    "migration": '<circle cx="5" cy="8" r="4"/><circle cx="19" cy="16" r="4"/><path d="M9 3.5C14 1 19 3 20.5 7.5l2-.5-3 4.5-4.5-2.8 2.2-.6C16 5 13 4 10 5.5zM15 20.5C10 23 5 21 3.5 16.5l-2 .5 3-4.5L9 15.3l-2.2.6C8 19 11 20 14 18.5z"/>',
    "geese": '<path d="M1 8c4-2 7-1 9 2 1-4 4-7 8-7-2 2-3 4-3 7 2-1 5-1 8 1-3 0-5 2-6 4-2 3-6 4-9 2 1-1 2-2 2-4C8 10 5 8 1 8z"/><path d="M3 17c2-1 4-1 5 1 1-1 3-2 5-1-2 1-3 2-4 4-1-2-3-4-6-4z"/>',
    "salmon": '<path d="M1 13c4-6 11-8 17-3l4-4c1 4 1 9 0 13l-4-4C12 19 5 18 1 13z"/><circle cx="6" cy="12" r="1.3" fill="#fff"/>',
    "lia_fail": '<path d="M8.5 3.5L13 1l3 3 1.5 17h-11z"/><path d="M3 21h18v2.5H3z"/><path d="M10.5 8h3M10 11.5h4M9.7 15h4.6" stroke="#fff" stroke-width="1.3"/>',
    "emer": '<path d="M12 21.5C4 16 1.5 12 1.5 8 1.5 4.5 4 2.5 7 2.5c2 0 4 1.2 5 3.2 1-2 3-3.2 5-3.2 3 0 5.5 2 5.5 5.5 0 4-2.5 8-10.5 13.5z"/>',
    "high_walls": '<path d="M1 9V4h4v3h4V4h6v3h4V4h4v5zM1 10.5h10v4H1zM12.5 10.5H23v4H12.5zM1 16h5.5v5H1zM8 16h8v5H8zM17.5 16H23v5h-5.5z"/>',
    "stronghold": '<path d="M5 22V9L3.5 7.5V2h3.5v2.5h3V2h4v2.5h3V2h3.5v5.5L19 9v13h-4.5v-5c0-3.5-5-3.5-5 0v5z"/>',
    "bard": '<path fill-rule="evenodd" d="M4 2c8-1 14 2 16 8l-3 .5c1 5-2 10-10 12L4 20zm3 3v13.5c5-1.5 7.5-4.5 7-8.5C13 7 10.5 5.5 7 5z"/><path d="M8.5 6v12M11 7v9.5" stroke="currentColor" stroke-width="1.1"/>',
    "cauldron": '<path d="M2 7h20v2.5h-1.5c1 6-1.5 10.5-4.5 12l1 2h-2.5l-.8-1.5h-3.4L9.5 23.5H7l1-2C5 20 2.5 15.5 3.5 9.5H2z"/><path d="M8 5c-2-2 1-3 0-4.5 2.5 1 2 3 1.5 4.5zM14 5c-2-2 1-3 0-4.5 2.5 1 2 3 1.5 4.5z"/>',
    "silver": '<path d="M1 21c3-8 5-11 8-11 2.5 0 3.5 3 5 5 1-2 2-3 4-3 2.5 0 4 4 5 9z"/><circle cx="16.5" cy="5.5" r="4.5"/>',
}  # fmt: skip


N_TONES: Final = 4
# patterns over the four tones: strokes, tufts, stipple and ripples, so that colour is never the only difference
PATTERNS: Final = [
    (16, 16, '<path d="M3 13l4-8M10 15l3-6" stroke="#7a5410" stroke-opacity=".42" stroke-width="1.1" stroke-linecap="round"/>'),
    (20, 20, '<path d="M5 9V4M5 9L2.5 5.5M5 9l2.5-3.5M15 19v-5M15 19l-2.5-3.5M15 19l2.5-3.5" fill="none" stroke="#43204a" stroke-opacity=".42" stroke-width="1.1" stroke-linecap="round"/>'),
    (14, 14, '<circle cx="3.5" cy="3.5" r="1.1" fill="#8d7a4e" fill-opacity=".5"/><circle cx="10.5" cy="10.5" r="1.1" fill="#8d7a4e" fill-opacity=".5"/>'),
    (26, 14, '<path d="M1 5c3-3 6-3 9 0M14 12c3-3 6-3 9 0" fill="none" stroke="#1f4f5e" stroke-opacity=".45" stroke-width="1.2" stroke-linecap="round"/>'),
]  # fmt: skip


@lru_cache(maxsize=16)
def defs(prefix: str, strength: tuple[int, ...], fame: tuple[int, ...], n_seats: int) -> str:
    """Every drawing once; the table only references them."""
    parts = [DRAWN.symbol(prefix, name, "16 16", art) for name, art in SIGNS.items()]
    parts += [DRAWN.symbol(prefix, f"tile-{name}", "24 24", art, True) for name, art in TILE_ART.items()]
    parts += [DRAWN.symbol(prefix, f"tribe-{i}", "24 24", art, True) for i, art in enumerate(EMBLEMS)]
    for threat, name in enumerate(THREATS):
        parts.append(DRAWN.symbol(prefix, name, "40 40", THREAT_ART[name]))
        parts.append(
            DRAWN.symbol(prefix, f"{name}-full", "48 48", threat_art(prefix, name, strength[threat], fame[threat]))
        )
    for seat in range(n_seats):
        parts += [
            DRAWN.symbol(prefix, f"fort-{seat}-{level}", "40 54", fort_art(prefix, seat, level)) for level in (1, 2, 3)
        ]
    back = '<rect width="10" height="10" fill="#3d5a52"/><path d="M0 5a5 5 0 0 0 5-5M5 10a5 5 0 0 1 5-5" fill="none" stroke="#7fa295" stroke-width="1"/>'
    parts += [DRAWN.pattern(prefix, f"tone-{i}", width, height, art) for i, (width, height, art) in enumerate(PATTERNS)]
    r = 13 if prefix else 13.8
    parts.append(
        f'<g id="{prefix}ar-ring" fill="none"><circle r="{r}" stroke="{PALETTE["halo"]}" stroke-width="5"/><circle r="{r}" stroke="{OPEN}" stroke-width="3"/></g>'
    )
    return f"<defs>{''.join(parts)}{DRAWN.pattern(prefix, 'back', 10, 10, back)}</defs>"


def threat_art(prefix: str, name: str, strength: int, fame: int) -> str:
    """A threat on the map: its strength at the upper right, its fame at the lower left."""
    wide, left = (18.6, 0.4) if fame < 10 else (25, 11.5)  # a castle's in the middle
    return (
        f'<use href="#{prefix}ar-{name}" x="4" y="4" width="40" height="40"/>'
        f'<circle cx="38.3" cy="9.7" r="9.3" fill="#fff7ea" stroke="#a01f17" stroke-width="1.8"/>{label(38.3, 16, strength, 18, "#a01f17", "middle", "bold")}'
        f'<rect x="{left}" y="29" width="{wide}" height="18.6" rx="9.3" fill="{GOLD}" stroke="#5d4204" stroke-width="1.5"/>{label(left + wide / 2, 44.6, fame, 18, "#2b2118", "middle", "bold")}'
    )


def fort_art(prefix: str, seat: int, level: int) -> str:
    """One, two or three discs on top of each other, on 40 by 54; the top one has the tribe's emblem."""
    top, edge, sign = TRIBE_TOP[seat], TRIBE_EDGE[seat], TRIBE_SIGN[seat]
    out = ['<ellipse cx="21.5" cy="42" rx="17" ry="9.5" fill="#000" fill-opacity=".3"/>']
    for disc in range(level):
        y = 34 - 8 * disc
        out.append(
            f'<path d="M3.5 {y}v6a16.5 11 0 0 0 33 0v-6z" fill="{edge}" stroke="#120c06" stroke-width="1.2"/>'
            f'<ellipse cx="20" cy="{y}" rx="16.5" ry="11" fill="{top}" stroke="#120c06" stroke-width="1.2"/>'
        )
    y = 34 - 8 * (level - 1)
    out.append(f'<ellipse cx="20" cy="{y}" rx="14" ry="9" fill="none" stroke="{sign}" stroke-opacity=".6"/>')
    out.append(f'<use href="#{prefix}ar-tribe-{seat}" x="12" y="{y - 8}" width="16" height="16" color="{sign}"/>')
    return "".join(out)


def tribe_disc(prefix: str, seat: int, x: float, y: float, r: float) -> str:
    """A tracking disc seen from above, with the emblem of the tribe; x, y is its middle."""
    size = r * 1.35
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{TRIBE_TOP[seat]}" stroke="{TRIBE_EDGE[seat]}" stroke-width="{max(1.2, r / 7):g}"/>'
        f"{use(prefix, f'tribe-{seat}', x - size / 2, y - size / 2, size, TRIBE_SIGN[seat])}"
    )


def tile_picture(tile: int, first_silver: int, cauldron: int) -> str:
    """The name of the drawing of a tile."""
    if tile < cauldron:
        return f"tile-{TILES[tile]}"
    return "tile-silver" if tile >= first_silver else "tile-cauldron"
