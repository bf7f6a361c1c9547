"""The live table: chat, notes, presence, and notifications by mail or webhook."""

import sqlalchemy as sa
from alembic import op

revision = "0005_live"
down_revision = "0004_pace"


def upgrade() -> None:
    op.add_column("matches", sa.Column("chat", sa.String(8), nullable=False, server_default="table"))
    op.add_column("matches", sa.Column("news", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_matches_news", "matches", ["news"])
    _talk()
    _telling()


def _match(primary: bool = False, nullable: bool = False) -> "sa.Column[str]":
    return sa.Column("match", sa.String(32), sa.ForeignKey("matches.id"), primary_key=primary, nullable=nullable)


def _talk() -> None:
    op.create_table(
        "messages",
        _match(primary=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("deleted", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "notes",
        _match(primary=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "presence",
        _match(primary=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("ix_presence_until", "presence", ["until"])


def _telling() -> None:
    op.create_table(
        "contacts",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("confirmed", sa.Float),
        sa.Column("confirm_token", sa.String(64), nullable=False, unique=True),
        sa.Column("stop_token", sa.String(64), nullable=False, unique=True),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("trouble", sa.String(200), nullable=False, server_default=""),
    )
    op.create_table(
        "hooks",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(64), nullable=False),
        _match(nullable=True),
        sa.Column("shape", sa.String(8), nullable=False),
        sa.Column("address", sa.String(500), nullable=False),
        sa.Column("base", sa.String(200), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("delivered", sa.Float),
        sa.Column("trouble", sa.String(200), nullable=False, server_default=""),
        sa.Column("is_off", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("ix_hooks_person", "hooks", ["person"])
    op.create_index("ix_hooks_match", "hooks", ["match"])
    op.create_table(
        "notices",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        _match(nullable=True),
        sa.Column("person", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("hook", sa.String(32)),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("state", sa.String(8), nullable=False),
    )
    for name in ("hook", "due", "state"):
        op.create_index(f"ix_notices_{name}", "notices", [name])


def downgrade() -> None:
    for name in ("notices", "hooks", "contacts", "presence", "notes", "messages"):
        op.drop_table(name)
    op.drop_index("ix_matches_news", "matches")
    with op.batch_alter_table("matches") as batch:
        batch.drop_column("news")
        batch.drop_column("chat")
