"""Pages for people. Every move is a form that works without a script; our script only makes it smoother."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from brehon.bots.levels import LEVELS
from brehon.core import registry
from brehon.core.contract import Game
from brehon.core.errors import BadOptions, BadRecord, BrehonError
from brehon.core.text import LANGUAGES, N_, Message
from brehon.server.asker import asker_of
from brehon.server.company import NAMELESS, Company, counted_as
from brehon.server.database import UNREACHABLE
from brehon.server.errors import NotFound, TooCostly, TooMany, Unreadable, explain, retry_headers, status_of
from brehon.server.fairness import create as create_table
from brehon.server.fairview import fair_view
from brehon.server.keys import is_free
from brehon.server.live import Ring, changes
from brehon.server.lobby import my_tables, open_tables, unusual
from brehon.server.pace import ENDS, PACE_WORDS, WARN, make_pace
from brehon.server.paceview import manners, pace_words
from brehon.server.people import People
from brehon.server.quotas import RECORDS, STREAMS, TABLES, Quotas, address_key, client_of, use_quota
from brehon.server.rulebook import howto_page, rules_page
from brehon.server.schema import BOT, ME
from brehon.server.services import MAX_NAME, Order, SeatOrder, Table, Tables, Who, clean, how_far
from brehon.server.showing import fill_again
from brehon.server.sights import seen_by
from brehon.server.store import LOOK
from brehon.server.story import narrow_log
from brehon.server.visit import (
    A_YEAR,
    LANGUAGE,
    Guest,
    is_narrow,
    new_session,
    render,
    speaker,
    wants_fragment,
)
from brehon.server.watching import (
    MAX_DELAY,
    UNLISTED,
    VISIBILITIES,
    Looking,
    check_sight,
    check_welcome,
    curtain,
    version_for,
)

log = logging.getLogger("brehon.server")
router = APIRouter(include_in_schema=False)
BYTE_ORDER_MARK = "\ufeff"
NUMBERED = re.compile(r"n\d{1,3}")  # the names of the entries of a form
MAX_ENTRIES = 400


def tables_of(request: Request) -> Tables:
    found: Tables = request.app.state.tables
    return found


def people_of(request: Request) -> People:
    found: People = request.app.state.people
    return found


def company_at(request: Request) -> Company:
    found: Company = request.app.state.company
    return found


async def guest_of(request: Request) -> Guest:
    return await people_of(request).visitor(request)


Service = Annotated[Tables, Depends(tables_of)]
Visitor = Annotated[Guest, Depends(guest_of)]


# -- lobby


@router.get("/")
async def lobby(request: Request, tables: Service, guest: Visitor, game: str = "") -> Response:
    return await show_lobby(request, tables, guest, game)


async def show_lobby(
    request: Request, tables: Tables, guest: Guest, game: str, status: int = 200, error: str = ""
) -> Response:
    names = registry.names()
    chosen = registry.game(game or names[0])
    say = speaker(request)
    return render(
        request, "lobby.html", status, games=[registry.game(name) for name in names], game=chosen, levels=LEVELS.values(),
        guest=guest, mine=await my_tables(tables, guest.session, say), open=await open_tables(tables, guest.session, say),
        error=error, max_name=MAX_NAME, visibilities=VISIBILITIES, max_delay=MAX_DELAY, paces=PACE_WORDS, ends=ENDS,
    )  # fmt: skip


@router.post("/tables")
async def create(request: Request, tables: Service, guest: Visitor) -> Response:
    async with request.form(max_files=1, max_fields=60) as form:
        game = text_of(form, "game")
        name = clean(text_of(form, "name"), MAX_NAME) or guest.name
        try:
            use_quota(request, TABLES, guest.session)  # before anything is read into, checked or stored
            order = await read_order(form, name)
            order.pace = make_pace(text_of(form, "pace"), text_of(form, "at_end") or WARN, text_of(form, "stand_in"))
            guest = await people_of(request).welcome(request, guest, name)
            order.waits = text_of(form, "numbers") == "1"
            created = await create_table(tables, order, guest.session)
        except BrehonError as error:
            known = game if game in registry.names() else ""
            text = explain(error, speaker(request))
            guest.name = name
            response = await show_lobby(request, tables, guest, known, status_of(error), text)
            response.headers.update(retry_headers(error))
            return response
    return RedirectResponse(f"/table/{created.id}", 303)


async def read_order(form: FormData, name: str) -> Order:
    """What the form of the lobby asks for."""
    seats: list[SeatOrder] = []
    for number in range(1, 13):
        kind = text_of(form, f"seat{number}")
        if kind in LEVELS:
            seats.append(SeatOrder(BOT, kind))
        elif kind:
            seats.append(SeatOrder(kind, name=(text_of(form, f"name{number}") or name) if kind == ME else ""))
    game = registry.game(text_of(form, "game"))
    asked = [key for key in form if key.startswith("option.")]
    options = {key.removeprefix("option."): "+".join(map(str, form.getlist(key))) for key in asked}  # several: seats
    file = form.get("components")
    title, source = "", ""
    if isinstance(file, UploadFile) and file.filename:
        title, source = file.filename.rpartition(".")[0], await read_text(file, BadOptions)
    return Order(game.name, seats, options, title, source, read_looking(form))


def read_looking(form: FormData) -> Looking:
    """Who may look on; whoever leaves these fields out gets what is usual."""
    delay = number_of(form, "delay") if text_of(form, "delay") else 0
    return Looking(text_of(form, "visibility") or UNLISTED, text_of(form, "spectators") != "no", delay)


# -- joining


@router.get("/join/{token}")
async def invitation(request: Request, tables: Service, guest: Visitor, token: str) -> Response:
    """Asks for a name; taking the seat needs a click, so that a messenger that previews links does not take it."""
    found = await tables.seat_of_link(token)
    async with tables.at(found.match) as table:
        seat, who = table.seats[found.seat], table.who(guest.session)
        if seat.seat in who.seats:
            return RedirectResponse(f"/table/{table.id}", 303)
        check_welcome(table, who)
        if not is_free(seat):
            return taken(request, table.id)
        options = unusual(table.rules.game, table.rules.options, table.rules.version, speaker(request))
        return render(
            request, "join.html", table=table, seat=seat, token=token, guest=guest, max_name=MAX_NAME, options=options
        )


@router.post("/join/{token}")
async def join(request: Request, tables: Service, guest: Visitor, token: str) -> Response:
    form = await request.form()
    name = clean(text_of(form, "name"), MAX_NAME)
    seat = await tables.seat_of_link(token)  # nobody becomes known by a link that leads nowhere
    if not is_free(seat) and seat.session != guest.session:
        return taken(request, seat.match)
    guest = await people_of(request).welcome(request, guest, name)
    return RedirectResponse(f"/table/{(await tables.claim(token, guest.session, name)).table}", 303)


def taken(request: Request, match_id: str) -> Response:
    """All that the link of a taken seat opens, to the host too."""
    return render(request, "taken.html", 403, table=f"/table/{match_id}")


# -- the table


@router.get("/table/{match_id}")
async def table(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    async with tables.at(match_id) as found:
        return show_table(request, found, guest, whole=True)


@router.get("/table/{match_id}/fragment")
async def fragment(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    async with tables.at(match_id) as found:
        return show_table(request, found, guest, whole=False)


def show_table(
    request: Request,
    table: Table,
    guest: Guest,
    whole: bool,
    status: int = 200,
    notice: str = "",
    numbers: dict[str, int] | None = None,
) -> Response:
    who, say = table.who(guest.session, guest.front), speaker(request, table.names)
    match = table.shown_to(who)
    context: dict[str, Any] = {"table": table, "who": who, "notice": notice, "game": table.rules.game, "guest": guest}
    context["base"] = str(request.base_url).rstrip("/")
    context["links"] = links_for(tables_of(request), table, who)
    context["speaker"] = say
    context["curtain"] = curtain(table, who)
    context |= {"version_shown": version_for(table, who), "pace": pace_words(table, say)}
    context["host"] = {
        "levels": LEVELS.values(),
        "visibilities": VISIBILITIES,
        "max_delay": MAX_DELAY,
        "max_name": MAX_NAME,
    }
    tables = tables_of(request)
    context["fair"] = fair_view(table, who, tables.settings.fixed_secret != "")
    context["scene"] = None
    if match is not None:
        context["scene"] = shown = seen_by(table, match, who, say, is_narrow(request))
        context |= {"manners": manners(table, match, who, say), "levels": LEVELS.values()}
        fill_again(shown.bundle, numbers)
        context["log_filters"] = narrow_log(request, match, table, who, say, shown)
    return render(request, "table.html" if whole else "_table.html", status, **context)


def links_for(tables: Tables, table: Table, who: Who) -> dict[int, str | None]:
    """For the host, the last part of the link of every free seat; None where it cannot be shown again."""
    return {seat.seat: tables.keyring.link_of(seat) for seat in table.seats if who.is_host and is_free(seat)}


@router.get("/table/{match_id}/events")
async def events(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """A bell: the number of the next ply, whenever something has changed; `talk` and `people` for what is beside the game."""
    return await stream(request, match_id, lambda table: table.who(guest.session), guest.session)


class Stream(EventSourceResponse):
    """An event stream that takes a place among the streams of its address and person for as long as it is open."""

    quotas: Quotas
    person: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.quotas.hold(STREAMS, address_key(client_of(Request(scope))), self.person):
            await super().__call__(scope, receive, send)


async def stream(request: Request, match_id: str, who_at: Callable[[Table], Who], person: str) -> Response:
    tables, company = tables_of(request), company_at(request)
    async with tables.at(match_id) as found:
        check_sight(found, who_at(found))  # no stream for a table that is not there, or that they may not look at

    closing = anyio.Event()

    async def bell() -> AsyncIterator[ServerSentEvent]:
        with company.here(match_id, person or NAMELESS + new_session()):
            shown, mark = LOOK, 0
            try:
                async for news in changes(tables, match_id, closing, who_at):
                    if isinstance(news, Ring):
                        if await company.may_hear(tables, match_id, who_at, news):
                            yield ServerSentEvent(str(news.number), event=news.name)
                        continue
                    if news != shown:
                        yield ServerSentEvent(str(news), id=str(news), retry=500)
                    if news == shown or shown == LOOK:  # no ply: whoever shows another version looks again
                        async with tables.at(match_id, again=True) as found:
                            version = version_for(found, who_at(found))
                        if version not in (0, mark):
                            yield ServerSentEvent(str(version), event="table")
                        mark = version
                    shown = news
            except UNREACHABLE as error:  # whoever listens comes again by themselves, and is told then
                cause = type(error).__name__
                log.info("a stream of match %s ends, for the database does not answer: %s", match_id, cause)

    response = Stream(
        bell(), ping=tables.settings.stream_ping, sep="\n", shutdown_event=closing, shutdown_grace_period=1
    )
    response.quotas, response.person = request.app.state.quotas, counted_as(match_id, person)
    return response


@router.post("/table/{match_id}/move")
async def move(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    form = await request.form()
    try:
        await tables.move(match_id, asker_of(guest), number_of(form, "ply"), number_of(form, "action"))
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error)
    return await back_to(request, tables, guest, match_id)


@router.post("/table/{match_id}/form")
async def fill(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    """Several decisions of one kind at once; the page says how far they went, if something has stopped them."""
    form = await request.form(max_files=0, max_fields=MAX_ENTRIES)
    numbers: dict[str, int] = {}
    try:
        numbers = numbers_in(form)
        done, wanted = await tables.fill(match_id, asker_of(guest), number_of(form, "ply"), numbers)
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error, numbers)
    if done.why is None:
        return await back_to(request, tables, guest, match_id)
    async with tables.at(match_id) as found:
        notice = how_far(done, wanted, speaker(request, found.names))
        return show_table(request, found, guest, not wants_fragment(request), notice=notice)


@router.post("/table/{match_id}/undo")
async def undo(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    form = await request.form()
    try:
        await tables.undo(match_id, asker_of(guest), number_of(form, "ply"))
    except BrehonError as error:
        return await refused(request, tables, guest, match_id, error)
    return await back_to(request, tables, guest, match_id)


async def back_to(request: Request, tables: Tables, guest: Guest, match_id: str) -> Response:
    """The table as it is now: the part for our script, the whole page for a plain form."""
    if not wants_fragment(request):
        return RedirectResponse(f"/table/{match_id}", 303)
    async with tables.at(match_id, again=True) as found:
        return show_table(request, found, guest, whole=False)


async def refused(
    request: Request,
    tables: Tables,
    guest: Guest,
    match_id: str,
    error: BrehonError,
    numbers: dict[str, int] | None = None,
) -> Response:
    """The table as it is now, with the reason why what was asked cannot be done; what was filled in stays."""
    async with tables.at(match_id, again=True) as found:
        notice = explain(error, speaker(request, found.names))
        return show_table(request, found, guest, not wants_fragment(request), status_of(error), notice, numbers)


# -- the record, the proof; the replays are in after.py


@router.get("/table/{match_id}/record")
async def record(tables: Service, guest: Visitor, match_id: str) -> Response:
    name, text = await tables.record(match_id, asker_of(guest))
    return download(name, text)


def download(name: str, text: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/table/{match_id}/verify")
async def verify(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    try:
        verdict, problem = await tables.prove(match_id, asker_of(guest)), ""
    except BadRecord as error:
        verdict, problem = None, str(error)
    return render(
        request, "verify.html", 422 if problem else 200, verdict=verdict, problem=problem, table=f"/table/{match_id}"
    )


@router.get("/records")
async def records(request: Request) -> Response:
    return render(request, "records.html", problem="")


@router.post("/records")
async def upload(request: Request, tables: Service) -> Response:
    use_quota(request, RECORDS)
    try:
        async with request.form(max_files=1, max_fields=5) as form:
            file = form.get("record")
            if not isinstance(file, UploadFile) or not file.filename:
                raise Unreadable(Message(N_("Choose a record file first.")))
            text = await read_text(file, BadRecord)
        record_id, _ = await tables.keep_record(text)
    except (BadRecord, TooCostly, TooMany, Unreadable) as error:
        response = render(request, "records.html", status_of(error), problem=explain(error, speaker(request)))
        response.headers.update(retry_headers(error))
        return response
    return RedirectResponse(f"/records/{record_id}", 303)


@router.get("/records/{record_id}/record")
async def kept_file(tables: Service, record_id: str) -> Response:
    return download(*await kept_text(tables, record_id))


async def kept_text(tables: Tables, record_id: str) -> tuple[str, str]:
    """A record that was kept, as a file: its name and its text."""
    match, _ = await tables.kept_record(record_id)
    text = await tables.store.record(record_id)
    assert text is not None
    return f"{match.rules.game.name}-{record_id}.json", text


# -- rules, language


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    found = game_called(game)
    return render(request, "rules.html", game=found, body=rules_page(found, speaker(request).language))


@router.get("/howto/{game}")
async def howto(request: Request, game: str) -> Response:
    found = game_called(game)
    return render(request, "howto.html", game=found, body=howto_page(found, speaker(request).language))


def game_called(name: str) -> Game:
    if name not in registry.names():
        raise NotFound(Message(N_("There is no game of this name.")))
    return registry.game(name)


@router.post("/language")
async def choose_language(request: Request) -> Response:
    form = await request.form()
    chosen, back = text_of(form, "language"), text_of(form, "back")
    if chosen not in LANGUAGES:
        raise Unreadable(Message(N_("This language is not there yet.")))
    if (
        not back.startswith("/")
        or back.startswith("//")
        or "\\" in back
        or not back.isascii()
        or not back.isprintable()
    ):
        back = "/"
    response = RedirectResponse(back, 303)
    response.set_cookie(LANGUAGE, chosen, max_age=A_YEAR, samesite="lax")
    return response


# -- reading forms


def text_of(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def number_of(form: FormData, name: str) -> int:
    text = text_of(form, name)
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Unreadable(Message(N_("The field %(name)s must be a whole number."), name=name))
    return int(text)


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
