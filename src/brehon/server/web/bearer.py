"""Who a program is: by the token that it sends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from brehon.core.text import N_, Message
from brehon.server.errors import NotSignedIn
from brehon.server.people.cookies import Guest
from brehon.server.people.keys import digest
from brehon.server.table.visit import Asker, asker_of
from brehon.server.web.rendering import people_of

bearer: Final = HTTPBearer(auto_error=False, description="The key of a seat, or the token of the host or of a person.")
SIGNED: Final = "."  # is in every token of a person, and in no other


@dataclass(frozen=True)
class Bearer:
    """A token as it was sent; `guest` is the person whose own token it is."""

    credentials: str
    guest: Guest | None = None

    @property
    def session(self) -> str:
        return self.guest.session if self.guest else ""


async def token_of(
    request: Request, sent: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Bearer | None:
    if sent is None:
        return None
    guest = await people_of(request).of_program(sent.credentials) if SIGNED in sent.credentials else None
    if guest is None and SIGNED in sent.credentials:
        raise NotSignedIn(Message(N_("This token is unknown, or its program was signed out.")))
    return Bearer(sent.credentials, guest)


Token = Annotated[Bearer | None, Depends(token_of)]


def session_of(token: Bearer | None) -> str:
    """The person behind a token of their own; "" for every other."""
    return token.session if token else ""


def asker_behind(token: Bearer | None) -> Asker:
    """Who sends this token; nothing means a spectator."""
    if token is None:
        return Asker()
    return asker_of(token.guest) if token.guest else Asker(key=digest(token.credentials))


def needed(request: Request, token: Token) -> Asker:
    """Who wants something that needs a token."""
    if token is None:
        raise NotSignedIn(Message(N_("This needs the token of a seat: Authorization: Bearer TOKEN")))
    asker = asker_behind(token)
    request.state.names = asker.names  # for the words of a refusal
    return asker


Actor = Annotated[Asker, Depends(needed)]
