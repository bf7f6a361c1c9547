"""The small drawings of Armorica, all our own: icons, suit emblems, ornaments and cards. Each is told apart by its shape."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from brehon.core.svg import esc, label, shorten
from brehon.games.armorica.data import ICONS, N_ICONS, SUITS, count

INK: Final = "#2f2418"
FAINT: Final = "#695840"
PAPER: Final = "#f8f1de"
PARCHMENT: Final = "#eadcb9"
RULE: Final = "#a68a5b"  # lines and frames
OPEN: Final = "#0c6658"  # what may be taken
ALARM: Final = "#9c2118"

# [suit] band, body and ink on the band
BANDS: Final = ["#dba520", "#2c5a8a", "#74441f", "#3f7034", "#a32c25", "#fbfaf4"]
BODIES: Final = ["#fbeec3", "#d9e5f1", "#ecdac5", "#dfeccf", "#f6d9d3", "#fffefa"]
ON_BAND: Final = ["#33240a", "#ffffff", "#ffffff", "#ffffff", "#ffffff", "#3a3128"]
# [icon] colours of the ribbons
TINTS: Final = ["#f0d487", "#d9bfdf", "#ccd8a4", "#e4ddd0", "#f3da80", "#ecc3ab"]
EDGES: Final = ["#8f6508", "#64296c", "#4c5f1c", "#5a4e42", "#856209", "#8c3d1c"]

HEAD: Final = 20  # height of a card's band
ROW: Final = 17  # height of an icon row
FOOT: Final = 15
CARD_H: Final = HEAD + N_ICONS * ROW + FOOT
COLUMN: Final = 44  # width that stays visible when the next card lies on top
GLYPH: Final = 14  # from one icon to the next
GLYPH_SIZE: Final = 16

_WHEAT: Final = (
    '<g fill="#d29a1b" stroke="#76540b" stroke-width=".6"><path d="M8 15.6V6" fill="none" stroke-width="1.2"/>'
    '<path d="M8 .5c1.6 1.7 1.6 3.4 0 5.1C6.4 3.9 6.4 2.2 8 .5z"/>'
    '<path d="M7.5 8.300C5 8.1 3.7 6.6 3.8 4.100c2.4.3 3.7 1.7 3.7 4.200z"/><path d="M8.5 8.300c2.5-.2 3.8-1.7 3.7-4.2-2.4.3-3.7 1.7-3.7 4.200z"/>'
    '<path d="M7.5 11.800C5 11.6 3.7 10.1 3.8 7.600c2.4.3 3.7 1.7 3.7 4.200z"/><path d="M8.5 11.800c2.5-.2 3.8-1.7 3.7-4.2-2.4.3-3.7 1.7-3.7 4.200z"/></g>'
)
_GRAPES: Final = (
    '<path d="M8 5.500C8 3.5 9 2 10.5 1" fill="none" stroke="#5b4a1e" stroke-width="1.2"/>'
    '<path d="M7.6 3.700C5.8 4 4.3 3.2 3.6 1.5 5.6.7 7.3 1.6 7.6 3.700z" fill="#6f8f3a"/>'
    '<g fill="#70307a" stroke="#43174b" stroke-width=".6"><circle cx="4.6" cy="6.8" r="2.2"/><circle cx="8.2" cy="6.4" r="2.2"/>'
    '<circle cx="11.7" cy="6.8" r="2.2"/><circle cx="6.3" cy="10" r="2.2"/><circle cx="10" cy="10" r="2.2"/><circle cx="8.2" cy="13.3" r="2.2"/></g>'
)
_OLIVES: Final = (
    '<path d="M1.5 14.500C6 11.5 10.5 7 14 1.5" fill="none" stroke="#5b4a1e" stroke-width="1.1"/>'
    '<g fill="#8ba549" stroke="#4c5f1c" stroke-width=".6"><path d="M6.2 10C3.4 9.7 1.8 8 1.7 5.2 4.6 5.5 6.1 7.2 6.2 10z"/>'
    '<path d="M10.2 6C7.8 5.4 6.6 3.7 6.9 1.1 9.5 1.8 10.6 3.4 10.2 6z"/></g>'
    '<g fill="#3f4a17" stroke="#262d0c" stroke-width=".5"><ellipse cx="8.7" cy="12.3" rx="2.1" ry="2.8"/><ellipse cx="12.9" cy="8.6" rx="2.1" ry="2.8"/></g>'
)
_SHEEP: Final = (
    '<path d="M6 11v4M7.7 11v4M11 11v4M12.6 11v4" stroke="#33291f" stroke-width="1.1"/>'
    '<path d="M5.2 12.100A2.5 2.5 0 0 1 3.9 8 2.5 2.5 0 0 1 6.1 4.3 2.7 2.7 0 0 1 10.7 3.9 2.5 2.5 0 0 1 14.2 6.7 2.5 2.5 0 0 1 13.9 11 2.5 2.5 0 0 1 11.5 12.2 3 3 0 0 1 8.5 12.3 3 3 0 0 1 5.2 12.100z" fill="#fffdf4" stroke="#4a3f33" stroke-width=".9"/>'
    '<path d="M5.3 5.400C4.5 4.3 3 4.3 2.4 5.500L.9 8.200c-.4 1.1.3 1.9 1.5 1.800l2-.3C5.9 9 6.2 6.9 5.3 5.400z" fill="#3d3227"/>'
)
_COIN: Final = (
    '<circle cx="8" cy="8" r="6.7" fill="#e7b733" stroke="#765609" stroke-width="1.1"/>'
    '<circle cx="8" cy="8" r="4.9" fill="none" stroke="#9a7312" stroke-width=".7"/>'
    '<path d="M8 4.200l1.1 2.6 2.8.2-2.1 1.9.6 2.700L8 10.2 5.6 11.600l.6-2.700L4.1 7l2.8-.2z" fill="#8a640c"/>'
)
_AMPHORA: Final = (
    '<g fill="none" stroke="#7c3517" stroke-width="1.2"><path d="M6.6 2.900C3.6 2.5 3 5 4.6 7.200M9.4 2.900c3-.4 3.6 2.1 2 4.3"/></g>'
    '<path d="M6 .9h4v1.300l-.8.8v1.600c2 .8 3 2.4 2.8 4.5-.2 2.4-1.7 4.2-3 6.200H7c-1.3-2-2.8-3.8-3-6.200C3.8 7 4.8 5.4 6.8 4.600V3L6 2.200z" fill="#c0633a" stroke="#7c3517" stroke-width=".8"/>'
    '<path d="M4.5 7.600h7M4.4 9.300h7.2" stroke="#f3d9c4" stroke-width=".8"/>'
)
ICON_ART: Final = [_WHEAT, _GRAPES, _OLIVES, _SHEEP, _COIN, _AMPHORA]

# emblems of the suits in one colour, on a field of 32 by 32
_SICKLE: Final = (
    '<path d="M11.5 20.5C4.5 12 9.5 1.5 19.5 1.500c6.5 0 11 4.5 11 10.5 0 2.5-.8 4.5-2 6.500C29 11 25 6.5 19 7c-5.5.5-7.5 6-3.5 11z"/>'
    '<path d="M9.5 20.500l6.5-3.2 1.3 2.6-6.5 3.300z"/><path d="M11.3 22.500l4-2L19 28.300c.8 1.7-.2 3-1.5 3.2-1.2.2-2-.4-2.5-1.500z"/>'
)
_HAMMER: Final = '<g transform="rotate(38 16 16)"><path d="M5 3.500h18l5 4.5-5 4.500H5z"/><rect x="13.6" y="14" width="4.8" height="17" rx="1.6"/></g>'
_SHIELD: Final = (
    '<path fill-rule="evenodd" d="M16 1c7 3 11 9 11 15s-4 12-11 15C9 28 5 22 5 16S9 4 16 1zm0 3.200C11 7 8 11 8 16s3 9 8 11.800C21 25 24 21 24 16S21 7 16 4.200z"/>'
    '<path d="M14.9 5h2.200v6.400h-2.200zM14.9 20.600h2.200V27h-2.200z"/><circle cx="16" cy="16" r="4.6"/>'
)
_DISTAFF: Final = (
    '<path d="M14.7 .5h2.6v31h-2.600z"/><rect x="6.5" y="23.5" width="19" height="4" rx="2"/>'
    '<path fill-rule="evenodd" d="M16 2.500c5.5 2 8.5 6 8.5 10S21.5 20.5 16 22c-5.5-1.5-8.5-5.5-8.5-9.500S10.5 4.5 16 2.500zM9 9.200l12.8 4 .6-1.900L10 7.400zm-.6 4.600l10.6 3.4 1.5-1.6-12-3.800z"/>'
)
_EAGLE: Final = (
    '<path d="M16 3.500c1.5-1.7 4-1.3 4.5.5l-2 .8c.3 1.5 0 2.7-.5 3.700C21 4.5 26 3 31 3.5 30.5 10 26.5 14.5 20 15.500L18.5 18h-5L12 15.500C5.5 14.5 1.5 10 1 3.500c5-.5 10 1 13 5-.8-1.7-.5-3.6 2-5z"/>'
    '<path d="M9 19h14v2.500H9z"/><path d="M14.8 21h2.400v10.500h-2.400z"/><path d="M10.5 23h3v4.500h-3zM18.5 23h3v4.500h-3z"/>'
)
_SCROLL: Final = '<path fill-rule="evenodd" d="M8 1.500h16.500c3.3 0 5.5 2 5.5 5V10h-6v14.500c0 3.5-2 6-5.5 6H7c-3.3 0-5-2-5-5V22h6zm3 5.500v2.300h10V7zm0 5v2.300h10V12zm0 5v2.300h10V17zM25 4.500c-.7.3-1 1-1 2v1h3.500v-1c0-1.5-1-2.5-2.5-2zM4.5 24.500v1.200c0 1.5 1 2.5 2.5 2.500h9c-.8-1-1-2.2-1-3.700z"/>'
EMBLEM_ART: Final = [_SICKLE, _HAMMER, _SHIELD, _DISTAFF, _EAGLE, _SCROLL]

_TORC: Final = (
    '<path d="M5.2 13.600A6 6 0 1 1 10.8 13.6" fill="none" stroke="#765609" stroke-width="3.4"/>'
    '<path d="M5.2 13.600A6 6 0 1 1 10.8 13.6" fill="none" stroke="#e7b733" stroke-width="1.9"/>'
    '<path d="M2.3 9.500l2-1M3 5.500l1.7 1.300M6 2.600l.7 2M10 2.600l-.7 2M13 5.500l-1.7 1.300M13.7 9.500l-2-1" stroke="#765609" stroke-width=".7"/>'
    '<g fill="#e7b733" stroke="#765609" stroke-width=".8"><circle cx="5" cy="13.6" r="2"/><circle cx="11" cy="13.6" r="2"/></g>'
)
_LAUREL: Final = (
    '<g fill="none" stroke="currentColor" stroke-width="1.1"><path d="M7 14.500C3 13.5 1.5 9.5 3 4.500M9 14.500c4-1 5.5-5 4-10"/></g>'
    '<g fill="currentColor"><path d="M3 5C3.5 3 4.3 2 5.6 1.3 5.7 3 5 4.5 3 5zM2.3 8C1 6.5.6 5.3.9 3.7 2.5 4.6 3 6 2.3 8zM3 10.800C1.3 10 .5 8.9.2 7.3 2 7.6 3 8.8 3 10.800zM4.7 13.200c-1.9-.1-3-.8-3.9-2.1 1.9-.3 3.2.4 3.9 2.100zM3.5 8.300c.2-1.9.9-3 2.3-3.8.4 1.8-.5 3-2.3 3.800zM4.3 11.200c0-1.9.6-3 1.9-4 .6 1.8-.1 3.1-1.9 4z"/>'
    '<path d="M13 5c-.5-2-1.3-3-2.6-3.700C10.3 3 11 4.5 13 5zM13.7 8c1.3-1.5 1.7-2.7 1.4-4.300C13.5 4.6 13 6 13.7 8zM13 10.800c1.7-.8 2.5-1.9 2.8-3.500C14 7.6 13 8.8 13 10.800zM11.3 13.200c1.9-.1 3-.8 3.9-2.1-1.9-.3-3.2.4-3.9 2.100zM12.5 8.300c-.2-1.9-.9-3-2.3-3.8-.4 1.8.5 3 2.3 3.800zM11.7 11.200c0-1.9-.6-3-1.9-4-.6 1.8.1 3.1 1.9 4z"/></g>'
)
_TRISKELE: Final = "".join(
    f'<path transform="rotate({turn} 32 34)" d="M32 34C31 24 37 14 46 15c8 1 10 11 4 15-5 3-11-1-9-6 1-3 5-3 6 0" '
    'fill="none" stroke="currentColor" stroke-width="3.2" stroke-linecap="round"/>'
    for turn in (0, 120, 240)
)


@lru_cache(maxsize=4)
def defs(prefix: str) -> str:
    """Every drawing once; the table only refers to them."""
    parts = [
        f'<symbol id="{prefix}am-{name}" viewBox="0 0 16 16">{art}</symbol>'
        for name, art in zip([*ICONS, "torc", "laurel"], [*ICON_ART, _TORC, _LAUREL], strict=True)
    ]
    parts += [
        f'<symbol id="{prefix}am-{name}" viewBox="0 0 32 32"><g fill="currentColor">{art}</g></symbol>'
        for name, art in zip(SUITS, EMBLEM_ART, strict=True)
    ]
    parts.append(f'<symbol id="{prefix}am-triskele" viewBox="0 0 64 64">{_TRISKELE}</symbol>')
    knot = (
        f'<pattern id="{prefix}am-knot" width="24" height="12" patternUnits="userSpaceOnUse"><g fill="none" stroke="{RULE}">'
        '<path d="M0 6C3 1 9 1 12 6S21 11 24 6" stroke-width="2"/><path d="M0 6C3 11 9 11 12 6S21 1 24 6" stroke-width="2"/></g>'
        f'<g fill="{PAPER}" stroke="{RULE}" stroke-width=".8"><circle cx="6" cy="6" r="1.3"/><circle cx="18" cy="6" r="1.3"/></g></pattern>'
    )
    key = (
        f'<pattern id="{prefix}am-meander" width="16" height="12" patternUnits="userSpaceOnUse">'
        f'<path d="M0 10.500H13V1.500H4V7.500H9V4.500M13 10.500h3" fill="none" stroke="{RULE}" stroke-width="1.5"/></pattern>'
    )
    back = (
        f'<pattern id="{prefix}am-back" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="#5d4a33"/>'
        '<path d="M0 4L4 0 8 4 4 8z" fill="none" stroke="#c9ad77" stroke-width=".8"/></pattern>'
    )
    return f"<defs>{''.join(parts)}{knot}{key}{back}</defs>"


def use(prefix: str, name: str, x: float, y: float, size: float, color: str = "") -> str:
    """One of the drawings of `defs`."""
    more = f' color="{color}"' if color else ""
    return f'<use href="#{prefix}am-{name}" x="{x}" y="{y}" width="{size}" height="{size}"{more}/>'


@lru_cache(maxsize=4096)
def card(prefix: str, name: str, suit: int, goods: int, width: int, pile: str, access: int) -> str:
    """A card, as wide as it is visible: the icon column always, emblem and pile from 60 on. `access` -1: no access icon."""
    band = BANDS[suit]
    out = [
        f'<rect width="{width}" height="{CARD_H}" rx="5" fill="{BODIES[suit]}" stroke="{INK}" stroke-width="1.2" class="card-body {SUITS[suit]}"/>',
        f'<path d="M.6 {HEAD}V5.600a5 5 0 0 1 5-5H{width - 5.6}a5 5 0 0 1 5 5V{HEAD}z" fill="{band}" class="card-band {SUITS[suit]}"/>',
        f'<path d="M.6 {HEAD}H{width - 0.6}" stroke="{INK}" stroke-width=".8"/>',
        use(prefix, SUITS[suit], 4, 2, 16, ON_BAND[suit]),
    ]
    right = min(width, COLUMN)
    lines = "".join(f"M3 {HEAD + ROW * row}H{right - 2}" for row in range(1, N_ICONS + 1))
    out.append(f'<path d="{lines}" stroke="{INK}" stroke-opacity=".16" stroke-width=".8"/>')
    out += [icon_row(prefix, icon, count(goods, icon), right) for icon in range(N_ICONS)]
    out.append(label(4, CARD_H - 4, shorten(name, 7 if width < 70 else 9), 11, fill="#4a3c2a"))
    if width >= 60:
        out.append(flank(prefix, suit, width, pile, access))
    return "".join(out)


def icon_row(prefix: str, icon: int, number: int, width: int) -> str:
    """So many icons in their row of the column; one with a number where there is no room."""
    y = HEAD + ROW * icon + 0.5
    if number * GLYPH <= width - 2:
        return "".join(use(prefix, ICONS[icon], 1 + GLYPH * i, y, GLYPH_SIZE) for i in range(number))
    return use(prefix, ICONS[icon], 1, y, GLYPH_SIZE) + label(GLYPH_SIZE + 1, y + 12.5, number, 12, weight="bold")


def flank(prefix: str, suit: int, width: int, pile: str, access: int) -> str:
    """The right side of an uncovered card: emblem, letter of the pile, and the access icon of a patrician."""
    out = []
    middle = COLUMN + (width - COLUMN) / 2 - 1
    if width >= 70:
        out.append(use(prefix, SUITS[suit], middle - 12, HEAD + 10, 24, EMBLEM_INK[suit]))
        out.append(label(middle, HEAD + 64, shorten(pile, 4), 15, fill=INK, anchor="middle", weight="bold"))
    else:
        out.append(label(width - 3, HEAD + 14, shorten(pile, 4), 11, fill=INK, anchor="end", weight="bold"))
    if access >= 0:
        size = 17 if width >= 70 else 14
        x, y = width - size - 5, CARD_H - size - 5
        out.append(
            f'<circle cx="{x + size / 2}" cy="{y + size / 2}" r="{size / 2 + 3}" fill="{PAPER}" stroke="{INK}"/>'
        )
        out.append(use(prefix, ICONS[access], x, y, size))
    return "".join(out)


EMBLEM_INK: Final = ["#8a6208", "#2c5a8a", "#74441f", "#3f7034", "#a32c25", "#6b6152"]


def band(prefix: str, name: str, x: float, y: float, width: float) -> str:
    """A strip of ornament, twelve high: `knot` or `meander`."""
    return f'<g transform="translate({x},{y})"><rect width="{width}" height="12" fill="url(#{prefix}am-{name})"/></g>'


@lru_cache(maxsize=64)
def chip(prefix: str, suit: int, size: int) -> str:
    """A suit in miniature."""
    return (
        f'<rect width="{size}" height="{size}" rx="3" fill="{BANDS[suit]}" stroke="{INK}" stroke-width=".8"/>'
        f"{use(prefix, SUITS[suit], 1.5, 1.5, size - 3, ON_BAND[suit])}"
    )


def panel(x: float, y: float, width: float, height: float, cls: str, strong: bool = False) -> str:
    """A sheet with a double line around it."""
    edge = f'stroke="{OPEN}" stroke-width="3"' if strong else f'stroke="{RULE}" stroke-width="1.5"'
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="{PAPER}" {edge} class="panel {esc(cls)}"/>'
        f'<rect x="{x + 4}" y="{y + 4}" width="{width - 8}" height="{height - 8}" rx="5" fill="none" stroke="{RULE}" stroke-width=".7"/>'
    )
