"""Where the interpreted engine spends its time: own time by function, over random games."""

import cProfile
import os
import pstats
import subprocess
import sys
from random import Random

GAMES = 400
LINES = 18


def run() -> None:
    """In a process of its own, so that the engine is interpreted whatever has been compiled."""
    subprocess.run([sys.executable, "-m", "bench.profile"], check=True, env={**os.environ, "BREHON_PURE": "1"})


def main() -> None:
    from bench.engine import rules
    from brehon.core.play import Tally, play_random

    ruleset = rules(4)
    rng = Random(0)
    tally = Tally()
    profile = cProfile.Profile()
    profile.enable()
    for _ in range(GAMES):
        play_random(ruleset.start(), rng, tally, 0)
    profile.disable()
    stats = pstats.Stats(profile, stream=sys.stdout)
    total = sum(row[2] for row in stats.stats.values())  # type: ignore[attr-defined]
    print(f"Interpreted engine, {GAMES} random games with 4 seats: {tally.decisions} decisions, {tally.draws} draws")
    print(f"{'own time':>9} {'calls':>9}  function (cProfile slows small functions most: read it as a ranking)")
    rows = sorted(stats.stats.items(), key=lambda item: -item[1][2])  # type: ignore[attr-defined]
    for (path, line, name), (_, calls, own, _, _) in rows[:LINES]:
        place = f"{os.path.basename(os.path.dirname(path))}/{os.path.basename(path)}:{line} " if line else ""
        print(f"{own / total:>8.1%} {calls:>9}  {place}{name}")


if __name__ == "__main__":
    main()
