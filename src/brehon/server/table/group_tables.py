"""The tables of a group of friends: those being played, finished ones, the standings that follow from them, and a new one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ColumnElement, select

from brehon.core import registry
from brehon.core.text import Speaker
from brehon.server.people.group_views import Group, Member
from brehon.server.people.groups import Groups, no_proposal
from brehon.server.storage.schema import FRIEND, ME, MatchRow, SeatRow
from brehon.server.table.fairness import create
from brehon.server.table.lobby import OPEN_STILL, Entry, entry
from brehon.server.table.orders import Created, Order, SeatOrder
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import PRIVATE

MOST_OPEN: Final = 30  # tables that are shown
LATEST: Final = 20  # finished games that are shown
COUNTED: Final = 1000  # finished games that the standings follow from, the latest ones
Found = tuple[MatchRow, list[SeatRow]]


@dataclass
class GroupEntry:
    """A table of a group, for one member."""

    entry: Entry
    is_kept: bool  # a seat is kept for this member


@dataclass
class Standing:
    """What a member has reached in one game."""

    name: str
    is_me: bool
    played: int = 0
    won: int = 0
    places: int = 0  # together

    @property
    def average(self) -> float:
        return self.places / self.played


@dataclass
class GameStandings:
    """The standings of one game, the best first."""

    game: str
    title: str
    rows: list[Standing] = field(default_factory=list)


@dataclass
class GroupTables:
    """What a member sees of the tables of their group."""

    running: list[GroupEntry]
    finished: list[Entry]
    standings: list[GameStandings]


async def shelf_of(tables: Tables, group: Group, say: Speaker) -> GroupTables:
    """A private table is shown to its own people only."""
    of_group, me = MatchRow.group_id == group.id, group.me.person
    running = await _read(tables, of_group & OPEN_STILL, MatchRow.created.desc(), MOST_OPEN)
    finished = await _read(tables, of_group & MatchRow.finished.is_not(None), MatchRow.finished.desc(), COUNTED)
    return GroupTables(
        [GroupEntry(entry(*one, say), any(s.reserved == me for s in one[1])) for one in running if _may_see(one, me)],
        [entry(*one, say) for one in finished[:LATEST] if _may_see(one, me)],
        standings_of(group, finished),
    )


def _may_see(found: Found, person: str) -> bool:
    row, seats = found
    is_mine = row.host == person or any(person in (seat.session, seat.reserved) for seat in seats)
    is_banned = any(ban["person"] == person for ban in row.bans)
    return not is_banned and (is_mine or row.visibility != PRIVATE)


def standings_of(group: Group, finished: list[Found]) -> list[GameStandings]:
    """For each game, how its members have done at the tables of the group: most wins first, then the better average place."""
    games: dict[str, dict[str, Standing]] = {}
    known = {one.person: one for one in group.members}
    for row, seats in finished:
        for seat, place in zip(seats, row.places or [], strict=False):
            member = known.get(seat.session or "")
            if member is None:
                continue
            rows = games.setdefault(row.game, {})
            one = rows.setdefault(member.person, Standing(member.name, member.is_me))
            one.played, one.won, one.places = one.played + 1, one.won + (place == 1), one.places + place
    order = sorted(games, key=lambda name: registry.game(name).title)
    return [
        GameStandings(
            name, registry.game(name).title, sorted(games[name].values(), key=lambda one: (-one.won, one.average))
        )
        for name in order
    ]


async def start_table(
    tables: Tables, groups: Groups, group: Group, proposal: str, is_duplicate: bool = False
) -> Created:
    """A table for those who have said yes to a proposal. The member who starts it sits down; seats are kept for the others.

    As a duplicate, two tables with the same deal: half of the people at each.
    """
    found = next((one for one in group.proposals if one.id == proposal), None)
    if found is None:
        raise no_proposal()
    await groups.claim(group.id, proposal)
    made: Created | None = None
    try:
        order = duplicate_for if is_duplicate else order_for
        made = await create(tables, order(group, found.game, found.yes), group.me.person)
    finally:
        await groups.settle(proposal, made.id if made is not None else None)
    return made


def order_for(group: Group, game: str, yes: list[Member]) -> Order:
    """The member who asks first, then the others who come, as many as can play; seats that are left over have links."""
    counts = sorted(registry.game(game).seats)
    others = [one for one in yes if not one.is_me][: counts[-1] - 1]
    size = next(count for count in counts if count >= len(others) + 1)
    seats = [SeatOrder(ME, name=group.me.name)]
    seats += [SeatOrder(FRIEND, name=one.name, reserved=one.person) for one in others]
    seats += [SeatOrder(FRIEND)] * (size - len(seats))
    return Order(game, seats, group_id=group.id)


def duplicate_for(group: Group, game: str, yes: list[Member]) -> Order:
    """Every other one of those who come sits at the second table."""
    others = [one for one in yes if not one.is_me]
    order = order_for(group, game, others[1::2])  # with the member who asks, so there are at least as many as there
    there = others[::2][: len(order.seats)]
    order.duplicate = True
    order.others = [SeatOrder(FRIEND, name=one.name, reserved=one.person) for one in there]
    order.others += [SeatOrder(FRIEND)] * (len(order.seats) - len(there))
    return order


async def _read(tables: Tables, wanted: ColumnElement[bool], order: ColumnElement[Any], most: int) -> list[Found]:
    """Matches with their seats, without those of a game that is no longer installed."""
    names = registry.names()
    async with tables.store.reading() as connection:
        query = select(*MatchRow.__table__.c).where(wanted, MatchRow.game.in_(names)).order_by(order).limit(most)
        rows = [MatchRow(**row._mapping) for row in await connection.execute(query)]
        seats: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
        sitting = select(*SeatRow.__table__.c).where(SeatRow.match.in_(seats)).order_by(SeatRow.seat)
        for one in await connection.execute(sitting):
            seats[one.match].append(SeatRow(**one._mapping))
    return [(row, seats[row.id]) for row in rows]
