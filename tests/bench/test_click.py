"""Clicks: read from the page as a person would find them, against a real server."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from bench.click import ClickFailed, Moves, wait_until_ready

PAGE = """
<form action="/language"><button name="action" value="99">Deutsch</button></form>
<form action="/table/x/move"><input type="hidden" name="ply" value="14">
<button name="action" value="3">take</button><button name="action" value="12">pass</button>
<button name="action" value="4" aria-disabled="true">out of range</button><button name="action" value="5" disabled>no</button></form>
<button name="action" value="98">outside</button>
"""


def test_the_moves_of_a_page_are_the_buttons_of_its_move_form() -> None:
    moves = Moves(PAGE)
    assert (moves.ply, moves.actions) == ("14", ["3", "12"])


def test_a_page_without_a_form_offers_nothing() -> None:
    assert Moves("<p>The game is over.</p>").actions == []


def test_a_server_that_ends_is_reported_with_its_last_words(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("w") as out:
        process = subprocess.Popen([sys.executable, "-c", "print('the port is in use')"], stdout=out)
        process.wait()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))  # nobody listens there
        with pytest.raises(ClickFailed, match="the port is in use"):
            wait_until_ready(process, probe.getsockname()[1], log)
