"""What programs send and get: the shapes that most addresses of the API share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from fastapi import Path
from fastapi.responses import JSONResponse
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from brehon.core.text import N_, Message, Reason
from brehon.server.errors import Unreadable
from brehon.server.web.rendering import whole_number

MAX_NUMBER = 1_000_000


Number = Annotated[int, Field(ge=0, lt=MAX_NUMBER), BeforeValidator(whole_number)]
Words = Annotated[str, Field(max_length=200)]
MatchId = Annotated[str, Path(max_length=64, description="The id that came back when the table was created.")]


SeatNumber = Annotated[int, Field(ge=0, lt=12, description="The number of the seat, from 0.")]


class Strict(BaseModel):
    """A body in which every field is known."""

    model_config = ConfigDict(extra="forbid")


def wrong_field(where: Iterable[object], what: str) -> Unreadable:
    return Unreadable(Message(N_("%(where)s is invalid: %(what)s"), where=".".join(map(str, where)), what=what))


class Silent(JSONResponse):
    """An answer that no cache keeps."""

    def __init__(self, content: Any, status_code: int = 200, headers: Any = None, **more: Any) -> None:
        super().__init__(content, status_code, {"Cache-Control": "no-store", **(headers or {})}, **more)


class Problem(BaseModel):
    """What is wrong, why, and what would be right."""

    code: str
    message: str
    rule: str | None = None
    need: int | None = None
    have: int | None = None


def problem(code: str, message: str, reason: Reason | None = None) -> dict[str, object]:
    """The one shape of everything that goes wrong."""
    numbers = (reason.need, reason.have) if reason is not None else (-1, -1)
    return Problem(
        code=code,
        message=message,
        rule=reason.rule or None if reason is not None else None,
        need=numbers[0] if numbers[0] >= 0 else None,
        have=numbers[1] if numbers[1] >= 0 else None,
    ).model_dump()


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": text}
    for status, text in (
        (400, "The request cannot be read."),
        (401, "A token is needed, and this is none that we know."),
        (403, "The token does not open this."),
        (404, "There is no such thing."),
        (408, "The body came too slowly."),
        (409, "Another request was faster, or it is not the time for this."),
        (413, "The body is too long."),
        (422, "Refused, with the reason."),
        (429, "Too often in a short time; `Retry-After` says in how many seconds it is possible."),
    )
}


class SeatTicket(BaseModel):
    seat: int
    kind: str
    name: str
    token: str | None = Field(description="The key of the seat: given once, to the player who sits down there.")
    link: str | None = Field(description="Of a free seat, for the host: the first to open it may take the seat.")


class LegalAction(BaseModel):
    action: int
    words: str
    label: str


class RefusedAction(LegalAction):
    reason: Problem


class TableState(BaseModel):
    """A table as the seat behind the token sees it; without a token, as a spectator sees it.

    What belongs to a match is empty before it has begun.
    """

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)
    id: str
    game: str
    rules: int
    options: dict[str, str]
    components: dict[str, str]
    status: Literal["waiting", "locked", "playing", "over", "void"]
    seats: list[dict[str, Any]]
    seat: int | None
    ply: int
    movers: list[int] = []
    message: str = ""
    view: dict[str, Any] | None = None
    legal: list[LegalAction] = []
    not_allowed: list[RefusedAction] = []
    undo: Problem | None = None
    log: list[dict[str, Any]] = []
    since: dict[str, Any] | None = Field(
        None, description="What the others have done since the seat's last decision: `ply` of that, and `lines`."
    )
    last_move: list[str] = Field([], description="Ids on the wide board of what the last turn concerns.")
    scores: list[int] = []
    score_sheet: list[dict[str, Any]] = []
    commitment: str
    fair: dict[str, Any] = Field(description="Hashes, fingerprint of the lock, whose numbers are still closed.")
    secret: str | None
    result: dict[str, list[int]] | None = None
    visibility: str
    spectators: bool
    delay: int
    auto_review: bool = Field(False, description="Whether the game is reviewed by itself when it is over.")
    hints: dict[str, Any] = Field(
        description="`setting`, whether they are `allowed` here, and how many steps each seat has asked for (`used`)."
    )
    duplicate: dict[str, Any] | None = Field(
        None,
        description="Of a duplicate: the `other` table, how far it is, and whether everything is `held` until both have ended.",
    )
    guide: dict[str, Any] | None = Field(
        None, description="Of a guided first game, for the learner: step, text, targets, which actions lead on."
    )
    next: str | None  # the table where the same people play again
    bans: list[dict[str, str]]  # for the host: who is banned
    pace: dict[str, Any] | None = Field(
        None, description="Clocks: seconds left, which of them run, whether the game is paused."
    )
    stand_ins: list[dict[str, str] | None] = Field(
        [], description="For each seat, the bot that plays for the person, and why."
    )
    request: dict[str, Any] | None = Field(None, description="What a player asks everyone to agree to.")
    redo: list[str] = Field([], description="What was taken back and can be done again.")
    restart: int = Field(0, description="How many decisions can be taken back at once.")
