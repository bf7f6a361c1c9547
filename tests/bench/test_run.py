"""The benchmark runs with nothing but Brehon installed, and what it says of the engine is so."""

import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

import brehon
from bench import allocations, engine, peers
from bench.click import BARE_COMMIT, WAYS, measure_clicks
from bench.worker import Worker
from brehon.core.contract import OVER

ROOT = Path(__file__).parent.parent.parent
MODES = {"interpreted", "compiled"} if brehon.MODE == "compiled" else {"interpreted"}


def bench(*words: Any) -> Any:
    return subprocess.run(
        [sys.executable, "-m", "bench", *words], cwd=ROOT, capture_output=True, text=True, timeout=300, env=os.environ
    )


def test_a_quick_run_of_the_engine_alone_prints_tables_and_stores_json(tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    done = bench("--engine-only", "--rounds", "2", "--seconds", "0.01", "--json", str(path))
    assert done.returncode == 0, done.stderr
    assert "Brehon interpreted, Armorica, random play, 4 seats" in done.stdout
    assert "not measured" in done.stdout
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert {entry["key"] for entry in kept["series"]} == {
        f"{mode} {what}"
        for mode in MODES
        for what in (
            "play4",
            "stepped4",
            "play3",
            "play2",
            "clone",
            "search",
            "arrival play4",
            "arrival clone",
            "fallen-kingdoms play4",
            "fallen-kingdoms clone",
            "tree2 whole",
            "tree2",
            "arrival tree2",
            "fallen-kingdoms tree3",
        )
    }
    for entry in kept["series"]:
        assert len(entry["rates"]) == 2
        assert entry["per_second"]["lowest"] > 0
    games = (engine.ARMORICA, *engine.OTHERS)
    assert set(kept["state_bytes"]) == {f"{mode} {name}" for mode in MODES for name in games}


def test_the_profile_names_functions_of_the_rules() -> None:
    done = bench("--profile")
    assert done.returncode == 0, done.stderr
    assert "armorica/phases.py" in done.stdout


def test_clicks_are_measured_against_a_real_server_and_profiled() -> None:
    measured = measure_clicks(10)
    assert [clicks.way for clicks in measured] == [*WAYS, BARE_COMMIT]
    assert [len(clicks.seconds) for clicks in measured[:-1]] == [10, 10, 10]
    assert all(clicks.millis(50) > 0 for clicks in measured)
    profiled = bench("--profile", "click")
    assert profiled.returncode == 0, profiled.stderr
    assert "clicks on the page" in profiled.stdout


def test_a_run_without_rounds_is_refused() -> None:
    done = bench("--rounds", "-1")
    assert done.returncode == 2
    assert "at least one round" in done.stderr


def test_a_peer_that_is_not_installed_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent() -> None:
        raise ModuleNotFoundError("No module named 'catanatron'")

    monkeypatch.setattr(peers, "PEERS", {"catanatron": absent})
    assert peers.load_peers() == ([], {"catanatron": "not measured: No module named 'catanatron'"})


def test_the_worker_is_interpreted_and_plays_the_same_games() -> None:
    with Worker() as worker:
        assert worker.mode.startswith("interpreted")
        assert worker.digest == engine.digest()
        sample = worker.subjects[0].run(0.01)
    assert sample.count > 0
    assert worker.process.returncode == 0


def test_decisions_are_counted_alike_in_both_loops() -> None:
    """Given the same random numbers, when a game is played by the engine's loop and call by call, then the counts agree."""
    from random import Random

    from brehon.core.play import Tally, play_random

    tally = Tally()
    play_random(engine.rules(4).start(), Random(3), tally, 0)
    assert engine.step_through(engine.rules(4).start(), Random(3)) == (tally.decisions, tally.forced)
    assert 0 < tally.forced < tally.decisions


def test_positions_are_undecided_and_of_all_ages() -> None:
    pool = engine.positions(4, engine.POOL)
    assert len(pool) == engine.POOL
    assert all(state.to_move() >= 0 for state in pool)
    assert len({state.key() for state in pool}) > engine.POOL // 2
    assert OVER not in {state.to_move() for state in pool}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_counted_bytes_of_a_state_are_those_that_the_allocator_sees(seats: int) -> None:
    """Ints that twins share are counted but not allocated again, and a list may be given a little spare room."""
    for state in engine.positions(seats, 5):
        counted = engine.state_bytes(state.clone())
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        twins = [state.clone() for _ in range(1000)]
        used = (tracemalloc.get_traced_memory()[0] - before - sys.getsizeof(twins)) / 1000
        tracemalloc.stop()
        assert 0.6 * counted < used < 1.1 * counted


def test_ints_are_counted_unless_everybody_shares_them() -> None:
    assert engine.content_bytes([]) == sys.getsizeof([])
    assert engine.content_bytes([1, 256]) == sys.getsizeof([1, 256])
    assert engine.content_bytes([1 << 40]) == sys.getsizeof([0]) + sys.getsizeof(1 << 40)
    assert engine.content_bytes([[7], [8]]) == sys.getsizeof([0, 0]) + 2 * sys.getsizeof([7])
    assert engine.content_bytes(object()) == 0


def test_the_profile_of_a_game_shows_its_functions_and_what_each_call_allocates() -> None:
    done = bench("--profile", "arrival")
    assert done.returncode == 0, done.stderr
    assert "Interpreted engine, arrival" in done.stdout
    assert "arrival/state.py" in done.stdout
    assert "What a decision allocates: The Arrival" in done.stdout


def test_a_clone_allocates_as_much_as_its_state_and_a_decision_far_less() -> None:
    found = {cost.name: cost for cost in allocations.costs("arrival", 20)}
    mean = {name: cost.kept / cost.calls for name, cost in found.items()}
    assert 1000 < mean["clone()"] < 4096
    assert mean["legal()"] < mean["clone()"] / 2
    assert mean["apply()"] < mean["clone()"] / 2
    assert all(cost.worst >= cost.most / cost.calls >= cost.kept / cost.calls for cost in found.values())
