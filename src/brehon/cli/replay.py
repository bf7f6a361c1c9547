"""brehon replay: step through a record."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, final

import typer
from rich.text import Text

from brehon.cli import files
from brehon.cli.position import position, print_older_rules, states, text_line, view_of, watcher
from brehon.cli.screen import BAD, DIM, STRONG, Lang, clean, err, for_match, is_interactive, out, speaker
from brehon.cli.sheet import outcome, score_sheet
from brehon.core.match import Match
from brehon.core.text import N_, Message, Speaker


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.", show_default=False)],
    ply: Annotated[int | None, typer.Option(metavar="N", help="Begin after so many plies (printed: end there).", show_default=False)] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help="As this seat saw it, from 1.", show_default="everything, once the game is over")] = None,
    text: Annotated[bool, typer.Option("--text", help="One line per ply: number, seat, words, points, hash of the state.")] = False,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Step through a record, or print it.

    At a terminal n and p go on and back, a number jumps, q leaves. Otherwise the log is printed.
    """
    say = speaker(lang)
    match = files.read_match(file)
    who = watcher(match, seat)
    say = for_match(say, match)
    last = position(match, ply).ply
    if text:
        print_text(match, last)
        return
    print_older_rules(match, say)
    if is_interactive():
        Stepper(match, who, say).run(0 if ply is None else ply)
    else:
        print_log(match, who, last, say)


def print_text(match: Match, last: int) -> None:
    """The goldens' form."""
    for number, state in states(match):
        if number >= last:
            return
        typer.echo(clean(text_line(match, number, state)))
    if match.is_over:
        typer.echo(f"places {','.join(map(str, match.state.places()))}")


def print_log(match: Match, who: int, last: int, say: Speaker) -> None:
    """Every ply that was not undone, as this seat may know it."""
    face = match.rules.game.face()
    then = match.at(last)
    for ply, event in then.log(who):
        message = face.event(match.rules, event)
        if message is not None:
            typer.echo(f"{ply:4}  {say(message)}")
    if then.is_over:
        out().print(score_sheet(then, then.view(who), say))
        out().print(Text(say(outcome(then)), STRONG))


@final
class Stepper:
    """Goes through a record at a terminal."""

    def __init__(self, match: Match, who: int, say: Speaker) -> None:
        self.match = match
        self.who = who
        self.say = say
        self.face = match.rules.game.face()

    def run(self, ply: int) -> None:
        last = self.match.ply
        shown = -1
        while True:
            if ply != shown:
                self.show(ply)
                shown = ply
            try:
                line = input(f"{ply}/{last}> ").strip().casefold()
            except EOFError:
                out().print()
                return
            if line in ("q", "quit"):
                return
            ply = self.target(line, ply, last)

    def target(self, line: str, ply: int, last: int) -> int:
        """Where a typed line leads."""
        if line in ("", "n", "next"):
            return min(last, ply + 1)
        if line in ("p", "previous"):
            return max(0, ply - 1)
        if line in ("start", "end"):
            return 0 if line == "start" else last
        if line.isdecimal() and len(line) <= 9 and int(line) <= last:
            return int(line)
        help_text = Message(N_("n next, p previous, a number from 0 to %(last)s, start, end, q leaves"), last=last)
        err().print(Text(self.say(help_text), BAD))
        return ply

    def show(self, ply: int) -> None:
        then = self.match.at(ply)
        rules = self.match.rules
        view, offers = view_of(then, self.who)
        out().print(self.face.terminal(rules, view, offers, self.say))
        if ply:
            out().print(Text(clean(self.match.plies[ply - 1].words(rules)), DIM))
            for event in then.events[ply - 1]:
                message = self.face.event(rules, event) if event.visible_to(self.who) else None
                if message is not None:
                    out().print(Text(self.say(message)))
