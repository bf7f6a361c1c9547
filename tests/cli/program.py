"""Runs the real program, in a process of its own or inside the test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from brehon.cli import screen
from brehon.cli.main import main

PROGRAM = [sys.executable, "-m", "brehon"]
SEATS = "me,cottar,wanderer"


def environment(home: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "BREHON_LANG"))}
    return {**kept, "LANG": "C.UTF-8", "COLUMNS": "100", "HOME": str(home), "XDG_DATA_HOME": str(home), **more}


def brehon(home: Path, *args: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, with nothing but a pipe to talk to."""
    done = subprocess.run(
        [*PROGRAM, *args], input=stdin, capture_output=True, text=True, timeout=120, env=environment(home, **more), check=False
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return done


Inside = Callable[..., tuple[int, str, str]]


def make_inside(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Inside:
    """The same main(), inside this process: for tests that need it many times."""

    def run(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["brehon", *args])
        monkeypatch.setenv("COLUMNS", "100")
        for console in (screen.out, screen.err):
            console.cache_clear()  # one that another test has used keeps the width it was made with
        capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
        told = capsys.readouterr()
        return code, told.out, told.err

    return run
