"""The chances of a whole battle, exactly: roll after roll until one side is gone, driven out or exhausted.

Assumed is what a person wants to know before deciding: both sides roll to the end, and no further unit comes to help.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms import svg_model as m
from brehon.games.fallen_kingdoms.data import ARCHERY as ARCHERS
from brehon.games.fallen_kingdoms.data import GROUP, HIT, LAWS, MASONRY, MASONRY_HIT, PHILOSOPHY, STRATEGY
from brehon.games.fallen_kingdoms.view import FallenView

ALL: Final = 1296.0


class Side(NamedTuple):
    """How one side rolls."""

    need: int  # a die of this or more hits
    strategy: bool
    archery: bool
    scare: int  # a die of this or more drives units out; 0 if none does
    driven: int  # how many


class Outlook(NamedTuple):
    """How a battle ends, seen from before its next roll."""

    won: float  # no defender is left
    lost: float  # no attacker is left
    attackers: float  # expected to be killed
    defenders: float

    @property
    def held(self) -> float:
        """The attackers go home: both sides are exhausted."""
        return max(0.0, 1.0 - self.won - self.lost)


@lru_cache(maxsize=256)
def outcomes(side: Side) -> tuple[tuple[bool, int, int, float], ...]:
    """Whether a roll hits, how many it kills and drives out at most, and how likely that is."""
    one = m.one_die(side.strategy)
    found: dict[tuple[bool, int, int], float] = {}
    for low in range(1, 7):
        for high in range(1, 7):
            hits = (low >= side.need) + (high >= side.need)
            kills = hits + (side.archery and 6 in (low, high))
            driven = side.driven if side.scare and max(low, high) >= side.scare else 0
            key = (hits > 0, kills, driven)
            found[key] = found.get(key, 0.0) + one[low] * one[high] / ALL
    return tuple((*key, share) for key, share in found.items())


@lru_cache(maxsize=4096)
def outlook(
    attack: Side, defence: Side, attackers: int, defenders: int, is_attack: bool, missed: bool, same_round: bool
) -> Outlook:
    """From before a roll of the attacker (`is_attack`) or of the defender; `missed`: the roll before it did."""
    if defenders <= 0:
        return Outlook(1.0, 0.0, 0.0, 0.0)
    if attackers <= 0:
        return Outlook(0.0, 1.0, 0.0, 0.0)
    won = lost = dead_a = dead_d = 0.0
    for is_hit, kills, driven, share in outcomes(attack if is_attack else defence):
        there = defenders if is_attack else attackers
        dead = min(kills, there)
        left = max(0, there - dead - driven)
        ends = not is_hit and missed and not (is_attack and same_round) and left > 0
        if is_attack:
            dead_d += share * dead
        else:
            dead_a += share * dead
        if ends:
            continue
        a, d = (attackers, left) if is_attack else (left, defenders)
        then = outlook(attack, defence, a, d, not is_attack, not is_hit, same_round)
        won += share * then.won
        lost += share * then.lost
        dead_a += share * then.attackers
        dead_d += share * then.defenders
    return Outlook(won, lost, dead_a, dead_d)


def side_of(v: FallenView, roller: int, victim: int, target: int, attacking: bool) -> Side:
    """How a seat rolls against another in a battle for a city."""
    need = MASONRY_HIT if attacking and m.has(v, victim, MASONRY) else HIT
    immune = attacking and v.temples >> target & 1 == 1
    stronger = m.intimidation(v, roller) > m.intimidation(v, victim)
    scare = 0
    if stronger and not immune and m.has_refuge(v, victim, target):
        scare = 6 if m.has(v, victim, PHILOSOPHY) else HIT
    driven = 2 if m.has(v, roller, LAWS) else 1
    return Side(need, m.has(v, roller, STRATEGY), m.has(v, roller, ARCHERS), scare, driven if scare else 0)


def attack_on(v: FallenView, target: int, units: int, attacker: int, garrisons: int = 0) -> Outlook:
    """A battle that has not begun: so many units against those in a city now, and `garrisons` more."""
    defender = v.owner[target]
    same = v.table.switches.same_round
    return outlook(
        side_of(v, attacker, defender, target, True), side_of(v, defender, attacker, target, False),
        units, v.units[target] + garrisons, True, False, same,
    )  # fmt: skip


def battle_now(v: FallenView, is_attack: bool, more: int = 0) -> Outlook:
    """The current battle, from before a roll of the attacker or of the defender; `more` units come to help the defender."""
    attackers = sum(n for _, n in m.army(v, v.target))
    return outlook(
        side_of(v, v.active, v.defender, v.target, True), side_of(v, v.defender, v.active, v.target, False),
        attackers, v.units[v.target] + more, is_attack, v.miss, v.table.switches.same_round,
    )  # fmt: skip


def next_is_attack(v: FallenView) -> bool | None:
    """Whose roll comes next in the current battle; None if there is none or it is in the middle of one."""
    if v.phase == st.ATTACK or (v.phase in (st.WINDOW, st.WINDOW_SEND) and v.stage == st.B1):
        return True
    if v.phase == st.DEFEND or (v.phase in (st.WINDOW, st.WINDOW_SEND) and v.stage == st.B5):
        return False
    return None


class Strike(NamedTuple):
    """What a strike of an invasion brings."""

    cost: float  # units of the invader that are expected to be lost
    least: int
    most: int
    taken: float  # chance that units move in


def strike(v: FallenView, seat: int, city: int, dice: int) -> Strike:
    """An invader strikes a city with so many dice; every defender left costs a unit, then three move in."""
    if v.owner[city] < 0:
        return Strike(0.0, 0, 0, 1.0 if v.reserve[seat] else 0.0)
    ways = m.strike_odds(dice)
    there, reserve = v.units[city], v.reserve[seat]
    costs = [min(reserve, max(0, there - hits)) for hits in range(dice + 1)]
    taken = [reserve > max(0, there - hits) for hits in range(dice + 1)]
    total = sum(ways)
    cost = sum(way * one for way, one in zip(ways, costs, strict=True)) / total
    return Strike(cost, min(costs), max(costs), sum(way for way, one in zip(ways, taken, strict=True) if one) / total)


def settlers(v: FallenView, seat: int, lost: int) -> int:
    """Units that move in after a strike that has cost so many."""
    return min(GROUP, max(0, v.reserve[seat] - lost))


# -- for people


def percent(share: float) -> str:
    """A chance for people; only what is certain is 0 or 100."""
    whole = round(100 * share)
    if whole == 0 and share > 0:
        return "<1 %"
    return ">99 %" if whole == 100 and share < 1 - 1e-12 else f"{whole} %"
