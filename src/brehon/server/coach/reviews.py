"""Reviews for the rest of the server: asking for one, how far it is, and reading it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from brehon.coach.data import Review, read_review
from brehon.coach.reviewer import judge_digest
from brehon.core import registry
from brehon.core.text import N_, Message
from brehon.server.coach.review_jobs import AGAIN, ASKED, DONE, FAILED, RING, WAITING, Job, ReviewJobs, Subject
from brehon.server.errors import Busy, NotFound, TooMany
from brehon.server.table.table import Who
from brehon.server.table.tables import Tables

MOST_WAITING: Final = 500  # reviews in the queue
MOST_OF_ONE: Final = 20  # of one person among them
RETRY: Final = 600  # seconds after which a person who was refused may try again
MOST_READY: Final = 1000  # matches that are remembered to have one
REMEMBERED: Final = 12  # reviews kept in memory, for people who step through them


class Reviews:
    """One for each worker of the server."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.jobs = ReviewJobs(tables.store)
        self._work = asyncio.Event()  # there may be something to do
        self._judges: dict[str, str] = {}  # game -> digest of its evaluation
        self._read: OrderedDict[tuple[str, str], Review] = OrderedDict()
        self._made: OrderedDict[tuple[object, ...], object] = OrderedDict()
        self._ready: OrderedDict[str, None] = OrderedDict()  # matches of which a complete review is known

    # -- asking

    async def ask(self, subject: Subject, game: str, asker: str, charge: Callable[[], None]) -> Job:
        """The review of a finished game, made if it is not there; `charge` raises if they have asked for too many."""
        judge, job = self.judge_of(game), await self.jobs.find(subject)
        if judge is None:
            raise NotFound(Message(N_("This game is no longer installed here.")))
        if job is not None and job.state == WAITING:
            await self.jobs.raise_rank(job, asker)
        elif job is None or job.state == FAILED or job.judge != judge:
            await self._check_room(asker)
            charge()
            if job is None:
                await self.jobs.add(subject, asker, judge)
            else:
                await self.jobs.begin_again(job, asker, judge, ASKED)
        self._work.set()
        found = await self.jobs.find(subject)
        if found is None:
            raise NotFound(Message(N_("This game has been deleted.")))
        return found

    async def _check_room(self, asker: str) -> None:
        if await self.jobs.count() >= MOST_WAITING:
            raise Busy(Message(N_("Many games wait for their review. Ask again in a while.")), RETRY)
        if asker and await self.jobs.count(asker) >= MOST_OF_ONE:
            text = N_("%(most)s games of yours wait for their review. Ask for the next one when one of them is done.")
            raise TooMany(Message(text, most=MOST_OF_ONE), RETRY)

    async def look(self, subject: Subject, game: str) -> Job | None:
        """How far a review is; None if there is none. One by an older evaluation is made again, and shown until then."""
        job, judge = await self.jobs.find(subject), self.judge_of(game)
        if job is not None and job.state == DONE and judge is not None and job.judge != judge:
            await self.jobs.begin_again(job, job.asker, judge, AGAIN)
            self._work.set()
            return await self.jobs.find(subject)
        return job

    async def place(self, job: Job) -> int:
        """How many reviews come before it."""
        ids = [one.id for one in await self.jobs.waiting()]
        return ids.index(job.id) if job.id in ids else 0

    def is_known_ready(self, match_id: str) -> bool:
        """Whether a complete review has been seen here; `is_ready` looks."""
        return match_id in self._ready

    async def is_ready(self, match_id: str) -> bool:
        """Whether a match has a complete review."""
        if match_id not in self._ready:
            job = await self.jobs.find(Subject(match=match_id))
            if job is None or not job.has_body:
                return False
            self._ready[match_id] = None
            while len(self._ready) > MOST_READY:
                self._ready.popitem(last=False)
        return True

    async def read(self, job: Job) -> Review | None:
        """The last complete review."""
        if not job.has_body:
            return None
        key = job.id, f"{job.judge} {job.state}"
        found = self._read.get(key)
        if found is None:
            body = await self.jobs.body(job)
            if body is None:
                return None
            found = await asyncio.to_thread(read_review, body)
            self._read[key] = found
            while len(self._read) > REMEMBERED:
                self._read.popitem(last=False)
        self._read.move_to_end(key)
        return found

    async def remembered(self, key: tuple[object, ...], make: Callable[[], object]) -> object:
        """What is the same for everyone who looks, made once, in a thread."""
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = await asyncio.to_thread(make)
            while len(self._made) > REMEMBERED:
                self._made.popitem(last=False)
        return found

    # -- for the worker

    def judge_of(self, game: str) -> str | None:
        """A mark of the evaluation that judges this game: another one makes another review. None without the game."""
        if game not in self._judges:
            if game not in registry.names():
                return None
            self._judges[game] = judge_digest(registry.game(game))
        return self._judges[game]

    async def record_of(self, subject: Subject) -> str:
        """The record of a finished game, with everything that is in it."""
        if subject.match is not None:
            async with self.tables.at(subject.match) as table:
                _, text = self.tables.records.file_of(table, Who([], is_host=True))
                return text
        found = await self.tables.store.record(str(subject.record))
        if found is None:
            raise NotFound(Message(N_("There is no such record. Upload it again.")))
        return found

    async def wait_for_work(self, seconds: float) -> None:
        """Until someone asks for a review here, or for so long: other workers may have left one."""
        try:
            async with asyncio.timeout(seconds):
                await self._work.wait()
        except TimeoutError:
            return
        self._work.clear()

    def tell(self, subject: Subject, done: int = 0) -> None:
        """The open pages look again; those at other workers are notified by the database."""
        self.tables.hub.ring(subject.key, RING, done)
