"""The web application: parts put together, errors put into words."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from markupsafe import escape
from sqlalchemy.exc import DatabaseError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from brehon import __version__
from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server.archive.results import settle_all
from brehon.server.archive.statistics import Statistics
from brehon.server.coach.practice import Practice
from brehon.server.coach.review_worker import COMMAND, ReviewWorker
from brehon.server.coach.reviews import Reviews
from brehon.server.errors import (
    Busy,
    NotSignedIn,
    Refusal,
    TooSlow,
    code_of,
    explain,
    reason_of,
    retry_headers,
    status_of,
)
from brehon.server.people.accounts import Accounts
from brehon.server.people.groups import Groups
from brehon.server.people.mail import Mailer
from brehon.server.people.passkeys import Passkeys
from brehon.server.people.quotas import Quotas
from brehon.server.people.sessions import BELL, People
from brehon.server.people.solved import Solved
from brehon.server.people.subscriptions import Subscriptions
from brehon.server.settings import Settings, prepare_data_dir
from brehon.server.storage.cluster import ClusterEvents, OwnClaims, SharedClaims
from brehon.server.storage.database import UNREACHABLE
from brehon.server.storage.health import DAMAGED, Health, trouble_of
from brehon.server.storage.store import Store
from brehon.server.table.bot_driver import BotDrivers
from brehon.server.table.bot_pool import BotPool
from brehon.server.table.chat import TableChat
from brehon.server.table.deadlines import Deadlines
from brehon.server.table.engine import EngineWatch
from brehon.server.table.events import Hub
from brehon.server.table.expiry import Expiry
from brehon.server.table.hint_work import Hints
from brehon.server.table.notices import Notifier
from brehon.server.table.sandbox import Sandboxes
from brehon.server.table.shares import Shares
from brehon.server.table.tables import Tables
from brehon.server.web import (
    actions_chat,
    actions_guide,
    actions_hints,
    actions_play,
    actions_review,
    actions_seats,
    operations,
)
from brehon.server.web.actions import routers
from brehon.server.web.api import (
    api_chat,
    api_groups,
    api_host,
    api_library,
    api_profile,
    api_proof,
    api_sandbox,
    api_shares,
    api_tables,
)
from brehon.server.web.deltas import Pages
from brehon.server.web.hosts import AllowedHosts
from brehon.server.web.metrics import STREAM, Meter, memory_bytes
from brehon.server.web.middleware import HEADERS, Gate
from brehon.server.web.models import problem, wrong_field
from brehon.server.web.pages import (
    account,
    board,
    confirm,
    fair_pages,
    finished,
    gallery,
    group_pages,
    home,
    learn_pages,
    library,
    plans,
    practice_pages,
    profile,
    puzzle_pages,
    review_pages,
    share_pages,
    standings,
    talk,
)
from brehon.server.web.pictures import Pictures
from brehon.server.web.rendering import STATIC, as_page, board_style, get_ready, is_api, render, speaker, wants_fragment
from brehon.server.web.shedding import LIMITS, LOOKS_ON, READS, Load
from brehon.server.web.typefaces import FOLDER, Typefaces, kept

log: Final = logging.getLogger("brehon.server")
ACTIONS: Final = (
    *actions_play.ACTIONS, *actions_hints.ACTIONS, *actions_guide.ACTIONS, *actions_seats.ACTIONS, *actions_chat.ACTIONS, *actions_review.ACTIONS,
)  # fmt: skip
ROUTERS: Final = (
    home.router, gallery.router, board.router, *routers(ACTIONS), talk.router, library.router, profile.router, account.router, confirm.router,
    operations.router, finished.router, standings.router, plans.router, puzzle_pages.router, group_pages.router, fair_pages.router, api_tables.router, fair_pages.api, api_chat.router,
    finished.api, standings.api, api_host.router, api_sandbox.router, api_profile.router, api_proof.router, api_library.router,
    api_groups.router, review_pages.router, review_pages.api, puzzle_pages.api, share_pages.router, api_shares.router,
    practice_pages.router, practice_pages.api,
    learn_pages.router, learn_pages.api,
)  # fmt: skip


def create_app(settings: Settings) -> FastAPI:
    """The application over one data folder. It opens its store when it is started, not before."""
    hosts = AllowedHosts(settings)
    prepare_data_dir(settings.data_dir)
    store, hub = Store(settings.database_url), Hub()
    tables = Tables(settings, store, hub)
    claims = SharedClaims(store.url) if store.is_shared else OwnClaims()
    drivers = BotDrivers(tables, claims, BotPool(settings.bot_processes))

    people = People(settings, store, tables.look_again)

    def changed(match_id: str, ply: int) -> None:
        if match_id == BELL:
            people.forget()
            return
        hub.wake(match_id, ply)
        drivers.heard(match_id)

    def awake() -> None:
        people.forget()
        hub.wake_all()

    clockwork = Deadlines(tables, claims)
    expiry = Expiry(tables, claims)
    company = TableChat(store, hub, settings.time.today)
    contacts = Subscriptions(settings, store, Mailer(settings))
    messenger = Notifier(tables, company, contacts, claims)
    bells = ClusterEvents(store.url, store.origin, changed, awake, hub.ring)
    health = Health(store)
    typefaces = Typefaces.below(settings.data_dir)
    accounts = Accounts(people)
    limits = LIMITS if settings.sheds else ()
    load = Load(lambda request, match_id: _is_player(people, tables, request, match_id), limits)
    reviews = Reviews(tables)
    reviewer = ReviewWorker(
        reviews, claims, load.is_busy, settings.review_command or (*COMMAND, str(settings.review_nice))
    )
    meter = Meter(settings.data_dir / "workers", lambda: _gauges(tables, drivers, accounts, load))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(get_ready)
        await store.open()
        await tables.time.note()
        tasks = [asyncio.create_task(drivers.sweep())]  # in the background: the start does not wait for them
        tasks.append(asyncio.create_task(settle_all(tables)))
        tasks.append(asyncio.create_task(clockwork.run()))
        tasks.append(asyncio.create_task(expiry.run()))
        tasks.append(asyncio.create_task(company.keep_alive()))
        tasks.append(asyncio.create_task(load.watch()))
        tasks.append(asyncio.create_task(reviewer.run()))
        tasks.append(asyncio.create_task(EngineWatch(drivers.thinkers).run()))
        messenger.start()
        if store.is_shared:
            tasks += [asyncio.create_task(bells.listen()), asyncio.create_task(meter.publish_often())]
        try:
            yield
        finally:
            await messenger.stop()
            await store.end(tasks)
            await reviewer.stop()
            await drivers.stop()
            tables.inspections.close()
            await company.stop()
            await health.stop()
            await typefaces.stop()
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
    app.state.expiry = expiry
    app.state.plans = Sandboxes(store)
    app.state.shares = Shares(store)
    app.state.hints = Hints(drivers.thinkers, settings.hint_iterations)
    app.state.practice = Practice(drivers.thinkers, settings.hint_iterations)
    app.state.statistics = Statistics(tables)
    app.state.chat = company
    app.state.pictures = Pictures()
    app.state.contacts = contacts
    app.state.messenger = messenger
    app.state.meter = meter
    app.state.health = health
    app.state.people = people
    app.state.groups = Groups(store, tables.keyring, settings.time.today)
    app.state.accounts = accounts
    app.state.solved = Solved(store)
    app.state.passkeys = Passkeys(accounts)
    app.state.quotas = Quotas(settings.quotas)
    app.state.pages = Pages()
    app.state.load = load
    app.state.reviews = reviews
    app.state.reviewer = reviewer
    for router in ROUTERS:
        app.router.routes += router.routes  # include_router would build every route again, for each application
    app.add_route("/static/boards.css", board_colours)
    app.add_route("/static/typefaces.css", typefaces.answer_style)
    app.add_route(f"{FOLDER}{{name}}", typefaces.answer_file)
    app.mount("/static", KeptFiles(directory=STATIC), name="static")
    app.add_exception_handler(BrehonError, _on_refusal)
    app.add_exception_handler(RequestValidationError, _on_validation)
    app.add_exception_handler(HTTPException, _on_http)
    for error in UNREACHABLE:
        app.add_exception_handler(error, _on_no_database)
    app.add_exception_handler(DatabaseError, _on_damage)
    app.add_exception_handler(Exception, _on_bug)
    app.add_middleware(Gate, settings=settings, hosts=hosts, meter=meter, load=load, refuse=refuse)
    return app


def _is_player(people: People, tables: Tables, request: Request, match_id: str) -> bool:
    """Whether a known person asks, and not only to look on at this table; without a query, so in doubt yes."""
    device = people.cookies.read(request).device
    if not device or not match_id:
        return bool(device)
    table, known = tables.remembered(match_id), people.known.get(device)
    if table is None or known is None:
        return True
    who = table.who(known.person)
    return bool(who.seats) or who.is_host


def _gauges(tables: Tables, drivers: BotDrivers, accounts: Accounts, load: Load) -> dict[str, float]:
    """What a worker is doing at this moment."""
    return {
        "brehon_streams": tables.hub.listening,
        "brehon_tables_in_memory": tables.in_memory,
        "brehon_bot_drivers": drivers.running,
        "brehon_bots_thinking": drivers.thinkers.thinking,
        "brehon_password_checks_total": accounts.passwords.checks,
        "brehon_inspections": tables.inspections.waiting,
        "brehon_memory_bytes": memory_bytes(),
        "brehon_requests_running": load.running,
        "brehon_loop_late_seconds": round(load.late_at(time.monotonic()), 3),
        "brehon_shed_lookers_total": load.shed[LOOKS_ON],
        "brehon_shed_readers_total": load.shed[READS],
    }


class KeptFiles(StaticFiles):
    """Static files carry a mark of their content in the address, so browsers may keep them; what a script imports does not."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        return kept(await super().get_response(path, scope), scope)


