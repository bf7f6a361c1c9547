"""Build hook: compiles the hot rooms with mypyc when mypy and a C compiler are there, else installs pure Python.

BREHON_COMPILE=0 asks for the pure build, BREHON_OPT=1 for one that is made sooner and runs slower, BREHON_JOBS for fewer or more compilers at a time.
The list below is a convention, not a registry: a new game's rooms are found by name.
"""

import hashlib
import os
import re
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOMS = (
    "data",
    "actions",
    "state",
    "setup",
    "phases",
    "scoring",
    "view",
    "evaluate",
    "features",
    "evaluator",
    "observe",
)
CORE = ("objects", "contract", "odds", "evaluator", "space", "fair", "play", "observe")
BOTS = ("base", "evaluation", "wanderer", "cottar", "greedy", "model", "tree", "ismcts")
ENVS = ("course",)
PACKAGE = Path("src/brehon")
BUILD = Path("build")
UNITS = 16  # C files for the compiler: enough for many cores, and each reads the headers once
ONCE = re.compile(r"^char (CPyDef_\w+_____top_level__\(void\)) \{", re.MULTILINE)
DIGESTS: dict[str, str] = {}  # source -> SHA-256, of what this run compiles


def hot_modules() -> list[Path]:
    found = [PACKAGE / "core" / f"{name}.py" for name in CORE] + [PACKAGE / "bots" / f"{name}.py" for name in BOTS]
    found += [PACKAGE / "envs" / f"{name}.py" for name in ENVS]
    for game in sorted((PACKAGE / "games").iterdir()):
        found += [game / f"{room}.py" for room in ROOMS if (game / f"{room}.py").exists()]
        found += [part for room in ROOMS for part in sorted((game / room).glob("*.py"))]
    return found


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def level() -> str:
    """How much the C compiler optimises (docs/decisions/0025)."""
    return os.environ.get("BREHON_OPT", "2")


def extensions() -> list[Extension]:
    if os.environ.get("BREHON_COMPILE", "1") == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("brehon: mypy is not installed, so the engine stays interpreted", file=sys.stderr)
        return []
    os.environ["MYPYPATH"] = "src"
    # Only the hot modules are judged, and they import nothing that build-system.requires does not name. What they import of
    # our own may import more (rich, markupsafe): an isolated build has none of it, and no other build looks at it: four fifths
    # of the time went into packages that play no part. `make check` judges everything.
    flags = ["--config-file", "pyproject.toml", "--follow-imports", "silent", "--no-site-packages"]
    sources = hot_modules()
    for path in sources:
        DIGESTS[path.relative_to(PACKAGE).as_posix()] = digest(path)
    engine, *doors = mypycify(
        [*flags, *(path.as_posix() for path in sources)],
        opt_level=level(), debug_level="0", group_name="brehon_engine", multi_file=True,
    )  # fmt: skip
    if sys.platform != "win32":
        set_flags(engine, doors)
    engine.sources = units(engine)
    for extension in (engine, *doors):
        extension.optional = True  # without a C compiler the install goes on, interpreted
    return [engine, *doors]


def set_flags(engine: Extension, doors: list[Extension]) -> None:
    """mypyc gives all of them one and the same list; each needs its own."""
    # Without it every call may be replaced from outside: none is direct, and none is inlined.
    engine.extra_compile_args = [*engine.extra_compile_args, "-fvisibility=hidden"]
    for door in doors:  # it runs once, and only calls the real start of its module
        door.extra_compile_args = [*door.extra_compile_args, "-O0"]


