"""Many live tables at once: `python -m bench.load --tables 200 --seconds 60 [--workers 2]`, and with --crash a killer among them.

Scripted people play through the pages exactly as the browser's script does (POST, fragment back), each table with a listener on
its event stream that reads the fragment when the bell rings. Everything runs against a real `brehon serve`: with one worker
on SQLite, with more on a throw-away PostgreSQL. What is measured is a click: from the POST to the last byte of the fresh table.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from brehon.core.match import replay
from brehon.core.record import read_record
from tests.server.postgres import Cluster
from tests.server.running import free_port

FORM = "application/x-www-form-urlencoded"
MOVES = re.compile(rb'name="action" value="(\d+)"')
PLY = re.compile(rb'data-ply="(\d+)"')
CATCH_UP = 20.0  # seconds that a watcher may need after the last move, on a machine that is busy with other things
PEOPLE = {"armorica": 2, "arrival": 3, "fallen-kingdoms": 3}


class Lost(Exception):
    """The connection has broken: the server, or what stands behind it, has gone."""


class Line:
    """One connection of a browser, kept open; opened again when it breaks."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, body: str = "", kind: str = FORM, script: bool = False
    ) -> tuple[int, dict[str, str], bytes]:
        head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Content-Length: {len(body)}"]
        head += [f"Content-Type: {kind}"] if body else []
        head += [f"Cookie: {self.cookie}"] if self.cookie else []
        head += ["X-Brehon: 1"] if script else []
        try:
            if self._open is None:
                self._open = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
            reader, writer = self._open
            writer.write(("\r\n".join(head) + "\r\n\r\n" + body).encode())
            await writer.drain()
            return await read_answer(reader)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.close()
            raise Lost(str(error)) from None

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
            self._open = None


async def read_answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes]:
    status = int((await reader.readuntil(b"\r\n")).split()[1])
    headers: dict[str, str] = {}
    while (line := (await reader.readuntil(b"\r\n")).strip()) != b"":
        name, _, value = line.decode().partition(":")
        headers[name.lower()] = value.strip()
    if "content-length" in headers:
        return status, headers, await reader.readexactly(int(headers["content-length"]))
    if headers.get("transfer-encoding") != "chunked":
        return status, headers, b""
    parts = []
    while size := int(await reader.readuntil(b"\r\n"), 16):
        parts.append(await reader.readexactly(size))
        await reader.readexactly(2)
    await reader.readexactly(2)
    return status, headers, b"".join(parts)


@dataclass
class Clock:
    """When people stop playing."""

    until: float


@dataclass
class Tally:
    """What has happened."""

    clicks: list[float] = field(default_factory=list)
    fragments: list[float] = field(default_factory=list)
    bells: int = 0
    refused: Counter[int] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    reconnected: int = 0
    games: int = 0


