"""Pages for what people do at a table apart from the game: chat, notes, who is here, and the filtered log."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from brehon.core.text import N_, NN_, Message, Plural, Speaker
from brehon.server.errors import explain, status_of
from brehon.server.table.chat import CHAT_FOR, MAX_NOTE, MAX_SAYING, Talk, may_read, may_write, voice_of
from brehon.server.table.log_view import filters, known_filter, story
from brehon.server.table.signals import REACTIONS, folded, nudged_seat, nudging, wait_before_nudge
from brehon.server.table.visibility import check_sight
from brehon.server.table.visit import Visit, asker_of, visiting
from brehon.server.web.pages.board import Outcome
from brehon.server.web.rendering import (
    Service,
    Visitor,
    chat_of,
    ply_of,
    render,
    speaker,
    text_of,
    wants_fragment,
)

router = APIRouter(include_in_schema=False)
AGES: tuple[tuple[float, Plural], ...] = (  # seconds of a unit, and how it is said
    (86_400.0, NN_("last seen one day ago", "last seen %(n)s days ago")),
    (3_600.0, NN_("last seen one hour ago", "last seen %(n)s hours ago")),
    (60.0, NN_("last seen one minute ago", "last seen %(n)s minutes ago")),
)


def age(seconds: float, say: Speaker) -> str:
    """How long ago a person was here."""
    for unit, text in AGES:
        if seconds >= unit:
            return say(Message(text, n=int(seconds // unit)))
    return say(Message(N_("was here a moment ago")))


def clock(at: float) -> tuple[str, str]:
    """A moment for programs and, where no script knows the reader's own time, for people."""
    moment = datetime.fromtimestamp(at, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ"), moment.strftime("%Y-%m-%d %H:%M UTC")


@router.get("/table/{match_id}/company")
async def company(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """The part of a table's page that has to do with people, for our script."""
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        return await show(request, visit, "_company.html")


@router.get("/table/{match_id}/talk")
async def talk(request: Request, tables: Service, guest: Visitor, match_id: str, before: str = "") -> Response:
    """Chat, notes and who is here, on a page of their own; older messages page by page."""
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        return await show(request, visit, "talk.html", before=before)


async def show(
    request: Request,
    visit: Visit,
    template: str,
    status: int = 200,
    notice: str = "",
    draft: str = "",
    before: str = "",
) -> Response:
    table, circle, say = visit.table, chat_of(request), speaker(request, visit.table.names)
    check_sight(table, visit.who)
    voice, until = voice_of(table, visit.asker), ply_of(before, 0) or None
    reads = may_read(table, voice)
    said = await circle.talk(table, voice, until) if reads else Talk([], False, 0)
    people, watching = await circle.seen(table)
    may_nudge = await nudging(circle, table, voice)
    now = time.time()
    ages = ["" if one.is_here or one.last is None else age(now - one.last, say) for one in people]
    return render(
        request, template, status, table=table, voice=voice, talk=said, people=list(zip(people, ages, strict=True)), watching=watching,
        reads=reads, writes=may_write(table, voice), note=await circle.note(table.id, voice), notice=notice, draft=draft,
        game=table.rules.game, clock=clock, chat_for=table.row.chat, choices=CHAT_FOR, max_saying=MAX_SAYING, max_note=MAX_NOTE,
        say=say, before=until, entries=folded(said.rows), reactions=REACTIONS, nudging=may_nudge, nudge_wait=wait_before_nudge(table),
        nudged_seat=nudged_seat, muted=await circle.muted(voice),
    )  # fmt: skip


async def after_talk(outcome: Outcome) -> Response:
    """After a form: the part for our script, else the page; with the reason if it was refused, and what was typed."""
    request, visit, error = outcome.request, outcome.visit, outcome.error
    template = "_company.html" if wants_fragment(request) else "talk.html"
    if error is not None:
        notice = explain(error, speaker(request, visit.table.names))
        return await show(request, visit, template, status_of(error), notice, text_of(outcome.form, "text"))
    if wants_fragment(request):
        return await show(request, visit, template)
    return RedirectResponse(f"/table/{visit.table.id}/talk", 303)


# -- the log


@router.get("/table/{match_id}/log")
async def whole_log(
    request: Request, tables: Service, guest: Visitor, match_id: str, of: str = "", page: str = ""
) -> Response:
    """Every line of the log that the person may read, page by page."""
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        table, position, say = visit.table, visit.position, speaker(request, visit.table.names)
        chosen = known_filter(of, position)
        shown = story(position, say, chosen, table.said, ply_of(page, 0))
        choices = filters(position, visit.who.seats, chosen, say)
    return render(request, "log.html", table=table, game=table.rules.game, story=shown, filters=choices, chosen=chosen)
