"""Every rule of RULES.md is cited in the code and marked on a test; nobody cites a rule that does not exist."""

import ast
import re
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
GAME = HERE.parent.parent.parent / "src/brehon/games/fallen_kingdoms"
RULE = re.compile(r"\bFK-\d+\.\d+\b")


def defined() -> Any:
    return set(re.findall(r"\*\*(FK-\d+\.\d+)\*\*", (GAME / "RULES.md").read_text(encoding="utf-8")))


def cited() -> set[Any]:
    return {rule for path in GAME.rglob("*.py") for rule in RULE.findall(path.read_text(encoding="utf-8"))}


def marked() -> Any:
    rules = set()
    for path in HERE.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                rules |= {str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)}
    return rules


def test_the_rules_are_303() -> None:
    assert len(defined()) == 303


def test_every_rule_is_cited_and_tested_and_no_other_is() -> None:
    rules = defined()
    assert sorted(rules - cited()) == [], "rules that no line of code cites"
    assert sorted(rules - marked()) == [], "rules that no test is marked with"
    assert sorted((cited() | marked()) - rules) == [], "rules that RULES.md does not know"
    print(f"fallen-kingdoms: {len(rules)}/{len(rules)} rules cited and tested")


def test_every_test_vector_of_the_specification_has_a_test() -> None:
    names = " ".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    vectors = {f"tv_e{n}" for n in range(1, 9)} | {f"tv{n:02d}" for n in range(1, 100)}
    missing = {vector for vector in vectors if not re.search(rf"def test_{vector}_", names)}
    assert missing == set()
