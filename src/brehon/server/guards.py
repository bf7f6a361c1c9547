"""What every request passes on its way in and every answer on its way out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from brehon.core.errors import BrehonError
from brehon.core.text import N_
from brehon.core.text import Message as Text
from brehon.server.errors import Forbidden, TooLarge, TooSlow
from brehon.server.hosts import is_name, read_host
from brehon.server.settings import Settings
from brehon.server.visit import COOKIES

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # not no-referrer: browsers would then send Origin: null with our own forms
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
HSTS: Final = (
    "max-age=31536000"  # a year of TLS only, for this very name; other names of the domain are not ours to decide
)
SAFE: Final = ("GET", "HEAD", "OPTIONS")
RETRY: Final = "retry-after"


class Headed:
    """Puts the security headers on every answer, errors and static files included; with 429 also when to come again."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope.get("scheme") == "https" and is_name(read_host(Headers(scope=scope).get("host", ""))):
                    headers.setdefault("Strict-Transport-Security", HSTS)
                if message["status"] == 429:
                    headers.setdefault(RETRY, str(scope.get("state", {}).get("retry_after", 60)))
            await send(message)

        await self.app(scope, receive, send_headed)


class Known:
    """Adds the cookies that were made for a visitor during the request to the answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_known(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for cookie in scope.get("state", {}).get(COOKIES, {}).values():
                    headers.append("set-cookie", cookie)
            await send(message)

        await self.app(scope, receive, send_known)


class Packed:
    """Sends long answers compressed: a table is a picture of 100 KB and more. The bell is never held back."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.packing = GZipMiddleware(app, minimum_size=1000, compresslevel=2)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_stream = scope["type"] == "http" and scope["path"].endswith("/events")
        await (self.app if is_stream else self.packing)(scope, receive, send)


class Guarded:
    """Refuses what is too long before it fills memory or disk, what comes too slowly, and forms of another site in a guest's name.

    A body has `seconds`, and more for each `rate` bytes that have come: a slow phone gets through, a byte now and then does not.
    The API knows no cookies, so nobody can be made to use it against their will: it needs no check of the origin.
    """

    def __init__(self, app: ASGIApp, settings: Settings, refuse: Callable[[Request, BrehonError], Response]) -> None:
        self.app = app
        self.max_body = settings.max_body
        self.seconds, self.rate = settings.body_seconds, settings.body_rate
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE:
            await self.app(scope, receive, send)
            return
        error = self._objection(scope)
        if error is not None:
            await self.refuse(Request(scope), error)(scope, receive, send)
            return
        seen, begin, is_complete = 0, 0.0, False

        async def receive_counted() -> Message:
            nonlocal seen, begin, is_complete
            if is_complete:
                return await receive()  # nothing more comes but the end of the connection, whenever that is
            begin = (
                begin or time.monotonic()
            )  # when the body is asked for first: what we do before is not the client's time
            left = begin + self.seconds + seen / self.rate - time.monotonic()
            try:
                async with asyncio.timeout(left):
                    message = await receive()
            except TimeoutError:
                raise TooSlow(Text(N_("This request took too long to arrive. Try again."))) from None
            seen += len(message.get("body", b""))
            is_complete = not message.get("more_body", False)
            if seen > self.max_body:
                raise self._too_large()
            return message

        await self.app(scope, receive_counted, send)

    def _objection(self, scope: Scope) -> BrehonError | None:
        headers = Headers(scope=scope)
        declared = headers.get("content-length", "0")
        if declared.isdecimal() and (len(declared) > 15 or int(declared) > self.max_body):
            return self._too_large()
        if not scope["path"].startswith("/api/") and not _is_own(headers):
            return Forbidden(Text(N_("This was sent from another site. Open the page itself and try again.")))
        return None

    def _too_large(self) -> TooLarge:
        return TooLarge(Text(N_("This is too long: at most %(most)s bytes are accepted."), most=self.max_body))


def _is_own(headers: Headers) -> bool:
    """Browsers say where a form comes from; whoever says nothing at all has no cookie that could be abused."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
