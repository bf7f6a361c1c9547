"""Build hook: compiles the hot rooms with mypyc when mypy and a C compiler are there, else installs pure Python.

BREHON_COMPILE=0 asks for the pure build, BREHON_OPT=1 for one that is made in half the time and runs a little slower.
The list below is a convention, not a registry: a new game's rooms are found by name.
"""

import hashlib
import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

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
DIGESTS: dict[str, str] = {}  # source -> SHA-256, of what this run compiles


def hot_modules() -> list[Path]:
    found = [PACKAGE / "core" / f"{name}.py" for name in CORE] + [PACKAGE / "bots" / f"{name}.py" for name in BOTS]
    found += [PACKAGE / "envs" / f"{name}.py" for name in ENVS]
    for game in sorted((PACKAGE / "games").iterdir()):
        found += [game / f"{room}.py" for room in ROOMS if (game / f"{room}.py").exists()]
        found += [part for room in ROOMS for part in sorted((game / room).glob("*.py"))]
    return found


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
    # our own may import more (rich, markupsafe): an isolated build has none of it. `make check` judges everything.
    flags = ["--config-file", "pyproject.toml", "--follow-imports", "silent"]
    sources = hot_modules()
    for path in sources:
        DIGESTS[path.relative_to(PACKAGE).as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    found = mypycify(
        [*flags, *(path.as_posix() for path in sources)],
        opt_level=os.environ.get("BREHON_OPT", "3"), debug_level="0", group_name="brehon_engine",
    )  # fmt: skip
    for extension in found:
        extension.optional = True  # without a C compiler the install goes on, interpreted
    return list(found)


def mode() -> ModuleType:
    """The part of the package that decides which engine runs: it says what a build has to leave there."""
    spec = spec_from_file_location("_mode", PACKAGE / "_mode.py")
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


class BuildEngine(build_ext):
    """Compiles, and notes what was compiled. If any part fails, nothing is noted, and the engine runs interpreted."""

    def run(self) -> None:
        packages = [Path(self.build_lib, "brehon"), *([PACKAGE] if self.inplace else [])]
        for package in packages:
            mode().digest_list(package).unlink(missing_ok=True)
            self.remove_leftovers(package)
        self.complete: set[str] = set()
        super().run()
        if self.extensions and self.complete == {extension.name for extension in self.extensions}:
            lines = "".join(f"{digest}  {source}\n" for source, digest in DIGESTS.items())
            for package in packages:
                mode().digest_list(package).write_text(lines, encoding="utf-8")

    def build_extension(self, ext: Extension) -> None:
        super().build_extension(ext)  # raises if it fails; the caller says so and goes on, since all are optional
        self.complete.add(ext.name)

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


if __name__ == "__main__":
    wants_build = any(word in sys.argv for word in ("build_ext", "bdist_wheel", "install", "build"))
    commands = {"build_ext": BuildEngine, "build_py": BuildPackage}
    setup(ext_modules=extensions() if wants_build else [], cmdclass=commands)
