"""brehon lab puzzles: positions of self-play in which one move is clearly best."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from brehon.cli import files
from brehon.cli.lab_running import cores
from brehon.cli.progress import metering
from brehon.cli.screen import Lang, out, speaker
from brehon.coach.puzzle_hunt import hunt
from brehon.coach.puzzles import LEVELS, write_puzzles
from brehon.core import registry
from brehon.core.text import N_, NN_, Message


def puzzles(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; brehon games lists them.", show_default=False)],
    path: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where they go, as JSON.", show_default=False)],
    count: Annotated[int, typer.Option("-n", "--count", metavar="N", min=1, max=3000, help="How many; a third of each difficulty.")] = 30,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same puzzles.")] = 1,
    jobs: Annotated[int, typer.Option(metavar="N", min=0, max=1024, help="Processes that look at the same time; 0: one for each core.")] = 0,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Find puzzles: positions of bots' games in which one move is clearly best.

    A search with ten times the budget and another one with other random numbers have confirmed each solution. A puzzle is easy if a
    player who takes what looks best right now finds it, hard if one who looks ahead a little does not find it either.
    """
    say = speaker(lang)
    files.must_be_writable(path)
    with metering(say, per_game=False) as meter:
        meter.begin(N_("Looking for puzzles"), count)
        found = hunt(registry.game(game), count, seed, jobs or cores(), meter.advance)
    files.write(path, write_puzzles(found))
    levels = Counter(puzzle.difficulty for puzzle in found)
    text = NN_("%(n)s puzzle is in %(file)s: %(levels)s.", "%(n)s puzzles are in %(file)s: %(levels)s.")
    each = ", ".join(f"{levels[number]} {say.word(level)}" for number, level in enumerate(LEVELS))
    out().print(say(Message(text, n=len(found), file=str(path), levels=each)))
    if len(found) < count:
        less = N_(
            "That is less than you asked for: positions of this kind are rare in this game. Another --seed looks at other games."
        )
        out().print(say(Message(less)))
