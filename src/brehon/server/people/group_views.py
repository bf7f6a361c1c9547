"""A group of friends as one of its members sees it."""

from __future__ import annotations

from dataclasses import dataclass

from brehon.server.people.keys import digest


@dataclass
class Member:
    """A person in a group. Others know them by `word`, which opens nothing."""

    person: str
    word: str
    name: str
    is_here: bool
    is_owner: bool
    is_me: bool


@dataclass
class Proposal:
    """A game that a member proposes, and who has said what."""

    id: str
    game: str
    by: str
    at: float | None
    yes: list[Member]
    no: list[Member]
    mine: bool | None  # what the person who asks has said
    is_my_own: bool


@dataclass
class Group:
    """A group as one of its members sees it."""

    id: str
    name: str
    link: str | None  # its last part; None if it was made with another signing key
    members: list[Member]
    proposals: list[Proposal]

    @property
    def me(self) -> Member:
        return next(one for one in self.members if one.is_me)

    @property
    def names(self) -> dict[str, str]:
        """person -> their name here."""
        return {one.person: one.name for one in self.members}


@dataclass
class Listed:
    """A group in the list of one person."""

    id: str
    name: str
    members: int
    proposals: int


@dataclass
class Invitation:
    """A proposal, for a notification."""

    group_id: str
    group: str
    game: str
    by: str
    at: float | None
    names: list[str]


def member_word(group_id: str, person: str) -> str:
    return digest(f"{group_id} {person}")[:16]
