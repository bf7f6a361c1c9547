"""What is in the middle: knowledge and buildings on display, the rumor deck and public knowledge; and the heading of the table."""

from __future__ import annotations

from typing import Final

from brehon.core.canvas import step
from brehon.core.palette import ALARM, FAINT, INK, OPEN, RULE
from brehon.core.svg import at, group, label
from brehon.core.text import N_, NN_, Message, Plural
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import glyphs, svg_cards
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.data import BUILDING_DISPLAY, KNOWLEDGE_DISPLAY
from brehon.games.fallen_kingdoms.glyphs import use
from brehon.games.fallen_kingdoms.svg_fit import fit, width_of
from brehon.games.fallen_kingdoms.svg_sheet import Sheet

ROW: Final = 30  # of a knowledge card
TILE: Final = 34
DISPLAYS_H: Final = 4 + 17 + 3 * (ROW + 2) + TILE + 19
PAD: Final = 8


def draw_displays(c: Sheet, x: float, y: float, width: float, row: float = ROW) -> float:
    """The common panel. Returns where it ends."""
    v = c.view
    public = m.public_knowledge(v)
    asked = [c.offered([a.LEARN, a.SWAP], card) for card in v.display]
    asked += [c.offered([a.TAKE], kind) for kind in v.market] + [c.offered([a.CLAIM], card) for card in public]
    key = (
        "displays", len(v.display), v.deck, tuple(v.market), v.stack, v.rumor_top, v.rumor_left, c.offered_here(asked), x, y, width, row,
    )  # fmt: skip
    c.draw_cards_once([*v.display[:KNOWLEDGE_DISPLAY], *public], key, _put_displays, c, x, y, width, row)
    return y + _displays_height(row)


def _displays_height(row: float) -> float:
    return 4 + 17 + (row + 2) * KNOWLEDGE_DISPLAY + TILE + 19


def _put_displays(c: Sheet, x: float, y: float, width: float, row: float) -> None:
    start = len(c.ground)
    below = draw_lore(c, x + PAD, y + 4, width - 2 * PAD, row)
    draw_buildings(c, x + PAD, below, TILE)
    left = x + PAD + 2 * (TILE + 4) + 28
    _draw_rumor(c, left, below)
    _draw_public(c, left + 66, below, x + width - PAD - left - 66)
    c.put_panel(x, y, width, _displays_height(row), "displays", at=start)


def _hole(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:.5g}" y="{y:.5g}" width="{width:.5g}" height="{height:g}" rx="5" fill="none" stroke="{RULE}" stroke-dasharray="5 4"/>'


def draw_lore(c: Sheet, x: float, y: float, width: float, row: float) -> float:
    """The knowledge display and what is left of its deck."""
    v = c.view
    c.write(x, y + 13, c.text(N_("Knowledge")), 13, "", "", "bold")
    c.write(x + width, y + 13, c.say(Message(N_("%(n)s in the deck"), n=v.deck)), 11.5, FAINT, "end")
    for place in range(KNOWLEDGE_DISPLAY):
        top = y + 17 + (row + 2) * place
        if place >= len(v.display):
            c.put(_hole(x, top, width, row))
            continue
        card = v.display[place]
        put_lore(c, card, x, top, width, row, c.offered([a.LEARN, a.SWAP], card), f"display-{place}")
    return y + 17 + (row + 2) * KNOWLEDGE_DISPLAY


def put_lore(c: Sheet, card: int, x: float, y: float, width: float, height: float, action: int, spot: str) -> None:
    """A knowledge card with its name and effect."""
    name = m.lore_copies([card], c.copies)[0]
    effect = c.text(words.LORE_EFFECTS[card])
    body = svg_cards.lore_card(c.prefix, card, c.text(words.LORE_NAMES[card]), effect, round(width, 1), height)
    title = c.say(words.lore_title(card))
    c.put_card(f"lore-{name}", x, y, width, height, body, title, c.text(words.LORE_ABOUT[card]), action, spot)


