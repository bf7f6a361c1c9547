"""Choices that have no place on the table: to pass, to end the turn, what to keep."""

from __future__ import annotations

from typing import Final

from brehon.core.svg import esc, label
from brehon.core.text import N_, Message
from brehon.games.arrival.actions import KEEP, KEEPS, OGAM, PASS, STOP, TROPHY
from brehon.games.arrival.svg_scene import Scene
from brehon.games.arrival.svg_sheet import Sheet, pill, text_width
from brehon.games.arrival.svg_tokens import FAINT, INK, OPEN, PARCHMENT, panel, use

ITEMS: Final = ["discs", "swords", "shields"]


def draw_bar(sheet: Sheet, x: float, y: float, width: float) -> float:
    """Pass, end of turn, what to keep and the like, as buttons; returns the height, 0 if there are none."""
    scene = sheet.scene
    if not scene.in_bar:
        return 0
    tall = 40 if scene.is_narrow else 32
    left, top = x + 10, y + 9
    placed = []
    for action in scene.in_bar:
        room = bar_width(scene, action)
        if left + room > x + width - 8:
            left, top = x + 10, top + tall + 7
        placed.append((action, left, top, room))
        left += room + 8
    height = top + tall + 9 - y
    sheet.ground.append(panel(x, y, width, height, "choices"))
    for action, at, line, room in placed:
        sheet.spots.append(bar_button(scene, action, at, line, room, tall))
    return height


def bar_width(scene: Scene, action: int) -> float:
    if scene.space.kind_of[action] == KEEP:
        return 112.0
    return text_width(bar_text(scene, action), 15) + 26


def bar_text(scene: Scene, action: int) -> str:
    kind, arg = scene.space.kind_of[action], scene.space.arg(action)
    if kind == PASS:
        return scene.say.word(N_("Pass"))
    if kind == STOP:
        return scene.say.word(N_("Build no more"))
    if kind == OGAM:
        return scene.say.word(N_("Keep Ogam's wisdom"))
    if kind == TROPHY:
        return scene.say(Message(N_("Trophy: send back %(count)s"), count=arg + 1))
    return scene.say.word(N_("End the turn"))


def keep_art(scene: Scene, keep: list[int], width: float, height: float) -> str:
    """A mix of items to keep, drawn."""
    shown = [(sign, number) for sign, number in zip(ITEMS, keep, strict=True) if number]
    if not shown:
        return pill(scene.say.word(N_("Nothing")), width, height, 14, "#d7ebe2", INK)
    out = [pill("", width, height, 15, "#d7ebe2")]
    left = (width - 36 * len(shown)) / 2
    for i, (sign, number) in enumerate(shown):
        out.append(use(scene.prefix, sign, round(left + 2 + 36 * i, 1), round(height / 2 - 9, 1), 18))
        out.append(label(round(left + 22 + 36 * i, 1), round(height / 2 + 5.5, 1), number, 15, INK, "", "bold"))
    return "".join(out)


def bar_button(scene: Scene, action: int, x: float, y: float, width: float, height: float) -> str:
    why = scene.refusal(action)
    fill, ink = (PARCHMENT, FAINT) if why else (OPEN, "#fff")
    if scene.space.kind_of[action] == KEEP:
        body = keep_art(scene, KEEPS[scene.space.arg(action)], width, height)
    else:
        body = pill(bar_text(scene, action), width, height, 15, fill, ink)
    words = esc(why or scene.offer(action))
    deed = f'aria-disabled="true" data-why="{action}"' if why else f'data-action="{action}"'
    return (
        f'<g id="{scene.prefix}choice-{action}" class="spot {"shut" if why else "open"}" role="button" tabindex="0" {deed} aria-label="{words}" '
        f'transform="translate({x:g},{y:g})"><title>{words}</title>{body}</g>'
    )
