"""brehon lab calibrate: how far the win chances and mistakes of hints and reviews can be trusted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.progress import metering
from brehon.cli.screen import DIM, GOOD, STRONG, Lang, out, speaker
from brehon.coach.data import BLUNDER, MISTAKE
from brehon.core import registry
from brehon.core.text import N_, Message, Speaker


def calibrate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; brehon games lists them.", show_default=False)],
    games: Annotated[int, typer.Option("-n", "--games", metavar="N", min=1, max=100_000, help="Games for each number of seats.")] = 60,
    decisions: Annotated[int, typer.Option(metavar="N", min=0, max=100_000, help="Decisions that are searched again with ten times the budget, for each number of seats.")] = 40,
    player: Annotated[str, typer.Option(metavar="BOT", help="Who plays the games.")] = "brehon@20",
    seats: Annotated[int | None, typer.Option(metavar="N", help="Only this number of seats.", show_default="all")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same figures.")] = 1,
    out_file: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the figures as JSON.", show_default=False)] = None,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the reliability diagram.", show_default=False)] = None,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Measure what hints and reviews say: do win chances come true, and do verdicts last with ten times the budget?

    The games are new: the evaluation has not learned from them.
    """
    from brehon.bots.levels import player as find_player
    from brehon.lab.calibration import Settings
    from brehon.lab.calibration import calibrate as measure

    say = speaker(lang)
    chosen = registry.game(game)
    find_player(player)
    if seats is not None and seats not in chosen.seats:
        known = ", ".join(map(str, chosen.seats))
        raise BadInput(N_("%(title)s is played by %(known)s, not by %(seats)s"), title=chosen.title, known=known, seats=seats)  # fmt: skip
    for path in (out_file, svg):
        if path is not None:
            files.must_be_writable(path)
    settings = Settings(games, decisions=decisions, player=player, seed=seed, seats=(seats,) if seats else ())
    with metering(say, per_game=False) as meter:
        meter.begin(N_("Measuring"), 1)

        def progress(done: int, whole: int) -> None:
            if meter.total != whole:
                meter.begin(N_("Measuring"), whole)
            meter.advance(done - meter.done)

        found = measure(chosen.name, settings, progress)
    if out_file is not None:
        files.write(out_file, json.dumps(found, indent=1) + "\n")
    if svg is not None:
        from brehon.lab.calibration_plot import draw_calibration

        draw_calibration(found, chosen.title, say, svg)
    show(found, say)
    for path in (out_file, svg):
        if path is not None:
            out().print(Text(say(Message(N_("Written: %(file)s"), file=str(path))), GOOD), soft_wrap=True)


def show(found: dict[str, Any], say: Speaker) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    heads = [N_("seats"), N_("positions"), N_("log-loss"), N_("if equal"), N_("error"), N_("still best"), N_("as good"),
             N_("mistakes"), N_("blunders")]  # fmt: skip
    for head in heads:
        table.add_column(say.word(head), justify="right")
    for seats, one in found["seats"].items():
        mistakes = [f"{percent(one['mistakes'][kind]['still'])} ({one['mistakes'][kind]['called']})" for kind in (MISTAKE, BLUNDER)]  # fmt: skip
        best = one["best"]
        table.add_row(seats, str(one["positions"]), f"{one['log_loss']:.3f}", f"{one['even']:.3f}", f"{one['error']:.3f}",
                      percent(best["still_best"]), percent(best["as_good"]), *mistakes)  # fmt: skip
    out().print(Text(say.word(N_("How far reviews can be trusted")), STRONG))
    out().print(table)
    text = N_(
        "The last four columns: what is still so with ten times the budget. In brackets: how many were looked at."
    )
    out().print(Text(say.word(text), DIM))


def percent(rate: list[float]) -> str:
    return f"{100 * rate[0]:.0f} %" if rate else "–"
