"""The kingdoms: who, which god, the three tracks, units and buildings waiting, knowledge and rumor cards; compact, or in words."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from brehon.core.palette import FAINT, INK, OPEN, PAPER
from brehon.core.svg import at, esc, group, label
from brehon.core.text import N_, Message, Seat
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import glyphs, svg_cards
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.data import BASE, LENGTH, N_BUILDINGS, N_TRACKS, TRACKS
from brehon.games.fallen_kingdoms.glyphs import FIELDS, GOLD, RIMS, TINTS, use
from brehon.games.fallen_kingdoms.svg_displays import put_lore, put_lore_icon
from brehon.games.fallen_kingdoms.svg_fit import width_of
from brehon.games.fallen_kingdoms.svg_sheet import Sheet

PLAYER_H: Final = 57
ICON: Final = 18
CARD_ROW: Final = 36  # of a knowledge card in the list of all seats


def draw_player(c: Sheet, seat: int, x: float, y: float, width: float, height: float = PLAYER_H) -> None:
    """A kingdom in three lines."""
    v = c.view
    strong = FIELDS[seat] if v.to_move() == seat or (v.movers() >> seat & 1) else ""
    c.put_panel(x, y, width, height, "sheet", strong)
    c.draw_once((_head_key(c, seat), x, y, width), _draw_head, c, seat, x, y, width)
    inner, room = x + 8, width - 16
    c.draw_once((_stock_key(c, seat), x, y, width), _draw_stock, c, seat, inner, y + 21, room)
    cards = m.knowledge_of(v, seat)
    key = (_cards_key(c, seat, cards), x, y, width, height)
    c.draw_cards_once(cards, key, _draw_cards, c, seat, inner, y + height - ICON - 3, room)


def _head_key(c: Sheet, seat: int) -> tuple[Hashable, ...]:
    v = c.view
    action = c.offered(m.SEAT_KINDS, seat)
    return (
        "head", seat, c.say.seat(seat), m.score_text(v, seat), v.marker == seat, v.invaders >> seat & 1, m.n_cities(v, seat),
        m.on_board(v, seat), v.reserve[seat], c.offered_here((action,)) if action >= 0 else (),
    )  # fmt: skip


def _stock_key(c: Sheet, seat: int) -> tuple[Hashable, ...]:
    v = c.view
    tracks = v.tracks[seat * N_TRACKS : (seat + 1) * N_TRACKS]
    return ("stock", seat, v.god[seat], *_fear_of(c, seat), *tracks)


def _cards_key(c: Sheet, seat: int, cards: list[int]) -> tuple[Hashable, ...]:
    v = c.view
    waiting = v.waiting[seat * N_BUILDINGS : (seat + 1) * N_BUILDINGS]
    asleep = tuple([(_is_asleep(c, seat, card), v.lent[seat] == card) for card in cards])
    return ("cards", seat, asleep, v.sheet[seat], *waiting, *m.rumor_cards(v, seat), min(0, v.god[seat]))


def _fear_of(c: Sheet, seat: int) -> tuple[int, int]:
    """How feared a god is, and its rank; 0 while a god is unknown."""
    if c.feared is None:
        c.feared = [m.intimidation(c.view, other) for other in range(c.view.n_seats)]
    mine = c.feared[seat]
    before = sum((-value, other) < (-mine, seat) for other, value in enumerate(c.feared))
    return mine, 0 if min(c.feared) < 0 else before + 1


def _draw_head(c: Sheet, seat: int, x: float, y: float, width: float) -> None:
    """Name, colour and sign, markers, the god with the intimidation, and the glory."""
    v = c.view
    c.put(
        f'<path d="M{x + 1:g} {y + 20:g}V{y + 8:g}a7 7 0 0 1 7-7h{width - 16:g}a7 7 0 0 1 7 7v12z" fill="{TINTS[seat]}" class="name"/>',
        at(x + 13, y + 10.5, glyphs.shield(c.prefix, seat, 7.5)),
    )
    right = x + width - 7
    score = m.score_text(v, seat)
    c.write(round(right, 1), y + 15.5, score, 14, RIMS[seat], "end", "bold")
    right -= width_of(score, 14, True) + 15
    c.put(use(c.prefix, "star", right, y + 4, 13, GOLD))
    if v.marker == seat:
        right -= 18
        c.put_piece("marker", right, y + 3, _marker(c), "marker")
    if v.invaders >> seat & 1:
        right -= 18
        sign = use(c.prefix, "flag", right, y + 3, 15, FIELDS[seat])
        c.put(group(sign, c.text(N_("invader marker")), ident=c.ident(f"invader-{seat}")))
    c.fit(x + 25, y + 15, right - x - 28, c.say.seat(seat), 12.5, weight="bold")
    title = Message(
        N_("%(seat)s: %(score)s glory. Cities: %(cities)s, units on the map: %(units)s, in reserve: %(reserve)s"),
        seat=Seat(seat), score=score, cities=m.n_cities(v, seat), units=m.on_board(v, seat), reserve=v.reserve[seat],
    )  # fmt: skip
    c.put_spot(f"seat-{seat}", x, y, width, 20, c.offered(m.SEAT_KINDS, seat), c.say(title))


def _draw_fear(c: Sheet, seat: int, x: float, y: float) -> float:
    """The god of a seat, and how feared it is. Returns where it ends."""
    v = c.view
    god = v.god[seat]
    if god < 0:
        return x
    feared, rank = _fear_of(c, seat)
    text = Message(
        N_("intimidation %(n)s: %(base)s from the god, the rest from rumors; rank %(rank)s"),
        n=feared, base=BASE[god], rank=rank,
    )  # fmt: skip
    c.put_piece(f"god-of-{seat}", x + 8, y + 8, svg_cards.medallion(c.prefix, god, 17), "god")
    c.put_spot(f"god-of-{seat}-spot", x - 1, y - 1, 18, 18, -1, c.say(words.god_title(god)))
    c.enlarge(f"god-of-{seat}", c.text(words.GOD_NAMES[god]), c.text(words.GOD_ABOUT[god]))
    body = use(c.prefix, "helm", x + 20, y + 2, 12, INK) + label(round(x + 34, 1), y + 12, feared, 12, "", "", "bold")
    c.put(group(body, c.say(text), ident=c.ident(f"fear-{seat}")))
    return x + 34 + width_of(str(max(10, feared)), 12, True) + 6


def _marker(c: Sheet) -> str:
    """The first-player marker."""
    title = esc(c.text(N_("first player")))
    return f"<title>{title}</title>{use(c.prefix, 'crown', 0, 0, 16, GOLD)}"


def _draw_stock(c: Sheet, seat: int, x: float, y: float, width: float) -> None:
    """The god and its intimidation, and the three tracks."""
    left = _draw_fear(c, seat, x, y)
    draw_tracks(c, seat, left, y, x + width - left)


def draw_tracks(c: Sheet, seat: int, x: float, y: float, width: float) -> None:
    """Three rows of places; a full row gives a unit, a building or a knowledge card."""
    v = c.view
    pip = min(11.0, (width - 3 * 15 - 2 * 6) / sum(LENGTH))
    for track in range(N_TRACKS):
        at_now = v.tracks[seat * N_TRACKS + track]
        length = LENGTH[track] * pip
        wide = at_now * pip
        left = x + 15
        marks = "".join(f"M{left + pip * i:.4g} {y + 3:g}v9" for i in range(1, LENGTH[track]))
        body = (
            f"{use(c.prefix, TRACKS[track], x, y + 1, 13, INK)}"
            f'<rect x="{left:.4g}" y="{y + 3:g}" width="{length:.4g}" height="9" rx="2" fill="{PAPER}" stroke="{RIMS[seat]}" stroke-width=".9"/>'
            f'<rect x="{left:.4g}" y="{y + 3:g}" width="{wide:.4g}" height="9" rx="2" fill="{FIELDS[seat]}"/>'
            f'<path d="{marks}" stroke="{RIMS[seat]}" stroke-width=".6"/>'
        )
        text = Message(
            N_("%(track)s: %(n)s of %(length)s"),
            track=Message(words.TRACK_NAMES[track]),
            n=at_now,
            length=LENGTH[track],
        )
        c.put(group(body, c.say(text), "track", c.ident(f"track-{seat}-{track}")))
        x += 15 + length + 6


def _draw_cards(c: Sheet, seat: int, x: float, y: float, width: float) -> None:
    """Knowledge as small drawings, what waits on the sheet, and the rumor cards at the right."""
    v = c.view
    right = _draw_rumors(c, seat, x + width, y)
    cards = m.knowledge_of(v, seat)
    waiting = [kind for kind in range(N_BUILDINGS) for _ in range(v.waiting[seat * N_BUILDINGS + kind])]
    things = len(cards) + len(waiting)
    units = 46 if v.sheet[seat] else 0
    pitch = min(ICON + 2, (right - x - ICON - units) / max(1, things - 1))
    for i, (card, name) in enumerate(zip(cards, m.lore_copies(cards, c.copies), strict=True)):
        title = _held_title(c, seat, card)
        put_lore_icon(c, card, name, x + pitch * i, y, ICON, -1, f"held-{seat}-{i}", _is_asleep(c, seat, card), title)
    left = x + pitch * (len(cards) - 1) + ICON + 2 if cards else x
    if v.sheet[seat]:
        body = at(left + 9, y + 9, glyphs.shield(c.prefix, seat, 8)) + label(
            round(left + 20, 1), y + 14, f"+{v.sheet[seat]}", 12, OPEN, "", "bold"
        )
        c.put(group(body, c.text(N_("units on the sheet")), ident=c.ident(f"sheet-{seat}")))
        left += 44
    for i, kind in enumerate(waiting):
        picture = at(left + 10, y + 10, glyphs.building(c.prefix, kind, 19))
        c.put(group(picture, c.text(words.BUILDING_NAMES[kind]), ident=c.ident(f"waiting-{seat}-{i}")))
        left += pitch
    if not things + units and v.god[seat] < 0:
        text = N_("has not chosen a god yet") if v.god[seat] == -1 else N_("has chosen a god in secret")
        c.fit(x, y + 14, right - x, c.text(text), 11.5, FAINT)


def _is_asleep(c: Sheet, seat: int, card: int) -> bool:
    return m.is_fresh(c.view, seat, card) or c.view.lent[seat] == card


def _held_title(c: Sheet, seat: int, card: int) -> str:
    title = words.lore_title(card)
    if c.view.lent[seat] == card:
        title = Message(N_("%(card)s; guarded until the next turn"), card=title)
    return c.say(title)


def _draw_rumors(c: Sheet, seat: int, right: float, y: float) -> float:
    """Rumor cards by value, the highest at the right. Returns where they begin."""
    for value, n in reversed([(value, n) for value, n in enumerate(m.rumor_cards(c.view, seat)) if n]):
        width = 22 if n == 1 else 34
        right -= width + 2
        body = svg_cards.rumor(c.prefix, value, n, width, ICON)
        c.put_piece(f"rumor-{seat}-{value}", right, y, body, "rumors")
        c.put_spot(f"rumor-{seat}-{value}-spot", right, y, width, ICON, -1, c.say(words.rumor_title(value)))
        c.enlarge(f"rumor-{seat}-{value}", c.say(words.rumor_title(value)), c.text(words.RUMOR_ABOUT))
    return right - 4


# -- all seats in words, for a telephone


def draw_kingdom(c: Sheet, seat: int, x: float, y: float, width: float) -> float:
    """A kingdom with its god's power and its cards in words. Returns where it ends."""
    v = c.view
    start = len(c.ground)
    _draw_head(c, seat, x, y, width)
    inner, room = x + 10, width - 20
    below = y + 26
    god = v.god[seat]
    if god >= 0:
        c.put(at(inner + 16, below + 18, svg_cards.medallion(c.prefix, god, 32)))
        text = c.say(words.god_title(god))
        below = max(below + 38, c.fit_lines(inner + 40, below + 14, room - 40, text, 12.5) - 6)
    draw_tracks(c, seat, inner, below + 2, room - 60)
    if god >= 0:
        fear = label(inner + room, below + 14, m.intimidation(v, seat), 14, "", "end", "bold")
        fear = use(c.prefix, "helm", inner + room - 42, below + 1, 15, INK) + fear
        c.put(group(fear, c.text(N_("intimidation")), ident=c.ident(f"fear-{seat}")))
    below = _draw_facts(c, seat, inner, below + 20, room)
    if v.waiting[seat * N_BUILDINGS : (seat + 1) * N_BUILDINGS] != [0] * N_BUILDINGS or any(m.rumor_cards(v, seat)):
        _draw_rest(c, seat, inner, below, room)
        below += ICON + 4
    cards = m.knowledge_of(v, seat)
    for i, card in enumerate(cards):
        put_lore(c, card, inner, below, room, CARD_ROW, -1, f"held-{seat}-{i}")
        below += CARD_ROW + 3
    if not cards:
        c.write(inner, below + 12, c.text(N_("no knowledge of its own")), 12, FAINT)
        below += 18
    c.put_panel(x, y, width, below + 4 - y, "sheet", FIELDS[seat] if v.movers() >> seat & 1 else "", at=start)
    return below + 4


def _draw_facts(c: Sheet, seat: int, x: float, y: float, width: float) -> float:
    v = c.view
    facts = [
        (N_("cities"), m.n_cities(v, seat)), (N_("on map"), m.on_board(v, seat)), (N_("reserve"), v.reserve[seat]),
        (N_("sheet"), v.sheet[seat]),
    ]  # fmt: skip
    for i, (text, n) in enumerate(facts):
        left = round(x + width / 4 * i, 1)
        c.put(label(left, y + 14, n, 15, "", "", "bold") + label(left + 24, y + 14, c.text(text), 12, FAINT))
    return y + 22


def _draw_rest(c: Sheet, seat: int, x: float, y: float, width: float) -> None:
    """Buildings that wait and rumor cards."""
    v = c.view
    _draw_rumors(c, seat, x + width, y)
    left = x
    for kind in range(N_BUILDINGS):
        for _ in range(v.waiting[seat * N_BUILDINGS + kind]):
            c.put(at(left + 10, y + 10, glyphs.building(c.prefix, kind, 19)))
            left += 22


def seats_offered(c: Sheet) -> bool:
    """Whether a seat can be chosen now."""
    return bool(c.kinds & {a.SWAP_WITH, a.SURRENDER, a.PAYER})
