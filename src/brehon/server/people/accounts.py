"""Accounts, for people who want one: a sign-in name with a password, a passkey, or both. Needed for ratings and statistics only."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError
from starlette.requests import Request

from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, Forbidden, NotProved
from brehon.server.people.alerts import PASSWORD, add_alert
from brehon.server.people.attempts import Attempts, Caller
from brehon.server.people.belongings import forget_person
from brehon.server.people.cookies import Guest, new_session
from brehon.server.people.logins import checked_login, fold, spellings
from brehon.server.people.passwords import PasswordChecker, check_password
from brehon.server.people.sessions import People
from brehon.server.people.tickets import digest
from brehon.server.storage.schema import FRIEND, DeviceRow, MatchRow, PasskeyRow, PersonRow, SeatRow

FRESH: Final = 10 * 60.0  # seconds for which a password or passkey that was shown counts for what needs it


class Accounts:
    """Signing in and everything around it."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.store = people.store
        self.attempts = Attempts(people.store)
        self.passwords = PasswordChecker()

    # -- name and password

    async def found(self, request: Request | None, guest: Guest, login: str, password: str) -> str:
        """Give a person a sign-in name and a password; who has a passkey only may add them.

        A guest gets a new session with the account: the old cookie or token, which others may know, no longer works.
        The new token of a program; "" for a browser, which gets a cookie.
        """
        folded = checked_login(login)
        check_password(password, folded)
        row = await self.person(guest)
        if row.login is not None:
            raise Conflict(Message(N_("You already have a sign-in name: %(login)s."), login=row.login))
        await self.check_proof(guest)
        if await self._of_login(login) is not None:
            raise taken()
        hashed = await self.passwords.hash(password, is_known=row.account is not None)
        await self.change(guest, {"login": folded, "password": hashed, "account": row.account or time.time()})
        if row.account is None:
            return await self.people.renew(request, guest)
        await self.note_added(guest, PASSWORD, "")
        return ""

    async def sign_in(self, login: str, password: str, network: str, known: Mapping[str, str]) -> str:
        """Whose name and password these are; every failure says the same.

        `known` has the devices by which the caller may be known: a mark by the digest of a person.
        """
        row = await self._of_login(login)
        device = known.get(digest(str(row.id)), "") if row is not None else ""
        name = str(row.login) if row is not None else fold(login) or "-"
        async with self.attempts.trying(Caller(network, device), name):
            hashed = row.password if row is not None else None
            if not await self.passwords.verify(hashed, password, is_known=bool(device)) or row is None:
                raise Forbidden(
                    Message(N_("Name and password do not match. Check both; passwords are case-sensitive."))
                )
        return str(row.id)

    async def _of_login(self, login: str) -> Any:
        """Id, name and hash of the account that a typed name stands for; None if there is none."""
        names = spellings(login)
        query = select(PersonRow.id, PersonRow.login, PersonRow.password).where(PersonRow.login.in_(names))
        async with self.store.reading() as connection:
            rows = {row.login: row for row in await connection.execute(query)} if names else {}
        return next((rows[name] for name in names if name in rows), None)

    async def change_password(self, guest: Guest, old: str, new: str) -> None:
        """A new password; every other device has to sign in again."""
        row = await self.person(guest)
        if row.login is None:
            raise Conflict(Message(N_("You have no password yet; choose a sign-in name with it.")))
        await self._insist(row, guest, old)
        check_password(new, row.login)
        await self.change(guest, {"password": await self.passwords.hash(new, is_known=True)})
        await self.people.sign_out_others(guest)
        await self.note_added(guest, PASSWORD, "")

    async def _insist(self, row: PersonRow, guest: Guest, password: str) -> None:
        """Refuse a device that does not know the password of an account that has one; each has tries of its own."""
        if row.password is None:
            return
        async with self.attempts.trying(Caller("", guest.device)):
            if not await self.passwords.verify(row.password, password, is_known=True):
                raise Forbidden(Message(N_("This is not your password.")))
        await self.people.prove(guest.device)

    # -- is it still them?

    async def confirm(self, guest: Guest, password: str) -> None:
        """The person shows their password again, which counts for ten minutes on this device."""
        row = await self.person(guest)
        if row.password is None:
            raise Conflict(Message(N_("You have no password yet; choose a sign-in name with it.")))
        await self._insist(row, guest, password)

    async def ways_to_prove(self, guest: Guest) -> tuple[bool, bool]:
        """Whether the person has a password, and a passkey."""
        passkeys = select(func.count()).where(PasskeyRow.person == guest.session).scalar_subquery()
        query = select(PersonRow.password, passkeys).where(PersonRow.id == guest.session)
        async with self.store.reading() as connection:
            row = (await connection.execute(query)).first()
        return (row is not None and row[0] is not None), (row is not None and row[1] > 0)

    async def check_proof(self, guest: Guest) -> None:
        """NotProved unless a password or passkey was shown on this device a moment ago; a guest has nothing to show."""
        if not any(await self.ways_to_prove(guest)):
            return
        query = select(DeviceRow.proved).where(DeviceRow.id == guest.device)
        async with self.store.reading() as connection:
            proved = (await connection.execute(query)).scalar_one_or_none()
        if proved is None or not 0 <= time.time() - proved < FRESH:
            raise NotProved(Message(N_("Please confirm that it is you first, with your password or a passkey.")))

    async def note_added(self, guest: Guest, kind: str, label: str) -> None:
        """Let the person know on their other devices; without a label it is the one of this device."""
        async with self.store.writing() as connection:
            query = select(DeviceRow.label).where(DeviceRow.id == guest.device)
            where = label or str((await connection.execute(query)).scalar_one_or_none() or "?")
            await add_alert(connection, guest.session, kind, where, guest.device)
            await self.people.ring(connection)
        self.people.forget()

    # -- the end

    async def delete(self, request: Request | None, guest: Guest, password: str) -> None:
        """Delete a person: their seats become free, their name is removed from finished games, and no one can sign in as them.

        A program that asks has no cookie to give back.
        """
        row = await self.person(guest)
        if row.password is None:
            await self.check_proof(guest)
        await self._insist(row, guest, password)
        await erase_seats(self.people, guest.session)
        async with self.store.writing() as connection:
            await forget_person(connection, guest.session)
            await self.people.ring(connection)
        self.people.forget()
        if request is not None:
            self.people.cookies.send(request, "", 0)

    async def login_of(self, guest: Guest) -> str:
        """A person's login name; "" if they have none."""
        query = select(PersonRow.login).where(PersonRow.id == guest.session)
        async with self.store.reading() as connection:
            return str((await connection.execute(query)).scalar_one_or_none() or "")

    async def person(self, guest: Guest) -> PersonRow:
        async with self.store.reading() as connection:
            query = select(*PersonRow.__table__.c).where(PersonRow.id == guest.session)
            row = (await connection.execute(query)).first()
        if row is None:
            raise Forbidden(Message(N_("This browser has no player yet. Enter a name first, or sign in.")))
        return PersonRow(**row._mapping)

    async def change(self, guest: Guest, values: dict[str, Any]) -> None:
        """Write columns of the person."""
        try:
            async with self.store.writing() as connection:
                await connection.execute(update(PersonRow).where(PersonRow.id == guest.session).values(values))
                await self.people.ring(connection)
        except IntegrityError:
            raise taken() from None
        self.people.forget()


