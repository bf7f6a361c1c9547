"""A game of another package in the environments: Toy Harbour, known by its entry point alone, in a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.registered import ROOT, environment

PETTINGZOO = """
import warnings
from random import Random
from pettingzoo.test import api_test
from brehon.envs.pettingzoo import env

for seats in (2, 3):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # what it says of every environment with a mask in its observation
        api_test(env("toy-harbour", seats), num_cycles=60)
    table = env("toy-harbour", seats)
    table.reset(seed=1)
    rng, rewards = Random(1), {}
    for agent in table.agent_iter():
        _, reward, terminated, _, _ = table.last()
        rewards[agent] = reward
        table.step(None if terminated else rng.choice(table.legal()))
    assert sorted(rewards) == table.possible_agents, rewards
"""
GYMNASIUM = """
import gymnasium as gym
import numpy as np
from gymnasium.utils.env_checker import check_env
import brehon.envs.gymnasium

table = gym.make("brehon/ToyHarbour-v0", seats=2, opponents="cottar")
check_env(table.unwrapped, skip_render_check=True)
rng, over = np.random.default_rng(1), False
seen, _ = table.reset(seed=1)
while not over:
    seen, reward, over, _, _ = table.step(rng.choice(np.flatnonzero(seen["action_mask"])))
assert -1 <= reward <= 1, reward
"""
OPENSPIEL = """
import pyspiel
from brehon.envs import openspiel
pyspiel.random_sim_test(pyspiel.load_game("brehon_toy_harbour(seats=3)"), num_sims=2, serialize=False, verbose=False)
"""


@pytest.mark.parametrize("script", [PETTINGZOO, GYMNASIUM, OPENSPIEL], ids=["pettingzoo", "gymnasium", "openspiel"])
def test_the_toy_is_an_environment_without_a_line_about_it(script: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env={**os.environ, **environment()}, capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
