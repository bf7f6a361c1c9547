"""Bots of other packages at a table: each in a process of its own, with a deadline. Whatever it does, the server goes on.

The server itself never imports their code. A bot that answers nothing in time is ended together with its process; the next table that
asks for it gets a new one.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Final

from brehon.bots.levels import LEVELS
from brehon.bots.own import BotFailed, OwnBot
from brehon.core.text import N_, Message
from brehon.server.table.bot_pool import Position, choose_at, settle

log: Final = logging.getLogger("brehon.server")
START: Final = 30.0  # seconds in which a process must have started and loaded its bot
MOST: Final = 8  # bots of one's own that are waited for at the same time
READY: Final = -1


def is_own(level: str) -> bool:
    return level in LEVELS and isinstance(LEVELS[level].bot, OwnBot)


class OwnProcess:
    """The process of one bot."""

    def __init__(self, level: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.level = level
        self._near, far = context.Pipe()
        self._process = context.Process(target=_answer, args=(level, far), name=f"bot {level}", daemon=True)
        self._process.start()
        far.close()
        try:
            self._receive(START)
        except BotFailed:
            self.end()
            raise

    def ask(self, at: Position, seconds: float) -> int:
        try:
            self._near.send(at)
        except OSError:
            raise self._ended() from None
        return self._receive(seconds)

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._near.close()

    def _receive(self, seconds: float) -> int:
        try:
            if not self._near.poll(seconds):
                text = N_("the bot %(name)s gave no answer within %(seconds)s s")
                raise BotFailed(Message(text, name=self.level, seconds=round(seconds)))
            answer = self._near.recv()
        except (EOFError, OSError):
            raise self._ended() from None
        if isinstance(answer, BotFailed):
            raise answer
        return int(answer)

    def _ended(self) -> BotFailed:
        return BotFailed(Message(N_("the process of the bot %(name)s has ended"), name=self.level))


def _answer(level: str, far: Connection) -> None:
    """In the process: load the bot, then answer one position after the other."""
    settle()
    try:
        LEVELS[level].bot.sit()
        far.send(READY)
        while True:
            far.send(choose_at(far.recv()))
    except BotFailed as error:
        far.send(error)
    except EOFError:
        return  # the server has ended


class OwnBots:
    """The processes, by level; each is started when its bot has to decide for the first time."""

    def __init__(self, deadline: float) -> None:
        self.deadline = deadline  # seconds that a bot may take for a decision
        self._processes: dict[str, OwnProcess] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._threads: ThreadPoolExecutor | None = None

    async def choose(self, at: Position) -> int:
        """What the bot decides; BotFailed if it does not. One table after the other asks the same bot."""
        if self._threads is None:
            self._threads = ThreadPoolExecutor(MOST, "own-bots")
        async with self._locks.setdefault(at.level, asyncio.Lock()):
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, at)

    def _ask(self, at: Position) -> int:
        try:
            if at.level not in self._processes:
                self._processes[at.level] = OwnProcess(at.level)
            return self._processes[at.level].ask(at, self.deadline)
        except BotFailed as error:
            log.warning("bot failed: level=%s table=%s seat=%s why=%s", at.level, at.table, at.seat, error)
            self._end(at.level)
            raise

    def _end(self, level: str) -> None:
        process = self._processes.pop(level, None)
        if process is not None:
            process.end()

    def close(self) -> None:
        for level in list(self._processes):
            self._end(level)
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None
