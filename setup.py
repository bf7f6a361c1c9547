"""Build hook: compiles the hot rooms with mypyc when mypy and a C compiler are there, else installs pure Python.

BREHON_COMPILE=0 asks for the pure build, BREHON_OPT=1 for one that is made in half the time and runs a little slower.
The list below is a convention, not a registry: a new game's rooms are found by name.
"""

import os
import sys
from pathlib import Path

from setuptools import setup

ROOMS = ("data", "actions", "state", "setup", "phases", "scoring", "view", "evaluate", "features", "observe")
CORE = ("contract", "odds", "space", "fair", "play", "observe")
BOTS = ("base", "judge", "wanderer", "cottar", "greedy", "model", "ismcts")
ENVS = ("course",)


def hot_modules() -> list[str]:
    src = Path("src/brehon")
    found = [src / "core" / f"{name}.py" for name in CORE] + [src / "bots" / f"{name}.py" for name in BOTS]
    found += [src / "envs" / f"{name}.py" for name in ENVS]
    for game in sorted((src / "games").iterdir()):
        found += [game / f"{room}.py" for room in ROOMS if (game / f"{room}.py").exists()]
        found += [part for room in ROOMS for part in sorted((game / room).glob("*.py"))]
    return [path.as_posix() for path in found]


def extensions() -> list[object]:
    if os.environ.get("BREHON_COMPILE", "1") == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("brehon: mypy is not installed, so the engine stays interpreted", file=sys.stderr)
        return []
    os.environ["MYPYPATH"] = "src"
    flags = ["--config-file", "pyproject.toml"]
    found = mypycify([*flags, *hot_modules()], opt_level=os.environ.get("BREHON_OPT", "3"), group_name="brehon_engine")
    for extension in found:
        extension.optional = True  # without a C compiler the install goes on, interpreted
    return list(found)


if __name__ == "__main__":
    wants_build = any(word in sys.argv for word in ("build_ext", "bdist_wheel", "install", "build"))
    setup(ext_modules=extensions() if wants_build else [])
    for built in Path("src").rglob("*.so"):
        built.touch()  # the small loaders are not written anew, but they are up to date
