"""The web application: parts put together, errors put into words."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import DatabaseError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from brehon import __version__
from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server.accounts import Accounts
from brehon.server.clockwork import Clockwork
from brehon.server.company import Company
from brehon.server.contacts import Contacts
from brehon.server.database import UNREACHABLE
from brehon.server.errors import (
    NotSignedIn,
    Refusal,
    TooSlow,
    Unreadable,
    code_of,
    explain,
    reason_of,
    retry_headers,
    status_of,
)
from brehon.server.expiry import Expiry
from brehon.server.guards import HEADERS, Guarded, Headed, Known, Packed
from brehon.server.health import DAMAGED, Health, trouble_of
from brehon.server.hosts import AllowedHosts, HostCheck
from brehon.server.ledger import settle_all
from brehon.server.live import Drivers, Hub
from brehon.server.mail import Mailer
from brehon.server.metrics import Measured, Meter, memory_bytes
from brehon.server.notices import Messenger
from brehon.server.pacing import Pacing
from brehon.server.passkeys import Passkeys
from brehon.server.people import BELL, People
from brehon.server.planning import Plans
from brehon.server.quotas import Quotas
from brehon.server.routes import (
    account,
    after,
    api,
    api_company,
    api_hooks,
    api_hosting,
    api_library,
    api_me,
    api_proof,
    confirm,
    fairness,
    hosting,
    me,
    operations,
    pace,
    pace_api,
    pages,
    plan,
    plan_api,
    stats,
)
from brehon.server.routes import company as company_pages
from brehon.server.services import Tables
from brehon.server.settings import Settings, prepare_data_dir, signing_key
from brehon.server.signals import Bells, OwnClaims, SharedClaims
from brehon.server.store import Store
from brehon.server.thinking import Thinkers
from brehon.server.visit import STATIC, Cookies, render, speaker

log: Final = logging.getLogger("brehon.server")
ROUTERS: Final = (
    pages.router, company_pages.router, me.router, account.router, confirm.router, operations.router, after.router, stats.router, hosting.router,
    pace.router, plan.router, fairness.router, api.router, fairness.api, api_company.router, api_hooks.router, after.api, stats.api, api_hosting.router,
    pace_api.router, plan_api.router, api_me.router, api_proof.router, api_library.router,
)  # fmt: skip


def create_app(settings: Settings) -> FastAPI:
    """The application over one data folder. It opens its store when it is started, not before."""
    hosts = AllowedHosts(settings)
    prepare_data_dir(settings.data_dir)
    store, hub = Store(settings.database_url), Hub()
    tables = Tables(settings, store, hub)
    claims = SharedClaims(store.url) if store.is_shared else OwnClaims()
    drivers = Drivers(tables, claims, Thinkers(settings.bot_processes))

    people = People(tables, Cookies(signing_key(settings.data_dir)))

    def changed(match_id: str, ply: int) -> None:
        if match_id == BELL:
            people.forget()
            return
        hub.wake(match_id, ply)
        drivers.heard(match_id)

    def awake() -> None:
        people.forget()
        hub.wake_all()

    pacing = Pacing(tables)
    clockwork = Clockwork(pacing, claims)
    expiry = Expiry(tables, claims)
    company = Company(store, hub)
    contacts = Contacts(settings, store, Mailer(settings))
    messenger = Messenger(tables, company, contacts, claims)
    bells = Bells(store.url, store.origin, changed, awake, hub.ring)
    health = Health(store)
    accounts = Accounts(people)
    meter = Meter(settings.data_dir / "workers", lambda: _gauges(tables, drivers, accounts))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await store.open()
        await tables.time.note()
        tasks = [asyncio.create_task(drivers.sweep())]  # however many there are, nobody waits for them
        tasks.append(asyncio.create_task(settle_all(tables)))
        tasks.append(asyncio.create_task(clockwork.run()))
        tasks.append(asyncio.create_task(expiry.run()))
        tasks.append(asyncio.create_task(company.keep_alive()))
        messenger.start()
        if store.is_shared:
            tasks += [asyncio.create_task(bells.listen()), asyncio.create_task(meter.publish_often())]
        yield
        await messenger.stop()
        await store.end(tasks)
        await drivers.stop()
        tables.inspections.close()
        await company.stop()
        await health.stop()
        with suppress(*UNREACHABLE):  # then the clocks stop at the last note, a few seconds ago
            await tables.time.note()
        await store.close()
        meter.withdraw()

    app = FastAPI(
        title="Brehon",
        version=__version__,
        description="Set up tables, play, and check games. Everything that the pages can do, for programs.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.state.tables = tables
    app.state.drivers = drivers
    app.state.pacing = pacing
    app.state.expiry = expiry
    app.state.plans = Plans(store)
    app.state.company = company
    app.state.contacts = contacts
    app.state.messenger = messenger
    app.state.meter = meter
    app.state.health = health
    app.state.people = people
    app.state.accounts = accounts
    app.state.passkeys = Passkeys(accounts)
    app.state.quotas = Quotas(settings.quotas)
    for router in ROUTERS:
        app.router.routes += router.routes  # include_router would build every route anew, for each application
    app.mount("/static", KeptFiles(directory=STATIC), name="static")
    app.add_exception_handler(BrehonError, _on_refusal)
    app.add_exception_handler(RequestValidationError, _on_validation)
    app.add_exception_handler(HTTPException, _on_http)
    for error in UNREACHABLE:
        app.add_exception_handler(error, _on_no_database)
    app.add_exception_handler(DatabaseError, _on_damage)
    app.add_exception_handler(Exception, _on_bug)
    app.add_middleware(Known)
    app.add_middleware(Packed)
    app.add_middleware(Guarded, settings=settings, refuse=refuse)
    app.add_middleware(HostCheck, hosts=hosts, refuse=refuse)
    app.add_middleware(Headed)
    app.add_middleware(Measured, meter=meter)
    return app


def _gauges(tables: Tables, drivers: Drivers, accounts: Accounts) -> dict[str, float]:
    """What a worker is doing at this moment."""
    return {
        "brehon_streams": tables.hub.listening,
        "brehon_tables_in_memory": tables.in_memory,
        "brehon_bot_drivers": drivers.running,
        "brehon_bots_thinking": drivers.thinkers.thinking,
        "brehon_password_checks_total": accounts.passwords.checks,
        "brehon_inspections": tables.inspections.waiting,
        "brehon_memory_bytes": memory_bytes(),
    }


class KeptFiles(StaticFiles):
    """Static files carry a mark of their content in the address, so browsers may keep them; what a script imports does not."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        is_marked = scope["query_string"] != b""
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if is_marked else "no-cache"
        return response


