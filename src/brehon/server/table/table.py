"""A table: a match with its seats, who is who there, what a seat sees, and what follows by itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple

from brehon.core.contract import CHANCE, SPECTATOR, Ruleset, View
from brehon.core.face import Face, Form, Line, Offers
from brehon.core.fair import commitment
from brehon.core.lock import Lock, read_lock
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.text import N_, Message, Reason
from brehon.server.errors import Conflict
from brehon.server.learning.lesson import Lesson
from brehon.server.people.keys import is_free
from brehon.server.storage.schema import BOT, HINTS_ALONE, HINTS_ON, MatchRow, SeatRow
from brehon.server.storage.store import LOOK
from brehon.server.table.clocks import clocks_of, pace_of
from brehon.server.table.play_time import PlayTime
from brehon.server.table.twins import Twin

GUESSES: Final = 8  # states that a spectator thinks possible, looked at before a forced move is made
MOST_FORCED: Final = 100  # decisions with one option in a row


def front_mark(match_id: str, seat: int) -> str:
    """Which seat holds a device with several seats. It gives no access beyond the person's own seats."""
    return f"{match_id}.{seat}"


Said = dict[tuple[str, int], str]  # (language, id of an event of the match) -> its line of the log
Mark = tuple[int, int, str, bool]  # version of the match, ply that is shown, language, narrow


@dataclass
class Who:
    """The current person, as this table knows them."""

    seats: list[int]
    is_host: bool = False
    is_banned: bool = False
    is_hot: bool = False  # several seats of a game with secrets at one device: a curtain hides them from each other
    front: int = -1  # of a hot seat: who holds the device
    kept: tuple[int, ...] = ()  # seats that are kept for them, where they have not sat down
    is_held: bool = False  # at a duplicate: what no one here has seen stays hidden until the other table has ended too

    @property
    def acting(self) -> list[int]:
        """The seats for which they can decide without handing the device over."""
        return self.seats if not self.is_hot else [seat for seat in self.seats if seat == self.front]


