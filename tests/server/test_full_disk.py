"""A disk that is full: everything says so, nothing acknowledged is lost, and all goes on when there is space again."""

from __future__ import annotations

import json
import resource
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from brehon.core.record import read_record
from brehon.core.verification import replay
from brehon.server.storage.health import FRESH
from tests.server.conftest import opened
from tests.server.people import Visitor
from tests.server.running import Server
from tests.waiting import until, wait_until

FILE = "brehon.sqlite3"


class Client:
    """Asks a running server; answers are (status, what it says)."""

    def __init__(self, url: str) -> None:
        self.url = url

    def ask(self, path: str, body: object = None, token: str = "") -> tuple[int, dict[str, Any]]:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers), timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def move(self, ticket: dict[str, Any]) -> tuple[int, dict[str, Any], int]:
        """The status, what was said, and the ply that it was meant for."""
        path = f"/api/v1/tables/{ticket['id']}"
        mover = self.ask(path)[1]["movers"][0]
        token = ticket["seats"][mover]["token"]
        state = self.ask(path, token=token)[1]
        status, said = self.ask(f"{path}/move", {"ply": state["ply"], "action": state["legal"][0]["action"]}, token)
        return status, said, state["ply"]


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of another process's files as Linux does")
def test_a_server_that_cannot_write_says_so_loses_nothing_and_goes_on_by_itself(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        client = Client(server.url)
        ticket = client.ask("/api/v1/tables", {"game": "armorica", "seats": [{"kind": "me"}] * 2})[1]
        assert client.ask("/health")[0] == 200
        for _ in range(3):
            status, said, _ = client.move(ticket)
            assert status == 200
        acknowledged = said["ply"]
        _, most = resource.prlimit(server._pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server._pid, resource.RLIMIT_FSIZE, (4096, most))  # when: no file can grow or be written
        wait_until(lambda: client.ask("/health")[0] == 503, "what /health said is remembered for a second")
        for _ in range(3):
            status, said, ply = client.move(ticket)
            assert (status, ply) == (503, acknowledged)
            assert "could not write to its disk" in said["message"] or "disk of the server is full" in said["message"]
            assert "Nothing that was confirmed is lost" in said["message"]
        status, said = client.ask("/health")
        assert status == 503
        assert said["status"] in ("disk full", "disk error")
        assert said["message"]
        resource.prlimit(server._pid, resource.RLIMIT_FSIZE, (most, most))  # and: there is space again
        wait_until(lambda: client.ask("/health")[0] == 200, "healthy again")
        status, said, ply = client.move(ticket)
        assert (status, ply) == (200, acknowledged)  # without a restart, from where it was
        record = client.ask(f"/api/v1/tables/{ticket['id']}/record")[1]
        replay(read_record(json.dumps(record)))
        assert len(record["plies"]) == said["ply"]
        assert server.stop() == 0


async def test_a_full_sqlite_is_said_in_words_by_health_and_at_the_table(tmp_path: Path) -> None:
    """SQLITE_FULL itself, from a limit of pages on every connection."""
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        store = site.app.state.tables.store
        async with store.reading() as connection:
            (pages,) = (await connection.exec_driver_sql("PRAGMA page_count")).one()

        def limit(connection: object) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")  # type: ignore[attr-defined]

        await store.write_at_once(limit)
        health = await ann.get("/health")
        assert (health.status_code, health.json()["status"]) == (503, "disk full")
        assert "Free some space" in health.json()["message"]


async def test_health_writes_at_most_once_a_second_however_often_it_is_asked(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        store = site.app.state.tables.store

        async def filler() -> bytes:
            async with store.reading() as connection:
                found: bytes = (await connection.exec_driver_sql("SELECT filler FROM probes")).scalar_one()
                return found

        seen, begin = set[bytes](), time.monotonic()
        for _ in range(50):
            assert (await ann.get("/health")).status_code == 200
            seen.add(await filler())
        assert 1 <= len(seen) <= 1 + (time.monotonic() - begin) / FRESH

        async def is_written_again() -> bool:
            await ann.get("/health")
            return await filler() not in seen

        await until(is_written_again)
