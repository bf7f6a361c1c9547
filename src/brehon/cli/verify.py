"""brehon verify: the proof that a game was played by the rules and that its chance was fair."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from brehon.cli import files
from brehon.cli.screen import BAD, GOOD, Lang, err, explain, out, speaker
from brehon.core import match as engine
from brehon.core.contract import CHANCE
from brehon.core.errors import BrehonError
from brehon.core.match import Match
from brehon.core.record import read_record
from brehon.core.text import N_, Message


def verify(
    files_given: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records of finished games.", show_default=False)],
    lang: Lang = None,
) -> None:  # fmt: skip
    """Prove finished games: every ply legal, every draw derived from the committed secret, the result right.

    Exit code 0 if every file holds, 2 if one does not; then it says exactly what is wrong.
    """
    say = speaker(lang)
    failed = False
    for path in files_given:
        try:
            match = engine.verify(read_record(files.record_text(path)))
        except (BrehonError, OSError) as error:
            failed = True
            text = Message(N_("%(file)s is NOT proved: %(why)s"), file=str(path), why=explain(error, say))
            err().print(Text(say(text), BAD), soft_wrap=True)
            continue
        out().print(Text(say(Message(N_("%(file)s is proved"), file=str(path))), GOOD), soft_wrap=True)
        for line in proof(match):
            out().print(Text(f"  {say(line)}"), soft_wrap=True)
    if failed:
        raise typer.Exit(2)


def proof(match: Match) -> list[Message]:
    """What has been checked, line by line."""
    draws = sum(ply.seat == CHANCE for ply in match.plies)
    undone = sum(ply.undo > 0 for ply in match.plies)
    rules = match.rules
    return [
        Message(N_("%(game)s, rules version %(version)s, components %(name)s (%(hash)s)"), game=rules.game.title,
                version=rules.version, name=rules.components.name, hash=rules.components.digest[:16]),
        Message(N_("%(count)s plies, each legal: %(moves)s moves, %(draws)s draws, %(undone)s taken back"), count=match.ply,
                moves=match.ply - draws - undone, draws=draws, undone=undone),
        Message(N_("the secret fits the commitment; all %(draws)s draws are derived from it and the words of the table"),
                draws=draws),
        Message(N_("the result is right: %(result)s"), result=_result(match)),
    ]  # fmt: skip


def _result(match: Match) -> str:
    names, places, scores = match.players, match.state.places(), match.state.scores()
    order = sorted(range(len(names)), key=lambda seat: places[seat])
    return ", ".join(f"{places[seat]}. {names[seat].name} {scores[seat]}" for seat in order)
