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


def told_to(order: list[str], name: str, error: Exception | None = None) -> Any:
    def work(connection: Connection) -> str:
        if error is not None:
            raise error
        order.append(name)
        return name

    return work


def held(order: list[str]) -> tuple[Any, threading.Event, threading.Event]:
    """A transaction that does not end before it may; when it has begun; when it may end."""
    begun, may_end = threading.Event(), threading.Event()

    def work(connection: Connection) -> str:
        begun.set()
        assert may_end.wait(60)
        order.append("first")
        return "first"

    return work, begun, may_end


async def test_a_move_goes_before_everything_else_that_waits(store: Any) -> None:
    order: list[str] = []
    first, begun, may_end = held(order)
    waiting = [asyncio.create_task(store.write_at_once(first))]
    await until(begun.is_set)
    waiting += [asyncio.create_task(store.write_at_once(told_to(order, f"crowd {n}"))) for n in range(50)]
    waiting += [asyncio.create_task(store.write_at_once(told_to(order, "move"), is_urgent=True))]
    await asyncio.sleep(0.05)  # so that all of them are there
    may_end.set()
    await asyncio.gather(*waiting)
    assert order == ["first", "move", *(f"crowd {n}" for n in range(50))]


async def test_what_fails_or_is_cancelled_holds_up_nobody(store: Any) -> None:
    order: list[str] = []
    work, begun, may_end = held(order)
    first = asyncio.create_task(store.write_at_once(work))
    await until(begun.is_set)
    fails = asyncio.create_task(store.write_at_once(told_to(order, "", ValueError("no"))))
    left = asyncio.create_task(store.write_at_once(told_to(order, "left")))
    last = asyncio.create_task(store.write_at_once(told_to(order, "last")))
    await asyncio.sleep(0.05)
    left.cancel()
    may_end.set()
    assert await last == "last"
    assert await first == "first"
    with pytest.raises(ValueError, match="no"):
        await fails
    with pytest.raises(asyncio.CancelledError):
        await left
    assert order == ["first", "left", "last"]  # what was given is done, whether or not it is waited for


async def test_whoever_writes_at_length_and_the_short_ones_take_turns(store: Any) -> None:
    """A transaction with several awaits is never interrupted, and those in the thread do not keep it out for ever."""
    order: list[str] = []

    async def crowd() -> None:
        while "long" not in order:
            await asyncio.gather(*(store.write_at_once(told_to(order, "short")) for _ in range(20)))

    busy = asyncio.create_task(crowd())
    await until(lambda: len(order) > 40, "the thread is busy")
    async with asyncio.timeout(10), store.writing() as connection:
        before = len(order)
        await connection.execute(insert(RecordRow), record("long"))
        await asyncio.sleep(0.1)
        assert len(order) == before, "somebody wrote in between"
        order.append("long")
    await busy
