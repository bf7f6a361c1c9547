"""After a game, and beside it: replays, results with their charts."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.responses import Response

from brehon.core.contract import ORACLE
from brehon.core.match import Match
from brehon.core.text import N_, Message, Speaker
from brehon.server.errors import Conflict, Forbidden
from brehon.server.replaying import Past, outlook, past, past_data
from brehon.server.results import Result, result_data, result_of
from brehon.server.routes.api import MAX_NUMBER, PROBLEMS, MatchId, Token, who_is
from brehon.server.routes.pages import Service, Visitor, ply_of
from brehon.server.services import Table, Who
from brehon.server.visit import is_narrow, render, speaker, wants_fragment
from brehon.server.watching import check_sight, looking_back

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", tags=["after the game"], responses=PROBLEMS)


# -- replays


@router.get("/table/{match_id}/replay")
async def replay(
    request: Request, tables: Service, guest: Visitor, match_id: str, ply: str = "", seat: str = ""
) -> Response:
    async with tables.at(match_id) as found:
        path, who = f"/table/{match_id}", found.who(guest.session, guest.front)
        return show_past(
            request, found.shown_to(who) or found.playing(), looking_back(found, who), found.names, ply, seat, path=f"{path}/replay",
            record=f"{path}/record" if found.gives_record else "", table=path, proof="",
        )  # fmt: skip


@router.get("/records/{record_id}")
async def kept(request: Request, tables: Service, record_id: str, ply: str = "", seat: str = "") -> Response:
    match, proven = await tables.kept_record(record_id)
    path = f"/records/{record_id}"
    return show_past(
        request, match, Who([]), names_of(match), ply, seat, path=path, record=f"{path}/record", table="",
        proof="proved" if proven and match.is_over else "legal",
    )  # fmt: skip


def show_past(
    request: Request, match: Match, who: Who, names: list[str], ply: str, seat: str, **context: Any
) -> Response:
    say = speaker(request, names)
    chosen = outlook(match, who, seat)
    shown = past(match, ply_of(ply, match.ply), chosen, who, say, is_narrow(request))
    template = "_replay.html" if wants_fragment(request) else "replay.html"
    context["result"] = (context["table"] or context["path"]) + "/result" if match.is_over else ""
    context["base"] = str(request.base_url).rstrip("/")
    return render(request, template, past=shown, game=match.rules.game, **context)


def names_of(match: Match) -> list[str]:
    return [player.name for player in match.players]


# -- results


@router.get("/table/{match_id}/result")
async def result(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    async with tables.at(match_id) as found:
        check_sight(found, found.who(guest.session))
        match, names, path = finished(found), found.names, f"/table/{match_id}"
        begun, ended = found.row.started, found.row.finished
    shown = await made_result(match, speaker(request, names))
    seconds = int(ended - begun) if begun is not None and ended is not None else 0
    return render(
        request, "result.html", result=shown, game=match.rules.game, path=path, replay=f"{path}/replay",
        verify=f"{path}/verify", table=path, seconds=seconds,
    )  # fmt: skip


@router.get("/records/{record_id}/result")
async def kept_result(request: Request, tables: Service, record_id: str) -> Response:
    match, _ = await tables.kept_record(record_id)
    if not match.is_over:
        raise not_over()
    path = f"/records/{record_id}"
    shown = await made_result(match, speaker(request, names_of(match)))
    return render(
        request, "result.html", result=shown, game=match.rules.game, path=path, replay=path, verify="", table="", seconds=0
    )  # fmt: skip


async def made_result(match: Match, say: Speaker) -> Result:
    """A long game is gone through in a thread, so that the tables go on; a finished match does not change any more."""
    return await asyncio.to_thread(result_of, match, say)


def finished(table: Table) -> Match:
    match = table.playing()
    if not match.is_over:
        raise not_over()
    return match


def not_over() -> Conflict:
    return Conflict(Message(N_("The game is not over; there is a result when it is.")))


# -- for programs


class PastState(BaseModel):
    """A position of the past as an outlook shows it: what a seat knew then, what everybody knew, or the truth."""

    ply: int
    last: int
    previous: int
    following: int
    seat: str
    seats: list[str]
    message: str
    happened: list[str]
    view: dict[str, Any]
    scores: list[int]
    words: str | None


class ResultState(BaseModel):
    """How a game ended: where the points came from and how they grew."""

    places: list[int]
    scores: list[int]
    breakdown: list[dict[str, Any]]
    course: list[dict[str, Any]]


Asked = Annotated[
    str, Query(max_length=12, description="A seat's number, `watcher` or `truth`; else the customary one.")
]
PlyAsked = Annotated[
    int | None, Query(ge=0, lt=MAX_NUMBER, description="The position before this ply; without it the newest.")
]


async def looked_back(
    request: Request, tables: Service, match_id: str, token: Token, ply: int | None, seat: str
) -> tuple[Past, Match, Who]:
    async with tables.at(match_id) as table:
        who, say = await who_is(tables, table, token), speaker(request, table.names)
        match, who = table.shown_to(who) or table.playing(), looking_back(table, who)
        chosen = outlook(match, who, seat)
        if chosen.is_refused:
            raise from_nowhere()
        return past(match, match.ply if ply is None else ply, chosen, who, say, is_narrow(request)), match, who


def from_nowhere() -> Forbidden:
    text = N_("The past cannot be seen from there. While a game with secrets runs, only from one's own seat.")
    return Forbidden(Message(text))


@api.get("/tables/{match_id}/replay", response_model=PastState, summary="A position of the past")
async def replay_data(
    request: Request, tables: Service, match_id: MatchId, token: Token, ply: PlyAsked = None, seat: Asked = ""
) -> JSONResponse:
    shown, match, who = await looked_back(request, tables, match_id, token, ply, seat)
    return JSONResponse(past_data(shown, match, who), headers={"Cache-Control": "no-store"})


@api.get("/tables/{match_id}/replay.svg", response_class=Response, summary="A position of the past as a picture")
async def replay_picture(
    request: Request, tables: Service, match_id: MatchId, token: Token, ply: PlyAsked = None, seat: Asked = ""
) -> Response:
    shown, _, _ = await looked_back(request, tables, match_id, token, ply, seat)
    return Response(str(shown.scene.board), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@api.get("/tables/{match_id}/result", response_model=ResultState, summary="How the game ended, and how it came to that")
async def result_state(request: Request, tables: Service, match_id: MatchId, token: Token) -> JSONResponse:
    async with tables.at(match_id) as table:
        check_sight(table, await who_is(tables, table, token))
        match, names = finished(table), table.names
    lines = match.score_sheet(ORACLE)
    data = await asyncio.to_thread(result_data, match, lines, speaker(request, names))
    return JSONResponse(data, headers={"Cache-Control": "no-store"})
