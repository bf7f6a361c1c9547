"""What is on the map: forts, Fomori, castles and shields, and the actions at each location and in each province."""

from __future__ import annotations

from typing import Final

from brehon.core.palette import FAINT, INK, ON, OPEN, PAPER, PARCHMENT
from brehon.core.svg import at, esc, label, spot, text_width
from brehon.core.text import N_, Message
from brehon.games.arrival import actions
from brehon.games.arrival.data import DISTANT_FAME, LEVELS, N_SPECIES, OUTPOST_FAME, THREATS
from brehon.games.arrival.phases.reach import free_reach, free_sites, spread_cost
from brehon.games.arrival.svg_layout import Layout, layout_of
from brehon.games.arrival.svg_map import f, ground, isle_label, names
from brehon.games.arrival.svg_scene import Scene
from brehon.games.arrival.svg_seen import seen_at
from brehon.games.arrival.svg_tokens import GOLD, use
from brehon.games.arrival.words import isle_word

FINGER: Final = 22  # radius of a location where something can be done, on a phone
TOUCH: Final = {  # [narrow, something can be done] the field of a location
    (narrow, is_open): f'<circle r="{r}" fill="{PAPER}" fill-opacity="0"/>'
    for narrow, is_open, r in ((False, False, 15), (False, True, 17), (True, False, 15), (True, True, FINGER))
}
SEVERAL: Final = (
    f'<circle cx="-11" cy="-11" r="5.5" fill="{OPEN}" stroke="{ON}" stroke-width="1.2"/>'
    f'<path d="M-13.6-12.4h5.2M-13.6-9.6h5.2" stroke="{ON}" stroke-width="1.4" stroke-linecap="round"/>'
)
RUN: Final = 6  # locations that are remembered together
ITEM: Final = 30  # height of a menu's item
ITEM_NARROW: Final = 47
HEAD: Final = 21  # height of the name above the items


def draw_map(scene: Scene, left: float, top: float) -> Layout:
    """The island with everything on it."""
    layout = layout_of(scene.chart, scene.is_narrow)
    island = ground(scene.chart, layout, scene.box, scene.prefix)
    scene.put(at(left, top, island))
    isle = isle_label(scene.chart, layout, scene.say(isle_word(scene.chart.isle_name)))
    scene.put(at(left, top, isle))
    for province in range(len(scene.chart.lands)):
        offered = scene.offered_here((scene.view.table.shield + province,))
        key = ("land", province, scene.view.guards[province], offered, left, top)
        scene.draw_once(key, draw_land, scene, layout, province, left, top)
    for first in range(0, scene.island.n_places, RUN):
        draw_run(scene, layout, range(first, min(first + RUN, scene.island.n_places)), left, top)
    scene.put(at(left, top, names(scene.chart, layout)))
    return layout


def draw_land(scene: Scene, layout: Layout, province: int, left: float, top: float) -> None:
    """The shields of a province next to its bonus square, where one more can be placed."""
    x, y = left + layout.squares[province][0], top + layout.squares[province][1]
    name = scene.chart.lands[province].id
    for k in range(scene.view.guards[province]):
        body = use(scene.prefix, "shields", 0, 0, 15)
        scene.put_piece(f"guard-{name}-{k}", round(x + 11 + k * 11, 1), round(y - 7.5, 1), body, "guard")
    action = scene.view.table.shield + province
    half = FINGER if scene.is_narrow and scene.offers.is_legal(action) else 13
    scene.put_spot(
        f"land-{name}",
        round(x - half, 1),
        round(y - half, 1),
        2 * half,
        2 * half,
        action,
        scene.land_title(province),
        half - 11,
    )


def draw_run(scene: Scene, layout: Layout, places: range, left: float, top: float) -> None:
    """Some locations, together if nothing is offered at any of them; else one by one."""
    if any(place in scene.at_places for place in places) or scene.view.target in places:
        for place in places:
            offered = scene.at_places.get(place, [])
            if scene.view.target == place or sum(scene.offers.is_legal(action) for action in offered) > 1:
                draw_location(scene, layout, place, left, top)  # a menu has words of its own
            else:
                key = ("place", place, seen_at(scene, place), scene.offered_here(offered), left, top)
                scene.draw_once(key, draw_location, scene, layout, place, left, top)
    else:
        seen = tuple([seen_at(scene, place) for place in places])
        scene.draw_once(("places", places, seen, left, top), draw_locations, scene, layout, places, left, top)


