"""Everything that pages and API can do at a table. One lock per match; a move counts when it is on disk."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy.exc import IntegrityError

from brehon.bots.levels import level as bot_level
from brehon.core import registry
from brehon.core.contract import SPECTATOR, Components, Game, Ruleset
from brehon.core.errors import BadOptions, IllegalAction
from brehon.core.face import Form
from brehon.core.fair import commitment, new_secret
from brehon.core.lock import Lock, is_hash, read_lock
from brehon.core.match import Done, Match
from brehon.core.record import Player, Record, Signatures, read_record
from brehon.core.signing import Signer
from brehon.core.text import N_, Message, Reason, Speaker
from brehon.server.errors import Conflict, Forbidden, NotFound, Stale, Unreadable
from brehon.server.inspections import Inspections
from brehon.server.inspector import Examined, Verdict
from brehon.server.keys import Keyring, digest, is_free, new_key
from brehon.server.live import Hub
from brehon.server.pace import Pace, clocks_of, pace_of
from brehon.server.playtime import PlayTime
from brehon.server.schema import BOT, KINDS, ME, MatchRow, RecordRow, SeatRow
from brehon.server.settings import Settings, fairness_key, signing_key
from brehon.server.store import LOOK, Change, Overtaken, Store
from brehon.server.vacations import Vacations
from brehon.server.visit import new_session
from brehon.server.visits import Visits
from brehon.server.watching import Looking, check_welcome, front_mark, shown_to

if TYPE_CHECKING:
    from brehon.server.asker import Asker

Result = TypeVar("Result")
Said = dict[tuple[str, int], str]  # (language, id of an event of the match) -> its line of the log
MAX_NAME: Final = 24
MAX_EXAMINED: Final = 16  # uploaded records kept in memory
MAX_OWN: Final = 32  # people's own sets of components kept in memory, beside those of the tables there
MAX_REMEMBERED: Final = 20_000  # plies of these records together; one is kept however long it is
LONG: Final = 1000  # plies; a longer match is read in beside the event loop, so that the other tables go on
MOST_FORCED: Final = 100  # decisions with one option in a row
CHANGED: Final = N_("The table has changed meanwhile. Look again.")


@dataclass
class SeatOrder:
    """Who is to sit in a seat."""

    kind: str
    level: str = ""
    name: str = ""


@dataclass
class Order:
    """What a table is to be."""

    game: str
    seats: list[SeatOrder]
    options: dict[str, str] = field(default_factory=dict)
    components: str = ""  # the name of a built-in set, or of the file
    source: str = ""  # the text of the file
    looking: Looking = field(default_factory=Looking)
    pace: Pace | None = None  # how long people may think
    waits: bool = False  # for a number of its maker, also if no one else has to come


@dataclass
class Who:
    """Whoever asks, as this table knows them."""

    seats: list[int]
    is_host: bool = False
    is_banned: bool = False
    is_hot: bool = False  # several seats of a game with secrets at one device: a curtain falls between them
    front: int = -1  # of a hot seat: who holds the device

    @property
    def acting(self) -> list[int]:
        """The seats for which they can decide without handing the device over."""
        return self.seats if not self.is_hot else [seat for seat in self.seats if seat == self.front]


@dataclass
class Taken:
    """A seat where a player has just sat down."""

    table: str
    seat: int
    key: str | None  # for this player alone; None if they sat there before


@dataclass
class Created:
    """A new table, with what only the player who has made it gets."""

    id: str
    host_key: str
    keys: dict[int, str]  # of the seats where they sit


class Table:
    """A match with its seats; `match` is there from the start on."""

    def __init__(self, row: MatchRow, seats: list[SeatRow], rules: Ruleset, time: PlayTime) -> None:
        self.row = row
        self.time = time  # that its clocks count in
        self.seats = seats
        self.rules = rules
        self.server_key = ""  # public; signs locks and records
        self.version = row.version  # of what is remembered here; LOOK if it must be read again
        self.match: Match | None = None
        self.said: Said = {}

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def ply(self) -> int:
        return self.match.ply if self.match else 0

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def commitment(self) -> str:
        return commitment(self.row.secret)

    @property
    def waiting_for(self) -> list[int]:
        """Seats of people who have not come yet."""
        return [seat.seat for seat in self.seats if seat.kind != BOT and seat.session is None]

    @property
    def lock(self) -> Lock | None:
        """What was fixed before the numbers were opened; None before that, and in games of the first edition."""
        return read_lock(self.row.lock) if self.row.lock is not None else None

    @property
    def is_locked(self) -> bool:
        """Whether the table waits for numbers to be opened."""
        return self.row.lock is not None and self.row.started is None and self.row.voided is None

    @property
    def to_open(self) -> list[int]:
        """The seats whose numbers are not open yet."""
        lock = self.lock
        return [seat for seat in lock.with_number if self.seats[seat].number is None] if lock is not None else []

    def new_match(self) -> Match:
        players = [Player(seat.name or f"Seat {seat.seat + 1}", seat.level) for seat in self.seats]
        lock = self.lock
        if lock is None:
            return Match(self.rules, players, self.row.secret, [seat.word for seat in self.seats])
        numbers = lock.drawn_with([seat.number or "" for seat in self.seats])
        return Match(self.rules, players, self.row.secret, numbers, lock)

    def catch_up(self, row: MatchRow, seats: list[SeatRow], lines: list[str]) -> None:
        """Take over what has been stored since: who sits where, and the lines from the next ply on."""
        if self.names != [seat.name for seat in seats]:
            self.said.clear()  # the log has names in it
        self.row, self.seats, self.version = row, seats, row.version
        if row.started is not None:
            if self.match is None:
                self.match = self.new_match()
            for seat, player in zip(seats, self.match.players, strict=True):
                player.name, player.level = seat.name or player.name, seat.level
            self.match.resume(lines)

    def stored(self, version: int) -> None:
        """After a change of our own: if somebody else has made one in between, look again."""
        self.version = version if version == self.version + 1 else LOOK

    @property
    def gives_record(self) -> bool:
        """Whether the record may be given out: where a game has secrets, its lines would tell them before the end."""
        return self.match is not None and (self.match.is_over or not self.rules.game.has_secrets)

    def playing(self) -> Match:
        if self.match is None:
            raise Conflict(Message(N_("The game has not begun; whoever set up the table starts it.")))
        return self.match

    def who(self, session: str, front: str = "") -> Who:
        """The person behind a session; `front` is the mark of the seat that holds the device."""
        mine = [seat.seat for seat in self.seats if session and seat.session == session]
        is_hot = self.rules.game.has_secrets and len(mine) > 1
        holder = next((seat for seat in mine if is_hot and front == front_mark(self.id, seat)), -1)
        is_banned = any(ban["person"] == session for ban in self.row.bans)
        return Who(mine, bool(session) and self.row.host == session, is_banned, is_hot, holder)

    def view_seat(self, who: Who) -> int:
        """From where they see the table: their seat; of several seats the one that decides.

        Behind the curtain of a hot seat there is only what everybody may know.
        """
        if not who.seats:
            return SPECTATOR
        deciding = [] if self.match is None else [seat for seat in who.seats if self.match.may_move(seat)]
        if who.is_hot and self.match is not None and not self.match.is_over:
            return who.front if who.front in (deciding or who.seats) else SPECTATOR
        return (deciding or who.seats)[0]

    def shown_to(self, who: Who) -> Match | None:
        """The match as far as they may look at it, Forbidden if not at all. Whatever is shown is made from this one."""
        return shown_to(self, who)

    def level_of(self, seat: int) -> str:
        """The level of the bot that plays in a seat; "" if a person does."""
        return playing_level(self.playing(), self.seats[seat])

    @property
    def owner(self) -> str:
        """The person to whom the time of its bots is charged: the host, else the first who sits here; "" if no one is known."""
        return self.row.host or next((seat.session for seat in self.seats if seat.session), "")

    @property
    def is_bots_only(self) -> bool:
        """Whether no person or program decides in any seat now."""
        return all(self.level_of(seat.seat) for seat in self.seats)

    def bot_to_move(self) -> int:
        """The seat of a bot that may decide now, or -1; while the game is paused nobody may."""
        return -1 if self.match is None or self.row.paused else bot_to_move(self.match, self.seats)


def bot_to_move(match: Match, seats: list[SeatRow]) -> int:
    """The seat of a bot that may decide now, or -1."""
    movers = match.state.movers()
    return next((seat.seat for seat in seats if movers >> seat.seat & 1 and playing_level(match, seat)), -1)


def playing_level(match: Match, seat: SeatRow) -> str:
    """The level of the bot that plays in a seat, its own or in place of a person; "" if the person plays."""
    stand_in = match.stand_ins[seat.seat]
    return stand_in.level if stand_in is not None else seat.level


class Tables:
    """The service behind every route."""

    def __init__(self, settings: Settings, store: Store, hub: Hub) -> None:
        self.settings = settings
        self.store = store
        self.hub = hub
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._examined: OrderedDict[str, tuple[Match, bool]] = OrderedDict()
        self.time = PlayTime(settings.time, store, settings.clock_beat)
        self.vacations = Vacations(store, settings.time)
        self.visits = Visits(store)
        self.keyring = Keyring(signing_key(settings.data_dir))
        self.signer = Signer(fairness_key(settings.data_dir))
        self._proving = asyncio.Semaphore(1)  # long records are opened one at a time, in parallel to the event loop
        self._building = asyncio.Semaphore(1)  # and so are people's own cards and maps
        self.inspections = Inspections()

    @asynccontextmanager
    async def at(self, match_id: str, again: bool = False) -> AsyncIterator[Table]:
        """The table, to oneself: nobody sees a move before it is stored.

        Where other workers write too it is compared with the database, unless the same request has done so (`again`).
        """
        async with self.lock_of(match_id):
            yield await self._load(match_id, again)

    def lock_of(self, match_id: str) -> asyncio.Lock:
        """Whoever holds it has the table to themselves, within this worker."""
        lock = self._locks.get(match_id)
        if lock is None:
            lock = self._locks[match_id] = asyncio.Lock()
        return lock

    @asynccontextmanager
    async def visit(self, match_id: str, asker: Asker) -> AsyncIterator[tuple[Table, Who]]:
        """The table to act at, and who asks there: decided under the lock under which they act.

        Whoever was shut out while the request was on its way is refused. If another worker has changed the table while this
        one was about to, nothing is stored.
        """
        async with self.at(match_id) as table:
            who = await asker.at(self.store, table)
            check_welcome(table, who)
            try:
                yield table, who
            except Overtaken:
                self.forget(match_id)
                raise Conflict(Message(CHANGED)) from None

    async def _load(self, match_id: str, again: bool = False) -> Table:
        table = self._cache.get(match_id)
        if table is not None and (table.version == LOOK or (self.store.is_shared and not again)):
            table = await self._caught_up(table)
        if table is None:
            found = await self.store.match(match_id)
            if found is None:
                raise NotFound(Message(N_("There is no such table. Check the link: it must be complete.")))
            table = await self._read_in(*found)
            table.server_key = self.signer.public
            self._cache[match_id] = table
            while len(self._cache) > self.settings.max_tables:
                self._cache.popitem(last=False)
        self._cache.move_to_end(match_id)
        if table.row.started is None:
            await self.visits.note(MatchRow, match_id, table.row.seen or table.row.created)
        return table

    async def _read_in(self, row: MatchRow, seats: list[SeatRow], lines: list[str]) -> Table:
        """The table as it was stored; in a thread where that takes long, so that the other tables go on."""
        if row.source is not None:
            async with self._building:
                return await asyncio.to_thread(_rebuilt, self.time, row, seats, lines)
        if len(lines) > LONG:
            return await asyncio.to_thread(_rebuilt, self.time, row, seats, lines)
        return _rebuilt(self.time, row, seats, lines)

    async def _caught_up(self, table: Table) -> Table | None:
        """The table with what other workers have added to it; None if it is not there any more."""
        if await self.store.version(table.id) == table.version:
            return table
        found = await self.store.match(table.id, table.ply)
        if found is None:
            self._cache.pop(table.id, None)
            return None
        table.catch_up(*found)
        return table

    @property
    def in_memory(self) -> int:
        """How many matches are kept in memory."""
        return len(self._cache)

    def forget(self, match_id: str) -> None:
        """What is remembered of a match may be wrong: the database is right."""
        self._cache.pop(match_id, None)

    # -- before the game

    async def create(self, order: Order, session: str) -> Created:
        """Set up a table."""
        game = registry.game(order.game)
        seats = _seat_people(order.seats)
        rules = await self._ruleset(game, order)
        builtin = rules.components.builtin
        match_id = secrets.token_urlsafe(12)
        host_key = self.keyring.host_key(match_id)
        keys = {number: new_key() for number, seat in enumerate(seats) if seat.kind == ME}
        row: dict[str, object] = {
            "id": match_id,
            "game": game.name,
            "rules": rules.version,
            "options": rules.options,
            "components": rules.components.name,
            "source": None if builtin else rules.components.source,
            "secret": self.settings.fixed_secret or new_secret(),
            "host": session,
            "host_key": digest(host_key),
            "created": time.time(),
            "started": None,
            "finished": None,
            "version": 0,
            "bot_turn": False,
            "news": False,
            **order.looking.columns(),
            "pace": asdict(order.pace) if order.pace else None,
        }
        rows = [
            {
                "match": match_id,
                "seat": number,
                "kind": seat.kind,
                "level": seat.level,
                "name": seat.name,
                "session": (session or new_session()) if seat.kind == ME else None,
                "word": "",
                **self.keyring.columns(match_id, number),
                "seat_key": digest(keys[number]) if number in keys else None,
            }
            for number, seat in enumerate(seats)
        ]
        await self.store.add_match(row, rows)
        return Created(match_id, host_key, keys)

    async def _ruleset(self, game: Game, order: Order) -> Ruleset:
        """The rules of a new table. A file is checked elsewhere; only one that has passed is read in here."""
        n_seats, options = len(order.seats), order.options
        if not order.source:
            components = registry.builtin(game, order.components or game.default_components)
            return registry.make_ruleset(game, n_seats, options, components)
        name = clean(order.components, 60) or "own"
        await self.inspections.components(game.name, order.source, name, n_seats, options)
        async with self._building:
            return await asyncio.to_thread(
                lambda: registry.make_ruleset(game, n_seats, options, own_components(game, order.source, name))
            )

    async def claim(self, link: str, session: str, name: str, number_hash: str = "") -> Taken:
        """Take a seat by its link, first come."""
        found = await self.seat_of_link(link)
        async with self.at(found.match) as table:
            seat = table.seats[found.seat]
            if seat.session is not None and seat.session == session:
                return Taken(table.id, seat.seat, None)
            check_welcome(table, table.who(session))
            if not is_free(seat) or seat.invitation != digest(link):
                raise seat_is_taken()
            try:
                return await self.take(table, seat, session, name, number_hash)
            except Overtaken:
                raise seat_is_taken() from None

    async def take(self, table: Table, seat: SeatRow, session: str, name: str, number_hash: str = "") -> Taken:
        """A player sits down in a free seat, under the lock of the table, and gets its key; no other key opens the seat.

        Overtaken if it was taken at another worker.
        """
        if table.row.lock is not None or table.row.started is not None:
            number_hash = ""  # it comes too late, and the lock says so
        if number_hash:
            check_hash(table, seat.seat, number_hash)
        others = [other.name for other in table.seats if other.seat != seat.seat]
        name, key = distinct(clean(name, MAX_NAME) or seat.name, others), new_key()
        values = {"session": session, "name": name, "seat_key": digest(key), "number_hash": number_hash}
        try:
            table.stored(await self.store.take_seat(seat, values))
        except Overtaken:
            self.forget(table.id)
            raise
        seat.session, seat.name, seat.seat_key, seat.number_hash = session, name, digest(key), number_hash
        table.said.clear()  # the log has names in it
        if table.match is not None:
            table.match.players[seat.seat].name = name
        self.hub.wake(table.id, table.ply)
        return Taken(table.id, seat.seat, key)

    async def renew_key(self, table: Table, seat: int) -> str:
        """Whoever sits there gets a new key, under the lock of the table; the one before opens nothing."""
        key = new_key()
        table.stored(await self.store.set_seat_key(table.seats[seat], digest(key), table.version))
        table.seats[seat].seat_key = digest(key)
        return key

    async def seat_of_link(self, link: str) -> SeatRow:
        """The seat that a link leads to, free or taken."""
        seat = await self.store.seat_of_link(digest(link))
        if seat is None or seat.kind == BOT:
            raise NotFound(Message(N_("This link leads to no seat. Ask for a new one; it must be complete.")))
        return seat

    async def begin(self, table: Table, numbers: dict[int, str] | None = None, **marks: object) -> None:
        """Draw for the first time, under the lock of the table, and store it with the lock or the last opened number."""
        _mirror(table.row, marks)
        match = table.new_match()
        match.start()
        play_forced(match, table.seats)
        await self._note_vacations(table)
        # lock and numbers belong to the chance of the game: nothing may have changed meanwhile
        await self._store(table, match, 0, table.version, numbers, started=time.time(), **marks)
        table.match = match
        self.hub.moved(table.id, match.ply)

    async def _note_vacations(self, table: Table) -> None:
        """Who is on vacation when a game begins that counts in days does not lose time."""
        pace, now = pace_of(table.row.pace), self.time.now()
        if pace is None or not pace.fresh:
            return
        clocks = clocks_of(None, pace, len(table.seats))
        for seat in table.seats:
            left, is_away = await self.vacations.left(seat.session, now) if seat.session else (0.0, False)
            if is_away:
                clocks.away[str(seat.seat)] = now + left
        table.row.clocks = clocks.data()

    # -- playing

    async def move(self, match_id: str, asker: Asker, ply: int, action: int | str, own: int | None = None) -> None:
        """Carry out a decision: an action's number or its words, meant for this ply; only if they sit in the seat `own`."""
        async with self.visit(match_id, asker) as (table, who):
            match = table.playing()
            seat = self._acting(table, who if own is None or own in who.seats else Who([]))
            if ply != match.ply:
                raise Stale(ply, match.ply)
            match.play(seat, _number(table, action))
            play_forced(match, table.seats)
            await self.keep(table, match, ply)

    async def moves(self, match_id: str, asker: Asker, ply: int, actions: list[int] | list[str]) -> Done:
        """Carry out decisions in order, the first meant for this ply, until one is refused or something new comes up."""
        async with self.visit(match_id, asker) as (table, who):
            match = table.playing()
            seat = self._acting(table, who)
            if ply != match.ply:
                raise Stale(ply, match.ply)
            return await self._play_all(table, match, seat, [_number(table, action) for action in actions])

    async def fill(self, match_id: str, asker: Asker, ply: int, numbers: dict[str, int]) -> tuple[Done, int]:
        """Carry out what a filled form says; how many decisions that were. `numbers` by name of the field."""
        async with self.visit(match_id, asker) as (table, who):
            match = table.playing()
            seat = self._acting(table, who)
            if ply != match.ply:
                raise Stale(ply, match.ply)
            actions = filled_in(match, seat, numbers)
            return await self._play_all(table, match, seat, actions), len(actions)

    async def _play_all(self, table: Table, match: Match, seat: int, actions: list[int]) -> Done:
        """All that can be done is stored as one: after a crash, either every ply of it is there or none."""
        first = match.ply
        done = match.play_all(seat, actions)
        play_forced(match, table.seats)
        await self.keep(table, match, first)
        return done

    async def undo(self, match_id: str, asker: Asker, ply: int) -> None:
        """Take back one's last decision, if nobody has learnt anything since."""
        async with self.visit(match_id, asker) as (table, who):
            match, seat = self.taking_back(table, who, ply)
            undo_choice(match, seat, table.seats)
            await self.keep(table, match, ply)

    async def play_bot(self, match_id: str, ply: int, seat: int, action: int) -> None:
        """Carry out what a bot has chosen, unless the table has moved on meanwhile."""
        async with self.at(match_id, again=True) as table:
            match = table.match
            if match is None or match.ply != ply or table.row.paused or not table.level_of(seat):
                return
            match.play(seat, action)
            play_forced(match, table.seats)
            await self._store(table, match, ply)
            self.hub.wake(table.id, match.ply)

    def _acting(self, table: Table, who: Who) -> int:
        if not who.seats:
            raise Forbidden(Message(N_("You are watching. Only who has taken a seat by its link can play.")))
        seat = table.view_seat(who)
        if seat == SPECTATOR:
            raise Conflict(Message(N_("The curtain is down: say first who holds the device.")))
        check_playing(table, seat)
        return seat

    async def _store(
        self,
        table: Table,
        match: Match,
        first: int,
        expected: int | None = None,
        numbers: dict[int, str] | None = None,
        **marks: object,
    ) -> None:
        """Write the new lines; if that fails the table in memory is forgotten, for the one on disk is right."""
        lines = [ply.words(match.rules) for ply in match.plies[first:]]
        if match.is_over:
            marks |= {"finished": time.time(), "places": match.ranks(), **self._signed(match)}
        marks["bot_turn"] = bot_to_move(match, table.seats) >= 0
        is_turn, waited_for = any(ply.action >= 0 for ply in match.plies[first:]), people_to_move(match, table.seats)
        marks |= clock_marks(table.row, match, waited_for, self.time.now(), is_turn)
        marks["news"] = match.is_over or waited_for != 0
        try:
            table.stored(await self.store.add_plies(table.id, first, lines, expected, numbers, **marks))
        except (IntegrityError, Overtaken):
            self.forget(table.id)
            ply = (await self._load(table.id)).ply
            raise (Stale(first, ply) if ply != first else Conflict(Message(CHANGED))) from None
        except BaseException:
            self.forget(table.id)
            raise
        _mirror(table.row, marks)

    def _signed(self, match: Match) -> dict[str, object]:
        """What makes the record of a finished game the same for ever, and its signature."""
        if match.lock is None:
            return {}
        record = match.record(reveal=True)
        signature = self.signer.sign_record(record.digest)
        return {"signed": {"brehon": record.brehon, "digest": record.digest, "record": signature}}

    def record_of(self, table: Table, match: Match) -> Record:
        """The record as it is given out: with the secret once the game is over, and as it was signed then.

        A person who has left for good has no name any more; then it is signed again, for nothing else has changed.
        """
        record, signed = match.record(reveal=match.is_over), table.row.signed
        if match.lock is not None:
            record.signatures = Signatures(table.row.lock_signature or "")
            if signed is not None:
                record.brehon = signed["brehon"]
                digest = record.digest
                record.signatures.record = (
                    signed["record"] if digest == signed["digest"] else self.signer.sign_record(digest)
                )
        return record

    def turn_of(self, table: Table, who: Who, ply: int) -> tuple[Match, int]:
        """The match and a seat of whoever asks for something; Stale if the table has moved on.

        At a hot seat that is whoever holds the device, even if the curtain hides the table from them just now.
        """
        match, seat = table.playing(), who.acting[0] if who.acting else self._acting(table, who)
        check_playing(table, seat)
        if ply != match.ply:
            raise Stale(ply, match.ply)
        return match, seat

    def taking_back(self, table: Table, who: Who, ply: int) -> tuple[Match, int]:
        """The same for taking something back."""
        match = table.playing()
        seat = undo_seat(match, who) if who.acting else self._acting(table, who)
        check_playing(table, seat)
        if ply != match.ply:
            raise Stale(ply, match.ply)
        return match, seat

    async def keep(self, table: Table, match: Match, first: int, **marks: object) -> None:
        """Store the lines from `first` on, notify everybody, and see whether a bot has to answer.

        Stale if the match has changed since it was loaded, even if no ply is new: the seat may belong to others now.
        """
        await self._store(table, match, first, table.version, None, **marks)
        self.hub.moved(table.id, match.ply)

    @asynccontextmanager
    async def changing(self, table: Table, **marks: object) -> AsyncIterator[Change]:
        """Change something of a table that is no ply, as one; everybody who looks at it is notified."""
        try:
            async with self.store.changing(table.id, table.ply, table.version, **marks) as change:
                yield change
        except Overtaken:
            self.forget(table.id)
            raise Conflict(Message(CHANGED)) from None
        except BaseException:
            self.forget(table.id)
            raise
        table.stored(change.version)
        _mirror(table.row, marks)
        self.hub.wake(table.id, table.ply)

    async def mark(self, table: Table, **marks: object) -> None:
        """The same with nothing but columns of the match."""
        async with self.changing(table, **marks):
            pass

    async def set_auto(self, table: Table, seats: list[int], wanted: bool) -> None:
        """Whether decisions with one option are made for these seats; if so, from now on."""
        table.stored(await self.store.set_auto(table.id, seats, wanted, table.version))
        for seat in seats:
            table.seats[seat].auto = wanted
        if table.match is not None and not table.row.paused:
            first = table.ply
            play_forced(table.match, table.seats)
            if table.ply > first:
                await self.keep(table, table.match, first)
                return
        self.hub.wake(table.id, table.ply)

    # -- records

    async def record(self, match_id: str, asker: Asker) -> tuple[str, str]:
        """The record as a file: its name and its text. The secret is in it once the game is over."""
        async with self.at(match_id) as table:
            who = await asker.at(self.store, table)
            match = table.shown_to(who) or table.playing()
            if not table.gives_record:
                raise Conflict(Message(N_("This game has secrets: its record is given out when the game is over.")))
            return f"{table.rules.game.name}-{table.id}.json", self.record_of(table, match).to_json()

    async def prove(self, match_id: str, asker: Asker) -> Verdict:
        """Recompute a finished game from its record alone."""
        _, text = await self.record(match_id, asker)
        return await self.verify(text)

    async def verify(self, text: str) -> Verdict:
        """Prove somebody's record of a finished game; BadRecord says what is wrong."""
        return await self.inspections.proof(text)

    async def beside(self, work: Callable[[], Result]) -> Result:
        """Long work on a record that was checked, in a thread and one at a time, so that the tables go on."""
        async with self._proving:
            return await asyncio.to_thread(work)

    async def keep_record(self, text: str) -> tuple[str, Examined]:
        """Keep a record that is right, so that it can be shown; its number, and what it holds."""
        examined = await self.inspections.record(text)
        digest = hashlib.sha256(text.encode()).hexdigest()
        return await self.store.add_record(secrets.token_urlsafe(12), digest, text), examined

    async def kept_record(self, record_id: str) -> tuple[Match, bool]:
        """A record that was kept, replayed; the last few are remembered, for whoever moves the slider."""
        if record_id in self._examined:
            await self.visits.note(RecordRow, record_id)
            return self._examined[record_id]
        text = await self.store.record(record_id)
        if text is None:
            raise NotFound(Message(N_("There is no such record. Upload it again.")))
        await self.visits.note(RecordRow, record_id)
        found = await self.beside(lambda: _reopened(text))
        self._remember(record_id, found)
        return found

    def forget_record(self, record_id: str) -> None:
        """It is not kept any more."""
        self._examined.pop(record_id, None)

    def _remember(self, record_id: str, found: tuple[Match, bool]) -> None:
        self._examined[record_id] = found
        plies = sum(match.ply for match, _ in self._examined.values())
        while len(self._examined) > MAX_EXAMINED or (plies > MAX_REMEMBERED and len(self._examined) > 1):
            _, (oldest, _) = self._examined.popitem(last=False)
            plies -= oldest.ply


