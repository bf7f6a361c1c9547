"""The tables of reviews; schema.py has all others."""

from __future__ import annotations

from sqlalchemy import Float, ForeignKey, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from brehon.server.storage.declaring import Base


class ReviewRow(Base):
    """The review of a finished match or of an uploaded record: the job that makes it, then what it has found. See reviews.py."""

    __tablename__ = "reviews"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    match: Mapped[str | None] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), unique=True)
    record_id: Mapped[str | None] = mapped_column(ForeignKey("records.id", ondelete="CASCADE"), unique=True)
    asker: Mapped[str] = mapped_column(String(64), index=True)  # the person; "" for all without a cookie together
    rank: Mapped[int] = mapped_column(Integer)  # who waits: smaller numbers come first
    state: Mapped[str] = mapped_column(String(8), index=True)
    judge: Mapped[str] = mapped_column(String(64))  # digest of the evaluation that it is made with
    asked: Mapped[float] = mapped_column(Float)
    began: Mapped[float | None] = mapped_column(Float)  # when it had its turn last
    total: Mapped[int] = mapped_column(Integer, server_default="0")  # moments; 0: not known yet
    done: Mapped[int] = mapped_column(Integer, server_default="0")
    seconds: Mapped[float] = mapped_column(Float, server_default="0")  # that were worked on it
    tries: Mapped[int] = mapped_column(Integer, server_default="0")  # that ended without a new moment
    trouble: Mapped[str] = mapped_column(String(200), server_default="")  # why it was given up, a text of the catalogue
    body: Mapped[str | None] = mapped_column(Text)  # the last complete review, as JSON


class MomentRow(Base):
    """A ply of a review that is under way; when it is complete, all of them are in its body."""

    __tablename__ = "review_moments"
    review: Mapped[str] = mapped_column(ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    body: Mapped[str] = mapped_column(Text)
