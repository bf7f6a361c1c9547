"""The table of Fallen Kingdoms for a phone: the map or the decision, whichever the player needs now, and all seats in a list."""

from __future__ import annotations

from typing import Final

from brehon.core.palette import ALARM, FAINT, INK
from brehon.core.svg import group, label
from brehon.core.text import N_, Message
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import chances, glyphs
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.glyphs import use
from brehon.games.fallen_kingdoms.svg_displays import draw_buildings, draw_displays, draw_lore, put_lore, trophies_left
from brehon.games.fallen_kingdoms.svg_map import NARROW, NARROW_CLOSE
from brehon.games.fallen_kingdoms.svg_panels import (
    buttons_height,
    draw_buttons,
    draw_panel,
    draw_subject,
)
from brehon.games.fallen_kingdoms.svg_pieces import draw_map, draw_part
from brehon.games.fallen_kingdoms.svg_sheet import Sheet
from brehon.games.fallen_kingdoms.svg_sheets import draw_kingdom

MOST: Final = 500  # height
GAP: Final = 4
CARDS: Final = [a.LEARN, a.SWAP, a.TAKE, a.CLAIM]
OWN_PANEL: Final = [  # decisions that are not made on the map
    st.LAYING, st.CHOOSE_GOD, st.NORNS_KEEP, st.SPENDING, st.WHICH_BUILDING, st.ATTACK, st.VICTORY, st.ADVANCE, st.MOVE_SEND,
    st.WINDOW_SEND, st.INVADE, st.SURRENDER, st.PAYER, st.FORSETI_WITH, st.FORSETI_ASK,
]  # fmt: skip
LEAST: Final = 120  # of a strip of the map


def narrow_board(c: Sheet) -> str:
    """The map, or the panel of a decision that is not made on the map."""
    v = c.view
    if set(CARDS) & c.kinds:
        return _cards(c)
    is_asked = bool(c.offers.reasons)
    has_panel = v.phase in OWN_PANEL or bool(c.kinds & {a.OFFER, a.COPY, a.POWER})
    if v.phase in (st.LAYING, st.CHOOSE_GOD) or (is_asked and has_panel):
        high = _panel_height(c)
        draw_panel(c, 2, 2, 386, high - 4)
        return c.whole(_draw_strip_of_map(c, high))
    return _map(c)


def _draw_strip_of_map(c: Sheet, y: float) -> float:
    """Under a panel, as much of the map as there is room for, around the city that it is about. Returns where it ends."""
    v = c.view
    room = MOST - y
    if not v.map.n_cities or room < LEAST:
        return y
    rows, columns = m.grid(c.rules, v)
    middle = next((city for city in (v.target, v.place, v.temple[v.seat]) if 0 <= city < v.map.n_cities), -1)
    if v.phase in m.PLACE_IS_NO_CITY or v.phase in m.TARGET_IS_NO_CITY:
        middle = v.temple[v.seat]
    draw_part(c, 0, y, room, middle, (c.width - 2 * NARROW.rim) / 2, columns > rows, NARROW)
    return MOST


def _panel_height(c: Sheet) -> float:
    """How high the panel of the current decision is: it is drawn once to see."""
    v = c.view
    if v.phase in (st.LAYING, st.CHOOSE_GOD):
        return MOST if v.phase == st.LAYING else 376
    trial = Sheet(c.rules, v, c.offers, c.say, True, c.width)
    below = draw_subject(trial, 10, 7, 370, 400)
    return min(MOST, below + 14 + buttons_height(c, 370))


def _map(c: Sheet) -> str:
    """The map; buttons for what has no place on it are below a square map, and beside an upright one."""
    v = c.view
    rows, columns = m.grid(c.rules, v)
    if columns > rows:
        width, height = draw_map(c, 0, 0, 150, True, NARROW_CLOSE)
        _draw_column(c, width + 2, 0, c.width - width - 2, height)
        return c.whole(height)
    tile = (c.width - 2 * NARROW.rim) / 2
    _, height = draw_map(c, 0, 0, tile, False, NARROW)
    return c.whole(_draw_strip(c, height + GAP))


