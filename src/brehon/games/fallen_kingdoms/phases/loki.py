"""FK-5: where the units driven out by Loki go, and from where his unit comes."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import N_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.phases.common import (
    arrive,
    city_actions,
    city_id,
    city_of,
    decide,
    refuges,
    remove_units,
)
from brehon.games.fallen_kingdoms.phases.gods import end_power, spare_cities
from brehon.games.fallen_kingdoms.phases.refusals import Decision, off_map
from brehon.games.fallen_kingdoms.state import LOKI_SOURCE, Fallen


@final
class LokiRefuge(Decision):
    """FK-5.11: all units of the city go together to one refuge."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.TO, refuges(s, s.owner[s.target], s.target))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        city = city_of(s, action, actions.TO)
        victim = s.owner[s.target]
        n = s.units[s.target]
        if log is not None:
            log.append(Event(events.DISPLACED, victim, city_id(s, s.target), city_id(s, city), n))
        remove_units(s, s.target, n)
        arrive(s, victim, city, n)
        decide(s, LOKI_SOURCE, s.active)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.TO:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        return Reason(
            "no-refuge", "FK-5.11", Message(N_("the units can only go to an adjacent city that is theirs or empty"))
        )


@final
class LokiSource(Decision):
    """FK-5.13: one of Loki's units, from anywhere, takes the city. FK-5.15: it has not moved yet."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.FROM, spare_cities(s, s.active))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        city = city_of(s, action, actions.FROM)
        remove_units(s, city, 1)
        arrive(s, s.active, s.target, 1)
        if log is not None:
            log.append(Event(events.INFILTRATED, s.active, city_id(s, city), city_id(s, s.target)))
        s.target = -1
        end_power(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.FROM:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        city = city_of(s, action, actions.FROM)
        have = s.units[city] if s.owner[city] == s.active else 0
        return Reason(
            "too-few", "FK-5.14", Message(N_("the unit must come from a city with two of yours or more")), 2, have
        )
