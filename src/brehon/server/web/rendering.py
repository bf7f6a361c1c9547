"""Who is asking, in which language and on how wide a screen: read from cookies and headers, answered with pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse
from fastapi.routing import APIRoute
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from brehon import MODE, __version__
from brehon.core import registry
from brehon.core.errors import BrehonError
from brehon.core.palette import stylesheet
from brehon.core.text import LANGUAGES, N_, Message, Speaker, best_language
from brehon.server.errors import Unreadable
from brehon.server.people.cookies import Guest
from brehon.server.people.groups import Groups
from brehon.server.people.sessions import People
from brehon.server.table.bot_pool import COMPILED
from brehon.server.table.chat import TableChat
from brehon.server.table.notices import Notifier
from brehon.server.table.tables import Tables
from brehon.server.web.templating import Templates
from brehon.server.web.typefaces import typeface_style

STATIC: Final = Path(__file__).parent / "static"
LANGUAGE: Final = "language"
NARROW: Final = "narrow"
AT_ONCE: Final = ("table.html", "_table.html")  # compiled when the server starts
NUMBERED: Final = re.compile(r"n\d{1,3}")  # the names of the entries of a form
FORM: Final = "application/x-www-form-urlencoded"
SHORT, FEW = 1000, 10  # bytes and fields
BYTE_ORDER_MARK: Final = "\ufeff"


# -- who asks, and the services behind the routes


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def people_of(request: Request) -> People:
    people: People = request.app.state.people
    return people


def chat_of(request: Request) -> TableChat:
    company: TableChat = request.app.state.chat
    return company


def messenger_of(request: Request) -> Notifier:
    messenger: Notifier = request.app.state.messenger
    return messenger


def groups_of(request: Request) -> Groups:
    groups: Groups = request.app.state.groups
    return groups


async def guest_of(request: Request) -> Guest:
    return await people_of(request).visitor(request)


async def _service(request: Request) -> Tables:  # a plain function would be called in a thread
    return tables_of(request)


async def _circle(request: Request) -> TableChat:
    return chat_of(request)


async def _circles(request: Request) -> Groups:
    return groups_of(request)


Service = Annotated[Tables, Depends(_service)]
Circle = Annotated[TableChat, Depends(_circle)]
Circles = Annotated[Groups, Depends(_circles)]
Visitor = Annotated[Guest, Depends(guest_of)]


class PageRoute(APIRoute):
    """A route whose function gets the request and nothing else: to look for what it needs would take longer than to ask for it."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler: Callable[[Request], Coroutine[Any, Any, Response]] = self.endpoint
        return handler


def base_of(request: Request) -> str:
    """The address of this server, as links begin: the public one if it is set, else the one that was opened."""
    return (tables_of(request).settings.public_url or str(request.base_url)).rstrip("/")


def is_api(request: Request) -> bool:
    """Whether a program asks, which gets data."""
    return request.url.path.startswith("/api/")


def language(request: Request) -> str:
    chosen = request.cookies.get(LANGUAGE, "")
    return chosen if chosen in LANGUAGES else best_language(request.headers.get("accept-language", ""))


def is_narrow(request: Request) -> bool:
    """Whether to draw for a telephone: as the page has measured, else as the browser calls itself."""
    asked = request.query_params.get(NARROW) or request.cookies.get(NARROW)
    if asked in ("0", "1"):
        return asked == "1"
    return request.headers.get("sec-ch-ua-mobile") == "?1" or "Mobi" in request.headers.get("user-agent", "")


def speaker(request: Request, names: list[str] | None = None) -> Speaker:
    return Speaker(language(request), names or [])


def wants_fragment(request: Request) -> bool:
    """Whether our own script asks, which replaces only the part that has changed."""
    return request.headers.get("x-brehon") == "1"


# -- what a form or a body says


async def form_of(request: Request, most: int) -> FormData:
    """The fields of a form without files. A short one, as of every move, is read at once; for others there is a parser."""
    if request.headers.get("content-type") == FORM:
        body = await request.body()
        if len(body) < SHORT and body.count(b"&") < min(FEW, most):
            return FormData([*parse_qsl(body.decode("latin-1"), keep_blank_values=True)])
    return await request.form(max_files=0, max_fields=most)


def text_of(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def number_of(form: FormData, name: str) -> int:
    text = text_of(form, name)
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Unreadable(Message(N_("The field %(name)s must be a whole number."), name=name))
    return int(text)


def whole_number(value: object) -> object:
    """JSON has 7 and 7.0, but "7" and true are not numbers."""
    if isinstance(value, bool | str):
        raise ValueError("must be a number")
    return value


def numbers_in(form: FormData) -> dict[str, int]:
    """What was filled in, by name of the field; an empty field is as if it was not there."""
    return {name: number_of(form, name) for name in form if NUMBERED.fullmatch(name) and text_of(form, name)}


def ply_of(text: str, last: int) -> int:
    """The position asked for; the end if it is not a number."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else last


async def read_text(file: UploadFile, error: type[BrehonError]) -> str:
    try:
        return (await file.read()).decode("utf-8").removeprefix(BYTE_ORDER_MARK)
    except UnicodeDecodeError:
        raise error("the file is not a text in UTF-8; upload the file as it was saved") from None


# -- the answer


def get_ready() -> None:
    """Compile the templates of a table and read the colours of all games: some tenths of a second that no visitor should wait for."""
    for chosen in LANGUAGES:
        for name in AT_ONCE:
            _templates(chosen).get_template(name)


@cache
def _templates(chosen: str) -> Templates:
    found = Templates(chosen)
    found.filters["day"] = _day
    found.globals["version"] = __version__
    found.globals["languages"] = LANGUAGES
    found.globals["static_mark"] = _static_mark()
    return found


def _day(at: float) -> str:
    """A day as every language reads it."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


@cache
def _static_mark() -> str:
    """Changes with the static files, so browsers may cache them forever."""
    import hashlib

    content = b"".join(path.read_bytes() for path in sorted(STATIC.iterdir()) if path.is_file())
    return hashlib.sha256(content + (board_style() + typeface_style()).encode()).hexdigest()[:10]


def board_style() -> str:
    """What makes the boards of all games dark on a dark page."""
    return stylesheet({name: registry.game(name).face().palette() for name in registry.names()})


def render(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page in the language of the request."""
    return as_page(request, rendered(request, template, context), status)


def rendered(request: Request, template: str, context: dict[str, Any]) -> str:
    context |= {
        "here": _here(request),
        "narrow": is_narrow(request),
        "origin": base_of(request),
        "engine": _engine(request),
    }
    return _templates(language(request)).get_template(template).render(context)


def _engine(request: Request) -> str:
    """Which engine runs, here and in the processes in which bots think."""
    bots: str = request.app.state.drivers.thinkers.engine
    if MODE == bots == COMPILED:
        return N_("Engine: compiled")
    if COMPILED in (MODE, bots):
        return N_("Engine: bots compiled, server interpreted")
    return N_("Engine: interpreted")


def as_page(request: Request, html: str, status: int, headers: dict[str, str] | None = None) -> HTMLResponse:
    always = {"Cache-Control": "no-store", "Content-Language": language(request)}
    return HTMLResponse(html, status, headers={**always, **(headers or {})})


def _here(request: Request) -> str:
    query = f"?{request.url.query}" if request.url.query else ""
    return request.url.path + query if request.method == "GET" else "/"
