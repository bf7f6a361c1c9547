"""What happened at a table, narrowed down to what somebody wants to read: a seat, or a topic of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from starlette.requests import Request

from brehon.core.contract import Event
from brehon.core.match import Match
from brehon.core.text import N_, Message, Speaker
from brehon.server.paceview import note_words
from brehon.server.services import Said, Table, Who
from brehon.server.showing import PAGE_LOG, Scene

COOKIE: Final = "log"
ALL: Final = "all"
SEAT: Final = "seat-"
TOPIC: Final = "topic-"
PAGE: Final = 100  # lines of a page of the whole log


@dataclass
class Filter:
    """A way to narrow the log down, as a form offers it."""

    value: str
    label: str
    is_chosen: bool


@dataclass
class Story:
    """A page of the log, newest first: each line with its ply and the seat that it is about."""

    lines: list[tuple[int, str, int]]
    page: int
    has_older: bool


def chosen_filter(request: Request, match: Match) -> str:
    """What the guest has chosen for this table; everything if that makes no sense here."""
    return known_filter(request.cookies.get(COOKIE, ALL), match)


def known_filter(value: str, match: Match) -> str:
    return value if value in {one for one, _ in _values(match)} else ALL


def filters(match: Match, seats: list[int], chosen: str, say: Speaker) -> list[Filter]:
    """Everything, each seat, and the topics of the game."""
    out = [Filter(value, say(label), value == chosen) for value, label in _values(match)]
    for mine in seats:
        text = Message(N_("%(player)s (you)"), player=say.seat(mine))
        out[1 + mine].label = say(text)
    return out


def _values(match: Match) -> list[tuple[str, Message]]:
    seats = [(f"{SEAT}{seat}", Message("%(name)s", name=player.name)) for seat, player in enumerate(match.players)]
    topics = [(TOPIC + topic.name, Message(topic.title)) for topic in match.rules.game.face().topics()]
    return [(ALL, Message(N_("Everything"))), *seats, *topics]


def belongs(event: Event, value: str, match: Match) -> bool:
    """Whether an event is of what somebody wants to read."""
    if value.startswith(SEAT):
        return event.seat == int(value.removeprefix(SEAT))
    if value.startswith(TOPIC):
        topics = match.rules.game.face().topics()
        return any(event.kind in topic.kinds for topic in topics if TOPIC + topic.name == value)
    return True


def narrow_log(request: Request, match: Match, table: Table, who: Who, say: Speaker, shown: Scene) -> list[Filter]:
    """Leave in a scene only the lines of the log that its reader has chosen; what there is to choose from."""
    chosen = chosen_filter(request, match)
    if chosen != ALL:
        found = story(match, table.view_seat(who), say, chosen, table.said, most=PAGE_LOG)
        shown.log = [(ply, text) for ply, text, _ in found.lines]
    return filters(match, who.seats, chosen, say)


def story(match: Match, seat: int, say: Speaker, value: str, said: Said, page: int = 0, most: int = PAGE) -> Story:
    """The lines of the log that a seat may read and wants to, newest first."""
    first, after = page * most, (page + 1) * most
    lines = list(islice(_lines(match, seat, say, value, said), first, after + 1))
    return Story(lines[:most], page, len(lines) > most)


def _lines(match: Match, seat: int, say: Speaker, value: str, said: Said) -> Iterator[tuple[int, str, int]]:
    words, notes = match.rules.game.face().event, [note for note in match.notes if _is_of(match, note, value)]
    for ply, event in reversed(match.log(seat)):
        while notes and notes[-1] > ply:
            yield notes[-1], say(note_words(match, notes[-1])), match.plies[notes.pop()].seat
        if not belongs(event, value, match):
            continue
        mark = (say.language, id(event))
        if mark not in said:
            message = words(match.rules, event)
            said[mark] = "" if message is None else say(message)
        if said[mark]:
            yield ply, said[mark], event.seat
    for note in reversed(notes):
        yield note, say(note_words(match, note)), match.plies[note].seat


def _is_of(match: Match, note: int, value: str) -> bool:
    """Whether a line that is no move is of what somebody wants to read; it is of no topic."""
    return value == ALL or value == f"{SEAT}{match.plies[note].seat}"
