"""Sandboxes in positions of the rules."""

import sqlalchemy as sa
from alembic import op

revision = "0021_examples"
down_revision = "0020_guided"


def upgrade() -> None:
    op.add_column("plans", sa.Column("example", sa.String(130), nullable=True))


def downgrade() -> None:
    op.drop_column("plans", "example")
