"""Who has to be told what, and that they are told: once, not too early, and again if it fails.

A match that has moved on is marked in the same transaction (`matches.news`), so nothing is missed when a worker dies. One worker
at a time looks for such marks, queues what has to be told (`notices`) and delivers what is due. Whoever has the page open, or has
decided meanwhile, is not told.
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

from brehon.core.contract import CHANCE, SPECTATOR
from brehon.core.errors import BrehonError
from brehon.core.match import Match
from brehon.core.text import N_, Message, Speaker
from brehon.server.alerts import ALERT
from brehon.server.alerts import WORDS as ALERTS
from brehon.server.company import Company, voices_of
from brehon.server.contacts import A_DAY, CONFIRM, TEST, WAITING, Contacts
from brehon.server.database import UNREACHABLE
from brehon.server.hooks import NotDelivered, Notice, body_of, post
from brehon.server.pace import clocks_of, pace_of
from brehon.server.schema import BOT, AlertRow, ContactRow, HookRow, MatchRow, NoticeRow, SeatRow
from brehon.server.services import Table, Tables, people_to_move
from brehon.server.signals import Claims

log: Final = logging.getLogger("brehon.server")
TURN: Final = "turn"
OVER: Final = "over"
SENT: Final = "sent"
MOOT: Final = "moot"  # not needed any more
FAILED: Final = "failed"  # given up
MAX_TRIES: Final = 6
A_MINUTE: Final = 60.0
MAX_PER_HOST: Final = 120  # tries at one host in a minute
AT_ONCE: Final = 8  # deliveries side by side
BATCH: Final = 200
KEPT: Final = 30 * A_DAY
GRACE: Final = 2.0  # seconds for a delivery that is under way when the server ends


class Crowded(Exception):
    """Another server has been told enough for this minute; later it goes on."""


@dataclass
class Due:
    """Something to be told about a table: to a person in a seat, or (with "" and None) to the table's own hooks."""

    kind: str
    person: str
    seat: int | None
    since: int


