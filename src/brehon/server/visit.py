"""Who is asking, in which language and on how wide a screen: read from cookies and headers, answered with pages."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal

from fastapi import Request
from fastapi.responses import HTMLResponse
from itsdangerous import BadSignature, URLSafeSerializer
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import Response

from brehon import __version__
from brehon.core.text import LANGUAGES, Speaker, best_language, catalogue

TEMPLATES: Final = Path(__file__).parent / "templates"
STATIC: Final = Path(__file__).parent / "static"
GUEST: Final = "brehon"  # the cookie that says who it is
MARKS: Final = "brehon-known"  # the cookie that says to which accounts a browser is known
HOST_PREFIX: Final = "__Host-"
COOKIES: Final = (
    "guest_cookies"  # in the state of a request: headers that go out with the answer, by name of the cookie
)
MOST_MARKS: Final = 5
LANGUAGE: Final = "language"
NARROW: Final = "narrow"
FRONT: Final = "front"
A_YEAR: Final = 365 * 24 * 3600


@dataclass
class Guest:
    """Whoever visits: known by a signed cookie, with an account or without; nobody yet if `session` is empty."""

    session: str = ""  # the person's id: what seats and matches call their session
    name: str = ""
    front: str = ""  # which of several seats holds this device, see watching.py
    device: str = ""
    is_account: bool = False
    alerts: int = 0  # that this device has to show, see alerts.py


@dataclass
class Sent:
    """What the cookie of a request names: a device and a generation; no device if it is missing or not ours."""

    device: str = ""
    generation: int = 0
    is_old_name: bool = False  # under TLS: the cookie still has the name of before, and is exchanged


class Cookies:
    """Signs and reads the cookies; what they open is decided in people.py.

    Under TLS their names begin with __Host-, which no other site of the domain and nobody on the line can set. What was sent
    under such a name is signed differently, so that it opens nothing under the plain one.
    """

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt="brehon guest 2")
        self._host_signer = URLSafeSerializer(key, salt="brehon guest 3")
        self._first_signer = URLSafeSerializer(key, salt="brehon guest 1")
        self._program_signer = URLSafeSerializer(key, salt="brehon program 1")
        self._mark_signer = URLSafeSerializer(key, salt="brehon mark 1")

    def read(self, request: Request) -> Sent:
        is_bound = HOST_PREFIX + GUEST in request.cookies
        if is_secure(request) and is_bound:
            return self._read(self._host_signer, request.cookies[HOST_PREFIX + GUEST], False)
        return self._read(self._signer, request.cookies.get(GUEST, ""), is_secure(request))

    def _read(self, signer: URLSafeSerializer, text: str, is_old_name: bool) -> Sent:
        try:
            data = signer.loads(text)
        except BadSignature:
            return Sent()
        return Sent(str(data["d"]), int(data["g"]), is_old_name)

    def read_first(self, request: Request) -> tuple[str, str]:
        """The person and the name in a cookie as the first version wrote it."""
        try:
            data = self._first_signer.loads(request.cookies.get(GUEST, ""))
        except BadSignature:
            return "", ""
        return str(data["s"]), str(data["n"])

    def program_token(self, device: str) -> str:
        """What a program of somebody sends instead of a cookie; it is not renewed, and dies with the device."""
        return str(self._program_signer.dumps(device))

    def read_program(self, token: str) -> str:
        """The device that such a token names; "" if it is not ours."""
        try:
            return str(self._program_signer.loads(token))
        except BadSignature:
            return ""

    def send(self, request: Request, device: str, generation: int) -> None:
        """Give the browser its cookie with the answer; without a device, take it away."""
        signer = self._host_signer if is_secure(request) else self._signer
        value = str(signer.dumps({"d": device, "g": generation})) if device else ""
        send_cookie(request, own_name(request, GUEST), value)
        if is_secure(request) and GUEST in request.cookies:
            send_cookie(request, GUEST, "")

    def marks(self, request: Request) -> dict[str, str]:
        """The accounts that have been signed in to from this browser: a mark by the digest of a person."""
        try:
            data = self._mark_signer.loads(request.cookies.get(own_name(request, MARKS), ""))
        except BadSignature:
            return {}
        return {str(person): str(mark) for person, mark in data}

    def send_mark(self, request: Request, person: str) -> None:
        """This browser is known to an account from now on, also when it has signed out; opens nothing by itself."""
        marks = self.marks(request)
        kept = {one: mark for one, mark in marks.items() if one != person}
        data = [*kept.items(), (person, marks.get(person) or new_session())][-MOST_MARKS:]
        send_cookie(request, own_name(request, MARKS), str(self._mark_signer.dumps(data)), samesite="strict")


def is_secure(request: Request) -> bool:
    return request.url.scheme == "https"


def own_name(request: Request, name: str) -> str:
    return HOST_PREFIX + name if is_secure(request) else name


def send_cookie(request: Request, name: str, value: str, samesite: Literal["lax", "strict"] = "lax") -> None:
    """Lay a cookie ready for the answer, in place of one of the same name; an empty one is taken away."""
    carrier = Response()
    carrier.set_cookie(
        name, value, max_age=A_YEAR if value else 0, httponly=True, samesite=samesite, secure=is_secure(request)
    )
    laid_ready = getattr(request.state, COOKIES, {})
    setattr(request.state, COOKIES, laid_ready | {name: carrier.headers["set-cookie"]})


def new_session() -> str:
    return secrets.token_urlsafe(16)


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


@cache
def _environment() -> Environment:
    found = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["day"] = _day
    found.globals["version"] = __version__
    found.globals["languages"] = LANGUAGES
    found.globals["static_mark"] = _static_mark()
    return found


def _day(at: float) -> str:
    """A day as every language reads it."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def _static_mark() -> str:
    """Changes with the static files, so that browsers may keep them for ever."""
    import hashlib

    content = b"".join(path.read_bytes() for path in sorted(STATIC.iterdir()) if path.is_file())
    return hashlib.sha256(content).hexdigest()[:10]


def render(request: Request, template: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A page or a fragment in the language of whoever asked."""
    chosen = language(request)

    def translate(text: str, /, **args: object) -> Markup:
        translated = _translated(chosen, text)
        return translated % args if args else translated  # a Markup escapes its arguments

    def counting(one: str, many: str, n: int, /, **args: object) -> Markup:
        return Markup(escape(catalogue(chosen).ngettext(one, many, n))) % {"n": n, **args}

    context |= {
        "_": translate,
        "ngettext": counting,
        "language": chosen,
        "here": _here(request),
        "narrow": is_narrow(request),
    }
    html = _environment().get_template(template).render(**context)
    return HTMLResponse(html, status, headers={"Cache-Control": "no-store", "Content-Language": chosen})


@lru_cache(maxsize=4096)
def _translated(chosen: str, text: str) -> Markup:
    return Markup(escape(catalogue(chosen).gettext(text)))


def _here(request: Request) -> str:
    query = f"?{request.url.query}" if request.url.query else ""
    return request.url.path + query if request.method == "GET" else "/"
