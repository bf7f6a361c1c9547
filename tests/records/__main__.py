"""`make records`: add the records that a new golden game or a new version of the rules still lacks. Nothing is written again."""

from tests.goldens import GAMES, play
from tests.records import add_missing

MATCHES = {name: play(*game) for name, game in GAMES.items()}
RECORDS = {
    f"{match.rules.game.name}/v{match.rules.version}/{name}.json": match.record(reveal=True).to_json()
    for name, match in MATCHES.items()
}

for added in add_missing(RECORDS):
    print(added)
