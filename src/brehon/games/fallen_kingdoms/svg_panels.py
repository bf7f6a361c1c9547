"""The panel of the present decision: what is asked, what is known about it, and buttons for what has no place on the table."""

from __future__ import annotations

from typing import Final

from brehon.core.svg import label, shorten, wrap
from brehon.core.text import N_, Message, Seat
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import glyphs, svg_cards
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.data import LENGTH, N_BUILDINGS, N_TRACKS, TRACKS
from brehon.games.fallen_kingdoms.glyphs import FAINT, FIELDS, INK, OPEN, PAPER, RIMS, use
from brehon.games.fallen_kingdoms.svg_battle import draw_battle, draw_invasion
from brehon.games.fallen_kingdoms.svg_canvas import Canvas

PAD: Final = 12
LAYS_PER_TILE: Final = 8  # two sides, four rotations
BUTTONS: Final = [
    a.POWER, a.COPY, a.SPEND, a.COMMIT, a.ROLL, a.RETREAT, a.OCCUPY, a.RETURN, a.INVADE, *m.SEAT_KINDS, a.SEND, a.ADVANCE, a.PASS,
]  # fmt: skip


def draw_panel(c: Canvas, x: float, y: float, width: float, least: float) -> float:
    """The panel, at least so high. Returns where it ends."""
    v = c.view
    start = len(c.ground)
    inner, room = x + PAD, width - 2 * PAD
    below = _draw_question(c, inner, y + 8, room)
    if m.has_battle(v):
        below = draw_battle(c, inner, below, room)
    elif v.phase in m.IN_INVASION:
        below = draw_invasion(c, inner, below, room)
    elif v.phase == st.LAYING:
        below = _draw_tiles(c, inner, below, room)
    elif v.phase == st.CHOOSE_GOD:
        below = _draw_gods(c, inner, below, room)
    elif v.phase in (st.NORNS_DRAW, st.NORNS_KEEP):
        below = _draw_drawn(c, inner, below, room)
    elif v.phase in (st.WHICH_BUILDING, st.SITE):
        below = _draw_waiting(c, inner, below, room)
    elif v.phase in m.MOVING:
        below = _draw_plan(c, inner, below, room)
    elif m.is_over(v):
        below = _draw_result(c, inner, below, room)
    below = _draw_rumor_choice(c, inner, below, room)
    below = _draw_buttons(c, inner, below + 4, room)
    height = max(least, below + 8 - y)
    seat = v.to_move()
    c.ground.insert(start, glyphs.panel(x, y, width, height, "decision", FIELDS[seat] if seat >= 0 else ""))
    return y + height


def _draw_question(c: Canvas, x: float, y: float, width: float) -> float:
    """What is being decided, with the shield of whoever decides."""
    v = c.view
    seat = v.to_move()
    is_mine = v.seat >= 0 and v.movers() >> v.seat & 1 == 1
    left = x
    if seat >= 0 and v.phase != st.CHOOSE_GOD:
        c.ground.append(f'<g transform="translate({x + 14:g},{y + 18:g})">{glyphs.shield(c.prefix, seat, 13)}</g>')
        left = x + 36
    lines = wrap(c.say(words.headline(c.rules, v)), int((width - left + x) / 9.0))[:3]
    for i, line in enumerate(lines):
        c.ground.append(label(left, y + 16 + 18 * i, line, 15, OPEN if is_mine else INK, "", "bold"))
    below = y + max(38, 10 + 18 * len(lines))
    if v.phase == st.GOD and v.power in words.POWER_TEXTS:
        c.ground.append(label(x, below + 10, shorten(c.text(words.POWER_TEXTS[v.power]), int(width / 6.9)), 13))
        return below + 20
    hint = _where(c)
    if hint:
        c.ground.append(label(x, below + 9, c.text(hint), 12.5, FAINT))
        below += 18
    return below


def _where(c: Canvas) -> str:
    """Where to click, if that is not here."""
    kinds = {c.view.table.space.kind_of[action] for action in c.offers.legal()}
    if kinds & set(m.CITY_KINDS):
        return N_("Choose a city that is ringed on the map.")
    if a.PATH in kinds:
        return N_("Choose a path that is ringed at the rim of the map.")
    return N_("Choose a card on display.") if kinds & {a.LEARN, a.SWAP, a.CLAIM, a.TAKE} else ""


