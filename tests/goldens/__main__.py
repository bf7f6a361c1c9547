"""Write the golden games again: `make goldens`, then review the difference like code. A new game also needs `make records`."""

from tests.goldens import GAMES, HERE, happened, play, text

happened.FILE.write_text("", encoding="utf-8")
for name, game in GAMES.items():
    match = play(*game)
    with happened.FILE.open("a", encoding="utf-8") as file:
        print(happened.line(name, match), file=file)
    (HERE / f"{name}.txt").write_text(text(match), encoding="utf-8")
    print(f"{name}: {match.ply} plies, places {match.state.places()}, scores {match.state.scores()}")
