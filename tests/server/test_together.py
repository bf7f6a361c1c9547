"""What has to fit together: seats that change hands beside clocks and bots, tokens beside notes, onlookers beside each other."""

from __future__ import annotations

import re
from typing import Any

import httpx

from brehon.core.record import read_record
from brehon.core.verification import verify
from tests.server.conftest import both
from tests.server.people import SCRIPT, Program, Visitor, key, ply_of
from tests.server.transport import Transport

SLOW = {"bank": 3600, "gain": 10, "at_end": "bot", "level": "wanderer"}


class Host(Program):
    """A program with the host's token."""

    async def do(self, ticket: dict[str, Any], deed: str, **body: Any) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {ticket['host_token']}"}
        answer = await self.client.post(f"/api/v1/tables/{ticket['id']}/{deed}", json=body or None, headers=headers)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found


async def deed(client: httpx.AsyncClient, ticket: dict[str, Any], seat: int, what: str, **body: Any) -> dict[str, Any]:
    answer = await client.post(f"/api/v1/tables/{ticket['id']}/{what}", json=body or None, headers=key(ticket, seat))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@both
async def test_a_seat_that_the_host_gives_to_a_bot_is_in_the_record_and_has_no_clock(ann: Visitor) -> None:
    """Given a table with clocks where somebody has asked for a pause, when the host puts a bot into the other seat."""
    host = Host(ann)
    ticket = await host.create("me", "me", pace=SLOW)
    mover = (await host.look(ticket))["movers"][0]
    other, ply = 1 - mover, (await host.look(ticket))["ply"]
    await deed(ann, ticket, other, "ask", ply=ply, kind="pause")
    await host.do(ticket, f"seats/{mover}", to="bot", level="wanderer")
    for _ in range(2000):
        state = await host.look(ticket, other)
        if state["legal"]:
            break
    assert state["request"] is None  # nobody has to answer what was asked of somebody else
    clocks = state["pace"]["clocks"]
    assert [clock["running"] for clock in clocks] == [seat == other for seat in range(2)]
    assert any("the host has chosen this" in line["text"] for line in state["log"])
    await deed(ann, ticket, other, "hand", level="wanderer")
    for _ in range(4000):
        state = await host.look(ticket, other)
        if state["status"] == "over":
            break
    record = (await ann.get(f"/api/v1/tables/{ticket['id']}/record")).text
    assert f'"{mover} seat bot wanderer host"' in record
    assert verify(read_record(record)).is_over
    replay = await ann.get(f"/api/v1/tables/{ticket['id']}/replay", params={"ply": ply + 1, "seat": "watcher"})
    assert any("the host has chosen this" in line for line in replay.json()["happened"])


async def test_a_freed_seat_has_no_bot_no_vacation_and_some_time_for_whoever_comes(ann: Visitor) -> None:
    host = Host(ann)
    ticket = await host.create("me", "me", pace=SLOW)
    mover = (await host.look(ticket))["movers"][0]
    await deed(ann, ticket, mover, "auto", wanted=False)
    await deed(ann, ticket, mover, "hand", level="wanderer")
    state = await host.do(ticket, f"seats/{mover}", to="open")
    assert state["stand_ins"][mover] is None
    assert state["pace"]["clocks"][mover]["left"] >= SLOW["bank"] // 4  # type: ignore[operator]
    async with ann._transport.app.state.tables.at(ticket["id"]) as table:  # type: ignore[attr-defined]
        assert table.seats[mover].auto  # as for everyone who comes
        assert table.playing().plies[-1].words(table.rules) == f"{mover} seat back"


async def test_a_rematch_has_the_same_clocks_and_the_same_chat(ann: Visitor) -> None:
    host = Host(ann)
    ticket = await host.create("wanderer", "wanderer", pace=SLOW)
    headers = {"Authorization": f"Bearer {ticket['host_token']}"}
    answer = await ann.put(f"/api/v1/tables/{ticket['id']}/chat", json={"whom": "write"}, headers=headers)
    assert answer.status_code == 200
    for _ in range(4000):
        if (await ann.get(f"/api/v1/tables/{ticket['id']}")).json()["status"] == "over":
            break
    again = await host.do(ticket, "rematch")
    async with ann._transport.app.state.tables.at(again["id"]) as table:  # type: ignore[attr-defined]
        assert (table.row.pace["bank"], table.row.chat) == (SLOW["bank"], "write")


async def test_a_player_with_a_new_key_finds_neither_notes_nor_hooks_of_the_one_before(ann: Visitor) -> None:
    host = Host(ann)
    ticket = await host.create("me", "me")
    place, old = f"/api/v1/tables/{ticket['id']}", key(ticket, 1)
    assert (await ann.put(f"{place}/note", json={"text": "I bluff"}, headers=old)).status_code == 200
    hook = {"address": "https://example.org/hook"}
    assert (await ann.post(f"{place}/hooks", json=hook, headers=old)).status_code == 201
    fresh = await ann.post(f"{place}/seats/1/key", headers=old)
    new = {"Authorization": f"Bearer {fresh.json()['token']}"}
    assert (await ann.get(f"{place}/note", headers=old)).status_code == 401
    assert (await ann.get(f"{place}/note", headers=new)).json() == {"text": ""}
    assert (await ann.get(f"{place}/hooks", headers=new)).json() == {"hooks": []}


async def test_an_onlooker_who_narrows_the_log_down_does_so_for_nobody_else(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await ann.set_up("me", "me")
    for _ in range(8):
        ply, actions = await ann.moves(path)
        await ann.move(path, ply, actions[0])
    whole = log_of(await bo.get(f"{path}/fragment", headers=SCRIPT))
    assert (await bo.post(f"{path}/log", data={"of": "seat-1"})).status_code == 303
    assert len(log_of(await bo.get(f"{path}/fragment", headers=SCRIPT))) < len(whole)
    async with Visitor(site, "Cy") as cy:
        assert log_of(await cy.get(f"{path}/fragment", headers=SCRIPT)) == whole


def log_of(answer: httpx.Response) -> list[str]:
    return re.findall(r'<li[^>]* value="\d+">(.*?)</li>', answer.text)


async def test_behind_the_curtain_the_people_of_the_device_are_still_at_the_table(ann: Visitor, bo: Visitor) -> None:
    """Given a hot seat of a game with secrets, and an onlooker who has looked first."""
    path = await ann.set_up("me", "me", game="arrival")
    assert "good" not in (await bo.get(f"{path}/fragment")).text  # nobody there is "you"
    page = (await ann.get(f"{path}/fragment")).text
    assert page.count('<span class="tag good">you</span>') == 2
    assert 'name="action"' not in page
    assert ply_of(page) == ply_of((await bo.get(path)).text)
