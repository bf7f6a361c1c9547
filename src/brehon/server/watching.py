"""Who may look at a table and how much of it: private or not, spectators with a delay, the curtain of a hot seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from brehon.core.contract import CHANCE
from brehon.core.match import Match
from brehon.core.text import N_, Message
from brehon.server.errors import Forbidden, Unreadable

if TYPE_CHECKING:
    from brehon.server.services import Table, Who

PRIVATE: Final = "private"
UNLISTED: Final = "unlisted"
OPEN: Final = "open"
VISIBILITIES: Final = {
    UNLISTED: N_("Unlisted: whoever has the link may look."),
    PRIVATE: N_("Private: only the people at the table may look."),
    OPEN: N_("Open: listed in the lobby, and anybody may take a free seat."),
}
MAX_DELAY: Final = 500


@dataclass
class Looking:
    """Who may look on."""

    visibility: str = UNLISTED
    spectators: bool = True  # while the game is played
    delay: int = 0  # plies by which they see it late

    def columns(self) -> dict[str, object]:
        """What is stored with the match; Unreadable if it makes no sense."""
        if self.visibility not in VISIBILITIES:
            text = N_("A table can be %(choices)s, and not “%(asked)s”.")
            raise Unreadable(Message(text, choices=", ".join(VISIBILITIES), asked=self.visibility[:20]))
        if not 0 <= self.delay <= MAX_DELAY:
            raise Unreadable(Message(N_("The delay for spectators is 0 to %(most)s plies."), most=MAX_DELAY))
        return {"visibility": self.visibility, "spectators": self.spectators, "delay": self.delay}


def front_mark(match_id: str, seat: int) -> str:
    """Says on a device with several seats who holds it; it opens nothing that is not theirs anyway."""
    return f"{match_id}.{seat}"


def check_welcome(table: Table, who: Who) -> None:
    """Forbidden for somebody whom the host has shut out."""
    if who.is_banned:
        raise Forbidden(Message(N_("The host has shut you out of this table. You can set up one of your own.")))


def check_sight(table: Table, who: Who) -> None:
    """Forbidden if they may not look at the table at all."""
    if who.seats or who.is_host:
        return
    check_welcome(table, who)
    if table.row.visibility == PRIVATE:
        raise Forbidden(
            Message(
                N_(
                    "This table is private: only the people at it may look. If you sit there, open it in the browser where"
                    " you took the seat; otherwise ask the host for the link of a seat."
                )
            )
        )
    if table.match is not None and not table.match.is_over and not table.row.spectators:
        raise Forbidden(Message(N_("This game is played without spectators. You can look at it when it is over.")))


def sees_late(table: Table, who: Who) -> bool:
    """Whether somebody sees the table some plies late, and so must not know what happens there now."""
    return bool(table.row.delay and table.match and not (table.match.is_over or who.seats or who.is_host))


def version_for(table: Table, who: Who) -> int:
    """A number that changes with whatever they may see of the table beside its plies."""
    return 0 if sees_late(table, who) else table.version


def shown_to(table: Table, who: Who) -> Match | None:
    """The match as far as they may look at it: for spectators of a delayed table it ends some plies ago."""
    check_sight(table, who)
    match = table.match
    return match.at(_late(match, table.row.delay)) if match is not None and sees_late(table, who) else match


def shown_ply(table: Table, who: Who) -> int:
    """The number of the next ply as they may know it."""
    check_sight(table, who)
    match = table.match
    return _late(match, table.row.delay) if match is not None and sees_late(table, who) else table.ply


def looking_back(table: Table, who: Who) -> Who:
    """At a hot seat only whoever holds the device looks back or plans ahead, and nobody from behind the curtain."""
    if not who.is_hot:
        return who
    seat = table.view_seat(who)
    return replace(who, seats=[seat] if seat >= 0 else [])


def _late(match: Match, delay: int) -> int:
    """The last position at least `delay` plies ago in which somebody had to decide; the very beginning if there is none."""
    ply = match.ply - delay
    while 0 < ply < match.ply and match.plies[ply].seat == CHANCE:
        ply -= 1
    return max(0, ply)


def curtain(table: Table, who: Who) -> list[int]:
    """At a hot seat: the seats that have to decide while somebody else, or nobody, holds the device."""
    if not who.is_hot or table.match is None or table.match.is_over:
        return []
    deciding = [seat for seat in who.seats if table.match.may_move(seat)]
    return [] if who.front in deciding else deciding
