"""From the waiting room to the signed record: hashes, lock, openings, voided tables, receipts."""

from __future__ import annotations

import json
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from brehon.core.lock import number_hash, read_lock
from brehon.core.receipt import Receipt, differences
from brehon.core.record import read_record
from brehon.core.signing import signed_lock, signed_record
from brehon.core.verification import verify
from brehon.server.storage.schema import MatchRow, SeatRow
from tests.server.conftest import opened
from tests.server.people import ADDRESS, Program, Visitor, links_of, message_of


class Device:
    """A program that plays in a seat and does what a browser does for fairness."""

    def __init__(self, client: httpx.AsyncClient, table: str, seat: int, token: str) -> None:
        self.client, self.table, self.seat = client, table, seat
        self.head = {"Authorization": f"Bearer {token}"}
        self.number = secrets.token_hex(16)
        self.lock: dict[str, Any] = {}
        self.signature = ""

    @property
    def hash(self) -> str:
        return number_hash(self.table, self.seat, self.number)

    async def post(self, what: str, **body: object) -> httpx.Response:
        return await self.client.post(f"/api/v1/tables/{self.table}/{what}", json=body, headers=self.head)

    async def fix(self) -> httpx.Response:
        return await self.post("number", hash=self.hash)

    async def keep(self) -> dict[str, Any]:
        answer = await self.client.get(f"/api/v1/tables/{self.table}/lock", headers=self.head)
        assert answer.status_code == 200, answer.text
        self.lock, self.signature = answer.json()["lock"], answer.json()["signature"]
        return self.lock

    async def open(self) -> httpx.Response:
        return await self.post("open", number=self.number)

    async def look(self) -> dict[str, Any]:
        return (await self.client.get(f"/api/v1/tables/{self.table}", headers=self.head)).json()  # type: ignore[no-any-return]

    def receipt(self, agreed: list[int] | None = None) -> Receipt:
        return Receipt(self.table, self.seat, self.number, read_lock(self.lock), self.signature, agreed or [])


async def friends(client: httpx.AsyncClient, *kinds: str, **more: Any) -> tuple[dict[str, Any], list[Device]]:
    """A table whose maker sits in the first seat, and a device for each friend who has sat down."""
    ticket = await Program(client).create("me", *(kinds or ("friend",)), **more)
    devices = [Device(client, ticket["id"], 0, ticket["seats"][0]["token"])]
    for seat in ticket["seats"]:
        if seat["kind"] == "friend":
            taken = (await client.post(f"/api/v1{httpx.URL(seat['link']).path}", json={"name": "Ben"})).json()
            devices.append(Device(client, ticket["id"], taken["seat"], taken["token"]))
    return ticket, devices


async def play_out(devices: list[Device]) -> dict[str, Any]:
    for _ in range(3000):
        for device in devices:
            state = await device.look()
            if state["status"] == "over":
                return state
            if state["legal"]:
                answer = await device.post("move", ply=state["ply"], action=state["legal"][0]["action"])
                assert answer.status_code == 200, answer.text
    raise AssertionError("the game has no end")


async def record_of(device: Device) -> str:
    return (await device.client.get(f"/api/v1/tables/{device.table}/record", headers=device.head)).text


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[Any]:
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as one:
        yield one


async def test_two_friends_lock_open_play_and_hold_a_signed_record_that_fits_their_receipts(client: Any) -> None:
    ticket, (ann, ben) = await friends(client)
    assert (await ann.fix()).status_code == 200
    assert (await ben.fix()).status_code == 200
    state = await ann.look()
    assert state["fair"]["hashes"] == [ann.hash, ben.hash]
    assert ann.number not in json.dumps(state)
    assert (await ann.post("start")).json()["status"] == "locked"
    assert await ann.keep() == await ben.keep()
    assert signed_lock(ticket["key"], read_lock(ann.lock).digest, ann.signature)
    assert (await ben.open()).json()["status"] == "locked"
    assert (await ann.look())["fair"]["to_open"] == [0]
    begun = (await ann.open()).json()
    assert begun["status"] == "playing"
    assert begun["ply"] > 0
    await play_out([ann, ben])
    text = await record_of(ben)
    record = read_record(text)
    match = verify(record)
    assert record.lock is not None
    assert record.signatures is not None
    assert record.words == [ann.number, ben.number]
    assert signed_record(ticket["key"], record.digest, record.signatures.record)
    for device in (ann, ben):
        assert differences(device.receipt(), record, match) == []
    assert (await client.post("/api/v1/verify", content=text)).json()["verified"] is True


