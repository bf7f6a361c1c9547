"""Pages about oneself: name, devices, personal link, account, signing in and out."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.responses import Response

from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server.accounts import LONGEST, MAX_LOGIN, SHORTEST, Accounts
from brehon.server.errors import Refusal, Unreadable, code_of, explain, status_of
from brehon.server.people import label_of
from brehon.server.quotas import ACCOUNTS, QUESTIONS, use_quota
from brehon.server.routes.pages import Visitor, people_of, text_of
from brehon.server.services import MAX_NAME
from brehon.server.visit import Guest, render, speaker

router = APIRouter(include_in_schema=False)
DONE = {  # what a page says after a redirect, by its mark in the address
    "name": N_("Your name is saved."),
    "found": N_("You have an account now. Sign in with it wherever you like."),
    "password": N_("The password is changed. Other devices have to sign in again."),
    "out": N_("That device is signed out."),
    "removed": N_("The passkey is removed here; delete it in your password manager too."),
    "passkey": N_("The passkey is added. You can sign in with it now."),
    "signed-in": N_("You are signed in."),
    "dropped": N_("The link does not work any more."),
}


def accounts_of(request: Request) -> Accounts:
    found: Accounts = request.app.state.accounts
    return found


def address_of(request: Request) -> str:
    return request.client.host if request.client else "?"


def done(mark: str) -> Response:
    return RedirectResponse(f"/account?done={mark}", 303)


@router.get("/account")
async def account(request: Request, guest: Visitor, done: str = "") -> Response:
    notice = speaker(request).word(DONE[done]) if done in DONE else ""
    return await show(request, guest, notice, is_good=True)


async def show(
    request: Request, guest: Guest, notice: str = "", status: int = 200, link: str = "", is_good: bool = False
) -> Response:
    accounts = accounts_of(request)
    return render(
        request, "account.html", status, guest=guest, notice=notice, is_good=is_good, link=link, max_name=MAX_NAME,
        devices=await people_of(request).devices(guest) if guest.session else [], max_login=MAX_LOGIN, shortest=SHORTEST,
        passkeys=await accounts.passkeys(guest), login=await accounts.login_of(guest), longest=LONGEST,
    )  # fmt: skip


async def refused(request: Request, guest: Guest, error: BrehonError) -> Response:
    return await show(request, guest, explain(error, speaker(request)), status_of(error))


@router.post("/account/name")
async def name(request: Request, guest: Visitor) -> Response:
    form = await request.form()
    await people_of(request).welcome(request, guest, text_of(form, "name"))
    return done("name")


# -- devices


@router.post("/account/devices/out")
async def sign_out(request: Request, guest: Visitor) -> Response:
    form = await request.form()
    device = text_of(form, "device")
    try:
        await people_of(request).sign_out(request, guest, device)
    except BrehonError as error:
        return await refused(request, guest, error)
    return RedirectResponse("/", 303) if device == guest.device else done("out")


@router.post("/account/link")
async def link(request: Request, guest: Visitor) -> Response:
    if not guest.session:
        return await refused(request, guest, nobody_yet())
    token = await people_of(request).new_link(guest)
    return await show(request, guest, link=f"{str(request.base_url).rstrip('/')}/device/{token}")


@router.post("/account/link/drop")
async def drop_link(request: Request, guest: Visitor) -> Response:
    await people_of(request).drop_links(guest)
    return done("dropped")


@router.get("/device/{token}")
async def device(request: Request, guest: Visitor, token: str) -> Response:
    """Asks first: opening a link is not yet using it."""
    people = people_of(request)
    person, shown = await people.of_link(token)
    if person == guest.session:
        return RedirectResponse("/account", 303)
    tables = await people.count_tables(guest) if guest.session else 0
    return render(request, "device.html", guest=guest, name=shown, token=token, tables=tables)


@router.post("/device/{token}")
async def follow(request: Request, guest: Visitor, token: str) -> Response:
    form = await request.form()
    await people_of(request).follow(request, guest, token, along=text_of(form, "along") == "yes")
    return RedirectResponse("/", 303)


# -- account


@router.post("/account/found")
async def found(request: Request, guest: Visitor) -> Response:
    form = await request.form()
    try:
        use_quota(request, ACCOUNTS)
        await accounts_of(request).found(guest, text_of(form, "login"), text_of(form, "password"))
    except BrehonError as error:
        return await refused(request, guest, error)
    return done("found")


@router.post("/account/password")
async def password(request: Request, guest: Visitor) -> Response:
    form = await request.form()
    try:
        await accounts_of(request).change_password(
            guest, text_of(form, "old"), text_of(form, "new"), address_of(request)
        )
    except BrehonError as error:
        return await refused(request, guest, error)
    return done("password")


@router.post("/account/delete")
async def delete(request: Request, guest: Visitor) -> Response:
    form = await request.form()
    try:
        if text_of(form, "sure") != "yes":
            raise Unreadable(Message(N_("Say first that you are sure: everything is deleted for good.")))
        await accounts_of(request).delete(request, guest, text_of(form, "password"), address_of(request))
    except BrehonError as error:
        return await refused(request, guest, error)
    return RedirectResponse("/", 303)


@router.get("/signin")
async def sign_in_page(request: Request, guest: Visitor) -> Response:
    return show_sign_in(request, guest)


def show_sign_in(request: Request, guest: Guest, notice: str = "", status: int = 200, login: str = "") -> Response:
    return render(
        request, "signin.html", status, guest=guest, notice=notice, login=login, max_login=MAX_LOGIN, longest=LONGEST
    )


@router.post("/signin")
async def sign_in(request: Request, guest: Visitor) -> Response:
    form = await request.form()
    login = text_of(form, "login")
    try:
        person = await accounts_of(request).sign_in(login, text_of(form, "password"), address_of(request))
    except BrehonError as error:
        return show_sign_in(request, guest, explain(error, speaker(request)), status_of(error), login[:MAX_LOGIN])
    await people_of(request).arrive(request, guest, person, along=True)
    return done("signed-in")


# -- passkeys: asked for by our script, so they answer with JSON


@router.post("/account/passkey/begin")
async def begin_new(request: Request, guest: Visitor) -> Response:
    try:
        use_quota(request, QUESTIONS)
        return as_json(await accounts_of(request).ask_for_new_passkey(guest, site_of(request)))
    except BrehonError as error:
        return in_words(request, error)


@router.post("/account/passkey/finish")
async def finish_new(request: Request, guest: Visitor) -> Response:
    label = label_of(request.headers.get("user-agent", ""))
    try:
        answer = await answer_of(request)
        await accounts_of(request).add_passkey(guest, answer, site_of(request), origin_of(request), label)
    except BrehonError as error:
        return in_words(request, error)
    return JSONResponse({"to": "/account?done=passkey"})


@router.post("/account/passkey/remove")
async def remove_passkey(request: Request, guest: Visitor) -> Response:
    form = await request.form()
    try:
        await accounts_of(request).remove_passkey(guest, text_of(form, "passkey"))
    except BrehonError as error:
        return await refused(request, guest, error)
    return done("removed")


@router.post("/signin/passkey/begin")
async def begin(request: Request) -> Response:
    try:
        use_quota(request, QUESTIONS)
        return as_json(await accounts_of(request).ask_for_passkey(site_of(request)))
    except BrehonError as error:
        return in_words(request, error)


@router.post("/signin/passkey/finish")
async def finish(request: Request, guest: Visitor) -> Response:
    try:
        answer = await answer_of(request)
        person = await accounts_of(request).sign_in_by_passkey(
            answer, site_of(request), origin_of(request), address_of(request)
        )
    except BrehonError as error:
        return in_words(request, error)
    await people_of(request).arrive(request, guest, person, along=True)
    return JSONResponse({"to": "/account?done=signed-in"})


def nobody_yet() -> Refusal:
    refusal = Refusal(Message(N_("Nobody is known in this browser yet. Give a name first, or sign in.")))
    refusal.status = 403
    return refusal


def site_of(request: Request) -> str:
    """The name of the site, to which passkeys are bound."""
    return request.url.hostname or ""


def origin_of(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


def as_json(text: str) -> Response:
    return Response(text, media_type="application/json", headers={"Cache-Control": "no-store"})


def in_words(request: Request, error: BrehonError) -> Response:
    return JSONResponse({"code": code_of(error), "message": explain(error, speaker(request))}, status_of(error))


async def answer_of(request: Request) -> str:
    """The answer of a passkey, which must be a JSON object."""
    text = (await request.body()).decode("utf-8", "replace")
    try:
        if isinstance(json.loads(text), dict):
            return text
    except (ValueError, RecursionError):
        pass
    raise Unreadable(Message(N_("This is not the answer of a passkey.")))
