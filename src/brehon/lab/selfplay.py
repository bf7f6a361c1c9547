"""Games that bots play against themselves, and the positions that a learned evaluation is made from.

Every game has its own random numbers, from the seed and its number, so the positions do not depend on which process plays when.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from random import Random
from typing import Final, NamedTuple

import numpy as np
from joblib import Parallel, delayed  # type: ignore[import-untyped]
from numpy.typing import NDArray

from brehon.bots.base import Bot
from brehon.bots.evaluation import result
from brehon.bots.greedy import Greedy
from brehon.bots.ismcts import Searcher
from brehon.bots.levels import Level, player
from brehon.bots.model import Learned
from brehon.bots.seated import play_state
from brehon.bots.weights import read_weights
from brehon.core.contract import OVER, Ruleset, State
from brehon.core.rulesets import stored_rules

SLIPS: Final = (0.0, 0.03, 0.1, 0.25)  # share of random moves; one of them for each game
CHUNK: Final = 20  # games that a process plays at once

Floats = NDArray[np.float32]


class SelfPlay(NamedTuple):
    """What is played: plain data, so that it can be sent to another process."""

    game: str
    source: str  # the component file; "" for a built-in set
    components: str  # its name
    seats: list[int]  # numbers of seats; the games take turns
    seed: int
    positions: int  # kept of each game
    weights: str  # a file of weights that the player judges by instead; "" for none
    turns: bool = False  # keep positions at the beginning of a turn only
    player: str = "cottar"  # who plays, as in cottar or warrior@8


class Positions(NamedTuple):
    """Positions of many games, padded to the largest table."""

    features: Floats  # [position, seat, feature]
    present: NDArray[np.bool_]  # [position, seat]
    shares: Floats  # [position, seat] of the win in the end
    estimates: Floats  # [position, seat] logarithms of the chances by hand
    games: NDArray[np.int64]  # [position] number of its game


def make_rules(plan: SelfPlay) -> dict[int, Ruleset]:
    """The rules for each number of seats."""
    return {n: stored_rules(plan.game, n, {}, plan.components, plan.source) for n in sorted(set(plan.seats))}


def make_player(plan: SelfPlay, rules: Ruleset) -> Level:
    """Who plays; a searching bot uses the weights in its search, any other plays them one step ahead."""
    named = player(plan.player)
    if not plan.weights:
        return named
    judge = Learned(read_weights(plan.weights, rules.game, rules.evaluator().feature_names()).model())
    bot: Bot = Searcher(judge, named.bot.settings) if isinstance(named.bot, Searcher) else Greedy(judge)
    return Level(named.name, named.title, named.text, bot, named.budget)


def play_game(plan: SelfPlay, rules: Ruleset, who: Level, index: int) -> tuple[list[State], list[float]]:
    """Some positions of game number `index`, all equally likely, and how the win was shared."""
    rng = Random(f"brehon self-play {plan.seed} {index}")
    slip = SLIPS[int(rng.random() * len(SLIPS))]
    state = rules.start()
    kept: list[State] = []
    seen = 0
    turn = -1
    for _ in play_state(state, [who] * rules.n_seats, rng, slip):
        if plan.turns:
            if state.to_move() < 0 or state.turn_of() == turn:
                continue
            turn = state.turn_of()
        seen += 1
        if len(kept) < plan.positions:
            kept.append(state.clone())
        elif (place := int(rng.random() * seen)) < plan.positions:
            kept[place] = state.clone()
    return [position for position in kept if position.to_move() != OVER], result(state)


def positions_of(plan: SelfPlay, rules: dict[int, Ruleset], who: Level, indices: range) -> Positions:
    """The positions of some games as arrays."""
    width = max(plan.seats)
    features: list[list[list[float]]] = []
    present, shares, estimates, games = [], [], [], []
    for index in indices:
        n_seats = plan.seats[index % len(plan.seats)]
        evaluator = rules[n_seats].evaluator()
        kept, won = play_game(plan, rules[n_seats], who, index)
        blank = [[0.0] * len(evaluator.feature_names())] * (width - n_seats)
        none = [0.0] * (width - n_seats)
        for state in kept:
            features.append([evaluator.features(state, seat) for seat in range(n_seats)] + blank)
            present.append([seat < n_seats for seat in range(width)])
            shares.append(won + none)
            estimates.append([log(max(share, 1e-6)) for share in evaluator.chances(state)] + none)
            games.append(index)
    return Positions(
        np.array(features, np.float32),
        np.array(present, np.bool_),
        np.array(shares, np.float32),
        np.array(estimates, np.float32),
        np.array(games, np.int64),
    )


def play_chunk(plan: SelfPlay, start: int, stop: int) -> Positions:
    """Runs in a worker: what it needs is built from the plan, once in each process."""
    if _Worker.plan != plan:
        _Worker.rules = make_rules(plan)
        _Worker.who = make_player(plan, _Worker.rules[plan.seats[0]])
        _Worker.plan = plan
    return positions_of(plan, _Worker.rules, _Worker.who, range(start, stop))


class _Worker:
    """What a process has prepared."""

    plan: SelfPlay | None = None
    rules: dict[int, Ruleset]
    who: Level


def self_play(plan: SelfPlay, n_games: int, jobs: int) -> Iterator[Positions]:
    """The positions of games 0 … n_games-1, in this order, in pieces."""
    parts = [(start, min(start + CHUNK, n_games)) for start in range(0, n_games, CHUNK)]
    if jobs == 1:
        for start, stop in parts:
            yield play_chunk(plan, start, stop)
        return
    yield from Parallel(n_jobs=jobs, return_as="generator")(delayed(play_chunk)(plan, *part) for part in parts)


def join(parts: list[Positions]) -> Positions:
    return Positions(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
