"""What a typed line means: an action by its words, shortened or in another order, or by the words on its label."""

from __future__ import annotations

import re
from collections.abc import Iterable


def meant(line: str, texts: list[str], labels: dict[int, str], legal: list[int]) -> list[int]:
    """The actions that a line can mean. The strictest kind of match that finds anything counts, and within it the legal actions.

    `texts` are the words of all actions of the game, `labels` what is written next to those on offer.
    """
    typed = words(line)
    if not typed:
        return []
    everything = [(action, words(text)) for action, text in enumerate(texts)]
    on_offer = [(action, words(texts[action]) + words(label)) for action, label in labels.items()]
    kinds = (
        [action for action, known in everything if known == typed],
        [action for action, known in everything if _shortens(typed, known)],
        [action for action, known in everything if _mentions(typed, known)],
        [action for action, known in on_offer if _mentions(typed, known)],
    )
    for found in kinds:
        if found:
            open_now = sorted(set(found) & set(legal))
            return open_now or sorted(found)
    return []


def words(text: str) -> list[str]:
    return re.findall(r"[\w'’-]+", text.casefold())


def _shortens(typed: list[str], known: list[str]) -> bool:
    """Every word is abbreviated, in order: `t g 2` is `take gaul 2`."""
    return len(typed) == len(known) and all(_begins(a, b) for a, b in zip(typed, known, strict=True))


def _mentions(typed: list[str], known: Iterable[str]) -> bool:
    """Every typed word is the beginning of one of the known words, each used once."""
    left = list(known)
    for word in typed:
        hit = next((other for other in left if other == word), None) or next(
            (o for o in left if _begins(word, o)), None
        )
        if hit is None:
            return False
        left.remove(hit)
    return True


def _begins(typed: str, known: str) -> bool:
    """Numbers must be whole: 1 is not the beginning of 10."""
    return typed == known if typed.isdecimal() else known.startswith(typed)
