"""Chance that anybody can check afterwards.

Before the first ply the table shows the SHA-256 of a secret (the commitment); each person may add a word of their own. Draw
number n of the game is HMAC-SHA-256(key = secret, message = "brehon chance 1", the words, n, try), read as a 256-bit
number. Numbers past the last whole multiple of the total are thrown away and `try` goes up, so no outcome is favoured.
Numbers are never used twice: a draw that was undone keeps its number. docs/fairness.md shows how to recompute it by hand.
"""

import hashlib
import hmac
import json
import secrets
from typing import Final, final

SPAN: Final = 1 << 256


def new_secret() -> str:
    """64 hexadecimal digits that nobody could guess."""
    return secrets.token_hex(32)


def seeded_secret(seed: int) -> str:
    """A secret that everybody can guess: for repeatable games, not for play against people."""
    return hashlib.sha256(f"brehon seed {seed}".encode()).hexdigest()


def commitment(secret: str) -> str:
    """What may be shown before the game: it binds whoever holds the secret and reveals nothing."""
    return hashlib.sha256(secret.encode()).hexdigest()


@final
class Fair:
    """The chance of one match: a secret, the people's words, and the number of the next draw."""

    def __init__(self, secret: str, words: list[str]) -> None:
        self.secret: str = secret
        self.words: list[str] = words[:]
        self.drawn: int = 0  # number of the next draw

    def next_index(self, n_outcomes: int, weights: list[int]) -> int:
        """Index of the outcome that the next draw must give; `drawn` moves on when it is carried out."""
        total = sum(weights) if weights else n_outcomes
        value = number(self.secret, self.words, self.drawn, total)
        return pick(value, weights) if weights else value


def number(secret: str, words: list[str], n: int, total: int) -> int:
    """Draw n as a number in 0 … total-1, every one equally likely."""
    limit = SPAN - SPAN % total
    attempt = 0
    while True:
        message = json.dumps(["brehon chance 1", words, n, attempt], ensure_ascii=True, separators=(",", ":"))
        value = int.from_bytes(hmac.new(secret.encode(), message.encode(), hashlib.sha256).digest(), "big")
        if value < limit:
            return value % total
        attempt += 1


def pick(value: int, weights: list[int]) -> int:
    """Which outcome owns `value` when each takes a run of its weight."""
    for index, weight in enumerate(weights):
        if value < weight:
            return index
        value -= weight
    raise AssertionError("the value lies beyond the sum of the weights")
