"""Features: what a learned evaluation sees of a game."""

import math
import re
from random import Random
from typing import Any

import pytest

from brehon.core import registry
from tests.learning.positions import positions, rules_of

GAMES = sorted(registry.BUILTIN)


def every_table() -> list[tuple[Any, Any]]:
    return [(name, n) for name in GAMES for n in registry.game(name).seats]


@pytest.mark.parametrize(("name", "n_seats"), every_table())
def test_there_is_a_finite_number_of_a_small_size_for_every_name(name: Any, n_seats: Any) -> None:
    names = rules_of(name, n_seats).evaluator().feature_names()
    assert len(names) == len(set(names))
    assert all(re.fullmatch("[a-z][a-z_]*", one) for one in names)
    for state in positions(name, n_seats):
        for seat in range(n_seats):
            found = state.evaluator().features(state, seat)
            assert len(found) == len(names)
            assert all(math.isfinite(x) and abs(x) < 8.0 for x in found), dict(zip(names, found, strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_most_features_change_in_the_course_of_a_game(name: Any) -> None:
    rules = rules_of(name)
    seen: Any = [set() for _ in rules.evaluator().feature_names()]
    for seed in range(6):
        for state in positions(name, rules.n_seats, seed, every=3):
            for seat in range(rules.n_seats):
                for values, x in zip(seen, state.evaluator().features(state, seat), strict=True):
                    values.add(x)
    still = [one for one, values in zip(rules.evaluator().feature_names(), seen, strict=True) if len(values) == 1]
    assert len(still) <= 10, still  # the number of seats, gods that were not dealt, what random play never reaches


@pytest.mark.parametrize("name", GAMES)
def test_features_do_not_depend_on_what_a_seat_cannot_know(name: Any) -> None:
    """Only choices that are still secret make a difference, and those are guessed by whoever determinizes."""
    rng, checked = Random(5), 0
    for state in positions(name, every=5):
        if state.movers().bit_count() > 1 or any(sealed >= 0 for sealed in getattr(state, "sealed", [])):
            continue
        for viewer in range(state.n_seats):
            guess = state.view(viewer).determinize(rng)
            for seat in range(state.n_seats):
                assert guess.evaluator().features(guess, seat) == state.evaluator().features(state, seat)
                checked += 1
    assert checked > 20


@pytest.mark.parametrize("name", GAMES)
def test_asking_for_features_changes_nothing(name: Any) -> None:
    for state in positions(name, every=11):
        before = state.key()
        for seat in range(state.n_seats):
            assert state.evaluator().features(state, seat) == state.evaluator().features(state, seat)
        assert state.key() == before


def turned(values: Any, n_seats: int, by: Any, width: int = 1) -> Any:
    """[seat * width + i], with every seat moved on."""
    out = list(values)
    for seat in range(n_seats):
        to = (seat + by) % n_seats
        out[to * width : to * width + width] = values[seat * width : seat * width + width]
    return out


def turned_mask(mask: Any, n_seats: int, by: Any) -> int:
    return sum(1 << (seat + by) % n_seats for seat in range(n_seats) if mask >> seat & 1)


def turned_seat(seat: int, n_seats: int, by: Any) -> Any:
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


def moved_on(name: str, state: Any, by: Any) -> Any:
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
def test_who_sits_where_makes_no_difference(name: str, n_seats: int) -> None:
    for state in positions(name, n_seats):
        for by in range(1, n_seats):
            twin = moved_on(name, state, by)
            for seat in range(n_seats):
                assert twin.evaluator().features(twin, (seat + by) % n_seats) == pytest.approx(
                    state.evaluator().features(state, seat), abs=1e-12
                )
