"""FK-15: a kingdom that surrenders to another player, who puts his own units in its cities."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import N_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import BIT, members
from brehon.games.fallen_kingdoms.phases.common import (
    T_PATHS,
    T_TAKE_OVER,
    add_units,
    city_actions,
    city_id,
    city_of,
    decide,
    go_on,
    push,
    remove_units,
)
from brehon.games.fallen_kingdoms.phases.fall import fall
from brehon.games.fallen_kingdoms.phases.gods import spare_cities
from brehon.games.fallen_kingdoms.phases.invasion import receivers
from brehon.games.fallen_kingdoms.phases.refusals import Decision, off_map
from brehon.games.fallen_kingdoms.state import REPLACE, STRIP, STRIP_TO, Fallen, Step


@final
class Surrender(Decision):
    """FK-15.4: the invader gives the kingdom to another player who has one; FK-15.6: who cannot refuse."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.SURRENDER]
        mask = receivers(s, s.active)
        return [first + seat for seat in range(s.n_seats) if mask >> seat & 1]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        receiver = action - s.table.first[actions.SURRENDER]
        loser = s.active
        if log is not None:
            log.append(Event(events.INVADES, loser, receiver))
        s.attacked = 0
        s.slots = [0] * s.map.n_cities
        for city in members(s.held[loser]):
            n = s.units[city]
            s.slots[city] = n
            s.reserve[loser] += n  # FK-15.13
            remove_units(s, city, n)
        push(s, T_PATHS)
        push(s, T_TAKE_OVER, receiver)
        go_on(s)
        fall(s, loser, receiver, log)  # FK-15.7

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.SURRENDER:
            return None
        if action - s.table.first[actions.SURRENDER] == s.active:
            return Reason("yourself", "FK-15.4", Message(N_("you cannot surrender to yourself")))
        return Reason("no-kingdom", "FK-15.4", Message(N_("this player has no kingdom")))


def open_slots(s: Fallen) -> int:
    """Mask of the cities with surrendered units not replaced yet."""
    mask = 0
    for city in range(len(s.slots)):
        if s.slots[city]:
            mask |= BIT[city]
    return mask


@final
class TakeOver(Step):
    """FK-15.9: units of the receiver replace those that were surrendered, as far as his reserve goes."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        left = sum(s.slots)
        if left <= s.reserve[a]:
            for city in members(open_slots(s)):
                replace_units(s, a, city, s.slots[city], log)
            s.slots = []
            return
        push(s, T_TAKE_OVER, a)
        if s.reserve[a] > 0:
            decide(s, REPLACE, a)
        elif own_spare(s, a):
            decide(s, STRIP, a)
        else:
            s.todo.pop()
            s.slots = []  # FK-15.12


def replace_units(s: Fallen, seat: int, city: int, n: int, log: list[Event] | None) -> None:
    s.reserve[seat] -= n
    s.slots[city] -= n
    s.attacked |= BIT[city]  # just taken over: no unit may leave it
    add_units(s, seat, city, n)
    if log is not None:
        log.append(Event(events.TAKEN_OVER, seat, city_id(s, city), n))


def own_spare(s: Fallen, seat: int) -> int:
    """Cities that the receiver had before, with a unit to spare."""
    spare = s.held[seat] if s.table.switches.strip_all else spare_cities(s, seat)  # FK-15.40
    return spare & ~s.attacked & ~open_slots(s)


@final
class Replace(Decision):
    """FK-15.10: a short reserve is used up, where its owner chooses."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.REPLACE, open_slots(s))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        replace_units(s, s.seat, city_of(s, action, actions.REPLACE), 1, log)
        go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.REPLACE:
            return None
        return off_map(s, action) or Reason(
            "no-slot", "FK-15.10", Message(N_("no surrendered unit is left in this city"))
        )


@final
class Strip(Decision):
    """FK-15.11: units already on the board may move onto those that were not replaced."""

    def legal(self, s: Fallen) -> list[int]:
        return [s.table.first[actions.PASS], *city_actions(s, actions.STRIP, own_spare(s, s.seat))]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        if action == s.table.first[actions.PASS]:
            s.todo.pop()
            s.slots = []
            go_on(s)
        else:
            s.place = city_of(s, action, actions.STRIP)
            s.phase = STRIP_TO

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.STRIP:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        city = city_of(s, action, actions.STRIP)
        if s.owner[city] != s.seat or s.attacked & BIT[city]:
            return Reason(
                "not-yours", "FK-15.11", Message(N_("units come from cities that were yours before the surrender"))
            )
        return Reason("garrison", "FK-15.11", Message(N_("a unit must stay in this city")), 2, s.units[city])


@final
class StripTo(Decision):
    """Where the unit goes."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.TO, open_slots(s))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        city = city_of(s, action, actions.TO)
        remove_units(s, s.place, 1)
        s.reserve[s.seat] += 1
        replace_units(s, s.seat, city, 1, log)
        s.place = -1
        go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.TO:
            return None
        return off_map(s, action) or Reason(
            "no-slot", "FK-15.11", Message(N_("no surrendered unit is left in this city"))
        )
