"""What a person gets who installs the wheel: the compiled engine, the terminal, the browser, the environments."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, TimeoutError, expect

import brehon
from tests.browser.conftest import browser, driver  # noqa: F401 - a fixture
from tests.browser.people import Crowd, is_over, open_spots, ply
from tests.packaging.conftest import Installed, run

pytestmark = [pytest.mark.slow, pytest.mark.compiled, pytest.mark.browser]
SUITES = {  # of other people, over all our games
    "tests/envs/test_pettingzoo.py": "suite_of_pettingzoo",
    "tests/envs/test_gymnasium.py": "checker_of_gymnasium or render_check_of_gymnasium or vector_api_of_gymnasium",
    "tests/envs/test_openspiel.py": "random_sim_test or simulation_of_open_spiel",
}


def test_the_compiled_engine_runs_whatever_the_times_of_the_files_say(installed: Installed) -> None:
    assert installed.run(installed.brehon, "--version").startswith(f"brehon {brehon.__version__}, engine compiled, ")
    package = installed.run(installed.python, "-c", "import brehon; print(brehon.__file__)").strip()
    assert package.startswith(str(installed.venv))
    compiled = "from brehon.core import play; print(play.__file__)"
    assert installed.run(installed.python, "-c", compiled).strip().endswith((".so", ".pyd"))
    for path in installed.venv.rglob("brehon/**/*.py"):
        os.utime(path)  # every source is newer than every compiled file
    assert ", engine compiled, " in installed.run(installed.brehon, "--version")
    assert ", engine interpreted " in installed.run(installed.brehon, "--version", BREHON_PURE="1")


def test_a_game_is_played_in_the_terminal_and_proved(installed: Installed) -> None:
    record = installed.folder / "game.json"
    played = subprocess.run(
        [installed.brehon, "play", "armorica", "--seats", "me,cottar,wanderer", "--seed", "7", "--save", record],
        cwd=installed.folder, input="1\n" * 100, text=True, capture_output=True, timeout=120, check=True,
    )  # fmt: skip
    assert "Total" in played.stdout
    assert "game.json is proved" in installed.run(installed.brehon, "verify", record)
    assert "Regelversion" in installed.run(
        installed.brehon, "games", "armorica", "--lang", "de"
    )  # by the compiled catalogue


def test_a_game_is_played_in_a_browser(installed: Installed, browser: Browser) -> None:  # noqa: F811 - the fixture
    with serving(installed) as url:
        crowd = Crowd(browser, url)
        page = crowd.person()
        crowd.set_up(page, "Ann", "me", "wanderer", "", "")
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")
        moves = 0
        for _ in range(400):  # looks at the page, far more than a game has decisions
            if is_over(page):
                break
            before = ply(page)
            with suppress(TimeoutError):  # a bot is to move, or the board was drawn again under the pointer: look again
                open_spots(page).first.click(timeout=1000)
                page.wait_for_function(
                    f"() => Number(document.getElementById('table').dataset.ply) > {before}", timeout=5000
                )
                moves += 1
        expect(page.locator("#result")).to_contain_text(re.compile("You win|You came|share the victory"))
        assert moves > 10
        page.get_by_role("link", name="Verify fairness").click()
        expect(page.get_by_role("heading", name="This game was fair")).to_be_visible()
        crowd.go_home()


@contextmanager
def serving(installed: Installed) -> Iterator[str]:
    """`brehon serve` of the new environment, on a free port."""
    command: list[str | Path] = [
        installed.brehon,
        "serve",
        "--no-browser",
        "--port",
        "0",
        "--bot-pause",
        "0.05",
        "--data-dir",
        installed.folder / "data",
    ]
    server = subprocess.Popen(command, cwd=installed.folder, text=True, stdout=subprocess.PIPE)
    try:
        assert server.stdout is not None
        address = next((found[0] for line in server.stdout if (found := re.search(r"http://[\d.]+:\d+", line))), "")
        assert address, "the server has ended without an address"
        yield address
    finally:
        server.terminate()
        server.communicate(timeout=30)


def test_the_suites_of_other_projects_pass(installed: Installed) -> None:
    """In one run, which fails (and so does the command) if any of them does; every project must take part."""
    flags = ("-m", "pytest", "-v", "-n", "2", "-p", "no:cacheprovider", "-p", "no:schemathesis")
    said = installed.run(installed.python, *flags, *SUITES, "-k", " or ".join(SUITES.values()))
    for file in SUITES:
        assert re.search(rf"PASSED {file}|{file}\S+ PASSED", said), said
    assert "SKIPPED" not in said, said


def test_without_compiling_the_wheel_is_pure_python_and_the_source_archive_is_enough(
    source: Path, tmp_path: Path
) -> None:
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    run(
        sys.executable,
        "setup.py",
        "--quiet",
        "bdist_wheel",
        "--dist-dir",
        tmp_path / "out",
        cwd=tree,
        BREHON_COMPILE="0",
    )
    (built,) = (tmp_path / "out").glob("*.whl")
    assert built.name == f"brehon_table-{brehon.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(built) as wheel:
        assert not [name for name in wheel.namelist() if name.endswith((".so", ".pyd", ".sha256"))]
