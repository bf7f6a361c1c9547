"""Notifications: who gets which one. Each is sent once, not too early, and again if it fails.

A match that has moved on is marked in the same transaction (`matches.news`), so nothing is missed when a worker dies. One worker
at a time looks for such marks, queues the notifications (`notices`) and delivers what is due. A person who has the page open, or has
decided in the meantime, gets none.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import urlsplit

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from brehon.core.contract import CHANCE
from brehon.core.errors import BrehonError
from brehon.core.match import Match
from brehon.core.text import N_, Message, Speaker
from brehon.server.people.alerts import ALERT
from brehon.server.people.alerts import WORDS as ALERTS
from brehon.server.people.groups import invitation_to
from brehon.server.people.subscriptions import A_DAY, CONFIRM, TEST, WAITING, Subscriptions
from brehon.server.people.webhooks import NotDelivered, Notice, body_of, post
from brehon.server.storage.cluster import Claims
from brehon.server.storage.database import UNREACHABLE
from brehon.server.storage.schema import BOT, AlertRow, ContactRow, HookRow, MatchRow, NoticeRow, SeatRow
from brehon.server.table.chat import TableChat
from brehon.server.table.notice_words import (
    ALERT_LETTER,
    ALERT_SUBJECT,
    CONFIRM_LETTER,
    CONFIRM_SUBJECT,
    INVITE,
    LETTER,
    NUDGE,
    OVER,
    PROPOSE,
    SUBJECTS,
    TURN,
    proposal_words,
    words_of,
)
from brehon.server.table.presence import voices_of
from brehon.server.table.table import Table, people_to_move
from brehon.server.table.tables import Tables

log: Final = logging.getLogger("brehon.server")
SENT: Final = "sent"
MOOT: Final = "moot"  # no longer needed
FAILED: Final = "failed"  # given up
MAX_TRIES: Final = 6
A_MINUTE: Final = 60.0
MAX_PER_HOST: Final = 120  # tries at one host in a minute
AT_ONCE: Final = 8  # deliveries side by side
BATCH: Final = 200
KEPT: Final = 30 * A_DAY
GRACE: Final = 2.0  # seconds for a delivery that is under way when the server ends


class Crowded(Exception):
    """Another server has got its maximum for this minute; delivery goes on later."""


@dataclass
class Due:
    """A notification about a table: for a person in a seat, or (with "" and None) for the table's own hooks."""

    kind: str
    person: str
    seat: int | None
    since: int


