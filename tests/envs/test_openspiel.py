"""OpenSpiel's own tests over every game and seat count, and its algorithms on our games, unchanged."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from brehon.bots import levels
from brehon.core import registry
from brehon.core.errors import BadOptions, BrehonError
from brehon.envs import openspiel
from brehon.envs.making import small_versions

SHORT = "trophies_per_player:1"  # Fallen Kingdoms with fewer cards: the same rules, a shorter game


def named(name: str, seats: Any) -> str:
    short = f",options={SHORT}" if name == "fallen-kingdoms" and seats > 3 else ""
    return f"brehon_{name.replace('-', '_')}(seats={seats}{short})"


FULL = [named(name, seats) for name in registry.BUILTIN for seats in registry.game(name).seats]
SMALL = [named(name, small.seats[0]) for name, (_, small) in small_versions().items()]
SECRET = ["brehon_arrival_tiny", "brehon_fallen_kingdoms_small"]


def advance(state: Any, rng: Any, plies: Any) -> None:
    """Random plies, chance by its probabilities; stops at a decision."""
    for _ in range(plies):
        if state.is_terminal():
            break
        step(state, rng)
    while state.is_chance_node():
        step(state, rng)


def step(state: Any, rng: Any) -> None:
    if state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(actions, p=chances)))
    else:
        state.apply_action(int(rng.choice(state.legal_actions())))


@pytest.mark.parametrize("name", FULL + SMALL)
def test_random_sim_test_passes(name: Any, capfd: pytest.CaptureFixture[str]) -> None:
    """OpenSpiel's own C++ test: a whole game; clones, strings, tensors, masks, chance, returns."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", [*SMALL, "brehon_armorica(seats=4)"])
def test_the_python_simulation_of_open_spiel_passes(name: Any, capfd: pytest.CaptureFixture[str]) -> None:
    """OpenSpiel's own games_sim_test: serialisation and pickles of game and state, clones, utilities."""
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    np.random.seed(1)
    GamesSimTest().sim_game(pyspiel.load_game(name))


@pytest.mark.parametrize("name", [named(name, registry.game(name).seats[0]) for name in registry.BUILTIN])
def test_observers_of_every_kind_agree_with_the_state(name: Any) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(3)
    state = game.new_initial_state()
    advance(state, rng, 60)
    player = state.current_player()
    for kind in (INFO_STATE_OBS_TYPE, None):
        seen = make_observation(game, kind)
        seen.set_from(state, player)
        told = state.information_state_tensor(player) if kind else state.observation_tensor(player)
        assert seen.tensor.tolist() == told
        words = state.information_state_string(player) if kind else state.observation_string(player)
        assert seen.string_from(state, player) == words
    assert len(state.observation_tensor(player)) == game.observation_tensor_size()
    assert len(state.information_state_tensor(player)) == game.information_state_tensor_size()
    public = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    public.set_from(state, player)
    assert public.string_from(state, 0).split(": ", 1)[1] == public.string_from(state, 1).split(": ", 1)[1]


def test_every_option_can_be_written_into_the_name_of_a_game() -> None:
    asked = "map_source:by-hand;map_layers:in_turn;newcomers:2+5;decline_building:yes;surrender_strip:all"
    name = f"brehon_fallen_kingdoms(seats=5,options={SHORT};{asked})"
    game, rng = pyspiel.load_game(name), np.random.RandomState(4)
    state = pyspiel.load_game(str(game)).new_initial_state()
    assert [advance_one(state) for _ in range(6)] == [0, 1, 2, 3, 4, 0], "the map is laid in turn"
    while not state.is_terminal():
        step(state, rng)
    assert sum(state.returns()) == pytest.approx(0.0)


def advance_one(state: Any) -> Any:
    """The first legal action; who took it."""
    player = state.current_player()
    state.apply_action(state.legal_actions()[0])
    return player


@pytest.mark.parametrize("name", SECRET)
def test_resampled_states_look_the_same_to_the_player_and_can_be_played_to_the_end(name: str) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(5)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    checked = 0
    for plies in (6, 20, 45):
        state = game.new_initial_state()
        advance(state, rng, plies)
        if state.is_terminal():
            continue
        checked += 1
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, sampler)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            while not other.is_terminal():
                step(other, rng)
            assert sum(other.returns()) == pytest.approx(0.0)
    assert checked > 1


