"""Hints are thought out in the processes of the bots, never where requests are answered; each decision once, then it is remembered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from brehon.coach.hint import Hint, hint_seed, read_hint
from brehon.server.table.bot_pool import BotPool, position
from brehon.server.table.bot_queue import Place
from brehon.server.table.hint_process import Key, Question, Tried, answer
from brehon.server.table.table import Table

PATIENCE: Final = 6.0  # seconds: on a machine with too much to do a search ends with what it has found
MOST_KEPT: Final = 500  # hints; the ones that were needed least recently are made again, and come out the same


def key_at(table: Table, seat: int) -> Key:
    """Which decision it is: the same again after an undo back to it."""
    return Key(table.id, seat, table.playing().decision)


def asked_at(table: Table, seat: int) -> Question:
    """The present decision of a seat."""
    match = table.playing()
    return Question(key_at(table, seat), position(match, seat, ""), hint_seed(table.commitment, match.decision, seat))


def key_in_sandbox(table: Table, seat: int, ply: int, seed: int, moves: list[int]) -> Key:
    return Key(table.id, seat, ply, Tried(seed, tuple(moves)))


def asked_in_sandbox(table: Table, seat: int, ply: int, seed: int, moves: list[int]) -> Question:
    """The decision that a sandbox has come to, made from what a seat knew before ply number `ply`."""
    key, at = key_in_sandbox(table, seat, ply, seed, moves), position(table.playing().at(ply), seat, "")
    return Question(key, at, hint_seed(table.commitment, ply, seat), key.tried)


class Hints:
    """Makes hints and remembers them."""

    def __init__(self, thinkers: BotPool, iterations: int = 0) -> None:
        self.thinkers = thinkers
        self.iterations = iterations  # of a search; 0: as many as are usual
        self._kept: OrderedDict[Key, Hint] = OrderedDict()
        self._making: dict[Key, asyncio.Task[Hint]] = {}
        self.made = 0

    def known(self, key: Key) -> Hint | None:
        """The hint, if it has been made here."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    async def make(self, question: Question, place: Place) -> Hint:
        """The hint; two requests for the same one are answered by one search, and one that goes away does not end it."""
        found = self.known(question.key)
        if found is not None:
            return found
        task = self._making.get(question.key)
        if task is None:
            task = self._making[question.key] = asyncio.create_task(self._made(question, place))
            task.add_done_callback(lambda _: self._making.pop(question.key, None))
        return await asyncio.shield(task)

    async def _made(self, question: Question, place: Place) -> Hint:
        slot = self.thinkers.new_slot()
        ending = asyncio.get_running_loop().call_later(PATIENCE, self.thinkers.end_search, slot)
        asked = question._replace(iterations=self.iterations, slot=slot)
        try:
            hint = read_hint(await self.thinkers.run(answer, asked, place))
        finally:
            ending.cancel()
        self.made += 1
        self._kept[question.key] = hint
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return hint


def place_of(table: Table) -> Place:
    """For whom it is thought: tables where people play come first, and its owner waits like everyone."""
    return Place(table.id, table.owner)
