"""What happens without being asked: waking the open pages, and the turns of the bots."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import anyio

from brehon.core.errors import BrehonError
from brehon.server.thinking import Thinkers, at_once, position

if TYPE_CHECKING:
    from brehon.server.services import Tables

log: Final = logging.getLogger("brehon.server")


class Listener:
    """One open event stream. It remembers only the newest number, so a reader that is stuck costs nothing."""

    def __init__(self) -> None:
        self._newest = 0
        self._woken = asyncio.Event()

    def wake(self, ply: int) -> None:
        self._newest = ply
        self._woken.set()

    async def next(self) -> int:
        await self._woken.wait()
        self._woken.clear()
        return self._newest


class Hub:
    """Tells whoever listens to a match that there is something new. The store is the truth, this is only a bell."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self.on_move: Callable[[str], None] = lambda match_id: None

    def wake(self, match_id: str, ply: int) -> None:
        for listener in self._listeners.get(match_id, ()):
            listener.wake(ply)

    def moved(self, match_id: str, ply: int) -> None:
        """A person has acted: ring, and see whether a bot has to answer."""
        self.wake(match_id, ply)
        self.on_move(match_id)

    @contextmanager
    def listen(self, match_id: str) -> Iterator[Listener]:
        listener = Listener()
        self._listeners.setdefault(match_id, set()).add(listener)
        try:
            yield listener
        finally:
            rest = self._listeners[match_id]
            rest.discard(listener)
            if not rest:
                del self._listeners[match_id]


async def changes(tables: Tables, match_id: str, closing: anyio.Event) -> AsyncIterator[int]:
    """The number of the next ply: at once, and whenever the table has changed, until the server closes."""
    with tables.hub.listen(match_id) as listener:
        async with tables.at(match_id) as table:
            ply = table.ply
        yield ply
        while True:
            bell = asyncio.ensure_future(listener.next())
            end = asyncio.ensure_future(closing.wait())
            try:
                await asyncio.wait((bell, end), return_when=asyncio.FIRST_COMPLETED)
            finally:
                end.cancel()
                if not bell.done():
                    bell.cancel()
            if closing.is_set():
                return
            yield bell.result()


class Drivers:
    """Plays for the bots: at most one driver for a match, one stored move at a time."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.thinkers = Thinkers()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._asked: set[str] = set()  # matches that have moved while their driver was about to stop
        tables.hub.on_move = self.drive

    def drive(self, match_id: str) -> None:
        """See to it that the bots of this match move, if it is their turn."""
        if match_id in self._running:
            self._asked.add(match_id)
            return
        task = asyncio.get_running_loop().create_task(self._drive(match_id), name=f"bots of {match_id}")
        self._running[match_id] = task
        task.add_done_callback(lambda done: self._ended(match_id, done))

    async def resume(self) -> None:
        """After a start: take up every match that was left at a bot's turn."""
        for match_id in await self.tables.store.unfinished_with_bots():
            try:
                async with self.tables.at(match_id) as table:
                    waits = table.bot_to_move() >= 0
            except BrehonError as error:  # its game is not installed any more: the others must not suffer
                log.warning("match %s cannot be taken up: %s", match_id, error)
                continue
            if waits:
                self.drive(match_id)

    async def stop(self) -> None:
        for task in list(self._running.values()):
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        self.thinkers.close()

    def _ended(self, match_id: str, task: asyncio.Task[None]) -> None:
        self._running.pop(match_id, None)
        asked = match_id in self._asked
        self._asked.discard(match_id)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            log.error("the bots of match %s have stopped", match_id, exc_info=error)
        elif asked:
            self.drive(match_id)

    async def _drive(self, match_id: str) -> None:
        while True:
            async with self.tables.at(match_id) as table:
                ply, seat = table.ply, table.bot_to_move()
            if seat < 0:
                return
            await asyncio.sleep(self.tables.settings.bot_pause)
            async with self.tables.at(match_id) as table:
                if table.ply != ply:
                    continue  # somebody has taken a move back
                match, level = table.playing(), table.seats[seat].level
                action = at_once(match, seat, level)
                asked = position(match, seat, level) if action < 0 else None
            if asked is not None:
                action = await self.thinkers.choose(asked)
            await self.tables.play_bot(match_id, ply, seat, action)
