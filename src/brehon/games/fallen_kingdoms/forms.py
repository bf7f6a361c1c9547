"""Many small decisions of Fallen Kingdoms on one form: free points, units to place, orders to march."""

from __future__ import annotations

from random import Random
from typing import final

from brehon.core.face import Field, Form
from brehon.core.text import N_, Message
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms.data import N_TRACKS, members
from brehon.games.fallen_kingdoms.phases.movement import may_send, reach
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.state import Fallen
from brehon.games.fallen_kingdoms.svg_words import TRACK_NAMES
from brehon.games.fallen_kingdoms.view import FallenView


def form(rules: FallenRules, v: FallenView) -> Form | None:
    """The form for the present decision, where there is something to count."""
    seat = v.to_move()
    if seat < 0 or seat != v.seat:
        return None
    if v.phase == st.SPENDING:
        return _spending(v)
    if v.phase in (st.PLACE_UNIT, st.PLACE_REST):
        n = v.sheet[seat] if v.phase == st.PLACE_UNIT else v.reserve[seat]
        title = N_("Place all units at once") if v.phase == st.PLACE_UNIT else N_("Settle all invaders at once")
        return _placing(rules, v, n, title)
    return OrderForm(rules, v) if v.phase == st.MOVE else None


def _spending(v: FallenView) -> Form:
    """Points for the three tracks; a full track may ask for a card or a tile, and the rest of the form waits."""
    first = v.table.first[a.SPEND]
    fields = [Field(Message(TRACK_NAMES[track]), v.points, first + track) for track in range(N_TRACKS)]
    return Form("spend", Message(N_("Spend all points at once")), fields, v.points)


def _placing(rules: FallenRules, v: FallenView, n: int, title: str) -> Form | None:
    """Units for the cities that can take some."""
    state = v.determinize(Random(0))  # what may be placed where depends on nothing that is hidden
    legal = state.legal()
    cities = {state.table.first[a.PLACE] + v.map.ids[city]: city for city in v.map.order}
    fields = [Field(_city(rules, v, cities[action]), n, action) for action in cities if action in legal]
    return Form("place", Message(title), fields, n) if fields else None


def _city(rules: FallenRules, v: FallenView, city: int) -> Message:
    """A city with the units in it."""
    return Message(N_("%(city)s (%(n)s)"), city=m.printed(rules, v, city).name, n=v.units[city])


@final
class OrderForm(Form):
    """Orders from every city to each of its neighbours."""

    def __init__(self, rules: FallenRules, v: FallenView) -> None:
        self.view = v
        self.ways: list[tuple[int, int]] = []  # [field] from, to
        fields: list[Field] = []
        state = v.determinize(Random(0))  # orders depend on nothing that is hidden
        mine = v.held[v.active]
        for start in v.map.order:
            ready = v.units[start] - v.sent[start] if mine >> start & 1 else 0
            if ready == 0 or (may_send(state, start) < 1 and not state.map.sailing[start] & mine):
                continue  # nobody is there to go, or nobody can come and take his place
            group = Message(N_("From %(city)s (%(n)s)"), city=m.printed(rules, v, start).name, n=ready)
            for goal in members(reach(state, v.active, start)):
                self.ways.append((start, goal))
                fields.append(Field(_goal(rules, v, goal), ready, group=group))
        most = sum(v.units[city] - v.sent[city] for city in members(mine))
        super().__init__("orders", Message(N_("Give all orders at once")), fields, most)

    def actions(self, numbers: list[int]) -> list[int]:
        """Source, destination and number of every order, each as soon as the garrison rule lets it go.

        What cannot go at all comes last, so that the rule that forbids it is named.
        """
        wanted = {way: n for way, n in zip(self.ways, numbers, strict=True) if n > 0}
        state = self.view.determinize(Random(0))
        found: list[int] = []
        moving = True
        while moving:
            moving = False
            for (start, goal), n in list(wanted.items()):
                able = min(n, may_send(state, start))
                if able > 0:
                    found += _order(state, start, goal, able)
                    wanted[start, goal] -= able
                    moving = True
                if wanted[start, goal] == 0:
                    del wanted[start, goal]
        for start, _goal in wanted:
            found.append(state.table.first[a.FROM] + state.map.ids[start])
        return found


def _goal(rules: FallenRules, v: FallenView, city: int) -> Message:
    """Where an order can go, and what waits there."""
    name, owner = m.printed(rules, v, city).name, v.owner[city]
    if owner < 0:
        return Message(N_("to %(city)s (empty)"), city=name)
    if owner == v.active:
        return Message(N_("to %(city)s (%(n)s)"), city=name, n=v.units[city])
    return Message(N_("attack %(city)s (%(n)s)"), city=name, n=v.units[city])


def _order(state: Fallen, start: int, goal: int, n: int) -> list[int]:
    """The decisions of one order, carried out on `state`; a number is asked for only where there is a choice."""
    table, ids = state.table, state.map.ids
    found = [table.first[a.FROM] + ids[start], table.first[a.TO] + ids[goal]]
    for action in found:
        state.apply(action, None)
    if state.phase == st.MOVE_SEND:
        found.append(table.first[a.SEND] + n - 1)
        state.apply(found[-1], None)
    return found
