"""The lower half of the table of Armorica: every seat's display with its sets, totals, points and what winter will ask."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from brehon.core.palette import ALARM, FAINT, OPEN, RULE
from brehon.core.svg import fit, label, text_width
from brehon.core.text import N_, Message
from brehon.games.armorica import words
from brehon.games.armorica.data import AMPHORA_SHIFT, AMPHORAE, ICONS, MAJORITIES, N_ICONS, count
from brehon.games.armorica.glyphs import CARD_H, CARD_W, COLUMN, HEAD, MINI_H, MINI_W, ROW, SNOW_INK, WATERMARK, use
from brehon.games.armorica.scoring import coin_score, majority_score, set_lengths, set_score
from brehon.games.armorica.state import WINTER
from brehon.games.armorica.svg_sheet import Sheet

NAME_W: Final = 186  # of the block with name and points
TOTALS_W: Final = 148
LEAST_STEP: Final = 26  # that must be visible of a large card; with less, small ones are easier to read
SET_GAP: Final = 9  # between two sets of a display
BRACKET: Final = 20  # height of the line under a display that shows its sets
MINI_GAP: Final = 6
MINI_LINE: Final = MINI_H + 16
COMPACT_HEAD: Final = 60  # height of what stands above the small cards


# -- a large display


def large_height(scale: float) -> float:
    return 8 + CARD_H * scale + BRACKET + 5


def draw_seat(c: Sheet, seat: int, x: float, y: float, width: float, scale: float) -> None:
    """A display: who, the cards in their sets, and the totals, row by row next to the cards."""
    height = large_height(scale)
    put_seat_panel(c, seat, x, y, width, height)
    c.put(use(c.prefix, "triskele", x + width - TOTALS_W - 130, y + height / 2 - 52, 104, WATERMARK))
    c.draw_once(("name", name_key(c, seat), x, y, height), draw_name, c, seat, x + 12, y, height)
    room = width - NAME_W - TOTALS_W - 14
    c.draw_once(("cards", cards_key(c, seat), x, y, room, scale), put_cards, c, seat, x, y, room, scale)
    left = x + width - TOTALS_W
    key = ("totals", seat, tuple(c.view.goods), len(c.view.displays[seat]), left, y, scale)
    c.draw_once(key, draw_totals, c, seat, left, y + 8 + HEAD * scale, ROW * scale)


def name_key(c: Sheet, seat: int) -> tuple[Hashable, ...]:
    """All that the name of a seat with its points and its winter depends on."""
    v, note = c.view, words.seat_note(c.view, seat)
    return (
        seat, c.say.seat(seat), "" if note is None else c.say(note), v.marker == seat, c.points[seat], words.majority_points(v, seat),
        tuple(v.displays[seat]), v.goods[seat], c.is_over,
    )  # fmt: skip


def cards_key(c: Sheet, seat: int) -> tuple[Hashable, ...]:
    """All that the cards of a display depend on."""
    v = c.view
    is_hungry = v.phase == WINTER and v.active == seat
    asked = c.offered_here([v.table.starve + card for card in v.displays[seat]]) if is_hungry else ()
    return seat, tuple(v.displays[seat]), v.goods[seat], asked


def put_cards(c: Sheet, seat: int, x: float, y: float, room: float, scale: float) -> None:
    """The cards of a large display, small if there are many."""
    if fits_large(c, seat, room, LEAST_STEP * scale, scale):
        draw_display(c, seat, x + NAME_W, y + 8, room, scale)
    else:
        places, step, _ = layout(c, seat, room, 2)
        draw_minis(c, seat, x + NAME_W, y + 10, places, step)


def put_seat_panel(c: Sheet, seat: int, x: float, y: float, width: float, height: float) -> None:
    """The sheet of a seat; what happens to the seat is marked on it."""
    edge = OPEN if c.view.to_move() == seat else ""
    c.put(f'<g id="{c.ident(f"{c.own}display-{seat}")}">')
    c.put_panel(x, y, width, height, "display", edge)
    c.put("</g>")


def draw_name(c: Sheet, seat: int, x: float, y: float, height: float) -> None:
    """Name, points and where they come from, winter, the start-player card, and whose turn it is."""
    view, say = c.view, c.say
    room = NAME_W - 18
    c.fitting(x, y + 23, say.seat(seat), 16, room - (24 if view.marker == seat else 0), weight="bold")
    c.put_start_mark(seat, x + room - 18, y + 8)
    points = c.points[seat]
    c.write(x, y + 57, points, 30, weight="bold")
    c.fitting(x, y + 73, say.word(N_("point") if points == 1 else N_("points")), 12, 52, FAINT)
    parts = [
        Message(N_("%(points)s for sets"), points=set_score(c.cards, view.displays[seat])),
        Message(N_("%(points)s for coins"), points=coin_score(view.goods[seat])),
        Message(N_("%(points)s for majorities"), points=words.majority_points(view, seat)),
    ]
    for i, part in enumerate(parts):
        c.fitting(x + 54, y + 43 + 15 * i, say(part), 12, room - 54)
    if not c.is_over:
        draw_hunger(c, seat, x, y + 86, room)
    c.put_flag(x, y + height - 27, room, seat)


def draw_hunger(c: Sheet, seat: int, x: float, y: float, room: float) -> None:
    """What winter will ask: cards against amphorae, and how many cards would leave."""
    need = words.hunger(c.view, seat)
    first, second = (c.say(line) for line in words.winter_lines(c.view, seat))
    c.put(use(c.prefix, "snow", x, y + 1, 14, ALARM if need else SNOW_INK))
    c.fitting(x + 19, y + 13, first, 12, room - 19)
    c.fitting(x + 19, y + 28, second, 12, room - 19, ALARM if need else FAINT, weight="bold" if need else "")


def draw_hunger_line(c: Sheet, seat: int, x: float, y: float, room: float) -> None:
    """The same in one line; where the points come from, if no winter comes any more."""
    if c.is_over:
        c.fitting(x, y + 11, c.say(words.points_line(c.view, seat)), 12, room, FAINT)
        return
    need = words.hunger(c.view, seat)
    first, second = (c.say(line) for line in words.winter_lines(c.view, seat))
    c.put(use(c.prefix, "snow", x, y, 13, ALARM if need else SNOW_INK))
    both = f"{first}: {second}"
    text = both if text_width(both, 12, need > 0) < room - 20 else second
    c.fitting(x + 18, y + 11, text, 12, room - 18, ALARM if need else FAINT, weight="bold" if need else "")


def draw_display(c: Sheet, seat: int, x: float, y: float, room: float, scale: float) -> None:
    """The cards from the left, each leaving at least its icon column free, with a gap and a bracket for every set."""
    display = c.view.displays[seat]
    lengths = set_lengths(c.cards, display)
    full = CARD_W * scale - 1
    step = min(full, (room - SET_GAP * max(0, len(lengths) - 1)) / max(1, len(display)))
    if step < full:  # the last card is not covered by another
        spare = room - SET_GAP * max(0, len(lengths) - 1) - full
        step = spare / max(1, len(display) - 1)
    step = int(step)
    place = 0
    for length in lengths:
        start = x
        for card in display[place : place + length]:
            width = full if place == len(display) - 1 else step
            draw_held(c, seat, place, card, x, y, width, scale)
            x += width
            place += 1
        c.put(bracket(c, start, x - 2, y + CARD_H * scale + 3, length))
        x += SET_GAP


def draw_held(c: Sheet, seat: int, place: int, card: int, x: float, y: float, width: float, scale: float) -> None:
    """A card of a display; in winter the hungry seat clicks here. A snowflake where an amphora is missing and needed."""
    view = c.view
    c.put_card(card, x, y, width - 1, scale)
    is_hungry = view.phase == WINTER and view.active == seat
    action = view.table.starve + card if is_hungry else -1
    c.put_place(f"place-{seat}-{place}", card, x, y, width - 1, CARD_H * scale, action)
    if words.hunger(view, seat) and not c.cards.columns[card] >> AMPHORA_SHIFT:
        size = 14 * scale
        left = x + min(width, COLUMN * scale) / 2 - size / 2
        mark = use(c.prefix, "snow", left, y + (HEAD + ROW * AMPHORAE + 1) * scale, size, SNOW_INK)
        c.above.append(mark)


def bracket(c: Sheet, left: float, right: float, y: float, length: int, goes_on: bool = False) -> str:
    """The line under a set with its points; `goes_on`: the points are already under its first part."""
    points = c.cards.set_points[length]
    text = c.say(words.set_words(length, points))
    brief = c.say(words.point_count(points))
    fits = [one for one in (text, brief) if right - left > 16 + text_width(one, 12)]
    shown = "…" if goes_on else [*fits, str(points)][0]
    middle, half = round((left + right) / 2, 1), text_width(shown, 12) / 2 + 3
    line = (
        f'<path d="M{left + 1:.5g} {y:g}v3q0 5 5 5H{middle - half:.5g}M{middle + half:.5g} {y + 8:g}H{right - 5:.5g}q5 0 5-5v-3" '
        f'fill="none" stroke="{FAINT}"/>'
    )
    return line + label(middle, y + 12.5, shown, 12, anchor="middle", weight="bold", cls="set")


def draw_totals(c: Sheet, seat: int, x: float, y: float, row: float) -> None:
    """The sum of each icon row, at the height of the row, and what it brings."""
    goods = c.view.goods[seat]
    c.put(f'<path d="M{x - 6:g} {y:g}v{N_ICONS * row:g}" stroke="{RULE}"/>')
    for icon in range(N_ICONS):
        top = y + row * icon + (row - 16) / 2
        c.put(use(c.prefix, ICONS[icon], x, top, 15))
        c.write(x + 37, top + 12.5, count(goods, icon), 13.5, anchor="end", weight="bold")
        note, is_bad = words.total_note(c.view, seat, icon)
        if note is None:
            continue
        left = x + (62 if icon in MAJORITIES else 44)
        if icon in MAJORITIES:
            c.put(laurel(c, seat, icon, x + 44, top + 0.5))
        room = TOTALS_W - 10 - (left - x)
        c.fitting(left, top + 12.5, c.say(note), 12, room, ALARM if is_bad else "", weight="bold" if is_bad else "")


def laurel(c: Sheet, seat: int, icon: int, x: float, y: float) -> str:
    """A wreath for a majority: strong for one alone, pale for one that is shared."""
    return use(c.prefix, "laurel", x, y, 15, OPEN if len(words.holders(c.view, icon)) == 1 else FAINT)


# -- a small display


def draw_compact(c: Sheet, seat: int, x: float, y: float, width: float, n_lines: int) -> float:
    """A display in little: who and points, totals in one line, winter, small cards in at most so many lines; its height."""
    used = layout(c, seat, width - 14, n_lines)[2] if c.is_narrow else n_lines
    height = COMPACT_HEAD + MINI_LINE * used + 4
    put_seat_panel(c, seat, x, y, width, height)
    key = ("compact", name_key(c, seat), tuple(c.view.goods), cards_key(c, seat), x, y, width, n_lines)
    c.draw_once(key, put_compact, c, seat, x, y, width, n_lines)
    return height


def put_compact(c: Sheet, seat: int, x: float, y: float, width: float, n_lines: int) -> None:
    """What is in such a display."""
    places, step, _ = layout(c, seat, width - 14, n_lines)
    draw_compact_name(c, seat, x + 9, y, width - 18)
    draw_totals_line(c, seat, x + 9, y + 25, width - 18)
    draw_hunger_line(c, seat, x + 9, y + 43, width - 18)
    top = y + COMPACT_HEAD
    if not c.is_narrow and fits_large(c, seat, width - 14, COLUMN + 3, 1):
        draw_display(c, seat, x + 7, top, width - 14, 1)
    else:
        draw_minis(c, seat, x + 7, top, places, step)


def draw_minis(c: Sheet, seat: int, x: float, y: float, places: list[tuple[float, int]], step: int) -> None:
    """The small cards and their sets."""
    is_hungry = c.view.phase == WINTER and c.view.active == seat and not c.is_narrow
    for place, (card, (left, line)) in enumerate(zip(c.view.displays[seat], places, strict=True)):
        at_x, at_y = x + left, y + MINI_LINE * line
        c.put_mini(card, at_x, at_y, step - 1)
        action = c.view.table.starve + card if is_hungry else -1
        c.put_place(f"{c.own}place-{seat}-{place}", card, at_x, at_y, step - 1, MINI_H, action)
    draw_sets(c, seat, places, x, y + MINI_H + 1, MINI_LINE, step)


def fits_large(c: Sheet, seat: int, room: float, step: float, scale: float) -> bool:
    """Whether every large card but the last can be seen on so much of its width."""
    n_gaps = max(0, len(set_lengths(c.cards, c.view.displays[seat])) - 1)
    return step * (len(c.view.displays[seat]) - 1) + CARD_W * scale + SET_GAP * n_gaps <= room


def draw_compact_name(c: Sheet, seat: int, x: float, y: float, width: float) -> None:
    view, say = c.view, c.say
    points = say(words.point_count(c.points[seat]))
    right = text_width(points, 14)
    c.write(x + width, y + 19, points, 14, "", "end", "bold")
    left = x + 20 if c.put_start_mark(seat, x - 2, y + 5, 17) else x
    room = x + width - right - 8 - left
    note = words.seat_note(view, seat)
    flag_w = min(text_width(say(note), 12.5) + 18, room * 0.55) if note else 0
    name = fit(say.seat(seat), room - flag_w - 6, 14)
    c.write(left, y + 19, name, 14, weight="bold")
    if note:
        c.put_flag(round(x + width - right - 8 - flag_w, 1), y + 6, flag_w, seat)


def draw_totals_line(c: Sheet, seat: int, x: float, y: float, width: float) -> None:
    """Six sums in a line; a laurel where they are the most; the amphorae with the number of cards they have to feed."""
    goods = c.view.goods[seat]
    parts = [0.13, 0.18, 0.18, 0.18, 0.14, 0.19]
    for icon in range(N_ICONS):
        number = str(count(goods, icon))
        is_short = icon == AMPHORAE and words.hunger(c.view, seat) > 0
        if icon == AMPHORAE:
            number = f"{number}/{len(c.view.displays[seat])}"
        c.put(use(c.prefix, ICONS[icon], x, y, 15))
        c.write(x + 18, y + 12.5, number, 13.5, ALARM if is_short else "", weight="bold")
        if icon in MAJORITIES and majority_score(c.cards, c.view.goods, icon, seat):
            c.put(laurel(c, seat, icon, x + 20 + text_width(number, 13.5), y))
        x = round(x + parts[icon] * width, 1)


def layout(c: Sheet, seat: int, room: float, n_lines: int) -> tuple[list[tuple[float, int]], int, int]:
    """x and line of every card of a display, the step from card to card, and how many lines are used."""
    lengths = set_lengths(c.cards, c.view.displays[seat])
    step = MINI_W + 1
    while True:
        found: list[tuple[float, int]] = []
        x, line = 0.0, 0
        for length in lengths:
            for _ in range(length):
                if x + step > room + 1:
                    x, line = 0.0, line + 1
                found.append((x, line))
                x += step
            x += MINI_GAP
        if line < n_lines or step <= 14:
            return found, step, line + 1
        step -= 1


def draw_sets(
    c: Sheet, seat: int, places: list[tuple[float, int]], x: float, y: float, line_h: float, step: float
) -> None:
    """The brackets under the sets; a set that is broken by the end of a line has one on each line."""
    place = 0
    for length in set_lengths(c.cards, c.view.displays[seat]):
        cards = places[place : place + length]
        for line in sorted({number for _, number in cards}):
            here = [left for left, number in cards if number == line]
            is_rest = line > cards[0][1]
            c.put(bracket(c, x + here[0], x + here[-1] + step - 1, y + line_h * line, length, goes_on=is_rest))
        place += length
