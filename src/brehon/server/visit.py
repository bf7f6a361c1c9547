"""Who is asking, in which language and on how wide a screen: read from cookies and headers, answered with pages."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

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
GUEST: Final = "brehon"
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


class Cookies:
    """Signs and reads the cookies; what they open is decided in people.py."""

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt="brehon guest 2")
        self._first_signer = URLSafeSerializer(key, salt="brehon guest 1")
        self._program_signer = URLSafeSerializer(key, salt="brehon program 1")

    def read(self, request: Request) -> tuple[str, int]:
        """The device and the generation that a cookie names; "" if it is missing or not ours."""
        try:
            data = self._signer.loads(request.cookies.get(GUEST, ""))
        except BadSignature:
            return "", 0
        return str(data["d"]), int(data["g"])

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

    def header(self, request: Request, device: str, generation: int) -> str:
        """The header that gives a browser its cookie; without a device, one that takes it away."""
        carrier = Response()
        secure = request.url.scheme == "https"
        value = str(self._signer.dumps({"d": device, "g": generation})) if device else ""
        age = A_YEAR if device else 0
        carrier.set_cookie(GUEST, value, max_age=age, httponly=True, samesite="lax", secure=secure)
        return carrier.headers["set-cookie"]


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
