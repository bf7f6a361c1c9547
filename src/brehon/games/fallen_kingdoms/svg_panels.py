"""The panel of the current decision: the question, what is known about it, and buttons for what has no place on the table."""

from __future__ import annotations

from typing import Final

from brehon.core.palette import FAINT, INK, PAPER
from brehon.core.svg import at
from brehon.core.text import N_, Message, Seat
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import chances, glyphs, svg_cards
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.chances import percent
from brehon.games.fallen_kingdoms.data import LENGTH, N_BUILDINGS, N_TRACKS, TRACKS
from brehon.games.fallen_kingdoms.glyphs import CHOSEN, FIELDS, GOLD, RIMS, use
from brehon.games.fallen_kingdoms.svg_battle import draw_battle, draw_invasion
from brehon.games.fallen_kingdoms.svg_displays import LEGEND_H, draw_legend, put_lore
from brehon.games.fallen_kingdoms.svg_sheet import Sheet

PAD: Final = 8
LAYS_PER_TILE: Final = 8  # two sides, four rotations
BUTTONS: Final = [
    a.POWER, a.COPY, a.SPEND, a.COMMIT, a.ROLL, a.RETREAT, a.OCCUPY, a.RETURN, a.INVADE, *m.SEAT_KINDS, a.SEND, a.ADVANCE, a.PASS,
]  # fmt: skip


def draw_panel(c: Sheet, x: float, y: float, width: float, height: float) -> None:
    """The decision in a panel of this size: what it is about from above, the buttons from below."""
    v = c.view
    seat = v.to_move()
    start = len(c.ground)
    inner, room = x + PAD, width - 2 * PAD
    top = height - PAD - buttons_height(c, room)
    below = draw_subject(c, inner, y + 5, room, top - 5)
    if y + top - below > LEGEND_H + 8:
        draw_legend(c, inner, y + top - LEGEND_H - 4, room)
    draw_buttons(c, inner, y + top, room)
    c.put_panel(x, y, width, height, "decision", FIELDS[seat] if seat >= 0 else "", at=start)


def draw_subject(c: Sheet, x: float, y: float, width: float, height: float) -> float:
    """What the decision is about. Returns where it ends."""
    v = c.view
    if m.has_battle(v):
        return draw_battle(c, x, y, width, height)
    if v.phase in m.IN_INVASION:
        return draw_invasion(c, x, y, width)
    if v.phase == st.LAYING:
        return _draw_tiles(c, x, y, width)
    if v.phase == st.CHOOSE_GOD:
        return _draw_gods(c, x, y, width, height)
    if v.phase in (st.NORNS_DRAW, st.NORNS_KEEP):
        return _draw_drawn(c, x, y, width)
    if v.phase in (st.WHICH_BUILDING, st.SITE):
        return _draw_waiting(c, x, y, width)
    if v.phase in m.MOVING:
        return _draw_plan(c, x, y, width, height)
    if m.is_over(v):
        return _draw_result(c, x, y, width)
    if v.phase in m.GOD_STEP and v.power >= 0:
        return _draw_rumor_choice(c, x, _draw_power(c, x, y, width), width)
    if v.phase == st.SPENDING:
        return _draw_spending(c, x, y, width)
    return y


def _draw_power(c: Sheet, x: float, y: float, width: float) -> float:
    """The god whose power is used, with all its words."""
    v = c.view
    c.put_piece("power", x + 24, y + 28, svg_cards.medallion(c.prefix, v.power, 46), "god")
    c.put_spot("power-spot", x + 2, y + 5, 46, 46, -1, c.say(words.god_title(v.power)))
    about = c.text(words.GOD_ABOUT[v.power])
    c.enlarge("power", c.text(words.GOD_NAMES[v.power]), about)
    c.write(x + 56, y + 16, c.text(words.GOD_NAMES[v.power]), 15, "", "", "bold")
    return max(y + 58, c.fit_lines(x + 56, y + 33, width - 58, about, 12))


# -- what a phase shows


