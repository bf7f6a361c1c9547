"""Write the golden games anew: `make goldens`, then review the difference like code."""

from tests.goldens import GAMES, HERE, play, text

for name, game in GAMES.items():
    match = play(*game)
    (HERE / f"{name}.txt").write_text(text(match), encoding="utf-8")
    print(f"{name}: {match.ply} plies, places {match.state.places()}, scores {match.state.scores()}")
