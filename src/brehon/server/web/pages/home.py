"""The front page: games to play at once, one's own tables, open tables; a new table; and the links of seats."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response

from brehon.bots.levels import LEVELS
from brehon.core import registry
from brehon.core.contract import Game
from brehon.core.errors import BadOptions, BrehonError
from brehon.core.text import Speaker
from brehon.server.errors import explain, retry_headers, status_of
from brehon.server.names import MAX_NAME, clean, some_name
from brehon.server.people.cookies import Guest
from brehon.server.people.keys import is_free
from brehon.server.people.quotas import TABLES, use_quota
from brehon.server.storage.schema import BOT, ME
from brehon.server.table.clocks import ENDS, PACE_WORDS, WARN, make_pace
from brehon.server.table.fairness import create as create_table
from brehon.server.table.guided import Left, left_of
from brehon.server.table.hint_words import HINT_WORDS, known_setting
from brehon.server.table.lobby import FINISHED, finished_games, my_tables, open_tables, unusual
from brehon.server.table.orders import Order, SeatOrder
from brehon.server.table.seating import claim, seat_of_link
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import MAX_DELAY, UNLISTED, VISIBILITIES, Visibility, check_welcome
from brehon.server.web.choices import Choice, last_choice, remember
from brehon.server.web.invitation import facts, others, said_of
from brehon.server.web.pictures import facts_of
from brehon.server.web.rendering import (
    Service,
    Visitor,
    groups_of,
    number_of,
    people_of,
    read_text,
    render,
    speaker,
    text_of,
)

router = APIRouter(include_in_schema=False)
MAX_PAGE = 10_000
SHOWN = 3  # running games with a picture; the others are a click away


@dataclass
class Card:
    """A game on the front page."""

    game: Game
    facts: list[str]
    choice: Choice  # of the last time
    minutes: int = 0  # of its guided first game; 0 without one
    left: Left | None = None  # where the person has left it

    @property
    def is_guided(self) -> bool:
        return self.minutes > 0


@router.get("/")
async def lobby(request: Request, tables: Service, guest: Visitor, game: str = "") -> Response:
    """All games; with a game in the address the form for a table of it, with every choice."""
    if game:
        return show_form(request, guest, game)
    return await show_home(request, tables, guest)


async def show_home(request: Request, tables: Tables, guest: Guest, status: int = 200, error: str = "") -> Response:
    say = speaker(request)
    cards = [await card_of(request, tables, guest, game, say) for game in all_games()]
    lists = await lists_of(tables, guest, say)
    mine = await groups_of(request).of(guest.session) if guest.session else []
    return render(
        request,
        "lobby.html",
        status,
        cards=cards,
        levels=LEVELS.values(),
        guest=guest,
        error=error,
        my_groups=mine,
        **lists,
    )


async def card_of(request: Request, tables: Tables, guest: Guest, game: Game, say: Speaker) -> Card:
    guide, left = game.face().guide(), await left_of(tables, game, guest.session)
    return Card(game, facts_of(game, say), last_choice(request, game), guide.minutes if guide else 0, left)


@router.get("/home/fragment")
async def news(request: Request, tables: Service, guest: Visitor) -> Response:
    """The parts of the front page that change by themselves; 304 if they have not."""
    lists = await lists_of(tables, guest, speaker(request))
    response = render(request, "_lists.html", guest=guest, **lists)
    mark = f'"{hashlib.sha256(response.body).hexdigest()[:20]}"'
    headers = {"ETag": mark, "Cache-Control": "private, no-cache"}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response


async def lists_of(tables: Tables, guest: Guest, say: Speaker) -> dict[str, Any]:
    mine = await my_tables(tables, guest.session, say)
    return {
        "running": [entry for entry in mine if entry.state != FINISHED],
        "finished": [entry for entry in mine if entry.state == FINISHED],
        "open": await open_tables(tables, guest.session, say),
        "shown": SHOWN,
    }


def show_form(request: Request, guest: Guest, name: str, status: int = 200, error: str = "") -> Response:
    """Everything that can be chosen for a table."""
    game = registry.game(name)
    return render(
        request, "new.html", status, games=all_games(), game=game, facts=facts_of(game, speaker(request)), guest=guest,
        choice=last_choice(request, game), levels=LEVELS.values(), error=error, max_name=MAX_NAME,
        visibilities=VISIBILITIES, max_delay=MAX_DELAY, paces=PACE_WORDS, ends=ENDS, hint_words=HINT_WORDS,
    )  # fmt: skip


def all_games() -> list[Game]:
    return [registry.game(name) for name in registry.names()]


@router.post("/tables")
async def create(request: Request, tables: Service, guest: Visitor) -> Response:
    async with request.form(max_files=1, max_fields=60) as form:
        game = text_of(form, "game")
        is_quick = text_of(form, "quick") == "1"  # a button of the front page, which asks for no name
        name = clean(text_of(form, "name"), MAX_NAME) or guest.name or (some_name() if is_quick else "")
        try:
            use_quota(request, TABLES, guest.session)  # before anything is read into, checked or stored
            order = await read_order(form, name)
            order.auto_review = text_of(form, "auto_review") == "1"
            order.pace = make_pace(text_of(form, "pace"), text_of(form, "at_end") or WARN, text_of(form, "stand_in"))
            guest = await people_of(request).welcome(request, guest, name)
            order.waits = text_of(form, "numbers") == "1"
            order.hints = known_setting(text_of(form, "hints"))
            order.duplicate = text_of(form, "duplicate") == "1"
            created = await create_table(tables, order, guest.session)
        except BrehonError as error:
            known = game if game in registry.names() else ""
            text = explain(error, speaker(request))
            guest.name = guest.name if is_quick else name
            response = await show_refusal(request, tables, guest, "" if is_quick else known, status_of(error), text)
            response.headers.update(retry_headers(error))
            return response
    answer = RedirectResponse(f"/table/{created.id}", 303)
    remember(request, answer, order)
    return answer


async def show_refusal(request: Request, tables: Tables, guest: Guest, game: str, status: int, error: str) -> Response:
    """Where the form was, with the reason."""
    if game:
        return show_form(request, guest, game, status, error)
    return await show_home(request, tables, guest, status, error)


async def read_order(form: FormData, name: str) -> Order:
    """What the form of the lobby asks for."""
    seats: list[SeatOrder] = []
    for number in range(1, 13):
        kind = text_of(form, f"seat{number}")
        if kind in LEVELS or kind == BOT:
            seats.append(SeatOrder(BOT, text_of(form, "level") if kind == BOT else kind))
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


def read_looking(form: FormData) -> Visibility:
    """Who may look on; fields that are left out mean what is usual."""
    delay = number_of(form, "delay") if text_of(form, "delay") else 0
    return Visibility(text_of(form, "visibility") or UNLISTED, text_of(form, "spectators") != "no", delay)


# -- joining


@router.get("/join/{token}")
async def invitation(request: Request, tables: Service, guest: Visitor, token: str) -> Response:
    """Asks for a name; taking the seat needs a click, so that a messenger that previews links does not take it."""
    found = await seat_of_link(tables, token)
    async with tables.at(found.match) as table:
        seat, who = table.seats[found.seat], table.who(guest.session)
        if seat.seat in who.seats:
            return RedirectResponse(f"/table/{table.id}", 303)
        check_welcome(table, who)
        if not is_free(seat):
            return taken(request, table.id)
        say = speaker(request, table.names)
        options = unusual(table.rules.game, table.rules.options, table.rules.version, say)
        return render(
            request, "join.html", table=table, game=table.rules.game, seat=seat, token=token, guest=guest, max_name=MAX_NAME,
            options=options, text=said_of(table, say), facts=facts(table, say), others=others(table, seat.seat, say),
        )  # fmt: skip


@router.post("/join/{token}")
async def join(request: Request, tables: Service, guest: Visitor, token: str) -> Response:
    form = await request.form()
    name = clean(text_of(form, "name"), MAX_NAME)
    seat = await seat_of_link(tables, token)  # no one becomes known by a link that leads nowhere
    if not is_free(seat) and seat.session != guest.session:
        return taken(request, seat.match)
    guest = await people_of(request).welcome(request, guest, name)
    return RedirectResponse(f"/table/{(await claim(tables, token, guest.session, name)).table}", 303)


def taken(request: Request, match_id: str) -> Response:
    """All that the link of a taken seat opens, to the host too."""
    return render(request, "taken.html", 403, table=f"/table/{match_id}")


@router.get("/games")
async def games(request: Request, tables: Service, guest: Visitor) -> Response:
    """Finished games, with a search."""
    asked = request.query_params
    game, player, page = asked.get("game", ""), clean(asked.get("player", ""), MAX_NAME), asked.get("page", "")
    number = int(page) if page.isascii() and page.isdecimal() and 0 < len(page) < 6 else 1
    game = game if game in registry.names() else ""
    found = await finished_games(tables, guest.session, speaker(request), game, player, max(1, min(number, MAX_PAGE)))
    titles = [registry.game(name) for name in registry.names()]
    return render(request, "games.html", found=found, game=game, player=player, games=titles, max_name=MAX_NAME)
