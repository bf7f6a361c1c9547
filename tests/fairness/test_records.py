"""Two verifiers, one written from docs/fairness.md alone, accept what tables write; the page's figures are true."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

from brehon.core import registry
from brehon.core.receipt import differences, read_receipt
from brehon.core.record import read_record
from brehon.core.verification import verify
from tests.fairness import verifier
from tests.fairness.tables import KINDS, Plan, Played, play, small, small_games

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "fairness.md").read_text("utf-8")
TABLES = [
    *[Plan(name, seats, 10 * seats) for name in registry.BUILTIN for seats in registry.game(name).seats],
    *[small("armorica", seats, seed, alone=0.3, consent=0.3) for seats in (2, 3, 4) for seed in range(5)],
    small("armorica", 4, 21, kinds=("shares", "number", "absent", "bot"), is_own=True),
    Plan("arrival", 3, 22, kinds=("none", "bot", "number"), is_own=True),
    Plan("arrival", 4, 23, kinds=("number", "shares", "bot", "absent"), stand_ins=0.0),
    small("fallen-kingdoms", 3, 24, kinds=("number", "bot", "bot"), stand_ins=0.0),
    Plan("fallen-kingdoms", 5, 25, kinds=KINDS, is_own=True),
    Plan("fallen-kingdoms", 3, 26, kinds=("bot", "none", "absent")),
]


def check(played: Played) -> None:
    """Both verifiers accept the record and find the same in it; every receipt fits it."""
    record = read_record(played.text)
    match, verdict = verify(record), verifier.verify(played.text)
    assert verdict.finished
    assert verdict.fingerprint == played.lock.fingerprint
    assert [ply for ply, _ in match.redrawn()] == verdict.redrawn
    assert sum(draws for _, draws in match.redrawn()) == verdict.drawn_again
    assert match.fair.drawn == verdict.draws
    for receipt in played.receipts:
        assert differences(read_receipt(receipt.to_json()), record, match) == []
        verifier.fits(played.text, receipt.to_json())


@pytest.mark.parametrize("plan", TABLES, ids=lambda plan: f"{plan.game}-{plan.n_seats}-{plan.seed}")
def test_what_a_table_writes_is_accepted_by_both_verifiers(plan: Any) -> None:
    check(play(plan))


def test_the_small_games_that_the_other_tests_change_hold_every_kind_of_line_and_seat() -> None:
    lines = " | ".join(line for played in small_games() for line in played.raw["plies"])
    for words in (
        r"\d undo 1 \|",
        r"undo \d+ all",
        "seat back",
        "asked",
        "time",
        "host",
        "forfeit",
        "hint 1",
        "hint 2",
        "hint 3",
    ):
        assert re.search(words, lines), words
    seats = [seat for played in small_games() for seat in played.raw["fair"]["lock"]["seats"]]
    assert {key for seat in seats for key in seat} == {"number", "shares", "absent", "bot"}
    assert any("number" in seat and seat["number"] is None for seat in seats)
    assert {"data" in played.raw["components"] for played in small_games()} == {True, False}
    assert {played.raw["game"] for played in small_games() if played.match.redrawn()} == set(registry.BUILTIN)


@pytest.mark.parametrize("played", small_games(), ids=lambda played: played.raw["game"])
def test_the_small_games_are_accepted_by_both_verifiers(played: Any) -> None:
    check(played)


def test_the_verifier_imports_nothing_of_brehon_but_what_plays_the_rules() -> None:
    tree = ast.parse((Path(__file__).parent / "verifier.py").read_text("utf-8"))
    imported = {
        f"{node.module}.{name.name}" if isinstance(node, ast.ImportFrom) else name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    ours = {name.removeprefix("brehon.core.") for name in imported if name.startswith("brehon")}
    assert ours == {"registry"} | {f"contract.{name}" for name in ("CHANCE", "OVER", "Event", "Ruleset", "State")}


def example(pattern: str) -> str:
    found = re.search(pattern, PAGE)
    assert found, pattern
    return found[1]


def test_the_figures_of_the_example_on_the_page_are_true() -> None:
    number = example(r"the number `([0-9a-f]{32})` the hash is")
    assert verifier.number_hash("T", 1, number) == example(r"the hash is\s+`([0-9a-f]{64})`")
    weights = [int(weight) for weight in example(r"and weights ([0-9, ]+)\n").split(", ")]
    drawn = [verifier.draw("0" * 64, "T", ["", number], n, weights) for n in range(10)]
    assert " ".join(map(str, drawn)) == example(r"draws 0 to 9 are `([0-9 ]+)`")
    assert verifier.fingerprint(example(r"`(7f00)` is `lusab`") + "0" * 60).startswith("lusab-babab")


def test_the_python_of_the_page_draws_as_the_verifier_does() -> None:
    names: dict[str, Any] = {}
    exec(example(r"```python\n(import hashlib.*?)```".replace(".*?", r"[\s\S]*?")), names)
    for n in range(200):
        weights = [1 + (n * 7 + at) % 5 for at in range(1 + n % 9)]
        given = ("f" * 64, "täble", ["", "a \N{SLIGHTLY SMILING FACE} number of mine"], n, weights)
        assert names["draw"](*given) == verifier.draw(*given)
