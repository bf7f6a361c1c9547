"""Expiry: tables that never started, uploaded records and guests are deleted when they were not used for a long time.

What was played stays: a table that has started never expires, and neither does an account.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from typing import Final

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from brehon.core.errors import BrehonError
from brehon.core.fair import commitment
from brehon.core.text import N_
from brehon.server.people.belongings import forget_person
from brehon.server.storage.cluster import Claims
from brehon.server.storage.database import UNREACHABLE
from brehon.server.storage.schema import (
    Base,
    DeviceRow,
    HookRow,
    MatchRow,
    MessageRow,
    NoticeRow,
    PersonRow,
    PresenceRow,
    RecordRow,
    RevealedRow,
    SeatRow,
)
from brehon.server.storage.store import LOOK
from brehon.server.table.tables import Tables

log: Final = logging.getLogger("brehon.server")
DAYS: Final = {"tables": 14.0, "records": 90.0, "guests": 180.0}  # without use
OFF: Final = "off"
A_DAY: Final = 86_400.0
BATCH: Final = 200  # of each kind in one sweep
CLAIM: Final = "expiry"
JUMP: Final = 3600.0  # seconds: if the clock moves on so much faster than time, nothing is deleted


class BadExpiry(BrehonError):
    """Settings for the expiry that cannot be read."""


def read_expiry(changes: str) -> dict[str, float]:
    """Days by kind, with an operator's changes, such as `tables=30, records=off`; what is off is left out."""
    if changes.strip() == OFF:
        return {}
    days = dict(DAYS)
    for word in filter(None, (part.strip() for part in changes.split(","))):
        name, _, value = (part.strip() for part in word.partition("="))
        if name not in DAYS:
            raise BadExpiry(
                N_("nothing called %(name)s expires; the names are: %(names)s"),
                name=repr(name),
                names=", ".join(DAYS),
            )
        if value == OFF:
            del days[name]
        elif re.fullmatch(r"\d{1,5}(\.\d{1,6})?", value) and float(value) > 0:
            days[name] = float(value)
        else:
            raise BadExpiry(
                N_("%(name)s cannot expire after %(value)s days; write it as %(name)s=30 or %(name)s=off"),
                name=name,
                value=repr(value),
            )
    return days


class Expiry:
    """One for each worker; the first one that claims a sweep does it."""

    def __init__(self, tables: Tables, claims: Claims) -> None:
        self.tables = tables
        self.store = tables.store
        self.claims = claims
        self.days = read_expiry(tables.settings.expiry)
        self._clocks = time.time(), time.monotonic()  # at the start

    async def run(self) -> None:
        """Runs until cancelled. The first sweep is late: after an outage people have some time to visit their tables."""
        while True:
            await asyncio.sleep(self.tables.settings.expiry_sweep)
            try:
                await self._sweep_if_claimed()
            except UNREACHABLE as error:
                log.warning("expiry paused: database timeout error=%s", type(error).__name__)
            except Exception:  # a bug here must not end the task: what can be deleted is deleted an hour later
                log.exception("expiry failed")

    async def _sweep_if_claimed(self) -> None:
        if self._clock_has_jumped():
            log.warning("expiry paused: the clock has jumped; check it and restart the server")
        elif await self.claims.take(CLAIM):
            try:
                await self.sweep(time.time())
            finally:
                await self.claims.drop(CLAIM)

    def _clock_has_jumped(self) -> bool:
        wall, steady = self._clocks
        return time.time() - wall - (time.monotonic() - steady) > JUMP

    async def sweep(self, now: float) -> dict[str, int]:
        """Delete what has expired; how many of each kind."""
        work = {"tables": self._tables, "records": self._records, "guests": self._guests}
        counts = {kind: await work[kind](now - days * A_DAY) for kind, days in self.days.items()}
        if any(counts.values()):
            log.info("expired: %s", " ".join(f"{kind}={number}" for kind, number in counts.items()))
        return counts

    async def _tables(self, since: float) -> int:
        query = select(MatchRow.id).where(unused_table(since)).limit(BATCH)
        async with self.store.reading() as connection:
            found = [match_id for (match_id,) in await connection.execute(query)]
        return sum([await self._delete_table(match_id, since) for match_id in found])

    async def _delete_table(self, match_id: str, since: float) -> bool:
        """One table with all its data, in one transaction; not if a person has come in the meantime."""
        async with self.tables.lock_of(match_id):
            try:
                async with self.store.writing() as connection:
                    locked = select(MatchRow.id).where(MatchRow.id == match_id, unused_table(since)).with_for_update()
                    if (await connection.execute(locked)).first() is None:
                        return False
                    before = await delete_match(connection, match_id)
            except IntegrityError:  # something has been added to it at this moment: then it is in use
                return False
            for one in (match_id, *before):
                self.tables.forget(one)
        self.tables.hub.wake(match_id, LOOK)
        return True

    async def _records(self, since: float) -> int:
        unread = func.coalesce(RecordRow.seen, RecordRow.at) < since
        async with self.store.writing() as connection:
            oldest = select(RecordRow.id).where(unread).limit(BATCH)
            gone = await connection.execute(delete(RecordRow).where(RecordRow.id.in_(oldest)).returning(RecordRow.id))
            ids = [record_id for (record_id,) in gone]
        for record_id in ids:
            self.tables.records.forget(record_id)
        return len(ids)

    async def _guests(self, since: float) -> int:
        async with self.store.writing() as connection:
            query = select(PersonRow.id).where(unused_guest(since)).limit(BATCH)
            found = [person for (person,) in await connection.execute(query)]
            for person in found:
                await forget_person(connection, person)
        return len(found)