def _draw_tiles(c: Sheet, x: float, y: float, width: float) -> float:
    """The tiles that can be placed next, turned as they would be placed; below, small and veiled, those that do not fit."""
    lays = [action for action in sorted(c.offers.reasons) if c.view.table.space.kind_of[action] == a.LAY]
    fitting = [lay for lay in lays if c.offers.is_legal(lay)]
    below = _draw_lays(c, fitting, x, y, width, 100 if len(fitting) <= 6 else 54)
    used = {lay // LAYS_PER_TILE for lay in c.view.laid}
    others = [lay for lay in lays if not c.offers.is_legal(lay) and lay // LAYS_PER_TILE not in used]
    if not others:
        return below
    c.write(x, below + 11, c.text(N_("These do not fit here; each says why.")), 12, FAINT)
    return _draw_lays(c, others, x, below + 18, width, 40)


def _draw_lays(c: Sheet, lays: list[int], x: float, y: float, width: float, room: int) -> float:
    """Ways to place a tile in a row, each about so wide."""
    per_line = int((width + 6) // room)
    size = (width - 6 * (per_line - 1)) / per_line
    for i, lay in enumerate(lays):
        left, top = x + (size + 6) * (i % per_line), y + (size + 6) * (i // per_line)
        thumb = svg_cards.tile_thumb(m.tiles_of(c.rules), lay, round(size, 1))
        c.put(at(left, top, thumb))
        c.put_spot(f"lay-{lay}", left, top, size, size, lay, c.offer(lay))
    return y + (size + 6) * -(-len(lays) // per_line)


def _draw_gods(c: Sheet, x: float, y: float, width: float, height: float) -> float:
    """The god cards dealt to this seat; for the others only who has chosen."""
    v = c.view
    c.fit(x, y + 13, width, waiting_for(c), 12.5, FAINT)
    below = y + 20
    if v.seat < 0:
        return below
    gods = sorted(god for god in v.dealt[2 * v.seat : 2 * v.seat + 2] if god >= 0)
    each, high = (width - 8) / 2, min(330.0, height - 44)
    for i, god in enumerate(gods):
        left = x + (each + 8) * i
        name, about = c.text(words.GOD_NAMES[god]), c.text(words.GOD_ABOUT[god])
        body = svg_cards.god_card(c.prefix, god, name, about, round(each, 1), round(high, 1))
        action, title = c.offered([a.CHOOSE], god), c.say(words.god_title(god))
        c.put_card(
            f"god-{god}", left, below, each, high, body, title, c.text(words.GOD_ABOUT[god]), action, f"dealt-{i}"
        )
    below += high + 6 if gods else 0
    if v.god[v.seat] >= 0:
        text = Message(
            N_("You have chosen %(god)s; the others are still choosing."), god=Message(words.GOD_NAMES[v.god[v.seat]])
        )
        c.fit(x, below + 13, width, c.say(text), 12.5)
        below += 18
    return below


def _draw_drawn(c: Sheet, x: float, y: float, width: float) -> float:
    """The cards in the Norns' hands: open to their player, face down to the others."""
    v = c.view
    high = 46 if c.is_narrow else 40
    for i, card in enumerate(v.drawn[:3]):
        top = y + (high + 4) * i
        if card < 0:
            c.put(at(x, top, svg_cards.card_back(c.prefix, round(width, 1), high)))
            continue
        put_lore(c, card, x, top, width, high, c.offered([a.KEEP], card), f"drawn-{i}")
    return y + (high + 4) * len(v.drawn[:3])


def _draw_waiting(c: Sheet, x: float, y: float, width: float) -> float:
    """The buildings on the sheet; the one being placed has a ring."""
    v = c.view
    left = x
    for kind in range(N_BUILDINGS):
        n = v.waiting[v.active * N_BUILDINGS + kind]
        if not n:
            continue
        c.put(at(left + 24, y + 26, glyphs.building(c.prefix, kind, 44)))
        if n > 1:
            c.write(left + 50, y + 44, f"×{n}", 14, "", "", "bold")
        if v.phase == st.SITE and v.place == kind:
            c.put(
                f'<rect x="{left - 1:g}" y="{y + 1}" width="50" height="50" rx="7" fill="none" stroke="{CHOSEN}" stroke-width="4"/>'
            )
        c.put_spot(
            f"waiting-{kind}", left + 2, y + 4, 44, 44, c.offered([a.BUILD], kind), c.text(words.BUILDING_NAMES[kind])
        )
        left += 78
    return y + 56


def _draw_plan(c: Sheet, x: float, y: float, width: float, height: float) -> float:
    """The orders given so far, with the chance of each attack."""
    v = c.view
    orders = m.orders(v)
    c.write(x, y + 13, c.text(N_("Orders")), 13, "", "", "bold")
    y += 18
    if not orders:
        hint = N_("Drag from one of your cities to a neighbour, or choose a city and then where its units go.")
        return c.fit_lines(x, y + 12, width, c.text(hint), 12, FAINT, 4)
    room = max(1, int((height - 18) / 17))
    shown = orders if len(orders) <= room else orders[: room - 1]
    for i, (start, goal, n) in enumerate(shown):
        text = Message(
            N_("%(n)s from %(start)s to %(goal)s"),
            n=n,
            start=words.city(c.rules, v, start),
            goal=words.city(c.rules, v, goal),
        )
        if v.owner[goal] >= 0 and v.owner[goal] != v.active:
            units = sum(one for _, one in m.army(v, goal))
            chance = chances.attack_on(v, goal, units, v.active).won
            text = Message(N_("%(order)s: %(chance)s"), order=text, chance=percent(chance))
        c.put(at(x + 7, y + 9 + 17 * i, glyphs.shield(c.prefix, v.active, 5.5)))
        c.fit(x + 18, y + 13 + 17 * i, width - 18, c.say(text), 12)
    below = y + 17 * len(shown)
    if len(shown) < len(orders):
        c.write(x + 18, below + 13, c.say(Message(N_("and %(n)s more"), n=len(orders) - len(shown))), 12, FAINT)
        below += 17
    return below + 4


def _draw_result(c: Sheet, x: float, y: float, width: float) -> float:
    """The final order, by glory."""
    v = c.view
    for i, seat in enumerate(sorted(range(v.n_seats), key=lambda seat: (-v.score[seat], seat))):
        place = 1 + sum(other > v.score[seat] for other in v.score)
        top = y + 30 * i
        c.write(x + 4, top + 20, c.say(Message(N_("%(place)s."), place=place)), 15, "", "", "bold")
        c.put(at(x + 42, top + 15, glyphs.shield(c.prefix, seat, 11)))
        c.fit(x + 62, top + 20, width - 130, c.say.seat(seat), 15, "", "", "bold" if place == 1 else "")
        c.write(x + width - 22, top + 20, v.score[seat], 17, "", "end", "bold")
        c.put(use(c.prefix, "star", x + width - 17, top + 7, 15, GOLD))
    return y + 30 * v.n_seats


def _draw_rumor_choice(c: Sheet, x: float, y: float, width: float) -> float:
    """Forseti's cards: the seat's own to offer, or the other's to ask for."""
    v = c.view
    kind = a.OFFER if a.OFFER in c.kinds else a.ASK if a.ASK in c.kinds else -1
    if kind < 0:
        return y
    seat = v.active if kind == a.OFFER else v.target
    left = x
    for value, n in enumerate(m.rumor_cards(v, seat) if 0 <= seat < v.n_seats else []):
        action = c.offered([kind], value)
        if n and action >= 0:
            c.put(at(left, y, svg_cards.rumor(c.prefix, value, n, 44, 56)))
            c.put_spot(f"{'offer' if kind == a.OFFER else 'ask'}-{value}", left, y, 44, 56, action, "")
            left += 50
    return y + 62


# -- buttons


def _wanted(c: Sheet) -> tuple[list[int], list[int]]:
    """Everything offered that has no other place: numbers, and plain buttons."""
    kind_of = c.view.table.space.kind_of
    wanted = [action for action in c.offers.reasons if kind_of[action] in BUTTONS and not _is_absent(c, action)]
    wanted.sort(key=lambda action: (BUTTONS.index(kind_of[action]), action))
    numbers = [action for action in wanted if kind_of[action] in m.NUMBER_KINDS]
    legal = [action for action in numbers if c.offers.is_legal(action)]
    shown = legal + [action for action in numbers if not c.offers.is_legal(action)][:1]
    plain = [action for action in wanted if kind_of[action] not in m.NUMBER_KINDS and kind_of[action] != a.SPEND]
    return shown, plain


def _sizes(c: Sheet) -> tuple[float, float]:
    """Of a number and of a button."""
    return (44, 46) if c.is_narrow else (34, 36)


def buttons_height(c: Sheet, width: float) -> float:
    numbers, plain = _wanted(c)
    size, height = _sizes(c)
    per_line = int((width + 4) // (size + 4))
    return (size + 4) * -(-len(numbers) // per_line) + (height + 5) * -(-len(plain) // 2)


def draw_buttons(c: Sheet, x: float, y: float, width: float) -> None:
    numbers, plain = _wanted(c)
    size, height = _sizes(c)
    per_line = int((width + 4) // (size + 4))
    for i, action in enumerate(numbers):
        kind = c.view.table.space.kind_of[action]
        n = action - c.view.table.first[kind] + (0 if kind == a.ADVANCE else 1)
        left, top = x + (size + 4) * (i % per_line), y + (size + 4) * (i // per_line)
        c.put_button(f"do-{action}", left, top, size, size, action, str(n))
    y += (size + 4) * -(-len(numbers) // per_line)
    each = (width - 6) / 2
    for i, action in enumerate(plain):
        is_alone = i == len(plain) - 1 and i % 2 == 0
        left, top = x + (each + 6) * (i % 2), y + (height + 5) * (i // 2)
        c.put_button(f"do-{action}", left, top, width if is_alone else each, height, action, c.offer(action))


def _is_absent(c: Sheet, action: int) -> bool:
    """A god that no one at the table has, or the seat itself: a button for it would be useless."""
    kind = c.view.table.space.kind_of[action]
    arg = action - c.view.table.first[kind]
    if kind in (a.SWAP_WITH, a.SURRENDER):
        return arg == c.view.to_move()
    return kind == a.COPY and arg not in c.view.god


def _draw_spending(c: Sheet, x: float, y: float, width: float) -> float:
    """The three tracks, large, each a button, with what the next point brings."""
    v = c.view
    seat = v.active
    high = 48 if c.is_narrow else 42
    left_over = c.say(Message(N_("free points left: %(n)s"), n=v.points))
    c.fit(x, y + 13, width, left_over, 13, "", "", "bold")
    for track in range(N_TRACKS):
        top = y + 20 + (high + 4) * track
        now = v.tracks[seat * N_TRACKS + track]
        pip = min(20.0, (width - 132) / LENGTH[2])
        body = [
            f'<rect x="{x:g}" y="{top:g}" width="{width:g}" height="{high}" rx="6" fill="{glyphs.TINTS[seat]}" stroke="{FIELDS[seat]}"/>',
            use(c.prefix, TRACKS[track], x + 7, top + high / 2 - 10, 20, INK),
        ]
        for place in range(LENGTH[track]):
            fill = FIELDS[seat] if place < now else PAPER
            body.append(
                f'<rect x="{x + 128 + pip * place:.5g}" y="{top + high / 2 - 8:g}" width="{pip - 3:.4g}" height="16" rx="3" fill="{fill}" stroke="{RIMS[seat]}"/>'
            )
        c.put("".join(body))
        name = c.text(words.TRACK_NAMES[track])
        c.fit_lines(x + 32, top + high / 2 + (4 if " " not in name else -3), 94, name, 12, "", 2)
        c.put_spot(f"spend-{track}", x, top, width, high, c.offered([a.SPEND], track), name)
    return y + 20 + (high + 4) * N_TRACKS


def waiting_for(c: Sheet) -> str:
    """Who still has to choose in secret."""
    seats = [Message(N_("%(seat)s"), seat=Seat(seat)) for seat in range(c.view.n_seats) if c.view.movers() >> seat & 1]
    return c.say(Message(N_("Still choosing: %(seats)s"), seats=words.listed(seats))) if seats else ""
