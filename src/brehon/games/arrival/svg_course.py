"""How the game stands: rounds, tribes against Fomori, how it would end now, and the choices that have no place on the table."""

from __future__ import annotations

from typing import Final

from brehon.core.canvas import pill
from brehon.core.palette import ALARM, FAINT, INK, ON, OPEN, PAPER, PARCHMENT, RULE
from brehon.core.svg import at, columns, fit, group, label, shorten, text_width
from brehon.core.text import N_, Message
from brehon.games.arrival.actions import TROPHY
from brehon.games.arrival.data import THREAT_ROWS, THREATS
from brehon.games.arrival.svg_bar import bar_text, bar_width, button_art
from brehon.games.arrival.svg_layout import Layout
from brehon.games.arrival.svg_scene import CARDS, Scene
from brehon.games.arrival.svg_tiles import draw_open_chips, motif, swatch, tile_ground
from brehon.games.arrival.svg_tokens import PALETTE, use
from brehon.games.arrival.words import ENDINGS

TRIBES_FILL: Final = PALETTE["tribes"]
NIGHT: Final = PALETTE["night"]
COURSE: Final = 84  # height
STEP: Final = 24  # from round to round


def draw_course(scene: Scene, x: float, y: float, width: float) -> float:
    """Three lines: the balance, what it means, the rounds with the choices next to them. Returns the height."""
    view = scene.view
    key = ("course", *scene.balance(), scene.is_over, view.round, view.flag, x, y, width)
    scene.draw_once(key, draw_standing, scene, x, y, width)
    used = STEP * (view.table.rounds + 1)
    if scene.mode == CARDS and not scene.in_bar and not scene.is_narrow:
        draw_open_chips(scene, x + used + 14, y + 53, width - used - 22)
    draw_choices(scene, x + used + 18, y + 52, width - used - 26, 28)
    return COURSE


def draw_standing(scene: Scene, x: float, y: float, width: float) -> None:
    """The panel with the balance and the rounds."""
    scene.put_panel(x, y, width, COURSE, "course")
    draw_balance(scene, x + 10, y + 7, width - 20)
    draw_rounds(scene, x + 10, y + 66)


def ending_text(scene: Scene) -> tuple[str, str]:
    """How it would end now, and in which ink."""
    tribes, fomori = scene.balance()
    return scene.text(ENDINGS[scene.is_over, tribes > fomori]), OPEN if tribes > fomori else ALARM


def draw_balance(scene: Scene, x: float, y: float, width: float) -> None:
    """Tribes T against Fomori F: what decides how the game ends."""
    tribes, fomori = scene.balance()
    text, ink = ending_text(scene)
    left, right = (round(text_width(scene.text(word), 12.5) + 6) for word in (N_("Tribes"), N_("Fomori")))
    out = [
        label(x, y + 15, scene.text(N_("Tribes")), 12.5, INK, "", "bold"),
        label(x + width, y + 15, scene.text(N_("Fomori")), 12.5, INK, "end", "bold"),
        at(x + left, y, balance_bar(tribes, fomori, width - left - right)),
        label(x, y + 38, text, 13 if columns(text) * 7.2 <= width else 11.5, ink, "", "bold"),
    ]
    scene.put(group("".join(out), balance_title(scene), "balance", scene.ident("balance")))


def balance_title(scene: Scene) -> str:
    tribes, fomori = scene.balance()
    return scene.say(
        Message(
            N_("Fortified locations of all tribes: %(tribes)s. Locations with a Fomori or a castle: %(fomori)s. Unless the tribes have more, they are overrun"),
            tribes=tribes, fomori=fomori,
        )
    )  # fmt: skip


