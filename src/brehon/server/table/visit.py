"""One request at one table: who asks, what they do, and what they see then, all under one lock of the table.

Who they are at the table is decided under the lock under which they act: a ban, a freed seat or a new key counts from the moment
it is stored.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from brehon.core.errors import BrehonError
from brehon.core.match import Match
from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, Forbidden, NotSignedIn, Refusal
from brehon.server.people.cookies import Guest
from brehon.server.storage.schema import BOT
from brehon.server.storage.store import Overtaken, Store
from brehon.server.table.table import Position, Table, Who
from brehon.server.table.tables import CHANGED, Tables
from brehon.server.table.visibility import check_welcome, shown_to

Result = TypeVar("Result")


@dataclass(frozen=True)
class Asker:
    """A person by their session, or a program by the digest of the key that it has sent; a spectator if both are empty."""

    session: str = ""
    name: str = ""
    front: str = ""  # the mark of the seat that holds the device
    key: str = ""
    names: list[str] = field(
        default_factory=list
    )  # of the players, once a table was visited: for the words of a refusal

    def known_at(self, table: Table) -> Who:
        """Who this is at the table as it is now; a spectator if the key opens nothing there."""
        if not self.key:
            return table.who(self.session, self.front)
        if self.key == table.row.host_key:
            return Who([], is_host=True, is_held=table.is_held)
        mine = [seat.seat for seat in table.seats if seat.kind != BOT and seat.seat_key == self.key]
        return Who(mine, is_held=table.is_held)

    async def at(self, store: Store, table: Table) -> Who:
        """The same, to be asked under the lock of the table; a key that opens nothing there is refused."""
        self.names[:] = table.names
        who = self.known_at(table)
        if self.key and not who.seats and not who.is_host:
            raise await self._refusal(store)
        return who

    async def _refusal(self, store: Store) -> Refusal:
        if await store.seat_of_link(self.key) is not None:
            return Forbidden(
                Message(
                    N_(
                        "This is the link of a seat, not a key: take the seat with POST /api/v1/join/LINK; the answer contains the key."
                    )
                )
            )
        if await store.seat_of_key(self.key) or await store.match_of_host_key(self.key):
            return Forbidden(Message(N_("This token belongs to another table.")))
        return NotSignedIn(Message(N_("Unknown token. Send one that came with the table: Authorization: Bearer TOKEN")))


def asker_of(guest: Guest) -> Asker:
    """A person with a browser."""
    return Asker(guest.session, guest.name, guest.front)


class Visit:
    """A table for the length of one request. What is asked for several times is made once, until the table changes."""

    def __init__(self, tables: Tables, table: Table, asker: Asker, who: Who) -> None:
        self.tables = tables
        self.table = table
        self.asker = asker
        self.who = who
        self.afterwards: list[Callable[[], Awaitable[None]]] = []  # what needs the locks of other tables

    @cached_property
    def match(self) -> Match | None:
        """The match as far as they may look at it; Forbidden if they may not look at all."""
        return shown_to(self.table, self.who)

    @cached_property
    def position(self) -> Position:
        """What they see of it now. Conflict before the game has begun."""
        return Position(self.match or self.table.playing(), self.table.view_seat(self.who))

    async def do(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Do something here, then look again. Nothing is stored if another worker was faster, or if it is refused."""
        ply = self.table.ply
        try:
            result = await work()
        except Overtaken:
            self.tables.forget(self.table.id)
            await self.look_again()
            raise Conflict(Message(CHANGED)) from None
        except BrehonError:
            if self.table.ply != ply:
                self.tables.forget(self.table.id)  # half of it was done in memory, and the database is right
            await self.look_again()
            raise
        await self.look_again()
        return result

    async def look_again(self) -> None:
        """The table as it is after what was done, and who they are there now; what was remembered is dropped."""
        self.table = await self.tables.load(self.table.id, again=True)
        self.become(self.asker)

    def become(self, asker: Asker) -> None:
        """They are known by another name from here on: a person who has just got a name, or another holder of the device."""
        self.asker, self.who = asker, asker.known_at(self.table)
        self.__dict__.pop("match", None)
        self.__dict__.pop("position", None)


@asynccontextmanager
async def visiting(tables: Tables, match_id: str, asker: Asker) -> AsyncIterator[Visit]:
    """Come to a table. A player who was banned while the request was under way is refused."""
    async with tables.at(match_id) as table:
        who = await asker.at(tables.store, table)
        check_welcome(table, who)
        visit = Visit(tables, table, asker, who)
        yield visit
    for work in visit.afterwards:
        await work()
