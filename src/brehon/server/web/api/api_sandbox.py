"""Plan ahead, for programs: nothing is kept, so a plan is asked for as a whole."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from brehon.core.asking import HINT_STEPS
from brehon.core.face import totals
from brehon.core.palette import plain
from brehon.core.text import N_, Message, Reason, Speaker
from brehon.server.errors import Conflict
from brehon.server.people.quotas import HINTS, PLANS, use_quota
from brehon.server.table.decisions import numbers_of
from brehon.server.table.hint_words import why_no_tips
from brehon.server.table.hint_work import asked_in_sandbox, place_of
from brehon.server.table.hints import Given, hint_data
from brehon.server.table.sandbox import Sandbox, open_sandbox, shown_match, view_at
from brehon.server.table.sandbox_bots import answer, opponents
from brehon.server.table.table import Position
from brehon.server.table.table_data import reason_data
from brehon.server.table.tables import Tables
from brehon.server.table.visit import visiting
from brehon.server.web.actions_hints import HintStep, hints_of
from brehon.server.web.bearer import Bearer, Token, asker_behind, session_of
from brehon.server.web.models import (
    PROBLEMS,
    LegalAction,
    MatchId,
    Number,
    Problem,
    RefusedAction,
    Silent,
    Strict,
    Words,
)
from brehon.server.web.rendering import Service, is_narrow, speaker

router = APIRouter(prefix="/api/v1", tags=["plans"], responses=PROBLEMS, default_response_class=Silent)


class NewPlan(Strict):
    """Where to begin (the next ply if nothing is said), which guess at what is hidden, moves in words, and who answers them.

    Without opponents the moves are those of all seats in turn, and the same request has the same answer. With opponents, what they
    do is in `answers`: send it as the next `words` to go on.
    """

    ply: Number | None = None
    seed: Number = 0
    words: list[Words] = Field(default_factory=list, max_length=400)
    opponents: str = Field(default="", max_length=32, description="The bot level that decides for the other seats.")


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
    answers: list[str] = Field(description="What the opponents have decided since, in words.")
    stopped: Problem | None


async def planned(
    request: Request, tables: Tables, match_id: str, token: Bearer | None, body: NewPlan
) -> tuple[Sandbox, int, Reason | None, Speaker]:
    """The sandbox with all its moves carried out as far as they go, where it begins, and why not the next move."""
    use_quota(request, PLANS, session_of(token))
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        table, say = visit.table, speaker(request, visit.table.names)
        request.state.names = table.names
        last = shown_match(visit).ply
        ply = last if body.ply is None else min(body.ply, last)
        sandbox = open_sandbox(table, view_at(visit, ply), body.seed)
        level, why = opponents(why_no_tips(table), body.opponents), sandbox.play(numbers_of(table, body.words))
    if why is None:
        await answer(
            request.app.state.drivers.thinkers, sandbox, level, session_of(token), body.seed
        )  # no table waits for this
    return sandbox, ply, why, say


@router.post("/tables/{match_id}/plan", response_model=PlanState, summary="Plan ahead in a sandbox of one's own")
async def plan(request: Request, tables: Service, match_id: MatchId, token: Token, body: NewPlan) -> Any:
    sandbox, ply, why, say = await planned(request, tables, match_id, token, body)
    match, rules, viewer = sandbox.match, sandbox.match.rules, sandbox.viewer
    at, texts = Position(match, viewer), rules.space.texts
    face, shown, offers = at.face, at.view, at.offers
    labels = {action: say(face.action(rules, shown, action)) for action in sorted(offers.reasons)}
    moves = {a: {"action": a, "words": texts[a], "label": label} for a, label in labels.items()}
    return {
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
        "scores": totals(face.score_sheet(rules, shown)),
        "done": len(sandbox.played),
        "answers": [texts[action] for action in sandbox.played[len(body.words) :]] if why is None else [],
        "stopped": None if why is None else reason_data(why, say),
    }


class PlanHint(NewPlan):
    """The same, and how far the hint goes: 1 what to look at, 2 two moves, 3 the move with its reasons."""

    step: int = Field(HINT_STEPS, ge=1, le=HINT_STEPS)


@router.post(
    "/tables/{match_id}/plan/hint", response_model=HintStep, summary="A hint for the decision that a sandbox comes to"
)
async def plan_hint(request: Request, tables: Service, match_id: MatchId, token: Token, body: PlanHint) -> Any:
    """Noted nowhere; while several people play it is refused, because there hints are asked for at the table."""
    use_quota(request, HINTS, session_of(token))
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        why = why_no_tips(visit.table)
        if why is not None:
            raise Conflict(why)
    sandbox, ply, stopped, say = await planned(request, tables, match_id, token, body)
    if sandbox.match.is_over or stopped is not None:
        raise Conflict(Message(N_("The plan does not lead to a decision.")))
    async with tables.at(match_id, again=True) as table:
        question = asked_in_sandbox(table, sandbox.seat, ply, body.seed, sandbox.played)
        place = place_of(table)
    hint = await hints_of(request).make(question, place)
    return hint_data(Given(body.step, hint, is_new=False), Position(sandbox.match, sandbox.viewer), say)


@router.post("/tables/{match_id}/plan.svg", response_class=Response, summary="The sandbox as a picture")
async def picture(request: Request, tables: Service, match_id: MatchId, token: Token, body: NewPlan) -> Response:
    sandbox, _, _, say = await planned(request, tables, match_id, token, body)
    at = Position(sandbox.match, sandbox.viewer)
    svg = at.face.board(at.match.rules, at.view, at.offers, say, narrow=is_narrow(request))
    return Response(plain(svg), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})