class Notifier:
    """Finds the notifications that are due and sends them."""

    def __init__(self, tables: Tables, company: TableChat, contacts: Subscriptions, claims: Claims) -> None:
        self.tables = tables
        self.company = company
        self.contacts = contacts
        self.claims = claims
        self.settings = tables.settings
        self.store = tables.store
        self._pruned = 0.0
        self._minute = 0
        self._tries: Counter[str] = Counter()  # host -> tries in this minute
        self._ending = asyncio.Event()
        self._sweeping: asyncio.Task[None] | None = None

    async def sweep(self) -> None:
        """Until the server ends; of several workers one at a time does it."""
        while not self._ending.is_set():
            try:
                if await self.claims.take("notices"):
                    try:
                        await self.once()
                    finally:
                        await self.claims.drop("notices")
            except UNREACHABLE as error:
                log.warning("notifications paused: database timeout error=%s", type(error).__name__)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), self.settings.notice_sweep)

    async def stop(self) -> None:
        """End between two deliveries if that is possible soon; a cancelled delivery is tried again later."""
        self._ending.set()
        if self._sweeping is not None:
            await asyncio.wait([self._sweeping], timeout=GRACE)
            await self.store.end([self._sweeping])

    def start(self) -> None:
        self._sweeping = asyncio.create_task(self.sweep())

    async def once(self) -> None:
        """Queue what is new, deliver what is due."""
        await self._queue_news()
        due = await self._due()
        for start in range(0, len(due), AT_ONCE):
            await asyncio.gather(*(self._attend(notice) for notice in due[start : start + AT_ONCE]))
        if time.time() > self._pruned + A_DAY:
            self._pruned = time.time()
            async with self.store.writing() as connection:
                await connection.execute(delete(NoticeRow).where(NoticeRow.created < self._pruned - KEPT))

    # -- new notifications

    async def _queue_news(self) -> None:
        async with self.store.reading() as connection:
            query = select(MatchRow.id, MatchRow.version).where(MatchRow.news).limit(BATCH)
            news = {row.id: row.version for row in await connection.execute(query)}
            if not news:
                return
            wanted = {row.match for row in await connection.execute(_interested(list(news)))}
        for match_id in wanted:
            try:
                await self._queue(match_id)
            except BrehonError as error:  # its game is no longer installed: other matches go on
                log.warning("notifications skipped: match cannot be loaded match=%s error=%s", match_id, error)

        def settled(connection: Connection) -> None:
            seen = (MatchRow.id == bindparam("at"), MatchRow.version == bindparam("then"))
            rows = [{"at": match_id, "then": version} for match_id, version in news.items()]
            connection.execute(update(MatchRow).where(*seen).values(news=False), rows)

        await self.store.write_at_once(settled)

    async def _queue(self, match_id: str) -> None:
        async with self.tables.at(match_id) as table:
            found = due_of(table)
        await self._add(found, match_id, self.settings.notice_delay)

    async def announce(self, dues: list[Due], match_id: str | None, about: str = "") -> None:
        """Queue notifications that are sent at once, by the ways that each person has chosen."""
        await self._add(dues, match_id, 0.0, about)

    async def _add(self, dues: list[Due], match_id: str | None, delay: float, about: str = "") -> None:
        now, rows = time.time(), list[dict[str, Any]]()
        for due in dues:
            for hook in await self._ways(match_id, due.person):
                words = f"{due.kind} {match_id or about} {due.person} {due.since} {hook}"
                rows.append({
                    "id": hashlib.sha256(words.encode()).hexdigest()[:40], "kind": due.kind, "match": match_id,
                    "person": due.person, "seat": due.seat, "since": due.since, "hook": hook, "address": "", "created": now,
                    "due": now + delay, "tries": 0, "state": WAITING, "about": about,
                })  # fmt: skip
        async with self.store.writing() as connection:
            ids = [row["id"] for row in rows]
            there = {row.id for row in await connection.execute(select(NoticeRow.id).where(NoticeRow.id.in_(ids)))}
            fresh = {row["id"]: row for row in rows if row["id"] not in there}
            if fresh:
                await connection.execute(insert(NoticeRow), list(fresh.values()))

    async def _ways(self, match_id: str | None, person: str) -> list[str | None]:
        """The hooks that notify a person (or a table) about this match; None stands for a mail."""
        contact = await self.contacts.contact(person) if self.contacts.mailer.is_ready else None
        ways: list[str | None] = [None] if contact is not None and contact.confirmed is not None else []
        hooks = await self.contacts.hooks(person, None if person else match_id)
        return [*ways, *(hook.id for hook in hooks if not hook.is_off and hook.match in (None, match_id))]

    # -- delivery

    async def _due(self) -> list[NoticeRow]:
        query = select(*NoticeRow.__table__.c).where(NoticeRow.state == WAITING, NoticeRow.due <= time.time())
        async with self.store.reading() as connection:
            return [
                NoticeRow(**row._mapping)
                for row in await connection.execute(query.order_by(NoticeRow.due).limit(BATCH))
            ]

    async def _attend(self, notice: NoticeRow) -> None:
        """One try. The next try is stored before this one begins, so that a crash in between loses nothing."""
        later = time.time() + self.settings.notice_retry * 4**notice.tries
        mine = (NoticeRow.id == notice.id, NoticeRow.tries == notice.tries, NoticeRow.state == WAITING)
        async with self.store.writing() as connection:
            values = {"tries": notice.tries + 1, "due": later}
            if (await connection.execute(update(NoticeRow).where(*mine).values(values))).rowcount == 0:
                return  # another worker has it
        try:
            state = SENT if await self._tell(notice) else MOOT
            await self._settle(notice, state, "")
        except NotDelivered as error:
            is_end = error.is_final or notice.tries + 1 >= MAX_TRIES
            log.warning("notification not delivered: try=%s error=%s", notice.tries + 1, type(error).__name__)
            await self._settle(notice, FAILED if is_end else WAITING, error.why)
        except Crowded:
            async with self.store.writing() as connection:
                values = {"tries": notice.tries, "due": time.time() + A_MINUTE}
                await connection.execute(update(NoticeRow).where(NoticeRow.id == notice.id).values(values))
        except BrehonError:  # the table can no longer be loaded
            await self._settle(notice, MOOT, "")

    async def _settle(self, notice: NoticeRow, state: str, why: Message | str) -> None:
        """Write down how it went, where its person can see it."""
        async with self.store.writing() as connection:
            await connection.execute(update(NoticeRow).where(NoticeRow.id == notice.id).values(state=state))
            if state == MOOT:
                return
            whose: Any = ContactRow if notice.hook is None else HookRow
            mine = ContactRow.person == notice.person if notice.hook is None else HookRow.id == notice.hook
            language = (await connection.execute(select(whose.language).where(mine))).scalar_one_or_none() or "en"
            values: dict[str, Any] = {"trouble": Speaker(language)(why)[:200]}
            if notice.hook is not None and state == SENT:
                values["delivered"] = time.time()
            if notice.hook is not None and state == FAILED:
                values["is_off"] = True
            await connection.execute(update(whose).where(mine).values(values))

    async def _tell(self, notice: NoticeRow) -> bool:
        """Send it, unless it is no longer needed."""
        if notice.hook is None:
            return await self._write(notice)
        hook = await self.contacts.hook(notice.hook)
        if hook is None or hook.is_off:
            return False
        say = Speaker(hook.language)
        text = say(Message(N_("This is a test: Brehon can notify you here when it is your turn.")))
        body = Notice(TEST, "", "", hook.base + "/", [], [], "", None, text)
        if notice.kind != TEST:
            found = await self._about(notice, hook.language, hook.base)
            if found is None:
                return False
            body = found
        self._check_crowd(hook.address)
        await post(hook.address, body_of(hook.shape, body), self.settings.private_hooks)
        return True

    def _check_crowd(self, address: str) -> None:
        """However many hooks people set up, this server does not flood another one."""
        minute, host = int(time.time() / A_MINUTE), urlsplit(address).hostname or ""
        if minute != self._minute:
            self._minute = minute
            self._tries.clear()
        self._tries[host] += 1
        if self._tries[host] > MAX_PER_HOST:
            raise Crowded

    async def _write(self, notice: NoticeRow) -> bool:
        contact, mailer = await self.contacts.contact(notice.person), self.contacts.mailer
        if contact is None or not mailer.is_ready:
            return False
        say, base = Speaker(contact.language), mailer.base
        if notice.kind == CONFIRM:
            if contact.address != notice.address or contact.confirmed is not None:
                return False
            link = f"{base}/mail/confirm/{contact.confirm_token}"
            await mailer.send(contact.address, say(Message(CONFIRM_SUBJECT)), say(Message(CONFIRM_LETTER, link=link)))
            return True
        if notice.kind == ALERT:
            return await self._warn(notice, contact)
        found = await self._about(notice, contact.language, base)
        if found is None or contact.confirmed is None:
            return False
        subject = Message(SUBJECTS[notice.kind], game=found.game)
        stop = f"{base}/mail/stop/{contact.stop_token}"
        letter = Message(LETTER, news=found.text, link=found.link, players=", ".join(found.players), stop=stop)
        await mailer.send(contact.address, say(subject), say(letter), stop)
        return True

    async def _warn(self, notice: NoticeRow, contact: ContactRow) -> bool:
        """Mail to a person about what was added to their account."""
        say, base = Speaker(contact.language), self.contacts.mailer.base
        async with self.store.reading() as connection:
            query = select(AlertRow.kind, AlertRow.label, AlertRow.at).where(AlertRow.person == notice.person)
            row = (await connection.execute(query.where(AlertRow.id == notice.id.removeprefix(f"{ALERT}-")))).first()
        if row is None or contact.confirmed is None:
            return False
        what = say(Message(ALERTS[row.kind], label=row.label))
        when = datetime.fromtimestamp(row.at, UTC).strftime("%Y-%m-%d %H:%M")
        stop = f"{base}/mail/stop/{contact.stop_token}"
        letter = Message(ALERT_LETTER, what=what, when=when, link=f"{base}/account", stop=stop)
        await self.contacts.mailer.send(contact.address, say(Message(ALERT_SUBJECT)), say(letter), stop)
        return True

    async def _about(self, notice: NoticeRow, language: str, base: str) -> Notice | None:
        """The notification about a table or a proposal as it is now; None if it is no longer needed."""
        if notice.kind == PROPOSE:
            found = await invitation_to(self.store, notice.about, notice.person)
            return None if found is None else proposal_words(found, Speaker(language), base)
        assert notice.match is not None
        async with self.tables.at(notice.match) as table:
            say = Speaker(language, table.names)
            if not is_still_due(table, notice):
                return None  # decided in the meantime, or no longer at the table
            body = words_of(table, notice, say, base)
            voices = voices_of(table.seats[notice.seat]) if notice.seat is not None else []
        here = await self.company.present(notice.match)
        return None if any(here.get(one, 0.0) > time.time() for one in voices) else body