# -- what a phase shows


def _draw_tiles(c: Canvas, x: float, y: float, width: float) -> float:
    """The tiles that can be laid next, turned as they would lie; below, small and veiled, those that do not fit."""
    lays = [action for action in sorted(c.offers.reasons) if c.view.table.space.kind_of[action] == a.LAY]
    fitting = [lay for lay in lays if c.offers.is_legal(lay)]
    below = _draw_lays(c, fitting, x, y, width, 100 if len(fitting) <= 6 else 54)
    used = {lay // LAYS_PER_TILE for lay in c.view.laid}
    others = [lay for lay in lays if not c.offers.is_legal(lay) and lay // LAYS_PER_TILE not in used]
    if not others:
        return below
    c.ground.append(label(x, below + 11, c.text(N_("These do not fit here; each says why.")), 12, FAINT))
    return _draw_lays(c, others, x, below + 18, width, 40)


def _draw_lays(c: Canvas, lays: list[int], x: float, y: float, width: float, room: int) -> float:
    """Ways to lay a tile side by side, each about so wide."""
    per_line = int((width + 6) // room)
    size = (width - 6 * (per_line - 1)) / per_line
    for i, lay in enumerate(lays):
        left, top = x + (size + 6) * (i % per_line), y + (size + 6) * (i // per_line)
        thumb = svg_cards.tile_thumb(c.rules.components.digest, m.tiles_of(c.rules), lay, round(size, 1))
        c.ground.append(f'<g transform="translate({left:.5g},{top:.5g})">{thumb}</g>')
        c.put_spot(f"lay-{lay}", left, top, size, size, lay, c.say(words.action(c.rules, c.view, lay)))
    return y + (size + 6) * -(-len(lays) // per_line)


def _draw_gods(c: Canvas, x: float, y: float, width: float) -> float:
    """The god cards dealt to this seat; of the others only who has chosen."""
    v = c.view
    if v.seat < 0:
        return y
    gods = [god for god in v.dealt[2 * v.seat : 2 * v.seat + 2] if god >= 0]
    each = (width - 8) / 2
    for i, god in enumerate(sorted(gods)):
        name, power = svg_cards.god_words(c.say, god)
        left = x + (each + 8) * i
        c.put(f"god-{god}", left, y, svg_cards.god_card(c.prefix, god, name, power, each, 168), "card")
        c.put_spot(f"dealt-{i}", left, y, each, 168, c.offered([a.CHOOSE], god), c.say(words.god_title(god)))
    below = y + (176 if gods else 0)
    if v.god[v.seat] >= 0:
        text = Message(
            N_("You have chosen %(god)s; the others are still choosing."), god=Message(words.GOD_NAMES[v.god[v.seat]])
        )
        c.ground.append(label(x, below + 12, shorten(c.say(text), int(width / 7)), 13))
        below += 18
    c.ground.append(label(x, below + 12, shorten(waiting_for(c), int(width / 7)), 13, FAINT))
    return below + 18


def _draw_drawn(c: Canvas, x: float, y: float, width: float) -> float:
    """The cards in the Norns' hands: open to their player, face down to the others."""
    v = c.view
    each = (width - 8) / 3
    for i, card in enumerate(v.drawn[:3]):
        left = x + (each + 4) * i
        if card < 0:
            c.ground.append(
                f'<g transform="translate({left:.5g},{y:g})">{svg_cards.card_back(c.prefix, round(each, 1), 76)}</g>'
            )
            continue
        name = m.lore_copies([card], c.copies)[0]
        body = svg_cards.lore_card(
            c.prefix, card, c.text(words.LORE_NAMES[card]), c.text(words.LORE_EFFECTS[card]), round(each, 1), 76
        )
        c.put(f"lore-{name}", left, y, body, "card")
        c.put_spot(f"drawn-{i}", left, y, each, 76, c.offered([a.KEEP], card), c.say(words.lore_title(card)))
    return y + 84 if v.drawn else y


def _draw_waiting(c: Canvas, x: float, y: float, width: float) -> float:
    """The buildings on the sheet; the one being placed is ringed."""
    v = c.view
    left = x
    for kind in range(N_BUILDINGS):
        n = v.waiting[v.active * N_BUILDINGS + kind]
        if not n:
            continue
        c.ground.append(f'<g transform="translate({left + 24:g},{y + 26:g})">{glyphs.building(c.prefix, kind, 44)}</g>')
        if n > 1:
            c.ground.append(label(left + 50, y + 44, f"×{n}", 14, "", "", "bold"))
        if v.phase == st.SITE and v.place == kind:
            c.ground.append(
                f'<rect x="{left - 1:g}" y="{y + 1}" width="50" height="50" rx="7" fill="none" stroke="#d8890b" stroke-width="4"/>'
            )
        c.put_spot(
            f"waiting-{kind}", left + 2, y + 4, 44, 44, c.offered([a.BUILD], kind), c.text(words.BUILDING_NAMES[kind])
        )
        left += 78
    return y + 56


def _draw_plan(c: Canvas, x: float, y: float, width: float) -> float:
    """The orders given so far."""
    v = c.view
    orders = m.orders(v)
    if not orders:
        c.ground.append(label(x, y + 12, c.text(N_("No orders yet.")), 12.5, FAINT))
        return y + 18
    shown = orders if len(orders) <= 8 else orders[:7]
    for i, (start, goal, n) in enumerate(shown):
        text = Message(
            N_("%(n)s from %(start)s to %(goal)s"),
            n=n,
            start=words.city(c.rules, v, start),
            goal=words.city(c.rules, v, goal),
        )
        is_attack = v.owner[goal] >= 0 and v.owner[goal] != v.active
        if is_attack:
            text = Message(N_("%(order)s: attack"), order=text)
        c.ground.append(
            f'<g transform="translate({x + 8:g},{y + 9 + 18 * i:g})">{glyphs.shield(c.prefix, v.active, 6)}</g>'
        )
        c.ground.append(label(x + 20, y + 13 + 18 * i, shorten(c.say(text), int((width - 20) / 6.7)), 12.5))
    below = y + 18 * len(shown)
    if len(shown) < len(orders):
        c.ground.append(
            label(x + 20, below + 13, c.say(Message(N_("and %(n)s more"), n=len(orders) - len(shown))), 12.5, FAINT)
        )
        below += 18
    return below + 4


def _draw_result(c: Canvas, x: float, y: float, width: float) -> float:
    """The final order, by glory."""
    v = c.view
    for i, seat in enumerate(sorted(range(v.n_seats), key=lambda seat: (-v.score[seat], seat))):
        place = 1 + sum(other > v.score[seat] for other in v.score)
        top = y + 30 * i
        c.ground.append(label(x + 4, top + 20, c.say(Message(N_("%(place)s."), place=place)), 15, "", "", "bold"))
        c.ground.append(f'<g transform="translate({x + 42:g},{top + 15:g})">{glyphs.shield(c.prefix, seat, 11)}</g>')
        c.ground.append(
            label(
                x + 62,
                top + 20,
                shorten(c.say.seat(seat), int((width - 130) / 8)),
                15,
                "",
                "",
                "bold" if place == 1 else "",
            )
        )
        c.ground.append(label(x + width - 22, top + 20, v.score[seat], 17, "", "end", "bold"))
        c.ground.append(use(c.prefix, "star", x + width - 17, top + 7, 15, "#a87908"))
    return y + 30 * v.n_seats


def _draw_rumor_choice(c: Canvas, x: float, y: float, width: float) -> float:
    """Forseti's cards: one's own to offer, or the other's to ask for."""
    v = c.view
    kind = a.OFFER if a.OFFER in c.kinds else a.ASK if a.ASK in c.kinds else -1
    if kind < 0:
        return y
    seat = v.active if kind == a.OFFER else v.target
    left = x
    for value, n in enumerate(m.rumor_cards(v, seat) if 0 <= seat < v.n_seats else []):
        action = c.offered([kind], value)
        if n and action >= 0:
            c.ground.append(
                f'<g transform="translate({left:.5g},{y:g})">{svg_cards.rumor(c.prefix, value, n, 44, 56)}</g>'
            )
            c.put_spot(f"{'offer' if kind == a.OFFER else 'ask'}-{value}", left, y, 44, 56, action, "")
            left += 50
    return y + 62


# -- buttons


def _draw_buttons(c: Canvas, x: float, y: float, width: float) -> float:
    """Everything offered that has no other place: tracks, numbers, and plain buttons."""
    kind_of = c.view.table.space.kind_of
    wanted = [action for action in c.offers.reasons if kind_of[action] in BUTTONS and not _is_absent(c, action)]
    wanted.sort(key=lambda action: (BUTTONS.index(kind_of[action]), action))
    below = _draw_spending(c, x, y, width) if a.SPEND in c.kinds else y
    numbers = [action for action in wanted if kind_of[action] in m.NUMBER_KINDS]
    below = _draw_numbers(c, numbers, x, below, width)
    plain = [action for action in wanted if kind_of[action] not in m.NUMBER_KINDS and kind_of[action] != a.SPEND]
    height = 42 if c.is_narrow else 34
    each = (width - 6) / 2
    for i, action in enumerate(plain):
        is_alone = i == len(plain) - 1 and i % 2 == 0
        top = below + (height + 6) * (i // 2)
        text = c.say(words.action(c.rules, c.view, action))
        c.put_button(x + (each + 6) * (i % 2), top, width if is_alone else each, height, action, text)
    return below + (height + 6) * -(-len(plain) // 2)


def _is_absent(c: Canvas, action: int) -> bool:
    """A god that nobody at the table has, or the seat itself: not worth a button that says so."""
    kind = c.view.table.space.kind_of[action]
    arg = action - c.view.table.first[kind]
    if kind in (a.SWAP_WITH, a.SURRENDER):
        return arg == c.view.to_move()
    return kind == a.COPY and arg not in c.view.god


def _draw_numbers(c: Canvas, numbers: list[int], x: float, y: float, width: float) -> float:
    """How many units: the numbers that are legal, and the first that is not."""
    legal = [action for action in numbers if c.offers.is_legal(action)]
    shown = legal + [action for action in numbers if not c.offers.is_legal(action)][:1]
    if not shown:
        return y
    size = 41 if c.is_narrow else 36
    per_line = int((width + 5) // (size + 5))
    for i, action in enumerate(shown):
        kind = c.view.table.space.kind_of[action]
        n = action - c.view.table.first[kind] + (0 if kind == a.ADVANCE else 1)
        left, top = x + (size + 5) * (i % per_line), y + (size + 5) * (i // per_line)
        c.put_button(left, top, size, size, action, str(n))
    return y + (size + 5) * -(-len(shown) // per_line) + 2


def _draw_spending(c: Canvas, x: float, y: float, width: float) -> float:
    """The three tracks, large, each a button."""
    v = c.view
    seat = v.active
    for track in range(N_TRACKS):
        top = y + 46 * track
        at = v.tracks[seat * N_TRACKS + track]
        pip = min(22.0, (width - 160) / LENGTH[2])
        body = [
            f'<rect x="{x:g}" y="{top:g}" width="{width:g}" height="42" rx="6" fill="{glyphs.TINTS[seat]}" stroke="{FIELDS[seat]}"/>',
            use(c.prefix, TRACKS[track], x + 8, top + 11, 20, INK),
            label(x + 34, top + 26, c.text(words.TRACK_NAMES[track]), 13),
        ]
        for place in range(LENGTH[track]):
            fill = FIELDS[seat] if place < at else PAPER
            body.append(
                f'<rect x="{x + 154 + pip * place:.5g}" y="{top + 12:g}" width="{pip - 3:.4g}" height="18" rx="3" fill="{fill}" stroke="{RIMS[seat]}"/>'
            )
        c.ground.append("".join(body))
        c.put_spot(f"spend-{track}", x, top, width, 42, c.offered([a.SPEND], track), c.text(words.TRACK_NAMES[track]))
    return y + 46 * N_TRACKS


def waiting_for(c: Canvas) -> str:
    """Who has still to choose in secret."""
    seats = [Message(N_("%(seat)s"), seat=Seat(seat)) for seat in range(c.view.n_seats) if c.view.movers() >> seat & 1]
    return c.say(Message(N_("Still choosing: %(seats)s"), seats=words.listed(seats))) if seats else ""
