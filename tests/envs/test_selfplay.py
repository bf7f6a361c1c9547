"""Batched self-play: the same games whatever the width, every row what its mover sees, wrong answers refused."""

from typing import Any

import numpy as np
import pytest

from brehon.core.errors import BadOptions, IllegalAction
from brehon.envs.counting import tree_size
from brehon.envs.making import make_rules
from brehon.envs.selfplay import play_batch, random_policy


def lowest(observations: Any, masks: Any, seats: Any) -> Any:
    """The first legal action: a policy that looks at its own row only."""
    return masks.argmax(axis=1)


@pytest.mark.parametrize("name", ["armorica", "arrival-tiny"])
def test_the_games_do_not_depend_on_how_many_are_played_at_once(name: str) -> None:
    rules = make_rules(name)
    one = play_batch(rules, 4, lowest, seed=3, width=1)
    all_at_once = play_batch(rules, 4, lowest, seed=3, width=4)
    assert one.plies == all_at_once.plies
    assert one.scores.tolist() == all_at_once.scores.tolist()
    assert one.n_decisions == all_at_once.n_decisions


def test_every_row_is_what_the_mover_sees_and_may_do() -> None:
    rules = make_rules("armorica-small", 3)
    played = play_batch(rules, 5, random_policy(1), seed=1, keep=True, width=2)
    kept: Any = played.decisions
    assert kept.observations.shape == (played.n_decisions, rules.game.observer(rules).size)
    assert kept.masks[np.arange(len(kept.actions)), kept.actions].all()
    observer = rules.game.observer(rules)
    for game in range(5):
        rows = np.flatnonzero(kept.games == game)
        state, row = rules.start(), 0
        for action in played.plies[game]:
            if (mover := state.to_move()) >= 0:
                at = rows[row]
                assert kept.seats[at] == mover
                assert kept.actions[at] == action
                assert kept.observations[at].tolist() == list(observer.observe(state.view(mover)))
                assert np.flatnonzero(kept.masks[at]).tolist() == state.legal()
                row += 1
            state.apply(action)
        assert row == len(rows)
        assert played.places[game].tolist() == state.places()


def test_shares_of_the_win_add_up_to_one_in_each_game() -> None:
    played = play_batch(make_rules("armorica-tiny"), 200, random_policy(2), seed=5)
    assert played.shares.sum(axis=1) == pytest.approx(1.0)
    assert 0.35 < played.shares[:, 0].mean() < 0.65


def test_an_illegal_answer_is_refused_with_the_rule() -> None:
    rules = make_rules("armorica")
    with pytest.raises(IllegalAction, match="AM-"):
        play_batch(rules, 2, lambda observations, masks, seats: masks.argmin(axis=1))
    with pytest.raises(IllegalAction, match="no such action"):
        play_batch(rules, 2, lambda observations, masks, seats: np.full(len(masks), -1))
    with pytest.raises(BadOptions, match="one for each row"):
        play_batch(rules, 2, lambda observations, masks, seats: [0])  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize(("seats", "size"), [(2, (24805, 10256, 12451, 2098, 37488, 15))])
def test_the_tiny_version_of_armorica_has_exactly_this_many_positions_and_games(
    seats: int, size: tuple[int, int, int, int, int, int]
) -> None:
    assert tree_size(make_rules("armorica-tiny", seats)) == size


def test_a_game_that_is_too_large_is_not_counted() -> None:
    with pytest.raises(BadOptions, match="more than 500 positions"):
        tree_size(make_rules("armorica"), limit=500)
