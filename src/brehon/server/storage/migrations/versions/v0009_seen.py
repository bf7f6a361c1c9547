"""When tables and uploaded records were last looked at, so that unused ones can expire."""

import sqlalchemy as sa
from alembic import op

revision = "0009_seen"
down_revision = "0008_seats"


def upgrade() -> None:
    for table in ("matches", "records"):
        op.add_column(table, sa.Column("seen", sa.Float, nullable=True))


def downgrade() -> None:
    for table in ("matches", "records"):
        op.drop_column(table, "seen")
