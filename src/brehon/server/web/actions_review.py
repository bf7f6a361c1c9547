"""Actions around reviews: asking for one, and having one made by itself when the game is over."""

from __future__ import annotations

from typing import Any, Final

from fastapi import Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from brehon.server.coach.review_jobs import Job
from brehon.server.table import host
from brehon.server.table.visit import Visit
from brehon.server.web.actions import HOST, LOOKING, Action
from brehon.server.web.actions_play import Switch
from brehon.server.web.pages.board import Outcome
from brehon.server.web.pages.review_pages import ReviewState, ask, asker_at, of_table, state_of


async def review(visit: Visit, request: Request) -> Job:
    return await ask(request, of_table(visit), asker_at(visit))


async def review_state(request: Request, visit: Visit, job: Job) -> dict[str, Any]:
    return await state_of(request, of_table(visit))


async def to_review(outcome: Outcome) -> Response:
    """A page that shows how far it is."""
    if outcome.error is not None:
        raise outcome.error
    return RedirectResponse(f"/table/{outcome.visit.table.id}/review", 303)


ACTIONS: Final = (
    Action(
        name="review", right=LOOKING, call=review, page=to_review, answer=review_state, model=ReviewState, tag="after the game",
        summary="Ask for the review of a finished game",
    ),
    Action(
        name="auto-review", right=HOST, body=Switch, call=host.set_auto_review,
        summary="Have the game reviewed by itself when it is over (host)",
    ),
)  # fmt: skip
