"""Cookies: which device and which person a request comes from, and which accounts a browser is known to."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from fastapi import Request
from itsdangerous import BadSignature, URLSafeSerializer
from starlette.responses import Response

GUEST: Final = "brehon"  # the cookie that says who it is


MARKS: Final = "brehon-known"  # the cookie that says to which accounts a browser is known


HOST_PREFIX: Final = "__Host-"


COOKIES: Final = (
    "guest_cookies"  # in the state of a request: headers that go out with the answer, by name of the cookie
)


MOST_MARKS: Final = 5


MOST_OPENED: Final = 4096  # cookies whose signature was checked


FRONT: Final = "front"


A_YEAR: Final = 365 * 24 * 3600


@dataclass
class Guest:
    """The visitor: known by a signed cookie, with an account or without; not yet known if `session` is empty."""

    session: str = ""  # the person's id: what seats and matches call their session
    name: str = ""
    front: str = ""  # which of several seats holds this device, see visibility.py
    device: str = ""
    is_account: bool = False
    alerts: int = 0  # that this device has to show, see alerts.py


@dataclass
class Sent:
    """What the cookie of a request names: a device and a generation; no device if it is missing or not ours."""

    device: str = ""
    generation: int = 0
    is_old_name: bool = False  # under TLS: the cookie still has its old name, and is exchanged


class Cookies:
    """Signs and reads the cookies; what they open is decided in sessions.py.

    Under TLS their names begin with __Host-, which no other site of the domain and no one on the network can set. What was sent
    under such a name is signed differently, so that it is not valid under the plain one.
    """

    def __init__(self, key: str) -> None:
        self._signer = URLSafeSerializer(key, salt="brehon guest 2")
        self._host_signer = URLSafeSerializer(key, salt="brehon guest 3")
        self._first_signer = URLSafeSerializer(key, salt="brehon guest 1")
        self._program_signer = URLSafeSerializer(key, salt="brehon program 1")
        self._mark_signer = URLSafeSerializer(key, salt="brehon mark 1")
        self._opened = lru_cache(MOST_OPENED)(
            _open
        )  # a cookie comes with every request; whether it counts is asked again

    def read(self, request: Request) -> Sent:
        is_bound = HOST_PREFIX + GUEST in request.cookies
        if is_secure(request) and is_bound:
            return self._read(self._host_signer, request.cookies[HOST_PREFIX + GUEST], False)
        return self._read(self._signer, request.cookies.get(GUEST, ""), is_secure(request))

    def _read(self, signer: URLSafeSerializer, text: str, is_old_name: bool) -> Sent:
        try:
            device, generation = self._opened(signer, text)
        except BadSignature:
            return Sent()
        return Sent(device, generation, is_old_name)

    def read_first(self, request: Request) -> tuple[str, str]:
        """The person and the name in a cookie as the first version wrote it."""
        try:
            data = self._first_signer.loads(request.cookies.get(GUEST, ""))
        except BadSignature:
            return "", ""
        return str(data["s"]), str(data["n"])

    def program_token(self, device: str) -> str:
        """What a person's program sends instead of a cookie; it is not renewed, and ends with the device."""
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
        """This browser is known to an account from now on, also after signing out; the mark alone opens nothing."""
        marks = self.marks(request)
        kept = {one: mark for one, mark in marks.items() if one != person}
        data = [*kept.items(), (person, marks.get(person) or new_session())][-MOST_MARKS:]
        send_cookie(request, own_name(request, MARKS), str(self._mark_signer.dumps(data)), samesite="strict")


def _open(signer: URLSafeSerializer, text: str) -> tuple[str, int]:
    """Device and generation; BadSignature if it is not ours."""
    data = signer.loads(text)
    return str(data["d"]), int(data["g"])


def is_secure(request: Request) -> bool:
    return request.url.scheme == "https"


def own_name(request: Request, name: str) -> str:
    return HOST_PREFIX + name if is_secure(request) else name


def send_cookie(request: Request, name: str, value: str, samesite: Literal["lax", "strict"] = "lax") -> None:
    """Set a cookie in the answer, in place of one of the same name; an empty one is deleted."""
    carrier = Response()
    carrier.set_cookie(
        name, value, max_age=A_YEAR if value else 0, httponly=True, samesite=samesite, secure=is_secure(request)
    )
    laid_ready = getattr(request.state, COOKIES, {})
    setattr(request.state, COOKIES, laid_ready | {name: carrier.headers["set-cookie"]})


def new_session() -> str:
    return secrets.token_urlsafe(16)
