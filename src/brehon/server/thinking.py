"""Bots that take their time think in processes of their own, niced, so that whoever clicks comes first."""

from __future__ import annotations

import asyncio
import hashlib
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from random import Random
from typing import Final, NamedTuple

from brehon.bots.company import Company
from brehon.bots.levels import LEVELS
from brehon.core import registry
from brehon.core.contract import Ruleset
from brehon.core.fair import commitment
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.server.turns import Place, Turns

NICE: Final = 10
MOST: Final = 4  # processes
REMEMBERED: Final = 8  # seats whose last search a process keeps, up to some 20 MB each


class Position(NamedTuple):
    """A match as plain data, for another process: no secret is in it, so nobody there can know what chance will bring."""

    table: str  # the commitment: which match it is
    game: str
    n_seats: int
    options: tuple[tuple[str, str], ...]
    components: str
    source: str  # the component file; "" for a built-in set
    version: int
    plies: list[str]
    seat: int  # of the bot
    level: str
    seed: bytes


def position(match: Match, seat: int, level: str) -> Position:
    rules = match.rules
    data = rules.components
    return Position(
        commitment(match.fair.secret), rules.game.name, rules.n_seats, tuple(rules.options.items()), data.name, "" if data.builtin else data.source,
        rules.version, [ply.words(rules) for ply in match.plies], seat, level, seed(match),
    )  # fmt: skip


def seed(match: Match) -> bytes:
    """The random numbers of a bot hang on secret and ply, so a match that is taken up again goes on as it would have."""
    return hashlib.sha256(f"brehon bot {match.fair.secret} {match.ply}".encode()).digest()


def choose(match: Match, seat: int, level: str, numbers: bytes) -> int:
    """What the bot in this seat does, from its own view."""
    found = LEVELS[level]
    return found.bot.choose(match.view(seat), match.legal(seat), found.budget, Random(numbers))


def at_once(match: Match, seat: int, level: str) -> int:
    """What the bot does if it needs no time to think, or has nothing to decide; else -1."""
    legal = match.legal(seat)
    if len(legal) == 1:
        return legal[0]
    return -1 if LEVELS[level].budget.seconds > 0.0 else choose(match, seat, level, seed(match))


class Seat:
    """A bot in a worker and the match as it knows it, kept for its next decision."""

    def __init__(self, at: Position) -> None:
        rules = _rules(at.game, at.n_seats, at.options, at.components, at.source, at.version)
        self.match = Match(rules, [Player("")] * at.n_seats, "")
        self.lines: list[str] = []
        self.go_on(at.plies)
        self.company = Company(self.match.state, {at.seat: LEVELS[at.level].bot}, self.match.ply)

    def go_on(self, lines: list[str]) -> None:
        self.match.resume(lines[len(self.lines) :])
        self.lines = lines


_seats: dict[tuple[str, int, str], Seat] = {}  # the one that was asked last comes last


def choose_at(at: Position) -> int:
    """The same in a worker: the match is played again up to here, from where this bot was asked last if that was here."""
    key = (at.table, at.seat, at.level)
    seat = _seats.pop(key, None)
    if seat is not None and at.plies[: len(seat.lines)] == seat.lines:
        seat.go_on(at.plies)
        seat.company.catch_up(seat.match)
    else:
        seat = Seat(at)
    bot, budget = seat.company.bots[at.seat], LEVELS[at.level].budget
    action = bot.choose(seat.match.view(at.seat), seat.match.legal(at.seat), budget, Random(at.seed))
    _seats[key] = seat
    while len(_seats) > REMEMBERED:
        del _seats[next(iter(_seats))]
    return action


@lru_cache(maxsize=32)
def _rules(
    game: str, n_seats: int, options: tuple[tuple[str, str], ...], name: str, source: str, version: int
) -> Ruleset:
    found = registry.game(game)
    components = found.load_components(source, name) if source else registry.builtin(found, name)
    return registry.make_ruleset(found, n_seats, dict(options), components, version)


class Thinkers:
    """The processes; they are started when the first bot needs them."""

    def __init__(self, processes: int = 0) -> None:
        self._processes = processes or max(1, min(MOST, os.cpu_count() or 1))
        self._pool: ProcessPoolExecutor | None = None
        self.turns = Turns(self._processes)  # the pool itself would take everything in order of arrival
        self.thinking = 0  # bots that are at it now, or wait for their turn

    async def choose(self, at: Position, place: Place | None = None) -> int:
        """What a bot decides that takes its time, once it is the turn of its table."""
        self.thinking += 1
        try:
            async with self.turns.turn(place or Place(at.table)):
                pool = self._started()
                try:
                    return await self._ask(pool, at)
                except BrokenProcessPool:  # a worker was killed and the others have gone with it: start again, once
                    if self._pool is pool:  # else another bot has noticed it first
                        self.close()
                    return await self._ask(self._started(), at)
        finally:
            self.thinking -= 1

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, multiprocessing.get_context("spawn"), _begin)
        return self._pool

    async def _ask(self, pool: ProcessPoolExecutor, at: Position) -> int:
        return await asyncio.get_running_loop().run_in_executor(pool, choose_at, at)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _begin() -> None:
    """In a new worker: low priority, Ctrl-C is for the server, and nobody outlives the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    leave_with_parent()


def leave_with_parent() -> None:
    """If whoever started this process dies without a word, it must not stay behind."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