def balance_bar(tribes: int, fomori: int, width: float) -> str:
    share = min(width - 30, max(28.0, width * tribes / max(1, tribes + fomori)))
    return (
        f'<rect width="{width:g}" height="20" rx="5" fill="{NIGHT}"/><path d="M5 0H{share:.1f}v20H5a5 5 0 0 1-5-5v-10a5 5 0 0 1 5-5z" fill="{TRIBES_FILL}"/>'
        f'<path d="M{width / 2:g} -2v24" stroke="{PAPER}" stroke-width="3.6"/><path d="M{width / 2:g} -2v24" stroke="{INK}" stroke-width="1.4"/>'
        f"{label(7, 15.5, tribes, 15, '#1d1509', '', 'bold')}{label(width - 7, 15.5, fomori, 15, '#fff', 'end', 'bold')}"
    )


def draw_rounds(scene: Scene, x: float, y: float) -> None:
    """The round track with its counter and the space C."""
    v = scene.view
    table = v.table
    out = []
    for number in range(1, table.rounds + 1):
        middle = x + 11 + STEP * (number - 1)
        out.append(f'<circle cx="{middle:g}" cy="{y:g}" r="10" fill="{PARCHMENT}" stroke="{RULE}"/>')
        if number != v.round or v.flag:
            out.append(label(middle, y + 4.5, number, 12.5, FAINT, "middle"))
    end = x + 11 + STEP * table.rounds
    out.append(
        f'<path d="M{end:g} {y - 11:g}l11 5.5v11l-11 5.5l-11-5.5v-11z" fill="{PARCHMENT}" stroke="{ALARM}" stroke-width="1.5"/>'
    )
    if not v.flag:
        out.append(label(end, y + 4.5, "C", 12.5, ALARM, "middle", "bold"))
    title = Message(
        N_("Round %(round)s of %(rounds)s. A player who reaches %(limit)s corruption puts the counter on C: the game ends with that round"),
        round=max(1, v.round), rounds=table.rounds, limit=table.limit,
    )  # fmt: skip
    scene.put(group("".join(out), scene.say(title), "rounds", scene.ident("round-track")))
    if v.round or v.flag:
        at_x = end if v.flag else x + 11 + STEP * (v.round - 1)
        fill = ALARM if v.flag else INK
        words = label(0, 4.5, "C" if v.flag else v.round, 12.5, ON, "middle", "bold")
        scene.put_piece("round-counter", at_x, y, f'<circle r="11" fill="{fill}"/>{words}', "counter")


def draw_choices(scene: Scene, x: float, y: float, width: float, height: float) -> None:
    """Pass, end of turn, trophies and the like, from the right."""
    actions = scene.in_bar
    size = 14.0
    widths = [bar_width(scene, action, size) for action in actions]
    while size > 12 and sum(widths) + 6 * len(widths) > width:
        size -= 1
        widths = [bar_width(scene, action, size) for action in actions]
    shrink = min(1.0, (width - 6 * len(widths)) / max(1.0, sum(widths)))
    right = x + width
    for action, room in zip(reversed(actions), reversed(widths), strict=True):
        room = round(room * shrink, 1)
        right -= room
        text = fit(bar_text(scene, action), room - 8, size)
        art = button_art(scene, action, text, room, height, size)
        scene.put_choice(scene.choice_id(action), round(right, 1), y, art, action)
        right -= 6


def draw_legend(scene: Scene, layout: Layout, left: float, top: float) -> None:
    """The legend of the map."""
    numbers = tuple(scene.on_map(threat) for threat in range(len(THREATS)))
    scene.draw_once(("legend", numbers, left, top), put_legend, scene, layout, left, top)


