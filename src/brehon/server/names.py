"""Names as people can read them, and tell apart."""

from __future__ import annotations

import secrets
import unicodedata
from typing import Final

MAX_NAME: Final = 24
FRIENDLY: Final = (
    "Ailbe", "Conall", "Niamh", "Rónán", "Sadb", "Tuán", "Brígh", "Fergus", "Étaín", "Lugaid", "Muirenn", "Oisín",
    "Gráinne", "Fintan", "Deirdre", "Cormac", "Líadan", "Dubthach", "Eithne", "Senán",
)  # fmt: skip


def clean(text: str, longest: int) -> str:
    """A name or word as people can read it: one line, no control characters, not too long."""
    plain = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in text)
    return " ".join(plain.split())[:longest].strip()


def some_name() -> str:
    """For a person who plays at once and has not given a name; it can be changed at any time."""
    return secrets.choice(FRIENDLY)


def distinct(name: str, others: list[str]) -> str:
    """The name, with a number if another person at the table has it. Without a name, the name of the seat."""
    number, found = 2, name
    while name and found in others:
        found = f"{name} {number}"
        number += 1
    return found
