"""Every leader's part of the table: name, fame and corruption, supply, both endings, earning cards and tiles."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from brehon.core.palette import ALARM, FAINT, INK, OPEN, RULE
from brehon.core.svg import esc, group, label, shorten, text_width
from brehon.core.text import N_, Message, Seat
from brehon.games.arrival.data import TRIBES
from brehon.games.arrival.svg_cards import draw_backs, draw_small_cards
from brehon.games.arrival.svg_course import note_pill
from brehon.games.arrival.svg_scene import CARDS, DRAWING, Scene
from brehon.games.arrival.svg_seen import cards_of, name_of, supply_of, worths
from brehon.games.arrival.svg_tiles import chip
from brehon.games.arrival.svg_tokens import tribe_disc, use

NAME: Final = 27  # height of the line with the name
SUPPLY: Final = 24
CHIP: Final = 26
FULL: Final = NAME + SUPPLY + CHIP + 9  # all of it, without cards


def draw_leader(scene: Scene, seat: int, x: float, y: float, width: float, height: float) -> None:
    """One leader: name, then either the cards or the supply, the endings and the tiles."""
    is_active = bool(scene.view.movers() >> seat & 1)
    scene.put_panel(x, y, width, height, "leader", OPEN if is_active else "")
    if scene.mode == CARDS:
        draw_name(scene, seat, x, y, width, is_short=True)
        key: tuple[Hashable, ...] = ("cards", seat, scene.say.seat(seat), cards_of(scene, seat), x, y, width, height)
        scene.draw_once(key, draw_small_cards, scene, seat, x + 7, y + 25, width - 14, height - 29)
        return
    draw_name(scene, seat, x, y, width, is_short=False)
    extra = max(0.0, min(8.0, (height - FULL) / 3))
    top = y + NAME + extra
    scene.draw_once(("supply", supply_of(scene, seat), x, top, width), draw_supply, scene, seat, x, top, width)
    top += SUPPLY + extra
    tribes, fomori = scene.balance()
    key = ("endings", seat, scene.say.seat(seat), scene.endings(seat), tribes > fomori, x, top)
    scene.draw_once(key, draw_endings, scene, seat, x + 10, top, 12)
    used = endings_width(scene, seat, 12)
    draw_chips(scene, seat, x + used + 16, top - 2, width - used - 24, CHIP)


def draw_name(scene: Scene, seat: int, x: float, y: float, width: float, is_short: bool) -> None:
    """The line with the name of a leader."""
    key = ("name", name_of(scene, seat), x, y, width, is_short)
    scene.draw_once(key, put_name, scene, seat, x, y, width, is_short)


def put_name(scene: Scene, seat: int, x: float, y: float, width: float, is_short: bool) -> None:
    """Emblem, name, tribe, the starting player's torc, and a flag."""
    view, say = scene.view, scene.say
    note = scene.note(seat)
    right = x + width - 7
    if scene.mode == DRAWING and not is_short:
        draw_backs(scene, seat, right, y + 4, 22)
        right -= 4 * 20.6 + 6
    if note is not None:
        text = say(note)
        room = round(text_width(text, 12) + 12)
        is_now = bool(view.movers() >> seat & 1) or (scene.is_over and scene.ranks()[seat] == 1)
        right -= room
        scene.put(f'<g transform="translate({right:g},{y + 5:g})">{note_pill(text, is_now, room)}</g>')
        right -= 6
    for name, starter, opacity, words in (
        ("first-now", view.starter, "1", N_("Starting player of this round")),
        ("first-next", view.next_starter, ".5", N_("Passed first: starting player of the next round")),
    ):
        if starter == seat and not scene.is_over:
            right -= 18
            body = f'<g opacity="{opacity}">{use(scene.prefix, "start", round(right, 1), y + 6, 17)}</g>'
            scene.put(group(body, say.word(words), ident=scene.ident(name)))
            right -= 4
    if is_short:
        right = draw_figures(scene, seat, right, y)
    name = shorten(say.seat(seat), max(5, int((right - x - 36) / 8.6)))
    body = tribe_disc(scene.prefix, seat, x + 17, y + 14.5, 10) + label(x + 32, y + 19.5, name, 14, INK, "", "bold")
    used = 42 + text_width(name, 14)
    if not is_short and right - x - used > text_width(TRIBES[seat].name, 12):
        body += label(round(x + used + 4, 1), y + 19.5, TRIBES[seat].name, 12, FAINT)
    title = say(Message(N_("%(player)s leads the tribe %(tribe)s"), player=Seat(seat), tribe=TRIBES[seat].name))
    about = esc(". ".join(f"{words}: {number}" for _, number, words in scene.supply(seat)))
    ident = scene.ident(f"leader-{seat}")
    scene.put(
        f'<g id="{ident}" class="leader-name" role="img" aria-label="{esc(title)}" data-piece="{ident}" data-about="{about}"><title>{esc(title)}</title>{body}</g>'
    )