def draw_locations(scene: Scene, layout: Layout, places: range, left: float, top: float) -> None:
    for place in places:
        draw_location(scene, layout, place, left, top)


def draw_location(scene: Scene, layout: Layout, place: int, left: float, top: float) -> None:
    """A location with what stands on it."""
    draw_piece(scene, layout, place, left, top)
    draw_place(scene, layout, place, left, top)


def draw_piece(scene: Scene, layout: Layout, place: int, left: float, top: float) -> None:
    """The fort, the Fomori or the castle of a location."""
    x, y = round(left + layout.places[place][0], 1), round(top + layout.places[place][1], 1)
    name = scene.island.names[place]
    owner, threat = scene.state.owner(place), scene.state.threat(place)
    wide = round(2.35 * layout.token, 1)
    if owner >= 0:
        level = scene.state.level(place)
        high = wide * 54 / 40
        body = (
            f'<use href="#{scene.prefix}ar-fort-{owner}-{level}" x="{f(-wide / 2)}" y="{f(-high * (0.7 - 0.07 * (level - 1)))}" '
            f'width="{f(wide)}" height="{f(high)}"/>'
        )
        scene.put_piece(f"fort-{name}", x, y, body, "fort")
    elif threat >= 0:
        kind = "castle" if threat == N_SPECIES else "fomori"
        body = use(scene.prefix, f"{THREATS[threat]}-full", round(-wide / 2, 1), round(-wide / 2, 1), wide)
        scene.put_piece(f"{kind}-{name}", x, y, body, kind)
    if (owner >= 0 or threat >= 0) and scene.island.ports >> place & 1:
        anchor = use(scene.prefix, "anchor", -4.5, -4.5, 9, "#fff")
        badge = f'<circle r="6" fill="#1d4a66" stroke="#fff"/>{anchor}'
        scene.put_piece(f"port-{name}", round(x + 11, 1), round(y + 10.5, 1), badge, "port")
    if scene.view.target == place:
        ring = f'<circle r="18" fill="none" stroke="{GOLD}" stroke-width="4" stroke-dasharray="6 4"/>'
        scene.put_piece("chosen", x, y, ring, "chosen")


def draw_place(scene: Scene, layout: Layout, place: int, left: float, top: float) -> None:
    """A location to click: with one possible verb it is that action, with several it opens a menu, otherwise it explains itself."""
    offered = scene.at_places.get(place, [])
    legal = [action for action in offered if scene.offers.is_legal(action)]
    title = scene.place_title(place)
    x, y = left + layout.places[place][0], top + layout.places[place][1]
    ident = f"{scene.prefix}at-{scene.island.names[place]}"
    menu = ""
    touch = TOUCH[scene.is_narrow, bool(legal)]
    if len(legal) > 1:
        spot_here = opener(ident, title, touch)
        badge = f'<g class="several" transform="translate({f(x)},{f(y)})">{SEVERAL}</g>'
        scene.spots.append(badge)  # below the places, so that it never covers an open menu
        menu = draw_menu(scene, layout, place, [*legal, *(action for action in offered if action not in legal)])
    elif legal:
        title_text = "\n".join(
            [scene.offer(legal[0]), title, *(scene.refusal(action) for action in offered if action != legal[0])]
        )
        spot_here = spot(ident, 0, 0, touch, title_text, legal[0])
    elif offered:
        title_text = "\n".join([title, *dict.fromkeys(scene.refusal(action) for action in offered)])
        spot_here = spot(ident, 0, 0, touch, title, offered[0], title_text)
    else:
        spot_here = spot(ident, 0, 0, touch, title)
    if legal:
        scene.put(f'<use href="#{scene.prefix}ar-ring" x="{f(x)}" y="{f(y)}" class="ring"/>')
    scene.places.append(
        f'<g class="place" data-place="{esc(scene.island.names[place])}" transform="translate({f(x)},{f(y)})">{spot_here}{menu}</g>'
    )


