"""PettingZoo's own suite over every game and seat count, and what it does not ask: clones, pickles, secrets, refusals."""

import copy
import pickle
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from brehon.core import registry
from brehon.core.errors import BadOptions, BrehonError, IllegalAction
from brehon.envs.making import small_versions
from brehon.envs.pettingzoo import env

TABLES = [(name, seats) for name in registry.BUILTIN for seats in registry.game(name).seats]
SMALL = [(name, seats) for name, (_, small) in small_versions().items() for seats in small.seats]
# what PettingZoo says of every environment with a mask in its observation that is not on its own list
KNOWN = [
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",  # when the game is over nothing is legal
]


def narrowly(test):
    for line in KNOWN:
        test = pytest.mark.filterwarnings(line)(test)
    return test


def play_on(table, rng, steps=10**9):
    """Random legal steps; the dead steps too once the game is over."""
    for agent in table.agent_iter(steps):
        _, _, terminated, _, _ = table.last(observe=False)
        table.step(None if terminated else rng.choice(table.legal()))
        assert agent in table.possible_agents


@narrowly
@pytest.mark.parametrize(("name", "seats"), TABLES + SMALL)
def test_the_api_suite_of_pettingzoo_passes(name, seats):
    api_test(env(name, seats), num_cycles=60)


@pytest.mark.parametrize(("name", "seats"), TABLES + SMALL)
def test_the_seed_suite_of_pettingzoo_passes(name, seats):
    seed_test(lambda: env(name, seats), num_cycles=20)


@pytest.mark.parametrize("name", registry.BUILTIN)
def test_the_render_suite_of_pettingzoo_passes(name, capsys):
    render_test(
        lambda render_mode: env(name, render_mode=render_mode), {"svg": lambda picture: picture.startswith("<svg")}
    )
    assert len(capsys.readouterr().out.splitlines()) > 20, "for people the table is printed"
