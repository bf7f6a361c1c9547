"""Actions next to the game: chat, notes, webhooks of a table, and the log as a reader wants it."""

from __future__ import annotations

from typing import Any, Final, Literal

from fastapi import Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from brehon.core.text import N_, Message
from brehon.server.errors import NotFound, Unreadable
from brehon.server.people.cookies import A_YEAR
from brehon.server.people.quotas import MESSAGES, NOTES, NUDGES, REACTIONS, WEBHOOKS, Quota, use_quota
from brehon.server.people.webhooks import MAX_ADDRESS
from brehon.server.storage.schema import HookRow
from brehon.server.table import signals
from brehon.server.table.chat import MAX_NOTE, MAX_SAYING, Voice, counted_as
from brehon.server.table.log_view import COOKIE, known_filter
from brehon.server.table.notices import nudge_dues
from brehon.server.table.visit import Visit
from brehon.server.web.actions import AT_TABLE, HOST, LOOKING, Action, Body
from brehon.server.web.api.api_chat import CompanyState, Hook, Note, company_data, hook_owner, voice_here
from brehon.server.web.models import MAX_NUMBER, SeatNumber
from brehon.server.web.pages.board import Outcome, shown_after
from brehon.server.web.pages.profile import contacts_of
from brehon.server.web.pages.talk import after_talk
from brehon.server.web.rendering import chat_of, language, messenger_of

PEOPLE: Final = "people"
HOOKS: Final = "webhooks"


class NewMessage(Body):
    text: str = Field(max_length=MAX_SAYING * 2)


class OneMessage(Body):
    number: int = Field(ge=1, lt=MAX_NUMBER, description="The number of a message.")


class ChatFor(Body):
    """Whom the chat is for apart from the people at the table: no one, readers, or writers."""

    whom: Literal["table", "read", "write"]


class NewNote(Body):
    """Private notes: only the same token reads them again."""

    text: str = Field(max_length=MAX_NOTE * 2)


class LogOf(Body):
    of: str = Field(max_length=64)


class NewHook(Body):
    """An address that is notified. With a seat's token: that it is this seat's turn; with the host's: whose turn it is."""

    address: str = Field(min_length=1, max_length=MAX_ADDRESS)
    shape: Literal["json", "discord", "slack"] = "json"


class OneHook(Body):
    hook_id: str = Field(max_length=32, description="The id that came back when the webhook was added.")


class OneReaction(Body):
    """A short reaction: its code, for example `good`; docs/live.md has the list."""

    code: str = Field(max_length=16)


class OnePlayer(Body):
    seat: SeatNumber


class OneMute(Body):
    word: str = Field(max_length=16, description="Of an entry of `muted`, which `company` lists.")


class MessageTicket(BaseModel):
    number: int


# -- what is done


def counted(visit: Visit, request: Request, quota: Quota) -> Voice:
    """Who speaks, after this is counted for them."""
    voice = voice_here(visit)
    use_quota(request, quota, counted_as(visit.table.id, voice.person))
    return voice


async def say(visit: Visit, text: str, request: Request) -> dict[str, int]:
    voice = counted(visit, request, MESSAGES)
    return {"number": await chat_of(request).say(visit.table, voice, text)}


async def react(visit: Visit, code: str, request: Request) -> dict[str, int]:
    voice = counted(visit, request, REACTIONS)
    return {"number": await signals.react(chat_of(request), visit.table, voice, code)}


async def nudge(visit: Visit, seat: int, request: Request) -> dict[str, int]:
    voice = counted(visit, request, NUDGES)
    number = await signals.nudge(chat_of(request), visit.table, voice, seat)
    await messenger_of(request).announce(nudge_dues(visit.table, seat), visit.table.id)
    return {"number": number}


async def mute(visit: Visit, number: int, request: Request) -> None:
    await chat_of(request).mute(visit.table, voice_here(visit), number)


async def unmute(visit: Visit, word: str, request: Request) -> None:
    await chat_of(request).unmute(voice_here(visit), word)


async def unsay(visit: Visit, number: int, request: Request) -> None:
    await chat_of(request).unsay(visit.table, voice_here(visit), number)


async def chat_for(visit: Visit, whom: str, request: Request) -> None:
    await chat_of(request).open_chat_for(visit.table, voice_here(visit), whom)


async def keep_note(visit: Visit, text: str, request: Request) -> dict[str, str]:
    voice, company = counted(visit, request, NOTES), chat_of(request)
    await company.write_note(visit.table, voice, text)
    return {"text": await company.note(visit.table.id, voice)}


