"""Files that were made to stop a server: the ones that once did, and mutations of them."""

from __future__ import annotations

import json
import random
import tomllib
from pathlib import Path

from brehon.core import registry
from brehon.core.record import digest  # type: ignore[attr-defined]

RECORDS = Path(__file__).parent.parent / "records"
COUNTS = "wheat = %d, grapes = %d, olives = %d, sheep = %d, coins = %d, amphorae = %d"


def dotted_key(length: int = 40_000) -> str:
    """Quadratic in tomllib."""
    return ".".join(["a"] * (length // 2)) + " = 1\n"


def many_cards(length: int = 390_000) -> str:
    """Armorica's cards with thousands more, each better than the one before: K-11 once compared all pairs of them."""
    source = (
        registry.game("armorica").read_builtin("armorica-default-2").replace("schema = 1", "schema = 1\nvariant = true")
    )
    head, gaul, rest = source.partition("gaul = [")
    cards: list[str] = []
    while sum(map(len, cards)) + len(source) < length:
        n = len(cards)
        counts = COUNTS % tuple(n // 5**power % 5 for power in range(6))
        cards.append(f'\n  {{ id = "X-{n}", pile = "A", suit = "brown", {counts} }},')
    return head + gaul + "".join(cards) + rest


def deep(levels: int = 5_000) -> str:
    return "x = " + "[" * levels + "]" * levels + "\n"


def deep_tables(levels: int = 5_000) -> str:
    return "x = " + "{a=" * levels + "1" + "}" * levels + "\n"


def long_number(digits: int = 5_000) -> str:
    return "schema = " + "9" * digits + "\n"


COMPONENTS = {
    "dotted key": dotted_key,
    "thousands of cards": many_cards,
    "nested lists": deep,
    "nested tables": deep_tables,
    "long number": long_number,
}


def record_with(source: str, name: str = "armorica/v1/armorica-2.json") -> str:
    """A record whose own cards are this file; its digest is right."""
    raw = json.loads((RECORDS / name).read_text("utf-8"))
    del raw["digest"]
    raw["components"] = {"name": "mine", "hash": "0" * 64, "data": source}
    return json.dumps({**raw, "digest": digest(raw)})


def deep_record(levels: int = 5_000) -> str:
    return '{"format": "brehon record 1", "plies": ' + "[" * levels + "]" * levels + "}"


def long_number_record(digits: int = 5_000) -> str:
    return '{"format": "brehon record 1", "rules": ' + "9" * digits + "}"


BARE_RECORDS = {"nested lists": deep_record, "long number": long_number_record}
RECORD_TEXTS = {**{name: lambda make=make: record_with(make()) for name, make in COMPONENTS.items()}, **{
    f"bare {name}": make for name, make in BARE_RECORDS.items()
}}  # fmt: skip
PIECES = ["[", "]", "{", "}", '"', "'", "'''", '"""', ".", "a.", "=", "\n", ",", "9" * 30, "-", "#", "\\", "\\u0041", "nan", "1e999",
          "0x" + "f" * 50, "1979-05-27", "true", "[[a]]\n", "[a.b]\n", "\ufeff", "ß", "\t" * 50]  # fmt: skip


def mutated(text: str, rng: random.Random) -> str:
    """The same text with a few parts repeated, cut out, swapped or filled with odd pieces; not much longer."""
    longest = len(text) + 60_000
    for _ in range(rng.randrange(1, 8)):
        at = rng.randrange(len(text) + 1)
        size = rng.choice([1, 10, 100, 1_000, 20_000])
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:at] + text[at + size :]
        elif kind == 1:
            text = text[:at] + rng.choice(PIECES) * rng.choice([1, 3, 100, 3_000]) + text[at:]
        elif kind == 2:
            text = text[:at] + text[at : at + size] * rng.randrange(2, 5) + text[at + size :]
        else:
            other = rng.randrange(len(text) + 1)
            text = text[:at] + text[other : other + size] + text[at + size :]
    return text[:longest]


def structural(game: str, rng: random.Random) -> str:
    """A file of the game with a value replaced by an odd one: it gets past the parser, and into the checker."""
    found = registry.game(game)
    raw = tomllib.loads(found.read_builtin(rng.choice(found.builtin_components())))
    for _ in range(rng.randrange(1, 4)):
        raw = _altered(raw, rng)  # type: ignore[assignment]
        if not isinstance(raw, dict):
            raw = {"x": raw}  # type: ignore[unreachable]
    if rng.random() < 0.3:
        raw["variant"] = True
    return "\n".join(f"{json.dumps(name)} = {_toml(value)}" for name, value in raw.items())


ODD = [-1, 0, 10**18, 1.5, "", "x" * 3000, [], {}, [[]], [{}], {"a": {}}, True, [1, [2]], ["a", "a"], ["x", [1]], 10**12, [[1, 2], [3]]]  # fmt: skip


def _altered(value: object, rng: random.Random) -> object:
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(list(value))
        rest = {key: inside for key, inside in value.items() if key != name}
        return rest if rng.random() < 0.05 else {**value, name: _altered(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        if rng.random() < 0.2:
            return value[:at] + [value[at]] * rng.randrange(9) + value[at + 1 :]
        return [*value[:at], _altered(value[at], rng), *value[at + 1 :]]
    return rng.choice(ODD)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {_toml(inside)}" for name, inside in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value) if isinstance(value, str) else str(value)
