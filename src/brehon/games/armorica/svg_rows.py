"""The upper half of the table of Armorica: the two rows, what their cards cost, how far a seat reaches, and the majorities."""

from __future__ import annotations

from typing import Final

from brehon.core.palette import FAINT, INK, ON, OPEN, PARCHMENT, RULE
from brehon.core.svg import at, esc, fit, group, label, spot, text_width
from brehon.core.text import N_, NN_, Message
from brehon.games.armorica import glyphs, words
from brehon.games.armorica.data import ACCESS, DECKS, GAUL, ICONS, MAJORITIES, WHEAT, count
from brehon.games.armorica.glyphs import CARD_H, use
from brehon.games.armorica.svg_sheet import Sheet, dimmed

CARDS_Y: Final = 27  # of the cards, from the top of the panel
PASS_W: Final = 46
COST_H: Final = 17  # of the line below the cards
RIBBON: Final = 15
RIBBONS_Y: Final = CARDS_Y + CARD_H + COST_H + 4
ROW_PANEL_H: Final = RIBBONS_Y + 4 * RIBBON + 5
PAD: Final = 7


def draw_row_panel(c: Sheet, deck: int, x: int, y: int, width: int) -> None:
    """A row with its deck, the cards, the pass and the reach."""
    c.put_panel(x, y, width, ROW_PANEL_H, DECKS[deck], OPEN if words.row_in_play(c.view) == deck else "")
    draw_title(c, deck, x + PAD, y, width - 2 * PAD)
    right = x + width - PAD - PASS_W - 4
    pitch = (right - x - PAD + 2) / max(6, c.view.table.row_size)
    draw_cards(c, deck, right, y + CARDS_Y, pitch, pitch - 2, 1)
    draw_pass(c, deck, right + 4, y + CARDS_Y, PASS_W, CARD_H)
    draw_reach(c, deck, words.REACH[deck], x + PAD, right, y + RIBBONS_Y, pitch, right + 4)
    if deck == GAUL:
        top = y + RIBBONS_Y + (0 if c.is_over else RIBBON + 4)
        draw_majorities(c, x + PAD, top, width - 2 * PAD)
    elif c.is_over:
        draw_places(c, x + PAD, y + RIBBONS_Y, width - 2 * PAD)


def draw_cards(c: Sheet, deck: int, right: float, y: float, pitch: float, width: float, scale: float) -> None:
    """The cards of a row from the right, each with what it costs below it."""
    width = min(width, glyphs.CARD_W * scale)
    height = CARD_H * scale
    for place, card in enumerate(c.view.rows[deck]):
        x = round(right - pitch * place - width, 1)
        action = deck * c.view.table.row_size + place
        c.put_card(card, x, y, width, scale)
        c.put_place(f"row-{DECKS[deck]}-{place + 1}", card, x, y, width, height, action)
        if not c.is_over:
            c.above.append(cost(c, card, place + 1, x + width / 2, y + height + 2, c.offers.is_legal(action)))


def cost(c: Sheet, card: int, place: int, x: float, y: float, is_open: bool) -> str:
    """A place and the icon that reaches its card: 3 and wheat."""
    ground = use(c.prefix, "cost-open" if is_open else "cost", x - 18, y, 36, height=17)
    ink = f' fill="{ON}"' if is_open else ""
    number = f'<text x="{x - 8:.5g}" y="{y + 12.9:.5g}"{ink}>{place}</text>'
    return ground + number + use(c.prefix, ICONS[c.cards.access[card] // 8], x + 2.5, y + 2, 13)


# -- the deck and its discards


def draw_title(c: Sheet, deck: int, x: float, y: float, width: float) -> None:
    """The name of the row, the deck in words, and the discards as a line of suits."""
    v = c.view
    discards = tuple(v.discards(deck)) if v.turn else ()
    key = ("title", deck, v.deck_height(deck), v.current_pile(deck), v.left[deck], discards, x, y, width)
    c.draw_once(key, put_title, c, deck, x, y, width)


def put_title(c: Sheet, deck: int, x: float, y: float, width: float) -> None:
    name = c.say.word(words.ROW_WORDS[deck])
    draw_deck(c, deck, x, y + 4)
    c.write(x + 24, y + 19, name, 15, weight="bold")
    left = x + 24 + text_width(name, 15) + 11
    room = draw_discards(c, deck, x + width, y + 6, 150)
    text = c.say(words.deck_brief(c.view, c.piles, deck))
    c.fitting(left, y + 19, text, 12, x + width - room - left - 8, FAINT)


def draw_deck(c: Sheet, deck: int, x: float, y: float) -> None:
    """The face-down cards; new ones come from here."""
    is_empty = c.view.deck_height(deck) == 0
    fill = "none" if is_empty else f"url(#{c.prefix}am-back)"
    more = f'stroke="{RULE}" stroke-dasharray="3 2"' if is_empty else f'stroke="{INK}"'
    body = f'<rect width="17" height="19" rx="2.5" fill="{fill}" {more}/>'
    title = esc(deck_title(c, deck))
    place = f'transform="translate({x:g},{y:g})"'
    c.put(f'<g id="{c.ident(f"deck-{DECKS[deck]}")}" {place}><title>{title}</title>{body}</g>')


def pile_left(c: Sheet, deck: int) -> list[int]:
    """The cards still in the pile that is being drawn from; no one knows their order."""
    ends = c.cards.piles[deck]
    pile = c.view.current_pile(deck)
    if pile < 0:
        return []
    return [card for card in range(ends[pile], ends[pile + 1]) if c.view.left[deck] >> card & 1]


def deck_title(c: Sheet, deck: int) -> str:
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
            cards=", ".join(c.people[card].name for card in held),
        )
    )


