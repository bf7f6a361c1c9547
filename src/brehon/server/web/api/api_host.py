"""The same for programs: open tables and finished games, seats at open tables, the host's powers, another game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel

from brehon.server.names import MAX_NAME, clean
from brehon.server.people.cookies import new_session
from brehon.server.people.keys import is_free
from brehon.server.table.lobby import FINISHED, PLAYING, Entry, finished_games, open_tables, unusual
from brehon.server.table.seating import claim, seat_is_taken, seat_of_link
from brehon.server.table.visibility import check_sight, check_welcome
from brehon.server.table.visit import visiting
from brehon.server.web.actions_seats import Sitting, ticket
from brehon.server.web.bearer import Actor, Token, session_of
from brehon.server.web.models import PROBLEMS, MatchId, SeatTicket, Silent
from brehon.server.web.rendering import Service, base_of, speaker

router = APIRouter(prefix="/api/v1", tags=["tables"], responses=PROBLEMS, default_response_class=Silent)
LinkWord = Annotated[str, Path(max_length=64, description="The last part of the link of a seat.")]
GameName = Annotated[str, Query(max_length=64, description="Only tables of this game.")]


class Listed(BaseModel):
    """A table in a list."""

    id: str
    game: str
    status: Literal["waiting", "playing", "over"]
    names: list[str]
    free: int
    winners: list[str]
    options: list[dict[str, str]]
    at: float
    link: str


class Tables(BaseModel):
    tables: list[Listed]
    has_more: bool = False


class Invitation(BaseModel):
    """Where the link of a seat leads; `options` are those that differ from the usual ones, in words."""

    table: str
    game: str
    seat: int
    taken: bool
    names: list[str]
    commitment: str
    key: str
    options: list[dict[str, str]]


class Arrival(SeatTicket):
    """The seat that was taken, and its table."""

    table: str


class SeatTickets(BaseModel):
    seats: list[SeatTicket]


def listed(request: Request, entry: Entry) -> dict[str, Any]:
    status = "over" if entry.state == FINISHED else "playing" if entry.state == PLAYING else "waiting"
    return {
        "id": entry.id, "game": entry.game, "status": status, "names": entry.names, "free": entry.free,
        "winners": entry.winners, "at": entry.at, "link": f"{base_of(request)}/table/{entry.id}",
        "options": [{"option": title, "text": text} for title, text in entry.options],
    }  # fmt: skip


@router.get("/tables", response_model=Tables, summary="Open tables with a free seat, the newest first")
async def open_ones(request: Request, tables: Service, token: Token, game: GameName = "") -> Any:
    """With the token of a person without the tables where they sit already."""
    found = await open_tables(tables, session_of(token), speaker(request), game)
    return {"tables": [listed(request, entry) for entry in found], "has_more": False}


@router.get("/finished", response_model=Tables, summary="Finished games of open tables, the latest first")
async def finished(
    request: Request,
    tables: Service,
    token: Token,
    game: GameName = "",
    player: Annotated[str, Query(max_length=64, description="Part of the name of a player.")] = "",
    page: Annotated[int, Query(ge=1, le=10_000)] = 1,
) -> Any:
    """With the token of a person their own games too."""
    found = await finished_games(tables, session_of(token), speaker(request), game, clean(player, MAX_NAME), page)
    return {"tables": [listed(request, entry) for entry in found.entries], "has_more": found.has_more}


@router.get("/join/{link}", response_model=Invitation, summary="Where the link of a seat leads")
async def invitation(request: Request, tables: Service, link: LinkWord, token: Token) -> Any:
    """The link of a taken seat opens nothing: 403, unless the person sits there."""
    found = await seat_of_link(tables, link)
    async with tables.at(found.match) as table:
        seat, who = table.seats[found.seat], table.who(session_of(token))
        check_welcome(table, who)
        if not is_free(seat) and seat.seat not in who.seats:
            raise seat_is_taken()
        game = table.rules.game
        options = unusual(game, table.rules.options, table.rules.version, speaker(request))
        return {"table": table.id, "game": game.name, "seat": seat.seat, "taken": not is_free(seat), "names": table.names,
                "commitment": table.commitment, "key": table.server_key,
                "options": [{"option": title, "text": text} for title, text in options]}  # fmt: skip


@router.post("/join/{link}", response_model=Arrival, summary="Take a seat by its link")
async def arrive(request: Request, tables: Service, link: LinkWord, token: Token, body: Sitting) -> Any:
    """The answer holds the key of the seat, shown to no one else and not again; from now on the link opens nothing."""
    name = body.name or (token.guest.name if token and token.guest else "")
    taken = await claim(tables, link, session_of(token) or new_session(), name, body.number_hash)
    async with tables.at(taken.table, again=True) as table:
        data = ticket(request, tables, table.seats[taken.seat], taken.key)
    return {"table": taken.table, **data}


@router.get(
    "/tables/{match_id}/seats", response_model=SeatTickets, summary="One's seats; for the host the free ones too"
)
async def tickets(request: Request, tables: Service, match_id: MatchId, asker: Actor) -> Any:
    """Links of free seats for the host; keys are not shown again."""
    async with visiting(tables, match_id, asker) as visit:
        table, who = visit.table, visit.who
        check_sight(table, who)
        shown = {*who.seats, *(table.waiting_for if who.is_host else [])}
        return {"seats": [ticket(request, tables, table.seats[seat]) for seat in sorted(shown)]}