def unused_table(since: float) -> ColumnElement[bool]:
    """Never started, and no one was there."""
    open_page = exists(select(PresenceRow.match).where(PresenceRow.match == MatchRow.id, PresenceRow.until >= since))
    return and_(MatchRow.started.is_(None), func.coalesce(MatchRow.seen, MatchRow.created) < since, ~open_page)


def unused_guest(since: float) -> ColumnElement[bool]:
    """No account, no table, nothing said anywhere, and no device that was used."""
    used = exists(select(DeviceRow.id).where(DeviceRow.person == PersonRow.id, DeviceRow.seen >= since))
    sits = exists(select(SeatRow.match).where(SeatRow.session == PersonRow.id))
    hosts = exists(select(MatchRow.id).where(MatchRow.host == PersonRow.id))
    spoke = exists(select(MessageRow.match).where(MessageRow.person == PersonRow.id))
    return and_(PersonRow.account.is_(None), PersonRow.created < since, ~used, ~sits, ~hosts, ~spoke)


async def delete_match(connection: AsyncConnection, match_id: str) -> list[str]:
    """Delete a match and every row that refers to it; the finished matches that led to it as their next one.

    Its secret is revealed, because people have seen the commitment to it; not while another table of a duplicate has it too.
    """
    twin = aliased(
        MatchRow
    )  # of a duplicate: as long as it is there, the secret is still its own, and shown at its end
    query = select(MatchRow.secret).where(MatchRow.id == match_id, ~exists().where(twin.id == MatchRow.twin))
    secret = (await connection.execute(query)).scalar_one_or_none()
    if secret is not None:
        await connection.execute(delete(RevealedRow).where(RevealedRow.commitment == commitment(secret)))
        row = {"commitment": commitment(secret), "table": match_id, "secret": secret, "at": time.time()}
        await connection.execute(insert(RevealedRow), row)
    hooks = select(HookRow.id).where(HookRow.match == match_id)
    await connection.execute(delete(NoticeRow).where(NoticeRow.hook.in_(hooks)))
    for table in reversed(Base.metadata.sorted_tables):
        for key in table.foreign_keys:
            if key.column.table is MatchRow.__table__:
                await connection.execute(delete(table).where(key.parent == match_id))
    led_here = update(MatchRow).where(MatchRow.next_match == match_id)
    changed = await connection.execute(
        led_here.values(next_match=None, version=MatchRow.version + 1).returning(MatchRow.id)
    )
    before = [str(one) for (one,) in changed]
    await connection.execute(delete(MatchRow).where(MatchRow.id == match_id))
    return before