def put_lore_icon(
    c: Sheet, card: int, name: str, x: float, y: float, size: float, action: int, spot: str, asleep: bool, title: str
) -> None:
    """A knowledge card as a small drawing."""
    body = svg_cards.lore_icon(c.prefix, card, size, asleep)
    c.put_card(f"lore-{name}", x, y, size, size, body, title, c.text(words.LORE_ABOUT[card]), action, spot)


def draw_buildings(c: Sheet, x: float, y: float, size: float) -> None:
    """Buildings on display and how many are in the stack."""
    v = c.view
    c.write(x, y + 12, c.text(N_("Buildings")), 11.5, FAINT)
    for place in range(BUILDING_DISPLAY):
        left, top = x + (size + 4) * place, y + 15
        if place >= len(v.market):
            c.put(_hole(left, top, size, size))
            continue
        kind = v.market[place]
        title = c.text(words.BUILDING_NAMES[kind])
        body = at(size / 2, size / 2, glyphs.building(c.prefix, kind, size))
        about = c.text(words.BUILDING_ABOUT[kind])
        c.put_card(f"market-{place}", left, top, size, size, body, title, about, c.offered([a.TAKE], kind), f"market-spot-{place}")  # fmt: skip
    _draw_count(c, x + (size + 4) * 2, y + 15 + size / 2, v.stack, N_("in the stack"), "stack-buildings")


def _draw_rumor(c: Sheet, x: float, y: float) -> None:
    """The open rumor card and its deck."""
    v = c.view
    c.write(x, y + 12, c.text(N_("Rumors")), 11.5, FAINT)
    if v.rumor_top >= 0:
        c.put_card(
            "rumor-top", x, y + 15, 28, TILE, svg_cards.rumor(c.prefix, v.rumor_top, 1, 28, TILE), c.say(words.rumor_title(v.rumor_top)),
            c.text(words.RUMOR_ABOUT),
        )  # fmt: skip
    else:
        c.put(_hole(x, y + 15, 28, TILE))
    _draw_count(c, x + 32, y + 15 + TILE / 2, v.rumor_left, N_("in the deck"), "deck-rumors")


def _draw_count(c: Sheet, x: float, middle: float, n: int, text: str, name: str) -> None:
    c.put(group(label(x, round(middle + 6, 1), n, 16, "", "", "bold"), f"{n} {c.text(text)}", ident=c.ident(name)))


