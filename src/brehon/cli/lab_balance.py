"""brehon lab balance: the command itself; the work is done in lab_balance_run.py, which needs the extra `lab`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from brehon.cli.screen import Lang, speaker


def balance(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; brehon games lists them.", show_default=False)],
    components: Annotated[str | None, typer.Option(metavar="FILE", help="Cards or maps to study: a file or a built-in set.", show_default="the default set")] = None,
    against: Annotated[str | None, typer.Option(metavar="FILE", help="A second file or set, shown side by side with the first.", show_default=False)] = None,
    games: Annotated[int, typer.Option("-n", "--games", metavar="N", min=2, help="Games of each set.")] = 1000,
    players: Annotated[str, typer.Option(metavar="BOT[,BOT…]", help="Who plays: one bot for all seats, or one for each.", show_default="a search with a small budget")] = "",
    seats: Annotated[int | None, typer.Option(metavar="N", help="Seats at the table.", show_default="4, if the game allows it")] = None,
    ladder: Annotated[str, typer.Option(metavar="BOT,BOT…", help="Bots from weak to strong, each against the one before it: does better play win? - for none.", show_default="budgets that double")] = "",
    ladder_games: Annotated[int | None, typer.Option(metavar="N", min=0, help="Games of each step of that ladder.", show_default="a fifth of --games")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same games, wherever they are played.")] = 1,
    jobs: Annotated[int, typer.Option(metavar="N", min=0, max=1024, help="Processes that play at the same time; 0: one for each core.")] = 0,
    backend: Annotated[str, typer.Option(metavar="NAME", help="Who runs them: loky (this machine) or dask (a cluster).")] = "loky",
    scheduler: Annotated[str, typer.Option(metavar="ADDRESS", help="The Dask scheduler, as tcp://host:8786; without it, one is started here.", show_default=False)] = "",
    out: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where the report, its data and the games go; the same folder continues where it stopped.", show_default="your data folder")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="A switch of the rules; may be repeated.", show_default=False)] = None,
    lang: Lang = None,
) -> None:  # fmt: skip
    """What is wrong with a game? Bots play it many times; the report says which seats, cards and endings are off.

    Writes report.html (one page that needs nothing else, the verdict first) and all data as CSV.

    Ctrl-C reports on what is finished; the same command continues.
    """
    from brehon.cli import lab_balance_run as run

    say = speaker(lang)
    where = run.where(jobs, backend, scheduler)
    asked = run.Asked(components, against, games, players, seats, ladder, ladder_games, seed, option or [])
    run.balance(game, asked, where, out, say)
