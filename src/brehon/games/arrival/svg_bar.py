"""Choices that have no place on the table: to pass, to end the turn, what to keep."""

from __future__ import annotations

from typing import Final

from brehon.core.canvas import pill
from brehon.core.palette import FAINT, INK, ON, OPEN, PARCHMENT
from brehon.core.svg import label, text_width
from brehon.core.text import N_, Message
from brehon.games.arrival.actions import KEEPS, OGAM, PASS, STOP, TROPHY
from brehon.games.arrival.svg_scene import Scene
from brehon.games.arrival.svg_tokens import KEEPING, use

ITEMS: Final = ["discs", "swords", "shields"]


def draw_keeps(scene: Scene, x: float, y: float, width: float, height: float) -> None:
    """What may be kept, as buttons with signs; the full hands first."""
    scene.put_panel(x, y, width, height, "choices")
    scene.write(x + 12, y + 22, scene.text(N_("Keep up to three")), 14, INK, "", "bold")
    found = sorted(scene.keeps, key=lambda action: -sum(KEEPS[scene.space.arg(action)]))
    columns = 3 if scene.is_narrow else 5
    rows = max(4, -(-len(found) // columns))
    wide, tall = (width - 20 - 6 * (columns - 1)) / columns, (height - 38 - 6 * rows) / rows
    for i, action in enumerate(found):
        left, top = x + 10 + (wide + 6) * (i % columns), y + 32 + (tall + 6) * (i // columns)
        body = keep_art(scene, KEEPS[scene.space.arg(action)], round(wide, 1), round(tall, 1))
        scene.put_choice(scene.choice_id(action), round(left, 1), round(top, 1), body, action)


def bar_width(scene: Scene, action: int, size: float) -> float:
    return text_width(bar_text(scene, action), size) + 16


def bar_text(scene: Scene, action: int) -> str:
    kind, arg = scene.space.kind_of[action], scene.space.arg(action)
    if kind == PASS:
        return scene.text(N_("Pass"))
    if kind == STOP:
        return scene.text(N_("Build no more"))
    if kind == OGAM:
        return scene.text(N_("Keep Ogam's wisdom"))
    if kind == TROPHY:
        return scene.say(Message(N_("Back: %(count)s"), count=arg + 1))
    return scene.text(N_("End the turn"))


def keep_art(scene: Scene, keep: list[int], width: float, height: float) -> str:
    """A mix of items to keep, drawn: one sign for each."""
    signs = [sign for sign, number in zip(ITEMS, keep, strict=True) for _ in range(number)]
    if not signs:
        return pill(scene.text(N_("Nothing")), width, height, 13, KEEPING, INK, INK)
    out = [pill("", width, height, 13, KEEPING, edge=INK)]
    size = min(22.0, (width - 8) / 3)
    left = (width - size * len(signs)) / 2
    for i, sign in enumerate(signs):
        out.append(
            use(scene.prefix, sign, round(left + size * i, 1), round((height - size) / 2, 1), round(size - 1, 1))
        )
    return "".join(out)


def button_art(scene: Scene, action: int, text: str, width: float, height: float, size: float) -> str:
    fill, ink = (OPEN, ON) if scene.offers.is_legal(action) else (PARCHMENT, FAINT)
    if scene.space.kind_of[action] != TROPHY:
        return pill(text, width, height, size, fill, ink, INK)
    sign = use(scene.prefix, "trophy", 4, round(height / 2 - 7, 1), 14)
    words = label(round(width / 2 + 8, 1), round(height / 2 + size * 0.36, 1), text, size, ink, "middle", "bold")
    return pill("", width, height, size, fill, ink, INK) + sign + words
