"""During and after a game: replays, and results with their charts."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from brehon.core.contract import ORACLE
from brehon.core.match import Match
from brehon.core.palette import plain
from brehon.core.text import N_, Message, Speaker
from brehon.server.archive.comparison import Comparison, Side, compare, comparison_data, side_of
from brehon.server.archive.replay import Past, outlook, past, past_data
from brehon.server.archive.result_view import Result, result_data, result_of
from brehon.server.errors import Conflict, Forbidden
from brehon.server.table.duplicate import is_first
from brehon.server.table.table import Who
from brehon.server.table.tables import Tables
from brehon.server.table.twins import OVER
from brehon.server.table.visibility import HELD, check_sight, looking_back, may_see
from brehon.server.table.visit import Asker, Visit, asker_of, visiting
from brehon.server.web.bearer import Token, asker_behind
from brehon.server.web.models import MAX_NUMBER, PROBLEMS, MatchId, Silent
from brehon.server.web.rendering import Service, Visitor, base_of, is_narrow, ply_of, render, speaker, wants_fragment

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", tags=["after the game"], responses=PROBLEMS, default_response_class=Silent)


# -- replays


@router.get("/table/{match_id}/replay")
async def replay(
    request: Request, tables: Service, guest: Visitor, match_id: str, ply: str = "", seat: str = ""
) -> Response:
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        path, table = f"/table/{match_id}", visit.table
        return show_past(
            request, visit.match or table.playing(), looking_back(table, visit.who), table.names, ply, seat, path=f"{path}/replay",
            record=f"{path}/record" if table.gives_record else "", table=path, proof="",
        )  # fmt: skip


@router.get("/records/{record_id}")
async def kept(request: Request, tables: Service, record_id: str, ply: str = "", seat: str = "") -> Response:
    match, proven = await tables.records.kept(record_id)
    path = f"/records/{record_id}"
    return show_past(
        request, match, Who([]), names_of(match), ply, seat, path=path, record=f"{path}/record", table="",
        proof="proved" if proven and match.is_over else "legal",
    )  # fmt: skip


def show_past(
    request: Request, match: Match, who: Who, names: list[str], ply: str, seat: str, **context: Any
) -> Response:
    say = speaker(request, names)
    chosen = outlook(match, who, seat)
    shown = past(match, ply_of(ply, match.ply), chosen, who, say, is_narrow(request))
    template = "_replay.html" if wants_fragment(request) else "replay.html"
    context["result"] = (context["table"] or context["path"]) + "/result" if match.is_over and not who.is_held else ""
    context |= {"base": base_of(request), "held": who.is_held}
    return render(request, template, past=shown, game=match.rules.game, **context)


def names_of(match: Match) -> list[str]:
    return [player.name for player in match.players]


# -- results


@router.get("/table/{match_id}/result")
async def result(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        match, names, path, who = finished(visit), visit.table.names, f"/table/{match_id}", visit.who
        begun, ended = visit.table.row.started, visit.table.row.finished
        other = other_of(visit)
    compared = await comparison(tables, match_id, other, asker_of(guest), speaker(request), teams_of(request))
    shown = await made_result(match, speaker(request, names), who)
    has_lessons = bool(who.seats) and await request.app.state.reviews.is_ready(match_id)
    seconds = int(ended - begun) if begun is not None and ended is not None else 0
    return render(
        request, "result.html", result=shown, game=match.rules.game, path=path, replay=f"{path}/replay",
        verify=f"{path}/verify", table=path, seconds=seconds, compared=compared, has_lessons=has_lessons,
    )  # fmt: skip


@router.get("/records/{record_id}/result")
async def kept_result(request: Request, tables: Service, record_id: str) -> Response:
    match, _ = await tables.records.kept(record_id)
    if not match.is_over:
        raise not_over()
    path = f"/records/{record_id}"
    shown = await made_result(match, speaker(request, names_of(match)))
    return render(
        request, "result.html", result=shown, game=match.rules.game, path=path, replay=path, verify="", table="", seconds=0,
        compared=None,
        has_lessons=False,
    )  # fmt: skip


def other_of(visit: Visit) -> str:
    """The other table of a duplicate, once it is over too; "" if there is none to compare with."""
    twin = visit.table.twin
    return twin.id if twin is not None and twin.state == OVER else ""


async def comparison(
    tables: Tables, match_id: str, other: str, asker: Asker, say: Speaker, teams: list[int] | None = None
) -> Comparison | None:
    """Both results, for those who have played at one of the tables or may look at both. One lock at a time."""
    if not other:
        return None
    sides: list[tuple[bool, Side]] = []
    has_played, may_look = False, True
    for one in (match_id, other):
        async with tables.at(one) as table:
            who = asker.known_at(table)
            has_played, may_look = has_played or bool(who.seats), may_look and may_see(table, who)
            sides.append((is_first(table), side_of(table, say)))
    if not (has_played or may_look):
        return None
    (_, first), (_, second) = sorted(sides, key=lambda one: not one[0])
    return compare(first, second, teams)


def teams_of(request: Request) -> list[int] | None:
    """The seats of the first table that a person has chosen as a team."""
    asked = request.query_params.getlist("team")[:12]
    return [int(seat) for seat in asked if len(seat) < 3 and seat.isascii() and seat.isdecimal()] if asked else None


async def made_result(match: Match, say: Speaker, who: Who | None = None) -> Result:
    """A long game is read in a thread, so that other tables go on; a finished match no longer changes."""
    return await asyncio.to_thread(result_of, match, say, who)


def finished(visit: Visit) -> Match:
    check_sight(visit.table, visit.who)
    match = visit.table.playing()
    if not match.is_over:
        raise not_over()
    if visit.table.is_held:
        raise Conflict(Message(HELD))
    return match


def not_over() -> Conflict:
    return Conflict(Message(N_("The game is not over; there is a result when it is.")))


# -- for programs


class PastState(BaseModel):
    """A past position from one outlook: what a seat knew then, what everyone knew, or the truth."""

    ply: int
    last: int
    previous: int
    following: int
    seat: str
    seats: list[str]
    message: str
    happened: list[str]
    view: dict[str, Any]
    scores: list[int]
    words: str | None


class CourseStep(BaseModel):
    """The points of each seat before a ply."""

    ply: int
    scores: list[int]


class EndingState(BaseModel):
    """One of the ways in which the game could have ended: the points of each seat then, and how they grew."""

    label: str
    scores: list[int]
    happened: bool
    course: list[CourseStep]


class ComparedSeat(BaseModel):
    """One seat at both tables; `better` is the table (0 or 1) that did better with it, null if both are the same."""

    seat: int
    names: list[str]
    bots: list[bool]
    places: list[int]
    scores: list[int]
    difference: int
    better: int | None


class ComparedState(BaseModel):
    """Two tables with the same deal, the one that was set up first comes first; sums of the seats where people sat at both."""

    tables: list[str]
    seats: list[ComparedSeat]
    sums: list[int]
    better: list[int]
    teams: list[dict[str, Any]]


class ResultState(BaseModel):
    """How a game ended: where the points came from and how they grew. `verdict` says it in words, for the token's seat."""

    verdict: dict[str, Any]
    places: list[int]
    scores: list[int]
    breakdown: list[dict[str, Any]]
    hints: list[int]  # steps that each seat has asked for
    course: list[CourseStep]
    endings: list[EndingState] = Field(
        description="Each way in which the game could have ended; empty where one number says it all."
    )
    duplicate: ComparedState | None = Field(None, description="Of a duplicate, once both tables are over.")


