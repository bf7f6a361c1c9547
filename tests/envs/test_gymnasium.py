"""Gymnasium's own checker over every registered id and seat count; vector environments; bots in the other seats."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from brehon.core import registry
from brehon.envs.gymnasium import id_of
from brehon.envs.making import small_versions

TABLES = [
    (id_of(name), seats)
    for name, counts in [
        *((name, registry.game(name).seats) for name in registry.BUILTIN),
        *((name, small.seats) for name, (_, small) in small_versions().items()),
    ]
    for seats in counts
]


def play(table, rng, seed):
    """A game by random legal actions; the last reward and the number of steps."""
    seen, _ = table.reset(seed=seed)
    steps, over, reward = 0, False, 0.0
    while not over:
        seen, reward, over, truncated, _ = table.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        assert not truncated
        steps += 1
    return reward, steps


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_checker_of_gymnasium_passes(name, seats):
    check_env(gym.make(name, seats=seats).unwrapped, skip_render_check=True)


@pytest.mark.filterwarnings("ignore:.*render method should return:UserWarning")
def test_the_render_check_of_gymnasium_passes(capsys):
    """Once: drawing is the same for all. Its checker knows no mode `svg`, so it is asked about the others."""
    check_env(gym.make("brehon/Armorica-v0", render_mode="rgb_array").unwrapped)
