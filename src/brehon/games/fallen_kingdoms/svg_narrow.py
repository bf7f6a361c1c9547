"""The table of Fallen Kingdoms for a telephone: one column, a broad map turned a quarter, large places to touch."""

from __future__ import annotations

from typing import Final

from brehon.core.svg import label
from brehon.core.text import N_, Message
from brehon.games.fallen_kingdoms import glyphs
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.svg_canvas import Canvas
from brehon.games.fallen_kingdoms.svg_displays import draw_displays, step_arrow
from brehon.games.fallen_kingdoms.svg_panels import draw_panel
from brehon.games.fallen_kingdoms.svg_pieces import NARROW, draw_map
from brehon.games.fallen_kingdoms.svg_sheets import draw_sheet, sheet_height

EDGE: Final = 4
GAP: Final = 5


def narrow_board(c: Canvas) -> str:
    """Heading, map, decision, displays and the sheets, one under the other."""
    room = c.width - 2 * EDGE
    y = _draw_heading(c, EDGE)
    rows, columns = m.grid(c.rules, c.view)
    turn = columns > rows  # upright, so that the cities stay far enough apart to touch
    across = rows if turn else columns
    _, height = draw_map(c, EDGE, y, round((room - 2 * NARROW.rim) / across, 1), turn)
    y = draw_panel(c, EDGE, y + height + GAP, room, 0)
    y = draw_displays(c, EDGE, y + GAP, room, 0)
    first = max(0, c.view.seat)
    for i in range(c.view.n_seats):
        seat = (first + i) % c.view.n_seats
        high = sheet_height(c, seat, room)
        draw_sheet(c, seat, EDGE, y + GAP, room, high)
        y += GAP + high
    return c.finish(y + EDGE)


def _draw_heading(c: Canvas, y: float) -> float:
    v = c.view
    room = c.width - 2 * EDGE
    c.ground.append(glyphs.panel(EDGE, y, room, 38, "heading"))
    text = Message(N_("Round %(n)s"), n=v.round) if v.round else Message(N_("The beginning"))
    c.ground.append(label(EDGE + 10, y + 24, c.say(text), 14, "", "", "bold"))
    now = m.step_now(v)
    left = EDGE + 98 if v.round else EDGE + 110
    for step, word in enumerate(words.STEP_NAMES if v.round else []):
        wide = 150 if step == now else 38
        name = c.text(word) if step == now else ("I", "II", "III", "IV")[step]
        c.ground.append(step_arrow(left, y + 8, wide, name, step == now, 22, 12))
        left += wide + 1
    return y + 38 + GAP
