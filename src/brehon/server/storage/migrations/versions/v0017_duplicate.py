"""Duplicate: two tables with the same deal name each other."""

import sqlalchemy as sa
from alembic import op

revision = "0017_duplicate"
down_revision = "0016_sandbox"


def upgrade() -> None:
    op.add_column("matches", sa.Column("twin", sa.String(32)))
    op.create_index("ix_matches_twin", "matches", ["twin"])


def downgrade() -> None:
    op.drop_index("ix_matches_twin", "matches")
    op.drop_column("matches", "twin")
