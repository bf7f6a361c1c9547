"""What a learner sees: a View as one flat row of small numbers, each with a name and a largest value.

An observer gets Views only, so it cannot reveal anything that its seat may not know. Seats are counted from the observer: `+0`
is the seat itself, `+1` the next one clockwise; a spectator counts from seat 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, final

from mypy_extensions import mypyc_attr

from brehon.core.contract import View

BYTE: Final = 255  # no entry is greater; larger values are cut here, or split into two entries
WIDE: Final = 64  # a wide number is `64 * high + low`


@final
class Layout:
    """The entries of an observation while they are being listed."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.highs: list[int] = []

    def add(self, name: str, high: int) -> int:
        """One more entry; its place."""
        assert high >= 1, name
        self.names.append(name)
        self.highs.append(min(high, BYTE))
        return len(self.names) - 1

    def each(self, name: str, parts: list[str], high: int) -> int:
        """An entry for each part; the place of the first."""
        first = len(self.names)
        for part in parts:
            self.add(f"{name}: {part}", high)
        return first

    def wide(self, name: str) -> int:
        """Two entries for a number that may be greater than 255."""
        first = self.add(f"{name}, 64s", BYTE)
        self.add(f"{name}, rest", WIDE - 1)
        return first


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer(ABC):
    """Turns the views of one ruleset into rows of numbers."""

    def __init__(self, layout: Layout) -> None:
        self.names: list[str] = layout.names
        self.highs: list[int] = layout.highs
        self.size: int = len(layout.names)

    @abstractmethod
    def observe(self, view: View) -> bytearray:
        """The row: a byte for each entry, from 0 to its high."""


def put_wide(row: bytearray, at: int, value: int) -> None:
    """Write a number that may be greater than 255; negative numbers become 0."""
    value = max(0, value)
    row[at] = min(value // WIDE, BYTE)
    row[at + 1] = value % WIDE


def cut(value: int, high: int) -> int:
    """A number as an entry, limited to the range from 0 to its high."""
    if value < 0:
        return 0
    return high if value > high else value


def put_bits(row: bytearray, at: int, mask: int) -> None:
    """A bit mask as entries of 0 and 1."""
    while mask:
        if mask & 1:
            row[at] = 1
        mask >>= 1
        at += 1


def seat_names(n_seats: int) -> list[str]:
    """Names of the seats as the observer counts them."""
    return [f"+{offset}" for offset in range(n_seats)]
