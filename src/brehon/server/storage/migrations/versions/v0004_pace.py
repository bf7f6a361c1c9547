"""Clocks, pauses, requests that need consent, vacations, and private sandboxes."""

import sqlalchemy as sa
from alembic import op

revision = "0004_pace"
down_revision = "0003_people"


def upgrade() -> None:
    op.add_column("matches", sa.Column("pace", sa.JSON))
    op.add_column("matches", sa.Column("clocks", sa.JSON))
    op.add_column("matches", sa.Column("deadline", sa.Float))
    op.add_column("matches", sa.Column("paused", sa.Float))
    op.add_column("matches", sa.Column("ask", sa.JSON))
    op.create_index("ix_matches_deadline", "matches", ["deadline"])
    op.add_column("seats", sa.Column("auto", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "vacations",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
        sa.Column("since", sa.Float),
    )
    op.create_table(
        "plans",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("person", sa.String(64), nullable=False, index=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("moves", sa.JSON, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("plans")
    op.drop_table("vacations")
    with op.batch_alter_table("seats") as batch:
        batch.drop_column("auto")
    op.drop_index("ix_matches_deadline", "matches")
    with op.batch_alter_table("matches") as batch:
        for name in ("ask", "paused", "deadline", "clocks", "pace"):
            batch.drop_column(name)
