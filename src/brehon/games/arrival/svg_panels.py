"""Beside the map: rounds, the balance of tribes and Fomori, fame and corruption, the tiles, the stacks, and choices without a place."""

from __future__ import annotations

from typing import Final

from brehon.core.svg import group, label
from brehon.core.text import N_, Message, Seat
from brehon.games.arrival.data import THREATS
from brehon.games.arrival.svg_scene import THREAT_SHORT, THREAT_WORDS, Scene
from brehon.games.arrival.svg_sheet import Sheet, cut, fold
from brehon.games.arrival.svg_tiles import swatch
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
    tribe_disc,
    use,
)

TRIBES_FILL: Final = "#b98a2f"
LETTER: Final = 9.2  # width of a bold letter of the status


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


def status_lines(scene: Scene, width: float) -> list[str]:
    return fold(scene.status(), int(width / LETTER))


def draw_status(sheet: Sheet, x: float, y: float, width: float, lines: int) -> None:
    scene = sheet.scene
    is_mine = scene.view.seat >= 0 and bool(scene.view.movers() >> scene.view.seat & 1)
    ink, weight = (OPEN, "bold") if is_mine else (INK, "")
    shown = status_lines(scene, width)
    if len(shown) > lines:
        shown = [*shown[: lines - 1], cut(" ".join(shown[lines - 1 :]), int(width / LETTER))]
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
    lines = fold(scene.say.word(told), int(width / 8.2))
    height = 76 + 17 * len(lines)
    bar = width - 28
    share = bar * tribes / max(1, tribes + fomori)
    out = [
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}" stroke="{ALARM if not prevail else OPEN}" stroke-width="2" class="panel balance"/>',
        label(x + 14, y + 20, scene.say.word(N_("Tribes")), 14, INK, "", "bold"),
        label(x + width / 2, y + 20, scene.say.word(N_("against")), 12, FAINT, "middle"),
        label(x + width - 14, y + 20, scene.say.word(N_("Fomori")), 14, INK, "end", "bold"),
        f'<rect x="{x + 14:g}" y="{y + 28:g}" width="{bar:g}" height="26" rx="6" fill="{NIGHT}"/>',
        f'<path d="M{x + 20:g} {y + 28:g}H{x + 14 + share:.1f}v26H{x + 20:g}a6 6 0 0 1-6-6v-14a6 6 0 0 1 6-6z" fill="{TRIBES_FILL}"/>'
        if tribes
        else "",
        f'<path d="M{x + 14 + bar / 2:g} {y + 25:g}v32" stroke="#fff" stroke-width="4"/><path d="M{x + 14 + bar / 2:g} {y + 25:g}v32" stroke="{INK}" stroke-width="1.6"/>',
        # on its own colour if there is room, else beside it
        label(x + 22, y + 48, tribes, 20, INK, "", "bold")
        if share > 36
        else label(round(x + 20 + share, 1), y + 48, tribes, 20, PAPER, "", "bold"),
        label(x + width - 22, y + 48, fomori, 20, "#fff", "end", "bold"),
    ]
    for i, line in enumerate(lines):
        out.append(label(x + 14, y + 74 + 17 * i, line, 14, ALARM if not prevail else OPEN))
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
        out = use(sheet.prefix, f"{name}-full", left + 1, y + 8, 33) + label(
            left + 35, y + 32, f"×{number}", 13.5, INK, "", "bold"
        )
        out += label(left + 3, y + 57, cut(say.word(THREAT_SHORT[threat]), int(step / 7)), 12, FAINT)
        title = Message(
            N_("%(threat)s: strength %(strength)s, fame %(fame)s; %(count)s on the map"),
            threat=Message(THREAT_WORDS[threat]), strength=box.strength[threat], fame=box.fame[threat], count=number,
        )  # fmt: skip
        sheet.ground.append(group(out, say(title), "threat"))
    step = (width - 12) / len(box.colour_names)
    for tone in range(len(box.colour_names)):
        left = x + 8 + step * tone
        sheet.ground.append(swatch(scene, tone, left, y + 67, 22, 16))
        sheet.ground.append(label(left, y + 100, cut(scene.colour_name(tone), int(step / 7)), 12.5, INK))
    return 108


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
        if limit < 0 or abs(value - limit) * room / most > 20:
            out.append(label(round(at, 1), low + 13, value, 12, FAINT, "middle"))
    if limit >= 0:
        at = left + room * limit / most
        out.append(
            f'<rect x="{at:.1f}" y="{y + 29:g}" width="{left + room - at + 18:.1f}" height="{20 * len(values) + 1}" fill="{ALARM}" fill-opacity=".14"/>'
        )
        out.append(f'<path d="M{at:.1f} {y + 25:g}V{low + 2:g}" stroke="{ALARM}" stroke-width="2"/>')
        out.append(label(round(at, 1), low + 14, limit, 12.5, ALARM, "middle", "bold"))
        text = scene.say(Message(N_("limit %(limit)s"), limit=limit))
        out.append(label(x + width - 2, y + 20, text, 11.5 if scene.is_narrow else 13, ALARM, "end"))
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
