"""The page of a table. Every action is a form that works without a script; our script only makes it smoother."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData
from starlette.responses import Response

from brehon.bots.levels import LEVELS
from brehon.core.errors import BrehonError
from brehon.core.text import Message
from brehon.server.errors import Guided, explain, status_of
from brehon.server.names import MAX_NAME
from brehon.server.people.cookies import Guest
from brehon.server.storage.schema import BOT
from brehon.server.table.clock_view import manners, pace_words
from brehon.server.table.duplicate import duplicate_view
from brehon.server.table.fair_view import fair_view
from brehon.server.table.guided import shown_lesson
from brehon.server.table.hint_words import HINT_NOTE, HINT_WORDS
from brehon.server.table.hints import shown_hint
from brehon.server.table.hurrying import thinking
from brehon.server.table.log_view import COOKIE, filters, known_filter
from brehon.server.table.scene_cache import seen_by_onlooker
from brehon.server.table.table import Table
from brehon.server.table.table_view import fill_again, scene
from brehon.server.table.visibility import MAX_DELAY, VISIBILITIES, curtain, is_for_strangers, version_for
from brehon.server.table.visit import Visit, asker_of, visiting
from brehon.server.web.deltas import HAS, Pages
from brehon.server.web.invitation import invitation_of, links_for
from brehon.server.web.rendering import (
    PageRoute,
    Service,
    Visitor,
    as_page,
    guest_of,
    is_narrow,
    render,
    rendered,
    speaker,
    tables_of,
    wants_fragment,
)
from brehon.server.web.streams import stream
from brehon.server.web.tips import TIPS

router = APIRouter(include_in_schema=False)


@router.get("/table/{match_id}")
async def table(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        await look_for_review(request, visit)
        return show(request, visit, guest, whole=True)


async def fragment(request: Request) -> Response:
    guest = await guest_of(request)
    async with visiting(tables_of(request), request.path_params["match_id"], asker_of(guest)) as visit:
        await look_for_review(request, visit)
        return show(request, visit, guest, whole=False)


router.routes.append(PageRoute("/table/{match_id}/fragment", fragment, methods=["GET"], include_in_schema=False))


async def look_for_review(request: Request, visit: Visit) -> None:
    """At the end of a game its players are offered their mistakes, if it has been reviewed."""
    if visit.who.seats and visit.match is not None and visit.match.is_over:
        await request.app.state.reviews.is_ready(visit.table.id)


@router.get("/table/{match_id}/events")
async def events(request: Request, guest: Visitor, match_id: str) -> Response:
    """The number of the next ply, whenever something has changed; `talk` and `people` for the chat and who is here."""
    return await stream(request, match_id, asker_of(guest))


def show(
    request: Request,
    visit: Visit,
    guest: Guest,
    whole: bool,
    status: int = 200,
    notice: str = "",
    numbers: dict[str, int] | None = None,
    refusal: str = "",
) -> Response:
    table, who, say = visit.table, visit.who, speaker(request, visit.table.names)
    context: dict[str, Any] = {
        "table": table, "who": who, "notice": notice, "game": table.rules.game, "guest": guest,
        "links": links_for(request, visit) if who.is_host else {}, "speaker": say, "is_public": is_for_strangers(table), "curtain": curtain(table, who), "version_shown": version_for(table, who),
        "duplicate": duplicate_view(table, who, say) if table.row.twin is not None else None, "pace": pace_words(table, say), "fair": fair_view(table, who, visit.tables.is_first_edition(table)), "scene": None, "lesson": shown_lesson(table, who, say) if table.row.guide is not None else None,
        "has_lessons": bool(who.seats) and table.has_ended and request.app.state.reviews.is_known_ready(table.id),
        "managed": None, "hint": None, "hints_setting": say.word(HINT_WORDS[table.row.hints]), "host": {"visibilities": VISIBILITIES, "max_name": MAX_NAME},
    }  # fmt: skip
    if who.is_host and (visit.match is None or not visit.match.is_over):
        context["managed"] = managed(table, context["links"])
    if visit.match is None:
        context["invitation"] = invitation_of(request, table, context["links"], say)
    else:
        position, narrow = visit.position, is_narrow(request)
        chosen = known_filter(request.cookies.get(COOKIE, ""), position)
        if who.seats:
            shown = scene(position, who, say, narrow, table.said, chosen)
        else:
            shown = seen_by_onlooker(table, position, say, narrow, chosen)
        fill_again(shown.bundle, numbers)
        context |= {
            "scene": shown, "thinking": thinking(visit) if table.bot_to_move() >= 0 else None, "manners": manners(table, position, who, say), "levels": LEVELS.values(),
            "log_filters": filters(position, who.seats, chosen, say), "hint": shown_hint(request.app.state.hints, table, position, who, say) if table.allows_hints else None,
            "hint_note": "" if table.is_alone else say(Message(HINT_NOTE)),
        }  # fmt: skip
    if context["lesson"] is not None:
        context["lesson"].refusal = refusal
    if whole:
        return render(request, "table.html", status, tips=TIPS, **context)
    html, has = rendered(request, "_table.html", context), request.headers.get(HAS)
    delta = None if has is None else pages_of(request).delta(html, f"{guest.device} {guest.front} {table.id}", has)
    return as_page(request, html, status) if delta is None else as_page(request, delta.text, status, delta.headers)


class ManagedSeat(NamedTuple):
    """A seat as its host sees it."""

    seat: int
    name: str
    level: str
    has_link: bool
    is_taken: bool
    is_other: bool  # a person who is not the host sits there


class Managed(NamedTuple):
    """What a host can change; all that the panel shows."""

    table: str
    seats: tuple[ManagedSeat, ...]
    bans: tuple[tuple[str, str], ...]  # id and name
    visibility: str
    spectators: bool
    delay: int
    auto_review: bool
    levels: tuple[tuple[str, str], ...]  # name and title
    visibilities: tuple[tuple[str, str], ...] = tuple(VISIBILITIES.items())
    max_delay: int = MAX_DELAY


def managed(table: Table, links: Mapping[int, str]) -> Managed:
    row = table.row
    seats = tuple(
        ManagedSeat(
            seat=one.seat,
            name=one.name,
            level=one.level,
            has_link=one.seat in links,
            is_taken=one.kind == BOT or bool(one.session or one.reserved),
            is_other=bool(one.session) and one.session != row.host,
        )
        for one in table.seats
    )
    bans = tuple((ban["id"], ban["name"]) for ban in row.bans)
    levels = tuple((level.name, level.title) for level in LEVELS.values())
    return Managed(row.id, seats, bans, row.visibility, row.spectators, row.delay, row.auto_review, levels)


def pages_of(request: Request) -> Pages:
    pages: Pages = request.app.state.pages
    return pages


# -- after an action


@dataclass
class Outcome:
    """What has become of a form that was sent to a table: what was done, or why not."""

    request: Request
    visit: Visit
    guest: Guest
    form: FormData
    result: Any = None
    error: BrehonError | None = None


async def after(outcome: Outcome) -> Response:
    """The table as it is now: the part for our script, the whole page for a plain form; with the reason of a refusal."""
    return shown_after(outcome)


def shown_after(outcome: Outcome, notice: str = "", numbers: dict[str, int] | None = None) -> Response:
    request, visit, error = outcome.request, outcome.visit, outcome.error
    is_part = wants_fragment(request)
    if isinstance(error, Guided):  # said where the guide speaks
        say = speaker(request, visit.table.names)
        return show(request, visit, outcome.guest, not is_part, status_of(error), refusal=explain(error, say))
    if error is not None:
        notice = explain(error, speaker(request, visit.table.names))
    elif not is_part and not notice:
        return RedirectResponse(f"/table/{visit.table.id}", 303)
    status = 200 if error is None else status_of(error)
    return show(request, visit, outcome.guest, not is_part, status, notice, numbers)
