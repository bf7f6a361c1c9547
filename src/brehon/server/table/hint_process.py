"""What the processes of the bots do for a hint. It imports little, because each of them reads it in when it begins."""

from __future__ import annotations

from typing import NamedTuple

from brehon.coach.hint import Data, make_hint
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.server.table.bot_pool import Position, stop_of
from brehon.server.table.guess import Guess
from brehon.server.table.plain import rules_from


class Tried(NamedTuple):
    """What was tried in a sandbox."""

    seed: int
    moves: tuple[int, ...]


class Key(NamedTuple):
    """Names a decision, of all tables of this server."""

    table: str
    seat: int  # who decides, or whose knowledge the sandbox is made from
    number: int  # of the last ply that stands, or of the ply where the sandbox begins
    tried: Tried | None = None


class Question(NamedTuple):
    """For which decision a hint is wanted: of a match, or of a sandbox that begins after its last line."""

    key: Key
    at: Position
    seed: str
    tried: Tried | None = None
    iterations: int = 0  # of the search; 0: as many as are usual
    slot: int = -1  # of the byte that asks for an end
    state: str = ""  # where the sandbox begins, if that is not after the last line


def answer(question: Question) -> Data:
    """In a worker: the position is played again, and the hint made from the view of the seat that decides."""
    at = question.at
    match = Match(rules_from(at.rules), [Player("")] * at.rules.n_seats, "")
    match.resume(at.plies)
    if question.state:
        match.state = match.rules.parse(question.state)
    seat = at.seat
    if question.tried is not None:
        guess = Guess(match.rules, match.players, match.view(seat), question.tried.seed)
        guess.play(list(question.tried.moves))
        match, seat = guess.match, guess.mover
    view, legal, stop = match.view(seat), match.legal(seat), stop_of(question.slot)
    return make_hint(match.rules, view, legal, question.seed, question.iterations, stop).data()
