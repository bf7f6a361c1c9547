"""Random games of Fallen Kingdoms, the invariants asked after every ply: `python -m tests.games.fallen_kingdoms.census 10000`.

The figures in brackets are the specification's (E.3), measured with simple bots instead of random play.
"""

import sys
from random import Random

import brehon
from brehon.core import registry
from brehon.core.conformance import random_action
from brehon.core.contract import CHANCE, OVER, Event
from brehon.games.fallen_kingdoms import events

EXPECTED = {3: (6.1, 460, 24, 1.6), 4: (6.5, 645, 37, 2.7), 5: (6.3, 805, 48, 3.4), 6: (6.0, 950, 57, 4.1)}


def census(n_seats: int, games: int) -> str:
    rules = registry.make_ruleset(registry.game("fallen-kingdoms"), n_seats)
    rounds = choices = battles = invasions = 0
    for index in range(games):
        rng, state = Random(f"{index} {n_seats}"), rules.start()
        while state.to_move() != OVER:
            log: list[Event] = []
            choices += state.to_move() != CHANCE and len(state.legal()) > 1
            state.apply(random_action(state, rng), log)
            rules.check(state)
            battles += sum(event.kind == events.BATTLE for event in log)
            invasions += sum(event.kind == events.INVADES for event in log)
        rounds += state.round  # type: ignore[attr-defined]
    found = zip(
        ("rounds", "decisions", "battles", "invasions"),
        (rounds, choices, battles, invasions),
        EXPECTED[n_seats],
        strict=True,
    )
    means = ", ".join(f"{name} {total / games:.1f} ({expected})" for name, total, expected in found)
    return f"{n_seats} players, {games} games: mean {means}; every invariant held after every ply"


if __name__ == "__main__":
    print(brehon.MODE)
    for seats in (3, 4, 5, 6):
        print(census(seats, -(-int(sys.argv[1]) // 4)), flush=True)
