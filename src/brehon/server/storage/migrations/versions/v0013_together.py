"""People together: groups of friends with proposals, seats that are kept for a person, kinds of messages, mutes, nudges."""

import sqlalchemy as sa
from alembic import op

revision = "0013_together"
down_revision = "0012_fair"


def upgrade() -> None:
    op.add_column("matches", sa.Column("group_id", sa.String(32)))
    op.create_index("ix_matches_group_id", "matches", ["group_id"])
    op.add_column("seats", sa.Column("reserved", sa.String(64)))
    op.create_index("ix_seats_reserved", "seats", ["reserved"])
    op.add_column("messages", sa.Column("kind", sa.String(8), nullable=False, server_default="say"))
    op.add_column("notices", sa.Column("about", sa.String(32), nullable=False, server_default=""))
    op.add_column("people", sa.Column("nudges", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("other", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
    )
    _groups()


def _groups() -> None:
    op.create_table(
        "groups",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("link", sa.String(64), nullable=False, unique=True),
        sa.Column("generation", sa.Integer, nullable=False, server_default="0"),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("group_id", sa.String(32), sa.ForeignKey("groups.id"), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("joined", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_index("ix_members_person", "members", ["person"])
    op.create_table(
        "proposals",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("group_id", sa.String(32), sa.ForeignKey("groups.id"), nullable=False),
        sa.Column("proposer", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("at", sa.Float),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("match", sa.String(32)),
    )
    op.create_index("ix_proposals_group_id", "proposals", ["group_id"])
    op.create_table(
        "answers",
        sa.Column("proposal", sa.String(32), sa.ForeignKey("proposals.id"), primary_key=True),
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("yes", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for table in ("answers", "proposals", "members", "groups", "mutes"):
        op.drop_table(table)
    op.drop_column("people", "nudges")
    op.drop_column("notices", "about")
    op.drop_column("messages", "kind")
    op.drop_index("ix_seats_reserved", "seats")
    op.drop_column("seats", "reserved")
    op.drop_index("ix_matches_group_id", "matches")
    op.drop_column("matches", "group_id")
