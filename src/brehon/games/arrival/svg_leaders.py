"""Every leader's part of the table: name, supply, earning cards with their blockers, and tiles."""

from __future__ import annotations

from typing import Final

from brehon.core.svg import group, label
from brehon.core.text import N_, Message, Plural, Seat
from brehon.games.arrival.data import N_SECTIONS, N_SYMBOLS, SYMBOLS, TRIBES
from brehon.games.arrival.nouns import DISCS, SHIELDS, SWORDS, TACTIC_TILES
from brehon.games.arrival.svg_scene import SECTION_WORDS, Scene
from brehon.games.arrival.svg_sheet import Sheet, cut, text_width
from brehon.games.arrival.svg_tiles import card_back, tile_face
from brehon.games.arrival.svg_tokens import ALARM, FAINT, INK, OPEN, PAPER, RULE, panel, tribe_disc, use

HEAD = 34
SUPPLY = 28
FORECAST = 19  # the line that says what would count if the game ended now
CHIP_W, CHIP_H = 69, 44


def leader_height(scene: Scene, seat: int, width: float) -> float:
    cards = 3 * section_height(scene) + 12 if scene.has_cards(seat) else FORECAST
    return HEAD + SUPPLY + cards + tile_rows(scene, seat, width) * (CHIP_H + 5) + 5


def section_height(scene: Scene) -> int:
    return 42 if scene.is_narrow else 25


