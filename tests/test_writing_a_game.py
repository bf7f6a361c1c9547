"""docs/writing-a-game.md is followed to the letter: its code blocks are installed as a package, and its commands are run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from brehon.core import registry
from tests.cli.program import PROGRAM, environment
from tests.server.conftest import opened
from tests.server.people import ADDRESS, Program

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "writing-a-game.md").read_text("utf-8")
TEMPLATE = ROOT / "examples" / "pebbles"
BLOCK = re.compile(r"^```(\w+)[ ]?([\w./-]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BUILD = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"


def files_of(page: str) -> dict[str, str]:
    """The files that the page shows: the blocks of one file stand in its order, two empty lines between them."""
    found: dict[str, str] = {}
    for _, name, text in BLOCK.findall(page):
        if name:
            found[name] = f"{found[name]}\n\n{text}" if name in found else text
    return found


def block(first_line: str) -> str:
    """The block of the page without a file name that begins so."""
    return next(text for _, name, text in BLOCK.findall(PAGE) if not name and text.startswith(first_line))  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of the page, built as an installer builds it and unpacked: a folder for the path of Python."""
    folder, site = tmp_path_factory.mktemp("my-game"), tmp_path_factory.mktemp("site")
    for name, text in files_of(PAGE).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", BUILD, str(folder)], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(folder / done.stdout.split()[-1]) as wheel:
        wheel.extractall(site)
    return site


def run(site: Path, home: Path, *command: str, stdin: str = "") -> str:
    path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        command, input=stdin, cwd=home, env=environment(home, PYTHONPATH=path), capture_output=True, text=True, check=False
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_template_is_what_the_page_shows() -> None:
    there = {path.relative_to(TEMPLATE).as_posix(): path.read_text("utf-8") for path in TEMPLATE.rglob("*.*")
             if path.is_file() and path.suffix != ".pyc"}  # fmt: skip
    assert files_of(PAGE) == there


def test_the_built_package_holds_the_written_rules(installed: Path) -> None:
    assert (installed / "pebbles" / "RULES.md").read_text("utf-8") == files_of(PAGE)["src/pebbles/RULES.md"]


def test_a_package_that_does_not_name_its_data_loses_the_rules(tmp_path: Path) -> None:
    """What the page warns of: without package-data the file stays behind."""
    shutil.copytree(TEMPLATE, tmp_path / "game")
    path = tmp_path / "game" / "pyproject.toml"
    path.write_text(path.read_text("utf-8").split("[tool.setuptools.package-data]")[0], encoding="utf-8")
    wheel = subprocess.check_output([sys.executable, "-c", BUILD, str(tmp_path)], cwd=tmp_path / "game", text=True)
    assert "pebbles/RULES.md" not in zipfile.ZipFile(tmp_path / wheel.split()[-1]).namelist()


def test_the_laws_hold_by_command_and_as_the_page_writes_them_in_tests(installed: Path, tmp_path: Path) -> None:
    shown = run(installed, tmp_path, sys.executable, "-m", "brehon.core.conformance", "pebbles", "-n", "300")
    assert shown.count("every law holds") == 3
    run(installed, tmp_path, sys.executable, "-c", block("from brehon.core import conformance"))


def test_the_game_is_played_in_the_terminal(installed: Path, tmp_path: Path) -> None:
    args = ("play", "pebbles", "--seats", "me,cottar", "--seed", "1")
    shown = run(installed, tmp_path, *PROGRAM, *args, stdin="1\n" * 15)
    assert "wins with" in shown
    assert "The last pebble" in shown


async def test_the_game_is_in_the_lobby_with_its_rules_and_played_at_a_table(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(installed))
    for cache in (registry._points, registry.game):
        cache.cache_clear()
    try:
        async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
            assert "Pebbles" in (await client.get("/?game=pebbles")).text
            assert "PB-3.2" in (await client.get("/rules/pebbles")).text
            program = Program(client)
            ticket = await program.create("me", "wanderer", game="pebbles")
            state = await program.play_out(ticket)
            assert sum(state["scores"]) == 19
            assert 'id="take-1"' in (await client.get(f"/table/{ticket['id']}/replay?ply=3")).text
    finally:
        for cache in (registry._points, registry.game):
            cache.cache_clear()


def test_what_the_page_says_about_versions_stands_in_the_toy() -> None:
    toy = (ROOT / "tests" / "toy.py").read_text("utf-8")
    lines = block("POINTS").splitlines()
    assert len(lines) == 2
    assert [line for line in lines if line not in toy] == []


def test_the_commands_of_the_page_are_those_that_were_run_here() -> None:
    shown = block("cp -r examples/pebbles")
    for command in (
        "-m brehon.core.conformance pebbles -n 300",
        "brehon play pebbles --seats me,cottar",
        "brehon serve",
    ):
        assert command in shown
    assert len(shown.splitlines()) == 5
