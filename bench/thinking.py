"""How long the levels take for a decision against people: `python -m bench.thinking`, with BREHON_PURE=1 for the interpreted engine.

Whole games would take long at a second for each decision, so Cottars play, and the level is asked beside them, now and then, in the
seat to move, as a bot that has sat there all the time.
"""

from __future__ import annotations

import argparse
import statistics
import time
from random import Random

import brehon
from brehon.bots.levels import LEVELS, Level
from brehon.bots.seated import Seated
from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player

LONGEST = 3.0  # seconds that a decision may take


def times(game: str, level: Level, decisions: int, seed: int) -> list[float]:
    """Seconds of decisions with a choice: runs of five from all over a game, so that what was thought before can count."""
    rules = registry.make_ruleset(registry.game(game), registry.game(game).seats[0])
    n_seats = rules.n_seats
    match = Match(rules, [Player("")] * n_seats, seeded_secret(seed))
    cottar, rng = LEVELS["cottar"].bot, Random(seed)
    seated = Seated(match.state, dict.fromkeys(range(n_seats), level.bot))
    match.start()
    found: list[float] = []
    left = 0
    while not match.is_over and len(found) < decisions:
        seated.catch_up(match)
        seat = match.state.to_move()
        legal = match.legal(seat)
        if left == 0 and rng.random() < 0.04:
            left = 5
        if left > 0 and len(legal) > 1:
            left -= 1
            begin = time.perf_counter()
            action = seated.bots[seat].choose(match.view(seat), legal, level.budget, rng)
            found.append(time.perf_counter() - begin)
        else:
            action = cottar.choose(match.view(seat), legal, LEVELS["cottar"].budget, rng)
        match.play(seat, action)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.thinking", description=__doc__)
    parser.add_argument("--decisions", type=int, default=20, help="of each level in each game")
    parser.add_argument("--levels", default="warrior,brehon")
    parser.add_argument("--games", default="armorica,arrival,fallen-kingdoms")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"engine {brehon.MODE}")
    for game in options.games.split(","):
        for name in options.levels.split(","):
            found: list[float] = []
            seed = options.seed
            while len(found) < options.decisions:
                found += times(game, LEVELS[name], options.decisions - len(found), seed)
                seed += 1
            verdict = "kept" if max(found) <= LONGEST else "MISSED"
            print(f"{game:16} {name:8} {len(found)} decisions: median {statistics.median(found):.2f} s, "
                  f"longest {max(found):.2f} s; never over {LONGEST:.0f} s: {verdict}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
