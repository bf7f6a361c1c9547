"""Half requests, slow bodies, too many streams and connections: over real sockets, against a real server."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.running import Server
from tests.waiting import connections_to, wait_until

pytestmark = pytest.mark.timed
TABLE = json.dumps({"game": "armorica", "seats": [{"kind": "friend"}, {"kind": "friend"}]}).encode()
QUICK = {"header_seconds": 1.0, "body_seconds": 1.0, "body_rate": 1000.0, "stream_ping": 1}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("quick"), **QUICK) as running:  # type: ignore[arg-type]
        wait_until(lambda: all(is_prompt(running) for _ in range(5)), "the end of what a server does when it starts")
        yield running
        assert running.stop() == 0


def is_prompt(server: Server) -> bool:
    begin = time.monotonic()
    httpx.get(f"{server.url}/health")
    time.sleep(0.05)
    return time.monotonic() - begin < 0.15


@contextmanager
def connected(server: Server) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as line:
        yield line


def head(method: str, path: str, *more: str) -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: localhost", *more, "", ""]).encode()


def drip(line: socket.socket, data: bytes, pause: float, patience: float = 8.0) -> float:
    """Send one byte at a time until the other side ends the connection; the seconds that it took."""
    begin = time.monotonic()
    line.settimeout(pause)
    for number in range(int(patience / pause)):
        try:
            line.send(data[number : number + 1] or b"x")
            line.recv(1, socket.MSG_PEEK)  # there is an answer, or the end
            return time.monotonic() - begin
        except TimeoutError:
            continue
        except OSError:
            return time.monotonic() - begin
    raise AssertionError("never cut off")


def rest_of(line: socket.socket) -> bytes:
    """Everything until the end of the connection."""
    line.settimeout(10)
    received = b""
    try:
        while part := line.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


def answer_of(line: socket.socket) -> bytes:
    """One answer, with its body."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += line.recv(65536)
    top, _, body = received.partition(b"\r\n\r\n")
    length = next(int(x.split(b":")[1]) for x in top.split(b"\r\n") if x.lower().startswith(b"content-length"))
    while len(body) < length:
        body += line.recv(65536)
    return top + b"\r\n\r\n" + body


def new_table(server: Server) -> str:
    """The path of a table."""
    answer = httpx.post(f"{server.url}/api/v1/tables", content=TABLE, headers={"Content-Type": "application/json"})
    return f"/table/{answer.json()['id']}"


# -- headers


def test_headers_that_come_byte_by_byte_are_cut_off(server: Server) -> None:
    with connected(server) as line:
        seconds = drip(line, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + b"a" * 200, 0.1)
        assert 0.8 < seconds < 3
        assert rest_of(line).startswith(b"HTTP/1.1 408 ")


def test_who_says_nothing_or_stops_in_the_middle_is_cut_off(server: Server) -> None:
    for sent in (b"", b"GET / HTTP/1.1\r\nHost: loc"):
        begin = time.monotonic()
        with connected(server) as line:
            line.sendall(sent)
            assert rest_of(line)[:12] == (b"HTTP/1.1 408" if sent else b"")
        assert 0.8 < time.monotonic() - begin < 3


def test_three_hundred_half_requests_do_not_stop_the_server_and_are_gone_soon(server: Server) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(connected(server)) for _ in range(300)]
        for line in lines:
            line.sendall(b"POST /tables HTTP/1.1\r\nHost: localhost\r\n")
        assert httpx.get(f"{server.url}/health").status_code == 200
        begin = time.monotonic()
        assert all(rest_of(line) for line in lines)
        assert time.monotonic() - begin < 5


def test_a_connection_rests_between_two_requests_as_long_as_before(server: Server) -> None:
    with connected(server) as line:
        for _ in range(3):
            line.sendall(head("GET", "/health"))
            assert answer_of(line).startswith(b"HTTP/1.1 200 ")
            time.sleep(1.5)


def test_a_second_half_request_on_the_same_connection_is_cut_off(server: Server) -> None:
    with connected(server) as line:
        line.sendall(head("GET", "/health"))
        answer_of(line)
        line.sendall(b"GET /health HT")
        begin = time.monotonic()
        assert rest_of(line).startswith(b"HTTP/1.1 408 ")
        assert time.monotonic() - begin < 3


