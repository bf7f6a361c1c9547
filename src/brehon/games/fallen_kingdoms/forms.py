"""Many small decisions of Fallen Kingdoms in one form: free points, units to place or to lose, plagues, orders to march."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, final

from brehon.core.contract import Event
from brehon.core.face import Field, Form
from brehon.core.text import N_, NN_, Message
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import chances, events
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms.chances import percent
from brehon.games.fallen_kingdoms.data import BUILDING, CARD_GLORY, HOLLER, LENGTH, LORE, N_TRACKS, UNIT, members
from brehon.games.fallen_kingdoms.phases.movement import may_send, reach
from brehon.games.fallen_kingdoms.setup import FallenRules
from brehon.games.fallen_kingdoms.state import Fallen
from brehon.games.fallen_kingdoms.svg_words import TRACK_NAMES
from brehon.games.fallen_kingdoms.view import FallenView

PLAGUES: Final = 3
SPEND: Final = "spend"  # the name of the form
FULL: Final = [  # [track] what full tracks bring
    NN_("%(n)s unit", "%(n)s units"),
    NN_("%(n)s building", "%(n)s buildings"),
    NN_("%(n)s knowledge card, +%(glory)s glory", "%(n)s knowledge cards, +%(glory)s glory"),
]


def form_of(rules: FallenRules, v: FallenView) -> Form | None:
    """The form for the current decision of the viewing seat, if it is one of several of its kind."""
    seat = v.to_move()
    if seat < 0 or seat != v.seat:
        return None
    if v.phase == st.SPENDING:
        return spending(v)
    if v.phase == st.PLACE_UNIT:
        return placing(rules, v, v.sheet[seat], N_("Place all units at once"), threatened(v))
    if v.phase == st.PLACE_REST:
        return placing(rules, v, v.reserve[seat], N_("Settle all invaders at once"), evenly(v, v.reserve[seat]))
    if v.phase == st.MOVE:
        return OrderForm(rules, v)
    if v.phase == st.CASUALTY and v.kills > 1:
        return casualties(rules, v)
    if v.phase == st.REPLACE:
        return replacing(rules, v)
    if v.phase == st.GOD and v.power == HOLLER:
        return plagues(rules, v)
    return None


# -- production


def spending(v: FallenView) -> Form:
    """Points for the three tracks; a full track may require the choice of a card or a tile, and the rest of the form waits."""
    first = v.table.first[a.SPEND]
    starts = proposal(v.points, [v.tracks[v.active * N_TRACKS + track] for track in range(N_TRACKS)])
    fields = [
        Field(Message(TRACK_NAMES[track]), v.points, first + track, start=starts[track], notes=brought(v, track))
        for track in range(N_TRACKS)
    ]
    form = Form(SPEND, Message(N_("Spend all points at once")), fields, v.points, Message(N_("Spend these points")))
    form.hint = Message(N_("Proposal: complete a track, then make units"))
    return form


def recall(v: FallenView, form: Form, past: Iterator[Event]) -> Form:
    """Free points as the seat spent them in its last turn, if there are as many again."""
    if form.name != SPEND:
        return form
    spent = [[0] * N_TRACKS, [0] * N_TRACKS]  # in this turn, in the last one
    turns = 0
    for event in past:
        if event.seat != v.active:
            continue
        if event.kind == events.SPENT:
            spent[turns][event.a] += 1
        elif event.kind == events.TURN:
            turns += 1
            if turns == len(spent):
                break
    again = [before - now for now, before in zip(*spent, strict=True)]
    if min(again) >= 0 and sum(again) == v.points:
        for field, n in zip(form.fields, again, strict=True):
            field.start = n
        form.hint = Message(N_("Proposal: the same as in your last turn"))
    return form


def proposal(points: int, at: list[int]) -> list[int]:
    """A sensible way to spend: a knowledge card or a building that comes within reach, then units, the rest on knowledge."""
    given = [0] * N_TRACKS
    for track in (LORE, BUILDING):
        missing = LENGTH[track] - at[track]
        if missing <= points:
            given[track] = missing
            points -= missing
    if points:
        units = points - (at[UNIT] + points) % LENGTH[UNIT]
        given[UNIT] = max(0, units)
        given[LORE] += points - given[UNIT]
    return given


def brought(v: FallenView, track: int) -> list[Message]:
    """[points] what a track brings: how far it gets, and what it makes."""
    found: list[Message] = []
    for n in range(v.points + 1):
        full, rest = divmod(v.tracks[v.active * N_TRACKS + track] + n, LENGTH[track])
        to = Message(N_("%(n)s of %(length)s"), n=rest, length=LENGTH[track])
        if full:
            item = Message(FULL[track], n=full, glory=full * CARD_GLORY)
            to = Message(N_("%(item)s, then %(rest)s"), item=item, rest=to)
        found.append(to)
    return found


def placing(rules: FallenRules, v: FallenView, n: int, title: str, starts: dict[int, int]) -> Form | None:
    """Units for the cities that can take some; `starts` is what is proposed, [city]."""
    state = v.determinize(Random(0))  # what may be placed where depends on nothing that is hidden
    legal = state.legal()
    cities = {state.table.first[a.PLACE] + v.map.ids[city]: city for city in v.map.order}
    fields = [
        Field(_city(rules, v, cities[action]), n, action, start=starts.get(cities[action], 0))
        for action in cities
        if action in legal
    ]
    button = Message(NN_("Place one unit", "Place %(n)s units"), n=n)
    return Form("place", Message(title), fields, n, button) if fields else None


def threatened(v: FallenView) -> dict[int, int]:
    """All new units in the city with the largest enemy armies around it."""
    seat, best, most = v.to_move(), -1, -99
    for city in members(v.held[seat]):
        enemies = [v.units[near] for near in members(v.map.adjacent[city]) if v.owner[near] not in (-1, seat)]
        danger = (max(enemies) if enemies else -30) - v.units[city]
        if danger > most:
            best, most = city, danger
    return {best: v.sheet[seat]}


def evenly(v: FallenView, n: int) -> dict[int, int]:
    """The same number everywhere, one more in the first cities."""
    cities = members(v.held[v.to_move()])
    return {city: n // len(cities) + (i < n % len(cities)) for i, city in enumerate(cities)}


def _city(rules: FallenRules, v: FallenView, city: int) -> Message:
    """A city with the units in it."""
    return Message(N_("%(city)s (%(n)s)"), city=m.printed(rules, v, city).name, n=v.units[city])


# -- losses and powers


def casualties(rules: FallenRules, v: FallenView) -> Form:
    """Which units of an army die, by the city they came from."""
    first = v.table.first[a.LOSE]
    fields = [
        Field(
            Message(N_("from %(city)s (%(n)s)"), city=m.printed(rules, v, start).name, n=n),
            min(n, v.kills), first + v.map.ids[start],
        )
        for start, n in m.army(v, v.target)
    ]  # fmt: skip
    left = v.kills
    for field in sorted(fields, key=lambda one: -one.most):  # the largest parts bear the most
        field.start = min(left, field.most)
        left -= field.start
    button = Message(NN_("Lose this unit", "Lose these %(n)s units"), n=v.kills)
    return Form("losses", Message(N_("Choose all losses at once")), fields, v.kills, button)


def replacing(rules: FallenRules, v: FallenView) -> Form | None:
    """Units for a kingdom that was surrendered, more than there are in reserve."""
    first = v.table.first[a.REPLACE]
    cities = [city for city in v.map.order if v.slots and v.slots[city]]
    n = min(v.reserve[v.to_move()], sum(v.slots))
    fields = [
        Field(
            Message(N_("%(city)s (%(n)s)"), city=m.printed(rules, v, city).name, n=v.slots[city]),
            v.slots[city], first + v.map.ids[city],
        )
        for city in cities
    ]  # fmt: skip
    left = n
    while left:  # a unit in every city first
        for field in fields:
            if left and field.start < field.most:
                field.start += 1
                left -= 1
    button = Message(NN_("Replace one unit", "Replace %(n)s units"), n=n)
    return Form("replace", Message(N_("Replace all units at once")), fields, n, button) if fields else None


def plagues(rules: FallenRules, v: FallenView) -> Form | None:
    """The cities that the plague strikes: up to three, one unit each."""
    state = v.determinize(Random(0))
    first, legal = v.table.first[a.PLAGUE], set(state.legal())
    cities = [city for city in v.map.order if first + v.map.ids[city] in legal]
    most = min(v.points or PLAGUES, len(cities))
    fields = [Field(_city(rules, v, city), 1, first + v.map.ids[city]) for city in cities]
    if most == len(fields):  # all that can be struck
        for field in fields:
            field.start = 1
    return Form("plague", Message(N_("Choose all cities at once")), fields, most) if most > 1 else None


# -- orders


@final
class OrderForm(Form):
    """Orders from every city to each of its neighbours; sent, they are carried out."""

    def __init__(self, rules: FallenRules, v: FallenView) -> None:
        self.view = v
        self.ways: list[tuple[int, int]] = []  # [field] from, to
        fields: list[Field] = []
        state = v.determinize(Random(0))  # orders depend on nothing that is hidden
        mine = v.held[v.active]
        goals: dict[int, int] = {}  # [city] units that could go there
        sources: list[tuple[int, int, int]] = []  # city, units, where they can go
        for start in v.map.order:
            ready = v.units[start] - v.sent[start] if mine >> start & 1 else 0
            if ready == 0 or (may_send(state, start) < 1 and not state.map.sailing[start] & mine):
                continue  # there is no unit to send, or no unit can come to replace it
            sources.append((start, ready, reach(state, v.active, start)))
            for goal in members(sources[-1][2]):
                goals[goal] = goals.get(goal, 0) + ready
        for start, ready, there in sources:
            one = m.printed(rules, v, start)
            group = Message(N_("From %(city)s (%(n)s)"), city=one.name, n=ready)
            for goal in members(there):
                self.ways.append((start, goal))
                ends = (f"city-{one.key}", f"city-{m.printed(rules, v, goal).key}")
                notes = _chances(v, goal, goals[goal])
                fields.append(Field(_goal(rules, v, goal), ready, group=group, ends=ends, notes=notes))
        most = sum(v.units[city] - v.sent[city] for city in members(mine))
        title, button = Message(N_("Give all orders at once")), Message(N_("Carry out these orders"))
        super().__init__("orders", title, fields, most, button, v.table.first[a.COMMIT])

    def actions(self, numbers: list[int]) -> list[int]:
        """Source, destination and number of every order, each as soon as the garrison rule allows it; then they are carried out.

        Orders that are impossible come last, so that the rule that forbids them is named and nothing is carried out.
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
        return found if wanted else [*found, self.finish]


