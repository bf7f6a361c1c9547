"""The laws of the account: its parts add up exactly, and no draw is expected to bring luck."""

from __future__ import annotations

import statistics
from random import Random
from typing import Any

import pytest

from brehon.bots.analyst import Analyst
from brehon.bots.evaluation import Hand
from brehon.bots.model import Taught
from brehon.coach.account import Accountant
from brehon.coach.valuation import Settled
from brehon.core import registry
from brehon.core.contract import CHANCE, State
from tests.coach.games import finished
from tests.coach.measure import Row, accounts, check_account, check_draw, spreads

TABLES = [(name, seats) for name in registry.BUILTIN for seats in registry.game(name).seats]


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_luck_and_decisions_add_up_and_no_draw_is_expected_to_bring_luck(game: str, seats: int) -> None:
    """By hand and without looking far, for speed; the laws hold for any judge. measure.py has the command for the real one."""
    check_account(finished(game, seats, "wanderer"), 2, Random(5), Accountant(Hand(), 30))


@pytest.mark.parametrize("game", ["armorica", "arrival"])
def test_the_same_by_the_learned_evaluation_at_the_end_of_turns(game: str) -> None:
    check_account(finished(game), 2, Random(5), Accountant(Settled(Taught()), 30))


def test_a_draw_judged_by_other_weights_would_break_the_law() -> None:
    """The check can fail: an account that takes all outcomes for equally likely is found out."""

    class Careless(Accountant):
        def outcomes(self, state: State) -> dict[int, tuple[float, list[float]]]:
            return {outcome: (1.0, value) for outcome, (_, value) in super().outcomes(state).items()}

    match = finished("fallen-kingdoms", 3, "wanderer")
    state = match.rules.start()
    caught = 0
    for ply in match.standing():
        if ply.seat == CHANCE and len(set(state.weights())) > 1 and not caught:
            try:
                check_draw(Careless(Hand(), 30), state)
            except AssertionError:
                caught += 1
        if ply.seat != CHANCE:
            state.turn_to(ply.seat)
        state.apply(ply.action, None)
    assert caught


def test_a_settled_value_leaves_the_position_alone_and_does_not_depend_on_anything_else() -> None:
    match = finished("fallen-kingdoms", 3, "wanderer")
    state = match.at(300).state
    key = state.key()
    first = Settled(Taught()).shares(state)
    assert state.key() == key
    assert first == Settled(Taught()).shares(state.clone())
    assert sum(first) == pytest.approx(1.0)
    assert Settled(Taught()).shares(match.state) == Analyst().judge.shares(match.state)  # over: the result itself


def rows_of(rows: list[Row], name: str) -> list[Row]:
    return [row for row in rows if row.player == name]


def test_decisions_of_a_wanderer_cost_share_and_luck_averages_to_nothing() -> None:
    """A few games of the fastest title; tests/coach/measure.py has the command for many."""
    rows = list(accounts("armorica", 8, ["cottar", "wanderer"], 0, [2], Accountant(Settled(Taught()), 30)))
    weak = [row.own for row in rows_of(rows, "wanderer")]
    strong = [row.own for row in rows_of(rows, "cottar")]
    assert statistics.fmean(weak) < -0.1 < statistics.fmean(strong)
    luck: list[Any] = [row.luck for row in rows_of(rows, "cottar")]
    assert abs(statistics.fmean(luck)) < 3 * statistics.stdev(luck) / len(luck) ** 0.5
    assert set(spreads(rows_of(rows, "cottar"))) == {"results", "adjusted", "less"}
