"""Works through the queue of reviews: one at a time in each worker of the server, and no more than the machine has cores.

The thinking is done by a process of its own with the lowest priority. It goes on when it gets a word after each answer; while there is
more to do at the tables than can be done, it gets none.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import struct
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from brehon.core.errors import BrehonError
from brehon.core.packing import Data
from brehon.core.text import N_
from brehon.server.coach.review_jobs import BY_ITSELF, Job, ReviewJobs, Subject
from brehon.server.coach.reviews import Reviews
from brehon.server.storage.cluster import Claims
from brehon.server.storage.database import UNREACHABLE
from brehon.server.table.inspections import KEPT

log: Final = logging.getLogger("brehon.server")
COMMAND: Final = ("-P", "-m", "brehon.server.coach.review_process")
LENGTH: Final = struct.Struct(">I")
MOST_TRIES: Final = 3  # without a new moment
MOST_SECONDS: Final = 3600.0  # of work on one review
SILENT: Final = 600.0  # seconds without an answer after which a process is taken for stuck
PAUSE: Final = 0.5  # seconds between two looks whether the tables need the machine
TROUBLE: Final = N_("The review of this game has failed several times and was given up.")
TOO_LONG: Final = N_("This game takes too long to be reviewed here. Download its record and run: brehon review FILE")


class Gone(Exception):
    """The process has ended before it was done."""


class ReviewProcess:
    """One process, started when it is needed. It inherits no socket, no database and no settings of the server."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        """0 while there is none."""
        return self._process.pid if self._process is not None else 0

    async def ask(self, job: Data) -> None:
        if self._process is None or self._process.returncode is not None:
            await self.end()
            environment = {name: os.environ[name] for name in KEPT if name in os.environ}
            environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *self.command, env=environment, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                start_new_session=True,
            )  # fmt: skip
        await self._send(job)

    async def go_on(self) -> None:
        await self._send({"go": True})

    async def _send(self, data: Data) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        body = json.dumps(data).encode()
        try:
            self._process.stdin.write(LENGTH.pack(len(body)) + body)
            await self._process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise Gone from None

    async def answer(self) -> Data:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(SILENT):
                size = LENGTH.unpack(await self._process.stdout.readexactly(LENGTH.size))[0]
                found: Data = json.loads(await self._process.stdout.readexactly(size))
        except (asyncio.IncompleteReadError, TimeoutError):
            raise Gone from None
        return found

    async def end(self) -> None:
        """Kill it, whatever it is doing, and wait until it is gone with its pipes."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            process.kill()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        await process.stdout.read()
        await process.wait()


class ReviewWorker:
    """One for each worker of the server."""

    def __init__(self, reviews: Reviews, claims: Claims, is_busy: Callable[[], bool], command: tuple[str, ...]) -> None:
        self.reviews = reviews
        self.jobs: ReviewJobs = reviews.jobs
        self.claims = claims
        self.is_busy = is_busy
        self.process = ReviewProcess(command)
        self.running: Job | None = None
        self.done = 0  # moments of the review that is under way
        self._settings = reviews.tables.settings
        self._cores = max(1, os.cpu_count() or 1)

    async def run(self) -> None:
        """Runs until cancelled."""
        while True:
            try:
                await self._add_by_themselves()
                is_done = await self._work_on_next()
            except UNREACHABLE as error:
                log.warning("reviews paused: database timeout error=%s", type(error).__name__)
                is_done = False
            except Exception:  # outside of any job, so it is tried again; a fault in a job counts against that job
                log.exception("reviews failed")
                is_done = False
            if not is_done:
                await self.reviews.wait_for_work(self._settings.sweep)

    async def stop(self) -> None:
        await self.process.end()

    async def _add_by_themselves(self) -> None:
        for match_id, game, host in await self.jobs.add_by_themselves(time.time()):
            if (judge := self.reviews.judge_of(game)) is not None:
                await self.jobs.add(Subject(match=match_id), host, judge, BY_ITSELF)

    async def _work_on_next(self) -> bool:
        """Whether something was done."""
        jobs = await self.jobs.waiting()
        if not jobs:
            return False
        async with self._claimed([f"review slot {socket.gethostname()} {n}" for n in range(self._cores)]) as slot:
            if not slot:
                return False  # other workers of this machine have all its cores
            for job in jobs:
                async with self._claimed([f"review {job.id}"]) as name:
                    if name:
                        await self._work_on(job)
                        return True
        return False

    @asynccontextmanager
    async def _claimed(self, names: list[str]) -> AsyncIterator[str]:
        """The first of these that no other worker has, until the end of the block; "" if there is none."""
        taken = ""
        for name in names:
            with self.reviews.tables.store.counted():
                if await self.claims.take(name):
                    taken = name
                    break
        try:
            yield taken
        finally:
            if taken:
                with self.reviews.tables.store.counted():
                    await self.claims.drop(taken)

    async def _work_on(self, job: Job) -> None:
        fresh = await self.jobs.find(job.subject)  # another worker may have done it before we got the claim
        if fresh is None or not await self.jobs.begin(fresh):
            return
        self.running = fresh
        try:
            await self._review(fresh)
        except Gone:
            log.warning("crash: review process ended job=%s done=%s", fresh.id, fresh.done)
            await self.process.end()
            await self.jobs.note_failure(fresh, MOST_TRIES, TROUBLE)
        except BrehonError as error:  # the match cannot be loaded: its game is no longer installed, or it was deleted
            log.warning("review refused: job=%s error=%s", fresh.id, error)
            await self.jobs.note_failure(fresh, 1, TROUBLE)
        except UNREACHABLE:
            await self.process.end()
            raise  # the database is away: nothing is wrong with the job
        except Exception:  # a fault of ours: without a try less, this job would be the next one for ever
            log.exception("failed: review job=%s", fresh.id)
            await self.process.end()
            await self.jobs.note_failure(fresh, MOST_TRIES, TROUBLE)
        except BaseException:  # the server stops
            await self.process.end()
            raise
        finally:
            self.running = None
            self.reviews.tell(fresh.subject)

    async def _review(self, job: Job) -> None:
        text, known = await self.reviews.record_of(job.subject), await self.jobs.moments(job)
        await self.process.ask({"text": text, "done": known, "iterations": self._settings.review_iterations})
        self.done, spent = len(known), job.seconds
        while True:
            found = await self.process.answer()
            spent += found.get("seconds", 0.0)
            if "fault" in found:
                log.error("failed: review job=%s\n%s", job.id, found["fault"])
                await self.jobs.note_failure(job, MOST_TRIES, TROUBLE)
                return
            if "review" in found:
                await self.jobs.finish(job, found["review"])
                return
            if "total" in found:
                await self.jobs.set_total(job, found["total"])
            elif not await self.jobs.add_moments(job, self.done, found["moments"], found["seconds"]):
                await self.process.end()  # deleted, or begun again with another evaluation
                return
            self.done += len(found.get("moments", ()))
            self.reviews.tell(job.subject, self.done)
            if spent > MOST_SECONDS:
                await self.process.end()
                await self.jobs.note_failure(job, 1, TOO_LONG)
                return
            await self._let_play_go_first()
            await self.process.go_on()

    async def _let_play_go_first(self) -> None:
        while self.is_busy():
            await asyncio.sleep(PAUSE)
