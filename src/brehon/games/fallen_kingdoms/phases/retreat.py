"""FK-8: units that leave a battle: driven out, withdrawn, or too exhausted to continue."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import N_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import BIT, lowest, members, size
from brehon.games.fallen_kingdoms.phases.common import (
    T_LEAVE,
    add_units,
    arrive,
    city_actions,
    city_id,
    city_of,
    decide,
    go_on,
    marching,
    push,
    refuges,
    remove_units,
)
from brehon.games.fallen_kingdoms.phases.refusals import Decision, off_map
from brehon.games.fallen_kingdoms.state import B7, DETACH, WITHDRAW, Fallen, Step


def no_refuge(s: Fallen, seat: int, city: int) -> Reason:
    if s.owner[city] >= 0 and s.owner[city] != seat:
        return Reason("enemy", "FK-8.18", Message(N_("another player has units in this city")))
    if city == s.target:
        return Reason("here", "FK-8.18", Message(N_("the battle is in this city")))
    return Reason("far", "FK-8.18", Message(N_("no road or route leads there from the battle")))


@final
class Leave(Step):
    """The next unit is driven out, as long as there is one and it has a refuge (FK-8.38)."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        if s.leaving == 0:
            return
        victim = s.active if s.stage == B7 else s.defender
        left = marching(s, s.target) if s.stage == B7 else s.units[s.target]
        if left == 0 or refuges(s, victim, s.target) == 0:
            s.leaving = 0
            return
        if s.stage == B7 and size(origins(s)) > 1:
            decide(s, DETACH, victim)
        else:
            s.place = lowest(origins(s)) if s.stage == B7 else s.target
            decide(s, WITHDRAW, victim)


def origins(s: Fallen) -> int:
    """Mask of the cities that the army of this battle came from."""
    mask = 0
    for order in s.orders:
        if order >> 6 & 63 == s.target:
            mask |= BIT[order >> 12]
    return mask


def take_from_army(s: Fallen, origin: int, n: int) -> None:
    """Units from this city leave the battle, or die."""
    for i in range(len(s.orders)):
        if s.orders[i] >> 6 == origin << 6 | s.target:
            s.orders[i] -= n
            if s.orders[i] & 63 == 0:
                del s.orders[i]
            return


@final
class Detach(Decision):
    """Which unit of an army from several cities is driven out."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.DETACH, origins(s))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        s.place = city_of(s, action, actions.DETACH)
        s.phase = WITHDRAW

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.DETACH:
            return None
        return off_map(s, action) or Reason("no-unit", "FK-8.36", Message(N_("no unit of this army came from there")))


@final
class Withdraw(Decision):
    """FK-8.36: the owner chooses the refuge; FK-8.37: one of the battle's city, for both sides."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.WITHDRAW, refuges(s, s.seat, s.target))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        city = city_of(s, action, actions.WITHDRAW)
        if log is not None:
            log.append(Event(events.WITHDREW, s.seat, city_id(s, s.target), city_id(s, city)))
        if s.stage == B7:
            take_from_army(s, s.place, 1)
        else:
            remove_units(s, s.target, 1)
        s.leaving -= 1
        s.place = -1
        push(s, T_LEAVE)
        arrive(s, s.seat, city, 1)
        go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.WITHDRAW:
            return None
        return off_map(s, action) or no_refuge(s, s.seat, city_of(s, action, actions.WITHDRAW))


def exhaust(s: Fallen, log: list[Event] | None) -> None:
    if log is not None:
        log.append(Event(events.EXHAUSTED, s.active, city_id(s, s.target)))
    go_home(s)  # FK-8.28


def go_home(s: Fallen) -> None:
    """FK-8.17: every unit of the army returns to the city it came from."""
    for origin in members(origins(s)):
        for order in s.orders:
            if order >> 6 == origin << 6 | s.target:
                add_units(s, s.active, origin, order & 63)
    s.orders = [order for order in s.orders if order >> 6 & 63 != s.target]
