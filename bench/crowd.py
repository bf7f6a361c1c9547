"""People and programs in front of a server, by the hundred: plain sockets and a page that behaves as the browser's script does.

A person has a page and an event stream. When the bell rings with a newer ply the page reads its fragment again; when it offers
moves, the person thinks for a while and clicks. The time of a click runs from the moment at which the person meant to click, so a
server that holds everybody up cannot hide it.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from bench.held import Held, plain
from brehon.core.lock import number_hash

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
MOVES = re.compile(rb'name="action" value="(\d+)"')
PLY = re.compile(rb'data-ply="(\d+)"')
LINK = re.compile(rb'value="http[^"]*(/join/[^"]+)"')
OVER = b'data-state="over"'
SEATS = {"armorica": 2, "arrival": 3, "fallen-kingdoms": 3}
LONGEST_BUNDLE = 6
SOON, LATE = (
    2.0,
    15.0,
)  # seconds before a refused stream is asked for again, each time twice as long: those of brehon.js


class Lost(Exception):
    """The connection has broken: the server, or what stands behind it, has gone."""


class Line:
    """One connection of a browser, kept open; opened again when it breaks."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._busy = asyncio.Lock()

    async def ask(
        self, method: str, path: str, body: str = "", kind: str = FORM, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Content-Length: {len(body)}"]
        head += [f"Content-Type: {kind}"] if body else []
        head += [f"Cookie: {self.cookie}"] if self.cookies else []
        head += ["Accept-Encoding: gzip", *(f"{name.replace('_', '-')}: {value}" for name, value in headers.items())]
        async with self._busy:
            try:
                status, answered, content = await self._exchange(("\r\n".join(head) + "\r\n\r\n" + body).encode())
            except (OSError, asyncio.IncompleteReadError) as error:
                self.close()
                raise Lost(str(error)) from None
        for line in answered.get("set-cookie", "").splitlines():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return status, answered, content

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def _exchange(self, question: bytes) -> tuple[int, dict[str, str], bytes]:
        if self._open is None:
            self._open = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        reader, writer = self._open
        writer.write(question)
        await writer.drain()
        return await read_answer(reader)

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None


async def read_answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    status = int((await reader.readuntil(b"\r\n")).split()[1])
    headers: dict[str, str] = {}
    while (line := (await reader.readuntil(b"\r\n")).strip()) != b"":
        name, _, value = line.decode().partition(":")
        name, value = name.lower(), value.strip()
        headers[name] = f"{headers[name]}\n{value}" if name == "set-cookie" and name in headers else value
    body = b""
    if "content-length" in headers:
        body = await reader.readexactly(int(headers["content-length"]))
    elif headers.get("transfer-encoding") == "chunked":
        while size := int(await reader.readuntil(b"\r\n"), 16):
            body += await reader.readexactly(size)
            await reader.readexactly(2)
        await reader.readexactly(2)
    return status, headers, body


@dataclass
class Bundle:
    """Several decisions that were sent together; whether an answer has come."""

    path: str
    ply: int
    seat: int
    actions: list[int]
    done: int = -1  # as the server has answered; -1 if it never did


@dataclass
class Tally:
    """What has happened."""

    until: float = float("inf")  # when people stop playing
    due: int = 0  # clicks that people meant to make
    done: int = 0  # of these
    clicks: list[float] = field(default_factory=list)
    fragments: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)  # from somebody's click until it is on another one's page
    bells: int = 0
    sent_bytes: int = 0  # of fragments
    click_bytes: int = 0  # of answers to clicks
    refused: Counter[int] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    shed_before: int = 0  # answers 503 until everybody had found in
    all_in: float = 0.0  # seconds until then
    slower: float = 0.0  # than the machine of docs/benchmarks.md, while it was timed
    lost: int = 0
    reconnected: int = 0
    games: int = 0
    bundles: list[Bundle] = field(default_factory=list)
    opening: int = 0  # tables that are locked and wait for numbers at this moment
    opened: int = 0  # tables whose numbers were all opened, and that began with the lock that was acknowledged
    killed_while_opening: int = 0

    def begin_anew(self) -> None:
        """Everybody has found in: what was timed up to now is forgotten, what went wrong is not."""
        self.due = self.done = self.bells = self.sent_bytes = self.click_bytes = self.games = 0
        for times in (self.clicks, self.fragments, self.seen):
            times.clear()

    def count(self, status: int) -> None:
        if status in (409, 503):
            self.refused[status] += 1
        elif status != 200:
            self.errors[f"status {status}"] += 1


