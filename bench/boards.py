"""What a board costs the processor: `python -m bench.boards [--games arrival:3,armorica:2]`.

Random games; after every decision the wide board is drawn for each seat, as it would be for the people at the table. Times are in
milliseconds of the yardstick of answers.py, so a busy machine hardly matters.
"""

from __future__ import annotations

import argparse
import time
from random import Random

import brehon
from bench.yardstick import YARD_MS, yardstick
from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.text import Speaker

GAMES = "armorica:2,armorica:4,arrival:3,fallen-kingdoms:3"


def draw(game: str, n_seats: int, seed: int, most: int, times: dict[bool, list[float]], yards: list[float]) -> None:
    """One game; the seconds of each board by whether its viewer has to decide."""
    names = [f"P{seed}{seat}" for seat in range(n_seats)]
    rules = registry.make_ruleset(registry.game(game), n_seats)
    match = Match(rules, [Player(name) for name in names], seeded_secret(seed))
    match.start()
    rng, face, say = Random(seed), rules.game.face(), Speaker("en", names)
    for _ in range(most):
        if match.is_over:
            return
        yards.append(yardstick())
        able: dict[int, list[int]] = {}
        for seat in range(n_seats):
            view = match.view(seat)
            offers = match.offers(seat, view)
            begin = time.process_time()
            face.board(rules, view, offers, say)
            times[bool(offers.legal())].append(time.process_time() - begin)
            if offers.legal():
                able[seat] = offers.legal()
        mover = rng.choice(sorted(able))
        match.play(mover, rng.choice(able[mover]))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.boards", description=__doc__)
    parser.add_argument("--games", default=GAMES, help="with the number of seats")
    parser.add_argument("--matches", type=int, default=3)
    parser.add_argument("--decisions", type=int, default=120, help="of each match, at most")
    options = parser.parse_args()
    print(f"{brehon.MODE}; ms of the yardstick for a board: all, of those who wait, of those who decide")
    for word in options.games.split(","):
        game, _, seats = word.partition(":")
        times: dict[bool, list[float]] = {True: [], False: []}
        yards: list[float] = []
        draw(game, int(seats), 99, 3, {True: [], False: []}, yards)  # what is made once for a map or a set of cards
        for seed in range(options.matches):
            draw(game, int(seats), seed, options.decisions, times, yards)
        slower = 1000 * sum(yards) / len(yards) / YARD_MS
        found = [
            1000 * sum(part) / max(1, len(part)) / slower
            for part in (times[True] + times[False], times[False], times[True])
        ]
        print(
            f"{word:20} "
            + " ".join(f"{value:6.2f}" for value in found)
            + f"   ({len(times[True] + times[False])} boards)"
        )


if __name__ == "__main__":
    main()
