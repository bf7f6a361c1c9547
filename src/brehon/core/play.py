"""Loops over a game without a record: for simulations, searches and benchmarks."""

from random import Random
from typing import final

from brehon.core.contract import CHANCE, OVER, State
from brehon.core.fair import pick


@final
class Tally:
    """The result of a run of random play."""

    def __init__(self) -> None:
        self.decisions: int = 0  # of seats
        self.forced: int = 0  # of these, with one legal action
        self.draws: int = 0  # of chance


def any_of(actions: list[int], rng: Random) -> int:
    """One of them, all equally likely."""
    return actions[int(rng.random() * float(len(actions)))]  # float(): mypyc then multiplies without boxing


def draw(state: State, rng: Random) -> int:
    """An outcome of chance by its weight."""
    outcomes = state.legal()
    weights = state.weights()
    if not weights:
        return any_of(outcomes, rng)
    return outcomes[pick(int(rng.random() * sum(weights)), weights)]


def run_chance(state: State, rng: Random) -> None:
    """Let chance act until a seat is to move or the game is over."""
    while state.to_move() == CHANCE:
        state.apply(draw(state, rng), None)


def play_random(state: State, rng: Random, tally: Tally, plies: int) -> None:
    """Uniformly random legal play to the end, or for so many plies (0: no limit)."""
    left = plies
    while True:
        mover = state.to_move()
        if mover == OVER:
            return
        if mover == CHANCE:
            state.apply(draw(state, rng), None)
            tally.draws += 1
        else:
            actions = state.legal()
            tally.decisions += 1
            if len(actions) == 1:
                tally.forced += 1
            state.apply(any_of(actions, rng), None)
        left -= 1
        if left == 0:
            return
