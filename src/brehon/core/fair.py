"""Chance that everyone can check afterwards.

Draw number n of a game is HMAC-SHA-256(key = secret, message), read as a 256-bit number. Numbers past the last whole multiple
of the total are thrown away and `attempt` goes up, so no outcome is favoured. Numbers are never used twice: a draw that was
undone keeps its number. There are two editions of the message:

- the second, at tables: "brehon chance 2", the table, every seat's number, n, attempt. The numbers are fixed by hash before
  any of them is known (core/lock.py), so no one chooses a draw;
- the first, in the terminal, the lab and records of format 1: "brehon chance 1", the words, n, attempt.

docs/fairness.md shows how to recompute a draw by hand.
"""

import hashlib
import hmac
import json
import secrets
from typing import Final, final

SPAN: Final = 1 << 256


def new_secret() -> str:
    """64 hexadecimal digits that no one could guess."""
    return secrets.token_hex(32)


def seeded_secret(seed: int) -> str:
    """A secret that everyone can guess: for repeatable games, not for play against people."""
    return hashlib.sha256(f"brehon seed {seed}".encode()).hexdigest()


def commitment(secret: str) -> str:
    """What may be shown before the game: it binds the owner of the secret and reveals nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


@final
class Fair:
    """The chance of one match: a secret, the people's numbers or words, and the number of the next draw."""

    def __init__(self, secret: str, words: list[str], table: str = "") -> None:
        self.secret: str = secret
        self.words: list[str] = words[:]  # [seat]
        self.table: str = table  # "" for the first edition
        self.drawn: int = 0  # number of the next draw

    def next_index(self, n_outcomes: int, weights: list[int]) -> int:
        """Index of the outcome that the next draw must give; `drawn` moves on when it is carried out."""
        total = sum(weights) if weights else n_outcomes
        value = number(self.secret, self.words, self.drawn, total, self.table)
        return pick(value, weights) if weights else value


def number(secret: str, words: list[str], n: int, total: int, table: str = "") -> int:
    """Draw n as a number in 0 … total-1, every one equally likely."""
    limit = SPAN - SPAN % total
    attempt = 0
    while True:
        parts = ["brehon chance 2", table, words, n, attempt] if table else ["brehon chance 1", words, n, attempt]
        message = json.dumps(parts, ensure_ascii=True, separators=(",", ":"))
        value = int.from_bytes(hmac.new(secret.encode(), message.encode(), hashlib.sha256).digest(), "big")
        if value < limit:
            return value % total
        attempt += 1


def pick(value: int, weights: list[int]) -> int:
    """Which outcome owns `value` when each outcome has a range as long as its weight."""
    for index, weight in enumerate(weights):
        if value < weight:
            return index
        value -= weight
    raise AssertionError("the value lies beyond the sum of the weights")