def draw_figures(scene: Scene, seat: int, right: float, y: float) -> float:
    """Fame, corruption and what is left of items, in the line of the name; returns where they begin."""
    v = scene.view
    items = [("shields", v.shields[seat]), ("swords", v.swords[seat]), ("discs", v.discs[seat])]
    items = [*(items if not scene.is_narrow else []), ("corruption", v.corruption[seat]), ("fame", v.fame[seat])]
    for sign, number in items:
        right -= 38
        body = use(scene.prefix, sign, round(right, 1), y + 7, 15)
        body += label(round(right + 17, 1), y + 19, number, 12.5, INK, "", "bold")
        scene.put(group(body, ident=scene.ident(f"{sign}-{seat}")))
    return right - 4


def draw_supply(scene: Scene, seat: int, x: float, y: float, width: float) -> None:
    """Fame and corruption, then what the leader holds."""
    v = scene.view
    limit = Message(N_("Corruption: %(n)s of %(limit)s"), n=v.corruption[seat], limit=v.table.limit)
    items = [
        ("fame", str(v.fame[seat]), scene.text(N_("Fame"))),
        ("corruption", f"{v.corruption[seat]}/{v.table.limit}", scene.say(limit)),
        *((sign, str(number), title) for sign, number, title in scene.supply(seat)),
    ]
    room = width - 20
    widths = [66.0, 80.0] if width > 420 else [52.0, 66.0]
    step = (room - sum(widths)) / (len(items) - 2)
    left = x + 10
    for i, (sign, number, title) in enumerate(items):
        is_none = number == "0" and i > 1
        is_high = sign == "corruption" and v.corruption[seat] >= v.table.limit - 3
        ink = ALARM if is_high else FAINT if is_none else INK
        size = 18 if i < 2 else 16
        body = use(scene.prefix, sign, round(left, 1), round(y + 10 - size / 2, 1), size, INK)
        body += label(round(left + size + 3, 1), y + 15, number, 15 if i < 2 else 13.5, ink, "", "bold")
        name = scene.ident(f"{sign}-{seat}")
        cls = f'class="supply {sign}"' + (' opacity=".6"' if is_none else "")
        scene.put(f'<g id="{name}" {cls}><title>{esc(title)}</title>{body}</g>')
        left += widths[i] if i < 2 else step
    scene.put(f'<path d="M{x + 10 + sum(widths) - 7:g} {y + 1:g}v18" stroke="{RULE}"/>')


def endings_width(scene: Scene, seat: int, size: float) -> float:
    """What `draw_endings` needs."""
    words = (scene.text(N_("hold")), scene.text(N_("overrun")))
    numbers = scene.endings(seat)
    used = 0.0
    for text, number in zip(words, numbers, strict=True):
        used += text_width(text, size) + 18 + 10 * len(str(number)) + 7
    return used


def draw_endings(scene: Scene, seat: int, x: float, y: float, size: float) -> None:
    """What the leader would have if the tribes hold, and if they are overrun; the ending that the map shows now is bold."""
    tribes, fomori = scene.balance()
    fame, corruption = scene.endings(seat)
    left = x
    for is_now, sign, number, words in (
        (tribes > fomori, "fame", fame, N_("hold")),
        (tribes <= fomori, "corruption", corruption, N_("overrun")),
    ):
        text = scene.text(words)
        ink, weight = (INK, "bold") if is_now else (FAINT, "")
        body = label(round(left, 1), y + 15, text, size, ink, "", weight)
        wide = text_width(text, size)
        body += use(scene.prefix, sign, round(left + wide, 1), y + 3, 15)
        body += label(round(left + wide + 18, 1), y + 15, number, 13, ink, "", "bold")
        scene.put(group(body, ending_title(scene, seat, sign, number), "ending", scene.ident(f"{words}-{seat}")))
        left += wide + 18 + 10 * len(str(number)) + 7


def ending_title(scene: Scene, seat: int, sign: str, number: int) -> str:
    words = N_("%(player)s if the tribes hold: %(n)s fame, with provinces, items and tiles")
    if sign != "fame":
        words = N_("%(player)s if the tribes are overrun: %(n)s corruption, less for items and tiles")
    return scene.say(Message(words, player=Seat(seat), n=number))


def draw_chips(scene: Scene, seat: int, x: float, y: float, width: float, height: float) -> None:
    """The tiles that a leader holds, with what each would give now; as many in a line as there are."""
    held = scene.held(seat)
    if not held:
        return
    offered = scene.offered_here([scene.use_action(seat, tile) for tile, _ in held])
    worth = worths(scene, seat, scene.view.tiles[seat])
    key = ("chips", seat, scene.say.seat(seat), worth, offered, scene.is_over, x, y, width, height)
    scene.draw_once(key, put_chips, scene, seat, held, x, y, width, height)


def put_chips(
    scene: Scene, seat: int, held: list[tuple[int, int]], x: float, y: float, width: float, height: float
) -> None:
    each = round(min(54.0, (width - 4 * (len(held) - 1)) / len(held)), 1)
    left = x + width - (each + 4) * len(held) + 4
    for tile, number in held:
        name = scene.box.tile_names[tile]
        ident = f"held-{seat}-{name}"
        body = chip(scene, tile, number, each, height, seat)
        scene.put_piece(ident, round(left, 1), round(y, 1), body, "tile", f"open-{name}")
        action = scene.use_action(seat, tile)
        scene.put_tile_spot(
            f"use-{seat}-{name}", round(left, 1), round(y, 1), each, height, action, tile, seat, ident, 0.5
        )
        left += each + 4
