"""The log of a table, filtered by a seat or by a topic of the game; and which pieces the last move concerns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from brehon.core.contract import CHANCE, Event
from brehon.core.match import Match
from brehon.core.text import N_, Message, Speaker
from brehon.server.table.clock_view import note_words
from brehon.server.table.table import Position, Said

COOKIE: Final = "log"
ALL: Final = "all"
SEAT: Final = "seat-"
TOPIC: Final = "topic-"
HEAD: Final = "# "  # before the language, of what is remembered of headings
PAGE: Final = 100  # lines of a page of the whole log
MOST_MARKS: Final = 24  # pieces that are marked at once
FAR: Final = 60  # lines that are read further for the heading of the oldest ones


@dataclass
class Filter:
    """A filter of the log, as a form offers it."""

    value: str
    label: str
    is_chosen: bool


@dataclass
class Story:
    """A page of the log, newest first: each line with its ply and the seat that it is about; and the same by turns."""

    lines: list[tuple[int, str, int]]
    turns: list[Turn]
    page: int
    has_older: bool


def known_filter(value: str, position: Position) -> str:
    """What a reader has chosen; everything if that makes no sense here."""
    if value in ("", ALL):
        return ALL
    return value if value in {one for one, _ in _values(position)} else ALL


def filters(position: Position, seats: list[int], chosen: str, say: Speaker) -> list[Filter]:
    """Everything, each seat, and the topics of the game."""
    out = [Filter(value, say(label), value == chosen) for value, label in _values(position)]
    for mine in seats:
        text = Message(N_("%(player)s (you)"), player=say.seat(mine))
        out[1 + mine].label = say(text)
    return out


def _values(position: Position) -> list[tuple[str, Message]]:
    players = enumerate(position.match.players)
    seats = [(f"{SEAT}{seat}", Message("%(name)s", name=player.name)) for seat, player in players]
    topics = [(TOPIC + topic.name, Message(topic.title)) for topic in position.face.topics()]
    return [(ALL, Message(N_("Everything"))), *seats, *topics]


def _belongs(event: Event, value: str, position: Position) -> bool:
    """Whether an event passes the filter."""
    if value.startswith(SEAT):
        return event.seat == int(value.removeprefix(SEAT))
    if value.startswith(TOPIC):
        return any(event.kind in topic.kinds for topic in position.face.topics() if TOPIC + topic.name == value)
    return True


def story(position: Position, say: Speaker, value: str, said: Said, page: int = 0, most: int = PAGE) -> Story:
    """The lines of the log that a seat may read and wants to, newest first."""
    first = page * most
    lines = list(islice(_lines(position, say, value, said), first, first + most))
    by_turn, has_older = _by_turns(_entries(position, say, value, said), first, most)
    return Story(lines, by_turn, page, has_older)


def latest_lines(position: Position, say: Speaker, most: int, said: Said, value: str = ALL) -> list[tuple[int, str]]:
    """The end of the log, newest first: each line with its ply."""
    return [(ply, text) for ply, text, _ in islice(_lines(position, say, value, said), most)]


class Turn(NamedTuple):
    """The lines of one turn, newest first, under the heading that the game gives it; "" where it gives none."""

    heading: str
    ply: int  # where it begins, as far as it is shown
    lines: tuple[tuple[int, str], ...]

    @property
    def numbered(self) -> list[tuple[str, int, str]]:
        """The lines with an id that each keeps as long as the turn goes on, and their plies."""
        left = Counter(ply for ply, _ in self.lines)
        out: list[tuple[str, int, str]] = []
        for ply, text in self.lines:
            out.append((f"{self.ply}-{ply}-{left[ply]}", ply, text))
            left[ply] -= 1
        return out


def latest_turns(position: Position, say: Speaker, most: int, said: Said, value: str = ALL) -> list[Turn]:
    """The end of the log by turns, newest first."""
    return _by_turns(_entries(position, say, value, said), 0, most)[0]


def _by_turns(entries: Iterator[Entry], first: int, most: int) -> tuple[list[Turn], bool]:
    """So many lines from the first on, by turns; whether there are older ones."""
    out: list[Turn] = []
    lines: list[tuple[int, str]] = []  # of the turn whose heading comes next
    number, last = 0, first + most
    for entry in entries:
        if entry.heading:
            if lines:
                out.append(Turn(entry.heading, entry.ply, tuple(lines)))
                lines = []
            if number > last:
                break
        elif number >= last:
            number += 1  # one more line is enough to know that there are older ones; then only the heading is missing
            if number > last + FAR:
                break
        else:
            if number >= first:
                lines.append((entry.ply, entry.text))
            number += 1
    if lines:
        out.append(Turn("", 0, tuple(lines)))
    return out, number > last


class Entry(NamedTuple):
    """A line of the log, or the heading of the lines before it."""

    ply: int
    text: str
    seat: int
    heading: str = ""


def _lines(position: Position, say: Speaker, value: str, said: Said) -> Iterator[tuple[int, str, int]]:
    """The log in words, newest first."""
    return ((ply, text, seat) for ply, text, seat, heading in _entries(position, say, value, said) if not heading)


def _entries(position: Position, say: Speaker, value: str, said: Said) -> Iterator[Entry]:
    """The log with its headings, newest first: each heading comes after its lines. Everything is worded once and cached."""
    match, lines, heads = position.match, say.language, f"{HEAD}{say.language}"
    notes = [note for note in match.notes if _is_of(match, note, value)]
    for ply, event in reversed(match.log(position.seat)):
        while notes and notes[-1] > ply:
            yield Entry(notes[-1], say(note_words(match, notes[-1])), match.plies[notes.pop()].seat)
        number = id(event)
        if value == ALL or _belongs(event, value, position):
            text = said.get((lines, number))
            if text is None:
                text = worded(position, event, say, said)
            if text:
                yield Entry(ply, text, event.seat)
        heading = said.get((heads, number))
        if heading is None:
            heading = headed(position, event, say, said)
        if heading:
            yield Entry(ply, "", event.seat, heading)
    for note in reversed(notes):
        yield Entry(note, say(note_words(match, note)), match.plies[note].seat)


def headed(position: Position, event: Event, say: Speaker, said: Said) -> str:
    """The heading that an event begins, made once; "" for most."""
    mark = (f"{HEAD}{say.language}", id(event))
    if mark not in said:
        message = position.face.heading(position.match.rules, event)
        said[mark] = "" if message is None else say(message)
    return said[mark]


def worded(position: Position, event: Event, say: Speaker, said: Said) -> str:
    """The line of an event, made once; "" if it needs none."""
    mark = (say.language, id(event))
    if mark not in said:
        message = position.face.event(position.match.rules, event)
        said[mark] = "" if message is None else say(message)
    return said[mark]


def _is_of(match: Match, note: int, value: str) -> bool:
    """Whether a line that is not a move passes the filter; it has no topic."""
    return value == ALL or value == f"{SEAT}{match.plies[note].seat}"


# -- the last move


def last_marks(position: Position) -> list[str]:
    """The ids on the wide board of what the last turn of a seat concerns: its decisions back to the one of another seat."""
    match, face = position.match, position.face
    actor, first = CHANCE, match.ply
    for number in range(match.ply - 1, -1, -1):
        seat = CHANCE if match.plies[number].is_note else match.plies[number].seat
        if seat >= 0 and actor != CHANCE and seat != actor:
            break
        actor, first = (seat if seat >= 0 else actor), number
        if match.ply - number > MOST_MARKS and actor != CHANCE:
            break
    marks: dict[str, None] = {}
    for _, event in reversed(match.log_since(position.seat, first)):
        for mark in face.marks(match.rules, event):
            marks[mark] = None
    return list(marks)[:MOST_MARKS]