async def board_colours(request: Request) -> Response:
    """The colours of all boards for dark pages, as a style sheet."""
    return kept(Response(board_style(), media_type="text/css"), request.scope)


def refuse(request: Request, error: BrehonError) -> Response:
    """An error as people or programs can read it."""
    say = speaker(request, getattr(request.state, "names", None))
    status = status_of(error)
    text = explain(error, say).encode("utf-8", "replace").decode()
    response: Response
    if is_api(request):
        response = JSONResponse(problem(code_of(error), text, reason_of(error)), status)
    elif isinstance(error, Busy) and (wants_fragment(request) or request.url.path.endswith(STREAM)):  # little work
        response = as_page(request, f'<main id="table"><p class="message">{escape(text)}</p></main>', status)
    else:
        reason = reason_of(error)
        rule = reason.rule if reason is not None and text.endswith(reason.rule) else ""
        message = text.removesuffix(rule)
        response = render(request, "error.html", status, status_code=status, message=message, rule=rule)
    response.headers.update(_headers_of(request, error))
    return response


def _headers_of(request: Request, error: BrehonError) -> dict[str, str]:
    """Headers of a refusal: who the client must be, when to try again, that the connection ends."""
    if isinstance(error, NotSignedIn) and is_api(request):
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
    return refuse(request, wrong_field(first["loc"], str(first["msg"])))


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, BrehonError):
        return refuse(request, error.__cause__)
    texts = {
        400: N_("This request cannot be read: %(what)s"),
        404: N_("Page not found. Go back to the start page and look from there."),
        405: N_("This address does not support this kind of request."),
    }
    text = Message(texts.get(error.status_code, N_("This cannot be done: %(what)s")), what=str(error.detail))
    code = {404: "not-found", 405: "not-allowed"}.get(error.status_code, "bad-request")
    response = refuse(request, Refusal(text, error.status_code, code))
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def _on_no_database(request: Request, error: Exception) -> Response:
    """The database is gone, too busy, or cannot write. This is temporary, so the client may try again."""
    trouble = trouble_of(error)
    log.warning("database error: request refused status=%s error=%s", trouble.status, type(error).__name__)
    response = refuse(request, Refusal(Message(trouble.text), 503, "busy"))
    response.headers["Retry-After"] = "1"
    return response


async def _on_damage(request: Request, error: Exception) -> Response:
    """A page of the database that cannot be read; any other error of the database here is a bug of ours."""
    if trouble_of(error) is not DAMAGED:
        raise error
    log.error("database damaged: error=%s", " ".join(str(getattr(error, "orig", error)).split()))
    request.app.state.health.is_damaged = True
    return await _on_no_database(request, error)


async def _on_bug(request: Request, error: Exception) -> Response:
    """The outermost handler: the log gets the whole story, the person one sentence."""
    text = N_("Something went wrong on our side. Nothing that was confirmed is lost; go back and try again.")
    response = refuse(request, Refusal(Message(text), 500, "our-fault"))
    response.headers.update(HEADERS)  # this handler runs outside of the gate
    return response
