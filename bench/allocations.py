"""What a decision allocates: memory that each call of the engine keeps, and how much more it holds for a moment."""

import gc
import sys
import tracemalloc
from collections.abc import Callable
from random import Random

import brehon
from bench.engine import positions
from brehon.core.contract import State
from brehon.core.registry import game

POSITIONS = 300
SEATS = 4

Call = tuple[str, Callable[[State], object]]


class Cost:
    """The memory of one call, summed over positions."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.calls = 0
        self.blocks = 0  # kept, in pieces
        self.kept = 0  # kept, in bytes
        self.most = 0  # bytes held at once at the peak of the call, summed
        self.worst = 0  # the largest peak of all

    def add(self, blocks: int, kept: int, peak: int) -> None:
        self.calls += 1
        self.blocks += blocks
        self.kept += kept
        self.most += peak
        self.worst = max(self.worst, peak)

    def row(self) -> str:
        n = self.calls
        return f"{self.name:<16} {self.blocks / n:>8.1f} {self.kept / n:>9.0f} {self.most / n:>9.0f} {self.worst:>9}"


def calls_of() -> list[Call]:
    """What a decision is made of, each from a position in which a seat is to move."""
    rng = Random(0)

    def first(state: State) -> object:
        state.apply(state.legal()[0], None)
        return None

    return [
        ("legal()", lambda state: state.legal()),
        ("apply()", first),
        ("clone()", lambda state: state.clone()),
        ("view()", lambda state: state.view(state.to_move())),
        ("view(), a guess", lambda state: state.view(state.to_move()).determinize(rng)),
    ]


def measure(state: State, what: Callable[[State], object]) -> tuple[int, int, int]:
    """Blocks and bytes that a call keeps alive, and the bytes at its peak."""
    tracemalloc.reset_peak()
    before, _ = tracemalloc.get_traced_memory()
    blocks = sys.getallocatedblocks()
    kept = what(state)
    blocks = sys.getallocatedblocks() - blocks
    after, peak = tracemalloc.get_traced_memory()
    del kept
    return blocks, after - before, peak - before


def costs(name: str, wanted: int = POSITIONS) -> list[Cost]:
    pool = positions(SEATS, wanted, name=name)
    found = []
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        for title, what in calls_of():
            cost = Cost(title)
            for state in pool:
                twin = state.clone()  # apply() may change it
                what(twin.clone())  # whatever is remembered from the first time is not counted
                cost.add(*measure(twin, what))
            found.append(cost)
    finally:
        tracemalloc.stop()
        gc.enable()
    return found


def main(name: str) -> None:
    title = game(name).title
    print(f"What a decision allocates: {title}, {SEATS} seats, {POSITIONS} positions of random games, {brehon.MODE}")
    print(f"{'call':<16} {'blocks':>8} {'bytes':>9} {'at peak':>9} {'worst':>9}")
    for cost in costs(name):
        print(cost.row())


if __name__ == "__main__":
    main(sys.argv[1])
