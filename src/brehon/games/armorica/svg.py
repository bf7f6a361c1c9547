"""The table of Armorica as one SVG, in a wide and in a narrow layout.

Three layers: the ground (panels, texts, reach), the cards (moved by their `transform`, in the order of their numbers, so that
a page can carry them from place to place), and the spots: fixed places, in reading order, that can be clicked or explain
themselves. Classes for a page that wants to restyle: panel, card-body, card-band (with the suit), spot open, spot shut, reach.
"""

from __future__ import annotations

from typing import Final

from brehon.core.face import Offers
from brehon.core.text import Speaker
from brehon.games.armorica.data import (
    N_DECKS,
)
from brehon.games.armorica.setup import ArmoricaRules
from brehon.games.armorica.svg_canvas import Canvas
from brehon.games.armorica.svg_displays import SEAT_H, draw_seat, seats_from
from brehon.games.armorica.svg_narrow import narrow_board
from brehon.games.armorica.svg_rows import ROW_PANEL_H, draw_heading, draw_row_panel
from brehon.games.armorica.view import ArmoricaView

EDGE: Final = 10  # margin of the table
GAP: Final = 8  # between panels


def board(rules: ArmoricaRules, view: ArmoricaView, offers: Offers, say: Speaker, narrow: bool = False) -> str:
    """The whole table; narrow is for telephones."""
    if narrow:
        return narrow_board(Canvas(rules, view, offers, say, "n-", 390))
    canvas = Canvas(rules, view, offers, say, "", 1180)
    draw_heading(canvas)
    y = 60
    for deck in range(N_DECKS):
        draw_row_panel(canvas, deck, EDGE + deck * 585, y, 575)
    y += ROW_PANEL_H + GAP
    for seat in seats_from(view):
        draw_seat(canvas, seat, y)
        y += SEAT_H + GAP
    return canvas.finish(y - GAP + EDGE)
