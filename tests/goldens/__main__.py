"""Write the golden games anew: `make goldens`, then review the difference like code.

`python -m tests.goldens records` also writes the records of games and rules versions that have none yet; those that are there
are never written again.
"""

import sys

from tests.goldens import GAMES, HERE, RECORDS, play, text

for name, game in GAMES.items():
    match = play(*game)
    (HERE / f"{name}.txt").write_text(text(match), encoding="utf-8")
    path = RECORDS / f"{name}-rules{match.rules.version}.json"
    if "records" in sys.argv[1:] and not path.exists():
        path.write_text(match.record(reveal=True).to_json(), encoding="utf-8")
        print(path.name)
    print(f"{name}: {match.ply} plies, places {match.state.places()}, scores {match.state.scores()}")
