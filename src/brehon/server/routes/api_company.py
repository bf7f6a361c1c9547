"""The API for what is beside the game: chat, notes, who is here, the log, and the table as plain text."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, Field
from starlette.responses import Response

from brehon.core.text import N_, Message
from brehon.server.company import MAX_NOTE, MAX_SAYING, Company, Voice, counted_as, may_read, may_write, voice_of
from brehon.server.errors import NotSignedIn, Unreadable
from brehon.server.quotas import MESSAGES, NOTES, use_quota
from brehon.server.routes.api import MAX_NUMBER, PROBLEMS, Bearer, MatchId, Strict, Token, asker_behind, who_is
from brehon.server.routes.company import Circle
from brehon.server.routes.pages import Service
from brehon.server.services import Table, Tables
from brehon.server.showing import plain_text
from brehon.server.story import ALL, known_filter, story
from brehon.server.visit import speaker
from brehon.server.watching import check_sight

router = APIRouter(prefix="/api/v1", tags=["people"], responses=PROBLEMS)
Saying = Annotated[int, Path(ge=1, lt=MAX_NUMBER, description="The number of a message.")]
MOST = 100  # messages or lines in one answer


class Somebody(BaseModel):
    """A person or program in a seat; `last_seen` in seconds since 1970, null if never."""

    seat: int
    name: str
    here: bool
    last_seen: float | None


class CompanyState(BaseModel):
    """Who is at the table just now, and what the token may do in its chat."""

    people: list[Somebody]
    watching: int
    chat_for: Literal["table", "read", "write"]
    may_read: bool
    may_write: bool


class ChatMessage(BaseModel):
    """Something said; `seat` is null for spectators, `text` is null once it was deleted."""

    number: int
    seat: int | None
    name: str
    text: str | None
    at: float


class Chat(BaseModel):
    messages: list[ChatMessage]
    has_older: bool


class NewMessage(Strict):
    text: str = Field(max_length=MAX_SAYING * 2)


class MessageTicket(BaseModel):
    number: int


class ChatFor(Strict):
    """Whom the chat is for beside the people at the table: nobody, readers, or writers."""

    whom: Literal["table", "read", "write"]


class Note(Strict):
    """Private notes: only the same token reads them again."""

    text: str = Field(max_length=MAX_NOTE * 2)


class LogLine(BaseModel):
    ply: int
    text: str
    seat: int | None


class Log(BaseModel):
    lines: list[LogLine]
    page: int
    has_older: bool


@asynccontextmanager
async def hearing(
    tables: Tables, match_id: str, token: Bearer | None, needs_token: bool = True
) -> AsyncIterator[tuple[Table, Voice]]:
    """The table, and who the token belongs to, as long as the block lasts."""
    if token is None and needs_token:
        raise NotSignedIn(Message(N_("This needs the token of a seat: Authorization: Bearer TOKEN")))
    asker = asker_behind(token)
    async with tables.visit(match_id, asker) as (table, who):
        check_sight(table, who)
        yield table, voice_of(table, asker)


@router.get("/tables/{match_id}/company", response_model=CompanyState, summary="Who is at the table")
async def company(tables: Service, circle: Circle, match_id: MatchId, token: Token) -> JSONResponse:
    async with hearing(tables, match_id, token, needs_token=False) as (table, voice):
        return await company_data(circle, table, voice)


async def company_data(circle: Company, table: Table, voice: Voice) -> JSONResponse:
    people, watching = await circle.seen(table)
    return JSONResponse(
        {
            "people": [{"seat": p.seat, "name": p.name, "here": p.is_here, "last_seen": p.last} for p in people],
            "watching": watching,
            "chat_for": table.row.chat,
            "may_read": may_read(table, voice),
            "may_write": may_write(table, voice),
        },
        headers={"Cache-Control": "no-store"},
    )


@router.get("/tables/{match_id}/chat", response_model=Chat, summary="What was said, oldest first")
async def chat(
    tables: Service,
    circle: Circle,
    match_id: MatchId,
    token: Token,
    before: Annotated[int | None, Query(ge=1, lt=MAX_NUMBER, description="Only messages before this number.")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = 50,
) -> JSONResponse:
    async with hearing(tables, match_id, token, needs_token=False) as (table, voice):
        talk = await circle.talk(table, voice, before, limit)
    messages = [
        {
            "number": row.number,
            "seat": row.seat,
            "name": row.name,
            "text": None if row.deleted else row.text,
            "at": row.at,
        }
        for row in talk.rows
    ]
    return JSONResponse({"messages": messages, "has_older": talk.has_older}, headers={"Cache-Control": "no-store"})


@router.post("/tables/{match_id}/chat", status_code=201, response_model=MessageTicket, summary="Say something")
async def say(
    request: Request, tables: Service, circle: Circle, match_id: MatchId, token: Token, body: NewMessage
) -> JSONResponse:
    async with hearing(tables, match_id, token) as (table, voice):
        use_quota(request, MESSAGES, counted_as(match_id, voice.person))
        return JSONResponse({"number": await circle.say(table, voice, body.text)}, 201)


@router.put("/tables/{match_id}/chat", response_model=CompanyState, summary="Say whom the chat is for")
async def chat_for(tables: Service, circle: Circle, match_id: MatchId, token: Token, body: ChatFor) -> JSONResponse:
    async with hearing(tables, match_id, token) as (table, voice):
        await circle.open_chat_for(table, voice, body.whom)
        return await company_data(circle, table, voice)


@router.delete("/tables/{match_id}/chat/{number}", status_code=204, summary="Delete a message")
async def unsay(tables: Service, circle: Circle, match_id: MatchId, number: Saying, token: Token) -> Response:
    async with hearing(tables, match_id, token) as (table, voice):
        await circle.unsay(table, voice, number)
    return Response(status_code=204)


@router.get("/tables/{match_id}/note", response_model=Note, summary="One's own notes")
async def note(tables: Service, circle: Circle, match_id: MatchId, token: Token) -> JSONResponse:
    async with hearing(tables, match_id, token) as (table, voice):
        return JSONResponse({"text": await circle.note(table.id, voice)}, headers={"Cache-Control": "no-store"})


@router.put("/tables/{match_id}/note", response_model=Note, summary="Keep notes")
async def keep_note(
    request: Request, tables: Service, circle: Circle, match_id: MatchId, token: Token, body: Note
) -> JSONResponse:
    async with hearing(tables, match_id, token) as (table, voice):
        use_quota(request, NOTES, counted_as(match_id, voice.person))
        await circle.write_note(table, voice, body.text)
        return JSONResponse({"text": await circle.note(table.id, voice)})


@router.get("/tables/{match_id}/log", response_model=Log, summary="What happened, newest first, narrowed down")
async def log(
    request: Request,
    tables: Service,
    match_id: MatchId,
    token: Token,
    of: Annotated[
        str, Query(max_length=64, description="`all`, `seat-0`, …, or `topic-` and a topic of the game.")
    ] = ALL,
    page: Annotated[int, Query(ge=0, lt=MAX_NUMBER)] = 0,
) -> JSONResponse:
    async with tables.at(match_id) as table:
        who, say = await who_is(tables, table, token), speaker(request, table.names)
        match = table.shown_to(who) or table.playing()
        if known_filter(of, match) != of:
            raise Unreadable(Message(N_("The log of this table cannot be narrowed down in this way.")))
        found = story(match, table.view_seat(who), say, of, table.said, page, MOST)
    lines = [{"ply": ply, "text": text, "seat": seat if seat >= 0 else None} for ply, text, seat in found.lines]
    return JSONResponse({"lines": lines, "page": page, "has_older": found.has_older})


@router.get("/tables/{match_id}/text", response_class=Response, summary="The table in words, as a terminal shows it")
async def text(request: Request, tables: Service, match_id: MatchId, token: Token) -> PlainTextResponse:
    async with tables.at(match_id) as table:
        who = await who_is(tables, table, token)
        match = table.shown_to(who) or table.playing()
        words = plain_text(match, table.view_seat(who), speaker(request, table.names), table.said)
    return PlainTextResponse(words, headers={"Cache-Control": "no-store"})
