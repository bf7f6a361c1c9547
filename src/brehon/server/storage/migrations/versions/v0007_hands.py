"""Whether a seat changed its player during a game, and what a bot decided for its person. Results are computed again."""

import sqlalchemy as sa
from alembic import op

revision = "0007_hands"
down_revision = "0006_after"


def upgrade() -> None:
    op.add_column("seats", sa.Column("passed_on", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("results", sa.Column("stood_in", sa.Integer, nullable=False, server_default="0"))
    op.execute("DELETE FROM results")  # they follow from the records; the server fills them in when it starts


def downgrade() -> None:
    op.drop_column("results", "stood_in")
    op.drop_column("seats", "passed_on")
