"""Turns: which bot searches next when there are fewer processes than bots that want to think.

Tables where a person plays come before tables of bots alone. Among them the owner who was served least recently comes first, then
the table: so neither one table nor one person with fifty of them can make everyone wait.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple

MOST_REMEMBERED: Final = 10_000  # owners and tables; the ones served least recently are forgotten first


class Place(NamedTuple):
    """For whom a bot thinks."""

    table: str
    owner: str = ""  # the person who has created the table; "" for all that programs without a person have created
    is_bots_only: bool = False


@dataclass(eq=False)
class Waiting:
    """A bot that waits for its turn."""

    place: Place
    number: int  # in order of arrival
    granted: asyncio.Future[None]


class Turns:
    """Grants so many turns at the same time."""

    def __init__(self, free: int) -> None:
        self._free = free
        self._waiting: list[Waiting] = []
        self._served: OrderedDict[str, int] = OrderedDict()  # owner or table -> number of its last turn
        self._arrivals = 0
        self._grants = 0

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, place: Place) -> AsyncIterator[None]:
        """Wait for one's turn; it lasts until the end of the block."""
        self._arrivals += 1
        one = Waiting(place, self._arrivals, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        self._grant()
        try:
            await one.granted
        except asyncio.CancelledError:
            if one in self._waiting:
                self._waiting.remove(one)
            else:  # granted at the same moment: the next one gets it
                self._give_back()
            raise
        try:
            yield
        finally:
            self._give_back()

    def _give_back(self) -> None:
        self._free += 1
        self._grant()

    def _grant(self) -> None:
        while self._free and self._waiting:
            one = min(self._waiting, key=self._rank)
            self._waiting.remove(one)
            self._free -= 1
            self._note(one.place)
            if not one.granted.done():
                one.granted.set_result(None)

    def _rank(self, one: Waiting) -> tuple[bool, int, int, int]:
        owner, table = _keys(one.place)
        return one.place.is_bots_only, self._served.get(owner, 0), self._served.get(table, 0), one.number

    def _note(self, place: Place) -> None:
        self._grants += 1
        for key in _keys(place):
            self._served[key] = self._grants
            self._served.move_to_end(key)
        while len(self._served) > MOST_REMEMBERED:
            self._served.popitem(last=False)


def _keys(place: Place) -> tuple[str, str]:
    return f"owner {place.owner}", f"table {place.table}"
