"""What a browser chose last for each game: how many play, and the bots' level. It is convenience only, so a cookie is enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlencode

from fastapi import Request
from starlette.responses import Response

from brehon.bots.levels import LEVELS
from brehon.core import registry
from brehon.core.contract import Game
from brehon.server.people.cookies import A_YEAR
from brehon.server.storage.schema import BOT, ME
from brehon.server.table.orders import Order

COOKIE: Final = "choices"
USUAL: Final = "cottar"
LONGEST: Final = 2000  # characters of the cookie that are read


@dataclass(frozen=True)
class Choice:
    """One person against bots."""

    seats: int
    level: str


def last_choice(request: Request, game: Game) -> Choice:
    """What was chosen last in this browser; the usual for a new one, or where the cookie makes no sense."""
    usual = Choice(min(game.seats), USUAL)
    for name, value in parse_qsl(request.cookies.get(COOKIE, "")[:LONGEST]):
        seats, _, level = value.partition(".")
        if name == game.name and seats.isascii() and seats.isdecimal() and len(seats) < 3 and level in LEVELS:
            return Choice(int(seats), level) if int(seats) in game.seats else usual
    return usual


def remember(request: Request, response: Response, order: Order) -> None:
    """A table of one person and bots is what *Play a bot* makes next time."""
    bots = [seat for seat in order.seats if seat.kind == BOT]
    people = [seat for seat in order.seats if seat.kind == ME]
    if len(people) != 1 or len(bots) != len(order.seats) - 1 or not bots:
        return
    known = {name: last_choice(request, registry.game(name)) for name in registry.names()}
    known[order.game] = Choice(len(order.seats), bots[0].level)
    text = urlencode({name: f"{choice.seats}.{choice.level}" for name, choice in known.items()})
    response.set_cookie(COOKIE, text, max_age=A_YEAR, httponly=True, samesite="lax")
