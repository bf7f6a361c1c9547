"""Pages about oneself: name, devices, personal link, account, signing in and out."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse
from starlette.responses import Response

from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server.errors import NotProved, Refusal, TooMany, Unreadable, code_of, explain, status_of
from brehon.server.names import MAX_NAME
from brehon.server.people.accounts import Accounts
from brehon.server.people.alerts import WORDS
from brehon.server.people.attempts import Caller, network_of
from brehon.server.people.cookies import Guest
from brehon.server.people.devices import label_of
from brehon.server.people.logins import MAX_LOGIN
from brehon.server.people.passkeys import Passkeys
from brehon.server.people.passwords import LONGEST, SHORTEST
from brehon.server.people.quotas import ACCOUNTS, QUESTIONS, use_quota
from brehon.server.people.tickets import digest
from brehon.server.web.rendering import Visitor, base_of, people_of, render, speaker, text_of

router = APIRouter(include_in_schema=False)
DONE = {  # what a page says after a redirect, by its mark in the address
    "name": N_("Your name is saved."),
    "found": N_("You have an account now. You can sign in on any device."),
    "password": N_("The password is changed. Other devices have to sign in again."),
    "out": N_("That device is signed out."),
    "removed": N_("The passkey is removed here; delete it in your password manager too."),
    "passkey": N_("The passkey is added. You can sign in with it now."),
    "signed-in": N_("You are signed in."),
    "dropped": N_("The link is revoked."),
    "confirmed": N_("Thank you. You will not be asked again for ten minutes; continue with what you wanted to do."),
}
# what may need a confirmation, and where it goes on afterwards
LINK, PASSKEY, PASSWORD, DELETE = "link", "passkey", "password", "delete"
GOES_ON = {LINK: "devices", PASSKEY: "ways", PASSWORD: "ways", DELETE: "end"}


def accounts_of(request: Request) -> Accounts:
    found: Accounts = request.app.state.accounts
    return found


def passkeys_of(request: Request) -> Passkeys:
    found: Passkeys = request.app.state.passkeys
    return found


def network_asking(request: Request) -> str:
    return network_of(request.client.host if request.client else "?")


def known_by(request: Request, guest: Guest) -> dict[str, str]:
    """The accounts to which this browser is known, see `Accounts.sign_in`."""
    marks = people_of(request).cookies.marks(request)
    return marks | ({digest(guest.session): guest.device} if guest.session else {})


def done(mark: str) -> Response:
    return RedirectResponse(f"/account?done={mark}", 303)


@router.get("/account")
async def account(request: Request, guest: Visitor, done: str = "") -> Response:
    notice = speaker(request).word(DONE[done]) if done in DONE else ""
    return await show(request, guest, notice, is_good=True)


async def show(
    request: Request, guest: Guest, notice: str = "", status: int = 200, link: str = "", is_good: bool = False
) -> Response:
    people = people_of(request)
    return render(
        request, "account.html", status, guest=guest, notice=notice, is_good=is_good, link=link, max_name=MAX_NAME,
        devices=await people.devices(guest) if guest.session else [], max_login=MAX_LOGIN, shortest=SHORTEST,
        passkeys=await passkeys_of(request).of(guest), login=await accounts_of(request).login_of(guest), longest=LONGEST,
        alerts=await people.alerts(guest), alert_words=WORDS,
        tally=await request.app.state.solved.of(guest.session) if guest.is_account else None,
    )  # fmt: skip


async def refused(request: Request, guest: Guest, error: BrehonError, wanted: str = "") -> Response:
    """The page with the reason; or the one that asks for a confirmation, if that is what is missing for what was wanted."""
    if isinstance(error, NotProved) and wanted in GOES_ON:
        return RedirectResponse(confirm_path(wanted), 303)
    return waiting(await show(request, guest, explain(error, speaker(request)), status_of(error)), error)


def confirm_path(wanted: str) -> str:
    return f"/account/confirm?to={wanted}"


def waiting(response: Response, error: BrehonError) -> Response:
    """The answer, with the seconds to wait if there were too many."""
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


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
    try:
        await accounts_of(request).check_proof(guest)
    except NotProved as error:
        return await refused(request, guest, error, LINK)
    return await show_link(request, guest)


async def show_link(request: Request, guest: Guest) -> Response:
    token = await people_of(request).new_link(guest)
    return await show(request, guest, link=f"{base_of(request)}/device/{token}")


@router.post("/account/alerts/seen")
async def dismiss_alerts(request: Request, guest: Visitor) -> Response:
    await people_of(request).dismiss_alerts(guest)
    return RedirectResponse("/account", 303)


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
        await accounts_of(request).found(request, guest, text_of(form, "login"), text_of(form, "password"))
    except BrehonError as error:
        return await refused(request, guest, error, PASSWORD)
    return done("found")


@router.post("/account/password")
async def password(request: Request, guest: Visitor) -> Response:
    form = await request.form()
    try:
        await accounts_of(request).change_password(guest, text_of(form, "old"), text_of(form, "new"))
    except BrehonError as error:
        return await refused(request, guest, error)
    return done("password")


@router.post("/account/delete")
async def delete(request: Request, guest: Visitor) -> Response:
    form = await request.form()
    try:
        if text_of(form, "sure") != "yes":
            raise Unreadable(Message(N_("Confirm first that you are sure: everything will be deleted permanently.")))
        await accounts_of(request).delete(request, guest, text_of(form, "password"))
    except BrehonError as error:
        return await refused(request, guest, error, DELETE)
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
        person = await accounts_of(request).sign_in(
            login, text_of(form, "password"), network_asking(request), known_by(request, guest)
        )
    except BrehonError as error:
        page = show_sign_in(request, guest, explain(error, speaker(request)), status_of(error), login[:MAX_LOGIN])
        return waiting(page, error)
    await people_of(request).arrive(request, guest, person, along=True, is_proved=True)
    return done("signed-in")


# -- passkeys: asked for by our script, so they answer with JSON


@router.post("/account/passkey/begin")
async def begin_new(request: Request, guest: Visitor) -> Response:
    try:
        use_quota(request, QUESTIONS)
        return as_json(await passkeys_of(request).ask_for_new(guest, site_of(request)))
    except BrehonError as error:
        return in_words(request, error, confirm_path(PASSKEY) if isinstance(error, NotProved) else "")


@router.post("/account/passkey/finish")
async def finish_new(request: Request, guest: Visitor) -> Response:
    label = label_of(request.headers.get("user-agent", ""))
    try:
        answer = await answer_of(request)
        await passkeys_of(request).add(request, guest, answer, site_of(request), origin_of(request), label)
    except BrehonError as error:
        return in_words(request, error)
    return JSONResponse({"to": "/account?done=passkey"})


@router.post("/account/passkey/remove")
async def remove_passkey(request: Request, guest: Visitor) -> Response:
    form = await request.form()
    try:
        await passkeys_of(request).remove(guest, text_of(form, "passkey"))
    except BrehonError as error:
        return await refused(request, guest, error)
    return done("removed")


@router.post("/signin/passkey/begin")
async def begin(request: Request) -> Response:
    try:
        use_quota(request, QUESTIONS)
        return as_json(await passkeys_of(request).ask(site_of(request)))
    except BrehonError as error:
        return in_words(request, error)


@router.post("/signin/passkey/finish")
async def finish(request: Request, guest: Visitor) -> Response:
    try:
        answer = await answer_of(request)
        marks = list(people_of(request).cookies.marks(request).values())
        caller = Caller(network_asking(request), marks[-1] if marks else "")
        person = await passkeys_of(request).sign_in(answer, site_of(request), origin_of(request), caller)
    except BrehonError as error:
        return in_words(request, error)
    await people_of(request).arrive(request, guest, person, along=True, is_proved=True)
    return JSONResponse({"to": "/account?done=signed-in"})


def nobody_yet() -> Refusal:
    return Refusal(Message(N_("This browser has no player yet. Enter a name first, or sign in.")), 403)


def site_of(request: Request) -> str:
    """The name of the site, to which passkeys are bound."""
    return request.url.hostname or ""


def origin_of(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


def as_json(text: str) -> Response:
    return Response(text, media_type="application/json", headers={"Cache-Control": "no-store"})


def in_words(request: Request, error: BrehonError, to: str = "") -> Response:
    """Why not; and where to go first, if something has to be done before."""
    data = {"code": code_of(error), "message": explain(error, speaker(request))} | ({"to": to} if to else {})
    return waiting(JSONResponse(data, status_of(error)), error)


async def answer_of(request: Request) -> str:
    """The answer of a passkey, which must be a JSON object."""
    text = (await request.body()).decode("utf-8", "replace")
    try:
        if isinstance(json.loads(text), dict):
            return text
    except (ValueError, RecursionError):
        pass
    raise Unreadable(Message(N_("This is not the answer of a passkey.")))
