"""What stands on the map: forts, Fomori, castles and shields, and what can be done at each location and in each province."""

from __future__ import annotations

from typing import Final

from brehon.core.svg import esc, label, spot
from brehon.games.arrival.data import N_SPECIES, THREATS
from brehon.games.arrival.svg_layout import Layout, layout_of
from brehon.games.arrival.svg_map import f, ground, names
from brehon.games.arrival.svg_scene import Scene
from brehon.games.arrival.svg_sheet import Sheet, text_width
from brehon.games.arrival.svg_tokens import FAINT, GOLD, INK, OPEN, PAPER, PARCHMENT, use
from brehon.games.arrival.words import isle_word

HIT: Final = 20  # radius of a location for a finger
FINGER_ROOM: Final = f'<circle r="{HIT}" fill="{PAPER}" fill-opacity="0"/>'
SEVERAL: Final = (
    f'<circle cx="-14" cy="-14" r="6.5" fill="{OPEN}" stroke="#fff" stroke-width="1.2"/>'
    '<path d="M-17-15.7h6M-17-12.3h6" stroke="#fff" stroke-width="1.5" stroke-linecap="round"/>'
)
ITEM: Final = 30  # height of a menu's item
ITEM_NARROW: Final = 42


def draw_map(sheet: Sheet, left: float, top: float) -> float:
    """The island with everything on it; returns its height."""
    scene = sheet.scene
    layout = layout_of(scene.chart, scene.is_narrow)
    island = ground(scene.chart, layout, scene.box, sheet.prefix, scene.say(isle_word(scene.chart.isle_name)))
    sheet.ground.append(f'<g transform="translate({left:g},{top:g})">{island}</g>')
    for province in range(len(scene.chart.lands)):
        draw_land(sheet, layout, province, left, top)
    for place in range(scene.island.n_places):
        draw_piece(sheet, layout, place, left, top)
        draw_place(sheet, layout, place, left, top)
    sheet.ground.append(f'<g transform="translate({left:g},{top:g})">{names(scene.chart, layout)}</g>')
    return layout.height


def draw_land(sheet: Sheet, layout: Layout, province: int, left: float, top: float) -> None:
    """The shields of a province beside its bonus square, where one more can be placed."""
    scene = sheet.scene
    x, y = left + layout.squares[province][0], top + layout.squares[province][1]
    size = 15 if scene.is_narrow else 18
    name = scene.chart.lands[province].id
    for k in range(scene.view.guards[province]):
        body = use(sheet.prefix, "shields", 0, 0, size)
        sheet.put_piece(f"guard-{name}-{k}", round(x + 15 + k * (size - 4), 1), round(y - size / 2, 1), body, "guard")
    action = scene.view.table.shield + province
    sheet.put_spot(
        f"land-{name}", round(x - HIT, 1), round(y - HIT, 1), 2 * HIT, 2 * HIT, action, scene.land_title(province), 7
    )


def draw_piece(sheet: Sheet, layout: Layout, place: int, left: float, top: float) -> None:
    """The fort, the Fomori or the castle of a location."""
    scene = sheet.scene
    x, y = round(left + layout.places[place][0], 1), round(top + layout.places[place][1], 1)
    name = scene.island.names[place]
    owner, threat = scene.state.owner(place), scene.state.threat(place)
    if owner >= 0:
        level = scene.state.level(place)
        wide = 2.35 * layout.token
        high = wide * 54 / 40
        body = (
            f'<use href="#{sheet.prefix}ar-fort-{owner}-{level}" x="{f(-wide / 2)}" y="{f(-high * (0.7 - 0.07 * (level - 1)))}" '
            f'width="{f(wide)}" height="{f(high)}"/>'
        )
        sheet.put_piece(f"fort-{name}", x, y, body, "fort")
    elif threat >= 0:
        kind = "castle" if threat == N_SPECIES else "fomori"
        wide = 2.35 * layout.token
        body = use(sheet.prefix, f"{THREATS[threat]}-full", round(-wide / 2, 1), round(-wide / 2, 1), round(wide, 1))
        sheet.put_piece(f"{kind}-{name}", x, y, body, kind)
    if (owner >= 0 or threat >= 0) and scene.island.ports >> place & 1:
        sheet.pieces.append(
            f'<g class="port" transform="translate({x + 13:g},{y + 12:g})"><circle r="7.5" fill="#1d4a66" stroke="#fff" stroke-width="1.2"/>'
            f"{use(sheet.prefix, 'anchor', -5.5, -5.5, 11, '#fff')}</g>"
        )
    if scene.view.target == place:
        sheet.pieces.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="21" fill="none" stroke="{GOLD}" stroke-width="4" stroke-dasharray="6 4" class="chosen"/>'
        )


