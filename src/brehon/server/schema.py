"""The tables of the database, as the newest migration leaves them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import JSON, Boolean, Float, ForeignKey, Integer, String, Text, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ME: Final = "me"
FRIEND: Final = "friend"
BOT: Final = "bot"
KINDS: Final = (ME, FRIEND, BOT)


class Base(DeclarativeBase):
    """The tables."""


class MatchRow(Base):
    """A table where a game is set up, played or finished."""

    __tablename__ = "matches"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    rules: Mapped[int] = mapped_column(Integer)  # the version of the rules
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    components: Mapped[str] = mapped_column(String(200))
    source: Mapped[str | None] = mapped_column(Text)  # of the components, unless they are built in
    secret: Mapped[str] = mapped_column(String(200))
    host: Mapped[str] = mapped_column(String(64), index=True)  # session of whoever set the table up
    host_token: Mapped[str] = mapped_column(String(64), unique=True)
    created: Mapped[float] = mapped_column(Float)
    started: Mapped[float | None] = mapped_column(Float)
    finished: Mapped[float | None] = mapped_column(Float)
    version: Mapped[int] = mapped_column(Integer, server_default="0")  # goes up with every change of the match
    bot_turn: Mapped[bool] = mapped_column(Boolean, server_default=false(), index=True)  # a bot has to decide


class SeatRow(Base):
    """A seat and who sits there."""

    __tablename__ = "seats"
    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    level: Mapped[str] = mapped_column(String(32))  # of a bot
    name: Mapped[str] = mapped_column(String(64))
    token: Mapped[str] = mapped_column(String(64), unique=True)
    session: Mapped[str | None] = mapped_column(String(64), index=True)  # who has claimed it
    word: Mapped[str] = mapped_column(String(64))  # added to the chance of the match


class PlyRow(Base):
    """One line of a record."""

    __tablename__ = "plies"
    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(Integer, primary_key=True)
    words: Mapped[str] = mapped_column(String(200))
    at: Mapped[float] = mapped_column(Float)


class RecordRow(Base):
    """A record that somebody has uploaded and that was found right."""

    __tablename__ = "records"
    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    body: Mapped[str] = mapped_column(Text)
    at: Mapped[float] = mapped_column(Float)


class ResultRow(Base):
    """What a finished match was for one seat. It follows from the record, so it can be worked out anew at any time."""

    __tablename__ = "results"
    match: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    place: Mapped[int] = mapped_column(Integer)
    score: Mapped[int] = mapped_column(Integer)
    decisions: Mapped[int] = mapped_column(Integer)
    seconds: Mapped[float] = mapped_column(Float)  # that they took together
