"""brehon lab calibrate, and the measurements that come with the package."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brehon.coach.reliability import FORMAT, calibration
from brehon.coach.reviewer import judge_digest
from brehon.core import registry
from brehon.lab.calibration import Settings, calibrate, reliability
from tests.cli.program import make_inside


def test_chances_that_come_true_are_reliable_and_others_are_not() -> None:
    right = [([0.75, 0.25], [1.0, 0.0])] * 75 + [([0.75, 0.25], [0.0, 1.0])] * 25
    wrong = [([0.25, 0.75], won) for _, won in right]
    assert reliability(right)["error"] == 0.0
    assert reliability(right)["log_loss"] < reliability(right)["even"] < reliability(wrong)["log_loss"]
    assert reliability(wrong)["error"] == 0.5
    assert reliability(right)["bins"] == [[0.25, 0.25, 100], [0.75, 0.75, 100]]


def test_the_same_seed_gives_the_same_figures() -> None:
    settings = Settings(games=2, positions=4, decisions=0, player="cottar", seats=(2,))
    found = calibrate("armorica", settings)
    assert found == calibrate("armorica", settings)
    assert found["seats"]["2"]["positions"] == 8


def test_the_command_prints_writes_and_draws(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("BREHON_LANG", "en")
    inside = make_inside(monkeypatch, capsys)
    data, picture = tmp_path / "c.json", tmp_path / "c.svg"
    few = ("-n", "2", "--decisions", "0", "--player", "cottar", "--seats", "2")
    code, said, _ = inside("lab", "calibrate", "armorica", *few, "--out", str(data), "--svg", str(picture))
    assert code == 0
    assert "How far reviews can be trusted" in said
    assert json.loads(data.read_text("utf-8"))["format"] == FORMAT
    assert "<svg" in picture.read_text("utf-8")
    code, _, errors = inside("lab", "calibrate", "armorica", "--seats", "7")
    assert code == 2
    assert "2, 3, 4" in errors


@pytest.mark.parametrize("name", registry.BUILTIN)
def test_what_comes_with_the_package_was_measured_with_the_evaluation_that_comes_with_it(name: str) -> None:
    found = calibration(name)
    assert found is not None
    assert found["judge"] == judge_digest(registry.game(name)), f"measure it again: brehon lab calibrate {name}"
    assert set(found["seats"]) == {str(n) for n in registry.game(name).seats}
    for one in found["seats"].values():
        assert one["log_loss"] < one["even"] + 0.05
    assert calibration("no-such-game") is None
