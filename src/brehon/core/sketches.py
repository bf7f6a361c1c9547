"""What was drawn before, by what it depends on: the parts of a board that have not changed are not drawn again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, final

ROOM: Final = 32_000_000  # characters of a generation; two are kept: a table of The Arrival needs some 150,000
WEIGHT: Final = 400  # what a key and its objects take, in characters


# What one part of a board has put on the sheet: its share of each layer, and its pieces by id. Plain tuples and dictionaries of
# strings: the garbage collector leaves them alone, however many there are.
Sketch = tuple[tuple[str, ...], dict[str, str]]


@final
class Sketches:
    """Sketches by key, within bounds: when a generation is full, what was not asked for since the one before is forgotten."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self.used = 0  # by the present generation
        self.found = self.missed = 0
        self._new: dict[Hashable, Sketch] = {}
        self._old: dict[Hashable, Sketch] = {}

    def get(self, key: Hashable) -> Sketch | None:
        sketch = self._new.get(key)
        if sketch is None:
            sketch = self._old.get(key)
            if sketch is None:
                self.missed += 1
                return None
            self.put(key, sketch)
        self.found += 1
        return sketch

    def put(self, key: Hashable, sketch: Sketch) -> None:
        layers, pieces = sketch
        size = WEIGHT + sum(map(len, layers)) + sum(map(len, pieces.values()))
        if self.used + size > self.room:
            self._old, self._new, self.used = self._new, {}, 0
        if size <= self.room:
            self._new[key] = sketch
            self.used += size

    def __len__(self) -> int:
        return len(self._new.keys() | self._old.keys())
