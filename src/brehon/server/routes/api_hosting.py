"""The same for programs: open tables and finished games, seats at open tables, the host's powers, another game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from brehon.server.hosting import (
    NewHands,
    hand_over,
    pardon,
    rematch,
    renew_key,
    renew_link,
    set_looking,
    sit_down,
)
from brehon.server.keys import is_free
from brehon.server.lobby import FINISHED, PLAYING, Entry, finished_games, open_tables, unusual
from brehon.server.quotas import TABLES, use_quota
from brehon.server.routes.api import (
    PROBLEMS,
    Actor,
    MatchId,
    Number,
    SeatTicket,
    Strict,
    TableState,
    Token,
    answer,
    base_of,
    session_of,
    ticket,
)
from brehon.server.routes.pages import Service
from brehon.server.services import MAX_NAME, clean, seat_is_taken
from brehon.server.visit import new_session, speaker
from brehon.server.watching import MAX_DELAY, Looking, check_sight, check_welcome

router = APIRouter(prefix="/api/v1", tags=["tables"], responses=PROBLEMS)
SILENT = {"Cache-Control": "no-store"}
SeatNumber = Annotated[int, Path(ge=0, lt=12, description="The number of the seat, from 0.")]
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


class NewLooking(Strict):
    """Who may look on: the whole setting at once."""

    visibility: Literal["private", "unlisted", "open"]
    spectators: bool = True
    delay: Annotated[Number, Field(le=MAX_DELAY)] = 0


class Sitting(Strict):
    name: str = Field("", max_length=64)
    number_hash: str = Field("", max_length=64, description="Of the number of one's device; docs/fairness.md.")


class SeatChange(Strict):
    """A seat taken away: free for whoever gets the new link, or played by a bot from now on."""

    to: Literal["open", "bot"]
    level: str = Field("", max_length=32)
    ban: bool = False


class Pardon(Strict):
    ban: str = Field(max_length=64)


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


class Rematch(BaseModel):
    """The next table and one's own seats there, each with its key the first time; for the host also the links of free ones."""

    id: str
    link: str
    host_token: str | None
    seats: list[SeatTicket]


def listed(request: Request, entry: Entry) -> dict[str, Any]:
    status = "over" if entry.state == FINISHED else "playing" if entry.state == PLAYING else "waiting"
    return {
        "id": entry.id, "game": entry.game, "status": status, "names": entry.names, "free": entry.free,
        "winners": entry.winners, "at": entry.at, "link": f"{base_of(request)}/table/{entry.id}",
        "options": [{"option": title, "text": text} for title, text in entry.options],
    }  # fmt: skip


@router.get("/tables", response_model=Tables, summary="Open tables with a free seat, the newest first")
async def open_ones(request: Request, tables: Service, token: Token, game: GameName = "") -> JSONResponse:
    """With the token of a person without the tables where they sit already."""
    found = await open_tables(tables, session_of(token), speaker(request), game)
    return JSONResponse({"tables": [listed(request, entry) for entry in found], "has_more": False})


@router.get("/finished", response_model=Tables, summary="Finished games of open tables, the latest first")
async def finished(
    request: Request,
    tables: Service,
    token: Token,
    game: GameName = "",
    player: Annotated[str, Query(max_length=64, description="Part of the name of a player.")] = "",
    page: Annotated[int, Query(ge=1, le=10_000)] = 1,
) -> JSONResponse:
    """With the token of a person their own games too."""
    found = await finished_games(tables, session_of(token), speaker(request), game, clean(player, MAX_NAME), page)
    return JSONResponse({"tables": [listed(request, entry) for entry in found.entries], "has_more": found.has_more})


@router.post("/tables/{match_id}/join", response_model=SeatTicket, summary="Take a free seat of an open table")
async def join(request: Request, tables: Service, match_id: MatchId, token: Token, body: Sitting) -> JSONResponse:
    """The answer holds the key of the seat, which is shown to no one else and not again."""
    name = body.name or (token.guest.name if token and token.guest else "")
    taken = await sit_down(tables, match_id, session_of(token) or new_session(), name, body.number_hash)
    async with tables.at(match_id, again=True) as table:
        return JSONResponse(ticket(request, tables, table.seats[taken.seat], taken.key), headers=SILENT)


@router.get("/join/{link}", response_model=Invitation, summary="Where the link of a seat leads")
async def invitation(request: Request, tables: Service, link: LinkWord, token: Token) -> JSONResponse:
    """The link of a taken seat opens nothing: 403, unless the person sits there."""
    found = await tables.seat_of_link(link)
    async with tables.at(found.match) as table:
        seat, who = table.seats[found.seat], table.who(session_of(token))
        check_welcome(table, who)
        if not is_free(seat) and seat.seat not in who.seats:
            raise seat_is_taken()
        game = table.rules.game
        options = unusual(game, table.rules.options, table.rules.version, speaker(request))
        data = {"table": table.id, "game": game.name, "seat": seat.seat, "taken": not is_free(seat), "names": table.names,
                "commitment": table.commitment, "key": table.server_key,
                "options": [{"option": title, "text": text} for title, text in options]}  # fmt: skip
    return JSONResponse(data, headers=SILENT)


