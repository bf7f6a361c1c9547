"""The table of Fallen Kingdoms as one SVG, in a wide and in a narrow layout.

Three layers: the ground (map, panels, texts), the pieces (moved by the transform of their elements, so that a page can carry
them from place to place), and the spots: places that can be clicked, or that explain why not. Classes for a page that wants to
restyle: panel, units, army, building, temple, flag, card, lore, rumor, die, spot open, spot shut, frame, veil, button.
"""

from __future__ import annotations

from typing import Final

from brehon.core.face import Offers
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms.glyphs import panel
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.svg_canvas import Canvas
from brehon.games.fallen_kingdoms.svg_displays import draw_displays, draw_heading, draw_legend
from brehon.games.fallen_kingdoms.svg_narrow import narrow_board
from brehon.games.fallen_kingdoms.svg_panels import draw_panel
from brehon.games.fallen_kingdoms.svg_pieces import draw_map
from brehon.games.fallen_kingdoms.svg_sheets import draw_sheet, sheet_height
from brehon.games.fallen_kingdoms.view import FallenView

WIDTH: Final = 1280
EDGE: Final = 10  # margin of the table
GAP: Final = 8  # between panels
TOP: Final = EDGE + 40 + GAP
PANEL_H: Final = 290  # of the decision, at least


def board(rules: FallenRules, view: FallenView, offers: Offers, say: Speaker, narrow: bool = False) -> str:
    """The whole table; narrow is for telephones."""
    if narrow:
        return narrow_board(Canvas(rules, view, offers, say, "n-", 390))
    c = Canvas(rules, view, offers, say, "", WIDTH)
    draw_heading(c, EDGE, EDGE, WIDTH - 2 * EDGE)
    columns = m.grid(rules, view)[1]
    width, height = draw_map(c, EDGE, TOP, 276 if columns > 2 else 330, False)
    x = EDGE + width + GAP
    room = WIDTH - EDGE - x
    below = draw_panel(c, x, TOP, room, PANEL_H)
    below = draw_displays(c, x, below + GAP, room, TOP + height - below - GAP)
    return c.finish(draw_sheets(c, max(below, TOP + height) + GAP) + EDGE - GAP)


def draw_sheets(c: Canvas, y: float) -> float:
    """The kingdom sheets, beginning with one's own, in rows of three or four."""
    seats = seats_from(c.view)
    per_row = 4 if len(seats) == 4 else 3
    width = (WIDTH - 2 * EDGE - GAP * (per_row - 1)) / per_row
    for first in range(0, len(seats), per_row):
        row = seats[first : first + per_row]
        height = max(sheet_height(c, seat, width) for seat in row)
        for i, seat in enumerate(row):
            draw_sheet(c, seat, EDGE + (width + GAP) * i, y, width, height)
        if len(row) < len(seats) and len(row) == per_row - 1:  # a free corner
            left = EDGE + (width + GAP) * len(row)
            c.ground.append(panel(left, y, width, height, "legend"))
            draw_legend(c, left + 12, y + 14, width - 24)
        y += height + GAP
    return y


def seats_from(view: FallenView) -> list[int]:
    """The seats clockwise, beginning with the one that looks."""
    first = max(0, view.seat)
    return [(first + i) % view.n_seats for i in range(view.n_seats)]
