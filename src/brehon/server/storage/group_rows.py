"""The tables of groups of friends; schema.py has all others."""

from __future__ import annotations

from sqlalchemy import Boolean, Float, ForeignKey, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from brehon.server.storage.declaring import Base


class GroupRow(Base):
    """Friends who play together. Its members see it; for everyone else it does not exist."""

    __tablename__ = "groups"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(64))
    owner: Mapped[str] = mapped_column(String(64))  # a member
    link: Mapped[str] = mapped_column(String(64), unique=True)  # digest of the link's last part, see keys.py
    generation: Mapped[int] = mapped_column(Integer, server_default="0")  # of the link
    created: Mapped[float] = mapped_column(Float)


class MemberRow(Base):
    """A person in a group, under the name that they have there."""

    __tablename__ = "members"
    group_id: Mapped[str] = mapped_column(ForeignKey("groups.id"), primary_key=True)
    person: Mapped[str] = mapped_column(String(64), primary_key=True, index=True)
    name: Mapped[str] = mapped_column(String(64))
    joined: Mapped[float] = mapped_column(Float)
    seen: Mapped[float] = mapped_column(Float)  # when they last looked at the page of the group


class ProposalRow(Base):
    """A game that a member proposes to a group."""

    __tablename__ = "proposals"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    group_id: Mapped[str] = mapped_column(ForeignKey("groups.id"), index=True)
    proposer: Mapped[str] = mapped_column(String(64))
    game: Mapped[str] = mapped_column(String(64))
    at: Mapped[float | None] = mapped_column(Float)  # None: now
    created: Mapped[float] = mapped_column(Float)
    match: Mapped[str | None] = mapped_column(String(32))  # the table that was started


class AnswerRow(Base):
    """A member says yes or no to a proposal."""

    __tablename__ = "answers"
    proposal: Mapped[str] = mapped_column(ForeignKey("proposals.id"), primary_key=True)
    person: Mapped[str] = mapped_column(String(64), primary_key=True)
    yes: Mapped[bool] = mapped_column(Boolean)
    at: Mapped[float] = mapped_column(Float)
