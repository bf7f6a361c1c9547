"""Long training in rounds: targets, trials, and going on after an interruption."""

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brehon.bots.weights import shipped, write_weights
from brehon.cli.errors import BadInput
from brehon.cli.lab_train import one, one_name
from brehon.core import registry
from brehon.core.errors import BadOptions
from brehon.lab.practice import Practice, Trial, cuts, play_deal, practise
from brehon.lab.rounds import Course, Step, Training
from brehon.lab.runner import PLAIN, Where
from brehon.lab.targets import Pile, judged, mixed, network, pile, steps_to_end
from tests.cli.program import PROGRAM
from tests.waiting import wait_until

SMALL = Course(games=12, rounds=2, seed=3, positions=6, hidden=4, epochs=1, batches=20, trial=6, window=1)
HERE = Where(1, PLAIN)


def a_plan(**changes: Any) -> Practice:
    game = registry.game("armorica")
    plan = Practice("armorica", "", game.default_components, [2, 3], 5, 20, 6, False, "cottar", [])
    return plan._replace(**changes)


def a_pile(shares: Any, cut: Any, last: Any) -> Pile:
    n = len(shares)
    blank = np.zeros((n, 2), np.float32)
    return Pile(
        np.zeros((n, 2, 1), np.float16), np.ones((n, 2), np.bool_), np.array(shares, np.float32), blank,
        np.zeros(n, np.int32), np.array(cut), np.array(last),
    )  # fmt: skip


def quiet(step: str, done: int, whole: int) -> None:
    """Shows nothing."""


def run(folder: Path, course: Course = SMALL, where: Where = HERE) -> tuple[str, list[Step]]:
    training = Training(folder, "armorica", course)
    try:
        return write_weights(training.run(where, quiet, lambda step: None)), training.steps
    finally:
        training.close()


def test_targets_mix_the_result_with_what_the_judge_says_later() -> None:
    data = a_pile([[1, 0]] * 3, [False] * 3, [False, False, True])
    values = np.array([[0.5, 0.5], [0.6, 0.4], [0.8, 0.2]])
    targets, used = mixed(data, values, 0.5)
    assert used.all()
    assert targets[:, 0] == pytest.approx([0.5 * 0.6 + 0.5 * (0.5 * 0.8 + 0.5 * 1.0), 0.5 * 0.8 + 0.5 * 1.0, 1.0])
    assert np.array_equal(mixed(data, values, 1.0)[0], data.shares)
    assert np.array_equal(mixed(data, None, 0.5)[0], data.shares)


def test_what_comes_after_a_random_move_is_not_held_against_the_position_before_it() -> None:
    data = a_pile([[1, 0]] * 3, [False, True, False], [False, False, True])
    values = np.array([[0.5, 0.5], [0.3, 0.7], [0.8, 0.2]])
    targets, used = mixed(data, values, 1.0)
    assert used.tolist() == [True, False, True]
    assert targets[:, 0] == pytest.approx([0.3, 0.3, 1.0])
    assert cuts([2, 5, 9], [3, 11]) == [True, False, True]


def test_positions_know_how_far_the_last_one_of_their_game_is() -> None:
    assert steps_to_end(np.array([False, False, True, True, False, True])).tolist() == [2, 1, 0, 0, 1, 0]


def test_a_chunk_has_positions_of_all_seats_in_their_order_with_the_result() -> None:
    found = practise(a_plan().to_json(), 0, 0)
    data = pile([found], 3)
    assert set(found.seats.tolist()) == {2, 3}
    assert len(found.features) == found.seats.sum()
    assert np.allclose(data.shares.sum(axis=1), 1.0)
    assert not data.shares[~data.present].any()
    assert (np.diff(found.games) >= 0).all()
    left = found.features[:, registry_names().index("picks_to_come")].astype(float)
    firsts = np.concatenate([[0], np.cumsum(found.seats)[:-1]])
    for game in range(20):
        course = left[firsts[found.games == game]]
        assert (np.diff(course) <= 1e-6).all(), course  # turns to come never grow


def test_the_network_for_learning_judges_as_the_one_that_plays() -> None:
    weights = shipped("armorica")
    found = practise(a_plan(games=4, judges=[write_weights(weights)]).to_json(), 0, 0)
    data = pile([found], 3)
    expected = []
    model, at = weights.model(), 0
    for seats in found.seats.tolist():
        values = np.exp([model.prospects(row.astype(float).tolist()) for row in found.features[at : at + seats]])
        expected.append(values / values.sum())
        at += seats
    values = judged(network(weights), data)
    for row, wanted in zip(values, expected, strict=True):
        assert row[: len(wanted)] == pytest.approx(wanted, abs=1e-4)


