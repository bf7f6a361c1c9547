"""The chances of a whole battle: exact, and what the rules do when it is fought again and again."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from brehon.core.contract import CHANCE, Event
from brehon.games.fallen_kingdoms import actions as a
from brehon.games.fallen_kingdoms import chances
from brehon.games.fallen_kingdoms import events as e
from brehon.games.fallen_kingdoms import state as st
from brehon.games.fallen_kingdoms.chances import Side, outlook, percent
from brehon.games.fallen_kingdoms.state import Fallen
from brehon.games.fallen_kingdoms.view import FallenView
from tests.games.fallen_kingdoms.test_svg import game, play, rules_for

FIGHTING = {st.ATTACK, st.DEFEND, st.WINDOW, st.COMBAT, st.REROLL, st.CASUALTY, st.DETACH, st.WITHDRAW, st.TURN_RUMOR}
PLAIN = Side(4, False, False, 0, 0)


def fight_on(s: Fallen, rng: Random) -> tuple[bool, int, int]:
    """Both sides roll to the end and no one helps; won, attackers killed, defenders killed."""
    s, log = s.clone(), list[Event]()
    target, attacker = s.target, s.active
    first = s.table.first
    while True:
        legal = s.legal()
        if s.to_move() == CHANCE:
            weights = s.weights()
            s.apply(rng.choices(legal, weights)[0] if weights else rng.choice(legal), log)
        elif s.phase in (st.ATTACK, st.DEFEND):
            s.apply(first[a.ROLL], log)
        elif s.phase == st.WINDOW:
            s.apply(first[a.PASS], log)
        else:
            s.apply(rng.choice(legal), log)
        if s.target != target or s.phase not in FIGHTING:
            killed = [event for event in log if event.kind == e.KILLED and event.a == s.map.ids[target]]
            own = sum(event.b for event in killed if event.seat == attacker)
            won = s.phase == st.VICTORY and s.target == target
            return won, own, sum(event.b for event in killed) - own


def battles(n_seats: int, seeds: range, **options: str) -> list[Fallen]:
    """Positions before a roll of either side, with knowledge and intimidation as random play brings them."""
    rules = rules_for(n_seats, **options)
    found = []
    for seed in seeds:
        asked = [s for s in play(rules, seed) if s.phase in (st.ATTACK, st.DEFEND) and s.units[s.target] < 12]
        found += asked[:: max(1, len(asked) // 4)]
    return found


@pytest.mark.parametrize(("n_seats", "options"), [(3, {}), (5, {}), (4, {"exhaustion": "same_round"})])
def test_the_chance_of_a_battle_is_that_of_fighting_it_many_times(n_seats: int, options: dict[str, str]) -> None:
    rng, times, checked = Random(4), 1200, 0
    for s in battles(n_seats, range(10, 14), **options):
        view = s.view(s.to_move())
        assert isinstance(view, FallenView)
        exact = chances.battle_now(view, s.phase == st.ATTACK)
        fought = [fight_on(s, rng) for _ in range(times)]
        share = sum(won for won, _, _ in fought) / times
        error = sqrt(max(exact.won * (1 - exact.won), 1 / times) / times)
        assert abs(share - exact.won) < 5 * error, (exact, share)
        for mean, each in (
            (exact.attackers, [one for _, one, _ in fought]),
            (exact.defenders, [one for _, _, one in fought]),
        ):
            average = sum(each) / times
            spread = sqrt(max(sum((one - average) ** 2 for one in each) / times, 0.25) / times)
            assert abs(average - mean) < 5 * spread, (exact, average)
        checked += 1
    assert checked > 12


def test_nothing_gets_lost_between_winning_losing_and_exhaustion() -> None:
    for attackers in range(1, 9):
        for defenders in range(1, 9):
            one = outlook(PLAIN, PLAIN, attackers, defenders, True, False, False)
            assert 0 <= one.won <= 1
            assert 0 <= one.lost <= 1
            assert one.won + one.lost + one.held == pytest.approx(1)
            assert one.attackers <= attackers
            assert one.defenders <= defenders


def test_a_single_defender_falls_to_the_first_hit_or_to_a_later_one() -> None:
    one = outlook(PLAIN, PLAIN, 1, 1, True, False, False)
    # the attacker hits with 3/4; if not, the defender misses (1/4: exhausted) or kills the one attacker
    assert one.won == pytest.approx(3 / 4)
    assert one.held == pytest.approx(1 / 16)
    assert one.lost == pytest.approx(3 / 16)


def test_more_attackers_never_win_less_often_and_cards_help_the_side_that_has_them() -> None:
    rows = [outlook(PLAIN, PLAIN, n, 5, True, False, False).won for n in range(1, 12)]
    assert rows == sorted(rows)
    plain = outlook(PLAIN, PLAIN, 5, 5, True, False, False).won
    for better in (Side(4, True, False, 0, 0), Side(4, False, True, 0, 0), Side(4, False, False, 4, 1)):
        assert outlook(better, PLAIN, 5, 5, True, False, False).won > plain
        assert outlook(PLAIN, better, 5, 5, True, False, False).won < plain
    assert outlook(Side(5, False, False, 0, 0), PLAIN, 5, 5, True, False, False).won < plain, "walls"


def test_the_largest_battle_is_computed_at_once() -> None:
    outlook.cache_clear()
    one = outlook(PLAIN, PLAIN, 30, 30, True, False, False)
    assert 0 < one.won < 1


@pytest.mark.parametrize(
    ("share", "text"), [(0.0, "0 %"), (0.001, "<1 %"), (0.5, "50 %"), (0.999, ">99 %"), (1.0, "100 %")]
)
def test_only_what_is_certain_is_said_to_be(share: float, text: str) -> None:
    assert percent(share) == text


def test_a_strike_costs_a_unit_for_every_defender_that_the_dice_leave() -> None:
    rules, positions = game(4)
    del rules
    checked = 0
    for s in positions:
        if s.phase != st.PATH or s.to_move() < 0:
            continue
        view = s.view(s.to_move())
        assert isinstance(view, FallenView)
        for action in s.legal():
            path = action - s.table.first[a.PATH]
            if not 0 <= path < s.map.n_paths:
                continue
            city = s.map.path_city[path]
            if s.owner[city] in (-1, s.active):
                continue
            expected = chances.strike(view, s.active, city, 3)
            after = s.clone()
            after.apply(action)
            total = weight = 0
            for outcome, ways in zip(after.legal(), after.weights(), strict=True):
                one = after.clone()
                one.apply(outcome)
                cost = one.casualties - s.casualties
                assert expected.least <= cost <= expected.most
                total, weight = total + ways * cost, weight + ways
            assert total / weight == pytest.approx(expected.cost)
            checked += 1
    assert checked > 3
