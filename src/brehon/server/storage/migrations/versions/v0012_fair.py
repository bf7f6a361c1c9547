"""Fair chance, second edition: hashes of numbers, the lock, opened numbers, signatures, and tables that were voided.

Games that have begun go on with the chance of the first edition (`lock` stays empty). Tables that have not begun get a lock when
they start; words that were added there take no part.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012_fair"
down_revision = "0011_damage"


def upgrade() -> None:
    op.add_column("matches", sa.Column("lock", sa.JSON))
    op.add_column("matches", sa.Column("lock_signature", sa.String(128)))
    op.add_column("matches", sa.Column("signed", sa.JSON))
    op.add_column("matches", sa.Column("voided", sa.JSON))
    op.add_column("seats", sa.Column("number_hash", sa.String(64), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("number", sa.String(160)))
    op.create_table(
        "revealed",
        sa.Column("commitment", sa.String(64), primary_key=True),
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("secret", sa.String(200), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("revealed")
    op.drop_column("seats", "number")
    op.drop_column("seats", "number_hash")
    op.drop_column("matches", "voided")
    op.drop_column("matches", "signed")
    op.drop_column("matches", "lock_signature")
    op.drop_column("matches", "lock")
