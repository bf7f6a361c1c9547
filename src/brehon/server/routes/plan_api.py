"""Plan ahead, for programs: nothing is kept, so a plan is asked for as a whole."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.responses import Response

from brehon.core.text import Reason, Speaker
from brehon.server.planning import Sandbox, open_sandbox, shown_match, view_at
from brehon.server.quotas import PLANS, use_quota
from brehon.server.routes.api import (
    PROBLEMS,
    Bearer,
    LegalAction,
    MatchId,
    Number,
    Problem,
    RefusedAction,
    Strict,
    Token,
    session_of,
    who_is,
)
from brehon.server.routes.pages import Service
from brehon.server.services import Tables, numbers_of
from brehon.server.showing import reason_data
from brehon.server.visit import is_narrow, speaker

router = APIRouter(prefix="/api/v1", tags=["plans"], responses=PROBLEMS)


class NewPlan(Strict):
    """Where to begin (the next ply if nothing is said), which guess at what is hidden, and moves in words."""

    ply: Number | None = None
    seed: Number = 0
    words: list[Annotated[str, Field(max_length=200)]] = Field(default_factory=list, max_length=400)


class PlanState(BaseModel):
    """A guess, played on. `view` is that of the seat that decides there; what it knows beyond the asker is guessed."""

    ply: int
    seed: int
    seat: int | None = Field(description="Whose knowledge the guess is made from; null for a spectator's.")
    mover: int | None
    over: bool
    message: str
    view: dict[str, Any]
    legal: list[LegalAction]
    not_allowed: list[RefusedAction]
    scores: list[int]
    done: int
    stopped: Problem | None


async def planned(
    request: Request, tables: Tables, match_id: str, token: Bearer | None, body: NewPlan
) -> tuple[Sandbox, int, Reason | None, Speaker]:
    """The sandbox with all its moves carried out as far as they go, where it begins, and why not the next move."""
    use_quota(request, PLANS, session_of(token))
    async with tables.at(match_id) as table:
        request.state.names = table.names
        who, say = await who_is(tables, table, token), speaker(request, table.names)
        last = shown_match(table, who).ply
        ply = last if body.ply is None else min(body.ply, last)
        sandbox = open_sandbox(table, view_at(table, who, ply), body.seed)
        return sandbox, ply, sandbox.play(numbers_of(table, body.words)), say


@router.post("/tables/{match_id}/plan", response_model=PlanState, summary="Plan ahead in a sandbox of one's own")
async def plan(request: Request, tables: Service, match_id: MatchId, token: Token, body: NewPlan) -> JSONResponse:
    sandbox, ply, why, say = await planned(request, tables, match_id, token, body)
    match, rules, viewer = sandbox.match, sandbox.match.rules, sandbox.viewer
    face, shown, offers, texts = rules.game.face(), match.view(viewer), match.offers(viewer), rules.space.texts
    labels = {action: say(face.action(rules, shown, action)) for action in sorted(offers.reasons)}
    moves = {a: {"action": a, "words": texts[a], "label": label} for a, label in labels.items()}
    answer = {
        "ply": ply,
        "seed": body.seed,
        "seat": sandbox.seat if sandbox.seat >= 0 else None,
        "mover": sandbox.mover if sandbox.mover >= 0 else None,
        "over": match.is_over,
        "message": say(face.status(rules, shown)),
        "view": face.data(rules, shown),
        "legal": [move for a, move in moves.items() if offers.is_legal(a)],
        "not_allowed": [
            moves[a] | {"reason": reason_data(reason, say)} for a, reason in sorted(offers.reasons.items()) if reason
        ],
        "scores": face.score_sheet(rules, shown)[-1].values,
        "done": len(sandbox.played),
        "stopped": None if why is None else reason_data(why, say),
    }
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


@router.post("/tables/{match_id}/plan.svg", response_class=Response, summary="The sandbox as a picture")
async def picture(request: Request, tables: Service, match_id: MatchId, token: Token, body: NewPlan) -> Response:
    sandbox, _, _, say = await planned(request, tables, match_id, token, body)
    match, viewer = sandbox.match, sandbox.viewer
    view, offers = match.view(viewer), match.offers(viewer)
    svg = match.rules.game.face().board(match.rules, view, offers, say, narrow=is_narrow(request))
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})
