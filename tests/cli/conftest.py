"""A home of its own for every test, and one finished game for all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.program import SEATS, Inside, brehon, make_inside


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Inside:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for name in ("LC_ALL", "LC_MESSAGES", "BREHON_LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    return make_inside(monkeypatch, capsys)


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game, played by a person who always takes the first move."""
    folder = tmp_path_factory.mktemp("finished")
    path = folder / "game.json"
    done = brehon(folder, "play", "armorica", "--seats", SEATS, "--seed", "7", "--save", str(path), stdin="1\n" * 100)
    assert done.returncode == 0, done.stderr
    return path
