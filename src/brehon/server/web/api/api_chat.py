"""The API for what is next to the game: chat, notes, webhooks, who is here, the log, and the table as plain text."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import PlainTextResponse
from pydantic import AliasChoices, BaseModel, ConfigDict, Field
from starlette.responses import Response

from brehon.core.text import N_, Message
from brehon.server.errors import Forbidden, Unreadable
from brehon.server.table.chat import TableChat, Voice, may_read, may_write, voice_of
from brehon.server.table.log_view import ALL, known_filter, story
from brehon.server.table.signals import waited_for
from brehon.server.table.table import Table
from brehon.server.table.table_data import plain_text
from brehon.server.table.visibility import check_sight
from brehon.server.table.visit import Visit, visiting
from brehon.server.web.bearer import Actor, Token, asker_behind
from brehon.server.web.models import MAX_NUMBER, PROBLEMS, MatchId, Silent
from brehon.server.web.pages.profile import Desk
from brehon.server.web.rendering import Circle, Service, speaker

router = APIRouter(prefix="/api/v1", tags=["people"], responses=PROBLEMS, default_response_class=Silent)
MOST = 100  # messages or lines in one answer


class PersonHere(BaseModel):
    """A person or program in a seat; `last_seen` in seconds since 1970, null if never."""

    seat: int
    name: str
    here: bool
    last_seen: float | None


class MutedPerson(BaseModel):
    word: str
    name: str


class CompanyState(BaseModel):
    """Who is at the table just now, and what the token may do in its chat."""

    people: list[PersonHere]
    watching: int
    watchers: list[str] = Field(description="Names of spectators who have one; the others are only counted.")
    muted: list[MutedPerson] = Field(description="Whom the person behind the token has muted.")
    nudge: list[int] = Field(description="Seats that the game waits for and that the token may nudge after a while.")
    chat_for: Literal["table", "read", "write"]
    may_read: bool
    may_write: bool


class ChatMessage(BaseModel):
    """Something said; `seat` is null for spectators, `text` is null once it was deleted.

    Of a reaction the text is its code, of a nudge the seat and the ply, of `again` the id of the next table.
    """

    number: int
    kind: Literal["say", "react", "nudge", "again"]
    seat: int | None
    name: str
    text: str | None
    at: float


class Chat(BaseModel):
    messages: list[ChatMessage]
    has_older: bool


class Note(BaseModel):
    """Private notes: only the same token reads them again."""

    text: str


class Hook(BaseModel):
    """A webhook; `delivered` in seconds since 1970, `trouble` why the last try failed, `off` if it was given up."""

    model_config = ConfigDict(from_attributes=True)
    id: str
    address: str
    shape: str
    delivered: float | None
    trouble: str
    off: bool = Field(validation_alias=AliasChoices("is_off", "off"))


class Hooks(BaseModel):
    hooks: list[Hook]


class LogLine(BaseModel):
    ply: int
    text: str
    seat: int | None


class Log(BaseModel):
    lines: list[LogLine]
    page: int
    has_older: bool


def voice_here(visit: Visit) -> Voice:
    """Who asks, as the chat knows them; Forbidden if they may not look at the table."""
    check_sight(visit.table, visit.who)
    return voice_of(visit.table, visit.asker)


@router.get("/tables/{match_id}/company", response_model=CompanyState, summary="Who is at the table")
async def company(tables: Service, circle: Circle, match_id: MatchId, token: Token) -> Any:
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        return await company_data(circle, visit.table, voice_here(visit))


async def company_data(circle: TableChat, table: Table, voice: Voice) -> dict[str, Any]:
    people, watching = await circle.seen(table)
    return {
        "people": [{"seat": p.seat, "name": p.name, "here": p.is_here, "last_seen": p.last} for p in people],
        "watching": watching.count,
        "watchers": watching.names,
        "muted": [{"word": word, "name": name} for word, name in await circle.muted(voice)],
        "nudge": waited_for(table, voice),
        "chat_for": table.row.chat,
        "may_read": may_read(table, voice),
        "may_write": may_write(table, voice),
    }


@router.get("/tables/{match_id}/chat", response_model=Chat, summary="What was said, oldest first")
async def chat(
    tables: Service,
    circle: Circle,
    match_id: MatchId,
    token: Token,
    before: Annotated[int | None, Query(ge=1, lt=MAX_NUMBER, description="Only messages before this number.")] = None,
    limit: Annotated[int, Query(ge=1, le=MOST)] = 50,
) -> Any:
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        talk = await circle.talk(visit.table, voice_here(visit), before, limit)
    messages = [
        {
            "number": row.number,
            "kind": row.kind,
            "seat": row.seat,
            "name": row.name,
            "text": None if row.deleted else row.text,
            "at": row.at,
        }
        for row in talk.rows
    ]
    return {"messages": messages, "has_older": talk.has_older}


@router.get("/tables/{match_id}/note", response_model=Note, summary="One's own notes")
async def note(tables: Service, circle: Circle, match_id: MatchId, asker: Actor) -> Any:
    async with visiting(tables, match_id, asker) as visit:
        return {"text": await circle.note(visit.table.id, voice_here(visit))}


def hook_owner(visit: Visit) -> str:
    """Hooks of the host are the table's."""
    voice = voice_here(visit)
    if not voice.is_at_table:
        raise Forbidden(Message(N_("Only the people at the table are notified of what happens there.")))
    return voice.person if visit.who.seats else ""


@router.get("/tables/{match_id}/hooks", response_model=Hooks, tags=["webhooks"], summary="One's webhooks at a table")
async def hooks(tables: Service, desk: Desk, match_id: MatchId, asker: Actor) -> Any:
    async with visiting(tables, match_id, asker) as visit:
        return {"hooks": await desk.hooks(hook_owner(visit), visit.table.id)}


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
) -> Any:
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        if known_filter(of, visit.position) != of:
            raise Unreadable(Message(N_("The log of this table has no such filter.")))
        found = story(visit.position, speaker(request, visit.table.names), of, visit.table.said, page, MOST)
    lines = [{"ply": ply, "text": text, "seat": seat if seat >= 0 else None} for ply, text, seat in found.lines]
    return {"lines": lines, "page": page, "has_older": found.has_older}


@router.get("/tables/{match_id}/text", response_class=Response, summary="The table in words, as a terminal shows it")
async def text(request: Request, tables: Service, match_id: MatchId, token: Token) -> PlainTextResponse:
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        words = plain_text(visit.position, speaker(request, visit.table.names), visit.table.said)
    return PlainTextResponse(words, headers={"Cache-Control": "no-store"})
