"""Shared positions, for programs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from brehon.core.errors import IllegalAction
from brehon.core.text import N_, Message
from brehon.server.coach.shared_view import shared_data, shared_view
from brehon.server.errors import NotSignedIn
from brehon.server.people.keys import digest
from brehon.server.people.quotas import SHARES, use_quota
from brehon.server.storage.schema import ShareRow
from brehon.server.table.decisions import numbers_of
from brehon.server.table.sandbox import open_sandbox, shown_match, view_at
from brehon.server.table.shares import Spot, open_match
from brehon.server.table.tables import Tables
from brehon.server.table.visit import Visit, visiting
from brehon.server.web.bearer import Bearer, Token, asker_behind, session_of
from brehon.server.web.models import PROBLEMS, MatchId, Number, Silent, Strict, Words
from brehon.server.web.pages.plans import shares_of
from brehon.server.web.pages.review_pages import RecordId
from brehon.server.web.pages.share_pages import opened, review_of, spot_at, spot_in_record
from brehon.server.web.rendering import Service, base_of, speaker

router = APIRouter(prefix="/api/v1", tags=["shared positions"], responses=PROBLEMS, default_response_class=Silent)
Word = Annotated[str, Path(max_length=64, description="The last part of the link.")]


class NewShare(Strict):
    """Which position: before this ply (the newest if nothing is said), as a seat, `watcher` or `truth` shows it."""

    ply: Number | None = None
    seat: str = Field(default="", max_length=12)
    names: bool = Field(default=True, description="Whether the players are named; else they are Seat 1, Seat 2 …")
    review: bool = Field(default=False, description="With what the review says of the decision made there.")


class NewTableShare(NewShare):
    """The same; with `seed` or `words` it is a sandbox: a guess from one's own knowledge, and the moves tried in it."""

    seed: Number | None = None
    words: list[Words] = Field(default_factory=list, max_length=400)


class ShareTicket(BaseModel):
    """The link, for anyone, and the addresses of its pictures."""

    word: str
    link: str
    svg: str
    png: str
    preview: str


class SharedMove(BaseModel):
    """A move that was tried."""

    seat: int
    words: str
    label: str


class SharedState(BaseModel):
    """A shared position. What its `view` does not show is guessed in `position`, for a program that wants to play on."""

    word: str
    game: str
    ply: int
    seat: int | None = Field(description="Whose knowledge it is; null if it is everyone's, or everything.")
    guess: bool = Field(description="Whether it comes from a sandbox.")
    over: bool
    names: list[str] = Field(description="Of the players; empty if they are not named.")
    movers: list[int]
    message: str
    about: str
    moves: list[SharedMove]
    view: dict[str, Any]
    position: str = Field(description="In one line; `Ruleset.parse` reads it.")
    coach: list[str] = Field(description="The best move and why, if the coach was asked.")


async def person_behind(tables: Tables, token: Bearer | None) -> str:
    """The person to whom a link belongs: of a token of their own, or of the key of a seat or of a host."""
    found: str | None = session_of(token)
    if token is not None and not found:
        key = digest(token.credentials)
        seat = await tables.store.seat_of_key(key)
        hosted = await tables.store.match_of_host_key(key) if seat is None else None
        found = seat.session if seat is not None else None
        if hosted is not None:
            async with tables.at(hosted) as table:
                found = table.row.host
    if not found:
        raise NotSignedIn(Message(N_("A link belongs to a person: send the token of one, or the key of their seat.")))
    return found


def ticket(request: Request, word: str) -> dict[str, str]:
    link = f"{base_of(request)}/shared/{word}"
    pictures = {"svg": f"{link}/board.svg", "png": f"{link}/board.png", "preview": f"{link}/preview.png"}
    return {"word": word, "link": link, **pictures}


def spot_for(visit: Visit, body: NewTableShare) -> Spot:
    last = shown_match(visit).ply
    ply = last if body.ply is None else min(body.ply, last)
    if body.seed is None and not body.words:
        return spot_at(visit, ply, body.seat, body.review)
    view, seed = view_at(visit, ply), body.seed or 0
    spot = Spot(ply, view.seat, match=visit.table.id, seed=seed)
    open_match(visit.table, visit.who, spot)
    sandbox, moves = open_sandbox(visit.table, view, seed), numbers_of(visit.table, body.words)
    why = sandbox.play(moves)
    if why is not None:
        raise IllegalAction(body.words[len(sandbox.played)], why, sandbox.match.ply)
    spot.moves = tuple(moves)
    return spot


@router.post(
    "/tables/{match_id}/share", response_model=ShareTicket, status_code=201, summary="Share a position by a link"
)
async def share(request: Request, tables: Service, match_id: MatchId, token: Token, body: NewTableShare) -> Any:
    """The same position has the same link again; `names` of the last request counts."""
    person = await person_behind(tables, token)
    use_quota(request, SHARES, person)
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        spot = spot_for(visit, body)
    return ticket(request, await shares_of(request).put(person, spot, body.names))


@router.post(
    "/records/{record_id}/share", response_model=ShareTicket, status_code=201, summary="Share a position of a record"
)
async def share_of_record(request: Request, tables: Service, record_id: RecordId, token: Token, body: NewShare) -> Any:
    person = await person_behind(tables, token)
    use_quota(request, SHARES, person)
    spot = await spot_in_record(tables, record_id, body.ply, body.seat, body.review)
    return ticket(request, await shares_of(request).put(person, spot, body.names))


@router.get("/me/shared", response_model=list[ShareTicket], summary="The links of one's own")
async def own(request: Request, tables: Service, token: Token) -> Any:
    rows: list[ShareRow] = await shares_of(request).mine(await person_behind(tables, token))
    return [ticket(request, row.id) for row in rows]


@router.get("/shared/{word}", response_model=SharedState, summary="A shared position")
async def shared(request: Request, word: Word) -> Any:
    one = await opened(request, word)
    say = speaker(request, one.ground.names)
    shown = shared_view(one.ground, one.row, one.line, await review_of(request, one), say, narrow=False)
    return shared_data(shown, one.ground, one.row, one.line)


@router.delete("/shared/{word}", status_code=204, response_class=Response, summary="Take a link back")
async def withdraw(request: Request, tables: Service, word: Word, token: Token) -> None:
    shares, person = shares_of(request), await person_behind(tables, token)
    await shares.take_back(await shares.owned(word, person))