def _draw_strip(c: Sheet, y: float) -> float:
    """Under the map: what is left to win, and the buttons."""
    left = 8.0
    _draw_round(c, left, y + 16)
    x = c.width - 3 * 52
    for sign, n, text in trophies_left(c):
        c.put(_trophy(c, sign, n, text, x, y + 3))
        x += 52
    y += 26
    if not buttons_height(c, c.width - 12):
        return y
    draw_buttons(c, 6, y, c.width - 12)
    return y + buttons_height(c, c.width - 12)


def _draw_round(c: Sheet, x: float, y: float) -> None:
    v = c.view
    text = Message(N_("Round %(n)s"), n=v.round) if v.round else Message(N_("The beginning"))
    c.write(x, y, c.say(text), 13, "", "", "bold")
    now = m.step_now(v)
    is_attack = chances.next_is_attack(v)
    if is_attack is not None:
        won = chances.percent(chances.battle_now(v, is_attack).won)
        c.fit(x + 84, y, c.width - 3 * 52 - x - 90, c.say(Message(N_("attack wins %(chance)s"), chance=won)), 13)
    elif now >= 0:
        c.fit(x + 84, y, c.width - 3 * 52 - x - 90, c.text(words.STEP_NAMES[now]), 13, FAINT)


def _trophy(c: Sheet, sign: str, n: int, text: str, x: float, y: float) -> str:
    ink = ALARM if n == 0 and c.view.round > 0 else INK
    body = use(c.prefix, sign, x, y, 16, ink) + label(x + 20, y + 13, n, 13, ink, "", "bold")
    return group(body, text, ident=c.ident(f"left-{sign}"))


def _draw_column(c: Sheet, x: float, y: float, width: float, height: float) -> None:
    """Beside the map: the round, what is left to win, and the buttons one under the other."""
    c.write(x + width / 2, y + 18, str(c.view.round or ""), 18, FAINT, "middle", "bold")
    top = y + 28
    for sign, n, text in trophies_left(c):
        ink = ALARM if n == 0 and c.view.round > 0 else INK
        body = use(c.prefix, sign, x + width / 2 - 9, top, 18, ink)
        body += label(round(x + width / 2, 1), top + 32, n, 13, ink, "middle", "bold")
        c.put(group(body, text, ident=c.ident(f"left-{sign}")))
        top += 44
    kind_of = c.view.table.space.kind_of
    plain = [a.COMMIT, a.ROLL, a.RETREAT, a.POWER, a.PASS]
    wanted = [action for kind in plain for action in sorted(c.offers.reasons) if kind_of[action] == kind]
    below = y + height - 4
    for action in reversed(wanted):
        below -= 84
        c.put_button(f"do-{action}", x + 1, below, width - 2, 80, action, c.offer(action))


def _cards(c: Sheet) -> str:
    """Cards to choose from, large."""
    start = len(c.ground)
    y = 6.0
    if c.kinds & {a.LEARN, a.SWAP}:
        y = draw_lore(c, 10, y, 370, 56) + 4
    if a.TAKE in c.kinds:
        draw_buildings(c, 10, y, 84)
        y += 16 + 84 + 6
    for i, card in enumerate(m.public_knowledge(c.view) if a.CLAIM in c.kinds else []):
        action = c.offered([a.CLAIM], card)
        width, column = 183.0, i % 2
        put_lore(c, card, 10 + (width + 4) * column, y + 50 * (i // 2), width, 46, action, f"public-{i}")
    if a.CLAIM in c.kinds:
        y += 50 * -(-len(m.public_knowledge(c.view)) // 2) + 2
    draw_buttons(c, 10, y, 370)
    height = y + buttons_height(c, 370) + 6
    c.put_panel(2, 2, 386, height - 4, "decision", at=start)
    return c.whole(max(140, _draw_strip_of_map(c, height)))  # ports and cities may decide which card is worth most


# -- all seats


def narrow_seats(c: Sheet) -> str:
    """The displays, then every kingdom in words; its ids are others than those of the board on the same page."""
    c.prefix = "n-s-"
    y = draw_displays(c, 3, 3, 384, 38) + GAP
    for seat in c.seats():
        y = draw_kingdom(c, seat, 3, y, 384) + GAP
    c.pieces = dict(sorted(c.pieces.items()))
    return c.finish(c.text(N_("All kingdoms")), y, glyphs.small_defs(c.prefix))
