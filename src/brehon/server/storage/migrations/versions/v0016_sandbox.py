"""Sandboxes with opponents that answer."""

import sqlalchemy as sa
from alembic import op

revision = "0016_sandbox"
down_revision = "0015_hints"


def upgrade() -> None:
    op.add_column("plans", sa.Column("opponents", sa.String(32), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("plans", "opponents")
