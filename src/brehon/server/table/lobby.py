"""What the lobby lists: my tables, open tables, finished games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ColumnElement, func, or_, select

from brehon.core import registry
from brehon.core.contract import Game, Option, seats_of
from brehon.core.text import Speaker
from brehon.server.people.keys import is_free
from brehon.server.storage.schema import FRIEND, MatchRow, SeatRow
from brehon.server.storage.store import storable
from brehon.server.table.clock_view import time_left
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import OPEN

MOST: Final = 50  # tables in a list of the lobby
OPEN_STILL: Final = (
    MatchRow.finished.is_(None)
    & (MatchRow.next_match.is_(None) | MatchRow.started.is_not(None))
    & MatchRow.voided.is_(None)
)
LATEST: Final = 5  # finished games among my tables; the page of finished games has them all
PAGE: Final = 25
MY_TURN, WAITING, PLAYING, FINISHED = range(4)
Found = tuple[MatchRow, list[SeatRow]]


@dataclass
class Entry:
    """A table in a list."""

    id: str
    game: str  # its title
    names: list[str]
    state: int
    free: int = 0  # seats
    winners: list[str] = field(default_factory=list)
    turn: list[str] = field(default_factory=list)  # for whom it waits
    options: list[tuple[str, str]] = field(default_factory=list)  # those that differ from the usual, in words
    at: float = 0.0  # when it was set up, or finished
    name: str = ""  # of the game, in addresses
    ply: int = -1  # of a running game
    time_left: str = ""  # of the viewer's clock, where it runs
    kept: list[str] = field(default_factory=list)  # names of the people for whom seats are kept


async def my_tables(tables: Tables, session: str, say: Speaker) -> list[Entry]:
    """The tables of a person, those first where they have to decide; the latest first among equals."""
    if not session:
        return []
    mine = _of(session)
    rows = await _read(tables, mine & OPEN_STILL, MatchRow.created.desc(), MOST)
    rows += await _read(tables, mine & MatchRow.finished.is_not(None), MatchRow.finished.desc(), LATEST)
    entries: list[Entry] = []
    for row, seats in rows:
        found = entry(row, seats, say)
        if row.started is not None and row.finished is None:
            async with tables.at(row.id) as table:
                match, who = table.playing(), table.who(session)
                if table.is_apart and not who.seats:  # its host, who plays at the other table
                    entries.append(found)
                    continue
                found.turn = [say_seat(s, say) for s in table.seats if match.may_move(s.seat)]
                if not table.row.paused and any(match.may_move(s) and not table.level_of(s) for s in who.seats):
                    found.state = MY_TURN
                found.ply = match.ply
                found.time_left = time_left(table, [s for s in who.seats if match.may_move(s)], say)
        entries.append(found)
    return sorted(entries, key=lambda one: one.state)


async def open_tables(tables: Tables, session: str, say: Speaker, game: str = "") -> list[Entry]:
    """Open tables with a free seat where this person does not sit yet, the newest first."""
    free = select(SeatRow.match).where(SeatRow.kind == FRIEND, SeatRow.session.is_(None), SeatRow.reserved.is_(None))
    wanted = (MatchRow.visibility == OPEN) & OPEN_STILL & MatchRow.id.in_(free)
    if game:
        wanted &= MatchRow.game == game
    if session:
        wanted &= ~_of(session)
    rows = await _read(tables, wanted, MatchRow.created.desc(), MOST)
    return [entry(row, seats, say) for row, seats in rows if all(ban["person"] != session for ban in row.bans)]


@dataclass
class Finished:
    """One page of the finished games that fit a search."""

    entries: list[Entry]
    page: int
    has_more: bool


async def finished_games(
    tables: Tables, session: str, say: Speaker, game: str = "", player: str = "", page: int = 1
) -> Finished:
    """Finished games of open tables, and one's own, the latest first."""
    wanted = MatchRow.finished.is_not(None) & (
        or_(MatchRow.visibility == OPEN, _of(session)) if session else MatchRow.visibility == OPEN
    )
    if game:
        wanted &= MatchRow.game == game
    if player:
        if not storable(player):
            return Finished([], 1, False)
        # the two spellings because SQLite knows capital letters of English only
        named = or_(*(func.lower(SeatRow.name).contains(p, autoescape=True) for p in {player.lower(), player}))
        wanted &= MatchRow.id.in_(select(SeatRow.match).where(named))
    rows = await _read(tables, wanted, MatchRow.finished.desc(), PAGE + 1, (page - 1) * PAGE)
    return Finished([entry(*row, say) for row in rows[:PAGE]], page, len(rows) > PAGE)


def _of(session: str) -> ColumnElement[bool]:
    seated = select(SeatRow.match).where(or_(SeatRow.session == session, SeatRow.reserved == session))
    return or_(MatchRow.host == session, MatchRow.id.in_(seated))


async def _read(tables: Tables, wanted: ColumnElement[bool], order: Any, limit: int, offset: int = 0) -> list[Found]:
    """Matches with their seats, without those of a game that is no longer installed."""
    query = select(*MatchRow.__table__.c).where(wanted, MatchRow.game.in_(registry.names()))
    query = query.order_by(order, MatchRow.id).limit(limit).offset(offset)
    async with tables.store.reading() as connection:
        matches = [MatchRow(**row._mapping) for row in await connection.execute(query)]
        seats: dict[str, list[SeatRow]] = {match.id: [] for match in matches}
        rows = select(*SeatRow.__table__.c).where(SeatRow.match.in_(seats)).order_by(SeatRow.seat)
        for row in await connection.execute(rows):
            seats[row.match].append(SeatRow(**row._mapping))
    return [(match, seats[match.id]) for match in matches]


def entry(row: MatchRow, seats: list[SeatRow], say: Speaker) -> Entry:
    game = registry.game(row.game)
    state = FINISHED if row.finished is not None else PLAYING if row.started is not None else WAITING
    winners = [say_seat(seats[n], say) for n, place in enumerate(row.places or []) if place == 1]
    return Entry(
        id=row.id,
        game=game.title,
        name=game.name,
        names=[seat.name for seat in seats],
        state=state,
        free=sum(is_free(seat) for seat in seats) if row.finished is None else 0,
        winners=winners,
        options=unusual(game, row.options, row.rules, say),
        at=row.finished or row.created,
        kept=[say_seat(seat, say) for seat in seats if seat.reserved] if row.finished is None else [],
    )


def say_seat(seat: SeatRow, say: Speaker) -> str:
    return seat.name or say.seat(seat.seat)


def unusual(game: Game, options: dict[str, str], version: int, say: Speaker) -> list[tuple[str, str]]:
    """The options that differ from those of a new table, in words."""
    out: list[tuple[str, str]] = []
    for option in game.options:
        value = options.get(option.name, option.default_of(version))
        if value != option.default:
            out.append((say.word(option.title), option_text(option, value, say)))
    return out


def option_text(option: Option, value: str, say: Speaker) -> str:
    """The value of an option in words."""
    for choice in option.choices:
        if choice.value == value:
            return say.word(choice.text)
    if option.of_seats:
        return ", ".join(say.seat(seat) for seat in seats_of(value))
    return value
