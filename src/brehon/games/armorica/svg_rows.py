"""The upper half of the table of Armorica: turn and phase, the two rows, and how far a seat reaches."""

from __future__ import annotations

from typing import Final

from brehon.core.contract import OVER
from brehon.core.svg import esc, group, label, shorten
from brehon.core.text import N_, NN_, Message
from brehon.games.armorica import glyphs, words
from brehon.games.armorica.data import (
    ACCESS,
    DECKS,
    GAUL,
    ICONS,
    WHEAT,
    count,
)
from brehon.games.armorica.glyphs import CARD_H, FAINT, INK, OPEN, PAPER, PARCHMENT, RULE, use
from brehon.games.armorica.state import GAUL_TURN
from brehon.games.armorica.svg_canvas import Canvas, title_of
from brehon.games.armorica.view import ArmoricaView

TRACK: Final = [N_("Gaul immigration"), N_("Roman immigration"), N_("Winter starvation")]
EDGE: Final = 10  # margin of the table


# -- heading


def draw_heading(c: Canvas) -> None:
    """Turn, phases and what is being decided."""
    view = c.view
    c.ground.append(glyphs.panel(EDGE, EDGE, c.width - 2 * EDGE, 42, "heading"))
    turns = words.turns_in_all(view.table)
    text = c.say(Message(N_("Turn %(turn)s of %(turns)s"), turn=view.turn, turns=turns))
    c.ground.append(label(24, 36, text, 16, weight="bold"))
    now = phase_in_play(view)
    for phase, word in enumerate(TRACK):
        c.ground.append(track_step(150 + 168 * phase, 18, 164, c.say.word(word), phase == now))
    is_mine = view.to_move() == view.seat and view.seat >= 0
    text = shorten(c.say(words.headline(view)), 66)
    c.ground.append(label(668, 36, text, 15, fill=OPEN if is_mine else INK, weight="bold" if is_mine else ""))


def phase_in_play(view: ArmoricaView) -> int:
    """0, 1, 2 for the three phases of a turn; -1 before and after the game."""
    if view.to_move() == OVER or view.acted < 0 or view.turn == 0:
        return -1
    return (view.phase if view.phase >= GAUL_TURN else view.after_deal) - GAUL_TURN


def track_step(x: float, y: float, width: float, word: str, is_now: bool, height: float = 26, size: float = 13) -> str:
    """One step of the track of phases, an arrow pointing on; the present one is dark."""
    fill, ink = (INK, PAPER) if is_now else (PARCHMENT, FAINT)
    half = height / 2
    path = f"M{x} {y}h{width - 10}l10 {half}l-10 {half}h-{width - 10}l8-{half}z"
    middle = x + width / 2
    return (
        f'<path d="{path}" fill="{fill}" stroke="{RULE}"/>'
        f"{label(middle, y + half + size * 0.36, word, size, fill=ink, anchor='middle', weight='bold' if is_now else '')}"
    )


# -- rows

CARDS_X: Final = 70  # of the first card, from the left of the panel
CARD_W: Final = 72
PITCH: Final = 74
CARDS_Y: Final = 40
RIBBON: Final = 16
RIBBONS_Y: Final = CARDS_Y + CARD_H + 7
ROW_PANEL_H: Final = RIBBONS_Y + 4 * RIBBON + 8


