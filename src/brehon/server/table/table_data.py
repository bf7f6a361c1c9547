"""What a program gets to see of a table: the same as the page, as plain data or plain text."""

from __future__ import annotations

from io import StringIO
from typing import Final

from brehon.core.face import Offers, totals
from brehon.core.match import Match
from brehon.core.text import Reason, Speaker
from brehon.server.table.clock_view import status_data
from brehon.server.table.duplicate import duplicate_data
from brehon.server.table.fair_view import fair_data
from brehon.server.table.guided import lesson_data
from brehon.server.table.log_view import last_marks, latest_lines
from brehon.server.table.recap import recap, recap_data
from brehon.server.table.table import Position, Said, Table
from brehon.server.table.table_view import turn_words
from brehon.server.table.visit import Visit

API_LOG: Final = 200
TEXT_LOG: Final = 12
TEXT_WIDTH: Final = 100


def moves_of(position: Position, offers: Offers, say: Speaker) -> list[tuple[int, str]]:
    """The legal moves with their labels."""
    rules, view, face = position.match.rules, position.view, position.face
    return [(action, say(face.action(rules, view, action))) for action in offers.legal()]


def status_word(table: Table, match: Match | None) -> str:
    """How far a table is, for those who see this much of the match."""
    if match is not None and (match.is_over or table.row.voided is None):
        return "over" if match.is_over else "playing"
    return "void" if table.row.voided is not None else "locked" if table.is_locked else "waiting"


def table_data(visit: Visit, say: Speaker) -> dict[str, object]:
    """The table as plain data, as the player or spectator who asks sees it."""
    table, who, match = visit.table, visit.who, visit.match
    seat = table.view_seat(who)
    data: dict[str, object] = {
        "id": table.id,
        "game": table.rules.game.name,
        "rules": table.rules.version,
        "options": table.rules.options,
        "components": {"name": table.rules.components.name, "hash": table.rules.components.digest},
        "status": status_word(table, match),
        "seats": [
            {
                "seat": s.seat,
                "name": s.name,
                "kind": s.kind,
                "level": s.level,
                "joined": s.kind == "bot" or s.session is not None,
            }
            for s in table.seats
        ],
        "seat": seat if seat >= 0 else None,
        "ply": 0 if match is None else match.ply,
        "commitment": table.commitment,
        "fair": fair_data(table),
        "secret": table.row.secret if table.row.voided is not None and not table.is_held else None,
    }
    data |= {
        "visibility": table.row.visibility,
        "spectators": table.row.spectators,
        "delay": table.row.delay,
        "auto_review": table.row.auto_review,
    }
    data["next"] = table.row.next_match
    data["duplicate"] = duplicate_data(table, say)
    used = [0] * len(table.seats) if match is None else match.hints_used()
    data["hints"] = {"setting": table.row.hints, "allowed": table.allows_hints, "used": used}
    data["guide"] = lesson_data(table, who, say)
    data["bans"] = [{"id": ban["id"], "name": ban["name"]} for ban in table.row.bans if who.is_host]
    if match is not None:
        data.update(_match_data(visit.position, say, table.said, is_still=table.row.paused is not None))
        data["secret"] = table.row.secret if table.has_ended and not table.is_held else None
        data.update(status_data(table, visit.position, who, say))
        if table.bot_failed is not None:
            data["message"] = say(table.bot_failed)
    return data


def _match_data(position: Position, say: Speaker, said: Said, is_still: bool) -> dict[str, object]:
    """While the game is paused, or a bot plays for the person, there is nothing to decide."""
    match, seat, face, view = position.match, position.seat, position.face, position.view
    rules, space, lines = match.rules, match.rules.space, position.lines
    is_still = is_still or (seat >= 0 and match.stand_ins[seat] is not None)
    offers = Offers() if is_still else position.offers
    moves = moves_of(position, offers, say)
    movers = match.state.movers()
    over = match.is_over
    return {
        "movers": [s for s in range(rules.n_seats) if movers >> s & 1],
        "message": say(face.status(rules, view)),
        "view": face.data(rules, view),
        "legal": [{"action": a, "words": space.texts[a], "label": label} for a, label in moves],
        "not_allowed": [
            {
                "action": a,
                "words": space.texts[a],
                "label": say(face.action(rules, view, a)),
                "reason": reason_data(r, say),
            }
            for a, r in sorted(offers.reasons.items())
            if r is not None
        ],
        "undo": None if seat < 0 or (why := position.why_no_undo(seat)) is None else reason_data(why, say),
        "log": [{"ply": ply, "text": text} for ply, text in reversed(latest_lines(position, say, API_LOG, said))],
        "since": recap_data(recap(position, say, said)),
        "last_move": last_marks(position),
        "scores": totals(lines),  # as far as this seat may know
        "score_sheet": [
            {"label": say(line.label), "values": line.values, "rule": line.rule, "total": line.is_total}
            for line in lines
        ],
        "result": {"places": match.ranks(), "scores": match.state.scores()} if over else None,
    }


def plain_text(position: Position, say: Speaker, said: Said) -> str:
    """A seat's view in words alone: the table, the latest of the log, and the moves with their numbers and words."""
    from rich.console import Console

    match, face, view, offers = position.match, position.face, position.view, position.offers
    rules = match.rules
    console = Console(file=StringIO(), width=TEXT_WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    console.print(f"{rules.game.title}: {say(face.status(rules, view))}", markup=False)
    console.print(turn_words(match, match.may_move(position.seat), say), markup=False)
    console.print(face.terminal(rules, view, offers, say))
    for ply, text in reversed(latest_lines(position, say, TEXT_LOG, said)):
        console.print(f"{ply:>4} {text}", markup=False)
    for action, label in moves_of(position, offers, say):
        console.print(f"[{action}] {rules.space.texts[action]} ({label})", markup=False)
    return str(console.file.getvalue())  # type: ignore[attr-defined]


def reason_data(reason: Reason, say: Speaker) -> dict[str, object]:
    """A reason for programs."""
    return {
        "code": reason.code,
        "message": say(reason.text),
        "rule": reason.rule or None,
        "need": reason.need if reason.need >= 0 else None,
        "have": reason.have if reason.have >= 0 else None,
    }
