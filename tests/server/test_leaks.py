"""Nothing that comes back depends on what the viewer may not know.

Two stories of a game that a seat cannot tell apart (twins.py) are put into the same table one after the other; everything that the
seat can read must then be the same, byte by byte: every address that a router has, so a new one is asked too.
"""

from __future__ import annotations

import asyncio
import pkgutil
import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi import APIRouter
from sqlalchemy import delete, insert

from brehon.core import registry
from brehon.core.contract import SPECTATOR, Ruleset
from brehon.server import web
from brehon.server.storage.schema import PlyRow
from tests.server.conftest import opened
from tests.server.people import Visitor, links_of, own_token, seat_key
from tests.server.transport import Transport
from tests.server.twins import Twins, twins

PEOPLE = ["Ann", "Bo", "Cy"]
GAMES = 3
POSITIONS = 3  # for each viewer
BY_THE_CLOCK = ("/company", "/talk")  # who is here just now: changes by itself
CASES = [
    ("arrival", {}),
    ("fallen-kingdoms", {"hidden_scoring": "on"}),
]


def addresses() -> list[str]:
    """Every address of a table that can be read, whichever module it is in."""
    found: set[str] = set()
    for module in pkgutil.walk_packages(web.__path__, f"{web.__name__}."):
        parts = vars(import_module(module.name)).values()
        for route in [route for part in parts if isinstance(part, APIRouter) for route in part.routes]:
            is_of_table = route.path.count("{") == 1 and "{match_id}" in route.path  # type: ignore[attr-defined]
            if "GET" in route.methods and is_of_table and not route.path.endswith(BY_THE_CLOCK):  # type: ignore[attr-defined]
                found.add(route.path)  # type: ignore[attr-defined]
    return sorted(found)


@dataclass
class Stage:
    """A table of three friends on a real application, whose story can be exchanged."""

    site: Transport
    rules: Ruleset
    people: list[Visitor]
    onlooker: Visitor
    match_id: str = ""
    tokens: tuple[str, ...] = ()
    own: tuple[str, ...] = ()  # of the people themselves; the last one is the onlooker's

    async def set_up(self) -> None:
        host, *others = self.people
        options = {f"option.{name}": value for name, value in self.rules.options.items()}
        path = await host.set_up("me", *["friend"] * len(others), game=self.rules.game.name, **options)
        for person, link in zip(others, links_of((await host.get(path)).text), strict=True):
            await person.join(link)
        assert (await host.post(f"{path}/start", data={"without": "1"})).status_code == 303
        self.match_id = path.rpartition("/")[2]
        keys = [await seat_key(person, path, seat) for seat, person in enumerate(self.people)]
        self.tokens = tuple(key["Authorization"].removeprefix("Bearer ") for key in keys)
        await self.onlooker.post("/account/name", data={"name": "Dee"})
        self.own = tuple([await own_token(person) for person in (*self.people, self.onlooker)])

    @property
    def tables(self) -> Any:
        return self.site.app.state.tables

    async def tell(self, lines: list[str]) -> None:
        """From now on this is what has happened; the number of changes of the match stays, for pages have it in them."""
        rows = [{"match": self.match_id, "ply": ply, "words": line, "at": 1.0} for ply, line in enumerate(lines)]
        async with self.tables.store.writing() as connection:
            await connection.execute(delete(PlyRow).where(PlyRow.match == self.match_id))
            await connection.execute(insert(PlyRow), rows)
        self.tables.forget(self.match_id)

    async def read(self, seat: int) -> dict[str, bytes]:
        """Everything that somebody can read: in a browser, as a program in the seat and as one of the person's own; the
        position, and one before."""
        person = self.people[seat] if seat >= 0 else self.onlooker
        program = {"Authorization": f"Bearer {self.tokens[seat]}"} if seat >= 0 else {}
        seen: dict[str, bytes] = {}
        for pattern in addresses():
            path = pattern.format(match_id=self.match_id)
            for tail, language in (("", "en"), ("?narrow=1&ply=9&after=0", "de")):
                headers = {"Accept-Language": language, **(program if path.startswith("/api/") else {})}
                seen[f"{pattern}{tail}"] = await body_of(person, path + tail, headers)
                if path.startswith("/api/"):
                    headers["Authorization"] = f"Bearer {self.own[seat]}"  # the onlooker's comes last, as seat -1
                    seen[f"own {pattern}{tail}"] = await body_of(person, path + tail, headers)
        mine = {"Authorization": f"Bearer {self.own[seat]}"}
        seen["/me/tables"] = await body_of(person, "/api/v1/me/tables", mine)
        return seen


