"""What lies in the middle: knowledge and buildings on display, the rumor deck, public knowledge, and the order of fear."""

from __future__ import annotations

from typing import Final

from brehon.core.svg import group, label, shorten
from brehon.core.text import N_, NN_, Message, Plural, Seat
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import glyphs, svg_cards
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.data import BUILDING_DISPLAY, KNOWLEDGE_DISPLAY
from brehon.games.fallen_kingdoms.glyphs import ALARM, FAINT, INK, OPEN, PAPER, RULE, use
from brehon.games.fallen_kingdoms.svg_canvas import Canvas

CARD_H: Final = 80
TILE: Final = 46
LEGEND_H: Final = 126


def draw_displays(c: Canvas, x: float, y: float, width: float, least: float) -> float:
    """The common panel; at least so high. Returns where it ends."""
    start = len(c.ground)
    below = _draw_lore(c, x + 12, y + 10, width - 24)
    below = _draw_stacks(c, x + 12, below + 8, width - 24)
    below = _draw_public(c, x + 12, below + 6, width - 24)
    below = _draw_fear(c, x + 12, below + 6, width - 24)
    height = max(least, below + 6 - y)
    if y + height - below > LEGEND_H + 8:
        draw_legend(c, x + 12, y + height - LEGEND_H - 8, width - 24)
    c.ground.insert(start, glyphs.panel(x, y, width, height, "displays"))
    return y + height


def heading(x: float, y: float, text: str, note: str, width: float) -> str:
    return label(x, y + 12, text, 13.5, "", "", "bold") + label(x + width, y + 12, note, 12, FAINT, "end")


def _draw_lore(c: Canvas, x: float, y: float, width: float) -> float:
    """The knowledge display and what is left of its deck."""
    v = c.view
    note = c.say(Message(N_("%(n)s in the deck"), n=v.deck))
    c.ground.append(heading(x, y, c.text(N_("Knowledge")), note, width))
    each = (width - 8) / KNOWLEDGE_DISPLAY
    for place in range(KNOWLEDGE_DISPLAY):
        left, top = x + (each + 4) * place, y + 19
        if place >= len(v.display):
            c.ground.append(_hole(left, top, each, CARD_H))
            continue
        card = v.display[place]
        name = m.lore_copies([card], c.copies)[0]
        body = svg_cards.lore_card(
            c.prefix, card, c.text(words.LORE_NAMES[card]), c.text(words.LORE_EFFECTS[card]), each, CARD_H
        )
        c.put(f"lore-{name}", left, top, body, "card")
        action = c.offered([a.LEARN, a.SWAP], card)
        c.put_spot(f"display-{place}", left, top, each, CARD_H, action, c.say(words.lore_title(card)))
    return y + 19 + CARD_H


def _hole(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:g}" rx="5" fill="none" stroke="{RULE}" stroke-dasharray="5 4"/>'


def _draw_stacks(c: Canvas, x: float, y: float, width: float) -> float:
    """Buildings on display and in the stack; the open rumor card and its deck."""
    v = c.view
    half = width / 2
    c.ground.append(label(x, y + 12, c.text(N_("Buildings")), 13.5, "", "", "bold"))
    for place in range(BUILDING_DISPLAY):
        left, top = x + (TILE + 8) * place, y + 19
        if place >= len(v.market):
            c.ground.append(_hole(left, top, TILE, TILE))
            continue
        kind = v.market[place]
        c.put(f"market-{place}", left + TILE / 2, top + TILE / 2, glyphs.building(c.prefix, kind, TILE), "building")
        c.put_spot(
            f"market-spot-{place}", left, top, TILE, TILE, c.offered([a.TAKE], kind), c.text(words.BUILDING_NAMES[kind])
        )
    _draw_count(c, x + (TILE + 8) * 2, y + 36, v.stack, N_("in the stack"))
    x += max(half, 198)
    c.ground.append(label(x, y + 12, c.text(N_("Rumors")), 13.5, "", "", "bold"))
    if v.rumor_top >= 0:
        c.ground.append(
            f'<g transform="translate({x:.5g},{y + 19:g})">{svg_cards.rumor(c.prefix, v.rumor_top, 1, 38, TILE)}</g>'
        )
    else:
        c.ground.append(_hole(x, y + 19, 38, TILE))
    _draw_count(c, x + 46, y + 36, v.rumor_left, N_("in the deck"))
    return y + 19 + TILE


def _draw_count(c: Canvas, x: float, y: float, n: int, text: str) -> None:
    c.ground.append(label(x, y + 6, n, 22, "", "", "bold") + label(x, y + 23, c.text(text), 12, FAINT))


