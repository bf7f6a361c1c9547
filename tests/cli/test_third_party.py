"""A game of another package in the terminal and the lab: Toy Harbour, known by its entry point alone."""

from __future__ import annotations

import json
import re
from pathlib import Path

from brehon.core.contract import Game
from tests.cli.program import Inside, brehon
from tests.registered import ROOT, environment


def test_no_line_of_brehon_names_the_toy() -> None:
    files = [
        path for path in (ROOT / "src").rglob("*.*") if path.suffix in (".py", ".html", ".js", ".css", ".po", ".md")
    ]
    assert len(files) > 300
    assert [path for path in files if re.search("toy.harbour", path.read_text("utf-8"), re.IGNORECASE)] == []


def test_the_toy_is_played_to_the_end_in_the_terminal_saved_and_proved(home: Path) -> None:
    path = home / "game.json"
    seats = ("--seats", "me,cottar", "--seed", "3", "--save", str(path))
    done = brehon(
        home, "play", "toy-harbour", *seats, stdin="hide rope\nfetch\nwhy\nscore\nlog\n1\nship\n", **environment()
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for words in ("Turn 1 of 6", "to hide rope", "Crates shipped", "Player 1 fetches", "wins with"):
        assert words in done.stdout, done.stdout
    proof = brehon(home, "verify", str(path), **environment())
    assert "is proved" in proof.stdout


def test_the_terminal_lists_and_describes_the_toy(harbour: Game, inside: Inside) -> None:
    assert "toy-harbour" in inside("games")[1]
    assert "Toy Harbour" in inside("games", "toy-harbour")[1]


def test_bots_play_the_toy_and_the_lab_compares_them(harbour: Game, inside: Inside, tmp_path: Path) -> None:
    run, table = tmp_path / "run", tmp_path / "out.json"
    duel = ("lab", "duel", "toy-harbour", "cottar", "wanderer", "--games", "20", "--jobs", "1", "--out", str(run))
    code, shown, errors = inside(*duel)
    assert (code, errors) == (0, ""), shown
    assert "20 games are kept" in shown
    assert json.loads((run / "result.json").read_text("utf-8"))["sides"][0]["label"] == "cottar"
    assert "games proved: 20, not proved: 0" in inside("verify", str(run))[1]
    code, shown, errors = inside("simulate", "toy-harbour", "-n", "6", "--jobs", "1", "--json", str(table))
    assert code == 0, shown + errors
    assert json.loads(table.read_text("utf-8"))["games"] == 6


def test_a_search_plays_the_toy_in_processes_of_its_own(home: Path) -> None:
    args = ("lab", "duel", "toy-harbour", "brehon@20", "wanderer", "--games", "8", "--jobs", "2", "--seats", "3")
    done = brehon(home, *args, **environment())
    assert done.returncode == 0, done.stdout + done.stderr
