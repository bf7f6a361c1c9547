"""A click end to end, against a real server in a process of its own: POST, rules, store on disk, render, answer read.

One table at a time, four seats, all of them ours, so that every decision is a click and no bot thinks meanwhile. What is
timed is a browser's wait: from sending the request to having read the last byte. Finding out which moves are open, and
setting up the next table when a game is over, is not timed.
"""

import json
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

from bench.measure import percentile

SEATS = 4
WARM_UP = 10  # clicks that are not counted: first use of templates and statements
READY_SECONDS = 60.0
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SCRIPT = {"X-Brehon": "1"}  # how the page's own script asks for the part that has changed

WITH_SCRIPT = "page"
PLAIN_FORM = "page without script"
JSON_API = "JSON API"
WAYS = (WITH_SCRIPT, PLAIN_FORM, JSON_API)
BARE_COMMIT = "(for comparison: a bare SQLite commit, same disk)"


class ClickFailed(Exception):
    """Why no click could be measured."""


@dataclass(frozen=True)
class Clicks:
    """The times of one way to click."""

    way: str
    seconds: list[float]

    def millis(self, percent: int) -> float:
        return 1000 * percentile(self.seconds, percent)

    def summary(self) -> dict[str, Any]:
        names = {"p50": 50, "p95": 95, "slowest": 100}
        times = {name: self.millis(percent) for name, percent in names.items()}
        return {"way": self.way, "clicks": len(self.seconds), "millis": times}


class Browser:
    """One kept-alive connection and its cookies."""

    def __init__(self, port: int) -> None:
        self.line = HTTPConnection("127.0.0.1", port, timeout=30)
        self.cookies: dict[str, str] = {}
        self.answer: HTTPResponse | None = None

    def ask(self, method: str, path: str, body: str = "", headers: dict[str, str] | None = None) -> str:
        """The text of the answer; whatever is not 2xx or 303 ends the measurement with its words."""
        cookie = (
            {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}
        )
        self.line.request(method, path, body.encode() or None, {**cookie, **(headers or {})})
        self.answer = self.line.getresponse()
        for line in self.answer.headers.get_all("set-cookie", []):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        text = self.answer.read().decode()
        if self.answer.status not in (200, 201, 303):
            raise ClickFailed(f"{method} {path} was answered with {self.answer.status}: {text[:300]}")
        return text

    def header(self, name: str) -> str:
        assert self.answer is not None
        return self.answer.getheader(name) or ""


class Moves(HTMLParser):
    """Reads from a page which moves can be clicked: the buttons of the forms that lead to the table's move address."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.in_form = False
        self.ply = ""
        self.actions: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self.in_form = (found.get("action") or "").endswith("/move")
        if not self.in_form or "disabled" in found or found.get("aria-disabled") == "true":
            return
        if found.get("name") == "ply":
            self.ply = found.get("value") or ""
        if found.get("name") == "action":
            self.actions.append(found.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.in_form = False


def order_form() -> str:
    """The lobby's form for a table with all seats at this browser."""
    seats = {f"seat{number + 1}": "me" for number in range(SEATS)}
    return urlencode({"game": "armorica", "name": "Ada", **seats})


class PageTable:
    """A table as a person plays it; with the page's script, or as plain forms that lead to a fresh page."""

    def __init__(self, browser: Browser, script: bool) -> None:
        self.browser = browser
        self.headers = {**FORM, **(SCRIPT if script else {})}
        browser.ask("POST", "/tables", order_form(), FORM)
        self.path = browser.header("location")
        self.moves = Moves(browser.ask("GET", self.path))
        if not self.moves.actions:
            raise ClickFailed("the page of a new table offers no move")

    def click(self, rng: Random) -> float:
        body = urlencode({"ply": self.moves.ply, "action": rng.choice(self.moves.actions)})
        begin = time.perf_counter()
        page = self.browser.ask("POST", f"{self.path}/move", body, self.headers)
        if self.browser.header("location"):
            page = self.browser.ask("GET", self.browser.header("location"))
        passed = time.perf_counter() - begin
        self.moves = Moves(page)
        return passed

    def is_over(self) -> bool:
        return not self.moves.actions


