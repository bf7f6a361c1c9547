"""The earning cards: large for the seat that looks, with the total of every section, and small for all others."""

from __future__ import annotations

from typing import Final

from brehon.core.palette import ALARM, FAINT, INK, OPEN, PAPER, RULE
from brehon.core.svg import at, esc, label
from brehon.core.text import N_, Message, Seat
from brehon.games.arrival.data import (
    BACK_ROWS,
    BACK_WORDS,
    CARDS_EACH,
    FOMORI,
    N_SECTIONS,
    N_SYMBOLS,
    SECTIONS,
    SYMBOL_ROWS,
    SYMBOLS,
)
from brehon.games.arrival.svg_scene import Scene
from brehon.games.arrival.svg_tokens import CARD, PALETTE, use

BLOCKER: Final = PALETTE["blocked"]
TOTAL: Final = PALETTE["keeping"]


# -- signs with numbers


def goods(scene: Scene, amounts: list[int], width: float, height: float, size: int, font: float) -> str:
    """Signs with their numbers, in as many lines as they need, in the middle of a field."""
    shown = [(symbol, number) for symbol, number in enumerate(amounts) if number]
    if not shown:
        return label(round(width / 2, 1), round(height / 2 + 5, 1), "–", max(12.0, font), FAINT, "middle")
    digits = max(len(str(number)) for _, number in shown)
    rows = per_row = 1
    for smaller in range(size, 10, -1):  # as large as there is room for
        size = smaller
        font = max(11.5, min(font, size * 0.8))
        wide = size + 2 + font * 0.62 * digits + (1.5 if size < 13 else 4)
        per_row = max(1, min(len(shown), int(width // wide)))
        rows = -(-len(shown) // per_row)
        if rows * (size + 1.5) <= height:
            break
    per_row = -(-len(shown) // rows)
    tall = min(size + 6, height / rows)
    out = []
    for i, (symbol, number) in enumerate(shown):
        row = i // per_row
        in_row = min(per_row, len(shown) - row * per_row)
        left = (width - wide * in_row) / 2 + wide * (i % per_row) + 1
        middle = height / 2 + tall * (row - (rows - 1) / 2)
        out.append(use(scene.prefix, SYMBOLS[symbol], round(left, 1), round(middle - size / 2, 1), size))
        ink = ALARM if symbol == FOMORI else INK
        out.append(label(round(left + size + 1.5, 1), round(middle + font * 0.36, 1), number, font, ink, "", "bold"))
    return "".join(out)


# -- the large cards


def draw_own_cards(scene: Scene, seat: int, x: float, y: float, width: float, height: float) -> None:
    """Four cards side by side with their sections in line, and on the right what each section gives in all."""
    head = 20
    tall = (height - head) / N_SECTIONS
    side = 48 if scene.is_narrow else 56
    total = 96.0 if scene.is_narrow else 124.0
    each = (width - side - total) / CARDS_EACH
    known = sum(1 for card in scene.cards(seat) if card >= 0)
    words = Message(N_("total of %(cards)s"), cards=known)
    scene.write(round(x + width - total / 2, 1), y + 14, scene.say(words), 12, FAINT, "middle")
    for i, card in enumerate(scene.cards(seat)):
        left = round(x + side + each * i, 1)
        scene.write(round(left + each / 2 - 2, 1), y + 14, i + 1, 12, FAINT, "middle")
        draw_card(scene, seat, i, card, left, y + head, each - 4, tall, 19 if scene.is_narrow else 21, 14)
    blocked = dict(scene.blockers(seat))
    for section in range(N_SECTIONS):
        draw_section(scene, seat, section, x, y + head + tall * section, (width, total, tall), section in blocked)
    order = [section for section, _ in scene.blockers(seat)]
    for section, is_sealed in scene.blockers(seat):
        body = blocker(width - 2, tall - 4, is_sealed)
        scene.put_piece(
            f"blocker-{seat}-{order.index(section) + 1}",
            x + 1,
            round(y + head + 2 + tall * section, 1),
            body,
            "blocker",
        )


def draw_section(
    scene: Scene, seat: int, section: int, x: float, y: float, size: tuple[float, float, float], is_blocked: bool
) -> None:
    """The name of a section, its total, and the place to click."""
    width, total, tall = size
    middle = y + tall / 2
    is_left_open = scene.view.blocked[seat].bit_count() == N_SECTIONS - 1 and not is_blocked
    fill = TOTAL if not is_blocked else PAPER
    edge = f'stroke="{OPEN}" stroke-width="2.5"' if is_left_open else f'stroke="{RULE}"'
    box = f'x="{x + width - total + 2:.1f}" y="{y + 3:.1f}" width="{total - 3:.1f}" height="{tall - 6:.1f}" rx="6"'
    scene.put(f'<rect {box} fill="{fill}" {edge} class="total"/>')
    scene.write(
        round(x + 4, 1),
        round(middle + 4, 1),
        scene.text(SECTIONS[section]),
        12 if scene.is_narrow else 12.5,
        INK,
        "",
        "" if scene.is_narrow else "bold",
    )
    art = goods(scene, scene.section_sum(seat, section), total - 8, tall - 8, 20, 16)
    scene.put(at(round(x + width - total + 5, 1), round(y + 4, 1), art, "section-total"))
    scene.put_spot(
        f"section-{seat}-{section}", x, round(y + 1, 1), width, round(tall - 2, 1), scene.section_action(seat, section),
        section_title(scene, seat, section),
    )  # fmt: skip


def draw_card(
    scene: Scene, seat: int, number: int, card: int, x: float, y: float, width: float, tall: float, size: int, font: float
) -> None:  # fmt: skip
    """A card in front of a leader, or its back; a spot tells what it is and opens it large."""
    height = tall * N_SECTIONS
    if card >= 0:
        name = f"card-{scene.deck.names[card]}"
        face = card_face(scene, card, width, tall, size, font)
        scene.put_piece(name, x, y, face, "card", f"drawn-{seat}-{number + 1}")
        scene.put_look(f"look-{name}", x, y, width, height, card_title(scene, card), name, card_about(scene, card))
    elif card != -1:
        name = f"drawn-{seat}-{number + 1}"
        scene.put_piece(name, x, y, card_back(scene, scene.back_of(card), width, height), "card back")
        back = Message(N_("Earning card, face-down: more %(goods)s"), goods=Message(BACK_WORDS[scene.back_of(card)]))
        scene.put_look(f"look-{name}", x, y, width, height, scene.say(back), name)
    else:
        box = f'x="{x:.1f}" y="{y + 1:.1f}" width="{width:.1f}" height="{height - 2:.1f}"'
        scene.put(f'<rect {box} rx="5" fill="none" stroke="{RULE}" stroke-dasharray="4 3"/>')


def card_face(scene: Scene, card: int, width: float, tall: float, size: int, font: float) -> str:
    """The front of a card: three sections, each with its signs."""
    out = [
        f'<rect width="{width:.1f}" height="{N_SECTIONS * tall:.1f}" rx="5" fill="{CARD}" stroke="{INK}" stroke-width="1.1"/>'
    ]
    for section in range(N_SECTIONS):
        top = round(tall * section, 1)
        if section:
            out.append(f'<path d="M1 {top:g}h{width - 2:.1f}" stroke="{RULE}"/>')
        out.append(at(0, top + 1, goods(scene, scene.amounts(card, section), width, tall - 2, size, font)))
    return "".join(out)


def card_back(scene: Scene, back: int, width: float, height: float) -> str:
    """The back of a card tells what is more frequent on its front."""
    out = [
        f'<rect width="{width:g}" height="{height:g}" rx="5" fill="url(#{scene.prefix}ar-back)" stroke="{INK}" stroke-width="1.2"/>'
    ]
    signs = BACK_ROWS[back].symbols if back >= 0 else []
    half = width / 2
    size = min(18.0, (width - 6) / 2, height - 6)
    if signs:
        rx = min(half - 1, size * 0.72 + size * 0.5 * (len(signs) - 1))
        out.append(
            f'<ellipse cx="{half:g}" cy="{height / 2:g}" rx="{rx:.1f}" ry="{size * 0.76:.1f}" fill="{CARD}" stroke="#1f332c"/>'
        )
    for i, sign in enumerate(signs):
        x = half - size * len(signs) / 2 + size * i
        out.append(use(scene.prefix, sign, round(x, 1), round(height / 2 - size / 2, 1), round(size, 1)))
    return "".join(out)


def blocker(width: float, tall: float, is_sealed: bool) -> str:
    """A bar over a section that gives nothing, with the blocking stone at its left."""
    dash = ' stroke-dasharray="6 4"' if is_sealed else ""
    middle = tall / 2
    r = min(11.0, tall / 2 - 1)
    k = r * 0.4
    return (
        f'<rect width="{width:.1f}" height="{tall:.1f}" rx="5" fill="{PAPER}" fill-opacity=".66" stroke="{BLOCKER}" stroke-width="1.2"{dash}/>'
        f'<path d="M8 {middle:.1f}H{width - 8:.1f}" stroke="{BLOCKER}" stroke-width="3" stroke-linecap="round" stroke-opacity=".55"{dash}/>'
        f'<circle cx="{width / 2:.1f}" cy="{middle:.1f}" r="{r:.1f}" fill="{BLOCKER}"/>'
        f'<path transform="translate({width / 2:.1f},{middle:.1f})" d="M{-k:.1f} {-k:.1f}L{k:.1f} {k:.1f}M{k:.1f} {-k:.1f}L{-k:.1f} {k:.1f}" stroke="{PAPER}" stroke-width="2" stroke-linecap="round"/>'
    )


# -- the cards of the others


def draw_small_cards(scene: Scene, seat: int, x: float, y: float, width: float, height: float) -> None:
    """The same on little room: four cards, and the totals of the sections on the right."""
    tall = height / N_SECTIONS
    total = 92.0
    each = (width - total) / CARDS_EACH
    for i, card in enumerate(scene.cards(seat)):
        draw_card(scene, seat, i, card, round(x + each * i, 1), y, round(each - 2, 1), tall, 14, 12)
    for section in range(N_SECTIONS):
        top = y + tall * section
        art = goods(scene, scene.section_sum(seat, section), total - 4, tall - 2, 14, 12)
        scene.put(at(round(x + width - total + 2, 1), round(top + 1, 1), art))
        title = esc(section_title(scene, seat, section))
        box = f'x="{x + width - total:.1f}" y="{top:.1f}" width="{total:.1f}" height="{tall:.1f}"'
        ident = scene.ident(f"total-{seat}-{section}")
        scene.put(f'<rect id="{ident}" {box} fill="{PAPER}" fill-opacity="0"><title>{title}</title></rect>')
    order = [section for section, _ in scene.blockers(seat)]
    for section, is_sealed in scene.blockers(seat):
        body = blocker(width, tall - 2, is_sealed)
        scene.put_piece(
            f"blocker-{seat}-{order.index(section) + 1}", x, round(y + 1 + tall * section, 1), body, "blocker"
        )


def draw_backs(scene: Scene, seat: int, right: float, y: float, height: float) -> None:
    """The backs of the cards that a leader has drawn so far, in a row that ends at `right`."""
    width = height * 0.8
    for i, card in enumerate(scene.cards(seat)):
        if card <= -2:
            left = round(right - (width + 3) * (CARDS_EACH - i), 1)
            body = card_back(scene, scene.back_of(card), width, height)
            scene.put_piece(f"drawn-{seat}-{i + 1}", left, y, body, "card back", f"stack-top-{scene.back_of(card)}")


# -- words


def listed_goods(scene: Scene, amounts: list[int]) -> str:
    say = scene.say
    return ", ".join(say(Message(SYMBOL_ROWS[i].several, n=amounts[i])) for i in range(N_SYMBOLS) if amounts[i])


def card_title(scene: Scene, card: int) -> str:
    back = Message(BACK_WORDS[scene.deck.backs[card]])
    return scene.say(Message(N_("Earning card: more %(goods)s"), goods=back))


def card_about(scene: Scene, card: int) -> str:
    """What its sections give, in words."""
    lines = [
        f"{scene.text(SECTIONS[section])}: {listed_goods(scene, scene.amounts(card, section)) or '–'}"
        for section in range(N_SECTIONS)
    ]
    return "; ".join(lines)


def section_title(scene: Scene, seat: int, section: int) -> str:
    """What a section gives on the cards that are face-up."""
    say = scene.say
    found = listed_goods(scene, scene.section_sum(seat, section))
    name = Message(SECTIONS[section])
    text = (
        N_("Section %(section)s of %(player)s, cards face-up: %(goods)s")
        if found
        else N_("Section %(section)s of %(player)s: nothing is known yet")
    )
    lines = [say(Message(text, section=name, player=Seat(seat), goods=found))]
    for blocked, is_sealed in scene.blockers(seat):
        if blocked == section:
            lines.append(
                say.word(
                    N_("Blocked, under seal until all have chosen") if is_sealed else N_("Blocked: it gives nothing")
                )
            )
    return "\n".join(lines)