class Person:
    """Somebody with a page open at a table."""

    def __init__(self, table: LiveTable, port: int, tally: Tally, rng: random.Random) -> None:
        self.table, self.tally, self.rng = table, tally, rng
        self.line, self.reader = Line(port), Line(port)  # a browser opens several lines: a click need not queue
        self.page = b""
        self.ply = -1
        self.held = Held()
        self.fresh = asyncio.Event()
        self.has_stream = False

    @property
    def is_in(self) -> bool:
        """Whether this person has seen the table once and hears of changes."""
        return self.has_stream and self.ply >= 0

    def show(self, page: bytes) -> None:
        """A page never goes back to an older position."""
        found = PLY.search(page)
        if found and int(found[1]) >= self.ply:
            self.page, self.ply = page, int(found[1])
            self.table.shown_to(self)
            self.fresh.set()

    async def look(self) -> bool:
        """Read the fragment again; whether there was an answer."""
        self.reader.cookies |= self.line.cookies
        begin = time.perf_counter()
        has = {"X_Brehon": "1", "X_Brehon_Has": self.held.names}
        status, headers, body = await self.reader.ask("GET", f"{self.table.path}/fragment", **has)
        self.tally.fragments.append(time.perf_counter() - begin)
        self.tally.count(status)
        if status == 200:
            self.tally.sent_bytes += len(body)
            self.show(self.held.read(headers, body))
        elif "retry-after" in headers:  # as the page's script does
            await asyncio.sleep(float(headers["retry-after"]) * (0.8 + 0.6 * self.rng.random()))
        return status < 500

    async def play(self, thinks: float) -> None:
        """Wait for one's turn, think, click."""
        while time.monotonic() < self.tally.until and OVER not in self.page:
            if not MOVES.search(self.page):
                self.fresh.clear()
                await wait(self.fresh, min(2.0, self.tally.until - time.monotonic()))
                continue
            due = time.perf_counter() + thinks * (0.5 + self.rng.random())
            position = self.ply
            while self.ply == position and time.perf_counter() < due and time.monotonic() < self.tally.until:
                self.fresh.clear()
                await wait(self.fresh, due - time.perf_counter())
            if self.ply == position and time.monotonic() < self.tally.until:
                await self.try_to(self.click(due))

    async def try_to(self, what: object) -> None:
        """As in a browser: what fails is said, and one tries again."""
        try:
            await what  # type: ignore[misc]
        except Lost:
            self.tally.lost += 1
            await asyncio.sleep(0.1 + 0.3 * self.rng.random())
            await self.look_until_it_works()

    async def look_until_it_works(self) -> None:
        while True:
            try:
                if await self.look():
                    return
            except Lost:
                pass
            await asyncio.sleep(0.2)

    async def click(self, due: float) -> None:
        ply, action = self.ply, int(self.rng.choice(MOVES.findall(self.page)))
        self.tally.due += 1
        self.table.clicked[ply + 1] = (due, self)  # others may see it before the answer is here
        form, has = urlencode({"ply": ply, "action": action}), {"X_Brehon": "1", "X_Brehon_Has": self.held.names}
        status, headers, body = await self.line.ask("POST", f"{self.table.path}/move", form, **has)
        self.tally.clicks.append(time.perf_counter() - due)
        self.tally.count(status)
        if status == 200:
            self.tally.done += 1
            self.tally.click_bytes += len(body)
            self.table.acknowledged[self.table.path][ply] = action
        else:
            self.table.clicked.pop(ply + 1, None)
        self.show(self.held.read(headers, body))

    async def listen(self, path: str) -> None:
        """The event stream of a table, opened again when it breaks; the fragment is read whenever it rings with something new."""
        later = SOON
        while self.table.path == path:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.line.port)
                try:
                    writer.write(
                        f"GET {path}/events HTTP/1.1\r\nHost: localhost\r\nCookie: {self.line.cookie}\r\n\r\n".encode()
                    )
                    status = int((await reader.readuntil(b"\r\n")).split()[1])
                    if status == 200:
                        later, self.has_stream = SOON, True
                        await self.follow(reader)
                finally:
                    writer.close()
                self.tally.count(status)
                await self.try_to(self.look())  # as the page's script does where its stream was refused
                await asyncio.sleep(later)
                later = min(2 * later, LATE)
            except (OSError, Lost, asyncio.IncompleteReadError):
                self.tally.reconnected += 1
                await asyncio.sleep(0.5)

    async def follow(self, reader: asyncio.StreamReader) -> None:
        while True:
            line = await reader.readline()
            if line == b"":
                raise Lost("the stream has ended")
            if line.startswith(b"data:") and line[5:].strip().isdigit():
                self.tally.bells += 1
                while int(line[5:]) > self.ply and not await self.look():
                    await asyncio.sleep(2)  # as the page's script does