def _chances(v: FallenView, goal: int, most: int) -> list[Message]:
    """[units] the chance to win a city with so many; those that already have an order to go there count too."""
    if v.owner[goal] in (-1, v.active):
        return []
    ordered = sum(n for _, n in m.army(v, goal))
    return [
        Message(N_("wins %(chance)s"), chance=percent(chances.attack_on(v, goal, ordered + n, v.active).won))
        if ordered + n
        else Message(N_("no attack"))
        for n in range(most + 1)
    ]


def _goal(rules: FallenRules, v: FallenView, city: int) -> Message:
    """Where an order can go, and what is there."""
    name, owner = m.printed(rules, v, city).name, v.owner[city]
    if owner < 0:
        return Message(N_("to %(city)s (empty)"), city=name)
    if owner == v.active:
        return Message(N_("to %(city)s (%(n)s)"), city=name, n=v.units[city])
    return Message(N_("attack %(city)s (%(n)s)"), city=name, n=v.units[city])


def _order(state: Fallen, start: int, goal: int, n: int) -> list[int]:
    """The decisions of one order, carried out on `state`; a number is chosen only if there is a choice."""
    table, ids = state.table, state.map.ids
    found = [table.first[a.FROM] + ids[start], table.first[a.TO] + ids[goal]]
    for action in found:
        state.apply(action, None)
    if state.phase == st.MOVE_SEND:
        found.append(table.first[a.SEND] + n - 1)
        state.apply(found[-1], None)
    return found
