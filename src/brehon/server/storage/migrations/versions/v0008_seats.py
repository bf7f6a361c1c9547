"""Seats have an invitation and a key, and the database keeps only digests of them.

Before, one token was both the link of a seat and its key, and the host knew it. So:

- A seat where a person with a session sits has no key: its old link no longer works. The person goes on with the session.
- A seat of the kind `me` without a session belongs to the program that made the table. It keeps its token as its key, and gets
  a session of its own, so that it counts as taken.
- A seat of the kind `friend` without a session is free: its token goes on as its invitation. A program that played there with the
  token alone takes the seat by it (POST /api/v1/join/TOKEN) and gets a key.
- The host's token stays as it is.

Links that were made before cannot be shown again; the host makes a new one. A downgrade cannot bring the tokens back: the digests
take their place, so that people go on by their sessions, and links have to be made again.
"""

import hashlib
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0008_seats"
down_revision = "0007_hands"

matches = sa.table("matches", sa.column("id", sa.String), sa.column("host_key", sa.String))
seats = sa.table(
    "seats",
    sa.column("match", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("kind", sa.String),
    sa.column("session", sa.String),
    sa.column("invitation", sa.String),
    sa.column("seat_key", sa.String),
)


def upgrade() -> None:
    op.execute("ALTER TABLE matches RENAME COLUMN host_token TO host_key")
    op.execute("ALTER TABLE seats RENAME COLUMN token TO invitation")
    op.add_column("seats", sa.Column("generation", sa.Integer, nullable=False, server_default="0"))
    op.add_column("seats", sa.Column("seat_key", sa.String(64)))
    connection = op.get_bind()
    for row in connection.execute(sa.select(matches)).all():
        changed = sa.update(matches).where(matches.c.id == row.id)
        connection.execute(changed.values(host_key=_digest(row.host_key)))
    for row in connection.execute(sa.select(seats)).all():
        values = {"invitation": _digest(row.invitation)}
        if row.kind == "me" and row.session is None:
            values |= {"seat_key": values["invitation"], "session": secrets.token_urlsafe(16)}
            values["invitation"] = _digest(secrets.token_urlsafe(24))  # a key is not a link
        changed = sa.update(seats).where(seats.c.match == row.match, seats.c.seat == row.seat)
        connection.execute(changed.values(values))
    op.create_index("ix_seats_seat_key", "seats", ["seat_key"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_seats_seat_key", "seats")
    op.drop_column("seats", "seat_key")
    op.drop_column("seats", "generation")
    op.execute("ALTER TABLE seats RENAME COLUMN invitation TO token")
    op.execute("ALTER TABLE matches RENAME COLUMN host_key TO host_token")


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