def taken() -> Conflict:
    return Conflict(Message(N_("This name is taken. Choose another.")))


async def erase_seats(people: People, person: str) -> None:
    """A deleted person has no seat: seats of unfinished games become free, seats of finished ones lose the name."""
    seated = select(SeatRow.match).where((SeatRow.session == person) | (SeatRow.reserved == person))
    query = select(MatchRow.id, MatchRow.started, MatchRow.finished).where(
        (MatchRow.host == person) | MatchRow.id.in_(seated)
    )
    async with people.store.reading() as connection:
        matches = (await connection.execute(query)).all()
    for match_id, started, finished in matches:
        is_over = finished is not None
        async with people.store.changing(match_id) as change:
            where = (SeatRow.match == match_id, SeatRow.session == person)
            rows = await change.connection.execute(select(SeatRow.seat, SeatRow.generation).where(*where))
            for seat, generation in rows.all():
                unused = new_session() if is_over else None  # the seat of a finished game stays taken
                values = {"session": unused, "name": "", "kind": FRIEND, "auto": False}
                values |= people.keyring.columns(match_id, seat, generation + 1)
                if started is not None and not is_over:
                    values["passed_on"] = True
                await change.connection.execute(update(SeatRow).where(*where, SeatRow.seat == seat).values(values))
            kept = update(SeatRow).where(SeatRow.match == match_id, SeatRow.reserved == person)
            await change.connection.execute(kept.values(reserved=None, name=""))
            query_host = update(MatchRow).where(MatchRow.id == match_id, MatchRow.host == person).values(host="")
            await change.connection.execute(query_host)
        people.seats_changed(match_id)
