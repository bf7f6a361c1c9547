"""People at a table beside the game: chat, notes, who is here, and the log as they want to read it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from brehon.server.table import chat as company_module
from brehon.server.table.events import PEOPLE, TALK
from brehon.server.table.presence import Presence
from tests.server.conftest import both, opened
from tests.server.people import ADDRESS, SCRIPT, Program, Visitor, key, links_of
from tests.server.test_authorisation import status
from tests.server.transport import Transport


async def table_of_two(ann: Visitor, bo: Visitor) -> str:
    """Ann sets up a table, Bo comes, the game has begun; its path."""
    path = await ann.set_up("me", "friend")
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    await ann.post(f"{path}/start", data={"without": "1"})
    return path


async def say(who: Visitor, path: str, text: str) -> httpx.Response:
    return await who.post(f"{path}/say", data={"text": text}, headers=SCRIPT)


def sayings(page: str) -> list[str]:
    return re.findall(r'(?s)class="said">(.*?)</span>', page)


@both
async def test_what_one_says_the_other_reads_and_whoever_looks_on_does_not(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await table_of_two(ann, bo)
    assert (await say(ann, path, "  <script>alert(1)</script> & Grüße 👩‍🚀\x00\u202e ")).status_code == 200
    assert (await bo.post(f"{path}/say", data={"text": "two\r\nlines"})).headers["location"] == f"{path}/talk"
    expected = ["&lt;script&gt;alert(1)&lt;/script&gt; &amp; Grüße 👩‍🚀", "two\nlines"]
    for who in (ann, bo):
        assert sayings((await who.get(f"{path}/company")).text) == expected
        assert sayings((await who.get(f"{path}/talk")).text) == expected
        assert "alert(1)" not in (await who.get(path)).text  # the board is another part of the page
    async with Visitor(site, "Cy") as cy:
        seen = (await cy.get(f"{path}/company")).text
        assert sayings(seen) == []
        assert "for the people at the table" in seen
        assert (await say(cy, path, "me too")).status_code == 403


async def test_the_host_lets_whoever_looks_on_into_the_chat(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path = await table_of_two(ann, bo)
    await say(ann, path, "hello")
    assert (await bo.post(f"{path}/chat-for", data={"whom": "write"})).status_code == 403
    async with Visitor(site, "Cy") as cy:
        await cy.set_up("me", "cottar")  # has a name and a cookie
        await ann.post(f"{path}/chat-for", data={"whom": "read"})
        assert sayings((await cy.get(f"{path}/company")).text) == ["hello"]
        assert (await say(cy, path, "me too")).status_code == 403
        await ann.post(f"{path}/chat-for", data={"whom": "write"})
        assert sayings((await say(cy, path, "me too")).text) == ["hello", "me too"]
        assert "Cy" in (await bo.get(f"{path}/company")).text
        await ann.post(f"{path}/chat-for", data={"whom": "table"})
        assert sayings((await cy.get(f"{path}/company")).text) == []
    assert (await ann.post(f"{path}/chat-for", data={"whom": "nobody"})).status_code == 422


@both
async def test_an_author_and_the_host_delete_messages_for_ever(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path = await table_of_two(ann, bo)
    for who, text in ((ann, "of Ann"), (bo, "of Bo"), (bo, "more of Bo")):
        await say(who, path, text)
    assert (await bo.post(f"{path}/unsay", data={"number": 1})).status_code == 403
    assert (await bo.post(f"{path}/unsay", data={"number": 9})).status_code == 404
    assert sayings((await bo.post(f"{path}/unsay", data={"number": 2}, headers=SCRIPT)).text) == [
        "of Ann",
        "more of Bo",
    ]
    assert sayings((await ann.post(f"{path}/unsay", data={"number": 3}, headers=SCRIPT)).text) == ["of Ann"]
    async with site.app.state.chat.store.reading() as connection:
        found = await connection.exec_driver_sql("SELECT text FROM messages WHERE text <> ''")
        assert [text for (text,) in found] == ["of Ann"]


async def test_messages_that_are_too_long_empty_or_too_many_are_refused_with_what_was_typed(
    ann: Visitor, bo: Visitor
) -> None:
    path = await table_of_two(ann, bo)
    long = await say(ann, path, "a" * 501)
    assert long.status_code == 422
    assert "501 characters" in long.text
    assert f'value="{"a" * 501}"' in long.text
    assert (await say(ann, path, " \u200b\n ")).status_code == 422
    answers = [await say(ann, path, f"number {n}") for n in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert (await say(bo, path, "Ann is loud")).status_code == 200


async def test_the_chat_is_read_page_by_page(ann: Visitor, bo: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(company_module, "LIMITS", ((10.0, 1000),))
    path = await table_of_two(ann, bo)
    answers = await asyncio.gather(*(say(who, path, "x") for who in (ann, bo) * 30))  # all at the same moment
    assert {answer.status_code for answer in answers} == {200}
    newest = (await ann.get(f"{path}/talk")).text
    assert len(sayings(newest)) == 50
    older = re.search(r'href="([^"]*before=\d+)"', newest)
    assert older
    assert len(sayings((await ann.get(older[1])).text)) == 10


@both
async def test_notes_are_for_their_writer_alone(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path = await table_of_two(ann, bo)
    await ann.post(f"{path}/note", data={"text": "Bo\r\ncollects oak"})
    await bo.post(f"{path}/note", data={"text": "Ann bluffs"})
    assert "Bo\ncollects oak</textarea>" in (await ann.get(f"{path}/company")).text
    mine = (await bo.get(f"{path}/talk")).text
    assert "Ann bluffs" in mine
    assert "collects oak" not in mine
    token = links_of((await ann.get(await ann.set_up("me", "friend"))).text)[0]  # a link is known to the host
    assert token
    await bo.post(f"{path}/note", data={"text": ""})
    assert "Ann bluffs" not in (await bo.get(f"{path}/company")).text
    assert (await ann.post(f"{path}/note", data={"text": "x" * 10_001})).status_code == 422
    async with Visitor(site, "Cy") as cy:
        assert (await cy.post(f"{path}/note", data={"text": "who am I?"})).status_code == 403


async def test_whoever_knows_the_link_of_a_seat_cannot_read_the_notes_of_the_person_in_it(
    ann: Visitor, bo: Visitor
) -> None:
    path = await ann.set_up("me", "friend")
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    await bo.post(f"{path}/note", data={"text": "my secret plan"})
    headers = {"Authorization": f"Bearer {link.rpartition('/')[2]}"}
    found = await ann.get(f"/api/v1/tables/{path.removeprefix('/table/')}/note", headers=headers)
    assert found.status_code == 403


async def test_whoever_may_not_look_at_a_table_learns_nothing_of_what_is_beside_the_game(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await table_of_two(ann, bo)
    await ann.post(f"{path}/chat-for", data={"whom": "write"})
    await say(ann, path, "hello")
    api = f"/api/v1/tables/{path.removeprefix('/table/')}"
    paths = [f"{path}/{tail}" for tail in ("company", "talk", "log", "events")]
    paths += [f"{api}/{tail}" for tail in ("company", "chat", "log", "text", "events")]
    async with Visitor(site, "Cy") as cy:
        assert [await status(cy, "GET", one) for one in paths] == [200] * len(paths)
        await ann.post(f"{path}/looking", data={"visibility": "private", "spectators": "1", "delay": "0"})
        assert [await status(cy, "GET", one) for one in paths] == [403] * len(paths)
        assert (await say(cy, path, "let me in")).status_code == 403
        assert [await status(bo, "GET", one) for one in paths[:4]] == [200] * 4


async def test_whoever_looks_on_late_reads_a_late_log(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path = await table_of_two(ann, bo)
    await ann.post(f"{path}/looking", data={"visibility": "unlisted", "spectators": "1", "delay": "400"})
    for who in (ann, bo):
        ply, actions = await who.moves(path)
        if actions:
            await who.move(path, ply, actions[0])
    async with Visitor(site, "Cy") as cy:
        assert "<li value=" not in (await cy.get(f"{path}/log")).text
        assert "<li value=" in (await bo.get(f"{path}/log")).text
        assert (await cy.get(f"/api/v1/tables/{path.removeprefix('/table/')}/log")).json()["lines"] == []


# -- the bell


class Ear:
    """Listens to the events of a table as a browser does, without httpx, which would wait for the end of the stream."""

    def __init__(self, client: httpx.AsyncClient, path: str, **headers: str) -> None:
        self.request = client.build_request("GET", path, headers=headers)
        assert isinstance(client._transport, httpx.ASGITransport)
        self.app = client._transport.app
        self.heard: list[tuple[str, str]] = []
        self._news = asyncio.Event()
        self._gone = asyncio.Event()

    async def __aenter__(self) -> Ear:
        url = self.request.url
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
            "headers": [(name.lower(), value) for name, value in self.request.headers.raw], "path": url.path,
            "raw_path": url.raw_path, "query_string": b"", "server": ("t", 80), "client": ("t", 1), "root_path": "",
        }  # fmt: skip
        self._task = asyncio.create_task(self.app(scope, self._receive, self._send))  # type: ignore[arg-type, var-annotated]
        await self.expect("message")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._gone.set()
        await asyncio.wait_for(self._task, 60)

    async def _receive(self) -> dict[str, object]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, bytes]) -> None:
        text = message.get("body", b"").decode()
        name = re.search(r"(?m)^event: (\w+)", text)
        data = re.search(r"(?m)^data: (-?\d+)", text)
        if data:
            assert set(re.findall(r"(?m)^(\w+):", text)) <= {
                "id",
                "event",
                "data",
                "retry",
            }  # a number and nothing else
            self.heard.append((name[1] if name else "message", data[1]))
            self._news.set()

    async def expect(self, name: str, number: int | None = None) -> None:
        """Wait until this event is heard, with this number."""
        async with asyncio.timeout(60):
            while not any(one == name and number in (None, int(found)) for one, found in self.heard):
                self._news.clear()
                await self._news.wait()


async def test_the_bell_rings_for_chat_and_people_with_numbers_only(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path = await table_of_two(ann, bo)
    async with Visitor(site, "Cy") as cy, Ear(cy, f"{path}/events") as looking_on, Ear(ann, f"{path}/events") as ear:
        assert await shows(ann, path, "Spectators: 1")
        async with Ear(bo, f"{path}/events"):
            await ear.expect(PEOPLE, 3)
            assert await shows(ann, path, '<li id="seen-1" class="chip present">')
            await say(bo, path, "hello")
            await ear.expect(TALK, 1)
            await bo.post(f"{path}/unsay", data={"number": 1})
            await ear.expect(TALK, 2)
        assert "was here a moment ago" in await shows(ann, path, '<li id="seen-1" class="chip absent"')
        assert TALK not in {name for name, _ in looking_on.heard}  # not even that something was said


async def shows(who: Visitor, path: str, what: str) -> str:
    """The people's part of the page, once this is in it."""
    async with asyncio.timeout(60):
        while what not in (page := (await who.get(f"{path}/company")).text):
            await asyncio.sleep(0.05)
    return page


