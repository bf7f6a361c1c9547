"""Datasets: records that prove themselves, arrays that hold what each seat saw, a loader that refuses what is broken."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from brehon.core.errors import BadOptions, BadRecord
from brehon.core.verification import verify
from brehon.envs import datasets
from brehon.envs.making import make_rules
from tests.cli.program import brehon


@pytest.fixture(scope="module")
def records() -> Any:
    return list(datasets.play_games(make_rules("armorica-small", 3), ["cottar", "wanderer", "wanderer"], 6, 1))


def test_every_line_is_a_record_that_can_be_proved(records: Any, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert datasets.write_lines(records, path) == 6
    found = list(datasets.read_lines(path))
    assert [record.plies for record in found] == [record.plies for record in records]
    for record in found:
        assert verify(record).is_over


def test_arrays_come_back_as_they_were_saved_and_equal_those_of_the_records(records: Any, tmp_path: Path) -> None:
    data = datasets.from_records(records)
    datasets.save(data, tmp_path / "a.npz")
    datasets.write_lines(records, tmp_path / "a.jsonl")
    for found in (datasets.load(tmp_path / "a.npz"), datasets.load(tmp_path / "a.jsonl")):
        for one, other in zip(found, data, strict=True):
            assert np.array_equal(one, other) if isinstance(one, np.ndarray) else one == other  # type: ignore[arg-type]
            assert not isinstance(one, np.ndarray) or one.dtype == other.dtype  # type: ignore[attr-defined]


def test_the_arrays_hold_legal_decisions_and_the_results_of_their_seats(records: Any) -> None:
    data = datasets.from_records(records)
    n = len(data.actions)
    assert data.masks[np.arange(n), data.actions].all()
    assert data.observations.shape == (n, len(data.about["entries"]))
    assert (data.observations <= np.array(data.about["highs"])).all()
    assert data.shares.sum(axis=1) == pytest.approx(1.0)
    assert data.results()[0] == data.shares[data.games[0], data.seats[0]]
    mine = data.observations[:, data.about["entries"].index("this seat decides")]
    assert mine.all(), "what is stored is what the deciding seat saw"


def test_the_same_seed_gives_the_same_games(records: Any) -> None:
    again = list(datasets.play_games(make_rules("armorica-small", 3), ["cottar", "wanderer", "wanderer"], 6, 1))
    assert [record.to_json() for record in again] == [record.to_json() for record in records]


def test_players_move_on_by_a_seat_from_game_to_game(records: Any) -> None:
    assert [[player.level for player in record.players].index("cottar") for record in records] == [0, 1, 2, 0, 1, 2]


def test_broken_files_are_refused_in_words(records: Any, tmp_path: Path) -> None:
    for name, content, words in [
        ("cut.npz", b"PK", "cannot be read"),
        ("line.jsonl", b"{}\n", "line 1 of line.jsonl"),
        ("none.jsonl", b"", "no game"),
    ]:
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(BadRecord, match=words):
            datasets.load(path)
    with pytest.raises(BadOptions, match=r"\.npz"):
        datasets.load(tmp_path / "data.csv")
    other = next(iter(datasets.play_games(make_rules("armorica-tiny"), ["wanderer"] * 2, 1, 1)))
    with pytest.raises(BadRecord, match="other rules"):
        datasets.from_records([records[0], other])


def test_the_command_writes_both_kinds(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.npz"):
        done = brehon(
            tmp_path, "lab", "dataset", "armorica-small", "--games", "3", "--out", str(tmp_path / name), "--seed", "4"
        )
        assert done.returncode == 0, done.stderr
        assert "3 games" in done.stdout
    lines = (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["game"] for line in lines] == ["armorica"] * 3
    assert datasets.load(tmp_path / "a.npz").shares.shape == (3, 2)
    wrong = brehon(tmp_path, "lab", "dataset", "armorica", "--out", str(tmp_path / "a.csv"))
    assert wrong.returncode != 0
    assert ".npz" in wrong.stderr
