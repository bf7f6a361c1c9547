"""Environments as Python objects: copies and pickles go on as the original would have, in another process too; the ways to make one."""

import copy
import pickle
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import gymnasium as gym
import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import get_all_states

import brehon.envs
from brehon.core.errors import BadOptions, BrehonError
from brehon.envs import openspiel, pettingzoo
from brehon.envs.course import Batch, Course
from brehon.envs.gymnasium import SoloEnv
from brehon.envs.making import make_rules


def play_on(table: Any, seen: Any, steps: Any, seed: int) -> Any:
    """What a learner with these random numbers would see from here; several games if it gets there."""
    rng, story = np.random.default_rng(seed), []
    for _ in range(steps):
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        seen, reward, over, _, info = table.step(action)
        story.append((action, seen["observation"].tobytes(), reward, over, info["seat"]))
        if over:
            seen, _ = table.reset()
    return story


@pytest.mark.parametrize("opponents", ["cottar", "warrior@4"])
@pytest.mark.parametrize("wrapped", [False, True])
def test_a_copy_and_a_pickle_of_the_gymnasium_table_go_on_as_the_original(opponents: str, wrapped: bool) -> None:
    table: Any = gym.make("brehon/ArmoricaSmall-v0", seats=3, opponents=opponents)
    table = table if wrapped else table.unwrapped
    seen, _ = table.reset(seed=5)
    for _ in range(2):
        seen, *_ = table.step(int(np.flatnonzero(seen["action_mask"])[0]))
    twins = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    expected = play_on(table, seen, 25, seed=1)
    for twin in twins:
        assert twin.unwrapped.course is not table.unwrapped.course
        assert play_on(twin, seen, 25, seed=1) == expected


GOING_ON = """
def go_on(table, seen):
    story = []
    for _ in range(12):
        seen, reward, over, _, _ = table.step(int(seen["action_mask"].argmax()))
        story.append((seen["observation"].tobytes().hex(), reward, over))
        if over:
            seen, _ = table.reset()
    return story
"""
THERE = f"""{GOING_ON}
import pickle, sys
print(go_on(*pickle.load(sys.stdin.buffer)))
"""


def test_a_gymnasium_table_goes_on_in_another_process() -> None:
    here: dict[Any, Any] = {}
    exec(GOING_ON, here)
    table = SoloEnv("arrival-tiny", 2, opponents="cottar", seat=1)
    seen, _ = table.reset(seed=2)
    sent = pickle.dumps((table, seen))
    done = subprocess.run([sys.executable, "-c", THERE], input=sent, capture_output=True, check=True, timeout=180)
    assert done.stdout.decode().strip() == str(here["go_on"](table, seen))


def test_a_table_of_components_of_ones_own_is_pickled_with_them(tmp_path: Path) -> None:
    game = make_rules("armorica").game
    path = tmp_path / "mine.toml"
    path.write_text(game.read_builtin("armorica-tiny-1") + "\n# mine\n", encoding="utf-8")
    table = SoloEnv("armorica", 2, components=path, opponents="wanderer")
    seen, _ = table.reset(seed=1)
    stored = pickle.dumps(table)
    path.unlink()
    assert play_on(pickle.loads(stored), seen, 6, 1) == play_on(table, seen, 6, 1)


