"""Plan ahead, for programs: nothing is kept, so a plan is asked for as a whole."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from brehon.server.planning import open_sandbox, shown_match, view_at
from brehon.server.routes.api import PROBLEMS, LegalAction, MatchId, Number, Problem, Strict, Token, who_is
from brehon.server.routes.pages import Service
from brehon.server.services import numbers_of
from brehon.server.showing import choices, reason_data
from brehon.server.visit import speaker

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
    scores: list[int]
    done: int
    stopped: Problem | None


@router.post("/tables/{match_id}/plan", response_model=PlanState, summary="Plan ahead in a sandbox of one's own")
async def plan(request: Request, tables: Service, match_id: MatchId, token: Token, body: NewPlan) -> JSONResponse:
    async with tables.at(match_id) as table:
        request.state.names = table.names
        who, say = await who_is(tables, table, token), speaker(request, table.names)
        last = shown_match(table, who).ply
        ply = last if body.ply is None else min(body.ply, last)
        view = view_at(table, who, ply)
        sandbox = open_sandbox(table, view, body.seed)
        why = sandbox.play(numbers_of(table, body.words))
    match, rules = sandbox.match, sandbox.match.rules
    viewer = sandbox.mover if sandbox.mover >= 0 else view.seat
    face, shown = rules.game.face(), match.view(viewer)
    moves, _ = choices(match, viewer, match.offers(viewer), say)
    answer = {
        "ply": ply,
        "seed": body.seed,
        "seat": view.seat if view.seat >= 0 else None,
        "mover": sandbox.mover if sandbox.mover >= 0 else None,
        "over": match.is_over,
        "message": say(face.status(rules, shown)),
        "view": face.data(rules, shown),
        "legal": [{"action": a, "words": rules.space.texts[a], "label": label} for a, label in moves],
        "scores": face.score_sheet(rules, shown)[-1].values,
        "done": len(sandbox.played),
        "stopped": None if why is None else reason_data(why, say),
    }
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})
