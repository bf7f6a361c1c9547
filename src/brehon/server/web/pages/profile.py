"""A person's own page: how they want to be notified of their turn. Also the pages that links in mails open."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server.errors import Forbidden, NotFound, explain, status_of
from brehon.server.people.cookies import Guest
from brehon.server.people.quotas import MAIL, WEBHOOKS, use_quota
from brehon.server.people.subscriptions import Subscriptions, known
from brehon.server.people.webhooks import SHAPES
from brehon.server.storage.schema import HookRow
from brehon.server.table.tables import Tables
from brehon.server.table.visit import asker_of, visiting
from brehon.server.web.pages.talk import clock
from brehon.server.web.rendering import Service, Visitor, language, render, speaker, text_of

router = APIRouter(include_in_schema=False)
TABLE = "table"  # a hook for all that happens at a table
MY_TABLE = "mine"  # for my own turns there


def contacts_of(request: Request) -> Subscriptions:
    found: Subscriptions = request.app.state.contacts
    return found


Desk = Annotated[Subscriptions, Depends(contacts_of)]


@router.get("/me")
async def me(request: Request, tables: Service, desk: Desk, guest: Visitor, table: str = "") -> Response:
    return await show(request, tables, desk, guest, table)


async def show(
    request: Request, tables: Tables, desk: Subscriptions, guest: Guest, table: str, status: int = 200, notice: str = ""
) -> Response:
    """With a table that the person belongs to, also the notifications for this table alone."""
    at, is_host, title = "", False, ""
    if table and guest.session:
        async with tables.at(table) as found:
            who = found.who(guest.session)
            at, is_host = found.id if who.seats or who.is_host else "", who.is_host
            title = found.rules.game.title
    mine = await desk.hooks(guest.session) if guest.session else []
    of_table = await desk.hooks("", at) if is_host else []
    return render(
        request, "me.html", status, guest=guest, notice=notice, contact=await desk.contact(guest.session), mails=desk.mailer.is_ready,
        nudges=await desk.takes_nudges(guest.session), hooks=mine, of_table=of_table, table=at, is_host=is_host, title=title, shapes=SHAPES, clock=clock,
    )  # fmt: skip


async def back(
    request: Request, tables: Tables, desk: Subscriptions, guest: Guest, table: str, error: BrehonError | None = None
) -> Response:
    if error is not None:
        return await show(request, tables, desk, guest, table, status_of(error), explain(error, speaker(request)))
    return RedirectResponse(f"/me?table={table}" if table.isascii() and table.isprintable() and table else "/me", 303)


# -- mail


@router.post("/me/mail")
async def set_mail(request: Request, tables: Service, desk: Desk, guest: Visitor) -> Response:
    form = await request.form()
    try:
        known(guest.session)
        use_quota(request, MAIL, guest.session)
        await desk.set_address(guest.session, text_of(form, "address"), language(request))
    except BrehonError as error:
        return await back(request, tables, desk, guest, "", error)
    return await back(request, tables, desk, guest, "")


@router.post("/me/mail/remove")
async def remove_mail(request: Request, tables: Service, desk: Desk, guest: Visitor) -> Response:
    try:
        known(guest.session)
        await desk.forget_address(guest.session)
    except BrehonError as error:
        return await back(request, tables, desk, guest, "", error)
    return await back(request, tables, desk, guest, "")


@router.post("/me/nudges")
async def set_nudges(request: Request, tables: Service, desk: Desk, guest: Visitor) -> Response:
    form = await request.form()
    try:
        await desk.set_nudges(guest.session, text_of(form, "wanted") == "1")
    except BrehonError as error:
        return await back(request, tables, desk, guest, "", error)
    return await back(request, tables, desk, guest, text_of(form, "table"))


@router.get("/mail/confirm/{token}")
async def ask_to_confirm(request: Request, desk: Desk, token: str) -> Response:
    """A question with a button: programs that look at the links of mails must not answer it."""
    contact = await desk.by_confirm_token(token)
    return render(
        request, "mail.html", step="confirmed" if contact.confirmed else "confirm", contact=contact, token=token
    )


@router.post("/mail/confirm/{token}")
async def confirm(request: Request, desk: Desk, token: str) -> Response:
    await desk.confirm(token)
    return render(request, "mail.html", step="confirmed", contact=await desk.by_confirm_token(token), token=token)


@router.get("/mail/stop/{token}")
async def ask_to_stop(request: Request, desk: Desk, token: str) -> Response:
    return render(request, "mail.html", step="stop", contact=await desk.by_stop_token(token), token=token)


@router.post("/mail/stop/{token}")
async def stop(request: Request, desk: Desk, token: str) -> Response:
    """Also what mail programs send by themselves (RFC 8058)."""
    contact = await desk.by_stop_token(token)
    await desk.forget_address(contact.person)
    return render(request, "mail.html", step="stopped", contact=contact, token=token)


# -- webhooks


@router.post("/me/hooks")
async def add_hook(request: Request, tables: Service, desk: Desk, guest: Visitor) -> Response:
    form = await request.form()
    table, scope = text_of(form, "table"), text_of(form, "scope")
    try:
        known(guest.session)
        use_quota(request, WEBHOOKS, guest.session)
        shape, address, base = text_of(form, "shape"), text_of(form, "address"), str(request.base_url)
        if scope in (TABLE, MY_TABLE):
            async with visiting(tables, table, asker_of(guest)) as visit:
                who = visit.who
                if not who.is_host and (scope == TABLE or not who.seats):
                    raise Forbidden(Message(N_("Only the host may decide this.")))
                person = "" if scope == TABLE else guest.session
                await visit.do(lambda: desk.add_hook(person, table, shape, address, language(request), base))
        else:
            await desk.add_hook(guest.session, None, shape, address, language(request), base)
    except BrehonError as error:
        return await back(request, tables, desk, guest, table if not isinstance(error, NotFound) else "", error)
    return await back(request, tables, desk, guest, table)


async def own_hook(tables: Tables, desk: Subscriptions, guest: Guest, hook_id: str) -> HookRow:
    """A hook of this person, or of a table that they have set up."""
    hook = await desk.hook(hook_id) if guest.session else None
    if hook is not None and hook.person:
        hook = hook if hook.person == guest.session else None
    elif hook is not None and hook.match:
        async with tables.at(hook.match) as table:
            hook = hook if table.who(guest.session).is_host else None
    if hook is None:
        raise Forbidden(Message(N_("There is no such webhook of yours.")))
    return hook


@router.post("/me/hooks/{hook_id}/remove")
async def remove_hook(request: Request, tables: Service, desk: Desk, guest: Visitor, hook_id: str) -> Response:
    hook = await own_hook(tables, desk, guest, hook_id)
    await desk.remove_hook(hook.id)
    return await back(request, tables, desk, guest, hook.match or "")


@router.post("/me/hooks/{hook_id}/test")
async def test_hook(request: Request, tables: Service, desk: Desk, guest: Visitor, hook_id: str) -> Response:
    hook = await own_hook(tables, desk, guest, hook_id)
    try:
        await desk.test_hook(hook)
    except BrehonError as error:
        return await back(request, tables, desk, guest, hook.match or "", error)
    return await back(request, tables, desk, guest, hook.match or "")
