"""Several workers: a version that goes up with every change of a match, and a mark for matches that wait for a bot."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# SQL cannot find out whose turn it is: every running match with a bot is marked, and its driver checks.
MARK = """
UPDATE matches SET bot_turn = true
WHERE started IS NOT NULL AND finished IS NULL AND id IN (SELECT match FROM seats WHERE kind = 'bot')
"""


def upgrade() -> None:
    op.add_column("matches", sa.Column("version", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("bot_turn", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_matches_bot_turn", "matches", ["bot_turn"])
    op.execute(MARK)


def downgrade() -> None:
    op.drop_index("ix_matches_bot_turn", "matches")
    with op.batch_alter_table("matches") as batch:
        batch.drop_column("bot_turn")
        batch.drop_column("version")