async def test_a_finished_record_is_the_same_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two signed records of one table would convict the server: a new version of the program must not make a second one."""
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        _, devices = await friends(client)
        await devices[0].post("start")
        await play_out(devices)
        before = await record_of(devices[0])
    monkeypatch.setattr("brehon.core.record.__version__", "9.9.9")
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        devices[0].client = client
        assert await record_of(devices[0]) == before


async def test_a_person_who_leaves_for_good_takes_the_name_along_and_the_record_still_holds(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        _, devices = await friends(client)
        await devices[0].post("start")
        await play_out(devices)
        tables = site.app.state.tables
        async with tables.store.writing() as connection:
            await connection.execute(SeatRow.__table__.update().values(name=""))  # type: ignore[attr-defined]
        tables.forget(devices[0].table)
        text = await record_of(devices[0])
        assert "Ben" not in text
        assert verify(read_record(text)).is_over


async def test_a_hash_is_ones_own_has_its_form_and_is_no_copy(client: Any) -> None:
    _, (ann, ben) = await friends(client)
    await ann.fix()
    assert (await ben.post("number", hash=ann.hash)).status_code == 409
    assert (await ben.post("number", hash="abc")).status_code == 422
    assert (await ben.post("number", hash=ann.hash.upper())).status_code == 422
    stranger = await client.post(f"/api/v1/tables/{ann.table}/number", json={"hash": "0" * 64})
    assert stranger.status_code == 401
    assert (await ann.look())["fair"]["hashes"] == [ann.hash, None]


async def test_after_the_lock_nothing_can_be_changed(client: Any) -> None:
    ticket, (ann, ben) = await friends(client)
    await ann.fix()
    await ben.fix()
    await ann.post("start")
    lock = await ann.keep()
    late = Device(client, ann.table, 0, "")
    assert (await ann.post("number", hash=late.hash)).status_code == 409
    assert (await ann.post("start")).status_code == 409
    host = {"Authorization": f"Bearer {ticket['host_token']}"}
    path = f"/api/v1/tables/{ann.table}"
    assert (await client.post(f"{path}/start", headers=host)).status_code == 409
    assert (
        await client.post(f"{path}/seats/1", json={"to": "bot", "level": "cottar"}, headers=host)
    ).status_code == 409
    assert (await ben.post("open", number=late.number)).status_code == 422  # not the number of the hash
    assert (await ben.post("open", number=ann.number)).status_code == 422
    assert await ann.keep() == lock
    assert (await ann.look())["ply"] == 0


async def test_before_the_lock_no_number_is_taken(client: Any) -> None:
    _, (ann, ben) = await friends(client)
    await ben.fix()
    assert (await ben.open()).status_code == 409
    assert (await client.get(f"/api/v1/tables/{ann.table}/lock", headers=ann.head)).status_code == 409


async def test_a_start_without_a_number_needs_a_word_and_stands_in_the_lock(client: Any) -> None:
    _, (ann, ben) = await friends(client)
    await ann.fix()
    refused = await ann.post("start", without_numbers=False)
    assert refused.status_code == 409
    assert "number is still missing: Ben" in refused.json()["message"]
    await ann.post("start")
    lock = await ann.keep()
    assert lock["seats"][1] == {"number": None}
    assert (await ben.open()).status_code == 409
    assert (await ann.open()).json()["status"] == "playing"


async def test_who_is_not_there_when_it_starts_is_absent_in_the_lock(client: Any) -> None:
    ticket = await Program(client).create("me", "friend", "cottar")
    ann = Device(client, ticket["id"], 0, ticket["seats"][0]["token"])
    await ann.fix()
    host = {"Authorization": f"Bearer {ticket['host_token']}"}
    await client.post(f"/api/v1/tables/{ann.table}/start", headers=host)
    assert [list(seat) for seat in (await ann.keep())["seats"]] == [["number"], ["absent"], ["bot"]]


async def test_a_hash_can_come_with_the_seat(client: Any) -> None:
    ticket = await Program(client).create("me", "friend")
    link = httpx.URL(ticket["seats"][1]["link"]).path
    invited = (await client.get(f"/api/v1{link}")).json()
    assert invited["commitment"] == ticket["commitment"]
    assert invited["key"] == ticket["key"]
    number = secrets.token_hex(16)
    fixed = number_hash(invited["table"], invited["seat"], number)
    taken = (await client.post(f"/api/v1{link}", json={"name": "Ben", "number_hash": fixed})).json()
    ben = Device(client, invited["table"], taken["seat"], taken["token"])
    assert (await ben.look())["fair"]["hashes"] == [None, fixed]


async def test_a_table_of_one_program_and_bots_waits_for_its_number_if_asked_to(client: Any) -> None:
    ticket = await Program(client).create("me", "cottar", start=False)
    assert ticket["status"] == "waiting"
    ann = Device(client, ticket["id"], 0, ticket["seats"][0]["token"])
    assert (await ann.fix()).json()["status"] == "locked"
    assert (await ann.open()).json()["status"] == "playing"


async def test_opening_twice_does_nothing(client: Any) -> None:
    _, (ann, ben) = await friends(client)
    await ann.fix()
    await ben.fix()
    await ann.post("start")
    assert (await ben.open()).status_code == (await ben.open()).status_code == 200
    ply = (await ann.open()).json()["ply"]
    assert (await ann.open()).json()["ply"] == ply


async def test_a_voided_table_shows_who_did_it_its_secret_and_a_new_table_with_a_new_one(client: Any) -> None:
    ticket, (ann, ben) = await friends(client)
    await ann.fix()
    await ben.fix()
    assert (await ann.post("void")).status_code == 409  # not locked yet
    await ann.post("start")
    await ben.keep()
    await ben.open()
    assert (await ann.post("void")).status_code == 200
    state = await ben.look()
    assert state["status"] == "void"
    assert state["fair"]["voided"]["missing"] == [0]
    assert state["fair"]["voided"]["opened"] == [1]
    assert state["secret"]
    assert (await ann.open()).status_code == 409
    after = (await client.get(f"/api/v1/tables/{state['next']}")).json()
    assert after["status"] == "waiting"
    assert after["commitment"] != ticket["commitment"]
    assert [seat["joined"] for seat in after["seats"]] == [True, True]
    assert after["fair"]["hashes"] == [None, None]


async def test_a_game_that_has_begun_cannot_be_voided(client: Any) -> None:
    _, devices = await friends(client)
    await devices[0].post("start")
    assert (await devices[0].post("void")).status_code == 409


async def test_several_seats_at_one_device_share_a_number(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "me", "cottar", numbers="1", name2="Ben")
        number = secrets.token_hex(16)
        table = path.rsplit("/", 1)[1]
        await ann.post(f"{path}/number", data={"hash": number_hash(table, 0, number)})
        lock = (await ann.get(f"{path}/lock")).json()["lock"]
        assert lock["seats"][1]["shares"] == 0
        await ann.post(f"{path}/open", data={"number": number})
        assert 'data-state="playing"' in (await ann.get(path)).text


async def test_without_script_the_pages_lead_from_the_hash_to_the_game(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann, Visitor(site, "Ben") as ben:
        path = await ann.set_up("me", "friend")
        table = path.rsplit("/", 1)[1]
        page = (await ann.get(path)).text
        assert f"brehon number {table} 1" in page
        await ben.join(links_of(page)[0])
        number = secrets.token_hex(16)
        await ben.post(f"{path}/number", data={"hash": number_hash(table, 1, number)})
        page = (await ann.get(path)).text
        assert "number fixed" in page
        await ann.post(f"{path}/start", data={"without": "1"})
        page = (await ben.get(path)).text
        assert 'id="open-button"' in page
        wrong = await ben.post(f"{path}/open", data={"number": "0" * 32})
        assert "does not match the hash" in message_of(wrong.text)
        await ben.post(f"{path}/open", data={"number": number})
        page = (await ben.get(path)).text
        assert 'data-state="playing"' in page
        assert "no number from this seat" in page


async def test_the_number_opened_last_and_the_first_draw_are_stored_as_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        _, (ann, ben) = await friends(client)
        for device in (ann, ben):
            await device.fix()
        await ann.post("start")
        await ann.keep()
        await ben.open()
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        ann.client = ben.client = client
        lock = ann.lock
        assert await ann.keep() == lock  # a restart between lock and opening loses nothing
        assert (await ann.look())["fair"]["to_open"] == [0]
        await ann.open()
        tables = site.app.state.tables
        async with tables.store.reading() as connection:
            started, number = (
                await connection.execute(
                    select(MatchRow.started, SeatRow.number).join(SeatRow).where(SeatRow.seat == 0)
                )
            ).one()
        assert started is not None
        assert number == ann.number
