"""brehon show: one position of a record, in the terminal or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from brehon.cli import files
from brehon.cli.position import position, print_older_rules, view_of, watcher
from brehon.cli.screen import GOOD, Lang, for_match, out, speaker
from brehon.core.palette import plain
from brehon.core.text import N_, Message


def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.", show_default=False)],
    ply: Annotated[int | None, typer.Option(metavar="N", help="After how many plies; 0 is the start.", show_default="the end")] = None,
    svg: Annotated[Path | None, typer.Option(metavar="OUT.svg", help="Write the table as a picture instead.", show_default=False)] = None,
    seat: Annotated[int | None, typer.Option(metavar="N", help="As this seat sees it, from 1.", show_default="everything, once the game is over")] = None,
    lang: Lang = None,
) -> None:  # fmt: skip
    """Show the table after a ply of a record, in the terminal or as an SVG file."""
    say = speaker(lang)
    match = files.read_match(file)
    who = watcher(match, seat)
    then = position(match, ply)
    say = for_match(say, match)
    rules, face = match.rules, match.rules.game.face()
    view, offers = view_of(then, who)
    print_older_rules(match, say)
    if svg is not None:
        files.write(svg, plain(face.board(rules, view, offers, say)))
        text = Message(N_("%(file)s shows the table after ply %(ply)s of %(last)s"), file=str(svg), ply=then.ply, last=match.ply)  # fmt: skip
        out().print(Text(say(text), GOOD), soft_wrap=True)
        return
    out().print(face.terminal(rules, view, offers, say))
    out().print(Text(say(Message(N_("After ply %(ply)s of %(last)s"), ply=then.ply, last=match.ply))))
