"""What an answer costs the processor, in one process: `python -m bench.answers --tables 60 --plies 40 [--profile]`.

The application is called as a server would call it, without sockets, so nothing but our own work is measured, and a busy machine does
not matter: the time is the processor's. People play at random; after every move everybody else at the table reads the part of the page
that has changed. The tables take turns, so that nothing is warm that would not be with as many tables on a real server.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import random
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import brehon
from bench.crowd import FORM, LINK, MOVES, OVER, PLY, SEATS
from bench.held import Held
from bench.yardstick import YARD_MS, yardstick
from brehon.server.app import create_app
from brehon.server.settings import Settings
from brehon.server.workers import collect_seldom

CLICK, LOOK = "click", "look"
SELDOM = 3600.0  # seconds; what a server does once a second is not the cost of an answer


@dataclass
class Cost:
    """Processor seconds and bytes of the answers of one kind."""

    seconds: list[float] = field(default_factory=list)
    sent: list[int] = field(default_factory=list)

    def words(self, slower: float) -> str:
        times = sorted(seconds / slower for seconds in self.seconds)
        n = max(1, len(times))
        return (
            f"{1000 * sum(times) / n:6.2f} ms mean, {1000 * times[n // 2]:6.2f} median, {1000 * times[int(n * 0.95)]:6.2f} p95,"
            f" {sum(self.sent) / n / 1000:6.2f} kB, {len(times)} answers"
        )


class Browser:
    """Cookies and requests, straight into the application."""

    def __init__(self, app: object) -> None:
        self.app = app
        self.cookies: dict[str, str] = {}
        self.page = b""
        self.held = Held()
        self.seconds = 0.0
        self.sent = 0

    async def ask(self, method: str, path: str, body: str = "", **more: str) -> tuple[int, dict[str, str], bytes]:
        headers = [(b"host", b"localhost"), (b"accept-encoding", b"gzip"), (b"content-length", str(len(body)).encode())]
        headers += [(b"content-type", FORM.encode())] if body else []
        if self.cookies:
            headers.append((b"cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()).encode()))
        headers += [(name.replace("_", "-").lower().encode(), value.encode()) for name, value in more.items()]
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "path": path,
            "raw_path": path.encode(), "root_path": "", "scheme": "http", "query_string": b"", "headers": headers,
            "client": ("127.0.0.1", 1), "server": ("localhost", 80), "state": {},
        }  # fmt: skip
        messages = iter([{"type": "http.request", "body": body.encode(), "more_body": False}])
        answered: list[dict[str, Any]] = []

        async def receive() -> dict[str, object]:
            try:
                return next(messages)
            except StopIteration:
                await asyncio.sleep(3600)
                raise

        async def send(message: dict[str, Any]) -> None:
            answered.append(message)

        begin = time.process_time()
        await self.app(scope, receive, send)  # type: ignore[operator]
        self.seconds = time.process_time() - begin
        content = b"".join(message.get("body", b"") for message in answered[1:])
        self.sent = len(content)
        found: dict[str, str] = {}
        for name, value in answered[0]["headers"]:
            if name == b"set-cookie":
                key, _, rest = value.decode().partition(";")[0].partition("=")
                self.cookies[key] = rest
            found[name.decode()] = value.decode()
        return int(str(answered[0]["status"])), found, self.held.read(found, content)


class OneTable:
    """A table with a person in every seat."""

    def __init__(self, app: object, game: str) -> None:
        self.app, self.game = app, game
        self.people = [Browser(app) for _ in range(SEATS[game])]
        self.path = ""

    async def set_up(self) -> None:
        host = self.people[0]
        kinds = ["me", *["friend"] * (len(self.people) - 1)]
        form = {"game": self.game, "name": "Ada", **{f"seat{n}": kind for n, kind in enumerate(kinds, 1)}}
        _, headers, _ = await host.ask("POST", "/tables", urlencode(form))
        self.path = headers["location"]
        _, _, page = await host.ask("GET", self.path)
        for person, link in zip(self.people[1:], LINK.findall(page), strict=True):
            await person.ask("POST", link.decode(), urlencode({"name": "Bo"}))
        await host.ask("POST", f"{self.path}/start", urlencode({"without": "1"}))
        for person in self.people:
            await self.look(person)

    async def look(self, person: Browser) -> None:
        _, _, person.page = await person.ask(
            "GET", f"{self.path}/fragment", X_Brehon="1", X_Brehon_Has=person.held.names
        )

    async def step(self, rng: random.Random, costs: dict[tuple[str, str], Cost]) -> bool:
        """One decision, seen by all; whether the game goes on."""
        able = [person for person in self.people if MOVES.search(person.page)]
        if not able or any(OVER in person.page for person in self.people):
            return False
        mover = rng.choice(able)
        action, ply = int(rng.choice(MOVES.findall(mover.page))), int(PLY.search(mover.page)[1])  # type: ignore[index]
        form, has = urlencode({"ply": ply, "action": action}), {"X_Brehon": "1", "X_Brehon_Has": mover.held.names}
        status, _, mover.page = await mover.ask("POST", f"{self.path}/move", form, **has)
        assert status == 200, mover.page[:500]
        note(costs, self.game, CLICK, mover)
        for other in self.people:
            if other is not mover:
                await self.look(other)
                note(costs, self.game, LOOK, other)
        return True


def note(costs: dict[tuple[str, str], Cost], game: str, kind: str, person: Browser) -> None:
    for name in (game, "all"):
        costs[name, kind].seconds.append(person.seconds)
        costs[name, kind].sent.append(person.sent)


async def run(options: argparse.Namespace) -> None:
    rng, costs = random.Random(options.seed), defaultdict[tuple[str, str], Cost](Cost)
    games = options.games.split(",")
    profile, yards = cProfile.Profile(), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(Path(folder), quotas="off", clock_tick=SELDOM, notice_sweep=SELDOM, sweep=SELDOM))
        async with app.router.lifespan_context(app):
            collect_seldom()
            tables = [OneTable(app, games[n % len(games)]) for n in range(options.tables)]
            for table in tables:
                await table.set_up()
            for _ in range(options.skip):
                for table in tables:
                    await table.step(rng, defaultdict(Cost))
            if options.profile:
                profile.enable()
            for _ in range(options.plies):
                for table in tables:
                    yards.append(yardstick())
                    if not await table.step(rng, costs):
                        await table.set_up()
            profile.disable()
    slower = 1000 * sum(yards) / len(yards) / YARD_MS
    print(
        f"{brehon.MODE}; {len(tables)} tables, {options.plies} decisions at each; times divided by {slower:.2f}, the yardstick"
    )
    for (game, kind), cost in sorted(costs.items()):
        print(f"{game:16} {kind:6} {cost.words(slower)}")
    if options.profile:
        stats = pstats.Stats(profile, stream=sys.stdout)
        stats.sort_stats("cumulative").print_stats(
            r"brehon|jinja|starlette|fastapi|gzip|zlib|sqlalchemy/engine/base|aiosqlite", 90
        )
        stats.sort_stats("tottime").print_stats(45)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.answers", description=__doc__)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--plies", type=int, default=20)
    parser.add_argument("--skip", type=int, default=10, help="decisions at each table before anything is measured")
    parser.add_argument("--games", default="armorica,arrival,fallen-kingdoms")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--profile", action="store_true", help="where the time goes, by function")
    asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
