"""The small drawings of Armorica, all our own: icons, suit emblems, ornaments and cards. Each has its own shape."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from brehon.core.palette import OPEN, PAPER, RULE
from brehon.core.svg import Drawings, label, text_width
from brehon.games.armorica.data import ICONS, N_ICONS, SUITS, count
from brehon.games.armorica.motifs import FACE, HEADS, HOME, KINDS, N_GAULISH, PALETTE, SCENES

P: Final = PALETTE
WATERMARK: Final = P["watermark"]
SNOW_INK: Final = P["snow"]
EDGE_INK: Final = P["edge"]  # lines around cards

# [suit] band and ink on the band, alike in light and dark; body; emblem on the body
BANDS: Final = ["#dba520", "#2c5a8a", "#74441f", "#3f7034", "#a32c25", "#fbfaf4"]
ON_BAND: Final = ["#33240a", "#ffffff", "#ffffff", "#ffffff", "#ffffff", "#3a3128"]
BODIES: Final = [P[suit] for suit in SUITS]
RIBBONS: Final = [P["r-wheat"], P["r-grapes"], P["r-olives"], P["r-sheep"]]  # [icon]
RIBBON_EDGES: Final = ["#8f6508", "#7d4487", "#66782f", "#857762"]  # [icon]

CARD_W: Final = 66
CARD_H: Final = 132
HEAD: Final = 18  # height of a card's band
ROW: Final = 16.3  # height of an icon row
COLUMN: Final = 33  # width of the icon column, which stays visible when the next card is on top
COVERED: Final = 60  # a card that is visible on so much or less has no name and no small print
FOOT: Final = 116  # where the small print begins
ICON: Final = 15.5  # size of an icon on a card
MINI_H: Final = 58  # height of a small card
MINI_W: Final = 39  # usual width of a small card
MINI_SIZE: Final = f'width="{MINI_W}" height="{MINI_H}"'
MINI_ICON: Final = 14
DRAWN: Final = Drawings("am")
use: Final = DRAWN.use
strip: Final = DRAWN.strip

_WHEAT: Final = (
    f'<g fill="{P["wheat"]}" stroke="{P["wheat-edge"]}" stroke-width=".6"><path d="M8 15.6V6" fill="none" stroke="{P["twig"]}" stroke-width="1.2"/>'
    '<path d="M8 .5c1.6 1.7 1.6 3.4 0 5.1C6.4 3.9 6.4 2.2 8 .5z"/>'
    '<path d="M7.5 8.3C5 8.1 3.7 6.6 3.8 4.1c2.4.3 3.7 1.7 3.7 4.2zM8.5 8.3c2.5-.2 3.8-1.7 3.7-4.2-2.4.3-3.7 1.7-3.7 4.2z"/>'
    '<path d="M7.5 11.8C5 11.6 3.7 10.1 3.8 7.6c2.4.3 3.7 1.7 3.7 4.2zM8.5 11.8c2.5-.2 3.8-1.7 3.7-4.2-2.4.3-3.7 1.7-3.7 4.2z"/></g>'
)
_GRAPES: Final = (
    f'<path d="M8 5.5C8 3.5 9 2 10.5 1" fill="none" stroke="{P["twig"]}" stroke-width="1.2"/>'
    f'<path d="M7.6 3.7C5.8 4 4.3 3.2 3.6 1.5 5.6.7 7.3 1.6 7.6 3.7z" fill="{P["leaf"]}"/>'
    f'<g fill="{P["grapes"]}" stroke="{P["grapes-edge"]}" stroke-width=".6"><circle cx="4.6" cy="6.8" r="2.2"/><circle cx="8.2" cy="6.4" r="2.2"/>'
    '<circle cx="11.7" cy="6.8" r="2.2"/><circle cx="6.3" cy="10" r="2.2"/><circle cx="10" cy="10" r="2.2"/><circle cx="8.2" cy="13.3" r="2.2"/></g>'
)
_OLIVES: Final = (
    f'<path d="M1.5 14.5C6 11.5 10.5 7 14 1.5" fill="none" stroke="{P["twig"]}" stroke-width="1.1"/>'
    f'<g fill="{P["leaf"]}" stroke="{P["leaf-edge"]}" stroke-width=".6"><path d="M6.2 10C3.4 9.7 1.8 8 1.7 5.2 4.6 5.5 6.1 7.2 6.2 10z"/>'
    '<path d="M10.2 6C7.8 5.4 6.6 3.7 6.9 1.1 9.5 1.8 10.6 3.4 10.2 6z"/></g>'
    f'<g fill="{P["olives"]}" stroke="{P["olives-edge"]}" stroke-width=".5"><ellipse cx="8.7" cy="12.3" rx="2.1" ry="2.8"/><ellipse cx="12.9" cy="8.6" rx="2.1" ry="2.8"/></g>'
)
_SHEEP: Final = (
    f'<path d="M6 11v4M7.7 11v4M11 11v4M12.6 11v4" stroke="{P["fleece"]}" stroke-width="1.1"/>'
    f'<path d="M5.2 12.1A2.5 2.5 0 0 1 3.9 8 2.5 2.5 0 0 1 6.1 4.3 2.7 2.7 0 0 1 10.7 3.9 2.5 2.5 0 0 1 14.2 6.7 2.5 2.5 0 0 1 13.9 11 2.5 2.5 0 0 1 11.5 12.2 3 3 0 0 1 8.5 12.3 3 3 0 0 1 5.2 12.1z" fill="{P["wool"]}" stroke="{P["wool-edge"]}" stroke-width=".9"/>'
    f'<path d="M5.3 5.4C4.5 4.3 3 4.3 2.4 5.5L.9 8.2c-.4 1.1.3 1.9 1.5 1.8l2-.3C5.9 9 6.2 6.9 5.3 5.4z" fill="{P["fleece"]}"/>'
)
_COIN: Final = (
    '<circle cx="8" cy="8" r="6.7" fill="#e7b733" stroke="#765609" stroke-width="1.1"/>'
    '<circle cx="8" cy="8" r="4.9" fill="none" stroke="#9a7312" stroke-width=".7"/>'
    '<path d="M8 4.2l1.1 2.6 2.8.2-2.1 1.9.6 2.7L8 10.2 5.6 11.6l.6-2.7L4.1 7l2.8-.2z" fill="#8a640c"/>'
)
_AMPHORA: Final = (
    f'<path d="M6.6 2.9C3.6 2.5 3 5 4.6 7.2M9.4 2.9c3-.4 3.6 2.1 2 4.3" fill="none" stroke="{P["clay"]}" stroke-width="1.3"/>'
    f'<path d="M6 .9h4v1.3l-.8.8v1.6c2 .8 3 2.4 2.8 4.5-.2 2.4-1.7 4.2-3 6.2H7c-1.3-2-2.8-3.8-3-6.2C3.8 7 4.8 5.4 6.8 4.6V3L6 2.2z" fill="{P["clay"]}" stroke="{P["clay-edge"]}" stroke-width=".8"/>'
    '<path d="M4.5 7.6h7M4.4 9.3h7.2" stroke="#f3d9c4" stroke-width=".8"/>'
)
ICON_ART: Final = [_WHEAT, _GRAPES, _OLIVES, _SHEEP, _COIN, _AMPHORA]

# emblems of the suits in one colour, on a field of 32 by 32
_SICKLE: Final = (
    '<path d="M11.5 20.5C4.5 12 9.5 1.5 19.5 1.5c6.5 0 11 4.5 11 10.5 0 2.5-.8 4.5-2 6.5C29 11 25 6.5 19 7c-5.5.5-7.5 6-3.5 11z"/>'
    '<path d="M9.5 20.5l6.5-3.2 1.3 2.6-6.5 3.3z"/><path d="M11.3 22.5l4-2L19 28.3c.8 1.7-.2 3-1.5 3.2-1.2.2-2-.4-2.5-1.5z"/>'
)
_HAMMER: Final = '<g transform="rotate(38 16 16)"><path d="M5 3.5h18l5 4.5-5 4.5H5z"/><rect x="13.6" y="14" width="4.8" height="17" rx="1.6"/></g>'
_SHIELD: Final = (
    '<path fill-rule="evenodd" d="M16 1c7 3 11 9 11 15s-4 12-11 15C9 28 5 22 5 16S9 4 16 1zm0 3.2C11 7 8 11 8 16s3 9 8 11.8C21 25 24 21 24 16S21 7 16 4.2z"/>'
    '<path d="M14.9 5h2.2v6.4h-2.2zM14.9 20.6h2.2V27h-2.2z"/><circle cx="16" cy="16" r="4.6"/>'
)
_DISTAFF: Final = (
    '<path d="M14.7 .5h2.6v31h-2.6z"/><rect x="6.5" y="23.5" width="19" height="4" rx="2"/>'
    '<path fill-rule="evenodd" d="M16 2.5c5.5 2 8.5 6 8.5 10S21.5 20.5 16 22c-5.5-1.5-8.5-5.5-8.5-9.5S10.5 4.5 16 2.5zM9 9.2l12.8 4 .6-1.9L10 7.4zm-.6 4.6l10.6 3.4 1.5-1.6-12-3.8z"/>'
)
_EAGLE: Final = (
    '<path d="M16 3.5c1.5-1.7 4-1.3 4.5.5l-2 .8c.3 1.5 0 2.7-.5 3.7C21 4.5 26 3 31 3.5 30.5 10 26.5 14.5 20 15.5L18.5 18h-5L12 15.5C5.5 14.5 1.5 10 1 3.5c5-.5 10 1 13 5-.8-1.7-.5-3.6 2-5z"/>'
    '<path d="M9 19h14v2.5H9z"/><path d="M14.8 21h2.4v10.5h-2.4z"/><path d="M10.5 23h3v4.5h-3zM18.5 23h3v4.5h-3z"/>'
)
_SCROLL: Final = '<path fill-rule="evenodd" d="M8 1.5h16.5c3.3 0 5.5 2 5.5 5V10h-6v14.5c0 3.5-2 6-5.5 6H7c-3.3 0-5-2-5-5V22h6zm3 5.5v2.3h10V7zm0 5v2.3h10V12zm0 5v2.3h10V17zM25 4.5c-.7.3-1 1-1 2v1h3.5v-1c0-1.5-1-2.5-2.5-2zM4.5 24.5v1.2c0 1.5 1 2.5 2.5 2.5h9c-.8-1-1-2.2-1-3.7z"/>'
EMBLEM_ART: Final = [_SICKLE, _HAMMER, _SHIELD, _DISTAFF, _EAGLE, _SCROLL]

_TORC: Final = (
    '<path d="M5.2 13.6A6 6 0 1 1 10.8 13.6" fill="none" stroke="#765609" stroke-width="3.4"/>'
    '<path d="M5.2 13.6A6 6 0 1 1 10.8 13.6" fill="none" stroke="#e7b733" stroke-width="1.9"/>'
    '<path d="M2.3 9.5l2-1M3 5.5l1.7 1.3M6 2.6l.7 2M10 2.6l-.7 2M13 5.5l-1.7 1.3M13.7 9.5l-2-1" stroke="#765609" stroke-width=".7"/>'
    '<g fill="#e7b733" stroke="#765609" stroke-width=".8"><circle cx="5" cy="13.6" r="2"/><circle cx="11" cy="13.6" r="2"/></g>'
)
_LAUREL: Final = (
    '<g fill="none" stroke="currentColor" stroke-width="1.1"><path d="M7 14.5C3 13.5 1.5 9.5 3 4.5M9 14.5c4-1 5.5-5 4-10"/></g>'
    '<g fill="currentColor"><path d="M3 5C3.5 3 4.3 2 5.6 1.3 5.7 3 5 4.5 3 5zM2.3 8C1 6.5.6 5.3.9 3.7 2.5 4.6 3 6 2.3 8zM3 10.8C1.3 10 .5 8.9.2 7.3 2 7.6 3 8.8 3 10.8zM4.7 13.2c-1.9-.1-3-.8-3.9-2.1 1.9-.3 3.2.4 3.9 2.1zM3.5 8.3c.2-1.9.9-3 2.3-3.8.4 1.8-.5 3-2.3 3.8zM4.3 11.2c0-1.9.6-3 1.9-4 .6 1.8-.1 3.1-1.9 4z"/>'
    '<path d="M13 5c-.5-2-1.3-3-2.6-3.7C10.3 3 11 4.5 13 5zM13.7 8c1.3-1.5 1.7-2.7 1.4-4.3C13.5 4.6 13 6 13.7 8zM13 10.8c1.7-.8 2.5-1.9 2.8-3.5C14 7.6 13 8.8 13 10.8zM11.3 13.2c1.9-.1 3-.8 3.9-2.1-1.9-.3-3.2.4-3.9 2.1zM12.5 8.3c-.2-1.9-.9-3-2.3-3.8-.4 1.8.5 3 2.3 3.8zM11.7 11.2c0-1.9-.6-3-1.9-4-.6 1.8.1 3.1 1.9 4z"/></g>'
)
_TRISKELE: Final = "".join(
    f'<path transform="rotate({turn} 32 34)" d="M32 34C31 24 37 14 46 15c8 1 10 11 4 15-5 3-11-1-9-6 1-3 5-3 6 0" '
    'fill="none" stroke="currentColor" stroke-width="3.2" stroke-linecap="round"/>'
    for turn in (0, 120, 240)
)


_SNOW: Final = (
    '<path d="M8 1v14M2 4.5l12 7M14 4.5l-12 7M5.5 2.5L8 5l2.5-2.5M5.5 13.5L8 11l2.5 2.5M2.2 7.5l3.3-.5-1-3.3M13.8 7.5l-3.3-.5 1-3.3M2.2 8.5l3.3.5-1 3.3M13.8 8.5l-3.3.5 1 3.3" '
    'fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round"/>'
)
_CROWD: Final = {"snow": _SNOW, "torc": _TORC, "laurel": _LAUREL}


def _plate(prefix: str, suit: int) -> str:
    """What lies above the figure of a card: the band, the icon column and the foot of a suit."""
    lines = "".join(f"M3 {HEAD + ROW * row:g}H{COLUMN - 2}" for row in range(1, N_ICONS))
    return (
        f'<path d="M0 0h{CARD_W}v{HEAD}H{COLUMN}V{FOOT}h{CARD_W - COLUMN}v{CARD_H - FOOT}H0z" fill="{BODIES[suit]}"/>'
        f'<path d="M0 0h{CARD_W}v{HEAD}H0z" fill="{BANDS[suit]}"/>'
        f'<path d="{lines}" stroke="{P["edge"]}" stroke-opacity=".18" stroke-width=".8"/>'
        f'<path d="M0 {HEAD}h{CARD_W}M{COLUMN} {HEAD}V{FOOT}M0 {FOOT}h{CARD_W}" stroke="{P["edge"]}" stroke-width=".7" stroke-opacity=".7"/>'
        f"{use(prefix, SUITS[suit], 3, 118, 12, RULE)}"
        f'<rect x=".5" y=".5" width="{CARD_W - 1}" height="{CARD_H - 1}" fill="none" stroke="{EDGE_INK}"/>'
    )


def _small() -> list[tuple[str, str, bool]]:
    """The drawings of 16 by 16 and 32 by 32 that every picture needs: name, art, whether it has one colour."""
    return [
        *((name, art, False) for name, art in zip(ICONS, ICON_ART, strict=True)),
        *((name, art, False) for name, art in _CROWD.items()),
        *((name, art, True) for name, art in zip(SUITS, EMBLEM_ART, strict=True)),
    ]


@lru_cache(maxsize=8)
def small_defs(prefix: str) -> str:
    """The drawings of a picture without whole cards."""
    found = [
        DRAWN.symbol(prefix, name, "32 32" if one_colour else "16 16", art, one_colour)
        for name, art, one_colour in _small()
    ]
    found += [
        f'<symbol id="{prefix}am-q{suit}" viewBox="0 0 {MINI_W} {MINI_H}">{_mini_plate(prefix, suit, MINI_W)}</symbol>'
        for suit in range(len(SUITS))
    ]
    for name, ground, line in (("cost", PAPER, RULE), ("cost-open", OPEN, OPEN)):
        art = (
            f'<rect x=".5" y=".5" width="35" height="16" rx="8" fill="{ground}" stroke="{line}"/>'
            f'<circle cx="27" cy="8.5" r="8" fill="{PAPER}" stroke="{line}"/>'
        )
        found.append(DRAWN.symbol(prefix, name, "36 17", art))
    return "".join(found)


@lru_cache(maxsize=8)
def defs(prefix: str) -> str:
    """Every drawing once; the table only references them. The same in every picture."""
    parts = [small_defs(prefix), DRAWN.symbol(prefix, "triskele", "64 64", _TRISKELE)]
    parts += [layer(prefix, f"s{number}", art) for number, art in enumerate(SCENES)] + [layer(prefix, "face", FACE)]
    for number, (scene, body, gear) in enumerate(KINDS):
        parts.append(layer(prefix, f"k{number}", _whole(prefix, f"s{scene}") + body))
        if number != HOME:  # the plate of its suit lies on the tools; a start card may have any suit
            parts.append(layer(prefix, f"t{number}", gear + _whole(prefix, f"p{suit_of_kind(number)}")))
    for name, head in HEADS.items():
        parts.append(layer(prefix, name, head.back + _whole(prefix, "face") + head.front))
    parts += [layer(prefix, f"p{suit}", _plate(prefix, suit)) for suit in range(len(SUITS))]
    knot = f'<g fill="none" stroke="{RULE}" stroke-width="2"><path d="M0 6C3 1 9 1 12 6S21 11 24 6M0 6C3 11 9 11 12 6S21 1 24 6"/></g>'
    key = f'<path d="M0 10.5H13V1.5H4V7.5H9V4.5M13 10.5h3" fill="none" stroke="{RULE}" stroke-width="1.5"/>'
    back = '<rect width="8" height="8" fill="#5d4a33"/><path d="M0 4L4 0 8 4 4 8z" fill="none" stroke="#c9ad77" stroke-width=".8"/>'
    parts.append(DRAWN.pattern(prefix, "knot", 24, 12, knot))
    parts.append(DRAWN.pattern(prefix, "meander", 16, 12, key))
    parts.append(DRAWN.pattern(prefix, "back", 8, 8, back))
    return f"<defs>{''.join(parts)}</defs>"


def suit_of_kind(kind: int) -> int:
    """The suit of a person: three suits of Gauls, then six of Romans."""
    return kind if kind < N_GAULISH else kind - N_GAULISH


def _whole(prefix: str, name: str) -> str:
    """One layer inside another."""
    return f'<use href="#{prefix}am-{name}" width="{CARD_W}" height="{CARD_H}"/>'


def layer(prefix: str, name: str, art: str) -> str:
    """A layer of a card. A use that is narrower than a card shows its left part, in the same scale."""
    box = f'viewBox="0 0 {CARD_W} {CARD_H}" preserveAspectRatio="xMinYMin slice"'
    return f'<symbol id="{prefix}am-{name}" {box}>{art}</symbol>'


# -- cards


@lru_cache(maxsize=4096)
def card(
    prefix: str, code: str, name: str, head: str, kind: int, suit: int, goods: int, width: float, scale: float
) -> str:
    """A card, as wide as it is visible: the icon column always, more and more of the person to the right of it."""
    w = min(CARD_W, width / scale)
    layers = [f"k{kind}", head, f"t{kind}" if kind != HOME else f"p{suit}"]
    size = f'width="{w:.4g}" height="{CARD_H}"'
    out = [f'<use href="#{prefix}am-{one}" {size}/>' for one in layers if one]
    letters = round(max(11.5, 11.1 / scale), 1)
    out += [icon_row(prefix, icon, count(goods, icon), w, letters) for icon in range(N_ICONS) if count(goods, icon)]
    is_open = w > COVERED
    if is_open and text_width(name, letters) <= w - 3:
        out.append(label(round(w / 2, 1), 13.5, name, letters, ON_BAND[suit], "middle", "bold"))
    else:
        out.append(use(prefix, SUITS[suit], w / 2 - 7.5, 1.5, 15, ON_BAND[suit]))
    if is_open and scale >= 1 and text_width(code, 11.5) <= w - 19:
        out.append(label(17.5, 128, code, 11.5))
    if w < CARD_W:
        out.append(f'<path d="M{w - 0.5:.4g} 0v{CARD_H}" stroke="{EDGE_INK}"/>')
    body = "".join(out)
    return body if scale == 1 else f'<g transform="scale({scale:.4g})">{body}</g>'


def icon_row(prefix: str, icon: int, number: int, width: float, letters: float) -> str:
    """So many icons in their row of the column; one with a number if there is not enough room."""
    y = HEAD + ROW * icon + 0.4
    room = min(width, COLUMN) - 1.5
    if number <= 2:
        pitch = min(ICON, room - ICON)
        return "".join(use(prefix, ICONS[icon], 1 + pitch * i, y, ICON) for i in range(number))
    return use(prefix, ICONS[icon], 1, y, ICON) + label(ICON + 2, y + 13, number, letters, weight="bold")


def _mini_plate(prefix: str, suit: int, width: float) -> str:
    """A small card without its icons."""
    return (
        f'<rect x=".5" y=".5" width="{width - 1:.4g}" height="{MINI_H - 1}" rx="3" fill="{BODIES[suit]}" stroke="{EDGE_INK}"/>'
        f'<path d="M1 15.5V3.5a2.5 2.5 0 0 1 2.5-2.5H{width - 3.5:.4g}a2.5 2.5 0 0 1 2.5 2.5V15.5z" fill="{BANDS[suit]}"/>'
        f"{use(prefix, SUITS[suit], width / 2 - 6.5, 1.8, 13, ON_BAND[suit])}"
    )


@lru_cache(maxsize=4096)
def mini(prefix: str, suit: int, goods: int, width: float) -> str:
    """A small card: the emblem of the suit and all icons, two in a row."""
    is_usual = width == MINI_W
    out = [f'<use href="#{prefix}am-q{suit}" {MINI_SIZE}/>' if is_usual else _mini_plate(prefix, suit, width)]
    shown = [(icon, 1) for icon in range(N_ICONS) for _ in range(count(goods, icon))]
    if len(shown) > 6:  # more than there is room for: one of each kind with its number
        shown = [(icon, count(goods, icon)) for icon in range(N_ICONS) if count(goods, icon)]
    per_line = 2
    pitch = min(MINI_ICON, (width - 2 - MINI_ICON) / (per_line - 1))
    for i, (icon, number) in enumerate(shown):
        line, place = divmod(i, per_line)
        on_line = min(per_line, len(shown) - per_line * line)
        left = width / 2 - (pitch * (on_line - 1) + MINI_ICON) / 2
        x, y = left + pitch * place, 16 + MINI_ICON * line
        out.append(use(prefix, ICONS[icon], x, y, MINI_ICON))
        if number > 1:
            out.append(
                label(round(x + MINI_ICON, 1), round(y + MINI_ICON - 1, 1), number, 11.5, anchor="end", weight="bold")
            )
    return "".join(out)


@lru_cache(maxsize=128)
def chip(prefix: str, suit: int, size: float) -> str:
    """A suit in miniature."""
    return (
        f'<rect width="{size:g}" height="{size:g}" rx="3" fill="{BANDS[suit]}" stroke="{EDGE_INK}" stroke-width=".8"/>'
        f"{use(prefix, SUITS[suit], 1.5, 1.5, size - 3, ON_BAND[suit])}"
    )