class Messenger:
    """Looks for what has to be told and tells it."""

    def __init__(self, tables: Tables, company: Company, contacts: Contacts, claims: Claims) -> None:
        self.tables = tables
        self.company = company
        self.contacts = contacts
        self.claims = claims
        self.settings = tables.settings
        self.store = tables.store
        self._pruned = 0.0
        self._minute = 0
        self._told: Counter[str] = Counter()  # host -> tries in this minute
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
                log.warning("nobody can be told anything, for the database does not answer: %s", type(error).__name__)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), self.settings.notice_sweep)

    async def stop(self) -> None:
        """End between two deliveries if that is possible soon; whatever was broken off is tried again later."""
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

    # -- what has to be told

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
            except BrehonError as error:  # its game is not installed any more: the others must not suffer
                log.warning("nobody is told about match %s: %s", match_id, error)

        def told(connection: Connection) -> None:
            seen = (MatchRow.id == bindparam("at"), MatchRow.version == bindparam("then"))
            rows = [{"at": match_id, "then": version} for match_id, version in news.items()]
            connection.execute(update(MatchRow).where(*seen).values(news=False), rows)

        await self.store.write_at_once(told)

    async def _queue(self, match_id: str) -> None:
        async with self.tables.at(match_id) as table:
            found = due_of(table)
        now, rows = time.time(), list[dict[str, Any]]()
        for due in found:
            for hook in await self._ways(match_id, due.person):
                words = f"{due.kind} {match_id} {due.person} {due.since} {hook}"
                rows.append({
                    "id": hashlib.sha256(words.encode()).hexdigest()[:40], "kind": due.kind, "match": match_id,
                    "person": due.person, "seat": due.seat, "since": due.since, "hook": hook, "address": "", "created": now,
                    "due": now + self.settings.notice_delay, "tries": 0, "state": WAITING,
                })  # fmt: skip
        async with self.store.writing() as connection:
            ids = [row["id"] for row in rows]
            there = {row.id for row in await connection.execute(select(NoticeRow.id).where(NoticeRow.id.in_(ids)))}
            fresh = {row["id"]: row for row in rows if row["id"] not in there}
            if fresh:
                await connection.execute(insert(NoticeRow), list(fresh.values()))

    async def _ways(self, match_id: str, person: str) -> list[str | None]:
        """The hooks by which a person (or a table) is told something about this match; None stands for a mail."""
        contact = await self.contacts.contact(person) if self.contacts.mailer.is_ready else None
        ways: list[str | None] = [None] if contact is not None and contact.confirmed is not None else []
        hooks = await self.contacts.hooks(person, None if person else match_id)
        return [*ways, *(hook.id for hook in hooks if not hook.is_off and hook.match in (None, match_id))]

    # -- telling it

    async def _due(self) -> list[NoticeRow]:
        query = select(*NoticeRow.__table__.c).where(NoticeRow.state == WAITING, NoticeRow.due <= time.time())
        async with self.store.reading() as connection:
            return [
                NoticeRow(**row._mapping)
                for row in await connection.execute(query.order_by(NoticeRow.due).limit(BATCH))
            ]

    async def _attend(self, notice: NoticeRow) -> None:
        """One try; the next one is fixed before it begins, so that whoever dies in between loses nothing."""
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
            log.warning("a notice could not be delivered (try %s): %s", notice.tries + 1, type(error).__name__)
            await self._settle(notice, FAILED if is_end else WAITING, error.why)
        except Crowded:
            async with self.store.writing() as connection:
                values = {"tries": notice.tries, "due": time.time() + A_MINUTE}
                await connection.execute(update(NoticeRow).where(NoticeRow.id == notice.id).values(values))
        except BrehonError:  # the table cannot be loaded any more
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
        """Tell it, unless it is not needed any more."""
        if notice.hook is None:
            return await self._write(notice)
        hook = await self.contacts.hook(notice.hook)
        if hook is None or hook.is_off:
            return False
        say = Speaker(hook.language)
        text = say(Message(N_("This is a test: Brehon can tell you here when it is your turn.")))
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
        """However many hooks people set up, this server does not storm another one."""
        minute, host = int(time.time() / A_MINUTE), urlsplit(address).hostname or ""
        if minute != self._minute:
            self._minute = minute
            self._told.clear()
        self._told[host] += 1
        if self._told[host] > MAX_PER_HOST:
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
        """What there is to be told about a table now; None if nobody needs it any more."""
        assert notice.match is not None
        async with self.tables.at(notice.match) as table:
            say = Speaker(language, table.names)
            if not any(
                (due.kind, due.person, due.since) == (notice.kind, notice.person, notice.since) for due in due_of(table)
            ):
                return None  # decided meanwhile, or not at the table any more
            body = words_of(table, notice, say, base)
            voices = voices_of(table.seats[notice.seat]) if notice.seat is not None else []
        here = await self.company.present(notice.match)
        return None if any(here.get(one, 0.0) > time.time() for one in voices) else body


CONFIRM_SUBJECT: Final = N_("Brehon: is this your address?")
CONFIRM_LETTER: Final = N_(
    "Somebody, hopefully you, wants to be told by mail when it is their turn at a table of Brehon.\n\n"
    "If that was you, confirm it here:\n%(link)s\n\nIf not, do nothing: no more mail will come."
)
ALERT_SUBJECT: Final = N_("Brehon: something was added to your account")
ALERT_LETTER: Final = N_(
    "%(what)s (%(when)s UTC)\n\nIf this was you, there is nothing to do. If not, sign that device out, remove the passkey "
    "and change your password here:\n%(link)s\n\n-- \nYou get this because you asked Brehon for mail. No more mail: %(stop)s"
)
SUBJECTS: Final = {TURN: N_("Your turn: %(game)s"), OVER: N_("The game is over: %(game)s")}
LETTER: Final = N_(
    "%(news)s\n\n%(link)s\n\nAt the table: %(players)s\n\n-- \nYou get this because you asked Brehon for it. "
    "No more mail: %(stop)s"
)


