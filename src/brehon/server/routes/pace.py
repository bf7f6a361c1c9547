"""What people settle among themselves, as forms of the table's page: taking back, consent, pause, stand-ins, vacation."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import FormData
from starlette.responses import Response

from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server.asker import Asker, asker_of
from brehon.server.errors import Unreadable
from brehon.server.pacing import KINDS, Pacing
from brehon.server.routes.pages import Service, Visitor, back_to, number_of, refused, text_of
from brehon.server.services import Tables
from brehon.server.visit import Guest

router = APIRouter(include_in_schema=False)
Deed = Callable[[Asker, FormData], Awaitable[object]]


def pacing_of(request: Request) -> Pacing:
    found: Pacing = request.app.state.pacing
    return found


Pacer = Annotated[Pacing, Depends(pacing_of)]


async def done(request: Request, tables: Tables, guest: Guest, match_id: str, deed: Deed) -> Response:
    """Do something at a table, and show it as it is then; a refusal with its reason."""
    form = await request.form()
    try:
        await deed(asker_of(guest), form)
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error)
    return await back_to(request, tables, guest, match_id)


def is_on(form: FormData, name: str) -> bool:
    return text_of(form, name) == "1"


def kind_of(form: FormData) -> str:
    kind = text_of(form, "kind")
    if kind not in KINDS:
        raise Unreadable(Message(N_("What is asked for must be one of: %(kinds)s."), kinds=", ".join(KINDS)))
    return kind


@router.post("/table/{match_id}/restart")
async def restart(request: Request, tables: Service, pacing: Pacer, guest: Visitor, match_id: str) -> Response:
    return await done(
        request, tables, guest, match_id, lambda asker, form: pacing.restart(match_id, asker, number_of(form, "ply"))
    )


@router.post("/table/{match_id}/redo")
async def redo(request: Request, tables: Service, pacing: Pacer, guest: Visitor, match_id: str) -> Response:
    """One decision, or as many as `count` says."""
    return await done(
        request, tables, guest, match_id,
        lambda asker, form: pacing.redo(match_id, asker, number_of(form, "ply"), number_of(form, "count")),
    )  # fmt: skip


@router.post("/table/{match_id}/ask")
async def ask(request: Request, tables: Service, pacing: Pacer, guest: Visitor, match_id: str) -> Response:
    return await done(
        request, tables, guest, match_id,
        lambda asker, form: pacing.ask(match_id, asker, number_of(form, "ply"), kind_of(form)),
    )  # fmt: skip


@router.post("/table/{match_id}/answer")
async def answer(request: Request, tables: Service, pacing: Pacer, guest: Visitor, match_id: str) -> Response:
    return await done(
        request, tables, guest, match_id,
        lambda asker, form: pacing.answer(match_id, asker, number_of(form, "ply"), is_on(form, "agree")),
    )  # fmt: skip


@router.post("/table/{match_id}/resume")
async def resume(request: Request, tables: Service, pacing: Pacer, guest: Visitor, match_id: str) -> Response:
    return await done(request, tables, guest, match_id, lambda asker, form: pacing.resume(match_id, asker))


@router.post("/table/{match_id}/hand")
async def hand(request: Request, tables: Service, pacing: Pacer, guest: Visitor, match_id: str) -> Response:
    return await done(
        request, tables, guest, match_id, lambda asker, form: pacing.hand_over(match_id, asker, text_of(form, "level"))
    )


@router.post("/table/{match_id}/back")
async def back(request: Request, tables: Service, pacing: Pacer, guest: Visitor, match_id: str) -> Response:
    return await done(request, tables, guest, match_id, lambda asker, form: pacing.come_back(match_id, asker))


@router.post("/table/{match_id}/auto")
async def auto(request: Request, tables: Service, pacing: Pacer, guest: Visitor, match_id: str) -> Response:
    return await done(
        request, tables, guest, match_id, lambda asker, form: pacing.auto(match_id, asker, is_on(form, "wanted"))
    )


@router.post("/table/{match_id}/vacation")
async def vacation(request: Request, tables: Service, pacing: Pacer, guest: Visitor, match_id: str) -> Response:
    """At all tables that count in days, or with `here` at this one alone."""
    return await done(
        request, tables, guest, match_id,
        lambda asker, form: pacing.vacation(match_id, asker, is_on(form, "wanted"), is_on(form, "here")),
    )  # fmt: skip
