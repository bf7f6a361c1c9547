"""Visits: when a table that has not started or an uploaded record was last looked at, so that unused ones can expire."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

from sqlalchemy import update

from brehon.server.storage.schema import MatchRow, RecordRow
from brehon.server.storage.store import Store

NOTED_AGAIN: Final = 6 * 3600.0  # seconds between two notes of the same thing
MOST_REMEMBERED: Final = 5000


class Visits:
    """Writes them down, seldom: a visit costs no write if there was one a few hours ago."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._noted: OrderedDict[str, float] = OrderedDict()

    async def note(self, kind: type[MatchRow] | type[RecordRow], key: str, last: float = 0.0) -> None:
        """Someone looks at it now; `last` is when that was stored before, as far as it is known."""
        now = time.time()
        if now - max(last, self._noted.get(key, 0.0)) < NOTED_AGAIN:
            return
        self._noted[key] = now
        while len(self._noted) > MOST_REMEMBERED:
            self._noted.popitem(last=False)
        async with self.store.writing() as connection:
            await connection.execute(update(kind).where(kind.id == key).values(seen=now))
