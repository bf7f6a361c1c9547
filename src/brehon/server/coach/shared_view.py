"""What a shared position shows: the board, whose turn it is, what was tried, and what the coach says of it if it was asked."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from brehon.coach.data import Review
from brehon.coach.hint import read_hint
from brehon.core.asking import HINT_STEPS
from brehon.core.contract import ORACLE, SPECTATOR
from brehon.core.face import Offers
from brehon.core.match import Match
from brehon.core.text import N_, Message, Seat, Speaker
from brehon.server.coach.ground import Ground
from brehon.server.coach.review_view import Remark, remark_on
from brehon.server.storage.schema import ShareRow
from brehon.server.table.hints import stepped
from brehon.server.table.table import Position, Who
from brehon.server.table.table_view import Person, Sheet, people, sheet


@dataclass
class Line:
    """The position that a link leads to, and the moves on the way there: who, and which."""

    position: Position
    moves: list[tuple[int, int, Message]] = field(default_factory=list)  # seat, action, what it is called


@dataclass
class SharedView:
    """A shared position as its page shows it."""

    board: Markup
    seats: Markup  # what all players have, where a narrow board has no room for it
    status: str
    turn: str
    source: str  # which position it is
    caution: str  # what of it is a guess; "" if nothing is
    moves: list[str]
    people: list[Person]
    sheet: Sheet
    remark: Remark | None  # of the review
    advice: list[str]  # of the hint that was asked for in the sandbox


def line_of(ground: Ground, row: ShareRow) -> Line:
    """The position: of the past, or of a sandbox with the moves that were tried there."""
    has_secrets = ground.rules.game.has_secrets  # without any, all see the same, and no one is spoken to as "you"
    if row.seed is None:
        return Line(Position(ground.match.at(row.ply), row.seat if has_secrets else SPECTATOR))
    sandbox, moves = ground.open(row.seed), list[tuple[int, int, Message]]()
    face, rules = ground.rules.game.face(), ground.rules
    for action in row.moves:
        seat = sandbox.mover
        words = face.action(rules, sandbox.match.view(seat), action)
        if sandbox.play([action]) is not None:
            break
        moves.append((seat, action, words))
    return Line(Position(sandbox.match, sandbox.viewer if has_secrets else SPECTATOR), moves)


def drawn(line: Line, say: Speaker, narrow: bool = False) -> str:
    """The board; nothing on it can be clicked."""
    at = line.position
    return at.face.board(at.match.rules, at.view, Offers(), say, narrow=narrow)


def shared_view(
    ground: Ground, row: ShareRow, line: Line, review: Review | None, say: Speaker, narrow: bool
) -> SharedView:
    at = line.position
    return SharedView(
        board=Markup(drawn(line, say, narrow)),
        seats=Markup(at.face.seats(at.match.rules, at.view, Offers(), say) if narrow else ""),
        status=say(at.face.status(at.match.rules, at.view)),
        turn=say(turn_of(at.match, row.seed is not None)),
        source=say(source_of(row)),
        caution=say(caution_of(ground, row)) if row.seed is not None or ground.rules.game.has_secrets else "",
        moves=[f"{say.seat(seat)}: {say(words)}" for seat, _, words in line.moves],
        people=people(at, Who([]), say),
        sheet=sheet(at.lines, say),
        remark=remark_at(review, ground.match, row.ply, say) if review is not None and row.reviewed else None,
        advice=advice_of(row, at, say),
    )


def turn_of(match: Match, is_guess: bool) -> Message:
    if match.is_over:
        return Message(N_("The game would be over.") if is_guess else N_("The game is over."))
    movers = [seat for seat in range(match.rules.n_seats) if match.may_move(seat)]
    if len(movers) != 1:
        return Message(N_("Several players decide."))
    return Message(N_("%(player)s decides."), player=Seat(movers[0]))


def source_of(row: ShareRow) -> Message:
    if row.seed is not None:
        return Message(N_("Tried in a sandbox, from ply %(ply)s of a game on"), ply=row.ply)
    return Message(N_("Ply %(ply)s of a game"), ply=row.ply)


def caution_of(ground: Ground, row: ShareRow) -> Message:
    """Whose knowledge it is, and what was guessed."""
    if not ground.rules.game.has_secrets:
        return Message(N_("Draws after ply %(ply)s are a guess: they never happened."), ply=row.ply)
    if row.seed is None:
        if row.seat == ORACLE:
            return Message(N_("Everything is shown, as it was."))
        text = N_("What %(player)s knew; the rest is covered.") if row.seat >= 0 else N_("What everyone knew.")
        return Message(text, player=Seat(row.seat)) if row.seat >= 0 else Message(text)
    if row.seat == ORACLE:
        return Message(N_("It begins with everything as it was; draws after ply %(ply)s are a guess."), ply=row.ply)
    if row.seat == SPECTATOR:
        return Message(N_("Made from what everyone knew: hidden hands, piles and draws are a guess."))
    text = N_("Made from what %(player)s knew: hidden hands, piles and draws are a guess.")
    return Message(text, player=Seat(row.seat))


def remark_at(review: Review, match: Match, ply: int, say: Speaker) -> Remark | None:
    """What the review says of the decision that was made here."""
    index = next((number for number, moment in enumerate(review.moments) if moment.ply == ply), -1)
    if index < 0 or review.moments[index].judged is None:
        return None
    return remark_on(review, match, index, say)


def advice_of(row: ShareRow, at: Position, say: Speaker) -> list[str]:
    """The best move and its reasons, as the last step of the hint says it."""
    if row.coach is None or at.match.is_over:
        return []
    return stepped(read_hint(row.coach), HINT_STEPS, at, say).steps[-1]


def shared_data(shown: SharedView, ground: Ground, row: ShareRow, line: Line) -> dict[str, object]:
    """The same for programs."""
    at, rules, remark = line.position, ground.rules, shown.remark
    texts = rules.space.texts
    open_here = ground.open(row.seed or 0)
    if row.seed is not None:
        open_here.play(row.moves)
    return {
        "word": row.id, "game": rules.game.name, "ply": row.ply, "seat": row.seat if row.seat >= 0 else None,
        "guess": row.seed is not None, "over": at.match.is_over, "names": ground.names,
        "movers": [seat for seat in range(rules.n_seats) if at.match.may_move(seat)],
        "message": f"{shown.turn} {shown.status}", "about": f"{shown.source}. {shown.caution}".strip(),
        "moves": [{"seat": seat, "words": texts[action], "label": label} for (seat, action, _), label in zip(line.moves, shown.moves, strict=True)],
        "view": at.face.data(rules, at.view), "position": open_here.match.state.text(),
        "coach": [*shown.advice, *([remark.better or remark.played, *remark.reasons, *remark.line] if remark else [])],
    }  # fmt: skip