def draw_discards(c: Sheet, deck: int, right: float, y: float, room: float) -> float:
    """The discards of a deck as a line of suits, ending at the right; how wide it is."""
    found = c.view.discards(deck) if c.view.turn else []
    ident = c.ident(f"discards-{DECKS[deck]}")
    text = c.say(Message(N_("%(count)s discarded"), count=len(found)))
    words_w = text_width(text, 12, False)
    if not found:
        c.put(f'<g id="{ident}">{label(right, y + 13, text, 12, FAINT, "end")}</g>')
        return words_w
    pitch = min(16.0, (room - 15) / max(1, len(found) - 1))
    left = right - pitch * (len(found) - 1) - 15
    out = [label(round(left - 6, 1), y + 13, text, 12, fill=FAINT, anchor="end")]
    out += [at(left + pitch * i, y, glyphs.chip(c.prefix, c.cards.suits[card], 15)) for i, card in enumerate(found)]
    names = Message(N_("Discarded: %(cards)s"), cards=", ".join(c.people[card].name for card in found))
    c.put(f'<g id="{ident}" class="discards"><title>{esc(c.say(names))}</title>{"".join(out)}</g>')
    return right - left + 6 + words_w


# -- passing


def draw_pass(c: Sheet, deck: int, x: float, y: float, width: float, height: float) -> None:
    """The place to click to pass: the rightmost card leaves."""
    if c.is_over:
        return
    action = c.view.table.pass_action if words.row_in_play(c.view) == deck else -1
    key = ("pass", deck, c.offered_here((action,)), x, y, width, height)
    c.draw_once(key, put_pass, c, deck, action, x, y, width, height)


def put_pass(c: Sheet, deck: int, action: int, x: float, y: float, width: float, height: float) -> None:
    is_open = c.offers.is_legal(action)
    middle, ink = height / 2, OPEN if is_open else FAINT
    word = c.say.word(N_("Pass"))
    size = 13 if text_width(word, 13) <= width - 2 else 11.5
    body = (
        f'<rect x=".5" y=".5" width="{width - 1:g}" height="{height - 1:g}" rx="6" fill="{PARCHMENT}" stroke="{ink}" '
        f'stroke-width="{2.4 if is_open else 1.2}" stroke-dasharray="{"none" if is_open else "5 3"}"/>'
        f'<path d="M{width / 2 - 12:g} {middle - 14:g}h12v-7l13 11-13 11v-7h-12z" fill="{ink}"/>'
        f"{label(width / 2, middle + 22, fit(word, width, size), size, anchor='middle', weight='bold')}"
    )
    if action in c.offers.reasons:
        veil = "" if is_open else dimmed(width, height)
        text = c.offer(action) if is_open else c.refusal(action)
        c.spots.append(spot(c.ident(f"pass-{DECKS[deck]}"), x, y, body + veil, text, action, c.refusal(action)))
        return
    title = c.say.word(N_("A player who passes discards the rightmost card of the row."))
    c.spots.append(spot(c.ident(f"pass-{DECKS[deck]}"), x, y, body, title))


# -- reach


def draw_reach(
    c: Sheet, deck: int, icons: list[int], left: float, right: float, y: float, pitch: float, chips_x: float
) -> None:
    """For each of these icons a ribbon from the right, as far as the seat's icons reach."""
    if c.focus < 0 or c.is_over:
        return
    who, goods, n_cards = c.say.seat(c.focus), c.view.goods[c.focus], len(c.view.rows[deck])
    key = ("reach", tuple(icons), c.focus == c.view.seat, who, goods, n_cards, left, right, y, pitch, chips_x)
    c.draw_once(key, put_reach, c, deck, icons, left, right, y, pitch, chips_x)


