"""Who is who: a person has devices, each with a cookie that is renewed now and then.

A cookie names a device and a generation and is signed. The newest generation that has come back is the one that counts; the one
before it is good for a moment longer, for requests that were under way. So an answer that gets lost costs nobody their seat, and
a cookie that was copied long ago opens nothing. A program has no cookie: it is a device of its person with a signed token that
stays the same, until somebody signs it out.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Table, Text, cast, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request

from brehon.core.text import N_, Message
from brehon.server.alerts import DEVICE, add_alert, alerts_for, count_alerts, dismiss
from brehon.server.errors import NotFound
from brehon.server.quotas import PEOPLE, use_quota
from brehon.server.schema import AlertRow, Base, DeviceRow, MatchRow, PasskeyRow, PersonRow, SeatRow, TicketRow
from brehon.server.services import MAX_NAME, Tables, clean
from brehon.server.store import CHANNEL, storable
from brehon.server.visit import FRONT, Cookies, Guest, Sent, new_session

REMEMBERED: Final = 60.0  # seconds for which a worker believes what it has read of a device, unless another one rings
BELL: Final = "~people"  # instead of a match in a notification: somebody's device has changed
MOST_REMEMBERED: Final = 5000
SEEN_AGAIN: Final = 600.0  # seconds between two notes of when a device was used
LINK: Final = "device"  # the kind of ticket that makes somebody known on another device
LINK_LIVES: Final = 15 * 60.0  # seconds


@dataclass
class Known:
    """A device with its person, as it was read."""

    device: str
    person: str
    name: str
    is_account: bool
    generation: int
    renewed: float
    seen: float
    read: float
    alerts: int


@dataclass
class Device:
    """A line of the list of one's devices."""

    id: str
    label: str
    seen: float
    is_this: bool