def check_hash(table: Table, seat: int, number_hash: str) -> None:
    """A hash has its form, and no one else at the table has it."""
    if not is_hash(number_hash):
        raise Unreadable(Message(N_("The hash of a number has 64 hexadecimal digits, in small letters.")))
    if any(other.number_hash == number_hash for other in table.seats if other.seat != seat):
        raise Conflict(Message(N_("Another seat has this hash. A copy is not accepted: draw a number of your own.")))


def check_playing(table: Table, seat: int) -> None:
    """Conflict while the game is paused, or a bot plays in this seat."""
    if table.match is None or table.match.is_over:
        return
    if table.row.paused:
        raise Conflict(Message(N_("The game is paused. Go on with it first.")))
    if table.match.stand_ins[seat] is not None:
        raise Conflict(Message(N_("A bot plays for you. Say that you are back, then decide.")))


def undo_seat(match: Match, who: Who) -> int:
    """Of the seats of one person, the one that can take something back, else the first."""
    able = [seat for seat in who.acting if match.why_no_undo(seat) is None]
    return (able or who.acting or [SPECTATOR])[0]


def undo_choice(match: Match, seat: int, seats: list[SeatRow]) -> None:
    """Take back the last real choice: with it what was decided for the seat because there was one option."""
    match.undo(seat)
    while seats[seat].auto and len(match.legal(seat)) == 1 and match.why_no_undo(seat) is None:
        match.undo(seat)


