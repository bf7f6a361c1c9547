"""The pages of a group of friends. For everyone who is no member it does not exist; its link opens the page to join."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData
from starlette.responses import Response

from brehon.core import registry
from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server.errors import NotFound, Unreadable, explain, retry_headers, status_of
from brehon.server.names import MAX_NAME, clean
from brehon.server.people.cookies import Guest
from brehon.server.people.group_views import Group
from brehon.server.people.groups import MAX_TITLE, readable_title
from brehon.server.people.quotas import GROUPS, PROPOSALS, TABLES, use_quota
from brehon.server.table.group_tables import shelf_of, start_table
from brehon.server.table.notice_words import PROPOSE
from brehon.server.table.notices import Due, invite_dues
from brehon.server.web.actions import MAX_ENTRIES
from brehon.server.web.pages.talk import clock
from brehon.server.web.rendering import (
    Visitor,
    base_of,
    groups_of,
    messenger_of,
    people_of,
    render,
    speaker,
    tables_of,
    text_of,
)

router = APIRouter(include_in_schema=False)
NOW: Final = "now"
MAX_ZONE: Final = 15 * 60  # minutes


# -- the list, a new group, and joining by the link


@router.get("/groups")
async def groups(request: Request, guest: Visitor) -> Response:
    return await show_list(request, guest)


async def show_list(request: Request, guest: Guest, status: int = 200, notice: str = "") -> Response:
    mine = await groups_of(request).of(guest.session)
    return render(
        request,
        "groups.html",
        status,
        guest=guest,
        my_groups=mine,
        notice=notice,
        max_name=MAX_NAME,
        max_title=MAX_TITLE,
    )


@router.post("/groups")
async def create(request: Request, guest: Visitor) -> Response:
    form = await request.form(max_files=0, max_fields=MAX_ENTRIES)
    name = clean(text_of(form, "name"), MAX_NAME) or guest.name
    try:
        use_quota(request, GROUPS, guest.session)
        title = readable_title(text_of(form, "title"))  # what is refused creates no person
        guest = await people_of(request).welcome(request, guest, name)
        group_id = await groups_of(request).create(guest.session, name, title)
    except BrehonError as error:
        response = await show_list(request, guest, status_of(error), explain(error, speaker(request)))
        response.headers.update(retry_headers(error))
        return response
    return RedirectResponse(f"/group/{group_id}", 303)


@router.get("/groups/join/{word}")
async def invitation(request: Request, guest: Visitor, word: str) -> Response:
    """Asks for a name; joining needs a click, so that a messenger that previews links does not join."""
    row = await groups_of(request).by_link(word)
    if await is_member(request, row.id, guest):
        return RedirectResponse(f"/group/{row.id}", 303)
    return render(request, "group_join.html", guest=guest, title=row.name, word=word, max_name=MAX_NAME)


@router.post("/groups/join/{word}")
async def join(request: Request, guest: Visitor, word: str) -> Response:
    form = await request.form(max_files=0, max_fields=MAX_ENTRIES)
    name = clean(text_of(form, "name"), MAX_NAME) or guest.name
    await groups_of(request).by_link(word)  # no one becomes known by a link that leads nowhere
    guest = await people_of(request).welcome(request, guest, name)
    return RedirectResponse(f"/group/{await groups_of(request).join(word, guest.session, name)}", 303)


async def is_member(request: Request, group_id: str, guest: Guest) -> bool:
    try:
        await groups_of(request).seen_by(group_id, guest.session)
    except NotFound:
        return False
    return True


# -- the page of a group


@router.get("/group/{group_id}")
async def group(request: Request, guest: Visitor, group_id: str) -> Response:
    return await show(request, guest, group_id)


@router.get("/group/{group_id}/fragment")
async def fragment(request: Request, guest: Visitor, group_id: str) -> Response:
    """The part that changes by itself, for our script."""
    return await show(request, guest, group_id, template="_group.html")


async def show(
    request: Request, guest: Guest, group_id: str, status: int = 200, notice: str = "", template: str = "group.html"
) -> Response:
    found = await groups_of(request).seen_by(group_id, guest.session)
    await groups_of(request).note_look(group_id, guest.session)
    games = [registry.game(name) for name in registry.names()]
    return render(
        request, template, status, guest=guest, group=found, shelf=await shelf_of(tables_of(request), found, speaker(request)),
        games=games, titles={game.name: game.title for game in games}, base=base_of(request), notice=notice, clock=clock,
        max_title=MAX_TITLE,
    )  # fmt: skip


# -- what members do


async def rename(request: Request, guest: Guest, group_id: str, form: FormData) -> None:
    await groups_of(request).rename(group_id, guest.session, text_of(form, "title"))


async def renew_link(request: Request, guest: Guest, group_id: str, form: FormData) -> None:
    await groups_of(request).renew_link(group_id, guest.session)


async def remove(request: Request, guest: Guest, group_id: str, form: FormData) -> None:
    await groups_of(request).remove(group_id, guest.session, text_of(form, "member"))


async def leave(request: Request, guest: Guest, group_id: str, form: FormData) -> str:
    await groups_of(request).leave(group_id, guest.session)
    return "/groups"


async def propose_by_form(request: Request, guest: Guest, group_id: str, form: FormData) -> None:
    at = None if text_of(form, "when") in ("", NOW) else moment_of(text_of(form, "at"), text_of(form, "zone"))
    await propose(request, guest, group_id, text_of(form, "game"), at)


async def propose(request: Request, guest: Guest, group_id: str, game: str, at: float | None) -> str:
    """Propose a game; the other members are notified. The id of the proposal."""
    use_quota(request, PROPOSALS, guest.session)
    proposal = await groups_of(request).propose(group_id, guest.session, game, at)
    found = await groups_of(request).seen_by(group_id, guest.session)
    dues = [Due(PROPOSE, one.person, None, 0) for one in found.members if not one.is_me and not one.is_here]
    await messenger_of(request).announce(dues, None, proposal)
    return proposal


async def answer(request: Request, guest: Guest, group_id: str, form: FormData) -> None:
    await groups_of(request).answer(group_id, guest.session, text_of(form, "proposal"), text_of(form, "yes") == "1")


async def withdraw(request: Request, guest: Guest, group_id: str, form: FormData) -> None:
    await groups_of(request).withdraw(group_id, guest.session, text_of(form, "proposal"))


async def start_by_form(request: Request, guest: Guest, group_id: str, form: FormData) -> str:
    is_duplicate = text_of(form, "duplicate") == "1"
    return f"/table/{await start(request, guest, group_id, text_of(form, 'proposal'), is_duplicate)}"


async def start(request: Request, guest: Guest, group_id: str, proposal: str, is_duplicate: bool = False) -> str:
    """A table for a proposal; those who said yes are notified that a seat is kept for them. The id of the table."""
    found: Group = await groups_of(request).seen_by(group_id, guest.session)
    use_quota(request, TABLES, guest.session)
    tables = tables_of(request)
    made = await start_table(tables, groups_of(request), found, proposal, is_duplicate)
    for one in filter(None, (made, made.twin)):
        async with tables.at(one.id) as table:
            dues = invite_dues(table)
        await messenger_of(request).announce(dues, one.id)
    return made.id


def moment_of(text: str, zone: str) -> float:
    """What a field for date and time says: in the reader's time if the script has added the zone, else in UTC."""
    is_number = zone.removeprefix("-").isdecimal() and zone.isascii() and len(zone) < 6
    try:
        local = datetime.fromisoformat(text[:32]).replace(tzinfo=UTC)
        minutes = int(zone) if is_number and abs(int(zone)) <= MAX_ZONE else 0
        return (local + timedelta(minutes=minutes)).timestamp()
    except (ValueError, OverflowError):
        raise Unreadable(Message(N_("Enter date and time as 2026-05-01 20:00."))) from None


Deed = Callable[[Request, Guest, str, FormData], Awaitable[str | None]]


def form_of(deed: Deed) -> Callable[..., Awaitable[Response]]:
    """A form of the page: then the page again, or the reason why not; for a stranger the group does not exist."""

    async def endpoint(request: Request, guest: Visitor, group_id: str) -> Response:
        form = await request.form(max_files=0, max_fields=MAX_ENTRIES)
        await groups_of(request).seen_by(group_id, guest.session)
        try:
            where = await deed(request, guest, group_id, form)
        except BrehonError as error:
            response = await show(request, guest, group_id, status_of(error), explain(error, speaker(request)))
            response.headers.update(retry_headers(error))
            return response
        return RedirectResponse(where or f"/group/{group_id}", 303)

    return endpoint


DEEDS: Final[tuple[tuple[str, Deed], ...]] = (
    ("rename", rename),
    ("link", renew_link),
    ("remove", remove),
    ("leave", leave),
    ("propose", propose_by_form),
    ("answer", answer),
    ("withdraw", withdraw),
    ("start", start_by_form),
)
for _name, _deed in DEEDS:
    router.add_api_route(f"/group/{{group_id}}/{_name}", form_of(_deed), methods=["POST"], response_model=None)
