"""Positions that are shared by a link, and sandboxes that begin there."""

import sqlalchemy as sa
from alembic import op

revision = "0019_shares"
down_revision = "0018_puzzles"


def upgrade() -> None:
    op.create_table(
        "shares",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE")),
        sa.Column("record_id", sa.String(32), sa.ForeignKey("records.id", ondelete="CASCADE")),
        sa.Column("root", sa.String(32), sa.ForeignKey("shares.id", ondelete="CASCADE")),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("seed", sa.Integer),
        sa.Column("moves", sa.JSON, nullable=False),
        sa.Column("names", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("reviewed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("coach", sa.JSON),
        sa.Column("at", sa.Float, nullable=False),
    )
    for name in ("person", "match", "record_id", "root"):
        op.create_index(f"ix_shares_{name}", "shares", [name])
    with op.batch_alter_table("plans") as batch:
        batch.alter_column("match", existing_type=sa.String(32), nullable=True)
        batch.add_column(sa.Column("share", sa.String(32)))
        batch.create_foreign_key("fk_plans_share", "shares", ["share"], ["id"], ondelete="CASCADE")


def downgrade() -> None:
    op.execute("DELETE FROM plans WHERE match IS NULL")
    with op.batch_alter_table("plans") as batch:
        batch.drop_constraint("fk_plans_share", type_="foreignkey")
        batch.drop_column("share")
        batch.alter_column("match", existing_type=sa.String(32), nullable=False)
    op.drop_table("shares")
