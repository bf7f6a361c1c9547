"""The arrows: server, cli, lab, envs -> coach -> bots -> core <- games. A game never imports a game; only the registry names them."""

import ast
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import brehon
from brehon.core import registry

SRC = Path(brehon.__file__).parent
MAY_IMPORT = {  # the part on the left may import the parts on the right
    "core": {"core"},
    "games": {"core"},
    "bots": {"core", "bots"},
    "coach": {"core", "bots", "coach"},
    "lab": {"core", "bots", "coach", "lab"},
    "envs": {"core", "bots", "envs"},
    "server": {"core", "bots", "coach", "server"},
    "cli": {"core", "bots", "coach", "lab", "envs", "cli", "server"},
}


def modules() -> list[Any]:
    return [path for path in SRC.rglob("*.py") if path.parent != SRC]


def imports(path: Any) -> Iterator[Any]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the arrows"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SRC)))
def test_imports_follow_the_arrows(path: Any) -> None:
    part, *rest = path.relative_to(SRC).parts
    for name in imports(path):
        words = name.split(".")
        if words[0] != "brehon" or len(words) < 2 or not (SRC / words[1]).is_dir():
            continue
        if part == "games" and words[1] == "games":
            assert len(words) < 3 or words[2] == rest[0], f"{path.name} of {rest[0]} imports another game: {name}"
            continue
        assert words[1] in MAY_IMPORT[part], f"{part} may not import {name}"


def test_only_the_registry_names_games() -> None:
    names = {name for game in registry.BUILTIN for name in (game, game.replace("-", "_"), registry.game(game).title)}
    for path in modules():
        part = path.relative_to(SRC).parts[0]
        if part == "games" or path.name in ("registry.py", "conformance.py"):
            continue
        code = ast.parse(path.read_text(encoding="utf-8"))
        docs = {id(node.body[0].value) for node in ast.walk(code)
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body
                and isinstance(node.body[0], ast.Expr)}  # fmt: skip
        for node in ast.walk(code):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                assert node.value not in names, f"{path.relative_to(SRC)} names a game: {node.value!r}"


def test_the_mode_that_was_asked_for_runs() -> None:
    """make test-compiled sets BREHON_EXPECT, so that a silent fall-back cannot pass."""
    from brehon.core import contract, play
    from brehon.games.armorica import phases

    loaded = {"interpreted" if module.__file__.endswith(".py") else "compiled" for module in (contract, play, phases)}  # type: ignore[union-attr]
    assert loaded == {brehon.MODE.split()[0]}, "what is said of the engine is not what runs"
    asked = os.environ.get("BREHON_EXPECT") or ("interpreted" if os.environ.get("BREHON_PURE") else None)
    assert asked is None or loaded == {asked}


# -- the rooms of the server

SERVER = SRC / "server"
ROOM_MAY_IMPORT = {  # each room, and those at the entrance (errors, settings, names …); never upwards
    "storage": {"storage"},
    "people": {"storage", "people"},
    "learning": {"learning"},
    "table": {"storage", "people", "learning", "table"},
    "archive": {"storage", "people", "table", "archive"},
    "coach": {"storage", "people", "table", "archive", "coach"},
    "web": {"storage", "people", "learning", "table", "archive", "coach", "web"},
}
MAKES_ALL = {"app.py", "workers.py"}  # put the rooms together
MOST_LINES = 400
LONG = {"games/fallen_kingdoms/state.py"}  # the fields of one compiled class, and the numbers of its phases


def server_modules() -> list[Any]:
    return [path for path in SERVER.rglob("*.py") if "versions" not in path.parts]


def server_imports(path: Any) -> Iterator[Any]:
    """Modules of the server that this one imports, also for types alone."""
    for name in imports(path):
        if name.startswith("brehon.server."):
            parts = name.split(".")[2:]
            while parts and not (
                SERVER.joinpath(*parts).with_suffix(".py").exists() or SERVER.joinpath(*parts).is_dir()
            ):
                parts = parts[:-1]
            yield ".".join(parts)


def module_name(path: Any) -> Any:
    return ".".join(path.relative_to(SERVER).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", server_modules(), ids=lambda path: str(path.relative_to(SERVER)))
def test_a_room_of_the_server_imports_downwards_only(path: Any) -> None:
    room, *inside = path.relative_to(SERVER).parts
    for name in server_imports(path):
        other = name.split(".")[0]
        if not inside and room not in MAKES_ALL:
            assert other not in ROOM_MAY_IMPORT, f"{room} stands at the entrance and may not import {name}"
        elif inside and other in ROOM_MAY_IMPORT:
            assert other in ROOM_MAY_IMPORT[room], f"{room} may not import {name}"


def test_no_modules_of_the_server_import_each_other_in_a_circle() -> None:
    """Not even under TYPE_CHECKING: a reader of one file would have to read the whole circle."""
    graph = {module_name(path): set(server_imports(path)) for path in server_modules()}
    clear: set[str] = set()
    while ready := {
        name for name, needs in graph.items() if name not in clear and needs - {name} <= clear | (needs - graph.keys())
    }:
        clear |= ready
    assert graph.keys() - clear == set()


@pytest.mark.parametrize("path", server_modules(), ids=lambda path: str(path.relative_to(SERVER)))
def test_a_module_of_the_server_is_short_and_remembers_nothing(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= MOST_LINES
    for node in ast.parse(text).body:
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            made = ast.unparse(node.value)
            assert not made.startswith(("WeakKeyDictionary(", "OrderedDict(", "defaultdict(", "Counter(")), (
                f"a second application in the process would share {ast.unparse(node.target)}"
            )


def test_a_module_is_short_unless_it_is_listed() -> None:
    long = {
        str(path.relative_to(SRC)) for path in modules() if path.read_text(encoding="utf-8").count("\n") > MOST_LINES
    }
    assert long == LONG


def test_no_two_modules_of_the_server_have_one_name() -> None:
    names = [path.stem for path in server_modules() if path.stem != "__init__"]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []
