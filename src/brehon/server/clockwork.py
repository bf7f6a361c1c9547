"""Looks after the deadlines: whichever worker claims a table first does what has to be done there."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy import select

from brehon.core.errors import BrehonError
from brehon.server.database import UNREACHABLE
from brehon.server.pacing import Pacing
from brehon.server.schema import MatchRow
from brehon.server.signals import Claims

log: Final = logging.getLogger("brehon.server")


class Clockwork:
    """One for each worker. The deadlines are in the database, so a restart loses none."""

    def __init__(self, pacing: Pacing, claims: Claims) -> None:
        self.pacing = pacing
        self.claims = claims

    async def run(self) -> None:
        """For ever."""
        time = self.pacing.tables.time
        while True:
            try:
                await time.keep()  # first: what passed while no server ran is no player's time
                for match_id in await self.due(time.now()):
                    await self._attend(match_id)
            except UNREACHABLE as error:
                log.warning("clocks paused: the database cannot be used: %s", type(error).__name__)
            await asyncio.sleep(self.pacing.tables.settings.clock_tick)

    async def due(self, now: float) -> list[str]:
        """Matches whose deadline has passed."""
        query = select(MatchRow.id).where(MatchRow.deadline <= now).order_by(MatchRow.deadline)
        async with self.pacing.tables.store.reading() as connection:
            return [match_id for (match_id,) in await connection.execute(query)]

    async def _attend(self, match_id: str) -> None:
        """A table that cannot be looked after must not hold up the others."""
        if not await self.claims.take(f"clock {match_id}"):
            return  # another worker is at it
        try:
            await self.pacing.time_is_up(match_id)
        except BrehonError as error:  # somebody was faster, or its game is not installed any more
            log.warning("the clocks of match %s wait: %s", match_id, error)
        except UNREACHABLE:
            raise
        except Exception:  # nobody stands above this task: a bug at one table must not stop the clocks of all
            log.exception("the clocks of match %s have stopped", match_id)
        finally:
            await self.claims.drop(f"clock {match_id}")
