"""What belongs to a person in the database, wherever it is."""

from __future__ import annotations

from sqlalchemy import Table, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from brehon.server.people.memberships import leave_all, rename_in_groups
from brehon.server.storage.schema import (
    AlertRow,
    Base,
    DeviceRow,
    MatchRow,
    PasskeyRow,
    PersonRow,
    ReviewRow,
    SeatRow,
    TicketRow,
)


async def rename_in_match(connection: AsyncConnection, match_id: str, old: str, new: str) -> None:
    """Seats, host and bans of one match."""
    match = MatchRow.id == match_id
    await connection.execute(
        update(SeatRow).where(SeatRow.match == match_id, SeatRow.session == old).values(session=new)
    )
    await connection.execute(
        update(SeatRow).where(SeatRow.match == match_id, SeatRow.reserved == old).values(reserved=new)
    )
    await connection.execute(update(MatchRow).where(match, MatchRow.host == old).values(host=new))
    bans = (await connection.execute(select(MatchRow.bans).where(match))).scalar_one()
    renamed = [ban | {"person": new} if ban["person"] == old else ban for ban in bans]
    if renamed != bans:
        await connection.execute(update(MatchRow).where(match).values(bans=renamed))


def belongings() -> list[Table]:
    """Every table with a column `person`: what is in it goes where that person goes."""
    return [table for table in reversed(Base.metadata.sorted_tables) if "person" in table.c]


async def move_belongings(connection: AsyncConnection, old: str, new: str) -> None:
    """All but the ways of being known; where both have something of which there can be one, the new one's stays."""
    known_by = (DeviceRow.__tablename__, PasskeyRow.__tablename__, TicketRow.__tablename__, AlertRow.__tablename__)
    await rename_in_groups(connection, old, new)
    await connection.execute(update(ReviewRow).where(ReviewRow.asker == old).values(asker=new))
    for table in belongings():
        if table.name in known_by:
            continue
        mine = table.c.person == old
        if "person" in table.primary_key.columns:
            other = table.alias()
            same = [other.c[key.name] == key for key in table.primary_key.columns if key.name != "person"]
            clash = exists(select(other.c.person).where(other.c.person == new, *same))
            await connection.execute(delete(table).where(mine, clash))
        await connection.execute(update(table).where(mine).values(person=new))


async def forget_person(connection: AsyncConnection, person: str) -> None:
    """Delete a person with everything they own."""
    await leave_all(connection, person)
    await connection.execute(update(ReviewRow).where(ReviewRow.asker == person).values(asker=""))  # it is of a game
    for table in belongings():
        await connection.execute(delete(table).where(table.c.person == person))
    await connection.execute(delete(PersonRow).where(PersonRow.id == person))
