"""Guided games: how far the learner has come."""

import sqlalchemy as sa
from alembic import op

revision = "0020_guided"
down_revision = "0019_shares"


def upgrade() -> None:
    op.add_column("matches", sa.Column("guide", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "guide")
