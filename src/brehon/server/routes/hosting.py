"""Pages and forms around a table: taking a seat at an open one, the host's powers, the curtain, another game, the archive."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from brehon.core import registry
from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server.asker import asker_of
from brehon.server.errors import Forbidden
from brehon.server.hosting import FREE, NewHands, hand_over, pardon, rematch, renew_link, set_looking, sit_down
from brehon.server.lobby import finished_games
from brehon.server.quotas import TABLES, use_quota
from brehon.server.routes.pages import (
    Service,
    Visitor,
    back_to,
    number_of,
    people_of,
    read_looking,
    refused,
    text_of,
)
from brehon.server.services import MAX_NAME, clean
from brehon.server.visit import FRONT, render, speaker
from brehon.server.watching import check_sight, front_mark

router = APIRouter(include_in_schema=False)
LINK = "link"
BAN = "ban"
MAX_PAGE = 10_000


@router.get("/games")
async def games(request: Request, tables: Service, guest: Visitor) -> Response:
    """Finished games, with a search."""
    asked = request.query_params
    game, player, page = asked.get("game", ""), clean(asked.get("player", ""), MAX_NAME), asked.get("page", "")
    number = int(page) if page.isascii() and page.isdecimal() and 0 < len(page) < 6 else 1
    game = game if game in registry.names() else ""
    found = await finished_games(tables, guest.session, speaker(request), game, player, max(1, min(number, MAX_PAGE)))
    titles = [registry.game(name) for name in registry.names()]
    return render(request, "games.html", found=found, game=game, player=player, games=titles, max_name=MAX_NAME)


@router.post("/table/{match_id}/join")
async def join(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """Take a free seat of an open table."""
    form = await request.form()
    try:
        async with tables.at(match_id) as table:
            check_sight(table, table.who(guest.session))  # nobody becomes known by a table that is not there
        guest = await people_of(request).welcome(request, guest, text_of(form, "name"))
        await sit_down(tables, match_id, guest.session, guest.name)
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error)
    return await back_to(request, tables, guest, match_id)


@router.post("/leave/{match_id}")
async def leave(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """Give up one's own seat; it is free again."""
    form = await request.form()
    await hand_over(tables, match_id, asker_of(guest), NewHands(number_of(form, "seat")))
    return RedirectResponse("/", 303)


@router.post("/table/{match_id}/host/seat")
async def seat(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """A new link, a free seat, a bot, or somebody shut out."""
    form = await request.form()
    try:
        number, to = number_of(form, "seat"), text_of(form, "to")
        if to == LINK:
            await renew_link(tables, match_id, asker_of(guest), number)
        else:
            level = "" if to in (FREE, BAN) else to or "?"
            await hand_over(tables, match_id, asker_of(guest), NewHands(number, level, to == BAN))
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error)
    return await back_to(request, tables, guest, match_id)


@router.post("/table/{match_id}/host/looking")
async def looking(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """Who may look on."""
    form = await request.form()
    try:
        await set_looking(tables, match_id, asker_of(guest), read_looking(form))
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error)
    return await back_to(request, tables, guest, match_id)


@router.post("/table/{match_id}/host/pardon")
async def forgive(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """Somebody who was shut out may come again."""
    form = await request.form()
    try:
        await pardon(tables, match_id, asker_of(guest), text_of(form, "ban"))
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error)
    return await back_to(request, tables, guest, match_id)


@router.post("/table/{match_id}/device")
async def device(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """Lift the curtain of a hot seat for one seat, or let it fall for all."""
    form = await request.form()
    try:
        holder = number_of(form, "seat") if text_of(form, "seat") else -1
        async with tables.visit(match_id, asker_of(guest)) as (_, who):
            if not who.seats or (holder >= 0 and holder not in who.seats):
                raise Forbidden(Message(N_("This seat is not played at this device.")))
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error)
    guest.front = front_mark(match_id, holder) if holder >= 0 else ""
    response = await back_to(request, tables, guest, match_id)
    secure = request.url.scheme == "https"
    response.set_cookie(FRONT, guest.front, httponly=True, samesite="lax", secure=secure)
    return response


@router.post("/rematch/{match_id}")
async def again(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """To the table where the same people play again; the first who asks sets it up."""
    use_quota(request, TABLES, guest.session)
    return RedirectResponse(f"/table/{(await rematch(tables, match_id, asker_of(guest), wants_keys=False)).id}", 303)
