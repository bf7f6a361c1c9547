"""What becomes of groups when a person leaves them, is deleted, or turns out to be another person."""

from __future__ import annotations

from sqlalchemy import delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import aliased

from brehon.server.storage.schema import AnswerRow, GroupRow, MatchRow, MemberRow, MuteRow, ProposalRow


async def rename_in_groups(connection: AsyncConnection, old: str, new: str) -> None:
    """What refers to a person by another column than `person`, see belongings.py."""
    await connection.execute(update(GroupRow).where(GroupRow.owner == old).values(owner=new))
    await connection.execute(update(ProposalRow).where(ProposalRow.proposer == old).values(proposer=new))
    same = aliased(MuteRow)
    twice = exists(select(same.person).where(same.person == MuteRow.person, same.other == new))
    await connection.execute(delete(MuteRow).where(MuteRow.other == old, twice))
    await connection.execute(update(MuteRow).where(MuteRow.other == old).values(other=new))


async def leave_all(connection: AsyncConnection, person: str) -> None:
    """A person is in no group any more."""
    mine = select(MemberRow.group_id).where(MemberRow.person == person)
    for (group_id,) in (await connection.execute(mine)).all():
        await remove_member(connection, str(group_id), person)
    await connection.execute(update(ProposalRow).where(ProposalRow.proposer == person).values(proposer=""))
    await connection.execute(delete(MuteRow).where(MuteRow.other == person))


async def remove_member(connection: AsyncConnection, group_id: str, person: str) -> None:
    """Without its owner a group belongs to the member who has been there longest; without any member it is deleted."""
    of_group = select(ProposalRow.id).where(ProposalRow.group_id == group_id)
    await connection.execute(delete(AnswerRow).where(AnswerRow.person == person, AnswerRow.proposal.in_(of_group)))
    await connection.execute(delete(MemberRow).where(MemberRow.group_id == group_id, MemberRow.person == person))
    oldest = select(MemberRow.person).where(MemberRow.group_id == group_id).order_by(MemberRow.joined).limit(1)
    heir = (await connection.execute(oldest)).scalar_one_or_none()
    if heir is None:
        await _delete_group(connection, group_id)
    else:
        left = update(GroupRow).where(GroupRow.id == group_id, GroupRow.owner == person)
        await connection.execute(left.values(owner=heir))


async def _delete_group(connection: AsyncConnection, group_id: str) -> None:
    of_group = select(ProposalRow.id).where(ProposalRow.group_id == group_id)
    await connection.execute(delete(AnswerRow).where(AnswerRow.proposal.in_(of_group)))
    await connection.execute(delete(ProposalRow).where(ProposalRow.group_id == group_id))
    await connection.execute(update(MatchRow).where(MatchRow.group_id == group_id).values(group_id=None))
    await connection.execute(delete(GroupRow).where(GroupRow.id == group_id))
