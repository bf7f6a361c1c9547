"""The key to the map: what its signs mean."""

from __future__ import annotations

from typing import Final

from brehon.core.palette import ALARM, INK, OPEN, PAPER, RULE
from brehon.core.svg import at, label, wrap
from brehon.core.text import N_, Message
from brehon.games.arrival.data import LEVELS
from brehon.games.arrival.svg_scene import Scene
from brehon.games.arrival.svg_tokens import GOLD, use

FORT_WORDS: Final = [N_("%(level)s, one disc"), N_("%(level)s, two discs"), N_("%(level)s, three discs")]


def key_row(is_narrow: bool) -> int:
    return 36 if is_narrow else 27


def key_height(is_narrow: bool) -> int:
    return 34 + 5 * key_row(is_narrow)


def draw_key(scene: Scene, x: float, y: float, width: float) -> float:
    """The key; returns its height."""
    scene.draw_once(("key", max(0, scene.view.seat), x, y, width), put_key, scene, x, y, width)
    return key_height(scene.is_narrow)


def put_key(scene: Scene, x: float, y: float, width: float) -> None:
    """Two columns of signs with their meanings."""
    scene.put_panel(x, y, width, key_height(scene.is_narrow), "key")
    scene.write(x + 12, y + 20, scene.text(N_("Key to the map")), 13, INK, "", "bold")
    half = (width - 16) / 2
    signs = key_signs(scene.prefix, max(0, scene.view.seat))
    words = [scene.say(Message(text, level=LEVELS[i + 1])) for i, text in enumerate(FORT_WORDS)] + [
        scene.text(N_("place where you can act")),
        scene.text(N_("place with several choices")),
        scene.text(N_("port")),
        scene.text(N_("gate to a castle")),
        scene.text(N_("bridge across a bay")),
        scene.text(N_("fame per fort at the end")),
        scene.text(N_("swords needed, fame won")),
    ]
    for i, (sign, text) in enumerate(zip(signs, words, strict=True)):
        left, middle = x + 10 + half * (i // 5), y + 42 + key_row(scene.is_narrow) * (i % 5)
        scene.put(at(left + 18, middle, sign))
        lines = wrap(text, int((half - 42) / 6.6))
        for k, line in enumerate(lines):
            scene.write(left + 42, middle + 5 + 14 * k - 7 * (len(lines) - 1), line, 12, INK)


def key_signs(prefix: str, seat: int) -> list[str]:
    """The signs in the order of their meanings, each centred."""
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
