"""brehon simulate: many games of bots, and what they show."""

from __future__ import annotations

import json
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from brehon.cli import files
from brehon.cli.progress import metering
from brehon.cli.screen import DIM, STRONG, Lang, err, out, speaker
from brehon.cli.seating import parse_levels, parse_options
from brehon.cli.summary import Share, Spread, Summary, as_data, summarise
from brehon.core import registry
from brehon.core.rulesets import asked_rules
from brehon.core.text import N_, NN_, Message, Number, Speaker
from brehon.lab.game import Played
from brehon.lab.plan import FIXED, ROTATED, Plan, plan_of
from brehon.lab.runner import PLAIN, Task, Where, run


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game; brehon games lists them.", show_default=False)],
    n: Annotated[int, typer.Option("-n", "--games", metavar="N", min=1, help="How many games.")] = 1000,
    seats: Annotated[str, typer.Option(metavar="BOT,BOT", help="The bot levels at the table.")] = "cottar,wanderer,wanderer",
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same games, whatever --jobs is.")] = 1,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="A switch of the rules; may be repeated.", show_default=False)] = None,
    components: Annotated[str | None, typer.Option(metavar="FILE", help="Your own cards or maps (or the name of a built-in set).", show_default=False)] = None,
    rotate: Annotated[bool, typer.Option(help="Rotate the seats from game to game.")] = True,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the numbers to this file as well.", show_default=False)] = None,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, max=256, help="Processes that play at the same time.")] = 1,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Let bots play many games and sum them up: who wins how often, the points, how long it takes.

    A shared victory counts as its part for each winner. Intervals are Wilson's, at 95 %.

    Ctrl-C sums up what is finished.
    """
    say = speaker(lang)
    levels = parse_levels(seats)
    rules = asked_rules(registry.game(game), len(levels), parse_options(option or []), components)
    plan = plan_of(rules, levels, seed, mirrored=False)._replace(order=ROTATED if rotate else FIXED, recorded=False)
    if json_file is not None:
        files.must_be_writable(json_file)
    begin = time.perf_counter()
    games, interrupted = collect(plan, n, jobs, say)
    seconds = time.perf_counter() - begin
    if games:
        found = summarise(plan, games)
        print_summary(plan, found, seconds, say)
        if json_file is not None:
            data = as_data(plan, found, rules.components.digest, rules.version)
            files.write(json_file, json.dumps(data, indent=1) + "\n")
    if interrupted:
        text = Message(
            NN_(
                "Interrupted: %(done)s of %(all)s games is summed up.",
                "Interrupted: %(done)s of %(all)s games are summed up.",
                "done",
            ),
            done=len(games),
            all=n,
        )
        err().print(Text(say(text), STRONG))
        raise typer.Exit(130)


def collect(plan: Plan, n_games: int, jobs: int, say: Speaker) -> tuple[list[Played], bool]:
    """Play, and show how far it is; whether it was interrupted."""
    games: list[Played] = []
    tasks = (Task(0, number) for number in range(n_games))
    with metering(say) as meter:
        try:
            with closing(run([plan], tasks, Where(jobs, PLAIN))) as finished:
                for played in meter.track(finished, N_("Playing"), n_games):
                    games.append(played)
        except KeyboardInterrupt:
            return games, True
    return games, False


def print_summary(plan: Plan, found: Summary, seconds: float, say: Speaker) -> None:
    title = Message(NN_("%(count)s game of %(game)s, seed %(seed)s", "%(count)s games of %(game)s, seed %(seed)s", "count"), count=found.games, game=registry.game(plan.game).title,
                    seed=plan.seed)  # fmt: skip
    out().print(Text(say(title), STRONG))
    out().print(lines_table(say.word(N_("Player")), found.players, say))
    if plan.order == ROTATED:
        out().print()
        out().print(lines_table(say.word(N_("Seat")), found.seats, say))
    out().print()
    grid = Table.grid(padding=(0, 2))
    for name, value in (
        (N_("Plies"), found.plies), (N_("Decisions"), found.decisions), (N_("Turns"), found.turns)
    ):  # fmt: skip
        if value is not None:
            grid.add_row(say.word(name), Text(say(length(value))))
    out().print(grid)
    speed = Message(N_("%(speed)s games per second"), speed=Number(found.games / seconds))
    out().print(Text(say(speed), DIM))


def length(value: Spread) -> Message:
    return Message(N_("mean %(mean)s, from %(low)s to %(high)s"), mean=Number(value.mean), low=Number(value.low, 0),
                   high=Number(value.high, 0))  # fmt: skip


def lines_table(name: str, lines: list[Share], say: Speaker) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(name)
    heads = [N_("wins"), N_("95 % interval"), N_("points"), N_("sd"), N_("quartiles")]
    for head in heads:
        table.add_column(say.word(head), justify="right")
    for line in lines:
        points = line.points
        table.add_row(
            line.label,
            f"{100 * line.share:.1f} %",
            f"{100 * line.low:.1f} – {100 * line.high:.1f} %",
            f"{points.mean:.1f}",
            f"{points.sd:.1f}",
            f"{points.quarter:g} | {points.median:g} | {points.three_quarters:g}",
        )
    return table
