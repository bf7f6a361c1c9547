"""Acts on deadlines: the first worker that claims a table does what is due there."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from sqlalchemy import select

from brehon.core.errors import BrehonError
from brehon.server.storage.cluster import Claims
from brehon.server.storage.database import UNREACHABLE
from brehon.server.storage.schema import MatchRow
from brehon.server.table.agreements import time_is_up
from brehon.server.table.tables import Tables

log: Final = logging.getLogger("brehon.server")


class Deadlines:
    """One for each worker. The deadlines are in the database, so a restart loses none."""

    def __init__(self, tables: Tables, claims: Claims) -> None:
        self.tables = tables
        self.claims = claims

    async def run(self) -> None:
        """Runs until cancelled."""
        time = self.tables.time
        while True:
            try:
                await time.keep()  # first: time in which no server ran does not count for any player
                for match_id in await self.due(time.now()):
                    await self._attend(match_id)
            except UNREACHABLE as error:
                log.warning("clocks paused: database timeout error=%s", type(error).__name__)
            await asyncio.sleep(self.tables.settings.clock_tick)

    async def due(self, now: float) -> list[str]:
        """Matches whose deadline has passed."""
        query = select(MatchRow.id).where(MatchRow.deadline <= now).order_by(MatchRow.deadline)
        async with self.tables.store.reading() as connection:
            return [match_id for (match_id,) in await connection.execute(query)]

    async def _attend(self, match_id: str) -> None:
        """A table that fails must not hold up the others."""
        if not await self.claims.take(f"clock {match_id}"):
            return  # another worker has claimed it
        try:
            await time_is_up(self.tables, match_id)
        except BrehonError as error:  # another worker was faster, or its game is no longer installed
            log.warning("clocks paused: match=%s error=%s", match_id, error)
        except UNREACHABLE:
            raise
        except Exception:  # nothing above this task catches it: a bug at one table must not stop all clocks
            log.exception("clocks failed: match=%s", match_id)
        finally:
            await self.claims.drop(f"clock {match_id}")
