"""Nonsense of every kind, sent by the thousand: nothing that comes back is our fault, and no traceback is ever written."""

from __future__ import annotations

import json
import logging
import random
import string
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from brehon.core import registry
from brehon.core.errors import BrehonError
from brehon.core.record import read_record
from brehon.core.verification import replay, verify
from tests.effort import tries
from tests.records import released
from tests.server.conftest import both, opened
from tests.server.people import ADDRESS, Program, Visitor, links_of
from tests.server.transport import Transport

ODD = ["", " ", "\x00", "\ud800", "\u202e", "😀", "ß" * 300, "-1", "0x10", "1e9", "9" * 400, "null", "true", "[]", "{}", "../..",
       "%00", "%ff%fe", "<b>", "'; DROP TABLE plies; --", "\r\nX: y", "٣", "NaN", "Infinity", "__proto__", "a" * 5000]  # fmt: skip
NUMBER = tries(150, long=500)
RECORDS = tries(900, long=3000)


def odd(rng: random.Random) -> str:
    if rng.random() < 0.7:
        return rng.choice(ODD)
    return "".join(rng.choice(string.printable + "äß€\x00\x7f") for _ in range(rng.randrange(40)))


def sendable(text: str) -> str:
    """What a client can put into a URL or a form at all."""
    return text.encode("utf-8", "replace").decode()


def mangled(data: bytes, rng: random.Random) -> bytes:
    """The same bytes with a few wounds."""
    out = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(out) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            out[at : at + rng.randrange(1, 50)] = b""
        elif kind == 1:
            out[at:at] = rng.choice(
                [b"\x00", b"\xff", b'"', b"}", b"{", b"[", b"9" * 30, b"-", b"\n", sendable(odd(rng)).encode()]
            )
        elif kind == 2 and out:
            out[min(at, len(out) - 1)] = rng.randrange(256)
        else:
            out[at:at] = out[at : at + rng.randrange(1, 200)]
    return bytes(out)


def odd_value(rng: random.Random, depth: int = 0) -> Any:
    kind = rng.randrange(8 if depth < 3 else 6)
    if kind == 6:
        return [odd_value(rng, depth + 1) for _ in range(rng.randrange(4))]
    if kind == 7:
        return {odd(rng): odd_value(rng, depth + 1) for _ in range(rng.randrange(4))}
    return [odd(rng), rng.randrange(-5, 100), -1, 10**30, 1.5, None][kind]


