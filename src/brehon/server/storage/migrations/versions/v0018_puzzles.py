"""Puzzles that accounts have solved, and their streaks."""

import sqlalchemy as sa
from alembic import op

revision = "0018_puzzles"
down_revision = "0017_duplicate"


def upgrade() -> None:
    op.create_table(
        "puzzle_results",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(32), primary_key=True),
        sa.Column("is_solved", sa.Boolean, nullable=False),
        sa.Column("is_first", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "puzzle_streaks",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("puzzle_streaks")
    op.drop_table("puzzle_results")
