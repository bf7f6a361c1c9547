"""The page that asks a person to confirm that it is them, and then goes on with what they wanted."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.responses import Response

from brehon.core.errors import BrehonError
from brehon.server.errors import explain, status_of
from brehon.server.people.cookies import Guest
from brehon.server.people.passwords import LONGEST
from brehon.server.web.pages.account import (
    GOES_ON,
    LINK,
    accounts_of,
    answer_of,
    as_json,
    in_words,
    origin_of,
    passkeys_of,
    refused,
    show_link,
    site_of,
    waiting,
)
from brehon.server.web.rendering import Visitor, render, speaker, text_of

router = APIRouter(include_in_schema=False)


@router.get("/account/confirm")
async def confirm_page(request: Request, guest: Visitor, to: str = "") -> Response:
    return await show(request, guest, to)


async def show(request: Request, guest: Guest, to: str, notice: str = "", status: int = 200) -> Response:
    accounts = accounts_of(request)
    has_password, has_passkey = await accounts.ways_to_prove(guest)
    if not has_password and not has_passkey:
        return RedirectResponse("/account", 303)  # there is nothing to show, and nothing that needs it
    return render(
        request, "confirm.html", status, guest=guest, notice=notice, to=to if to in GOES_ON else "", login=await accounts.login_of(guest),
        has_password=has_password, has_passkey=has_passkey, longest=LONGEST,
    )  # fmt: skip


@router.post("/account/confirm")
async def confirm(request: Request, guest: Visitor) -> Response:
    form = await request.form()
    to = text_of(form, "to")
    try:
        await accounts_of(request).confirm(guest, text_of(form, "password"))
    except BrehonError as error:
        if not guest.session:
            return await refused(request, guest, error)
        return waiting(await show(request, guest, to, explain(error, speaker(request)), status_of(error)), error)
    return await show_link(request, guest) if to == LINK else RedirectResponse(where_it_goes_on(to), 303)


def where_it_goes_on(to: str) -> str:
    """Back to the form, which is now let through: a new password and the like are not sent back and forth."""
    return f"/account?done=confirmed#{GOES_ON[to]}" if to in GOES_ON else "/account?done=confirmed"


@router.post("/account/confirm/passkey/begin")
async def begin(request: Request, guest: Visitor) -> Response:
    try:
        return as_json(await passkeys_of(request).ask_to_confirm(guest, site_of(request)))
    except BrehonError as error:
        return in_words(request, error)


@router.post("/account/confirm/passkey/finish")
async def finish(request: Request, guest: Visitor, to: str = "") -> Response:
    try:
        answer = await answer_of(request)
        await passkeys_of(request).confirm(guest, answer, site_of(request), origin_of(request))
    except BrehonError as error:
        return in_words(request, error)
    return JSONResponse({"to": where_it_goes_on(to)})
