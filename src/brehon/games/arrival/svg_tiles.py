"""Tactic tiles, and the stacks of earning cards with the general supply."""

from __future__ import annotations

from brehon.core.svg import columns, esc, group, label
from brehon.core.text import N_, NN_, Message, Seat
from brehon.games.arrival.data import CAULDRON, N_SPECIES, SPECIES
from brehon.games.arrival.svg_map import N_TONES
from brehon.games.arrival.svg_scene import BACK_SIGNS, BACK_WORDS, THREAT_WORDS, Scene
from brehon.games.arrival.svg_sheet import Sheet, cut, fold, text_width
from brehon.games.arrival.svg_tokens import FAINT, INK, PAPER, RULE, panel, tile_picture, use


def swatch(scene: Scene, tone: int, x: float, y: float, width: float, height: float) -> str:
    """A bit of a province's tone and pattern."""
    shape = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3"'
    return (
        f'<rect {shape} fill="{esc(scene.chart.fills[tone])}" stroke="{INK}"/>'
        f'<rect {shape} fill="url(#{scene.prefix}ar-tone-{tone % N_TONES})"/>'
    )


# -- tactic tiles


def draw_display(sheet: Sheet, x: float, y: float, width: float) -> float:
    """The open tiles and what each would give the leader who looks; returns the height."""
    scene = sheet.scene
    tiles = scene.display()
    per_row = 3 if scene.is_narrow else 6
    rows = max(1, -(-len(tiles) // per_row))
    gap = 6.0
    each = (width - 20 - gap * (per_row - 1)) / per_row
    tall = 68 if scene.is_narrow else 84
    height = 34 + rows * (tall + gap)
    sheet.ground.append(panel(x, y, width, height, "display"))
    sheet.ground.append(label(x + 12, y + 21, scene.say.word(N_("Tactic tiles")), 15, INK, "", "bold"))
    if scene.focus >= 0 and not scene.is_over:
        told = scene.say(Message(N_("worth now for %(player)s"), player=Seat(scene.focus)))
        sheet.ground.append(label(x + width - 12, y + 21, cut(told, int(width / 12)), 13, FAINT, "end"))
    for i, (tile, number) in enumerate(tiles):
        left, top = round(x + 10 + (each + gap) * (i % per_row), 1), y + 30 + (tall + gap) * (i // per_row)
        name = scene.box.tile_names[tile]
        sheet.put_piece(f"open-{name}", left, top, tile_face(scene, tile, number, each, tall, scene.focus), "tile")
        sheet.put_spot(
            f"take-{name}",
            left,
            top,
            round(each, 1),
            tall,
            scene.take_action(tile),
            scene.tile_title(tile, scene.focus),
        )
    return height


def tile_face(scene: Scene, tile: int, number: int, width: float, height: float, seat: int) -> str:
    """A tile: its picture on the ground of its province or colour, its short name, and what it is worth now."""
    low = 30 if height > 60 else 17
    out = [f'<rect width="{width:.1f}" height="{height:g}" rx="6" fill="#e3ecdf" stroke="#274b3e" stroke-width="1.4"/>']
    if tile >= CAULDRON:
        tone = scene.box.colour[tile - CAULDRON] if tile < scene.box.silver else tile - scene.box.silver
        out.append(swatch(scene, tone, 3, 3, width - 6, height - low - 3))
    size = 30 if height > 60 else 21
    picture = tile_picture(tile, scene.box.silver, CAULDRON)
    gain = scene.gain(seat, tile)
    at = 7 if gain >= 0 else round((width - size) / 2, 1)
    middle = (height - low + 3) / 2
    out.append(
        f'<circle cx="{at + size / 2:g}" cy="{middle:g}" r="{size * 0.62:g}" fill="#fdf8ea" fill-opacity=".86"/>'
    )
    out.append(use(scene.prefix, picture, at, round(middle - size / 2, 1), size, "#1d3a30"))
    if gain >= 0:
        out.append(worth(scene, tile, gain, width, middle, height > 60))
    lines = (
        fold(scene.tile_short(tile), int(width / 6.6))
        if height > 60
        else [cut(scene.tile_short(tile), int(width / 6.1))]
    )
    first = height - (19 if len(lines) > 1 else 11) if height > 60 else height - 5
    longest = max([1, *(columns(line) for line in lines)])
    font = min(12.5, (width - 6) / (longest * 0.6))
    for i, line in enumerate(lines[:2]):
        out.append(label(round(width / 2, 1), first + 13 * i, line, round(font, 1), INK, "middle"))
    if number > 1:
        out.append(
            f'<circle cx="13" cy="13" r="10" fill="{INK}" stroke="#fff"/>'
            f"{label(13, 17.5, f'×{number}', 12, '#fff', 'middle', 'bold')}"
        )
    return "".join(out)


def worth(scene: Scene, tile: int, gain: int, width: float, middle: float, is_big: bool) -> str:
    """Fame won or corruption lost."""
    sign = "corruption" if scene.is_bard(tile) else "fame"
    text = f"−{gain}" if scene.is_bard(tile) else f"+{gain}"
    size = 17 if is_big else 14
    right = width - 5
    room = text_width(text, size)
    ink = INK if gain else FAINT
    return (
        f'<rect x="{right - room - 1:.1f}" y="{middle - size * 0.72:.1f}" width="{room + 2:.1f}" height="{size * 1.5:.1f}" rx="5" fill="#fdf8ea" fill-opacity=".86"/>'
        f"{label(round(right - 1, 1), round(middle + size * 0.36, 1), text, size, ink, 'end', 'bold')}"
        f"{use(scene.prefix, sign, round(right - room / 2 - 7, 1), round(middle - size * 0.72 - 11, 1), 13) if is_big else ''}"
    )


# -- stacks and general supply


def draw_stacks(sheet: Sheet, x: float, y: float, width: float) -> float:
    """The three stacks of earning cards by their backs, and what is left in the general supply; returns the height."""
    scene = sheet.scene
    height = 88.0
    sheet.ground.append(panel(x, y, width, height, "stacks"))
    for i, (size, back, action) in enumerate(scene.stacks()):
        left, top = x + 12 + 62 * i, y + 10
        sheet.ground.append(f'<g transform="translate({left:g},{top:g})">{stack_art(scene, size, back)}</g>')
        words = NN_("Stack %(number)s: %(n)s earning card", "Stack %(number)s: %(n)s earning cards")
        title = Message(words, number=i + 1, n=size)
        lines = [scene.say(title)]
        if back >= 0:
            lines.append(
                scene.say(Message(N_("The top card's back promises %(goods)s"), goods=Message(BACK_WORDS[back])))
            )
        sheet.put_spot(f"stack-{i + 1}", left, top, 52, 68, action, "\n".join(lines))
    draw_general_supply(sheet, x + 206, y, width - 206)
    return height


def stack_art(scene: Scene, size: int, back: int) -> str:
    """A stack: the back of its top card, and how many cards it has."""
    if size == 0:
        return f'<rect width="52" height="68" rx="5" fill="none" stroke="{RULE}" stroke-dasharray="4 3"/>'
    under = "".join(
        f'<rect x="{d}" y="{-d}" width="52" height="68" rx="5" fill="#33423d" stroke="{INK}"/>'
        for d in (2, 1)[: size - 1]
    )
    return f"{under}{card_back(scene, back, 52, 68)}{label(47, 63, size, 13, '#fff', 'end', 'bold')}"


def card_back(scene: Scene, back: int, width: float, height: float) -> str:
    """The back of an earning card: what is frequent on its front."""
    out = [
        f'<rect width="{width:g}" height="{height:g}" rx="5" fill="url(#{scene.prefix}ar-back)" stroke="{INK}" stroke-width="1.2"/>'
    ]
    signs = BACK_SIGNS[back] if back >= 0 else []
    half, size = width / 2, 18
    rx = 13 + 9 * (len(signs) - 1)
    out.append(
        f'<ellipse cx="{half:g}" cy="{height / 2 - 4:g}" rx="{rx}" ry="14" fill="{PAPER}" stroke="#1f332c"/>'
        if signs
        else ""
    )
    for i, sign in enumerate(signs):
        out.append(use(scene.prefix, sign, round(half - size * len(signs) / 2 + size * i, 1), height / 2 - 13, size))
    return "".join(out)


def draw_general_supply(sheet: Sheet, x: float, y: float, width: float) -> None:
    """Swords, shields and face-down Fomori that are left, and the Fomori discard."""
    scene = sheet.scene
    v, say = scene.view, scene.say
    sheet.ground.append(label(x, y + 22, say.word(N_("General supply")), 14, INK, "", "bold"))
    in_supply = scene.state.in_supply()
    items = [
        ("swords", v.swords_left, N_("Swords in the general supply")),
        ("shields", v.shields_left, N_("Shields in the general supply")),
        ("fomori", in_supply, N_("Face-down Fomori in the general supply")),
    ]
    step = min(70.0, width / 3)
    for i, (sign, number, title) in enumerate(items):
        out = use(sheet.prefix, sign, x + step * i, y + 30, 19) + label(
            x + step * i + 23, y + 46, number, 15, INK, "", "bold"
        )
        sheet.ground.append(group(out, say.word(title)))
    sheet.ground.append(label(x, y + 75, say.word(N_("repelled")), 12.5, FAINT))
    step = min(52.0, (width - 60) / 3)
    size = 22 if step > 44 else 17
    for species in range(N_SPECIES):
        left = x + 60 + step * species
        out = use(sheet.prefix, SPECIES[species], left, y + 69 - size / 2, size) + label(
            left + size + 1.5, y + 75, v.discard[species], 14 if step > 44 else 12.5, INK
        )
        told = Message(
            N_("%(threat)s in the discard: %(count)s"), threat=Message(THREAT_WORDS[species]), count=v.discard[species]
        )
        sheet.ground.append(group(out, say(told)))
