"""What a page or a program gets to see of a table: everything here is made from a View, in one language."""

from __future__ import annotations

from dataclasses import dataclass
from io import StringIO
from typing import Final

from markupsafe import Markup

from brehon.bots.levels import LEVELS
from brehon.core.face import Line, Offers
from brehon.core.match import Match
from brehon.core.text import N_, Message, Reason, Speaker
from brehon.server.charts import Chart, breakdown
from brehon.server.fairview import fair_data
from brehon.server.paceview import manners_data, note_words
from brehon.server.services import Said, Table, Who, field_name, form_for, undo_seat

PAGE_LOG: Final = 60  # lines; the replay has them all
API_LOG: Final = 200
TEXT_LOG: Final = 12
TEXT_WIDTH: Final = 100
TURN_WORDS: Final = {True: N_("It is your turn."), False: N_("Waiting for %(player)s.")}


@dataclass
class Person:
    """A place at the table, as the list of players shows it."""

    seat: int
    name: str
    level: str
    is_me: bool
    is_to_move: bool
    points: int
    place: int  # rank at the end, 0 before
    stand_in: str = ""  # who plays for the person
    has_forfeited: bool = False


@dataclass
class Sheet:
    """The score sheet, ready to be set in a table."""

    lines: list[tuple[str, list[tuple[int, str]], str, bool]]  # label, (value, note) per seat, rule, is total


@dataclass
class Entry:
    """A number of a form that a person fills in."""

    name: str
    label: str
    most: int
    heading: str  # "" where it stands under the same one as the entry before
    value: int  # what was filled in, when it is shown again with a refusal


@dataclass
class Bundle:
    """A form for several small decisions at once."""

    name: str
    title: str
    entries: list[Entry]
    most: int


@dataclass
class Scene:
    """One position of a match seen from one seat."""

    ply: int
    is_over: bool
    status: str
    turn: str
    my_turn: bool
    board: Markup
    moves: list[tuple[int, str]]
    refused: list[tuple[int, str, str]]  # action, label, reason
    log: list[tuple[int, str]]
    people: list[Person]
    sheet: Sheet
    undo_why: str  # "" if something can be taken back
    bundle: Bundle | None
    chart: Chart | None = None  # of a finished game: where the points came from


def scene(match: Match, seat: int, who: Who, say: Speaker, narrow: bool, said: Said, is_past: bool = False) -> Scene:
    """Everything that the page of a table shows of a position; in the past nothing can be clicked."""
    rules, view = match.rules, match.view(seat)
    is_bots = seat >= 0 and match.stand_ins[seat] is not None  # a bot plays here
    offers = Offers() if is_past or is_bots else match.offers(seat)
    face = rules.game.face()
    movers = match.state.movers()
    my_turn = any(movers >> mine & 1 and not match.stand_ins[mine] for mine in who.seats)
    why = match.why_no_undo(undo_seat(match, who))
    moves, refused = choices(match, seat, offers, say)
    lines = match.score_sheet(seat)
    return Scene(
        ply=match.ply,
        is_over=match.is_over,
        status=say(face.status(rules, view)),
        turn=_turn(match, my_turn, say),
        my_turn=my_turn,
        board=Markup(face.board(rules, view, offers, say, narrow=narrow)),
        moves=moves,
        refused=refused,
        log=log_lines(match, seat, say, PAGE_LOG, said),
        people=people(match, who, say, lines[-1].values),
        sheet=sheet(lines, say),
        undo_why="" if why is None else say.reason(why),
        bundle=None if is_past or is_bots else bundle(match, seat, say),
        chart=breakdown(lines, [say.seat(n) for n in range(rules.n_seats)], say) if match.is_over else None,
    )


def bundle(match: Match, seat: int, say: Speaker) -> Bundle | None:
    """The form for the present decision of a seat, if the game has one."""
    form = form_for(match, seat)
    if form is None:
        return None
    entries: list[Entry] = []
    last = ""
    for number, field in enumerate(form.fields):
        heading = "" if field.group is None else say(field.group)
        entries.append(Entry(field_name(number), say(field.label), field.most, "" if heading == last else heading, 0))
        last = heading
    return Bundle(form.name, say(form.title), entries, form.most)


def fill_again(form: Bundle | None, numbers: dict[str, int] | None) -> None:
    """What was filled in stands in the form that is shown with a refusal."""
    for entry in form.entries if form else []:
        entry.value = (numbers or {}).get(entry.name, 0)


def choices(
    match: Match, seat: int, offers: Offers, say: Speaker
) -> tuple[list[tuple[int, str]], list[tuple[int, str, str]]]:
    """The legal moves with their labels, and the others with the reasons."""
    face, view = match.rules.game.face(), match.view(seat)
    moves: list[tuple[int, str]] = []
    refused: list[tuple[int, str, str]] = []
    for action, reason in sorted(offers.reasons.items()):
        label = say(face.action(match.rules, view, action))
        if reason is None:
            moves.append((action, label))
        else:
            refused.append((action, label, say.reason(reason)))
    return moves, refused


def log_lines(match: Match, seat: int, say: Speaker, latest: int, said: Said) -> list[tuple[int, str]]:
    """The end of the log in words, newest first: each line with its ply. What was said once is not put into words again."""
    event_words = match.rules.game.face().event
    lines: list[tuple[int, str]] = []
    notes = match.notes[:]
    for ply, event in reversed(match.log(seat)):
        while notes and notes[-1] > ply:
            lines.append((notes[-1], say(note_words(match, notes.pop()))))
        mark = (say.language, id(event))
        if mark not in said:
            message = event_words(match.rules, event)
            said[mark] = "" if message is None else say(message)
        if said[mark]:
            lines.append((ply, said[mark]))
            if len(lines) >= latest:
                break
    lines += [(number, say(note_words(match, number))) for number in reversed(notes)]
    return lines[:latest]


