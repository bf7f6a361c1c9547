"""Vacations: a person is away, and the clocks that count in days stand still for them; so many days in a year."""

from __future__ import annotations

from sqlalchemy import insert, select, update

from brehon.core.text import NN_, Message
from brehon.server.errors import Conflict
from brehon.server.settings import TimeSource
from brehon.server.storage.schema import MatchRow, SeatRow, VacationRow
from brehon.server.storage.store import Store
from brehon.server.table.clocks import DAY, VACATION, year_of


class Vacations:
    """Who is away, and how much of the year's allowance is used."""

    def __init__(self, store: Store, source: TimeSource) -> None:
        self.store = store
        self._source = source  # says which year it is; days are counted in playing time, like the clocks

    @property
    def _year(self) -> int:
        return year_of(self._source.today())

    async def left(self, person: str, now: float) -> tuple[float, bool]:
        """Seconds of vacation that a person still has this year, and whether they are away now."""
        async with self.store.reading() as connection:
            row = (
                await connection.execute(select(*VacationRow.__table__.c).where(VacationRow.person == person))
            ).first()
        return (VACATION, False) if row is None else _left(VacationRow(**row._mapping), now, self._year)

    async def switch(self, person: str, wanted: bool, now: float) -> float:
        """Begin or end a vacation; when it ends at the latest, 0 for none. Conflict if this year's days are used up."""
        async with self.store.writing() as connection:
            query = select(*VacationRow.__table__.c).where(VacationRow.person == person).with_for_update()
            found = (await connection.execute(query)).first()
            left, is_away = (
                (VACATION, False) if found is None else _left(VacationRow(**found._mapping), now, self._year)
            )
            if wanted and not is_away and left < 1:
                days = int(VACATION / DAY)
                raise Conflict(
                    Message(
                        NN_(
                            "You have used your only vacation day of this year.",
                            "You have used all %(days)s vacation days of this year.",
                            "days",
                        ),
                        days=days,
                    )
                )
            values = {"year": self._year, "used": VACATION - left, "since": now if wanted else None}
            if found is None:
                await connection.execute(insert(VacationRow), {"person": person, **values})
            else:
                await connection.execute(update(VacationRow).where(VacationRow.person == person).values(values))
        return now + left if wanted else 0.0

    async def tables_of(self, person: str) -> list[str]:
        """Running tables with clocks where the person sits."""
        query = (
            select(MatchRow.id)
            .join(SeatRow, SeatRow.match == MatchRow.id)
            .where(SeatRow.session == person, MatchRow.started.is_not(None), MatchRow.finished.is_(None))
            .where(MatchRow.clocks.is_not(None))
            .distinct()
        )
        async with self.store.reading() as connection:
            return [match_id for (match_id,) in await connection.execute(query)]


def _left(row: VacationRow, now: float, year: int) -> tuple[float, bool]:
    """A new year begins with the whole allowance; a vacation across its beginning goes on."""
    used = row.used if row.year == year else 0.0
    if row.since is not None:
        used += max(0.0, now - row.since)
    left = max(0.0, VACATION - used)
    return left, row.since is not None and left > 0
