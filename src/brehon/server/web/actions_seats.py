"""Actions around the game: from the waiting room to the first draw, seats and who may watch, the next game."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from fastapi import Request
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field
from starlette.responses import Response

from brehon.core.text import N_, Message
from brehon.server.errors import Forbidden
from brehon.server.people.cookies import FRONT, new_session
from brehon.server.people.quotas import TABLES
from brehon.server.storage.schema import SeatRow
from brehon.server.table import duplicate, fairness, host, seating, signals
from brehon.server.table.chat import voice_of
from brehon.server.table.host import NewOccupant, Next
from brehon.server.table.notices import invite_dues
from brehon.server.table.orders import Taken
from brehon.server.table.table import front_mark
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import MAX_DELAY
from brehon.server.table.visit import Asker, Visit, asker_of
from brehon.server.web.actions import AT_TABLE, HOST, LOOKING, SEATED, Action, Body
from brehon.server.web.invitation import reach
from brehon.server.web.models import Number, SeatNumber, SeatTicket
from brehon.server.web.pages.board import Outcome, after, shown_after
from brehon.server.web.rendering import (
    base_of,
    chat_of,
    guest_of,
    is_api,
    messenger_of,
    people_of,
    wants_fragment,
)

FAIRNESS: Final = "fairness"
LINK, FREE, BAN, BOT = "link", "open", "ban", "bot"


class Start(Body):
    """Whether to begin also if the number of a player who is here is missing."""

    in_forms = {"without_numbers": "without"}
    without_numbers: bool = Field(True, description="Also if the number of a player who is here is missing.")


class NumberHash(Body):
    hash: str = Field(max_length=64, description="SHA-256 of the number of one's device; docs/fairness.md.")


class Opening(Body):
    number: str = Field(max_length=160, description="The number itself, after the lock.")


class NewLooking(Body):
    """Who may watch: the whole setting at once."""

    visibility: Literal["private", "unlisted", "open"]
    spectators: bool = True
    delay: Annotated[Number, Field(le=MAX_DELAY)] = 0


class Sitting(Body):
    """The answer holds the key of the seat, which is shown to no one else and not again."""

    name: str = Field("", max_length=64)
    number_hash: str = Field("", max_length=64, description="Of the number of one's device; docs/fairness.md.")


class NewName(Body):
    name: str = Field(max_length=64)


class OneSeat(Body):
    seat: SeatNumber


class SeatForm(OneSeat):
    """The new state of a seat, in one word: a new link, free, a ban, or the level of a bot."""

    to: str = Field(min_length=1, max_length=32)


class SeatChange(OneSeat):
    """A seat taken away: free for the next player with its new link, or played by a bot from now on."""

    to: Literal["open", "bot"]
    level: str = Field("", max_length=32)
    ban: bool = False


class Pardon(Body):
    ban: str = Field(max_length=64)


class Device(Body):
    """The seat that holds the device from now on; none closes the curtain for all."""

    seat: SeatNumber | None = None


class Rematch(BaseModel):
    """The next table and one's own seats there, each with its key the first time; for the host also the links of free ones."""

    id: str
    link: str
    host_token: str | None
    seats: list[SeatTicket]


class Ended(BaseModel):
    """A table that was given up. Its host may not see more of it while the other table of the duplicate goes on."""

    id: str
    status: Literal["void"]


def ticket(request: Request, tables: Tables, seat: SeatRow, key: str | None = None) -> dict[str, Any]:
    """A seat for the player who sits there, with its key if it was made just now; or a free one for the host, with its link."""
    word = tables.keyring.link_of(seat)
    link = None if word is None else f"{reach(request)[0]}/join/{word}"
    return {"seat": seat.seat, "kind": seat.kind, "name": seat.name, "token": key, "link": link}


# -- what is done


async def join(visit: Visit, name: str, number_hash: str, request: Request) -> Taken:
    """A table that a person may not see creates no person."""
    if is_api(request):
        visit.become(Asker(visit.asker.session or new_session(), name or visit.asker.name))
    else:
        visit.become(asker_of(await people_of(request).welcome(request, await guest_of(request), name)))
    return await host.sit_down(visit, visit.asker.name, number_hash)


async def rename(visit: Visit, name: str, request: Request) -> None:
    """A person with a browser is known by the name from now on, at other tables too."""
    await seating.rename(visit, name)
    if not is_api(request):
        await people_of(request).welcome(request, await guest_of(request), name)


async def leave(visit: Visit, seat: int) -> None:
    await host.hand_over(visit, NewOccupant(seat))


async def change_by_form(visit: Visit, seat: int, to: str) -> None:
    if to == LINK:
        await host.renew_link(visit, seat)
    else:
        await host.hand_over(visit, NewOccupant(seat, "" if to in (FREE, BAN) else to, to == BAN))


async def change_seat(visit: Visit, seat: int, to: str, level: str, ban: bool) -> None:
    await host.hand_over(visit, NewOccupant(seat, (level or "cottar") if to == BOT else "", ban))


async def renew_link(visit: Visit, seat: int) -> Taken:
    await host.renew_link(visit, seat)
    return Taken(visit.table.id, seat, None)


async def new_key(visit: Visit, seat: int) -> Taken:
    return Taken(visit.table.id, seat, await host.new_key_for(visit, seat))


async def rematch(visit: Visit, request: Request) -> Next:
    """A person with a browser needs no key; their program may still ask for it. The others are notified of a new table."""
    following = await host.rematch(visit, wants_keys=is_api(request))
    if following.is_new:
        visit.afterwards.append(lambda: announce_next(request, visit, following.id))
    return following


