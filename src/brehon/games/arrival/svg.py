"""The table of The Arrival as one SVG, in a wide and in a narrow layout.

Layers: the ground (map, panels), the pieces (moved by their `transform`, so that a page can carry them from place to place), the
spots (tiles, cards, provinces, buttons), and on top the places of the map. A place is `<g class="place" data-place="…">`: where one
verb is possible its spot carries data-action; where several are, the spot carries data-menu and a hidden `<g class="menu">` follows,
with one item per verb. A page shows it with `.place.open .menu { display: inline }`.
"""

from __future__ import annotations

from typing import Final

from brehon.core.face import Offers
from brehon.core.text import Speaker
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.svg_bar import draw_bar
from brehon.games.arrival.svg_key import draw_key, key_height
from brehon.games.arrival.svg_layout import LEGEND_WIDTH, layout_of
from brehon.games.arrival.svg_leaders import draw_leader
from brehon.games.arrival.svg_panels import (
    draw_balance,
    draw_heading,
    draw_legend,
    draw_rounds,
    draw_status,
    draw_tracks,
    status_lines,
)
from brehon.games.arrival.svg_places import draw_map
from brehon.games.arrival.svg_scene import Scene
from brehon.games.arrival.svg_sheet import Sheet
from brehon.games.arrival.svg_tiles import draw_display, draw_stacks
from brehon.games.arrival.svg_tokens import panel
from brehon.games.arrival.view import ArrivalView

EDGE: Final = 10  # margin of the table
GAP: Final = 8  # between panels
MAP_WIDTH: Final = 680
STATUS_LINES: Final = 3  # in the narrow layout


def board(rules: ArrivalRules, view: ArrivalView, offers: Offers, say: Speaker, narrow: bool = False) -> str:
    """The whole table; narrow is for telephones."""
    scene = Scene(rules, view, offers, say, "n-" if narrow else "")
    return narrow_board(Sheet(scene, 390)) if narrow else wide_board(Sheet(scene, 1180))


def wide_board(sheet: Sheet) -> str:
    """The island at the left with its plaques in the sea, everything else at the right."""
    scene = sheet.scene
    draw_heading(sheet, EDGE, EDGE, sheet.width - 2 * EDGE)
    top = EDGE + 44 + GAP
    tall = draw_map(sheet, EDGE, top)
    x = EDGE + MAP_WIDTH + GAP
    width = sheet.width - EDGE - x
    y: float = top
    panels = [draw_bar, draw_tracks, draw_display, draw_stacks]
    if layout_of(scene.chart, False).has_plaques:
        draw_balance(sheet, EDGE + 8, top + 100, 206)
        draw_legend(sheet, EDGE + MAP_WIDTH - LEGEND_WIDTH - 8, top + tall - 116, LEGEND_WIDTH)
    else:
        panels = [draw_balance, *panels, draw_legend]
    for draw in panels:
        height = draw(sheet, x, y, width)
        y += height + GAP if height else 0
    for seat in scene.seats():
        y += draw_leader(sheet, seat, x, y, width) + GAP
    if top + tall - y >= key_height(False):
        draw_key(sheet, x, top + tall - key_height(False), width)
    return sheet.finish(max(top + tall, y - GAP) + EDGE)


def narrow_board(sheet: Sheet) -> str:
    """Everything below each other, the island as wide as the telephone."""
    scene = sheet.scene
    edge, width = 6, sheet.width - 12
    head = 54 + 19 * min(STATUS_LINES, len(status_lines(scene, width - 16)))
    sheet.ground.append(panel(edge, edge, width, head, "heading"))
    draw_rounds(sheet, edge + 8, edge + 22)
    draw_status(sheet, edge + 10, edge + 58, width - 16, STATUS_LINES)
    y: float = edge + head + GAP
    for draw in (draw_balance, draw_bar):
        height = draw(sheet, edge, y, width)
        y += height + GAP if height else 0
    y += draw_map(sheet, 0, y) + GAP
    for draw in (draw_legend, draw_display, draw_stacks, draw_tracks):
        y += draw(sheet, edge, y, width) + GAP
    for seat in scene.seats():
        y += draw_leader(sheet, seat, edge, y, width) + GAP
    y += draw_key(sheet, edge, y, width) + GAP
    return sheet.finish(y - GAP + edge)
