"""brehon lab ladder: the request, the table and the picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import typer
from rich.table import Table
from rich.text import Text

from brehon.bots.levels import BUILTIN, spelled
from brehon.cli import files
from brehon.cli.lab_running import close, folder_for, running, where
from brehon.cli.screen import DIM, STRONG, err, out
from brehon.cli.seating import parse_options
from brehon.core import registry
from brehon.core.nouns import DEALS, GAMES, TABLES, counted
from brehon.core.rulesets import asked_components
from brehon.core.text import N_, Message, Speaker
from brehon.lab import ladder as lab
from brehon.lab.intervals import settling
from brehon.lab.ladder import Ladder
from brehon.lab.plan import Plan
from brehon.lab.plot import draw_ladder
from brehon.lab.run_store import RunStore
from brehon.lab.runner import Where

__all__ = ["ladder", "where"]

BUDGETS: Final = (25, 100)  # iterations; small, so that a ladder takes minutes also where the engine is not compiled


def ladder(
    name: str,
    levels: str,
    seats: int | None,
    games: int,
    seed: int,
    where: Where,
    given: Path | None,
    option: list[str],
    components: str | None,
    say: Speaker,
) -> None:
    game = registry.game(name)
    names = [spelled(part) for part in levels.split(",")] if levels else default_levels()
    loaded = asked_components(game, components)
    plans = lab.make_plans(game, names, seats or min(game.seats), seed, parse_options(option), loaded)
    n_deals = -(-games // plans[0].n_seats)
    with RunStore(folder_for(given, "ladder", plans), "ladder", plans) as folder:
        with running(folder, n_deals * plans[0].n_seats * len(plans), say) as run:
            lab.play(folder, names, n_deals, where, run.tick)
        found = lab.standing(folder, names, n_deals)
        print_ladder(plans, found, say)
        close(run, folder, say)
        if found.rungs:
            files.write(folder.path / "result.json", json.dumps(lab.as_data(plans, found), indent=1) + "\n")
            picture = folder.path / "ladder.svg"
            draw_ladder(found, say(title(plans, found)), say, picture)
            out().print(Text(say(Message(N_("picture: %(file)s"), file=str(picture))), DIM), soft_wrap=True)
    if run.interrupted:
        err().print(
            Text(say(Message(N_("Interrupted; nothing is lost. Run the same command again to continue."))), STRONG)
        )
        raise typer.Exit(130)


def default_levels() -> list[str]:
    """Every level; searching ones with two budgets, in iterations, so that the same seed gives the same games."""
    found: list[str] = []
    for level in BUILTIN.values():
        searches = level.budget.iterations > 0 or level.budget.seconds > 0
        found += [f"{level.name}@{n}" for n in BUDGETS] if searches else [level.name]
    return found


def title(plans: list[Plan], found: Ladder) -> Message:
    return Message(N_("%(game)s, %(seats)s seats, seed %(seed)s: %(tables)s of %(deals)s, %(games)s"),
                   game=registry.game(plans[0].game).title, seats=plans[0].n_seats, seed=plans[0].seed, tables=counted(TABLES, len(plans)),
                   deals=counted(DEALS, found.deals), games=counted(GAMES, found.games))  # fmt: skip


def print_ladder(plans: list[Plan], found: Ladder, say: Speaker) -> None:
    out().print(Text(say(title(plans, found)), STRONG))
    if not found.rungs:
        out().print(say(Message(N_("No deal is finished at every table yet."))))
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(say.word(N_("Player")))
    for head in (N_("rating"), N_("95 %"), N_("games"), N_("wins"), N_("ahead of the next"), N_("ms per move")):
        table.add_column(say.word(head), justify="right")
    for place, rung in enumerate(found.rungs):
        table.add_row(
            rung.label,
            f"{rung.rating.value:.1f}",
            f"± {rung.rating.reach:.1f}",
            str(rung.games),
            f"{100 * rung.share:.1f} %",
            next_one(found, place),
            f"{1000 * rung.seconds:.2f}",
        )
    out().print(table)
    for text in undecided(found):
        out().print(Text(say(text), DIM), soft_wrap=True)


def undecided(found: Ladder) -> list[Message]:
    """Neighbours of whom it is not known who is ahead, and how many games would tell."""
    text = N_("Not decided: %(first)s and %(second)s. Games of the two needed to settle a difference of %(value)s points: about %(games)s.")  # fmt: skip
    out: list[Message] = []
    for meeting in found.meetings:
        if meeting.second == meeting.first + 1 and meeting.interval.low <= 0.5 <= meeting.interval.high:
            more = settling(meeting.games, meeting.ahead, meeting.interval, 0.5)
            first, second = (found.rungs[place].label for place in (meeting.first, meeting.second))
            out.append(
                Message(text, first=first, second=second, games=more.games, value=f"{100 * more.difference:.1f}")
            )
    return out


def next_one(found: Ladder, place: int) -> str:
    for meeting in found.meetings:
        if (meeting.first, meeting.second) == (place, place + 1):
            low, high = meeting.interval
            return f"{100 * meeting.ahead:.1f} % ({100 * low:.1f} – {100 * high:.1f})"
    return ""
