"""Records played again: every ply checked against the rules, every draw against the secret, the result against the game."""

from __future__ import annotations

from brehon.core.contract import CHANCE, OVER
from brehon.core.errors import BadRecord
from brehon.core.match import Match
from brehon.core.nouns import PLIES, counted
from brehon.core.proof import check_names, check_secret, check_signatures
from brehon.core.record import Ply, Record, StandIn, parse_ply
from brehon.core.text import N_, Message


def replay(record: Record, with_result: bool = True) -> Match:
    """Play a record again, checking every ply; also its draws if the secret is known, and the result if requested."""
    proven = record.secret != ""
    check_secret(record)
    match = Match(record.rules, record.players, record.secret, record.words, record.lock)
    for number, line in enumerate(record.plies):
        ply = parse_ply(record.rules, line, number)
        _check(match, ply, number, line, proven)
        match.put(ply)
    if with_result:
        _check_result(match, record)
    return match


def _check(match: Match, ply: Ply, number: int, line: str, proven: bool) -> None:
    """Refuse a line of a record that is not valid here."""
    if ply.undo:
        _check_undo(match, ply, number, line, proven)
        return
    if ply.sits is not None:
        _check_seat(match, ply, ply.sits, number, line)
        return
    if ply.hint:
        _check_hint(match, ply, number, line)
        return
    mover = match.state.to_move()
    if mover == OVER:
        raise BadRecord(N_("ply %(number)s (%(line)s) comes after the end of the game"), number=number, line=repr(line))
    if (mover == CHANCE) != (ply.seat == CHANCE):
        who = Message(N_("chance")) if mover == CHANCE else Message(N_("seat %(seat)s"), seat=mover)
        raise BadRecord(
            N_("ply %(number)s (%(line)s) is out of turn: %(who)s is to move"),
            number=number,
            line=repr(line),
            who=who,
        )
    if ply.seat == CHANCE:
        _check_draw(match, ply, number, line, proven)
        return
    reason = match.why_not(ply.seat, ply.action)
    if reason is not None:
        raise BadRecord(
            N_("ply %(number)s (%(line)s) is not legal: %(why)s"),
            reason,
            number=number,
            line=repr(line),
            why=reason,
        )


def _check_undo(match: Match, ply: Ply, number: int, line: str, proven: bool) -> None:
    """An undo that the engine would refuse is not valid in a record either."""
    where = Message(N_("ply %(number)s (%(line)s)"), number=number, line=repr(line))
    if ply.seat == CHANCE:
        raise BadRecord(N_("%(where)s is not possible: chance takes nothing back"), where=where)
    if ply.undo > match.n_standing:
        raise BadRecord(
            N_("%(where)s takes back %(plies)s, but only %(count)s can be taken back"),
            where=where,
            plies=counted(PLIES, ply.undo),
            count=match.n_standing,
        )
    if match.is_over and (proven or match.lock is not None):
        raise BadRecord(N_("%(where)s takes something back after the end, when the secret was known"), where=where)
    if match.lock is not None and match.state.to_move() == CHANCE:
        raise BadRecord(N_("%(where)s comes before a draw that was due"), where=where)
    full = match.why_full() if match.lock is not None else None
    if full is not None:
        raise BadRecord(N_("%(where)s is not possible: %(full)s"), full, where=where, full=full)
    reason = match.why_kept(ply.seat)
    if ply.undo == 1 and reason is None:
        return
    if not ply.by_consent:
        raise BadRecord(
            N_("%(where)s takes back what could not be taken back: %(why)s"),
            where=where,
            why=reason or Message(N_("not everyone agreed")),
        )
    count = match.back_to(ply.seat)
    if ply.undo != count:
        back = Message(N_("its last decision lies %(plies)s back"), plies=counted(PLIES, count))
        made = back if count else Message(N_("it has made no decision yet"))
        raise BadRecord(
            N_("%(where)s takes back %(plies)s, but seat %(seat)s could not: %(made)s"),
            where=where,
            plies=counted(PLIES, ply.undo),
            seat=ply.seat,
            made=made,
        )
    reason = match.why_no_redraw(count)
    if reason is not None:
        raise BadRecord(
            N_("%(where)s takes back a draw that could not be taken back: %(why)s"), reason, where=where, why=reason
        )


def _check_seat(match: Match, ply: Ply, sits: StandIn, number: int, line: str) -> None:
    reason = None if ply.seat == CHANCE else match.why_no_seat(ply.seat, sits)
    if reason is None and ply.seat != CHANCE and match.lock is not None:
        reason = match.why_seat_full(ply.seat, sits)
    if ply.seat == CHANCE or reason is not None:
        raise BadRecord(
            N_("ply %(number)s (%(line)s) is not possible: %(why)s"),
            number=number,
            line=repr(line),
            why=reason or Message(N_("chance has no seat")),
        )


def _check_hint(match: Match, ply: Ply, number: int, line: str) -> None:
    """A hint that the engine would refuse is not valid in a record either."""
    reason = None if ply.seat == CHANCE else match.why_no_hint(ply.seat)
    due = Message(N_("the next step of this hint is step %(step)s"), step=match.hinted(ply.seat) + 1)
    if ply.seat == CHANCE or reason is not None or ply.hint != match.hinted(ply.seat) + 1:
        raise BadRecord(
            N_("ply %(number)s (%(line)s) is not possible: %(why)s"),
            number=number,
            line=repr(line),
            why=Message(N_("chance asks for nothing")) if ply.seat == CHANCE else reason or due,
        )


def _check_draw(match: Match, ply: Ply, number: int, line: str, proven: bool) -> None:
    if ply.action not in match.state.legal():
        raise BadRecord(
            N_("ply %(number)s (%(line)s) is not possible: this cannot be drawn here"),
            number=number,
            line=repr(line),
        )
    if proven and ply.action != match.outcome():
        right = match.rules.space.texts[match.outcome()]
        raise BadRecord(
            N_("ply %(number)s (%(line)s) was not drawn fairly: draw %(drawn)s of this secret is %(right)s"),
            number=number,
            line=repr(line),
            drawn=match.fair.drawn,
            right=repr(right),
        )


def _check_result(match: Match, record: Record) -> None:
    if not match.is_over:
        if record.places is not None:
            raise BadRecord(
                N_("the record gives a result, but after ply %(ply)s the game is not over"), ply=match.ply - 1
            )
        return
    if record.places != match.state.places() or record.scores != match.state.scores():
        raise BadRecord(
            N_(
                "the result is wrong: the record says places %(places)s and scores %(scores)s, the game gives %(real_places)s and %(real_scores)s"
            ),
            places=record.places,
            scores=record.scores,
            real_places=match.state.places(),
            real_scores=match.state.scores(),
        )


def verify(record: Record) -> Match:
    """Prove a finished game: every ply legal, every draw derived from the committed secret, the result right."""
    if not record.secret:
        raise BadRecord(
            N_("the secret is not in the record, so its draws cannot be proved; it is revealed when the game is over")
        )
    check_names(record)
    check_signatures(record)
    match = replay(record)
    if not match.is_over:
        raise BadRecord(
            N_("the game is not over: after ply %(ply)s seat %(to_move)s is to move"),
            ply=match.ply - 1,
            to_move=match.state.to_move(),
        )
    return match