def tile_rows(scene: Scene, seat: int, width: float) -> int:
    return -(-len(scene.held(seat)) // chips_per_row(width))


def chips_per_row(width: float) -> int:
    return int((width - 15) // (CHIP_W + 4))


def draw_leader(sheet: Sheet, seat: int, x: float, y: float, width: float) -> float:
    """One leader; returns the height."""
    scene = sheet.scene
    height = leader_height(scene, seat, width)
    is_active = bool(scene.view.movers() >> seat & 1)
    sheet.ground.append(panel(x, y, width, height, "leader", strong=is_active))
    draw_name(sheet, seat, x, y, width)
    draw_supply(sheet, seat, x, y + HEAD, width)
    top = y + HEAD + SUPPLY + 4
    if scene.has_cards(seat):
        draw_cards(sheet, seat, x + 9, top, width - 18)
        top += 3 * section_height(scene) + 12
    else:
        sheet.ground.append(label(x + 12, top + 12, final_line(scene, seat), 13, FAINT))
        top += FORECAST
    draw_tiles(sheet, seat, x + 9, top, width)
    return height


def draw_name(sheet: Sheet, seat: int, x: float, y: float, width: float) -> None:
    """Emblem, name, tribe, the starting player's torc, and a flag."""
    scene = sheet.scene
    view, say = scene.view, scene.say
    note = scene.note(seat)
    right = x + width - 8
    if note is not None:
        text = say(note)
        room = text_width(text, 13) + 20
        is_now = bool(view.movers() >> seat & 1) or (scene.is_over and scene.places()[seat] == 1)
        fill = OPEN if is_now else FAINT
        sheet.ground.append(
            f'<path d="M{right - room:.1f} {y + 7:g}h{room:.1f}l-7 10.5l7 10.5h-{room:.1f}z" fill="{fill}"/>'
        )
        sheet.ground.append(label(round(right - room / 2 - 2, 1), y + 22, text, 13, "#fff", "middle", "bold"))
        right -= room + 6
    if view.starter == seat and not scene.is_over:
        body = use(sheet.prefix, "start", right - 20, y + 8, 18)
        sheet.ground.append(group(body, say.word(N_("Starting player of this round"))))
        right -= 26
    if view.next_starter == seat and not scene.is_over:
        body = f'<g opacity=".55">{use(sheet.prefix, "start", right - 16, y + 10, 14)}</g>'
        sheet.ground.append(group(body, say.word(N_("Passed first: starting player of the next round"))))
        right -= 20
    name = cut(say.seat(seat), max(6, int((right - x - 40) / 10.2)))
    body = tribe_disc(sheet.prefix, seat, x + 20, y + 18, 12) + label(x + 39, y + 24, name, 17, INK, "", "bold")
    used = 40 + text_width(name, 18.5)
    if right - x - used > text_width(TRIBES[seat], 13):
        body += label(round(x + used + 6, 1), y + 24, TRIBES[seat], 13, FAINT)
    title = say(Message(N_("%(player)s leads the tribe %(tribe)s"), player=Seat(seat), tribe=TRIBES[seat]))
    sheet.ground.append(group(body, title, "leader-name"))


def draw_supply(sheet: Sheet, seat: int, x: float, y: float, width: float) -> None:
    """Fame and corruption, then what the leader holds."""
    scene = sheet.scene
    v = scene.view
    items = [
        ("fame", v.fame[seat], scene.say.word(N_("Fame"))),
        ("corruption", v.corruption[seat], scene.say.word(N_("Corruption"))),
        *scene.supply(seat),
    ]
    step = (width - 20) / max(7, len(items))
    for i, (sign, number, title) in enumerate(items):
        left = round(x + 11 + step * i, 1)
        ink = ALARM if sign == "corruption" and number >= v.table.limit else INK if number else RULE
        size = 17 if step < 56 else 21
        body = use(sheet.prefix, sign, left, y + 12 - size / 2, size, INK)
        body += label(round(left + size + 3, 1), y + 18, number, 15 if step < 56 else 17, ink, "", "bold")
        sheet.ground.append(group(f'<g opacity="{1 if number else 0.55}">{body}</g>', title, f"supply {sign}"))
    line = round(x + 11 + step * 2 - 7, 1)
    sheet.ground.append(f'<path d="M{line} {y + 2:g}v21" stroke="{RULE}"/>')


# -- earning cards


def draw_cards(sheet: Sheet, seat: int, x: float, y: float, width: float) -> None:
    """The four cards side by side, their sections in line, and the blockers at the left."""
    scene = sheet.scene
    tall = section_height(scene)
    side = 52.0
    each = (width - side) / 4
    for section in range(N_SECTIONS):
        sheet.ground.append(
            label(x + 4, round(y + tall * section + tall / 2 + 5, 1), scene.say.word(SECTION_WORDS[section]), 12, FAINT)
        )
    for i, card in enumerate(scene.cards(seat)):
        left = round(x + side + each * i, 1)
        if card >= 0:
            face = card_face(scene, card, each - 4, tall)
            sheet.put_piece(f"card-{scene.deck.names[card]}", left, y, face, "card", f"drawn-{seat}-{i + 1}")
        elif card != -1:
            body = card_back(scene, scene.back_of(card), each - 4, 3 * tall + 4)
            sheet.put_piece(f"drawn-{seat}-{i + 1}", left, y, body, "card back")
    for section, is_sealed in scene.blockers(seat):
        top = y + 2 + tall * section
        is_first = section == scene.blockers(seat)[0][0]
        sheet.put_piece(f"blocker-{seat}-{1 if is_first else 2}", x, top, blocker(width, tall, is_sealed), "blocker")
    for section in range(N_SECTIONS):
        sheet.put_spot(
            f"section-{seat}-{section}", x, y + 3 + tall * section, round(width - 4, 1), tall - 2,
            scene.section_action(seat, section), section_title(scene, seat, section),
        )  # fmt: skip


def card_face(scene: Scene, card: int, width: float, tall: int) -> str:
    """The front of a card: three sections, each with its signs."""
    height = 3 * tall + 4
    out = [f'<rect width="{width:.1f}" height="{height}" rx="5" fill="#fffaf0" stroke="{INK}" stroke-width="1.1"/>']
    for section in range(N_SECTIONS):
        top = 2 + tall * section
        if section:
            out.append(f'<path d="M1 {top}h{width - 2:.1f}" stroke="{RULE}"/>')
        shown = [(symbol, number) for symbol, number in enumerate(scene.amounts(card, section)) if number]
        rows = 2 if len(shown) > 2 and tall > 40 else 1
        per_row = -(-len(shown) // rows)
        step = min(27.0, (width - 4) / max(1, per_row))
        size, font = (15, 12.5) if step >= 26 else (12, 11.5)
        for i, (symbol, number) in enumerate(shown):
            at = (width - step * min(per_row, len(shown))) / 2 + step * (i % per_row)
            middle = top + tall * (2 * (i // per_row) + 1) / (2 * rows)
            out.append(use(scene.prefix, SYMBOLS[symbol], round(at + 0.5, 1), round(middle - size / 2, 1), size))
            out.append(label(round(at + size + 0.5, 1), round(middle + 4.6, 1), number, font, INK, "", "bold"))
    return "".join(out)


def blocker(width: float, tall: int, is_sealed: bool) -> str:
    """A bar over a section that gives nothing, with the blocking stone at its left."""
    dash = ' stroke-dasharray="5 3"' if is_sealed else ""
    middle = tall / 2
    return (
        f'<rect x="50" y="2" width="{width - 56:.1f}" height="{tall - 4}" rx="4" fill="{PAPER}" fill-opacity=".72" stroke="{INK}" stroke-width="1.2"{dash}/>'
        f'<path d="M56 {middle:g}h{width - 68:.1f}" stroke="{INK}" stroke-width="3.2" stroke-linecap="round" stroke-opacity=".75"{dash}/>'
        f'<circle cx="60" cy="{middle:g}" r="9.5" fill="#3a3a3c" stroke="#000"/><path d="M56.5 {middle - 3.5:g}l7 7m0-7l-7 7" stroke="#fff" stroke-width="2" stroke-linecap="round"/>'
    )


SUM_WORDS: Final[list[str | Plural]] = [
    DISCS, SWORDS, SHIELDS, N_("%(n)s fame"),
    N_("%(n)s × 2 fame per Broch or Caer"), N_("%(n)s × 3 fame per Caer"), TACTIC_TILES, N_("%(n)s Fomori"),
]  # fmt: skip


def section_title(scene: Scene, seat: int, section: int) -> str:
    """What a section gives on the cards that lie face-up."""
    say = scene.say
    total = scene.section_sum(seat, section)
    goods = ", ".join(say(Message(SUM_WORDS[symbol], n=total[symbol])) for symbol in range(N_SYMBOLS) if total[symbol])
    name = Message(SECTION_WORDS[section])
    text = (
        N_("Section %(section)s of %(player)s, cards face-up: %(goods)s")
        if goods
        else N_("Section %(section)s of %(player)s: nothing is known yet")
    )
    lines = [say(Message(text, section=name, player=Seat(seat), goods=goods))]
    for blocked, is_sealed in scene.blockers(seat):
        if blocked == section:
            lines.append(
                say.word(
                    N_("Blocked, under seal until all have chosen") if is_sealed else N_("Blocked: it gives nothing")
                )
            )
    return "\n".join(lines)


# -- tiles


def draw_tiles(sheet: Sheet, seat: int, x: float, y: float, width: float) -> None:
    """The tiles that a leader holds, with what each would give him now."""
    scene = sheet.scene
    per_row = chips_per_row(width)
    for i, (tile, number) in enumerate(scene.held(seat)):
        left, top = x + (CHIP_W + 4) * (i % per_row), y + (CHIP_H + 5) * (i // per_row)
        name = scene.box.tile_names[tile]
        sheet.put_piece(
            f"held-{seat}-{name}",
            left,
            top,
            tile_face(scene, tile, number, CHIP_W, CHIP_H, seat),
            "tile",
            f"open-{name}",
        )
        sheet.put_spot(
            f"use-{seat}-{name}", left, top, CHIP_W, CHIP_H, scene.use_action(seat, tile), scene.tile_title(tile, seat)
        )


def final_line(scene: Scene, seat: int) -> str:
    """What counts for a leader in the ending that the map shows."""
    tribes, fomori = scene.balance()
    if scene.is_over:
        text = N_("Final fame: %(value)s") if tribes > fomori else N_("Final corruption: %(value)s")
    else:
        text = N_("If it ended now: %(value)s fame") if tribes > fomori else N_("If it ended now: %(value)s corruption")
    return scene.say(Message(text, value=scene.final_value(seat)))
