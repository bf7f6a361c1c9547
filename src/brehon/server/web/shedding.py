"""When there is more to do than can be done: spectators wait first, then readers; a move is never turned away.

Two things tell how busy the worker is: how late the event loop is, and how many requests wait in it. Only both together count: one
slow answer turns no one away, nor do requests that wait for something else, nor a machine that others keep busy. Every request gives
way to the loop once before anything is done for it; without that, requests would wait where we cannot see them, and each would then
be answered in one go, as if it were the only one. A refusal is made before anything else is done for the request: 503 with
Retry-After and a sentence in the reader's language. Nothing has to be switched back: when the queue is short again, everybody is let in.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.types import Scope

from brehon.core.text import N_, Message
from brehon.server.errors import Busy

log: Final = logging.getLogger("brehon.server")
LOOKS_ON, READS, ACTS = 0, 1, 2  # who waits first
ALWAYS: Final = ("/health", "/metrics", "/static/")
NEW_WORK: Final = ("/tables", "/api/v1/tables")  # a new table is no move: it can wait
AT_TABLE: Final = re.compile(r"/(?:table|api/v1/tables)/([^/]+)")
SAFE: Final = ("GET", "HEAD", "OPTIONS")
TICK: Final = 0.1  # seconds between two looks at the clock
FADES: Final = 0.7  # what is left of an old delay after a tick
WORDS: Final = N_("The server is very busy at the moment. Moves are still accepted; this page tries again by itself.")


class Limit(NamedTuple):
    """From where on people wait."""

    late: float  # seconds
    requests: int


LIMITS: Final = (Limit(0.1, 24), Limit(0.4, 60))  # [LOOKS_ON], [READS]


class Load:
    """How busy this worker is, and whom it asks to come back later."""

    def __init__(self, is_player: Callable[[Request, str], bool], limits: Sequence[Limit] = LIMITS) -> None:
        self.is_player = is_player  # whether a player of this table asks, as far as is known without a query
        self.limits = limits  # without limits no one ever waits
        self.running = 0  # requests that wait for us or are being answered; without event streams, and without those whose body is still to come
        self.shed = [0, 0]  # how many were asked to come back, [LOOKS_ON] and [READS]
        self._late = 0.0  # seconds by which the last ticks came late, fading
        self._ticked = time.monotonic()
        self._was_busy = False

    async def watch(self) -> None:
        """Runs until cancelled."""
        while True:
            await asyncio.sleep(TICK)
            self.tick(time.monotonic())

    def tick(self, now: float) -> None:
        self._late = max(now - self._ticked - TICK, self._late * FADES)
        self._ticked = now
        is_busy = bool(self.limits) and self.is_past(self.limits[LOOKS_ON], now)
        if is_busy != self._was_busy:
            words = "overloaded: spectators are asked to wait" if is_busy else "no longer overloaded"
            log.warning("%s late=%.2f requests=%s shed=%s", words, self._late, self.running, sum(self.shed))
        self._was_busy = is_busy

    def late_at(self, now: float) -> float:
        """Seconds by which the loop is behind: as the last ticks have found it, or as the next one will."""
        return max(self._late, now - self._ticked - TICK)

    def is_past(self, limit: Limit, now: float) -> bool:
        return self.running > limit.requests and self.late_at(now) > limit.late

    def is_busy(self) -> bool:
        """Whether spectators are asked to wait now: then nothing else should be done that can wait."""
        return bool(self.limits) and self.is_past(self.limits[LOOKS_ON], time.monotonic())

    def refusal(self, scope: Scope) -> Busy | None:
        """The answer for a request that has to wait; None if it is let in."""
        now = time.monotonic()
        if not self.limits or not self.is_past(self.limits[LOOKS_ON], now):
            return None
        kind = self.kind_of(scope)
        if kind == ACTS or not self.is_past(self.limits[kind], now):
            return None
        self.shed[kind] += 1
        return Busy(Message(WORDS), random.uniform(1.0, 4.0))  # not everybody at once

    def kind_of(self, scope: Scope) -> int:
        path: str = scope["path"]
        if path.startswith(ALWAYS):
            return ACTS
        if scope["method"] not in SAFE:
            return READS if path in NEW_WORK else ACTS
        request, found = Request(scope), AT_TABLE.match(path)
        if "authorization" in request.headers:
            return READS
        is_known = self.is_player(request, found[1] if found else "") if request.cookies else False
        return READS if is_known and (found or path == "/") else LOOKS_ON
