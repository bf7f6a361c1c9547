"""brehon verify: the proof that a game was played by the rules and that its chance was fair."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.text import Text

from brehon.cli import files
from brehon.cli.errors import BadInput
from brehon.cli.screen import BAD, DIM, GOOD, Lang, err, explain, out, speaker
from brehon.core import verification
from brehon.core.contract import CHANCE
from brehon.core.errors import BadRecord, BrehonError
from brehon.core.lock import Lock, LockedSeat, number_hash
from brehon.core.match import Match
from brehon.core.nouns import DRAWS, MOVES, PLIES, counted
from brehon.core.receipt import MAX_RECEIPT, Receipt, differences, read_receipt
from brehon.core.record import MAX_BYTES, Record, read_record
from brehon.core.text import N_, NN_, Message, Speaker

GAMES: Final = "records.jsonl"  # in a folder of the lab: a record in every line


@dataclass
class Expected:
    """What the person knows from elsewhere and a record must match."""

    receipt: Receipt | None = None
    commitment: str = ""
    key: str = ""

    def check(self, record: Record, match: Match, say: Speaker) -> None:
        if self.commitment and self.commitment != record.commitment:
            raise BadRecord(
                N_("the commitment is %(commitment)s, not %(expected)s"),
                commitment=record.commitment,
                expected=self.commitment,
            )
        key = record.lock.key if record.lock is not None else ""
        if self.key and self.key != key:
            raise BadRecord(
                N_("it is signed by another key: %(key)s, not %(expected)s"), key=key or "-", expected=self.key
            )
        found = differences(self.receipt, record, match) if self.receipt is not None else []
        if found:
            raise BadRecord(N_("it does not match the receipt: %(why)s"), why="; ".join(say(text) for text in found))


def verify(
    files_given: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Records of finished games: files, .jsonl files with one in every line, or folders of the lab.", show_default=False)],
    receipt: Annotated[Path | None, typer.Option(metavar="FILE", help="The receipt that a device has kept of the table: the record must match it.", show_default=False)] = None,
    commitment: Annotated[str, typer.Option(metavar="HEX", help="The commitment that the table showed before the game.", show_default=False)] = "",
    key: Annotated[str, typer.Option(metavar="HEX", help="The public key of the server that must have signed.", show_default=False)] = "",
    lang: Lang = None,
) -> None:  # fmt: skip
    """Prove finished games: every ply legal, every draw derived from the committed secret, the result right.

    Exit code 0 if all are proved, 2 if one is not; then it says exactly what is wrong.
    """
    say = speaker(lang)
    expected = Expected(_read_receipt(receipt), commitment.strip().lower(), key.strip().lower())
    held = [prove(path, say, expected) for path in files_given]  # about all of them, also after a bad one
    if not all(held):
        raise typer.Exit(2)


def number(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The table, as in its address /table/TABLE.")],
    seat: Annotated[int, typer.Argument(metavar="SEAT", min=1, max=12, help="Your seat, counted from 1.")],
    lang: Lang = None,
) -> None:
    """Draw a random number for a table by hand, and its hash: for those who play without script, or do not trust it."""
    say = speaker(lang)
    drawn = secrets.token_hex(16)
    lines = [
        Message(N_("number: %(number)s"), number=drawn),
        Message(N_("hash:   %(hash)s"), hash=number_hash(table, seat - 1, drawn)),
        Message(N_("Enter the hash in the waiting room. Keep the number to yourself, and enter it after the start.")),
    ]
    for line in lines:
        out().print(Text(say(line)), soft_wrap=True)


def _read_receipt(path: Path | None) -> Receipt | None:
    if path is None:
        return None
    text = files.read(path, MAX_RECEIPT)
    if text is None:
        raise BadInput(N_("%(file)s is not a receipt: a receipt is UTF-8 text of at most %(limit)s bytes"), file=str(path),
                       limit=MAX_RECEIPT)  # fmt: skip
    return read_receipt(text)


def prove(path: Path, say: Speaker, expected: Expected) -> bool:
    """Whether a file is proved; prints what was checked, or what is wrong."""
    lines = path / GAMES if path.is_dir() else path
    try:
        if lines.suffix == ".jsonl" and (lines.exists() or not path.is_dir()):
            return prove_lines(lines, say, expected)
        record = read_record(files.record_text(path))
        match = verification.verify(record)
        expected.check(record, match, say)
    except (BrehonError, OSError) as error:
        text = Message(N_("%(file)s is NOT proved: %(why)s"), file=str(path), why=explain(error, say))
        err().print(Text(say(text), BAD), soft_wrap=True)
        return False
    out().print(Text(say(Message(N_("%(file)s is proved"), file=str(path))), GOOD), soft_wrap=True)
    lines_shown = proof(record, match, say)
    if expected.receipt is not None:
        lines_shown.append(Message(N_("it matches the receipt")))
    for line in lines_shown:
        out().print(Text(f"  {say(line)}"), soft_wrap=True)
    return True


def prove_lines(path: Path, say: Speaker, expected: Expected) -> bool:
    """Prove the record in every line; whether all are proved. A last line without its end is a game that was never finished."""
    proved = wrong = 0
    cut = False
    with path.open("rb") as file:
        while line := file.readline(MAX_BYTES + 2):
            cut = not line.endswith(b"\n") and len(line) <= MAX_BYTES
            if cut:
                break
            try:
                record = read_record(line.decode(errors="replace"))
                expected.check(record, verification.verify(record), say)
                proved += 1
            except BrehonError as error:
                wrong += 1
                text = Message(N_("%(file)s, line %(line)s, is NOT proved: %(why)s"), file=str(path), line=proved + wrong,
                               why=explain(error, say))  # fmt: skip
                err().print(Text(say(text), BAD), soft_wrap=True)
    summary = Message(
        N_("%(file)s: games proved: %(count)s, not proved: %(wrong)s"), file=str(path), count=proved, wrong=wrong
    )
    holds = proved > 0 and wrong == 0
    out().print(Text(say(summary), GOOD if holds else BAD), soft_wrap=True)
    if cut:
        text = Message(N_("the last line is cut off; that game is not counted"))
        out().print(Text(f"  {say(text)}", DIM))
    return holds


def proof(record: Record, match: Match, say: Speaker) -> list[Message]:
    """What has been checked, line by line."""
    draws = sum(ply.seat == CHANCE for ply in match.plies)
    undone = sum(ply.undo > 0 for ply in match.plies)
    moves = sum(ply.action >= 0 for ply in match.plies) - draws
    rules = match.rules
    older = rules.older_rules()
    whose = N_("built-in") if rules.components.builtin else N_("own components, carried by the record")
    return [
        Message(N_("%(game)s, rules version %(version)s, components %(name)s (%(whose)s, %(hash)s)"), game=rules.game.title,
                version=rules.version, name=rules.components.name, whose=Message(whose), hash=rules.components.digest[:16]),
        *([] if older is None else [older]),
        Message(N_("%(plies)s, each legal: %(moves)s, %(draws)s, %(undone)s taken back"), plies=counted(PLIES, match.ply),
                moves=counted(MOVES, moves), draws=counted(DRAWS, draws), undone=undone),
        Message(N_("commitment: %(commitment)s"), commitment=record.commitment),
        *(_first_edition(match, draws) if record.lock is None else _second_edition(record.lock, match, draws, say)),
        _redrawn(match),
        *_hints(match),
        Message(N_("the result is right: %(result)s"), result=_result(match)),
    ]  # fmt: skip


def _hints(match: Match) -> list[Message]:
    """Who asked for hints; nothing where no one did."""
    used = [(match.players[seat].name, count) for seat, count in enumerate(match.hints_used()) if count]
    text = N_("hints, counted by their steps: %(hints)s")
    return [Message(text, hints=", ".join(f"{name} {count}" for name, count in used))] if used else []


def _first_edition(match: Match, draws: int) -> list[Message]:
    words = ", ".join(repr(word) for word in match.fair.words if word)
    return [
        Message(NN_("the secret matches the commitment; the only draw is derived from it and the words of the table", "the secret matches the commitment; all %(draws)s draws are derived from it and the words of the table", "draws"),
                draws=draws),
        Message(N_("words: %(words)s"), words=words or "–"),
        Message(N_("fair chance, first edition, not signed: a person who knew the secret and added the last word could have chosen the draws")),
    ]  # fmt: skip


def _second_edition(lock: Lock, match: Match, draws: int, say: Speaker) -> list[Message]:
    return [
        Message(N_("table %(table)s, fingerprint of the lock: %(fingerprint)s"), table=lock.table, fingerprint=lock.fingerprint),
        Message(N_("signed by the key %(key)s"), key=lock.key),
        Message(NN_("the secret matches the commitment; the only draw is derived from it and the numbers of the seats", "the secret matches the commitment; all %(draws)s draws are derived from it and the numbers of the seats", "draws"),
                draws=draws),
        *(Message(N_("seat %(seat)s, %(name)s: %(what)s"), seat=seat + 1, name=match.players[seat].name, what=say(part_of(locked)))
          for seat, locked in enumerate(lock.seats)),
    ]  # fmt: skip


def part_of(seat: LockedSeat) -> Message:
    """What a seat has contributed to the draws."""
    if seat.level:
        return Message(N_("a bot, no number"))
    if seat.is_absent:
        return Message(N_("no one was here when the game began, no number"))
    if seat.shares >= 0:
        return Message(N_("the same device as seat %(seat)s"), seat=seat.shares + 1)
    return Message(N_("a number of its own took part")) if seat.number else Message(N_("no number from this seat"))


def _redrawn(match: Match) -> Message:
    found = match.redrawn()
    if not found:
        return Message(N_("no draw was made again"))
    plies = ", ".join(str(ply) for ply, _ in found)
    return Message(N_("draws undone with everyone's agreement and made again: %(count)s, at ply %(plies)s"),
                   count=sum(draws for _, draws in found), plies=plies)  # fmt: skip


def _result(match: Match) -> str:
    names, places, scores = match.players, match.state.places(), match.state.scores()
    order = sorted(range(len(names)), key=lambda seat: places[seat])
    return ", ".join(f"{places[seat]}. {names[seat].name} {scores[seat]}" for seat in order)
