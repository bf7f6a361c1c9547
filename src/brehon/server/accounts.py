"""Accounts, for whoever wants one: a sign-in name with a password, a passkey, or both. Needed for ratings and statistics only."""

from __future__ import annotations

import asyncio
import json
import secrets
import struct
import time
from typing import Any, Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from cryptography.exceptions import UnsupportedAlgorithm
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from starlette.requests import Request
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, Forbidden, NotFound, TooMany, Unreadable
from brehon.server.people import People, add_ticket, digest, forget_person, use_ticket
from brehon.server.schema import FRIEND, AttemptRow, MatchRow, PasskeyRow, PersonRow, SeatRow
from brehon.server.services import clean
from brehon.server.store import LOOK, storable
from brehon.server.visit import Guest, new_session

MAX_LOGIN: Final = 32
SHORTEST: Final = 8  # characters of a password
LONGEST: Final = 200
WINDOW: Final = 15 * 60.0  # seconds in which failed sign-ins are counted
PER_NAME: Final = 8
PER_ADDRESS: Final = 40
QUESTION: Final = "passkey"  # the kind of ticket that a passkey answers
QUESTION_LIVES: Final = 5 * 60.0  # seconds
MAX_PASSKEYS: Final = 10
HOSTILE: Final = (  # what reading an answer that no browser has made can end in
    WebAuthnException, ValueError, TypeError, LookupError, AttributeError, RecursionError, struct.error, UnsupportedAlgorithm,
)  # fmt: skip