def draw_row_panel(c: Canvas, deck: int, x: int, y: int, width: int) -> None:
    """A row with its deck, the cards, the pass and the reach."""
    view = c.view
    c.ground.append(glyphs.panel(x, y, width, ROW_PANEL_H, DECKS[deck], strong=words.row_in_play(view) == deck))
    pattern = "knot" if deck == GAUL else "meander"
    c.ground.append(label(x + 14, y + 24, c.say.word(words.ROW_WORDS[deck]), 16, weight="bold"))
    c.ground.append(glyphs.band(c.prefix, pattern, x + 124, y + 13, 144))
    draw_discards(c, deck, x + width - 14, y + 10, 200)
    draw_deck(c, deck, x + 10, y + CARDS_Y + 2)
    size = max(c.view.table.row_size, 1)
    pitch = PITCH if size <= 6 else PITCH * 6 // size
    right = x + CARDS_X + 6 * PITCH - 2
    for place, card in enumerate(view.rows[deck]):
        left = right - CARD_W - pitch * place if size <= 6 else right - pitch * (place + 1)
        draw_place(c, deck, place, card, left, y + CARDS_Y, CARD_W if size <= 6 else pitch - 2)
    draw_pass(c, deck, x + CARDS_X + 6 * PITCH + 5, y + CARDS_Y, 44, CARD_H)
    draw_reach(c, deck, x + CARDS_X, right, y + RIBBONS_Y, pitch, right + 7)
    if view.to_move() == OVER:
        c.ground.append(glyphs.band(c.prefix, pattern, x + CARDS_X, y + RIBBONS_Y + 26, 432))
    elif deck == GAUL:
        hint = c.say.word(N_("Gauls of every colour come for wheat alone."))
        c.ground.append(glyphs.band(c.prefix, "knot", x + CARDS_X, y + RIBBONS_Y + 44, 432))
        c.ground.append(label(x + CARDS_X, y + RIBBONS_Y + 34, hint, 12.5, fill=FAINT))


def draw_place(c: Canvas, deck: int, place: int, card: int, x: float, y: float, width: int) -> None:
    """A card of a row and its place; 1 is the rightmost."""
    c.put_card(card, x, y, width)
    action = deck * c.view.table.row_size + place
    c.put_spot(f"row-{DECKS[deck]}-{place + 1}", x, y, width, CARD_H, action, title_of(c, card))
    is_open = c.offers.is_legal(action)
    fill, ink = (OPEN, "#fff") if is_open else (PAPER, INK)
    c.spots.append(
        f'<g pointer-events="none" aria-hidden="true"><circle cx="{x + width / 2}" cy="{y - 1}" r="10" fill="{fill}" stroke="{INK}"/>'
        f"{label(x + width / 2, y + 3.5, place + 1, 13, fill=ink, anchor='middle', weight='bold')}</g>"
    )