Asked = Annotated[
    str, Query(max_length=12, description="A seat's number, `watcher` or `truth`; else the customary one.")
]
PlyAsked = Annotated[
    int | None, Query(ge=0, lt=MAX_NUMBER, description="The position before this ply; without it the newest.")
]


async def looked_back(
    request: Request, tables: Service, match_id: str, token: Token, ply: int | None, seat: str
) -> tuple[Past, Match, Who]:
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        match, who = visit.match or visit.table.playing(), looking_back(visit.table, visit.who)
        say = speaker(request, visit.table.names)
        chosen = outlook(match, who, seat)
        if chosen.is_refused:
            raise from_nowhere()
        return past(match, match.ply if ply is None else ply, chosen, who, say, is_narrow(request)), match, who


def from_nowhere() -> Forbidden:
    text = N_("While a game with secrets is running, you can replay it from your own seat only.")
    return Forbidden(Message(text))


@api.get("/tables/{match_id}/replay", response_model=PastState, summary="A position of the past")
async def replay_data(
    request: Request, tables: Service, match_id: MatchId, token: Token, ply: PlyAsked = None, seat: Asked = ""
) -> Any:
    shown, match, who = await looked_back(request, tables, match_id, token, ply, seat)
    return past_data(shown, match, who)


@api.get("/tables/{match_id}/replay.svg", response_class=Response, summary="A position of the past as a picture")
async def replay_picture(
    request: Request, tables: Service, match_id: MatchId, token: Token, ply: PlyAsked = None, seat: Asked = ""
) -> Response:
    shown, _, _ = await looked_back(request, tables, match_id, token, ply, seat)
    return Response(plain(shown.scene.board), media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


@api.get("/tables/{match_id}/result", response_model=ResultState, summary="How the game ended, and how it came to that")
async def result_state(request: Request, tables: Service, match_id: MatchId, token: Token) -> Any:
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        match, names, who, other = finished(visit), visit.table.names, visit.who, other_of(visit)
    compared = await comparison(tables, match_id, other, asker_behind(token), speaker(request))
    data = await asyncio.to_thread(result_data, match, match.score_sheet(ORACLE), speaker(request, names), who)
    return data | {"duplicate": comparison_data(compared) if compared is not None else None}
