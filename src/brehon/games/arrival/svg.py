"""The table of The Arrival as one SVG, in a wide and in a narrow layout, and the possessions of everybody for a phone.

Layers: the ground (map, panels), the pieces (moved by their `transform`, so that a page can carry them from place to place), the
spots (tiles, cards, provinces, buttons), and on top the places of the map. A place is `<g class="place" data-place="…">`: where one
verb is possible its spot carries data-action; where several are, the spot carries data-menu and a hidden `<g class="menu">` follows,
with one item per verb. A page shows it with `.place.open .menu { display: inline }`.
"""

from __future__ import annotations

from typing import Final

from brehon.core.face import Offers
from brehon.core.palette import INK, OPEN
from brehon.core.text import N_, Speaker
from brehon.games.arrival.data import N_SECTIONS
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.svg_bar import draw_keeps
from brehon.games.arrival.svg_cards import draw_own_cards, draw_small_cards
from brehon.games.arrival.svg_course import draw_choices, draw_course, draw_legend, draw_plaque
from brehon.games.arrival.svg_key import draw_key, key_height
from brehon.games.arrival.svg_layout import WIDE_SIZE
from brehon.games.arrival.svg_leaders import FULL, draw_leader, draw_name
from brehon.games.arrival.svg_places import draw_map
from brehon.games.arrival.svg_scene import CARDS, DRAWING, KEEPING, MAP, TAKING, Scene
from brehon.games.arrival.svg_seen import cards_of, name_of
from brehon.games.arrival.svg_tiles import draw_display, draw_general_supply, draw_stacks
from brehon.games.arrival.view import ArrivalView

EDGE: Final = 6  # margin of the table
GAP: Final = 6  # between panels
HEIGHT: Final = 650
NARROW_HEIGHT: Final = 500


def board(rules: ArrivalRules, view: ArrivalView, offers: Offers, say: Speaker, narrow: bool = False) -> str:
    """The whole table; narrow is for phones."""
    scene = Scene(rules, view, offers, say, narrow)
    return narrow_board(scene) if narrow else wide_board(scene)


def wide_board(scene: Scene) -> str:
    """The island on the left; on the right how it stands, what is being chosen, and everybody."""
    layout = draw_map(scene, EDGE, EDGE)
    draw_legend(scene, layout, EDGE, EDGE)
    x = EDGE + WIDE_SIZE[0] + GAP
    width = scene.width - EDGE - x
    y = EDGE + draw_course(scene, x, EDGE, width) + GAP
    seats = scene.seats()
    if scene.mode == CARDS:
        y = draw_choosing(scene, seats[0], x, y, width)
        seats = seats[1:]
    elif scene.mode == TAKING:
        draw_display(scene, x, y, width, 232, 3, is_large=True)
        y += 232 + GAP
    elif scene.mode == KEEPING:
        draw_keeps(scene, x, y, width, 232)
        y += 232 + GAP
    else:
        y = draw_market(scene, x, y, width)
    return draw_everybody(scene, seats, x, y, width)


def draw_everybody(scene: Scene, seats: list[int], x: float, y: float, width: float) -> str:
    """The leaders, as high as there is room; below them the key to the map, if there is any left."""
    room = HEIGHT - EDGE - y
    most = 150.0 if scene.mode == CARDS else 96.0
    tall = round(min(most, (room - GAP * (len(seats) - 1)) / len(seats)), 1)
    for seat in seats:
        draw_leader(scene, seat, x, y, width, tall)
        y = round(y + tall + GAP, 1)
    if HEIGHT - EDGE - y >= key_height(False):
        draw_key(scene, x, y, width)
    return scene.whole(HEIGHT)


def draw_choosing(scene: Scene, seat: int, x: float, y: float, width: float) -> float:
    """The cards of the seat that looks, large, with the totals; then the open tiles."""
    height = 222 if scene.n_seats > 3 else 250
    offered = scene.offered_here([scene.section_action(seat, section) for section in range(N_SECTIONS)])
    key = ("choosing", name_of(scene, seat), cards_of(scene, seat), offered, x, y, width, height)
    scene.draw_once(key, put_choosing, scene, seat, x, y, width, height)
    return y + height + GAP


