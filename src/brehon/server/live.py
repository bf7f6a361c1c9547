"""What happens without being asked: waking the open pages, and the turns of the bots."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

import anyio

from brehon.core.errors import BrehonError
from brehon.server.database import UNREACHABLE
from brehon.server.errors import Refusal
from brehon.server.signals import Claims
from brehon.server.store import LOOK
from brehon.server.thinking import Thinkers, at_once, position
from brehon.server.turns import Place
from brehon.server.watching import shown_ply

if TYPE_CHECKING:
    from brehon.server.services import Table, Tables, Who

log: Final = logging.getLogger("brehon.server")
TALK: Final = "talk"  # the chat has changed; goes with its newest mark
PEOPLE: Final = "people"  # somebody has come or gone; goes with how many are here
RINGS: Final = (TALK, PEOPLE)
WITHIN_TURN: Final = 0.25  # of the pause before the first move of a turn: some turns have forty
RETRY: Final = 0.5  # seconds before a match is asked for again that another worker plays for


class Ring(NamedTuple):
    """Something beside the game has changed: the chat, or who is there. Only a number goes with it."""

    name: str
    number: int


class Listener:
    """One open event stream. It remembers only the newest numbers, so a reader that is stuck costs nothing."""

    def __init__(self) -> None:
        self._newest: int | None = None
        self._rings: dict[str, int] = {}
        self._woken = asyncio.Event()

    def wake(self, ply: int) -> None:
        self._newest = ply
        self._woken.set()

    def ring(self, name: str, number: int) -> None:
        self._rings[name] = number
        self._woken.set()

    async def next(self) -> int | Ring:
        await self._woken.wait()
        found: int | Ring | None = self._newest
        self._newest = None
        if found is None:
            found = Ring(*self._rings.popitem())
        if not self._rings:
            self._woken.clear()
        return found


class Hub:
    """Tells whoever listens to a match that there is something new. The store is the truth, this is only a bell."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self.is_closed = False
        self.on_move: Callable[[str], None] = lambda match_id: None

    def wake(self, match_id: str, ply: int) -> None:
        for listener in self._listeners.get(match_id, ()):
            listener.wake(ply)

    def wake_all(self) -> None:
        """Something may have been missed: everybody is to look."""
        for match_id in list(self._listeners):
            self.wake(match_id, LOOK)
            for name in RINGS:
                self.ring(match_id, name, LOOK)

    def close(self) -> None:
        """The server ends: every stream is closed."""
        self.is_closed = True
        for match_id in list(self._listeners):
            self.wake(match_id, LOOK)

    def ring(self, match_id: str, name: str, number: int) -> None:
        """Tell whoever listens to a match that something beside the game has changed."""
        for listener in self._listeners.get(match_id, ()):
            listener.ring(name, number)

    def moved(self, match_id: str, ply: int) -> None:
        """A person has acted: ring, and see whether a bot has to answer."""
        self.wake(match_id, ply)
        self.on_move(match_id)

    @property
    def listening(self) -> int:
        """How many streams are open."""
        return sum(len(listeners) for listeners in self._listeners.values())

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


async def changes(
    tables: Tables, match_id: str, closing: anyio.Event, who_at: Callable[[Table], Who] | None = None
) -> AsyncIterator[int | Ring]:
    """The number of the next ply: at once, and whenever the table has changed, until the server closes.

    With `who_at`, as whoever listens may know it: spectators of a delayed table hear of a ply when they may see it.
    """
    with tables.hub.listen(match_id) as listener:
        news: int | Ring = LOOK
        is_late = False
        while True:
            if not isinstance(news, Ring) and (news == LOOK or is_late):
                try:
                    async with tables.at(match_id) as table:
                        news = table.ply if who_at is None else shown_ply(table, who_at(table))
                        is_late = who_at is not None and table.row.delay > 0
                except (*UNREACHABLE, Refusal):
                    return  # the browser asks again by itself, and hears why it may not look any more
            yield news
            bell = asyncio.ensure_future(listener.next())
            end = asyncio.ensure_future(closing.wait())
            try:
                await asyncio.wait((bell, end), return_when=asyncio.FIRST_COMPLETED)
            finally:
                end.cancel()
                if not bell.done():
                    bell.cancel()
            if closing.is_set() or tables.hub.is_closed:
                return
            news = bell.result()


