"""Where bots think. Those that search do it in processes of their own, niced, so that no click waits for them."""

from __future__ import annotations

import asyncio
import hashlib
import multiprocessing
import os
import signal
import threading
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final

from brehon.bots.levels import LEVELS
from brehon.core import registry
from brehon.core.match import Match
from brehon.core.record import Player

if TYPE_CHECKING:
    from brehon.server.services import Table

NICENESS: Final = 10
MAX_REMEMBERED: Final = 50  # matches that a process keeps, so that it need not replay them for every move


@dataclass(frozen=True)
class Question:
    """Everything that a process needs to know: plain data, for compiled objects do not travel."""

    match_id: str
    game: str
    n_seats: int
    options: dict[str, str]
    components: str
    source: str | None
    rules: int
    lines: list[str]
    seat: int
    level: str
    seed: bytes


class Thinkers:
    """Asks the bots."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self.thinking = 0  # bots that are at it now

    def is_needed(self, level: str) -> bool:
        """A level without a budget answers at once; sending the question away would take longer than the answer."""
        budget = LEVELS[level].budget
        return self._processes > 0 and (budget.iterations > 0 or budget.seconds > 0)

    async def choose(self, question: Question) -> int:
        """What the bot does. The same match at the same ply gives the same move, wherever it is thought about."""
        self.thinking += 1
        try:
            try:
                return await self._send(question)
            except BrokenProcessPool:  # somebody has killed a process: once more with new ones
                self.close()
                return await self._send(question)
        finally:
            self.thinking -= 1

    async def _send(self, question: Question) -> int:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._processes, context, initializer=settle)
        return await asyncio.get_running_loop().run_in_executor(self._pool, answer, question)

    def close(self) -> None:
        """Leave: nobody waits for an unfinished thought."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


def question_of(table: Table, seat: int) -> Question:
    match, row = table.playing(), table.row
    lines = [ply.words(match.rules) for ply in match.plies]
    return Question(
        row.id, row.game, len(table.seats), row.options, row.components, row.source, row.rules, lines, seat,
        table.seats[seat].level, seed_of(table),
    )  # fmt: skip


def choose_here(table: Table, seat: int) -> int:
    """What a quick bot does, from its own view."""
    match, level = table.playing(), LEVELS[table.seats[seat].level]
    return level.bot.choose(match.view(seat), match.legal(seat), level.budget, Random(seed_of(table)))


def seed_of(table: Table) -> bytes:
    return hashlib.sha256(f"brehon bot {table.row.secret} {table.ply}".encode()).digest()


_remembered: OrderedDict[str, tuple[Match, list[str]]] = OrderedDict()


def answer(question: Question) -> int:
    """In the process: bring the match up to date and let the bot choose from its own view."""
    match = _match_of(question)
    level = LEVELS[question.level]
    view, legal = match.view(question.seat), match.legal(question.seat)
    return level.bot.choose(view, legal, level.budget, Random(question.seed))


def _match_of(question: Question) -> Match:
    match, lines = _remembered.pop(question.match_id, (None, []))
    if match is None or lines != question.lines[: len(lines)]:
        game = registry.game(question.game)
        if question.source is None:
            components = registry.builtin(game, question.components)
        else:
            components = game.load_components(question.source, question.components)
        rules = registry.make_ruleset(game, question.n_seats, question.options, components, question.rules)
        match, lines = Match(rules, [Player("") for _ in range(question.n_seats)], ""), []
    match.resume(question.lines[len(lines) :])
    _remembered[question.match_id] = (match, question.lines)
    while len(_remembered) > MAX_REMEMBERED:
        _remembered.popitem(last=False)
    return match


def settle() -> None:
    """What a process does before its first question: step back behind the pages, and end with whoever started it."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends this one
    end_with_parent()


def end_with_parent() -> None:
    """If the process that started this one dies without a word, this one must not stay behind."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=watch, daemon=True, name="watch the parent").start()