def units(engine: Extension) -> list[str]:
    """The C files of the modules, a few in each unit, all units of about the same size; what mypyc always needs is one more.

    A unit names the digest of what it includes, so it changes whenever a part of it does.
    """
    from mypyc.common import RUNTIME_C_FILES

    runtime = {BUILD / name for name in RUNTIME_C_FILES}
    modules = sorted((Path(name) for name in engine.sources), key=lambda path: (-path.stat().st_size, path.name))
    groups: list[list[Path]] = [[] for _ in range(UNITS)]
    sizes = [0] * UNITS
    for path in modules:
        if path not in runtime:
            smallest = sizes.index(min(sizes))
            groups[smallest].append(path)
            sizes[smallest] += path.stat().st_size
    headers = sorted(BUILD.glob("*.h"))
    shared = "".join(digest(path) for path in headers) + " ".join(engine.extra_compile_args) + sys.version
    found = [unit(f"unit_{number}.c", group, shared) for number, group in enumerate(groups) if group]
    return [*found, unit("unit_runtime.c", [path for path in modules if path in runtime], shared)]


def unit(name: str, parts: list[Path], shared: str) -> str:
    """Write the unit, if it has changed; its path.

    What a module does when it is imported (it fills its tables) runs once, and is long: it is not optimised.
    """
    mark = hashlib.sha256((shared + "".join(digest(part) for part in parts)).encode()).hexdigest()
    once = [found for part in parts for found in ONCE.findall(part.read_text(encoding="utf-8"))]
    lines = [f"/* {mark} */"]
    if once:
        plain = [f'__attribute__((optimize("O0"))) char {function};' for function in once]
        lines += ["#include <Python.h>", "#if defined(__GNUC__) && !defined(__clang__)", *plain, "#endif"]
    lines += [f'#include "{part.relative_to(BUILD).as_posix()}"' for part in parts]
    text = "\n".join(lines) + "\n"
    path = BUILD / name
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path.as_posix()