def altered(value: Any, rng: random.Random) -> Any:
    """A body with one of its values replaced by nonsense, at any depth."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        return {**value, key: altered(value[key], rng)} if rng.random() < 0.9 else {**value, odd(rng): odd_value(rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        at = rng.randrange(len(value))
        return [*value[:at], altered(value[at], rng), *value[at + 1 :]]
    return odd_value(rng)


class World:
    """A server with a table in play, one that waits, and a finished one."""

    def __init__(self, site: Transport) -> None:
        self.client = httpx.AsyncClient(transport=site, base_url=ADDRESS)
        self.ann = Visitor(site, "Ann")
        self.sent = 0
        self.own = ""  # the token of a person

    async def set_up(self) -> World:
        program = Program(self.ann)
        self.ticket = await program.create("me", "me")
        self.over = await program.create("me", "cottar")
        await program.play_out(self.over)
        self.path = await self.ann.set_up("me", "friend")
        self.link = links_of((await self.ann.get(self.path)).text)[0].rpartition("/")[2]
        self.paths = [
            "/",
            "/tables",
            "/records",
            "/language",
            "/health",
            "/games",
            "/account",
            "/account/name",
            "/account/passkey/finish",
            "/signin",
            "/signin/passkey/finish",
            "/device/x",
            "/api/v1/finished",
            "/metrics",
            "/api/v1/games",
            "/api/v1/tables",
            "/api/v1/verify",
        ]
        ids = [self.ticket["id"], self.over["id"], self.path.rpartition("/")[2]]
        self.paths += [
            f"/api/v1/tables/{id}{tail}"
            for id in ids
            for tail in (
                "",
                "/record",
                "/board.svg",
                "/move",
                "/undo",
                "/start",
                "/number",
                "/join",
                "/looking",
                "/seats/1",
                "/rematch",
            )
        ]
        self.paths += [
            f"/table/{id}{tail}"
            for id in ids
            for tail in (
                "",
                "/fragment",
                "/replay",
                "/record",
                "/verify",
                "/move",
                "/undo",
                "/form",
                "/number",
                "/join",
                "/device",
                "/seat",
            )
        ]
        self.paths += [f"/join/{self.link}", "/rules/armorica", "/howto/armorica", "/static/brehon.js"]
        return self

    async def send(self, method: str, path: str, **what: Any) -> httpx.Response | None:
        """Ask, and insist that the answer is none of our fault; None where no client could send such a thing."""
        client = what.pop("client", self.client)
        try:
            request = client.build_request(method, path, **what)
        except (UnicodeError, httpx.InvalidURL, ValueError, TypeError):
            return None
        self.sent += 1
        self.client.cookies.clear()  # or the lobby would list ever more tables of one guest
        answer = await client.send(request)
        assert answer.status_code < 500, (method, path, what, answer.text[:300])
        return answer  # type: ignore[no-any-return]

    async def close(self) -> None:
        await self.client.aclose()
        await self.ann.aclose()


Round = Callable[[World, random.Random], Awaitable[object]]


async def a_cookie(world: World, rng: random.Random) -> None:
    good = world.ann.cookies["brehon"]
    value = rng.choice(
        [odd(rng), mangled(good.encode(), rng).decode("latin-1"), good[: rng.randrange(len(good))], good + odd(rng)]
    )
    name = rng.choice(["brehon", "language", "narrow", "log"])
    raw = f"{name}={value}".encode("utf-8", "replace")
    path = rng.choice(["/", world.path, f"{world.path}/fragment", "/records"])
    await world.send("GET", path, headers={b"Cookie": raw.replace(b"\r", b"").replace(b"\n", b"")})


async def a_token(world: World, rng: random.Random) -> None:
    good = world.ticket["seats"][0]["token"]
    value = rng.choice([odd(rng), good[:-1], good + odd(rng), good.swapcase(), world.over["host_token"]])
    raw = rng.choice([b"Bearer ", b"Basic ", b"", b"bearer  "]) + value.encode("utf-8", "replace")
    raw = raw.replace(b"\r", b"").replace(b"\n", b"")
    path = rng.choice([path for path in world.paths if "/api/v1/tables/" in path])
    method = "POST" if path.endswith(("move", "undo", "start", "number", "open")) else "GET"
    await world.send(
        method, path, headers={b"Authorization": raw}, json={"ply": rng.randrange(30), "action": rng.randrange(200)}
    )


async def an_option(world: World, rng: random.Random) -> None:
    game = rng.choice(registry.names())
    options = {option.name: option.default for option in registry.game(game).options}
    body = {"game": game, "seats": [{"kind": "friend"}, {"kind": "bot", "level": "cottar"}, {"kind": "friend"}], "options": options,
            "components": {"name": registry.game(game).default_components, "source": ""}}  # fmt: skip
    bad = altered(body, rng)
    await world.send("POST", "/api/v1/tables", content=json.dumps(bad).encode("utf-8", "replace"))


async def a_form(world: World, rng: random.Random) -> None:
    form = {"game": "armorica", "name": "Ann", "seat1": "me", "seat2": "friend", "option.voluntary_pass": "off"}
    for _ in range(rng.randrange(1, 4)):
        form[rng.choice([*form, odd(rng)])] = odd(rng)
    await world.send("POST", "/tables", data={sendable(key): sendable(value) for key, value in form.items()})


async def a_move(world: World, rng: random.Random) -> None:
    what = rng.choice(["move", "undo", "number", "open", "form", "start"])
    fields = {
        "ply": str(rng.randrange(30)),
        "action": str(rng.randrange(300)),
        "seat": "0",
        "hash": "ab" * 32,
        "number": "ab" * 16,
    }
    fields[rng.choice([*fields, odd(rng)])] = odd(rng)
    path = rng.choice([world.path, f"/table/{world.over['id']}", f"/table/{odd(rng)}"])
    await world.send(
        "POST", f"{sendable(path)}/{what}", data={sendable(k): sendable(v) for k, v in fields.items()},
        client=rng.choice([world.ann, world.client]), headers=rng.choice([{}, {"X-Brehon": "1"}]),
    )  # fmt: skip


async def an_api_move(world: World, rng: random.Random) -> None:
    what = rng.choice(["move", "undo", "number", "open", "moves"])
    body = altered({"ply": 13, "action": 3, "words": "take gaul 1", "hash": "ab" * 32}, rng)
    token = {"Authorization": f"Bearer {world.ticket['seats'][rng.randrange(2)]['token']}"}
    await world.send(
        "POST", f"/api/v1/tables/{world.ticket['id']}/{what}", content=json.dumps(body).encode(), headers=token
    )


async def an_upload(world: World, rng: random.Random) -> None:
    good = rng.choice(released()).read_bytes()
    content = rng.choice(  # type: ignore[no-untyped-call]
        [lambda: mangled(good, rng), lambda: json.dumps(altered(json.loads(good), rng)).encode("utf-8", "replace")]
    )()
    if rng.random() < 0.5:
        await world.send("POST", "/api/v1/verify", content=content)
    else:
        await world.send("POST", "/records", files={"record": (sendable(odd(rng)) or "r", content)})


async def components(world: World, rng: random.Random) -> None:
    game = registry.game(rng.choice(registry.names()))
    good = game.read_builtin(game.default_components).encode()
    source = mangled(good, rng).decode("utf-8", "replace")
    seats = [{"kind": "friend"}] * max(game.seats)
    body = {"game": game.name, "seats": seats, "components": {"name": "mine", "source": source[:400_000]}}
    await world.send("POST", "/api/v1/tables", content=json.dumps(body).encode())


async def an_address(world: World, rng: random.Random) -> None:
    path = rng.choice(world.paths)
    parts = path.split("/")
    parts[rng.randrange(1, len(parts))] = sendable(odd(rng)).replace("/", "")
    method = rng.choice(["GET", "POST", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"])
    query = rng.choice(
        [
            "",
            f"?ply={sendable(odd(rng))}",
            f"?narrow={sendable(odd(rng))}",
            f"?game={sendable(odd(rng))}",
            "?ply=5&ply=7",
        ]
    )
    await world.send(
        method,
        "/".join(parts) + query,
        headers={"Accept-Language": rng.choice(["de", "xx;q=b", ";;,,", "en;q=9" * 50])},
    )


async def a_body(world: World, rng: random.Random) -> None:
    """Anything at all, under any name."""
    content = mangled(json.dumps({"game": "armorica", "seats": [{"kind": "me"}]}).encode(), rng)
    kinds = [
        "application/json",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "text/plain",
        "x",
        "application/json; charset=utf-7",
    ]
    await world.send(
        "POST", rng.choice(world.paths), content=rng.choice([content, b"--x\r\n" + content + b"\r\n--x--", b""]),
        headers={"Content-Type": rng.choice(kinds)},
    )  # fmt: skip


async def something_said(world: World, rng: random.Random) -> None:
    """What is beside the game: chat, notes, the log, and how to be told."""
    table = rng.choice([world.path, f"/table/{world.over['id']}"])
    tails = ["say", "unsay", "note", "chat-for", "log"]
    path = rng.choice([*(f"{table}/{tail}" for tail in tails), "/me/hooks", "/me/mail", "/me/mail/remove"])
    path = rng.choice([path, f"/me/hooks/{odd(rng)}/test", f"/mail/stop/{odd(rng)}", f"/mail/confirm/{odd(rng)}"])
    names = ["text", "number", "whom", "of", "address", "shape", "scope", "table"]
    fields = {name: rng.choice([odd(rng), "1", "read", "https://example.org/x", "json", "mine"]) for name in names}
    client = rng.choice([world.ann, world.client])
    await world.send("POST", sendable(path), data={k: sendable(v) for k, v in fields.items()}, client=client)
    await world.send(
        "GET", f"{table}/{rng.choice(['talk?before', 'log?page', 'log?of'])}={sendable(odd(rng))}", client=client
    )
    token = {"Authorization": f"Bearer {world.ticket['seats'][rng.randrange(2)]['token']}"}
    body = altered({"text": odd(rng), "whom": "read", "address": odd(rng), "shape": "json"}, rng)
    method, tail = rng.choice(
        [("POST", "chat"), ("PUT", "chat"), ("PUT", "note"), ("POST", "hooks"), ("DELETE", "chat/1")]
    )
    content = json.dumps({rng.choice(["text", "whom", "address"]): odd(rng)} if rng.random() < 0.7 else body).encode()
    await world.send(method, f"/api/v1/tables/{world.ticket['id']}/{tail}", content=content, headers=token)


async def a_person(world: World, rng: random.Random) -> None:
    """Tokens of persons, whole and broken, and what can be asked with them."""
    if not world.own or rng.random() < 0.02:
        answer = await world.client.post("/api/v1/people", json={"name": "Dee"})
        world.own = answer.json()["token"]
    own = world.own
    token = rng.choice([own, own, own, own[:-1], own.swapcase(), own + sendable(odd(rng)), f".{own}", "."])
    raw = b"Bearer " + token.encode("utf-8", "replace").replace(b"\r", b"").replace(b"\n", b"")
    body = {"name": "Dee", "label": "x", "login": "dee", "password": "x" * 9, "old": "", "new": "", "address": "https://example.org/x",
            "sure": False, "along": True}  # fmt: skip
    few = {name: value for name, value in body.items() if rng.random() < 0.3}
    part = sendable(odd(rng)).replace("/", "") or "x"
    method, path = rng.choice(
        [
            ("POST", "people"), ("POST", "signin"), ("GET", f"device/{part}"), ("POST", f"device/{part}"), ("GET", f"join/{part}"),
            ("POST", f"join/{part}"), ("GET", "me"), ("GET", "me/tables"), ("PUT", "me/name"), ("DELETE", f"me/devices/{part}"),
            ("POST", "me/link"), ("POST", "me/account"), ("PUT", "me/password"), ("DELETE", f"me/passkeys/{part}"), ("PUT", "me/mail"),
            ("POST", "me/delete"), ("POST", "me/hooks"), ("DELETE", f"me/hooks/{part}"), ("POST", f"me/hooks/{part}/test"),
            ("GET", f"records/{part}"), ("GET", f"games/{part}/rules"), ("POST", "records"), ("GET", f"tables/{part}/seats"),
        ]
    )  # fmt: skip
    content = json.dumps(rng.choice([few, altered(body, rng)])).encode("utf-8", "replace")
    await world.send(method, f"/api/v1/{path}", content=content, headers={b"Authorization": raw})


ROUNDS: dict[Round, int] = {
    a_cookie: 3 * NUMBER, a_token: 3 * NUMBER, an_option: 2 * NUMBER, a_form: NUMBER, a_move: 2 * NUMBER,
    an_api_move: 2 * NUMBER, an_upload: NUMBER, components: NUMBER // 2, an_address: 3 * NUMBER, a_body: 2 * NUMBER, something_said: NUMBER // 2,
    a_person: 2 * NUMBER,
}  # fmt: skip


@pytest.fixture
async def world(tmp_path: Path, database: str) -> AsyncIterator[World]:
    async with opened(tmp_path, database=database) as site:
        found = await World(site).set_up()
        yield found
        await found.close()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ROUNDS, ids=lambda kind: kind.__name__)
async def test_nonsense_is_refused_and_never_our_fault(
    world: World, kind: Round, caplog: pytest.LogCaptureFixture
) -> None:
    """httpx raises whatever the application raises, so a bug of ours ends the test with its traceback."""
    caplog.set_level(logging.WARNING)
    rng = random.Random(f"brehon fuzz {kind.__name__}")
    for _ in range(ROUNDS[kind]):
        await kind(world, rng)
    assert world.sent > 0.6 * ROUNDS[kind]
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@both
@pytest.mark.slow
async def test_nonsense_is_refused_by_both_databases_alike(world: World) -> None:
    for kind in (a_cookie, a_token, an_option, a_form, a_move, an_api_move, an_address, a_body, something_said):
        rng = random.Random(f"brehon both {kind.__name__}")
        for _ in range(30):
            await kind(world, rng)


@pytest.mark.slow
def test_damaged_records_are_refused_in_words_or_right() -> None:
    rng = random.Random("brehon records")
    files = [path.read_bytes() for path in released()]
    refused = 0
    for number in range(RECORDS):
        good = rng.choice(files)
        if number % 2:
            text = mangled(good, rng).decode("utf-8", "replace")
        else:
            text = json.dumps(altered(json.loads(good), rng))
        try:
            (verify if number % 3 else replay)(read_record(text))
        except BrehonError as error:
            refused += len(str(error)) > 10
    assert refused > RECORDS * 2 // 3