def _draw_public(c: Sheet, x: float, y: float, width: float) -> None:
    """Knowledge that works for all players, as small drawings in one or two rows."""
    v = c.view
    cards = m.public_knowledge(v)
    c.fit(x, y + 12, width, c.text(N_("Public")), 11.5, FAINT)
    if not cards:
        c.write(x, y + 36, "–", 13, FAINT)
        return
    size = 17.0
    per_row = max(int((width + 2) // (size + 2)), -(-len(cards) // 2))
    pitch = min(size + 2, (width - size) / max(1, per_row - 1))
    for i, (card, name) in enumerate(zip(cards, m.lore_copies(cards, c.copies), strict=True)):
        left, here = x + pitch * (i % per_row), y + 15 + (size + 1) * (i // per_row)
        action = -1 if c.is_narrow else c.offered([a.CLAIM], card)
        put_lore_icon(c, card, name, left, here, size, action, f"public-{i}", False, c.say(words.lore_title(card)))


# -- the heading


def draw_heading(c: Sheet, x: float, y: float, width: float) -> None:
    """Round, steps, and what is left to be won, in one line."""
    v = c.view
    left = (v.deck + len(v.display), v.stack + len(v.market), v.rumor_left)
    c.draw_once(("heading", v.round, m.step_now(v), left, x, y, width), _put_heading, c, x, y, width)


def _put_heading(c: Sheet, x: float, y: float, width: float) -> None:
    v = c.view
    c.put_panel(x, y, width, 32, "heading")
    text = Message(N_("Round %(n)s"), n=v.round) if v.round else Message(N_("The beginning"))
    c.write(x + 10, y + 21, c.say(text), 14, "", "", "bold")
    now = m.step_now(v)
    left = x + 14 + width_of(c.say(text), 14, True)
    trophies = 130 if width < 640 else 216
    room = (x + width - trophies - left - 8) / 4
    for number, word in enumerate(words.STEP_NAMES if v.round else []):
        c.put(step(left, y + 5, room, fit(c.text(word), room - 16, 11.5, number == now), number == now, 22, 11.5))
        left += room + 1
    draw_trophies(c, x + width - trophies, y, trophies - 4)


def trophies_left(c: Sheet) -> list[tuple[str, int, str]]:
    """[kind] drawing, how many are left to be won, in words; the game ends with the round in which two have run out."""
    v = c.view
    left = [v.deck + len(v.display), v.stack + len(v.market), v.rumor_left]
    names: list[str | Plural] = [
        N_("%(n)s knowledge"),
        NN_("%(n)s building", "%(n)s buildings"),
        NN_("%(n)s rumor", "%(n)s rumors"),
    ]
    signs = ["knowledge", "building", "helm"]
    return [(sign, n, c.say(Message(text, n=n))) for sign, n, text in zip(signs, left, names, strict=True)]


def draw_trophies(c: Sheet, x: float, y: float, width: float) -> None:
    """What is left to be won, as signs with numbers."""
    v = c.view
    note = c.text(N_("the game ends when two have run out"))
    name = c.text(N_("Left to win:"))
    if width_of(name, 11.5) < width - 3 * 42 - 4:
        c.write(x, y + 20, name, 11.5, FAINT)
    at_x = x + width - 3 * 42
    body = []
    for sign, n, _ in trophies_left(c):
        gone = n == 0 and v.round > 0
        body.append(
            use(c.prefix, sign, at_x, y + 8, 15, ALARM if gone else INK)
            + label(round(at_x + 18, 1), y + 21, n, 14, ALARM if gone else INK, "", "bold")
        )
        at_x += 42
    title = f"{name} {', '.join(text for _, _, text in trophies_left(c))}; {note}"
    c.put(group("".join(body), title, ident=c.ident("left-all")))


def draw_order(c: Sheet, x: float, y: float, width: float) -> float:
    """The seats in the order of invasion: those that have already decided are pale, the current one has a ring."""
    v = c.view
    if not v.order:
        return y
    pitch = min(40.0, width / len(v.order))
    for place, seat in enumerate(v.order):
        left = x + pitch * place + 14
        is_now = place == v.turn - 1
        body = f'<g transform="translate({left:.5g},{y + 15:g})" opacity="{".35" if place < v.turn - 1 else "1"}">{glyphs.shield(c.prefix, seat, 10)}</g>'
        if is_now:
            body += f'<circle cx="{left:.5g}" cy="{y + 15:g}" r="14" fill="none" stroke="{OPEN}" stroke-width="3"/>'
        c.put(group(body, c.say.seat(seat), "priority", c.ident(f"order-{seat}")))
    return y + 32


LEGEND_H: Final = 118


def draw_legend(c: Sheet, x: float, y: float, width: float) -> None:
    """What the signs on the map mean, where there is room for it."""
    rows: list[tuple[str, str]] = [
        (glyphs.resource(c.prefix, 0, 0, 15), N_("square: 2 points each turn")),
        (glyphs.resource(c.prefix, 1, 1, 15), N_("circle: a point with knowledge")),
        (use(c.prefix, "anchor", -8, -8, 16, glyphs.ROUTE), N_("port: a free point, sea routes")),
        (glyphs.building(c.prefix, 2, 17), N_("building: 2 points, 2 glory")),
        (use(c.prefix, "temple", -9, -9, 18, INK), N_("temple: the god's power")),
        (glyphs.path_token(1, 0, 0, False, 22), N_("way in for invaders")),
    ]
    for i, (sign, text) in enumerate(rows):
        top = y + 19.5 * i
        c.put(f'<g transform="translate({x + 10:g},{top + 10:g})" aria-hidden="true">{sign}</g>')
        c.fit(x + 28, top + 14, width - 28, c.text(text), 11.5, FAINT)