async def announce_next(request: Request, visit: Visit, new_id: str) -> None:
    """In the chat of the finished game, where an event shows it at once; and elsewhere to those who are away."""
    async with visit.tables.at(visit.table.id) as table:
        await signals.announce_next(chat_of(request), table, voice_of(table, visit.asker), new_id)
    async with visit.tables.at(new_id) as new:
        dues = invite_dues(new)
    await messenger_of(request).announce(dues, new_id)


async def hold_device(visit: Visit, seat: int | None) -> str:
    """Open the curtain of a hot seat for one seat, or close it for all; what the device remembers."""
    if seat is not None and seat not in visit.who.seats:
        raise Forbidden(Message(N_("This seat is not played at this device.")))
    front = front_mark(visit.table.id, seat) if seat is not None else ""
    visit.become(Asker(visit.asker.session, visit.asker.name, front))
    return front


# -- what is answered


async def seat_ticket(request: Request, visit: Visit, taken: Taken) -> dict[str, Any]:
    return ticket(request, visit.tables, visit.table.seats[taken.seat], taken.key)


async def rematch_ticket(request: Request, visit: Visit, following: Next) -> dict[str, Any]:
    seats = [ticket(request, visit.tables, seat, following.keys.get(seat.seat)) for seat in following.seats]
    link = f"{base_of(request)}/table/{following.id}"
    return {"id": following.id, "link": link, "host_token": following.host_key, "seats": seats}


async def to_next_table(outcome: Outcome) -> Response:
    """A plain form leads to the next table; our script shows this one, where the next is linked."""
    if outcome.error is not None or wants_fragment(outcome.request):
        return shown_after(outcome)
    following = outcome.result.id if isinstance(outcome.result, Next) else outcome.result
    return RedirectResponse(f"/table/{following}", 303)


async def ended(request: Request, visit: Visit, result: None) -> dict[str, str]:
    return {"id": visit.table.id, "status": "void"}


async def to_where_they_play(outcome: Outcome) -> Response:
    """The host of both tables plays at one of them, and may not look at the other one yet."""
    table = outcome.visit.table
    if outcome.visit.who.seats or not table.is_apart:
        return shown_after(outcome)
    if outcome.error is not None:
        raise outcome.error
    return RedirectResponse(f"/table/{table.row.twin}", 303)


async def to_lobby(outcome: Outcome) -> Response:
    """A player who has left may no longer be allowed to see the table."""
    if outcome.error is not None:
        raise outcome.error
    return RedirectResponse("/", 303)


async def after_device(outcome: Outcome) -> Response:
    response = shown_after(outcome)
    if outcome.error is None:
        secure = outcome.request.url.scheme == "https"
        response.set_cookie(FRONT, outcome.result, httponly=True, samesite="lax", secure=secure)
    return response


async def after_join(outcome: Outcome) -> Response:
    outcome.guest.session, outcome.guest.name = outcome.visit.asker.session, outcome.visit.asker.name
    return await after(outcome)


ACTIONS: Final = (
    Action(
        name="start", right=AT_TABLE, body=Start, call=fairness.start,
        summary="Lock the table; it begins when all numbers are open",
    ),
    Action(
        name="number", right=SEATED, body=NumberHash, call=fairness.set_number,
        tag=FAIRNESS, summary="Fix the number of one's device by its hash",
    ),
    Action(
        name="open", right=SEATED, body=Opening, call=fairness.open_number,
        tag=FAIRNESS, summary="Open the number of one's device",
    ),
    Action(
        name="void", right=AT_TABLE, call=fairness.void, page=to_next_table, tag=FAIRNESS,
        summary="Give up a locked table; `next` is the new one",
    ),
    Action(
        name="give-up", right=AT_TABLE, call=duplicate.give_up, page=to_where_they_play, answer=ended, model=Ended,
        summary="Give up a table of a duplicate, so that the other one need not wait for it",
    ),
    Action(
        name="join", right=LOOKING, body=Sitting, call=join, needs_token=False, page=after_join,
        answer=seat_ticket, model=SeatTicket, summary="Take a free seat of an open table",
    ),
    Action(
        name="name", right=SEATED, body=NewName, call=rename, summary="Change one's name, before the game begins",
    ),
    Action(
        name="leave", right=SEATED, body=OneSeat, call=leave,
        page=to_lobby, api="",
    ),
    Action(name="seat", right=HOST, body=SeatForm, call=change_by_form, api=""),
    Action(
        name="seats", right=AT_TABLE, body=SeatChange, call=change_seat, page=None, api="POST seats/{seat}",
        summary="Take a seat away: free it or give it to a bot (host); free one's own",
    ),
    Action(
        name="link", right=HOST, body=OneSeat, call=renew_link, page=None, api="POST seats/{seat}/link",
        answer=seat_ticket, model=SeatTicket, summary="A new link for a free seat; the old one leads nowhere (host)",
    ),
    Action(
        name="key", right=SEATED, body=OneSeat, call=new_key, page=None, api="POST seats/{seat}/key",
        answer=seat_ticket, model=SeatTicket, summary="A new key for one's own seat; the old one opens nothing",
    ),
    Action(
        name="looking", right=HOST, body=NewLooking, call=host.set_looking, summary="Decide who may look on (host)",
    ),
    Action(
        name="pardon", right=HOST, body=Pardon, call=host.pardon,
        summary="Let a person come again who was shut out (host)",
    ),
    Action(
        name="rematch", right=AT_TABLE, quota=TABLES, call=rematch, page=to_next_table,
        answer=rematch_ticket, model=Rematch, summary="Play again, everyone one seat on",
    ),
    Action(name="device", right=SEATED, body=Device, call=hold_device, page=after_device, api=""),
)  # fmt: skip
