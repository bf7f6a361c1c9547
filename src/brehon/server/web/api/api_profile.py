"""A person and their programs: becoming known, signing in, one's tables, name, devices, account, mail and webhooks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from brehon.core.text import N_, Message
from brehon.server.errors import NotFound, NotSignedIn, Unreadable
from brehon.server.names import MAX_NAME, clean
from brehon.server.people.cookies import Guest
from brehon.server.people.logins import MAX_TYPED
from brehon.server.people.passwords import LONGEST
from brehon.server.people.quotas import ACCOUNTS, MAIL, PEOPLE, WEBHOOKS, use_quota
from brehon.server.people.sessions import LINK_LIVES
from brehon.server.people.tickets import digest
from brehon.server.storage.schema import HookRow
from brehon.server.table.lobby import FINISHED, MY_TURN, WAITING, Entry, my_tables
from brehon.server.web.actions_chat import NewHook
from brehon.server.web.actions_seats import ticket
from brehon.server.web.api.api_chat import Hook, Hooks
from brehon.server.web.api.api_host import Listed, listed
from brehon.server.web.bearer import Token
from brehon.server.web.models import PROBLEMS, SeatTicket, Silent, Strict
from brehon.server.web.pages.account import accounts_of, network_asking, passkeys_of
from brehon.server.web.pages.profile import Desk
from brehon.server.web.rendering import Service, base_of, language, people_of, speaker

router = APIRouter(prefix="/api/v1", tags=["oneself"], responses=PROBLEMS, default_response_class=Silent)
MAX_LABEL = 50
Label = Annotated[str, Field(max_length=MAX_LABEL, description="How the program stands in the list of devices.")]
DeviceId = Annotated[str, Path(max_length=64, description="The id of an entry of `devices`.")]
PasskeyId = Annotated[str, Path(max_length=64, description="The id of an entry of `passkeys`.")]
HookId = Annotated[str, Path(max_length=32, description="The id that came back when the webhook was added.")]
LinkWord = Annotated[str, Path(max_length=64, description="The last part of a personal link.")]


def person_behind(token: Token) -> Guest:
    if token is None or token.guest is None:
        raise NotSignedIn(Message(N_("This needs the token of a person; POST /api/v1/people gives one.")))
    return token.guest


Person = Annotated[Guest, Depends(person_behind)]


class NewPerson(Strict):
    name: str = Field(min_length=1, max_length=64)
    label: Label = ""


class SignIn(Strict):
    """Name and password of an account. With the token of a guest, `along` gives the account the guest's tables."""

    login: str = Field(max_length=MAX_TYPED)
    password: str = Field(max_length=LONGEST)
    label: Label = ""
    along: bool = True


class Follow(Strict):
    """With the token of a guest, `along` gives the guest's tables to the person who made the link."""

    label: Label = ""
    along: bool = False


class PersonTicket(BaseModel):
    """A request with this token acts as this person, until the token is signed out."""

    token: str
    name: str
    account: bool


class WhoseLink(BaseModel):
    name: str


class Named(BaseModel):
    """Something in a list of one's own; `at` in seconds since 1970: when it was used last, or made."""

    id: str
    label: str
    at: float


class DeviceState(Named):
    this: bool


class Alert(BaseModel):
    """A `device` or a `passkey` that was added, or a `password` that was changed, on another device than this one."""

    kind: str
    label: str
    at: float


class MailState(BaseModel):
    address: str
    confirmed: bool
    trouble: str


class Me(BaseModel):
    """What is known of a person; `login` is null without a password, `mails` says whether this server sends any."""

    name: str
    account: bool
    login: str | None
    devices: list[DeviceState]
    passkeys: list[Named]
    mail: MailState | None
    mails: bool
    alerts: list[Alert]
    nudges: bool = Field(description="Whether others may remind this person of their turn.")


class Wanted(Strict):
    wanted: bool


class NewMe(Me):
    """A new account gets a new token, and all earlier tokens and cookies are signed out; null if the token stays."""

    token: str | None


class MyTable(Listed):
    """A table of one's own: whether one has to decide, for whom it waits, and the tokens of one's seats."""

    my_turn: bool
    waits_for: list[str]
    host: bool
    seats: list[SeatTicket]


class MyTables(BaseModel):
    tables: list[MyTable]


class Name(Strict):
    name: str = Field(min_length=1, max_length=64)


class PersonalLink(BaseModel):
    """Makes a browser or a program known as the person, once, for so many seconds."""

    link: str
    token: str
    seconds: int


