"""Duplicate: what one of two tables with the same deal knows of the other one, as it is in the database now.

It is read whenever the table is loaded and never remembered: what may be shown here depends on what happens there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select

from brehon.server.storage.schema import BOT, MatchRow, PlyRow, SeatRow
from brehon.server.storage.store import Store

WAITING: Final = "waiting"
PLAYING: Final = "playing"
OVER: Final = "over"
VOID: Final = "void"  # given up
STATES: Final = (WAITING, PLAYING, OVER, VOID)


@dataclass(frozen=True)
class Twin:
    """The other table."""

    id: str
    created: float
    state: str
    waits_for: int  # people who have not come yet
    plies: int
    people: frozenset[str]  # who sits there, or for whom a seat is kept
    by: str = ""  # who has given it up

    @property
    def has_ended(self) -> bool:
        return self.state in (OVER, VOID)

    @property
    def mark(self) -> int:
        """A small number that changes with what is shown of it, apart from its plies."""
        return STATES.index(self.state) * 16 + self.waits_for


async def read_twin(store: Store, match_id: str) -> Twin | None:
    """None if it was deleted."""
    columns = (MatchRow.id, MatchRow.created, MatchRow.started, MatchRow.finished, MatchRow.voided)
    seats = select(SeatRow.kind, SeatRow.session, SeatRow.reserved).where(SeatRow.match == match_id)
    async with store.reading() as connection:
        row = (await connection.execute(select(*columns).where(MatchRow.id == match_id))).first()
        if row is None:
            return None
        found = list(await connection.execute(seats))
        count = select(func.count()).select_from(PlyRow).where(PlyRow.match == match_id)
        plies = (await connection.execute(count)).scalar_one() if row.started is not None else 0
    state = OVER if row.finished is not None else VOID if row.voided is not None else PLAYING
    return Twin(
        row.id,
        row.created,
        WAITING if state == PLAYING and row.started is None else state,
        sum(seat.kind != BOT and seat.session is None for seat in found),
        plies,
        frozenset(person for seat in found if (person := seat.session or seat.reserved)),
        (row.voided or {}).get("by", ""),
    )