def opener(ident: str, title: str, touch: str) -> str:
    """A location with several verbs: a button that opens the menu next to it."""
    words = esc(title)
    return (
        f'<g id="{esc(ident)}" class="spot open choice" role="button" tabindex="0" aria-haspopup="menu" aria-label="{words}" data-menu="">'
        f"<title>{words}</title>{touch}</g>"
    )


def draw_menu(scene: Scene, layout: Layout, place: int, offered: list[int]) -> str:
    """The name of the place and one item per verb, hidden until the place is opened; it stays within the map."""
    size, height = (15.0, ITEM_NARROW) if scene.is_narrow else (14.0, ITEM)
    verbs = [verb(scene, action) for action in offered]
    name = scene.chart.names[place]
    width = max(130.0, text_width(name, 13) + 26, max(text_width(text, size) for text in verbs) + 26)
    tall = height * len(offered) + 6 + HEAD
    x, y = layout.places[place]
    dx = min(max(-width / 2, 4 - x), layout.width - 4 - width - x)
    dy: float = 20 if y + 20 + tall < layout.height else -20 - tall
    dy = max(dy, 4 - y)
    out = [
        f'<rect width="{f(width)}" height="{f(tall)}" rx="8" fill="{PAPER}" stroke="{INK}" stroke-width="1.6"/>',
        label(13, 17, name, 13, FAINT, "", "bold"),
    ]
    for i, (action, words) in enumerate(zip(offered, verbs, strict=True)):
        out.append(menu_item(scene, action, words, HEAD + 3 + height * i, width, height, size))
    return f'<g class="menu" role="menu" display="none" transform="translate({f(dx)},{f(dy)})">{"".join(out)}</g>'


def menu_item(scene: Scene, action: int, text: str, y: float, width: float, height: float, size: float) -> str:
    why = scene.refusal(action)
    fill, ink = (PARCHMENT, FAINT) if why else (OPEN, ON)
    rect = f'<rect x="1.5" y="1.5" width="{f(width - 9)}" height="{f(height - 3)}" rx="6" fill="{fill}"/>'
    words = label(12, round(height / 2 + size * 0.35, 1), text, size, ink, "", "" if why else "bold")
    reason = f"{text}: {why}" if why else ""
    return spot(f"{scene.prefix}item-{action}", 3, y, rect + words, scene.offer(action), action, reason, "menuitem")


# -- words


def verb(scene: Scene, action: int) -> str:
    """A few words for an item of a place's menu."""
    kind = scene.space.kind_of[action]
    place = scene.place_of(action)
    if kind == actions.BUILD:
        return scene.say(build_verb(scene, place))
    if kind == actions.SPREAD:
        return scene.say(Message(N_("Spread: %(count)s Fomori"), count=spread_cost(scene.state, place)))
    if kind == actions.REPEL:
        return scene.say(repel_verb(scene, place, scene.space.arg(action) % 2))
    if kind in (actions.RUSE, actions.RUSE_WITH):
        return scene.say.word(N_("Ruse: exchange"))
    if kind in (actions.MIGRATE, actions.MIGRATE_WITH):
        return scene.say.word(N_("Migration: exchange"))
    return scene.say.word(N_("Land here"))


def build_verb(scene: Scene, place: int) -> Message:
    level = scene.state.level(place)
    if level:
        return Message(N_("Raise to a %(level)s"), level=LEVELS[min(3, level + 1)])
    if free_sites(scene.state, scene.focus) >> place & 1:
        return Message(N_("Build an Áit"))
    return Message(N_("Outpost for %(fame)s fame"), fame=OUTPOST_FAME)


def repel_verb(scene: Scene, place: int, for_corruption: int) -> Message:
    threat = scene.state.threat(place)
    gain = scene.box.fame[threat]
    if free_reach(scene.state, scene.focus) >> place & 1:
        return (
            Message(N_("Repel: −1 corruption")) if for_corruption else Message(N_("Repel: +%(fame)s fame"), fame=gain)
        )
    if for_corruption:
        return Message(N_("Repel: −1 corruption, −%(cost)s fame"), cost=DISTANT_FAME)
    return Message(N_("Repel: +%(fame)s −%(cost)s fame"), fame=gain, cost=DISTANT_FAME)
