"""The people on the cards of Armorica, drawn by us: a scene, a body with its tools, a head, and what is worn on it.

All of them share one field, that of a whole card (66 by 132), so that the parts of a figure lie on each other without a transform.
The band with the name is above y 18, the foot with the code below y 116; a figure stands to the right of the icon column.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from brehon.core.palette import Palette

PALETTE: Final = Palette(
    {
        "watermark": ("#eee2c4", "#332b21"),
        "edge": ("#2b2118", "#0d0a07"),  # around cards
        "sky": ("#e6eef0", "#34495a"),
        "hill": ("#b9c795", "#3d4a2e"),
        "far": ("#d5dcb9", "#323d2e"),
        "stone": ("#cfc3ad", "#575045"),
        "stone-edge": ("#9a8c72", "#3a342b"),
        # bodies of the cards, by suit
        "yellow": ("#fbeec3", "#40361a"),
        "blue": ("#dbe7f2", "#22303f"),
        "brown": ("#eddcc8", "#3a2b1f"),
        "green": ("#dfeccf", "#24351f"),
        "red": ("#f6dad4", "#422320"),
        "white": ("#fffefa", "#36332d"),
        # icons: fill and line
        "wheat": ("#d29a1b", "#e9b947"),
        "wheat-edge": ("#76540b", "#6d4d08"),
        "grapes": ("#70307a", "#bd86ca"),
        "grapes-edge": ("#43174b", "#4f2358"),
        "leaf": ("#8ba549", "#9cb556"),
        "leaf-edge": ("#4c5f1c", "#45561b"),
        "olives": ("#3f4a17", "#cfe07c"),
        "olives-edge": ("#262d0c", "#3c4714"),
        "wool": ("#fffdf4", "#f3ecda"),
        "wool-edge": ("#4a3f33", "#a4957d"),
        "fleece": ("#3d3227", "#8d7b62"),
        "clay": ("#c0633a", "#d87a4d"),
        "clay-edge": ("#7c3517", "#7c3517"),
        "twig": ("#5b4a1e", "#b59c5c"),
        "snow": ("#2b6590", "#9fd0f2"),
        # ribbons, by icon
        "r-wheat": ("#f0d487", "#5c4810"),
        "r-grapes": ("#dcc4e2", "#4d2c56"),
        "r-olives": ("#ccd8a4", "#3c4a1a"),
        "r-sheep": ("#e4ddd0", "#4a443b"),
    }
)
P: Final = PALETTE
LINE: Final = "#2f2318"
SKIN: Final = "#e9bd95"

# -- scenes

_LAND: Final = (
    f'<path d="M0 18h68v98H0z" fill="{P["sky"]}"/><path d="M0 74q18-16 36-6t32-8v56H0z" fill="{P["far"]}"/>'
    f'<path d="M0 92q22-12 40-4t28-6v34H0z" fill="{P["hill"]}"/>'
)
GAUL_SCENE: Final = (
    f'{_LAND}<path d="M34 74l9-17 9 17z" fill="#b08a4a" stroke="#6d5122" stroke-width=".7"/>'
    f'<path d="M36 74h14v9H36z" fill="{P["stone"]}" stroke="{P["stone-edge"]}" stroke-width=".7"/>'
    f'<path d="M61 88c-1-16 0-28 3-34 3 4 4 20 3 34z" fill="{P["stone"]}" stroke="{P["stone-edge"]}" stroke-width=".7"/>'
)
ROMAN_SCENE: Final = (
    f'{_LAND}<g fill="{P["stone"]}" stroke="{P["stone-edge"]}" stroke-width=".7">'
    '<path d="M32 40h36v5H32zM33 45h4v40h-4zM63 45h4v40h-4zM31 85h8v4h-8zM61 85h8v4h-8z"/>'
    '<path d="M30 40l20-12 20 12z"/></g>'
)
HOME_SCENE: Final = (
    f'{_LAND}<path d="M0 100q10-4 18 0t18 0 18 0 14-1v17H0z" fill="#6f9fb5"/>'
    f'<path d="M36 116l1-12h26l1 12z" fill="{P["stone"]}"/>'
    '<g stroke="#4a3413" stroke-width=".8"><path d="M35 74q16-34 32 0z" fill="#c79b52"/>'
    '<path d="M43 74q6-26 8-31 2 5 8 31M39 74q8-20 12-31 4 11 12 31" fill="none" stroke="#8a6527" stroke-width=".6"/>'
    f'<path d="M38 74h26v22H38z" fill="{P["stone"]}"/><path d="M47 96V82q4-5 8 0v14z" fill="#4a3413"/></g>'
    '<path d="M51 40q-5-6 0-10t0-9" fill="none" stroke="#a9a294" stroke-width="1.6" stroke-linecap="round"/>'
    '<path d="M36 106l2-9 2 9v10h-4zM41 106l2-9 2 9v10h-4zM57 106l2-9 2 9v10h-4zM62 106l2-9 2 9v10h-4z" '
    'fill="#8d6534" stroke="#4a3413" stroke-width=".7"/>'
)

# -- heads, without what is worn on them; the face is the same for all


FACE: Final = (
    f'<g stroke="{LINE}" stroke-width=".8"><path d="M46 58h8v8h-8z" fill="#d9a97f"/>'
    f'<path d="M41.5 46c0-9 4-13 8.5-13s8.5 4 8.5 13c0 9-4.5 15.5-8.5 15.5S41.5 55 41.5 46z" fill="{SKIN}"/></g>'
    f'<path d="M44.5 45h3.5M52 45h3.5" stroke="{LINE}" stroke-width="1.1" stroke-linecap="round"/>'
    f'<circle cx="46.5" cy="47.6" r="1" fill="{LINE}"/><circle cx="53.5" cy="47.6" r="1" fill="{LINE}"/>'
    '<path d="M50 48l-1 4.5h2" fill="none" stroke="#a8744c" stroke-width=".9"/>'
    '<path d="M47.5 56q2.5 1.6 5 0" fill="none" stroke="#8c4630" stroke-width="1" stroke-linecap="round"/>'
)


class Head(NamedTuple):
    """Hair behind the face and in front of it, beards and jewels included."""

    back: str
    front: str


def _head(back: str, front: str) -> Head:
    return Head(*(f'<g stroke="{LINE}" stroke-width=".8">{art}</g>' if art else "" for art in (back, front)))


def _man(hair: str, beard: str) -> Head:
    back = f'<path d="M39 66c-2-18-1-36 11-36s13 18 11 36c-4 1-5-3-5-9H44c0 6-1 10-5 9z" fill="{hair}"/>'
    front = f'<path d="M41 46c-1-12 4-16 9-16s10 4 9 16c-1-6-3-9-5-9-3 2-7 2-9 1-2 1-3 4-4 8z" fill="{hair}"/>'
    return _head(back, front + beard)


_RED: Final = "#b4552a"
_FAIR: Final = "#e8cb86"
_MOUSTACHE: Final = (
    f'<path d="M50 53c-4-1-6 3-6.5 8 2-1 3-4 6.5-5.5 3.5 1.5 4.5 4.5 6.5 5.5-.5-5-2.5-9-6.5-8z" fill="{_RED}"/>'
)
_BEARD: Final = f'<path d="M41.5 49c0 12 4 19 8.5 19s8.5-7 8.5-19c-1 4-3 5-4 4.5-2-2-7-2-9 0-1 .5-3-.5-4-4.500zM47 56.500h6q-3 3-6 0z" fill="{_FAIR}" fill-rule="evenodd"/>'
_BRAIDS: Final = (
    '<path d="M40 60c-2-20 0-31 10-31s12 11 10 31z" fill="#7a4a22"/>'
    '<path d="M39 54q-4 4-2 8t-1 8 1 9l4-1q2-5 0-8t1-8-1-8zM61 54q4 4 2 8t1 8-1 9l-4-1q-2-5 0-8t-1-8 1-8z" fill="#8a5628"/>'
)
_PARTING: Final = '<path d="M41 48c-1-13 4-17 9-17s10 4 9 17c-1-6-4-10-9-12-5 2-8 6-9 12z" fill="#7a4a22"/>'
_CURLS: Final = '<path d="M41 46c-2-2-2-5 0-6 0-3 2-6 4-5 1-3 4-3 5-2 2-2 5-1 6 2 2 0 4 3 3 5 2 2 2 4 0 6-1-4-3-6-5-6-2 1-6 1-8 0-2 0-4 2-5 6z" fill="{}"/>'
_STUBBLE: Final = '<path d="M41.5 49c0 9 4 14.5 8.5 14.500s8.5-5.5 8.5-14.500c-1 3-3 4-4 4-2-1.5-7-1.5-9 0-1 0-3-1-4-4zM47.5 56h5q-2.5 2-5 0z" fill="#3a2a1c" fill-rule="evenodd"/>'
_BALD: Final = '<path d="M41 50c-2-3-2-7 0-9 1 1 1.5 3 1.5 5zM59 50c2-3 2-7 0-9-1 1-1.5 3-1.5 5z" fill="#b9b4aa"/>'
_BUN: Final = '<path d="M40 58c-3-20 0-28 10-28s13 8 10 28z" fill="{0}"/><circle cx="50" cy="29" r="6" fill="{0}"/>'
_WAVES: Final = (
    '<path d="M41 48c-2-12 3-17 9-17s11 5 9 17c0-4-2-7-4-8-2 1-3 0-5-2-2 2-3 3-5 2-2 1-4 4-4 8z" fill="{0}"/>'
)
_EARRINGS: Final = (
    '<circle cx="41.5" cy="54.5" r="1.4" fill="#e7b733"/><circle cx="58.5" cy="54.5" r="1.4" fill="#e7b733"/>'
)
HEADS: Final = {  # [name] the first letter of a Gaul's is g, of a Roman's r, of a matron's m
    "g1": _man(_RED, _MOUSTACHE),
    "g2": _man(_FAIR, _BEARD),
    "g3": _head(_BRAIDS, _PARTING),
    "r1": _head("", _CURLS.format("#3a2a1c")),
    "r2": _head("", _BALD),
    "r3": _head("", _CURLS.format("#5b3d22") + _STUBBLE),
    "m1": _head(_BUN.format("#3a2a1c"), _WAVES.format("#3a2a1c") + _EARRINGS),
    "m2": _head(_BUN.format("#8a4a22"), _WAVES.format("#8a4a22") + _EARRINGS),
    "m3": _head(_BUN.format("#a59c90"), _WAVES.format("#a59c90") + _EARRINGS),
}

# -- bodies with their tools, below the head; and what lies above it


def _tunic(colour: str, more: str = "") -> str:
    return (
        f'<g stroke="{LINE}" stroke-width=".8"><path d="M31 116c-1-30 2-47 10-51l9 5 9-5c8 4 11 21 10 51z" fill="{colour}"/>'
        f"{more}</g>"
    )


_PLAID: Final = '<path d="M37 70v46M44 67v49M56 67v49M63 70v46M31 82h38M31 96h38M31 110h38" fill="none" stroke="{}" stroke-width="1.2" stroke-opacity=".55"/>'
_BELT: Final = '<path d="M31 103h38v5H31z" fill="#6b4422"/><path d="M47 102h6v7h-6z" fill="#e7b733"/>'
_TORC_ON: Final = '<path d="M43 64q7 8 14 0" fill="none" stroke="#e7b733" stroke-width="2.6"/>'
_SHAFT: Final = '<path d="M{0} {1}V116" stroke="#5e3d1c" stroke-width="2.6" fill="none"/>'
_EARS: Final = "".join(
    f'<path d="M{x} 116L{x + lean} 84m0 0c-3-5-3-9 {lean / 4:g}-13 3 4 3 8 {-lean / 4:g} 13z" fill="#e0aa2e" stroke="#8a6510" stroke-width=".9"/>'
    for x, lean in ((36, -2), (41, 1))
)
FARMER: Final = _tunic("#d9a92c", _PLAID.format("#8a5a10") + _BELT) + _EARS
FARMER_GEAR: Final = (
    f'<g stroke="{LINE}" stroke-width=".8"><path d="M57 100l5-2 4 15-5 2z" fill="#8d5f2c"/>'
    '<path d="M59 99c-9-14-4-27 8-29 4 2 1 3-1 4-7 4-7 13-3 24z" fill="#cfd4d6"/><circle cx="61" cy="103" r="4.5" fill="#e9bd95"/></g>'
)
PEASANT: Final = (
    _tunic("#ecd9a4", f'<path d="M41 65l9 22 9-22" fill="none"/>{_BELT}')
    + f'<g stroke="{LINE}" stroke-width=".8"><path d="M33 96h22l-3 20H36z" fill="#b07f3d"/><path d="M34 103h20M35 110h18" stroke="#7a5320"/></g>'
    '<g fill="#70307a" stroke="#43174b" stroke-width=".6"><circle cx="37" cy="94" r="3"/><circle cx="43" cy="92" r="3"/><circle cx="49" cy="93" r="3"/><circle cx="46" cy="97" r="3"/><circle cx="40" cy="97" r="3"/></g>'
)
PEASANT_GEAR: Final = f'<g stroke="{LINE}" stroke-width=".8"><path d="M34 42q16 7 32 0-6-4-8-5c-1-8-15-8-16 0-3 1-6 3-8 5z" fill="#dcb861"/><path d="M42 37q8 4 16 0" fill="none" stroke="#8a6510" stroke-width="1.8"/></g>'
WORKER: Final = _tunic(
    "#3f6f9f", '<path d="M40 80h20l3 36H37z" fill="#9a6a3a"/><path d="M42 66l-2 14M58 66l2 14" fill="none"/>'
)
WORKER_GEAR: Final = (
    f'<g stroke="{LINE}" stroke-width=".8"><path d="M35 112l24-34 3 2-24 34z" fill="#8d5f2c"/>'
    '<path d="M52 76l7-9 13 9-7 9z" fill="#8f989c"/><circle cx="44" cy="101" r="4.5" fill="#e9bd95"/></g>'
    f'<path d="M41 39q9-4 18 0" fill="none" stroke="#7a4a22" stroke-width="2.2"/>'
)
BUILDER: Final = _tunic("#5d8ab8", f'<path d="M44 65l6 8 6-8" fill="#e8e0cc"/>{_BELT}')
BUILDER_GEAR: Final = (
    f'<g stroke="{LINE}" stroke-width=".8"><path d="M36 116V88h26v5H41v23z" fill="#c99a52"/><path d="M43 93v2M48 93v2M53 93v2M58 93v2M36 98h2M36 103h2M36 108h2" />'
    '<path d="M57 114l4-22 4 1-4 22z" fill="#8f989c"/><circle cx="60" cy="103" r="4.5" fill="#e9bd95"/></g>'
)
WARRIOR: Final = _SHAFT.format(64, 40) + (
    f'<path d="M64 22l4 14-4 8-4-8z" fill="#cfd4d6" stroke="{LINE}" stroke-width=".8"/>'
    + _tunic("#8a5a30", _PLAID.format("#e0b87c") + _TORC_ON)
)
WARRIOR_GEAR: Final = (
    f'<g stroke="{LINE}" stroke-width=".8"><path d="M40.5 42c0-10 4-14 9.5-14s9.5 4 9.5 14q-9.5-5-19 0z" fill="#c9963a"/>'
    '<path d="M49 29q-1-7 1-9 2 2 1 9z" fill="#c9963a"/><path d="M41 40l-2 12 3 2zM59 40l2 12-3 2z" fill="#c9963a"/>'
    '<path d="M43 74c9 3 13 11 13 21s-4 18-13 21c-9-3-13-11-13-21s4-18 13-21z" fill="#a9452c"/><circle cx="43" cy="95" r="5" fill="#e7b733"/></g>'
    '<path d="M43 79v9M43 102v9M35 95h2M49 95h2" stroke="#e7b733" stroke-width="1.8"/>'
)
LEGIONARY: Final = _SHAFT.format(63, 30) + (
    f'<path d="M63 18l2.5 14h-5z" fill="#cfd4d6" stroke="{LINE}" stroke-width=".8"/>'
    + _tunic(
        "#8f989c",
        '<path d="M32 78q18 7 36 0M31 86q19 7 38 0M31 94q19 7 38 0M31 102q19 7 38 0" fill="none" stroke="#525a5e"/>',
    )
)
LEGIONARY_GEAR: Final = (
    f'<g stroke="{LINE}" stroke-width=".8"><path d="M39 44q0-15 11-15t11 15q-11-5-22 0z" fill="#b9bfc2"/><path d="M41 42l1 13 4 4-2-15zM59 42l-1 13-4 4 2-15z" fill="#b9bfc2"/>'
    '<path d="M38 34c0-17 24-17 24 0-5-5-19-5-24 0z" fill="#7d4a22"/><path d="M31 76q12-5 24 0v40H31z" fill="#7d4a22"/>'
    '<path d="M33 79q10-4 20 0v37H33z" fill="none" stroke="#e7b733"/><circle cx="43" cy="97" r="4" fill="#e7b733"/></g>'
    '<path d="M43 82v9M43 103v9M36 97h3M47 97h3" stroke="#e7b733" stroke-width="1.6"/>'
)
MATRON: Final = _tunic(
    "#4f8542",
    '<path d="M31 116c0-24 4-44 10-51l6 4c-4 12-4 28 14 47z" fill="#7fae6b"/><path d="M40 76q2 20 14 40M36 88q2 16 8 28" fill="none" stroke="#3f7034"/><path d="M44 66q6 6 12 0" fill="none" stroke="#e7b733" stroke-width="1.8"/>',
)
MATRON_GEAR: Final = (
    '<path d="M61 116q2-22-3-40" fill="none" stroke="#5b4a1e" stroke-width="1.6"/><g fill="#8ba549" stroke="#4c5f1c" stroke-width=".7">'
    '<path d="M58 76q-4-5-1-10 5 4 1 10zM60 85q-6-1-7-6 6 0 7 6zM61 88q6-2 6-8-6 2-6 8zM61 97q-7-1-8-7 7 0 8 7zM61 100q7-2 7-8-7 2-7 8z"/></g>'
    f'<circle cx="61" cy="108" r="4.5" fill="{SKIN}" stroke="{LINE}" stroke-width=".8"/><path d="M42 36q8-4 16 0" fill="none" stroke="#e7b733" stroke-width="1.8"/>'
)
GENERAL: Final = (
    f'<g stroke="{LINE}" stroke-width=".8"><path d="M29 116c-2-30 2-49 12-51h18c10 2 14 21 12 51z" fill="#a32c25"/>'
    '<path d="M37 116c-2-22-1-42 5-49l8 4 8-4c6 7 7 27 5 49z" fill="#c9963a"/><path d="M42 80q8 8 16 0M50 84v24M43 98q7 4 14 0" fill="none" stroke="#7a5512"/>'
    '<circle cx="39" cy="72" r="3.4" fill="#e7b733"/><circle cx="61" cy="72" r="3.4" fill="#e7b733"/></g>'
)
GENERAL_GEAR: Final = (
    f'<g stroke="{LINE}" stroke-width=".8"><path d="M37 40c-2-22 26-22 26 0l-4-4H41z" fill="#b8322a"/><path d="M40 44q0-13 10-13t10 13q-10-5-20 0z" fill="#d9ab3f"/>'
    '<path d="M41 42l1 13 3 3-1-14zM59 42l-1 13-3 3 1-14z" fill="#d9ab3f"/></g>'
    f'<g stroke="{LINE}" stroke-width=".7"><path d="M36 94v22" stroke="#e7b733" stroke-width="2.6"/><g transform="translate(22.5 71) scale(.84)" stroke-width=".9">'
    '<path d="M16 3.5c1.5-1.7 4-1.3 4.5.5l-2 .8c.3 1.5 0 2.7-.5 3.7C21 4.5 26 3 31 3.5 30.5 10 26.5 14.5 20 15.5L18.5 18h-5L12 15.5C5.5 14.5 1.5 10 1 3.5c5-.5 10 1 13 5-.8-1.7-.5-3.6 2-5z" fill="#e7b733"/>'
    '<path d="M8 19h16v5H8z" fill="#a32c25"/></g></g>'
)
SCRIBE: Final = _tunic(
    "#f6f1e2",
    '<path d="M41 65c-8 5-11 22-10 51h10c4-22 12-36 22-44l-4-7-9 5z" fill="#fffdf6"/><path d="M60 68c-12 8-20 24-23 48" fill="none" stroke="#8c3a78" stroke-width="2.6"/><path d="M46 116c2-12 8-24 18-32" fill="none" stroke="#b8ab8e"/>',
)
SCRIBE_GEAR: Final = (
    f'<g stroke="{LINE}" stroke-width=".8"><path d="M41 88h23v22H41z" fill="#f3e2b4"/><rect x="39" y="85" width="27" height="5" rx="2.5" fill="#d9bf83"/><rect x="39" y="108" width="27" height="5" rx="2.5" fill="#d9bf83"/></g>'
    '<path d="M45 94h15M45 98h15M45 102h10" stroke="#6b5636" stroke-width="1.2"/>'
    f'<circle cx="40" cy="99" r="4.5" fill="{SKIN}" stroke="{LINE}" stroke-width=".8"/>'
    f'<path d="M62 97l7-19 2 1-6 19z" fill="#fff" stroke="{LINE}" stroke-width=".7"/>'
)

SCENES: Final = [GAUL_SCENE, ROMAN_SCENE, HOME_SCENE]
N_GAULISH: Final = 3  # kinds of Gauls
GAULISH: Final = 0
ROMAN: Final = 1
# [kind] scene, body and gear: a farmer, a worker and a soldier of the Gauls; the six suits of the Romans; a start card
KINDS: Final = [
    (GAULISH, FARMER, FARMER_GEAR),
    (GAULISH, WORKER, WORKER_GEAR),
    (GAULISH, WARRIOR, WARRIOR_GEAR),
    (ROMAN, PEASANT, PEASANT_GEAR),
    (ROMAN, BUILDER, BUILDER_GEAR),
    (ROMAN, LEGIONARY, LEGIONARY_GEAR),
    (ROMAN, MATRON, MATRON_GEAR),
    (ROMAN, GENERAL, GENERAL_GEAR),
    (ROMAN, SCRIBE, SCRIBE_GEAR),
    (2, "", ""),
]
HOME: Final = len(KINDS) - 1
