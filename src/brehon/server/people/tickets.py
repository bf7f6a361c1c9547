"""Tickets: the holder proves something once, for instance that a link was sent to them."""

from __future__ import annotations

import hashlib
import time

from sqlalchemy import delete, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from brehon.server.storage.schema import TicketRow


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


async def add_ticket(connection: AsyncConnection, kind: str, token: str, person: str | None, lives: float) -> None:
    now = time.time()
    await connection.execute(delete(TicketRow).where(TicketRow.ends < now))
    row = {"digest": digest(token), "kind": kind, "person": person, "ends": now + lives}
    await connection.execute(insert(TicketRow), row)


async def use_ticket(connection: AsyncConnection, kind: str, token: str) -> str | None:
    """The owner of the ticket, "" if it has none; None if there is no ticket. Of two requests at once, one gets it."""
    where = (TicketRow.digest == digest(token), TicketRow.kind == kind, TicketRow.ends > time.time())
    person = await connection.execute(delete(TicketRow).where(*where).returning(TicketRow.person))
    found = person.first()
    return None if found is None else str(found[0] or "")


async def drop_tickets(connection: AsyncConnection, kind: str, person: str) -> None:
    await connection.execute(delete(TicketRow).where(TicketRow.kind == kind, TicketRow.person == person))
