"""Beside the map: rounds, the balance of tribes and Fomori, fame and corruption, the tiles, the stacks, and choices without a place."""

from __future__ import annotations

from typing import Final

from brehon.core.svg import esc, group, label, shorten, wrap
from brehon.core.text import N_, Message, Seat
from brehon.games.arrival.actions import KEEP, KEEPS, OGAM, PASS, STOP, TROPHY
from brehon.games.arrival.data import CAULDRON, N_SPECIES, SPECIES, THREATS
from brehon.games.arrival.svg_map import N_TONES
from brehon.games.arrival.svg_scene import BACK_SIGNS, BACK_WORDS, THREAT_SHORT, THREAT_WORDS, Scene
from brehon.games.arrival.svg_sheet import Sheet, pill, text_width
from brehon.games.arrival.svg_tokens import (
    ALARM,
    FAINT,
    INK,
    NIGHT,
    OPEN,
    PAPER,
    PARCHMENT,
    RULE,
    panel,
    tile_picture,
    tribe_disc,
    use,
)

TRIBES_FILL: Final = "#b98a2f"


# -- rounds


def draw_rounds(sheet: Sheet, x: float, y: float) -> float:
    """The round track with its counter and the space C; returns its width."""
    scene = sheet.scene
    v = scene.view
    table = v.table
    out = []
    for number in range(1, table.rounds + 1):
        middle = x + 15 + 31 * (number - 1)
        out.append(f'<circle cx="{middle:g}" cy="{y:g}" r="13" fill="{PARCHMENT}" stroke="{RULE}"/>')
        out.append(label(middle, y + 5.5, number, 15, FAINT, "middle"))
    end = x + 15 + 31 * table.rounds
    out.append(
        f'<path d="M{end:g} {y - 14:g}l14 7v14l-14 7l-14-7v-14z" fill="{PARCHMENT}" stroke="{ALARM}" stroke-width="1.5"/>'
    )
    out.append(label(end, y + 5.5, "C", 15, ALARM, "middle", "bold"))
    title = Message(
        N_("Round %(round)s of %(rounds)s. Whoever reaches %(limit)s corruption puts the counter on C: the game ends with that round"),
        round=max(1, v.round), rounds=table.rounds, limit=table.limit,
    )  # fmt: skip
    sheet.ground.append(group("".join(out), scene.say(title), "rounds"))
    at = end if v.flag else x + 15 + 31 * (max(1, v.round) - 1)
    text = "C" if v.flag else str(max(1, v.round))
    fill = ALARM if v.flag else INK
    body = f'<circle r="13.5" fill="{fill}" stroke="#fff" stroke-width="1.5"/>{label(0, 5.5, text, 15, "#fff", "middle", "bold")}'
    sheet.put_piece("round-counter", at, y, body, "counter")
    return 31 * (table.rounds + 1)


def draw_heading(sheet: Sheet, x: float, y: float, width: float) -> None:
    """Rounds, and what is being decided, in one line."""
    sheet.ground.append(panel(x, y, width, 44, "heading"))
    used = draw_rounds(sheet, x + 12, y + 22)
    draw_status(sheet, x + used + 26, y + 28, width - used - 36, 1)


def draw_status(sheet: Sheet, x: float, y: float, width: float, lines: int) -> None:
    scene = sheet.scene
    is_mine = scene.view.seat >= 0 and bool(scene.view.movers() >> scene.view.seat & 1)
    ink, weight = (OPEN, "bold") if is_mine else (INK, "")
    room = int(width / 9.2)
    shown = wrap(scene.status(), room)
    if len(shown) > lines:
        shown = [*shown[: lines - 1], shorten(" ".join(shown[lines - 1 :]), room)]
    for i, line in enumerate(shown):
        sheet.ground.append(label(x, y + 19 * i, line, 16, ink, "", weight))


# -- the balance


