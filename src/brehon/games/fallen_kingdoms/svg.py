"""The table of Fallen Kingdoms as one SVG, in a wide and in a narrow layout.

Three layers: the ground (map, panels, texts), the pieces (moved by the transform of their elements, so that a page can carry
them from place to place), and the spots: places that can be clicked, or that explain why not. Classes for a page that wants to
restyle: panel, units, army, building, temple, flag, card, lore, rumor, die, spot open, spot shut, frame, veil, button; `still` is
what never changes during a game.
"""

from __future__ import annotations

from typing import Final

from brehon.core.face import Offers
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.svg_displays import DISPLAYS_H, draw_displays, draw_heading
from brehon.games.fallen_kingdoms.svg_map import WIDE, WIDE_CLOSE
from brehon.games.fallen_kingdoms.svg_narrow import narrow_board, narrow_seats
from brehon.games.fallen_kingdoms.svg_panels import draw_panel
from brehon.games.fallen_kingdoms.svg_pieces import draw_map
from brehon.games.fallen_kingdoms.svg_sheet import Sheet
from brehon.games.fallen_kingdoms.svg_sheets import PLAYER_H, draw_player
from brehon.games.fallen_kingdoms.view import FallenView

WIDTH: Final = 960
HEIGHT: Final = 650
EDGE: Final = 6  # margin of the table
GAP: Final = 5  # between panels
TOP: Final = EDGE + 32 + 4
BIG_TILE: Final = 278
SMALL_TILE: Final = 205


def board(rules: FallenRules, view: FallenView, offers: Offers, say: Speaker, narrow: bool = False) -> str:
    """The whole table; narrow is for phones."""
    c = Sheet(rules, view, offers, say, narrow, 390 if narrow else WIDTH)
    if narrow:
        return narrow_board(c)
    is_large = m.grid(rules, view)[1] > 2
    width, height = draw_map(
        c, EDGE, TOP, SMALL_TILE if is_large else BIG_TILE, False, WIDE_CLOSE if is_large else WIDE
    )
    draw_heading(c, EDGE, EDGE, width)
    x = EDGE + width + GAP
    room = WIDTH - EDGE - x
    bottom: float = HEIGHT - EDGE
    if view.phase in (st.LAYING, st.DEAL_GOD, st.DEAL_SECOND, st.CHOOSE_GOD):  # there is nothing on display yet
        draw_panel(c, x, EDGE, room, bottom - EDGE)
        return c.whole(HEIGHT)
    if is_large:
        _draw_below(c, EDGE, TOP + height + GAP, width, bottom)
    else:
        bottom = _draw_beside(c, x, bottom, room) - GAP
    below = bottom - DISPLAYS_H
    draw_panel(c, x, EDGE, room, below - GAP - EDGE)
    draw_displays(c, x, below, room)
    return c.whole(HEIGHT)


def _draw_beside(c: Sheet, x: float, bottom: float, width: float) -> float:
    """The kingdoms in a column, the viewer's own first. Returns where they begin."""
    seats = c.seats()
    top = bottom - len(seats) * (PLAYER_H + GAP) + GAP
    for i, seat in enumerate(seats):
        draw_player(c, seat, x, top + (PLAYER_H + GAP) * i, width)
    return top


def _draw_below(c: Sheet, x: float, y: float, width: float, bottom: float) -> None:
    """The kingdoms in two rows of three under the map."""
    seats, high = c.seats(), (bottom - y - GAP) / 2
    for row in (seats[:3], seats[3:]):
        each = (width - (len(row) - 1) * GAP) / len(row)
        for i, seat in enumerate(row):
            draw_player(c, seat, x + (each + GAP) * i, y, each, high)
        y += high + GAP


def seats(rules: FallenRules, view: FallenView, say: Speaker) -> str:
    """The displays and all kingdoms, for a phone."""
    return narrow_seats(Sheet(rules, view, Offers(), say, True, 390))
