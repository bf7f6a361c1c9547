"""brehon verify: the proof that a game was played by the rules and that its chance was fair."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer
from rich.text import Text

from brehon.cli import files
from brehon.cli.screen import BAD, DIM, GOOD, Lang, err, explain, out, speaker
from brehon.core import match as engine
from brehon.core.contract import CHANCE
from brehon.core.errors import BrehonError
from brehon.core.match import Match
from brehon.core.nouns import DRAWS, MOVES, PLIES, counted
from brehon.core.record import MAX_BYTES, read_record
from brehon.core.text import N_, NN_, Message, Speaker

GAMES: Final = "records.jsonl"  # in a folder of the lab: a record in every line


def verify(
    files_given: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Records of finished games: files, .jsonl files with one in every line, or folders of the lab.", show_default=False)],
    lang: Lang = None,
) -> None:  # fmt: skip
    """Prove finished games: every ply legal, every draw derived from the committed secret, the result right.

    Exit code 0 if every file holds, 2 if one does not; then it says exactly what is wrong.
    """
    say = speaker(lang)
    told = [prove(path, say) for path in files_given]  # of all of them, also after a bad one
    if not all(told):
        raise typer.Exit(2)


def prove(path: Path, say: Speaker) -> bool:
    """Whether a file holds; tells what was checked, or what is wrong."""
    lines = path / GAMES if path.is_dir() else path
    try:
        if lines.suffix == ".jsonl" and (lines.exists() or not path.is_dir()):
            return prove_lines(lines, say)
        match = engine.verify(read_record(files.record_text(path)))
    except (BrehonError, OSError) as error:
        text = Message(N_("%(file)s is NOT proved: %(why)s"), file=str(path), why=explain(error, say))
        err().print(Text(say(text), BAD), soft_wrap=True)
        return False
    out().print(Text(say(Message(N_("%(file)s is proved"), file=str(path))), GOOD), soft_wrap=True)
    for line in proof(match):
        out().print(Text(f"  {say(line)}"), soft_wrap=True)
    return True


def prove_lines(path: Path, say: Speaker) -> bool:
    """Prove the record in every line; whether all hold. A last line without its end is a game that was never finished."""
    proved = wrong = 0
    cut = False
    with path.open("rb") as file:
        while line := file.readline(MAX_BYTES + 2):
            cut = not line.endswith(b"\n") and len(line) <= MAX_BYTES
            if cut:
                break
            try:
                engine.verify(read_record(line.decode(errors="replace")))
                proved += 1
            except BrehonError as error:
                wrong += 1
                text = Message(N_("%(file)s, line %(line)s, is NOT proved: %(why)s"), file=str(path), line=proved + wrong,
                               why=explain(error, say))  # fmt: skip
                err().print(Text(say(text), BAD), soft_wrap=True)
    told = Message(
        N_("%(file)s: games proved: %(count)s, not proved: %(wrong)s"), file=str(path), count=proved, wrong=wrong
    )
    holds = proved > 0 and wrong == 0
    out().print(Text(say(told), GOOD if holds else BAD), soft_wrap=True)
    if cut:
        text = Message(N_("the last line is cut off; that game is not counted"))
        out().print(Text(f"  {say(text)}", DIM))
    return holds


def proof(match: Match) -> list[Message]:
    """What has been checked, line by line."""
    draws = sum(ply.seat == CHANCE for ply in match.plies)
    undone = sum(ply.undo > 0 for ply in match.plies)
    moves = sum(ply.action >= 0 for ply in match.plies) - draws
    rules = match.rules
    return [
        Message(N_("%(game)s, rules version %(version)s, components %(name)s (%(hash)s)"), game=rules.game.title,
                version=rules.version, name=rules.components.name, hash=rules.components.digest[:16]),
        Message(N_("%(plies)s, each legal: %(moves)s, %(draws)s, %(undone)s taken back"), plies=counted(PLIES, match.ply),
                moves=counted(MOVES, moves), draws=counted(DRAWS, draws), undone=undone),
        Message(NN_("the secret fits the commitment; the only draw is derived from it and the words of the table", "the secret fits the commitment; all %(draws)s draws are derived from it and the words of the table", "draws"),
                draws=draws),
        Message(N_("the result is right: %(result)s"), result=_result(match)),
    ]  # fmt: skip


def _result(match: Match) -> str:
    names, places, scores = match.players, match.state.places(), match.state.scores()
    order = sorted(range(len(names)), key=lambda seat: places[seat])
    return ", ".join(f"{places[seat]}. {names[seat].name} {scores[seat]}" for seat in order)
