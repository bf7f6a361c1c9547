"""What fits into a place of the table: widths of texts, rather too wide than too narrow, because any typeface may draw them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from unicodedata import combining, east_asian_width

MANY: Final = 4096  # texts that are cached: boards repeat the same words often
_SLIM: Final = dict.fromkeys("iljI.,:;'|! ·()[]", 0.37) | dict.fromkeys("tfr-/", 0.46)
_BROAD: Final = dict.fromkeys("mwMW%", 0.95) | dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZÄÖÜ&", 0.73)


def _one(char: str) -> float:
    if combining(char):
        return 0.0
    if east_asian_width(char) in "WF":
        return 1.1
    return _SLIM.get(char) or _BROAD.get(char) or 0.61


@lru_cache(maxsize=MANY)
def width_of(text: str, size: float, bold: bool = False) -> float:
    return sum(map(_one, text)) * size * (1.09 if bold else 1.0)


@lru_cache(maxsize=MANY)
def fit(text: str, width: float, size: float, bold: bool = False) -> str:
    """A text cut to so many units, with an ellipsis where something is missing. Line breaks become spaces."""
    line = " ".join(text.split())
    if width_of(line, size, bold) <= width:
        return line
    while line and width_of(f"{line.rstrip()}…", size, bold) > width:
        line = line[:-1]
    return f"{line.rstrip()}…"


@lru_cache(maxsize=MANY)
def lines_of(text: str, width: float, size: float, bold: bool = False, most: int = 0) -> tuple[str, ...]:
    """A text broken into lines of so many units; a word that is longer is cut, and so is what follows line `most`."""
    lines: list[str] = []
    words = text.split()
    for i, word in enumerate(words):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold) <= width:
            lines[-1] = longer
        elif lines and len(lines) == most:
            lines[-1] = fit(" ".join([lines[-1], *words[i:]]), width, size, bold)
            break
        else:
            lines.append(fit(word, width, size, bold))
    return tuple(lines)