def people(match: Match, who: Who, say: Speaker, points: list[int]) -> list[Person]:
    """Who sits here, with the points that the viewer may know."""
    movers, over = match.state.movers(), match.is_over
    places = match.ranks() if over else []
    stand_ins = [LEVELS[sits.level].title if sits and sits.level in LEVELS else "" for sits in match.stand_ins]
    return [
        Person(
            seat=seat,
            name=say.seat(seat),
            level=LEVELS[player.level].title if player.level in LEVELS else player.level,
            is_me=seat in who.seats,
            is_to_move=movers >> seat & 1 == 1,
            points=points[seat],
            place=places[seat] if over else 0,
            stand_in="" if player.is_bot else stand_ins[seat],
            has_forfeited=seat in match.forfeited,
        )
        for seat, player in enumerate(match.players)
    ]


def sheet(lines: list[Line], say: Speaker) -> Sheet:
    out: list[tuple[str, list[tuple[int, str]], str, bool]] = []
    for line in lines:
        notes = [say(note) for note in line.notes] or [""] * len(line.values)
        out.append((say(line.label), list(zip(line.values, notes, strict=True)), line.rule, line.is_total))
    return Sheet(out)


def _turn(match: Match, my_turn: bool, say: Speaker) -> str:
    if match.is_over:
        return say(Message(N_("The game is over.")))
    if my_turn:
        return say(Message(TURN_WORDS[True]))
    movers = [seat for seat in range(match.rules.n_seats) if match.state.movers() >> seat & 1]
    if not movers:
        return say(Message(N_("The game is being set up.")))
    waiting = ", ".join(say.seat(seat) for seat in movers)
    if all(match.players[seat].is_bot or match.stand_ins[seat] for seat in movers):
        return say(Message(N_("%(player)s is thinking …"), player=waiting))
    return say(Message(TURN_WORDS[False], player=waiting))


# -- for programs


def status_word(table: Table, match: Match | None) -> str:
    """How far a table is, for those who see this much of the match."""
    if match is not None:
        return "over" if match.is_over else "playing"
    return "void" if table.row.voided is not None else "locked" if table.is_locked else "waiting"


def table_data(table: Table, who: Who, say: Speaker) -> dict[str, object]:
    """The table as plain data, from the view of whoever asks."""
    seat, match = table.view_seat(who), table.shown_to(who)
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
        "secret": table.row.secret if table.row.voided is not None else None,
        "movers": [],
        "message": "",
        "view": None,
        "legal": [],
        "not_allowed": [],
        "undo": None,
        "log": [],
        "scores": [],
        "score_sheet": [],
        "result": None,
        "pace": None,
        "stand_ins": [],
        "request": None,
        "redo": [],
        "restart": 0,
    }
    data |= {"visibility": table.row.visibility, "spectators": table.row.spectators, "delay": table.row.delay}
    data["next"] = table.row.next_match
    data["bans"] = [{"id": ban["id"], "name": ban["name"]} for ban in table.row.bans if who.is_host]
    if match is not None:
        data.update(_match_data(match, seat, say, table.said, is_still=table.row.paused is not None))
        data.update(manners_data(table, match, who, say))
    return data


def _match_data(match: Match, seat: int, say: Speaker, said: Said, is_still: bool) -> dict[str, object]:
    """While the game is paused, or a bot plays for the person, there is nothing to decide."""
    rules, view = match.rules, match.view(seat)
    is_still = is_still or (seat >= 0 and match.stand_ins[seat] is not None)
    face, space = rules.game.face(), rules.space
    lines = match.score_sheet(seat)
    offers = Offers() if is_still else match.offers(seat)
    moves, _ = choices(match, seat, offers, say)
    movers = match.state.movers()
    over = match.is_over
    return {
        "secret": match.fair.secret if over else None,
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
        "undo": None if seat < 0 or (why := match.why_no_undo(seat)) is None else reason_data(why, say),
        "log": [{"ply": ply, "text": text} for ply, text in reversed(log_lines(match, seat, say, API_LOG, said))],
        "scores": lines[-1].values,  # as far as this seat may know
        "score_sheet": [
            {"label": say(line.label), "values": line.values, "rule": line.rule, "total": line.is_total}
            for line in lines
        ],
        "result": {"places": match.ranks(), "scores": match.state.scores()} if over else None,
    }


def plain_text(match: Match, seat: int, say: Speaker, said: Said) -> str:
    """A seat's view in words alone: the table, the latest of the log, and the moves with their numbers and words."""
    from rich.console import Console

    rules, view, offers = match.rules, match.view(seat), match.offers(seat)
    face = rules.game.face()
    console = Console(file=StringIO(), width=TEXT_WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    console.print(f"{rules.game.title}: {say(face.status(rules, view))}", markup=False)
    console.print(_turn(match, match.may_move(seat), say), markup=False)
    console.print(face.terminal(rules, view, offers, say))
    for ply, text in reversed(log_lines(match, seat, say, TEXT_LOG, said)):
        console.print(f"{ply:>4} {text}", markup=False)
    for action, label in choices(match, seat, offers, say)[0]:
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
