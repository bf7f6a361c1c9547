"""brehon review: what was luck, what was played well, and what would have been better."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.progress import Meter, metering
from brehon.cli.screen import BAD, DIM, GOOD, STRONG, Lang, err, for_match, out, speaker
from brehon.coach import wording
from brehon.coach.data import BLUNDER, INACCURACY, MISTAKE, Moment, Review, Seating
from brehon.coach.keepsake import page
from brehon.coach.qualities import COMPILED, DEFAULT, MOST, iterations_for
from brehon.coach.reviewer import Reviewer
from brehon.core.match import Match
from brehon.core.text import N_, Message, Speaker

BLOCKS: Final = "▁▂▃▄▅▆▇█"
NARROW: Final = 24  # columns of the graph at least
WIDE: Final = 72
COLOURS: Final = {BLUNDER: BAD, MISTAKE: "red", INACCURACY: "yellow"}


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a finished game.", show_default=False)],
    quality: Annotated[str, typer.Option(metavar="|".join(COMPILED), help="How thorough: quick, normal or deep.")] = DEFAULT,
    iterations: Annotated[int | None, typer.Option(metavar="N", min=2, max=20 * MOST, help="Iterations of the search for each decision.", show_default="as the quality says")] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help="Look for mistakes of this seat only, from 1.", show_default="all seats")] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="The same seed gives the same review.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
    html: Annotated[Path | None, typer.Option(metavar="OUT.html", help="Write the review as one file to keep: graph, mistakes with pictures, every ply.", show_default=False)] = None,
    jobs: Annotated[int, typer.Option(metavar="N", min=0, max=1024, help="Processes that look at the plies at the same time; 0: one for each core. More than one needs the lab.")] = 1,
    backend: Annotated[str, typer.Option(metavar="NAME", help="Whose processes: loky (this machine) or dask (a cluster).")] = "loky",
    scheduler: Annotated[str, typer.Option(metavar="ADDRESS", help="The Dask scheduler, as tcp://host:8786; without it, one is started here.", show_default=False)] = "",
    lang: Lang = None,
) -> None:  # fmt: skip
    """Review a finished game: win chances, luck and decisions, mistakes with the better move and the reason.

    Each decision is searched from what its seat knew then. docs/coach.md explains the figures.
    """
    say = speaker(lang)
    if quality not in COMPILED:
        raise BadInput(N_("there is no quality %(name)s; there are: %(known)s"), name=repr(quality), known=", ".join(COMPILED))  # fmt: skip
    if html is not None:
        files.must_be_writable(html)
    match = files.read_match(file)
    if not match.is_over:
        raise BadInput(N_("%(file)s is a game that is not over yet; only a finished game can be reviewed"), file=str(file))  # fmt: skip
    say = for_match(say, match)
    wanted = iterations or iterations_for(match, quality)
    reviewer = Reviewer(match, wanted, seed, seats=None if seat is None else [seat_of(match, seat)])
    moments = reviewer.moments() if (jobs, backend, scheduler) == (1, "loky", "") else spread(reviewer, file, jobs, backend, scheduler)  # fmt: skip
    with metering(say, per_game=False) as meter:
        found = run(reviewer, moments, meter)
    if json:
        typer.echo(found.to_json())
    else:
        show(match, found, say)
    if html is not None:
        files.write(html, page(match, found, say))
        err().print(Text(say(Message(N_("The review is in %(file)s"), file=str(html))), GOOD), soft_wrap=True)


def seat_of(match: Match, seat: int) -> int:
    if not 1 <= seat <= match.rules.n_seats:
        text = N_("there is no seat %(seat)s at this table; seats are 1 to %(last)s")
        raise BadInput(text, seat=seat, last=match.rules.n_seats)
    return seat - 1


def spread(reviewer: Reviewer, file: Path, jobs: int, backend: str, scheduler: str) -> Iterator[Moment]:
    """The moments in any order, from many processes; what the lab needs is asked for here and not where one process is enough."""
    if find_spec("joblib") is None:
        raise BadInput(N_("more than one process needs joblib; install it with: pip install 'brehon-table[lab]'"))
    from brehon.cli.lab_running import where
    from brehon.lab.review_parts import moments_of

    return moments_of(reviewer, files.record_text(file), where(jobs, backend, scheduler))


def run(reviewer: Reviewer, moments: Iterator[Moment], meter: Meter) -> Review:
    since = time.perf_counter()
    found = reviewer.begin()
    for moment in meter.track(moments, N_("Reviewing"), reviewer.total):
        found.moments.append(moment)
    found.moments.sort(key=lambda moment: moment.ply)
    reviewer.finish(found)
    found.seconds = round(time.perf_counter() - since, 1)
    return found


def show(match: Match, found: Review, say: Speaker) -> None:
    heading(N_("Win chances"), say)
    for one in found.seats:
        out().print(curve(found, one, say), soft_wrap=True)
    heading(N_("Luck and decisions"), say)
    out().print(luck_table(found, say))
    heading(N_("How well was it played?"), say)
    out().print(accuracy_table(found, say))
    if found.turning:
        heading(N_("Turning points"), say)
    for index in found.turning:
        moment = found.moments[index]
        out().print(Text(f"{moment.ply:5}  {say(wording.turning(match, moment))}"), soft_wrap=True)
    show_mistakes(match, found, say)
    searched = Message(
        N_("Iterations for each decision: %(iterations)s; it took %(seconds)s s"), iterations=found.iterations, seconds=f"{found.seconds:.0f}"
    )  # fmt: skip
    out().print(Text(say(searched), DIM))


def show_mistakes(match: Match, found: Review, say: Speaker) -> None:
    heading(N_("Mistakes"), say)
    mistakes = wording.mistakes(found)
    if not mistakes:
        out().print(Text(say.word(N_("None: no decision lost a twentieth of the win or more."))))
    for moment, judged in mistakes:
        line = Text(f"{moment.ply:5}  ")
        line.append(say(wording.mistake(match, moment, judged)), COLOURS[judged.kind])
        out().print(line, soft_wrap=True)
        details = [say(wording.better(match, moment, judged))]
        details += ["; ".join(say(reason) for reason in judged.reasons())]
        if judged.line_said:
            then = "; ".join(say(text) for text in judged.line_texts())
            details.append(say(Message(N_("It might have gone on: %(line)s"), line=then)))
        for detail in filter(None, details):
            out().print(Text(f"       {detail}"), soft_wrap=True)


def heading(text: str, say: Speaker) -> None:
    out().print()
    out().print(Text(say.word(text), STRONG))


def curve(found: Review, one: Seating, say: Speaker) -> Text:
    """A seat's win chance over the game as a row of blocks."""
    width = max(NARROW, min(WIDE, out().width - 32))
    values = [one.first] + [moment.after[one.seat] for moment in found.moments]
    picked = [values[i * (len(values) - 1) // (width - 1)] for i in range(width)]
    blocks = "".join(BLOCKS[min(len(BLOCKS) - 1, max(0, int(value * len(BLOCKS))))] for value in picked)
    ends = say(Message(N_("%(first)s %% → %(last)s %%"), first=wording.percent(one.first), last=wording.percent(one.final)))  # fmt: skip
    return Text(f"{say.seat(one.seat)[:12]:12} {blocks} {ends}")


def table_of(heads: list[str], say: Speaker) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("")
    for head in heads:
        table.add_column(say.word(head), justify="right")
    return table


def luck_table(found: Review, say: Speaker) -> Table:
    """Luck and decisions of all seats add up to what changed from the first to the final share."""
    table = table_of(
        [N_("at first"), N_("luck"), N_("own decisions"), N_("decisions of others"), N_("in the end")], say
    )
    for one in found.seats:
        own = one.decisions[one.seat]
        parts = [wording.signed(part) for part in (one.luck, own, sum(one.decisions) - own)]
        table.add_row(say.seat(one.seat), f"{100 * one.first:.1f} %", *parts, f"{100 * one.final:.1f} %")
    return table


def accuracy_table(found: Review, say: Speaker) -> Table:
    heads = [N_("accuracy"), *found.phases, N_("inaccuracies"), N_("mistakes"), N_("blunders")]
    table = table_of(heads, say)
    for one in found.seats:
        accuracies = [wording.accuracy(value) for value in (one.accuracy, *one.phases)]
        counts = [str(one.counts[kind]) for kind in (INACCURACY, MISTAKE, BLUNDER)]
        table.add_row(say.seat(one.seat), *accuracies, *counts)
    return table
