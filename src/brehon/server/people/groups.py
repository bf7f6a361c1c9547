"""Groups of friends: a name, a secret link by which people join, members, and the games that they propose to each other.

Only members see a group: for everyone else it does not exist. The link is derived from the server's signing key, so that members can be shown
it again; the database has its digest. When a member is removed the link changes, so that they cannot come back by the old one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from brehon.core import registry
from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, Forbidden, NotFound, Unreadable
from brehon.server.names import MAX_NAME, clean, distinct
from brehon.server.people.group_views import Group, Invitation, Listed, Member, Proposal, member_word
from brehon.server.people.keys import Keyring, digest
from brehon.server.people.memberships import remove_member
from brehon.server.storage.schema import AnswerRow, GroupRow, MemberRow, PresenceRow, ProposalRow
from brehon.server.storage.store import Store, storable

MAX_TITLE: Final = 40  # characters of the name of a group
MAX_MEMBERS: Final = 50
MAX_GROUPS: Final = 20  # of one person
MAX_PROPOSALS: Final = 5  # open ones of a group
HERE: Final = 60.0  # seconds for which a person counts as present after they have looked at the group
OPEN_FOR: Final = 12 * 3600.0  # seconds after its time for which a proposal is shown
FARTHEST: Final = 366 * 86_400.0  # seconds from now to the time of a proposal
NOTED_AGAIN: Final = 20.0  # seconds between two notes that a member has looked


def no_group() -> NotFound:
    return NotFound(Message(N_("There is no such group, or you are not in it. Ask a member for its link.")))


def no_proposal() -> NotFound:
    return NotFound(Message(N_("This game is no longer proposed.")))


def no_link() -> NotFound:
    return NotFound(Message(N_("This link leads to no group. Ask a member for a new one; it must be complete.")))


class Groups:
    """Reads and writes groups. Whatever is asked for by a person who is no member is refused as if it did not exist."""

    def __init__(self, store: Store, keyring: Keyring, now: Callable[[], float]) -> None:
        self.store = store
        self.keyring = keyring
        self.now = now

    # -- reading

    async def of(self, person: str) -> list[Listed]:
        """A person's groups, by name."""
        if not person:
            return []
        mine = select(MemberRow.group_id).where(MemberRow.person == person)
        size = select(func.count()).where(MemberRow.group_id == GroupRow.id).scalar_subquery()
        open_ones = select(func.count()).where(ProposalRow.group_id == GroupRow.id, self._open()).scalar_subquery()
        query = select(GroupRow.id, GroupRow.name, size, open_ones).where(GroupRow.id.in_(mine))
        async with self.store.reading() as connection:
            return [Listed(*row) for row in await connection.execute(query.order_by(func.lower(GroupRow.name)))]

    async def seen_by(self, group_id: str, person: str) -> Group:
        """The group as this member sees it; NotFound for everyone else."""
        async with self.store.reading() as connection:
            row = await self._mine(connection, group_id, person)
            members = await self._members(connection, row, person)
            proposals = await self._proposals(connection, row.id, members)
        word = self.keyring.group_link(row.id, row.generation)
        return Group(row.id, row.name, word if digest(word) == row.link else None, members, proposals)

    async def note_look(self, group_id: str, person: str) -> None:
        """A member looks at the page of the group now."""
        now = self.now()
        mine = (MemberRow.group_id == group_id, MemberRow.person == person, MemberRow.seen < now - NOTED_AGAIN)
        async with self.store.reading() as connection:
            if (await connection.execute(select(MemberRow.person).where(*mine))).first() is None:
                return
        async with self.store.writing() as connection:
            await connection.execute(update(MemberRow).where(*mine).values(seen=now))

    async def by_link(self, word: str) -> GroupRow:
        """The group that a link leads to. The link is all that is needed to see its name."""
        query = select(*GroupRow.__table__.c).where(GroupRow.link == digest(word))
        async with self.store.reading() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            raise no_link()
        return GroupRow(**row._mapping)

    # -- changing

    async def create(self, person: str, name: str, title: str) -> str:
        """A new group with one member, its owner; its id."""
        group_id, now = secrets.token_urlsafe(12), self.now()
        link = digest(self.keyring.group_link(group_id, 0))
        row = {
            "id": group_id,
            "name": readable_title(title),
            "owner": person,
            "link": link,
            "generation": 0,
            "created": now,
        }
        async with self.store.writing() as connection:
            await _check_groups(connection, person)
            await connection.execute(insert(GroupRow), row)
            await connection.execute(insert(MemberRow), _member(group_id, person, clean(name, MAX_NAME), now))
        return group_id

    async def join(self, word: str, person: str, name: str) -> str:
        """Become a member by the link; the id of the group. A member who comes again stays what they are."""
        row = await self.by_link(word)
        try:
            async with self.store.writing() as connection:
                await _hold(connection, row.id, GroupRow.link == row.link)
                people = select(MemberRow.person, MemberRow.name).where(MemberRow.group_id == row.id)
                names = {one.person: one.name for one in await connection.execute(people)}
                if person in names:
                    return row.id
                await _check_groups(connection, person)
                if len(names) >= MAX_MEMBERS:
                    raise Conflict(Message(N_("This group is full: it has %(most)s members."), most=MAX_MEMBERS))
                called = distinct(clean(name, MAX_NAME) or "?", list(names.values()))
                await connection.execute(insert(MemberRow), _member(row.id, person, called, self.now()))
        except IntegrityError:  # the same person, in another window at the same moment
            pass
        return row.id

    async def leave(self, group_id: str, person: str) -> None:
        async with self.store.writing() as connection:
            await self._mine(connection, group_id, person)
            await remove_member(connection, group_id, person)

    async def rename(self, group_id: str, person: str, title: str) -> None:
        async with self.store.writing() as connection:
            await self._own(connection, group_id, person)
            values = {"name": readable_title(title)}
            await connection.execute(update(GroupRow).where(GroupRow.id == group_id).values(values))

    async def renew_link(self, group_id: str, person: str) -> None:
        """The old link leads nowhere from now on."""
        async with self.store.writing() as connection:
            await self._renew(connection, await self._own(connection, group_id, person))

    async def remove(self, group_id: str, person: str, word: str) -> None:
        """The owner removes a member, who cannot come back by the link that they know."""
        async with self.store.writing() as connection:
            row = await self._own(connection, group_id, person)
            people = select(MemberRow.person).where(MemberRow.group_id == group_id)
            found = [one for (one,) in await connection.execute(people) if member_word(group_id, str(one)) == word]
            if not found:
                raise NotFound(Message(N_("There is no such member.")))
            if found[0] == person:
                raise Conflict(Message(N_("You cannot remove yourself. You can leave the group.")))
            await remove_member(connection, group_id, str(found[0]))
            await self._renew(connection, row)

    async def _renew(self, connection: AsyncConnection, row: GroupRow) -> None:
        word = self.keyring.group_link(row.id, row.generation + 1)
        values = {"generation": row.generation + 1, "link": digest(word)}
        await connection.execute(update(GroupRow).where(GroupRow.id == row.id).values(values))

    # -- the next game

    async def propose(self, group_id: str, person: str, game: str, at: float | None) -> str:
        """Propose a game, now or at a time; the proposer says yes. Its id."""
        now = self.now()
        if game not in registry.names():
            raise Unreadable(Message(N_("There is no game “%(name)s”."), name=clean(game, MAX_NAME)))
        if at is not None and not now - OPEN_FOR < at < now + FARTHEST:
            raise Unreadable(Message(N_("Choose a time between now and a year from now.")))
        proposal = secrets.token_urlsafe(12)
        row = {
            "id": proposal,
            "group_id": group_id,
            "proposer": person,
            "game": game,
            "at": at,
            "created": now,
            "match": None,
        }
        async with self.store.writing() as connection:
            await self._mine(connection, group_id, person)
            await _hold(connection, group_id)
            await self._prune(connection, group_id)
            count = select(func.count()).select_from(ProposalRow).where(ProposalRow.group_id == group_id, self._open())
            if (await connection.execute(count)).scalar_one() >= MAX_PROPOSALS:
                text = N_("%(most)s games are proposed already. Start or withdraw one of them first.")
                raise Conflict(Message(text, most=MAX_PROPOSALS))
            await connection.execute(insert(ProposalRow), row)
            await connection.execute(
                insert(AnswerRow), {"proposal": proposal, "person": person, "yes": True, "at": now}
            )
        return proposal

    async def answer(self, group_id: str, person: str, proposal: str, yes: bool) -> None:
        """Say yes or no; the last word counts."""
        mine, values = (AnswerRow.proposal == proposal, AnswerRow.person == person), {"yes": yes, "at": self.now()}
        try:
            async with self.store.writing() as connection:
                await self._mine(connection, group_id, person)
                await self._proposal(connection, group_id, proposal)
                if (await connection.execute(update(AnswerRow).where(*mine).values(**values))).rowcount == 0:
                    await connection.execute(insert(AnswerRow), {"proposal": proposal, "person": person, **values})
        except IntegrityError:  # answered in another window at the same moment
            await self.answer(group_id, person, proposal, yes)

    async def withdraw(self, group_id: str, person: str, proposal: str) -> None:
        """Its proposer and the owner of the group may."""
        async with self.store.writing() as connection:
            row = await self._mine(connection, group_id, person)
            found = await self._proposal(connection, group_id, proposal)
            if person not in (found.proposer, row.owner):
                raise Forbidden(Message(N_("Only its proposer or the owner of the group may withdraw it.")))
            await _drop(connection, [proposal])

    async def claim(self, group_id: str, proposal: str) -> None:
        """A table is started for a proposal; Conflict if another member was faster."""
        where = (ProposalRow.id == proposal, ProposalRow.group_id == group_id, self._open())
        async with self.store.writing() as connection:
            if (await connection.execute(update(ProposalRow).where(*where).values(match=""))).rowcount != 1:
                raise Conflict(Message(N_("Another member has just started or withdrawn this game. Look again.")))

    async def settle(self, proposal: str, match_id: str | None) -> None:
        """The table that was started for it; None if that has failed."""
        async with self.store.writing() as connection:
            await connection.execute(update(ProposalRow).where(ProposalRow.id == proposal).values(match=match_id))

    # -- in the database

    def _open(self) -> ColumnElement[bool]:
        since = self.now() - OPEN_FOR
        return ProposalRow.match.is_(None) & (func.coalesce(ProposalRow.at, ProposalRow.created) > since)

    async def _prune(self, connection: AsyncConnection, group_id: str) -> None:
        query = select(ProposalRow.id).where(ProposalRow.group_id == group_id, ~self._open())
        await _drop(connection, [str(one) for (one,) in await connection.execute(query)])

    async def _mine(self, connection: AsyncConnection, group_id: str, person: str) -> GroupRow:
        if not person or not storable(group_id):
            raise no_group()
        query = select(*GroupRow.__table__.c).join(MemberRow, MemberRow.group_id == GroupRow.id)
        found = await connection.execute(query.where(GroupRow.id == group_id, MemberRow.person == person))
        row = found.first()
        if row is None:
            raise no_group()
        return GroupRow(**row._mapping)

    async def _own(self, connection: AsyncConnection, group_id: str, person: str) -> GroupRow:
        row = await self._mine(connection, group_id, person)
        if row.owner != person:
            raise Forbidden(Message(N_("Only the owner of the group may do this.")))
        return row

    async def _proposal(self, connection: AsyncConnection, group_id: str, proposal: str) -> ProposalRow:
        if storable(proposal):
            query = select(*ProposalRow.__table__.c).where(ProposalRow.id == proposal)
            row = (await connection.execute(query.where(ProposalRow.group_id == group_id, self._open()))).first()
            if row is not None:
                return ProposalRow(**row._mapping)
        raise no_proposal()

    async def _members(self, connection: AsyncConnection, row: GroupRow, person: str) -> list[Member]:
        now, query = self.now(), select(*MemberRow.__table__.c).where(MemberRow.group_id == row.id)
        rows = (await connection.execute(query.order_by(MemberRow.joined))).all()
        people = [one.person for one in rows]
        at_tables = select(PresenceRow.person).where(PresenceRow.person.in_(people), PresenceRow.until > now)
        playing = {str(one) for (one,) in await connection.execute(at_tables)}
        return [
            Member(
                one.person, member_word(row.id, one.person), one.name, one.seen > now - HERE or one.person in playing,
                one.person == row.owner, one.person == person,
            )
            for one in rows
        ]  # fmt: skip

    async def _proposals(self, connection: AsyncConnection, group_id: str, members: list[Member]) -> list[Proposal]:
        query = select(*ProposalRow.__table__.c).where(ProposalRow.group_id == group_id, self._open())
        rows = (await connection.execute(query.order_by(ProposalRow.created))).all()
        answers = select(*AnswerRow.__table__.c).where(AnswerRow.proposal.in_([row.id for row in rows]))
        given = (await connection.execute(answers.order_by(AnswerRow.at))).all()
        known = {one.person: one for one in members}
        out = []
        for row in rows:
            said = [
                (known[one.person], bool(one.yes)) for one in given if one.proposal == row.id and one.person in known
            ]
            yes, no = ([member for member, word in said if word is wanted] for wanted in (True, False))
            mine = next((word for member, word in said if member.is_me), None)
            by = known.get(row.proposer)
            out.append(
                Proposal(row.id, row.game, by.name if by else "?", row.at, yes, no, mine, by is not None and by.is_me)
            )
        return out