def mode() -> ModuleType:
    """The part of the package that decides which engine runs: it says what a build has to leave there."""
    spec = spec_from_file_location("_mode", PACKAGE / "_mode.py")
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def jobs() -> int:
    """Compilers at a time."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return int(os.environ.get("BREHON_JOBS", cores))


class BuildEngine(build_ext):
    """Compiles, and notes what was compiled. If any part fails, nothing is noted, and the engine runs interpreted.

    Everything is built in `build/` first. Then the list of digests is taken away, the compiled files are put in place, each at once,
    and the list is written: a process that starts in the meantime finds no list, and runs interpreted.
    """

    def run(self) -> None:
        self.complete: set[str] = set()
        self.made = Path(self.build_lib, "brehon")
        mode().digest_list(self.made).unlink(missing_ok=True)
        self.remove_leftovers(self.made)
        super().run()
        if self.is_complete:
            self.note(self.made)

    @property
    def is_complete(self) -> bool:
        """Whether every part was built, and from the sources that are there now."""
        if not self.extensions or self.complete != {extension.name for extension in self.extensions}:
            return False
        changed = [name for name, noted in DIGESTS.items() if digest(PACKAGE / name) != noted]
        if changed:
            print(
                f"brehon: {changed[0]} has changed during the build, so the engine stays interpreted", file=sys.stderr
            )
        return not changed

    def build_extensions(self) -> None:
        """Several compilers at a time; what an interrupted build has finished is not compiled again."""
        one, spawn = self.compiler.compile, self.compiler.spawn
        places = threading.Semaphore(jobs())

        def run_one(*args: Any, **more: Any) -> Any:
            with places:
                return spawn(*args, **more)

        def compile_one(source: str, how: dict[str, Any]) -> str:
            (made,) = self.compiler.object_filenames([source], output_dir=how.get("output_dir") or "")
            done = Path(
                f"{made}.done"
            )  # a compiler that was killed may leave half a file: only this one says that it is whole
            mark = digest(Path(source))
            if not (Path(made).exists() and done.exists() and done.read_text(encoding="ascii") == mark):
                done.unlink(missing_ok=True)
                one([source], **how)
                done.write_text(mark, encoding="ascii")
            return str(made)

        def compile_all(sources: list[str], **how: Any) -> list[str]:
            if len(sources) == 1:
                return list(one(sources, **how))
            with ThreadPoolExecutor(jobs()) as pool:
                return list(pool.map(lambda source: compile_one(source, how), sources))

        if self.compiler.compiler_type == "unix":
            self.compiler.spawn, self.compiler.compile = run_one, compile_all
            self.parallel = jobs() + 1  # one of them waits for the units of the engine
        super().build_extensions()

    def build_extension(self, ext: Extension) -> None:
        super().build_extension(ext)  # raises if it fails; the caller says so and goes on, since all are optional
        self.complete.add(ext.name)

    def copy_extensions_to_source(self) -> None:
        """In place: after everything is built."""
        mode().digest_list(PACKAGE).unlink(missing_ok=True)
        self.remove_leftovers(PACKAGE)
        if not self.is_complete:
            return
        for extension in self.extensions:
            name = self.get_ext_filename(extension.name)
            made, place = Path(self.build_lib, name), Path(PACKAGE.parent, name)
            new = place.with_name(f"{place.name}.new")
            self.copy_file(str(made), str(new))
            new.replace(place)  # one that is in use stays what it was for those who use it
        self.note(PACKAGE)

    def note(self, package: Path) -> None:
        noted = mode().digest_list(package)
        new = noted.with_name(f"{noted.name}.new")
        lines = "".join(f"{value}  {source}\n" for source, value in DIGESTS.items())
        new.write_text(f"# {made_by()}\n{lines}", encoding="utf-8")
        new.replace(noted)

    def remove_leftovers(self, package: Path) -> None:
        """Modules that are no longer compiled: Python would prefer their old files to the sources."""
        suffix = mode().SUFFIX
        for path in package.rglob(f"*{suffix}"):
            if f"{path.relative_to(package).as_posix().removesuffix(suffix)}.py" not in DIGESTS:
                path.unlink()

    def get_outputs(self) -> list[str]:
        noted = mode().digest_list(Path(self.build_lib, "brehon"))
        return [*super().get_outputs(), *([str(noted)] if noted.exists() else [])]


class BuildPackage(build_py):
    """Copies the sources, without what an earlier build left behind, and the message catalogues as gettext reads them."""

    def run(self) -> None:
        for path in Path(self.build_lib, "brehon").rglob("*"):
            if path.is_file() and path.suffix not in (".so", ".pyd", ".sha256"):
                path.unlink()
        super().run()
        if not self.editable_mode:
            self.compile_catalogues()

    def compile_catalogues(self) -> None:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        folder = Path(self.build_lib, "brehon/locale")
        folder.mkdir(parents=True, exist_ok=True)
        for source in sorted((PACKAGE / "locale").glob("*.po")):
            with source.open("rb") as file, (folder / f"{source.stem}.mo").open("wb") as out:
                write_mo(out, read_po(file, locale=source.stem))


@contextmanager
def alone() -> Iterator[None]:
    """One build at a time in this folder; another one waits. The system drops the lock with the process."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "engine.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("brehon: another build is running here; waiting for it", file=sys.stderr)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def made_by() -> str:
    """What makes a difference besides the sources: a build by others is made again."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"mypy {version('mypy')}, optimised {level()}, build {digest(Path(__file__))[:16]}"
    except PackageNotFoundError:
        return "no mypy"


def is_current() -> bool:
    """Whether the engine that lies in place is what this build would make."""
    noted = mode().digest_list(PACKAGE)
    if not noted.exists() or mode().why_interpreted(PACKAGE):
        return False
    first, *lines = noted.read_text(encoding="utf-8").splitlines()
    names = {line.partition("  ")[2] for line in lines}
    return first == f"# {made_by()}" and names == {path.relative_to(PACKAGE).as_posix() for path in hot_modules()}


if __name__ == "__main__":
    wants_build = any(word in sys.argv for word in ("build_ext", "bdist_wheel", "install", "build"))
    commands = {"build_ext": BuildEngine, "build_py": BuildPackage}
    if wants_build:
        with alone():
            if not ("--inplace" in sys.argv and "--force" not in sys.argv and is_current()):
                setup(ext_modules=extensions(), cmdclass=commands)
    else:
        setup(ext_modules=[], cmdclass=commands)
