"""The movement step: orders are planned source by source, then carried out together (FK-7)."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import N_, NN_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import BIT, HORSE_RIDING, members
from brehon.games.fallen_kingdoms.phases.common import (
    T_BATTLES,
    add_units,
    adjacent,
    arrive,
    city_actions,
    city_id,
    city_of,
    decide,
    empty_cities,
    go_on,
    has,
    push,
)
from brehon.games.fallen_kingdoms.phases.refusals import Decision, off_map
from brehon.games.fallen_kingdoms.state import MOVE, MOVE_SEND, MOVE_TO, Fallen, Step


def may_send(s: Fallen, city: int) -> int:
    """How many units may still be ordered out of a city of the active seat.

    FK-7.1: those that have no order yet; FK-7.5: one stays, or arrives by an order already given (FK-7.6).
    """
    ready = s.units[city] - s.sent[city]
    return ready if s.coming[city] > 0 else ready - 1


def reach(s: Fallen, seat: int, city: int) -> int:
    """Where units of a city can go: adjacent cities of any kind (FK-7.3), with Horse Riding two roads away (FK-7.10)."""
    mask = adjacent(s, seat, city)
    if has(s, seat, HORSE_RIDING):
        road = s.map.road
        # FK-7.11: through friendly or empty cities; FK-7.12: a route ends the move
        for middle in members(road[city] & (s.held[seat] | empty_cities(s))):
            mask |= road[middle]
        mask &= ~BIT[city]
    return mask


@final
class StartMoving(Step):
    """FK-7.2: all movement is planned before the first battle."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        s.orders = []
        s.attacked = 0
        s.sent = [0] * s.map.n_cities
        s.coming = [0] * s.map.n_cities
        decide(s, MOVE, s.active)


@final
class Move(Decision):
    """A source of units, or the end of planning (FK-7.14: no unit has to move)."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.FROM]
        ids = s.map.ids
        out = [first + ids[city] for city in members(s.held[s.active]) if may_send(s, city) > 0]
        out.append(s.table.first[actions.COMMIT])
        return out

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        if action == s.table.first[actions.COMMIT]:
            commit(s, log)
        else:
            s.place = city_of(s, action, actions.FROM)
            s.phase = MOVE_TO

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.FROM:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        city = city_of(s, action, actions.FROM)
        if s.owner[city] != s.active:
            return Reason("not-yours", "FK-7.1", Message(N_("you have no units in this city")))
        if s.units[city] == s.sent[city]:
            return Reason("all-sent", "FK-7.1", Message(N_("every unit of this city already has its order")))
        text = Message(N_("a unit must stay, or another friendly city must first send one here"))
        return Reason("garrison", "FK-7.5", text, 2, s.units[city] - s.sent[city])


@final
class MoveTo(Decision):
    """The destination of an order."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.TO, reach(s, s.active, s.place))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        s.target = city_of(s, action, actions.TO)
        if may_send(s, s.place) == 1:
            give_order(s, 1, log)
        else:
            s.phase = MOVE_SEND

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind in (actions.FROM, actions.COMMIT, actions.SEND):
            return Reason("unfinished", "FK-7.1", Message(N_("name the destination of this order first")))
        if kind != actions.TO:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        city = city_of(s, action, actions.TO)
        if city == s.place:
            return Reason("same-city", "FK-7.1", Message(N_("this is the city that the units are in")))
        if has(s, s.active, HORSE_RIDING) and s.map.road[city] & s.map.road[s.place]:
            text = N_("the way leads through an enemy city; two roads need a friendly or empty city between them")
            return Reason("blocked", "FK-7.11", Message(text))
        return Reason("far", "FK-7.1", Message(N_("no road or route leads there from the city you chose")))


@final
class MoveSend(Decision):
    """How many units an order sends."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.SEND]
        return list(range(first, first + may_send(s, s.place)))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        give_order(s, action - s.table.first[actions.SEND] + 1, log)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind in (actions.FROM, actions.COMMIT, actions.TO):
            return Reason("unfinished", "FK-7.1", Message(N_("name the number of units of this order first")))
        if kind != actions.SEND:
            return None
        need, have = action - s.table.first[actions.SEND] + 1, may_send(s, s.place)
        ready = s.units[s.place] - s.sent[s.place]
        if need > ready:
            text = Message(N_("there are not so many units without an order in this city"))
            return Reason("too-few", "FK-7.1", text, need, ready)
        text = Message(
            NN_(
                "%(need)s unit asked for, %(have)s may leave: one must stay or arrive",
                "%(need)s units asked for, %(have)s may leave: one must stay or arrive",
                "need",
            ),
            need=need,
            have=have,
        )
        return Reason("too-many", "FK-7.5", text, need, have)


def give_order(s: Fallen, n: int, log: list[Event] | None) -> None:
    start = s.place
    goal = s.target
    if log is not None:
        log.append(Event(events.ORDERED, s.active, city_id(s, start), city_id(s, goal), n))
    s.sent[start] += n
    if s.owner[goal] == s.active:
        s.coming[goal] += n
    route = start << 12 | goal << 6
    for i in range(len(s.orders)):
        if s.orders[i] >> 6 == route >> 6:
            s.orders[i] += n
            break
    else:
        s.orders.append(route | n)
    s.place = -1
    s.target = -1
    s.phase = MOVE


def commit(s: Fallen, log: list[Event] | None) -> None:
    """FK-7.7: moves into friendly and empty cities happen at once; the others march (FK-7.16)."""
    seat = s.active
    push(s, T_BATTLES)
    marches: list[int] = []
    arrivals: list[int] = []
    for order in s.orders:
        start = order >> 12
        goal = order >> 6 & 63
        n = order & 63
        s.units[start] -= n
        peaceful = s.owner[goal] < 0 or s.owner[goal] == seat
        if log is not None:
            kind = events.MOVED if peaceful else events.MARCHED
            log.append(Event(kind, seat, city_id(s, start), city_id(s, goal), n))
        if peaceful:
            arrivals.append(goal << 6 | n)
        else:
            marches.append(order)  # FK-7.4: one battle for each city, for all sources together
    for arrival in arrivals:
        if s.owner[arrival >> 6] == seat:
            add_units(s, seat, arrival >> 6, arrival & 63)
        else:
            arrive(s, seat, arrival >> 6, arrival & 63)  # FK-7.8, FK-7.15: no fight, no limit
    s.orders = marches  # FK-7.9: no unit is ordered twice
    s.sent = []
    s.coming = []
    go_on(s)