class Accounts:
    """Signing in and everything around it."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.store = people.store
        self._hasher = PasswordHasher(time_cost=2, memory_cost=46 * 1024, parallelism=1)  # twice what OWASP asks for
        self._hashing = asyncio.Semaphore(2)  # each takes 46 MB for a moment
        self._nobody = ""  # the password of nobody, so that an unknown name takes as long as a known one

    # -- failed attempts

    async def _check_patience(self, *targets: tuple[str, int]) -> None:
        since = time.time() - WINDOW
        async with self.store.reading() as connection:
            for target, most in targets:
                where = (AttemptRow.target == digest(target), AttemptRow.at > since)
                count = (await connection.execute(select(func.count()).where(*where))).scalar_one()
                if count >= most:
                    text = N_("Too many attempts to sign in. Wait a quarter of an hour, then try again.")
                    raise TooMany(Message(text))

    async def _failed(self, *targets: tuple[str, int]) -> None:
        now = time.time()
        async with self.store.writing() as connection:
            await connection.execute(delete(AttemptRow).where(AttemptRow.at < now - WINDOW))
            await connection.execute(insert(AttemptRow), [{"target": digest(name), "at": now} for name, _ in targets])

    # -- password

    async def found(self, guest: Guest, login: str, password: str) -> None:
        """Give a person a sign-in name and a password; who has a passkey only may add them."""
        folded = checked_login(login)
        check_password(password, folded)
        row = await self._person(guest)
        if row.login is not None:
            raise Conflict(Message(N_("You have a sign-in name already: %(login)s."), login=row.login))
        values = {"login": folded, "password": await self._hash(password), "account": row.account or time.time()}
        await self._set(guest, values)

    async def sign_in(self, login: str, password: str, address: str) -> str:
        """Whose name and password these are; every failure says the same."""
        folded = clean(login, MAX_LOGIN).casefold()
        targets = (f"name {folded}", PER_NAME), (f"address {address}", PER_ADDRESS)
        await self._check_patience(*targets)
        row = None
        if storable(folded):
            async with self.store.reading() as connection:
                query = select(PersonRow.id, PersonRow.password).where(PersonRow.login == folded)
                row = (await connection.execute(query)).first()
        self._nobody = self._nobody or await self._hash(secrets.token_hex(16))
        right = await self._verify(row.password if row is not None and row.password else self._nobody, password)
        if row is None or not right:
            await self._failed(*targets)
            raise Forbidden(
                Message(
                    N_("Name and password do not fit. Check both; small and capital letters matter in the password.")
                )
            )
        return str(row.id)

    async def change_password(self, guest: Guest, old: str, new: str, address: str) -> None:
        """A new password; every other device has to sign in again."""
        row = await self._person(guest)
        if row.login is None:
            raise Conflict(Message(N_("You have no password yet; choose a sign-in name with it.")))
        await self._insist(row, old, address)
        check_password(new, row.login)
        await self._set(guest, {"password": await self._hash(new)})
        await self.people.sign_out_others(guest)

    async def _insist(self, row: PersonRow, password: str, address: str) -> None:
        """Refuse whoever does not know the password of an account that has one."""
        if row.password is None:
            return
        targets = (f"name {row.login}", PER_NAME), (f"address {address}", PER_ADDRESS)
        await self._check_patience(*targets)
        if not await self._verify(row.password, password):
            await self._failed(*targets)
            raise Forbidden(Message(N_("This is not your password.")))

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password.encode("utf-8", "replace"))

    async def _verify(self, hashed: str, password: str) -> bool:
        async with self._hashing:
            try:
                return await asyncio.to_thread(
                    self._hasher.verify, hashed, password[:LONGEST].encode("utf-8", "replace")
                )
            except (VerifyMismatchError, InvalidHashError):
                return False

    # -- passkeys

    async def passkeys(self, guest: Guest) -> list[tuple[str, str, float]]:
        """Number, label and day of each."""
        query = select(PasskeyRow.id, PasskeyRow.label, PasskeyRow.created).where(PasskeyRow.person == guest.session)
        async with self.store.reading() as connection:
            rows = await connection.execute(query.order_by(PasskeyRow.created))
            return [(digest(id)[:24], label, created) for id, label, created in rows]

    async def ask_for_new_passkey(self, guest: Guest, site: str) -> str:
        """What the browser needs to make a passkey, as JSON."""
        row = await self._person(guest)
        async with self.store.reading() as connection:
            query = select(PasskeyRow.id).where(PasskeyRow.person == guest.session)
            known = [base64url_to_bytes(id) for (id,) in await connection.execute(query)]
        if len(known) >= MAX_PASSKEYS:
            raise Conflict(Message(N_("You have %(most)s passkeys; remove one first."), most=MAX_PASSKEYS))
        question = await self._question(guest.session)
        options = generate_registration_options(
            rp_id=site,
            rp_name="Brehon",
            user_id=digest(guest.session).encode()[:32],
            user_name=row.login or row.name or "Brehon",
            user_display_name=row.name or "Brehon",
            challenge=base64url_to_bytes(question),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=id) for id in known],
        )
        return options_to_json(options)

    async def add_passkey(self, guest: Guest, answer: str, site: str, origin: str, label: str) -> None:
        row = await self._person(guest)
        question = await self._asked(answer, guest.session)
        try:
            made = verify_registration_response(
                credential=answer, expected_challenge=question, expected_rp_id=site, expected_origin=origin
            )
        except HOSTILE as error:
            raise bad_passkey() from error
        values = {
            "id": bytes_to_base64url(made.credential_id), "person": guest.session, "label": label, "created": time.time(),
            "public_key": made.credential_public_key, "uses": made.sign_count,
        }  # fmt: skip
        try:
            async with self.store.writing() as connection:
                await connection.execute(insert(PasskeyRow), values)
        except IntegrityError:
            raise Conflict(Message(N_("This passkey is known already."))) from None
        if row.account is None:
            await self._set(guest, {"account": time.time()})

    async def remove_passkey(self, guest: Guest, number: str) -> None:
        """Not the last way to sign in."""
        row = await self._person(guest)
        async with self.store.writing() as connection:
            query = select(PasskeyRow.id).where(PasskeyRow.person == guest.session)
            ids = [str(id) for (id,) in await connection.execute(query)]
            chosen = [id for id in ids if digest(id)[:24] == number]
            if not chosen:
                raise NotFound(Message(N_("There is no such passkey.")))
            if len(ids) == 1 and row.password is None:
                raise Conflict(
                    Message(N_("This is your only way to sign in. Choose a password or add another passkey first."))
                )
            await connection.execute(delete(PasskeyRow).where(PasskeyRow.id.in_(chosen)))

    async def ask_for_passkey(self, site: str) -> str:
        """What the browser needs to ask for a passkey, as JSON."""
        question = base64url_to_bytes(await self._question(None))
        return options_to_json(generate_authentication_options(rp_id=site, challenge=question))

    async def sign_in_by_passkey(self, answer: str, site: str, origin: str, address: str) -> str:
        """Whose passkey has answered."""
        target = (f"address {address}", PER_ADDRESS)
        await self._check_patience(target)
        try:
            return await self._answered(answer, site, origin)
        except Forbidden:
            await self._failed(target)
            raise

    async def _answered(self, answer: str, site: str, origin: str) -> str:
        question = await self._asked(answer, "")
        key = json.loads(answer).get("id")
        async with self.store.reading() as connection:
            query = select(*PasskeyRow.__table__.c).where(PasskeyRow.id == str(key))
            row = (await connection.execute(query)).first() if storable(str(key)) else None
        if row is None:
            raise bad_passkey()
        try:
            used = verify_authentication_response(
                credential=answer,
                expected_challenge=question,
                expected_rp_id=site,
                expected_origin=origin,
                credential_public_key=row.public_key,
                credential_current_sign_count=row.uses,
            )
        except HOSTILE as error:
            raise bad_passkey() from error
        async with self.store.writing() as connection:
            count = update(PasskeyRow).where(PasskeyRow.id == row.id).values(uses=used.new_sign_count)
            await connection.execute(count)
        return str(row.person)

    async def _question(self, person: str | None) -> str:
        question = bytes_to_base64url(secrets.token_bytes(32))
        async with self.store.writing() as connection:
            await add_ticket(connection, QUESTION, question, person, QUESTION_LIVES)
        return question

    async def _asked(self, answer: str, person: str) -> bytes:
        """The question that a passkey says to answer, if we have asked it of this person; it is asked once."""
        try:
            data = json.loads(base64url_to_bytes(json.loads(answer)["response"]["clientDataJSON"]))
            question = str(data["challenge"])
            raw = base64url_to_bytes(question)
        except HOSTILE as error:
            raise bad_passkey() from error
        async with self.store.writing() as connection:
            asked = await use_ticket(connection, QUESTION, question)
        if asked != person:
            raise bad_passkey()
        return raw

    # -- the end

    async def delete(self, request: Request | None, guest: Guest, password: str, address: str) -> None:
        """Forget a person: their seats become free, their name leaves finished games, and nobody can sign in as them.

        A program that asks has no cookie to give back.
        """
        row = await self._person(guest)
        await self._insist(row, password, address)
        await erase_seats(self.people, guest.session)
        async with self.store.writing() as connection:
            await forget_person(connection, guest.session)
            await self.people.ring(connection)
        self.people.forget()
        if request is not None:
            self.people.take_cookie(request)

    async def login_of(self, guest: Guest) -> str:
        """The name that somebody signs in with; "" if they have none."""
        query = select(PersonRow.login).where(PersonRow.id == guest.session)
        async with self.store.reading() as connection:
            return str((await connection.execute(query)).scalar_one_or_none() or "")

    async def _person(self, guest: Guest) -> PersonRow:
        async with self.store.reading() as connection:
            query = select(*PersonRow.__table__.c).where(PersonRow.id == guest.session)
            row = (await connection.execute(query)).first()
        if row is None:
            raise Forbidden(Message(N_("Nobody is known in this browser yet. Give a name first, or sign in.")))
        return PersonRow(**row._mapping)

    async def _set(self, guest: Guest, values: dict[str, Any]) -> None:
        try:
            async with self.store.writing() as connection:
                await connection.execute(update(PersonRow).where(PersonRow.id == guest.session).values(values))
                await self.people.ring(connection)
        except IntegrityError:
            raise Conflict(Message(N_("Somebody else signs in with this name. Choose another."))) from None
        self.people.forget()


async def erase_seats(people: People, person: str) -> None:
    """Whoever is gone sits nowhere: seats of unfinished games are free, in finished ones nobody is named."""
    seated = select(SeatRow.match).where(SeatRow.session == person)
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
                nobody = new_session() if is_over else None  # the seat of a finished game stays taken
                values = {"session": nobody, "name": "", "kind": FRIEND, "auto": False}
                values |= people.tables.keyring.columns(match_id, seat, generation + 1)
                if started is not None and not is_over:
                    values["passed_on"] = True
                await change.connection.execute(update(SeatRow).where(*where, SeatRow.seat == seat).values(values))
            query_host = update(MatchRow).where(MatchRow.id == match_id, MatchRow.host == person).values(host="")
            await change.connection.execute(query_host)
        people.tables.forget(match_id)
        people.tables.hub.wake(match_id, LOOK)


def checked_login(login: str) -> str:
    """A sign-in name as it is stored: small letters, so that nobody can pass for somebody else by a capital one."""
    folded = clean(login, MAX_LOGIN).casefold()
    if len(folded) < 3 or len(login.strip()) > MAX_LOGIN or not storable(folded):
        raise Unreadable(Message(N_("A sign-in name has 3 to %(most)s characters."), most=MAX_LOGIN))
    return folded[:64]


def check_password(password: str, login: str) -> None:
    if not SHORTEST <= len(password) <= LONGEST:
        text = N_(
            "A password has %(least)s to %(most)s characters; a few words in a row are easy to remember and hard to guess."
        )
        raise Unreadable(Message(text, least=SHORTEST, most=LONGEST))
    if password.casefold() == login:
        raise Unreadable(Message(N_("The password must not be the sign-in name.")))


def bad_passkey() -> Forbidden:
    return Forbidden(Message(N_("This passkey was not accepted: it is not known here, or took too long. Try again.")))
