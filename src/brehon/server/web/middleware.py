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
from brehon.server.people.cookies import COOKIES
from brehon.server.settings import Settings
from brehon.server.web.hosts import OPEN, AllowedHosts, is_name, read_host, without_host, wrong_host
from brehon.server.web.metrics import STREAM, Meter
from brehon.server.web.shedding import Load

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; "
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
MOST_NAMES: Final = 100  # that are remembered


class Gate:
    """The one way in and out.

    On the way in: names that are not ours are refused (hosts.py), and so is what is too long before it fills memory or disk, what
    comes too slowly, what has to wait while the server has too much to do (shedding.py), and forms of another site in a guest's name. A body has `seconds`, and more for each `rate` bytes that have
    come: a slow phone gets through, a byte now and then does not. The API does not use cookies, so another site cannot use it in a person's
    name: it needs no check of the origin.

    On the way out: the security headers on every answer, errors and static files included; with 429 when to try again; the cookies
    that were made for a visitor; long answers compressed, except for event streams. Every answer is timed, and logged by its route,
    because an address may hold a token.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        hosts: AllowedHosts,
        meter: Meter,
        load: Load,
        refuse: Callable[[Request, BrehonError], Response],
    ) -> None:
        self.app = app
        self.packing = GZipMiddleware(app, minimum_size=1000, compresslevel=2)
        self.max_body = settings.max_body
        self.seconds, self.rate = settings.body_seconds, settings.body_rate
        self.hosts = hosts
        self._names: set[tuple[str, str]] = set()  # of this server, with the address that they led to
        self.meter = meter
        self.load = load
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, begin = 500, time.perf_counter()

        async def send_headed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(scope, message)
            await send(message)

        is_stream = scope["path"].endswith(STREAM)
        self.load.running += not is_stream
        try:
            await asyncio.sleep(0)  # so that everybody who waits is counted, see shedding.py
            refusal = self._refusal(scope)
            if refusal is not None:
                await refusal(scope, receive, send_headed)
                return
            app = self.app if is_stream else self.packing
            await app(scope, receive if scope["method"] in SAFE else self._counted(receive), send_headed)
        finally:
            self.load.running -= not is_stream
            self.meter.answered(scope, status, time.perf_counter() - begin)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        names = headers.getlist("host")
        arrived_at = (scope.get("server") or ("",))[0]
        if scope["path"] not in OPEN and not (len(names) == 1 and self._is_ours(names[0], arrived_at)):
            return self.refuse(Request(without_host(scope)), wrong_host(names[0] if names else ""))
        limits = self.load.limits
        busy = self.load.refusal(scope) if limits and self.load.running > limits[0].requests else None
        if busy is not None:
            return self.refuse(Request(scope), busy)
        if scope["method"] in SAFE:
            return None
        declared = headers.get("content-length", "0")
        if declared.isdecimal() and (len(declared) > 15 or int(declared) > self.max_body):
            return self.refuse(Request(scope), self._too_large())
        if not scope["path"].startswith("/api/") and not _is_own(headers):
            text = Text(N_("This was sent from another site. Open the page itself and try again."))
            return self.refuse(Request(scope), Forbidden(text))
        return None

    def _is_ours(self, name: str, arrived_at: str) -> bool:
        """Whether a name in a request is one of ours; those that are have been looked at before."""
        if (name, arrived_at) in self._names:
            return True
        is_ours = self.hosts.allows(name, arrived_at)
        if is_ours and len(self._names) < MOST_NAMES:  # with --allowed-host '*' a stranger can think of many
            self._names.add((name, arrived_at))
        return is_ours

    def _counted(self, receive: Receive) -> Receive:
        """The body as it comes; TooLarge or TooSlow as soon as it is."""
        seen, begin, is_complete = 0, 0.0, False

        async def receive_counted() -> Message:
            nonlocal seen, begin, is_complete
            if is_complete:
                return await receive()  # nothing more comes but the end of the connection, whenever that is
            begin = (
                begin or time.monotonic()
            )  # when the body is asked for first: what we do before is not the client's time
            left = begin + self.seconds + seen / self.rate - time.monotonic()
            self.load.running -= 1  # a client that sends slowly is not waiting for us
            try:
                async with asyncio.timeout(left):
                    message = await receive()
            except TimeoutError:
                raise TooSlow(Text(N_("This request took too long to arrive. Try again."))) from None
            finally:
                self.load.running += 1
            seen += len(message.get("body", b""))
            is_complete = not message.get("more_body", False)
            if seen > self.max_body:
                raise self._too_large()
            return message

        return receive_counted

    def _too_large(self) -> TooLarge:
        return TooLarge(Text(N_("Too long: at most %(most)s bytes are accepted."), most=self.max_body))


def _add_headers(scope: Scope, message: Message) -> None:
    headers, state = MutableHeaders(scope=message), scope.get("state", {})
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    if scope.get("scheme") == "https" and is_name(read_host(Headers(scope=scope).get("host", ""))):
        headers.setdefault("Strict-Transport-Security", HSTS)
    if message["status"] == 429:
        headers.setdefault(RETRY, str(state.get("retry_after", 60)))
    for cookie in state.get(COOKIES, {}).values():
        headers.append("set-cookie", cookie)


def _is_own(headers: Headers) -> bool:
    """Browsers say where a form comes from. A client that says nothing has no cookie that could be abused."""
    origin = headers.get("origin")
    if origin is not None:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower() != ""
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
