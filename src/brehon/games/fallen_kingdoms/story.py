"""The story of a game of Fallen Kingdoms on the page: headings of the log, what an event concerns on the board, figures, groups."""

from __future__ import annotations

from typing import Final

from brehon.core.contract import Event
from brehon.core.face import Figure
from brehon.core.text import N_, NN_, Message, Seat
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import events as e
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms.components import TileFile
from brehon.games.fallen_kingdoms.data import KNOWLEDGE, N_UNITS
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.view import FallenView

# [kind of action] the heading under which the list of moves shows it
GROUPS: Final = {
    a.LAY: N_("Tiles"), a.CHOOSE: N_("Gods"), a.PLACE: N_("Place units"), a.POWER: N_("Power"), a.COPY: N_("Power"), a.CLAIM: N_("Power"),
    a.TREACHERY: N_("Power"), a.PLAGUE: N_("Power"), a.OFFER: N_("Rumors"), a.SWAP_WITH: N_("Players"), a.ASK: N_("Rumors"), a.KEEP: N_("Knowledge"),
    a.SWAP: N_("Knowledge"), a.TAKE: N_("Buildings"), a.LEARN: N_("Knowledge"), a.SPEND: N_("Points"), a.BUILD: N_("Buildings"), a.SITE: N_("Build in"),
    a.FROM: N_("Send units"), a.TO: N_("Send units"), a.SEND: N_("Send units"), a.BATTLE: N_("Battles"), a.REINFORCE: N_("Reinforce"),
    a.FLEE: N_("Flee"), a.LOSE: N_("Losses"), a.DETACH: N_("Losses"), a.WITHDRAW: N_("Withdraw"), a.RAMPAGE: N_("Rampage"),
    a.ADVANCE: N_("Advance"), a.SURRENDER: N_("Surrender to"), a.REPLACE: N_("Replace"), a.STRIP: N_("Move units"), a.PATH: N_("Paths"),
    a.FOLLOW: N_("Strike on"), a.TEMPLE: N_("Temple"), a.PAYER: N_("Players"),
}  # fmt: skip

# events about a city, `a`; and about a way from a city, `a`, to another, `b`
AT: Final = {
    e.PLACED, e.TEMPLE_BUILT, e.PLAGUED, e.BUILT, e.BATTLE, e.KILLED, e.EXHAUSTED, e.CONQUERED, e.LEFT_EMPTY, e.REPELLED, e.TEMPLE_LOST,
    e.TAKEN_OVER, e.STRUCK, e.SETTLED, e.RETREATED,
}  # fmt: skip
WAYS: Final = {
    e.DISPLACED, e.INFILTRATED, e.ORDERED, e.MOVED, e.MARCHED, e.REINFORCED, e.WITHDREW, e.RAMPAGED, e.ADVANCED, e.RETREATED,
}  # fmt: skip
CARDS: Final = {e.KNOWLEDGE_UP, e.CLAIMED, e.RETURNED, e.DISPLAYED, e.LEARNED, e.PUBLIC}


def group(kind: int) -> Message | None:
    return Message(GROUPS[kind]) if kind in GROUPS else None


def heading(event: Event) -> Message | None:
    """A turn, a round, or the invasion of a seat begins with this event."""
    if event.kind == e.TURN:
        return Message(N_("Round %(n)s: %(seat)s"), n=event.a, seat=Seat(event.seat))
    if event.kind == e.ROUND:
        return Message(N_("End of round %(n)s"), n=event.a)
    if event.kind == e.INVADES:
        return Message(N_("Invasion of %(seat)s"), seat=Seat(event.seat))
    if event.kind == e.FIRST and event.a == 0:
        return Message(N_("The beginning"))
    return None


def marks(rules: FallenRules, event: Event) -> list[str]:
    """The ids of the cities, paths and cards that an event concerns."""
    assert isinstance(rules.components, TileFile)
    cities = rules.components.tiles.cities
    kind = event.kind
    numbers = [event.a] if kind in AT else []
    if kind in WAYS:
        numbers = [event.a, event.b]
    found = [f"{what}-{cities[number].key}" for number in numbers if number >= 0 for what in ("city", "units")]
    if kind == e.BUILT:
        found.append(f"built-{cities[event.a].key}")
    if kind == e.TEMPLE_BUILT:
        found.append(f"temple-{event.seat}")
    if kind in (e.ORDERED, e.MARCHED):
        found.append(f"army-{cities[event.a].key}-{cities[event.b].key}")
    if kind in CARDS:
        found.append(f"lore-{KNOWLEDGE[event.a]}")
    if kind == e.TOOK_RUMOR:
        found.append(f"rumor-{event.seat}-{event.a}")
    if kind == e.PATH:
        found += [f"path-{event.a}", f"flag-{event.a}", f"city-{cities[event.b].key}"]
    if kind == e.ROLLED:
        found += ["die-0", "die-1"]
    return found


CHOSEN: Final = 0  # the city that the action names, ...
PLACE: Final = 1  # ... the one that was chosen before, ...
TARGET: Final = 2  # ... the one that is fought for, ...
OPEN: Final = 3  # ... or one that the next decision names
ENDS: Final = {  # [kind of action] where a move begins, and where it ends
    a.FROM: (CHOSEN, OPEN), a.TO: (PLACE, CHOSEN), a.SEND: (PLACE, TARGET), a.REINFORCE: (CHOSEN, TARGET), a.FLEE: (TARGET, CHOSEN),
    a.WITHDRAW: (TARGET, CHOSEN), a.RAMPAGE: (PLACE, CHOSEN), a.FOLLOW: (PLACE, CHOSEN),
}  # fmt: skip


def way(rules: FallenRules, v: FallenView, action: int) -> tuple[str, str] | None:
    """From city to city: orders, reinforcements, retreats, and what strikes at a neighbour."""
    assert isinstance(rules.components, TileFile)
    kind, cities = rules.space.kind_of[action], rules.components.tiles.cities
    if kind not in ENDS:
        return None
    places = {PLACE: v.place, TARGET: v.target}
    if any(places.get(end, 0) < 0 for end in ENDS[kind]):
        return None
    start, goal = (
        ""
        if end == OPEN
        else f"city-{cities[rules.space.arg(action) if end == CHOSEN else v.map.ids[places[end]]].key}"
        for end in ENDS[kind]
    )
    return start, goal


def figures(v: FallenView) -> list[list[Figure]]:
    """[seat] cities, units on the map, intimidation and knowledge cards."""
    return [
        [
            Figure(Message(NN_("city", "cities"), n=m.n_cities(v, seat)), m.n_cities(v, seat)),
            Figure(Message(N_("units")), m.on_board(v, seat) if v.map.n_cities else 0, N_UNITS),
            Figure(Message(N_("fear")), max(0, m.intimidation(v, seat))),
            Figure(Message(N_("knowledge")), len(m.knowledge_of(v, seat))),
        ]
        for seat in range(v.n_seats)
    ]