def put_reach(
    c: Sheet, deck: int, icons: list[int], left: float, right: float, y: float, pitch: float, chips_x: float
) -> None:
    for line, icon in enumerate(icons):
        top = y + RIBBON * line
        c.put(ribbon(c, deck, icon, left, right, top, pitch))
        suits = range(3) if icon == WHEAT else [ACCESS.index(icon)]
        for i, suit in enumerate(suits):
            c.put(at(chips_x + 14.5 * i, top, glyphs.chip(c.prefix, suit, 13)))


def ribbon(c: Sheet, deck: int, icon: int, left: float, right: float, y: float, pitch: float) -> str:
    """ "Your 3 wheat reach here": a band over the places that are in reach."""
    have = count(c.view.goods[c.focus], icon)
    reach = min(have, len(c.view.rows[deck]))
    text = c.say(words.reach(c.view, c.focus, icon))
    if reach == 0:
        shown = fit(text, right - left - 20, 12, False)
        return use(c.prefix, ICONS[icon], right - 14, y + 0.5, 13) + label(right - 18, y + 11, shown, 12, FAINT, "end")
    end = max(left, round(right - pitch * reach + 2, 1))
    band = (
        f'<path d="M{end + 6:.5g} {y}H{right:.5g}v14H{end + 6:.5g}l-6-7z" fill="{glyphs.RIBBONS[icon]}" stroke="{glyphs.RIBBON_EDGES[icon]}" class="reach {ICONS[icon]}"/>'
        f"{use(c.prefix, ICONS[icon], right - 15, y + 0.5, 13)}"
    )
    if text_width(text, 12, False) < right - end - 28:
        return band + label(right - 18, y + 11.2, text, 12, anchor="end")
    number = label(right - 18, y + 11.2, have, 12, anchor="end", weight="bold")
    return band + number + label(end - 4, y + 11.2, fit(text, end - left - 6, 12, False), 12, FAINT, "end")


# -- majorities


def draw_majorities(c: Sheet, x: float, y: float, width: float) -> None:
    """Who has the most grapes, olives and sheep, and what it brings."""
    key = ("majorities", tuple(c.view.goods), tuple(c.say.names), x, y, width)
    c.draw_once(key, put_majorities, c, x, y, width)


def put_majorities(c: Sheet, x: float, y: float, width: float) -> None:
    cell = width / len(MAJORITIES)
    c.put(f'<path d="M{x:g} {y:g}h{width:g}" stroke="{RULE}" stroke-width=".8"/>')
    for i, icon in enumerate(MAJORITIES):
        left, room = x + cell * i, cell - 30
        holders = words.holders(c.view, icon)
        who, what = (c.say(part) for part in words.majority_lines(c.view, icon))
        mark = use(c.prefix, "laurel", -2, -2, 25, OPEN if len(holders) == 1 else FAINT) if holders else ""
        text = label(26, 10, fit(who, room, 12), 12, "" if holders else FAINT, weight="bold" if holders else "")
        text += label(26, 24, fit(what, room, 11.5, False), 11.5, FAINT)
        body = mark + use(c.prefix, ICONS[icon], 3, 3, 15) + text
        title = c.say(words.majority_title(c.view, icon))
        body = group(body, title, f"majority {ICONS[icon]}")
        c.put(at(left, y + 8, f'<g id="{c.ident(f"majority-{ICONS[icon]}")}">{body}</g>'))


def draw_places(c: Sheet, x: float, y: float, width: float) -> None:
    """The end: who came where."""
    ranked = sorted(enumerate(words.places(c.view)), key=lambda pair: pair[1])
    cell = width / len(ranked)
    c.put(f'<path d="M{x:g} {y:g}h{width:g}" stroke="{RULE}" stroke-width=".8"/>')
    for i, (seat, place) in enumerate(ranked):
        left, room = x + cell * i, cell - 26
        name, points = fit(c.say.seat(seat), room, 12), c.say(words.point_count(c.points[seat]))
        body = label(0, 23, f"{place}.", 20, OPEN if place == 1 else FAINT, weight="bold")
        body += label(22, 10, name, 12, weight="bold") + label(22, 24, fit(points, room, 11.5, False), 11.5, FAINT)
        c.put(at(left, y + 8, body, "place"))
