"""Plays for the bots: asks the pool of bot processes and stores what they choose."""

from __future__ import annotations

import asyncio
import contextvars
from typing import Final

from brehon.bots.levels import LEVELS
from brehon.bots.own import BotFailed
from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server.learning.opponents import at_once, scripted
from brehon.server.storage.cluster import Claims
from brehon.server.storage.database import UNREACHABLE
from brehon.server.table.bot_pool import BotPool, Position, hasty, position
from brehon.server.table.bot_queue import Place
from brehon.server.table.bot_wait import Wait
from brehon.server.table.events import RETRY, log
from brehon.server.table.own_bots import OwnBots, is_own
from brehon.server.table.table import people_to_move
from brehon.server.table.tables import Tables

NOT_HERE: Final = N_("the bot %(name)s is not installed here")


class BotDrivers:
    """Plays for the bots: at most one driver for a match in this worker, and one worker that has claimed it."""

    def __init__(self, tables: Tables, claims: Claims, thinkers: BotPool) -> None:
        self.tables = tables
        self.claims = claims
        self.thinkers = thinkers
        self.own_bots = OwnBots(tables.settings.bot_deadline)
        self._running: dict[str, asyncio.Task[None]] = {}
        self._asked: set[str] = set()  # matches that have moved while their driver was about to stop
        tables.hub.on_move = self.drive
        tables.hub.on_hurry = self.hurry

    @property
    def running(self) -> int:
        """How many matches are driven here."""
        return len(self._running)

    def drive(self, match_id: str, is_sweep: bool = False) -> None:
        """Make the bots of this match move, if it is their turn. A person has decided, unless this is a sweep."""
        if not is_sweep:
            self.tables.waits.begin_again(match_id)
        if match_id in self._running:
            self._asked.add(match_id)
        else:
            self._run(match_id, is_sweep)

    def _run(self, match_id: str, is_sweep: bool = False) -> None:
        task = asyncio.get_running_loop().create_task(
            self._drive(match_id, is_sweep), name=f"bots of {match_id}", context=contextvars.Context()
        )
        self._running[match_id] = task
        task.add_done_callback(lambda done: self._ended(match_id, done))

    def hurry(self, match_id: str) -> None:
        """The people at the table do not want to wait: no pauses, and searches end with what they have found."""
        if match_id in self._running:
            self.tables.waits.of(match_id).hurry.set()

    def heard(self, match_id: str) -> None:
        """Another worker has changed a match: a driver that is about to stop must look once more."""
        if match_id in self._running:
            self.tables.waits.begin_again(match_id)  # most changes are decisions of people
            self._asked.add(match_id)

    async def sweep(self) -> None:
        """Resume every match that was left at a bot's turn: at the start, and after the crash of another worker."""
        while True:
            try:
                for match_id in await self.tables.store.waiting_for_bots():
                    if match_id not in self._running:
                        self.drive(match_id, is_sweep=True)
            except UNREACHABLE as error:
                log.warning("bots paused: database timeout error=%s", type(error).__name__)
            await asyncio.sleep(self.tables.settings.sweep)

    async def stop(self) -> None:
        await self.tables.store.end(self._running.values())
        self.thinkers.close()
        self.own_bots.close()
        await self.claims.close()

    def _ended(self, match_id: str, task: asyncio.Task[None]) -> None:
        self._running.pop(match_id, None)
        asked = match_id in self._asked
        self._asked.discard(match_id)
        if task.cancelled():
            return
        error = task.exception()
        if isinstance(error, UNREACHABLE):
            log.warning("bots paused: database timeout match=%s", match_id)  # the next sweep resumes them
        elif isinstance(error, BrehonError):  # its game is no longer installed: other matches go on
            log.warning("bots refused: match cannot be loaded match=%s error=%s", match_id, error)
        elif error is not None:
            log.error("bots failed: match=%s", match_id, exc_info=error)
        elif asked:
            self._run(match_id)

    async def _drive(self, match_id: str, is_sweep: bool) -> None:
        while await self._is_bots_turn(match_id):
            if await self.claims.take(match_id):
                try:
                    await self._play(match_id)
                finally:
                    await self.claims.drop(match_id)
            elif is_sweep:
                return  # another worker has claimed it
            else:
                await asyncio.sleep(RETRY)  # it may be about to stop, or about to die

    async def _is_bots_turn(self, match_id: str) -> bool:
        async with self.tables.at(match_id) as table:
            if table.bot_to_move() >= 0:
                return table.bot_failed is None
            if table.row.bot_turn:
                await self.tables.store.no_bots_turn(match_id, table.version)
                table.row.bot_turn = False
        return False

    async def _play(self, match_id: str) -> None:
        """Every bot's move until a person has to decide, each stored before the next one is thought about."""
        wait = self.tables.waits.of(match_id)
        last = (-1, -1)
        while True:
            async with self.tables.at(match_id) as table:
                ply, seat = table.ply, table.bot_to_move()
                if seat < 0 or table.bot_failed is not None:
                    return
                turn = (seat, table.playing().state.turn_of())
                wait.is_watched = not table.is_bots_only and people_to_move(table.playing(), table.seats) == 0
                wait.bots = sum(bool(table.level_of(sits.seat)) for sits in table.seats)
            await wait.hold(wait.pause(self.tables.settings.bot_pause, turn != last))
            last = turn
            async with self.tables.at(match_id) as table:
                if table.ply != ply or table.bot_to_move() != seat:
                    continue  # a person has undone a move, taken the seat, or paused the game
                match, level = table.playing(), table.level_of(seat)
                if level not in LEVELS:
                    await self.tables.note_failure(table, seat, Message(NOT_HERE, name=level))
                    return
                lesson = table.lesson
                action = scripted(lesson.guide, match, seat) if lesson is not None else -1
                action = at_once(match, seat, level) if action < 0 else action
                asked = position(match, seat, level) if action < 0 else None
                place = Place(match_id, table.owner, table.is_bots_only)
            if asked is not None:
                action = await self._thought(match_id, ply, asked, place, wait)
                if action < 0:
                    continue
            await self.tables.play_bot(match_id, ply, seat, action)
            wait.moved(asked is not None)

    async def _thought(self, match_id: str, ply: int, asked: Position, place: Place, wait: Wait) -> int:
        """What a bot decides that needs time; -1 if the table has to be looked at again."""
        if is_own(asked.level):
            budget = LEVELS[asked.level].budget
            try:
                return await self.own_bots.choose(asked._replace(seconds=wait.thinking(budget.seconds)))
            except BotFailed as error:
                async with self.tables.at(match_id) as table:
                    if table.ply == ply:
                        await self.tables.note_failure(table, asked.seat, error.message)
                return -1
        action = await self.thinkers.choose_in_time(asked, place, wait)
        if action >= 0:
            return action
        async with self.tables.at(match_id) as table:
            if table.ply != ply or table.bot_to_move() != asked.seat:
                return -1
            match = table.playing()
            view, legal = match.view(asked.seat), match.legal(asked.seat)
        return await asyncio.to_thread(hasty, view, legal, asked.level, asked.seed)
