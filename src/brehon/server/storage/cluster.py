"""Events between workers on one PostgreSQL: a match has changed, and which worker plays for its bots.

Neither is needed for a correct game: the tables are the truth, and the key (match, ply) decides every race. A notification only
wakes, and a claim only keeps two workers from thinking about the same move.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from sqlalchemy.engine import URL

from brehon.server.storage.database import PATIENCE, lock_key
from brehon.server.storage.store import CHANNEL, LOOK

if TYPE_CHECKING:
    from psycopg import AsyncConnection

log: Final = logging.getLogger("brehon.server")
FIRST_WAIT: Final = 0.2  # seconds before the database is tried again; doubled each time
LONGEST_WAIT: Final = 3.0


class Claims(Protocol):
    """Who plays for the bots of a match."""

    async def take(self, match_id: str) -> bool: ...

    async def drop(self, match_id: str) -> None: ...

    async def close(self) -> None: ...


class OwnClaims:
    """For a single process: every claim succeeds."""

    async def take(self, match_id: str) -> bool:
        return True

    async def drop(self, match_id: str) -> None:
        pass

    async def close(self) -> None:
        pass


class SharedClaims:
    """Advisory locks on one connection: they end with the worker, however it dies, and need no clock and no cleaning up."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._connection: AsyncConnection | None = None
        self._asking = asyncio.Lock()

    async def take(self, match_id: str) -> bool:
        """Whether the bots of this match are ours now; not if the database cannot be asked."""
        return await self._ask("SELECT pg_try_advisory_lock(%s)", match_id)

    async def drop(self, match_id: str) -> None:
        await self._ask("SELECT pg_advisory_unlock(%s)", match_id)

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()

    async def _ask(self, query: str, match_id: str) -> bool:
        import psycopg

        async with self._asking:
            try:
                if self._connection is None or self._connection.broken or self._connection.closed:
                    self._connection = await connect(self._url)
                cursor = await self._connection.execute(query.encode(), (lock_key(match_id),))
                row = await cursor.fetchone()
            except psycopg.Error as error:
                log.warning("claim failed: database timeout error=%s", one_line(error))
                return False
        return bool(row and row[0])


class ClusterEvents:
    """Receives events of other workers. After a lost connection it reconnects and wakes every listener: events may be missing."""

    def __init__(
        self,
        url: URL,
        origin: str,
        changed: Callable[[str, int], None],
        awake: Callable[[], None],
        rung: Callable[[str, str, int], None],
    ) -> None:
        self._url = url
        self._origin = origin
        self._changed = changed
        self._awake = awake
        self._rung = rung
        self.is_listening = False

    async def listen(self) -> None:
        """Runs until cancelled."""
        import psycopg

        wait = FIRST_WAIT
        while True:
            try:
                connection = await connect(self._url)
                async with connection:
                    await connection.execute(f"LISTEN {CHANNEL}".encode())
                    self.is_listening, wait = True, FIRST_WAIT
                    self._awake()
                    async for notification in connection.notifies():
                        self._heard(notification.payload)
            except psycopg.Error as error:
                log.warning("lost connection: no events from other workers retry=%.1fs error=%s", wait, one_line(error))
            finally:
                self.is_listening = False
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def _heard(self, payload: str) -> None:
        origin, match_id, ply = (*payload.split(" "), "", "", "")[:3]
        name, colon, number = ply.rpartition(":")
        if origin == self._origin:
            return
        if colon:
            self._rung(match_id, name, int(number) if number.isdecimal() else LOOK)
        else:
            self._changed(match_id, int(ply) if ply.isdecimal() else LOOK)


async def connect(url: URL) -> AsyncConnection:
    """A connection of its own, outside of the pool: it lives as long as the worker."""
    import psycopg

    address = url.set(drivername="postgresql").update_query_dict(PATIENCE).render_as_string(hide_password=False)
    return await psycopg.AsyncConnection.connect(address, autocommit=True)


def one_line(error: BaseException) -> str:
    return " ".join(str(error).split())
