"""The API for webhooks: a program is told when it is its turn, or of all that happens at a table."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.responses import Response

from brehon.core.text import N_, Message
from brehon.server.company import Voice, counted_as
from brehon.server.errors import Forbidden, NotFound
from brehon.server.hooks import MAX_ADDRESS
from brehon.server.quotas import WEBHOOKS, use_quota
from brehon.server.routes.api import PROBLEMS, MatchId, Strict, Token
from brehon.server.routes.api_company import hearing
from brehon.server.routes.me import Desk
from brehon.server.routes.pages import Service
from brehon.server.schema import HookRow
from brehon.server.visit import language

router = APIRouter(prefix="/api/v1", tags=["webhooks"], responses=PROBLEMS)
HookId = Annotated[str, Path(max_length=32, description="The id that came back when the webhook was added.")]


class NewHook(Strict):
    """An address that is told. With a seat's token: that it is this seat's turn; with the host's: whose turn it is."""

    address: str = Field(min_length=1, max_length=MAX_ADDRESS)
    shape: Literal["json", "discord", "slack"] = "json"


class Hook(BaseModel):
    """A webhook; `delivered` in seconds since 1970, `trouble` why the last try failed, `off` if it was given up."""

    id: str
    address: str
    shape: str
    delivered: float | None
    trouble: str
    off: bool


class Hooks(BaseModel):
    hooks: list[Hook]


def owner(voice: Voice) -> str:
    """Hooks of the host are the table's."""
    if not voice.is_at_table:
        raise Forbidden(Message(N_("Only the people at the table are told what happens there.")))
    return voice.person if voice.who.seats else ""


def hook_data(hook: HookRow) -> dict[str, object]:
    return {
        "id": hook.id, "address": hook.address, "shape": hook.shape, "delivered": hook.delivered, "trouble": hook.trouble,
        "off": hook.is_off,
    }  # fmt: skip


@router.get("/tables/{match_id}/hooks", response_model=Hooks, summary="One's webhooks at a table")
async def hooks(tables: Service, desk: Desk, match_id: MatchId, token: Token) -> JSONResponse:
    async with hearing(tables, match_id, token) as (table, voice):
        found = await desk.hooks(owner(voice), table.id)
    return JSONResponse({"hooks": [hook_data(hook) for hook in found]}, headers={"Cache-Control": "no-store"})


@router.post("/tables/{match_id}/hooks", status_code=201, response_model=Hook, summary="Add a webhook")
async def add(
    request: Request, tables: Service, desk: Desk, match_id: MatchId, token: Token, body: NewHook
) -> JSONResponse:
    async with hearing(tables, match_id, token) as (table, voice):
        use_quota(request, WEBHOOKS, counted_as(match_id, voice.person))
        hook = await desk.add_hook(
            owner(voice), table.id, body.shape, body.address, language(request), str(request.base_url)
        )
    return JSONResponse(hook_data(hook), 201)


@router.post(
    "/tables/{match_id}/hooks/{hook_id}/test", response_model=Hook, summary="Send a test; switches it on again"
)
async def test(tables: Service, desk: Desk, match_id: MatchId, hook_id: HookId, token: Token) -> JSONResponse:
    async with hearing(tables, match_id, token) as (table, voice):
        hook = await own(desk, table.id, hook_id, voice)
        await desk.test_hook(hook)
    return JSONResponse(hook_data(hook) | {"off": False, "trouble": ""})


@router.delete("/tables/{match_id}/hooks/{hook_id}", status_code=204, summary="Remove a webhook")
async def remove(tables: Service, desk: Desk, match_id: MatchId, hook_id: HookId, token: Token) -> Response:
    async with hearing(tables, match_id, token) as (table, voice):
        await desk.remove_hook((await own(desk, table.id, hook_id, voice)).id)
    return Response(status_code=204)


async def own(desk: Desk, match_id: str, hook_id: str, voice: Voice) -> HookRow:
    mine, hook = owner(voice), await desk.hook(hook_id)
    if hook is None or (hook.match, hook.person) != (match_id, mine):
        raise NotFound(Message(N_("There is no such webhook of yours.")))
    return hook
