"""Actions of the game itself: deciding, taking back, and what players settle among themselves."""

from __future__ import annotations

from typing import Any, Final, Literal

from fastapi import Request
from pydantic import Field
from starlette.datastructures import FormData
from starlette.responses import Response

from brehon.core.match import Done
from brehon.server.errors import Unreadable
from brehon.server.table import agreements, decisions, hurrying
from brehon.server.table.table_data import reason_data, table_data
from brehon.server.table.visit import Visit
from brehon.server.web.actions import AT_TABLE, SEATED, Action, Body
from brehon.server.web.models import Number, Problem, TableState, Words
from brehon.server.web.pages.board import Outcome, shown_after
from brehon.server.web.rendering import number_of, numbers_in, speaker, text_of

MAX_MOVES: Final = 100
PACE: Final = "pace"


class Ply(Body):
    """The ply that it is meant for."""

    ply: Number


class Once(Ply):
    """The ply that it is meant for.

    `again` says that the answer to the same request was lost: if it arrived, nothing is done, and nothing is refused.
    """

    again: bool = False


class Move(Once):
    """A decision: the ply that it is meant for, and the action by its number or by its words; `again` as for an undo."""

    action: Number | None = None
    words: Words | None = None


class Moves(Once):
    """Decisions one after another: the ply that the first is meant for, and each action by its number, or each by its words.

    Each is done as by `move`, until one is refused or something new comes up. If the first is refused, so is all.
    """

    actions: list[Number] | None = Field(None, min_length=1, max_length=MAX_MOVES)
    words: list[Words] | None = Field(None, min_length=1, max_length=MAX_MOVES)


class Entries(Once):
    """A form for several small decisions: the numbers that were filled in, by name of the field."""

    numbers: dict[str, int]

    @classmethod
    def from_form(cls, form: FormData) -> Entries:
        return cls(ply=number_of(form, "ply"), numbers=numbers_in(form), again=text_of(form, "again") == "1")


class Redo(Ply):
    """One decision, or as many as `count` says."""

    count: int = Field(1, ge=1, le=1000)


class NewRequest(Ply):
    """What everyone has to agree to: undoing one's last decision, or pausing the clocks."""

    kind: Literal["undo", "pause"]


class Reply(Ply):
    """The answer to the request that was made at this ply; the player who has asked withdraws it with `false`."""

    agree: bool


class Hand(Body):
    """The level of the bot that is to play."""

    level: str = Field(max_length=32)


class Switch(Body):
    wanted: bool


class Vacation(Switch):
    """Whether one's clocks stand still: `here` alone, or with the token of a person at all tables that count in days."""

    here: bool = False


class TableAfter(TableState):
    """The table after several decisions: how many were carried out, and why not the next; null if all were."""

    done: int
    stopped: Problem | None


async def after_moves(request: Request, visit: Visit, done: Done) -> dict[str, Any]:
    say = speaker(request, visit.table.names)
    stopped = None if done.why is None else reason_data(done.why, say)
    return table_data(visit, say) | {"done": done.count, "stopped": stopped}


async def after_form(outcome: Outcome) -> Response:
    """The page says how far the decisions went, if something has stopped them; after a refusal what was filled in stays."""
    try:
        numbers = numbers_in(outcome.form)
    except Unreadable:
        numbers = {}
    if outcome.error is not None:
        return shown_after(outcome, numbers=numbers)
    done, wanted = outcome.result
    return shown_after(outcome, decisions.how_far(done, wanted, speaker(outcome.request, outcome.visit.table.names)))


ACTIONS: Final = (
    Action(name="move", right=SEATED, body=Move, call=decisions.move, summary="Decide"),
    Action(
        name="moves", right=SEATED, body=Moves, call=decisions.moves, page=None, answer=after_moves, model=TableAfter,
        summary="Decide several times",
    ),
    Action(
        name="form", right=SEATED, body=Entries, page=after_form, api="",
        call=decisions.fill,
    ),
    Action(
        name="undo", right=SEATED, body=Once, call=decisions.undo,
        summary="Take back the last decision",
    ),
    Action(
        name="restart", right=SEATED, body=Once, call=decisions.restart, tag=PACE,
        summary="Take back all that one may take back alone",
    ),
    Action(
        name="redo", right=SEATED, body=Redo, call=decisions.redo, tag=PACE,
        summary="Do again what was taken back",
    ),
    Action(
        name="ask", right=SEATED, body=NewRequest, call=agreements.ask,
        tag=PACE, summary="Ask everyone for an undo or a pause",
    ),
    Action(
        name="answer", right=SEATED, body=Reply, call=agreements.answer,
        tag=PACE, summary="Agree to a request, decline or withdraw it",
    ),
    Action(name="resume", right=SEATED, call=agreements.resume, tag=PACE, summary="Go on after a pause"),
    Action(
        name="hand", right=SEATED, body=Hand, call=agreements.hand_over, tag=PACE,
        summary="Let a bot play in one's seat",
    ),
    Action(
        name="finish", right=AT_TABLE, call=hurrying.finish, tag=PACE,
        summary="Let the bots finish without pauses",
    ),
    Action(name="back", right=SEATED, call=agreements.come_back, tag=PACE, summary="Play oneself again"),
    Action(
        name="auto", right=SEATED, body=Switch, call=agreements.auto, tag=PACE,
        summary="Whether decisions with one option make themselves",
    ),
    Action(
        name="vacation", right=SEATED, body=Vacation, tag=PACE, summary="Begin or end a vacation",
        call=agreements.vacation,
    ),
)  # fmt: skip
