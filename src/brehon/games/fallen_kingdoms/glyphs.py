"""The small drawings of Fallen Kingdoms, all our own. Seats, cards, resources and buildings differ in shape, never in colour alone."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees
from typing import Final

from brehon.core.canvas import printed
from brehon.core.palette import ALARM, INK, PAPER, RULE, Palette
from brehon.core.svg import Drawings
from brehon.games.fallen_kingdoms.data import BUILDINGS, GODS, KNOWLEDGE, RESOURCES, TRACKS
from brehon.games.fallen_kingdoms.glyphs_lore import LORE_ART

# [seat] shields: field, rim, and what is drawn on the field; in light and dark
_FIELDS: Final = [
    ("#1d4f91", "#7ba8e6"), ("#a4261f", "#e8867c"), ("#2c6b35", "#77bd82"), ("#6a3285", "#bd91d8"), ("#a35706", "#dd9c4e"), ("#37332f", "#aaa39a"),
]  # fmt: skip
_RIMS: Final = [
    ("#0f2d57", "#b4d0f5"), ("#5f120e", "#f7bcb6"), ("#163c1c", "#b3dcb9"), ("#3a1849", "#dcc0ea"), ("#5e3203", "#f0cb9a"), ("#11100e", "#dcd6ce"),
]  # fmt: skip
_TINTS: Final = [
    ("#d5e1f2", "#22334d"), ("#f4d6d2", "#4a2420"), ("#d5e8d4", "#233d28"), ("#e6d8ee", "#3a2947"), ("#f3dfc3", "#46331c"), ("#dcd8d2", "#3a3733"),
]  # fmt: skip
# [category] of knowledge: band and body of its cards
_BANDS: Final = [
    ("#8a6a12", "#c79b2b"), ("#2b5f86", "#6aa6d3"), ("#5b6b21", "#a5b95a"), ("#8c2f22", "#df7d6b"), ("#57306e", "#b48ad0"), ("#8a4a12", "#d9924c"),
]  # fmt: skip
_BODIES: Final = [
    ("#f8ecc0", "#3a3118"), ("#d8e6f0", "#1f2f3c"), ("#e6ecc9", "#2c321a"), ("#f5d9d2", "#40241f"), ("#e6daee", "#33263d"), ("#f7dfc4", "#402d1a"),
]  # fmt: skip
PALETTE: Final = Palette(
    {
        "bar": ("#e5c27c", "#6b5426"),  # of a chance
        "godly": ("#5a3d1c", "#dcbf92"),
        "route": ("#235a70", "#86bdd2"),
        "route-edge": ("#e6f2f4", "#0f2530"),
        "land": ("#e6dcb2", "#3a392b"),
        "grain": ("#c9bb88", "#4c4a38"),
        "beach": ("#cdbf8b", "#544e37"),
        "sea": ("#a8c8d0", "#16303c"),
        "shallow": ("#7fa7b4", "#264c5d"),
        "coast": ("#5d4a2c", "#a8936a"),
        "road": ("#7a5530", "#c09a66"),
        "road-edge": ("#fff6da", "#1b1811"),
        "road-fill": ("#d9b880", "#5d4729"),
        "frame": ("#d9c9a0", "#2d261b"),
        "rock": ("#d4c79a", "#57533d"),
        "rock-line": ("#6d5b38", "#a3936b"),
        "snow": ("#fffbee", "#bdb8a1"),
        "pine": ("#7d9a63", "#3f5a38"),
        "pine-line": ("#4c6138", "#7d9b66"),
        "hill": ("#d9cf9c", "#4b4834"),
        "hill-line": ("#8a7747", "#8f8156"),
        "wave": ("#5f8e9e", "#437386"),
        "god-card": ("#f3ead2", "#332b20"),
        "rumor": ("#473a52", "#574768"),
        "gold": ("#a87908", "#e8bd56"),
        "chosen": ("#d8890b", "#f2ad3c"),
        **{f"band-{kind}": colours for kind, colours in enumerate(_BANDS)},
        **{f"body-{kind}": colours for kind, colours in enumerate(_BODIES)},
        **{f"field-{seat}": colours for seat, colours in enumerate(_FIELDS)},
        **{f"rim-{seat}": colours for seat, colours in enumerate(_RIMS)},
        **{f"tint-{seat}": colours for seat, colours in enumerate(_TINTS)},
    }
)
FIELDS: Final = [PALETTE[f"field-{seat}"] for seat in range(6)]
RIMS: Final = [PALETTE[f"rim-{seat}"] for seat in range(6)]
TINTS: Final = [PALETTE[f"tint-{seat}"] for seat in range(6)]
BAR: Final = PALETTE["bar"]
GODLY: Final = PALETTE["godly"]
ROUTE: Final = PALETTE["route"]
LAND: Final = PALETTE["land"]
BEACH: Final = PALETTE["beach"]
COAST: Final = PALETTE["coast"]
SEA: Final = PALETTE["sea"]
SHALLOW: Final = PALETTE["shallow"]
ROAD: Final = PALETTE["road"]
ROAD_EDGE: Final = PALETTE["road-edge"]
ROAD_FILL: Final = PALETTE["road-fill"]
ROUTE_EDGE: Final = PALETTE["route-edge"]
FRAME: Final = PALETTE["frame"]
GOD_CARD: Final = PALETTE["god-card"]
RUMOR: Final = PALETTE["rumor"]
GOLD: Final = PALETTE["gold"]
CHOSEN: Final = PALETTE["chosen"]

DRAWN: Final = Drawings("fk")
use: Final = DRAWN.use
strip: Final = DRAWN.strip
SEAT_SIGNS: Final = ["hammer", "rune", "wheel", "triangle", "serpent", "moon"]

LORE_BANDS: Final = [PALETTE[f"band-{kind}"] for kind in range(6)]
LORE_BODIES: Final = [PALETTE[f"body-{kind}"] for kind in range(6)]

_SEATS: Final = [
    '<path d="M3 2h10v5H9.6v7.6H6.4V7H3z"/>',  # Thor's hammer
    '<path d="M6.9 15.2V9.3L2.2 5 3.9 3.3l3 2.8V1h2.2v5.1l3-2.8L13.8 5 9.1 9.3v5.9z"/>',  # the rune algiz
    '<path fill-rule="evenodd" d="M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm-1 2.3A5 5 0 0 0 3.2 7H7zm2 0V7h3.8A5 5 0 0 0 9 3.3zM3.2 9A5 5 0 0 0 7 12.7V9zM9 9v3.7A5 5 0 0 0 12.8 9z"/>',
    '<path fill-rule="evenodd" d="M8 1l7.3 13.4H.7zM8 5.2L4.2 12.3h7.6z"/>',
    '<path d="M2 13.5c4.5 1.8 6.5-.6 5.2-3.2S5.4 4.5 9 3.4c1.9-.6 3.4.2 4 1.6l1.8-.6-.9 3.1-2.8-1.4.7-.3c-.5-.6-1.2-.7-2-.5-1.6.6-1.3 2.1-.4 3.9 2.2 4.4-1.6 7.6-7.4 6z"/>',
    '<path d="M10.8 1.2A7 7 0 1 0 14.9 11 6 6 0 0 1 10.8 1.2z"/>',
]
_METAL: Final = (
    '<g stroke="#33383e" stroke-width=".8" stroke-linejoin="round"><path d="M4.6 8.2l1.5-4.4h4.2l1.5 4.4z" fill="#b9c2ca"/>'
    '<path d="M.9 14l1.5-4.6h4.2L8.1 14z" fill="#8f9aa4"/><path d="M8.1 14l1.5-4.6h4.2l1.5 4.6z" fill="#8f9aa4"/></g>'
)
_WOOD: Final = (
    '<g stroke="#3d2409" stroke-width=".8"><path d="M8 .8l4.4 6.1h-2l3.4 4.8H2.2l3.4-4.8h-2z" fill="#3f7a3c" stroke-linejoin="round"/>'
    '<path d="M6.9 11.7h2.2v3.6H6.9z" fill="#8a5424"/></g>'
)
_WHEAT: Final = (
    '<g fill="#dca31d" stroke="#6e4d07" stroke-width=".6"><path d="M8 15.6V6" fill="none" stroke-width="1.2"/>'
    '<path d="M8 .5c1.6 1.7 1.6 3.4 0 5.1C6.4 3.9 6.4 2.2 8 .5z"/>'
    '<path d="M7.5 8.3C5 8.1 3.7 6.6 3.8 4.1c2.4.3 3.7 1.7 3.7 4.2z"/><path d="M8.5 8.3c2.5-.2 3.8-1.7 3.7-4.2-2.4.3-3.7 1.7-3.7 4.2z"/>'
    '<path d="M7.5 11.8C5 11.6 3.7 10.1 3.8 7.6c2.4.3 3.7 1.7 3.7 4.2z"/><path d="M8.5 11.8c2.5-.2 3.8-1.7 3.7-4.2-2.4.3-3.7 1.7-3.7 4.2z"/></g>'
)
_SWORD: Final = '<path d="M13.9.8l1.3 1.3-8 8 1.5 1.5-1.2 1.2-1.6-1.6-2.4 2.4.4.5-1.2 1.2L.9 13.5l1.2-1.2.5.4 2.4-2.4-1.6-1.6 1.2-1.2 1.5 1.5z"/>'
_HAMMER: Final = (
    '<path d="M6.4 1.2l6 1.2 2.7 3.9-2.2 1.5-1.6-1.1-1.1.8 1.1 1.6-1 .7-1.4-1.5-5.6 6.4-2-1.8 6.5-5.3-1.4-1.5L4.6 4z"/>'
)
_SCROLL: Final = '<path fill-rule="evenodd" d="M3.6 1h8.6c1.6 0 2.6 1 2.6 2.5V5H12v7.2c0 1.7-1 2.8-2.7 2.8H3.7C2 15 1.2 14 1.2 12.6V11h2.4zm1.8 3v1.1h5V4zm0 2.5v1.1h5V6.5zm0 2.5v1.1h5V9z"/>'
_BARRACKS: Final = (
    '<path d="M1.3 14.6V7.4h13.4v7.2z" fill="#cdb48a" stroke="#33230d" stroke-width=".9"/>'
    '<path d="M.7 7.6L4 3.2h8l3.3 4.4z" fill="#9d2f22" stroke="#33230d" stroke-width=".9"/>'
    '<path d="M8 1l4 6.2-1.2.9L8 3.8 5.2 8.1 4 7.2z" fill="#33230d"/><path d="M8 8.4l2.6 1v2.3c0 1.6-1.2 2.4-2.6 3-1.4-.6-2.6-1.4-2.6-3V9.4z" fill="#37332f"/>'
)
_WORKSHOP: Final = (
    '<path d="M2 14.6V7.8h12v6.8z" fill="#d9c49a" stroke="#33230d" stroke-width=".9"/><path d="M11 6V2h2v5z" fill="#7b6650" stroke="#33230d" stroke-width=".7"/>'
    '<path d="M.9 8L8 3.3 15.1 8z" fill="#3f6d8d" stroke="#33230d" stroke-width=".9"/>'
    '<path d="M4.4 9.6h7.4c-.3 1.2-1.3 1.6-2.4 1.7v1.2l1 1v.7H5.8v-.7l1-1v-1.2c-1.4 0-2.2-.6-2.4-1.7z" fill="#37332f"/>'
)
_FARM: Final = (
    '<path d="M2 14.6V7.6L8 3l6 4.6v7z" fill="#e2cf9d" stroke="#33230d" stroke-width=".9"/>'
    '<path d="M.8 8.3L8 2l7.2 6.3" fill="none" stroke="#4d7a2f" stroke-width="2.2"/>'
    '<path d="M5.2 14.4V9.2h5.6v5.2z" fill="#8a5424" stroke="#33230d" stroke-width=".7"/><path d="M5.2 9.2l5.6 5.2m0-5.2l-5.6 5.2" stroke="#e2cf9d" stroke-width=".8"/>'
)
_ANCHOR: Final = '<path fill-rule="evenodd" d="M8 .7a2.1 2.1 0 0 1 1.1 3.9v.9h2.6v1.9H9.1v5.4c1.8-.3 3-1.3 3.4-2.8l-1.3.3 1.7-3.4 2.2 3.1-1.1.1C13.6 13.100 11 15.300 8 15.300S2.400 13.100 2 10.100L.9 10l2.200-3.100 1.700 3.400-1.300-.3c.4 1.500 1.600 2.500 3.400 2.800V7.400H4.300V5.500h2.600v-.9A2.100 2.100 0 0 1 8 .7zm0 1.300a.8.8 0 1 0 0 1.600.8.8 0 0 0 0-1.600z"/>'
_TEMPLE: Final = '<path d="M9.700 1h.6v2l1.900 3.500h-4.400L9.700 3z"/><path d="M6.300 10.500l1-3.400h5.400l1 3.400zM3.400 14.800l2-3.700h9.200l2 3.700zM4.600 15.400h10.800V19H11.300v-2.400a1.300 1.300 0 0 0-2.600 0V19H4.600z"/>'
_HELM: Final = '<path fill-rule="evenodd" d="M8 2.500c2.800.1 4.500 2 4.600 4.800l.1 6-2.400 1.700V10.500l-1.500-.8H7.200l-1.500.8v4.500l-2.400-1.700.1-6C3.500 4.500 5.200 2.600 8 2.500zM2.900 6.500C1.200 5.700.5 3.800.9 1c1.200 1.500 2.400 2 4 2-1.200.8-1.800 1.900-2 3.500zm10.200 0c1.700-.8 2.400-2.700 2-5.500-1.200 1.500-2.400 2-4 2 1.200.8 1.800 1.900 2 3.500zM7.200 7.300v4.300L8 12.700l.8-1.100V7.300z"/>'
_STAR: Final = '<path d="M8 .8l2 4.700 5.100.4-3.900 3.300 1.200 5L8 11.500l-4.400 2.700 1.200-5L.9 5.900 6 5.500z"/>'
_FLAG: Final = '<path d="M2.500 1h1.600v14.500H2.500z"/><path d="M4.100 1.500h10.400l-2.700 3.600 2.700 3.700H4.100z"/>'
_CROWN: Final = (
    '<path d="M1.500 12.500L.8 4.200l3.700 3L8 1.800l3.500 5.400 3.700-3-.7 8.300zM1.700 13.500h12.600v1.600H1.700z"/>'
)

# [god] one colour, 32 by 32
_GODS: Final = [
    '<path d="M5 4c4-1 8-.4 11 1.800C19 3.600 23 3 27 4v21c-4-.9-8-.3-11 1.900C13 24.700 9 24.100 5 25zm2.500 2.300v16c2.600-.3 5 .1 7.200 1.200V8C12.600 6.600 10.200 6.100 7.500 6.300zm17 0c-2.700-.2-5.100.3-7.200 1.700v15.500c2.200-1.100 4.600-1.500 7.200-1.200z" fill-rule="evenodd"/><path d="M15 27.500h2V31h-2z"/>',
    '<path d="M17 1c1 5 7 8 8 15 .8 6-3 12-9 14 2-2.500 2.600-5 1.500-7.500-.8-1.900-2.200-3-2-5.500-2.700 2.500-4.200 5.200-4 8 .1 1.700.6 3.300 1.500 5C9 28 6.500 23.500 7 18.500c.4-4 2.600-6.500 4.500-9 .6 1.500 1.400 2.600 2.500 3.500C13.500 8.500 14.500 4 17 1z"/>',
    '<path fill-rule="evenodd" d="M16 2c8 0 13 5 13 12 0 4-1.600 7-4.500 9v4.500L21 30l-2-2.500L17.500 30h-3L13 27.500 11 30l-3.500-2.500V23C4.600 21 3 18 3 14 3 7 8 2 16 2zm-5.500 10a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zm11 0a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM16 18.500l-2 4h4z"/>',
    '<path d="M16 1l9 9.500-2.500 2.300-4.700-5V31h-3.600V7.800l-4.700 5L7 10.500z"/><path d="M8 20h16v3H8z"/>',
    '<path d="M16 10a6 6 0 1 1 0 12 6 6 0 0 1 0-12z"/><path d="M14.800 1h2.400v6.500h-2.400zM14.800 24.500h2.400V31h-2.400zM1 14.800h6.500v2.400H1zM24.500 14.800H31v2.400h-6.500zM4.600 6.300l1.700-1.700 4.600 4.600-1.700 1.700zM21.100 22.800l1.700-1.700 4.600 4.600-1.700 1.700zM4.600 25.700l4.600-4.600 1.700 1.700-4.600 4.600zM21.100 9.200l4.600-4.600 1.700 1.700-4.600 4.600z"/>',
    '<path d="M2 5l4-2c1 9 6 15 15 16 3.500.3 6.500-.2 9-1.500-1 7-6 11.500-13 11.500C8 29 2 20 2 5z"/><path d="M7 17.500l4-3 1.500 2-4 3zM14 24.500l2.300-4.500 2.300 1-2 4.500z" fill="#fff" fill-opacity=".55"/><path d="M1 2.500L6.500 1l.8 2.500L1.800 5z"/>',
    '<path d="M14.700 2h2.600v3.500L27 8l4 11.500c-.6 2.600-2.500 4-5 4s-4.400-1.400-5-4l3.800-11-7.500-1.900V26H23v3H9v-3h5.700V6.600L7.200 8.500l3.800 11c-.6 2.600-2.500 4-5 4s-4.400-1.400-5-4L5 8l9.700-2.500zM6 11.500l-2.800 8h5.600zm20 0l-2.800 8h5.600z" fill-rule="evenodd"/>',
    '<path d="M7 3c2 0 3.500 1 4.500 3H20c1-2 2.500-3 4.500-3v5c-1.400 0-2.500-.3-3.500-1v17c1-.7 2.100-1 3.500-1v5c-2 0-3.500-1-4.500-3h-8.500c-1 2-2.500 3-4.500 3v-5c1.400 0 2.500.3 3.500 1V7C9.500 7.700 8.400 8 7 8zm5.500 6v2.500h7V9zm0 4.200v2.500h7v-2.500zm0 4.200v2.500h7v-2.500z" fill-rule="evenodd"/><path d="M19 21c4 1 6 4 10 3v2.500C24 27.500 21 24 18 23z"/>',
    '<path fill-rule="evenodd" d="M16 6c6.500 0 11.500 3.500 15 10-3.500 6.500-8.500 10-15 10S4.500 22.500 1 16C4.500 9.500 9.500 6 16 6zm0 3.500c-4.700 0-8.300 2.200-11 6.500 2.700 4.300 6.300 6.500 11 6.500s8.300-2.200 11-6.500c-2.700-4.300-6.300-6.500-11-6.500z"/><circle cx="16" cy="16" r="4.800"/><path d="M14.800 0h2.400v4h-2.400zM14.800 28h2.400v4h-2.400z"/>',
]
_MOUNTAIN: Final = (
    f'<path d="M1 19L11 3l4 6 3-4 9 14z" fill="{PALETTE["rock"]}" stroke="{PALETTE["rock-line"]}" stroke-width="1.100" stroke-linejoin="round"/>'
    f'<path d="M11 3l4 6-2.200 3.500L11 10 9.500 12 8 8zM18 5l2.800 4.400L18.500 11l-1-2.500z" fill="{PALETTE["snow"]}"/>'
    f'<path d="M12 19c.6-3 2-5.500 3-7.500M20 19c.2-2 .6-3.800 1.200-5.200" fill="none" stroke="{PALETTE["rock-line"]}" stroke-width=".8"/>'
)
_PINE: Final = f'<path d="M5 0l3 5H6.800L9 8.500H7.600L10 12.500H0L2.400 8.500H1L3.200 5H2z" fill="{PALETTE["pine"]}" stroke="{PALETTE["pine-line"]}" stroke-width=".7" stroke-linejoin="round"/><path d="M4.300 12.500h1.400V15H4.300z" fill="{PALETTE["rock-line"]}"/>'
_HILL: Final = f'<path d="M0 8C2 3 5 1 8 1s5 2 7 7" fill="{PALETTE["hill"]}" stroke="{PALETTE["hill-line"]}" stroke-width=".9"/><path d="M9 8c2-4 4.500-5 6.500-5S20 4 22 8" fill="{PALETTE["hill"]}" stroke="{PALETTE["hill-line"]}" stroke-width=".9"/>'
_WAVE: Final = f'<path d="M0 4c2.500-4 5-4 7 0s4.500 4 7 0 4.500-4 7 0" fill="none" stroke="{PALETTE["wave"]}" stroke-width="1.200" stroke-linecap="round"/>'
_SHIP: Final = (
    '<path d="M3 19c-1.500-2-2-5-1.500-7.500.8-1.500 2.200-1 2.200.2C4.500 16 8 17.500 20 17.500S34.500 16 36.300 11.700c0-1.200 1.400-1.700 2.200-.2C39 14 38.500 17 37 19c-2 2.700-8 4-17 4S5 21.700 3 19z" fill="#7a5530" stroke="#33230d" stroke-width=".9"/>'
    '<path d="M19.300 1h1.400v16.500h-1.400z" fill="#33230d"/><path d="M9.500 3.500c7 1.500 14 1.500 21 0-1.200 3.500-1.200 7 0 10.500-7 1.500-14 1.500-21 0 1.200-3.500 1.200-7 0-10.500z" fill="#fbf5e4" stroke="#33230d" stroke-width=".9"/>'
    '<path d="M14.500 4.300c-.6 3.500-.6 7 0 10.500M20 4.600v10.500M25.500 4.300c.6 3.500.6 7 0 10.500" stroke="#a4261f" stroke-width="2.200" fill="none"/>'
)
_MONSTER: Final = (
    '<g fill="#3f7a70" stroke="#1e4740" stroke-width=".9" stroke-linejoin="round"><path d="M1 9.500L2.500 5C4 1.500 9.500.5 12.500 3.500c2.300 2.300 2.500 5.500 2.500 14.500h-5c0-5 .2-8-1.500-9L5 10z"/>'
    '<path d="M18.500 18c0-12 12.500-12 12.500 0h-4c0-5.500-4.500-5.500-4.500 0z"/><path d="M33 18c0-8.500 8.500-8.500 8.500 0H38c0-3-1.800-3-1.800 0z"/><path d="M42.500 18c0-4 .5-7 4-9.500-.2 3.500-.8 6.500-1.500 9.500z"/></g>'
    f'<circle cx="7" cy="5.500" r="1.100" fill="#fff"/><path d="M12 2.800l2.500-2.300.3 4z" fill="#1e4740"/><path d="M6 19h40" stroke="{PALETTE["wave"]}" stroke-width="1.400" stroke-linecap="round"/>'
)
_TOWN: Final = (  # a city without units: three roofs in a ring
    f'<circle cx="15" cy="15" r="13" fill="{PAPER}" stroke="{COAST}" stroke-width="1.600"/>'
    f'<g transform="translate(15 15)" fill="#b98a55" stroke="{COAST}" stroke-width=".9" stroke-linejoin="round">'
    '<path d="M-9 3v-4l3.500-3.500L-2 -1v4zM2 3v-4l3.500-3.500L9 -1v4z"/><path d="M-4 7V1.500L0-3l4 4.500V7z" fill="#d2a66c"/></g>'
)
_COMPASS: Final = (
    '<circle cx="20" cy="20" r="13" fill="#fbf5e4" fill-opacity=".55" stroke="#5d4a2c" stroke-width="1"/>'
    '<path d="M20 1l3.500 15.500L39 20l-15.500 3.500L20 39l-3.500-15.500L1 20l15.500-3.500z" fill="#cdbb8a" stroke="#5d4a2c" stroke-width=".9"/>'
    '<path d="M20 1l3.500 15.500L20 20zM39 20l-15.500 3.500L20 20zM20 39l-3.500-15.500L20 20zM1 20l15.500-3.500L20 20z" fill="#5d4a2c"/>'
)


@lru_cache(maxsize=4)
def small_defs(prefix: str) -> str:
    """The drawings of seats, tracks, buildings, gods and knowledge; the table only references them."""
    return f"<defs>{_small(prefix)}</defs>"


def _small(prefix: str) -> str:
    small = [*zip(SEAT_SIGNS, _SEATS, strict=True), *zip(TRACKS, [_SWORD, _HAMMER, _SCROLL], strict=True)]
    small += [
        ("anchor", _ANCHOR),
        ("helm", _HELM),
        ("star", _STAR),
        ("flag", _FLAG),
        ("crown", _CROWN),
    ]
    parts = [
        DRAWN.symbol(prefix, f"sign-{name}" if name in SEAT_SIGNS else name, "16 16", art, True) for name, art in small
    ]
    built = zip(BUILDINGS, [_BARRACKS, _WORKSHOP, _FARM], strict=True)
    parts += [DRAWN.symbol(prefix, name, "16 16", art) for name, art in built]
    lore, gods = zip(KNOWLEDGE, LORE_ART, strict=True), zip(GODS, _GODS, strict=True)
    parts += [DRAWN.symbol(prefix, f"lore-{name}", "24 24", art, True) for name, art in lore]
    parts += [DRAWN.symbol(prefix, f"god-{name}", "32 32", art, True) for name, art in gods]
    return "".join(parts)


@lru_cache(maxsize=4)
def defs(prefix: str) -> str:
    """Every drawing once."""
    parts = [_small(prefix)]
    resources = zip(RESOURCES, [_METAL, _WOOD, _WHEAT], strict=True)
    parts += [DRAWN.symbol(prefix, name, "16 16", art) for name, art in resources]
    parts.append(DRAWN.symbol(prefix, "temple", "20 20", _TEMPLE, True))
    scenery = [("mountain", "28 20", _MOUNTAIN), ("pine", "10 15", _PINE), ("hill", "22 9", _HILL), ("wave", "21 8", _WAVE),
               ("ship", "40 24", _SHIP), ("monster", "47 20", _MONSTER), ("compass", "40 40", _COMPASS), ("town", "30 30", _TOWN)]  # fmt: skip
    parts += [DRAWN.symbol(prefix, name, box, art) for name, box, art in scenery]
    knot = (
        f'<g fill="none" stroke="{RULE}" stroke-width="1.800">'
        '<path d="M0 2L6 10 12 2 18 10 24 2"/><path d="M0 10L6 2 12 10 18 2 24 10"/></g>'
    )
    back = '<rect width="10" height="10" fill="#42525c"/><path d="M0 5L5 0 10 5 5 10z" fill="none" stroke="#a9bbc4" stroke-width=".9"/>'
    grain = (
        f'<g fill="{PALETTE["grain"]}" fill-opacity=".5"><circle cx="7" cy="9" r=".9"/><circle cx="31" cy="5" r=".7"/><circle cx="19" cy="23" r="1"/>'
        '<circle cx="40" cy="30" r=".8"/><circle cx="8" cy="37" r=".8"/><circle cx="28" cy="41" r=".9"/></g>'
    )
    parts.append(DRAWN.pattern(prefix, "knot", 24, 12, knot))
    parts.append(DRAWN.pattern(prefix, "back", 10, 10, back))
    parts.append(DRAWN.pattern(prefix, "grain", 46, 46, grain))
    return f"<defs>{''.join(parts)}</defs>"


def sign(prefix: str, seat: int, x: float, y: float, size: float, color: str = "#fff") -> str:
    """The sign of a seat."""
    return use(prefix, f"sign-{SEAT_SIGNS[seat % 6]}", x, y, size, color)


@lru_cache(maxsize=1024)
def shield(prefix: str, seat: int, radius: float, number: int = -1) -> str:
    """A round shield centred on the origin: the seat's colour and sign, with or without a number of units."""
    field, rim = FIELDS[seat % 6], RIMS[seat % 6]
    disc = (
        f'<circle r="{radius}" fill="{field}" stroke="{PAPER}" stroke-width="{radius * 0.3:.3g}"/>'
        f'<circle r="{radius}" fill="{field}" stroke="{rim}" stroke-width="{radius * 0.13:.3g}"/>'
    )
    if number < 0:
        side = radius * 1.25
        return printed(disc + sign(prefix, seat, -side / 2, -side / 2, side))
    side, size = radius * 0.78, max(11.5 if radius > 12 else 11, radius * 1.02)
    return printed(
        f"{disc}{sign(prefix, seat, -side / 2, -radius * 0.9, side)}"
        f'<text y="{radius * 0.74:.3g}" font-size="{size:.3g}" font-weight="bold" text-anchor="middle" fill="#fff">{number}</text>'
    )


