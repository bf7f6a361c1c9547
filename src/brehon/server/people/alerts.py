"""What was added to a person's account, so that they notice if it was not them.

An alert is shown on every device of the person but the one that it is about, and sent by mail where an address is confirmed. A
device that was there before it may dismiss it for all; a newer one only for itself, or an intruder could hide it.
"""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

from sqlalchemy import Select, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from brehon.core.text import N_
from brehon.server.storage.schema import AlertRow, ContactRow, DeviceRow, NoticeRow

DEVICE: Final = "device"
PASSKEY: Final = "passkey"
PASSWORD: Final = "password"
KEPT: Final = 90 * 86_400.0  # seconds
ALERT: Final = "alert"  # the kind of notice
WORDS: Final = {
    DEVICE: N_("A device was added: %(label)s."),
    PASSKEY: N_("A passkey was added: %(label)s."),
    PASSWORD: N_("The password was changed (%(label)s)."),
}


async def add_alert(connection: AsyncConnection, person: str, kind: str, label: str, device: str) -> None:
    """Note what was added, and queue the mail."""
    now, alert = time.time(), secrets.token_hex(12)
    await connection.execute(delete(AlertRow).where(AlertRow.at < now - KEPT))
    row = {"id": alert, "person": person, "kind": kind, "label": label, "device": device, "at": now, "is_known": False}
    await connection.execute(insert(AlertRow), row)
    query = select(ContactRow.person).where(ContactRow.person == person, ContactRow.confirmed.is_not(None))
    if (await connection.execute(query)).first() is None:
        return
    notice = {
        "id": notice_of(alert), "kind": ALERT, "match": None, "person": person, "seat": None, "since": 0, "hook": None,
        "address": "", "created": now, "due": now, "tries": 0, "state": "waiting",
    }  # fmt: skip
    await connection.execute(insert(NoticeRow), notice)


def notice_of(alert: str) -> str:
    """The id of the notice that tells of an alert."""
    return f"{ALERT}-{alert}"


async def alerts_for(connection: AsyncConnection, person: str, device: str) -> list[AlertRow]:
    """What a device of the person has to show, the newest first."""
    rows = await connection.execute(_open(person, device, *AlertRow.__table__.c).order_by(AlertRow.at.desc()))
    return [AlertRow(**row._mapping) for row in rows]


async def count_alerts(connection: AsyncConnection, person: str, device: str) -> int:
    return int((await connection.execute(_open(person, device, func.count()))).scalar_one())


def _open(person: str, device: str, *columns: Any) -> Select[Any]:
    seen = select(func.coalesce(func.max(DeviceRow.alerts_seen), 0.0)).where(DeviceRow.id == device).scalar_subquery()
    return select(*columns).where(
        AlertRow.person == person, AlertRow.device != device, ~AlertRow.is_known, AlertRow.at > seen
    )


async def dismiss(connection: AsyncConnection, person: str, device: str) -> None:
    """The person knows what this device shows."""
    mine = (DeviceRow.id == device, DeviceRow.person == person)
    created = (await connection.execute(select(DeviceRow.created).where(*mine))).scalar_one_or_none()
    if created is None:
        return
    newer = (AlertRow.person == person, AlertRow.device != device, AlertRow.at > created)
    await connection.execute(update(AlertRow).where(*newer).values(is_known=True))
    await connection.execute(update(DeviceRow).where(*mine).values(alerts_seen=time.time()))
