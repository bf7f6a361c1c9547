"""What a balance report studies in The Arrival: ports, tiles, provinces, earning cards, and who drove out what."""

from __future__ import annotations

from typing import Final, final

from brehon.core.contract import Event, State
from brehon.core.text import N_, Message
from brehon.core.witness import NOTHING, Group, Item, Witness
from brehon.games.arrival import actions, events
from brehon.games.arrival.data import BACK_WORDS, THREAT_WORDS, THREATS
from brehon.games.arrival.scoring import is_overrun
from brehon.games.arrival.setup import ArrivalRules
from brehon.games.arrival.state import Arrival
from brehon.games.arrival.words import place_name, province_name, tile_name

# groups
PORT: Final = 0
TILE: Final = 1
PROVINCE: Final = 2
CARD: Final = 3
THREAT: Final = 4


@final
class ArrivalWitness(Witness):
    """Records who landed where, took which tile, built in which province, earned by which card and drove out what."""

    def begin(self) -> None:
        assert isinstance(self.rules, ArrivalRules)
        rules = self.rules
        self.box = box = rules.box
        island = box.island
        name = N_("%(name)s")
        self.groups = [
            Group("port", Message(N_("First ports")), [
                Item(island.names[place], Message(name, name=place_name(rules, place))) for place in island.port_list]),
            Group("tile", Message(N_("Tactic tiles taken")), [
                Item(key, tile_name(rules, tile)) for tile, key in enumerate(box.tile_names)]),
            Group("province", Message(N_("Provinces built in")), [
                Item(key, Message(name, name=province_name(rules, p))) for p, key in enumerate(box.province_names)]),
            Group("card", Message(N_("Earning cards")), [self._card(card) for card in range(box.deck.n_cards)]),
            Group("threat", Message(N_("Driven out")), [
                Item(key, Message(THREAT_WORDS[threat])) for threat, key in enumerate(THREATS)]),
        ]  # fmt: skip

    def _card(self, card: int) -> Item:
        deck = self.box.deck
        back = Message(BACK_WORDS[deck.backs[card]])
        return Item(deck.names[card], Message(N_("%(card)s (back: %(back)s)"), card=deck.names[card], back=back))

    def choice(self, state: State, action: int) -> tuple[int, int]:
        space = self.rules.space
        kind, argument = space.kind_of[action], space.arg(action)
        if kind == actions.PORT:
            return PORT, argument
        if kind == actions.TAKE:
            return TILE, argument
        if kind == actions.BUILD:
            return PROVINCE, self.box.island.province[argument]
        if kind == actions.REPEL:
            assert isinstance(state, Arrival)
            return THREAT, state.threat(argument // len(actions.REWARDS))
        return NOTHING

    def watch(self, state: State, events_: list[Event]) -> None:
        assert isinstance(state, Arrival)
        for event in events_:
            if event.kind == events.STARTED:
                self.first = event.seat
            elif event.kind == events.REVEALED:
                self.note(CARD, event.a, event.seat, state.round)
            elif event.kind == events.MASTER_BUILT:
                self.note(PROVINCE, self.box.island.province[event.a], event.seat, state.round)

    def round(self, state: State) -> int:
        assert isinstance(state, Arrival)
        return state.round

    def ending(self, state: State) -> str:
        assert isinstance(state, Arrival)
        return N_("the Fomori overrun the island") if is_overrun(state) else N_("the tribes prevail")

    def cause(self, state: State) -> str:
        assert isinstance(state, Arrival)
        return N_("a player reached the corruption limit") if state.flag == 1 else N_("the last round was over")
