"""What is written in one go: all of it or nothing, and one after the other."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from brehon.server.storage.schema import RecordRow
from brehon.server.storage.store import Store
from tests.server.conftest import both
from tests.waiting import until


@pytest.fixture
async def store(tmp_path: Path, database: str) -> AsyncIterator[Any]:
    found = Store(database or f"sqlite+aiosqlite:///{tmp_path / 'brehon.db'}")
    await found.open()
    yield found
    await found.close()


def record(name: str) -> dict[str, object]:
    return {"id": name, "digest": name, "body": "", "at": 0.0}


async def stored(store: Store) -> set[str]:
    async with store.reading() as connection:
        return {row.id for row in await connection.execute(select(RecordRow.id))}


@both
async def test_nothing_is_left_of_what_fails_half_way(store: Any) -> None:
    def work(connection: Connection) -> None:
        connection.execute(insert(RecordRow), record("a"))
        connection.execute(insert(RecordRow), record("a"))

    with pytest.raises(IntegrityError):
        await store.write_at_once(work)
    assert await stored(store) == set()

    def again(connection: Connection) -> str:
        connection.execute(insert(RecordRow), record("b"))
        return "done"

    assert await store.write_at_once(again) == "done"
    assert await stored(store) == {"b"}


async def test_nobody_writes_before_one_that_was_broken_off_has_come_to_its_end(store: Any) -> None:
    """On SQLite the thread cannot be stopped: whoever cancels it waits until it is done, and so does the next writer."""
    order: list[str] = []
    begun, may_end = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        connection.execute(insert(RecordRow), record("slow"))
        begun.set()
        assert may_end.wait(60)
        order.append("slow")

    def quick(connection: Connection) -> None:
        order.append("quick")
        connection.execute(insert(RecordRow), record("quick"))

    first = asyncio.create_task(store.write_at_once(slow))
    await until(begun.is_set)
    second = asyncio.create_task(store.write_at_once(quick))
    first.cancel()
    asyncio.get_running_loop().call_later(0.3, may_end.set)  # time enough for the other one to begin, if it could
    with pytest.raises(asyncio.CancelledError):
        await first
    await second
    assert order == ["slow", "quick"]
    assert await stored(store) == {"slow", "quick"}
