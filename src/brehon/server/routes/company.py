"""Pages for what people do at a table beside the game: chat, notes, who is here, and the log as they want to read it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData
from starlette.responses import Response

from brehon.core.errors import BrehonError
from brehon.core.text import N_, NN_, Message, Plural, Speaker
from brehon.server.asker import asker_of
from brehon.server.company import (
    CHAT_FOR,
    MAX_NOTE,
    MAX_SAYING,
    Company,
    Talk,
    Voice,
    may_read,
    may_write,
    voice_of,
    voice_of_guest,
)
from brehon.server.errors import Unreadable, explain, status_of
from brehon.server.quotas import MESSAGES, NOTES, use_quota
from brehon.server.routes.pages import Service, Visitor, back_to, number_of, ply_of, text_of
from brehon.server.services import Table, Tables
from brehon.server.story import COOKIE, filters, known_filter, story
from brehon.server.visit import A_YEAR, Guest, render, speaker, wants_fragment
from brehon.server.watching import check_sight

router = APIRouter(include_in_schema=False)
AGES: tuple[tuple[float, Plural], ...] = (  # seconds of a unit, and how it is said
    (86_400.0, NN_("last seen one day ago", "last seen %(n)s days ago")),
    (3_600.0, NN_("last seen one hour ago", "last seen %(n)s hours ago")),
    (60.0, NN_("last seen one minute ago", "last seen %(n)s minutes ago")),
)


def company_of(request: Request) -> Company:
    found: Company = request.app.state.company
    return found


Circle = Annotated[Company, Depends(company_of)]


def age(seconds: float, say: Speaker) -> str:
    """How long ago somebody was here."""
    for unit, text in AGES:
        if seconds >= unit:
            return say(Message(text, n=int(seconds // unit)))
    return say(Message(N_("was here a moment ago")))


def clock(at: float) -> tuple[str, str]:
    """A moment for programs and, where no script knows the reader's own time, for people."""
    moment = datetime.fromtimestamp(at, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ"), moment.strftime("%Y-%m-%d %H:%M UTC")


@router.get("/table/{match_id}/company")
async def company(request: Request, tables: Service, circle: Circle, guest: Visitor, match_id: str) -> Response:
    """The part of a table's page that has to do with people, for our script."""
    return await show(request, tables, circle, guest, match_id, "_company.html")


@router.get("/table/{match_id}/talk")
async def talk(
    request: Request, tables: Service, circle: Circle, guest: Visitor, match_id: str, before: str = ""
) -> Response:
    """Chat, notes and who is here, on a page of their own; older messages page by page."""
    return await show(request, tables, circle, guest, match_id, "talk.html", before=before)


async def show(
    request: Request,
    tables: Tables,
    circle: Company,
    guest: Guest,
    match_id: str,
    template: str,
    status: int = 200,
    notice: str = "",
    draft: str = "",
    before: str = "",
) -> Response:
    async with tables.at(match_id) as table:
        voice, say = voice_of_guest(table, guest.session, guest.name), speaker(request, table.names)
        check_sight(table, voice.who)
        reads, writes, game, chat_for = (
            may_read(table, voice),
            may_write(table, voice),
            table.rules.game,
            table.row.chat,
        )
    until = ply_of(before, 0) or None
    said = await circle.talk(table, voice, until) if reads else Talk([], False, 0)
    people, watching = await circle.seen(table)
    now = time.time()
    ages = ["" if one.is_here or one.last is None else age(now - one.last, say) for one in people]
    return render(
        request, template, status, table=table, voice=voice, talk=said, people=list(zip(people, ages, strict=True)), watching=watching,
        reads=reads, writes=writes, note=await circle.note(match_id, voice), notice=notice, draft=draft, game=game, clock=clock,
        chat_for=chat_for, choices=CHAT_FOR, max_saying=MAX_SAYING, max_note=MAX_NOTE, say=say, before=until,
    )  # fmt: skip


async def answer(
    request: Request,
    tables: Tables,
    circle: Company,
    guest: Guest,
    match_id: str,
    error: BrehonError | None,
    draft: str = "",
) -> Response:
    """After a form: the part for our script, else the page; with the reason if it was refused, and what was typed."""
    template = "_company.html" if wants_fragment(request) else "talk.html"
    if error is not None:
        notice = explain(error, speaker(request))
        return await show(request, tables, circle, guest, match_id, template, status_of(error), notice, draft)
    if wants_fragment(request):
        return await show(request, tables, circle, guest, match_id, template)
    return RedirectResponse(f"/table/{match_id}/talk", 303)


@asynccontextmanager
async def speaking(tables: Tables, match_id: str, guest: Guest) -> AsyncIterator[tuple[Table, Voice]]:
    """The table, and the visitor as its chat knows them, as long as the block lasts."""
    asker = asker_of(guest)
    async with tables.visit(match_id, asker) as (table, who):
        check_sight(table, who)
        yield table, voice_of(table, asker)


@router.post("/table/{match_id}/say")
async def say(request: Request, tables: Service, circle: Circle, guest: Visitor, match_id: str) -> Response:
    text = text_of(await request.form(), "text")
    try:
        async with speaking(tables, match_id, guest) as (table, voice):
            use_quota(request, MESSAGES, voice.person)
            await circle.say(table, voice, text)
    except BrehonError as error:
        return await answer(request, tables, circle, guest, match_id, error, text)
    return await answer(request, tables, circle, guest, match_id, None)


@router.post("/table/{match_id}/unsay")
async def unsay(request: Request, tables: Service, circle: Circle, guest: Visitor, match_id: str) -> Response:
    form = await request.form()
    try:
        async with speaking(tables, match_id, guest) as (table, voice):
            await circle.unsay(table, voice, number_of(form, "number"))
    except BrehonError as error:
        return await answer(request, tables, circle, guest, match_id, error)
    return await answer(request, tables, circle, guest, match_id, None)


@router.post("/table/{match_id}/chat-for")
async def chat_for(request: Request, tables: Service, circle: Circle, guest: Visitor, match_id: str) -> Response:
    """Whoever set up the table lets spectators into the chat, or not."""
    whom = text_of(await request.form(), "whom")
    try:
        async with speaking(tables, match_id, guest) as (table, voice):
            await circle.open_chat_for(table, voice, whom)
    except BrehonError as error:
        return await answer(request, tables, circle, guest, match_id, error)
    return await answer(request, tables, circle, guest, match_id, None)


@router.post("/table/{match_id}/note")
async def note(request: Request, tables: Service, circle: Circle, guest: Visitor, match_id: str) -> Response:
    text = text_of(await request.form(), "text")
    try:
        async with speaking(tables, match_id, guest) as (table, voice):
            use_quota(request, NOTES, voice.person)
            await circle.write_note(table, voice, text)
    except BrehonError as error:
        return await answer(request, tables, circle, guest, match_id, error)
    return await answer(request, tables, circle, guest, match_id, None)


# -- the log


@router.post("/table/{match_id}/log")
async def choose_log(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """What of the log the page is to show from now on, at this table and in this browser."""
    form: FormData = await request.form()
    async with tables.at(match_id) as table:
        check_sight(table, table.who(guest.session))
        chosen = known_filter(text_of(form, "of"), table.playing())
        if chosen != text_of(form, "of"):
            raise Unreadable(Message(N_("The log of this table cannot be narrowed down in this way.")))
    request.cookies[COOKIE] = chosen
    response = await back_to(request, tables, guest, match_id)
    response.set_cookie(COOKIE, chosen, max_age=A_YEAR, path=f"/table/{match_id}", samesite="lax", httponly=True)
    return response


@router.get("/table/{match_id}/log")
async def whole_log(
    request: Request, tables: Service, guest: Visitor, match_id: str, of: str = "", page: str = ""
) -> Response:
    """Every line of the log that whoever asks may read, page by page."""
    async with tables.at(match_id) as table:
        who, say = table.who(guest.session, guest.front), speaker(request, table.names)
        match = table.shown_to(who) or table.playing()
        chosen = known_filter(of, match)
        shown = story(match, table.view_seat(who), say, chosen, table.said, ply_of(page, 0))
        choices = filters(match, who.seats, chosen, say)
    return render(request, "log.html", table=table, game=table.rules.game, story=shown, filters=choices, chosen=chosen)
