"""Several workers on one PostgreSQL: whoever asks wherever sees the same table, and every bot's move is made once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from brehon.core.lock import number_hash
from brehon.server.table.tables import Tables
from brehon.server.web.streams import changes
from tests.server.conftest import opened
from tests.server.people import Program, Visitor, key, links_of
from tests.server.transport import Transport


@asynccontextmanager
async def two_workers(folder: Path, database: str) -> AsyncIterator[tuple[httpx.ASGITransport, httpx.ASGITransport]]:
    async with opened(folder, database=database, sweep=0.2) as one, opened(folder, database=database, sweep=0.2) as two:
        yield one, two


def tables_of(site: Transport) -> Tables:
    return site.app.state.tables  # type: ignore[no-any-return]


@pytest.fixture
async def workers(
    tmp_path: Path, new_database: Callable[[], str]
) -> AsyncIterator[tuple[httpx.ASGITransport, httpx.ASGITransport]]:
    async with two_workers(tmp_path, new_database()) as both:
        yield both


async def test_a_game_can_be_played_with_every_other_request_at_another_worker(workers: Any) -> None:
    one, two = workers
    async with Visitor(one, "Ann") as ann, Visitor(two, "Bo") as bo:
        first, second = Program(ann), Program(bo)
        ticket = await first.create("me", "me")
        for turn in range(30):
            here, there = (first, second) if turn % 2 else (second, first)
            state = await here.look(ticket)
            if state["status"] == "over":
                break
            mover = state["movers"][0]
            legal = (await there.look(ticket, mover))["legal"]
            answer = await here.move(ticket, mover, state["ply"], action=legal[0]["action"])
            assert answer.status_code == 200, answer.text
            assert (await there.look(ticket))["ply"] == answer.json()["ply"]


async def test_of_two_moves_at_two_workers_for_the_same_ply_one_is_refused(workers: Any) -> None:
    one, two = workers
    async with Visitor(one, "Ann") as ann, Visitor(two, "Bo") as bo:
        ticket = await Program(ann).create("me", "me")
        for _ in range(10):
            state = await Program(ann).look(ticket)
            mover = state["movers"][0]
            action = (await Program(bo).look(ticket, mover))["legal"][0]["action"]
            answers = await asyncio.gather(
                *(Program(who).move(ticket, mover, state["ply"], action=action) for who in (ann, bo))
            )
            assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_a_seat_that_was_taken_at_one_worker_is_taken_at_the_other(workers: Any) -> None:
    one, two = workers
    async with Visitor(one, "Ann") as ann, Visitor(two, "Bo") as bo, Visitor(one, "Cy") as cy:
        path = await ann.set_up("me", "friend")
        (link,) = links_of((await ann.get(path)).text)
        assert "Bo" not in (await cy.get(path)).text
        await bo.join(link)
        assert "Bo" in (await cy.get(path)).text
        assert (await cy.post(httpx.URL(link).path, data={"name": "Cy"})).status_code == 403


async def test_a_number_that_comes_with_the_start_at_another_worker_does_not_spoil_the_proof(workers: Any) -> None:
    one, two = workers
    async with Visitor(one, "Ann") as ann, Visitor(two, "Bo") as bo:
        ticket = await Program(ann).create("friend", "friend")
        for seat in range(2):
            await Program(ann).join(ticket, seat)
        path = f"/api/v1/tables/{ticket['id']}"
        for who in (ann, bo):
            assert (await who.get(path)).json()["status"] == "waiting"
        host = {"Authorization": f"Bearer {ticket['host_token']}"}
        answers = await asyncio.gather(
            ann.post(f"{path}/start", headers=host),
            bo.post(f"{path}/number", json={"hash": number_hash(ticket["id"], 0, "oak" * 8)}, headers=key(ticket, 0)),
        )
        assert {answer.status_code for answer in answers} <= {200, 409}
        if answers[0].status_code == 409:
            assert (await ann.post(f"{path}/start", headers=host)).status_code == 200
        if (await ann.get(path)).json()["status"] == "locked":
            assert (
                await bo.post(f"{path}/open", json={"number": "oak" * 8}, headers=key(ticket, 0))
            ).status_code == 200
        await Program(bo).play_out(ticket)
        assert (await bo.get(f"/table/{ticket['id']}/verify")).status_code == 200


async def test_pages_at_one_worker_are_rung_when_somebody_moves_at_the_other(workers: Any) -> None:
    one, two = workers
    async with Visitor(one, "Ann") as ann:
        ticket = await Program(ann).create("me", "me")
        state = await Program(ann).look(ticket)
        closing = anyio.Event()
        bell: Any = changes(tables_of(two), ticket["id"], closing)
        assert await anext(bell) == state["ply"]
        mover = state["movers"][0]
        action = (await Program(ann).look(ticket, mover))["legal"][0]["action"]
        moved = await Program(ann).move(ticket, mover, state["ply"], action=action)
        async with asyncio.timeout(10):
            while await anext(bell) != moved.json()["ply"]:
                pass  # the bell may ring once more for what was there before
        await bell.aclose()


async def test_bots_of_a_match_are_played_by_one_worker_at_a_time(workers: Any) -> None:
    one, _ = workers
    claims = [site.app.state.drivers.claims for site in workers]
    async with Visitor(one, "Ann") as ann:
        ticket = await Program(ann).create("me", "cottar", "wanderer")
        await Program(ann).play_out(ticket)  # while both look for bots' turns five times a second
        assert (await ann.get(f"/table/{ticket['id']}/verify")).status_code == 200
    assert await tables_of(one).store.waiting_for_bots() == []
    assert [await claim.take("m") for claim in claims] == [True, False]
    await claims[0].drop("m")
    assert await claims[1].take("m")


async def test_bots_of_a_worker_that_has_gone_are_taken_over(tmp_path: Path, new_database: Callable[[], str]) -> None:
    address = new_database()
    async with opened(tmp_path, database=address, sweep=0.2) as one:
        ticket, ply = await left_at_a_bots_turn(tmp_path / "two", address)
        async with Visitor(one, "Ann") as ann, asyncio.timeout(20):
            while (await Program(ann).look(ticket))["ply"] == ply:
                await asyncio.sleep(0.05)


async def left_at_a_bots_turn(folder: Path, address: str) -> tuple[dict[str, Any], int]:
    """A worker whose bots never get round to it starts a match, plays until it is their turn, and goes."""
    async with opened(folder, bot_pause=600, database=address, sweep=600) as two, Visitor(two, "Bo") as bo:
        program = Program(bo)
        ticket = await program.create("me", "cottar", "cottar")
        while 0 in (state := await program.look(ticket, 0))["movers"]:
            await program.move(ticket, 0, state["ply"], action=state["legal"][0]["action"])
        await asyncio.sleep(0.6)
        assert (await program.look(ticket))["ply"] == state["ply"]  # claimed: the other worker does not touch it
    return ticket, state["ply"]


async def test_a_request_is_made_at_one_worker_and_answered_at_the_other(workers: Any) -> None:
    one, two = workers
    async with Visitor(one, "Ann") as ann, Visitor(two, "Bo") as bo:
        ticket = await Program(ann).create("me", "me")
        address = f"/api/v1/tables/{ticket['id']}"
        state = await Program(ann).look(ticket)
        mover = state["movers"][0]
        action = (await Program(bo).look(ticket, mover))["legal"][0]["action"]
        moved = (await Program(ann).move(ticket, mover, state["ply"], action=action)).json()["ply"]
        body = {"ply": moved, "kind": "undo"}
        assert (await ann.post(f"{address}/ask", json=body, headers=key(ticket, mover))).status_code == 200
        other = key(ticket, 1 - mover)
        answer = await bo.post(f"{address}/answer", json={"ply": moved, "agree": True}, headers=other)
        assert answer.status_code == 200, answer.text
        assert (await Program(ann).look(ticket, mover))["ply"] == moved + 1


async def test_of_two_workers_that_see_the_same_deadline_one_seats_the_bot(workers: Any) -> None:
    one, two = workers
    async with Visitor(one, "Ann") as ann, Visitor(two, "Bo") as bo:
        ticket = await Program(ann).create("me", "me", pace={"bank": 1, "at_end": "bot", "level": "wanderer"})
        for _ in range(1000):
            if (await Program(bo).look(ticket))["status"] == "over":
                break
            await asyncio.sleep(0.02)
        record = (await ann.get(f"/api/v1/tables/{ticket['id']}/record")).json()
        seated = [line for line in record["plies"] if " seat bot " in line]
        assert sorted(seated) == ["0 seat bot wanderer time", "1 seat bot wanderer time"]
