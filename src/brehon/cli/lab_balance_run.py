"""What brehon lab balance does: plan, play, compute, write, and print the verdict."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Final, NamedTuple

import typer
from rich.text import Text

from brehon.bots.levels import spelled
from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.lab_running import close, folder_for, running, where
from brehon.cli.screen import BAD, DIM, GOOD, STRONG, err, out
from brehon.cli.seating import parse_options
from brehon.core import registry
from brehon.core.contract import Game
from brehon.core.nouns import GAMES, counted
from brehon.core.rulesets import asked_components
from brehon.core.text import N_, NN_, Message, Speaker
from brehon.lab.balance import LADDER, PLAYERS, Series, Side, make_series, make_side
from brehon.lab.balance_data import write_data
from brehon.lab.balance_findings import precision, unsettled
from brehon.lab.balance_tables import write_figures
from brehon.lab.report import Report, number
from brehon.lab.run_store import RunStore
from brehon.lab.runner import Where

__all__ = ["Asked", "balance", "where"]

SHOWN: Final = 8  # findings that are printed


class Asked(NamedTuple):
    """The options of the command."""

    components: str | None
    against: str | None
    games: int
    players: str
    seats: int | None
    ladder: str
    ladder_games: int | None
    seed: int
    option: list[str]


def balance(name: str, asked: Asked, where: Where, given: Path | None, say: Speaker) -> None:
    game = registry.game(name)
    series = make(game, asked)
    total = sum(series.games)
    with RunStore(folder_for(given, "balance", series.plans), "balance", series.plans) as folder:
        files.must_be_writable(folder.path / "report.html")
        with running(folder, total, say) as run:
            for played in folder.play(series.tasks(), where):
                run.tick(played)
        wanted = {(task.table, task.number) for task in series.tasks()}
        games = [one for key, one in folder.games.items() if key in wanted]
        sides = [make_side(series, side, games) for side in range(len(series.sides))]
        write(sides, folder.path, say)
        tell(sides, folder.path, say)
        close(run, folder, say)
    if run.interrupted:
        text = Message(
            NN_(
                "Interrupted: %(done)s of %(all)s games is summed up.",
                "Interrupted: %(done)s of %(all)s games are summed up.",
                "done",
            ),
            done=len(games),
            all=total,
        )
        err().print(Text(say(text), STRONG))
        raise typer.Exit(130)


def make(game: Game, asked: Asked) -> Series:
    """Check the request."""
    names = [asked.components, *([asked.against] if asked.against else [])]
    sets = [asked_components(game, name) for name in names]
    seated = seating(game, asked.players or PLAYERS, asked.seats)
    steps = [spelled(spec) for spec in asked.ladder.split(",")] if asked.ladder else list(LADDER)
    each = asked.games // 5 if asked.ladder_games is None else asked.ladder_games
    if asked.ladder == "-":
        steps, each = [], 0
    elif len(steps) < 2:
        raise BadInput(N_("a ladder needs two bots or more from weak to strong, as in wanderer,cottar; or - for none"))
    return make_series(game, sets, seated, parse_options(asked.option), asked.seed, asked.games, steps, each)


def seating(game: Game, text: str, seats: int | None) -> list[str]:
    """One bot for every seat."""
    found = [spelled(part) for part in text.split(",")]
    wanted = seats if seats is not None else len(found) if len(found) > 1 else 4 if 4 in game.seats else max(game.seats)
    if len(found) == 1:
        return found * wanted
    if len(found) != wanted:
        raise BadInput(N_("there are %(seats)s seats but %(players)s players; name one bot for all or one for each seat"),
                       seats=wanted, players=len(found))  # fmt: skip
    return found


def write(sides: list[Side], target: Path, say: Speaker) -> None:
    """The page, the figures, and every game as rows."""
    command = "brehon " + shlex.join(sys.argv[1:])
    files.write(target / "report.html", Report(sides, Speaker(say.language), command).page())
    for letter, side in zip("ab", sides, strict=False):
        write_data(side.figures.data, target / f"data-{letter}")
        write_figures(side, target / f"figures-{letter}.csv")


def tell(sides: list[Side], target: Path, say: Speaker) -> None:
    """The verdict on the terminal."""
    for side in sides:
        head = Message(N_("%(game)s, component set %(set)s, %(games)s"), game=side.rules.game.title,
                       set=side.plan.components, games=counted(GAMES, side.figures.games))  # fmt: skip
        out().print(Text(say(head), STRONG))
        for found in side.findings[:SHOWN]:
            line = Text(f"  {say(found.text)}  ", BAD if found.grade == "bad" else "yellow")
            out().print(line.append(number(found.figure, found.is_difference, say), "default not bold"), soft_wrap=True)
        missing = unsettled(side.figures, side.ladder)
        for text in missing:
            out().print(Text("  " + say(text), "yellow"), soft_wrap=True)
        if not missing and not side.findings:
            out().print(Text("  " + say(Message(N_("Nothing stands out"))), GOOD))
        if len(side.findings) > SHOWN:
            out().print(Text("  " + say(Message(N_("%(count)s more"), count=len(side.findings) - SHOWN)), DIM))
        out().print(Text("  " + say(precision(side.figures)), DIM), soft_wrap=True)
    out().print(Text(say(Message(N_("Report: %(file)s"), file=str(target / "report.html")))), soft_wrap=True)
