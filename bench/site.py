"""`brehon serve` in processes of its own, on SQLite or on a throw-away PostgreSQL, with somebody who kills parts of it."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.crowd import Line, Lost, Tally
from brehon.server.settings import Settings
from tests.server.postgres import Cluster
from tests.server.running import free_port


class Site:
    """Can be started again at the same address over the same data."""

    def __init__(self, folder: Path, workers: int, cluster: Cluster | None, bot_pause: float) -> None:
        self.port = free_port()
        self.cluster = cluster
        self.log = (folder / "log").open("w")
        self.settings = Settings(folder / "data", database=cluster.create("load") if cluster else "")
        self._words = [
            sys.executable, "-m", "brehon.cli.main", "serve", "--port", str(self.port), "--no-browser", "--data-dir",
            str(folder / "data"), "--workers", str(workers), "--bot-pause", str(bot_pause), "--quotas", "off",
        ]  # fmt: skip
        self._environment = {**os.environ, **({"BREHON_DATABASE_URL": self.settings.database} if cluster else {})}
        self.peak = 0.0  # MB of all processes that serve
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        self.process = subprocess.Popen(self._words, stdout=self.log, stderr=self.log, env=self._environment)
        return self.process

    async def ready(self) -> None:
        for _ in range(3600):  # three minutes: the machine may be busy
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

    async def weigh(self) -> None:
        """Note how much memory it takes, for ever."""
        while True:
            self.peak = max(self.peak, sum(memory_of(pid) for pid in {self.process.pid, *self.workers()}))
            await asyncio.sleep(1)

    def cpu(self) -> float:
        """Seconds of processor time of the server and its workers; without the database."""
        return sum(cpu_of(pid) for pid in {self.process.pid, *self.workers()})

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


def cpu_of(pid: int) -> float:
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(workers: int, bot_pause: float, shared: bool) -> Iterator[Site]:
    cluster = Cluster(durable=True).start() if shared else None
    try:
        with tempfile.TemporaryDirectory() as name:
            site = Site(Path(name), workers, cluster, bot_pause)
            try:
                yield site
            finally:
                code = site.stop() if site.process.poll() is None else site.process.returncode
                site.log.close()
                report_log((Path(name) / "log").read_text(), code)
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


async def kill_now_and_then(site: Site, kills: int, tally: Tally, rng: random.Random) -> dict[str, int]:
    """At random moments a worker dies, and PostgreSQL, so many times each; on SQLite the server. How often, by victim."""
    victims = ["worker"] * kills + (["PostgreSQL"] * kills if site.cluster is not None else [])
    rng.shuffle(victims)
    for victim in victims:
        before = len(tally.clicks) + len(tally.bundles)
        while len(tally.clicks) + len(tally.bundles) < before + 10:  # people have found back and play again
            await asyncio.sleep(0.05)
        await asyncio.sleep(rng.random())
        tally.killed_while_opening += tally.opening > 0
        await (kill_database(site, rng) if victim == "PostgreSQL" else kill_worker(site, rng))
        await site.ready()
    return {victim: victims.count(victim) for victim in dict.fromkeys(sorted(victims))}


async def kill_worker(site: Site, rng: random.Random) -> None:
    victim = rng.choice(site.workers())
    os.kill(victim, signal.SIGKILL)
    if victim == site.process.pid:
        site.process.wait()
        site.start()


async def kill_database(site: Site, rng: random.Random) -> None:
    assert site.cluster is not None
    await asyncio.to_thread(site.cluster.kill)
    await asyncio.sleep(rng.random() * 0.5)
    await asyncio.to_thread(site.cluster.start)
