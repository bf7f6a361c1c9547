"""What the search visits in a few positions of a game, as JSON: run in both modes by the tests."""

import json
import sys
from random import Random

import brehon
from brehon.bots.base import Budget
from brehon.bots.evaluation import Hand
from brehon.bots.ismcts import Searcher, Settings
from tests.bots.test_search import decisions

if __name__ == "__main__":
    name, n_seats = sys.argv[1], int(sys.argv[2])
    bot = Searcher(Hand(), Settings())
    out: list[list[int]] = []
    for index, (state, mover) in enumerate(decisions(name, n_seats, seed=5, games=1)):
        if index % 19 == 0:
            out.append(bot.evaluate(state.view(mover), state.legal(), Budget(15), Random(index)).visits)
        if len(out) == 6:
            break
    print(json.dumps({"mode": brehon.MODE, "visits": out}))
