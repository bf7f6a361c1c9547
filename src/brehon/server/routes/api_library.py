"""What programs can read and keep beside the tables: records that were sent in, proofs, and the rules of the games."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.responses import Response

from brehon.core.contract import ORACLE
from brehon.core.match import Match
from brehon.server.quotas import RECORDS, use_quota
from brehon.server.replaying import Past, outlook, past, past_data
from brehon.server.results import result_data
from brehon.server.routes.after import Asked, PastState, PlyAsked, ResultState, from_nowhere, names_of, not_over
from brehon.server.routes.api import PROBLEMS, RECORD_BODY, MatchId, Token, Verdict, asker_behind, base_of, verdict_data
from brehon.server.routes.pages import Service, download, game_called, kept_text
from brehon.server.rulebook import howto_text, rules_text
from brehon.server.services import Who
from brehon.server.visit import is_narrow, speaker

router = APIRouter(prefix="/api/v1", tags=["records"], responses=PROBLEMS)
RecordId = Annotated[str, Path(max_length=64, description="The id that came back when the record was sent in.")]
GameName = Annotated[str, Path(max_length=64, description="The name of a game.")]
NOBODY = Who([])


class RecordTicket(BaseModel):
    """A record that is kept. `proved`: the game is over and every draw was checked; else every ply is legal."""

    id: str
    link: str
    game: str
    plies: int
    over: bool
    proved: bool


@router.get("/tables/{match_id}/verify", response_model=Verdict, summary="Prove a finished game from its record alone")
async def prove(tables: Service, match_id: MatchId, token: Token) -> JSONResponse:
    return JSONResponse(verdict_data(await tables.prove(match_id, asker_behind(token))))


@router.post(
    "/records",
    status_code=201,
    response_model=RecordTicket,
    summary="Send in a record, finished or not, to show it",
    openapi_extra={"requestBody": RECORD_BODY},
)
async def keep(request: Request, tables: Service) -> JSONResponse:
    """The body is the record file as it was saved, whatever the content type says."""
    use_quota(request, RECORDS)
    text = (await request.body()).decode("utf-8", "replace")
    record_id, found = await tables.keep_record(text)
    data = {
        "id": record_id, "link": f"{base_of(request)}/records/{record_id}", "game": found.game, "plies": found.plies,
        "over": found.over, "proved": found.proven and found.over,
    }  # fmt: skip
    return JSONResponse(data, 201)


async def looked_up(
    request: Request, tables: Service, record_id: str, ply: int | None, seat: str
) -> tuple[Past, Match]:
    match, _ = await tables.kept_record(record_id)
    chosen = outlook(match, NOBODY, seat)
    if chosen.is_refused:
        raise from_nowhere()
    say = speaker(request, names_of(match))
    return past(match, match.ply if ply is None else ply, chosen, NOBODY, say, is_narrow(request)), match


@router.get("/records/{record_id}", response_model=PastState, summary="A position of a record")
async def position(
    request: Request, tables: Service, record_id: RecordId, ply: PlyAsked = None, seat: Asked = ""
) -> JSONResponse:
    shown, match = await looked_up(request, tables, record_id, ply, seat)
    return JSONResponse(past_data(shown, match, NOBODY))


@router.get("/records/{record_id}/board.svg", response_class=Response, summary="The same as a picture")
async def picture(
    request: Request, tables: Service, record_id: RecordId, ply: PlyAsked = None, seat: Asked = ""
) -> Response:
    shown, _ = await looked_up(request, tables, record_id, ply, seat)
    return Response(str(shown.scene.board), media_type="image/svg+xml")


@router.get("/records/{record_id}/record", summary="The record as it was sent in")
async def file(tables: Service, record_id: RecordId) -> Response:
    return download(*await kept_text(tables, record_id))


@router.get("/records/{record_id}/result", response_model=ResultState, summary="How the game of a record ended")
async def result(request: Request, tables: Service, record_id: RecordId) -> JSONResponse:
    match, _ = await tables.kept_record(record_id)
    if not match.is_over:
        raise not_over()
    lines = match.score_sheet(ORACLE)
    return JSONResponse(await asyncio.to_thread(result_data, match, lines, speaker(request, names_of(match))))


# -- rules


@router.get("/games/{game}/rules", response_class=Response, tags=["games"], summary="The rules, numbered, as Markdown")
async def rules(request: Request, game: GameName) -> Response:
    return markdown(rules_text(game_called(game), speaker(request).language))


@router.get("/games/{game}/howto", response_class=Response, tags=["games"], summary="How to play, as Markdown")
async def howto(request: Request, game: GameName) -> Response:
    return markdown(howto_text(game_called(game), speaker(request).language))


def markdown(text: str) -> Response:
    return Response(text, media_type="text/markdown")
