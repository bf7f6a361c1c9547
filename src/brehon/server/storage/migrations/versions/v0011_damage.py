"""The time that clocks count in, and a row to test writing. Running clocks go on from the last activity of the old server."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0011_damage"
down_revision = "0010_proofs"


def upgrade() -> None:
    op.create_table(
        "server_time",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("played", sa.Float, nullable=False),
        sa.Column("wall", sa.Float, nullable=False),
        sa.Column("left_out", sa.Float, nullable=False),
        sa.Column("left_out_at", sa.Float),
        sa.Column("why", sa.String(8), nullable=False),
    )
    op.create_table(
        "probes",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("filler", sa.LargeBinary, nullable=False),
    )
    _begin_with_the_last_sign_of_life()


def _begin_with_the_last_sign_of_life() -> None:
    """The old server noted no time: what has passed since its last ply or visitor counts as an outage."""
    connection = op.get_bind()
    if not connection.execute(sa.text("SELECT count(*) FROM matches WHERE deadline IS NOT NULL")).scalar():
        return
    signs = [connection.execute(sa.text(query)).scalar() for query in SIGNS]
    last = min(time.time(), max(float(sign) for sign in signs if sign is not None))
    row = "INSERT INTO server_time (id, played, wall, left_out, why) VALUES (1, :last, :last, 0, '')"
    connection.execute(sa.text(row), {"last": last})


SIGNS = ("SELECT max(at) FROM plies", "SELECT max(until) FROM presence", "SELECT max(created) FROM matches")


def downgrade() -> None:
    op.drop_table("probes")
    op.drop_table("server_time")
