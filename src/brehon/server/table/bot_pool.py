"""Slow bots think in separate processes with low priority, so that requests come first."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, MutableSequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Final, NamedTuple, TypeVar

from brehon import MODE
from brehon.bots.base import Budget, Stop
from brehon.bots.levels import LEVELS
from brehon.bots.seated import Seated
from brehon.core import registry
from brehon.core.contract import View
from brehon.core.fair import commitment
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.server.learning.opponents import seed
from brehon.server.table.bot_queue import Place, Turns
from brehon.server.table.bot_wait import Wait
from brehon.server.table.plain import PlainRules, plain_rules, rules_from

NICE: Final = 10
MOST: Final = 4  # processes
SLOTS: Final = 1024  # searches that can be asked to end, each by a byte that the processes share
COMPILED: Final = "compiled"
REMEMBERED: Final = 8  # seats whose last search a process keeps, up to some 20 MB each


Stops = MutableSequence[int]
Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Position(NamedTuple):
    """A match as plain data, for another process. It holds no secret, so the bot cannot know future draws."""

    table: str  # the commitment: which match it is
    rules: PlainRules
    plies: list[str]
    seat: int  # of the bot
    level: str
    seed: bytes
    seconds: float = 0.0  # to think, where that is less than the level has
    slot: int = -1  # of the byte that asks for an end; -1 if none does


def position(match: Match, seat: int, level: str) -> Position:
    lines = [ply.words(match.rules) for ply in match.plies]
    return Position(commitment(match.fair.secret), plain_rules(match.rules), lines, seat, level, seed(match))


class Seat:
    """A bot in a worker and the match as it knows it, kept for its next decision."""

    def __init__(self, at: Position) -> None:
        self.match = Match(rules_from(at.rules), [Player("")] * at.rules.n_seats, "")
        self.lines: list[str] = []
        self.go_on(at.plies)
        self.seated = Seated(self.match.state, {at.seat: LEVELS[at.level].bot}, self.match.ply)

    def go_on(self, lines: list[str]) -> None:
        self.match.resume(lines[len(self.lines) :])
        self.lines = lines


_seats: dict[tuple[str, int, str], Seat] = {}  # the one that was asked last comes last
_stops: list[Stops] = []  # in a process of the pool: the bytes that it shares with the server


def choose_at(at: Position) -> int:
    """The same in a worker: the match is played again up to here, from where this bot was asked last if that was here."""
    key = (at.table, at.seat, at.level)
    seat = _seats.pop(key, None)
    if seat is not None and at.plies[: len(seat.lines)] == seat.lines:
        seat.go_on(at.plies)
        seat.seated.catch_up(seat.match)
    else:
        seat = Seat(at)
    bot = seat.seated.bots[at.seat]
    action = bot.choose(seat.match.view(at.seat), seat.match.legal(at.seat), budget_of(at), Random(at.seed))
    _seats[key] = seat
    while len(_seats) > REMEMBERED:
        del _seats[next(iter(_seats))]
    return action


class Slot(Stop):
    """A byte that the server sets when a search has to end."""

    def __init__(self, stops: Stops, number: int) -> None:
        self.stops = stops
        self.number = number

    def is_set(self) -> bool:
        return bool(self.stops[self.number])


def budget_of(at: Position) -> Budget:
    """What the level has, or less if the table cannot wait so long."""
    usual = LEVELS[at.level].budget
    seconds = min(usual.seconds, at.seconds) if at.seconds > 0.0 and usual.seconds > 0.0 else usual.seconds
    return Budget(usual.iterations, seconds, stop_of(at.slot))


def stop_of(slot: int) -> Stop | None:
    """In a process of the pool: how the server asks this search to end."""
    return Slot(_stops[0], slot) if slot >= 0 and _stops else None


def hasty(view: View, legal: list[int], level: str, numbers: bytes) -> int:
    """What a bot that searches does without time to search: the first move by its judgement."""
    return LEVELS[level].bot.choose(view, legal, Budget(1), Random(numbers))


class BotPool:
    """The processes; they are started when the first bot needs them."""

    def __init__(self, processes: int = 0) -> None:
        self._processes = processes or max(1, min(MOST, os.cpu_count() or 1))
        self._pool: ProcessPoolExecutor | None = None
        self.turns = Turns(self._processes)  # the pool itself would take everything in order of arrival
        self.thinking = 0  # bots that think now, or wait for their turn
        self._context = multiprocessing.get_context("spawn")
        self._stops: Stops = self._context.RawArray("b", SLOTS)
        self._asked = 0
        self.engine = MODE  # of the processes

    async def choose(self, at: Position, place: Place | None = None) -> int:
        """What a bot decides that takes its time, once it is the turn of its table."""
        return await self.run(choose_at, at, place or Place(at.table))

    async def run(self, work: Callable[[Asked], Answer], asked: Asked, place: Place) -> Answer:
        """Anything that takes its time: `work` is a function of a module, what it gets and gives is plain data."""
        self.thinking += 1
        try:
            async with self.turns.turn(place):
                pool = self._started()
                try:
                    return await self._ask(pool, work, asked)
                except BrokenProcessPool:  # a worker was killed and the pool is broken: start it again, once
                    if self._pool is pool:  # else another bot has noticed it first
                        self.close()
                    return await self._ask(self._started(), work, asked)
        finally:
            self.thinking -= 1

    async def choose_in_time(self, at: Position, place: Place, wait: Wait) -> int:
        """The same for a table where people wait: the search ends in time, or when they ask for it; -1 if there is no answer yet.

        The time counts from now, so it includes waiting for a free process and starting it.
        """
        if wait.is_late:
            return -1
        slot, seconds = self.new_slot(), wait.thinking(LEVELS[at.level].budget.seconds)
        asking = asyncio.create_task(self.choose(at._replace(seconds=seconds, slot=slot), place))
        try:
            await wait.until_hurried(asking, seconds)
            self._stops[slot] = 1
            if not asking.done():
                await asyncio.wait({asking}, timeout=wait.patience())
            return asking.result() if asking.done() else -1
        finally:
            self._stops[slot] = 1
            asking.cancel()

    async def renew(self) -> str:
        """New processes, which use the engine that is there now, for all that is asked from now on; their engine.

        They are tried first: if they cannot start, everything stays as it was. A search that runs ends where it is.
        """
        pool = self._new()
        try:
            engine = await self._ask(pool, engine_of, list(registry.names()))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        old, self._pool, self.engine = self._pool, pool, engine
        if old is not None:
            old.shutdown(wait=False)
        return engine

    def new_slot(self) -> int:
        """A byte by which a search can be asked to end."""
        self._asked = (self._asked + 1) % SLOTS
        self._stops[self._asked] = 0
        return self._asked

    def end_search(self, slot: int) -> None:
        self._stops[slot] = 1

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = self._new()
        return self._pool

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._processes, self._context, join, (self._stops,))

    async def _ask(self, pool: ProcessPoolExecutor, work: Callable[[Asked], Answer], asked: Asked) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(pool, work, asked)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def engine_of(games: list[str]) -> str:
    """In a worker: which engine it uses, once all of it is loaded."""
    for name in games:
        registry.game(name)
    return MODE


def join(stops: Stops) -> None:
    """In a new worker of the pool."""
    _stops.append(stops)
    settle()


def settle() -> None:
    """In a new worker: low priority, Ctrl-C is for the server, and the worker ends with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    leave_with_parent()


def leave_with_parent() -> None:
    """If the parent process is killed, this process must end too."""
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
