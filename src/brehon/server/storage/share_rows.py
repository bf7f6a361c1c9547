"""The table of shared positions; schema.py has all others."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Integer, String, false, true
from sqlalchemy.orm import Mapped, mapped_column

from brehon.server.storage.declaring import Base


class ShareRow(Base):
    """A position that a person shares by a link: where it is found, never what it looks like. See shares.py."""

    __tablename__ = "shares"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)  # the last part of the link: it cannot be guessed
    person: Mapped[str] = mapped_column(String(64), index=True)  # who shares it
    match: Mapped[str | None] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    record_id: Mapped[str | None] = mapped_column(ForeignKey("records.id", ondelete="CASCADE"), index=True)
    root: Mapped[str | None] = mapped_column(ForeignKey("shares.id", ondelete="CASCADE"), index=True)  # of another line
    ply: Mapped[int] = mapped_column(Integer)
    seat: Mapped[int] = mapped_column(Integer)  # whose knowledge is shown
    seed: Mapped[int | None] = mapped_column(Integer)  # of the guess of a sandbox; None: the position itself
    moves: Mapped[list[int]] = mapped_column(JSON)  # that were tried in the sandbox
    names: Mapped[bool] = mapped_column(Boolean, server_default=true())  # whether the players are named
    reviewed: Mapped[bool] = mapped_column(Boolean, server_default=false())  # with what the review says of it
    coach: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))  # the hint, if it was asked for
    at: Mapped[float] = mapped_column(Float)
