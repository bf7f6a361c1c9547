"""Positions shared by a link: made from a sandbox, a replay or a review; a page for anyone who has the link, and its pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.responses import Response

from brehon.coach.data import Review
from brehon.core.asking import HINT_STEPS
from brehon.core.contract import Game
from brehon.core.text import Speaker
from brehon.server.archive.replay import outlook
from brehon.server.coach.ground import Ground, check_record, shared_ground, tip_key
from brehon.server.coach.review_jobs import Subject
from brehon.server.coach.shared_view import Line, drawn, line_of, shared_view
from brehon.server.errors import Conflict
from brehon.server.people.quotas import PICTURES, SANDBOXES, SHARES, use_quota
from brehon.server.storage.schema import PlanRow, ShareRow
from brehon.server.table.sandbox import shown_match
from brehon.server.table.shares import Spot, open_match, public_seat
from brehon.server.table.table import Who
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import is_for_strangers, looking_back
from brehon.server.table.visit import Visit, asker_of, visiting
from brehon.server.web.pages.gallery import DRAWN, FOR_ONE, asked_language, is_dark, pictures_of
from brehon.server.web.pages.plans import Shelf, at_ground, shares_of
from brehon.server.web.pages.review_pages import reviews_of
from brehon.server.web.pictures import CARD, as_file, board_card
from brehon.server.web.rendering import (
    Service,
    Visitor,
    base_of,
    is_narrow,
    people_of,
    ply_of,
    render,
    speaker,
    tables_of,
    text_of,
)

router = APIRouter(include_in_schema=False)
UNLISTED: Final = {"X-Robots-Tag": "noindex, nofollow"}  # who has the link has been given it
WIDTH: Final = 1600  # of a PNG to keep
ABROAD: Final = {"Cross-Origin-Resource-Policy": "cross-origin"}  # pages of messengers show it
THE_LAST: Final = str(HINT_STEPS)


# -- sharing


def spot_at(visit: Visit, ply: int, seat: str, reviewed: bool = False) -> Spot:
    """A position of a table that this person may share; an error says why not."""
    table, match = visit.table, shown_match(visit)
    chosen = outlook(match, looking_back(table, visit.who), seat).seat
    spot = Spot(min(ply, match.ply), public_seat(table, chosen), match=table.id, reviewed=reviewed and match.is_over)
    open_match(table, visit.who, spot)
    return spot


async def spot_in_record(tables: Tables, record_id: str, ply: int | None, seat: str, reviewed: bool = False) -> Spot:
    match, _ = await tables.records.kept(record_id)
    chosen = outlook(match, Who([]), seat).seat
    spot = Spot(match.ply if ply is None else min(ply, match.ply), chosen, record=record_id)
    spot.reviewed = reviewed and match.is_over
    check_record(match, spot)
    return spot


@router.post("/table/{match_id}/share")
async def share_table(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """A position of a replay, or a moment of a review."""
    use_quota(request, SHARES, guest.session)
    form = await request.form()
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        ply = ply_of(text_of(form, "ply"), shown_match(visit).ply)
        spot = spot_at(visit, ply, text_of(form, "seat"), text_of(form, "review") == "1")
        guest = await people_of(request).welcome(request, guest, "")  # only now: who may not share is not made known
    return to(await shares_of(request).put(guest.session, spot))


@router.post("/records/{record_id}/share")
async def share_record(request: Request, tables: Service, guest: Visitor, record_id: str) -> Response:
    use_quota(request, SHARES, guest.session)
    form = await request.form()
    ply = text_of(form, "ply")
    number = ply_of(ply, -1)
    review = text_of(form, "review") == "1"
    spot = await spot_in_record(tables, record_id, number if number >= 0 else None, text_of(form, "seat"), review)
    guest = await people_of(request).welcome(request, guest, "")
    return to(await shares_of(request).put(guest.session, spot))


@router.post("/plan/{plan_id}/share")
async def share_plan(request: Request, plans: Shelf, guest: Visitor, plan_id: str) -> Response:
    """A sandbox with what was tried in it; with the best move if its person has asked for it."""
    use_quota(request, SHARES, guest.session)
    form, row = await request.form(), await plans.of(plan_id, guest.session)
    shares = shares_of(request)
    origin = await shares.of(row.share) if row.share is not None else None
    async with at_ground(request, row, guest) as ground:
        spot = Spot(row.ply, row.seat, match=row.match, seed=row.seed, moves=tuple(row.moves))
        if origin is not None:
            spot.root = origin.root or origin.id
        if ground.why_private is not None:
            raise Conflict(ground.why_private)
        if ground.table is not None:
            open_match(ground.table, ground.who, spot)
        hint = hint_of(request, ground, row) if text_of(form, "step") == THE_LAST else None
        spot.coach = hint
    return to(await shares.put(guest.session, spot))


def hint_of(request: Request, ground: Ground, row: PlanRow) -> dict[str, object] | None:
    found = None if ground.why_no_help else request.app.state.hints.known(tip_key(ground, row))
    return found.data() if found is not None else None


def to(word: str) -> Response:
    return RedirectResponse(f"/shared/{word}", 303)


# -- the page


@dataclass
class Opened:
    """A link that someone has opened."""

    row: ShareRow
    ground: Ground
    line: Line

    @property
    def game(self) -> Game:
        return self.ground.rules.game


async def opened(request: Request, word: str) -> Opened:
    shares = shares_of(request)
    row = await shares.of(word)
    ground = await shared_ground(tables_of(request), shares, row)
    return Opened(row, ground, line_of(ground, row))


async def review_of(request: Request, one: Opened) -> Review | None:
    row, reviews = one.row, reviews_of(request)
    if not row.reviewed or not one.ground.match.is_over:
        return None
    job = await reviews.jobs.find(Subject(row.match, row.record_id))
    return await reviews.read(job) if job is not None else None


async def whole_game(tables: Tables, one: Opened) -> str:
    """Where the rest of the game can be seen, if that is for everyone; not where its players are not named."""
    row = one.row
    if not row.names or not one.ground.match.is_over or row.root is not None:
        return ""
    if row.match is None:
        return f"/records/{row.record_id}?ply={row.ply}"
    async with tables.at(row.match) as table:
        return f"/table/{row.match}/replay?ply={row.ply}" if is_for_strangers(table) else ""


@router.get("/shared")
async def mine(request: Request, guest: Visitor) -> Response:
    """What one shares oneself."""
    rows = await shares_of(request).mine(guest.session)
    return unlisted(render(request, "shares.html", rows=rows, base=base_of(request), guest=guest))


@router.get("/shared/{word}")
async def shared(request: Request, tables: Service, guest: Visitor, word: str) -> Response:
    one = await opened(request, word)
    say = speaker(request, one.ground.names)
    shown = shared_view(one.ground, one.row, one.line, await review_of(request, one), say, is_narrow(request))
    page = render(
        request, "shared.html", share=one.row, shown=shown, game=one.game, base=base_of(request), guest=guest,
        is_mine=bool(guest.session) and one.row.person == guest.session, whole_game=await whole_game(tables, one),
    )  # fmt: skip
    return unlisted(page)


def unlisted(response: Response) -> Response:
    response.headers.update(UNLISTED)
    return response


@router.post("/shared/{word}/try")
async def try_it(request: Request, plans: Shelf, guest: Visitor, word: str) -> Response:
    """A sandbox of one's own, from this position on."""
    use_quota(request, SANDBOXES, guest.session)
    one = await opened(request, word)
    guest = await people_of(request).welcome(request, guest, "")
    return RedirectResponse(f"/plan/{await plans.begin_from(one.row, guest.session)}", 303)


