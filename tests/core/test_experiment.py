"""Trying things out on a state, with a way back."""

from random import Random
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.conformance import random_action
from brehon.core.errors import BrehonError, IllegalAction
from brehon.core.experiment import Experiment


def start(name: str = "armorica", seats: int = 2) -> Any:
    return registry.make_ruleset(registry.game(name), seats).start()


@pytest.mark.parametrize("name", registry.names())
def test_what_is_pushed_can_be_taken_back_step_by_step(name: Any) -> None:
    state = start(name, 3)
    line, rng = Experiment(state), Random(4)
    seen = [line.state.text()]
    for _ in range(60):
        line.push(random_action(line.state, rng))
        seen.append(line.state.text())
    pushed = line.actions[:]
    while line.actions:
        assert line.state.text() == seen.pop()
        assert line.pop() == pushed.pop()
    assert line.state == state
    assert seen == [state.text()]


def test_the_state_that_it_began_with_is_never_touched() -> None:
    state = start()
    before = state.key()
    line = Experiment(state)
    line.push(line.legal()[0])
    assert state.key() == before
    assert line.state is not state
    state.apply(state.legal()[1])
    line.pop()
    assert line.state.key() == before


def test_a_block_ends_where_it_began_even_if_more_was_pushed_or_something_went_wrong() -> None:
    line = Experiment(start())
    before, first = line.state.text(), line.legal()[0]
    with line.after(first) as after:
        assert after.text() != before
        assert line.actions == [first]
        line.push(line.legal()[0])
    assert line.state.text() == before
    assert line.actions == []
    with pytest.raises(IllegalAction), line.after(first, 0):
        raise AssertionError("the second action is not legal, so the block is not entered")
    assert line.state.text() == before
    assert line.actions == []


def test_an_illegal_action_is_refused_with_its_reason_and_changes_nothing() -> None:
    line = Experiment(start())
    before = line.state.text()
    with pytest.raises(IllegalAction, match="cannot play action 0"):
        line.push(0)
    with pytest.raises(IllegalAction, match="the numbers are 0 to"):
        line.push(10_000)
    assert line.state.text() == before


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(BrehonError, match="nothing to take back"):
        Experiment(start()).pop()
