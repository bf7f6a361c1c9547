"""Games of one round of a long training: bots judge by what was learned so far, some seats by what was learned earlier.

Every game has its own random numbers, from the seed and its number, so nothing depends on which process plays when.
"""

from __future__ import annotations

import json
from functools import lru_cache
from math import log
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brehon.bots.base import Bot
from brehon.bots.evaluation import result
from brehon.bots.greedy import Greedy
from brehon.bots.ismcts import Searcher
from brehon.bots.levels import Level, player
from brehon.bots.model import Learned
from brehon.bots.seated import Seated
from brehon.bots.weights import read_weights
from brehon.core.contract import CHANCE, OVER, Ruleset, State
from brehon.core.play import any_of, draw
from brehon.core.rulesets import stored_rules

SLIPS: Final = (0.0, 0.02, 0.05, 0.15)  # share of random moves; one of them for each game
GUESTS: Final = 4  # one game of so many has a seat that judges by older weights
CHUNK: Final = 20  # games that a process plays at once


class Practice(NamedTuple):
    """What is played: plain data, so that it can be sent to another process or machine."""

    game: str
    source: str  # the component file; "" for a built-in set
    components: str  # its name
    seats: list[int]  # numbers of seats; the games take turns
    seed: int
    games: int
    positions: int  # kept of each game
    turns: bool  # only at the beginning of turns
    player: str  # cottar: one step ahead; warrior@8: a search with 8 iterations
    judges: list[str]  # files of weights: the newest one, then older ones; none: the player judges by hand

    def to_json(self) -> str:
        return json.dumps(self._asdict(), sort_keys=True)

    def chunks(self) -> int:
        return -(-self.games // CHUNK)


class Lessons(NamedTuple):
    """Positions of some games, in the order in which they came up; the rows of all seats one after the other."""

    table: int
    number: int  # of the chunk
    features: NDArray[np.float16]  # [row, feature]
    shares: NDArray[np.float32]  # [row] of the win in the end
    estimates: NDArray[np.float32]  # [row] logarithm of the chance by hand
    seats: NDArray[np.int8]  # [position] how many rows it has
    games: NDArray[np.int32]  # [position] number of its game
    cut: NDArray[
        np.bool_
    ]  # [position] a random move follows before the next kept position: what comes then says nothing


class Bench(NamedTuple):
    """What a process has prepared: the rules for each number of seats, and who plays by which judge."""

    plan: Practice
    rules: dict[int, Ruleset]
    players: list[Level]  # by the newest judge, then by older ones


def rules_for(plan: Practice) -> dict[int, Ruleset]:
    return {n: stored_rules(plan.game, n, {}, plan.components, plan.source) for n in sorted(set(plan.seats))}


def player_by(named: str, weights: str, rules: Ruleset) -> Level:
    """A searching bot uses the weights in its search, any other plays them one step ahead; without weights it is itself."""
    found = player(named)
    if not weights:
        return found
    judge = Learned(read_weights(weights, rules.game, rules.evaluator().feature_names()).model())
    bot: Bot = Searcher(judge, found.bot.settings) if isinstance(found.bot, Searcher) else Greedy(judge)
    return Level(found.name, found.title, found.text, bot, found.budget)


@lru_cache(maxsize=2)
def bench(text: str) -> Bench:
    plan = Practice(**json.loads(text))
    rules = rules_for(plan)
    any_rules = rules[plan.seats[0]]
    return Bench(plan, rules, [player_by(plan.player, weights, any_rules) for weights in plan.judges or [""]])


def practise(text: str, table: int, number: int) -> Lessons:
    """Chunk `number` of a plan. The same text and number give the same positions on any machine."""
    prepared = bench(text)
    plan = prepared.plan
    features: list[list[float]] = []
    shares: list[float] = []
    estimates: list[float] = []
    seats: list[int] = []
    games: list[int] = []
    cut: list[bool] = []
    for index in range(number * CHUNK, min((number + 1) * CHUNK, plan.games)):
        rules = prepared.rules[plan.seats[index % len(plan.seats)]]
        evaluator = rules.evaluator()
        kept, cuts, won = play_one(prepared, rules, index)
        for state in kept:
            features += [evaluator.features(state, seat) for seat in range(rules.n_seats)]
            estimates += [log(max(share, 1e-6)) for share in evaluator.chances(state)]
        shares += won * len(kept)
        seats += [rules.n_seats] * len(kept)
        games += [index] * len(kept)
        cut += cuts
    width = len(prepared.rules[plan.seats[0]].evaluator().feature_names())
    return Lessons(
        table,
        number,
        np.array(features, np.float16).reshape(-1, width),
        np.array(shares, np.float32),
        np.array(estimates, np.float32),
        np.array(seats, np.int8),
        np.array(games, np.int32),
        np.array(cut, np.bool_),
    )


def play_one(prepared: Bench, rules: Ruleset, index: int) -> tuple[list[State], list[bool], list[float]]:
    """Some positions of a game in their order, whether a random move follows each, and how the win was shared."""
    plan = prepared.plan
    rng = Random(f"brehon practice {plan.seed} {index}")
    slip = SLIPS[int(rng.random() * len(SLIPS))]
    players = [prepared.players[0]] * rules.n_seats
    if len(prepared.players) > 1 and index // len(plan.seats) % GUESTS == 0:
        players[int(rng.random() * rules.n_seats)] = prepared.players[
            1 + int(rng.random() * (len(prepared.players) - 1))
        ]
    state = rules.start()
    seated = Seated(state, {seat: level.bot for seat, level in enumerate(players)})
    kept: list[tuple[int, State]] = []  # (moment, position): a sample in which all moments are equally likely
    slipped: list[int] = []  # moments of random moves
    moment = 0
    turn = -1
    while (mover := state.to_move()) != OVER:
        if mover == CHANCE:
            action = draw(state, rng)
        elif slip > 0.0 and rng.random() < slip:
            action = any_of(state.legal(), rng)
            slipped.append(moment)
        else:
            action = seated.bots[mover].choose(state.view(mover), state.legal(), players[mover].budget, rng)
        seated.follow(mover, action)
        state.apply(action, None)
        turn, is_new = moves_on(state, turn)
        if state.to_move() == OVER or (not is_new if plan.turns else mover == CHANCE and state.to_move() == CHANCE):
            continue
        moment += 1
        if len(kept) < plan.positions:
            kept.append((moment, state.clone()))
        elif (place := int(rng.random() * moment)) < plan.positions:
            kept[place] = (moment, state.clone())
    kept.sort(key=first)
    return [position for _, position in kept], cuts([at for at, _ in kept], slipped), result(state)


def moves_on(state: State, turn: int) -> tuple[int, bool]:
    """Whose turn it is, and whether that turn has just begun."""
    if state.to_move() < 0 or state.turn_of() == turn:
        return turn, False
    return state.turn_of(), True


def first(pair: tuple[int, State]) -> int:
    return pair[0]


def cuts(moments: list[int], slipped: list[int]) -> list[bool]:
    """Of each kept moment: whether a random move comes after it and before the next one."""
    ends = [*moments[1:], 1 << 60]
    return [any(begin <= at < end for at in slipped) for begin, end in zip(moments, ends, strict=True)]


class Trial(NamedTuple):
    """A new judge against an old one, over some deals."""

    game: str
    source: str
    components: str
    seats: list[int]
    seed: int
    player: str
    new: str  # weights
    old: str  # weights; "": by hand

    def to_json(self) -> str:
        return json.dumps(self._asdict(), sort_keys=True)


class Deal(NamedTuple):
    """One deal, in which the new judge sat in every seat once."""

    table: int
    number: int
    ahead: float  # its mean share of the wins, minus that of equals


@lru_cache(maxsize=2)
def contest(text: str) -> tuple[Trial, dict[int, Ruleset], Level, Level]:
    trial = Trial(**json.loads(text))
    rules = {n: stored_rules(trial.game, n, {}, trial.components, trial.source) for n in sorted(set(trial.seats))}
    one = rules[trial.seats[0]]
    return trial, rules, player_by(trial.player, trial.new, one), player_by(trial.player, trial.old, one)


def play_deal(text: str, table: int, number: int) -> Deal:
    """Deal `number`: the same chance in every rotation, for as long as the games go alike."""
    trial, all_rules, new, old = contest(text)
    n_seats = trial.seats[number % len(trial.seats)]
    rules = all_rules[n_seats]
    won = 0.0
    for place in range(n_seats):
        chance = Random(f"brehon trial {trial.seed} {number}")
        rngs = [Random(f"brehon trial {trial.seed} {number} {place} {seat}") for seat in range(n_seats)]
        players = [new if seat == place else old for seat in range(n_seats)]
        state = rules.start()
        seated = Seated(state, {seat: level.bot for seat, level in enumerate(players)})
        while (mover := state.to_move()) != OVER:
            if mover == CHANCE:
                action = draw(state, chance)
            else:
                action = seated.bots[mover].choose(state.view(mover), state.legal(), players[mover].budget, rngs[mover])
            seated.follow(mover, action)
            state.apply(action, None)
        won += result(state)[place]
    return Deal(table, number, (won - 1.0) / n_seats)
