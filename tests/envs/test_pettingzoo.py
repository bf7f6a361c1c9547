"""PettingZoo's own suite over every game and seat count, and what it does not ask: clones, pickles, secrets, refusals."""

import copy
import pickle
from pathlib import Path
from random import Random
from typing import Any

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


def narrowly(test: Any) -> Any:
    for line in KNOWN:
        test = pytest.mark.filterwarnings(line)(test)
    return test


def play_on(table: Any, rng: Any, steps: int = 10**9) -> None:
    """Random legal steps; the dead steps too once the game is over."""
    for agent in table.agent_iter(steps):
        _, _, terminated, _, _ = table.last(observe=False)
        table.step(None if terminated else rng.choice(table.legal()))
        assert agent in table.possible_agents


@narrowly
@pytest.mark.parametrize(("name", "seats"), TABLES + SMALL)
def test_the_api_suite_of_pettingzoo_passes(name: Any, seats: Any) -> None:
    api_test(env(name, seats), num_cycles=60)


@pytest.mark.parametrize(("name", "seats"), TABLES + SMALL)
def test_the_seed_suite_of_pettingzoo_passes(name: Any, seats: Any) -> None:
    seed_test(lambda: env(name, seats), num_cycles=20)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_render_suite_of_pettingzoo_passes(name: Any, seats: Any, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode: env(name, seats, render_mode=render_mode),
        {"svg": lambda picture: picture.startswith("<svg")},
    )
    assert len(capsys.readouterr().out.splitlines()) > 20, "for people the table is printed"


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_agent_to_move_has_a_mask_of_exactly_its_legal_actions(name: Any, seats: Any) -> None:
    table, rng = env(name, seats), Random(seats)
    table.reset(seed=seats)
    for _ in range(40):
        for agent in table.agents:
            mask = table.observe(agent)["action_mask"]
            legal = table.legal() if agent == table.agent_selection else []
            assert np.flatnonzero(mask).tolist() == legal
        table.step(rng.choice(table.legal()))
        if table.is_over:
            break


@pytest.mark.parametrize("name", registry.BUILTIN)
def test_a_clone_and_a_pickle_go_on_exactly_as_the_original(name: Any) -> None:
    table, rng = env(name), Random(1)
    table.reset(seed=7)
    play_on(table, rng, 15)
    twins = [table.clone(), copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    assert {twin.key() for twin in twins} == {table.key()}
    before = table.key()
    ends = []
    for twin in [*twins, table]:
        play_on(twin, Random(2))
        ends.append((twin.key(), twin.course.plies))
    assert ends[0] != before  # type: ignore[comparison-overlap]
    assert all(end == ends[0] for end in ends), "the same actions meet the same chance"


def test_a_clone_shares_nothing_with_its_original() -> None:
    table = env("armorica")
    table.reset(seed=3)
    twin, before = table.clone(), table.key()
    play_on(twin, Random(1))
    assert table.key() == before
    assert table.agents == table.possible_agents
    assert not any(table.terminations.values())


def test_a_table_with_components_of_ones_own_can_be_pickled(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(registry.game("armorica").read_builtin("armorica-small-1").replace("armorica-small-1", "mine"))
    table = env("armorica", components=path)
    table.reset(seed=1)
    path.unlink()
    assert pickle.loads(pickle.dumps(table)).key() == table.key()


def test_a_table_that_has_not_begun_can_be_pickled_and_says_what_to_do() -> None:
    table = pickle.loads(pickle.dumps(env("armorica")))
    with pytest.raises(BrehonError, match="reset"):
        table.step(0)


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    keys = []
    for seed in (5, 5, 6):
        table = env("armorica")
        table.reset(seed=seed)
        play_on(table, Random(0))
        keys.append(table.key())
    assert keys[0] == keys[1] != keys[2]


def test_an_illegal_action_is_refused_with_the_rule_and_changes_nothing() -> None:
    table = env("armorica")
    table.reset(seed=1)
    before = table.key()
    illegal = next(action for action in range(12) if action not in table.legal())
    with pytest.raises(IllegalAction, match=r"AM-\d"):
        table.step(illegal)
    with pytest.raises(IllegalAction, match="no such action"):
        table.step(10**6)
    assert table.key() == before


@pytest.mark.parametrize(("way", "check"), [("win", (-1.0, 1.0)), ("rank", (-1.0, 1.0)), ("score", (-1e3, 1e3))])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rewards_come_at_the_end_and_add_up_to_nothing(way: str, check: tuple[float, float], seats: int) -> None:
    table = env("armorica-small", seats, rewards=way)
    for seed in range(6):
        table.reset(seed=seed)
        totals = dict.fromkeys(table.possible_agents, 0.0)
        for agent in table.agent_iter():
            _, reward, terminated, _, _ = table.last()
            totals[agent] += reward
            assert terminated or reward == 0.0
            table.step(None if terminated else table.legal()[seed % len(table.legal())])
        places = table.course.state.places()
        assert sum(totals.values()) == pytest.approx(0.0)
        assert all(check[0] <= value <= check[1] for value in totals.values())
        values = [totals[agent] for agent in table.possible_agents]
        if way != "score":
            assert max(values) == values[places.index(1)]


def test_sealed_choices_are_hidden_from_the_others_until_all_are_made() -> None:
    """Given two ways for the first seat to choose under seal, then nobody else's observation tells them apart."""
    table, rng = env("arrival", 4), Random(4)
    table.reset(seed=4)
    while table.course.state.movers().bit_count() < 2:
        table.step(rng.choice(table.legal()))
    chooser, choices = table.agent_selection, table.legal()
    assert len(choices) > 1
    seen = []
    for action in choices:
        twin = table.clone()
        twin.step(action)
        seen.append({agent: twin.observe(agent)["observation"].tobytes() for agent in table.agents})
    others = [agent for agent in table.agents if agent != chooser]
    assert all(one[agent] == seen[0][agent] for one in seen for agent in others)
    assert seen[0][chooser] != seen[1][chooser], "the chooser remembers"


def test_unknown_games_seats_rewards_and_modes_are_refused_with_what_would_be_right() -> None:
    for wrong, words in [
        (lambda: env("armorika"), "armorica"),
        (lambda: env("armorica", 7), "2 to 4"),
        (lambda: env("armorica", rewards="gold"), "win, rank, score"),
        (lambda: env("armorica", options={"pass": "no"}), "voluntary_pass"),
        (lambda: env("armorica", components="nowhere.toml"), "cannot be read"),
        (lambda: env("armorica-tiny", components="armorica-default-1"), "components of its own"),
        (lambda: env("armorica", render_seat=5), "0 to 1"),
    ]:
        with pytest.raises(BadOptions, match=words):
            wrong()  # type: ignore[no-untyped-call]
    with pytest.raises(BrehonError, match="rgb_array"):
        env("armorica", render_mode="hologram")


@pytest.mark.parametrize("name", registry.BUILTIN)
def test_a_notebook_shows_the_board_of_the_table_and_of_a_seat(name: Any) -> None:
    table = env(name)
    table.reset(seed=1)
    assert table._repr_svg_().startswith("<svg")
    assert table.board(0)._repr_svg_().startswith("<svg")
    assert str(table.board(0)).count("\n") > 5
