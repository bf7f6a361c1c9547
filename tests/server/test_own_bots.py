"""Bots of other packages at the tables of a real server: they play, and whatever they do wrong, the server goes on."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import brehon.server
from tests.bots.strangers import install
from tests.server.people import Program, key
from tests.server.running import Server

SAID = {
    "boom": "the bot boom stopped with an error",
    "thief": "which is not one of the legal actions",
    "mute": "the bot mute gave no answer within 2 s",
    "quitter": "the process of the bot quitter has ended",
    "lost": "the bot lost cannot be loaded",
    "empty": "the bot empty cannot be used",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("own")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in install(folder / "site").items():
            patch.setenv(name, value)
        with Server(folder / "data", bot_deadline=2.0) as found:
            yield found


async def until(look: object, seconds: float = 90.0) -> dict[str, object]:
    """What a coroutine gives, once it gives something."""
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        found = await look()  # type: ignore[operator]
        if found:
            return found  # type: ignore[no-any-return]
        await asyncio.sleep(0.1)
    raise AssertionError("it never came")


async def test_a_bot_of_another_package_plays_to_the_end(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
        program = Program(client)
        page = (await client.get("/")).text
        assert re.search(r'<option value="last"[^>]*>[^<]*Last', page)
        ticket = await program.create("me", "last")
        state = await asyncio.wait_for(program.play_out(ticket), 120)
        assert state["seats"][1]["level"] == "last"
        record = (await client.get(f"/api/v1/tables/{ticket['id']}/record", headers=key(ticket, 0))).json()
        assert record["seats"][1]["bot"] == "last"


async def test_whatever_a_bot_does_the_table_says_so_and_the_host_puts_another_in(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
        program = Program(client)
        tickets = {level: await program.create(level, "me") for level in SAID}
        healthy = await program.create("cottar", "me")
        for level, says in SAID.items():
            ticket = tickets[level]

            async def failed(ticket: dict[str, object] = ticket, says: str = says) -> dict[str, object] | None:
                state = await play_first(program, ticket)
                return state if says in state["message"] else None  # type: ignore[operator]

            await until(failed)
            page = (await client.get(f"/table/{ticket['id']}")).text
            assert 'id="bot-failed"' in page
            assert says in page.replace("&#39;", "'")
            assert "LookupError" not in page  # for the log, not for the people
        await asyncio.wait_for(program.play_out(healthy), 120)  # the others have gone on
        for ticket in tickets.values():
            answer = await client.post(
                f"/api/v1/tables/{ticket['id']}/seats/0", json={"to": "bot", "level": "cottar"}, headers=host(ticket)
            )
            assert answer.status_code in (200, 204), answer.text
        for ticket in tickets.values():
            await asyncio.wait_for(play_on(program, ticket), 120)


async def play_first(program: Program, ticket: dict[str, object]) -> dict[str, object]:
    """The person plays whatever is open; the bot's seat may come first or second."""
    state = await program.look(ticket, 1)
    if state["legal"]:
        await program.move(ticket, 1, state["ply"], action=state["legal"][0]["action"])
        state = await program.look(ticket, 1)
    return state


async def play_on(program: Program, ticket: dict[str, object]) -> None:
    while (await play_first(program, ticket))["status"] != "over":
        await asyncio.sleep(0.01)


def host(ticket: dict[str, object]) -> dict[str, str]:
    return {"Authorization": f"Bearer {ticket['host_token']}"}


async def test_the_web_cannot_name_code(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
        for level in ("strangers:Last", "os:system", "strangers:Last@3", "cottar@5", "twin", "me"):
            seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
            answer = await client.post("/api/v1/tables", json={"game": "armorica", "seats": seats})
            assert answer.status_code in (400, 422), (level, answer.text)
            form = {"game": "armorica", "name": "Ann", "seat1": "me", "seat2": level, "stand_in": level, "pace": "live"}
            assert (await client.post("/tables", data=form)).status_code in (400, 422), level


def test_no_part_of_the_server_looks_a_bot_up_as_a_command_line_does() -> None:
    """`player` takes module:Class; `level` and LEVELS do not."""
    folder = Path(brehon.server.__file__).parent
    imports = [
        line
        for path in folder.rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if "bots.levels import" in line
    ]
    assert len(imports) > 5
    assert not [line for line in imports if "player" in line]
