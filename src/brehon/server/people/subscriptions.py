"""How people want to be notified: their mail address, once they have confirmed it, and their webhooks."""

from __future__ import annotations

import secrets
import time
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, func, insert, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, Forbidden, NotFound, TooMany, Unreadable
from brehon.server.people.mail import Mailer, read_address
from brehon.server.people.webhooks import SHAPES, check_address
from brehon.server.settings import Settings
from brehon.server.storage.schema import ContactRow, HookRow, NoticeRow, PersonRow
from brehon.server.storage.store import Store, storable

A_DAY: Final = 86_400.0
MAX_HOOKS: Final = 10  # of one person, or of one table
MAX_LETTERS: Final = 3  # requests to confirm one address, in a day; as many of one person
MAX_LETTERS_OF_ALL: Final = 300  # requests to confirm, in a day
MAX_TESTS: Final = 5  # of one hook, in a minute
WAITING: Final = "waiting"
CONFIRM: Final = "confirm"
TEST: Final = "test"


class Subscriptions:
    """Reads and writes how people want to be notified."""

    def __init__(self, settings: Settings, store: Store, mailer: Mailer) -> None:
        self.settings = settings
        self.store = store
        self.mailer = mailer

    # -- mail

    async def contact(self, person: str) -> ContactRow | None:
        return await self._one(ContactRow.person == person) if person else None

    async def set_address(self, person: str, text: str, language: str) -> None:
        """Note a mail address and ask there whether it is right."""
        if not self.mailer.is_ready:
            raise Conflict(Message(N_("This server does not send mail.")))
        known(person)
        address = read_address(text)
        async with self.store.writing() as connection:
            await _check_letters(connection, person, address)
            await connection.execute(delete(ContactRow).where(ContactRow.person == person))
            row = {
                "person": person, "address": address, "confirmed": None, "language": language, "trouble": "",
                "confirm_token": secrets.token_urlsafe(24), "stop_token": secrets.token_urlsafe(24),
            }  # fmt: skip
            await connection.execute(insert(ContactRow), row)
            await connection.execute(insert(NoticeRow), _notice(CONFIRM, person, address=address))

    async def forget_address(self, person: str) -> None:
        async with self.store.writing() as connection:
            await connection.execute(delete(ContactRow).where(ContactRow.person == person))

    async def takes_nudges(self, person: str) -> bool:
        """Whether others at a table may remind this person of their turn."""
        query = select(PersonRow.nudges).where(PersonRow.id == person)
        async with self.store.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none() is not False

    async def set_nudges(self, person: str, wanted: bool) -> None:
        known(person)
        async with self.store.writing() as connection:
            await connection.execute(update(PersonRow).where(PersonRow.id == person).values(nudges=wanted))

    async def by_confirm_token(self, token: str) -> ContactRow:
        return await self._known(ContactRow.confirm_token, token)

    async def by_stop_token(self, token: str) -> ContactRow:
        return await self._known(ContactRow.stop_token, token)

    async def confirm(self, token: str) -> None:
        contact = await self.by_confirm_token(token)
        async with self.store.writing() as connection:
            query = update(ContactRow).where(ContactRow.person == contact.person, ContactRow.confirm_token == token)
            await connection.execute(query.values(confirmed=time.time()))

    async def _known(self, column: Any, token: str) -> ContactRow:
        found = await self._one(column == token) if storable(token) else None
        if found is None:
            raise NotFound(Message(N_("This link has expired. Nothing is sent to an address that was not confirmed.")))
        return found

    async def _one(self, condition: ColumnElement[bool]) -> ContactRow | None:
        async with self.store.reading() as connection:
            row = (await connection.execute(select(*ContactRow.__table__.c).where(condition))).first()
            return None if row is None else ContactRow(**row._mapping)

    # -- webhooks

    async def hooks(self, person: str, match_id: str | None = None) -> list[HookRow]:
        """The hooks of a person, everywhere; or those of one table that are this person's or, for "", the table's."""
        mine = HookRow.person == person
        if match_id is not None:
            mine &= HookRow.match == match_id
        async with self.store.reading() as connection:
            rows = await connection.execute(select(*HookRow.__table__.c).where(mine).order_by(HookRow.created))
            return [HookRow(**row._mapping) for row in rows]

    async def add_hook(
        self, person: str, match_id: str | None, shape: str, address: str, language: str, base: str
    ) -> HookRow:
        """A new webhook: for a person's turns, or with "" as the person for a table's."""
        if shape not in SHAPES:
            raise Unreadable(Message(N_("A webhook can have these shapes: %(choices)s"), choices=", ".join(SHAPES)))
        check_address(address, self.settings.private_hooks)
        if len(await self.hooks(person, match_id if not person else None)) >= MAX_HOOKS:
            raise TooMany(Message(N_("You already have %(most)s webhooks; remove one first."), most=MAX_HOOKS))
        row: dict[str, Any] = {
            "id": secrets.token_urlsafe(12), "person": person, "match": match_id, "shape": shape, "address": address.strip(),
            "base": (self.settings.public_url or base).rstrip("/")[:200], "language": language, "created": time.time(),
            "delivered": None, "trouble": "", "is_off": False,
        }  # fmt: skip
        async with self.store.writing() as connection:
            await connection.execute(insert(HookRow), row)
        return HookRow(**row)

    async def hook(self, hook_id: str) -> HookRow | None:
        if not storable(hook_id):
            return None
        async with self.store.reading() as connection:
            row = (await connection.execute(select(*HookRow.__table__.c).where(HookRow.id == hook_id))).first()
            return None if row is None else HookRow(**row._mapping)

    async def remove_hook(self, hook_id: str) -> None:
        async with self.store.writing() as connection:
            await connection.execute(delete(NoticeRow).where(NoticeRow.hook == hook_id))
            await connection.execute(delete(HookRow).where(HookRow.id == hook_id))

    async def test_hook(self, hook: HookRow) -> None:
        """Send something at once; a hook that was given up is on again."""
        async with self.store.writing() as connection:
            lately = (NoticeRow.hook == hook.id, NoticeRow.kind == TEST, NoticeRow.created > time.time() - 60)
            if (await connection.execute(select(func.count()).where(*lately))).scalar_one() >= MAX_TESTS:
                raise TooMany(Message(N_("Too many requests. Wait a minute, then try again.")))
            await connection.execute(update(HookRow).where(HookRow.id == hook.id).values(is_off=False, trouble=""))
            await connection.execute(insert(NoticeRow), _notice(TEST, hook.person, hook=hook.id))


