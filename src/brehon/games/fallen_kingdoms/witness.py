"""What a balance report studies in Fallen Kingdoms: gods, knowledge, rumors, buildings, and where a kingdom begins."""

from __future__ import annotations

from typing import Final, final

from brehon.core.contract import Event, State
from brehon.core.text import N_, Message
from brehon.core.witness import NOTHING, Group, Item, Witness
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.components import TileFile
from brehon.games.fallen_kingdoms.data import BUILDINGS, FORMS, GODS, KNOWLEDGE, RESOURCES, RUMORS, Map
from brehon.games.fallen_kingdoms.state import Fallen
from brehon.games.fallen_kingdoms.svg_words import BUILDING_NAMES, god_title, lore_title

# groups
GOD: Final = 0
LORE: Final = 1
RUMOR: Final = 2
BUILDING: Final = 3
SITE: Final = 4  # resource and form of the temple's city at the start
HARBOUR: Final = 5
CITY: Final = 6

NO_RESOURCE: Final = len(RESOURCES) * len(FORMS)
TROPHIES: Final = {  # knowledge, buildings, rumors used up
    (True, True, False): N_("knowledge and buildings used up"),
    (True, False, True): N_("knowledge and rumors used up"),
    (False, True, True): N_("buildings and rumors used up"),
    (True, True, True): N_("all trophies used up"),
}


@final
class FallenWitness(Witness):
    """Records the gods, what was learned, built and conquered, and where each kingdom began."""

    def begin(self) -> None:
        components = self.rules.components
        assert isinstance(components, TileFile)
        self.groups = [
            Group("god", Message(N_("Gods")), [Item(key, god_title(god)) for god, key in enumerate(GODS)]),
            Group("knowledge", Message(N_("Knowledge learned")), [Item(key, lore_title(card)) for card, key in enumerate(KNOWLEDGE)]),
            Group("rumor", Message(N_("Rumors won")), [Item(str(v), Message(N_("rumor of %(value)s"), value=v)) for v in RUMORS]),
            Group("building", Message(N_("Buildings placed")), [Item(key, Message(BUILDING_NAMES[b])) for b, key in enumerate(BUILDINGS)]),
            Group("site", Message(N_("What the first city has")), _sites()),
            Group("harbour", Message(N_("Where the first city lies")), [
                Item("port", Message(N_("at a port"))), Item("inland", Message(N_("inland")))]),
            Group("city", Message(N_("First cities")), [Item(c.key, Message(N_("%(name)s"), name=c.name)) for c in components.tiles.cities]),
        ]  # fmt: skip

    def choice(self, state: State, action: int) -> tuple[int, int]:
        space = self.rules.space
        kind, argument = space.kind_of[action], space.arg(action)
        if kind == actions.CHOOSE:
            return GOD, argument
        if kind == actions.LEARN:
            return LORE, argument
        if kind == actions.PLACE:
            assert isinstance(state, Fallen)
            is_first = state.round == 0 and state.turn < state.n_seats
            return (SITE, site_of(state.map, state.map.city[argument])) if is_first else NOTHING
        return (BUILDING, argument) if kind == actions.BUILD else NOTHING

    def watch(self, state: State, events_: list[Event]) -> None:
        assert isinstance(state, Fallen)
        for event in events_:
            if event.kind == events.REVEALED:
                self.note(GOD, event.a, event.seat, 0)
            elif event.kind == events.FIRST and event.a == 0:
                self.first = event.seat
            elif event.kind == events.LEARNED:
                self.note(LORE, event.a, event.seat, state.round)
            elif event.kind == events.TOOK_RUMOR:
                self.note(RUMOR, event.a, event.seat, state.round)
            elif event.kind == events.BUILT:
                self.note(BUILDING, event.b, event.seat, state.round)
            elif event.kind == events.TEMPLE_BUILT and state.round == 0:
                self._began(state, event.seat, event.a)

    def _began(self, state: Fallen, seat: int, number: int) -> None:
        city = state.map.city[number]
        self.note(SITE, site_of(state.map, city), seat, 0)
        self.note(HARBOUR, 0 if state.map.ports >> city & 1 else 1, seat, 0)
        self.note(CITY, number, seat, 0)

    def round(self, state: State) -> int:
        assert isinstance(state, Fallen)
        return state.round

    def ending(self, state: State) -> str:
        assert isinstance(state, Fallen)
        gone = (
            state.deck == 0 and not state.display,
            state.stack == 0 and not state.market,
            state.rumor_left == 0,
        )
        return TROPHIES.get(gone, N_("stopped because it would never end"))


def site_of(land: Map, city: int) -> int:
    """Number of the item that says which resource a city has."""
    for resource in range(len(RESOURCES)):
        for form, mask in enumerate((land.square[resource], land.circle[resource])):
            if mask >> city & 1:
                return resource * len(FORMS) + form
    return NO_RESOURCE


def _sites() -> list[Item]:
    found = [
        Item(f"{RESOURCES[resource]}-{FORMS[form]}",
             Message(N_("%(resource)s (%(form)s)"), resource=Message(RESOURCES[resource]), form=Message(FORMS[form])))
        for resource in range(len(RESOURCES)) for form in range(len(FORMS))
    ]  # fmt: skip
    return [*found, Item("none", Message(N_("no resource")))]
