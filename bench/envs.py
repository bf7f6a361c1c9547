"""Environments: steps with observation and mask, ours beside Catanatron's; batches; our games through OpenSpiel.

A step is one decision of a learner: `last()` with its observation and mask, a random legal action, `step()`. Catanatron's environment has
one learner against one random player inside its steps; its steps are counted as it counts them.
"""

import warnings
from importlib.util import find_spec
from random import Random
from typing import Any

from bench.engine import ARMORICA, OTHERS, named
from bench.measure import Subject, repeat
from brehon.core.registry import game

SEATS = 4
BATCH = 64


def own_subjects() -> list[Subject]:
    """Ours, if the extra `envs` is installed: the AEC environment, the batch and OpenSpiel's interface of every game."""
    if any(find_spec(name) is None for name in ("numpy", "pettingzoo", "pyspiel")):
        return []
    from brehon.envs.pettingzoo import env

    found: list[Subject] = []
    for name in (ARMORICA, *OTHERS):
        found.append(aec_subject(env(name, SEATS), named("aec", name), f"{game(name).title}, AEC steps, {SEATS} seats"))
        found.append(batch_subject(name))
        found.append(spiel_subject(name))
    return found


def aec_subject(table: Any, key: str, title: str) -> Subject:
    """Any AEC environment, stepped at random by its mask."""
    import numpy as np

    rng = Random(4)

    def play() -> tuple[int, int]:
        steps = forced = 0
        table.reset(seed=rng.randrange(1 << 30))
        for _ in table.agent_iter():
            seen, _reward, over, cut, _info = table.last()
            if over or cut:
                table.step(None)
                continue
            actions = np.flatnonzero(seen["action_mask"])
            steps += 1
            forced += len(actions) == 1
            table.step(int(actions[int(rng.random() * len(actions))]))
        return steps, forced

    return Subject(key, title, "steps", lambda seconds: repeat(seconds, play))


def batch_subject(name: str) -> Subject:
    """Batched self-play with a policy that costs next to nothing."""
    from brehon.envs.making import make_rules
    from brehon.envs.selfplay import play_batch, random_policy

    rules, policy, seeds = make_rules(name, SEATS), random_policy(1), Random(2)

    def play() -> tuple[int, int]:
        return play_batch(rules, BATCH, policy, seeds.randrange(1 << 30), width=BATCH).n_decisions, 0

    title = f"{game(name).title}, batch of {BATCH} games, {SEATS} seats"
    return Subject(named("batch", name), title, "steps", lambda seconds: repeat(seconds, play))


def spiel_subject(name: str) -> Subject:
    """Random play through OpenSpiel's interface, as its own Python games are measured."""
    import pyspiel

    import brehon.envs.openspiel  # registers our games
    from bench.peers import spiel_plies

    assert brehon.envs.openspiel.GAMES
    table, rng = pyspiel.load_game(f"brehon_{name.replace('-', '_')}(seats={SEATS})"), Random(4)

    def play() -> tuple[int, int]:
        return spiel_plies(table.new_initial_state(), rng, 0)

    title = f"{game(name).title} through OpenSpiel, random play, {SEATS} seats"
    return Subject(named("spiel", name), title, "decisions", lambda seconds: repeat(seconds, play))


def catanatron_env() -> list[Subject]:
    """Catanatron's Gymnasium environment; a package of its own up to version 4.0, a part of it later."""
    table = catan_table()
    rng = Random(4)

    def play() -> tuple[int, int]:
        _, info = table.reset(seed=rng.randrange(1, 1 << 30))
        steps = forced = 0
        over = False
        while not over:
            actions = info["valid_actions"]
            steps += 1
            forced += len(actions) == 1
            _, _, terminated, truncated, info = table.step(actions[int(rng.random() * len(actions))])
            over = terminated or truncated
        return steps, forced

    title = "Catanatron, Gymnasium steps against one random player"
    return [Subject("catanatron env", title, "steps", lambda seconds: repeat(seconds, play))]


def catan_table() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it was written for an older Gymnasium, which says so
        try:
            from catanatron.gym.envs.catanatron_env import CatanatronEnv
        except ImportError:
            from catanatron_gym.envs.catanatron_env import CatanatronEnv
        return CatanatronEnv()