def play_forced(match: Match, seats: list[SeatRow]) -> None:
    """Decide for those who want it so wherever there is one option."""
    for _ in range(MOST_FORCED):
        movers = match.state.movers()
        able = [seat for seat in seats if seat.auto and movers >> seat.seat & 1 and not playing_level(match, seat)]
        forced = [seat.seat for seat in able if len(match.legal(seat.seat)) == 1]
        if not forced:
            return
        match.play(forced[0], match.legal(forced[0])[0])


def people_to_move(match: Match, seats: list[SeatRow]) -> int:
    """Bit mask of the seats that have to decide and where a person plays."""
    movers = match.state.movers()
    return sum(1 << seat.seat for seat in seats if movers >> seat.seat & 1 and not playing_level(match, seat))


def clock_marks(row: MatchRow, match: Match, movers: int, now: float, is_turn: bool) -> dict[str, object]:
    """The clocks as they stand and run after what has just happened."""
    pace = pace_of(row.pace)
    if pace is None:
        return {}
    clocks = clocks_of(row.clocks, pace, match.rules.n_seats)
    clocks.go(pace, 0 if row.paused or match.is_over else movers, now, is_turn)
    return {"clocks": clocks.data(), "deadline": None if match.is_over else clocks.deadline(pace)}


def _mirror(row: MatchRow, marks: dict[str, object]) -> None:
    """What is stored of a match is remembered too."""
    for name, value in marks.items():
        setattr(row, name, value)


