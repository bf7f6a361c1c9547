"""The arrows: server, cli, lab, envs -> bots -> core <- games. A game never imports a game; only the registry names them."""

import ast
import os
from pathlib import Path

import pytest

import brehon
from brehon.core import registry

SRC = Path(brehon.__file__).parent
MAY_IMPORT = {  # the part on the left may import the parts on the right
    "core": {"core"},
    "games": {"core"},
    "bots": {"core", "bots"},
    "lab": {"core", "bots", "lab"},
    "envs": {"core", "bots", "envs"},
    "server": {"core", "bots", "server"},
    "cli": {"core", "bots", "lab", "envs", "cli", "server"},
}


def modules():
    return [path for path in SRC.rglob("*.py") if path.parent != SRC]


def imports(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the arrows"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SRC)))
def test_imports_follow_the_arrows(path):
    part, *rest = path.relative_to(SRC).parts
    for name in imports(path):
        words = name.split(".")
        if words[0] != "brehon" or len(words) < 2 or not (SRC / words[1]).is_dir():
            continue
        if part == "games" and words[1] == "games":
            assert len(words) < 3 or words[2] == rest[0], f"{path.name} of {rest[0]} imports another game: {name}"
            continue
        assert words[1] in MAY_IMPORT[part], f"{part} may not import {name}"


def test_only_the_registry_names_games():
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


def test_the_mode_that_was_asked_for_runs():
    """make test-compiled sets BREHON_EXPECT, so that a silent fall-back cannot pass."""
    expected = os.environ.get(
        "BREHON_EXPECT", "interpreted" if os.environ.get("BREHON_PURE") else brehon.MODE.split()[0]
    )
    assert brehon.MODE.split()[0] == expected
    from brehon.core import contract, play
    from brehon.games.armorica import phases

    for module in (contract, play, phases):
        assert module.__file__.endswith(".py") == (expected == "interpreted"), module.__file__
