"""The pages of a sandbox. Each belongs to one person; for everyone else it does not exist."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData
from starlette.responses import Response

from brehon.bots.levels import BUILTIN
from brehon.core.asking import HINT_STEPS
from brehon.core.contract import ORACLE
from brehon.core.errors import BrehonError, IllegalAction
from brehon.core.match import Done
from brehon.core.text import N_, Message
from brehon.server.coach.ground import Ground, example_of, standing, tip_key, tip_question
from brehon.server.errors import Conflict, Forbidden, NotFound, Stale, explain, status_of
from brehon.server.people.cookies import Guest
from brehon.server.people.quotas import HINTS, PLANS, SANDBOXES, use_quota
from brehon.server.storage.schema import PlanRow
from brehon.server.table.decisions import how_far
from brehon.server.table.decisions import move as decide
from brehon.server.table.hints import shown_tip
from brehon.server.table.sandbox import SEEDS, Sandbox, Sandboxes, first_for_real, shown_match, trial, view_at
from brehon.server.table.sandbox_bots import answer, opponents
from brehon.server.table.shares import Shares
from brehon.server.table.table import Position
from brehon.server.table.table_view import fill_again
from brehon.server.table.visit import asker_of, visiting
from brehon.server.web.actions import MAX_ENTRIES, SEATED
from brehon.server.web.pages.board import Outcome, shown_after
from brehon.server.web.rendering import (
    Service,
    Visitor,
    is_narrow,
    number_of,
    numbers_in,
    people_of,
    render,
    speaker,
    tables_of,
    text_of,
    wants_fragment,
)

router = APIRouter(include_in_schema=False)


def plans_of(request: Request) -> Sandboxes:
    found: Sandboxes = request.app.state.plans
    return found


def shares_of(request: Request) -> Shares:
    found: Shares = request.app.state.shares
    return found


def at_ground(request: Request, row: PlanRow, guest: Guest) -> AbstractAsyncContextManager[Ground]:
    """What the sandbox stands on, as long as its person may know it."""
    return standing(tables_of(request), shares_of(request), row, asker_of(guest))


Shelf = Annotated[Sandboxes, Depends(plans_of)]
Opened = Callable[[int], Sandbox]  # the sandbox with a guess of this seed, nothing tried yet


@dataclass
class Tried:
    """What a sandbox holds after something was tried in it."""

    moves: list[int]
    seed: int
    done: Done | None = None  # of a form that was filled in: how far that went
    wanted: int = 0
    opponents: str | None = None  # the level that answers from now on; None: as before


STEPS: Final = tuple(str(step) for step in range(1, HINT_STEPS + 1))  # of a hint
Change = Callable[[FormData, PlanRow, Opened], Tried]


@router.post("/plans")
async def begin(request: Request, tables: Service, plans: Shelf, guest: Visitor) -> Response:
    """Open a sandbox at a position of a table, from what the visitor knows."""
    use_quota(request, SANDBOXES, guest.session)
    form = await request.form()
    match_id, asked = text_of(form, "table"), number_of(form, "ply")
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        ply = min(asked, shown_match(visit).ply)  # a table that a person may not see creates no person
        guest = await people_of(request).welcome(request, guest, "")
        visit.become(asker_of(guest))
        plan_id = await plans.begin(match_id, guest.session, view_at(visit, ply).seat, ply)
    return RedirectResponse(f"/plan/{plan_id}", 303)


@router.post("/examples/{game}/{picture}")
async def begin_example(request: Request, plans: Shelf, guest: Visitor, game: str, picture: str) -> Response:
    """Open a sandbox in a position of the rules of a game."""
    use_quota(request, SANDBOXES, guest.session)
    found, one = example_of(game, picture)
    guest = await people_of(request).welcome(request, guest, "")
    return RedirectResponse(f"/plan/{await plans.begin_example(found.name, one, guest.session)}", 303)


@router.get("/plan/{plan_id}")
async def plan(request: Request, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    row = await plans.of(plan_id, guest.session)
    async with at_ground(request, row, guest) as ground:
        asked = request.query_params.get("hint", "")
        return show(request, ground, row, whole=True, step=int(asked) if asked in STEPS else 0)


@router.get("/plan/{plan_id}/fragment")
async def fragment(request: Request, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    row = await plans.of(plan_id, guest.session)
    async with at_ground(request, row, guest) as ground:
        return show(request, ground, row, whole=False)


def show(
    request: Request,
    ground: Ground,
    row: PlanRow,
    whole: bool,
    status: int = 200,
    notice: str = "",
    numbers: dict[str, int] | None = None,
    step: int = 0,
) -> Response:
    who, say = ground.who, speaker(request, ground.names)
    sandbox = ground.open(row.seed)
    sandbox.play(row.moves)
    shown = trial(sandbox, who, say, is_narrow(request), bool(row.opponents))
    fill_again(shown.bundle, numbers)
    if ground.table is not None:
        shown.first = first_for_real(ground.table, row, ground.view, say)
    tips, at = request.app.state.hints, Position(sandbox.match, sandbox.viewer)
    return render(
        request, "plan.html" if whole else "_plan.html", status, plan=row, scene=shown, who=who, notice=notice, game=ground.rules.game,
        knows=say.seat(row.seat) if row.seat >= 0 else "", is_truth=row.seat == ORACLE, last=ground.match.ply, levels=BUILTIN.values(),
        back=ground.back, is_shared=ground.table is None, example=ground.example, why_private=ground.why_private and say(ground.why_private),
        hint=None if ground.why_no_help else shown_tip(tips, tip_key(ground, row), step, at, say),
    )  # fmt: skip


async def changed(request: Request, plans: Sandboxes, guest: Guest, plan_id: str, change: Change) -> Response:
    """Try something, let the opponents answer, and show the sandbox as it is then; a refusal with its reason."""
    row = await plans.of(plan_id, guest.session)
    form, whole = await request.form(max_files=0, max_fields=MAX_ENTRIES), not wants_fragment(request)
    numbers: dict[str, int] = {}
    tried: Tried | None = None
    try:
        asked, numbers = number_of(form, "ply"), numbers_in(form)
        if asked != row.changes:
            raise Stale(asked, row.changes)
        async with at_ground(request, row, guest) as ground:
            opened, why_no_help = ground.open, ground.why_no_help
        tried = change(form, row, opened)
        level = opponents(why_no_help, row.opponents if tried.opponents is None else tried.opponents)
        if level:
            use_quota(request, PLANS, guest.session)
        sandbox = opened(tried.seed)
        sandbox.play(tried.moves)
        await answer(
            request.app.state.drivers.thinkers, sandbox, level, guest.session, tried.seed
        )  # no table waits for this
        await plans.change(row, row.changes, sandbox.played, tried.seed, level)
    except (NotFound, Forbidden):
        raise  # there is no table to show
    except BrehonError as error:
        async with at_ground(request, row, guest) as ground:
            say = speaker(request, ground.names)
            return show(request, ground, row, whole, status_of(error), explain(error, say), numbers)
    async with at_ground(request, row, guest) as ground:
        notice = how_far(tried.done, tried.wanted, speaker(request, ground.names)) if tried.done else ""
        if whole and not notice:
            return RedirectResponse(f"/plan/{plan_id}", 303)
        return show(request, ground, row, whole, notice=notice)


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
    if not row.opponents:
        return Tried(row.moves[:-1], row.seed)
    sandbox = opened(row.seed)  # with opponents: to before one's own last decision
    sandbox.play(row.moves)
    return Tried(row.moves[: sandbox.own_last()], row.seed)


def none_left(form: FormData, row: PlanRow, opened: Opened) -> Tried:
    return Tried([], row.seed)


def guess_again(form: FormData, row: PlanRow, opened: Opened) -> Tried:
    """Another guess at what is hidden; what was tried stays as far as it is possible there too."""
    seed = secrets.randbelow(SEEDS)
    sandbox = opened(seed)
    sandbox.play(row.moves)
    return Tried(sandbox.played, seed)


def choose_opponents(form: FormData, row: PlanRow, opened: Opened) -> Tried:
    return Tried(row.moves, row.seed, opponents=text_of(form, "level"))


def changing(change: Change) -> Callable[..., Awaitable[Response]]:
    async def endpoint(request: Request, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
        return await changed(request, plans, guest, plan_id, change)

    return endpoint


for name, change in (
    ("move", one_more),
    ("form", several),
    ("undo", one_less),
    ("clear", none_left),
    ("guess", guess_again),
    ("opponents", choose_opponents),
):
    router.add_api_route(f"/plan/{{plan_id}}/{name}", changing(change), methods=["POST"], response_model=None)


# -- hints: as many as one likes, from one's own knowledge, and noted nowhere


@router.post("/plan/{plan_id}/hint")
async def tip(request: Request, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    """A step of the hint for the decision that the sandbox has come to."""
    use_quota(request, HINTS, guest.session)
    row = await plans.of(plan_id, guest.session)
    form, whole = await request.form(), not wants_fragment(request)
    step = text_of(form, "step") if text_of(form, "step") in STEPS else STEPS[0]
    async with at_ground(request, row, guest) as ground:
        try:
            check_tip(ground, row)
        except BrehonError as error:
            say = speaker(request, ground.names)
            return show(request, ground, row, whole, status_of(error), explain(error, say))
        question, place = tip_question(ground, row), ground.place
    await request.app.state.hints.make(question, place)
    if whole:
        return RedirectResponse(f"/plan/{plan_id}?hint={step}", 303)
    row = await plans.of(plan_id, guest.session)
    async with at_ground(request, row, guest) as ground:
        return show(request, ground, row, whole, step=int(step))


def check_tip(ground: Ground, row: PlanRow) -> None:
    """Whether there is something to decide in the sandbox, and hints for it."""
    if ground.why_no_help is not None:
        raise Conflict(ground.why_no_help)
    sandbox = ground.open(row.seed)
    sandbox.play(row.moves)
    if sandbox.match.is_over:
        raise Conflict(Message(N_("The game would be over.")))


@router.post("/plans/{plan_id}/real")
async def real(request: Request, tables: Service, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    """Play the first move at the table, by the same checks as a click there."""
    row = await plans.of(plan_id, guest.session)
    if row.match is None:
        raise Conflict(Message(N_("This sandbox was opened from a link: there is no table to play at.")))
    async with visiting(tables, row.match, asker_of(guest)) as visit:
        outcome = Outcome(request, visit, guest, FormData())
        try:
            if not row.moves:
                raise Conflict(Message(N_("Nothing has been tried here yet.")))
            if row.seat not in visit.who.seats:
                raise Forbidden(Message(SEATED.text))
            await visit.do(lambda: decide(visit, row.ply, False, row.moves[0], None))
        except BrehonError as error:
            outcome.error = error
        return shown_after(outcome)
