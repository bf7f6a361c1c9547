"""What a program needs around sensitive requests: confirming that it is still the person, and what was added to the account."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.responses import Response

from brehon.server.people.passwords import LONGEST
from brehon.server.web.api.api_profile import Person
from brehon.server.web.models import PROBLEMS, Strict
from brehon.server.web.pages.account import accounts_of
from brehon.server.web.rendering import people_of

router = APIRouter(prefix="/api/v1", tags=["oneself"], responses=PROBLEMS)


class Proof(Strict):
    """The password of the account. An account that has passkeys only is confirmed in a browser."""

    password: str = Field(max_length=4 * LONGEST)


@router.post("/me/confirm", status_code=204, summary="Show the password again, which counts for ten minutes")
async def confirm(request: Request, person: Person, body: Proof) -> Response:
    """Personal links, a first password and the end of an account need it where the person has a password or a passkey."""
    await accounts_of(request).confirm(person, body.password)
    return Response(status_code=204)


@router.delete("/me/alerts", status_code=204, summary="The person knows what was added to their account")
async def dismiss_alerts(request: Request, person: Person) -> Response:
    await people_of(request).dismiss_alerts(person)
    return Response(status_code=204)