@lru_cache(maxsize=256)
def resource(prefix: str, kind: int, form: int, size: float) -> str:
    """A resource icon centred on the origin: a dark square, or a pale circle that gives nothing alone."""
    half = size / 2
    if form == 0:
        frame = f'<rect x="{-half}" y="{-half}" width="{size}" height="{size}" rx="1.500" fill="#fff8df" stroke="{INK}" stroke-width="1.600"/>'
    else:
        frame = f'<circle r="{half * 1.06:.4g}" fill="#f3ead0" stroke="{INK}" stroke-width="1.200" stroke-dasharray="2.600 1.600"/>'
    inner = size * (0.78 if form == 0 else 0.7)
    return printed(frame + use(prefix, RESOURCES[kind], -inner / 2, -inner / 2, inner))


@lru_cache(maxsize=128)
def building(prefix: str, kind: int, size: float) -> str:
    """A building tile centred on the origin."""
    half = size / 2
    return printed(
        f'<rect x="{-half}" y="{-half}" width="{size}" height="{size}" rx="3" fill="{PAPER}" stroke="{INK}"/>'
        f"{use(prefix, BUILDINGS[kind], -half + 1.5, -half + 1.5, size - 3)}"
    )


@lru_cache(maxsize=128)
def temple(prefix: str, seat: int, size: float) -> str:
    """A stave church centred on the origin, in the colour of its owner and with the owner's sign."""
    field, rim = FIELDS[seat % 6], RIMS[seat % 6]
    half = size / 2
    return (
        f'<circle r="{half * 1.05:.4g}" fill="{TINTS[seat % 6]}" stroke="{rim}" stroke-width="1.200"/>'
        f"{use(prefix, 'temple', -half * 0.9, -half * 0.95, size * 0.9, field)}"
        f"{sign(prefix, seat, -half * 0.24, half * 0.18, half * 0.5)}"
    )