def draw_balance(sheet: Sheet, x: float, y: float, width: float) -> float:
    """Tribes T against Fomori F: what decides how the game ends. Returns its height."""
    scene = sheet.scene
    tribes, fomori = scene.balance()
    prevail = tribes > fomori
    if scene.is_over:
        told = (
            N_("The tribes have prevailed: most fame wins")
            if prevail
            else N_("The Fomori have overrun the tribes: least corruption wins")
        )
    elif prevail:
        told = N_("As it stands the tribes prevail: most fame wins")
    else:
        told = N_("As it stands the Fomori overrun the tribes: least corruption wins")
    lines = wrap(scene.say.word(told), int(width / 8.2))
    height = 74 + 17 * len(lines)
    bar = width - 28
    share = bar * tribes / max(1, tribes + fomori)
    out = [
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}" stroke="{ALARM if not prevail else OPEN}" stroke-width="2" class="panel balance"/>',
        label(x + 14, y + 25, scene.say(Message(N_("Tribes %(count)s"), count=tribes)), 17, INK, "", "bold"),
        label(
            x + width - 14, y + 25, scene.say(Message(N_("Fomori %(count)s"), count=fomori)), 17, ALARM, "end", "bold"
        ),
        label(x + width / 2, y + 24, scene.say.word(N_("against")), 11, FAINT, "middle")
        if width > 300
        else label(x + width / 2, y + 24, ":", 17, FAINT, "middle"),
        f'<rect x="{x + 14:g}" y="{y + 36:g}" width="{bar:g}" height="16" rx="8" fill="{NIGHT}"/>',
        f'<path d="M{x + 22:g} {y + 36:g}H{x + 14 + max(10, share):g}v16H{x + 22:g}a8 8 0 0 1 0-16z" fill="{TRIBES_FILL}"/>'
        if tribes
        else "",
        f'<path d="M{x + 14 + bar / 2:g} {y + 32:g}v24" stroke="#fff" stroke-width="3.5"/><path d="M{x + 14 + bar / 2:g} {y + 32:g}v24" stroke="{INK}" stroke-width="1.5"/>',
    ]
    for i, line in enumerate(lines):
        out.append(label(x + 14, y + 73 + 17 * i, line, 14, ALARM if not prevail else OPEN))
    title = Message(
        N_("Fortified locations of all tribes: %(tribes)s. Locations with a Fomori or a castle: %(fomori)s. Unless the tribes have more, they are overrun"),
        tribes=tribes, fomori=fomori,
    )  # fmt: skip
    sheet.ground.append(group("".join(out), scene.say(title), "balance"))
    return height


def draw_legend(sheet: Sheet, x: float, y: float, width: float) -> float:
    """The threats, how many are on the map, and the four tones of the provinces. Returns its height."""
    scene = sheet.scene
    say, box = scene.say, scene.box
    sheet.ground.append(panel(x, y, width, 108, "legend"))
    step = (width - 12) / len(THREATS)
    for threat, name in enumerate(THREATS):
        left = x + 6 + step * threat
        number = scene.on_map(threat)
        out = use(sheet.prefix, f"{name}-full", left + 2, y + 6, 36) + label(
            left + 40, y + 30, f"×{number}", 15, INK, "", "bold"
        )
        out += label(left + 3, y + 57, shorten(say.word(THREAT_SHORT[threat]), int(step / 6.4)), 10.5, FAINT)
        title = Message(
            N_("%(threat)s: strength %(strength)s, fame %(fame)s; %(count)s on the map"),
            threat=Message(THREAT_WORDS[threat]), strength=box.strength[threat], fame=box.fame[threat], count=number,
        )  # fmt: skip
        sheet.ground.append(group(out, say(title), "threat"))
    step = (width - 12) / len(box.colour_names)
    for tone in range(len(box.colour_names)):
        left = x + 8 + step * tone
        sheet.ground.append(swatch(scene, tone, left, y + 67, 22, 16))
        sheet.ground.append(label(left, y + 100, shorten(scene.colour_name(tone), int(step / 6.4)), 12, INK))
    return 108


