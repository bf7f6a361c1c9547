"""replay, show, games, components and --version."""

from __future__ import annotations

import platform
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import brehon as package
from brehon.core.record import read_record
from tests import goldens
from tests.cli.program import Inside, brehon


def test_version_tells_the_engine_and_python(home: Path) -> None:
    done = brehon(home, "--version")
    assert done.returncode == 0
    assert done.stdout == f"brehon {package.__version__}, engine {package.MODE}, Python {platform.python_version()}\n"


def test_games_lists_seats_options_components_and_bots(inside: Inside) -> None:
    code, told, _ = inside("games")
    assert code == 0
    for word in (
        "armorica",
        "2, 3, 4 (AM-1.13)",
        "two_player_step",
        "* once",
        "per_player",
        "armorica-default-2 *",
        "cottar",
    ):
        assert word in told


def test_games_says_how_an_option_of_seats_is_written(inside: Inside) -> None:
    code, said, _ = inside("games", "fallen-kingdoms")
    assert code == 0
    for word in (
        "newcomers=",
        "* none: All second cards",
        "or seats, counted from 1",
        "2+5",
        "map_layers=",
        "* keep_one",
    ):
        assert word in said


def test_replay_as_text_is_the_golden_form(inside: Inside, tmp_path: Path) -> None:
    match = goldens.play("armorica", 3, 1, {})
    path = tmp_path / "game.json"
    path.write_text(match.record(reveal=True).to_json(), "utf-8")
    code, told, _ = inside("replay", "--text", str(path))
    assert code == 0
    assert told == goldens.text(match)
    assert inside("replay", "--text", str(path), "--ply", "20")[1].splitlines() == told.splitlines()[:20]


def test_replay_as_text_follows_an_undo(home: Path, inside: Inside) -> None:
    path = home / "game.json"
    brehon(home, "play", "armorica", "--seed", "7", "--save", str(path), stdin="1\nundo all\n")
    lines = inside("replay", "--text", str(path))[1].splitlines()
    assert lines[-1].split(" | ")[1:] == lines[16].split(" | ")[1:]  # the same points and state as before the move
    assert "undo 6 all" in lines[-1]


def test_replay_without_a_terminal_prints_the_log_and_the_result(inside: Inside, finished: Path) -> None:
    code, told, _ = inside("replay", str(finished))
    assert code == 0
    assert "gets the start-player card and begins" in told
    assert "Total" in told
    short = inside("replay", str(finished), "--ply", "15")[1]
    assert told.startswith(short)
    assert "Total" not in short


def test_show_draws_the_table_after_a_ply_and_as_a_picture(inside: Inside, finished: Path, tmp_path: Path) -> None:
    code, told, _ = inside("show", str(finished), "--ply", "40")
    assert code == 0
    assert "After ply 40 of" in told
    picture = tmp_path / "out.svg"
    code, told, _ = inside("show", str(finished), "--ply", "40", "--seat", "1", "--svg", str(picture))
    assert code == 0
    assert ET.parse(picture).getroot().tag.endswith("svg")


def test_every_ply_of_a_game_can_be_shown(inside: Inside, finished: Path) -> None:
    n_plies = len(read_record(finished.read_text("utf-8")).plies)
    for ply in [*range(0, n_plies, 7), n_plies]:
        assert inside("show", str(finished), "--ply", str(ply))[0] == 0


def test_an_exported_set_is_the_built_in_one_and_passes_the_check(inside: Inside, tmp_path: Path) -> None:
    code, source, _ = inside("components", "export", "armorica")
    assert code == 0
    path = tmp_path / "my.toml"
    path.write_text(source, "utf-8")
    code, told, _ = inside("components", "check", str(path))
    assert code == 0
    assert f"brehon play armorica --components {path}" in told
    assert inside("components", "check", str(path), "--game", "armorica")[0] == 0
    shown = inside("components", "show", "armorica-default-2")[1]
    assert shown.endswith(source)


@pytest.mark.parametrize(
    "command", ["play", "games", "levels", "simulate", "replay", "verify", "show", "components", "serve"]
)
def test_every_command_has_a_help_text(inside: Inside, command: str) -> None:
    code, told, _ = inside(command, "--help")
    assert code == 0
    assert "Usage: brehon" in told
    assert command in inside("--help")[1]
