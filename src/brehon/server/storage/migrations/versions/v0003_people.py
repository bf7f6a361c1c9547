"""Who may look at a table, rematches, and people: devices, accounts, passkeys, one-time tickets, failed sign-ins."""

import sqlalchemy as sa
from alembic import op

revision = "0003_people"
down_revision = "0002"

TABLES = ("attempts", "tickets", "passkeys", "devices", "people")


def upgrade() -> None:
    for column in (
        sa.Column("visibility", sa.String(8), nullable=False, server_default="unlisted"),
        sa.Column("spectators", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("delay", sa.Integer, nullable=False, server_default="0"),
        sa.Column("bans", sa.JSON, nullable=False, server_default="[]"),
        sa.Column("next_match", sa.String(32)),
        sa.Column("places", sa.JSON),
    ):
        op.add_column("matches", column)
    op.create_index("ix_matches_visibility", "matches", ["visibility"])
    op.create_table(
        "people",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("account", sa.Float),
        sa.Column("login", sa.String(64), unique=True),
        sa.Column("password", sa.String(200)),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("renewed", sa.Float, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("label", sa.String(64), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "tickets",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("person", sa.String(64), index=True),
        sa.Column("ends", sa.Float, nullable=False),
    )
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("target", sa.String(80), nullable=False, index=True),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for name in TABLES:
        op.drop_table(name)
    op.drop_index("ix_matches_visibility", "matches")
    with op.batch_alter_table("matches") as batch:
        for name in ("places", "next_match", "bans", "delay", "spectators", "visibility"):
            batch.drop_column(name)
