"""The pages of a sandbox. Each belongs to one person; for everybody else it is not there."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData
from starlette.responses import Response

from brehon.core.contract import View
from brehon.core.errors import BrehonError, IllegalAction
from brehon.core.match import Done
from brehon.core.text import N_, Message
from brehon.server.asker import asker_of
from brehon.server.errors import Conflict, Stale, explain, status_of
from brehon.server.planning import SEEDS, Plans, Sandbox, first_for_real, open_sandbox, shown_match, trial, view_at
from brehon.server.quotas import SANDBOXES, use_quota
from brehon.server.routes.pages import (
    MAX_ENTRIES,
    Service,
    Visitor,
    number_of,
    numbers_in,
    people_of,
    refused,
    text_of,
)
from brehon.server.schema import PlanRow
from brehon.server.services import Table, Tables, how_far
from brehon.server.showing import fill_again
from brehon.server.visit import Guest, is_narrow, render, speaker, wants_fragment
from brehon.server.watching import looking_back

router = APIRouter(include_in_schema=False)


def plans_of(request: Request) -> Plans:
    found: Plans = request.app.state.plans
    return found


Shelf = Annotated[Plans, Depends(plans_of)]
Opened = Callable[[int], Sandbox]  # the sandbox with a guess of this seed, nothing tried yet


@dataclass
class Tried:
    """What a sandbox holds after something was tried in it."""

    moves: list[int]
    seed: int
    done: Done | None = None  # of a form that was filled in: how far that went
    wanted: int = 0


Change = Callable[[FormData, PlanRow, Opened], Tried]


@router.post("/plans")
async def begin(request: Request, tables: Service, plans: Shelf, guest: Visitor) -> Response:
    """Open a sandbox at a position of a table, from what the visitor knows."""
    use_quota(request, SANDBOXES, guest.session)
    form = await request.form()
    match_id, asked = text_of(form, "table"), number_of(form, "ply")
    async with tables.at(match_id) as table:
        shown_match(table, table.who(guest.session))  # nobody becomes known by a table that they may not look at
    guest = await people_of(request).welcome(request, guest, "")
    async with tables.visit(match_id, asker_of(guest)) as (table, who):
        ply = min(asked, shown_match(table, who).ply)
        seat = view_at(table, who, ply).seat
        plan_id = await plans.begin(match_id, guest.session, seat, ply)
    return RedirectResponse(f"/plan/{plan_id}", 303)


@router.get("/plan/{plan_id}")
async def plan(request: Request, tables: Service, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    return await show(request, tables, guest, await plans.of(plan_id, guest.session), whole=True)


@router.get("/plan/{plan_id}/fragment")
async def fragment(request: Request, tables: Service, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    return await show(request, tables, guest, await plans.of(plan_id, guest.session), whole=False)


async def show(
    request: Request,
    tables: Tables,
    guest: Guest,
    row: PlanRow,
    whole: bool,
    status: int = 200,
    notice: str = "",
    numbers: dict[str, int] | None = None,
) -> Response:
    async with tables.at(row.match) as table:
        who, say = table.who(guest.session, guest.front), speaker(request, table.names)
        view = still_known(table, guest, row)
        sandbox = open_sandbox(table, view, row.seed)
        sandbox.play(row.moves)
        shown = trial(sandbox, who, say, is_narrow(request))
        fill_again(shown.bundle, numbers)
        shown.first = first_for_real(table, row, view, say)
        context: dict[str, Any] = {"plan": row, "scene": shown, "who": who, "notice": notice, "game": table.rules.game}
        context |= {"knows": say.seat(row.seat) if row.seat >= 0 else "", "last": shown_match(table, who).ply}
    return render(request, "plan.html" if whole else "_plan.html", status, **context)


def still_known(table: Table, guest: Guest, row: PlanRow) -> View:
    """What the sandbox is made from, as long as its person may know it: still sits there, and holds the device."""
    who = table.who(guest.session, guest.front)
    match = shown_match(table, who)
    if row.seat >= 0 and row.seat not in who.seats:
        raise Conflict(Message(N_("You do not sit in this seat any more, so this sandbox is closed.")))
    if row.seat >= 0 and row.seat not in looking_back(table, who).seats:
        raise Conflict(Message(N_("The curtain is down: say first who holds the device.")))
    if row.ply > match.ply:
        raise Conflict(Message(N_("You cannot see this position any more, so this sandbox is closed.")))
    return match.at(row.ply).view(row.seat)


async def changed(
    request: Request, tables: Tables, plans: Plans, guest: Guest, plan_id: str, change: Change
) -> Response:
    """Try something, and show the sandbox as it is then; a refusal with its reason."""
    row = await plans.of(plan_id, guest.session)
    form, whole = await request.form(max_files=0, max_fields=MAX_ENTRIES), not wants_fragment(request)
    numbers: dict[str, int] = {}
    try:
        asked, numbers = number_of(form, "ply"), numbers_in(form)
        if asked != row.changes:
            raise Stale(asked, row.changes)
        async with tables.visit(row.match, asker_of(guest)) as (table, _):
            say = speaker(request, table.names)
            view = still_known(table, guest, row)
            tried = change(form, row, lambda seed: open_sandbox(table, view, seed))
            await plans.change(row, row.changes, tried.moves, tried.seed)
    except BrehonError as error:
        text = explain(error, speaker(request))
        return await show(request, tables, guest, row, whole, status_of(error), text, numbers)
    notice = how_far(tried.done, tried.wanted, say) if tried.done else ""
    if whole and not notice:
        return RedirectResponse(f"/plan/{plan_id}", 303)
    return await show(request, tables, guest, row, whole, notice=notice)


def one_more(form: FormData, row: PlanRow, opened: Opened) -> Tried:
    sandbox = opened(row.seed)
    sandbox.play(row.moves)
    action = number_of(form, "action")
    why = sandbox.match.why_not(sandbox.mover, action)
    if why is not None:
        raise IllegalAction("try", why, sandbox.match.ply)
    return Tried([*row.moves, action], row.seed)


def several(form: FormData, row: PlanRow, opened: Opened) -> Tried:
    """Decisions of one kind, filled in at once; they stop where they would stop at the table."""
    sandbox = opened(row.seed)
    sandbox.play(row.moves)
    done, wanted = sandbox.fill(numbers_in(form))
    return Tried(sandbox.played, row.seed, done, wanted)


def one_less(form: FormData, row: PlanRow, opened: Opened) -> Tried:
    if not row.moves:
        raise Conflict(Message(N_("Nothing has been tried here yet.")))
    return Tried(row.moves[:-1], row.seed)


def none_left(form: FormData, row: PlanRow, opened: Opened) -> Tried:
    return Tried([], row.seed)


def guess_again(form: FormData, row: PlanRow, opened: Opened) -> Tried:
    """Another guess at what is hidden; what was tried stays as far as it is possible there too."""
    seed = secrets.randbelow(SEEDS)
    sandbox = opened(seed)
    sandbox.play(row.moves)
    return Tried(sandbox.played, seed)


@router.post("/plan/{plan_id}/move")
async def move(request: Request, tables: Service, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    return await changed(request, tables, plans, guest, plan_id, one_more)


@router.post("/plan/{plan_id}/form")
async def fill(request: Request, tables: Service, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    return await changed(request, tables, plans, guest, plan_id, several)


@router.post("/plan/{plan_id}/undo")
async def undo(request: Request, tables: Service, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    return await changed(request, tables, plans, guest, plan_id, one_less)


@router.post("/plan/{plan_id}/clear")
async def clear(request: Request, tables: Service, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    return await changed(request, tables, plans, guest, plan_id, none_left)


@router.post("/plan/{plan_id}/guess")
async def guess(request: Request, tables: Service, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    return await changed(request, tables, plans, guest, plan_id, guess_again)


@router.post("/plans/{plan_id}/real")
async def real(request: Request, tables: Service, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    """Play the first move at the table, by the same checks as a click there."""
    row = await plans.of(plan_id, guest.session)
    try:
        if not row.moves:
            raise Conflict(Message(N_("Nothing has been tried here yet.")))
        await tables.move(row.match, asker_of(guest), row.ply, row.moves[0], own=row.seat)
    except BrehonError as error:
        return await refused(request, tables, guest, row.match, error)
    return RedirectResponse(f"/table/{row.match}", 303)
