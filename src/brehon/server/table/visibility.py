"""Who may look at a table and how much of it: private or not, spectators with a delay, the curtain of a hot seat."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from brehon.core.contract import CHANCE
from brehon.core.match import Match
from brehon.core.text import N_, Message
from brehon.server.errors import Forbidden, Unreadable
from brehon.server.table.table import Table, Who

PRIVATE: Final = "private"
UNLISTED: Final = "unlisted"
OPEN: Final = "open"
VISIBILITIES: Final = {
    UNLISTED: N_("Unlisted: anyone with the link may watch."),
    PRIVATE: N_("Private: only the people at the table may see it."),
    OPEN: N_("Open: listed in the lobby; anyone may take a free seat."),
}
MAX_DELAY: Final = 500
APART: Final = N_(
    "Duplicate: the same deal is played at another table. Until the game has ended there too, only those who play here may look"
    " at this table; its host and spectators may not."
)
HELD: Final = N_(
    "Duplicate: the same deal is played at another table. Record, result, review and secret are shown when both tables have ended."
)
TWIN_STEP: Final = 1 << 32  # more than any version


@dataclass
class Visibility:
    """Who may watch."""

    visibility: str = UNLISTED
    spectators: bool = True  # while the game is played
    delay: int = 0  # plies by which they see it late

    def columns(self) -> dict[str, object]:
        """What is stored with the match; Unreadable if it makes no sense."""
        if self.visibility not in VISIBILITIES:
            text = N_("A table can be %(choices)s, not “%(asked)s”.")
            raise Unreadable(Message(text, choices=", ".join(VISIBILITIES), asked=self.visibility[:20]))
        if not 0 <= self.delay <= MAX_DELAY:
            raise Unreadable(Message(N_("The delay for spectators is 0 to %(most)s plies."), most=MAX_DELAY))
        return {"visibility": self.visibility, "spectators": self.spectators, "delay": self.delay}


def check_welcome(table: Table, who: Who) -> None:
    """Forbidden for a person whom the host has banned."""
    if who.is_banned:
        raise Forbidden(Message(N_("The host has banned you from this table. You can create your own.")))


def check_sight(table: Table, who: Who) -> None:
    """Forbidden if they may not look at the table at all."""
    if who.seats:
        return
    if table.is_apart:
        raise Forbidden(Message(APART))
    if who.is_host:
        return
    check_welcome(table, who)
    if who.kept:
        return
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
        raise Forbidden(
            Message(N_("This game is played without spectators. You can watch the replay when it is over."))
        )


def may_see(table: Table, who: Who) -> bool:
    """Whether they may look at the table at all."""
    try:
        check_sight(table, who)
    except Forbidden:
        return False
    return True


def is_for_strangers(table: Table) -> bool:
    """Whether anyone who knows the address may look at the table now."""
    is_going = table.match is not None and not table.match.is_over
    return table.row.visibility != PRIVATE and (table.row.spectators or not is_going) and not table.is_apart


def sees_late(table: Table, who: Who) -> bool:
    """Whether a person sees the table some plies late, and so must not know what happens there now."""
    return bool(table.row.delay and table.match and not (table.match.is_over or who.seats or who.is_host))


def version_for(table: Table, who: Who) -> int:
    """A number that changes with everything they may see of the table apart from its plies."""
    return 0 if sees_late(table, who) else table.version + TWIN_STEP * (table.twin.mark if table.twin else 0)


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
    """At a hot seat only the player who holds the device may look back or plan ahead, and not from behind the curtain."""
    if not who.is_hot:
        return who
    seat = table.view_seat(who)
    return replace(who, seats=[seat] if seat >= 0 else [])


def _late(match: Match, delay: int) -> int:
    """The last position at least `delay` plies ago in which a player had to decide; the start if there is none."""
    ply = match.ply - delay
    while 0 < ply < match.ply and match.plies[ply].seat == CHANCE:
        ply -= 1
    return max(0, ply)


def curtain(table: Table, who: Who) -> list[int]:
    """At a hot seat: the seats that have to decide while another player, or no one, holds the device."""
    if not who.is_hot or table.match is None or table.match.is_over:
        return []
    deciding = [seat for seat in who.seats if table.match.may_move(seat)]
    return [] if who.front in deciding else deciding
