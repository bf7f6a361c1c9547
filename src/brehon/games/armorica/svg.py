"""The table of Armorica as one SVG, in a wide and in a narrow layout.

Three layers: the ground (panels, texts, reach), the cards (moved by their `transform`, in the order of their names, so that
a page can carry them from place to place), and the spots: fixed places, in reading order, that can be clicked or explain
themselves. Classes for a page that wants to restyle: area, spot open, spot shut, reach.
"""

from __future__ import annotations

from typing import Final

from brehon.core.face import Offers
from brehon.core.text import N_, Speaker
from brehon.games.armorica import glyphs
from brehon.games.armorica.data import N_DECKS
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.svg_displays import draw_compact, draw_seat, large_height
from brehon.games.armorica.svg_narrow import narrow_board, narrow_seats
from brehon.games.armorica.svg_rows import ROW_PANEL_H, draw_row_panel
from brehon.games.armorica.svg_sheet import HIGH, PHONE, WIDE, Sheet
from brehon.games.armorica.view import ArmoricaView

EDGE: Final = 5  # margin of the table
GAP: Final = 5  # between panels
TWO: Final = 1.2  # how large the cards of the viewer are if there are only two displays
MORE: Final = 1.05  # and if there are more


def board(rules: ArmoricaRules, view: ArmoricaView, offers: Offers, say: Speaker, narrow: bool = False) -> str:
    """The whole table; narrow is for phones."""
    c = Sheet(rules, view, offers, say, narrow, PHONE if narrow else WIDE)
    height = narrow_board(c) if narrow else wide_board(c)
    return c.whole(height, glyphs.defs(c.prefix), say(c.face.status(rules, view)))


def seats(rules: ArmoricaRules, view: ArmoricaView, offers: Offers, say: Speaker) -> str:
    """The displays of all seats, for the phone."""
    c = Sheet(rules, view, Offers(), say, True, PHONE)
    height = narrow_seats(c)
    return c.whole(height, f"<defs>{glyphs.small_defs(c.prefix)}</defs>", say.word(N_("The displays of all players")))


def wide_board(c: Sheet) -> int:
    """Two rows above, the displays below: the viewer's across the whole table, the others side by side."""
    half = (c.width - 2 * EDGE - GAP) // 2
    for deck in range(N_DECKS):
        draw_row_panel(c, deck, EDGE + deck * (half + GAP), EDGE, half)
    y: float = EDGE + ROW_PANEL_H + GAP
    mine, *others = c.seats()
    full = c.width - 2 * EDGE
    scale = TWO if len(others) == 1 else MORE
    draw_seat(c, mine, EDGE, y, full, scale)
    y += large_height(scale) + GAP
    if len(others) == 1:
        draw_seat(c, others[0], EDGE, y, full, scale)
        return HIGH
    width = (full - GAP * (len(others) - 1)) / len(others)
    for i, seat in enumerate(others):
        draw_compact(c, seat, EDGE + (width + GAP) * i, y, width, 2)
    return HIGH
