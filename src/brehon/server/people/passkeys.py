"""Passkeys (WebAuthn): made, used to sign in, and used to confirm that it is still the same person.

A passkey alone opens an account, so the key itself has to check who holds it, by a PIN, a finger or a face.
"""

from __future__ import annotations

import json
import secrets
import struct
import time
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from sqlalchemy import delete, insert, select, update
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
from brehon.server.errors import Conflict, Forbidden, NotFound
from brehon.server.people.accounts import Accounts
from brehon.server.people.alerts import PASSKEY
from brehon.server.people.attempts import Caller
from brehon.server.people.cookies import Guest
from brehon.server.people.tickets import add_ticket, digest, use_ticket
from brehon.server.storage.schema import PasskeyRow, PersonRow
from brehon.server.storage.store import storable

# what a question is for: an answer to one is not valid for another, or a question to confirm could be used to add a key
TO_SIGN_IN: Final = "passkey"
TO_ADD: Final = "new passkey"
TO_CONFIRM: Final = "proof"
QUESTION_LIVES: Final = 5 * 60.0  # seconds
MAX_PASSKEYS: Final = 10
HOSTILE: Final = (  # what reading an answer that no browser has made can end in
    WebAuthnException, ValueError, TypeError, LookupError, AttributeError, RecursionError, struct.error, UnsupportedAlgorithm,
)  # fmt: skip


class Passkeys:
    """The passkeys of all people."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self.people = accounts.people
        self.store = accounts.store

    async def of(self, guest: Guest) -> list[tuple[str, str, float]]:
        """Number, label and day of each."""
        query = select(PasskeyRow.id, PasskeyRow.label, PasskeyRow.created).where(PasskeyRow.person == guest.session)
        async with self.store.reading() as connection:
            rows = await connection.execute(query.order_by(PasskeyRow.created))
            return [(digest(id)[:24], label, created) for id, label, created in rows]

    async def _ids(self, guest: Guest) -> list[bytes]:
        async with self.store.reading() as connection:
            query = select(PasskeyRow.id).where(PasskeyRow.person == guest.session)
            return [base64url_to_bytes(id) for (id,) in await connection.execute(query)]

    # -- adding and removing

    async def ask_for_new(self, guest: Guest, site: str) -> str:
        """What the browser needs to make a passkey, as JSON."""
        row = await self.accounts.person(guest)
        await self.accounts.check_proof(guest)
        known = await self._ids(guest)
        if len(known) >= MAX_PASSKEYS:
            raise Conflict(Message(N_("You have %(most)s passkeys; remove one first."), most=MAX_PASSKEYS))
        question = await self._question(TO_ADD, guest.session)
        options = generate_registration_options(
            rp_id=site,
            rp_name="Brehon",
            user_id=digest(guest.session).encode()[:32],
            user_name=row.login or row.name or "Brehon",
            user_display_name=row.name or "Brehon",
            challenge=question,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=id) for id in known],
        )
        return options_to_json(options)

    async def add(self, request: Request, guest: Guest, answer: str, site: str, origin: str, label: str) -> None:
        """Keep a new passkey. The first one of a guest makes an account, with a new session."""
        row = await self.accounts.person(guest)
        question = await self._asked(TO_ADD, answer, guest.session)
        try:
            made = verify_registration_response(
                credential=answer, expected_challenge=question, expected_rp_id=site, expected_origin=origin,
                require_user_verification=True,
            )  # fmt: skip
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
            raise Conflict(Message(N_("This passkey is already registered."))) from None
        if row.account is None:
            await self.accounts.change(guest, {"account": time.time()})
            await self.people.renew(request, guest)
        else:
            await self.accounts.note_added(guest, PASSKEY, label)

    async def remove(self, guest: Guest, number: str) -> None:
        """Not the last way to sign in."""
        row = await self.accounts.person(guest)
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

    # -- using

    async def ask(self, site: str) -> str:
        """What the browser needs to ask for a passkey to sign in, as JSON."""
        question = await self._question(TO_SIGN_IN, None)
        required = UserVerificationRequirement.REQUIRED
        return options_to_json(
            generate_authentication_options(rp_id=site, challenge=question, user_verification=required)
        )

    async def sign_in(self, answer: str, site: str, origin: str, caller: Caller) -> str:
        """Whose passkey has answered."""
        async with self.accounts.attempts.trying(caller):
            return await self._answered(TO_SIGN_IN, "", answer, site, origin)

    async def ask_to_confirm(self, guest: Guest, site: str) -> str:
        """What the browser needs to ask for a passkey of this person, as JSON."""
        await self.accounts.person(guest)
        keys = [PublicKeyCredentialDescriptor(id=id) for id in await self._ids(guest)]
        question = await self._question(TO_CONFIRM, guest.session)
        options = generate_authentication_options(
            rp_id=site, challenge=question, allow_credentials=keys, user_verification=UserVerificationRequirement.REQUIRED
        )  # fmt: skip
        return options_to_json(options)

    async def confirm(self, guest: Guest, answer: str, site: str, origin: str) -> None:
        """A passkey of the person has answered, which counts for ten minutes on this device."""
        async with self.accounts.attempts.trying(Caller("", guest.device)):
            person = await self._answered(TO_CONFIRM, guest.session, answer, site, origin)
            if person != guest.session:
                raise bad_passkey()
        await self.people.prove(guest.device)

    async def _answered(self, kind: str, asked: str, answer: str, site: str, origin: str) -> str:
        """The person whose passkey has answered our question of this kind."""
        question = await self._asked(kind, answer, asked)
        key = str(json.loads(answer).get("id"))
        columns = (*PasskeyRow.__table__.c, PersonRow.password)
        async with self.store.reading() as connection:
            query = select(*columns).join(PersonRow, PersonRow.id == PasskeyRow.person).where(PasskeyRow.id == key)
            row = (await connection.execute(query)).first() if storable(key) else None
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
        if not used.user_verified:
            raise unverified(has_password=row.password is not None)
        async with self.store.writing() as connection:
            count = update(PasskeyRow).where(PasskeyRow.id == row.id).values(uses=used.new_sign_count)
            await connection.execute(count)
        return str(row.person)

    async def _question(self, kind: str, person: str | None) -> bytes:
        question = secrets.token_bytes(32)
        async with self.store.writing() as connection:
            await add_ticket(connection, kind, bytes_to_base64url(question), person, QUESTION_LIVES)
        return question

    async def _asked(self, kind: str, answer: str, person: str) -> bytes:
        """The question that a passkey says to answer, if we have asked it of this person; it is asked once."""
        try:
            data = json.loads(base64url_to_bytes(json.loads(answer)["response"]["clientDataJSON"]))
            question = str(data["challenge"])
            raw = base64url_to_bytes(question)
        except HOSTILE as error:
            raise bad_passkey() from error
        async with self.store.writing() as connection:
            asked = await use_ticket(connection, kind, question)
        if asked != person:
            raise bad_passkey()
        return raw


def bad_passkey() -> Forbidden:
    return Forbidden(Message(N_("This passkey was not accepted: it is not known here, or took too long. Try again.")))


def unverified(has_password: bool) -> Forbidden:
    """The key was there, but has not checked who holds it."""
    if has_password:
        text = N_(
            "This passkey has not checked that it is you (by PIN, finger or face). Sign in with your password, "
            "remove it on the page “Account” and add one that does."
        )
        return Forbidden(Message(text))
    text = N_(
        "This passkey has not checked that it is you, and it is the only way into the account. Set a PIN, a finger or "
        "a face for it in your device or password manager, then try again."
    )
    return Forbidden(Message(text))