@router.post("/shared/{word}/names")
async def name_players(request: Request, guest: Visitor, word: str) -> Response:
    """Whether the players are named, or only their seats."""
    shares, form = shares_of(request), await request.form()
    await shares.set_names(await shares.owned(word, guest.session), text_of(form, "names") == "1")
    return to(word)


@router.post("/shared/{word}/withdraw")
async def take_back(request: Request, guest: Visitor, word: str) -> Response:
    shares = shares_of(request)
    await shares.take_back(await shares.owned(word, guest.session))
    return RedirectResponse("/shared", 303)


# -- pictures


@router.get("/shared/{word}/board.svg")
async def board_svg(request: Request, word: str) -> Response:
    one = await opened(request, word)
    say = Speaker(asked_language(request), one.ground.names)
    return svg(drawn(one.line, say), one.game, is_dark(request))


@router.get("/shared/{word}/board.png")
async def board_png(request: Request, word: str) -> Response:
    use_quota(request, PICTURES)
    one = await opened(request, word)
    say = Speaker(asked_language(request), one.ground.names)
    board = as_file(drawn(one.line, say), one.game, is_dark=False)
    return await png(request, ("board", *mark_of(one, say)), board, WIDTH)


@router.get("/shared/{word}/preview.png")
async def preview(request: Request, word: str) -> Response:
    """For messengers that preview the link."""
    use_quota(request, PICTURES)
    one = await opened(request, word)
    say = Speaker(asked_language(request), one.ground.names)
    board = as_file(drawn(one.line, say), one.game, is_dark=False)
    return await png(request, ("card", *mark_of(one, say)), board_card(board, one.game, say), CARD[0])


def mark_of(one: Opened, say: Speaker) -> tuple[str, ...]:
    return "shared", one.row.id, say.language, *one.ground.names


def svg(board: str, game: Game, in_the_dark: bool) -> Response:
    body = as_file(board, game, in_the_dark)
    return Response(body, media_type="image/svg+xml", headers={**DRAWN, **FOR_ONE, **UNLISTED})


async def png(request: Request, at: tuple[str, ...], picture: str, width: int) -> Response:
    data = await pictures_of(request).png(at, lambda: picture, width)
    return Response(data, media_type="image/png", headers={**FOR_ONE, **UNLISTED, **ABROAD})
