"""Hints: who may ask for them at a table, and how many steps a seat has asked for in a finished game."""

import sqlalchemy as sa
from alembic import op

revision = "0015_hints"
down_revision = "0014_reviews"


def upgrade() -> None:
    op.add_column("matches", sa.Column("hints", sa.String(8), nullable=False, server_default="alone"))
    op.add_column("results", sa.Column("hints", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("results", "hints")
    op.drop_column("matches", "hints")
