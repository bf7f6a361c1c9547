"""Tactic tiles in three sizes, and the stacks of earning cards with the general supply."""

from __future__ import annotations

from typing import Final

from brehon.core.palette import FAINT, INK, RULE
from brehon.core.svg import columns, group, label, shorten, text_width, wrap
from brehon.core.text import N_, NN_, Message
from brehon.games.arrival.data import BACK_WORDS, CAULDRON, N_SPECIES, SPECIES, THREAT_ROWS
from brehon.games.arrival.svg_cards import card_back
from brehon.games.arrival.svg_map import tone_fill
from brehon.games.arrival.svg_scene import Scene
from brehon.games.arrival.svg_seen import worths
from brehon.games.arrival.svg_tokens import MEDAL, MOTIF, N_TONES, TILE, TILE_EDGE, tile_picture, use

# what a large tile says, shorter than its full text; Cauldrons and Silver have their number in it
EFFECTS: Final = {
    "ogam": N_("move a blocker after the last card"), "master_builder": N_("collects up to three lost discs"),
    "ruse": N_("two Fomori change places"), "migration": N_("two Áits change places"),
    "geese": N_("2 fame for each province"), "salmon": N_("2 fame for each port"), "lia_fail": N_("2 to 8 fame, the last gets most"),
    "emer": N_("5 fame with the least corruption"), "high_walls": N_("2 fame for each Broch or Caer"),
    "stronghold": N_("3 fame for each Caer"), "bard": N_("up to 3 corruption less"),
}  # fmt: skip
PER_FORT: Final = N_("%(fame)s fame for each fort there")


def swatch(scene: Scene, tone: int, x: float, y: float, width: float, height: float) -> str:
    """A bit of a province's tone and pattern."""
    shape = f'x="{x:g}" y="{y:g}" width="{width:.5g}" height="{height:.5g}" rx="3"'
    return (
        f'<rect {shape} fill="{tone_fill(scene.chart, tone)}" stroke="{INK}" stroke-width=".8"/>'
        f'<rect {shape} fill="url(#{scene.prefix}ar-tone-{tone % N_TONES})"/>'
    )


# -- the display


def draw_display(scene: Scene, x: float, y: float, width: float, height: float, per_row: int, is_large: bool) -> None:
    """The open tiles."""
    tiles, focus = worths(scene, scene.focus, scene.view.display), scene.focus
    offered = scene.offered_here([scene.take_action(tile) for tile, _, _ in tiles])
    name = scene.say.seat(focus) if focus >= 0 else ""
    key = ("display", tiles, offered, focus, name, scene.is_over, x, y, width, height, per_row, is_large)
    scene.draw_once(key, put_display, scene, x, y, width, height, per_row, is_large)


