"""brehon lab: measure bots and games with many games. The work is done by brehon.lab, which needs the extra `lab`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from brehon.cli import lab_balance, lab_calibrate, lab_dataset, lab_puzzles, lab_train
from brehon.cli.errors import BadInput
from brehon.cli.screen import Lang, speaker
from brehon.core.text import N_

app = typer.Typer(help="Measure bots and games: duels, ladders and what else takes many games.", no_args_is_help=True)
NEEDED = ("joblib", "matplotlib", "numpy")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game; brehon games lists them.", show_default=False)]
Seats = Annotated[int | None, typer.Option(metavar="N", help="Seats at the table.", show_default="the fewest possible")]
Seed = Annotated[int, typer.Option(metavar="N", help="The same seed gives the same games, wherever they are played.")]
Jobs = Annotated[int, typer.Option(metavar="N", min=0, max=1024, help="Processes that play at the same time; 0: one for each core.")]  # fmt: skip
Backend = Annotated[str, typer.Option(metavar="NAME", help="Who runs them: loky (this machine) or dask (a cluster).")]
Scheduler = Annotated[str, typer.Option(metavar="ADDRESS", help="The Dask scheduler, as tcp://host:8786; without it, one is started here.", show_default=False)]  # fmt: skip
Out = Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where games and results are kept; the same folder continues where it stopped.", show_default="your data folder")]  # fmt: skip
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="A switch of the rules; may be repeated.", show_default=False)]  # fmt: skip
OwnComponents = Annotated[str | None, typer.Option("--components", metavar="FILE", help="Your own cards or maps (or the name of a built-in set).", show_default=False)]  # fmt: skip


@app.callback()
def lab() -> None:
    """Say in one sentence what is missing, before anything is imported that needs it."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        text = N_("the lab needs %(missing)s; install them with: make lab (or pip install 'brehon-table[lab]')")
        raise BadInput(text, missing=", ".join(missing))


@app.command()
def duel(
    game: GameName,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER…", help="Two or more: a level, with iterations or seconds per move if you like: cottar, warrior@200, warrior@0.1s; or a bot of your own, module:Class (docs/bots.md).", show_default=False)],
    seats: Seats = None,
    games: Annotated[int, typer.Option("-n", "--games", metavar="N", min=1, help="How many games; rounded up to whole deals.")] = 600,
    until_decided: Annotated[bool, typer.Option("--until-decided", help="Stop as soon as it is sure that the first player is stronger or weaker than the rest.")] = False,
    seed: Seed = 1,
    jobs: Jobs = 0,
    backend: Backend = "loky",
    scheduler: Scheduler = "",
    out: Out = None,
    option: Options = None,
    components: OwnComponents = None,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Who is stronger? Every deal is played once for each rotation of the players, so that luck and seats cancel out.

    If there are more seats than players, the last named one takes the seats that are left: one against many.

    Every game is kept as a record (brehon verify FOLDER proves them all). Ctrl-C loses nothing: the same command continues.
    """
    from brehon.cli import lab_duel

    say = speaker(lang)
    where = lab_duel.where(jobs, backend, scheduler)
    lab_duel.duel(game, players, seats, games, until_decided, seed, where, out, option or [], components, say)


@app.command()
def ladder(
    game: GameName,
    levels: Annotated[str, typer.Option(metavar="PLAYER,PLAYER", help="Who climbs: levels with budgets, as in wanderer,cottar,warrior@100.", show_default="a choice of all levels")] = "",
    seats: Seats = None,
    games: Annotated[int, typer.Option("-n", "--games", metavar="N", min=1, help="Games at each table; rounded up to whole deals.")] = 80,
    seed: Seed = 1,
    jobs: Jobs = 0,
    backend: Backend = "loky",
    scheduler: Scheduler = "",
    out: Out = None,
    option: Options = None,
    components: OwnComponents = None,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Everyone against everyone: ratings with their uncertainty, who beats whom, a table and a picture.

    With more than two seats, every choice of so many players makes a table. Ctrl-C loses nothing: the same command continues.
    """
    from brehon.cli import lab_ladder

    say = speaker(lang)
    where = lab_ladder.where(jobs, backend, scheduler)
    lab_ladder.ladder(game, levels, seats, games, seed, where, out, option or [], components, say)


app.command()(lab_balance.balance)
app.command()(lab_train.train)
app.command()(lab_dataset.dataset)
app.command()(lab_puzzles.puzzles)
app.command()(lab_calibrate.calibrate)