def put_legend(scene: Scene, layout: Layout, left: float, top: float) -> None:
    """In a free corner of the sea: the threats, how many are on the map, and the tones of the provinces."""
    corner = next((name for name in ("se", "ne", "sw") if name in layout.corners), "")
    if not corner:
        return
    x0, y0, x1, y1 = layout.corners[corner]
    x, y = round(left + x0 + 4), round(top + y0 + 4)
    scene.put_panel(x, y, x1 - x0 - 8, y1 - y0 - 8, "legend")
    for threat, name in enumerate(THREATS):
        number = scene.on_map(threat)
        line = y + 4 + 20 * threat
        out = use(scene.prefix, name, x + 5, line, 18) + label(x + 26, line + 14, f"×{number}", 12, INK, "", "bold")
        title = Message(
            N_("%(threat)s: strength %(strength)s, fame %(fame)s; %(count)s on the map"),
            threat=Message(THREAT_ROWS[threat].short), strength=scene.box.strength[threat], fame=scene.box.fame[threat], count=number,
        )  # fmt: skip
        scene.put(group(out, scene.say(title), "threat", scene.ident(f"legend-{name}")))
    for tone in range(min(4, len(scene.box.colour_names))):
        line = y + 4 + 20 * tone
        scene.put(swatch(scene, tone, x + 56, line + 3, 14, 12))
        scene.write(x + 74, line + 14, shorten(scene.colour_name(tone), 8), 11.5, INK)


def draw_plaque(scene: Scene, layout: Layout) -> None:
    """On a phone: tribes against Fomori in one corner of the sea, and what has no place in another."""
    if "nw" in layout.corners:
        tribes, fomori = scene.balance()
        text, ink = ending_text(scene)
        scene.put_panel(4, 4, 124, 54, "course")
        short = N_("Fame wins") if tribes > fomori else N_("Least corruption")
        out = [
            at(11, 11, balance_bar(tribes, fomori, 110)),
            label(66, 49, scene.text(short), 12, ink, "middle", "bold"),
        ]
        scene.put(group("".join(out), f"{text}. {balance_title(scene)}", "balance", scene.ident("balance")))
    if layout.has_thumbs and scene.view.active >= 0:
        draw_thumbs(scene, layout)
    bar = [action for action in scene.in_bar if scene.space.kind_of[action] != TROPHY and scene.offers.is_legal(action)]
    corner = layout.corners.get("se", layout.corners.get("sw"))
    if corner is None or not bar:
        return
    text = bar_text(scene, bar[0])
    body = button_art(scene, bar[0], text, corner[2] - corner[0] - 8, 46, 14)
    scene.put_choice(scene.choice_id(bar[0]), corner[0] + 4, layout.height - 50, body, bar[0])


def draw_thumbs(scene: Scene, layout: Layout) -> None:
    """One's own tiles that can be used now, and trophies, large enough for a thumb, in the open sea."""
    seat = scene.view.active
    tiles = [(scene.use_action(seat, tile), tile, number) for tile, number in scene.held(seat)]
    places = [(x, y) for y in (62, 112) for x in (4, 54)]
    for action, tile, number in tiles:
        if places and scene.offers.is_legal(action):
            x, y = places.pop(0)
            name = scene.box.tile_names[tile]
            ident = f"held-{seat}-{name}"
            scene.put_piece(ident, x, y, thumb(scene, tile, number, seat), "tile")
            scene.put_tile_spot(f"use-{seat}-{name}", x, y, 46, 46, action, tile, seat, ident)
    for action in scene.in_bar:
        if places and scene.space.kind_of[action] == TROPHY:
            x, y = places.pop(0)
            number = scene.space.arg(action) + 1
            art = pill("", 46, 46, 12) + use(scene.prefix, "trophy", 5, 8, 18) + use(scene.prefix, "fomori", 24, 8, 18)
            art += label(23, 40, f"−{number}", 13, ON, "middle", "bold")
            scene.put_choice(scene.choice_id(action), x, y, art, action)


def thumb(scene: Scene, tile: int, number: int, seat: int) -> str:
    """A tile of 46 by 46: motif above, worth below."""
    gain = scene.gain(seat, tile)
    text = f"−{gain}" if scene.is_bard(tile) else f"+{gain}"
    words = label(23, 42, f"{text} ×{number}" if number > 1 else text, 12.5, INK, "middle", "bold")
    return "".join([*tile_ground(scene, tile, 46, 46), motif(scene, tile, 23, 20, 13), words])


def note_pill(text: str, is_now: bool, width: float) -> str:
    """A small flag next to a name."""
    return pill(text, width, 19, 12, OPEN if is_now else PARCHMENT, ON if is_now else INK)
