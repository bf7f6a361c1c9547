"""`make records`: add the records that a new golden game or a new version of the rules still lacks. Nothing is written again.

`--ends GAME` instead: pin the last positions of a game again, whose pieces have other numbers now.
"""

from __future__ import annotations

import argparse

from brehon.core import registry
from tests.goldens import GAMES, play
from tests.records import add_missing, renew_ends


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.records", description=__doc__)
    parser.add_argument("--ends", metavar="GAME", choices=sorted(registry.BUILTIN))
    game = parser.parse_args().ends
    for name in renew_ends(game) if game else add_missing(_golden_records()):
        print(name)


def _golden_records() -> dict[str, str]:
    matches = {name: play(*game) for name, game in GAMES.items()}
    return {
        f"{match.rules.game.name}/v{match.rules.version}/{name}.json": match.record(reveal=True).to_json()
        for name, match in matches.items()
    }


if __name__ == "__main__":
    main()
