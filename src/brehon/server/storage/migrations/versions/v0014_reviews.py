"""Reviews of finished games: jobs, their moments, and whether a table wants one by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0014_reviews"
down_revision = "0013_together"


def upgrade() -> None:
    op.add_column("matches", sa.Column("auto_review", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_matches_auto_review", "matches", ["auto_review"])
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("match", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), unique=True),
        sa.Column("record_id", sa.String(32), sa.ForeignKey("records.id", ondelete="CASCADE"), unique=True),
        sa.Column("asker", sa.String(64), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("judge", sa.String(64), nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("began", sa.Float),
        sa.Column("total", sa.Integer, nullable=False, server_default="0"),
        sa.Column("done", sa.Integer, nullable=False, server_default="0"),
        sa.Column("seconds", sa.Float, nullable=False, server_default="0"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("trouble", sa.String(200), nullable=False, server_default=""),
        sa.Column("body", sa.Text),
    )
    op.create_index("ix_reviews_asker", "reviews", ["asker"])
    op.create_index("ix_reviews_state", "reviews", ["state"])
    op.create_table(
        "review_moments",
        sa.Column("review", sa.String(32), sa.ForeignKey("reviews.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("review_moments")
    op.drop_table("reviews")
    op.drop_index("ix_matches_auto_review", "matches")
    op.drop_column("matches", "auto_review")