def refuse(request: Request, error: BrehonError) -> Response:
    """An error as people or programs can read it."""
    say = speaker(request, getattr(request.state, "names", None))
    status = status_of(error)
    text = explain(error, say).encode("utf-8", "replace").decode()
    response: Response
    if request.url.path.startswith("/api/"):
        response = JSONResponse(api.problem(code_of(error), text, reason_of(error)), status)
    else:
        response = render(request, "error.html", status, status_code=status, message=text)
    response.headers.update(_headers_of(request, error))
    return response


def _headers_of(request: Request, error: BrehonError) -> dict[str, str]:
    """What a refusal says to programs: who they must be, when to come again, that the connection ends."""
    if isinstance(error, NotSignedIn) and request.url.path.startswith("/api/"):
        return {"WWW-Authenticate": "Bearer"}
    if isinstance(error, TooSlow):
        return {"Connection": "close"}  # the rest of the request may still come, and no one waits for it
    return retry_headers(error)


async def _on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, BrehonError)
    return refuse(request, error)


async def _on_validation(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    text = Message(N_("%(where)s is not right: %(what)s"), where=where, what=str(first["msg"]))
    return refuse(request, Unreadable(text))


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, BrehonError):
        return refuse(request, error.__cause__)
    texts = {
        400: N_("This request cannot be read: %(what)s"),
        404: N_("There is nothing at this address. Go back to the start page and look from there."),
        405: N_("This address cannot be used in this way."),
    }
    refusal = Refusal(
        Message(texts.get(error.status_code, N_("This cannot be done: %(what)s")), what=str(error.detail))
    )
    refusal.status = error.status_code
    refusal.code = {404: "not-found", 405: "not-allowed"}.get(error.status_code, "bad-request")
    response = refuse(request, refusal)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def _on_no_database(request: Request, error: Exception) -> Response:
    """The database is gone, too busy, or cannot write: not for long, so whoever asks may ask again."""
    trouble = trouble_of(error)
    log.warning("database trouble: %s (%s)", trouble.status, type(error).__name__)
    refusal = Refusal(Message(trouble.text))
    refusal.status, refusal.code = 503, "busy"
    response = refuse(request, refusal)
    response.headers["Retry-After"] = "1"
    return response


async def _on_damage(request: Request, error: Exception) -> Response:
    """A page of the database that cannot be read; any other error of the database here is a bug of ours."""
    if trouble_of(error) is not DAMAGED:
        raise error
    log.error("database damaged: %s", " ".join(str(getattr(error, "orig", error)).split()))
    request.app.state.health.is_damaged = True
    return await _on_no_database(request, error)


async def _on_bug(request: Request, error: Exception) -> Response:
    """The outermost handler: the log gets the whole story, the person one sentence."""
    refusal = Refusal(
        Message(N_("Something went wrong on our side. Nothing that was confirmed is lost; go back and try again."))
    )
    refusal.status, refusal.code = 500, "our-fault"
    response = refuse(request, refusal)
    response.headers.update(HEADERS)  # this handler stands outside of Headed
    return response
