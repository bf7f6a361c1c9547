"""A server that is asked to end has ended a second later, whatever is going on."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from brehon.core import registry
from tests.server.running import ROOT
from tests.server.watching import queued_for
from tests.waiting import family, seconds_used, wait_until

pytestmark = pytest.mark.timed
SECOND = 1.0
SLOW_LEVEL = "brehon"


@contextmanager
def running(*command: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A program that prints where it listens; the process and that address."""
    environment = {**os.environ, "BREHON_PURE": os.environ.get("BREHON_PURE", "1")}
    process: Any = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://[\d.:a-z]+", process.stdout.readline())
        assert found is not None
        yield process, found[0].replace("localhost", "127.0.0.1")
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()


def serving(folder: Path, *more: str) -> Any:
    args = ("serve", "--no-browser", "--port", "0", "--data-dir", str(folder), "--bot-pause", "0", *more)
    return running("-m", "brehon.cli.main", *args)


def ended_after(process: subprocess.Popen[str], sign: signal.Signals = signal.SIGTERM) -> float:
    """Seconds from the signal to the end, without those in which other programs had the processor."""
    asked, queued = time.monotonic(), queued_for(process.pid) + queued_for()
    process.send_signal(sign)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    lasted, waited = time.monotonic() - asked, queued_for(process.pid) + queued_for() - queued
    process.wait(30)
    return lasted - waited


def post(address: str, path: str, body: object) -> Any:
    content = json.dumps(body).encode()
    request = urllib.request.Request(f"{address}{path}", content, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def in_background(work: Callable[[], object]) -> None:
    """Something that is cut off when the server ends."""

    def attempt() -> None:
        with suppress(OSError):  # the line is cut
            work()

    threading.Thread(target=attempt, daemon=True).start()


def wait_for(address: str, name: str) -> None:
    """Until a number of /metrics is above 0."""
    for _ in range(600):
        with urllib.request.urlopen(f"{address}/metrics", timeout=10) as answer:
            if re.search(rf"^{name}\{{.*\}} [1-9]", answer.read().decode(), re.MULTILINE):
                return
        time.sleep(0.02)
    raise AssertionError(f"{name} stays 0")


def listens(address: str) -> bool:
    host, _, port = address.removeprefix("http://").partition(":")
    with socket.socket() as probe:
        return probe.connect_ex((host, int(port))) == 0


def thinks(process: subprocess.Popen[str]) -> bool:
    """A process of the bots, which has no children, has computed for longer than its start takes."""
    bots = [pid for pid in family(process.pid)[1:] if len(family(pid)) == 1]
    return any(seconds_used(pid) > 2 for pid in bots)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_server_with_nothing_to_do_ends(tmp_path: Path, sign: signal.Signals) -> None:
    with serving(tmp_path) as (process, address):
        post(address, "/api/v1/tables", {"game": "armorica", "seats": [{"kind": "me"}, {"kind": "me"}]})
        assert ended_after(process, sign) < SECOND


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_server_ends_although_streams_are_open_and_requests_are_half_sent(
    tmp_path: Path, sign: signal.Signals
) -> None:
    with serving(tmp_path) as (process, address):
        body = {"game": "armorica", "seats": [{"kind": "me"}, {"kind": "me"}]}
        table = post(address, "/api/v1/tables", body)["id"]
        streams = [urllib.request.urlopen(f"{address}/table/{table}/events", timeout=30) for _ in range(8)]
        for stream in streams:
            assert stream.readline()
        host, _, port = address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))) as half:
            half.sendall(b"POST /api/v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n{")
            assert ended_after(process, sign) < SECOND
        for stream in streams:
            stream.close()


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_server_ends_although_bots_are_thinking(tmp_path: Path, sign: signal.Signals) -> None:
    with serving(tmp_path) as (process, address):
        post(address, "/api/v1/tables", {"game": "armorica", "seats": [{"kind": "bot", "level": SLOW_LEVEL}] * 2})
        wait_for(address, "brehon_bots_thinking")
        wait_until(lambda: thinks(process), "a bot's process at work")
        assert ended_after(process, sign) < SECOND


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_server_ends_although_files_are_being_checked(tmp_path: Path, sign: signal.Signals) -> None:
    game = registry.game("fallen-kingdoms")
    source = game.read_builtin(game.default_components)  # the slowest of ours
    body = {"game": game.name, "seats": [{"kind": "friend"}] * 3, "components": {"name": "mine", "source": source}}
    with serving(tmp_path) as (process, address):
        for _ in range(12):
            in_background(lambda: post(address, "/api/v1/tables", body))
        wait_for(address, "brehon_inspections")
        assert ended_after(process, sign) < SECOND


STUCK = """
import socket, sys, time
import uvicorn
from brehon.server.web.shutdown import PromptServer
from brehon.server.table.events import Hub

async def app(scope, receive, send):
    if scope["type"] == "http":
        open(sys.argv[1], "w").close()
        time.sleep(60)

listening = socket.create_server(("127.0.0.1", 0))
print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
PromptServer(uvicorn.Config(app, lifespan="off", log_config=None), Hub()).run(sockets=[listening])
"""


def test_a_server_ends_although_its_event_loop_is_stuck(tmp_path: Path) -> None:
    program = tmp_path / "stuck.py"
    program.write_text(STUCK)
    sign = tmp_path / "stuck"
    with running(str(program), str(sign)) as (process, address):
        in_background(lambda: urllib.request.urlopen(address, timeout=30))
        wait_until(sign.exists, "the request")
        assert ended_after(process) < SECOND


def test_several_workers_end_although_streams_are_open_and_bots_are_thinking(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    with serving(tmp_path, "--database-url", new_database(), "--workers", "2") as (process, address):
        seats = [{"kind": "me"}, {"kind": "bot", "level": SLOW_LEVEL}]
        wait_until(lambda: listens(address), "a worker that listens")
        table = post(address, "/api/v1/tables", {"game": "armorica", "seats": seats})["id"]
        post(address, "/api/v1/tables", {"game": "armorica", "seats": [seats[1]] * 2})
        stream = urllib.request.urlopen(f"{address}/table/{table}/events", timeout=30)
        assert stream.readline()
        wait_until(lambda: thinks(process), "a bot's process at work")
        assert ended_after(process) < SECOND + 0.1  # first the workers, then the one that watches over them
        assert process.returncode == 0
        stream.close()
