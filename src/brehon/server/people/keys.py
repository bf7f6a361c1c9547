"""The secrets of a table: invitations to free seats, keys of those who sit, the host's key. The database has only digests.

An invitation is the last part of a link `/join/…`. It opens the join page of a free seat and nothing else. It is derived from the
server's signing key, so that the host's page can show it again; a seat that becomes free gets the next generation.
A seat key is random, made when a player sits down, and shown once, to that player alone.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from typing import Any, Final

from brehon.server.storage.schema import FRIEND, SeatRow

INVITATION: Final = "brehon invitation 1"
HOST: Final = "brehon host 1"
GROUP: Final = "brehon group 1"
LENGTH: Final = 24  # bytes


def new_key() -> str:
    """The key of the player who sits down now."""
    return secrets.token_urlsafe(LENGTH)


def digest(secret: str) -> str:
    """What the database keeps of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def is_free(seat: SeatRow) -> bool:
    """Whether a person with its link may take the seat. One that is kept for a person has no link until it is freed."""
    return seat.kind == FRIEND and seat.session is None and seat.reserved is None


class Keyring:
    """Derives what can be shown again to the host."""

    def __init__(self, signing_key: str) -> None:
        self._key = signing_key.encode()

    def invitation(self, match_id: str, seat: int, generation: int) -> str:
        return self._derived(INVITATION, match_id, str(seat), str(generation))

    def group_link(self, group_id: str, generation: int) -> str:
        """The last part of the link by which people join a group."""
        return self._derived(GROUP, group_id, str(generation))

    def host_key(self, match_id: str) -> str:
        return self._derived(HOST, match_id)

    def link_of(self, seat: SeatRow) -> str | None:
        """The invitation of a free seat; None if the seat is taken, or if the link was made with another signing key."""
        word = self.invitation(seat.match, seat.seat, seat.generation)
        return word if is_free(seat) and digest(word) == seat.invitation else None

    def columns(self, match_id: str, seat: int, generation: int = 0) -> dict[str, Any]:
        """The columns of a seat where no one has a key: no earlier link or key works."""
        word = self.invitation(match_id, seat, generation)
        return {"generation": generation, "invitation": digest(word), "seat_key": None}

    def _derived(self, *parts: str) -> str:
        made = hmac.new(self._key, "\0".join(parts).encode(), hashlib.sha256).digest()
        return urlsafe_b64encode(made[:LENGTH]).decode()
