"""Results of finished matches, seat by seat, for statistics and ratings; older matches get theirs when the server starts."""

import sqlalchemy as sa
from alembic import op

revision = "0006_after"
down_revision = "0005_live"


def upgrade() -> None:
    op.create_table(
        "results",
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("results")