class NewAccount(Strict):
    login: str = Field(max_length=MAX_TYPED)
    password: str = Field(max_length=4 * LONGEST)


class NewPassword(Strict):
    old: str = Field(max_length=4 * LONGEST)
    new: str = Field(max_length=4 * LONGEST)


class Farewell(Strict):
    """Everything of the person is deleted for good; the password is needed where there is one."""

    sure: Literal[True]
    password: str = Field("", max_length=4 * LONGEST)


class NewMail(Strict):
    address: str = Field(min_length=3, max_length=254)


# -- becoming known


def readable(name: str) -> str:
    found = clean(name, MAX_NAME)
    if not found:
        raise Unreadable(Message(N_("A name needs at least one visible character.")))
    return found


async def ticket_of(request: Request, token: str) -> dict[str, Any]:
    guest = await people_of(request).of_program(token)
    if guest is None:
        raise NotFound(Message(N_("This person no longer exists.")))
    return {"token": token, "name": guest.name, "account": guest.is_account}


@router.post("/people", status_code=201, response_model=PersonTicket, summary="Become known, as a guest")
async def welcome(request: Request, body: NewPerson) -> Any:
    use_quota(request, PEOPLE)
    return await ticket_of(request, await people_of(request).welcome_program(readable(body.name), body.label))


@router.post("/signin", response_model=PersonTicket, summary="Sign in to an account")
async def sign_in(request: Request, token: Token, body: SignIn) -> Any:
    guest = token.guest if token else None
    known = {digest(guest.session): guest.device} if guest else {}
    person = await accounts_of(request).sign_in(body.login, body.password, network_asking(request), known)
    made = await people_of(request).arrive_program(guest, person, body.along, body.label, is_proved=True)
    return await ticket_of(request, made)


@router.get("/device/{link}", response_model=WhoseLink, summary="Whose personal link it is")
async def whose(request: Request, link: LinkWord) -> Any:
    """Visibility at it does not use it up."""
    _, name = await people_of(request).of_link(link)
    return {"name": name}


@router.post("/device/{link}", response_model=PersonTicket, summary="Become known by a personal link")
async def follow(request: Request, link: LinkWord, token: Token, body: Follow) -> Any:
    """This is how a person lets a program act for them: the account page and `POST /me/link` make such links."""
    people = people_of(request)
    guest = token.guest if token else None
    person = await people.use_link(link)
    made = await people.arrive_program(guest, person, body.along, body.label, is_proved=False)
    return await ticket_of(request, made)


# -- oneself


@router.get("/me", response_model=Me, summary="What is known of oneself")
async def me(request: Request, desk: Desk, person: Person) -> Any:
    return await me_data(request, desk, person)


async def me_data(request: Request, desk: Desk, person: Guest) -> dict[str, object]:
    accounts = accounts_of(request)
    contact = await desk.contact(person.session)
    return {
        "name": person.name,
        "account": person.is_account,
        "login": await accounts.login_of(person) or None,
        "devices": [
            {"id": one.id, "label": one.label, "at": one.seen, "this": one.is_this}
            for one in await people_of(request).devices(person)
        ],
        "passkeys": [
            {"id": number, "label": label, "at": created}
            for number, label, created in await passkeys_of(request).of(person)
        ],
        "mail": None
        if contact is None
        else {"address": contact.address, "confirmed": contact.confirmed is not None, "trouble": contact.trouble},
        "mails": desk.mailer.is_ready,
        "alerts": [
            {"kind": one.kind, "label": one.label, "at": one.at} for one in await people_of(request).alerts(person)
        ],
        "nudges": await desk.takes_nudges(person.session),
    }


@router.get("/me/tables", response_model=MyTables, summary="One's tables, those first where one has to decide")
async def tables_of_mine(request: Request, tables: Service, person: Person) -> Any:
    found = []
    for entry in await my_tables(tables, person.session, speaker(request)):
        async with tables.at(entry.id) as table:
            who = table.who(person.session)
            seats = [ticket(request, tables, table.seats[seat]) for seat in who.seats]
        found.append(my_table(request, entry) | {"host": who.is_host, "seats": seats})
    return {"tables": found}


def my_table(request: Request, entry: Entry) -> dict[str, Any]:
    status = "over" if entry.state == FINISHED else "waiting" if entry.state == WAITING else "playing"
    data = listed(request, entry) | {"status": status}
    return data | {"my_turn": entry.state == MY_TURN, "waits_for": entry.turn}