def swatch(scene: Scene, tone: int, x: float, y: float, width: float, height: float) -> str:
    """A bit of a province's tone and pattern."""
    shape = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3"'
    return (
        f'<rect {shape} fill="{esc(scene.chart.fills[tone])}" stroke="{INK}"/>'
        f'<rect {shape} fill="url(#{scene.prefix}ar-tone-{tone % N_TONES})"/>'
    )


# -- fame and corruption


def draw_tracks(sheet: Sheet, x: float, y: float, width: float) -> float:
    """Both tracks, a lane for every leader; returns the height."""
    scene = sheet.scene
    v = scene.view
    height = 50 + 20 * scene.n_seats
    sheet.ground.append(panel(x, y, width, height, "tracks"))
    half = (width - 30) / 2
    most = max(20, 10 * (max(v.fame) // 10 + 1))
    draw_track(sheet, "fame", x + 10, y, half, v.fame, most, -1)
    draw_track(
        sheet, "corruption", x + 20 + half, y, half, v.corruption, max(v.table.limit + 2, *v.corruption), v.table.limit
    )
    return height


def draw_track(
    sheet: Sheet, name: str, x: float, y: float, width: float, values: list[int], most: int, limit: int
) -> None:
    scene = sheet.scene
    is_fame = name == "fame"
    word = scene.say.word(N_("Fame")) if is_fame else scene.say.word(N_("Corruption"))
    left, room = x + 10, width - 34
    low = y + 30 + 20 * len(values)
    out = [use(sheet.prefix, name, x, y + 7, 17), label(x + 22, y + 21, word, 15, INK, "", "bold")]
    for value in range(0, most + 1, 5 if most <= 30 else 10):
        at = left + room * value / most
        out.append(f'<path d="M{at:.1f} {y + 29:g}V{low:g}" stroke="{RULE}" stroke-opacity=".6"/>')
        if limit < 0 or abs(value - limit) > 1:
            out.append(label(round(at, 1), low + 13, value, 11, FAINT, "middle"))
    if limit >= 0:
        at = left + room * limit / most
        out.append(
            f'<rect x="{at:.1f}" y="{y + 29:g}" width="{left + room - at + 18:.1f}" height="{20 * len(values) + 1}" fill="{ALARM}" fill-opacity=".14"/>'
        )
        out.append(f'<path d="M{at:.1f} {y + 25:g}V{low + 2:g}" stroke="{ALARM}" stroke-width="2"/>')
        out.append(label(round(at, 1), low + 14, limit, 12.5, ALARM, "middle", "bold"))
        text = scene.say(Message(N_("limit %(limit)s"), limit=limit))
        out.append(label(x + width - 2, y + 20, text, 12.5, ALARM, "end"))
    for seat, value in enumerate(values):
        middle = y + 40 + 20 * seat
        at = left + room * min(value, most) / most
        out.append(f'<path d="M{left:g} {middle:g}H{at:.1f}" stroke="{RULE}" stroke-width="2.5"/>')
        body = tribe_disc(sheet.prefix, seat, 0, 0, 9)
        sheet.put_piece(f"{name}-{seat}", round(at, 1), middle, body, "tracker")
        shown = f'<g class="value">{label(round(at + 12, 1), middle + 5, value, 14, INK, "", "bold")}</g>'
        told = Message(
            N_("%(player)s: %(value)s fame") if is_fame else N_("%(player)s: %(value)s corruption"),
            player=Seat(seat),
            value=value,
        )
        out.append(group(shown, scene.say(told)))
    sheet.ground.append(f'<g class="track {name}">{"".join(out)}</g>')


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
        sheet.ground.append(label(x + width - 12, y + 21, shorten(told, int(width / 12)), 13, FAINT, "end"))
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
        wrap(scene.tile_short(tile), int(width / 6.8))
        if height > 60
        else [shorten(scene.tile_short(tile), int(width / 6.1))]
    )
    first = height - (19 if len(lines) > 1 else 11) if height > 60 else height - 5
    for i, line in enumerate(lines[:2]):
        out.append(label(round(width / 2, 1), first + 13 * i, line, 12 if height > 60 else 11, INK, "middle"))
    if number > 1:
        out.append(
            f'<circle cx="{width - 8:.1f}" cy="8" r="10" fill="{INK}"/>{label(round(width - 8, 1), 12.5, f"×{number}", 12, "#fff", "middle", "bold")}'
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
        title = Message(N_("Stack %(number)s: %(count)s earning cards"), number=i + 1, count=size)
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
    step = min(46.0, (width - 62) / 3)
    for species in range(N_SPECIES):
        left = x + 60 + step * species
        out = use(sheet.prefix, SPECIES[species], left, y + 58, 22) + label(
            left + 24, y + 75, v.discard[species], 14, INK
        )
        told = Message(
            N_("%(threat)s in the discard: %(count)s"), threat=Message(THREAT_WORDS[species]), count=v.discard[species]
        )
        sheet.ground.append(group(out, say(told)))


# -- choices without a place


def draw_bar(sheet: Sheet, x: float, y: float, width: float) -> float:
    """Pass, end of turn, what to keep and the like, as buttons; returns the height, 0 if there are none."""
    scene = sheet.scene
    if not scene.in_bar:
        return 0
    tall = 40 if scene.is_narrow else 32
    left, top = x + 10, y + 9
    placed = []
    for action in scene.in_bar:
        room = bar_width(scene, action)
        if left + room > x + width - 8:
            left, top = x + 10, top + tall + 7
        placed.append((action, left, top, room))
        left += room + 8
    height = top + tall + 9 - y
    sheet.ground.append(panel(x, y, width, height, "choices"))
    for action, at, line, room in placed:
        sheet.spots.append(bar_button(scene, action, at, line, room, tall))
    return height


def bar_width(scene: Scene, action: int) -> float:
    if scene.space.kind_of[action] == KEEP:
        return 78.0
    return text_width(bar_text(scene, action), 15) + 26


def bar_text(scene: Scene, action: int) -> str:
    kind, arg = scene.space.kind_of[action], scene.space.arg(action)
    if kind == PASS:
        return scene.say.word(N_("Pass"))
    if kind == STOP:
        return scene.say.word(N_("Build no more"))
    if kind == OGAM:
        return scene.say.word(N_("Keep Ogam's wisdom"))
    if kind == TROPHY:
        return scene.say(Message(N_("Trophy: send back %(count)s"), count=arg + 1))
    return scene.say.word(N_("End the turn"))


def bar_button(scene: Scene, action: int, x: float, y: float, width: float, height: float) -> str:
    why = scene.refusal(action)
    fill, ink = (PARCHMENT, FAINT) if why else (OPEN, "#fff")
    if scene.space.kind_of[action] == KEEP:
        body = pill("", width, height, 15, PARCHMENT if why else "#d7ebe2")
        for i, sign in enumerate(["discs", "swords", "shields"]):
            number = KEEPS[scene.space.arg(action)][i]
            middle = round(height / 2 + 5.5, 1)
            body += use(scene.prefix, sign, 4 + 24 * i, round(height / 2 - 6, 1), 13) + label(
                18 + 24 * i, middle, number, 14, INK if number else RULE, "", "bold"
            )
    else:
        body = pill(bar_text(scene, action), width, height, 15, fill, ink)
    words = esc(why or scene.offer(action))
    deed = f'aria-disabled="true" data-why="{action}"' if why else f'data-action="{action}"'
    return (
        f'<g id="{scene.prefix}choice-{action}" class="spot {"shut" if why else "open"}" role="button" tabindex="0" {deed} aria-label="{words}" '
        f'transform="translate({x:g},{y:g})"><title>{words}</title>{body}</g>'
    )
