"""The table of Fallen Kingdoms for a terminal."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from brehon.core.face import Offers
from brehon.core.text import N_, Message, Seat, Speaker
from brehon.games.fallen_kingdoms.components import TileFile
from brehon.games.fallen_kingdoms.data import (
    FORMS,
    N_BUILDINGS,
    N_KNOWLEDGE,
    N_RUMORS,
    N_TRACKS,
    RESOURCES,
    RUMORS,
    members,
    size,
)
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.svg_words import BUILDING_NAMES, GOD_NAMES, LORE_NAMES
from brehon.games.fallen_kingdoms.view import FallenView

COLOURS = ["red", "cyan", "green", "yellow", "magenta", "white"]  # [seat]


def table(rules: FallenRules, v: FallenView, offers: Offers, say: Speaker) -> RenderableType:
    """Cities, kingdoms, cards, and what is being decided."""
    parts: list[RenderableType] = [Text(say(rules.game.face().status(rules, v)), style="bold")]
    if v.map.n_cities:
        parts.append(cities(rules, v, say))
    if v.marker >= 0:
        parts.append(kingdoms(rules, v, say))
        parts.append(cards(v, say))
    if v.orders:
        parts.append(Text(say(Message(N_("Orders: %(orders)s"), orders=orders(rules, v)))))
    return Group(*parts)


def name(rules: FallenRules, v: FallenView, city: int) -> str:
    assert isinstance(rules.components, TileFile)
    return rules.components.tiles.cities[v.map.ids[city]].name if city >= 0 else "–"


def cities(rules: FallenRules, v: FallenView, say: Speaker) -> Table:
    assert isinstance(rules.components, TileFile)
    grid = Table(title=say.word(N_("Cities")), show_edge=False, pad_edge=False)
    heads = (N_("City"), N_("Units"), N_("Icon"), N_("Built"), N_("Roads"), N_("Routes"), N_("Paths"))
    for head in heads:
        grid.add_column(say.word(head))
    for city in v.map.order:
        printed = rules.components.tiles.cities[v.map.ids[city]]
        owner = v.owner[city]
        icon = ""
        if printed.resource >= 0:
            icon = f"{say.word(RESOURCES[printed.resource])} ({say.word(FORMS[printed.form])})"
        paths = [
            str(i + 1) + (f"[{say.seat(v.flags[i])}]" if v.flags[i] >= 0 else "")
            for i, goal in enumerate(v.map.path_city)
            if goal == city
        ]
        grid.add_row(
            printed.name + (" ⚓" if printed.sea else ""),
            Text(
                f"{v.units[city]} {say.seat(owner)}" if owner >= 0 else "–", style=COLOURS[owner] if owner >= 0 else ""
            ),
            icon,
            built(v, city, say),
            ", ".join(name(rules, v, other) for other in members(v.map.road[city])),
            ", ".join(name(rules, v, other) for other in members(v.map.route[city])),
            " ".join(paths),
        )
    return grid


def built(v: FallenView, city: int, say: Speaker) -> str:
    found = [say.word(BUILDING_NAMES[kind]) for kind in range(N_BUILDINGS) if v.built[kind] >> city & 1]
    for seat in range(v.n_seats):
        if v.temple[seat] == city:
            found.append(say(Message(N_("temple of %(seat)s"), seat=Seat(seat))))
    return ", ".join(found)


def kingdoms(rules: FallenRules, v: FallenView, say: Speaker) -> Columns:
    return Columns([kingdom(v, seat, say) for seat in range(v.n_seats)])


def kingdom(v: FallenView, seat: int, say: Speaker) -> Panel:
    """The sheet of a seat."""
    tracks = v.tracks[seat * N_TRACKS : seat * N_TRACKS + N_TRACKS]
    rumors = [str(RUMORS[i]) for i in range(N_RUMORS) for _ in range(v.rumors[seat * N_RUMORS + i])]
    lore = [say.word(LORE_NAMES[card]) for card in range(N_KNOWLEDGE) if v.private[seat] >> 2 * card & 3]
    waiting = sum(v.waiting[seat * N_BUILDINGS : seat * N_BUILDINGS + N_BUILDINGS])
    score = str(v.score[seat])
    if v.hides_scores and seat != v.seat:
        score = f"? (…{v.score[seat]})"
    lines = [
        say(Message(N_("Glory %(score)s, cities %(cities)s"), score=score, cities=size(v.held[seat]))),
        say(Message(N_("Tracks %(u)s/3 %(b)s/6 %(k)s/9"), u=tracks[0], b=tracks[1], k=tracks[2])),
        say(Message(N_("Reserve %(reserve)s; on the sheet: units %(sheet)s, buildings %(waiting)s"), reserve=v.reserve[seat],
                    sheet=v.sheet[seat], waiting=waiting)),
        say(Message(N_("Intimidation %(n)s (rumors: %(rumors)s)"), n=v.intimidation(seat), rumors=" ".join(rumors) or "–")),
        say(Message(N_("Knowledge: %(cards)s"), cards=", ".join(lore) or "–")),
    ]  # fmt: skip
    if v.invaders >> seat & 1:
        lines.append(say.word(N_("has an invader marker")))
    if v.marker == seat:
        lines.append(say.word(N_("has the first-player marker")))
    god = say.word(GOD_NAMES[v.god[seat]]) if v.god[seat] >= 0 else "?"
    return Panel(Text("\n".join(lines)), title=f"{say.seat(seat)} · {god}", border_style=COLOURS[seat])


def cards(v: FallenView, say: Speaker) -> Panel:
    """Displays and decks."""
    shown = ", ".join(say.word(LORE_NAMES[card]) for card in v.display) or "–"
    public = ", ".join(say.word(LORE_NAMES[card]) for card in range(N_KNOWLEDGE) if v.public >> card & 1) or "–"
    tiles = ", ".join(say.word(BUILDING_NAMES[tile]) for tile in v.market) or "–"
    top = str(RUMORS[v.rumor_top]) if v.rumor_top >= 0 else "–"
    drawn = ", ".join(say.word(LORE_NAMES[card]) if card >= 0 else "?" for card in v.drawn)
    lines = [
        say(Message(N_("Knowledge: %(shown)s (deck %(deck)s)"), shown=shown, deck=v.deck)),
        say(Message(N_("Public: %(public)s"), public=public)),
        say(Message(N_("Buildings: %(tiles)s (stack %(stack)s)"), tiles=tiles, stack=v.stack)),
        say(Message(N_("Rumor: %(top)s (deck %(left)s)"), top=top, left=v.rumor_left)),
    ]
    if drawn:
        lines.append(say(Message(N_("Drawn by the Norns: %(drawn)s"), drawn=drawn)))
    if v.dice:
        lines.append(say(Message(N_("Last roll: %(dice)s"), dice=" ".join(str(v.dice)))))
    return Panel(Text("\n".join(lines)), title=say.word(N_("Cards")))


def orders(rules: FallenRules, v: FallenView) -> str:
    return ", ".join(
        f"{name(rules, v, order >> 12)} → {name(rules, v, order >> 6 & 63)} ×{order & 63}" for order in v.orders
    )
