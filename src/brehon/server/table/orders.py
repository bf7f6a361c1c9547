"""What a new table is to be, and what the person who has made it gets."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from brehon.bots.levels import level as bot_level
from brehon.core.errors import BadOptions
from brehon.core.text import N_
from brehon.server.names import MAX_NAME, clean, distinct
from brehon.server.storage.schema import BOT, FRIEND, KINDS
from brehon.server.table.clocks import Pace
from brehon.server.table.visibility import Visibility


@dataclass
class SeatOrder:
    """Who is to sit in a seat."""

    kind: str
    level: str = ""
    name: str = ""
    reserved: str | None = None  # the person for whom the seat of a friend is kept


@dataclass
class Order:
    """What a table is to be."""

    game: str
    seats: list[SeatOrder]
    options: dict[str, str] = field(default_factory=dict)
    components: str = ""  # the name of a built-in set, or of the file
    source: str = ""  # the text of the file
    looking: Visibility = field(default_factory=Visibility)
    pace: Pace | None = None  # how long people may think
    waits: bool = False  # for a number of its maker, also if no one else has to come
    group_id: str | None = None  # of friends, see groups.py
    auto_review: bool = False  # when it is over
    hints: str = "alone"  # who may ask for them, see hints.py
    duplicate: bool = False  # a second table gets the same deal, see duplicate.py
    others: list[SeatOrder] = field(default_factory=list)  # who sits there; else links wherever people sit here
    secret: str = ""  # of a deal that is fixed; "" for one that no one knows
    guide: dict[str, Any] | None = None  # of a guided game, see lesson.py


@dataclass
class Taken:
    """A seat where a player has just sat down."""

    table: str
    seat: int
    key: str | None  # for this player alone; None if they sat there before


@dataclass
class Created:
    """A new table, with what only the player who has made it gets."""

    id: str
    host_key: str
    keys: dict[int, str]  # of the seats where they sit
    twin: Created | None = None  # the second table of a duplicate


def seat_people(orders: list[SeatOrder]) -> list[SeatOrder]:
    """Check the seats and give each player a unique name."""
    seats: list[SeatOrder] = []
    for number, order in enumerate(orders):
        if order.kind not in KINDS:
            raise BadOptions(
                N_("seat %(number)s cannot be %(kind)s; it can be: %(names)s"),
                number=number + 1,
                kind=repr(order.kind),
                names=", ".join(KINDS),
            )
        name, level = clean(order.name, MAX_NAME), ""
        if order.kind == BOT:
            found = bot_level(order.level)
            level, name = found.name, name or found.title
        name = distinct(name, [seat.name for seat in seats])
        seats.append(SeatOrder(order.kind, level, name, order.reserved if order.kind == FRIEND else None))
    return seats