async def test_chat_and_people_are_heard_at_another_worker(tmp_path: Path, new_database: Callable[[], str]) -> None:
    address = new_database()
    async with (
        opened(tmp_path, database=address) as one,
        opened(tmp_path, database=address) as two,
        Visitor(one, "Ann") as ann,
        Visitor(two, "Bo") as bo,
    ):
        path = await table_of_two(ann, bo)
        async with Ear(ann, f"{path}/events") as ear:
            await say(bo, path, "hello from elsewhere")
            await ear.expect(TALK, 1)
            await shows(bo, path, '<li id="seen-0" class="chip present">')
            async with Ear(bo, f"{path}/events"):
                await shows(ann, path, '<li id="seen-1" class="chip present">')
        assert sayings((await ann.get(f"{path}/company")).text) == ["hello from elsewhere"]


# -- the log


async def test_the_log_is_narrowed_down_to_a_seat_or_a_topic_and_stays_so(ann: Visitor, bo: Visitor) -> None:
    path = await table_of_two(ann, bo)
    for _ in range(8):
        for who in (ann, bo):
            ply, actions = await who.moves(path)
            if actions:
                await who.move(path, ply, actions[0])
    assert (await ann.post(f"{path}/log", data={"of": "seat-1"})).status_code == 303
    lines = re.findall(r'<li[^>]* value="\d+">(.*?)</li>', (await ann.get(f"{path}/fragment", headers=SCRIPT)).text)
    assert lines
    assert all("Bo" in line for line in lines)
    assert any("Ann" in line for line in re.findall(r'<li[^>]* value="\d+">(.*?)</li>', (await bo.get(path)).text))
    taken = (await ann.get(f"{path}/log?of=topic-cards")).text
    assert '<option value="topic-cards" selected>' in taken
    assert 0 < len(re.findall("<li value=", taken)) < len(re.findall("<li value=", (await ann.get(f"{path}/log")).text))
    assert (await ann.post(f"{path}/log", data={"of": "topic-dragons"})).status_code == 422
    assert (await ann.get(f"{path}/log?of=%00&page=99999")).status_code == 200


