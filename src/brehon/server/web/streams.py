"""Live updates: the events that an open page or program gets of a table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from random import randrange
from typing import Final

import anyio
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from brehon.server.errors import Refusal
from brehon.server.people.cookies import new_session
from brehon.server.people.quotas import STREAMS, Quotas, address_key, client_of
from brehon.server.storage.database import UNREACHABLE
from brehon.server.storage.store import LOOK
from brehon.server.table.chat import counted_as, voice_of
from brehon.server.table.events import Hub, Listener, Ring
from brehon.server.table.presence import NAMELESS
from brehon.server.table.table import Table, Who
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import check_sight, shown_ply, version_for
from brehon.server.table.visit import Asker, visiting
from brehon.server.web.rendering import chat_of, tables_of

log: Final = logging.getLogger("brehon.server")
AGAIN: Final = (
    500,
    2500,
)  # milliseconds after which a lost stream is opened again: after a restart not all at the same moment


async def changes(
    tables: Tables, match_id: str, closing: anyio.Event, who_at: Callable[[Table], Who] | None = None
) -> AsyncIterator[int | Ring]:
    """The number of the next ply: at once, and whenever the table has changed, until the server closes.

    With `who_at`, only what the listener may know: spectators of a delayed table get a ply when they may see it.
    """
    with tables.hub.listen(match_id) as listener:
        news: int | Ring = LOOK
        is_late = False
        while True:
            if not isinstance(news, Ring) and (news == LOOK or is_late):
                try:
                    async with tables.at(match_id) as table:
                        news = table.ply if who_at is None else shown_ply(table, who_at(table))
                        is_late = who_at is not None and (table.row.delay > 0 or table.row.twin is not None)
                except (*UNREACHABLE, Refusal):
                    return  # the browser asks again by itself and gets the reason for the refusal
            yield news
            heard = await next_news(listener, closing, tables.hub)
            if heard is None:
                return
            news = heard


async def next_news(listener: Listener, closing: anyio.Event, hub: Hub) -> int | Ring | None:
    """What a listener hears next; None when the client is gone or the server closes."""
    bell = asyncio.ensure_future(listener.next())
    end = asyncio.ensure_future(closing.wait())
    try:
        await asyncio.wait((bell, end), return_when=asyncio.FIRST_COMPLETED)
    finally:
        end.cancel()
        if not bell.done():
            bell.cancel()
    return None if closing.is_set() or hub.is_closed else bell.result()


class Stream(EventSourceResponse):
    """An event stream that takes a place among the streams of its address and person for as long as it is open."""

    quotas: Quotas
    person: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.quotas.hold(STREAMS, address_key(client_of(Request(scope))), self.person):
            await super().__call__(scope, receive, send)


async def stream(request: Request, match_id: str, asker: Asker) -> Response:
    """No stream for a table that is not there, or that they may not look at."""
    tables, company, who_at = tables_of(request), chat_of(request), asker.known_at
    async with visiting(tables, match_id, asker) as visit:
        check_sight(visit.table, visit.who)
        person = voice_of(visit.table, asker).person

    closing = anyio.Event()

    async def bell() -> AsyncIterator[ServerSentEvent]:
        with company.here(match_id, person or NAMELESS + new_session()):
            shown, mark = LOOK, 0
            try:
                async for news in changes(tables, match_id, closing, who_at):
                    if isinstance(news, Ring):
                        if await company.may_hear(tables, match_id, who_at, news):
                            yield ServerSentEvent(str(news.number), event=news.name)
                        continue
                    if news != shown:
                        yield ServerSentEvent(str(news), id=str(news), retry=randrange(*AGAIN))
                    if news == shown or shown == LOOK:  # no ply: a page that shows another version looks again
                        async with tables.at(match_id, again=True) as found:
                            version = version_for(found, who_at(found))
                        if version not in (0, mark):
                            yield ServerSentEvent(str(version), event="table")
                        mark = version
                    shown = news
            except UNREACHABLE as error:  # the listener comes again by itself, and gets the reason then
                cause = type(error).__name__
                log.info("stream closed: database timeout match=%s error=%s", match_id, cause)

    response = Stream(
        bell(), ping=tables.settings.stream_ping, sep="\n", shutdown_event=closing, shutdown_grace_period=1
    )
    response.quotas, response.person = request.app.state.quotas, counted_as(match_id, person)
    return response