def clean(text: str, longest: int) -> str:
    """A name or word as people can read it: one line, no control characters, not too long."""
    plain = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in text)
    return " ".join(plain.split())[:longest].strip()


def distinct(name: str, others: list[str]) -> str:
    """The name, with a number if somebody else at the table has it. Who has none is called by the seat."""
    number, found = 2, name
    while name and found in others:
        found = f"{name} {number}"
        number += 1
    return found


def seat_is_taken() -> Forbidden:
    return Forbidden(
        Message(
            N_(
                "This seat is taken. You can watch the game, or ask the host for the link of another seat. If you sit there,"
                " open the table where you took the seat."
            )
        )
    )


def form_for(match: Match, seat: int) -> Form | None:
    """The form in which a seat may enter its present decision and those like it at once."""
    return match.rules.game.face().form(match.rules, match.view(seat)) if match.may_move(seat) else None


def filled_in(match: Match, seat: int, numbers: dict[str, int]) -> list[int]:
    """The decisions that a filled form means, in order. `numbers` by name of the field."""
    form = form_for(match, seat)
    if form is None:
        raise Conflict(Message(N_("There is no form for what has to be decided now.")))
    return form.actions(_checked_numbers(form, numbers))


def how_far(done: Done, wanted: int, say: Speaker) -> str:
    """What the page says of decisions that were made at once: nothing if all were carried out."""
    if done.why is None:
        return ""
    text = N_("%(count)s of %(all)s done; then it stopped: %(why)s")
    return say(Message(text, count=done.count, all=wanted, why=say.reason(done.why)))


