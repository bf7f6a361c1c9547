"""brehon lab duel: the request, and the answer in words."""

from __future__ import annotations

import json
from pathlib import Path

import typer
from rich.table import Table
from rich.text import Text

from brehon.bots.levels import spelled
from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.lab_running import close, folder_for, running, where
from brehon.cli.screen import DIM, STRONG, err, out
from brehon.cli.seating import parse_options
from brehon.core import registry
from brehon.core.nouns import GAMES, counted
from brehon.core.rulesets import asked_components
from brehon.core.text import N_, NN_, Message, Speaker
from brehon.lab import duel as lab
from brehon.lab.duel import Contender, Outcome
from brehon.lab.intervals import settling
from brehon.lab.plan import Plan, make_plan
from brehon.lab.run_store import RunStore
from brehon.lab.runner import Where

__all__ = ["duel", "where"]

SETTLING = N_("Games needed to settle a difference of %(value)s points: about %(games)s.")


def duel(
    name: str,
    players: list[str],
    seats: int | None,
    games: int,
    until_decided: bool,
    seed: int,
    where: Where,
    given: Path | None,
    option: list[str],
    components: str | None,
    say: Speaker,
) -> None:
    game = registry.game(name)
    if len(players) < 2:
        raise BadInput(N_("a duel needs two players or more, as in: brehon lab duel %(game)s cottar wanderer"), game=game.name)  # fmt: skip
    names = [spelled(player) for player in players]
    loaded = asked_components(game, components)
    plan = make_plan(game, lab.fill(game, names, seats), seed, parse_options(option), loaded)
    n_deals = -(-games // plan.n_seats)
    with RunStore(folder_for(given, "duel", [plan]), "duel", [plan]) as folder:
        with running(folder, n_deals * plan.n_seats, say) as run:
            lab.play(folder, names, n_deals, where, run.tick, until_decided)
        found = lab.outcome(folder, names, n_deals, until_decided)
        print_outcome(plan, names, found, say)
        close(run, folder, say)
        files.write(folder.path / "result.json", json.dumps(lab.as_data(plan, found), indent=1) + "\n")
    if run.interrupted:
        text = Message(N_("Interrupted; nothing is lost. Run the same command again to continue."))
        err().print(Text(say(text), STRONG))
        raise typer.Exit(130)


def print_outcome(plan: Plan, names: list[str], found: Outcome, say: Speaker) -> None:
    title = Message(NN_("%(game)s, %(seats)s seats, seed %(seed)s: %(deals)s deal in %(seats)s rotations, %(games)s", "%(game)s, %(seats)s seats, seed %(seed)s: %(deals)s deals, each in %(seats)s rotations, %(games)s", "deals"),
                    game=registry.game(plan.game).title, seats=plan.n_seats, seed=plan.seed, deals=found.deals,
                    games=counted(GAMES, found.games))  # fmt: skip
    out().print(Text(say(title), STRONG))
    if plan.n_seats > len(names):
        text = Message(N_("%(player)s takes the remaining %(seats)s seats."), player=names[-1],
                       seats=plan.n_seats - len(names) + 1)  # fmt: skip
        out().print(say(text))
    if not found.lines:
        out().print(say(Message(N_("No deal is finished in all its rotations yet."))))
        return
    out().print(lines_table(found.lines, found.sequential, say))
    out().print(Text(say(verdict(found)), STRONG))
    if found.verdict == 0:
        out().print(Text(say(what_would_settle(found)), DIM), soft_wrap=True)


def lines_table(lines: list[Contender], sequential: bool, say: Speaker) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(say.word(N_("Player")))
    sure = N_("95 %, whenever stopped") if sequential else N_("95 % interval")
    for head in (N_("seats"), N_("wins"), sure, N_("if equal"), N_("points"), N_("ms per move")):
        table.add_column(say.word(head), justify="right")
    for line in lines:
        table.add_row(
            line.label,
            str(line.seats),
            f"{100 * line.share:.1f} %",
            f"{100 * line.interval.low:.1f} – {100 * line.interval.high:.1f} %",
            f"{100 * line.fair:.1f} %",
            f"{line.points:.1f}",
            f"{1000 * line.seconds:.2f}",
        )
    return table


def verdict(found: Outcome) -> Message:
    first = found.lines[0]
    if found.verdict > 0:
        return Message(
            N_("%(player)s is stronger: its interval lies above its share of the seats."), player=first.label
        )
    if found.verdict < 0:
        return Message(N_("%(player)s is weaker: its interval lies below its share of the seats."), player=first.label)
    return Message(N_("Not decided: the interval of %(player)s holds its share of the seats."), player=first.label)


def what_would_settle(found: Outcome) -> Message:
    first = found.lines[0]
    more = settling(found.games, first.share, first.interval, first.fair)
    return Message(SETTLING, games=more.games, value=f"{100 * more.difference:.1f}")
