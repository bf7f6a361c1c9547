"""Battles as a state machine B1 … B8, and the victory after them (FK-8)."""

from typing import final

from brehon.core.contract import Event
from brehon.core.text import N_, Message, Reason
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import (
    BIT,
    CARTOGRAPHY,
    lowest,
    members,
    size,
)
from brehon.games.fallen_kingdoms.phases.common import (
    T_BATTLE,
    T_BATTLES,
    T_FALL,
    T_RAMPAGE,
    arrive,
    city_actions,
    city_id,
    city_of,
    decide,
    go_on,
    has,
    marching,
    pending_targets,
    push,
    refuges,
    remove_units,
)
from brehon.games.fallen_kingdoms.phases.refusals import Decision, off_map
from brehon.games.fallen_kingdoms.phases.retreat import exhaust, go_home, no_refuge, origins, take_from_army
from brehon.games.fallen_kingdoms.state import (
    ATTACK,
    B1,
    B2,
    B3,
    B4,
    B5,
    B6,
    B7,
    CASUALTY,
    COMBAT,
    DEFEND,
    PICK_BATTLE,
    VICTORY,
    WINDOW,
    WINDOW_SEND,
    Fallen,
    Step,
)


@final
class NextBattle(Step):
    """FK-8.3: every battle is fought; FK-8.1: in an order chosen by the attacker."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        end_fight(s)
        pending = pending_targets(s)
        if pending == 0:
            return
        push(s, T_BATTLES)
        if pending & (pending - 1) == 0:
            begin_battle(s, lowest(pending), log)
        else:
            decide(s, PICK_BATTLE, s.active)


def end_fight(s: Fallen) -> None:
    s.target = -1
    s.defender = -1
    s.stage = 0
    s.dice = 0
    s.miss = False
    s.hits = 0
    s.rolls = 0
    s.routed = False
    s.kills = 0
    s.leaving = 0
    s.place = -1


def begin_battle(s: Fallen, city: int, log: list[Event] | None) -> None:
    s.target = city
    s.defender = s.owner[city]
    s.attacked |= BIT[city]  # FK-8.2
    if log is not None:
        log.append(Event(events.BATTLE, s.active, city_id(s, city), s.defender, marching(s, city)))
    push(s, T_BATTLE, B1)
    go_on(s)


@final
class PickBattle(Decision):
    """The next of several battles."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.BATTLE, pending_targets(s))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        begin_battle(s, city_of(s, action, actions.BATTLE), log)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.BATTLE:
            return None
        missing = off_map(s, action)
        return missing or Reason("no-battle", "FK-8.1", Message(N_("no army of yours is marching on this city")))


@final
class Battle(Step):
    """The states of a battle without a roll."""

    def run(self, s: Fallen, a: int, b: int, log: list[Event] | None) -> None:
        s.stage = a
        if a in (B1, B5):
            # FK-8.24: before every roll; FK-8.26: and before the choice to retreat
            if has(s, s.defender, CARTOGRAPHY) and reinforcements(s):
                decide(s, WINDOW, s.defender)
            else:
                push(s, T_BATTLE, a + 1)
        elif a == B2:
            decide(s, ATTACK, s.active)
        elif a == B4:
            after_attack(s, log)
        elif a == B6:
            decide(s, DEFEND, s.defender)
        elif a == B7:
            next_casualty(s, log)
        else:
            after_defence(s, log)


def reinforcements(s: Fallen) -> int:
    """FK-8.25: friendly cities joined by a road that can spare a unit."""
    mask = 0
    for city in members(s.map.road[s.target] & s.held[s.defender]):
        if s.units[city] >= 2:
            mask |= BIT[city]
    return mask


@final
class Window(Decision):
    """B1 and B5: a defender with Cartography may bring units in."""

    def legal(self, s: Fallen) -> list[int]:
        return [s.table.first[actions.PASS], *city_actions(s, actions.REINFORCE, reinforcements(s))]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        if action == s.table.first[actions.PASS]:
            push(s, T_BATTLE, s.stage + 1)
            go_on(s)
            return
        s.place = city_of(s, action, actions.REINFORCE)
        if s.units[s.place] == 2:
            reinforce(s, 1, log)
        else:
            s.phase = WINDOW_SEND

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.REINFORCE:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        city = city_of(s, action, actions.REINFORCE)
        if not s.map.road[s.target] & BIT[city]:
            return Reason("far", "FK-8.24", Message(N_("no road joins this city to the battle")))
        if s.owner[city] != s.defender:
            return Reason("not-yours", "FK-8.24", Message(N_("you have no units in this city")))
        return Reason("garrison", "FK-8.25", Message(N_("a unit must stay in this city")), 2, s.units[city])


