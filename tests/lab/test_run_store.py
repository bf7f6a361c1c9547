"""What is finished stays finished: folders that go on where they stopped, whatever stopped them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from brehon.core.errors import BadOptions, BadRecord
from brehon.lab.run_store import RECORDS, RunStore
from brehon.lab.runner import Task, Where
from tests.cli.program import PROGRAM, brehon, environment
from tests.lab.asking import a_plan, without_clock

HERE = Where(1)


def tasks(count: int) -> list[Any]:
    return [Task(0, number) for number in range(count)]


def lines(path: Any) -> Any:
    return (path / RECORDS).read_bytes().splitlines(keepends=True)


def test_a_folder_plays_only_what_is_missing(tmp_path: Path) -> None:
    plan = a_plan()
    with RunStore(tmp_path / "run", "duel", [plan]) as folder:
        assert len(list(folder.play(tasks(4), HERE))) == 4
    before = lines(tmp_path / "run")
    with RunStore(tmp_path / "run", "duel", [plan]) as folder:
        assert sorted(folder.games) == [(0, number) for number in range(4)]
        assert [played.number for played in folder.play(tasks(6), HERE)] == [4, 5]
    assert lines(tmp_path / "run")[:4] == before
    assert [json.loads(line)["lab"]["number"] for line in lines(tmp_path / "run")] == [0, 1, 2, 3, 4, 5]


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    plan = a_plan()
    with RunStore(tmp_path, "duel", [plan]) as folder:
        list(folder.play(tasks(4), HERE))
    whole = [without_clock(line) for line in lines(tmp_path)]
    file = tmp_path / RECORDS
    file.write_bytes(file.read_bytes()[:-700])
    with RunStore(tmp_path, "duel", [plan]) as folder:
        assert len(folder.games) == 3
        assert [played.number for played in folder.play(tasks(4), HERE)] == [3]
    assert [without_clock(line) for line in lines(tmp_path)] == whole


def test_a_line_that_is_no_game_is_told_and_nothing_is_changed(tmp_path: Path) -> None:
    plan = a_plan()
    with RunStore(tmp_path, "duel", [plan]) as folder:
        list(folder.play(tasks(2), HERE))
    file = tmp_path / RECORDS
    file.write_bytes(b"{}\n" + file.read_bytes())
    before = file.read_bytes()
    with pytest.raises(BadRecord, match="line 1: this is not a game of the lab"):
        RunStore(tmp_path, "duel", [plan])
    assert file.read_bytes() == before


def test_a_folder_of_another_plan_is_refused_with_the_difference(tmp_path: Path) -> None:
    RunStore(tmp_path, "duel", [a_plan()]).__exit__(None, None, None)
    with pytest.raises(BadOptions, match=r"tables\[0\]\.seed is 1 there and 2 here"):
        RunStore(tmp_path, "duel", [a_plan(seed=2)])
    with pytest.raises(BadOptions, match="kind is 'duel' there and 'ladder' here"):
        RunStore(tmp_path, "ladder", [a_plan()])


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", "utf-8")
    with pytest.raises(BadOptions, match="neither empty nor a folder of the lab"):
        RunStore(tmp_path, "duel", [a_plan()])
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_two_runs_never_write_to_the_same_folder(tmp_path: Path) -> None:
    with RunStore(tmp_path, "duel", [a_plan()]), pytest.raises(BadOptions, match="another process is playing"):
        RunStore(tmp_path, "duel", [a_plan()])


@pytest.mark.parametrize(("stop", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_run_that_is_stopped_loses_nothing_and_the_same_command_goes_on(tmp_path: Path, stop: Any, code: int) -> None:
    run = tmp_path / "run"
    command = ["lab", "duel", "armorica", "cottar", "wanderer", "--jobs", "2", "--out", str(run), "--games"]
    process = subprocess.Popen([*PROGRAM, *command, "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=environment(tmp_path), start_new_session=True)  # fmt: skip
    waited = 0.0
    while not (run / RECORDS).exists() or len(lines(run)) < 30:
        assert process.poll() is None, process.communicate()[1]
        assert waited < 120
        time.sleep(0.1)
        waited += 0.1
    if stop == signal.SIGINT:
        os.killpg(process.pid, stop)  # as a terminal does: everybody hears it
    else:
        process.send_signal(stop)
    told, errors = process.communicate(timeout=60)
    assert process.returncode == code
    assert "Traceback" not in errors, errors
    if stop == signal.SIGINT:
        assert "Interrupted; nothing is lost" in errors
        assert "95 % interval" in told
    kept = [line for line in lines(run) if line.endswith(b"\n")]
    count = len(kept) + 20
    done = brehon(tmp_path, *command, str(count))
    assert done.returncode == 0, done.stderr
    after = lines(run)
    assert after[: len(kept)] == kept
    numbers = [json.loads(line)["lab"]["number"] for line in after]
    assert len(numbers) == len(set(numbers))
    assert set(range(count)) <= set(numbers)
    assert brehon(tmp_path, "verify", str(run)).stdout.strip().endswith(f"games proved: {len(after)}, not proved: 0")