@router.post("/join/{link}", response_model=Arrival, summary="Take a seat by its link")
async def arrive(request: Request, tables: Service, link: LinkWord, token: Token, body: Sitting) -> JSONResponse:
    """The answer holds the key of the seat, shown to no one else and not again; from now on the link opens nothing."""
    name = body.name or (token.guest.name if token and token.guest else "")
    taken = await tables.claim(link, session_of(token) or new_session(), name, body.number_hash)
    async with tables.at(taken.table, again=True) as table:
        data = ticket(request, tables, table.seats[taken.seat], taken.key)
    return JSONResponse({"table": taken.table, **data}, headers=SILENT)


@router.get(
    "/tables/{match_id}/seats", response_model=SeatTickets, summary="One's seats; for the host the free ones too"
)
async def tickets(request: Request, tables: Service, match_id: MatchId, asker: Actor) -> JSONResponse:
    """Links of free seats for the host; keys are not shown again."""
    async with tables.visit(match_id, asker) as (table, who):
        check_sight(table, who)
        shown = {*who.seats, *(table.waiting_for if who.is_host else [])}
        data = {"seats": [ticket(request, tables, table.seats[seat]) for seat in sorted(shown)]}
    return JSONResponse(data, headers=SILENT)


@router.post(
    "/tables/{match_id}/seats/{seat}/key",
    response_model=SeatTicket,
    summary="A new key for one's own seat; the old one opens nothing",
)
async def new_key(request: Request, tables: Service, match_id: MatchId, seat: SeatNumber, asker: Actor) -> JSONResponse:
    """For a program that has lost its key's secrecy, or a person who lets a program play in one seat."""
    key = await renew_key(tables, match_id, asker, seat)
    async with tables.at(match_id, again=True) as table:
        return JSONResponse(ticket(request, tables, table.seats[seat], key), headers=SILENT)


@router.post("/tables/{match_id}/looking", response_model=TableState, summary="Decide who may look on (host)")
async def looking(
    request: Request, tables: Service, match_id: MatchId, token: Token, asker: Actor, body: NewLooking
) -> JSONResponse:
    await set_looking(tables, match_id, asker, Looking(body.visibility, body.spectators, body.delay))
    return await answer(request, tables, match_id, token)


@router.post(
    "/tables/{match_id}/seats/{seat}",
    response_model=TableState,
    summary="Take a seat away: free it or give it to a bot (host); free one's own",
)
async def change_seat(
    request: Request, tables: Service, match_id: MatchId, seat: SeatNumber, token: Token, asker: Actor, body: SeatChange
) -> JSONResponse:
    level = (body.level or "cottar") if body.to == "bot" else ""
    who = await hand_over(tables, match_id, asker, NewHands(seat, level, body.ban))
    is_still_good = who.is_host or session_of(token) != ""  # the key of a seat that was freed opens nothing
    return await answer(request, tables, match_id, token if is_still_good else None)


@router.post(
    "/tables/{match_id}/seats/{seat}/link",
    response_model=SeatTicket,
    summary="A new link for a free seat; the old one leads nowhere (host)",
)
async def new_link(
    request: Request, tables: Service, match_id: MatchId, seat: SeatNumber, asker: Actor
) -> JSONResponse:
    await renew_link(tables, match_id, asker, seat)
    async with tables.at(match_id, again=True) as table:
        return JSONResponse(ticket(request, tables, table.seats[seat]), headers=SILENT)


@router.post("/tables/{match_id}/pardon", response_model=TableState, summary="Let somebody come again (host)")
async def forgive(
    request: Request, tables: Service, match_id: MatchId, token: Token, asker: Actor, body: Pardon
) -> JSONResponse:
    await pardon(tables, match_id, asker, body.ban)
    return await answer(request, tables, match_id, token)


@router.post("/tables/{match_id}/rematch", response_model=Rematch, summary="Play again, everybody one seat on")
async def again(request: Request, tables: Service, match_id: MatchId, asker: Actor) -> JSONResponse:
    """The first who asks sets the table up. Each gets their own seat there, and its key the first time that they ask."""
    use_quota(request, TABLES, asker.session)
    following = await rematch(tables, match_id, asker)
    async with tables.at(following.id) as table:
        shown = {*following.seats, *(table.waiting_for if following.host_key else [])}
        seats = [ticket(request, tables, table.seats[seat], following.keys.get(seat)) for seat in sorted(shown)]
    link = f"{base_of(request)}/table/{following.id}"
    data = {"id": following.id, "link": link, "host_token": following.host_key, "seats": seats}
    return JSONResponse(data, headers=SILENT)
