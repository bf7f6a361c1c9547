"""The lower half of the table of Armorica: every seat's display with its sets, totals and points."""

from __future__ import annotations

from typing import Final

from brehon.core.contract import OVER
from brehon.core.svg import group, label, shorten
from brehon.core.text import N_, Message
from brehon.games.armorica import glyphs, words
from brehon.games.armorica.data import (
    ICONS,
    MAJORITIES,
    N_ICONS,
    count,
)
from brehon.games.armorica.glyphs import ALARM, CARD_H, FAINT, HEAD, INK, OPEN, PAPER, ROW, RULE, use
from brehon.games.armorica.scoring import coin_score, set_lengths, set_score
from brehon.games.armorica.state import WINTER
from brehon.games.armorica.svg_canvas import Canvas, title_of
from brehon.games.armorica.view import ArmoricaView

EDGE: Final = 10  # margin of the table
SET_GAP: Final = 9  # between two sets of a display
WATERMARK: Final = "#eee2c4"
BRACKET: Final = 22  # height of the line under a display that shows its sets
CARD_W: Final = 72


SEAT_H: Final = 10 + CARD_H + BRACKET + 4
SEAT_X: Final = 206  # of the first card
SEAT_ROOM: Final = 726  # for the cards
TOTALS_X: Final = 948


def draw_seat(c: Canvas, seat: int, y: int) -> None:
    """A display: who, the cards in their sets, and the totals, row by row beside the cards."""
    is_active = c.view.to_move() == seat
    c.ground.append(glyphs.panel(EDGE, y, c.width - 2 * EDGE, SEAT_H, "display", strong=is_active))
    c.ground.append(use(c.prefix, "triskele", SEAT_X + SEAT_ROOM - 150, y + 12, 136, WATERMARK))
    draw_name(c, seat, 24, y)
    draw_display(c, seat, SEAT_X, y + 10)
    draw_totals(c, seat, TOTALS_X, y + 10 + HEAD)


def draw_name(c: Canvas, seat: int, x: int, y: int) -> None:
    """Name, points and where they come from, the start-player card, and whose turn it is."""
    view, say = c.view, c.say
    c.ground.append(label(x, y + 27, shorten(say.seat(seat), 19), 17, weight="bold"))
    points = words.scores(view)[seat]
    c.ground.append(label(x, y + 76, points, 40, weight="bold"))
    c.ground.append(label(x, y + 93, say.word(N_("points")), 12.5, fill=FAINT))
    bonus = words.majority_points(view, seat)
    parts = [
        Message(N_("%(points)s for sets"), points=set_score(c.cards, view.displays[seat])),
        Message(N_("%(points)s for coins"), points=coin_score(view.goods[seat])),
        Message(N_("%(points)s for majorities"), points=bonus),
    ]
    for i, part in enumerate(parts):
        c.ground.append(label(x + 64, y + 54 + 18 * i, say(part), 13))
    flag_y = y + 118
    if view.marker == seat and view.to_move() != OVER:
        c.ground.append(use(c.prefix, "torc", x, flag_y - 14, 18))
        c.ground.append(label(x + 24, flag_y, say.word(N_("start player")), 13))
    note = words.seat_note(view, seat)
    if note:
        c.ground.append(flag(x, y + 130, 170, say(note), view.to_move() == OVER))


def flag(x: float, y: float, width: float, text: str, is_result: bool) -> str:
    fill = INK if is_result else OPEN
    return (
        f'<path d="M{x} {y}h{width}l-9 11l9 11h-{width}z" fill="{fill}"/>'
        f"{label(x + 10, y + 16, text, 13.5, fill='#fff', weight='bold')}"
    )


def draw_display(c: Canvas, seat: int, x: float, y: float) -> None:
    """The cards from the left, each leaving its icon column free, with a gap and a bracket for every set."""
    display = c.view.displays[seat]
    lengths = set_lengths(c.cards, display)
    spare = SEAT_ROOM - CARD_W - SET_GAP * max(0, len(lengths) - 1)
    step = min(47, spare // max(1, len(display) - 1))
    place = 0
    for length in lengths:
        start = x
        for card in display[place : place + length]:
            is_last = place == len(display) - 1
            width = CARD_W if is_last else step
            draw_held(c, seat, place, card, x, y, width)
            x += width
            place += 1
        c.ground.append(bracket(c, start, x - 2, y + CARD_H + 5, length))
        x += SET_GAP


def draw_held(c: Canvas, seat: int, place: int, card: int, x: float, y: float, width: int) -> None:
    """A card of a display; in winter the hungry seat clicks here."""
    c.put_card(card, x, y, width)
    is_hungry = c.view.phase == WINTER and c.view.active == seat
    action = c.view.table.starve + card if is_hungry else -1
    c.put_spot(f"place-{seat}-{place}", x, y, width, CARD_H, action, title_of(c, card))


def bracket(c: Canvas, left: float, right: float, y: float, length: int, goes_on: bool = False) -> str:
    """The line under a set with its points; `goes_on`: the points already stand under its first part."""
    points = c.cards.set_points[length]
    text = c.say(Message(N_("%(colours)s colours, %(points)s points"), colours=length, points=points))
    line = (
        f'<path d="M{left + 1} {y}v4q0 5 5 5H{right - 5}q5 0 5-5v-4" fill="none" stroke="{FAINT}" stroke-width="1.4"/>'
    )
    brief = c.say(Message(N_("%(points)s points"), points=points))
    fitting = [words_here for words_here in (text, brief) if right - left > 7.8 * len(words_here)]
    shown = "…" if goes_on else [*fitting, str(points)][0]
    middle, room = (left + right) / 2, 6.9 * len(shown) + 7
    gap = f'<rect x="{middle - room / 2:.1f}" y="{y + 3}" width="{room:.1f}" height="13" fill="{PAPER}"/>'
    return group(line + gap + label(middle, y + 13.5, shown, 12.5, INK, "middle", "bold"), text, "set")


def draw_totals(c: Canvas, seat: int, x: float, y: float) -> None:
    """The sum of each icon row, at the height of the row, and what it brings."""
    goods = c.view.goods[seat]
    c.ground.append(f'<path d="M{x - 8} {y}v{N_ICONS * ROW}" stroke="{RULE}"/>')
    for icon in range(N_ICONS):
        top = y + ROW * icon
        number = count(goods, icon)
        c.ground.append(use(c.prefix, ICONS[icon], x, top + 0.5, 15))
        c.ground.append(label(x + 38, top + 13, number, 14, anchor="end", weight="bold"))
        note, is_bad = words.total_note(c.view, seat, icon)
        if note is not None:
            ink, weight = (ALARM, "bold") if is_bad else (INK, "")
            if icon in MAJORITIES:
                c.ground.append(use(c.prefix, "laurel", x + 46, top + 1, 15, OPEN))
            c.ground.append(label(x + (66 if icon in MAJORITIES else 46), top + 13, c.say(note), 12.5, ink, "", weight))


def seats_from(view: ArmoricaView) -> list[int]:
    """The seats clockwise, beginning with the one that looks."""
    first = max(0, view.seat)
    return [(first + i) % view.n_seats for i in range(view.n_seats)]