def registry_names() -> Any:
    return registry.make_ruleset(registry.game("armorica"), 2).evaluator().feature_names()


def test_a_good_judge_beats_a_bad_one_and_a_deal_can_be_repeated() -> None:
    good = write_weights(shipped("armorica"))
    names = registry_names()
    bad = write_weights(shipped("armorica")._replace(first=[], bias=[], second=[], direct=[0.0] * len(names)))
    game = registry.game("armorica")
    trial = Trial("armorica", "", game.default_components, [2, 3], 1, "cottar", good, bad)
    deals = [play_deal(trial.to_json(), 0, number) for number in range(6)]
    assert sum(deal.ahead for deal in deals) / len(deals) > 0.25
    assert play_deal(trial.to_json(), 0, 3) == deals[3]


def test_a_training_gives_the_same_weights_in_one_go_in_parts_and_in_two_processes(tmp_path: Path) -> None:
    whole, steps = run(tmp_path / "whole")
    run(tmp_path / "parts", SMALL._replace(rounds=1))
    again, journal = run(tmp_path / "parts")  # goes on with the second round
    assert again == whole
    assert journal == steps
    for path in (tmp_path / "parts" / "games").glob("01-*"):
        path.unlink()  # as if it had been killed there
    (tmp_path / "parts" / "judges" / "01.json").unlink()
    rows = json.loads((tmp_path / "parts" / "journal.json").read_text())
    (tmp_path / "parts" / "journal.json").write_text(json.dumps(rows[:1]))
    assert run(tmp_path / "parts", where=Where(2)) == (whole, steps)
    assert not list((tmp_path / "parts" / "games").glob("00-*"))  # the window is one round


def test_a_judgement_that_does_not_win_its_trial_does_not_replace_the_old_one(tmp_path: Path) -> None:
    text, steps = run(tmp_path)  # twelve games teach less than the shipped weights know
    assert [step.accepted for step in steps] == [False, False]
    assert all(step.ahead <= step.error for step in steps)
    assert text == write_weights(shipped("armorica"))
    assert not (tmp_path / "weights.json").exists()


def test_a_folder_of_another_plan_is_refused(tmp_path: Path) -> None:
    run(tmp_path, SMALL._replace(rounds=1))
    with pytest.raises(BadOptions, match="course"):
        run(tmp_path, SMALL._replace(seed=4))
    with pytest.raises(BadOptions, match="warrior@8"):
        run(tmp_path, SMALL._replace(player="warrior"))
    with pytest.raises(BadOptions, match="in fours"):
        run(tmp_path, SMALL._replace(hidden=6))


ARGUMENTS = ["--batches", "20", "--rounds", "1", "--positions", "5", "--hidden", "4", "--trial", "10", "--seed", "3"]


def test_a_training_that_was_killed_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    command = [*PROGRAM, "lab", "train", "armorica", "-n", "60", *ARGUMENTS]
    with subprocess.Popen([*command, "--folder", str(tmp_path / "killed")], start_new_session=True) as running:
        try:
            wait_until(lambda: any((tmp_path / "killed" / "games").glob("00-*")), "no chunk was stored", seconds=300)
        finally:
            os.killpg(running.pid, signal.SIGKILL)
    there = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "killed" / "games").glob("*.npz")}
    for folder in ("killed", "whole"):
        done = subprocess.run(
            [*command, "--folder", str(tmp_path / folder)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert "Round 1, games: 60" in done.stdout
        assert "<svg" in (tmp_path / folder / "curve.svg").read_text()
    for path in (tmp_path / "killed" / "games").glob("*.npz"):
        assert path.stat().st_mtime_ns == there.get(path.name, path.stat().st_mtime_ns)  # nothing was played twice
    for name in ("journal.json", "best.json", "judges/00.json"):
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_a_long_training_takes_one_number_of_games_and_one_player() -> None:
    assert one("20", "--games") == 20
    for refused in (lambda: one("20,30", "--games"), lambda: one_name("cottar,warrior@2")):
        with pytest.raises(BadInput) as error:
            refused()
        assert "one value" in str(error.value.message)
