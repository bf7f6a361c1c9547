"""Many games of bots, without records: each game has its own random numbers, so the result does not depend on who plays when."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Generator
from concurrent.futures import ProcessPoolExecutor, as_completed
from random import Random
from typing import Final, NamedTuple

from brehon.bots.company import Company
from brehon.bots.levels import player
from brehon.core import registry
from brehon.core.contract import CHANCE, OVER, SPECTATOR, Ruleset
from brehon.core.play import draw

CHUNK: Final = 50  # games sent to a process at once, at most


class Plan(NamedTuple):
    """What is played: plain data, so that it can be sent to another process."""

    game: str
    options: dict[str, str]
    source: str  # the component file; "" for a built-in set
    components: str  # its name
    levels: list[str]  # [player]
    seed: int
    rotate: bool


class Trial(NamedTuple):
    """One game played."""

    number: int
    first: int  # the seat of player 0; the others follow clockwise
    places: list[int]  # [seat]
    scores: list[int]  # [seat]
    plies: int  # decisions and draws
    decisions: int
    turns: int  # 0 if the game does not tell


def make_rules(plan: Plan) -> Ruleset:
    game = registry.game(plan.game)
    if plan.source:
        components = game.load_components(plan.source, plan.components)
    else:
        components = registry.builtin(game, plan.components)
    return registry.make_ruleset(game, len(plan.levels), plan.options, components)


def play_one(plan: Plan, rules: Ruleset, index: int) -> Trial:
    """Game number `index` of a plan."""
    rng = Random(f"brehon simulate {plan.seed} {index}")
    n_seats = rules.n_seats
    first = index % n_seats if plan.rotate else 0
    seated = [player(plan.levels[(seat - first) % n_seats]) for seat in range(n_seats)]
    state = rules.start()
    company = Company(state, {seat: seated[seat].bot for seat in range(n_seats)})
    decisions = draws = 0
    while (mover := state.to_move()) != OVER:
        if mover == CHANCE:
            action = draw(state, rng)
            draws += 1
        else:
            action = company.bots[mover].choose(state.view(mover), state.legal(), seated[mover].budget, rng)
            decisions += 1
        company.follow(mover, action)
        state.apply(action, None)
    turns = rules.game.face().data(rules, state.view(SPECTATOR)).get("turn", 0)
    return Trial(index, first, state.places(), state.scores(), decisions + draws, decisions,
                 turns if isinstance(turns, int) else 0)  # fmt: skip


def run(plan: Plan, n_games: int, jobs: int) -> Generator[Trial, None, None]:
    """The games 0 … n_games-1 as they are finished: in this process, or in several."""
    if jobs == 1:
        rules = make_rules(plan)
        for index in range(n_games):
            yield play_one(plan, rules, index)
        return
    step = max(1, min(CHUNK, n_games // (8 * jobs)))
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin, (plan,))
    try:
        futures = [pool.submit(_some, i, min(i + step, n_games)) for i in range(0, n_games, step)]
        for future in as_completed(futures):
            yield from future.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class _Worker:
    """What a process was told when it began."""

    plan: Plan
    rules: Ruleset


def _begin(plan: Plan) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which tells what is finished
    _Worker.plan = plan
    _Worker.rules = make_rules(plan)


def _some(start: int, stop: int) -> list[Trial]:
    return [play_one(_Worker.plan, _Worker.rules, index) for index in range(start, stop)]
