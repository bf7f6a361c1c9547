"""The steps from the waiting room to the first draw, for pages and programs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse, RedirectResponse
from pydantic import BaseModel, Field
from sqlalchemy import select
from starlette.responses import Response

from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server import fairness
from brehon.server.asker import Asker, asker_of
from brehon.server.errors import Conflict, NotFound
from brehon.server.fairview import lock_data
from brehon.server.routes.api import PROBLEMS, Actor, MatchId, Strict, TableState, Token, answer, asker_behind
from brehon.server.routes.pages import Service, Visitor, back_to, refused, text_of
from brehon.server.schema import RevealedRow
from brehon.server.services import Tables
from brehon.server.store import storable
from brehon.server.visit import render, wants_fragment
from brehon.server.watching import check_sight

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", tags=["fairness"], responses=PROBLEMS)
SILENT = {"Cache-Control": "no-store"}


# -- pages


@router.get("/fairness")
async def about(request: Request, tables: Service) -> Response:
    """What the proof covers and what it does not, in plain words."""
    return render(request, "fairness.html", key=tables.signer.public)


@router.post("/table/{match_id}/start")
async def start(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    form = await request.form()
    try:
        await fairness.start(tables, match_id, asker_of(guest), text_of(form, "without") == "1")
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error)
    return await back_to(request, tables, guest, match_id)


@router.post("/table/{match_id}/number")
async def number(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    form = await request.form()
    try:
        await fairness.set_number(tables, match_id, asker_of(guest), text_of(form, "hash").strip())
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error)
    return await back_to(request, tables, guest, match_id)


@router.post("/table/{match_id}/open")
async def open_number(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    form = await request.form()
    try:
        await fairness.open_number(tables, match_id, asker_of(guest), text_of(form, "number").strip())
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error)
    return await back_to(request, tables, guest, match_id)


@router.post("/table/{match_id}/void")
async def void(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    try:
        next_id = await fairness.void(tables, match_id, asker_of(guest))
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error)
    if wants_fragment(request):
        return await back_to(request, tables, guest, match_id)
    return RedirectResponse(f"/table/{next_id}", 303)


@router.get("/table/{match_id}/lock")
async def lock(tables: Service, guest: Visitor, match_id: str) -> Response:
    """For our script, which keeps it before it opens the number; null if there is none."""
    return JSONResponse(await _lock(tables, match_id, asker_of(guest)), headers=SILENT)


async def _lock(tables: Tables, match_id: str, asker: Asker) -> dict[str, object] | None:
    async with tables.at(match_id) as table:
        check_sight(table, await asker.at(tables.store, table))
        return lock_data(table) if table.row.lock is not None else None


# -- programs


class Revealed(BaseModel):
    """The secret of a table that was deleted."""

    commitment: str
    table: str
    secret: str
    at: float


@api.get("/commitments/{commitment}", response_model=Revealed, summary="The secret of a table that was deleted")
async def revealed(tables: Service, commitment: Annotated[str, Path(max_length=64)]) -> Response:
    """Of other tables the secret stands in the table itself, once the game is over or the table was voided."""
    query = select(*RevealedRow.__table__.c).where(RevealedRow.commitment == commitment)
    async with tables.store.reading() as connection:
        row = (await connection.execute(query)).first() if storable(commitment) else None
    if row is None:
        raise NotFound(Message(N_("No deleted table had this commitment.")))
    return JSONResponse(dict(row._mapping), headers=SILENT)


class Start(Strict):
    without_numbers: bool = Field(True, description="Also if the number of a player who is here is missing.")


class Number(Strict):
    hash: str = Field(max_length=64, description="SHA-256 of the number of one's device; docs/fairness.md.")


class Opening(Strict):
    number: str = Field(max_length=160, description="The number itself, after the lock.")


class LockState(BaseModel):
    """The lock, the server's signature of it, its fingerprint in words, and the numbers that are open."""

    lock: dict[str, Any]
    signature: str
    fingerprint: str
    numbers: list[str | None]


@api.post(
    "/tables/{match_id}/start",
    response_model=TableState,
    summary="Lock the table; it begins when all numbers are open",
    tags=["tables"],
)
async def start_api(
    request: Request, tables: Service, match_id: MatchId, token: Token, asker: Actor, body: Start | None = None
) -> JSONResponse:
    await fairness.start(tables, match_id, asker, body is None or body.without_numbers)
    return await answer(request, tables, match_id, token)


@api.post("/tables/{match_id}/number", response_model=TableState, summary="Fix the number of one's device by its hash")
async def number_api(
    request: Request, tables: Service, match_id: MatchId, token: Token, asker: Actor, body: Number
) -> JSONResponse:
    await fairness.set_number(tables, match_id, asker, body.hash)
    return await answer(request, tables, match_id, token)


@api.get("/tables/{match_id}/lock", response_model=LockState, summary="The lock, to be kept before one opens a number")
async def lock_api(tables: Service, match_id: MatchId, token: Token) -> Response:
    found = await _lock(tables, match_id, asker_behind(token))
    if found is None:
        raise Conflict(Message(N_("This table has no lock yet, or was played before there were locks.")))
    return JSONResponse(found, headers=SILENT)


@api.post("/tables/{match_id}/open", response_model=TableState, summary="Open the number of one's device")
async def open_api(
    request: Request, tables: Service, match_id: MatchId, token: Token, asker: Actor, body: Opening
) -> JSONResponse:
    await fairness.open_number(tables, match_id, asker, body.number)
    return await answer(request, tables, match_id, token)


@api.post("/tables/{match_id}/void", response_model=TableState, summary="Give up a locked table; `next` is the new one")
async def void_api(request: Request, tables: Service, match_id: MatchId, token: Token, asker: Actor) -> JSONResponse:
    await fairness.void(tables, match_id, asker)
    return await answer(request, tables, match_id, token)
