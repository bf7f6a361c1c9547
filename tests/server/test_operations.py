"""For whoever runs the server: health, numbers, logs, workers that die, a database that goes and comes back."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from brehon.server.logs import JsonLines
from tests.server.conftest import opened
from tests.server.people import Program, Visitor, links_of
from tests.server.postgres import Cluster
from tests.server.running import ROOT, free_port
from tests.server.transport import Transport

LOCAL = ("127.0.0.1", 5)


def asking(site: Transport, client: tuple[str, int], **headers: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(site.app, client=client)
    return httpx.AsyncClient(transport=transport, base_url="http://table.test", headers=headers)


async def test_health_tells_whether_the_database_answers(ann: Visitor, site: Transport) -> None:
    answer = await ann.get("/health")
    assert answer.status_code == 200
    assert answer.json()["status"] == "ok"


async def test_numbers_are_for_this_machine_or_for_the_operators_token(tmp_path: Path) -> None:
    async with opened(tmp_path) as site:
        for client, headers, expected in (
            (LOCAL, {}, 200),
            (("::1", 5), {}, 200),
            (("192.0.2.7", 5), {}, 403),
            (LOCAL, {"X-Forwarded-For": "192.0.2.7"}, 403),  # through a proxy
            (("192.0.2.7", 5), {"Authorization": "Bearer "}, 403),
        ):
            async with asking(site, client, **headers) as somebody:
                assert (await somebody.get("/metrics")).status_code == expected, (client, headers)
    async with opened(tmp_path / "two", metrics_token="s3cret") as site:
        for token, expected in (("s3cret", 200), ("other", 403), ("", 403)):
            async with asking(site, LOCAL, Authorization=f"Bearer {token}") as somebody:
                assert (await somebody.get("/metrics")).status_code == expected, token


async def test_numbers_are_what_prometheus_reads_and_hold_no_secret(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "friend")
    (link,) = links_of((await ann.get(path)).text)
    await ann.get(httpx.URL(link).path)
    await ann.get("/nothing/at/all")
    async with asking(site, LOCAL) as operator:
        text = (await operator.get("/metrics")).text
    for line in text.splitlines():
        assert re.fullmatch(r'# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)*\})? [0-9.e+-]+', line), line
    assert 'route="/join/{token}"' in text
    assert 'route="(none)",status="404"' in text
    assert 'brehon_matches{state="waiting"} 1' in text
    for secret in (path.rpartition("/")[2], link.rpartition("/")[2], ann.cookies["brehon"]):
        assert secret not in text


async def test_the_log_tells_every_request_by_its_route_and_no_secret(
    ann: Visitor, site: Transport, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    ticket = await Program(ann).create("me", "friend")
    await Program(ann).look(ticket, 0)
    word = ticket["seats"][1]["link"].rpartition("/")[2]
    await ann.get(f"/join/{word}")
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records if record.name.startswith("brehon")]
    assert [(line["route"], line["status"]) for line in lines] == [
        ("/api/v1/tables", 201),
        ("/api/v1/tables/{match_id}", 200),
        ("/join/{token}", 200),
    ]
    text = json.dumps(lines)
    for secret in (ticket["id"], ticket["host_token"], ticket["seats"][0]["token"], word):
        assert secret not in text


def test_an_error_in_the_log_is_one_line_of_json() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("brehon", logging.ERROR, "", 0, "what %s", ("ever",), sys.exc_info())
    line = JsonLines().format(record)
    assert "\n" not in line
    assert json.loads(line)["message"] == "what ever"
    assert "two" in json.loads(line)["error"]


# -- real processes


class Site:
    """`brehon serve --workers 2` on PostgreSQL."""

    def __init__(self, folder: Path, database: str, *more: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "log"
        words = ["serve", "--no-browser", "--port", str(self.port), "--data-dir", str(folder / "data"), "--workers", "2",
                 "--bot-pause", "0", "--log-format", "json", *more]  # fmt: skip
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "brehon.cli.main", *words], cwd=ROOT, stdout=log, stderr=log,
                env={**os.environ, "BREHON_DATABASE_URL": database},
            )  # fmt: skip

    def ask(self, path: str, body: object = None, token: str = "", patience: float = 60) -> dict[str, Any]:
        """Asks until there is an answer: the server, a worker or the database may just be away."""
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        deadline = time.monotonic() + patience
        while True:
            try:
                with urllib.request.urlopen(
                    urllib.request.Request(self.url + path, data, headers), timeout=20
                ) as answer:
                    return json.load(answer)  # type: ignore[no-any-return]
            except urllib.error.HTTPError as error:
                error.close()
                if error.code != 503 or time.monotonic() > deadline:
                    raise
            except OSError:
                if time.monotonic() > deadline:
                    raise
            time.sleep(0.1)

    def workers(self) -> list[int]:
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False
        ).stdout
        return [int(pid) for pid in found.split() if "spawn_main" in command_of(pid)]


def command_of(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""  # it has gone this very moment


@contextmanager
def serving(folder: Path, database: str, *more: str) -> Iterator[Site]:
    site = Site(folder, database, *more)
    try:
        site.ask("/health", patience=180)
        yield site
    finally:
        if site.process.poll() is None:
            site.process.kill()
            site.process.wait()


def play_a_move(site: Site, ticket: dict[str, Any]) -> int:
    state = site.ask(f"/api/v1/tables/{ticket['id']}")
    token = ticket["seats"][state["movers"][0]]["token"]
    mine = site.ask(f"/api/v1/tables/{ticket['id']}", token=token)
    moved = site.ask(
        f"/api/v1/tables/{ticket['id']}/move", {"ply": mine["ply"], "action": mine["legal"][0]["action"]}, token
    )
    return int(moved["ply"])


def wait_for(what: object, seconds: float = 180) -> None:
    deadline = time.monotonic() + seconds
    while not what():  # type: ignore[operator]
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.05)


@pytest.mark.slow
def test_two_workers_survive_the_death_of_one_of_them_and_of_the_database_and_end_cleanly(tmp_path: Path) -> None:
    cluster = Cluster().start()  # its own: it is going to be killed
    try:
        with serving(tmp_path, cluster.create("brehon")) as site:
            ticket = site.ask("/api/v1/tables", {"game": "armorica", "seats": [{"kind": "me"}, {"kind": "me"}]})
            ply = play_a_move(site, ticket)
            wait_for(lambda: len(site.workers()) == 2)
            victim = site.workers()[0]
            os.kill(victim, signal.SIGKILL)  # a worker dies
            wait_for(lambda: len(site.workers()) == 2 and victim not in site.workers())
            ply = play_a_move(site, ticket)
            cluster.kill()  # the database dies
            wait_for(lambda: health_of(site) == 503)  # what was asked in the last second is remembered
            cluster.start()
            assert site.ask(f"/api/v1/tables/{ticket['id']}")["ply"] == ply
            assert play_a_move(site, ticket) > ply
            with urllib.request.urlopen(f"{site.url}/table/{ticket['id']}/events", timeout=60) as stream:
                reader = threading.Thread(target=stream.read)
                reader.start()
                site.process.send_signal(signal.SIGTERM)  # the operator ends it
                assert site.process.wait(60) == 0
                reader.join(10)
            log = site.log.read_text()
            assert "Traceback" not in log
            assert f"worker died: starting another one pid={victim} exit=" in log
    finally:
        cluster.stop()


def health_of(site: Site) -> int:
    try:
        site.ask("/health", patience=0)
    except urllib.error.HTTPError as error:
        return error.code
    return 200


def serve(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "brehon.cli.main", "serve", "--no-browser", "--port", "0", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--workers", "2"], "2 workers need PostgreSQL"),
        (["--database-url", "mysql://x/y"], "mysql is not a database"),
        (["--database-url", "hello"], "cannot be read"),
        (["--database-url", "postgresql://nobody:hidden@127.0.0.1:1/none"], "cannot be used"),
        (["--log-format", "xml"], "text, json"),
    ],
)
def test_what_cannot_be_served_is_one_message_without_the_password(tmp_path: Path, words: list[str], says: str) -> None:
    done = serve("--data-dir", str(tmp_path), *words)
    assert done.returncode == 2
    assert says in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert "hidden" not in done.stderr
