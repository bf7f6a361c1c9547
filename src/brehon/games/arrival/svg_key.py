"""The key to the map: what its signs mean."""

from __future__ import annotations

from typing import Final

from brehon.core.svg import label
from brehon.core.text import N_, Message
from brehon.games.arrival.data import LEVELS
from brehon.games.arrival.svg_sheet import Sheet, fold
from brehon.games.arrival.svg_tokens import ALARM, GOLD, INK, OPEN, PAPER, RULE, panel, use

FORT_WORDS: Final = [N_("%(level)s, one disc"), N_("%(level)s, two discs"), N_("%(level)s, three discs")]


def key_row(is_narrow: bool) -> int:
    return 40 if is_narrow else 33


def key_height(is_narrow: bool) -> int:
    return 38 + 5 * key_row(is_narrow)


def draw_key(sheet: Sheet, x: float, y: float, width: float) -> float:
    """Two columns of signs with their meanings; returns the height."""
    scene = sheet.scene
    sheet.ground.append(panel(x, y, width, key_height(scene.is_narrow), "key"))
    sheet.ground.append(label(x + 12, y + 22, scene.say.word(N_("Key to the map")), 15, INK, "", "bold"))
    half = (width - 16) / 2
    signs = key_signs(sheet.prefix, max(0, scene.view.seat))
    words = [scene.say(Message(text, level=LEVELS[i + 1])) for i, text in enumerate(FORT_WORDS)] + [
        scene.say.word(N_("place where you can act")),
        scene.say.word(N_("place with several choices")),
        scene.say.word(N_("port")),
        scene.say.word(N_("gate to a castle")),
        scene.say.word(N_("bridge across a bay")),
        scene.say.word(N_("fame per fort at the end")),
        scene.say.word(N_("swords needed, fame won")),
    ]
    for i, (sign, text) in enumerate(zip(signs, words, strict=True)):
        left, middle = x + 10 + half * (i // 5), y + 48 + key_row(scene.is_narrow) * (i % 5)
        sheet.ground.append(f'<g transform="translate({left + 18:g},{middle:g})">{sign}</g>')
        lines = fold(text, int((half - 42) / 6.9))
        for k, line in enumerate(lines):
            sheet.ground.append(label(left + 42, middle + 5 + 15 * k - 7.5 * (len(lines) - 1), line, 13, INK))
    return key_height(scene.is_narrow)


def key_signs(prefix: str, seat: int) -> list[str]:
    """The signs in the order of their meanings, each round its middle."""
    forts = [
        f'<use href="#{prefix}ar-fort-{seat}-{level}" x="-15" y="{-27 + 3 * level}" width="30" height="40"/>'
        for level in (1, 2, 3)
    ]
    ring = f'<circle r="12" fill="{PAPER}" stroke="{OPEN}" stroke-width="3.4"/>'
    dot = f'<circle cx="-9" cy="-9" r="6" fill="{OPEN}" stroke="#fff"/><path d="M-12-10.6h6M-12-7.4h6" stroke="#fff" stroke-width="1.4"/>'
    port = f'<circle r="12" fill="#1d4a66" stroke="{INK}"/>{use(prefix, "anchor", -7, -7, 14, "#fff")}'
    gate = f'<circle r="12" fill="#b8321f" stroke="{INK}"/><circle r="7" fill="{PAPER}" stroke="{INK}"/>'
    bridge = (
        f'<rect x="-17" y="-6" width="34" height="12" fill="#d9b877" stroke="{INK}"/>'
        '<path d="M-16 0h32" stroke="#6b4718" stroke-width="11" stroke-dasharray="1.6 3"/><path d="M-18 0h36" stroke="#fbf4df" stroke-width="3.6"/>'
    )
    square = f'<rect x="-10" y="-10" width="20" height="20" rx="4" fill="#1f6b3a" stroke="{RULE}"/>{label(0, 5, 3, 14, "#fff", "middle", "bold")}'
    numbers = (
        f'<circle cx="-9" r="9" fill="#fff7ea" stroke="{ALARM}" stroke-width="2"/>{label(-9, 5, 2, 14, ALARM, "middle", "bold")}'
        f'<circle cx="11" r="9" fill="{GOLD}" stroke="#5d4204" stroke-width="1.5"/>{label(11, 5, 3, 14, INK, "middle", "bold")}'
    )
    return [*forts, ring, ring + dot, port, gate, bridge, square, numbers]