class People:
    """Finds whoever asks, and makes them known."""

    def __init__(self, tables: Tables, cookies: Cookies) -> None:
        self.tables = tables
        self.store = tables.store
        self.cookies = cookies
        self.renew_after, self.grace = tables.settings.renew_cookies, tables.settings.cookie_grace
        self._known: OrderedDict[str, Known] = OrderedDict()

    # -- reading

    async def visitor(self, request: Request) -> Guest:
        """Whoever holds the cookie; nobody if it is missing, not ours, or too old."""
        sent = self.cookies.read(request)
        known = await self._check(request, sent) if sent.device else await self._taken_over(request)
        front = request.cookies.get(FRONT, "")
        if known is None:
            return Guest(front=front)
        return Guest(known.person, known.name, front, known.device, known.is_account, known.alerts)

    async def _check(self, request: Request, sent: Sent) -> Known | None:
        device, generation, now = sent.device, sent.generation, time.time()
        known = self._known.get(device)
        if known is None or now - known.read > REMEMBERED or known.generation != generation:
            known = await self._read(device)
        if known is None:
            return None
        if generation == known.generation + 1:
            known = await self._came_back(known, generation)
        elif generation == known.generation - 1 and now - known.renewed < self.grace:
            return known
        if known is None or generation != known.generation:
            return None
        if sent.is_old_name or time.time() - known.renewed > self.renew_after:
            self.cookies.send(request, device, generation + 1)
        await self._note_use(known, now)
        return known

    async def _note_use(self, known: Known, now: float) -> None:
        if now - known.seen > SEEN_AGAIN:
            known.seen = now
            async with self.store.writing() as connection:
                await connection.execute(update(DeviceRow).where(DeviceRow.id == known.device).values(seen=now))

    async def of_program(self, token: str) -> Guest | None:
        """The person whose program sends this token; None if it opens nothing, or nothing any more."""
        device, now = self.cookies.read_program(token), time.time()
        if not device:
            return None
        known = self._known.get(device)
        if known is None or now - known.read > REMEMBERED:
            known = await self._read(device)
        if known is None:
            return None
        await self._note_use(known, now)
        return Guest(known.person, known.name, "", known.device, known.is_account, known.alerts)

    async def _read(self, device: str) -> Known | None:
        self._known.pop(device, None)
        query = select(
            PersonRow.id, PersonRow.name, PersonRow.account, DeviceRow.generation, DeviceRow.renewed, DeviceRow.seen
        ).join(PersonRow, PersonRow.id == DeviceRow.person)
        async with self.store.reading() as connection:
            row = (await connection.execute(query.where(DeviceRow.id == device))).first()
            if row is None:
                return None
            alerts = await count_alerts(connection, row[0], device)
        person, name, account, generation, renewed, seen = row
        known = Known(device, person, name, account is not None, generation, renewed, seen, time.time(), alerts)
        self._known[device] = known
        while len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        return known

    async def _came_back(self, known: Known, generation: int) -> Known | None:
        """The new cookie is used for the first time: the old one dies soon."""
        now = time.time()
        async with self.store.writing() as connection:
            where = (DeviceRow.id == known.device, DeviceRow.generation == generation - 1)
            await connection.execute(
                update(DeviceRow).where(*where).values(generation=generation, renewed=now, seen=now)
            )
            await self.ring(connection)
        return await self._read(known.device)

    async def _taken_over(self, request: Request) -> Known | None:
        """A cookie of the first kind, which named the person: it is exchanged once, and what it opened stays open."""
        person, name = self.cookies.read_first(request)
        if not person or not storable(person):
            return None
        now = time.time()
        async with self.store.writing() as connection:
            query = select(DeviceRow.id, DeviceRow.generation, DeviceRow.renewed).where(DeviceRow.person == person)
            found = (await connection.execute(query)).all()
            if any(row.generation > 1 or (row.generation == 1 and now - row.renewed > self.grace) for row in found):
                return None  # it has been exchanged, and the new one is in use
            if found:
                device = str(found[0].id)
            else:
                if not (await connection.execute(select(PersonRow.id).where(PersonRow.id == person))).first():
                    row = {"id": person, "name": clean(name, MAX_NAME), "created": now}
                    await connection.execute(insert(PersonRow), row)
                device = await self._add_device(connection, person, label_of(request.headers.get("user-agent", "")))
        self.cookies.send(request, device, 1)
        return await self._read(device)

    def take_cookie(self, request: Request) -> None:
        """The browser is to forget its cookie."""
        self.cookies.send(request, "", 0)

    # -- becoming known

    async def welcome(self, request: Request, guest: Guest, name: str) -> Guest:
        """Somebody acts here for the first time: they become known. A name that is given stays."""
        name = clean(name, MAX_NAME)
        if guest.session:
            if name and name != guest.name:
                await self.rename(guest, name)
            return guest
        use_quota(request, PEOPLE)
        async with self.store.writing() as connection:
            person = await _add_person(connection, name)
            device = await self._add_device(connection, person, label_of(request.headers.get("user-agent", "")))
        self.cookies.send(request, device, 1)
        return Guest(person, name, guest.front, device)

    async def welcome_program(self, name: str, label: str) -> str:
        """Somebody new, who is known by a program alone; its token."""
        async with self.store.writing() as connection:
            person = await _add_person(connection, clean(name, MAX_NAME))
            device = await self._add_device(connection, person, program_label(label))
        return self.cookies.program_token(device)

    async def rename(self, guest: Guest, name: str) -> None:
        guest.name = clean(name, MAX_NAME)
        async with self.store.writing() as connection:
            await connection.execute(update(PersonRow).where(PersonRow.id == guest.session).values(name=guest.name))
        self._known.pop(guest.device, None)

    async def arrive(self, request: Request, guest: Guest, person: str, along: bool, is_proved: bool) -> None:
        """This browser becomes somebody: with a new device, so that whatever cookie was planted here is worth nothing.

        With `along`, the tables of the guest who was here go to them. It `is_proved` if they have shown a password or a passkey.
        """
        is_known = digest(person) in self.cookies.marks(request)
        if is_proved:
            self.cookies.send_mark(request, digest(person))
        if guest.session == person:
            if is_proved:
                await self.prove(guest.device)
            return
        if along and guest.session and not guest.is_account:
            await self.merge(guest.session, person)
        label = label_of(request.headers.get("user-agent", ""))
        async with self.store.writing() as connection:
            await connection.execute(delete(DeviceRow).where(DeviceRow.id == guest.device))
            device = await self._add_device(connection, person, label, is_proved)
            if not is_known:
                await add_alert(connection, person, DEVICE, label, device)
            await self.ring(connection)
        self._known.clear()
        self.cookies.send(request, device, 1)

    async def arrive_program(self, guest: Guest | None, person: str, along: bool, label: str, is_proved: bool) -> str:
        """A program becomes somebody's; its token. With `along`, the tables of whoever it was known as go to them."""
        if guest is not None and along and guest.session != person and not guest.is_account:
            await self.merge(guest.session, person)
        label = program_label(label)
        async with self.store.writing() as connection:
            device = await self._add_device(connection, person, label, is_proved)
            await add_alert(connection, person, DEVICE, label, device)
            await self.ring(connection)
        self._known.clear()
        return self.cookies.program_token(device)

    async def renew(self, request: Request | None, guest: Guest) -> str:
        """A guest has made an account: a new device takes the place of all of before, so what others know of them is void.

        The new token of a program, or "" for a browser, which gets a cookie.
        """
        async with self.store.writing() as connection:
            query = select(DeviceRow.label).where(DeviceRow.id == guest.device)
            label = str((await connection.execute(query)).scalar_one_or_none() or PROGRAM)
            await connection.execute(delete(DeviceRow).where(DeviceRow.person == guest.session))
            await connection.execute(delete(TicketRow).where(TicketRow.person == guest.session))
            device = await self._add_device(connection, guest.session, label, is_proved=True)
            await self.ring(connection)
        self._known.clear()
        guest.device, guest.is_account = device, True
        if request is None:
            return self.cookies.program_token(device)
        self.cookies.send(request, device, 1)
        self.cookies.send_mark(request, digest(guest.session))
        return ""

    async def prove(self, device: str) -> None:
        """A password or a passkey was shown on this device just now."""
        async with self.store.writing() as connection:
            await connection.execute(update(DeviceRow).where(DeviceRow.id == device).values(proved=time.time()))

    async def _add_device(self, connection: AsyncConnection, person: str, label: str, is_proved: bool = False) -> str:
        """The first cookie has generation 1, and counts when it has come back."""
        now, device = time.time(), secrets.token_urlsafe(12)
        row = {
            "id": device,
            "person": person,
            "label": label,
            "created": now,
            "seen": now,
            "generation": 0,
            "renewed": now,
            "proved": now if is_proved else None,
        }
        await connection.execute(insert(DeviceRow), row)
        return device

    async def merge(self, old: str, new: str) -> None:
        """Whatever belonged to a guest belongs to somebody else now; the guest is gone."""
        seated = select(SeatRow.match).where(SeatRow.session == old)
        banned = cast(MatchRow.bans, Text).contains(old, autoescape=True)
        query = select(MatchRow.id).where((MatchRow.host == old) | MatchRow.id.in_(seated) | banned)
        async with self.store.reading() as connection:
            matches = [id for (id,) in await connection.execute(query)]
        for match_id in matches:
            async with self.store.changing(match_id) as change:
                await _rename_in_match(change.connection, match_id, old, new)
            self.tables.forget(match_id)
        async with self.store.writing() as connection:
            await move_belongings(connection, old, new)
            await forget_person(connection, old)
            await self.ring(connection)
        self._known.clear()

    # -- devices

    async def devices(self, guest: Guest) -> list[Device]:
        query = select(DeviceRow.id, DeviceRow.label, DeviceRow.seen).where(DeviceRow.person == guest.session)
        async with self.store.reading() as connection:
            rows = await connection.execute(query.order_by(DeviceRow.seen.desc()))
            return [Device(id, label, seen, id == guest.device) for id, label, seen in rows]

    async def sign_out(self, request: Request | None, guest: Guest, device: str) -> None:
        """A device of one's own is not known any more, from now on. A program that asks has no cookie to give back."""
        count = 0
        if storable(device):
            async with self.store.writing() as connection:
                where = (DeviceRow.id == device, DeviceRow.person == guest.session)
                count = (await connection.execute(delete(DeviceRow).where(*where))).rowcount
                await self.ring(connection)
        if count != 1:
            raise NotFound(Message(N_("This device is not in your list any more.")))
        self._known.pop(device, None)
        if device == guest.device and request is not None:
            self.take_cookie(request)

    async def sign_out_others(self, guest: Guest) -> None:
        """Every device but this one has to sign in again."""
        async with self.store.writing() as connection:
            await connection.execute(
                delete(DeviceRow).where(DeviceRow.person == guest.session, DeviceRow.id != guest.device)
            )
            await drop_tickets(connection, LINK, guest.session)
            await self.ring(connection)
        self._known.clear()

    def forget(self) -> None:
        """What this worker remembers of devices may be wrong."""
        self._known.clear()

    async def ring(self, connection: AsyncConnection) -> None:
        """Tell the other workers to forget too, once this is committed."""
        if self.store.is_shared:
            await connection.execute(select(func.pg_notify(CHANNEL, f"{self.store.origin} {BELL} 0")))

    async def new_link(self, guest: Guest) -> str:
        """The token of a personal link: it works once, for a quarter of an hour; an older one stops working."""
        token = secrets.token_urlsafe(24)
        async with self.store.writing() as connection:
            await drop_tickets(connection, LINK, guest.session)
            await add_ticket(connection, LINK, token, guest.session, LINK_LIVES)
        return token

    async def drop_links(self, guest: Guest) -> None:
        async with self.store.writing() as connection:
            await drop_tickets(connection, LINK, guest.session)

    async def of_link(self, token: str) -> tuple[str, str]:
        """Whose link this is: the person and their name. Looking at it does not use it up."""
        query = select(PersonRow.id, PersonRow.name).join(TicketRow, TicketRow.person == PersonRow.id)
        where = (TicketRow.digest == digest(token), TicketRow.kind == LINK, TicketRow.ends > time.time())
        async with self.store.reading() as connection:
            row = (await connection.execute(query.where(*where))).first()
        if row is None:
            raise no_link()
        return str(row[0]), str(row[1])

    async def follow(self, request: Request, guest: Guest, token: str, along: bool) -> None:
        """Become known here by a personal link, which is used up."""
        await self.arrive(request, guest, await self.use_link(token), along, is_proved=False)

    async def use_link(self, token: str) -> str:
        """Whose personal link this is; nobody can use it again."""
        async with self.store.writing() as connection:
            person = await use_ticket(connection, LINK, token)
        if person is None:
            raise no_link()
        return person

    # -- what was added to one's account

    async def alerts(self, guest: Guest) -> list[AlertRow]:
        if not guest.alerts:
            return []
        async with self.store.reading() as connection:
            return await alerts_for(connection, guest.session, guest.device)

    async def dismiss_alerts(self, guest: Guest) -> None:
        async with self.store.writing() as connection:
            await dismiss(connection, guest.session, guest.device)
            await self.ring(connection)
        self.forget()

    async def count_tables(self, guest: Guest) -> int:
        """How many unfinished tables a person has."""
        seated = select(SeatRow.match).where(SeatRow.session == guest.session)
        mine = (MatchRow.host == guest.session) | MatchRow.id.in_(seated)
        async with self.store.reading() as connection:
            rows = await connection.execute(select(MatchRow.id).where(mine, MatchRow.finished.is_(None)))
            return len(rows.all())


