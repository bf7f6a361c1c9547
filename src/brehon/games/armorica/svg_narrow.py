"""The table of Armorica for a phone: the two rows with large places to touch, and what the viewer has. The displays of all are apart."""

from __future__ import annotations

from typing import Final

from brehon.core.palette import FAINT, OPEN
from brehon.core.svg import text_width
from brehon.core.text import N_
from brehon.games.armorica import words
from brehon.games.armorica.data import DECKS, GAUL, N_DECKS
from brehon.games.armorica.glyphs import CARD_H, CARD_W
from brehon.games.armorica.scoring import set_lengths
from brehon.games.armorica.state import WINTER
from brehon.games.armorica.svg_displays import (
    MINI_GAP,
    bracket,
    draw_compact,
    draw_compact_name,
    draw_held,
    draw_hunger_line,
    draw_sets,
    draw_totals_line,
    put_seat_panel,
)
from brehon.games.armorica.svg_rows import COST_H, RIBBON, draw_cards, draw_deck, draw_majorities, draw_pass, draw_reach
from brehon.games.armorica.svg_sheet import Sheet

EDGE: Final = 4
INNER: Final = 9  # of what is in a panel
MOST: Final = 500  # height
SCALE: Final = 0.73  # of a card; it is 48 wide
PITCH: Final = 54
PASS_W: Final = 46
TITLE: Final = 20
THUMB: Final = 44  # what can be touched is at least so wide and high
NAME_H: Final = 23  # of the line with a name
TOUCH: Final = 46  # from card to card of a display in winter
LINES: Final = 9  # of small cards on the page of all displays, more than ever needed


def narrow_board(c: Sheet) -> float:
    """The rows and the viewer's own things; in winter, for a hungry viewer, the own cards in a size for thumbs."""
    view = c.view
    mine = c.seats()[0]
    if view.phase == WINTER and view.to_move() == view.seat == mine:
        return draw_winter(c, mine, EDGE)
    y: float = EDGE
    for deck in range(N_DECKS):
        y = draw_row_panel(c, deck, y)
    return draw_own(c, mine, y)


def draw_row_panel(c: Sheet, deck: int, y: float) -> float:
    """A row with its deck in words, the cards, the pass and the reach."""
    view = c.view
    icons = words.REACH[GAUL] if deck == GAUL else words.REACH[deck][1:]  # how far wheat reaches is shown once
    ribbons = 0 if c.is_over or c.focus < 0 else RIBBON * len(icons) + 1
    cards_h = CARD_H * SCALE
    height = TITLE + cards_h + (0 if c.is_over else COST_H + 4) + ribbons + 3
    c.put_panel(EDGE, y, c.width - 2 * EDGE, height, DECKS[deck], OPEN if words.row_in_play(view) == deck else "")
    draw_deck(c, deck, INNER - 1, y + 1)
    name = c.say.word(words.ROW_WORDS[deck])
    c.write(INNER + 22, y + 15, name, 14, weight="bold")
    left = INNER + 33 + text_width(name, 14)
    c.put(f'<g id="{c.ident(f"discards-{DECKS[deck]}")}">')
    c.fitting(left, y + 15, c.say(words.deck_line(view, c.piles, deck)), 12, c.width - INNER - left, FAINT)
    c.put("</g>")
    right = c.width - INNER - PASS_W - 2 if not c.is_over else c.width - INNER
    pitch = PITCH * 6 / max(6, view.table.row_size)
    draw_cards(c, deck, right, y + TITLE, pitch, pitch - 2, SCALE)
    draw_pass(c, deck, right + 3, y + TITLE, PASS_W, cards_h)
    draw_reach(c, deck, icons, INNER, right, y + TITLE + cards_h + COST_H + 4, pitch, right + 4)
    return y + height + EDGE


def draw_own(c: Sheet, seat: int, y: float) -> float:
    """What the viewer has: totals, winter, and the suits of the display in their sets; for others also who it is."""
    head = 0 if c.view.seat == seat and not c.is_over else NAME_H
    height = head + 84
    put_seat_panel(c, seat, EDGE, y, c.width - 2 * EDGE, height)
    draw_own_head(c, seat, y, head)
    lengths = set_lengths(c.cards, c.view.displays[seat])
    room = c.width - 2 * INNER - MINI_GAP * max(0, len(lengths) - 1)
    size = min(24.0, room / max(1, len(c.view.displays[seat])))
    place, x, top = 0, float(INNER), y + head + 40
    for length in lengths:
        start = x
        for card in c.view.displays[seat][place : place + length]:
            c.put_chip(card, x, top, round(min(size - 1, 23), 1))
            x += size
        place += length
        c.put(bracket(c, start, x - 1, top + 1 + min(size, 24), length))
        x += MINI_GAP
    return y + height + EDGE


def draw_own_head(c: Sheet, seat: int, y: float, head: float) -> None:
    if head:
        draw_compact_name(c, seat, INNER, y, c.width - 2 * INNER)
    draw_totals_line(c, seat, INNER, y + head + 4, c.width - 2 * INNER)
    if not head:
        c.put_start_mark(seat, c.width - INNER - 17, y + 3, 17)
    draw_hunger_line(c, seat, INNER, y + head + 22, c.width - 2 * INNER)


def draw_winter(c: Sheet, seat: int, y: float) -> float:
    """The cards of a hungry display, each wide enough for a thumb, in as many lines as they need."""
    display = c.view.displays[seat]
    room = c.width - 2 * INNER
    per_line = int(room // TOUCH)
    n_lines = -(-len(display) // per_line)
    scale = min(SCALE, ((MOST - 2 * y - 74) / n_lines - 18) / CARD_H)
    line_h = CARD_H * scale + 18
    put_seat_panel(c, seat, EDGE, y, c.width - 2 * EDGE, 70 + line_h * n_lines)
    draw_own_head(c, seat, y, NAME_H)
    step = max(THUMB + 1.2, min(room / per_line, CARD_W * scale))
    places = [((i % per_line) * step, i // per_line) for i in range(len(display))]
    for place, (card, (left, line)) in enumerate(zip(display, places, strict=True)):
        draw_held(c, seat, place, card, INNER + left, y + 67 + line_h * line, step, scale)
    draw_sets(c, seat, places, INNER, y + 67 + CARD_H * scale + 2, line_h, step)
    return y + 70 + line_h * n_lines + EDGE


def narrow_seats(c: Sheet) -> float:
    """The displays of everybody below each other, and who has which majority."""
    c.prefix = "n-s-"  # a picture of its own, with drawings of its own, on the same page as the narrow board
    c.put_panel(EDGE, EDGE, c.width - 2 * EDGE, 62, "majorities")
    c.write(INNER, EDGE + 18, c.say.word(N_("Majorities")), 14, weight="bold")
    draw_majorities(c, INNER, EDGE + 25, c.width - 2 * INNER)
    y = 62.0 + 2 * EDGE
    for place, seat in enumerate(c.seats()):
        c.own = "" if place else "s-"  # the narrow board has the cards of the first
        y += draw_compact(c, seat, EDGE, y, c.width - 2 * EDGE, LINES) + EDGE
    return y
