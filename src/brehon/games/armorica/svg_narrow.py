"""The table of Armorica for a telephone: one column, compact cards, large places to touch."""

from __future__ import annotations

from typing import Final

from brehon.core.contract import OVER
from brehon.core.svg import label, shorten, wrap
from brehon.core.text import N_, Message
from brehon.games.armorica import glyphs, words
from brehon.games.armorica.data import AMPHORAE, DECKS, ICONS, MAJORITIES, N_DECKS, N_ICONS, count
from brehon.games.armorica.glyphs import ALARM, CARD_H, FAINT, INK, OPEN, PARCHMENT, RULE, use
from brehon.games.armorica.scoring import majority_score, set_lengths
from brehon.games.armorica.svg_canvas import Canvas
from brehon.games.armorica.svg_displays import bracket, draw_held, flag, seats_from
from brehon.games.armorica.svg_rows import RIBBON, draw_place, draw_reach, phase_in_play, track_step

TRACK: Final = [N_("Gauls"), N_("Romans"), N_("Winter")]
EDGE: Final = 5
INNER: Final = 10  # of what lies in a panel
CARD_W: Final = 60
PITCH: Final = 62
STEP: Final = 45  # of the cards of a display
SET_GAP: Final = 5
LINE_H: Final = CARD_H + 26  # of one line of a display


def narrow_board(c: Canvas) -> str:
    y = draw_heading(c, EDGE)
    for deck in range(N_DECKS):
        y = draw_row_panel(c, deck, y)
    for seat in seats_from(c.view):
        y = draw_seat(c, seat, y)
    return c.finish(y)


def draw_heading(c: Canvas, y: float) -> float:
    """Turn, phases and what is being decided."""
    view = c.view
    told = words.result(view) if view.to_move() == OVER else words.task(view)
    lines = wrap(c.say(told), 46)[:3]
    height = 66 + 19 * len(lines)
    c.ground.append(glyphs.panel(EDGE, y, c.width - 2 * EDGE, height, "heading"))
    turns = words.turns_in_all(view.table)
    text = c.say(Message(N_("Turn %(turn)s of %(turns)s"), turn=view.turn, turns=turns))
    c.ground.append(label(INNER + 4, y + 24, text, 16, weight="bold"))
    c.ground.append(glyphs.band(c.prefix, "knot", 136, y + 12, 240))
    now = phase_in_play(view)
    for phase, word in enumerate(TRACK):
        c.ground.append(track_step(INNER + 2 + 122 * phase, y + 32, 123, c.say.word(word), phase == now, 24))
    is_mine = view.to_move() == view.seat and view.seat >= 0
    for i, line in enumerate(lines):
        ink, weight = (OPEN, "bold") if is_mine else (INK, "")
        c.ground.append(label(INNER + 4, y + 76 + 19 * i, line, 14.5, ink, "", weight))
    return y + height + EDGE


def draw_row_panel(c: Canvas, deck: int, y: float) -> float:
    """A row with its deck in words, the pass, the cards and the reach."""
    view = c.view
    ribbons = RIBBON * len(words.REACH[deck]) if c.focus >= 0 and view.to_move() != OVER else 0
    cards_y = y + 66
    height = 66 + CARD_H + 8 + ribbons + 6
    strong = words.row_in_play(view) == deck
    c.ground.append(glyphs.panel(EDGE, y, c.width - 2 * EDGE, height, DECKS[deck], strong=strong))
    c.ground.append(label(INNER + 4, y + 22, c.say.word(words.ROW_WORDS[deck]), 16, weight="bold"))
    c.ground.append(
        label(INNER + 4, y + 42, shorten(c.say(words.deck_line(view, c.piles, deck)), 40), 12.5, fill=FAINT)
    )
    draw_pass(c, deck, c.width - INNER - 120, y + 10)
    size = max(view.table.row_size, 1)
    pitch = PITCH if size <= 6 else PITCH * 6 // size
    right = c.width - INNER + 2
    for place, card in enumerate(view.rows[deck]):
        width = min(CARD_W, pitch - 2)
        draw_place(c, deck, place, card, right - pitch * (place + 1) + 1, cards_y, width)
    draw_reach(c, deck, INNER, right - 2, cards_y + CARD_H + 7, pitch, -1)
    return y + height + EDGE


