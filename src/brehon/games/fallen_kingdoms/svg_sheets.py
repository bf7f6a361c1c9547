"""The kingdom sheets: who, which god, the three tracks, units and buildings waiting, knowledge and rumor cards."""

from __future__ import annotations

from typing import Final

from brehon.core.svg import esc, group, label, shorten
from brehon.core.text import N_, Message, Seat
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import glyphs, svg_cards
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms import svg_words as words
from brehon.games.fallen_kingdoms.data import BASE, GODS, LENGTH, N_BUILDINGS, N_TRACKS, TRACKS
from brehon.games.fallen_kingdoms.glyphs import FAINT, FIELDS, INK, OPEN, PAPER, RIMS, RULE, TINTS, use
from brehon.games.fallen_kingdoms.svg_canvas import Canvas

HEAD: Final = 38
CHIP_H: Final = 22
RUMOR_W: Final = 30
PAD: Final = 12


def sheet_height(c: Canvas, seat: int, width: float) -> float:
    cards = len(m.knowledge_of(c.view, seat))
    per_line = chips_per_line(width)
    return 152 + (CHIP_H + 4) * max(1, -(-cards // per_line))


def chips_per_line(width: float) -> int:
    return max(2, int((width - 2 * PAD) // 118))


def draw_sheet(c: Canvas, seat: int, x: float, y: float, width: float, height: float) -> None:
    v = c.view
    strong = FIELDS[seat] if v.to_move() == seat or (v.movers() >> seat & 1) else ""
    c.ground.append(glyphs.panel(x, y, width, height, "sheet", strong))
    _draw_head(c, seat, x, y, width)
    _draw_god(c, seat, x + PAD, y + HEAD + 4, width - 2 * PAD)
    _draw_tracks(c, seat, x + PAD, y + HEAD + 39, width - 2 * PAD)
    left = _draw_stock(c, seat, x + PAD, y + HEAD + 66)
    _draw_rumors(c, seat, left, x + width - PAD, y + HEAD + 65)
    _draw_lore(c, seat, x + PAD, y + HEAD + 101, width - 2 * PAD)


def _draw_head(c: Canvas, seat: int, x: float, y: float, width: float) -> None:
    """Name, colour and sign, markers, and the glory."""
    v = c.view
    c.ground.append(
        f'<path d="M{x + 1.5} {y + HEAD - 2}V{y + 8}a6.500 6.500 0 0 1 6.500-6.500h{width - 16:g}a6.500 6.500 0 0 1 6.500 6.500v{HEAD - 10}z" fill="{TINTS[seat]}" class="name"/>'
        f'<g transform="translate({x + 22:g},{y + 19.5:g})">{glyphs.shield(c.prefix, seat, 12.5)}</g>'
    )
    left = x + 42
    c.ground.append(label(left, y + 25, shorten(c.say.seat(seat), int((width - 165) / 10)), 16, weight="bold"))
    right = x + width - 10
    score = m.score_text(v, seat)
    c.ground.append(label(right, y + 28, score, 24, RIMS[seat], "end", "bold"))
    right -= 14 * len(score) + 20
    c.ground.append(use(c.prefix, "star", right, y + 12, 15, "#a87908"))
    right -= 24
    if v.marker == seat:
        c.put("marker", right, y + 9, _marker(c), "marker")
        right -= 24
    if v.invaders >> seat & 1:
        text = c.text(N_("invader marker"))
        c.ground.append(group(use(c.prefix, "flag", right, y + 10, 18, FIELDS[seat]), text))
    title = Message(N_("%(seat)s: %(score)s glory"), seat=Seat(seat), score=score)
    action = c.offered(m.SEAT_KINDS, seat)
    c.put_spot(f"seat-{seat}", x, y, width, HEAD, action, c.say(title))


def _marker(c: Canvas) -> str:
    """The first-player marker."""
    title = esc(c.text(N_("first player")))
    return f"<title>{title}</title>{use(c.prefix, 'crown', 0, 0, 20, '#8a6208')}"


def _draw_god(c: Canvas, seat: int, x: float, y: float, width: float) -> None:
    """The god with its power, and how much the seat is feared."""
    v = c.view
    god = v.god[seat]
    feared = m.intimidation(v, seat)
    if god < 0:
        text = N_("has not chosen a god yet") if god == -1 else N_("has chosen a god in secret")
        c.ground.append(label(x, y + 20, c.text(text), 13, FAINT))
        return
    c.ground.append(use(c.prefix, f"god-{GODS[god]}", x, y + 1, 27, "#5a3d1c"))
    name, power = svg_cards.god_words(c.say, god)
    c.ground.append(group(
        label(x + 34, y + 13, name, 14, "", "", "bold") + label(x + 34, y + 27, shorten(power, int((width - 90) / 6.3)), 11.5, FAINT),
        c.say(words.god_title(god)),
    ))  # fmt: skip
    order = m.intimidation_order(v)
    rank = order.index(seat) + 1 if order else 0
    text = c.say(
        Message(
            N_("intimidation %(n)s: %(base)s from the god, the rest from rumors; rank %(rank)s"),
            n=feared,
            base=BASE[god],
            rank=rank,
        )
    )
    c.ground.append(group(
        use(c.prefix, "helm", x + width - 50, y + 3, 20, INK) + label(x + width, y + 20, feared, 18, "", "end", "bold"), text
    ))  # fmt: skip


def _draw_tracks(c: Canvas, seat: int, x: float, y: float, width: float) -> None:
    """Three rows of places; a full row makes a unit, a building or a knowledge card."""
    v = c.view
    pip = min(14.0, (width - 3 * 20 - 24) / sum(LENGTH))
    for track in range(N_TRACKS):
        at = v.tracks[seat * N_TRACKS + track]
        body = [use(c.prefix, TRACKS[track], x, y + 2, 16, INK)]
        for place in range(LENGTH[track]):
            fill = FIELDS[seat] if place < at else PAPER
            body.append(
                f'<rect x="{x + 20 + pip * place:.5g}" y="{y + 3}" width="{pip - 2:.4g}" height="14" rx="2" fill="{fill}" stroke="{RIMS[seat]}" stroke-width=".9"/>'
            )
        length = 20 + pip * LENGTH[track]
        text = Message(
            N_("%(track)s: %(n)s of %(length)s"), track=Message(words.TRACK_NAMES[track]), n=at, length=LENGTH[track]
        )
        c.ground.append(group("".join(body), c.say(text), "track"))
        if seat == v.active and a.SPEND in c.kinds and not c.is_narrow:
            c.put_spot(f"track-{seat}-{track}", x - 3, y - 1, length + 3, 22, c.offered([a.SPEND], track), c.say(text))
        x += length + 12


def _draw_stock(c: Canvas, seat: int, x: float, y: float) -> float:
    """Cities held, units on the map, in reserve and on the sheet, and the buildings waiting there. Returns where it ends."""
    v = c.view
    facts = [
        (N_("cities"), m.n_cities(v, seat), 46), (N_("on map"), m.on_board(v, seat), 50),
        (N_("reserve"), v.reserve[seat], 52), (N_("sheet"), v.sheet[seat], 38),
    ]  # fmt: skip
    for text, n, room in facts:
        is_waiting = text == "sheet" and n > 0
        c.ground.append(
            label(x, y + 13, n, 15, OPEN if is_waiting else "", "", "bold")
            + label(x, y + 27, c.text(text), 11.5, FAINT)
        )
        x += room
    waiting = [kind for kind in range(N_BUILDINGS) for _ in range(v.waiting[seat * N_BUILDINGS + kind])]
    for kind in waiting[:3]:
        c.ground.append(
            f'<g transform="translate({x + 8:g},{y + 13:g})"><title>{esc(c.text(words.BUILDING_NAMES[kind]))}</title>{glyphs.building(c.prefix, kind, 20)}</g>'
        )
        x += 22
    if len(waiting) > 3:
        c.ground.append(label(x, y + 18, f"+{len(waiting) - 3}", 12, "", "", "bold"))
        x += 20
    return x


def _draw_rumors(c: Canvas, seat: int, left: float, right: float, y: float) -> None:
    """Rumor cards by value, the highest at the right; narrower where there is little room."""
    held = [(value, n) for value, n in enumerate(m.rumor_cards(c.view, seat)) if n]
    if not held:
        return
    width = min(RUMOR_W, (right - left - 4) / len(held) - 2)
    x = right
    for value, n in reversed(held):
        x -= width + 2
        c.put(f"rumor-{seat}-{value}", x, y, svg_cards.rumor(c.prefix, value, n, round(width, 1), 30), "rumors")


def _draw_lore(c: Canvas, seat: int, x: float, y: float, width: float) -> None:
    """Private knowledge; the card on Heimdall's god card is marked."""
    v = c.view
    cards = m.knowledge_of(v, seat)
    c.ground.append(f'<path d="M{x} {y - 3}h{width:g}" stroke="{RULE}" stroke-width=".8"/>')
    if not cards:
        c.ground.append(label(x, y + 16, c.text(N_("no knowledge of its own")), 12, FAINT))
        return
    per_line = chips_per_line(width + 2 * PAD)
    each = (width - 4 * (per_line - 1)) / per_line
    for i, (card, name) in enumerate(zip(cards, m.lore_copies(cards, c.copies), strict=True)):
        left, top = x + (each + 4) * (i % per_line), y + 2 + (CHIP_H + 4) * (i // per_line)
        asleep = m.is_fresh(v, seat, card) or v.lent[seat] == card
        body = svg_cards.lore_chip(c.prefix, card, c.text(words.LORE_NAMES[card]), each, CHIP_H, asleep)
        c.put(f"lore-{name}", left, top, body, "card")
        title = words.lore_title(card)
        if v.lent[seat] == card:
            title = Message(N_("%(card)s; guarded until the next turn"), card=title)
        c.put_spot(f"held-{seat}-{i}", left, top, each, CHIP_H, -1, c.say(title))
