"""The peers: Catanatron, OpenSpiel and PettingZoo, each driven in the fastest way that its interface offers.

None of them is needed to run the benchmark: a peer that is not installed is named as missing, with the reason.
"""

import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from typing import Any

from bench.engine import POOL, SEARCH_PLIES, SIMULATIONS
from bench.envs import catanatron_env
from bench.measure import Subject, repeat

Batch = Callable[[], tuple[int, int]]


def subject(key: str, title: str, unit: str, batch: Batch) -> Subject:
    return Subject(key, title, unit, lambda seconds: repeat(seconds, batch))


# --- Catanatron: interpreted Python -------------------------------------------------------------------------------


def catanatron() -> list[Subject]:
    from catanatron import Color, Game, RandomPlayer

    rng = Random(4)

    def start() -> Any:
        return Game([RandomPlayer(color) for color in Color], seed=rng.randrange(1, 1 << 30))

    def play() -> tuple[int, int]:
        return catan_plies(start(), rng, 0)

    pool = catan_pool(start, rng)

    def copy() -> tuple[int, int]:
        for state in pool:
            state.copy()
        return len(pool), 0

    def search() -> tuple[int, int]:
        for state in pool:
            catan_plies(state.copy(), rng, SEARCH_PLIES)
        return len(pool), 0

    return [
        subject("catanatron play", "Catanatron, random play, 4 seats", "decisions", play),
        subject("catanatron clone", "Catanatron, copy", "clones", copy),
        subject("catanatron search", "Catanatron, copy + 10 plies", "searches", search),
    ]


def catan_plies(state: Any, rng: Random, limit: int) -> tuple[int, int]:
    """Random plies to the end of the game or the limit. Its second check of each action is left out: ours has none."""
    from catanatron.game import TURNS_LIMIT

    done = forced = 0
    while state.winning_color() is None and state.state.num_turns < TURNS_LIMIT:
        actions = state.state.playable_actions
        done += 1
        forced += len(actions) == 1
        state.execute(actions[int(rng.random() * len(actions))], validate_action=False)
        if done == limit:
            break
    return done, forced


def catan_pool(start: Callable[[], Any], rng: Random) -> list[Any]:
    """Positions from all over random games."""
    pool: list[Any] = []
    while len(pool) < POOL:
        state = start()
        for _ in range(8):
            catan_plies(state, rng, 60)
            if state.winning_color() is None:
                pool.append(state.copy())
    return pool[:POOL]


# --- OpenSpiel: games in C++ and in Python, driven from Python ------------------------------------------------------

SPIEL_GAMES = {
    "backgammon": "C++ backgammon",
    "hearts": "C++ hearts",
    "python_block_dominoes": "Python block dominoes",
    "python_tic_tac_toe": "Python tic-tac-toe",
}


def open_spiel() -> list[Subject]:
    import_module("open_spiel.python.games")  # registers the games written in Python
    import pyspiel

    found: list[Subject] = []
    for name, title in SPIEL_GAMES.items():
        found += spiel_subjects(pyspiel.load_game(name), name, title)
    return found + spiel_searches(pyspiel.load_game("backgammon"))


