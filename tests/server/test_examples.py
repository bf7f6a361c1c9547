"""The example programs of the documentation play a whole game against each other on a real server."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import httpx

from brehon.core.record import read_record
from brehon.core.verification import verify
from tests.server.running import ROOT, Server

EXAMPLES = ROOT / "examples"


def test_the_bot_in_python_and_the_bot_in_shell_play_each_other_to_the_end(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        seats = [{"kind": "friend", "name": "Python"}, {"kind": "friend", "name": "Shell"}]
        order = {"game": "armorica", "seats": seats, "components": {"name": "armorica-small-1"}}
        ticket = httpx.post(f"{server.url}/api/v1/tables", json=order).raise_for_status().json()
        arguments = [[seat["link"]] for seat in ticket["seats"]]
        commands = [[sys.executable, EXAMPLES / "bot.py"], ["sh", EXAMPLES / "bot.sh"]]
        programs = [
            subprocess.Popen([*map(str, command), *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for command, words in zip(commands, arguments, strict=True)
        ]
        while None in httpx.get(f"{server.url}/api/v1/tables/{ticket['id']}").json()["fair"]["hashes"][:1]:
            time.sleep(0.05)  # the bot in Python brings a number
        host = {"Authorization": f"Bearer {ticket['host_token']}"}
        httpx.post(f"{server.url}/api/v1/tables/{ticket['id']}/start", headers=host).raise_for_status()
        outputs = [program.communicate(timeout=120)[0] for program in programs]
        assert [program.returncode for program in programs] == [0, 0], outputs
        assert "places: [" in outputs[0]
        record = httpx.get(f"{server.url}/api/v1/tables/{ticket['id']}/record").text
        assert verify(read_record(record)).is_over
        assert read_record(record).lock.with_number == [0]  # type: ignore[union-attr]


def test_the_bot_in_python_is_as_short_as_promised() -> None:
    lines = (EXAMPLES / "bot.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60
