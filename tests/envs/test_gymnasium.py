"""Gymnasium's own checker over every registered id and seat count; vector environments; bots in the other seats."""

from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from brehon.core import registry
from brehon.core.errors import BadOptions, IllegalAction
from brehon.envs.gymnasium import IDS, SoloEnv, id_of
from brehon.envs.making import small_versions

TABLES = [
    (id_of(name), seats)
    for name, counts in [
        *((name, registry.game(name).seats) for name in registry.BUILTIN),
        *((name, small.seats) for name, (_, small) in small_versions().items()),
    ]
    for seats in counts
]


def play(table: Any, rng: Any, seed: int) -> tuple[Any, Any]:
    """A game by random legal actions; the last reward and the number of steps."""
    seen, _ = table.reset(seed=seed)
    steps, over, reward = 0, False, 0.0
    while not over:
        seen, reward, over, truncated, _ = table.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        assert not truncated
        steps += 1
    return reward, steps


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_checker_of_gymnasium_passes(name: Any, seats: Any) -> None:
    check_env(gym.make(name, seats=seats).unwrapped, skip_render_check=True)


@pytest.mark.filterwarnings("ignore:.*render method should return:UserWarning")
def test_the_render_check_of_gymnasium_passes(capsys: pytest.CaptureFixture[str]) -> None:
    """Once: drawing is the same for all. Its checker knows no mode `svg`, so it is asked about the others."""
    check_env(gym.make("brehon/Armorica-v0", render_mode="rgb_array").unwrapped)


def test_every_game_and_small_version_has_an_id() -> None:
    assert {"brehon/Armorica-v0", "brehon/Arrival-v0", "brehon/FallenKingdoms-v0", "brehon/ArmoricaTiny-v0"} <= set(IDS)
    assert len(IDS) == len(registry.names()) + len(small_versions())


@pytest.mark.parametrize("opponents", ["wanderer", "cottar", "warrior@3"])
def test_any_bot_can_sit_in_the_other_seats(opponents: str) -> None:
    table = gym.make("brehon/ArmoricaSmall-v0", seats=3, opponents=opponents)
    reward, steps = play(table, np.random.default_rng(1), 1)
    assert -1.0 <= reward <= 1.0
    assert steps > 2


def test_each_seat_can_have_a_bot_of_its_own() -> None:
    table = SoloEnv("armorica-small", 3, opponents=["cottar", "wanderer"], seat=1)
    play(table, np.random.default_rng(1), 1)
    assert table.seat == 1
    with pytest.raises(BadOptions, match="2 opponents"):
        SoloEnv("armorica-small", 3, opponents=["cottar"])


def test_the_seed_fixes_chance_bots_and_the_seat() -> None:
    for seed in range(3):
        runs = []
        for _ in range(2):
            table = SoloEnv("arrival-tiny", 3, opponents="cottar")
            play(table, np.random.default_rng(0), seed)
            runs.append((table.seat, table.course.plies))
        assert runs[0] == runs[1]
    seats = set()
    for seed in range(12):
        table.reset(seed=seed)
        seats.add(table.seat)
    assert seats == {0, 1, 2}


def test_an_illegal_action_loses_or_says_why() -> None:
    table = SoloEnv("armorica", illegal="lose")
    seen, _ = table.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, over, _, info = table.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert "cannot" in info["illegal"]
    strict = SoloEnv("armorica", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(wrong)


def test_masks_are_offered_as_maskable_ppo_asks_for_them() -> None:
    table = SoloEnv("armorica")
    seen, _ = table.reset(seed=1)
    assert table.action_masks().dtype == np.bool_
    assert table.action_masks().tolist() == (seen["action_mask"] == 1).tolist()


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_the_vector_api_of_gymnasium_runs_several_tables(mode: str) -> None:
    tables: Any = gym.make_vec("brehon/ArmoricaSmall-v0", num_envs=2, vectorization_mode=mode, seats=2)
    try:
        seen, _ = tables.reset(seed=3)
        rng, over = np.random.default_rng(3), 0
        for _ in range(12):
            actions = np.array([rng.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in seen["action_mask"]])
            seen, _, done, _, _ = tables.step(actions)
            over += int(done.sum())
        assert seen["observation"].shape == (2, tables.single_observation_space["observation"].shape[0])
        assert over >= 2, "finished games make room for new ones"
    finally:
        tables.close()


def test_what_cannot_be_is_refused_in_words() -> None:
    for wrong, words in [
        (lambda: SoloEnv("armorica", seat=5), "0 to 1"),
        (lambda: SoloEnv("armorica", illegal="forgive"), "lose, raise"),
        (lambda: SoloEnv("armorica", opponents="champion"), "wanderer"),
        (lambda: SoloEnv("armorica").reset(options={"seat": 9}), "0 to 1"),
    ]:
        with pytest.raises(BadOptions, match=words):
            wrong()  # type: ignore[no-untyped-call]