def spiel_searches(game: Any) -> list[Subject]:
    """Its tree searches, in C++ and in Python, with random play to the end of the game."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts

    pool = spiel_pool(game, POOL // 4)
    fast = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 4), 1.4, SIMULATIONS, 100, False, 4, False)
    slow = mcts.MCTSBot(
        game, 1.4, SIMULATIONS, mcts.RandomRolloutEvaluator(1, np.random.RandomState(4)), solve=False,
        random_state=np.random.RandomState(4),
    )  # fmt: skip

    def searching(bot: Any) -> Batch:
        def batch() -> tuple[int, int]:
            for state in pool:
                bot.step(state)
            return SIMULATIONS * len(pool), 0

        return batch

    title = "OpenSpiel, MCTS in %s on C++ backgammon, random playouts to the end"
    return [
        subject("backgammon tree", title % "C++", "simulations", searching(fast)),
        subject("backgammon python tree", title % "Python", "simulations", searching(slow)),
    ]


def spiel_pool(game: Any, wanted: int) -> list[Any]:
    """Positions in which a player has a choice, from all over random games."""
    rng = Random(4)
    pool: list[Any] = []
    while len(pool) < wanted:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node() and rng.random() < 0.1 and len(state.legal_actions()) > 1:
                pool.append(state.clone())
            spiel_plies(state, rng, 1)
    return pool[:wanted]


def spiel_subjects(game: Any, name: str, title: str) -> list[Subject]:
    rng = Random(4)
    pool: list[Any] = []
    while len(pool) < POOL:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node() and rng.random() < 0.1:
                pool.append(state.clone())
            spiel_plies(state, rng, 1)
    del pool[POOL:]

    def play() -> tuple[int, int]:
        return spiel_plies(game.new_initial_state(), rng, 0)

    def clone() -> tuple[int, int]:
        for state in pool:
            state.clone()
        return len(pool), 0

    def search() -> tuple[int, int]:
        for state in pool:
            spiel_plies(state.clone(), rng, SEARCH_PLIES)
        return len(pool), 0

    return [
        subject(f"{name} play", f"OpenSpiel, {title}, random play", "decisions", play),
        subject(f"{name} clone", f"OpenSpiel, {title}, clone", "clones", clone),
        subject(f"{name} search", f"OpenSpiel, {title}, clone + 10 plies", "searches", search),
    ]


def spiel_plies(state: Any, rng: Random, limit: int) -> tuple[int, int]:
    """Random plies, chance by its probabilities; only the players' decisions are counted, as everywhere."""
    decisions = forced = plies = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(spiel_outcome(state.chance_outcomes(), rng.random()))
        else:
            actions = state.legal_actions()
            decisions += 1
            forced += len(actions) == 1
            state.apply_action(actions[int(rng.random() * len(actions))])
        plies += 1
        if plies == limit:
            break
    return decisions, forced


def spiel_outcome(outcomes: list[tuple[int, float]], point: float) -> int:
    for action, chance in outcomes:
        point -= chance
        if point < 0.0:
            return action
    return outcomes[-1][0]


# --- PettingZoo: classic environments, observations included --------------------------------------------------------

ZOO_GAMES = {"connect_four_v3": "connect four", "tictactoe_v3": "tic-tac-toe", "chess_v6": "chess"}


def pettingzoo() -> list[Subject]:
    import numpy as np

    found: list[Subject] = []
    for module, title in ZOO_GAMES.items():
        with warnings.catch_warnings():  # pygame announces its own future
            warnings.simplefilter("ignore")
            env = import_module(f"pettingzoo.classic.{module}").env()
        found.append(zoo_subject(env, module, title, np.flatnonzero))
    return found


def zoo_subject(env: Any, name: str, title: str, nonzero: Callable[[Any], Any]) -> Subject:
    rng = Random(4)

    def play() -> tuple[int, int]:
        steps = forced = 0
        env.reset(seed=rng.randrange(1 << 30))
        for _ in env.agent_iter():
            observation, _reward, termination, truncation, _info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            actions = nonzero(observation["action_mask"])
            steps += 1
            forced += len(actions) == 1
            env.step(int(actions[int(rng.random() * len(actions))]))
        return steps, forced

    return subject(f"{name} play", f"PettingZoo, {title}, random steps", "decisions", play)


PEERS: dict[str, Callable[[], list[Subject]]] = {
    "catanatron": catanatron,
    "catanatron-gym": catanatron_env,
    "open-spiel": open_spiel,
    "pettingzoo": pettingzoo,
}


def load_peers() -> tuple[list[Subject], dict[str, str]]:
    """The subjects of every peer that is there, and for each peer its version or why it was not measured."""
    found: list[Subject] = []
    notes: dict[str, str] = {}
    for name, load in PEERS.items():
        try:
            found += load()
        except ImportError as error:
            notes[name] = f"not measured: {error}"
        else:
            notes[name] = version_of(name)
    return found, notes


def version_of(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "part of another package"  # as Catanatron's environment is in its newer versions
