"""The commands of the lab: what they print, and what they say to nonsense."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import make_inside


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("BREHON_LANG", "en")
    return make_inside(monkeypatch, capsys)


DUEL = ("lab", "duel", "armorica", "cottar", "wanderer", "--jobs", "1")


def test_a_duel_tells_shares_intervals_points_time_and_the_verdict(inside: Any, tmp_path: Path) -> None:
    code, told, errors = inside(*DUEL, "--games", "41", "--out", str(tmp_path / "run"))
    assert (code, errors) == (0, "")
    for words in ("21 deals, each in 2 rotations, 42 games", "95 % interval", "if equal", "ms per move", "speed-up over one core",
                  "cottar is stronger", f"42 games are kept in {tmp_path / 'run'}"):  # fmt: skip
        assert words in told
    data = json.loads((tmp_path / "run" / "result.json").read_text("utf-8"))
    assert data["verdict"] == 1
    assert data["sides"][0]["label"] == "cottar"
    code, told, _ = inside("verify", str(tmp_path / "run"))
    assert code == 0
    assert "games proved: 42, not proved: 0" in told


def test_the_same_question_finds_its_games_again_also_without_a_folder_named(inside: Any) -> None:
    inside(*DUEL, "--games", "4")
    _, told, _ = inside(*DUEL, "--games", "4")
    assert "per second" not in told, "nothing had to be played"
    assert "4 games are kept" in told
    _, told, _ = inside(*DUEL, "--games", "4", "--seed", "2")
    assert "4 games in" in told


def test_one_against_many_is_said(inside: Any) -> None:
    _, told, _ = inside(*DUEL, "--games", "8", "--seats", "4", "--until-decided")
    assert "wanderer takes the remaining 3 seats." in told
    assert "95 %, whenever stopped" in told


def test_options_and_components_are_played_and_kept(inside: Any, tmp_path: Path) -> None:
    code, source, _ = inside("components", "export", "armorica")
    own = tmp_path / "own.toml"
    own.write_text(source.replace('id = "armorica-default-2"', 'id = "mine"'), "utf-8")
    run = tmp_path / "run"
    more = ("--option", "two_player_step=off", "--components", str(own), "--games", "2", "--out", str(run))
    code, _, errors = inside(*DUEL, *more)
    assert (code, errors) == (0, "")
    record = json.loads((run / "records.jsonl").read_text("utf-8").splitlines()[0])
    assert record["options"]["two_player_step"] == "off"
    assert "mine" in record["components"]["data"]
    assert inside("verify", str(run))[0] == 0


def test_a_ladder_prints_a_table_and_draws_a_picture(inside: Any, tmp_path: Path) -> None:
    run = tmp_path / "run"
    args = ("--levels", "wanderer, cottar", "--games", "6", "--jobs", "1", "--out", str(run))
    code, told, errors = inside("lab", "ladder", "armorica", *args)
    assert (code, errors) == (0, "")
    lines = told.splitlines()
    assert [line.split()[0] for line in lines[2:4]] == ["cottar", "wanderer"]
    assert "ahead of the next" in lines[1]
    assert "speed-up over one core" in told
    assert (run / "ladder.svg").exists()
    assert json.loads((run / "result.json").read_text("utf-8"))["games"] == 6


NONSENSE = [
    (("duel", "armorica", "cottar"), "needs two players or more"),
    (("duel", "chess", "cottar", "wanderer"), "there is no game 'chess'"),
    (("duel", "armorica", "cottar", "wandrer"), "did you mean 'wanderer'?"),
    (("duel", "armorica", "cottar", "warrior@many"), "the budget 'many'"),
    (("duel", "armorica", "cottar", "wanderer", "--seats", "9"), "is for 2 to 4 seats, not 9"),
    (("duel", "armorica", "cottar", "wanderer", "cottar", "--seats", "2"), "3 players were named for 2 seats"),
    (("duel", "armorica", "cottar", "wanderer", "--option", "x=1"), "has no option 'x'"),
    (("duel", "armorica", "cottar", "wanderer", "--components", "none.toml"), "there is no file or folder none.toml"),
    (("duel", "armorica", "cottar", "wanderer", "--backend", "cloud"), "there is no backend 'cloud'"),
    (("duel", "armorica", "cottar", "wanderer", "--scheduler", "tcp://x:1"), "add --backend dask"),
    (("duel", "armorica", "cottar", "wanderer", "--out", __file__), "is a file where a folder is needed"),
    (("ladder", "armorica", "--levels", "cottar"), "needs 2 players or more, not 1"),
    (("ladder", "armorica", "--levels", "cottar,cottar"), "named twice"),
    (("ladder", "armorica", "--levels", "cottar,"), "there is no bot level ''"),
]


@pytest.mark.parametrize(("args", "answer"), NONSENSE)
def test_nonsense_is_answered_in_words_with_exit_code_2(inside: Any, args: Any, answer: str) -> None:
    code, _, errors = inside("lab", *args)
    assert code == 2
    assert answer in errors.replace("\n", " ")
    assert "Traceback" not in errors


def test_without_the_extra_one_sentence_says_what_to_install(inside: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import brehon.cli.lab as lab

    monkeypatch.setattr(lab, "find_spec", lambda name: None if name == "joblib" else sys)
    code, _, errors = inside(*DUEL)
    assert code == 2
    assert "the lab needs joblib; install them with: make lab" in errors


def test_verify_names_the_line_of_a_run_that_does_not_hold(inside: Any, tmp_path: Path) -> None:
    run = tmp_path / "run"
    inside(*DUEL, "--games", "4", "--out", str(run))
    file = run / "records.jsonl"
    lines = file.read_text("utf-8").splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(lines)[:-9], "utf-8")
    code, told, errors = inside("verify", str(cut))
    assert (code, errors) == (0, "")
    assert "games proved: 3, not proved: 0" in told
    assert "the last line is cut off" in told
    lines[2] = lines[2].replace('"cottar"', '"kottar"')
    file.write_text("".join(lines), "utf-8")
    code, told, errors = inside("verify", str(run), str(cut))
    assert code == 2
    assert "line 3, is NOT proved: the record was changed" in errors.replace("\n", " ")
    assert "games proved: 3, not proved: 1" in told
    assert "games proved: 3, not proved: 0" in told, "the file after a bad one is told too"
    (tmp_path / "empty.jsonl").touch()
    assert inside("verify", str(tmp_path / "empty.jsonl"))[0] == 2, "nothing is no proof"


def test_every_command_that_plays_games_takes_their_number_with_n() -> None:
    from typer.main import get_command

    from brehon.cli.main import app

    lab = get_command(app).commands["lab"]  # type: ignore[attr-defined]
    assert len(lab.commands) >= 7
    for name, command in lab.commands.items():
        assert any("-n" in option.opts for option in command.params), f"brehon lab {name} does not know -n"


def test_what_is_not_decided_says_how_many_games_would_settle_it(inside: Any) -> None:
    _, told, _ = inside("lab", "duel", "armorica", "cottar", "cottar", "-n", "8", "--jobs", "1")
    assert "Not decided" in told
    assert "needed to settle a difference of" in told
    _, told, _ = inside("lab", "ladder", "armorica", "--levels", "wanderer,cottar", "-n", "2", "--jobs", "1")
    assert "Not decided: cottar and wanderer. Games of the two needed" in told