def _interested(ids: list[str]) -> Any:
    """Which of these matches have subscribers."""
    mails = select(ContactRow.person).where(ContactRow.confirmed.is_not(None))
    people = select(HookRow.person).where(HookRow.match.is_(None), ~HookRow.is_off)
    of_people = select(SeatRow.match).where(
        SeatRow.match.in_(ids), SeatRow.session.in_(mails) | SeatRow.session.in_(people)
    )
    return of_people.union(select(HookRow.match).where(HookRow.match.in_(ids), ~HookRow.is_off))


def due_of(table: Table) -> list[Due]:
    """Who has to be notified about a table as it is now."""
    match = table.match
    if match is None:
        return []
    people = [seat for seat in table.seats if seat.kind != BOT]
    if match.is_over:
        due = [Due(OVER, one, seat.seat, 0) for seat in people for one in voices_of(seat)]
        return [*due, Due(OVER, "", None, 0)]
    waited_for = 0 if table.row.paused else people_to_move(match, table.seats)
    movers = [seat for seat in people if waited_for >> seat.seat & 1 and not _is_at_it(table, match, seat)]
    due = [Due(TURN, one, seat.seat, _since(match, seat.seat)) for seat in movers for one in voices_of(seat)]
    return [*due, Due(TURN, "", None, max(_since(match, seat.seat) for seat in movers))] if movers else []


