"""What programs can read and keep apart from tables: uploaded records, proofs, and the rules of the games."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from brehon.core.contract import ORACLE
from brehon.core.match import Match
from brehon.core.palette import plain
from brehon.server.archive.replay import Past, outlook, past, past_data
from brehon.server.archive.result_view import result_data
from brehon.server.people.quotas import RECORDS, use_quota
from brehon.server.table.table import Who
from brehon.server.table.visit import visiting
from brehon.server.web.api.api_tables import RECORD_BODY, Verdict
from brehon.server.web.bearer import Token, asker_behind
from brehon.server.web.models import PROBLEMS, MatchId, Silent
from brehon.server.web.pages.finished import Asked, PastState, PlyAsked, ResultState, from_nowhere, names_of, not_over
from brehon.server.web.pages.library import download, game_called
from brehon.server.web.rendering import Service, base_of, is_narrow, speaker
from brehon.server.web.rulebook import (
    aloud_text,
    glossary,
    howto_text,
    index_of,
    prepare_rules,
    rule_called,
    rule_data,
    rules_text,
)
from brehon.server.web.rules.finder import LONGEST

router = APIRouter(prefix="/api/v1", tags=["records"], responses=PROBLEMS, default_response_class=Silent)
RecordId = Annotated[str, Path(max_length=64, description="The id that came back when the record was sent in.")]
GameName = Annotated[str, Path(max_length=64, description="The name of a game.")]
RuleId = Annotated[str, Path(max_length=32, description="The id of a rule, such as AM-4.3.")]
Question = Annotated[str, Query(max_length=LONGEST, description="Words, or the id of a rule.")]
STRANGER = Who([])


class RecordTicket(BaseModel):
    """A record that is kept. `proved`: the game is over and every draw was checked; else every ply is legal."""

    id: str
    link: str
    game: str
    plies: int
    over: bool
    proved: bool


@router.get("/tables/{match_id}/verify", response_model=Verdict, summary="Prove a finished game from its record alone")
async def prove(tables: Service, match_id: MatchId, token: Token) -> Any:
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        _, text = tables.records.file_of(visit.table, visit.who)
    return await tables.inspections.proof(text)


@router.post(
    "/records",
    status_code=201,
    response_model=RecordTicket,
    summary="Send in a record, finished or not, to show it",
    openapi_extra={"requestBody": RECORD_BODY},
)
async def keep(request: Request, tables: Service) -> Any:
    """The body is the record file as it was saved, whatever the content type says."""
    use_quota(request, RECORDS)
    text = (await request.body()).decode("utf-8", "replace")
    record_id, found = await tables.records.keep(text)
    return {
        "id": record_id, "link": f"{base_of(request)}/records/{record_id}", "game": found.game, "plies": found.plies,
        "over": found.over, "proved": found.proven and found.over,
    }  # fmt: skip


async def looked_up(
    request: Request, tables: Service, record_id: str, ply: int | None, seat: str
) -> tuple[Past, Match]:
    match, _ = await tables.records.kept(record_id)
    chosen = outlook(match, STRANGER, seat)
    if chosen.is_refused:
        raise from_nowhere()
    say = speaker(request, names_of(match))
    return past(match, match.ply if ply is None else ply, chosen, STRANGER, say, is_narrow(request)), match


@router.get("/records/{record_id}", response_model=PastState, summary="A position of a record")
async def position(
    request: Request, tables: Service, record_id: RecordId, ply: PlyAsked = None, seat: Asked = ""
) -> Any:
    shown, match = await looked_up(request, tables, record_id, ply, seat)
    return past_data(shown, match, STRANGER)


@router.get("/records/{record_id}/board.svg", response_class=Response, summary="The same as a picture")
async def picture(
    request: Request, tables: Service, record_id: RecordId, ply: PlyAsked = None, seat: Asked = ""
) -> Response:
    shown, _ = await looked_up(request, tables, record_id, ply, seat)
    return Response(plain(shown.scene.board), media_type="image/svg+xml")


@router.get("/records/{record_id}/record", summary="The record as it was sent in")
async def file(tables: Service, record_id: RecordId) -> Response:
    return download(*await tables.records.kept_file(record_id))


@router.get("/records/{record_id}/result", response_model=ResultState, summary="How the game of a record ended")
async def result(request: Request, tables: Service, record_id: RecordId) -> Any:
    match, _ = await tables.records.kept(record_id)
    if not match.is_over:
        raise not_over()
    lines = match.score_sheet(ORACLE)
    return await asyncio.to_thread(result_data, match, lines, speaker(request, names_of(match)))


# -- rules


@router.get("/games/{game}/rules", response_class=Response, tags=["games"], summary="The rules, numbered, as Markdown")
async def rules(request: Request, game: GameName) -> Response:
    return markdown(rules_text(game_called(game), speaker(request).language))


class RuleData(BaseModel):
    """One rule. Without an id: a passage of the text; `link` leads to its heading."""

    id: str | None
    text: str
    chapter: str
    link: str


class RulesFound(BaseModel):
    """The rules that answer a question best, the best first."""

    query: str
    results: list[RuleData]


class TermData(BaseModel):
    """A word of the game, what it means, the rules about it, and how the ids begin of what it explains in pictures of the board."""

    term: str
    meaning: str
    rules: list[str]
    on: list[str]


@router.get(
    "/games/{game}/rules/search",
    response_model=RulesFound,
    tags=["games"],
    summary="Search the rules by words or by an id",
)
async def search_rules(request: Request, game: GameName, q: Question) -> Any:
    """Also by what is seen on the table: `shield`, `C on the track`."""
    found = game_called(game)
    await prepare_rules(found, speaker(request).language)
    hits = index_of(found, speaker(request).language).ask(q)
    return {"query": q, "results": [rule_data(hit.entry, found) for hit in hits]}


@router.get("/games/{game}/rules/{rule}", response_model=RuleData, tags=["games"], summary="One rule by its id")
async def one_rule(request: Request, game: GameName, rule: RuleId) -> Any:
    found = game_called(game)
    await prepare_rules(found, speaker(request).language)
    return rule_data(rule_called(found, rule, speaker(request).language), found)


@router.get("/games/{game}/glossary", response_model=list[TermData], tags=["games"], summary="The words of the game")
async def words(request: Request, game: GameName) -> Any:
    found = glossary(game_called(game), speaker(request))
    return [{"term": one.name, "meaning": one.meaning, "rules": one.rules, "on": one.on} for one in found]


@router.get("/games/{game}/howto", response_class=Response, tags=["games"], summary="How to play, as Markdown")
async def howto(request: Request, game: GameName) -> Response:
    return markdown(howto_text(game_called(game), speaker(request).language))


@router.get(
    "/games/{game}/aloud", response_class=Response, tags=["games"], summary="A text to read out to friends, as Markdown"
)
async def aloud(request: Request, game: GameName) -> Response:
    """It takes about five minutes. A game without such a text gets 404."""
    return markdown(aloud_text(game_called(game), speaker(request).language))


def markdown(text: str) -> Response:
    return Response(text, media_type="text/markdown")