@lru_cache(maxsize=64)
def die(face: int, size: float, is_hit: bool) -> str:
    """A die showing its result; a hit is dark with white pips."""
    fill, pip = (ALARM, "#fff") if is_hit else ("#fffdf5", INK)
    spots = {1: [(2, 2)], 2: [(1, 1), (3, 3)], 3: [(1, 1), (2, 2), (3, 3)], 4: [(1, 1), (1, 3), (3, 1), (3, 3)],
             5: [(1, 1), (1, 3), (2, 2), (3, 1), (3, 3)], 6: [(1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)]}[face]  # fmt: skip
    q = size / 4
    pips = "".join(f'<circle cx="{q * x:.4g}" cy="{q * y:.4g}" r="{size * 0.095:.3g}"/>' for x, y in spots)
    return printed(
        f'<rect width="{size}" height="{size}" rx="{size * 0.18:.3g}" fill="{fill}" stroke="{INK}" stroke-width="1.400"/><g fill="{pip}">{pips}</g>'
    )


@lru_cache(maxsize=256)
def path_token(dx: float, dy: float, number: int, by_sea: bool, rim: float) -> str:
    """The arrow of an invasion path, centred on the origin, pointing along dx, dy; its number stays upright. 0: no number."""
    fill, edge = ("#d3e8ee", ROUTE) if by_sea else ("#f7e9c2", ROAD)
    k = rim / (25 if rim > 20 else 21)
    turn = round(degrees(atan2(dy, dx)))
    text = (
        f'<text y="4.2" font-size="{11.5 if rim > 20 else 11}" font-weight="bold" text-anchor="middle">{number}</text>'
    )
    return printed(
        f'<path d="M-10 -10H6L13 0 6 10H-10z" transform="rotate({turn}) scale({k:.3g})" fill="{fill}" stroke="{edge}" '
        f'stroke-width="1.6" stroke-linejoin="round"/>{text if number else ""}'
    )
