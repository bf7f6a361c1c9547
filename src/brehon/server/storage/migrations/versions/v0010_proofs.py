"""When a device has last proved who uses it, and what was added to a person's account."""

import sqlalchemy as sa
from alembic import op

revision = "0010_proofs"
down_revision = "0009_seen"


def upgrade() -> None:
    op.add_column("devices", sa.Column("proved", sa.Float))
    op.add_column("devices", sa.Column("alerts_seen", sa.Float, nullable=False, server_default="0"))
    op.create_table(
        "alerts",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False, index=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("device", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("is_known", sa.Boolean, nullable=False, server_default=sa.false()),
    )


def downgrade() -> None:
    op.drop_table("alerts")
    with op.batch_alter_table("devices") as batch:
        batch.drop_column("alerts_seen")
        batch.drop_column("proved")