def _draw_public(c: Canvas, x: float, y: float, width: float) -> float:
    """Knowledge that works for everybody."""
    v = c.view
    cards = m.public_knowledge(v)
    c.ground.append(label(x, y + 12, c.text(N_("Public knowledge")), 13.5, "", "", "bold"))
    if not cards:
        c.ground.append(label(x + width, y + 12, c.text(N_("none has become public yet")), 12, FAINT, "end"))
        return y + 16
    is_asked = a.CLAIM in c.kinds
    height = 40 if c.is_narrow and is_asked else 22
    per_line = max(2, int(width // 112))
    each = (width - 4 * (per_line - 1)) / per_line
    for i, (card, name) in enumerate(zip(cards, m.lore_copies(cards, c.copies), strict=True)):
        left, top = x + (each + 4) * (i % per_line), y + 18 + (height + 4) * (i // per_line)
        c.put(
            f"lore-{name}",
            left,
            top,
            svg_cards.lore_chip(c.prefix, card, c.text(words.LORE_NAMES[card]), each, height, False),
            "card",
        )
        c.put_spot(f"public-{i}", left, top, each, height, c.offered([a.CLAIM], card), c.say(words.lore_title(card)))
    return y + 18 + (height + 4) * -(-len(cards) // per_line)


def _draw_fear(c: Canvas, x: float, y: float, width: float) -> float:
    """The order of intimidation, from the most feared on, and during invasions the order of priority."""
    v = c.view
    order = m.intimidation_order(v)
    if order:
        c.ground.append(label(x, y + 12, c.text(N_("Most feared")), 13.5, "", "", "bold"))
        pitch = min(58.0, width / len(order))
        for place, seat in enumerate(order):
            left = x + pitch * place
            value = m.intimidation(v, seat)
            body = f'<g transform="translate({left + 12:.5g},{y + 31:g})">{glyphs.shield(c.prefix, seat, 10.5)}</g>'
            text = Message(N_("%(seat)s: intimidation %(n)s"), seat=Seat(seat), n=value)
            c.ground.append(group(body + label(left + 27, y + 36, value, 14, "", "", "bold"), c.say(text)))
        y += 48
    return y


def draw_order(c: Canvas, x: float, y: float, width: float) -> float:
    """The seats in the order of invasion: those who were asked already are pale, the present one is ringed."""
    v = c.view
    if not v.order:
        return y
    pitch = min(46.0, width / len(v.order))
    for place, seat in enumerate(v.order):
        left = x + pitch * place + 15
        is_now = place == v.turn - 1
        body = f'<g transform="translate({left:.5g},{y + 16:g})" opacity="{".35" if place < v.turn - 1 else "1"}">{glyphs.shield(c.prefix, seat, 12)}</g>'
        if is_now:
            body += f'<circle cx="{left:.5g}" cy="{y + 16:g}" r="17" fill="none" stroke="{OPEN}" stroke-width="3"/>'
        c.ground.append(group(body, c.say.seat(seat), "priority"))
    return y + 38


def draw_heading(c: Canvas, x: float, y: float, width: float) -> None:
    """Round, steps, and what is being decided, in one line."""
    v = c.view
    c.ground.append(glyphs.panel(x, y, width, 40, "heading"))
    text = Message(N_("Round %(n)s"), n=v.round) if v.round else Message(N_("The beginning"))
    c.ground.append(label(x + 14, y + 26, c.say(text), 16, "", "", "bold"))
    now = m.step_now(v)
    left = x + (130 if v.round else 150)
    for step, word in enumerate(words.STEP_NAMES if v.round else []):
        room = 150 if step == 2 else 104
        c.ground.append(step_arrow(left, y + 7, room, c.text(word), step == now))
        left += room + 2
    draw_trophies(c, left + 12, y, x + width - 14)


def draw_trophies(c: Canvas, x: float, y: float, right: float) -> None:
    """What is left to be won; the game ends with the round in which two of the three have run out."""
    v = c.view
    left = [v.deck + len(v.display), v.stack + len(v.market), v.rumor_left]
    names: list[str | Plural] = [
        N_("%(n)s knowledge"),
        NN_("%(n)s building", "%(n)s buildings"),
        NN_("%(n)s rumor", "%(n)s rumors"),
    ]
    c.ground.append(label(x, y + 26, c.text(N_("Left to win:")), 13.5, FAINT))
    at = x + 96
    for text, n in zip(names, left, strict=True):
        gone = n == 0 and v.round > 0
        c.ground.append(label(at, y + 26, c.say(Message(text, n=n)), 14, ALARM if gone else INK, "", "bold"))
        at += 134
    note = c.text(N_("the game ends when two have run out"))
    if right - at > 7.4 * len(note):
        c.ground.append(label(right, y + 26, note, 12.5, FAINT, "end"))


def step_arrow(x: float, y: float, width: float, word: str, is_now: bool, height: float = 26, size: float = 13) -> str:
    """One step of the turn, an arrow pointing on; the present one is dark."""
    fill, ink = (INK, PAPER) if is_now else (glyphs.PARCHMENT, FAINT)
    half = height / 2
    return (
        f'<path d="M{x:g} {y:g}h{width - 10:g}l10 {half:g}l-10 {half:g}h-{width - 10:g}l8-{half:g}z" fill="{fill}" stroke="{RULE}"/>'
        f"{label(round(x + width / 2 + 2, 1), round(y + half + size * 0.36, 1), word, size, ink, 'middle', 'bold' if is_now else '')}"
    )


def draw_legend(c: Canvas, x: float, y: float, width: float) -> None:
    """What the signs on the map mean, where there is room for it."""
    rows: list[tuple[str, str]] = [
        (glyphs.resource(c.prefix, 0, 0, 16), N_("square: 2 points each turn for the track")),
        (glyphs.resource(c.prefix, 1, 1, 16), N_("circle: points only with the right knowledge")),
        (use(c.prefix, "anchor", -8, -8, 16, glyphs.ROUTE), N_("port: one more free point, routes over the sea")),
        (glyphs.building(c.prefix, 2, 18), N_("building: 2 points and 2 glory each turn")),
        (use(c.prefix, "temple", -9, -9, 18, INK), N_("temple: home of the god's power, no intimidation")),
        (glyphs.path_token(1, 0, 0, False, 26), N_("invasion path by road; blue ones by sea")),
    ]
    for i, (sign, text) in enumerate(rows):
        top = y + 21 * i
        c.ground.append(f'<g transform="translate({x + 10:g},{top + 10:g})" aria-hidden="true">{sign}</g>')
        c.ground.append(label(x + 30, top + 14.5, shorten(c.text(text), int((width - 30) / 6.4)), 12, FAINT))