def draw_place(sheet: Sheet, layout: Layout, place: int, left: float, top: float) -> None:
    """A location to click: with one possible verb it is that action, with several it opens a menu, else it explains itself."""
    scene = sheet.scene
    offered = scene.at_places.get(place, [])
    legal = [action for action in offered if scene.offers.is_legal(action)]
    title = scene.place_title(place)
    x, y = left + layout.places[place][0], top + layout.places[place][1]
    ident = f"{sheet.prefix}at-{scene.island.names[place]}"
    menu = ""
    if len(legal) > 1:
        spot_here = opener(ident, title)
        badge = f'<g class="several" transform="translate({f(x)},{f(y)})">{SEVERAL}</g>'
        sheet.spots.append(badge)  # below the places, so that it never lies on an open menu
        menu = draw_menu(scene, layout, place, [*legal, *(action for action in offered if action not in legal)])
    elif legal:
        told = "\n".join(
            [scene.offer(legal[0]), title, *(scene.refusal(action) for action in offered if action != legal[0])]
        )
        spot_here = spot(ident, 0, 0, FINGER_ROOM, told, legal[0])
    elif offered:
        told = "\n".join([title, *dict.fromkeys(scene.refusal(action) for action in offered)])
        spot_here = spot(ident, 0, 0, FINGER_ROOM, title, offered[0], told)
    else:
        spot_here = spot(ident, 0, 0, FINGER_ROOM, title)
    if legal:
        r = f(layout.token + 2)
        sheet.ground.append(
            f'<g transform="translate({f(x)},{f(y)})" class="ring" fill="none"><circle r="{r}" stroke="#fff" stroke-width="6"/>'
            f'<circle r="{r}" stroke="{OPEN}" stroke-width="3.6"/></g>'
        )
    sheet.places.append(
        f'<g class="place" data-place="{esc(scene.island.names[place])}" transform="translate({f(x)},{f(y)})">{spot_here}{menu}</g>'
    )


def opener(ident: str, title: str) -> str:
    """A location with several verbs: a button that opens the menu beside it."""
    words = esc(title)
    return (
        f'<g id="{esc(ident)}" class="spot open choice" role="button" tabindex="0" aria-haspopup="menu" aria-label="{words}" data-menu="">'
        f"<title>{words}</title>{FINGER_ROOM}</g>"
    )


def draw_menu(scene: Scene, layout: Layout, place: int, offered: list[int]) -> str:
    """One item per verb, hidden until the place is opened; it stays within the map."""
    size, height = (15.0, ITEM_NARROW) if scene.is_narrow else (15.0, ITEM)
    verbs = [scene.verb(action) for action in offered]
    width = max(130.0, max(text_width(verb, size) for verb in verbs) + 26)
    tall = height * len(offered) + 6
    x, y = layout.places[place]
    dx = min(max(-width / 2, 4 - x), layout.width - 4 - width - x)
    dy = 24 if y + 24 + tall < layout.height else -24 - tall
    out = [f'<rect width="{f(width)}" height="{f(tall)}" rx="8" fill="{PAPER}" stroke="{INK}" stroke-width="1.6"/>']
    for i, (action, verb) in enumerate(zip(offered, verbs, strict=True)):
        out.append(menu_item(scene, action, verb, 3 + height * i, width, height, size))
    return f'<g class="menu" role="menu" display="none" transform="translate({f(dx)},{f(dy)})">{"".join(out)}</g>'


def menu_item(scene: Scene, action: int, verb: str, y: float, width: float, height: float, size: float) -> str:
    why = scene.refusal(action)
    fill, ink = (PARCHMENT, FAINT) if why else (OPEN, "#fff")
    words = esc(f"{verb}: {why}" if why else scene.offer(action))
    deed = f'aria-disabled="true" data-why="{action}"' if why else f'data-action="{action}"'
    return (
        f'<g id="{scene.prefix}item-{action}" class="spot item {"shut" if why else "open"}" role="menuitem" tabindex="0" {deed} '
        f'aria-label="{words}" transform="translate(3,{f(y)})"><title>{words}</title>'
        f'<rect x="1.5" y="1.5" width="{f(width - 9)}" height="{f(height - 3)}" rx="6" fill="{fill}"/>'
        f"{label(12, round(height / 2 + size * 0.35, 1), verb, size, ink, '', '' if why else 'bold')}</g>"
    )