async def _add_person(connection: AsyncConnection, name: str) -> str:
    person = new_session()
    await connection.execute(insert(PersonRow), {"id": person, "name": name, "created": time.time()})
    return person


def no_link() -> NotFound:
    text = N_("This personal link does not work any more: it works once, and for a quarter of an hour. Make a new one.")
    return NotFound(Message(text))


# -- tickets: whoever holds one proves it once


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


async def add_ticket(connection: AsyncConnection, kind: str, token: str, person: str | None, lives: float) -> None:
    now = time.time()
    await connection.execute(delete(TicketRow).where(TicketRow.ends < now))
    row = {"digest": digest(token), "kind": kind, "person": person, "ends": now + lives}
    await connection.execute(insert(TicketRow), row)


async def use_ticket(connection: AsyncConnection, kind: str, token: str) -> str | None:
    """Whose ticket it was, "" if nobody's in particular; None if there is none. Of two who come at once, one gets it."""
    where = (TicketRow.digest == digest(token), TicketRow.kind == kind, TicketRow.ends > time.time())
    person = await connection.execute(delete(TicketRow).where(*where).returning(TicketRow.person))
    found = person.first()
    return None if found is None else str(found[0] or "")


async def drop_tickets(connection: AsyncConnection, kind: str, person: str) -> None:
    await connection.execute(delete(TicketRow).where(TicketRow.kind == kind, TicketRow.person == person))


