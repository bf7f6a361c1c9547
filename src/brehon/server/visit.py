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
    """A person without an account: a signed cookie with an unguessable number and a name."""

    session: str = ""
    name: str = ""
    front: str = ""  # which of several seats holds this device, see watching.py


class Cookies:
    """Writes and reads the guests' cookies."""

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt="brehon guest 1")

    def read(self, request: Request) -> Guest:
        """Whoever holds the cookie; nobody if it is missing or not ours."""
        try:
            data = self._signer.loads(request.cookies.get(GUEST, ""))
        except BadSignature:
            return Guest()
        return Guest(str(data["s"]), str(data["n"]))

    def write(self, request: Request, response: Response, guest: Guest) -> None:
        response.set_cookie(
            GUEST,
            str(self._signer.dumps({"s": guest.session, "n": guest.name})),
            max_age=A_YEAR,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )


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

    html = _environment().get_template(template).render(_=translate, language=chosen, here=_here(request), **context)
    return HTMLResponse(html, status, headers={"Cache-Control": "no-store", "Content-Language": chosen})


@lru_cache(maxsize=4096)
def _translated(chosen: str, text: str) -> Markup:
    return Markup(escape(catalogue(chosen).gettext(text)))


def _here(request: Request) -> str:
    query = f"?{request.url.query}" if request.url.query else ""
    return request.url.path + query if request.method == "GET" else "/"
