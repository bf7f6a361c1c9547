"""Unused things expire: tables that never started, uploaded records, guests; completely, and nothing else."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select, update

from brehon.core.fair import commitment
from brehon.server.storage.schema import (
    Base,
    DeviceRow,
    HookRow,
    MatchRow,
    NoticeRow,
    PersonRow,
    PresenceRow,
    RecordRow,
)
from brehon.server.table import last_seen as visits
from brehon.server.table.expiry import BadExpiry, delete_match, read_expiry
from tests.server.conftest import both, opened
from tests.server.people import ADDRESS, Program, Visitor, links_of
from tests.server.test_quotas import record
from tests.server.transport import Transport
from tests.waiting import until

A_DAY = 86_400.0


async def ids(site: Transport, kind: Any = MatchRow) -> set[str]:
    async with site.app.state.tables.store.reading() as connection:
        return {one for (one,) in await connection.execute(select(kind.id))}


async def sweep(site: Transport, days: float) -> dict[str, int]:
    """What a sweep deletes in so many days from now."""
    swept: dict[str, int] = await site.app.state.expiry.sweep(time.time() + days * A_DAY)
    return swept


async def change(site: Transport, query: Any) -> None:
    async with site.app.state.tables.store.writing() as connection:
        await connection.execute(query)


@both
async def test_a_table_that_never_started_expires_with_all_that_belongs_to_it(tmp_path: Path, database: str) -> None:
    """Given a table with chat, notes, hooks, notices, presence and a sandbox, when it expires, then no row refers to it."""
    async with opened(tmp_path, database=database, private_hooks=True) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "friend")
        match_id = path.rpartition("/")[2]
        await ann.post(f"{path}/say", data={"text": "hello"})
        await ann.post(f"{path}/note", data={"text": "a note"})
        hook = {"table": match_id, "scope": "table", "shape": "json", "address": "http://127.0.0.1:9/x"}
        assert (await ann.post("/me/hooks", data=hook)).status_code == 303
        store = site.app.state.tables.store
        async with store.reading() as connection:
            hook_id = (await connection.execute(select(HookRow.id))).scalar_one()
        await ann.post(f"/me/hooks/{hook_id}/test")
        with site.app.state.chat.here(match_id, "someone"):
            pass
        await site.app.state.plans.begin(match_id, "someone", 0, 0)
        await site.app.state.chat.stop()

        assert (await sweep(site, 13.9))["tables"] == 0
        assert (await sweep(site, 14.1))["tables"] == 1
        assert (await ann.get(path)).status_code == 404
        async with store.reading() as connection:
            for table in Base.metadata.sorted_tables:
                if any(key.column.table is MatchRow.__table__ for key in table.foreign_keys):
                    left = (await connection.execute(select(func.count()).select_from(table))).scalar_one()
                    assert left == 0, table.name
            assert (await connection.execute(select(func.count()).where(NoticeRow.hook == hook_id))).scalar_one() == 0
        assert (
            await ann.post("/tables", data={"game": "armorica", "seat1": "me", "seat2": "cottar"})
        ).status_code == 303


async def test_a_table_that_has_started_stays_for_ever(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "cottar")
        assert (await sweep(site, 5000))["tables"] == 0
        assert (await ann.get(path)).status_code == 200


async def test_tables_of_programs_expire_too(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        waiting = await Program(ann).create("friend", "friend")
        playing = await Program(ann).create("me", "cottar")
        await sweep(site, 15)
        assert await ids(site) == {playing["id"]}
        assert waiting["id"] != playing["id"]


async def test_a_visit_or_an_open_page_keeps_a_table(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        visited, open_page, alone = [(await ann.set_up("me", "friend")).rpartition("/")[2] for _ in range(3)]
        old = time.time() - 20 * A_DAY
        await change(site, update(MatchRow).values(created=old, seen=old))
        for match_id in (visited, open_page, alone):
            site.app.state.tables.forget(match_id)
        assert (await ann.get(f"/table/{visited}")).status_code == 200
        await site.app.state.chat._set(open_page, "someone", time.time())
        assert (await sweep(site, 0))["tables"] == 1
        assert await ids(site) == {visited, open_page}


async def test_a_visit_is_written_down_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "friend")
        table = site.app.state.tables
        for _ in range(3):
            await ann.get(path)
        assert not table.visits._noted  # it is new enough
        monkeypatch.setattr(visits, "MOST_REMEMBERED", 2)
        for number in range(5):
            await table.visits.note(MatchRow, f"m{number}")
        assert len(table.visits._noted) == 2


async def test_someone_who_comes_at_the_last_moment_is_not_thrown_out(tmp_path: Path) -> None:
    """Given a table that was found unused, when it starts before it is deleted, then it stays."""
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        path = await ann.set_up("me", "friend")
        match_id, since = path.rpartition("/")[2], time.time() + A_DAY
        await bo.join(links_of((await ann.get(path)).text)[0])
        assert (await ann.post(f"{path}/start", data={"without": "1"})).status_code == 303
        assert not await site.app.state.expiry._delete_table(match_id, since)
        assert (await ann.get(path)).status_code == 200


async def test_a_failure_in_the_middle_deletes_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "friend")
        await ann.post(f"{path}/say", data={"text": "hello"})

        async def interrupted() -> None:
            async with site.app.state.tables.store.writing() as connection:
                await delete_match(connection, path.rpartition("/")[2])
                raise RuntimeError

        with pytest.raises(RuntimeError):
            await interrupted()
        page = await ann.get(f"{path}/talk")
        assert page.status_code == 200
        assert "hello" in page.text


async def test_after_a_rematch_that_expired_another_one_can_be_asked_for(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "cottar", seat3="friend")
        await ann.post(f"{path}/start", data={"without": "1"})
        match_id = path.rpartition("/")[2]
        await change(site, update(MatchRow).where(MatchRow.id == match_id).values(next_match="gone"))
        async with site.app.state.tables.store.writing() as connection:
            assert await delete_match(connection, "gone") == [match_id]
        site.app.state.tables.forget(match_id)
        async with site.app.state.tables.at(match_id) as table:
            assert table.row.next_match is None


@both
async def test_a_record_that_no_one_looks_at_expires(tmp_path: Path, database: str) -> None:
    async with opened(tmp_path, database=database) as site, Visitor(site, "Ann") as ann:
        kept = (await ann.post("/api/v1/records", content=record())).json()["id"]
        old = time.time() - 100 * A_DAY
        await change(site, update(RecordRow).values(at=old, seen=old))
        site.app.state.tables.visits._noted.clear()
        assert (await ann.get(f"/records/{kept}")).status_code == 200  # from memory, and still a visit
        assert (await sweep(site, 89))["records"] == 0
        assert (await sweep(site, 91))["records"] == 1
        assert (await ann.get(f"/records/{kept}")).status_code == 404


@both
async def test_a_guest_without_table_and_visit_expires_and_no_one_else(tmp_path: Path, database: str) -> None:
    async with opened(tmp_path, database=database) as site, Visitor(site, "Ann") as ann:
        tokens = {}
        for name in ("Idle", "Account", "Lately", "Speaks"):
            tokens[name] = (await ann.post("/api/v1/people", json={"name": name})).json()["token"]
        await ann.set_up("me", "cottar")  # Ann has a table
        key = {"Authorization": f"Bearer {tokens['Account']}"}
        body = {"login": "accounted", "password": "three small words"}
        assert (await ann.post("/api/v1/me/account", json=body, headers=key)).status_code == 200
        old = time.time() - 190 * A_DAY
        await change(site, update(PersonRow).values(created=old))
        lately = select(PersonRow.id).where(PersonRow.name == "Lately")
        await change(site, update(DeviceRow).where(DeviceRow.person.not_in(lately)).values(seen=old))
        site.app.state.people.forget()
        speaks = select(PersonRow.id).where(PersonRow.name == "Speaks")
        async with site.app.state.tables.store.reading() as connection:
            person = (await connection.execute(speaks)).scalar_one()
        ticket = await Program(ann).create("friend", "cottar")
        async with site.app.state.tables.at(ticket["id"]) as table:
            row = {"match": table.id, "person": person, "seat": None, "name": "Speaks", "text": "hello", "at": old, "deleted": False}  # fmt: skip
        version = await site.app.state.tables.store.version(row["match"])
        await site.app.state.chat._add(row, version, None)
        assert (await sweep(site, 0))["guests"] == 1
        async with site.app.state.tables.store.reading() as connection:
            names = {name for (name,) in await connection.execute(select(PersonRow.name))}
        assert names == {"Ann", "Account", "Lately", "Speaks"}
        gone = {"Authorization": f"Bearer {tokens['Idle']}"}
        assert (await ann.get("/api/v1/me", headers=gone)).status_code == 401


async def test_the_server_sweeps_by_itself_but_not_after_a_jump_of_the_clock(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings: Any = {"expiry": "tables=0.00001", "expiry_sweep": 0.2}
    async with opened(tmp_path, **settings) as site, Visitor(site, "Ann") as ann:
        await ann.set_up("me", "friend")
        expiry = site.app.state.expiry
        wall, steady = expiry._clocks
        expiry._clocks = wall - 2 * A_DAY, steady  # as if the clock had been put forward by two days since the start
        await until(lambda: caplog.text.count("the clock has jumped") > 2)
        assert len(await ids(site)) == 1
        expiry._clocks = wall, steady
        deadline = time.monotonic() + 20
        while await ids(site):
            assert time.monotonic() < deadline, "never swept"
            await asyncio.sleep(0.1)
        async with site.app.state.tables.store.reading() as connection:
            assert (await connection.execute(select(func.count()).select_from(PresenceRow))).scalar_one() == 0


def test_days_are_read_and_mistakes_are_named() -> None:
    assert read_expiry("") == {"tables": 14.0, "records": 90.0, "guests": 180.0}
    assert read_expiry("tables=30, records=off") == {"tables": 30.0, "guests": 180.0}
    assert read_expiry("off") == {}
    for wrong in ("chairs=5", "tables=0", "tables=-1", "tables=soon", "tables"):
        with pytest.raises(BadExpiry):
            read_expiry(wrong)


async def test_the_secret_of_a_deleted_table_is_revealed(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        ticket = await Program(client).create("me", "friend")
        before = await client.get(f"/api/v1/commitments/{ticket['commitment']}")
        assert before.status_code == 404
        tables = site.app.state.tables
        async with tables.store.writing() as connection:
            await delete_match(connection, ticket["id"])
        after = (await client.get(f"/api/v1/commitments/{ticket['commitment']}")).json()
        assert commitment(after["secret"]) == ticket["commitment"]
        assert after["table"] == ticket["id"]