@final
class WindowSend(Decision):
    """How many units come to help."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.SEND]
        return list(range(first, first + s.units[s.place] - 1))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        reinforce(s, action - s.table.first[actions.SEND] + 1, log)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.SEND:
            return None
        need = action - s.table.first[actions.SEND] + 1
        have = s.units[s.place] - 1
        if need > s.units[s.place]:
            return Reason("too-few", "FK-8.24", Message(N_("there are not so many units in this city")), need, have + 1)
        return Reason("too-many", "FK-8.25", Message(N_("a unit must stay in this city")), need, have)


def reinforce(s: Fallen, n: int, log: list[Event] | None) -> None:
    if log is not None:
        log.append(Event(events.REINFORCED, s.defender, city_id(s, s.place), city_id(s, s.target), n))
    s.units[s.place] -= n
    s.units[s.target] += n
    s.place = -1
    push(s, T_BATTLE, s.stage)
    go_on(s)


@final
class Attack(Decision):
    """B2: the attacker retreats or rolls (FK-8.4, FK-8.5)."""

    def legal(self, s: Fallen) -> list[int]:
        return [s.table.first[actions.ROLL], s.table.first[actions.RETREAT]]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        if action == s.table.first[actions.ROLL]:
            s.stage = B3
            s.phase = COMBAT
            return
        if log is not None:
            log.append(Event(events.RETREATED, s.active, city_id(s, s.target), -1))  # FK-8.21: at no cost
        go_home(s)
        go_on(s)


@final
class Defend(Decision):
    """B6: the defender flees to one refuge, if there is one, or rolls."""

    def legal(self, s: Fallen) -> list[int]:
        # FK-8.20, FK-8.23: any refuge, also one that a battle waits for
        return [s.table.first[actions.ROLL], *city_actions(s, actions.FLEE, refuges(s, s.defender, s.target))]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        if action == s.table.first[actions.ROLL]:
            s.stage = B7
            s.phase = COMBAT
            return
        city = city_of(s, action, actions.FLEE)
        n = s.units[s.target]
        if log is not None:
            log.append(Event(events.RETREATED, s.defender, city_id(s, s.target), city_id(s, city)))
        remove_units(s, s.target, n)  # FK-8.18
        push(s, T_BATTLE, B4)  # FK-8.22: no unit is left
        arrive(s, s.defender, city, n)
        go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.FLEE:
            return None
        missing = off_map(s, action)
        if missing is not None:
            return missing
        return no_refuge(s, s.defender, city_of(s, action, actions.FLEE))


def after_attack(s: Fallen, log: list[Event] | None) -> None:
    """B4, when the intimidated units have left."""
    if s.units[s.target] == 0:  # FK-8.40
        decide(s, VICTORY, s.active)
        return
    if s.hits == 0 and s.miss and not s.table.switches.same_round:
        exhaust(s, log)
        return
    s.miss = s.hits == 0
    push(s, T_BATTLE, B5)


def next_casualty(s: Fallen, log: list[Event] | None) -> None:
    """B7: the attacker removes casualties and chooses which city they came from if that makes a difference (FK-8.16)."""
    while s.kills > 0:
        mask = origins(s)
        army = marching(s, s.target)
        if size(mask) > 1 and s.kills < army:
            push(s, T_BATTLE, B7)
            decide(s, CASUALTY, s.active)
            return
        lose_unit(s, lowest(mask))


def lose_unit(s: Fallen, origin: int) -> None:
    take_from_army(s, origin, 1)
    s.kills -= 1
    s.reserve[s.active] += 1


@final
class Casualty(Decision):
    """Which unit of an army from several cities dies."""

    def legal(self, s: Fallen) -> list[int]:
        return city_actions(s, actions.LOSE, origins(s))

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        lose_unit(s, city_of(s, action, actions.LOSE))
        go_on(s)

    def refusal(self, s: Fallen, kind: int, action: int) -> Reason | None:
        if kind != actions.LOSE:
            return None
        return off_map(s, action) or Reason("no-unit", "FK-8.16", Message(N_("no unit of this army came from there")))


def after_defence(s: Fallen, log: list[Event] | None) -> None:
    """B8, when the intimidated units have left."""
    if marching(s, s.target) == 0:
        if log is not None:
            log.append(Event(events.REPELLED, s.defender, city_id(s, s.target)))
        return
    if s.hits == 0 and s.miss:  # FK-8.27
        exhaust(s, log)
        return
    s.miss = s.hits == 0
    push(s, T_BATTLE, B1)


@final
class Victory(Decision):
    """FK-8.41: the attacker occupies the city with all survivors or leads all of them home (FK-8.42)."""

    def legal(self, s: Fallen) -> list[int]:
        return [s.table.first[actions.OCCUPY], s.table.first[actions.RETURN]]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        city = s.target
        # FK-8.44: temple, fall, rampage
        push(s, T_RAMPAGE, city)
        push(s, T_FALL, s.defender, s.active)
        if action == s.table.first[actions.OCCUPY]:
            army = marching(s, city)
            s.orders = [order for order in s.orders if order >> 6 & 63 != city]
            if log is not None:
                log.append(Event(events.CONQUERED, s.active, city_id(s, city), army))
            arrive(s, s.active, city, army)
        else:
            if log is not None:
                log.append(Event(events.LEFT_EMPTY, s.active, city_id(s, city)))
            go_home(s)  # FK-8.43
            s.routed = False
        go_on(s)