# -- programs


async def test_a_program_talks_notes_and_reads_the_table_in_words(site: Transport) -> None:
    async with httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        program = Program(client)
        ticket = await program.create("me", "me")
        path, mine, other = f"/api/v1/tables/{ticket['id']}", key(ticket, 0), key(ticket, 1)
        assert (await client.post(f"{path}/chat", json={"text": "beep"}, headers=mine)).json() == {"number": 1}
        heard = (await client.get(f"{path}/chat", headers=other)).json()["messages"]
        assert [(one["seat"], one["text"]) for one in heard] == [(0, "beep")]
        assert (await client.delete(f"{path}/chat/1", headers=other)).status_code == 403
        assert (await client.delete(f"{path}/chat/1", headers=mine)).status_code == 204
        assert (await client.get(f"{path}/chat", headers=other)).json()["messages"][0]["text"] is None
        await client.put(f"{path}/note", json={"text": "plan"}, headers=mine)
        assert (await client.get(f"{path}/note", headers=mine)).json() == {"text": "plan"}
        assert (await client.get(f"{path}/note", headers=other)).json() == {"text": ""}
        state = await program.look(ticket, 0)
        words = (await client.get(f"{path}/text", headers=key(ticket, state["movers"][0]))).text
        legal = (await program.look(ticket, state["movers"][0]))["legal"]
        assert all(f"[{move['action']}] {move['words']}" in words for move in legal)
        assert "[" not in (await client.get(f"{path}/text")).text.splitlines()[-1]  # a spectator has no moves
        await program.move(ticket, state["movers"][0], state["ply"], action=legal[0]["action"])
        lines = (await client.get(f"{path}/log?of=seat-{state['movers'][0]}")).json()["lines"]
        assert lines[0]["seat"] == state["movers"][0]
        async with Ear(client, f"{path}/events", **mine):
            async with asyncio.timeout(60):
                while not (found := (await client.get(f"{path}/company")).json())["people"][0]["here"]:
                    await asyncio.sleep(0.05)
        assert json.dumps(found["people"][1]["last_seen"]) == "null"


@both
async def test_a_crowd_that_comes_at_once_is_written_down_together(
    site: Transport, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a hundred people at each of two tables, and one at a table that is gone: few transactions, and all are there."""
    store, writes = site.app.state.tables.store, list[object]()
    write = store.write_at_once

    async def counted(work: Any, is_urgent: bool = False) -> Any:
        writes.append(work)
        return await write(work, is_urgent)

    monkeypatch.setattr(store, "write_at_once", counted)
    presence = Presence(store, site.app.state.tables.hub)
    one, two = [(await ann.set_up("me", "me")).removeprefix("/table/") for _ in range(2)]
    writes.clear()
    people = [(match_id, f"person {n}") for n in range(100) for match_id in (one, two)]
    with ExitStack() as pages:
        for key in people:
            pages.enter_context(presence.here(*key))
        await until_written(presence)
        assert len(writes) <= 3
        assert len(await presence.present(one)) == len(await presence.present(two)) == 100
        with presence.here("gone", "person 0"), presence.here(one, "late"):
            await until_written(presence)
            assert await presence.is_here(one, "late")
    await presence.stop()


async def until_written(presence: Presence) -> None:
    async with asyncio.timeout(30):
        while presence._tasks:
            await asyncio.sleep(0.01)