class Drivers:
    """Plays for the bots: at most one driver for a match in this worker, and one worker that has claimed it."""

    def __init__(self, tables: Tables, claims: Claims, thinkers: Thinkers) -> None:
        self.tables = tables
        self.claims = claims
        self.thinkers = thinkers
        self._running: dict[str, asyncio.Task[None]] = {}
        self._asked: set[str] = set()  # matches that have moved while their driver was about to stop
        tables.hub.on_move = self.drive

    @property
    def running(self) -> int:
        """How many matches are driven here."""
        return len(self._running)

    def drive(self, match_id: str, is_sweep: bool = False) -> None:
        """See to it that the bots of this match move, if it is their turn."""
        if match_id in self._running:
            self._asked.add(match_id)
            return
        task = asyncio.get_running_loop().create_task(
            self._drive(match_id, is_sweep), name=f"bots of {match_id}", context=contextvars.Context()
        )
        self._running[match_id] = task
        task.add_done_callback(lambda done: self._ended(match_id, done))

    def heard(self, match_id: str) -> None:
        """Another worker has changed a match: a driver that is about to stop must look once more."""
        if match_id in self._running:
            self._asked.add(match_id)

    async def sweep(self) -> None:
        """Take up every match that was left at a bot's turn: at the start, and when another worker has died."""
        while True:
            try:
                for match_id in await self.tables.store.waiting_for_bots():
                    if match_id not in self._running:
                        self.drive(match_id, is_sweep=True)
            except UNREACHABLE as error:
                log.warning("bots wait, for the database does not answer: %s", type(error).__name__)
            await asyncio.sleep(self.tables.settings.sweep)

    async def stop(self) -> None:
        await self.tables.store.end(self._running.values())
        self.thinkers.close()
        await self.claims.close()

    def _ended(self, match_id: str, task: asyncio.Task[None]) -> None:
        self._running.pop(match_id, None)
        asked = match_id in self._asked
        self._asked.discard(match_id)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, UNREACHABLE):
            log.warning("the bots of match %s wait for the database", match_id)  # the next sweep takes them up
        elif isinstance(error, BrehonError):  # its game is not installed any more: the others must not suffer
            log.warning("match %s cannot be taken up: %s", match_id, error)
        elif error is not None:
            log.error("the bots of match %s have stopped", match_id, exc_info=error)
        elif asked:
            self.drive(match_id)

    async def _drive(self, match_id: str, is_sweep: bool) -> None:
        while await self._is_bots_turn(match_id):
            if await self.claims.take(match_id):
                try:
                    await self._play(match_id)
                finally:
                    await self.claims.drop(match_id)
            elif is_sweep:
                return  # another worker is at it
            else:
                await asyncio.sleep(RETRY)  # it may be about to stop, or about to die

    async def _is_bots_turn(self, match_id: str) -> bool:
        async with self.tables.at(match_id) as table:
            if table.bot_to_move() >= 0:
                return True
            if table.row.bot_turn:
                await self.tables.store.no_bots_turn(match_id, table.version)
                table.row.bot_turn = False
        return False

    async def _play(self, match_id: str) -> None:
        """Every bot's move until a person has to decide, each stored before the next one is thought about."""
        pause = self.tables.settings.bot_pause
        last = (-1, -1)
        while True:
            async with self.tables.at(match_id) as table:
                ply, seat = table.ply, table.bot_to_move()
                if seat < 0:
                    return
                turn = (seat, table.playing().state.turn_of())
            await asyncio.sleep(pause * WITHIN_TURN if turn == last else pause)
            last = turn
            async with self.tables.at(match_id) as table:
                if table.ply != ply or table.bot_to_move() != seat:
                    continue  # somebody has taken a move back, or the seat, or has paused the game
                match, level = table.playing(), table.level_of(seat)
                action = at_once(match, seat, level)
                asked = position(match, seat, level) if action < 0 else None
                place = Place(match_id, table.owner, table.is_bots_only)
            if asked is not None:
                action = await self.thinkers.choose(asked, place)
            await self.tables.play_bot(match_id, ply, seat, action)