def put_display(scene: Scene, x: float, y: float, width: float, height: float, per_row: int, is_large: bool) -> None:
    """The open tiles and what each would give the viewing leader."""
    tiles = scene.display()
    scene.put_panel(x, y, width, height, "display")
    scene.write(x + 10, y + 17, scene.text(N_("Tactic tiles")), 13, INK, "", "bold")
    if scene.focus >= 0 and not scene.is_over:
        name = shorten(scene.say.seat(scene.focus), 16)
        title = scene.say(Message(N_("worth now for %(player)s"), player=name))
        scene.write(x + width - 10, y + 17, title, 12, FAINT, "end")
    rows = max(1, -(-max(len(tiles), per_row) // per_row)) if not is_large else 6 // per_row
    gap = 8.0 if is_large else 5.0
    each, tall = (width - 20 - gap * (per_row - 1)) / per_row, (height - 28 - gap * rows) / rows
    for i, (tile, number) in enumerate(tiles):
        left, top = round(x + 10 + (each + gap) * (i % per_row), 1), round(y + 25 + (tall + gap) * (i // per_row), 1)
        name = scene.box.tile_names[tile]
        face = large_tile(scene, tile, number, each, tall) if is_large else tile_face(scene, tile, number, each, tall)
        scene.put_piece(f"open-{name}", left, top, face, "tile")
        scene.put_tile_spot(
            f"take-{name}",
            left,
            top,
            round(each, 1),
            round(tall, 1),
            scene.take_action(tile),
            tile,
            scene.focus,
            f"open-{name}",
        )


def tile_ground(scene: Scene, tile: int, width: float, height: float) -> list[str]:
    """The plate of a tile, with the tone of the province or of the colour that it counts."""
    shape = f'width="{width:.1f}" height="{height:.1f}" rx="6"'
    out = [f'<rect {shape} fill="{TILE}" stroke="{TILE_EDGE}" stroke-width="1.4"/>']
    if tile >= CAULDRON:
        tone = scene.box.colour[tile - CAULDRON] if tile < scene.box.silver else tile - scene.box.silver
        out.append(swatch(scene, tone, 3, 3, width - 6, min(height - 6, 8 if height > 40 else 5)))
    return out


def motif(scene: Scene, tile: int, x: float, y: float, r: float) -> str:
    """The drawing of a tile on its medal, with a ring of pearls."""
    picture = tile_picture(tile, scene.box.silver, CAULDRON)
    size = r * 1.36
    return (
        f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{r:.4g}" fill="{MEDAL}" stroke="{TILE_EDGE}" stroke-width="1.2"/>'
        f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{r - 2.2:.4g}" fill="none" stroke="{TILE_EDGE}" stroke-width=".8" stroke-dasharray="1 2.4" stroke-linecap="round"/>'
        f"{use(scene.prefix, picture, round(x - size / 2, 1), round(y - size / 2, 1), round(size, 1), MOTIF)}"
    )


def tile_face(scene: Scene, tile: int, number: int, width: float, height: float) -> str:
    """A tile of the display: its motif, its short name, and what it is worth now."""
    out = tile_ground(scene, tile, width, height)
    lines = wrap(scene.tile_short(tile), int(width / 6.4))[:2]
    r = min(15.0, (height - 13 * len(lines) - 14) / 2)
    gain = scene.gain(scene.focus, tile)
    middle = 12 + r
    x = 6 + r if gain >= 0 else width / 2
    out.append(motif(scene, tile, x, middle, r))
    if gain >= 0 and not scene.is_over:
        out.append(worth(scene, tile, gain, width - 5, middle, 15))
    out += named(lines, width, height)
    return "".join([*out, *several(number)])


def large_tile(scene: Scene, tile: int, number: int, width: float, height: float) -> str:
    """A tile to choose: its name and what it does in words, its motif, and what it is worth now."""
    out = tile_ground(scene, tile, width, height)
    r = 21.0 if height > 110 else 17.0
    top = 13 + r
    gain = scene.gain(scene.focus, tile)
    out.append(motif(scene, tile, 9 + r, top, r))
    if gain >= 0:
        out.append(worth(scene, tile, gain, width - 8, top, 20))
    lines = wrap(scene.tile_short(tile), int((width - 10) / 7.8))[:1]
    words = wrap(scene.text(effect(scene, tile)), int((width - 12) / 6.3))[:3]
    base = top + r + 16
    out.append(label(8, round(base, 1), "".join(lines), 13, INK, "", "bold"))
    out += [label(8, round(base + 14 * (i + 1), 1), line, 11.5, INK) for i, line in enumerate(words)]
    return "".join([*out, *several(number)])


def effect(scene: Scene, tile: int) -> Message:
    if tile < CAULDRON:
        return Message(EFFECTS[scene.box.tile_names[tile]])
    return Message(PER_FORT, fame=scene.box.tile_fame[tile])


def several(number: int) -> list[str]:
    if number < 2:
        return []
    return [f'<circle cx="11" cy="11" r="10" fill="{INK}"/>{label(11, 15, f"×{number}", 12, MEDAL, "middle", "bold")}']


def named(lines: tuple[str, ...], width: float, height: float) -> list[str]:
    base = height - 6 - 12.5 * (len(lines) - 1)
    longest = max([1, *(columns(line) for line in lines)])
    size = 12 if longest * 6.6 <= width - 2 else 11.5
    return [
        label(round(width / 2, 1), round(base + 12.5 * i, 1), line, size, INK, "middle") for i, line in enumerate(lines)
    ]


def chip(scene: Scene, tile: int, number: int, width: float, height: float, seat: int) -> str:
    """A tile in front of a leader: its motif, and what it would give now where there is room for it."""
    out = tile_ground(scene, tile, width, height)
    r = height / 2 - 2.5
    gain = scene.gain(seat, tile)
    out.append(motif(scene, tile, r + 3, height / 2, r))
    text = "" if gain < 0 or scene.is_over else f"−{gain}" if scene.is_bard(tile) else f"+{gain}"
    text = f"×{number}" if number > 1 else text
    if text and width > 40:
        out.append(label(round(width - 4, 1), round(height / 2 + 4.4, 1), text, 12, INK, "end", "bold"))
    return "".join(out)


def worth(scene: Scene, tile: int, gain: int, right: float, middle: float, size: float) -> str:
    """Fame won or corruption lost."""
    sign = "corruption" if scene.is_bard(tile) else "fame"
    text = f"−{gain}" if scene.is_bard(tile) else f"+{gain}"
    ink = INK if gain else FAINT
    x = right - text_width(text, size) - size * 1.15
    if x > 44:  # beside the number where there is room for it, else above
        star, base = (x, middle - size * 0.5), middle + size * 0.36
    else:
        star, base = (right - text_width(text, size) / 2 - size * 0.42, middle - size - 1), middle + size * 0.8
    return (
        f"{use(scene.prefix, sign, round(star[0], 1), round(star[1], 1), round(size * 0.9, 1))}"
        f"{label(round(right, 1), round(base, 1), text, size, ink, 'end', 'bold')}"
    )


def draw_open_chips(scene: Scene, x: float, y: float, width: float) -> None:
    """The open tiles on little room, while cards are being blocked: what a tactic sign may be worth."""
    tiles = scene.display()
    each = round(min(46.0, (width - 3 * len(tiles)) / max(1, len(tiles))), 1)
    left = round(x + width - (each + 3) * len(tiles) + 3, 1)
    for tile, number in tiles:
        name = f"open-{scene.box.tile_names[tile]}"
        scene.put_piece(name, left, y, chip(scene, tile, number, each, 26, scene.focus), "tile")
        scene.put_tile_spot(f"look-{name}", left, y, each, 26, -1, tile, scene.focus, name)
        left = round(left + each + 3, 1)


# -- stacks and general supply


def draw_stacks(scene: Scene, x: float, y: float, width: float, height: float, gap: float) -> None:
    """The stacks."""
    stacks = tuple(scene.stacks())
    offered = scene.offered_here([action for _, _, action in stacks])
    key = ("stacks", stacks, offered, x, y, width, height, gap)
    scene.draw_once(key, put_stacks, scene, x, y, width, height, gap)


def put_stacks(scene: Scene, x: float, y: float, width: float, height: float, gap: float) -> None:
    """The three stacks of earning cards by their backs, `width` each."""
    for i, (size, back, action) in enumerate(scene.stacks()):
        left = round(x + (width + gap) * i, 1)
        scene.put(stack_art(scene, size, back, left, y, width, height))
        words = NN_("Stack %(number)s: %(n)s earning card", "Stack %(number)s: %(n)s earning cards")
        lines = [scene.say(Message(words, number=i + 1, n=size))]
        if back >= 0:
            promise = Message(N_("The top card's back promises %(goods)s"), goods=Message(BACK_WORDS[back]))
            lines.append(scene.say(promise))
        scene.put_spot(f"stack-{i + 1}", left, y, width, height, action, "\n".join(lines))


def stack_art(scene: Scene, size: int, back: int, x: float, y: float, width: float, height: float) -> str:
    """A stack: the back of its top card, and how many cards it has."""
    shape = f'width="{width:g}" height="{height:g}" rx="5"'
    if size == 0:
        return f'<rect x="{x:g}" y="{y:g}" {shape} fill="none" stroke="{RULE}" stroke-dasharray="4 3"/>'
    is_big = height > 70
    number = label(
        round(width / 2, 1),
        round(height - (9 if is_big else 5), 1),
        size,
        14 if is_big else 12,
        "#fff",
        "middle",
        "bold",
    )
    under = f'<rect x="{x + 2:g}" y="{y - 2:g}" {shape} fill="#33423d" stroke="{INK}"/>'
    low = 24 if is_big else 14
    art = card_back(scene, -1, width, height)
    face = card_signs(scene, back, width, height - low)
    plate = f'<rect x="1" y="{height - low:g}" width="{width - 2:g}" height="{low - 1:g}" rx="4" fill="#1c2b26"/>'
    return f'{under}<g transform="translate({x:g},{y:g})">{art}{plate}{face}{number}</g>'


def card_signs(scene: Scene, back: int, width: float, height: float) -> str:
    """The signs of a back, on a field above the number."""
    if back < 0:
        return ""
    whole = card_back(scene, back, width, height)
    return whole[whole.index("/>") + 2 :]  # without the ground, which is the stack's


def draw_general_supply(scene: Scene, x: float, y: float, step: float, lines: int = 1) -> None:
    """The general supply."""
    v = scene.view
    numbers = (v.swords_left, v.shields_left, scene.state.in_supply(), *v.discard[:N_SPECIES])
    scene.draw_once(("general supply", numbers, x, y, step, lines), put_general_supply, scene, x, y, step, lines)


def put_general_supply(scene: Scene, x: float, y: float, step: float, lines: int) -> None:
    """Swords, shields and face-down Fomori that are left, and the Fomori discard, in one line or in two."""
    v, say = scene.view, scene.say
    items = [
        ("swords", v.swords_left, say.word(N_("Swords in the general supply"))),
        ("shields", v.shields_left, say.word(N_("Shields in the general supply"))),
        ("fomori", scene.state.in_supply(), say.word(N_("Face-down Fomori in the general supply"))),
    ]
    for species in range(N_SPECIES):
        words = N_("%(threat)s in the discard: %(count)s")
        title = Message(words, threat=Message(THREAT_ROWS[species].short), count=v.discard[species])
        items.append((SPECIES[species], v.discard[species], say(title)))
    for i, (sign, number, words) in enumerate(items):
        is_low = lines > 1 and i > 2
        left = round(x + step * (i - 3 if is_low else i) + (8 if i > 2 and not is_low else 0), 1)
        top = y + 28 if is_low else y
        art = use(scene.prefix, sign, left, top, 18) + label(round(left + 21, 1), top + 14, number, 13, INK, "", "bold")
        scene.put(group(art, words, "general", scene.ident(f"general-{sign}")))
    if lines == 1:
        scene.put(f'<path d="M{x + step * 3 + 2:.1f} {y - 2:g}v22" stroke="{RULE}"/>')
