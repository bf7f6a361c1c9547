"""How long people wait for the bots of a table, and how the time is shared out: pauses between turns, and time to think.

All bots together have `most` seconds after the last decision of a person. The bots of a whole round are not known in advance, so
each move gets a part of what is left: the number of moves that earlier rounds of the same match needed says how large a part.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import Any, Final

AIM: Final = 0.75  # of the most that people wait: the rest is for answers that come late
TURNS: Final = 0.35  # of this, for pauses between the turns of bots
STEPS: Final = 0.15  # and for the pauses within turns
WITHIN_TURN: Final = 0.4  # of the pause before the first move of a turn: some turns have forty
SHARE: Final = 5  # parts of what is left for the pauses of one turn
USUAL: Final = 3  # decisions of a bot in a round, before any was counted
FEW: Final = 3  # the last moves of a round share so much of the time that is left
LEAST: Final = 0.01  # seconds that a search gets at least
GRACE: Final = 0.4  # seconds for a search that was asked to end
PATIENT: Final = 60.0  # the same where no one waits
REMEMBERED: Final = 10_000  # matches; a few hundred bytes each
LOOK_AGAIN: Final = 0.25  # seconds until a search without a limit is looked at again: a person may have begun to wait


class Wait:
    """The wait for the bots of one match; it begins again with each decision of a person."""

    def __init__(self, most: float, bots: int = 1) -> None:
        self.most = most  # seconds; 0 for no limit
        self.bots = max(1, bots)
        self.expected = USUAL * self.bots  # decisions that are thought about, in a round
        self.hurry = asyncio.Event()  # a person has pressed *finish now*
        self.is_watched = True  # a person waits; not where bots play alone, or while people decide too
        self.thought = self.made = 0
        self._begin_again()

    def _begin_again(self) -> None:
        self.begun = self.shown = time.monotonic()
        self._turns_left = self.aim * TURNS
        self._steps_left = self._steps
        self._turns = 0

    def begin_again(self) -> None:
        """A person has decided: from now on they wait."""
        self.expected = max(self.expected, self.thought)
        self.thought = self.made = 0
        self.hurry.clear()
        self.is_watched = True
        self._begin_again()

    @property
    def aim(self) -> float:
        return self.most * AIM

    @property
    def _steps(self) -> float:
        return self.aim * STEPS / self.bots

    @property
    def is_limited(self) -> bool:
        return self.most > 0.0 and self.is_watched

    @property
    def spent(self) -> float:
        return time.monotonic() - self.begun

    @property
    def left(self) -> float:
        """Seconds until the aim."""
        return max(0.0, self.aim - self.spent)

    def pause(self, usual: float, is_new_turn: bool) -> float:
        """How long the next move is held back, so that people see the one before; thinking counts as part of it."""
        if self.hurry.is_set():
            return 0.0
        wanted = usual if is_new_turn else usual * WITHIN_TURN
        if not self.is_limited:
            return max(0.0, wanted - (time.monotonic() - self.shown))
        if is_new_turn:
            self._turns += 1
            self._steps_left = self._steps
            share = self._turns_left / max(1, self.bots - self._turns + 1)
        else:
            share = self._steps_left / SHARE
        pause = max(0.0, min(wanted, share, self.left) - (time.monotonic() - self.shown))
        if is_new_turn:
            self._turns_left = max(0.0, self._turns_left - pause)
        else:
            self._steps_left = max(0.0, self._steps_left - pause)
        return pause

    async def hold(self, seconds: float) -> None:
        """Wait so long, or until a person wants the bots to finish."""
        if seconds <= 0.0:
            return
        try:
            await asyncio.wait_for(self.hurry.wait(), seconds)
        except TimeoutError:
            return

    def thinking(self, usual: float) -> float:
        """Seconds for the next search."""
        if self.hurry.is_set():
            return LEAST
        if not self.is_limited:
            return usual
        rest = max(0.0, self.left - self._turns_left)
        return max(LEAST, min(usual, rest / max(FEW, self.expected - self.thought)))

    async def until_hurried(self, task: asyncio.Task[Any], seconds: float) -> None:
        """Wait for a search for so long, or until a person wants the bots to finish; without a limit until it ends."""
        until = time.monotonic() + seconds
        hurried = asyncio.create_task(self.hurry.wait())
        try:
            while not task.done() and not hurried.done():
                left = until - time.monotonic()
                if self.is_limited and left <= 0.0:
                    return
                pause = min(LOOK_AGAIN, left) if self.is_limited else LOOK_AGAIN
                await asyncio.wait({task, hurried}, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
        finally:
            hurried.cancel()

    def patience(self) -> float:
        """Seconds to wait for a search that was asked to end: a process may have to be started first."""
        if self.hurry.is_set():
            return GRACE
        return max(GRACE, self.left / FEW) if self.is_limited else PATIENT

    @property
    def is_late(self) -> bool:
        """Whether there is no more time to search at all."""
        return self.is_limited and self.left <= 0.0

    def moved(self, has_thought: bool) -> None:
        """A bot has moved, and people see it."""
        self.made += 1
        self.thought += has_thought
        self.shown = time.monotonic()


class Waits:
    """The waits of the matches whose bots are driven here."""

    def __init__(self, most: float) -> None:
        self.most = most
        self._waits: OrderedDict[str, Wait] = OrderedDict()

    def of(self, match_id: str) -> Wait:
        wait = self._waits.get(match_id)
        if wait is None:
            wait = self._waits[match_id] = Wait(self.most)
            while len(self._waits) > REMEMBERED:
                self._waits.popitem(last=False)
        self._waits.move_to_end(match_id)
        return wait

    def known(self, match_id: str) -> Wait | None:
        """None where another worker drives the bots, or none has moved yet."""
        return self._waits.get(match_id)

    def begin_again(self, match_id: str) -> None:
        """A person has decided."""
        self.of(match_id).begin_again()

    def drop(self, match_id: str) -> None:
        self._waits.pop(match_id, None)
