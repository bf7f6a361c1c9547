"""Which engine runs is decided by what was compiled, never by the times of files."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
from pathlib import Path
from types import ModuleType

import pytest

from brehon._mode import SUFFIX, digest_list, why_interpreted

ROOT = Path(__file__).parent.parent
setuptools = importlib.import_module("setuptools")
HOT = {"core/space.py": "x = 1\n", "games/one/phases/__init__.py": "", "games/one/phases/land.py": "y = 2\n"}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package as a build leaves it: sources, compiled files, and the list of digests."""
    lines = []
    for name, text in HOT.items():
        source = tmp_path / name
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text)
        source.with_suffix(SUFFIX).touch()
        lines.append(f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n")
    digest_list(tmp_path).write_text("".join(lines))
    return tmp_path


def test_compiled_files_are_used_in_whatever_order_an_installer_wrote_them(package: Path) -> None:
    assert why_interpreted(package) == ""
    for path in package.rglob("*.py"):
        os.utime(path, (2_000_000_000, 2_000_000_000))  # all sources are newer
    assert why_interpreted(package) == ""


def test_an_edited_source_is_noticed_even_if_its_time_says_nothing(package: Path) -> None:
    source = package / "core/space.py"
    before = source.stat()
    source.write_text("x = 9\n")
    os.utime(source, (before.st_atime - 1000, before.st_mtime - 1000))  # as git or tar may leave it
    assert why_interpreted(package) == "core/space.py has changed since it was compiled; run make compile"


def test_a_source_that_is_gone_is_noticed(package: Path) -> None:
    (package / "games/one/phases/land.py").unlink()
    assert why_interpreted(package).startswith("games/one/phases/land.py has changed")


def test_a_compiled_file_that_is_gone_is_noticed(package: Path) -> None:
    (package / "games/one/phases/land.py").with_suffix(SUFFIX).unlink()
    assert why_interpreted(package) == "the compiled file of games/one/phases/land.py is missing; run make compile"


def test_files_compiled_for_another_python_do_not_count(package: Path) -> None:
    mine = digest_list(package)
    mine.rename(mine.with_name("_compiled.cpython-399-x86_64-linux-gnu.so.sha256"))
    assert why_interpreted(package).startswith("not compiled")


@pytest.fixture
def hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """setup.py, in a tree that has one small C module to build."""
    package = tmp_path / "src" / "brehon"
    (package / "core").mkdir(parents=True)
    (package / "_mode.py").write_bytes((ROOT / "src/brehon/_mode.py").read_bytes())
    (package / "core" / "space.py").write_text("x = 1\n")
    monkeypatch.chdir(tmp_path)
    spec = importlib.util.spec_from_file_location("hook", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.DIGESTS["core/space.py"] = hashlib.sha256(b"x = 1\n").hexdigest()
    return module


def build(hook: ModuleType, code: str) -> Path:
    """Compile in place, as `make compile` does; the package."""
    Path("space.c").write_text(code)
    module = setuptools.Extension("brehon.core.space", ["space.c"], optional=True)
    tree = setuptools.Distribution(
        {"name": "x", "package_dir": {"": "src"}, "packages": ["brehon", "brehon.core"], "ext_modules": [module]}
    )
    command = hook.BuildEngine(tree)
    command.inplace = True
    command.ensure_finalized()
    command.run()
    return Path("src/brehon")


C_MODULE = """#include <Python.h>
PyMODINIT_FUNC PyInit_space(void) { return NULL; }
"""


def test_a_build_notes_what_it_has_compiled_and_a_failed_one_takes_the_note_away(hook: ModuleType) -> None:
    package = build(hook, C_MODULE)
    assert why_interpreted(package) == ""
    build(hook, "this is not C")  # the old compiled file is still there
    assert (package / "core" / f"space{SUFFIX}").exists()
    assert why_interpreted(package).startswith("not compiled")


def test_compiled_files_of_modules_that_are_no_longer_compiled_are_removed(hook: ModuleType) -> None:
    old = Path("src/brehon/core") / f"odds{SUFFIX}"
    old.touch()
    build(hook, C_MODULE)
    assert not old.exists()
