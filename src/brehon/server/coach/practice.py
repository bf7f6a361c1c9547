"""Answers to exercises are judged in the processes of the bots, never where requests are answered; each one once, then it is remembered."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final

from brehon.coach.data import Review
from brehon.coach.exercises import Answer, Exercise, known_answer
from brehon.coach.hint import iterations_for
from brehon.core.contract import Ruleset, View
from brehon.core.errors import IllegalAction
from brehon.core.record import Player
from brehon.server.coach.practice_process import Tried, lost_by
from brehon.server.table.bot_pool import BotPool
from brehon.server.table.bot_queue import Place
from brehon.server.table.hint_work import PATIENCE
from brehon.server.table.plain import plain_state
from brehon.server.table.sandbox import Sandbox

SEED: Final = 1  # of the guess at what the seat did not know: the same for everyone
LONGER: Final = 3  # times as long as for a hint, which is about a second: a person waits for it
MOST_KEPT: Final = 1000  # answers; the ones that were needed least recently are found again, and come out the same


def opened(rules: Ruleset, view: View, names: list[str]) -> Sandbox:
    """A position as a seat knew it; only that goes in, the rest is a guess."""
    return Sandbox(rules, [Player(name) for name in names], view, SEED)


class Practice:
    """Judges answers and remembers them."""

    def __init__(self, thinkers: BotPool, iterations: int = 0) -> None:
        self.thinkers = thinkers
        self.iterations = iterations  # of a search, at least; 0: as many as a hint has
        self._kept: OrderedDict[tuple[str, str, int, int], Answer] = OrderedDict()

    async def judge(self, review: Review, exercise: Exercise, sandbox: Sandbox, action: int, person: str) -> Answer:
        """What an answer loses; IllegalAction if it is no move here. The search has what the review had, within limits."""
        why = sandbox.match.why_not(exercise.seat, action)
        if why is not None:
            raise IllegalAction("try", why, exercise.ply)
        key = review.record, review.judge, exercise.ply, action
        found = known_answer(exercise, action) or self._kept.get(key)
        if found is None:
            found = self._kept[key] = await self._searched(review, exercise, sandbox, action, person)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found

    async def _searched(
        self, review: Review, exercise: Exercise, sandbox: Sandbox, action: int, person: str
    ) -> Answer:  # fmt: skip
        match = sandbox.match
        least = self.iterations or iterations_for(match.rules)
        iterations = max(least, min(review.iterations, LONGER * least))
        seed = f"review {review.seed} {exercise.ply} again"  # as the review compares
        slot = self.thinkers.new_slot()
        at = plain_state(match.rules, match.state, exercise.seat)
        asked = Tried(at, exercise.judged.best, action, iterations, seed, slot)
        ending = asyncio.get_running_loop().call_later(PATIENCE, self.thinkers.end_search, slot)
        try:
            loss, kind = await self.thinkers.run(lost_by, asked, Place("practice", person))
        finally:
            ending.cancel()
        return Answer(action, loss, kind)