def test_a_state_is_stored_by_its_history_and_a_resampled_one_is_not() -> None:
    game, rng = pyspiel.load_game("brehon_fallen_kingdoms_small"), np.random.RandomState(6)
    state = game.new_initial_state()
    advance(state, rng, 50)
    again = pickle.loads(pickle.dumps(state))
    assert again.key() == state.key()
    assert again.history() == state.history()
    assert again.information_state_string(0) == state.information_state_string(0)
    other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    with pytest.raises(BrehonError, match="no history"):
        pickle.dumps(other)


def test_chance_has_the_probabilities_of_the_rules() -> None:
    state, rng = pyspiel.load_game("brehon_fallen_kingdoms_small").new_initial_state(), np.random.RandomState(1)
    uneven = 0
    while not state.is_terminal():
        if state.is_chance_node():
            chances = [chance for _, chance in state.chance_outcomes()]
            assert sum(chances) == pytest.approx(1.0)
            uneven += len(set(chances)) > 1
        step(state, rng)
    assert uneven > 0


def bots_play(game: Any, bots: Any, rng: Any) -> Any:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            step(state, rng)
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    return state.returns()


def mcts_bot(game: Any, rng: Any, simulations: Any) -> Any:
    return mcts.MCTSBot(game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)


class Warrior:
    """Our bot in a seat of OpenSpiel's table: it is given its view and nothing else."""

    def __init__(self, seat: int, iterations: Any) -> None:
        self.seat, self.level, self.rng = seat, levels.player(f"warrior@{iterations}"), Random(seat)

    def step(self, state: Any) -> Any:
        view = state._held.state.view(self.seat)
        return self.level.bot.choose(view, state.legal_actions(), self.level.budget, self.rng)


@pytest.mark.parametrize(
    ("name", "simulations", "iterations"),
    [("brehon_armorica", 8, 8), ("brehon_arrival", 4, 4), (f"brehon_fallen_kingdoms(options={SHORT})", 2, 2)],
)
def test_mcts_of_open_spiel_plays_a_full_game_against_our_warrior(name: str, simulations: int, iterations: int) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(8)
    search = mcts.MCTSBot(game, 1.4, simulations, openspiel.HandEvaluator(), random_state=rng)
    others = [Warrior(seat, iterations) for seat in range(1, game.num_players())]
    returns = bots_play(game, [search, *others], rng)
    assert sum(returns) == pytest.approx(0.0)
    assert max(returns) > 0 or returns == [0.0] * len(returns)


def test_mcts_of_open_spiel_beats_random_play_on_a_small_version() -> None:
    game, rng = pyspiel.load_game("brehon_armorica_tiny"), np.random.RandomState(2)
    total = 0.0
    for number in range(10):
        bots = [mcts_bot(game, rng, 40), uniform_random.UniformRandomBot(1, rng)]
        if number % 2:
            bots = [uniform_random.UniformRandomBot(0, rng), mcts_bot(game, rng, 40)]
        total += bots_play(game, bots, rng)[number % 2]
    assert total > 0


@pytest.mark.parametrize("name", SECRET[:1])
def test_information_set_mcts_of_open_spiel_plays_a_whole_game(name: Any) -> None:
    game, rng = pyspiel.load_game(name), np.random.RandomState(4)
    search = ismcts.ISMCTSBot(
        game=game, uct_c=1.4, max_simulations=4, max_world_samples=2, random_state=rng,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        child_selection_policy=ismcts.ChildSelectionPolicy.UCT, use_observation_string=False,
        allow_inconsistent_action_sets=True,
    )  # fmt: skip
    others = [uniform_random.UniformRandomBot(seat, rng) for seat in range(1, game.num_players())]
    assert sum(bots_play(game, [search, *others], rng)) == pytest.approx(0.0)


def test_outcome_sampling_of_open_spiel_learns_a_policy() -> None:
    game = pyspiel.load_game("brehon_armorica_tiny")
    np.random.seed(3)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(30):
        solver.iteration()
    assert solver.average_policy() is not None


def test_parameters_that_do_not_fit_are_refused() -> None:
    for wrong, words in [
        ("brehon_armorica(seats=9)", "2 to 4"),
        ("brehon_armorica(seats=2,players=3)", "do not go together"),
        ("brehon_armorica(rewards=points)", "win, rank, score"),
        ("brehon_armorica(options=voluntary_pass)", "name:value"),
    ]:
        with pytest.raises((BadOptions, RuntimeError), match=words):
            pyspiel.load_game(wrong)
    assert pyspiel.load_game("brehon_armorica(players=3)").num_players() == 3
    assert len(openspiel.GAMES) == len(registry.names()) + len(small_versions())


def test_a_state_shows_itself_as_a_board() -> None:
    state = pyspiel.load_game("brehon_arrival(seats=2)").new_initial_state()
    assert state._repr_svg_().startswith("<svg")
