"""Who asks, as they say themselves. What that is worth at a table is decided under the table's lock, with everything they do there."""

from __future__ import annotations

from dataclasses import dataclass, field

from brehon.core.text import N_, Message
from brehon.server.errors import Forbidden, NotSignedIn, Refusal
from brehon.server.schema import BOT
from brehon.server.services import Table, Who
from brehon.server.store import Store
from brehon.server.visit import Guest


@dataclass(frozen=True)
class Asker:
    """A person by their session, or a program by the digest of the key that it has sent; a spectator if both are empty."""

    session: str = ""
    name: str = ""
    front: str = ""  # the mark of the seat that holds the device
    key: str = ""
    names: list[str] = field(
        default_factory=list
    )  # of the players, once a table was visited: for the words of a refusal

    def known_at(self, table: Table) -> Who:
        """Who this is at the table as it is now; a spectator if the key opens nothing there."""
        if not self.key:
            return table.who(self.session, self.front)
        if self.key == table.row.host_key:
            return Who([], is_host=True)
        return Who([seat.seat for seat in table.seats if seat.kind != BOT and seat.seat_key == self.key])

    async def at(self, store: Store, table: Table) -> Who:
        """The same, to be asked under the lock of the table; a key that opens nothing there is refused."""
        self.names[:] = table.names
        who = self.known_at(table)
        if self.key and not who.seats and not who.is_host:
            raise await self._refusal(store)
        return who

    async def _refusal(self, store: Store) -> Refusal:
        if await store.seat_of_link(self.key) is not None:
            return Forbidden(
                Message(
                    N_(
                        "This is the link of a seat, and no key: take the seat with POST /api/v1/join/LINK, the answer holds"
                        " the key."
                    )
                )
            )
        if await store.seat_of_key(self.key) or await store.match_of_host_key(self.key):
            return Forbidden(Message(N_("This token belongs to another table.")))
        return NotSignedIn(
            Message(N_("Nobody has this token. Send one that came with the table: Authorization: Bearer TOKEN"))
        )


def asker_of(guest: Guest) -> Asker:
    """A person with a browser."""
    return Asker(guest.session, guest.name, guest.front)
