"""Features: what a learned evaluation sees of a game."""

import math
import re
from random import Random

import pytest

from brehon.core import registry
from tests.learning.positions import positions, rules_of

GAMES = sorted(registry.BUILTIN)


def every_table():
    return [(name, n) for name in GAMES for n in registry.game(name).seats]


@pytest.mark.parametrize(("name", "n_seats"), every_table())
def test_there_is_a_finite_number_of_a_small_size_for_every_name(name, n_seats):
    names = rules_of(name, n_seats).feature_names()
    assert len(names) == len(set(names))
    assert all(re.fullmatch("[a-z][a-z_]*", one) for one in names)
    for state in positions(name, n_seats):
        for seat in range(n_seats):
            found = state.features(seat)
            assert len(found) == len(names)
            assert all(math.isfinite(x) and abs(x) < 8.0 for x in found), dict(zip(names, found, strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_most_features_change_in_the_course_of_a_game(name):
    rules = rules_of(name)
    seen = [set() for _ in rules.feature_names()]
    for seed in range(6):
        for state in positions(name, rules.n_seats, seed, every=3):
            for seat in range(rules.n_seats):
                for values, x in zip(seen, state.features(seat), strict=True):
                    values.add(x)
    still = [one for one, values in zip(rules.feature_names(), seen, strict=True) if len(values) == 1]
    assert len(still) <= 10, still  # the number of seats, gods that were not dealt, what random play never reaches


@pytest.mark.parametrize("name", GAMES)
def test_features_do_not_depend_on_what_a_seat_cannot_know(name):
    """Only choices that are still secret make a difference, and those are guessed by whoever determinizes."""
    rng = Random(5)
    for state in positions(name, every=5):
        if state.movers().bit_count() > 1 or any(sealed >= 0 for sealed in getattr(state, "sealed", [])):
            continue
        for viewer in range(state.n_seats):
            guess = state.view(viewer).determinize(rng)
            for seat in range(state.n_seats):
                assert guess.features(seat) == state.features(seat)


@pytest.mark.parametrize("name", GAMES)
def test_asking_for_features_changes_nothing(name):
    for state in positions(name, every=11):
        before = state.key()
        for seat in range(state.n_seats):
            assert state.features(seat) == state.features(seat)
        assert state.key() == before


def turned(values, n_seats, by, width=1):
    """[seat * width + i], with every seat moved on."""
    out = list(values)
    for seat in range(n_seats):
        to = (seat + by) % n_seats
        out[to * width : to * width + width] = values[seat * width : seat * width + width]
    return out


def turned_mask(mask, n_seats, by):
    return sum(1 << (seat + by) % n_seats for seat in range(n_seats) if mask >> seat & 1)


def turned_seat(seat, n_seats, by):
    return (seat + by) % n_seats if seat >= 0 else seat


LISTS = {
    "armorica": {"displays": 1, "goods": 1},
    "arrival": dict.fromkeys(
        ["forts", "near", "fame", "corruption", "stock", "discs", "swords", "shields", "held", "tiles", "saved", "trophies",
         "spent", "blocked", "sealed"], 1) | {"rows": 4},
    "fallen-kingdoms": dict.fromkeys(
        ["held", "temple", "god", "reserve", "sheet", "score", "private", "access", "lent", "claimed"], 1)
    | {"dealt": 2, "waiting": 3, "tracks": 3, "rumors": 6},
}  # fmt: skip
SEATS = {
    "armorica": ["first", "marker", "seat"],
    "arrival": ["seat", "starter", "next_starter"],
    "fallen-kingdoms": ["seat", "active", "marker", "defender"],
}
MASKS = {"armorica": [], "arrival": ["choosing", "passed", "begun"], "fallen-kingdoms": ["invaders"]}
OWNERS = {"armorica": [], "arrival": [], "fallen-kingdoms": ["owner", "flags", "order"]}


def moved_on(name, state, by):
    """The same table with everybody one or more seats further."""
    n, twin = state.n_seats, state.clone()
    for field, width in LISTS[name].items():
        setattr(twin, field, turned(getattr(state, field), n, by, width))
    for field in SEATS[name]:
        setattr(twin, field, turned_seat(getattr(state, field), n, by))
    for field in MASKS[name]:
        setattr(twin, field, turned_mask(getattr(state, field), n, by))
    for field in OWNERS[name]:
        setattr(twin, field, [turned_seat(seat, n, by) for seat in getattr(state, field)])
    return twin


@pytest.mark.parametrize(("name", "n_seats"), [("armorica", 4), ("arrival", 3), ("fallen-kingdoms", 3)])
def test_who_sits_where_makes_no_difference(name, n_seats):
    for state in positions(name, n_seats):
        for by in range(1, n_seats):
            twin = moved_on(name, state, by)
            for seat in range(n_seats):
                assert twin.features((seat + by) % n_seats) == pytest.approx(state.features(seat), abs=1e-12)