# -- bodies


@pytest.mark.parametrize("path", ["/tables", "/api/v1/tables", "/api/v1/records"])
def test_a_body_that_comes_byte_by_byte_is_refused(server: Server, path: str) -> None:
    with connected(server) as line:
        kind = "application/json" if "api" in path else "application/x-www-form-urlencoded"
        line.sendall(head("POST", path, f"Content-Type: {kind}", "Content-Length: 500"))
        assert 0.8 < drip(line, TABLE, 0.1) < 4
        answer = rest_of(line)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b"took too long to arrive" in answer
        assert b"connection: close" in answer.lower()


def test_a_slow_phone_gets_through(server: Server) -> None:
    """Given 1 s and 1,000 bytes a second, when 4,500 bytes come in 3 s, then they are taken."""
    body = TABLE + b" " * (4500 - len(TABLE))
    with connected(server) as line:
        line.sendall(head("POST", "/api/v1/tables", "Content-Type: application/json", f"Content-Length: {len(body)}"))
        for start in range(0, len(body), 300):
            line.sendall(body[start : start + 300])
            time.sleep(0.2)
        assert answer_of(line).startswith(b"HTTP/1.1 201 ")


def test_a_body_without_an_end_after_the_answer_is_cut_off(server: Server) -> None:
    with connected(server) as line:
        line.sendall(head("POST", "/nowhere", "Origin: http://evil.test", "Content-Length: 100000"))
        assert answer_of(line).startswith(b"HTTP/1.1 403 ")
        assert drip(line, b"", 0.1) < 4


def test_a_stream_stays_open(server: Server) -> None:
    table = new_table(server)
    with connected(server) as line:
        line.sendall(head("GET", f"{table}/events"))
        begin, received = time.monotonic(), b""
        while time.monotonic() - begin < 4:
            part = line.recv(65536)
            assert part, "the stream has ended"
            received += part
        assert received.count(b"ping") >= 2


# -- streams and connections


def test_streams_of_one_address_are_limited_and_places_come_back(tmp_path: Path) -> None:
    with Server(tmp_path, quotas="streams.address=60") as server, ExitStack() as stack:
        table = new_table(server)
        lines = [stack.enter_context(connected(server)) for _ in range(80)]
        statuses = []
        for line in lines:
            line.sendall(head("GET", f"{table}/events"))
        for line in lines:
            start = line.recv(4096)
            statuses.append(start.split(b" ")[1])
            assert (b"retry-after: 10" in start.lower()) == (statuses[-1] == b"429")
        assert (statuses.count(b"200"), statuses.count(b"429")) == (60, 20)
        page = httpx.get(f"{server.url}{table}/fragment", headers={"X-Brehon": "1"})
        assert page.status_code == 200  # what the script asks for instead
        for line in lines[:5]:
            line.close()
        is_open = False
        for _ in range(50):
            with connected(server) as line:
                line.sendall(head("GET", f"{table}/events"))
                is_open = line.recv(4096).startswith(b"HTTP/1.1 200 ")
            if is_open:
                break
            time.sleep(0.1)
        assert is_open, "the place of a closed stream did not come back"
        for line in lines:
            line.close()
        assert server.stop() == 0


def test_connections_of_one_address_are_limited_unless_it_is_a_trusted_proxy(tmp_path: Path) -> None:
    limits: Any = {"quotas": "connections=10", "header_seconds": 30.0}
    (tmp_path / "a").mkdir()
    with Server(tmp_path / "a", trusted_proxies="203.0.113.9", **limits) as server, ExitStack() as stack:
        wait_until(lambda: connections_to(server.port) == 0, "the probe of the start has gone")
        for _ in range(10):
            stack.enter_context(connected(server)).sendall(b"GET / HT")
        with connected(server) as line:
            answer = rest_of(line)
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"Retry-After: 10" in answer
        stack.close()
        wait_until(lambda: connections_to(server.port) == 0, "the places have come back")
        assert httpx.get(f"{server.url}/health").status_code == 200
        server.stop()
    with Server(tmp_path / "b", **limits) as server, ExitStack() as stack:
        for _ in range(30):
            stack.enter_context(connected(server)).sendall(b"GET / HT")
        assert httpx.get(f"{server.url}/health").status_code == 200
        stack.close()
        server.stop()