def _checked_numbers(form: Form, given: dict[str, int]) -> list[int]:
    """[field] what was filled in; nothing means 0."""
    numbers = [given.get(field_name(number), 0) for number in range(len(form.fields))]
    for entry, number in zip(form.fields, numbers, strict=True):
        if number > entry.most:
            text = N_("%(label)s: %(number)s is too much, at most %(most)s.")
            raise Unreadable(Message(text, label=entry.label, number=number, most=entry.most))
    if sum(numbers) > form.most:
        text = N_("%(number)s are filled in altogether, but there are only %(most)s.")
        raise Unreadable(Message(text, number=sum(numbers), most=form.most))
    if sum(numbers) == 0:
        raise Unreadable(Message(N_("Nothing is filled in.")))
    return numbers


def field_name(number: int) -> str:
    return f"n{number}"


def numbers_of(table: Table, words: list[str]) -> list[int]:
    """The actions that these words name, in order."""
    return [_number(table, text) for text in words]


def _number(table: Table, action: int | str) -> int:
    """The action that a number or words name."""
    if isinstance(action, int):
        return action
    number = table.rules.space.find(action)
    if number < 0:
        raise _unknown_words(table, action)
    return number


def _unknown_words(table: Table, words: str) -> IllegalAction:
    texts = table.rules.space.texts
    text = Message(
        N_("%(game)s has no action with these words; an example is: %(example)s"),
        game=table.rules.game.title,
        example=texts[0],
    )
    return IllegalAction(clean(words, 60), Reason("unknown", "", text), table.ply)