async def invitation_to(store: Store, proposal: str, person: str) -> Invitation | None:
    """A proposal for a member who has not answered it; None if there is nothing left to say."""
    query = select(ProposalRow, GroupRow.name.label("title")).join(GroupRow, GroupRow.id == ProposalRow.group_id)
    answered = select(AnswerRow.person).where(AnswerRow.proposal == proposal, AnswerRow.person == person)
    async with store.reading() as connection:
        row = (await connection.execute(query.where(ProposalRow.id == proposal, ProposalRow.match.is_(None)))).first()
        if row is None or (await connection.execute(answered)).first() is not None:
            return None
        people = select(MemberRow.person, MemberRow.name).where(MemberRow.group_id == row.group_id)
        names = {one.person: one.name for one in await connection.execute(people)}
    if person not in names:
        return None
    return Invitation(row.group_id, row.title, row.game, names.get(row.proposer, "?"), row.at, sorted(names.values()))


def readable_title(title: str) -> str:
    found = clean(title, MAX_TITLE)
    if not found:
        raise Unreadable(Message(N_("Give the group a name first.")))
    return found


def _member(group_id: str, person: str, name: str, now: float) -> dict[str, Any]:
    return {"group_id": group_id, "person": person, "name": name or "?", "joined": now, "seen": now}


async def _hold(connection: AsyncConnection, group_id: str, *more: ColumnElement[bool]) -> None:
    """One change at a time, so that limits hold. With a condition that no longer holds: the link has changed."""
    query = select(GroupRow.id).where(GroupRow.id == group_id, *more).with_for_update()
    if (await connection.execute(query)).first() is None:
        raise no_link()


async def _check_groups(connection: AsyncConnection, person: str) -> None:
    count = select(func.count()).select_from(MemberRow).where(MemberRow.person == person)
    if (await connection.execute(count)).scalar_one() >= MAX_GROUPS:
        raise Conflict(Message(N_("You are in %(most)s groups; this is the limit. Leave one first."), most=MAX_GROUPS))


async def _drop(connection: AsyncConnection, proposals: list[str]) -> None:
    await connection.execute(delete(AnswerRow).where(AnswerRow.proposal.in_(proposals)))
    await connection.execute(delete(ProposalRow).where(ProposalRow.id.in_(proposals)))
