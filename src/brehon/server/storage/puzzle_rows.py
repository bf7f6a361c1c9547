"""The tables of puzzles that accounts have tried."""

from __future__ import annotations

from sqlalchemy import Boolean, Float, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from brehon.server.storage.declaring import Base


class PuzzleRow(Base):
    """A puzzle that a person with an account has answered; see solved.py."""

    __tablename__ = "puzzle_results"
    person: Mapped[str] = mapped_column(String(64), primary_key=True)
    puzzle: Mapped[str] = mapped_column(String(32), primary_key=True)
    is_solved: Mapped[bool] = mapped_column(Boolean)
    is_first: Mapped[bool] = mapped_column(Boolean)  # solved at the first try
    at: Mapped[float] = mapped_column(Float)  # of the first answer


class StreakRow(Base):
    """How many puzzles a person has solved in a row at the first try."""

    __tablename__ = "puzzle_streaks"
    person: Mapped[str] = mapped_column(String(64), primary_key=True)
    streak: Mapped[int] = mapped_column(Integer)
    best: Mapped[int] = mapped_column(Integer)