class Position:
    """A position of a match as one seat sees it: whatever is shown in several places is made once."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat
        self._undo: dict[int, Reason | None] = {}

    @cached_property
    def face(self) -> Face:
        return self.match.rules.game.face()

    @cached_property
    def view(self) -> View:
        return self.match.view(self.seat)

    @cached_property
    def offers(self) -> Offers:
        return self.match.offers(self.seat, self.view)

    @cached_property
    def lines(self) -> list[Line]:
        """The score sheet, as far as the seat may know."""
        return self.match.score_sheet(self.seat, self.view)

    @property
    def has_news(self) -> bool:
        """Whether another seat has decided since the last decision of this one."""
        recent = self.match.plies[self.match.last_decision(self.seat) + 1 :] if self.seat >= 0 else []
        return any(ply.seat not in (self.seat, CHANCE) for ply in recent)

    @property
    def form(self) -> Form | None:
        """The form in which the seat may enter its present decision and those like it at once."""
        form = self.face.form(self.match.rules, self.view) if self.match.may_move(self.seat) else None
        return form and self.face.recall(self.view, form, self.match.log_back(self.seat))

    def why_no_undo(self, seat: int) -> Reason | None:
        if seat not in self._undo:
            self._undo[seat] = self.match.why_no_undo(seat)
        return self._undo[seat]

    def undo_seat(self, who: Who) -> int:
        """Of the seats of one person, the one that can take something back, else the first."""
        able = [seat for seat in who.acting if self.why_no_undo(seat) is None]
        return (able or who.acting or [SPECTATOR])[0]


class Failure(NamedTuple):
    """A bot that has not decided."""

    ply: int
    seat: int
    level: str
    text: Message


class Table:
    """A match with its seats; `match` is there from the start on."""

    def __init__(self, row: MatchRow, seats: list[SeatRow], rules: Ruleset, time: PlayTime) -> None:
        self.row = row
        self.time = time  # that its clocks count in
        self.seats = seats
        self.rules = rules
        self.server_key = ""  # public; signs locks and records
        self.version = row.version  # of what is remembered here; LOOK if it must be read again
        self.match: Match | None = None
        self.said: Said = {}
        self.scenes: dict[Mark, Any] = {}  # what all onlookers see alike, see scene_cache.py
        self.failure: Failure | None = None  # of a bot; see bot_failed
        self.twin: Twin | None = None  # of a duplicate: the other table as it is now; None if it was deleted
        self.commitment = commitment(row.secret)
        self._lock: tuple[dict[str, object], Lock, str] | None = (
            None  # as it is stored, as it was read, its fingerprint
        )

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def ply(self) -> int:
        return self.match.ply if self.match else 0

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def waiting_for(self) -> list[int]:
        """Seats of people who have not come yet."""
        return [seat.seat for seat in self.seats if seat.kind != BOT and seat.session is None]

    @property
    def lock(self) -> Lock | None:
        """What was fixed before the numbers were opened; None before that, and in games of the first edition."""
        data = self.row.lock
        if data is None:
            return None
        if self._lock is None or self._lock[0] is not data:
            lock = read_lock(data)
            self._lock = (data, lock, lock.fingerprint)
        return self._lock[1]

    @property
    def fingerprint(self) -> str:
        """Of the lock, in words; "" without one."""
        return self._lock[2] if self.lock is not None and self._lock is not None else ""

    @property
    def is_locked(self) -> bool:
        """Whether the table waits for numbers to be opened."""
        return self.row.lock is not None and self.row.started is None and self.row.voided is None

    @property
    def to_open(self) -> list[int]:
        """The seats whose numbers are not open yet."""
        lock = self.lock
        return [seat for seat in lock.with_number if self.seats[seat].number is None] if lock is not None else []

    def new_match(self) -> Match:
        players = [Player(seat.name or f"Seat {seat.seat + 1}", seat.level) for seat in self.seats]
        lock = self.lock
        if lock is None:
            return Match(self.rules, players, self.row.secret, [seat.word for seat in self.seats])
        numbers = lock.drawn_with([seat.number or "" for seat in self.seats])
        return Match(self.rules, players, self.row.secret, numbers, lock)

    def catch_up(self, row: MatchRow, seats: list[SeatRow], lines: list[str]) -> None:
        """Take over what has been stored since: who sits where, and the lines from the next ply on."""
        if self.names != [seat.name for seat in seats]:
            self.said.clear()  # the log has names in it
        self.row, self.seats, self.version = row, seats, row.version
        if row.started is not None:
            if self.match is None:
                self.match = self.new_match()
            for seat, player in zip(seats, self.match.players, strict=True):
                player.name, player.level = seat.name or player.name, seat.level
            self.match.resume(lines)

    def stored(self, version: int) -> None:
        """After a change of our own: if there was another change in between, load again."""
        self.version = version if version == self.version + 1 else LOOK

    @property
    def has_ended(self) -> bool:
        """Whether nothing will be drawn here any more."""
        return self.row.voided is not None or (self.match is not None and self.match.is_over)

    @property
    def is_held(self) -> bool:
        """Of a duplicate: whether secret, record and truth have to wait, because one of the two tables has not ended."""
        return self.twin is not None and not (self.has_ended and self.twin.has_ended)

    @property
    def is_apart(self) -> bool:
        """Of a duplicate: whether only its own players may look, because the other table has not ended."""
        return self.twin is not None and self.match is not None and not self.twin.has_ended

    @property
    def lesson(self) -> Lesson | None:
        """How far the learner of a guided game has come, as the match stands now; None at other tables."""
        guide = self.rules.game.face().guide() if self.row.guide is not None and self.match is not None else None
        if guide is None or self.row.guide is None or self.match is None:
            return None
        return Lesson(guide, self.row.guide, self.match)

    @property
    def is_guided(self) -> bool:
        """Whether a guide says what to do now, so that a hint could only contradict it."""
        lesson = self.lesson
        return lesson is not None and not lesson.is_free

    @property
    def is_alone(self) -> bool:
        """Whether one person plays against bots, be they ours or their own."""
        return sum(seat.kind != BOT for seat in self.seats) == 1

    @property
    def allows_hints(self) -> bool:
        return self.row.hints == HINTS_ON or (self.row.hints == HINTS_ALONE and self.is_alone)

    @property
    def gives_record(self) -> bool:
        """Whether the record may be given out: where a game has secrets, its lines would tell them before the end."""
        return self.match is not None and (self.match.is_over or not self.rules.game.has_secrets) and not self.is_held

    def playing(self) -> Match:
        if self.match is None:
            raise Conflict(Message(N_("The game has not begun; the host starts it.")))
        return self.match

    def who(self, session: str, front: str = "") -> Who:
        """The person behind a session; `front` is the mark of the seat that holds the device."""
        mine = [seat.seat for seat in self.seats if session and seat.session == session]
        is_hot = self.rules.game.has_secrets and len(mine) > 1
        holder = next((seat for seat in mine if is_hot and front == front_mark(self.id, seat)), -1)
        is_banned = any(ban["person"] == session for ban in self.row.bans)
        kept = tuple(seat.seat for seat in self.seats if session and seat.reserved == session and not is_banned)
        is_host = bool(session) and self.row.host == session
        return Who(mine, is_host, is_banned, is_hot, holder, kept, self.is_held)

    def view_seat(self, who: Who) -> int:
        """From where they see the table: their seat; of several seats the one that decides.

        Behind the curtain of a hot seat there is only what everyone may know.
        """
        if not who.seats:
            return SPECTATOR
        deciding = [] if self.match is None else [seat for seat in who.seats if self.match.may_move(seat)]
        if who.is_hot and self.match is not None and not self.match.is_over:
            return who.front if who.front in (deciding or who.seats) else SPECTATOR
        return (deciding or who.seats)[0]

    @property
    def free_seats(self) -> list[SeatRow]:
        """Seats that the next player with a link may take."""
        return [seat for seat in self.seats if is_free(seat)]

    def level_of(self, seat: int) -> str:
        """The level of the bot that plays in a seat; "" if a person does."""
        return playing_level(self.playing(), self.seats[seat])

    @property
    def owner(self) -> str:
        """The person to whom the time of its bots is charged: the host, else the first who sits here; "" if no one is known."""
        return self.row.host or next((seat.session for seat in self.seats if seat.session), "")

    @property
    def is_bots_only(self) -> bool:
        """Whether no person or program decides in any seat now."""
        return all(self.level_of(seat.seat) for seat in self.seats)

    @property
    def bot_failed(self) -> Message | None:
        """Why the bot that has to decide does not; None while it can be asked."""
        failure = self.failure
        if failure is None or failure.ply != self.ply or failure.level != self.level_of(failure.seat):
            return None
        return failure.text

    def bot_to_move(self) -> int:
        """The seat of a bot that may decide now, or -1; while the game is paused none may."""
        return -1 if self.match is None or self.row.paused else bot_to_move(self.match, self.seats)


def bot_to_move(match: Match, seats: list[SeatRow]) -> int:
    """The seat of a bot that may decide now, or -1."""
    movers = match.state.movers()
    return next((seat.seat for seat in seats if movers >> seat.seat & 1 and playing_level(match, seat)), -1)


def playing_level(match: Match, seat: SeatRow) -> str:
    """The level of the bot that plays in a seat, its own or in place of a person; "" if the person plays."""
    stand_in = match.stand_ins[seat.seat]
    return stand_in.level if stand_in is not None else seat.level


def people_to_move(match: Match, seats: list[SeatRow]) -> int:
    """Bit mask of the seats that have to decide and where a person plays."""
    movers = match.state.movers()
    return sum(1 << seat.seat for seat in seats if movers >> seat.seat & 1 and not playing_level(match, seat))


def play_forced(match: Match, seats: list[SeatRow]) -> None:
    """Decide wherever there is one option and everyone knows it, unless the person wants to be asked every time."""
    for _ in range(MOST_FORCED):
        movers = match.state.movers()
        able = [seat for seat in seats if seat.auto and movers >> seat.seat & 1 and not playing_level(match, seat)]
        forced = [seat.seat for seat in able if len(match.legal(seat.seat)) == 1]
        known = [seat for seat in forced if is_known_to_be_forced(match, seat)]
        if not known:
            return
        match.play(known[0], match.legal(known[0])[0])


def is_known_to_be_forced(match: Match, seat: int) -> bool:
    """Whether a player's only option tells the others nothing: in all that a spectator thinks possible it is the only one."""
    if not match.rules.game.has_secrets:
        return True
    view, only = match.view(SPECTATOR), match.legal(seat)
    for seed in range(GUESSES):
        guess = view.determinize(Random(seed))
        if not guess.movers() >> seat & 1:
            return False
        guess.turn_to(seat)
        if guess.legal() != only:
            return False
    return True


def clock_marks(table: Table, match: Match, is_turn: bool) -> dict[str, object]:
    """The clocks as they stand and run after what has just happened."""
    row = table.row
    pace = pace_of(row.pace) if row.pace else None
    if pace is None:
        return {}
    clocks = clocks_of(row.clocks, pace, match.rules.n_seats)
    movers = 0 if row.paused or match.is_over else people_to_move(match, table.seats)
    clocks.go(pace, movers, table.time.now(), is_turn)
    return {"clocks": clocks.data(), "deadline": None if match.is_over else clocks.deadline(pace)}
