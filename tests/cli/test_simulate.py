"""Many games of bots and their summary."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from brehon.cli.summary import spread
from brehon.lab.game import Played, play_game
from brehon.lab.intervals import wilson
from brehon.lab.plan import FIXED, ROTATED, Plan
from tests.cli.program import PROGRAM, brehon, environment

PLAYERS = ["cottar", "wanderer", "wanderer"]
PLAN = Plan("armorica", {}, "armorica-default-1", "", PLAYERS, 1, mirrored=False, order=ROTATED, recorded=False)
FIRST_RELEASE = "810eeb2ee2aa3792c7a72149bda95466029374d2bd12a6b659a341256150771e"


def play_one(plan: Plan, number: int) -> Played:
    return play_game(plan.to_json(), 0, number)._replace(busy=0.0, cpu=0.0)


def without_speed(told: str) -> str:
    return "\n".join(line for line in told.splitlines() if "per second" not in line)


def test_the_numbers_do_not_depend_on_the_number_of_processes_and_can_be_repeated(home: Path) -> None:
    told, files = [], []
    for number, jobs in enumerate(("1", "2", "1")):
        path = home / f"{number}.json"
        args = ("simulate", "armorica", "-n", "60", "--seed", "5", "--jobs", jobs, "--json", str(path))
        done = brehon(home, *args)
        assert done.returncode == 0, done.stderr
        told.append(without_speed(done.stdout))
        files.append(path.read_text("utf-8"))
    assert told[0] == told[1] == told[2]
    assert files[0] == files[1] == files[2]


def test_the_summary_adds_up(home: Path) -> None:
    path = home / "out.json"
    seats = ("--seats", "wanderer,cottar,wanderer,wanderer")
    done = brehon(home, "simulate", "armorica", "-n", "40", *seats, "--json", str(path))
    data = json.loads(path.read_text("utf-8"))
    assert data["games"] == 40
    for lines in (data["by_player"], data["by_seat"]):
        assert sum(line["share"] for line in lines) == pytest.approx(1)
        for line in lines:
            assert 0 <= line["low"] <= line["share"] <= line["high"] <= 1
            points = line["points"]
            ordered = [points[name] for name in ("low", "quarter", "median", "three_quarters", "high")]
            assert ordered == sorted(ordered)
    best = max(data["by_player"], key=lambda line: line["share"])
    assert best["label"] == "2 cottar"
    assert data["turns"]["mean"] >= 6
    assert data["plies"]["mean"] > data["decisions"]["mean"]
    for word in ("95 % interval", "quartiles", "Turns", "games per second"):
        assert word in done.stdout


def test_players_move_on_by_a_seat_from_game_to_game_unless_told_not_to() -> None:
    assert [play_one(PLAN, number).seating.index(0) for number in range(4)] == [0, 1, 2, 0]
    still = PLAN._replace(order=FIXED)
    assert [play_one(still, number).seating.index(0) for number in range(4)] == [0, 0, 0, 0]


def test_every_game_has_random_numbers_of_its_own() -> None:
    fifth = play_one(PLAN, 5)
    assert [play_one(PLAN, number) for number in range(6)][5] == fifth
    assert play_one(PLAN._replace(seed=2), 5) != fifth


def test_a_seed_gives_the_games_that_it_gave_in_the_first_release(home: Path) -> None:
    """The file of version 0.1.0, byte for byte."""
    path = home / "out.json"
    args = ("-n", "12", "--seats", "cottar,wanderer", "--seed", "3", "--json", str(path))
    assert brehon(home, "simulate", "armorica", *args).returncode == 0
    assert hashlib.sha256(path.read_bytes()).hexdigest() == FIRST_RELEASE


def test_a_simulation_needs_neither_joblib_nor_numpy(home: Path) -> None:
    code = "import sys; sys.modules.update(joblib=None, numpy=None); from brehon.cli.main import main; main()"
    args = [sys.executable, "-c", code, "simulate", "armorica", "-n", "4", "--jobs", "2"]
    done = subprocess.run(args, capture_output=True, text=True, timeout=120, env=environment(home), check=False)
    assert done.returncode == 0, done.stderr
    assert "4 games of Armorica" in done.stdout


def test_options_and_components_of_ones_own_are_played(home: Path) -> None:
    source = brehon(home, "components", "export", "armorica").stdout
    own = home / "own.toml"
    own.write_text(source.replace('id = "armorica-default-2"', 'id = "mine"').replace("majority_sole = 4", "majority_sole = 40"), "utf-8")  # fmt: skip
    path = home / "out.json"
    args = ("--seats", "wanderer,wanderer", "--option", "two_player_step=off", "--components", str(own), "--jobs", "2")
    done = brehon(home, "simulate", "armorica", "-n", "16", *args, "--json", str(path))
    assert done.returncode == 0, done.stderr
    data = json.loads(path.read_text("utf-8"))
    assert data["components"]["name"] == "mine"
    assert data["turns"]["mean"] == 12  # the option's own length
    assert max(line["points"]["high"] for line in data["by_seat"]) > 80


def test_a_single_game_can_be_summed_up(home: Path) -> None:
    assert brehon(home, "simulate", "armorica", "-n", "1").returncode == 0


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_sums_up_what_is_finished(home: Path, jobs: str) -> None:
    args = [*PROGRAM, "simulate", "armorica", "-n", "1000000", "--jobs", jobs]
    pipe = subprocess.PIPE
    for seconds in (4, 16, 64):  # a busy machine may not have finished a single game yet
        process = subprocess.Popen(
            args, stdout=pipe, stderr=pipe, text=True, env=environment(home), start_new_session=True
        )
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        try:
            told, errors = process.communicate(timeout=60)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        if told:
            break
    assert process.returncode == 130
    assert "of 1000000 games are summed up" in errors
    assert "95 % interval" in told
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (500, 1000, 0.4691, 0.5309)],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((wins / games, low, high), abs=1e-4)


def test_quartiles_are_those_of_the_numbers() -> None:
    found = spread([1, 2, 3, 4, 5])
    assert (found.low, found.quarter, found.median, found.three_quarters, found.high) == (1, 2, 3, 4, 5)
    assert found.mean == 3
    assert found.sd == pytest.approx(1.5811, abs=1e-4)
