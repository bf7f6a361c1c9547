"""Every rule of every RULES.md is cited where it is enforced and marked on a test; nobody cites a rule that does not exist."""

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from brehon.core import registry

ROOT = Path(__file__).parent.parent
DEFINED = re.compile(r"\*\*([A-Z]{2}-\d+\.\d+[a-z]?)\*\*")
CITED = re.compile(r"\b([A-Z]{2}-\d+\.\d+[a-z]?)\b")


def folder(game: str) -> Path:
    return ROOT / "src/brehon/games" / game.replace("-", "_")


def defined(game: str) -> set[str]:
    return set(DEFINED.findall((folder(game) / "RULES.md").read_text(encoding="utf-8")))


def cited(game: str) -> set[str]:
    return {rule for path in folder(game).rglob("*.py") for rule in CITED.findall(path.read_text(encoding="utf-8"))}


def marked(game: str) -> set[str]:
    """The arguments of every @pytest.mark.rule in the game's tests, read from the source."""
    rules: set[str] = set()
    for path in (ROOT / "tests/games" / game.replace("-", "_")).rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                rules |= {str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)}
    return rules


@pytest.mark.parametrize("game", sorted(registry.BUILTIN))
def test_every_rule_is_cited_in_the_code_and_marked_on_a_test(game: Any) -> None:
    rules = defined(game)
    assert len(rules) > 50, "RULES.md defines its rules as **AM-1.1**"
    assert sorted(rules - cited(game)) == [], "rules that no line of code cites"
    assert sorted(rules - marked(game)) == [], "rules that no test is marked with"
    assert sorted(cited(game) - rules) == [], "rules cited in the code that RULES.md does not know"
    assert sorted(marked(game) - rules) == [], "rules marked on a test that RULES.md does not know"
    print(f"{game}: {len(rules)}/{len(rules)} rules cited and tested")