class ApiTable:
    """A table as a program plays it."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        order = {"game": "armorica", "seats": [{"kind": "me"}] * SEATS}
        ticket = json.loads(browser.ask("POST", "/api/v1/tables", json.dumps(order), self.headers("")))
        self.path = f"/api/v1/tables/{ticket['id']}"
        self.tokens = [seat["token"] for seat in ticket["seats"]]
        self.state: dict[str, Any] = json.loads(browser.ask("GET", self.path))

    def headers(self, token: str) -> dict[str, str]:
        proof = {"Authorization": f"Bearer {token}"} if token else {}
        return {"Content-Type": "application/json", **proof}

    def click(self, rng: Random) -> float:
        headers = self.headers(self.tokens[self.state["movers"][0]])
        seen = json.loads(self.browser.ask("GET", self.path, headers=headers))
        body = json.dumps({"ply": seen["ply"], "action": rng.choice(seen["legal"])["action"]})
        begin = time.perf_counter()
        text = self.browser.ask("POST", f"{self.path}/move", body, headers)
        passed = time.perf_counter() - begin
        self.state = json.loads(text)
        return passed

    def is_over(self) -> bool:
        return not self.state["movers"]


@contextmanager
def server() -> Iterator[int]:
    """`brehon serve` on a free port over an empty folder; its port."""
    with tempfile.TemporaryDirectory() as folder:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        words = [
            "serve",
            "--port",
            str(port),
            "--no-browser",
            "--data-dir",
            str(Path(folder) / "data"),
            "--quotas",
            "off",
        ]
        with (Path(folder) / "log").open("w+") as log:
            process = subprocess.Popen([sys.executable, "-m", "brehon.cli.main", *words], stdout=log, stderr=log)
            try:
                wait_until_ready(process, port, Path(folder) / "log")
                yield port
            finally:
                process.terminate()
                process.wait(timeout=30)


def wait_until_ready(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            last = log.read_text().strip().splitlines()[-1:] or ["without a word"]
            raise ClickFailed(f"brehon serve ended: {last[0]}")
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise ClickFailed(f"brehon serve was not ready after {READY_SECONDS:.0f} s")


def new_table(browser: Browser, way: str) -> PageTable | ApiTable:
    return ApiTable(browser) if way == JSON_API else PageTable(browser, way == WITH_SCRIPT)


class BareCommit:
    """One row written to a SQLite file as safely as the server does: the part of a click that is the disk's."""

    def __init__(self, folder: Path) -> None:
        self.base = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
        self.base.execute("PRAGMA journal_mode=WAL")
        self.base.execute("PRAGMA synchronous=FULL")
        self.base.execute("CREATE TABLE line (text TEXT)")

    def click(self, _: Random) -> float:
        time.sleep(0.01)  # clicks have pauses too: some disks make commits wait that come in quick succession
        begin = time.perf_counter()
        self.base.execute("INSERT INTO line VALUES ('take gaul 1')")
        return time.perf_counter() - begin

    def is_over(self) -> bool:
        return False


def measure_clicks(wanted: int) -> list[Clicks]:
    """So many clicks each way, the ways taking turns game by game, a few bare commits after each."""
    times: dict[str, list[float]] = {way: [] for way in (*WAYS, BARE_COMMIT)}
    rng = Random(0)
    try:
        with server() as port, tempfile.TemporaryDirectory() as folder:
            browser = Browser(port)
            bare = BareCommit(Path(folder))
            for way in WAYS:
                click_through(new_table(browser, way), rng, WARM_UP)
            while any(len(times[way]) < wanted for way in WAYS):
                for way in WAYS:
                    done = click_through(new_table(browser, way), rng, wanted - len(times[way]))
                    times[way] += done
                    times[BARE_COMMIT] += click_through(bare, rng, len(done) // 4)
            browser.line.close()
            bare.base.close()
    except (OSError, HTTPException) as error:
        raise ClickFailed(f"the connection to the server failed: {error}") from error
    return [Clicks(way, found) for way, found in times.items()]


def click_through(table: PageTable | ApiTable | BareCommit, rng: Random, most: int) -> list[float]:
    """Play a game at random, click by click, to its end or for so many clicks."""
    times: list[float] = []
    while len(times) < most and not table.is_over():
        times.append(table.click(rng))
    return times
