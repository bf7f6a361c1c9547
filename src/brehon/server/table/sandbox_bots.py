"""Opponents in a sandbox: they answer from what their seats would know in the question.

They think in the processes of the bots, with their place in the queue, and never while the table is locked: a sandbox keeps no one
waiting but its own person.
"""

from __future__ import annotations

import time
from random import Random
from typing import Final, NamedTuple

from brehon.bots.base import Budget
from brehon.bots.levels import BUILTIN
from brehon.core.errors import BadOptions
from brehon.core.text import N_, Message
from brehon.server.errors import Conflict
from brehon.server.table.bot_pool import BotPool
from brehon.server.table.bot_queue import Place
from brehon.server.table.plain import PlainState, plain_state
from brehon.server.table.sandbox import MOST_MOVES, Sandbox

ALL: Final = 6.0  # seconds that all opponents together may think before their person decides again
LEAST: Final = 0.05  # seconds for a decision, however many have been made


class Question(NamedTuple):
    """What a bot has to decide in a sandbox, for another process."""

    at: PlainState
    level: str
    seed: str
    seconds: float  # to think; 0 where the level needs no time


def choose_in(question: Question) -> int:
    """What the bot does; in a process of the pool."""
    state, found = question.at.state(), BUILTIN[question.level]
    budget = Budget(found.budget.iterations, question.seconds)
    return found.bot.choose(state.view(question.at.seat), state.legal(), budget, Random(question.seed))


def opponents(why_no_help: Message | None, level: str) -> str:
    """The level that a person has chosen, checked; "" if they decide for all seats. A bot that answers helps like a hint does."""
    if level and why_no_help is not None:
        raise Conflict(
            Message(
                N_("While several people play here, no bot answers in a sandbox: it would be help that no one sees.")
            )
        )
    if level and level not in BUILTIN:
        raise BadOptions(
            Message(N_("no opponent of a sandbox is called %(name)s; there are: %(names)s"), name=repr(level), names=", ".join(BUILTIN))
        )  # fmt: skip
    return level


async def answer(pool: BotPool, sandbox: Sandbox, level: str, person: str, seed: int) -> None:
    """Let the opponents play until their person decides, the game is over, or the sandbox is full."""
    until = time.monotonic() + ALL
    while level and sandbox.is_answering and len(sandbox.played) < MOST_MOVES:
        match, seat = sandbox.match, sandbox.mover
        legal = match.legal(seat)
        if len(legal) == 1:
            match.play(seat, legal[0])
            continue
        left = max(LEAST, until - time.monotonic())
        usual = BUILTIN[level].budget.seconds
        at = plain_state(match.rules, match.state, seat)
        question = Question(at, level, f"{seed} {match.ply}", min(usual, left / 2))
        match.play(seat, await pool.run(choose_in, question, Place("sandbox", person)))
