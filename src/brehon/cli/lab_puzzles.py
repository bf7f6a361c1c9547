"""brehon lab puzzles: positions of self-play in which one move is clearly best."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.lab_running import cores
from brehon.cli.progress import metering
from brehon.cli.screen import Lang, out, speaker
from brehon.coach.puzzle_hunt import check as check_them
from brehon.coach.puzzle_hunt import hunt
from brehon.coach.puzzles import LEVELS, Puzzle, read_puzzles, write_puzzles
from brehon.core import registry
from brehon.core.contract import Game
from brehon.core.text import N_, NN_, Message, Speaker


def puzzles(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; brehon games lists them.", show_default=False)],
    path: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where they go, as JSON.", show_default=False)] = None,
    check: Annotated[Path | None, typer.Option(metavar="FILE", help="Find none, but check those of this file: which keep their solution with ten times the budget and another seed?", show_default=False)] = None,
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
    if check is not None:
        _check(say, registry.game(game), check, count, seed, jobs or cores())
    elif path is not None:
        _find(say, registry.game(game), path, count, seed, jobs or cores())
    else:
        raise BadInput(N_("say where the puzzles go with --out, or which to check with --check"))


def _find(say: Speaker, game: Game, path: Path, count: int, seed: int, jobs: int) -> None:
    files.must_be_writable(path)
    with metering(say, per_game=False) as meter:
        meter.begin(N_("Looking for puzzles"), count)

        def keep(so_far: list[Puzzle]) -> None:
            """A hunt takes long: if it is stopped, what was found so far is in the file."""
            files.write(path, write_puzzles(so_far))
            meter.advance()

        found = hunt(game, count, seed, jobs, keep)
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


def _check(say: Speaker, game: Game, path: Path, count: int, seed: int, jobs: int) -> None:
    kept = [puzzle for puzzle in _read(path) if puzzle.game == game.name]
    if not kept:
        raise BadInput(N_("%(file)s has no puzzles of %(title)s"), file=str(path), title=game.title)
    with metering(say, per_game=False) as meter:
        meter.begin(N_("Checking puzzles"), min(count, len(kept)))
        results = check_them(kept, count, seed, jobs, meter.advance)
    good = sum(results.values())
    text = N_("%(good)s of %(count)s keep their solution with ten times the budget and other random numbers.")
    out().print(say(Message(text, good=good, count=len(results))))
    for name in (name for name, is_kept in results.items() if not is_kept):
        out().print(say(Message(N_("Another move is best in %(id)s."), id=name)))


def _read(path: Path) -> list[Puzzle]:
    try:
        return read_puzzles(path.read_text(encoding="utf-8"))
    except (ValueError, KeyError, TypeError) as problem:
        raise BadInput(N_("%(file)s is not a file of puzzles"), file=str(path)) from problem
