"""Intervals: against known values, and whether they keep what they promise."""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any

import pytest

from brehon.lab.intervals import NOTICEABLE, Interval, Settling, interval, settling, t_quantile
from brehon.lab.stats import Watch


@pytest.mark.parametrize(
    ("freedom", "value"), [(2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (30, 2.0423), (1000, 1.9623)]
)
def test_students_quantile(freedom: int, value: float) -> None:
    assert t_quantile(freedom) == pytest.approx(value, rel=0.01 if freedom < 3 else 0.0015)


def test_the_interval_is_students_with_a_won_and_a_lost_deal_added() -> None:
    # values 0.5 0.5 1 0 and the two: mean 0.5, squares 0.25 * 4, variance 1 / 5
    low, high = interval([0.5, 0.5, 1.0, 0.0])
    reach = 2.5706 * sqrt(0.2) / sqrt(6)
    assert (low, high) == pytest.approx((0.5 - reach, 0.5 + reach), abs=1e-3)


def test_victories_only_do_not_look_certain() -> None:
    low, high = interval([1.0] * 10)
    assert 0.6 < low < 0.85
    assert high == 1.0
    assert interval([1.0] * 300).low == pytest.approx(0.99, abs=0.002)  # as the rule of three says


def deal(rng: Any, share: Any, likeness: Any) -> Any:
    """Two games of a deal; with probability `likeness` the second ends as the first."""
    one = rng.random() < share
    other = one if rng.random() < likeness else rng.random() < share
    return (one + other) / 2


@pytest.mark.parametrize("share", [0.5, 0.8])
@pytest.mark.parametrize("likeness", [0.0, 0.6])
def test_nineteen_of_twenty_intervals_hold_the_truth_also_where_games_of_a_deal_are_alike(
    share: float, likeness: float
) -> None:
    rng = Random(f"{share} {likeness}")
    hits = 0
    for _ in range(1000):
        low, high = interval([deal(rng, share, likeness) for _ in range(60)])
        hits += low <= share <= high
    assert 930 <= hits <= 985


def test_the_watch_rules_a_share_out_when_a_gambler_has_forty_times_the_stake() -> None:
    """By hand, for the share 1/2: the bet before each deal follows from the deals before it."""
    watch, fortune, total, squares = Watch(), 0.0, 0.5, 0.25
    deals = 0
    while not watch.decides(0.5) and deals < 50:
        gap = total / (deals + 1) - 0.5
        bet = min(max(gap / (squares / (deals + 1) + gap * gap), 0.0), 1.0)
        fortune += log(1 + bet * 0.5)
        watch.add(1.0)
        deals += 1
        total += 1.0
        squares += (1.0 - total / (deals + 1)) ** 2
    assert fortune >= log(40) > fortune - log(1.5)
    assert deals == 11


def test_looking_after_every_deal_misleads_at_most_one_time_in_twenty() -> None:
    rng = Random(7)
    wrong = 0
    for _ in range(80):
        watch = Watch()
        for _ in range(60):
            watch.add(deal(rng, 0.5, 0.3))
            if watch.decides(0.5):
                wrong += 1
                break
    assert wrong <= 6


def test_the_watched_interval_narrows_around_the_truth() -> None:
    rng, watch = Random(3), Watch()
    for _ in range(400):
        watch.add(deal(rng, 0.7, 0.0))
    low, high = watch.interval
    assert low < 0.7 < high
    assert high - low < 0.13
    assert watch.decides(0.5)


def test_an_open_question_says_how_many_games_would_close_it() -> None:
    known = Interval(0.42, 0.62)
    assert settling(100, 0.55, known, 0.5).games == 400  # twice as exact needs four times as many
    assert settling(100, 0.55, known, 0.5).difference == pytest.approx(0.05)
    assert settling(100, 0.5, known, 0.5) == Settling(2500, NOTICEABLE)  # not worth settling more exactly
    assert settling(150, 0.9, Interval(0.85, 0.95), 0.5).games == 200  # it is settled