async def wait(event: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(max(0.0, seconds)):
            await event.wait()
    except TimeoutError:
        pass


class LiveTable:
    """A table in play, game after game: people with pages of their own, and bots in the other seats."""

    def __init__(self, port: int, game: str, bots: int, thinks: float, tally: Tally, seed: int) -> None:
        self.game, self.bots, self.thinks, self.tally = game, min(bots, SEATS[game] - 1), thinks, tally
        self.rng = random.Random(seed)
        self.people = [Person(self, port, tally, self.rng) for _ in range(SEATS[game] - self.bots)]
        self.path = ""
        self.acknowledged: dict[str, dict[int, int]] = {}  # path -> ply -> action
        self.clicked: dict[
            int, tuple[float, Person]
        ] = {}  # the ply that follows a click -> when it was due, and whose it was
        self._tasks: list[asyncio.Task[None]] = []

    def shown_to(self, person: Person) -> None:
        """The time from a click until others see it; the ply of a page is the first one that it does not show yet."""
        for ply, (due, clicker) in list(self.clicked.items()):
            if ply <= person.ply and clicker is not person:
                del self.clicked[ply]
                self.tally.seen.append(time.perf_counter() - due)

    async def set_up(self) -> None:
        """A new table: the first one invites, the others come by their links, and off they go."""
        host = self.people[0]
        kinds = ["me", *["friend"] * (len(self.people) - 1), *["cottar"] * self.bots]
        form = {"game": self.game, "name": "Ada", **{f"seat{n}": kind for n, kind in enumerate(kinds, 1)}}
        status, headers, _ = await host.line.ask("POST", "/tables", urlencode(form))
        if status != 303:
            raise Lost(f"no table: {status}")
        path = headers["location"]
        if len(self.people) > 1:
            _, answered, body = await host.line.ask("GET", path)
            links = LINK.findall(plain(answered, body))
            for person, link in zip(self.people[1:], links, strict=True):
                await person.line.ask("POST", link.decode(), urlencode({"name": "Bo"}))
            await host.line.ask("POST", f"{path}/start", urlencode({"without": "1"}))
        self.path = path
        self.acknowledged[path] = {}
        self.clicked.clear()
        for person in self.people:
            person.page, person.ply, person.held = b"", -1, Held()

    async def play(self) -> None:
        """A finished game is followed by a new one."""
        while True:
            tasks = [asyncio.create_task(person.listen(self.path)) for person in self.people]
            self._tasks = tasks
            await asyncio.gather(*(person.look_until_it_works() for person in self.people))
            await asyncio.gather(*(person.play(self.thinks) for person in self.people))
            if time.monotonic() >= self.tally.until:
                return
            self.tally.games += 1
            await self.leave()
            await self.begin_again()

    async def begin_again(self) -> None:
        while time.monotonic() < self.tally.until:
            try:
                await self.set_up()
            except Lost:
                self.tally.lost += 1
                await asyncio.sleep(0.3)
            else:
                return

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def behind(self) -> list[str]:
        """People whose page is older than the last move that was acknowledged."""
        last = max(self.acknowledged.get(self.path, {}), default=-1)
        return [f"{self.path}: shows {person.ply}, last move {last}" for person in self.people if person.ply <= last]


class BundleTable:
    """A program that plays all seats of a game through the API, several decisions in one request where it can."""

    def __init__(self, port: int, game: str, tally: Tally, seed: int) -> None:
        self.line, self.game, self.tally = Line(port), game, tally
        self.rng = random.Random(seed)
        self.path, self.tokens = "", [""]

    async def ask(self, method: str, path: str, body: object = None, token: str = "") -> tuple[int, dict[str, Any]]:
        text = "" if body is None else json.dumps(body)
        status, headers, content = await self.line.ask(method, path, text, JSON, Authorization=f"Bearer {token}")
        return status, json.loads(plain(headers, content))

    async def set_up(self) -> None:
        seats = [{"kind": "friend"}] * SEATS[self.game]
        _, ticket = await self.ask("POST", "/api/v1/tables", {"game": self.game, "seats": seats}, "x")
        path = f"/api/v1/tables/{ticket['id']}"
        self.tokens = [await self.sit_down(seat["link"]) for seat in ticket["seats"]]
        status, _ = await self.ask("POST", f"{path}/start", {}, ticket["host_token"])
        if status == 200:
            self.path = path

    async def sit_down(self, link: str) -> str:
        """Take a seat by its link; its key."""
        _, came = await self.ask("POST", f"/api/v1/join/{link.rpartition('/')[2]}", {}, "x")
        return str(came["token"])

    async def play(self) -> None:
        while time.monotonic() < self.tally.until:
            try:
                await (self.step() if self.path else self.set_up())
            except (Lost, KeyError, ValueError):  # nobody there, or an answer that was cut off
                self.tally.lost += 1
                await asyncio.sleep(0.2)

    async def step(self) -> None:
        status, state = await self.ask("GET", self.path, token=self.tokens[0])
        if status == 200 and state["status"] == "over":
            self.path = ""
        if status != 200 or not state["movers"]:
            return await asyncio.sleep(0.05)
        seat = self.rng.choice(state["movers"])
        _, mine = await self.ask("GET", self.path, token=self.tokens[seat])
        legal = [entry["action"] for entry in mine["legal"]]
        if not legal:
            return None
        first = self.rng.choice(legal)
        rest = [first] * self.rng.randrange(LONGEST_BUNDLE) if self.rng.random() < 0.7 else []
        bundle = Bundle(self.path.rpartition("/")[2], mine["ply"], seat, [first, *rest])
        self.tally.bundles.append(bundle)
        body = {"ply": bundle.ply, "actions": bundle.actions}
        status, answer = await self.ask("POST", f"{self.path}/moves", body, self.tokens[seat])
        self.tally.count(status)
        if status == 200:
            bundle.done = int(answer["done"])
        return None


class OpeningTable(BundleTable):
    """A program that locks tables and opens their numbers, one table after the other; it goes on where a kill has stopped it."""

    def __init__(self, port: int, game: str, tally: Tally, seed: int) -> None:
        super().__init__(port, game, tally, seed)
        self.host = ""
        self.numbers: dict[int, str] = {}
        self.lock: dict[str, Any] = {}

    async def step(self) -> None:
        """One look at the table, and the next thing that it needs."""
        status, state = await self.ask("GET", self.path, token=self.tokens[0])
        if status != 200:
            return
        number = {seat: f"{self.rng.getrandbits(64):016x}" for seat in range(len(self.tokens))}
        if state["status"] == "waiting":
            self.numbers = number
            for seat, token in enumerate(self.tokens):
                fixed = number_hash(state["id"], seat, number[seat])
                await self.ask("POST", f"{self.path}/number", {"hash": fixed}, token)
            await self.ask("POST", f"{self.path}/start", {}, self.host)
        elif state["status"] == "locked":
            await self.open(state)
        else:
            if state["fair"]["fingerprint"] != self.lock.get("fingerprint"):
                self.tally.errors["a table began with another lock"] += 1
            self.tally.opened += 1
            self.tally.opening -= 1
            self.path, self.lock = "", {}

    async def open(self, state: dict[str, Any]) -> None:
        if not self.lock:
            _, self.lock = await self.ask("GET", f"{self.path}/lock", token=self.tokens[0])
            self.tally.opening += 1
        await asyncio.sleep(self.rng.random())  # long enough for a kill in between
        seat = state["fair"]["to_open"][0]
        await self.ask("POST", f"{self.path}/open", {"number": self.numbers[seat]}, self.tokens[seat])

    async def set_up(self) -> None:
        seats = [{"kind": "friend"}] * SEATS[self.game]
        _, ticket = await self.ask("POST", "/api/v1/tables", {"game": self.game, "seats": seats}, "x")
        self.host = ticket["host_token"]
        self.tokens = [await self.sit_down(seat["link"]) for seat in ticket["seats"]]
        self.path = f"/api/v1/tables/{ticket['id']}"