def draw_pass(c: Canvas, deck: int, x: float, y: float) -> None:
    """The place that is touched to pass: the rightmost card leaves."""
    if c.view.to_move() == OVER:
        return
    c.ground.append(
        f'<g transform="translate({x},{y})"><rect width="112" height="42" rx="6" fill="{PARCHMENT}" stroke="{RULE}" stroke-dasharray="5 3"/>'
        f'<path d="M70 17h12v-6l12 10-12 10v-6h-12z" fill="{FAINT}"/>{label(16, 26, c.say.word(N_("Pass")), 14.5, weight="bold")}</g>'
    )
    action = c.view.table.pass_action if words.row_in_play(c.view) == deck else -1
    title = c.say.word(N_("Whoever passes discards the rightmost card of the row."))
    c.put_spot(f"pass-{DECKS[deck]}", x, y, 112, 42, action, title)


def draw_seat(c: Canvas, seat: int, y: float) -> float:
    """A display: who and points, totals in one line, the cards in as many lines as they need."""
    view = c.view
    top = y + 108
    lines = layout(c, seat)
    n_lines = 1 + max([line for _, line in lines], default=0)
    height = 108 + LINE_H * n_lines + 2
    is_active = view.to_move() == seat
    c.ground.append(glyphs.panel(EDGE, y, c.width - 2 * EDGE, height, "display", strong=is_active))
    draw_name(c, seat, y)
    draw_totals(c, seat, y + 58)
    for place, (card, (x, line)) in enumerate(zip(view.displays[seat], lines, strict=True)):
        draw_held(c, seat, place, card, x, top + LINE_H * line, STEP - 1)
    draw_sets(c, seat, lines, top)
    return y + height + EDGE


def draw_name(c: Canvas, seat: int, y: float) -> None:
    view, say = c.view, c.say
    x = INNER + 4
    if view.marker == seat and view.to_move() != OVER:
        c.ground.append(f"<g><title>{say.word(N_('start player'))}</title>{use(c.prefix, 'torc', x, y + 9, 18)}</g>")
        x += 24
    c.ground.append(label(x, y + 24, shorten(say.seat(seat), 17), 16, weight="bold"))
    points = Message(N_("%(points)s points"), points=words.scores(view)[seat])
    c.ground.append(label(c.width - INNER - 4, y + 24, say(points), 17, "", "end", "bold"))
    parts = say(words.points_line(view, seat))
    c.ground.append(label(c.width - INNER - 4, y + 44, parts, 12.5, FAINT, "end"))
    note = words.seat_note(view, seat)
    if note:
        c.ground.append(flag(INNER + 4, y + 30, 122, say(note), view.to_move() == OVER))


def draw_totals(c: Canvas, seat: int, y: float) -> None:
    """Six sums in a line; a laurel where they are the most; below, whether the amphorae feed everybody."""
    view = c.view
    for icon in range(N_ICONS):
        x = INNER + 4 + 60 * icon
        c.ground.append(use(c.prefix, ICONS[icon], x, y, 18))
        c.ground.append(label(x + 22, y + 15, count(view.goods[seat], icon), 15, weight="bold"))
        if icon in MAJORITIES and majority_score(c.cards, view.goods, icon, seat):
            c.ground.append(use(c.prefix, "laurel", x + 37, y + 1, 16, OPEN))
    need = words.hunger(view, seat)
    note, _ = words.total_note(view, seat, AMPHORAE)
    assert note is not None
    text = Message(N_("%(amphorae)s %(note)s"), amphorae=words.icon_count(AMPHORAE, count(view.goods[seat], AMPHORAE)), note=note)  # fmt: skip
    c.ground.append(label(INNER + 4, y + 38, c.say(text), 13, ALARM if need else INK, "", "bold" if need else ""))


def layout(c: Canvas, seat: int) -> list[tuple[float, int]]:
    """x and line of every card of a display."""
    found: list[tuple[float, int]] = []
    x, line = float(INNER + 1), 0
    for length in set_lengths(c.cards, c.view.displays[seat]):
        for _ in range(length):
            if x + STEP > c.width - INNER + 2:
                x, line = float(INNER + 1), line + 1
            found.append((x, line))
            x += STEP
        x += SET_GAP
    return found


def draw_sets(c: Canvas, seat: int, lines: list[tuple[float, int]], top: float) -> None:
    """The brackets under the sets; a set that is broken by the end of a line has one on each line."""
    place = 0
    for length in set_lengths(c.cards, c.view.displays[seat]):
        cards = lines[place : place + length]
        for line in sorted({number for _, number in cards}):
            here = [x for x, number in cards if number == line]
            y = top + LINE_H * line + CARD_H + 4
            c.ground.append(bracket(c, here[0], here[-1] + STEP - 1, y, length, goes_on=line > cards[0][1]))
        place += length
