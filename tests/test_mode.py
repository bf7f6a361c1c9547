"""Which engine runs is decided by what was compiled, never by the times of files."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from brehon._mode import SUFFIX, digest_list, why_interpreted
from tests.waiting import wait_until

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
    for name, value in (("CORE", ("space",)), ("BOTS", ()), ("ENVS", ())):
        setattr(module, name, value)
    (package / "games").mkdir()
    module.DIGESTS["core/space.py"] = hashlib.sha256(b"x = 1\n").hexdigest()
    return module


def build(hook: ModuleType, code: str, kind: str = "BuildEngine") -> Path:
    """Compile in place, as `make compile` does, from two C files; the package."""
    Path("space.c").write_text(code)
    Path("more.c").write_text("int brehon_more(void) { return 1; }\n")
    module = setuptools.Extension("brehon.core.space", ["space.c", "more.c"], optional=True)
    tree = setuptools.Distribution(
        {"name": "x", "package_dir": {"": "src"}, "packages": ["brehon", "brehon.core"], "ext_modules": [module]}
    )
    command = getattr(hook, kind)(tree)
    command.inplace = True
    command.force = True
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


def test_whoever_starts_while_files_are_put_in_place_finds_no_engine_rather_than_half_of_one(hook: ModuleType) -> None:
    package, seen = build(hook, C_MODULE), []

    class Watched(hook.BuildEngine):  # type: ignore[name-defined, misc]
        def build_extension(self, ext: object) -> None:
            seen.append(why_interpreted(package))  # the engine that was there is whole, and still runs
            super().build_extension(ext)

        def copy_file(self, *args: object, **more: object) -> object:
            seen.append(why_interpreted(package))
            return super().copy_file(*args, **more)

    hook.Watched = Watched  # type: ignore[attr-defined]
    build(hook, C_MODULE, "Watched")
    assert seen[0] == ""
    assert len(seen) > 1
    assert all(reason.startswith("not compiled") for reason in seen[1:])
    assert why_interpreted(package) == ""
    assert not list(package.rglob("*.new"))


def test_a_source_that_changes_during_the_build_makes_it_worthless(
    hook: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    (Path("src/brehon/core") / "space.py").write_text("x = 2\n")  # mypyc has read another one
    package = build(hook, C_MODULE)
    assert why_interpreted(package).startswith("not compiled")
    assert "core/space.py has changed during the build" in capfd.readouterr().err


def test_what_is_up_to_date_is_not_built_again(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    package = build(hook, C_MODULE)
    assert hook.is_current()
    monkeypatch.setenv("BREHON_OPT", "0")
    assert not hook.is_current()  # another one was asked for
    monkeypatch.delenv("BREHON_OPT")
    (package / "core" / "odds.py").write_text("")
    hook.CORE = ("space", "odds")  # type: ignore[attr-defined]
    assert not hook.is_current()  # a module that was not compiled then
    hook.CORE = ("space",)  # type: ignore[attr-defined]
    (package / "core" / "space.py").write_text("x = 3\n")
    assert not hook.is_current()


KILLED = """
import importlib.util, sys
from pathlib import Path
spec = importlib.util.spec_from_file_location("hook", sys.argv[1])
hook = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hook)
hook.CORE, hook.BOTS, hook.ENVS = ("space",), (), ()
hook.DIGESTS["core/space.py"] = hook.digest(Path("src/brehon/core/space.py"))
from tests.test_mode import C_MODULE, build
with hook.alone():
    build(hook, C_MODULE)
"""
SLOW = """#!/bin/sh
echo "$*" >> calls
case "$*" in *" space.c "*) test -e quick || { touch waiting; exec sleep 600; } ;; esac
exec cc "$@"
"""


def test_a_killed_build_harms_nothing_lets_the_next_one_in_and_leaves_it_what_is_done(hook: ModuleType) -> None:
    package = build(hook, C_MODULE)
    for done in Path("build").rglob("*.done"):
        done.unlink()  # as if the C had changed
    Path("slow-cc").write_text(SLOW)
    Path("slow-cc").chmod(0o755)
    command = [sys.executable, "-c", KILLED, str(ROOT / "setup.py")]
    environment = {**os.environ, "CC": str(Path("slow-cc").absolute()), "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(command, env=environment, start_new_session=True, text=True, stderr=subprocess.PIPE)

    first = start()
    wait_until(lambda: Path("waiting").exists() and list(Path("build").rglob("more.o.done")), "the first unit")
    second = start()
    assert second.stderr is not None
    assert "another build is running here" in second.stderr.readline()
    assert second.poll() is None  # it waits
    assert why_interpreted(package) == ""  # meanwhile the old one runs
    Path("quick").touch()
    os.killpg(first.pid, signal.SIGKILL)
    first.communicate()
    assert why_interpreted(package) == ""
    assert second.wait(60) == 0
    second.communicate()
    assert why_interpreted(package) == ""
    compiled = [line for line in Path("calls").read_text().splitlines() if " -c " in line]
    assert sum(" more.c " in line for line in compiled) == 1  # the second build has taken it over


def test_only_the_doors_of_the_engine_are_not_optimised(hook: ModuleType) -> None:
    shared = ["-O2"]
    engine, door = (setuptools.Extension(name, [], extra_compile_args=shared) for name in ("engine", "door"))
    hook.set_flags(engine, [door])
    assert engine.extra_compile_args == ["-O2", "-fvisibility=hidden"]
    assert door.extra_compile_args == ["-O2", "-O0"]


def test_what_modules_do_once_is_not_optimised_and_a_unit_changes_with_its_parts(hook: ModuleType) -> None:
    part = Path("build") / "one.c"
    part.parent.mkdir(exist_ok=True)
    part.write_text(
        "char CPyDef_one_____top_level__(void) {\n    return 1;\n}\nchar CPyDef_one___f(void) {\n    return 2;\n}\n"
    )
    first = Path(hook.unit("unit_0.c", [part], "flags")).read_text()
    assert '__attribute__((optimize("O0"))) char CPyDef_one_____top_level__(void);' in first
    assert "CPyDef_one___f" not in first
    assert '#include "one.c"' in first
    assert Path(hook.unit("unit_0.c", [part], "other flags")).read_text() != first
    part.write_text(part.read_text().replace("return 2", "return 3"))
    assert Path(hook.unit("unit_0.c", [part], "flags")).read_text() != first


def test_the_tools_that_are_fetched_in_the_background_are_those_of_the_developers() -> None:
    def pinned(name: str) -> set[str]:
        lines = (ROOT / "requirements" / name).read_text().splitlines()
        return {line.split()[0] for line in lines if "==" in line}

    assert pinned("build.txt") <= pinned("dev.txt")
    assert any(line.startswith("mypy==") for line in pinned("build.txt"))
