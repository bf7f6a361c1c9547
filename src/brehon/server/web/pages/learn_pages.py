"""Learn by playing: beginning the guided first game of a game, or going on with it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse
from pydantic import Field
from starlette.responses import Response

from brehon.server.names import MAX_NAME, clean, some_name
from brehon.server.people.quotas import TABLES, use_quota
from brehon.server.table.guided import begin, guide_of, left_of
from brehon.server.web.actions_seats import ticket
from brehon.server.web.api.api_tables import TableTicket
from brehon.server.web.bearer import Token, session_of
from brehon.server.web.models import PROBLEMS, Silent, Strict
from brehon.server.web.pages.library import game_called
from brehon.server.web.rendering import Service, Visitor, base_of, people_of, text_of

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", tags=["tables"], responses=PROBLEMS, default_response_class=Silent)


@router.post("/learn/{game}")
async def learn(request: Request, tables: Service, guest: Visitor, game: str) -> Response:
    """The guided game that was left, or a new one; with `again`, a new one in any case."""
    found, form = game_called(game), await request.form(max_files=0, max_fields=5)
    guide_of(found)
    left = None if text_of(form, "again") == "1" else await left_of(tables, found, guest.session)
    if left is not None:
        return RedirectResponse(f"/table/{left.table}", 303)
    use_quota(request, TABLES, guest.session)
    name = guest.name or some_name()
    guest = await people_of(request).welcome(request, guest, name)
    created = await begin(tables, found, name, guest.session)
    return RedirectResponse(f"/table/{created.id}", 303)


class Learner(Strict):
    name: str = Field("", max_length=64)


@api.post("/learn/{game}", status_code=201, response_model=TableTicket, summary="Begin the guided first game of a game")
async def begin_guided(
    request: Request,
    tables: Service,
    token: Token,
    game: Annotated[str, Path(max_length=64)],
    body: Learner | None = None,
) -> Any:
    """With the token of a person the table is theirs. How far the guide is stands in `guide` of the table."""
    found = game_called(game)
    guide_of(found)
    use_quota(request, TABLES, session_of(token))
    mine = token.guest.name if token and token.guest else ""
    name = clean(body.name if body else "", MAX_NAME) or mine or some_name()
    created = await begin(tables, found, name, session_of(token))
    async with tables.at(created.id, again=True) as table:
        return {
            "id": table.id, "status": "playing", "link": f"{base_of(request)}/table/{table.id}", "host_token": created.host_key,
            "commitment": table.commitment, "key": table.server_key,
            "seats": [ticket(request, tables, seat, created.keys.get(seat.seat)) for seat in table.seats],
        }  # fmt: skip