@pytest.mark.parametrize("name", ["armorica", "arrival", "fallen-kingdoms"])
def test_a_batch_of_games_can_be_copied_and_stored(name: str) -> None:
    rules = make_rules(name, 3)
    batch = Batch([Course(rules, rules.game.observer(rules), Random(seed)) for seed in range(3)])
    for course in batch.courses:
        course.begin()
    twins = [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for _ in range(30):
        batch.play([course.state.legal()[0] for course in batch.courses])
    for twin in twins:
        assert [course.state.key() for course in twin.courses] != [course.state.key() for course in batch.courses]
        for _ in range(30):
            twin.play([course.state.legal()[0] for course in twin.courses])
        assert twin.observations() == batch.observations()
        assert twin.masks() == batch.masks()
        assert [course.plies for course in twin.courses] == [course.plies for course in batch.courses]


@pytest.mark.parametrize("name", ["brehon_armorica_small", "brehon_fallen_kingdoms_small"])
def test_states_of_open_spiel_are_copied_and_stored_and_go_on_alike(name: str) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(2)
    state = game.new_initial_state()
    for _ in range(25):
        state.apply_action(int(rng.choice(state.legal_actions())))
    for twin in (copy.deepcopy(state), state.clone(), pickle.loads(pickle.dumps(state))):
        assert str(twin) == str(state)
        actions = twin.legal_actions()
        twin.apply_action(actions[0])
        assert str(twin) != str(state)
        assert state.legal_actions() == actions


def test_the_mask_is_in_gymnasiums_info() -> None:
    table = gym.make("brehon/ArmoricaSmall-v0", seats=2, illegal="lose")
    seen, info = table.reset(seed=3)
    assert np.array_equal(info["action_mask"], seen["action_mask"])
    seen, _, _, _, info = table.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert np.array_equal(info["action_mask"], seen["action_mask"])
    _, _, over, _, info = table.step(int(np.flatnonzero(1 - info["action_mask"])[0]))
    assert over
    assert "illegal" in info
    assert "action_mask" in info


# -- OpenSpiel


def test_a_game_without_secrets_has_one_information_state_for_each_position() -> None:
    """There were 29,600 tabular states for 10,256 positions, as long as the history was part of them."""
    game, rng = pyspiel.load_game("brehon_armorica_tiny"), np.random.RandomState(7)
    infos, histories = defaultdict(set), defaultdict(set)
    for _ in range(1500):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                infos[state.key()].add(state.information_state_string(state.current_player()))
                histories[state.key()].add(state.history_str())
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert sum(len(ways) > 1 for ways in histories.values()) > 100, "positions that several games lead to"
    assert {len(strings) for strings in infos.values()} == {1}
    assert len(set.union(*infos.values())) == len(infos)


def test_two_ways_to_a_position_are_one_information_state_only_without_secrets() -> None:
    open_game = pyspiel.load_game("brehon_armorica_tiny")
    one = open_game.new_initial_state()
    assert "past" not in one.information_state_string(0)
    assert one.information_state_tensor(0) == one.observation_tensor(0)
    secret = pyspiel.load_game("brehon_arrival_tiny").new_initial_state()
    assert "past" in secret.information_state_string(0)


def test_a_state_of_open_spiel_is_words_and_a_line_that_can_be_read_back() -> None:
    state = pyspiel.load_game("brehon_armorica(seats=3)").new_initial_state()
    words, line = str(state).splitlines()
    assert words == "Armorica, 3 seats. Setting up the table. To move: chance. Points: 0, 0, 0."
    assert make_rules("armorica", 3).parse(line).key() == state.key()
    states = get_all_states.get_all_states(
        pyspiel.load_game("brehon_armorica_tiny"), depth_limit=3, include_chance_states=True, to_string=str
    )
    assert len(states) == len({state.key() for state in states.values()})


def test_utilities_are_by_share_of_the_win_or_by_points() -> None:
    rng = np.random.RandomState(1)
    by_points = pyspiel.load_game("brehon_armorica_small(seats=3,rewards=score)")
    state = by_points.new_initial_state()
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
    points = state._held.state.scores()
    total = sum(points)
    assert state.returns() == pytest.approx([own - (total - own) / 2 for own in points])
    assert sum(state.returns()) == pytest.approx(0.0)
    assert by_points.min_utility() < min(state.returns())
    assert max(state.returns()) < by_points.max_utility()
    with pytest.raises(BrehonError, match="rewards=win"):
        openspiel.HandEvaluator().evaluate(by_points.new_initial_state())
    pyspiel.random_sim_test(by_points, num_sims=2, serialize=False, verbose=False)


# -- making one


def test_one_function_makes_every_kind_of_table() -> None:
    aec = brehon.envs.make("armorica-tiny", seats=3, rewards="rank")
    aec.reset(seed=1)
    assert aec.num_agents == 3
    solo = brehon.envs.make("armorica-tiny", "solo", opponents="cottar")
    assert solo.reset(seed=1)[1]["seat"] in (0, 1)
    assert brehon.envs.make("armorica-tiny", "openspiel", seats=3).num_players() == 3
    assert brehon.envs.make("armorica-tiny", "rules").start().text().startswith("armorica rules=1 seats=2 ")
    with pytest.raises(BadOptions, match="aec, solo, openspiel, rules"):
        brehon.envs.make("armorica", "gym")


def test_pettingzoos_usual_names_are_there_and_parallel_says_why_not() -> None:
    table = pettingzoo.raw_env("armorica-tiny")
    table.reset(seed=1)
    with pytest.raises(BrehonError, match="one seat decides at a time"):
        pettingzoo.parallel_env("armorica-tiny")
