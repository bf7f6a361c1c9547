"""What a page gets to see of a table: everything here is made from a View, in one language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from markupsafe import Markup

from brehon.bots.levels import LEVELS
from brehon.core.face import Figure, Line, Offers, totals
from brehon.core.match import Match
from brehon.core.text import N_, Message, Speaker, addressed
from brehon.server.table.charts import Chart, breakdown
from brehon.server.table.decisions import field_name
from brehon.server.table.hint_words import used_words
from brehon.server.table.log_view import ALL, Turn, last_marks, latest_turns
from brehon.server.table.recap import Recap, recap
from brehon.server.table.table import Position, Said, Who
from brehon.server.table.verdict import Verdict, verdict

PAGE_LOG: Final = 60  # lines; the replay has them all
FEW: Final = 8  # so many moves are all shown; of more, large groups are closed at first
SMALL: Final = 3  # moves of a group that is always shown
TURN_WORDS: Final = {True: N_("It is your turn."), False: N_("Waiting for %(player)s.")}


@dataclass
class Person:
    """A place at the table, as the list of players shows it."""

    seat: int
    name: str
    level: str
    is_me: bool
    is_to_move: bool
    points: int | None  # None where the game has no score sheet
    place: int  # rank at the end, 0 before
    stand_in: str = ""  # who plays for the person
    has_forfeited: bool = False
    figures: list[tuple[str, str]] = field(default_factory=list)  # label and value: the numbers that matter
    endings: list[tuple[str, int]] = field(default_factory=list)  # label and points, where the ending decides


@dataclass
class Sheet:
    """The score sheet, ready to be set in a table."""

    lines: list[tuple[str, tuple[tuple[int, str], ...], str, bool]]  # label, (value, note) per seat, rule, is total


@dataclass
class Entry:
    """A number of a form that a person fills in."""

    name: str
    label: str
    most: int
    heading: str  # "" where it stands under the same one as the entry before
    value: int  # what is proposed, or what was filled in, when it is shown again with a refusal
    ends: tuple[str, str] = ("", "")  # ids on the board: a drag from the first to the second fills this in
    notes: str = ""  # what each number would bring, from 0 on, one per line


@dataclass
class Bundle:
    """A form for several small decisions at once."""

    name: str
    title: str
    entries: list[Entry]
    most: int
    button: str = ""  # what sends it, if not the usual words
    finish: int = -1  # the action that it ends with
    hint: str = ""  # where the numbers come from that are filled in


@dataclass
class Choice:
    """A legal move: what its button says, what it would do, and what is lost for good."""

    action: int
    label: str
    effects: list[str] = field(default_factory=list)
    warning: str = ""


@dataclass
class Group:
    """Moves of one kind; the heading is empty where the game has none."""

    number: int
    title: str
    choices: list[Choice] = field(default_factory=list)
    is_open: bool = True


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
    turns: list[Turn]  # the log, newest first
    people: list[Person]
    sheet: Sheet
    undo_why: str  # "" if something can be taken back
    bundle: Bundle | None
    groups: list[Group] = field(default_factory=list)  # the moves by kind, with what they would do
    is_on_board: bool = False  # the board shows every move well
    seats: str = ""  # the possessions of all seats, where the narrow board has no room for them
    older_rules: str = ""  # of a game by an older version of the rules: what was different
    chart: Chart | None = None  # of a finished game: where the points came from
    verdict: Verdict | None = None  # of a finished game: which place, and what decided it
    recap: Recap | None = None  # what the others have done since one's last decision
    marks: list[str] = field(default_factory=list)  # ids on the wide board of what the last turn concerns
    hints_used: str = ""  # of a finished game: who had hints, and how many

    @property
    def names(self) -> tuple[str, ...]:
        """Of the people."""
        return tuple(person.name for person in self.people)

    @property
    def log(self) -> list[tuple[int, str]]:
        """The lines of the log with their plies, newest first."""
        return [line for turn in self.turns for line in turn.lines]


def scene(
    position: Position, who: Who, say: Speaker, narrow: bool, said: Said, log_of: str = ALL, is_past: bool = False
) -> Scene:
    """Everything that the page of a table shows of a position; in the past nothing can be clicked."""
    match, seat, face, view = position.match, position.seat, position.face, position.view
    rules, is_bots = match.rules, seat >= 0 and match.stand_ins[seat] is not None  # a bot plays here
    offers = Offers() if is_past or is_bots else position.offers
    movers = match.state.movers()
    my_turn = any(movers >> mine & 1 and not match.stand_ins[mine] for mine in who.seats)
    asked = who.seats[0] if my_turn and len(who.seats) == 1 else None
    status = face.status(rules, view)
    why = position.why_no_undo(position.undo_seat(who))
    groups = grouped(position, offers, say)
    lines, older = position.lines, rules.older_rules()
    return Scene(
        ply=match.ply,
        is_over=match.is_over,
        status=say(status if asked is None else addressed(status, face.requests, asked)),
        turn=turn_words(match, my_turn, say),
        my_turn=my_turn,
        board=Markup(face.board(rules, view, offers, say, narrow=narrow)),
        moves=[(choice.action, choice.label) for group in groups for choice in group.choices],
        refused=refusals(position, offers, say),
        turns=latest_turns(position, say, PAGE_LOG, said, log_of),
        people=people(position, who, say),
        sheet=sheet(lines, say),
        undo_why="" if why is None else say.reason(why),
        bundle=None if is_past or is_bots else bundle(position, say),
        groups=groups,
        is_on_board=bool(groups) and face.is_on_board(rules, view),
        seats=Markup(face.seats(rules, view, offers, say)) if narrow else "",
        older_rules="" if older is None else say(older),
        recap=recap(position, say, said) if position.has_news and not is_past else None,
        marks=last_marks(position),
        verdict=verdict(position, who, say) if match.is_over else None,
        hints_used=used_words(match, say) if match.is_over else "",
        chart=breakdown(lines, [say.seat(n) for n in range(rules.n_seats)], say) if match.is_over else None,
    )


def bundle(position: Position, say: Speaker) -> Bundle | None:
    """The form for the present decision of a seat, if the game has one."""
    form = position.form
    if form is None:
        return None
    entries: list[Entry] = []
    last = ""
    for number, one in enumerate(form.fields):
        heading = "" if one.group is None else say(one.group)
        shown, notes = "" if heading == last else heading, "\n".join(say(note) for note in one.notes)
        entries.append(Entry(field_name(number), say(one.label), one.most, shown, one.start, one.ends, notes))
        last = heading
    button = "" if form.button is None else say(form.button)
    hint = "" if form.hint is None else say(form.hint)
    return Bundle(form.name, say(form.title), entries, form.most, button, form.finish, hint)


def fill_again(form: Bundle | None, numbers: dict[str, int] | None) -> None:
    """What was filled in stands in the form that is shown with a refusal."""
    if form is None or numbers is None:
        return
    form.hint = ""
    for entry in form.entries:
        entry.value = numbers.get(entry.name, 0)


def refusals(position: Position, offers: Offers, say: Speaker) -> list[tuple[int, str, str]]:
    """What a person could think of but may not do: action, label and reason."""
    rules, view, face = position.match.rules, position.view, position.face
    refused = [(action, reason) for action, reason in sorted(offers.reasons.items()) if reason is not None]
    return [(action, say(face.action(rules, view, action)), say.reason(reason)) for action, reason in refused]


def grouped(position: Position, offers: Offers, say: Speaker) -> list[Group]:
    """The legal moves in groups, in the order in which the game first names them."""
    rules, view, face = position.match.rules, position.view, position.face
    groups: dict[str, Group] = {}
    for action in offers.legal():
        heading = face.group(rules, view, action)
        title = "" if heading is None else say(heading)
        group = groups.setdefault(title, Group(len(groups), title))
        group.choices.append(choice(position, action, say))
    out = list(groups.values())
    if sum(len(group.choices) for group in out) > FEW and len(out) > 1:
        for group in out:
            group.is_open = len(group.choices) <= SMALL
    return out


def choice(position: Position, action: int, say: Speaker) -> Choice:
    """One move with its preview."""
    rules, view, face = position.match.rules, position.view, position.face
    preview = face.preview(rules, view, action)
    return Choice(
        action=action,
        label=say(face.action(rules, view, action)),
        effects=[say(effect) for effect in preview.effects],
        warning="" if preview.warning is None else say(preview.warning),
    )


def people(position: Position, who: Who, say: Speaker) -> list[Person]:
    """Who sits here, with the numbers that the viewer may know: the points are the last line of the score sheet."""
    match, face, view = position.match, position.face, position.view
    points = totals(position.lines)
    figures = [[_figure(one, say) for one in seat] for seat in face.figures(match.rules, view)]
    endings = [(say(ending.label), ending.points) for ending in face.endings(match.rules, view)]
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
            points=points[seat] if points else None,
            place=places[seat] if over else 0,
            stand_in="" if player.is_bot else stand_ins[seat],
            has_forfeited=seat in match.forfeited,
            figures=figures[seat] if figures else [],
            endings=[(label, values[seat]) for label, values in endings],
        )
        for seat, player in enumerate(match.players)
    ]


def _figure(figure: Figure, say: Speaker) -> tuple[str, str]:
    return say(figure.label), str(figure.value) if figure.most < 0 else f"{figure.value}/{figure.most}"


def sheet(lines: list[Line], say: Speaker) -> Sheet:
    out: list[tuple[str, tuple[tuple[int, str], ...], str, bool]] = []
    for line in lines:
        notes = [say(note) for note in line.notes] or [""] * len(line.values)
        out.append((say(line.label), tuple(zip(line.values, notes, strict=True)), line.rule, line.is_total))
    return Sheet(out)


def turn_words(match: Match, my_turn: bool, say: Speaker) -> str:
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
