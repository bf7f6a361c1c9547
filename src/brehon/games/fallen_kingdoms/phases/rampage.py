"""Rampages: one roll against a city next to the one just taken (FK-9)."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import N_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import BIT
from brehon.games.fallen_kingdoms.phases.common import (
    T_ADVANCED,
    T_FALL,
    arrive,
    city_actions,
    city_id,
    city_of,
    decide,
    enemy_cities,
    go_on,
    pending_targets,
    push,
    remove_units,
)
from brehon.games.fallen_kingdoms.phases.refusals import Decision, off_map
from brehon.games.fallen_kingdoms.state import ADVANCE, COMBAT, R1, RAMPAGE, Fallen, Step


def rampage_targets(s: Fallen, city: int) -> int:
    """FK-9.4; FK-9.13: temples do not protect."""
    return s.map.road[city] & enemy_cities(s, s.active) & ~s.attacked & ~pending_targets(s)


@final
class MayRampage(Step):
    """After a city was taken on the first roll, with two units or more in it (FK-9.2)."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        if s.routed and s.owner[a] == s.active and s.units[a] >= 2 and rampage_targets(s, a):
            s.place = a
            decide(s, RAMPAGE, s.active)


@final
class Rampage(Decision):
    """FK-9.3: the player may strike a neighbouring enemy city."""

    def legal(self, s: Fallen) -> list[int]:
        return [s.table.first[actions.PASS], *city_actions(s, actions.RAMPAGE, rampage_targets(s, s.place))]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        if action == s.table.first[actions.PASS]:
            go_on(s)
            return
        s.target = city_of(s, action, actions.RAMPAGE)
        s.defender = s.owner[s.target]
        s.attacked |= BIT[s.target]
        s.routed = False  # FK-9.12
        if log is not None:
            log.append(Event(events.RAMPAGED, s.active, city_id(s, s.place), city_id(s, s.target)))
        s.stage = R1
        s.kills = s.place  # stored here: the city that the rampage comes from
        s.phase = COMBAT  # FK-9.8: the defender can do nothing

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.RAMPAGE:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        city = city_of(s, action, actions.RAMPAGE)
        if not s.map.road[s.place] & BIT[city]:
            return Reason("far", "FK-9.4", Message(N_("no road joins this city to the one you have just taken")))
        if not enemy_cities(s, s.active) & BIT[city]:
            return Reason("not-enemy", "FK-9.4", Message(N_("no other player has units in this city")))
        if s.attacked & BIT[city]:
            return Reason("again", "FK-8.2", Message(N_("this city has already been attacked this turn")))
        return Reason("pending", "FK-9.4", Message(N_("an army of yours is already marching on this city")))


@final
class Rampaged(Step):
    """The end of a rampage's only roll; `kills` holds the city that it came from."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        source = s.kills
        if s.hits == 0:  # FK-9.7, FK-9.9: even if a unit was driven out
            remove_units(s, source, 1)
            s.reserve[s.active] += 1
            if log is not None:
                log.append(Event(events.KILLED, s.active, city_id(s, source), 1))
        push(s, T_ADVANCED)
        if s.units[s.target] == 0 and s.units[source] > 1:
            s.place = source
            decide(s, ADVANCE, s.active)


@final
class Advance(Decision):
    """FK-9.10: any number of units but the last enters the emptied city; FK-9.11: or none."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.ADVANCE]
        return list(range(first, first + s.units[s.place]))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        n = action - s.table.first[actions.ADVANCE]
        if n > 0:
            if log is not None:
                log.append(Event(events.ADVANCED, s.active, city_id(s, s.place), city_id(s, s.target), n))
            s.units[s.place] -= n
            arrive(s, s.active, s.target, n)
        go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.ADVANCE:
            return None
        need, have = action - s.table.first[actions.ADVANCE], s.units[s.place] - 1
        return Reason("too-many", "FK-9.10", Message(N_("a unit must stay in the city you have taken")), need, have)


@final
class Advanced(Step):
    """A seat whose last unit was removed by a rampage falls."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        push(s, T_FALL, s.defender, s.active)