def _reopened(text: str) -> tuple[Match, bool]:
    """A record that was examined when it was kept: played again without examining it once more, several times faster."""
    record = read_record(text)
    match = Match(record.rules, record.players, record.secret, record.words, record.lock)
    match.resume(record.plies)
    return match, record.secret != ""


def _rebuilt(time: PlayTime, row: MatchRow, seats: list[SeatRow], lines: list[str]) -> Table:
    game = registry.game(row.game)
    if row.source is None:
        components = registry.builtin(game, row.components)
    else:
        components = own_components(game, row.source, row.components)
    table = Table(row, seats, registry.make_ruleset(game, len(seats), row.options, components, row.rules), time)
    if row.started is not None:
        table.match = table.new_match()
        table.match.resume(lines)
    return table


@lru_cache(maxsize=MAX_OWN)
def own_components(game: Game, source: str, name: str) -> Components:
    """Somebody's cards or maps, from a file that was checked before: the tables that use it share what was read."""
    return game.load_components(source, name)


def _seat_people(orders: list[SeatOrder]) -> list[SeatOrder]:
    """Check the seats and give everybody a name of their own."""
    seats: list[SeatOrder] = []
    for number, order in enumerate(orders):
        if order.kind not in KINDS:
            raise BadOptions(f"seat {number + 1} cannot be {order.kind!r}; it can be: {', '.join(KINDS)}")
        name, level = clean(order.name, MAX_NAME), ""
        if order.kind == BOT:
            found = bot_level(order.level)
            level, name = found.name, name or found.title
        name = distinct(name, [seat.name for seat in seats])
        seats.append(SeatOrder(order.kind, level, name))
    return seats