@router.put("/me/name", response_model=Me, summary="One's name at new tables")
async def rename(request: Request, desk: Desk, person: Person, body: Name) -> Any:
    await people_of(request).rename(person, readable(body.name))
    return await me_data(request, desk, person)


@router.delete("/me/devices/{device}", status_code=204, summary="Sign out a device or a program, this one too")
async def sign_out(request: Request, person: Person, device: DeviceId) -> Response:
    await people_of(request).sign_out(None, person, device)
    return Response(status_code=204)


@router.post("/me/link", response_model=PersonalLink, summary="A personal link for another device or program")
async def link(request: Request, person: Person) -> Any:
    await accounts_of(request).check_proof(person)
    token = await people_of(request).new_link(person)
    return {"link": f"{base_of(request)}/device/{token}", "token": token, "seconds": int(LINK_LIVES)}


@router.delete("/me/link", status_code=204, summary="Revoke the personal link")
async def drop_link(request: Request, person: Person) -> Response:
    await people_of(request).drop_links(person)
    return Response(status_code=204)


# -- account


@router.post("/me/account", response_model=NewMe, summary="Make an account: a sign-in name and a password")
async def found(request: Request, desk: Desk, person: Person, body: NewAccount) -> Any:
    use_quota(request, ACCOUNTS)
    token = await accounts_of(request).found(None, person, body.login, body.password)
    return await me_data(request, desk, person) | {"token": token or None}


@router.put("/me/password", status_code=204, summary="Another password; other devices have to sign in again")
async def password(request: Request, person: Person, body: NewPassword) -> Response:
    await accounts_of(request).change_password(person, body.old, body.new)
    return Response(status_code=204)


@router.delete("/me/passkeys/{passkey}", status_code=204, summary="Remove a passkey")
async def remove_passkey(request: Request, person: Person, passkey: PasskeyId) -> Response:
    await passkeys_of(request).remove(person, passkey)
    return Response(status_code=204)


@router.post("/me/delete", status_code=204, summary="Delete oneself, for good")
async def delete(request: Request, person: Person, body: Farewell) -> Response:
    await accounts_of(request).delete(None, person, body.password)
    return Response(status_code=204)


# -- notifications


@router.put("/me/mail", response_model=Me, summary="A mail address, which has to be confirmed by the link in a mail")
async def set_mail(request: Request, desk: Desk, person: Person, body: NewMail) -> Any:
    use_quota(request, MAIL, person.session)
    await desk.set_address(person.session, body.address, language(request))
    return await me_data(request, desk, person)


@router.put("/me/nudges", response_model=Me, summary="Whether others may remind one of one's turn")
async def set_nudges(request: Request, desk: Desk, person: Person, body: Wanted) -> Any:
    await desk.set_nudges(person.session, body.wanted)
    return await me_data(request, desk, person)


@router.delete("/me/mail", status_code=204, summary="No mail any more")
async def remove_mail(desk: Desk, person: Person) -> Response:
    await desk.forget_address(person.session)
    return Response(status_code=204)


@router.get("/me/hooks", response_model=Hooks, summary="One's webhooks, at all tables")
async def hooks(desk: Desk, person: Person) -> Any:
    return {"hooks": await desk.hooks(person.session)}


@router.post("/me/hooks", status_code=201, response_model=Hook, summary="Be notified of your turns at all tables")
async def add_hook(request: Request, desk: Desk, person: Person, body: NewHook) -> Any:
    use_quota(request, WEBHOOKS, person.session)
    base = str(request.base_url)
    return await desk.add_hook(person.session, None, body.shape, body.address, language(request), base)


@router.post("/me/hooks/{hook_id}/test", response_model=Hook, summary="Send a test; switches it on again")
async def test_hook(desk: Desk, person: Person, hook_id: HookId) -> Any:
    hook = await own_hook(desk, person, hook_id)
    await desk.test_hook(hook)
    hook.is_off, hook.trouble = False, ""
    return hook


@router.delete("/me/hooks/{hook_id}", status_code=204, summary="Remove a webhook of one's own")
async def remove_hook(desk: Desk, person: Person, hook_id: HookId) -> Response:
    await desk.remove_hook((await own_hook(desk, person, hook_id)).id)
    return Response(status_code=204)


async def own_hook(desk: Desk, person: Guest, hook_id: str) -> HookRow:
    hook = await desk.hook(hook_id)
    if hook is None or hook.person != person.session:
        raise NotFound(Message(N_("There is no such webhook of yours.")))
    return hook