async def body_of(person: Visitor, path: str, headers: dict[str, str]) -> bytes:
    if not path.partition("?")[0].endswith("/events"):
        answer = await person.get(path, headers=headers)
        assert answer.status_code < 500
        return f"{answer.status_code} {answer.headers.get('content-type')} ".encode() + answer.content
    return re.sub(rb"retry: \d+", b"retry: N", await first_of_stream(person, path, headers))  # drawn at random for each


async def first_of_stream(person: Visitor, path: str, headers: dict[str, str]) -> bytes:
    """The status of an event stream and what it says at once; asked without httpx, which would wait for its end."""
    request = person.build_request("GET", path, headers=headers)
    heard: list[bytes] = []
    enough = asyncio.Event()

    async def receive() -> dict[str, object]:
        await enough.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            heard.append(f"{message['status']} ".encode())
        elif message["type"] == "http.response.body" and not enough.is_set():
            body: bytes = message.get("body", b"")
            heard.append(re.sub(rb"retry: \d+", b"retry: at random", body))  # so that not all browsers ask at once
            enough.set()

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http", "root_path": "",
        "headers": [(name.lower(), value) for name, value in request.headers.raw], "path": request.url.path,
        "raw_path": request.url.raw_path, "query_string": request.url.query, "server": ("table.test", 80), "client": ("t", 1),
    }  # fmt: skip
    await person._transport.app(scope, receive, send)  # type: ignore[attr-defined]
    return b"".join(heard)


def stories_for(rules: Ruleset, seat: int) -> list[Twins]:
    """A few positions from several games, early and late ones."""
    rng = Random(f"{rules.game.name} {seat}")
    found = [story for _ in range(GAMES) for story in twins(rules, seat, rng, most=40)]
    assert found, f"nothing is ever hidden from seat {seat}: the test would show nothing"
    return rng.sample(found, min(POSITIONS, len(found)))


@pytest.mark.parametrize(("game", "options"), CASES, ids=lambda value: str(value))
async def test_two_stories_that_a_viewer_cannot_tell_apart_give_the_same_bytes(
    tmp_path: Path, game: str, options: dict[str, Any]
) -> None:
    rules = registry.make_ruleset(registry.game(game), len(PEOPLE), options)
    others_differ = 0
    async with opened(tmp_path) as site:
        stage = Stage(site, rules, [Visitor(site, name) for name in PEOPLE], Visitor(site, "?"))
        await stage.set_up()
        for seat in (SPECTATOR, *range(len(PEOPLE))):
            for story in stories_for(rules, seat):  # given
                seen, others = [], []
                for lines in (story.one, story.two):  # when
                    await stage.tell(lines)
                    seen.append(await stage.read(seat))
                    others.append([(await p.get(f"/table/{stage.match_id}/fragment")).content for p in stage.people])
                for address, body in seen[0].items():  # then
                    assert body == seen[1][address], f"{address} tells seat {seat} what is hidden, ply {len(story.one)}"
                others_differ += others[0] != others[1]
        for person in (*stage.people, stage.onlooker):
            await person.aclose()
    assert others_differ > 0  # the check could fail: who knows what is hidden gets other bytes


def test_a_game_without_secrets_has_no_such_stories() -> None:
    game = registry.game("armorica")
    assert not game.has_secrets
    assert twins(registry.make_ruleset(game, 3), 0, Random(1), most=1) == []


def test_the_addresses_are_found() -> None:
    assert {"/table/{match_id}", "/table/{match_id}/fragment", "/api/v1/tables/{match_id}/board.svg"} <= set(
        addresses()
    )