# -- what belongs to a person


async def _rename_in_match(connection: AsyncConnection, match_id: str, old: str, new: str) -> None:
    """Seats, host and bans of one match."""
    match = MatchRow.id == match_id
    await connection.execute(
        update(SeatRow).where(SeatRow.match == match_id, SeatRow.session == old).values(session=new)
    )
    await connection.execute(update(MatchRow).where(match, MatchRow.host == old).values(host=new))
    bans = (await connection.execute(select(MatchRow.bans).where(match))).scalar_one()
    renamed = [ban | {"person": new} if ban["person"] == old else ban for ban in bans]
    if renamed != bans:
        await connection.execute(update(MatchRow).where(match).values(bans=renamed))


def belongings() -> list[Table]:
    """Every table with a column `person`: what is in it goes where that person goes."""
    return [table for table in reversed(Base.metadata.sorted_tables) if "person" in table.c]


async def move_belongings(connection: AsyncConnection, old: str, new: str) -> None:
    """All but the ways of being known; where both have something of which there can be one, the new one's stays."""
    known_by = (DeviceRow.__tablename__, PasskeyRow.__tablename__, TicketRow.__tablename__, AlertRow.__tablename__)
    for table in belongings():
        if table.name in known_by:
            continue
        mine = table.c.person == old
        if "person" in table.primary_key.columns:
            other = table.alias()
            same = [other.c[key.name] == key for key in table.primary_key.columns if key.name != "person"]
            clash = exists(select(other.c.person).where(other.c.person == new, *same))
            await connection.execute(delete(table).where(mine, clash))
        await connection.execute(update(table).where(mine).values(person=new))


async def forget_person(connection: AsyncConnection, person: str) -> None:
    """Remove somebody with all that is theirs."""
    for table in belongings():
        await connection.execute(delete(table).where(table.c.person == person))
    await connection.execute(delete(PersonRow).where(PersonRow.id == person))


SYSTEMS: Final = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}
BROWSERS: Final = {"Firefox": "Firefox", "Edg": "Edge", "OPR": "Opera", "Chrom": "Chrome", "Safari": "Safari"}


PROGRAM: Final = "API"  # before the label of a program in the list of devices


def program_label(label: str) -> str:
    """How a program stands in the list of one's devices."""
    return clean(f"{PROGRAM}: {label}" if label.strip() else PROGRAM, 64)


def label_of(agent: str) -> str:
    """What a browser calls itself, short enough for a list: "Firefox, Windows"."""
    browser = next((name for mark, name in BROWSERS.items() if mark in agent), "Browser")
    system = next((name for mark, name in SYSTEMS.items() if mark in agent), "")
    return f"{browser}, {system}" if system else browser
