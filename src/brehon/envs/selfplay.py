"""Batched self-play: many games at once, one call of the policy for all of them.

The games run in compiled code; Python is entered once for each round of decisions, with what all movers see stacked in two arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from brehon.bots.evaluation import result
from brehon.core.contract import OVER, Ruleset
from brehon.core.errors import BadOptions
from brehon.envs.course import Batch, Course
from brehon.envs.pettingzoo import refusal

Rows = NDArray[np.uint8]
Policy = Callable[[Rows, NDArray[np.int8], NDArray[np.int64]], NDArray[np.integer]]
WIDTH: Final = 256  # games in parallel


class Decisions(NamedTuple):
    """Every decision of the games, in the order in which it was made."""

    observations: Rows  # [decision, entry]
    masks: NDArray[np.int8]  # [decision, action]
    actions: NDArray[np.int64]
    seats: NDArray[np.int64]
    games: NDArray[np.int64]


class Played(NamedTuple):
    """The results."""

    shares: NDArray[np.float64]  # [game, seat] of the win
    places: NDArray[np.int64]  # [game, seat]
    scores: NDArray[np.int64]  # [game, seat]
    plies: list[list[int]]  # [game] every action, chance included
    n_decisions: int
    decisions: Decisions | None  # if requested


def play_batch(
    rules: Ruleset, n: int, policy: Policy, seed: int = 0, *, keep: bool = False, width: int = WIDTH
) -> Played:
    """Play n games, at most `width` of them at once; the next ones replace those that are finished.

    policy(observations, masks, seats) returns one legal action for each row. Chance in game g depends only on the seed and g.
    keep: also return every observation, mask and action
    """
    if n < 1 or width < 1:
        raise BadOptions(f"there must be at least one game and one place for it, not {n} and {width}")
    observer = rules.game.observer(rules)
    ended: list[Course] = []
    order: list[int] = []
    kept: list[Decisions] = []
    numbers: list[int] = []  # of the games that are running now
    batch, begun, made = Batch([]), 0, 0
    while True:
        while begun < n and len(numbers) < width:
            course = Course(rules, observer, Random(f"brehon batch {seed} {begun}"))
            course.begin()
            batch.courses.append(course)
            numbers.append(begun)
            begun += 1
        if not numbers:
            break
        rows = np.frombuffer(batch.observations(), np.uint8).reshape(len(numbers), observer.size)
        masks = np.frombuffer(batch.masks(), np.int8).reshape(len(numbers), rules.space.size)
        seats = np.array(batch.movers(), np.int64)
        actions = checked(batch, masks, policy(rows, masks, seats))
        if keep:
            kept.append(Decisions(rows, masks, actions, seats, np.array(numbers, np.int64)))
        batch.play(actions.tolist())
        made += len(numbers)
        over = [index for index, mover in enumerate(batch.movers()) if mover == OVER]
        for index in reversed(over):
            ended.append(batch.courses.pop(index))
            order.append(numbers.pop(index))
    return summed_up(ended, order, made, kept if keep else None)


def checked(batch: Batch, masks: NDArray[np.int8], answer: NDArray[np.integer]) -> NDArray[np.int64]:
    """The policy's answer, after checking that every action is legal."""
    actions = np.asarray(answer, np.int64)
    if actions.shape != (len(masks),):
        raise BadOptions(f"the policy must answer {len(masks)} actions, one for each row, not {actions.shape}")
    known = (actions >= 0) & (actions < masks.shape[1])
    legal = known & (masks[np.arange(len(masks)), np.where(known, actions, 0)] == 1)
    if not legal.all():
        row = int(np.flatnonzero(~legal)[0])
        raise refusal(batch.courses[row], int(actions[row]))
    return actions


def summed_up(ended: list[Course], order: list[int], made: int, kept: list[Decisions] | None) -> Played:
    by_number = [course for _, course in sorted(zip(order, ended, strict=True), key=lambda pair: pair[0])]
    states = [course.state for course in by_number]
    decisions = None if kept is None else Decisions(*(np.concatenate(column) for column in zip(*kept, strict=True)))
    return Played(
        np.array([result(state) for state in states]),
        np.array([state.places() for state in states]),
        np.array([state.scores() for state in states]),
        [course.plies for course in by_number],
        made,
        decisions,
    )


def random_policy(seed: int = 0) -> Policy:
    """Any legal action, all equally likely."""
    rng = np.random.default_rng(seed)

    def choose(observations: Rows, masks: NDArray[np.int8], seats: NDArray[np.int64]) -> NDArray[np.integer]:
        chances = rng.random(masks.shape, np.float32) * masks
        return np.asarray(chances.argmax(axis=1), np.int64)

    return choose
