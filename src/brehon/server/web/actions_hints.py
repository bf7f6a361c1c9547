"""Hints as an action of a table: asking for the next step, or for one that was asked for before."""

from __future__ import annotations

from typing import Any, Final

from fastapi import Request
from pydantic import BaseModel, Field

from brehon.core.asking import HINT_STEPS
from brehon.server.people.quotas import HINTS
from brehon.server.table.hint_work import Hints, place_of
from brehon.server.table.hints import Given, ask, hint_data, question_of
from brehon.server.table.visit import Visit
from brehon.server.web.actions import SEATED, Action, Before, Body
from brehon.server.web.models import LegalAction
from brehon.server.web.rendering import speaker


class Step(Body):
    """Which step: 1 what to look at, 2 two moves, 3 the move with its reasons. The next one if nothing is said.

    A step that was asked for before is given again; a new one becomes a line of the record, and everyone at the table sees that.
    """

    step: int | None = Field(None, ge=1, le=HINT_STEPS)


class BestMove(LegalAction):
    share: float = Field(description="Of the win, if this is played.")
    error: float = Field(description="Standard error of the share.")


class HintReason(BaseModel):
    code: str = Field(description="What it is about: an aspect of the game.")
    seat: int = Field(description="Whose it is.")
    worth: float = Field(description="Of the win.")
    message: str


class HintStep(BaseModel):
    """One step of a hint, for the seat alone that has asked."""

    step: int
    new: bool = Field(description="It has become a line of the record.")
    seat: int
    look: str = Field(description="What matters: an aspect of the game, or `only-move`, `ahead` or `equal`.")
    messages: list[str]
    moves: list[LegalAction] = Field(description="From the second step on: two moves, in an order that says nothing.")
    best: BestMove | None = Field(description="In the third step: the move.")
    reasons: list[HintReason]


def hints_of(request: Request) -> Hints:
    found: Hints = request.app.state.hints
    return found


async def think(request: Request, visit: Visit, body: Step) -> Before:
    """The search for the hint of the present decision."""
    question, place = question_of(visit, body.step), place_of(visit.table)
    return lambda: hints_of(request).make(question, place)


async def give(visit: Visit, step: int | None, request: Request) -> Given:
    return await ask(hints_of(request), visit, step)


async def hint_state(request: Request, visit: Visit, given: Given) -> dict[str, Any]:
    return hint_data(given, visit.position, speaker(request, visit.table.names))


ACTIONS: Final = (
    Action(
        name="hint", right=SEATED, body=Step, call=give, before=think, quota=HINTS, answer=hint_state, model=HintStep,
        summary="Ask for a step of a hint",
    ),
)  # fmt: skip