class LiveTable:
    """A table where one browser holds all seats that people have, and another one watches."""

    def __init__(self, port: int, game: str, bots: int, pause: float, tally: Tally, rng: random.Random) -> None:
        self.line, self.watcher = Line(port), Line(port)
        self.game, self.bots, self.pause, self.tally, self.rng = game, bots, pause, tally, rng
        self.path = ""
        self.acknowledged: dict[str, dict[int, int]] = {}  # path -> ply -> action
        self.shown = 0  # newest ply that the watcher has seen

    async def set_up(self) -> None:
        """A new table: all seats at one browser, or one and bots (a game with secrets allows no more)."""
        people = PEOPLE[self.game] - self.bots
        seats = {f"seat{n + 1}": "me" if n < people else "cottar" for n in range(PEOPLE[self.game])}
        status, headers, _ = await self.line.ask(
            "POST", "/tables", urlencode({"game": self.game, "name": "Ada", **seats})
        )
        if status != 303:
            raise Lost(f"no table: {status}")
        self.line.cookie = headers["set-cookie"].split(";")[0]
        self.path = headers["location"]
        self.acknowledged[self.path] = {}

    async def play(self, clock: Clock) -> None:
        """Think a moment, click, and so on; a finished game is followed by a new one."""
        await asyncio.sleep(self.rng.random() * self.pause)
        page = b""
        while time.monotonic() < clock.until:
            try:
                if not self.path or b'data-state="over"' in page:
                    self.tally.games += bool(self.path)
                    await self.set_up()
                    page = b""
                if not MOVES.search(page):
                    status, _, page = await self.line.ask("GET", f"{self.path}/fragment")
                    self.count(status)
                await asyncio.sleep(self.pause * (0.5 + self.rng.random()))
                if MOVES.search(page) and b'data-state="over"' not in page:
                    page = await self.click(page)
            except Lost:
                self.tally.lost += 1
                await asyncio.sleep(0.1 + 0.2 * self.rng.random())
                page = b""

    async def click(self, page: bytes) -> bytes:
        ply, action = int(PLY.search(page)[1]), int(self.rng.choice(MOVES.findall(page)))
        begin = time.perf_counter()
        status, _, fresh = await self.line.ask(
            "POST", f"{self.path}/move", urlencode({"ply": ply, "action": action}), script=True
        )
        self.tally.clicks.append(time.perf_counter() - begin)
        if status == 200:
            self.acknowledged[self.path][ply] = action
        else:
            self.count(status)
        return fresh if status == 200 else b""

    def count(self, status: int) -> None:
        if status in (409, 503):
            self.tally.refused[status] += 1
        elif status != 200:
            self.tally.errors[f"status {status}"] += 1

    async def listen(self) -> None:
        """The event stream of this table, opened again when it breaks; the fragment is read whenever it rings."""
        while True:
            if not self.path:
                await asyncio.sleep(0.05)
                continue
            path = self.path
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.line.port)
                try:
                    writer.write(f"GET {path}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                    await self.follow(reader, path)
                finally:
                    writer.close()
            except (OSError, Lost, asyncio.IncompleteReadError):
                self.tally.reconnected += 1
                await asyncio.sleep(0.5)

    async def follow(self, reader: asyncio.StreamReader, path: str) -> None:
        while self.path == path:
            line = await reader.readline()
            if line == b"":
                raise Lost("the stream has ended")
            if not line.startswith(b"data:") or not line[5:].strip().isdigit():
                continue
            self.tally.bells += 1
            begin = time.perf_counter()
            status, _, page = await self.watcher.ask("GET", f"{path}/fragment")
            self.tally.fragments.append(time.perf_counter() - begin)
            self.count(status)
            found = PLY.search(page)
            self.shown = int(found[1]) if found else self.shown


class Site:
    """`brehon serve` in processes of its own."""

    def __init__(self, folder: Path, workers: int, cluster: Cluster | None, bot_pause: float) -> None:
        self.port = free_port()
        self.log = (folder / "log").open("w")
        self._words = [
            sys.executable, "-m", "brehon.cli.main", "serve", "--port", str(self.port), "--no-browser", "--data-dir",
            str(folder / "data"), "--workers", str(workers), "--bot-pause", str(bot_pause),
        ]  # fmt: skip
        self._environment = dict(os.environ)
        if cluster is not None:
            self._environment["BREHON_DATABASE_URL"] = cluster.create("load")
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        self.process = subprocess.Popen(self._words, stdout=self.log, stderr=self.log, env=self._environment)
        return self.process

    async def ready(self) -> None:
        for _ in range(1200):
            try:
                if (await Line(self.port).ask("GET", "/health"))[0] == 200:
                    return
            except Lost:
                pass
            if self.process.poll() is not None:
                raise SystemExit("brehon serve has ended: see its log")
            await asyncio.sleep(0.05)
        raise SystemExit("brehon serve was not ready in time")

    def workers(self) -> list[int]:
        """The processes that serve: children of the one that watches, or that one itself."""
        found = [p for p in children(self.process.pid) if "multiprocessing.spawn" in command(p)]
        return found or [self.process.pid]

    def memory(self) -> dict[int, float]:
        return {pid: memory_of(pid) for pid in [self.process.pid, *self.workers()]}

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


def children(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout
    return [int(word) for word in found.split()]


def command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def memory_of(pid: int) -> float:
    """Megabytes."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0


@contextmanager
def surroundings(workers: int, bot_pause: float, shared: bool) -> Iterator[tuple[Site, Cluster | None]]:
    cluster = Cluster(durable=True).start() if shared else None
    try:
        with tempfile.TemporaryDirectory() as name:
            site = Site(Path(name), workers, cluster, bot_pause)
            try:
                yield site, cluster
            finally:
                code = site.stop() if site.process.poll() is None else site.process.returncode
                site.log.close()
                text = (Path(name) / "log").read_text()
                report_log(text, code)
    finally:
        if cluster is not None:
            cluster.stop()


def report_log(text: str, code: int) -> None:
    tracebacks = text.count("Traceback")
    print(f"the server ended with code {code}; tracebacks in its log: {tracebacks}")
    if tracebacks:
        kept = Path(tempfile.gettempdir()) / "brehon-load.log"
        kept.write_text(text)
        print(f"its log is kept in {kept}")


async def killer(site: Site, cluster: Cluster | None, kills: int, tally: Tally, rng: random.Random) -> list[str]:
    """At random moments a worker dies, or PostgreSQL, or on SQLite the server; the next one when people click again."""
    done: list[str] = []
    for number in range(kills):
        before = len(tally.clicks)
        while len(tally.clicks) < before + 10:
            await asyncio.sleep(0.05)
        await asyncio.sleep(rng.random())
        if cluster is not None and number % 2:
            await asyncio.to_thread(cluster.kill)
            await asyncio.sleep(rng.random() * 0.5)
            await asyncio.to_thread(cluster.start)
            done.append("PostgreSQL")
        else:
            victim = rng.choice(site.workers())
            os.kill(victim, signal.SIGKILL)
            done.append("worker")
            if victim == site.process.pid:
                site.process.wait()
                site.start()
        await site.ready()
    return done


async def check(tables: list[LiveTable], port: int) -> tuple[int, list[str]]:
    """Every acknowledged move is in the record at its ply, and every record replays; how many moves, and what is wrong."""
    wrong: list[str] = []
    moves = 0
    line = Line(port)
    for table in tables:
        for path, said in table.acknowledged.items():
            line.cookie = table.line.cookie
            status, _, text = await line.ask("GET", f"{path}/record")
            moves += len(said)
            if status == 409:  # a game with secrets that goes on: the page must have come at least as far
                _, _, page = await line.ask("GET", f"{path}/fragment")
                if said and int(PLY.search(page)[1]) <= max(said):
                    wrong.append(f"{path}: ply {max(said)} is missing")
                continue
            if status != 200:
                wrong.append(f"{path}: record {status}")
                continue
            match = replay(read_record(text.decode()))
            wrong += [f"{path} ply {ply}" for ply, action in said.items() if match.plies[ply].action != action]
    return moves, wrong


def percentiles(times: list[float]) -> str:
    if len(times) < 2:
        return "-"
    cuts = statistics.quantiles(times, n=100)
    return f"p50 {1000 * cuts[49]:.0f}, p95 {1000 * cuts[94]:.0f}, p99 {1000 * cuts[98]:.0f}, longest {1000 * max(times):.0f} ms ({len(times)})"


async def run(options: argparse.Namespace) -> bool:
    rng = random.Random(options.seed)
    tally = Tally()
    with surroundings(options.workers, options.bot_pause, options.postgres or options.workers > 1) as (site, cluster):
        await site.ready()
        games = options.games.split(",")
        tables = [
            LiveTable(site.port, games[n % len(games)], options.bots, options.pause, tally, random.Random(n))
            for n in range(options.tables)
        ]
        for table in tables:
            await table.set_up()
        print(f"{len(tables)} tables are set up; load average {os.getloadavg()[0]:.1f}", flush=True)
        before = cpu(site)
        begin = time.monotonic()
        clock = Clock(float("inf") if options.crash else begin + options.seconds)
        players = [asyncio.create_task(table.play(clock)) for table in tables]
        listeners = [asyncio.create_task(table.listen()) for table in tables]
        deaths = await killer(site, cluster, options.crash, tally, rng) if options.crash else []
        clock.until = max(begin + options.seconds, time.monotonic())
        await asyncio.gather(*players)
        options.seconds = time.monotonic() - begin
        behind = await caught_up(tables, time.monotonic() + CATCH_UP)
        for listener in listeners:
            listener.cancel()
        await asyncio.gather(*listeners, return_exceptions=True)
        memory = site.memory()
        used = cpu(site) - before
        await site.ready()
        print_tally(options, tally, deaths, memory, used)
        moves, wrong = await check(tables, site.port)
        print(f"acknowledged moves checked in the records: {moves}; missing or wrong: {len(wrong)} {wrong[:5]}")
        print(f"watchers that have not caught up: {len(behind)} {behind[:5]}")
    return not wrong and not tally.errors


async def caught_up(tables: list[LiveTable], until: float) -> list[str]:
    """Watchers whose last picture is still older than the last acknowledged move after a while."""
    while True:
        behind = [
            f"{table.path}: saw {table.shown}, last move {max(said)}"
            for table in tables
            if (said := table.acknowledged.get(table.path)) and table.shown <= max(said)
        ]
        if not behind or time.monotonic() > until:
            return behind
        await asyncio.sleep(0.2)


def cpu(site: Site) -> float:
    """Seconds of processor time of the server and its workers."""
    total = 0.0
    for pid in {site.process.pid, *site.workers()}:
        try:
            words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return total


def print_tally(
    options: argparse.Namespace, tally: Tally, deaths: list[str], memory: dict[int, float], used: float
) -> None:
    where = "PostgreSQL" if options.postgres or options.workers > 1 else "SQLite"
    clicks = len(tally.clicks)
    print(f"{where}, {options.workers} worker(s), {options.tables} tables of {options.games}, {options.seconds:.0f} s, "
          f"load average {os.getloadavg()[0]:.1f}")  # fmt: skip
    print(f"click:    {percentiles(tally.clicks)}, {clicks / options.seconds:.0f}/s")
    print(f"fragment: {percentiles(tally.fragments)}; bells {tally.bells}; games finished {tally.games}")
    print(
        f"errors {dict(tally.errors)}; 409/503 {dict(tally.refused)}; connections lost {tally.lost}; streams opened again {tally.reconnected}"
    )
    print(f"memory MB {json.dumps({str(pid): round(mb) for pid, mb in memory.items()})}; processor {used:.1f} s "
          f"({1000 * used / max(1, clicks + len(tally.fragments)):.1f} ms per answer)")  # fmt: skip
    if deaths:
        print(f"killed: {dict(Counter(deaths))}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL with one worker too")
    parser.add_argument("--games", default="armorica")
    parser.add_argument("--bots", type=int, default=0, help="seats of each table that bots have")
    parser.add_argument("--bot-pause", type=float, default=0.6)
    parser.add_argument("--pause", type=float, default=4.0, help="seconds that a person thinks, on average")
    parser.add_argument("--crash", type=int, default=0, metavar="N", help="kill -9 so many times at random moments")
    parser.add_argument("--seed", type=int, default=0)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]),) * 2)
    sys.exit(0 if asyncio.run(run(parser.parse_args())) else 1)


if __name__ == "__main__":
    main()
