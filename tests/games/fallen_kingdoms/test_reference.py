"""Reference data and the arithmetic of dice (FK-18)."""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from brehon.games.fallen_kingdoms import data
from brehon.games.fallen_kingdoms.data import (
    BASE,
    GODS,
    KNOWLEDGE,
    PAIR_WEIGHTS,
    PAIRS,
    RUMORS,
    TRIPLE_WEIGHTS,
    TRIPLES,
    odds,
)
from brehon.games.fallen_kingdoms.state import ATTACK, COMBAT, DEFEND, REROLL, VICTORY
from tests.games.fallen_kingdoms.builder import Position

# die needs: 2 dice 1+, 2; 3 dice 1+, 2+, 3 (in tenths of a percent, cut off; the rulebook prints whole percents but for the last)
TABLE = {
    2: (97, 69, 99, 92, 57),
    3: (88, 44, 96, 74, 29),
    4: (75, 25, 87, 50, 12),
    5: (55, 11, 70, 25, 3),
    6: (30, 2, 42, 7, 0),
}


@pytest.mark.rule("FK-18.7")
@pytest.mark.parametrize("need", TABLE)
def test_tv_e8_the_odds_table_is_exact(need: Any) -> None:
    cells = [(2, 1), (2, 2), (3, 1), (3, 2), (3, 3)]
    for (dice, hits), printed in zip(cells, TABLE[need], strict=True):
        counted = sum(sum(die >= need for die in roll) >= hits for roll in product(range(1, 7), repeat=dice))
        assert odds(dice, need, hits) == (counted, 6**dice)
        assert 100 * counted // 6**dice == printed
    good, all_ = odds(3, 6, 3)
    assert 1000 * good // all_ == 4, "0.46 percent, cut to 0.4"


@pytest.mark.rule("FK-1.7", "FK-18.7")
def test_chance_weighs_unordered_dice_by_the_ways_they_fall() -> None:
    assert sum(PAIR_WEIGHTS) == 36
    assert sum(TRIPLE_WEIGHTS) == 216
    for results, weights, dice in ((PAIRS, PAIR_WEIGHTS, 2), (TRIPLES, TRIPLE_WEIGHTS, 3)):
        rolls = [tuple(sorted(roll)) for roll in product(range(1, 7), repeat=dice)]
        assert [rolls.count(result) for result in results] == weights


@pytest.mark.rule("FK-18.3", "FK-1.2")
def test_there_are_eighteen_kinds_of_knowledge_in_six_categories() -> None:
    assert len(set(KNOWLEDGE)) == 18
    assert len(data.CATEGORIES) == 6
    names = (
        "currency ships paper navigation horse-riding cartography mining machinery irrigation strategy archery masonry "
    )
    names += "literature philosophy laws architecture mathematics ports"
    assert names.split() == KNOWLEDGE


@pytest.mark.rule("FK-18.4", "FK-1.3")
def test_the_rumor_cards_sum_to_252() -> None:
    assert sum(RUMORS) * data.COPIES == 252


@pytest.mark.rule("FK-18.5", "FK-1.5")
def test_gods_and_their_base_intimidation() -> None:
    right = {
        "saga": 0,
        "loki": 1,
        "holler": 2,
        "tyr": 3,
        "freyr": 4,
        "heimdall": 5,
        "forseti": 6,
        "norns": 7,
        "odin": 15,
    }
    assert dict(zip(GODS, BASE, strict=True)) == right


# -- the distribution of a whole battle


@cache
def expected(
    attackers: Any, defenders: Any, miss: Any, attacker_rolls: Any, need_a: Any, archery: Any, strategy: Any
) -> Any:
    """Independent of the engine: {(attackers left, defenders left): probability} if nobody retreats or is intimidated."""
    ends: dict[Any, Any] = {}
    need = need_a if attacker_rolls else 4
    for roll in product(range(1, 7), repeat=2):
        for dice, share in rerolled(roll, strategy and attacker_rolls):
            hits = sum(die >= need for die in dice)
            kills = hits + (1 if archery and attacker_rolls and 6 in dice else 0)
            a, d = attackers, defenders
            if attacker_rolls:
                d = max(0, d - kills)
            else:
                a = max(0, a - kills)
            if a == 0 or d == 0 or (hits == 0 and miss):
                after = {(a, d): Fraction(1)}
            else:
                after = expected(a, d, hits == 0, not attacker_rolls, need_a, archery, strategy)
            for end, chance in after.items():
                ends[end] = ends.get(end, Fraction(0)) + chance * share * Fraction(1, 36)
    return ends


def rerolled(roll: Any, strategy: Any) -> Any:
    low = [i for i, die in enumerate(roll) if die <= 3]
    if not strategy or not low:
        return [(roll, Fraction(1))]
    out = []
    for new in product(range(1, 7), repeat=len(low)):
        dice = list(roll)
        for i, die in zip(low, new, strict=True):
            dice[i] = die
        out.append((tuple(dice), Fraction(1, 6 ** len(low))))
    return out


def played_out(p: Any) -> Any:
    """The same from the engine: every outcome of chance with its weight."""
    memo = {}
    roll = p.rules.space.find("roll")

    def walk(s: Any) -> Any:
        army = sum(order & 63 for order in s.orders)
        left = s.units[p.city("skogheim")] if s.owner[p.city("skogheim")] == 1 else 0
        if s.phase == VICTORY:
            return {(army, 0): Fraction(1)}
        if s.phase in (ATTACK, DEFEND):
            key = (s.phase, army, left, s.miss)
            if key not in memo:
                twin = s.clone()
                twin.apply(roll)
                memo[key] = walk(twin)
            return memo[key]
        if s.phase in (COMBAT, REROLL):
            weights = s.weights() or [1] * len(s.legal())
            ends: dict[Any, Any] = {}
            for action, weight in zip(s.legal(), weights, strict=True):
                twin = s.clone()
                twin.apply(action)
                for end, chance in walk(twin).items():
                    ends[end] = ends.get(end, Fraction(0)) + chance * Fraction(weight, sum(weights))
            return ends
        return {(s.units[p.city("rugheim")] - 1, left): Fraction(1)}  # repelled, or home from exhaustion

    return walk(p.s)


@pytest.mark.rule("FK-8.4", "FK-8.8", "FK-8.9", "FK-8.11", "FK-8.13", "FK-8.14", "FK-8.27", "FK-18.7")
@pytest.mark.parametrize(
    "attackers, defenders, masonry, archery, strategy",
    [(4, 3, False, False, False), (1, 1, False, False, False), (6, 5, True, False, False), (3, 4, False, True, False),
     (4, 4, True, True, True), (2, 5, False, False, True)],
)  # fmt: skip
def test_battles_end_as_an_independent_calculation_says(
    attackers: int, defenders: int, masonry: bool, archery: bool, strategy: bool
) -> None:
    p = (
        Position(gods="odin odin odin")
        .holds(0, rugheim=attackers + 1)
        .holds(1, skogheim=defenders, tveitby=1)
        .holds(2, brimnes=1)
    )
    p.knows(0, " ".join(word for word, on in (("archery", archery), ("strategy", strategy)) if on))
    p.knows(1, "masonry" if masonry else "")
    p.attack(0, "skogheim", rugheim=attackers)
    right = expected(attackers, defenders, False, True, 5 if masonry else 4, archery, strategy)
    assert sum(right.values()) == 1
    assert played_out(p) == right
