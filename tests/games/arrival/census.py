"""Random games of The Arrival, the invariants asked after every ply, and how they end: `python -m tests.games.arrival.census 20000`."""

import sys
from random import Random

import brehon
from brehon.core import registry
from brehon.core.conformance import random_action
from brehon.core.contract import CHANCE, OVER
from brehon.games.arrival.scoring import count_dark, count_forts, is_overrun


def census(n_seats: int, games: int) -> str:
    rules = registry.make_ruleset(registry.game("arrival"), n_seats)
    overrun = limit = dark = forts = rounds = decisions = 0
    for index in range(games):
        rng, state = Random(f"{index} {n_seats}"), rules.start()
        while state.to_move() != OVER:
            decisions += state.to_move() != CHANCE
            state.apply(random_action(state, rng))
            rules.check(state)
        overrun += is_overrun(state)  # type: ignore[arg-type]
        limit += state.flag  # type: ignore[attr-defined]
        dark += count_dark(state)  # type: ignore[arg-type]
        forts += count_forts(state)  # type: ignore[arg-type]
        rounds += state.round  # type: ignore[attr-defined]
    return (
        f"{n_seats} leaders, {games} games: overrun {overrun / games:.1%}, ended by the limit {limit / games:.1%}, mean F {dark / games:.1f}, "
        f"mean T {forts / games:.1f}, rounds {rounds / games:.2f}, decisions {decisions / games:.0f}; every invariant held after every ply"
    )


if __name__ == "__main__":
    print(brehon.MODE)
    for seats in (2, 3, 4):
        print(census(seats, -(-int(sys.argv[1]) // 3)), flush=True)