def draw_deck(c: Canvas, deck: int, x: int, y: int) -> None:
    """The face-down cards: how many, from which pile, and how many of that pile."""
    view = c.view
    left = view.deck_height(deck)
    pile = view.current_pile(deck)
    backs = min(4, (left + 5) // 6)
    out = [
        f'<rect x="{2 * i}" y="{-2 * i}" width="42" height="62" rx="4" fill="url(#{c.prefix}am-back)" stroke="{INK}"/>'
        for i in range(backs)
    ]
    if not backs:
        out.append(f'<rect width="42" height="62" rx="4" fill="none" stroke="{RULE}" stroke-dasharray="4 3"/>')
    top = 2 * max(0, backs - 1)
    out.append(f'<circle cx="{21 + top}" cy="{31 - top}" r="16" fill="{PAPER}" stroke="{INK}"/>')
    out.append(label(21 + top, 37 - top, left, 16, anchor="middle", weight="bold"))
    if pile >= 0:
        rest = pile_left(c, deck)
        name = Message(N_("pile %(pile)s"), pile=c.piles[deck][pile])
        out.append(label(24, 84, shorten(c.say(name), 9), 13, anchor="middle", weight="bold"))
        out.append(label(24, 101, c.say(Message(N_("%(count)s left"), count=len(rest))), 12.5, FAINT, "middle"))
    c.ground.append(
        f'<g id="{c.prefix}deck-{DECKS[deck]}" transform="translate({x},{y})"><title>{esc(deck_title(c, deck))}</title>{"".join(out)}</g>'
    )


def pile_left(c: Canvas, deck: int) -> list[int]:
    """The cards still in the pile that is being drawn from; their order is unknown to everybody."""
    ends = c.cards.piles[deck]
    pile = c.view.current_pile(deck)
    if pile < 0:
        return []
    return [card for card in range(ends[pile], ends[pile + 1]) if c.view.left[deck] >> card & 1]


def deck_title(c: Canvas, deck: int) -> str:
    left = c.view.deck_height(deck)
    held = pile_left(c, deck)
    if not held:
        return c.say.word(N_("The deck is used up: the game ends with this turn."))
    return c.say(
        Message(
            NN_(
                "%(n)s card is left. It comes from pile %(pile)s: %(cards)s",
                "%(n)s cards are left. The next one comes from pile %(pile)s: %(cards)s",
            ),
            n=left,
            pile=c.piles[deck][c.view.current_pile(deck)],
            cards=", ".join(c.cards.names[card] for card in held),
        )
    )


def draw_discards(c: Canvas, deck: int, right: float, y: float, room: float) -> None:
    """The discards of a deck as a line of suits, ending at the right."""
    found = c.view.discards(deck) if c.view.turn else []
    text = c.say(Message(N_("%(count)s discarded"), count=len(found)))
    if not found:
        c.ground.append(label(right, y + 14, text, 12.5, fill=FAINT, anchor="end"))
        return
    pitch = min(17.0, (room - 16) / max(1, len(found)))
    left = right - pitch * (len(found) - 1) - 16
    out = [label(left - 6, y + 14, text, 12.5, fill=FAINT, anchor="end")]
    for i, card in enumerate(found):
        chip = glyphs.chip(c.prefix, c.cards.suits[card], 16)
        out.append(f'<g transform="translate({left + pitch * i:.1f},{y})">{chip}</g>')
    names = Message(N_("Discarded: %(cards)s"), cards=", ".join(c.cards.names[card] for card in found))
    c.ground.append(group("".join(out), c.say(names), "discards"))


def draw_pass(c: Canvas, deck: int, x: int, y: int, width: int, height: int) -> None:
    """The place that is clicked to pass: the rightmost card leaves."""
    if c.view.to_move() == OVER:
        return
    middle = width / 2
    arrow = height / 2
    c.ground.append(
        f'<g transform="translate({x},{y})"><rect width="{width}" height="{height}" rx="6" fill="{PARCHMENT}" stroke="{RULE}" stroke-dasharray="5 3"/>'
        f'<path d="M{middle - 13} {arrow - 4}h14v-7l13 11-13 11v-7h-14z" fill="{FAINT}"/>'
        f"{label(middle, arrow + 34, c.say.word(N_('Pass')), 14, INK, 'middle', 'bold')}</g>"
    )
    is_now = words.row_in_play(c.view) == deck
    action = c.view.table.pass_action if is_now else -1
    title = c.say.word(N_("Whoever passes discards the rightmost card of the row."))
    c.put_spot(f"pass-{DECKS[deck]}", x, y, width, height, action, title)


def draw_reach(c: Canvas, deck: int, left: float, right: float, y: float, pitch: int, chips_x: float) -> None:
    """For every icon that matters in this row a ribbon from the right, as far as the seat's icons reach."""
    if c.focus < 0 or c.view.to_move() == OVER:
        return
    for line, icon in enumerate(words.REACH[deck]):
        top = y + RIBBON * line
        c.ground.append(ribbon(c, deck, icon, left, right, top, pitch))
        if chips_x < 0:
            continue
        suits = range(3) if icon == WHEAT else [ACCESS.index(icon)]
        for i, suit in enumerate(suits):
            chip = glyphs.chip(c.prefix, suit, 14)
            c.ground.append(f'<g transform="translate({chips_x + 15 * i},{top})">{chip}</g>')


def ribbon(c: Canvas, deck: int, icon: int, left: float, right: float, y: float, pitch: int) -> str:
    """ "Your 3 wheat reach here": a band over the places that are in reach."""
    have = count(c.view.goods[c.focus], icon)
    reach = min(have, len(c.view.rows[deck]))
    words_here = c.say(words.reach(c.view, c.focus, icon))
    if reach == 0:
        return label(right, y + 11.5, words_here, 12, fill=FAINT, anchor="end")
    end = max(left, right - pitch * reach + 2)
    ink = glyphs.EDGES[icon]
    band = (
        f'<path d="M{end + 7} {y}H{right}v14H{end + 7}l-7-7z" fill="{glyphs.TINTS[icon]}" stroke="{ink}" class="reach {ICONS[icon]}"/>'
        f"{use(c.prefix, ICONS[icon], right - 16, y + 0.5, GLYPH)}"
    )
    if right - end > 190:
        return band + label(right - 20, y + 11.5, words_here, 12, fill=INK, anchor="end")
    number = label(right - 20, y + 11.5, have, 12, fill=INK, anchor="end", weight="bold")
    return band + number + label(end - 4, y + 11.5, words_here, 12, fill=INK, anchor="end")


GLYPH: Final = glyphs.GLYPH
