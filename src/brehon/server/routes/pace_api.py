"""The same for programs: taking back, consent, pause, stand-ins, vacation."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import Field

from brehon.server.routes.api import (
    PROBLEMS,
    Actor,
    MatchId,
    Number,
    Strict,
    TableState,
    Token,
    Undo,
    answer,
    session_of,
)
from brehon.server.routes.pace import Pacer
from brehon.server.routes.pages import Service

router = APIRouter(prefix="/api/v1", tags=["pace"], responses=PROBLEMS)


class Redo(Strict):
    ply: Number
    count: int = Field(1, ge=1, le=1000)


class NewRequest(Strict):
    """What everybody has to agree to: to take back one's last decision, or to pause the clocks."""

    ply: Number
    kind: Literal["undo", "pause"]


class Reply(Strict):
    """The answer to the request that was made at this ply; whoever has asked withdraws it with `false`."""

    ply: Number
    agree: bool


class Hand(Strict):
    """The level of the bot that is to play."""

    level: str = Field(max_length=32)


class Switch(Strict):
    wanted: bool


class Vacation(Switch):
    """Whether one's clocks stand still: `here` alone, or with the token of a person at all tables that count in days."""

    here: bool = False


@router.post(
    "/tables/{match_id}/restart", response_model=TableState, summary="Take back all that one may take back alone"
)
async def restart(
    request: Request, tables: Service, pacing: Pacer, match_id: MatchId, token: Token, asker: Actor, body: Undo
) -> JSONResponse:
    await pacing.restart(match_id, asker, body.ply)
    return await answer(request, tables, match_id, token)


@router.post("/tables/{match_id}/redo", response_model=TableState, summary="Do again what was taken back")
async def redo(
    request: Request, tables: Service, pacing: Pacer, match_id: MatchId, token: Token, asker: Actor, body: Redo
) -> JSONResponse:
    await pacing.redo(match_id, asker, body.ply, body.count)
    return await answer(request, tables, match_id, token)


@router.post("/tables/{match_id}/ask", response_model=TableState, summary="Ask everybody for an undo or a pause")
async def ask(
    request: Request, tables: Service, pacing: Pacer, match_id: MatchId, token: Token, asker: Actor, body: NewRequest
) -> JSONResponse:
    await pacing.ask(match_id, asker, body.ply, body.kind)
    return await answer(request, tables, match_id, token)


@router.post(
    "/tables/{match_id}/answer", response_model=TableState, summary="Agree to a request, decline or withdraw it"
)
async def reply(
    request: Request, tables: Service, pacing: Pacer, match_id: MatchId, token: Token, asker: Actor, body: Reply
) -> JSONResponse:
    await pacing.answer(match_id, asker, body.ply, body.agree)
    return await answer(request, tables, match_id, token)


@router.post("/tables/{match_id}/resume", response_model=TableState, summary="Go on after a pause")
async def resume(
    request: Request, tables: Service, pacing: Pacer, match_id: MatchId, token: Token, asker: Actor
) -> JSONResponse:
    await pacing.resume(match_id, asker)
    return await answer(request, tables, match_id, token)


@router.post("/tables/{match_id}/hand", response_model=TableState, summary="Let a bot play in one's seat")
async def hand(
    request: Request, tables: Service, pacing: Pacer, match_id: MatchId, token: Token, asker: Actor, body: Hand
) -> JSONResponse:
    await pacing.hand_over(match_id, asker, body.level)
    return await answer(request, tables, match_id, token)


@router.post("/tables/{match_id}/back", response_model=TableState, summary="Play oneself again")
async def back(
    request: Request, tables: Service, pacing: Pacer, match_id: MatchId, token: Token, asker: Actor
) -> JSONResponse:
    await pacing.come_back(match_id, asker)
    return await answer(request, tables, match_id, token)


@router.post(
    "/tables/{match_id}/auto", response_model=TableState, summary="Whether decisions with one option make themselves"
)
async def auto(
    request: Request, tables: Service, pacing: Pacer, match_id: MatchId, token: Token, asker: Actor, body: Switch
) -> JSONResponse:
    await pacing.auto(match_id, asker, body.wanted)
    return await answer(request, tables, match_id, token)


@router.post("/tables/{match_id}/vacation", response_model=TableState, summary="Begin or end a vacation")
async def vacation(
    request: Request, tables: Service, pacing: Pacer, match_id: MatchId, token: Token, asker: Actor, body: Vacation
) -> JSONResponse:
    """The key of a seat is for this table, so it says nothing about the person's other tables."""
    await pacing.vacation(match_id, asker, body.wanted, body.here or session_of(token) == "")
    return await answer(request, tables, match_id, token)
