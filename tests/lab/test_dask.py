"""A real cluster: a scheduler and two workers, each a process of its own, that talk over TCP."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import brehon
from brehon.core.errors import BadOptions
from brehon.lab import runner
from brehon.lab.review_parts import PIECE
from brehon.lab.runner import Task, Where, run
from tests.cli.program import brehon as program
from tests.cli.program import environment
from tests.lab.asking import a_plan, without_clock
from tests.records import record_path

pytest.importorskip("distributed")
LOCAL = "tcp://127.0.0.1"
LADDER = ("lab", "ladder", "armorica", "--levels", "wanderer,cottar,warrior@2", "--games", "4")


@contextmanager
def a_process(folder: Path, *args: str) -> Iterator[Any]:
    source = str(Path(brehon.__file__).parent.parent)
    env = environment(folder, PYTHONPATH=source, DASK_DISTRIBUTED__ADMIN__LOG_LENGTH="0")
    with (folder / f"{args[0]}.log").open("a") as log:
        process = subprocess.Popen([sys.executable, "-m", "dask", *args], stdout=log, stderr=log, env=env, cwd=folder)
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The address of a scheduler on a free port, and its two workers."""
    folder = tmp_path_factory.mktemp("cluster")
    known = folder / "scheduler.json"
    quiet = ("--no-dashboard", "--host", LOCAL)
    worker = ("worker", "--scheduler-file", str(known), "--nthreads", "1", "--no-nanny", *quiet)
    with a_process(folder, "scheduler", "--port", "0", "--scheduler-file", str(known), *quiet) as scheduler:
        end = time.monotonic() + 90
        while not known.exists() or not known.read_text("utf-8").strip():
            assert scheduler.poll() is None, (folder / "scheduler.log").read_text("utf-8")
            assert time.monotonic() < end, "no scheduler"
            time.sleep(0.05)
        address = json.loads(known.read_text("utf-8"))["address"]
        with a_process(folder, *worker) as one, a_process(folder, *worker) as other:
            yield address, [one, other]


def rungs(path: Path) -> object:
    """What a ladder has found, without what depends on the clock."""
    raw = json.loads((path / "result.json").read_text("utf-8"))
    for rung in raw["rungs"]:
        del rung["seconds"]
    return raw


def test_a_ladder_on_the_cluster_gives_what_it_gives_here(cluster: Any, tmp_path: Path) -> None:
    address, workers = cluster
    assert address.startswith(LOCAL)
    there = program(tmp_path, *LADDER, "--out", str(tmp_path / "there"), "--backend", "dask", "--scheduler", address)
    assert there.returncode == 0, there.stderr
    here = program(tmp_path, *LADDER, "--out", str(tmp_path / "here"), "--jobs", "2")
    assert here.returncode == 0, here.stderr
    assert rungs(tmp_path / "there") == rungs(tmp_path / "here")
    assert sorted(games(tmp_path / "there")) == sorted(games(tmp_path / "here"))
    assert len(games(tmp_path / "there")) == 12
    assert all(worker.poll() is None for worker in workers)


def games(path: Path) -> list[str]:
    return [json.dumps(without_clock(line)) for line in (path / "records.jsonl").read_text("utf-8").splitlines()]


def test_a_review_on_the_cluster_is_the_one_of_a_single_process(cluster: Any, tmp_path: Path) -> None:
    """Plies are looked at by two workers, in any order; nothing of the result but the time depends on it."""
    address, _ = cluster
    asked = ("review", str(record_path("set-armorica-small-1")), "--iterations", "2", "--seed", "4", "--json")
    found = [program(tmp_path, *asked, *where) for where in ((), ("--backend", "dask", "--scheduler", address))]
    assert [one.returncode for one in found] == [0, 0], [one.stderr for one in found]
    here, there = ({**json.loads(one.stdout), "seconds": 0} for one in found)
    assert sum(one["seat"] >= 0 for one in here["moments"]) > 2 * PIECE
    assert json.dumps(there) == json.dumps(here)


def test_a_worker_of_the_cluster_that_is_killed_loses_no_game(cluster: Any) -> None:
    address, workers = cluster
    plan, tasks = a_plan("warrior@4 cottar"), [Task(0, number) for number in range(24)]
    found = []
    for game in run([plan], tasks, Where(2, "dask", address)):
        found.append(game)
        if len(found) == 2:
            os.kill(workers[0].pid, signal.SIGKILL)
    assert sorted(game.number for game in found) == list(range(24))
    expected = run([plan], tasks[:6], Where(1))
    assert [without_clock(g.line) for g in sorted(found)[:6]] == [without_clock(g.line) for g in sorted(expected)]


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "WAIT", 1)
    with pytest.raises(BadOptions, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        list(run([a_plan()], [Task(0, 0)], Where(1, "dask", f"{LOCAL}:9")))


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadOptions, match=r"pip install 'brehon-table\[lab,cluster\]'"):
        list(run([a_plan()], [Task(0, 0)], Where(1, "dask")))