def put_choosing(scene: Scene, seat: int, x: float, y: float, width: float, height: float) -> None:
    is_active = bool(scene.view.movers() >> seat & 1)
    scene.put_panel(x, y, width, height, "leader", OPEN if is_active else "")
    draw_name(scene, seat, x, y, width, is_short=True)
    draw_own_cards(scene, seat, x + 8, y + 26, width - 16, height - 32)


def draw_market(scene: Scene, x: float, y: float, width: float) -> float:
    """Open tiles, stacks and the general supply; the stacks are large while cards are drawn."""
    draw_display(scene, x, y, width, 108, 6, is_large=False)
    y += 108 + GAP
    if scene.mode == DRAWING:
        height = 112
        scene.put_panel(x, y, width, height, "stacks")
        draw_stacks(scene, x + 14, y + 12, 76, 90, 12)
        draw_general_supply_lines(scene, x + 290, y + 14)
        return y + height + GAP
    scene.put_panel(x, y, width, 50, "stacks")
    draw_stacks(scene, x + 12, y + 6, 34, 38, 8)
    draw_general_supply(scene, x + 144, y + 16, 51)
    return y + 50 + GAP


def draw_general_supply_lines(scene: Scene, x: float, y: float) -> None:
    scene.write(x, y + 12, scene.text(N_("General supply")), 12.5, INK, "", "bold")
    draw_general_supply(scene, x, y + 24, 46, lines=2)


# -- phones


def narrow_board(scene: Scene) -> str:
    """What is being chosen fills the picture; otherwise the island does."""
    if scene.mode == MAP:
        layout = draw_map(scene, 0, 0)
        draw_plaque(scene, layout)
        return scene.whole(NARROW_HEIGHT)
    edge, width = EDGE, scene.width - 2 * EDGE
    bottom = NARROW_HEIGHT - EDGE
    if scene.mode == KEEPING:
        draw_keeps(scene, edge, edge, width, bottom - edge)
    elif scene.mode == TAKING:
        draw_display(scene, edge, edge, width, bottom - edge, 2, is_large=True)
    elif scene.mode == DRAWING:
        draw_drawing(scene, edge, width)
    else:
        seat = scene.seats()[0]
        tall = 56 if scene.in_bar else 0
        scene.put_panel(edge, edge, width, bottom - edge - tall, "leader")
        draw_name(scene, seat, edge, edge, width, is_short=True)
        draw_own_cards(scene, seat, edge + 6, edge + 28, width - 12, bottom - edge - tall - 34)
        draw_choices(scene, edge, bottom - 48, width, 46)
    return scene.whole(NARROW_HEIGHT)


def draw_drawing(scene: Scene, edge: int, width: float) -> None:
    """Three stacks for a thumb, the open tiles, and the backs that everybody has drawn."""
    scene.put_panel(edge, edge, width, 150, "stacks")
    draw_stacks(scene, edge + 12, edge + 14, 110, 126, 12)
    y = edge + 150 + GAP
    draw_display(scene, edge, y, width, 190, 3, is_large=False)
    y += 190 + GAP
    seats = scene.seats()
    tall = (NARROW_HEIGHT - EDGE - y - 4) / len(seats)
    scene.put_panel(edge, y, width, NARROW_HEIGHT - EDGE - y, "leader")
    for i, seat in enumerate(seats):
        draw_name(scene, seat, edge, y + 2 + tall * i + (tall - 29) / 2, width, is_short=False)


def seats(rules: ArrivalRules, view: ArrivalView, say: Speaker) -> str:
    """Everybody's possessions, 390 wide and as high as they need; nothing in it can be clicked."""
    scene = Scene(rules, view, Offers(), say, True, "n-s-")
    width = scene.width - 2 * EDGE
    y = float(EDGE + draw_course(scene, EDGE, EDGE, width) + GAP)
    with_cards = scene.mode == CARDS
    for seat in scene.seats():
        scene.mode = MAP
        draw_leader(scene, seat, EDGE, y, width, FULL + 6)
        y += FULL + 6 + GAP
        if with_cards:
            scene.put_panel(EDGE, y, width, 110, "leader")
            draw_small_cards(scene, seat, EDGE + 6, y + 4, width - 12, 102)
            y += 110 + GAP
    scene.put_panel(EDGE, y, width, 44, "stacks")
    draw_general_supply(scene, EDGE + 12, y + 12, 58)
    y += 44 + GAP
    y += draw_key(scene, EDGE, y, width) + GAP
    return scene.whole(round(y - GAP + EDGE))