def _interested(ids: list[str]) -> Any:
    """Which of these matches somebody wants to hear of."""
    mails = select(ContactRow.person).where(ContactRow.confirmed.is_not(None))
    people = select(HookRow.person).where(HookRow.match.is_(None), ~HookRow.is_off)
    of_people = select(SeatRow.match).where(
        SeatRow.match.in_(ids), SeatRow.session.in_(mails) | SeatRow.session.in_(people)
    )
    return of_people.union(select(HookRow.match).where(HookRow.match.in_(ids), ~HookRow.is_off))


def due_of(table: Table) -> list[Due]:
    """Who has to be told something about a table as it stands."""
    match = table.match
    if match is None:
        return []
    people = [seat for seat in table.seats if seat.kind != BOT]
    if match.is_over:
        told = [Due(OVER, one, seat.seat, 0) for seat in people for one in voices_of(seat)]
        return [*told, Due(OVER, "", None, 0)]
    waited_for = 0 if table.row.paused else people_to_move(match, table.seats)
    movers = [seat for seat in people if waited_for >> seat.seat & 1 and not _is_at_it(table, match, seat)]
    told = [Due(TURN, one, seat.seat, _since(match, seat.seat)) for seat in movers for one in voices_of(seat)]
    return [*told, Due(TURN, "", None, max(_since(match, seat.seat) for seat in movers))] if movers else []


def _since(match: Match, seat: int) -> int:
    """The ply after the last decision of a seat: the same as long as it does not decide."""
    return next((n + 1 for n in range(match.ply - 1, -1, -1) if match.plies[n].seat == seat), 0)


def _is_at_it(table: Table, match: Match, seat: SeatRow) -> bool:
    """Whether the last decision was this person's own, in any of their seats: whoever is in the middle of a turn is there."""
    last = next((ply.seat for ply in reversed(match.plies) if ply.seat != CHANCE), CHANCE)
    return last >= 0 and (last == seat.seat or (bool(seat.session) and table.seats[last].session == seat.session))


def words_of(table: Table, notice: NoticeRow, say: Speaker, base: str) -> Notice:
    """What is told about a table: only what somebody who looks on may know."""
    match, game = table.playing(), table.rules.game
    names = [say.seat(seat.seat) for seat in table.seats]
    movers = [names[seat.seat] for seat in table.seats if not match.is_over and match.may_move(seat.seat)]
    status = say(game.face().status(table.rules, match.view(SPECTATOR)))
    deadline = deadline_of(table, notice.seat)
    if match.is_over:
        places = match.ranks()
        winners = ", ".join(name for name, place in zip(names, places, strict=True) if place == 1)
        text = Message(N_("%(game)s is over. First place: %(winners)s."), game=game.title, winners=winners)
    elif notice.person:
        text = Message(N_("It is your turn in %(game)s. %(status)s"), game=game.title, status=status)
    else:
        text = Message(
            N_("%(game)s waits for: %(players)s. %(status)s"), game=game.title, players=", ".join(movers), status=status
        )
    when = None
    if deadline is not None:
        moment = datetime.fromtimestamp(table.time.on_wall(deadline), UTC)
        when = moment.isoformat(timespec="seconds")
        text = Message(N_("%(news)s Decide before %(when)s UTC."), news=text, when=moment.strftime("%Y-%m-%d %H:%M"))
    return Notice(notice.kind, game.title, table.id, f"{base}/table/{table.id}", names, movers, status, when, say(text))


def deadline_of(table: Table, seat: int | None) -> float | None:
    """Until when a seat has to decide, or the first of all; None where no clock runs."""
    pace = pace_of(table.row.pace)
    if pace is None:
        return None
    clocks = clocks_of(table.row.clocks, pace, len(table.seats))
    asked = range(len(table.seats)) if seat is None else [seat]
    return min((clocks.since + clocks.left[one] for one in asked if clocks.runs(one)), default=None)