def is_still_due(table: Table, notice: NoticeRow) -> bool:
    """Whether a notification about a table has still something to say."""
    if notice.kind == INVITE:
        return (table.match is None or not table.match.is_over) and bool(table.who(notice.person).kept)
    if notice.kind == NUDGE:
        match, seat = table.match, notice.seat or 0
        is_open = match is not None and not match.is_over and not table.row.paused and table.ply == notice.since
        return is_open and match is not None and people_to_move(match, table.seats) >> seat & 1 == 1
    return any((due.kind, due.person, due.since) == (notice.kind, notice.person, notice.since) for due in due_of(table))


def nudge_dues(table: Table, seat: int) -> list[Due]:
    """Whom a nudge is for: the person in the seat, and their program."""
    return [Due(NUDGE, one, seat, table.ply) for one in voices_of(table.seats[seat])]


def invite_dues(table: Table) -> list[Due]:
    """The people for whom seats are kept, each once."""
    kept = {seat.reserved: seat.seat for seat in reversed(table.seats) if seat.reserved}
    return [Due(INVITE, person, seat, 0) for person, seat in kept.items()]


def _since(match: Match, seat: int) -> int:
    """The ply after the last decision of a seat: the same as long as it does not decide."""
    return next(
        (n + 1 for n in range(match.ply - 1, -1, -1) if match.plies[n].seat == seat and not match.plies[n].hint), 0
    )


def _is_at_it(table: Table, match: Match, seat: SeatRow) -> bool:
    """Whether this person was the last to choose something, in any of their seats: a player in the middle of a turn is present.

    What the server decided for them, where there was one option, is not their choice.
    """
    mine = {one.seat for one in table.seats if one is seat or (seat.session and one.session == seat.session)}
    for number in range(match.ply - 1, -1, -1):
        ply = match.plies[number]
        if ply.seat == CHANCE:
            continue
        if ply.seat not in mine:
            return False
        if ply.action < 0 or len(match.at(number).legal(ply.seat)) > 1:
            return True
    return False
