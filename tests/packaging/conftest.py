"""The wheel, built as a stranger builds it and installed outside the checkout.

`make test-installed` compiles first. The wheel then takes over what is compiled already, since an isolated build writes the same C.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from brehon._mode import SUFFIX

ROOT = Path(__file__).parent.parent.parent
HIDDEN = (
    "PYTHONPATH",
    "PYTHONHOME",
    "VIRTUAL_ENV",
    "BREHON_",
)  # nothing of the checkout leads into the new environment


def run(*words: str | Path, cwd: Path, **more: str) -> str:
    """One command; its output. What fails is shown whole."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(HIDDEN)}
    done = subprocess.run([str(word) for word in words], cwd=cwd, env={**environment, **more}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1800, check=False)  # fmt: skip
    assert done.returncode == 0, f"{words} ends with {done.returncode}:\n{done.stdout}"
    return done.stdout


@dataclass(frozen=True)
class Installed:
    """An environment of its own, with the locked dependencies and the wheel; and a folder next to it to work in."""

    venv: Path
    folder: Path

    @property
    def python(self) -> Path:
        return self.venv / "bin" / "python"

    @property
    def brehon(self) -> Path:
        return self.venv / "bin" / "brehon"

    def run(self, *words: str | Path, **more: str) -> str:
        return run(*words, cwd=self.folder, **more)


@pytest.fixture(scope="session")
def pip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with nothing but pip."""
    folder = tmp_path_factory.mktemp("pip")
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    return folder / "venv" / "bin" / "python"


@pytest.fixture(scope="session")
def wheel(pip: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`pip wheel .` with build isolation: only what build-system.requires names is there."""
    folder = tmp_path_factory.mktemp("wheel")
    for earlier in (ROOT / "build").glob("lib*/brehon"):
        (earlier / "left_over.py").touch()  # of a module that has another name since
        (earlier / f"left_over{SUFFIX}").touch()
    level = {name: os.environ[name] for name in ("BREHON_OPT",) if name in os.environ}  # else everything is built again
    run(pip, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, ".", cwd=ROOT, **level)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def source(pip: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source archive, made by the same backend."""
    folder = tmp_path_factory.mktemp("source")
    run(sys.executable, "setup.py", "--quiet", "sdist", "--dist-dir", folder, cwd=ROOT)
    (built,) = folder.glob("*.tar.gz")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, pip: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    folder = tmp_path_factory.mktemp("installed")
    there = Installed(folder / "venv", folder)
    lock = ROOT / "requirements" / "dev.txt"
    install: list[str | Path]
    check: list[str | Path]
    if shutil.which("uv"):
        run("uv", "venv", "--quiet", "--python", sys.executable, there.venv, cwd=folder)
        install = ["uv", "pip", "install", "--quiet", "--python", there.python]
        check = ["uv", "pip", "check", "--python", there.python]
    else:
        run(sys.executable, "-m", "venv", there.venv, cwd=folder)
        install = [there.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        check = [there.python, "-m", "pip", "check"]
    run(*install, "--require-hashes", "--only-binary", ":all:", "-r", lock, cwd=folder)
    run(*install, "--no-deps", wheel, cwd=folder)
    run(*check, cwd=folder)
    shutil.copytree(ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    yield there
    shutil.rmtree(folder)  # half a gigabyte
