"""kill -9 at any moment: nothing that was acknowledged is lost."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
import time
import urllib.request
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from brehon.core.record import read_record
from brehon.core.verification import replay
from tests.effort import tries
from tests.server.running import Server

KILLS = tries(6, long=20)


class Client:
    """A program that plays both seats as fast as it can and remembers what was acknowledged."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.tables: list[dict[str, Any]] = []
        self.acknowledged: dict[str, list[str]] = {}  # plies in words, by table
        self.count = 0
        self.stop = threading.Event()

    def ask(self, path: str, body: object = None, token: str = "") -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        request = urllib.request.Request(self.url + path, data, headers)
        with urllib.request.urlopen(request, timeout=5) as answer:
            return json.load(answer)  # type: ignore[no-any-return]

    def create(self) -> None:
        seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "level": "wanderer"}]
        ticket = self.ask("/api/v1/tables", {"game": "armorica", "seats": seats})
        self.tables.append(ticket)
        self.acknowledged[ticket["id"]] = []

    def step(self, ticket: dict[str, Any]) -> None:
        path = f"/api/v1/tables/{ticket['id']}"
        state = self.ask(path)
        if state["status"] == "over":
            self.tables.remove(ticket)
            return
        mover = state["movers"][0]
        if mover == 2:
            return
        token = ticket["seats"][mover]["token"]
        mine = self.ask(path, token=token)
        if not mine["legal"]:
            return
        choice = random.choice(mine["legal"])
        self.ask(f"{path}/move", {"ply": mine["ply"], "action": choice["action"]}, token)
        said = self.acknowledged[ticket["id"]]
        said.extend([""] * (mine["ply"] - len(said)))
        said.append(f"{mover} {choice['words']}")
        self.count += 1

    def run(self) -> None:
        while not self.stop.is_set():
            try:
                if not self.tables:
                    self.create()
                self.step(self.tables[0])
            except (HTTPException, OSError, json.JSONDecodeError):
                time.sleep(0.01)  # the server is dead, or somebody was faster


@pytest.mark.slow
def test_no_acknowledged_move_is_lost_when_the_server_is_killed_again_and_again(tmp_path: Path) -> None:
    client = Client("")
    with Server(tmp_path) as server:
        client.url = server.url
        player = threading.Thread(target=client.run)
        player.start()
        try:
            for _ in range(KILLS):
                before = client.count
                for _ in range(400):
                    if client.count > before + 2:
                        break
                    time.sleep(0.01)
                time.sleep(random.random() * 0.05)
                server.kill()
                server.start()
        finally:
            client.stop.set()
            player.join()
        assert client.count >= 2 * KILLS
        for table, plies in client.acknowledged.items():
            text = json.dumps(client.ask(f"/api/v1/tables/{table}/record"))
            stored = json.loads(text)["plies"]
            for ply, words in enumerate(plies):
                assert words in ("", stored[ply]), f"ply {ply} of {table} was acknowledged as {words!r}"
            replay(read_record(text))
        assert server.stop() == 0
    with sqlite3.connect(tmp_path / "brehon.sqlite3") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
