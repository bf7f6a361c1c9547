"""Provably fair chance: unbiased, derived from secret, words and number, and open to anybody's recomputation."""

import hashlib
import hmac
import json
from collections import Counter
from typing import Any

import pytest

from brehon.core.fair import Fair, commitment, new_secret, number, pick, seeded_secret


def test_the_derivation_is_what_the_documentation_says() -> None:
    secret, words, n, total = "ab" * 32, ["oak", ""], 5, 7
    message = json.dumps(["brehon chance 1", words, n, 0], separators=(",", ":")).encode()
    value = int.from_bytes(hmac.new(secret.encode(), message, hashlib.sha256).digest(), "big")
    assert number(secret, words, n, total) == value % total


def test_every_outcome_comes_up_by_its_weight() -> None:
    fair = Fair(seeded_secret(1), ["", ""])
    seen: Any = Counter()
    for _ in range(6000):
        seen[fair.next_index(3, [1, 2, 3])] += 1
        fair.drawn += 1
    expected = {0: 1000, 1: 2000, 2: 3000}
    chi_square = sum((seen[i] - e) ** 2 / e for i, e in expected.items())
    assert chi_square < 13.8  # 0.1 % of fair dice do worse; the seed is fixed


def test_equal_outcomes_need_no_weights() -> None:
    fair = Fair(seeded_secret(2), [])
    assert {fair.next_index(1, []), fair.next_index(1, [4])} == {0}


def test_numbers_past_the_last_whole_multiple_are_thrown_away() -> None:
    """With a total just above half the span, about half of the first tries must be thrown away: the value never wraps."""
    total = (1 << 255) + 1
    values = [number("s", [], n, total) for n in range(64)]
    first_tries = [
        int.from_bytes(
            hmac.new(
                b"s", json.dumps(["brehon chance 1", [], n, 0], separators=(",", ":")).encode(), hashlib.sha256
            ).digest(),
            "big",
        )
        for n in range(64)
    ]
    kept = [first for first in first_tries if first < total]
    assert 16 < len(kept) < 48
    assert all(value < total for value in values)
    assert [v for v, first in zip(values, first_tries, strict=True) if first < total] == kept


@pytest.mark.parametrize("value,index", [(0, 0), (1, 1), (2, 1), (3, 2), (5, 2)])
def test_pick_gives_each_outcome_a_run_of_its_weight(value: int, index: int) -> None:
    assert pick(value, [1, 2, 3]) == index


def test_secrets_are_long_different_and_bound_by_their_commitment() -> None:
    one, two = new_secret(), new_secret()
    assert len(one) == 64
    assert one != two
    assert commitment(one) == hashlib.sha256(one.encode()).hexdigest() != commitment(two)
    assert seeded_secret(7) == seeded_secret(7) != seeded_secret(8)
