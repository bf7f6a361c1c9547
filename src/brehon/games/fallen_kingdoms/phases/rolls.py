"""FK-8: the dice of a battle, and what they hit."""

from typing import Final, final

from brehon.core.contract import Event
from brehon.games.fallen_kingdoms import actions, events
from brehon.games.fallen_kingdoms.data import (
    ARCHERY,
    BIT,
    HIT,
    LAWS,
    MASONRY,
    MASONRY_HIT,
    PAIR_WEIGHTS,
    PAIRS,
    PHILOSOPHY,
    STRATEGY,
)
from brehon.games.fallen_kingdoms.phases.common import (
    T_BATTLE,
    T_LEAVE,
    T_RAMPAGED,
    city_id,
    go_on,
    has,
    intimidation,
    marching,
    push,
    remove_units,
)
from brehon.games.fallen_kingdoms.phases.refusals import Decision
from brehon.games.fallen_kingdoms.state import B4, B7, B8, R1, REROLL, Fallen

N_PAIRS: Final = len(PAIRS)


HIGH_DICE: Final = [a * 10 + b for a, b in PAIRS]  # [result] as decimal digits


@final
class Combat(Decision):
    """FK-8.6, FK-8.7: two dice for any number of units."""

    def legal(self, s: Fallen) -> list[int]:
        first = s.table.first[actions.DICE]
        return list(range(first, first + N_PAIRS))

    def weights(self, s: Fallen) -> list[int]:
        return PAIR_WEIGHTS[:]

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        s.dice = HIGH_DICE[action - s.table.first[actions.DICE]]
        roller = roller_of(s)
        if log is not None:
            log.append(Event(events.ROLLED, roller, s.dice, city_id(s, s.target)))
        if s.dice // 10 < HIT and has(s, roller, STRATEGY):  # FK-8.11, FK-8.12: dice of 1 to 3 only
            s.phase = REROLL
        else:
            resolve(s, s.dice // 10, s.dice % 10, log)


@final
class Reroll(Decision):
    """Strategy: the dice below 4 are rolled again, once."""

    def legal(self, s: Fallen) -> list[int]:
        if s.dice % 10 < HIT:
            first = s.table.first[actions.DICE]
            return list(range(first, first + N_PAIRS))
        first = s.table.first[actions.DIE]
        return list(range(first, first + 6))

    def weights(self, s: Fallen) -> list[int]:
        return PAIR_WEIGHTS[:] if s.dice % 10 < HIT else []

    def apply(self, s: Fallen, action: int, log: list[Event] | None) -> None:
        if s.dice % 10 < HIT:
            low = HIGH_DICE[action - s.table.first[actions.DICE]] // 10
            high = HIGH_DICE[action - s.table.first[actions.DICE]] % 10
        else:
            die = action - s.table.first[actions.DIE] + 1
            low = min(die, s.dice % 10)
            high = max(die, s.dice % 10)
        s.dice = low * 10 + high
        if log is not None:
            log.append(Event(events.ROLLED, roller_of(s), s.dice, city_id(s, s.target), 1))
        resolve(s, low, high, log)


def roller_of(s: Fallen) -> int:
    return s.defender if s.stage == B7 else s.active


def resolve(s: Fallen, low: int, high: int, log: list[Event] | None) -> None:
    """Hits, kills and intimidation of a final roll."""
    attacking = s.stage != B7
    roller = roller_of(s)
    victim = s.defender if attacking else s.active
    # FK-8.8, FK-8.9, FK-8.10: Masonry helps defenders only; FK-9.5, FK-9.6: a rampage rolls like an attack
    need = MASONRY_HIT if attacking and has(s, victim, MASONRY) else HIT
    s.hits = (1 if low >= need else 0) + (1 if high >= need else 0)
    kills = s.hits
    if high == 6 and has(s, roller, ARCHERY):
        kills += 1  # FK-8.13
    kills = min(kills, s.units[s.target] if attacking else marching(s, s.target))  # FK-8.14
    if log is not None and kills:
        log.append(Event(events.KILLED, victim, city_id(s, s.target), kills))
    s.leaving = frightened(s, roller, victim, high)
    if attacking:
        s.reserve[victim] += kills
        if kills:
            remove_units(s, s.target, kills)  # FK-8.15
        if s.stage == R1:
            push(s, T_RAMPAGED)
        else:
            s.routed = s.rolls == 0 and s.units[s.target] == 0  # FK-9.1
            push(s, T_BATTLE, B4)
        push(s, T_LEAVE)
    else:
        s.kills = kills
        push(s, T_BATTLE, B8)
        push(s, T_LEAVE)
        push(s, T_BATTLE, B7)
    s.rolls += 1
    go_on(s)


def frightened(s: Fallen, roller: int, victim: int, high: int) -> int:
    """How many units must leave: none, one, or two."""
    if s.stage == R1 and not s.table.switches.rampage_intimidation:
        return 0
    if s.stage != B7 and s.temples & BIT[s.target]:
        return 0  # FK-8.39
    need = 6 if has(s, victim, PHILOSOPHY) else HIT  # FK-8.34; FK-8.33: regardless of Masonry
    if high < need or intimidation(s, roller) <= intimidation(s, victim):  # FK-8.32
        return 0
    return 2 if has(s, roller, LAWS) else 1  # FK-8.35
