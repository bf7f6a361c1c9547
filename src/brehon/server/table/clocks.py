"""How long people may think: presets, and clocks that are plain data, so that they survive a restart and go from worker to worker.

A clock runs only while its seat has to decide. The server's time counts; a page only shows it. A turn begins when a move or a draw
makes a seat a mover. An undo, a pause or a bot that gives the seat back does not begin a turn, so no player gains time by them.
"""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from brehon.bots.levels import level as bot_level
from brehon.core.text import N_, Message
from brehon.server.errors import Unreadable

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WARN: Final = "warn"  # when time runs out: everyone sees it, nothing else happens
BOT: Final = "bot"  # ... a bot plays until the person is back
FORFEIT: Final = "forfeit"  # ... a bot plays to the end, and the person comes last
ENDS: Final = {
    WARN: N_("everyone sees it, and the table waits"),
    BOT: N_("a bot plays for them until they are back"),
    FORFEIT: N_("they forfeit: a bot plays to the end, and they come last"),
}
OWN: Final = "own"  # a pace that is not a preset
MOST: Final = 60 * DAY  # no clock has more
VACATION: Final = 30 * DAY  # in one year; and at one table alone, in one game


@dataclass(frozen=True)
class Pace:
    """How long people may think at a table, and what happens when a player's time runs out."""

    name: str
    bank: float  # seconds at the beginning
    gain: float = 0.0  # seconds more with every turn
    fresh: bool = False  # every turn begins with the whole bank
    at_end: str = WARN
    level: str = "cottar"  # of the bot that then plays

    @property
    def comeback(self) -> float:
        """The minimum time of a player who comes back after a bot has played for them."""
        return self.bank if self.fresh else max(self.gain, self.bank / 4)


PRESETS: Final = {
    "live": Pace("live", 20 * MINUTE, 30.0),
    "relaxed": Pace("relaxed", HOUR, 2 * MINUTE),
    "day": Pace("day", DAY, fresh=True),
    "days": Pace("days", 3 * DAY, fresh=True),
    "week": Pace("week", 7 * DAY, fresh=True),
}
PACE_WORDS: Final = {
    "": N_("No clocks: take your time"),
    "live": N_("Live: 20 minutes each, and 30 seconds more with every turn"),
    "relaxed": N_("Relaxed: an hour each, and 2 minutes more with every turn"),
    "day": N_("By days: one day for every turn"),
    "days": N_("By days: three days for every turn"),
    "week": N_("By days: a week for every turn"),
}


def make_pace(name: str, at_end: str = WARN, level: str = "", own: Pace | None = None) -> Pace | None:
    """The chosen pace; Unreadable if it does not exist, None for no clocks."""
    if own is None and not name:
        return None
    found = own or PRESETS.get(name)
    if found is None:
        raise Unreadable(Message(N_("There is no time control “%(name)s”; there are: %(names)s."), name=name[:40],
                                 names=", ".join(PRESETS)))  # fmt: skip
    if at_end not in ENDS:
        raise Unreadable(Message(N_("“%(name)s” cannot happen when time runs out; choose one of: %(names)s."),
                                 name=at_end[:40], names=", ".join(ENDS)))  # fmt: skip
    return Pace(found.name, found.bank, found.gain, found.fresh, at_end, bot_level(level or "cottar").name)


def pace_of(data: dict[str, Any] | None) -> Pace | None:
    """The pace as it was stored."""
    return Pace(**data) if data else None


@dataclass
class Clocks:
    """What each seat has left, as it was counted last."""

    left: list[float]  # [seat] seconds at the time `since`; below 0 where time has run out
    running: int = 0  # bit mask of seats
    since: float = 0.0
    away: dict[str, float] = field(default_factory=dict)  # seat -> when its vacation ends at the latest
    missed: dict[str, float] = field(default_factory=dict)  # seat -> seconds of vacation it has had at this table

    def data(self) -> dict[str, Any]:
        return asdict(self)

    def left_at(self, seat: int, now: float) -> float:
        return self.left[seat] - max(0.0, now - self.since) if self.runs(seat) else self.left[seat]

    def runs(self, seat: int) -> bool:
        return self.running >> seat & 1 == 1

    def is_away(self, seat: int) -> bool:
        return str(seat) in self.away

    def leave_left(self, seat: int) -> float:
        """Seconds for which a seat may still be away from this table alone."""
        return max(0.0, VACATION - self.missed.get(str(seat), 0.0))

    def forget(self, seat: int) -> None:
        """Another player sits there now, who is not away."""
        self.away.pop(str(seat), None)
        self.missed.pop(str(seat), None)

    def go(self, pace: Pace, movers: int, now: float, is_turn: bool) -> None:
        """Count up to now; from now on the clocks of `movers` run. At the beginning of a turn there is more time."""
        for seat in range(len(self.left)):
            self.left[seat] = self.left_at(seat, now)
            begins = movers >> seat & 1 == 1 and not self.runs(seat)
            if begins and is_turn:
                self.left[seat] = pace.bank if pace.fresh else min(self.left[seat] + pace.gain, MOST)
        for name, until in self.away.items() if self.since else ():
            self.missed[name] = self.missed.get(name, 0.0) + max(0.0, min(now, until) - self.since)
        self.away = {seat: until for seat, until in self.away.items() if until > now}
        away = sum(1 << int(seat) for seat in self.away)
        self.running, self.since = movers & ~away, now

    def deadline(self, pace: Pace) -> float | None:
        """The time of the next event: a player's time runs out, or a vacation ends."""
        ends = [
            self.since + self.left[seat]
            for seat in range(len(self.left))
            if self.runs(seat) and self.is_due(pace, seat)
        ]
        return min([*ends, *self.away.values()], default=None)

    def is_due(self, pace: Pace, seat: int) -> bool:
        """A player who was warned is not warned again."""
        return self.left[seat] > 0 or pace.at_end != WARN


def clocks_of(data: dict[str, Any] | None, pace: Pace, n_seats: int) -> Clocks:
    """The clocks as stored; at the start everyone has the whole bank."""
    return Clocks(**data) if data else Clocks([pace.bank] * n_seats)


def duration(seconds: float) -> Message:
    """A time that is left, as people say it."""
    whole = max(0, int(seconds))
    if whole >= DAY:
        return Message(N_("%(days)s d %(hours)s h"), days=int(whole / DAY), hours=whole // 3600 % 24)
    if whole >= HOUR:
        return Message(N_("%(hours)s:%(minutes)s h"), hours=whole // 3600, minutes=f"{whole // 60 % 60:02d}")
    return Message("%(minutes)s:%(seconds)s", minutes=whole // 60, seconds=f"{whole % 60:02d}")


def year_of(now: float) -> int:
    return time.gmtime(now).tm_year