async def choose_log(visit: Visit, of: str) -> str:
    """What of the log the page is to show from now on, at this table and in this browser."""
    if known_filter(of, visit.position) != of:
        raise Unreadable(Message(N_("The log of this table has no such filter.")))
    return of


async def own_hook(visit: Visit, hook_id: str, request: Request) -> HookRow:
    hook = await contacts_of(request).hook(hook_id)
    if hook is None or (hook.match, hook.person) != (visit.table.id, hook_owner(visit)):
        raise NotFound(Message(N_("There is no such webhook of yours.")))
    return hook


async def add_hook(visit: Visit, address: str, shape: str, request: Request) -> HookRow:
    counted(visit, request, WEBHOOKS)
    return await contacts_of(request).add_hook(
        hook_owner(visit), visit.table.id, shape, address, language(request), str(request.base_url)
    )


async def test_hook(visit: Visit, hook_id: str, request: Request) -> HookRow:
    hook = await own_hook(visit, hook_id, request)
    await contacts_of(request).test_hook(hook)
    hook.is_off, hook.trouble = False, ""
    return hook


async def remove_hook(visit: Visit, hook_id: str, request: Request) -> None:
    await contacts_of(request).remove_hook((await own_hook(visit, hook_id, request)).id)


# -- what is answered


async def result_itself(request: Request, visit: Visit, result: Any) -> Any:
    return result


async def company_state(request: Request, visit: Visit, result: None) -> dict[str, Any]:
    return await company_data(chat_of(request), visit.table, voice_here(visit))


async def after_log(outcome: Outcome) -> Response:
    if outcome.error is not None:
        raise outcome.error
    outcome.request.cookies[COOKIE] = outcome.result
    response = shown_after(outcome)
    path = f"/table/{outcome.visit.table.id}"
    response.set_cookie(COOKIE, outcome.result, max_age=A_YEAR, path=path, samesite="lax", httponly=True)
    return response


ACTIONS: Final = (
    Action(
        name="say", right=LOOKING, body=NewMessage, call=say, page=after_talk, api="POST chat", status=201, tag=PEOPLE,
        answer=result_itself, model=MessageTicket, summary="Write a message",
    ),
    Action(
        name="unsay", right=LOOKING, body=OneMessage, call=unsay, page=after_talk, api="DELETE chat/{number}", status=204,
        tag=PEOPLE, answer=result_itself, model=None, summary="Delete a message",
    ),
    Action(
        name="react", right=LOOKING, body=OneReaction, call=react, page=after_talk, api="POST react", status=201, tag=PEOPLE,
        answer=result_itself, model=MessageTicket, summary="Send a short reaction",
    ),
    Action(
        name="nudge", right=AT_TABLE, body=OnePlayer, call=nudge, page=after_talk, api="POST seats/{seat}/nudge", status=201,
        tag=PEOPLE, answer=result_itself, model=MessageTicket, summary="Remind a player of their turn",
    ),
    Action(
        name="mute", right=LOOKING, body=OneMessage, call=mute, page=after_talk, api="POST chat/{number}/mute", status=204,
        tag=PEOPLE, answer=result_itself, model=None, summary="Hide what the author of a message writes",
    ),
    Action(
        name="unmute", right=LOOKING, body=OneMute, call=unmute, page=after_talk, api="POST unmute", status=204,
        tag=PEOPLE, answer=result_itself, model=None, summary="Read a person again",
    ),
    Action(
        name="chat-for", right=HOST, body=ChatFor, call=chat_for, page=after_talk, api="PUT chat", tag=PEOPLE,
        answer=company_state, model=CompanyState, summary="Say whom the chat is for",
    ),
    Action(
        name="note", right=LOOKING, body=NewNote, call=keep_note, page=after_talk, api="PUT note", tag=PEOPLE,
        answer=result_itself, model=Note, summary="Keep notes",
    ),
    Action(name="log", right=LOOKING, body=LogOf, call=choose_log, page=after_log, api=""),
    Action(
        name="hooks", right=AT_TABLE, body=NewHook, call=add_hook, page=None, status=201, tag=HOOKS,
        answer=result_itself, model=Hook, summary="Add a webhook",
    ),
    Action(
        name="test", right=AT_TABLE, body=OneHook, call=test_hook, page=None, api="POST hooks/{hook_id}/test", tag=HOOKS,
        answer=result_itself, model=Hook, summary="Send a test; switches it on again",
    ),
    Action(
        name="remove", right=AT_TABLE, body=OneHook, call=remove_hook, page=None, api="DELETE hooks/{hook_id}", status=204,
        tag=HOOKS, answer=result_itself, model=None, summary="Remove a webhook",
    ),
)  # fmt: skip
