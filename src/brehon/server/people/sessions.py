"""Who is who: a person has devices, each with a cookie that is renewed now and then.

A cookie names a device and a generation and is signed. The newest generation that has come back is the valid one; the one
before it stays valid for a moment, for requests that were under way. So a lost response does not cost a player the seat, and
a cookie that was copied long ago does not work. A program has no cookie: it is a device of its person with a signed token that
stays the same until it is signed out.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Text, cast, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from starlette.requests import Request

from brehon.core.text import N_, Message
from brehon.server.errors import NotFound
from brehon.server.names import MAX_NAME, clean
from brehon.server.people.alerts import DEVICE, add_alert, alerts_for, count_alerts, dismiss
from brehon.server.people.belongings import forget_person, move_belongings, rename_in_match
from brehon.server.people.cookies import FRONT, Cookies, Guest, Sent, new_session
from brehon.server.people.devices import PROGRAM, Device, label_of, program_label
from brehon.server.people.keys import Keyring
from brehon.server.people.quotas import PEOPLE, use_quota
from brehon.server.people.tickets import add_ticket, digest, drop_tickets, use_ticket
from brehon.server.settings import Settings, signing_key
from brehon.server.storage.schema import AlertRow, DeviceRow, MatchRow, PersonRow, SeatRow, TicketRow
from brehon.server.storage.store import Store, storable

REMEMBERED: Final = 60.0  # seconds for which a worker caches a device, unless another worker sends an event
BELL: Final = "~people"  # instead of a match in a notification: a person's device has changed
MOST_REMEMBERED: Final = 5000
SEEN_AGAIN: Final = 600.0  # seconds between two notes of when a device was used
LINK: Final = "device"  # the kind of ticket that signs a person in on another device
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


class People:
    """Finds the person of a request, and creates new people."""

    def __init__(self, settings: Settings, store: Store, seats_changed: Callable[[str], None]) -> None:
        self.store = store
        self.seats_changed = seats_changed  # is called with a match whose seats have other owners now
        key = signing_key(settings.data_dir)
        self.cookies, self.keyring = Cookies(key), Keyring(key)
        self.renew_after, self.grace = settings.renew_cookies, settings.cookie_grace
        self.known: OrderedDict[str, Known] = OrderedDict()  # by device, as far as this worker remembers them

    # -- reading

    async def visitor(self, request: Request) -> Guest:
        """The person of the cookie; an unknown guest if it is missing, not ours, or too old."""
        sent = self.cookies.read(request)
        known = await self._check(request, sent) if sent.device else await self._taken_over(request)
        front = request.cookies.get(FRONT, "")
        if known is None:
            return Guest(front=front)
        return Guest(known.person, known.name, front, known.device, known.is_account, known.alerts)

    async def _check(self, request: Request, sent: Sent) -> Known | None:
        device, generation, now = sent.device, sent.generation, time.time()
        known = self.known.get(device)
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
            known.seen, seen = now, update(DeviceRow).where(DeviceRow.id == known.device).values(seen=now)
            await self.store.write_at_once(lambda connection: connection.execute(seen).close())

    async def of_program(self, token: str) -> Guest | None:
        """The person whose program sends this token; None if it is not valid, or no longer valid."""
        device, now = self.cookies.read_program(token), time.time()
        if not device:
            return None
        known = self.known.get(device)
        if known is None or now - known.read > REMEMBERED:
            known = await self._read(device)
        if known is None:
            return None
        await self._note_use(known, now)
        return Guest(known.person, known.name, "", known.device, known.is_account, known.alerts)

    async def _read(self, device: str) -> Known | None:
        self.known.pop(device, None)
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
        self.known[device] = known
        while len(self.known) > MOST_REMEMBERED:
            self.known.popitem(last=False)
        return known

    async def _came_back(self, known: Known, generation: int) -> Known | None:
        """The new cookie is used for the first time: the old one expires soon."""
        now = time.time()

        def work(connection: Connection) -> bool:
            mine = (DeviceRow.id == known.device, DeviceRow.generation == generation - 1)
            renewed = update(DeviceRow).where(*mine).values(generation=generation, renewed=now, seen=now)
            if self.store.is_shared:
                connection.execute(self.store.bell(BELL, 0))
            return connection.execute(renewed).rowcount == 1

        if await self.store.write_at_once(work) and self.known.get(known.device) is known:
            known.generation, known.renewed, known.seen = generation, now, now
            return known
        return await self._read(known.device)  # another request was faster, or the device was forgotten in the meantime

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

    # -- becoming known

    async def welcome(self, request: Request, guest: Guest, name: str) -> Guest:
        """A person acts here for the first time and becomes known. A name that is given stays."""
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
        """A new person, known only by a program; its token."""
        async with self.store.writing() as connection:
            person = await _add_person(connection, clean(name, MAX_NAME))
            device = await self._add_device(connection, person, program_label(label))
        return self.cookies.program_token(device)

    async def rename(self, guest: Guest, name: str) -> None:
        guest.name = clean(name, MAX_NAME)
        async with self.store.writing() as connection:
            await connection.execute(update(PersonRow).where(PersonRow.id == guest.session).values(name=guest.name))
        self.known.pop(guest.device, None)

    async def arrive(self, request: Request, guest: Guest, person: str, along: bool, is_proved: bool) -> None:
        """Sign a person in with this browser, as a new device, so that a planted cookie becomes worthless.

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
        self.known.clear()
        self.cookies.send(request, device, 1)

    async def arrive_program(self, guest: Guest | None, person: str, along: bool, label: str, is_proved: bool) -> str:
        """A program becomes a person's device; its token. With `along`, the tables of its earlier person go to them."""
        if guest is not None and along and guest.session != person and not guest.is_account:
            await self.merge(guest.session, person)
        label = program_label(label)
        async with self.store.writing() as connection:
            device = await self._add_device(connection, person, label, is_proved)
            await add_alert(connection, person, DEVICE, label, device)
            await self.ring(connection)
        self.known.clear()
        return self.cookies.program_token(device)

    async def renew(self, request: Request | None, guest: Guest) -> str:
        """A guest has made an account: a new device replaces all earlier ones, so stolen cookies and tokens are void.

        The new token of a program, or "" for a browser, which gets a cookie.
        """
        async with self.store.writing() as connection:
            query = select(DeviceRow.label).where(DeviceRow.id == guest.device)
            label = str((await connection.execute(query)).scalar_one_or_none() or PROGRAM)
            await connection.execute(delete(DeviceRow).where(DeviceRow.person == guest.session))
            await connection.execute(delete(TicketRow).where(TicketRow.person == guest.session))
            device = await self._add_device(connection, guest.session, label, is_proved=True)
            await self.ring(connection)
        self.known.clear()
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
        """Everything that belonged to a guest belongs to another person now; the guest is deleted."""
        seated = select(SeatRow.match).where((SeatRow.session == old) | (SeatRow.reserved == old))
        banned = cast(MatchRow.bans, Text).contains(old, autoescape=True)
        query = select(MatchRow.id).where((MatchRow.host == old) | MatchRow.id.in_(seated) | banned)
        async with self.store.reading() as connection:
            matches = [id for (id,) in await connection.execute(query)]
        for match_id in matches:
            async with self.store.changing(match_id) as change:
                await rename_in_match(change.connection, match_id, old, new)
            self.seats_changed(match_id)
        async with self.store.writing() as connection:
            await move_belongings(connection, old, new)
            await forget_person(connection, old)
            await self.ring(connection)
        self.known.clear()

    # -- devices

    async def devices(self, guest: Guest) -> list[Device]:
        query = select(DeviceRow.id, DeviceRow.label, DeviceRow.seen).where(DeviceRow.person == guest.session)
        async with self.store.reading() as connection:
            rows = await connection.execute(query.order_by(DeviceRow.seen.desc()))
            return [Device(id, label, seen, id == guest.device) for id, label, seen in rows]

    async def sign_out(self, request: Request | None, guest: Guest, device: str) -> None:
        """Sign out one of one's own devices. A program that asks has no cookie to return."""
        count = 0
        if storable(device):
            async with self.store.writing() as connection:
                where = (DeviceRow.id == device, DeviceRow.person == guest.session)
                count = (await connection.execute(delete(DeviceRow).where(*where))).rowcount
                await self.ring(connection)
        if count != 1:
            raise NotFound(Message(N_("This device is no longer in your list.")))
        self.known.pop(device, None)
        if device == guest.device and request is not None:
            self.cookies.send(request, "", 0)

    async def sign_out_others(self, guest: Guest) -> None:
        """Every device but this one has to sign in again."""
        async with self.store.writing() as connection:
            await connection.execute(
                delete(DeviceRow).where(DeviceRow.person == guest.session, DeviceRow.id != guest.device)
            )
            await drop_tickets(connection, LINK, guest.session)
            await self.ring(connection)
        self.known.clear()

    def forget(self) -> None:
        """What this worker remembers of devices may be wrong."""
        self.known.clear()

    async def ring(self, connection: AsyncConnection) -> None:
        """Tell the other workers to forget too, once this is committed."""
        if self.store.is_shared:
            await connection.execute(self.store.bell(BELL, 0))

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
        """Whose link this is: the person and their name. Visibility at it does not use it up."""
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
        """Whose personal link this is; it cannot be used again."""
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
    text = N_("This personal link has expired: it works once, within 15 minutes. Make a new one.")
    return NotFound(Message(text))
