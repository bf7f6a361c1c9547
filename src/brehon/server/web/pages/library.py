"""Records and their proofs, the rules of the games, and the language of the pages."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.datastructures import UploadFile
from starlette.responses import Response

from brehon.core import registry
from brehon.core.contract import Game
from brehon.core.errors import BadRecord
from brehon.core.text import LANGUAGES, N_, Message
from brehon.server.errors import NotFound, TooCostly, TooMany, Unreadable, explain, retry_headers, status_of
from brehon.server.people.cookies import A_YEAR
from brehon.server.people.quotas import RECORDS, use_quota
from brehon.server.table.guided import left_of
from brehon.server.table.visit import asker_of, visiting
from brehon.server.web.rendering import LANGUAGE, Service, Visitor, read_text, render, speaker, text_of, wants_fragment
from brehon.server.web.rulebook import (
    aloud_book,
    glossary,
    howto_book,
    index_of,
    prepare_rules,
    rule_called,
    rules_book,
    rules_path,
)
from brehon.server.web.rules.finder import LONGEST

router = APIRouter(include_in_schema=False)


@router.get("/table/{match_id}/record")
async def record(tables: Service, guest: Visitor, match_id: str) -> Response:
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        return download(*tables.records.file_of(visit.table, visit.who))


def download(name: str, text: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/table/{match_id}/verify")
async def verify(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        _, text = tables.records.file_of(visit.table, visit.who)
    try:
        verdict, problem = await tables.inspections.proof(text), ""
    except BadRecord as error:
        verdict, problem = None, str(error)
    return render(
        request, "verify.html", 422 if problem else 200, verdict=verdict, problem=problem, table=f"/table/{match_id}"
    )


@router.get("/records")
async def records(request: Request) -> Response:
    return render(request, "records.html", problem="")


@router.post("/records")
async def upload(request: Request, tables: Service) -> Response:
    use_quota(request, RECORDS)
    try:
        async with request.form(max_files=1, max_fields=5) as form:
            file = form.get("record")
            if not isinstance(file, UploadFile) or not file.filename:
                raise Unreadable(Message(N_("Choose a record file first.")))
            text = await read_text(file, BadRecord)
        record_id, _ = await tables.records.keep(text)
    except (BadRecord, TooCostly, TooMany, Unreadable) as error:
        response = render(request, "records.html", status_of(error), problem=explain(error, speaker(request)))
        response.headers.update(retry_headers(error))
        return response
    return RedirectResponse(f"/records/{record_id}", 303)


@router.get("/records/{record_id}/record")
async def kept_file(tables: Service, record_id: str) -> Response:
    return download(*await tables.records.kept_file(record_id))


# -- rules, language


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    """The whole book; `q` searches it; `id` is one rule, which a script shows beside a link to it."""
    found, say = game_called(game), speaker(request)
    await prepare_rules(found, say.language)
    asked = request.query_params.get("id", "")
    if asked:
        return one_rule(request, found, asked)
    words = request.query_params.get("q", "").strip()[:LONGEST]
    book = rules_book(found, say.language)
    hits = index_of(found, say.language).ask(words) if words else []
    return render(request, "rules.html", game=found, book=book, terms=glossary(found, say), words=words, hits=hits)


def one_rule(request: Request, game: Game, asked: str) -> Response:
    rule = rule_called(game, asked, speaker(request).language)
    if wants_fragment(request):
        return render(request, "_rule.html", game=game, rule=rule)
    return RedirectResponse(f"{rules_path(game)}#{rule.anchor}", 303)


@router.get("/howto/{game}")
async def howto(request: Request, tables: Service, guest: Visitor, game: str) -> Response:
    found = game_called(game)
    return render(
        request, "howto.html", game=found, book=await asyncio.to_thread(howto_book, found, speaker(request).language),
        guide=found.face().guide(), left=await left_of(tables, found, guest.session), guest=guest,
    )  # fmt: skip


@router.get("/howto/{game}/aloud")
async def aloud(request: Request, game: str) -> Response:
    """What a host reads out to friends."""
    found = game_called(game)
    return render(request, "aloud.html", game=found, book=aloud_book(found, speaker(request).language))


def game_called(name: str) -> Game:
    if name not in registry.names():
        raise NotFound(Message(N_("There is no game of this name.")))
    return registry.game(name)


@router.post("/language")
async def choose_language(request: Request) -> Response:
    form = await request.form()
    chosen, back = text_of(form, "language"), text_of(form, "back")
    if chosen not in LANGUAGES:
        raise Unreadable(Message(N_("This language is not available.")))
    if (
        not back.startswith("/")
        or back.startswith("//")
        or "\\" in back
        or not back.isascii()
        or not back.isprintable()
    ):
        back = "/"
    response = RedirectResponse(back, 303)
    response.set_cookie(LANGUAGE, chosen, max_age=A_YEAR, samesite="lax")
    return response