def known(person: str) -> None:
    """A person without a cookie has nothing to be notified about."""
    if not person:
        raise Forbidden(
            Message(N_("Take a seat or create a table first; then you can be notified when it is your turn."))
        )


def _notice(kind: str, person: str, address: str = "", hook: str | None = None) -> dict[str, Any]:
    now = time.time()
    return {
        "id": secrets.token_hex(20), "kind": kind, "match": None, "person": person, "seat": None, "since": 0, "hook": hook,
        "address": address, "created": now, "due": now, "tries": 0, "state": WAITING,
    }  # fmt: skip


async def _check_letters(connection: AsyncConnection, person: str, address: str) -> None:
    """No one can make this server flood another person's mailbox."""
    now = time.time()
    lately = (NoticeRow.kind == CONFIRM, NoticeRow.created > now - A_DAY)
    of_address, of_person = NoticeRow.address == address, NoticeRow.person == person
    limits = ((of_address, MAX_LETTERS), (of_person, MAX_LETTERS), (true(), MAX_LETTERS_OF_ALL))
    for of_whom, most in limits:
        query = select(func.count(), func.min(NoticeRow.created)).where(*lately, of_whom)
        number, oldest = (await connection.execute(query)).one()
        if number >= most:
            text = N_("No more e-mails can be sent today. Look for the last one, or try again tomorrow.")
            raise TooMany(Message(text), oldest + A_DAY - now)
