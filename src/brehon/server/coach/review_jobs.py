"""The queue of reviews and what is stored of them, in the database: it survives a crash of the server and of the process that thinks.

Of the people who wait, the one who had a turn longest ago comes first; so someone with fifty games does not make the others wait.
"""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from brehon.server.storage.schema import MatchRow, MomentRow, ReviewRow
from brehon.server.storage.store import Store

WAITING: Final = "waiting"
DONE: Final = "done"
FAILED: Final = "failed"
ASKED, BY_ITSELF, AGAIN = 0, 1, 2  # ranks: who waits for it now comes first
RING: Final = "review"  # the name of the event; it carries the number of moments that are done
MOST_AT_ONCE: Final = 100  # matches that get a review by themselves in one sweep
EARLIER: Final = 3600.0  # seconds: matches that ended so long before the last sweep are looked for again


@dataclass(frozen=True)
class Subject:
    """What is reviewed: a match of this server, or a record that was uploaded."""

    match: str | None = None
    record: str | None = None

    @property
    def where(self) -> ColumnElement[bool]:
        return ReviewRow.match == self.match if self.match is not None else ReviewRow.record_id == self.record

    @property
    def key(self) -> str:
        """Under which its open pages listen."""
        return f"review/{self.match}" if self.match is not None else f"review/record/{self.record}"


@dataclass(frozen=True)
class Job:
    """A review as it is stored, without what it has found."""

    id: str
    subject: Subject
    asker: str
    rank: int
    state: str
    judge: str
    began: float | None
    total: int
    done: int
    seconds: float
    tries: int
    trouble: str
    has_body: bool

    @property
    def left(self) -> float | None:
        """Seconds of work that are left; None as long as that is not known."""
        return (
            self.seconds / self.done * (self.total - self.done)
            if self.done >= 5 or self.done == self.total > 0
            else None
        )


COLUMNS: Final = (
    ReviewRow.id, ReviewRow.match, ReviewRow.record_id, ReviewRow.asker, ReviewRow.rank, ReviewRow.state, ReviewRow.judge, ReviewRow.began,
    ReviewRow.total, ReviewRow.done, ReviewRow.seconds, ReviewRow.tries, ReviewRow.trouble, ReviewRow.body.is_not(None).label("has_body"),
)  # fmt: skip


def _job(row: Any) -> Job:
    values = dict(row._mapping)
    return Job(subject=Subject(values.pop("match"), values.pop("record_id")), **values)


class ReviewJobs:
    """Reads and writes the queue."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._swept = 0.0  # when finished matches were looked for last

    # -- asking

    async def find(self, subject: Subject) -> Job | None:
        async with self.store.reading() as connection:
            row = (await connection.execute(select(*COLUMNS).where(subject.where))).first()
        return None if row is None else _job(row)

    async def add(self, subject: Subject, asker: str, judge: str, rank: int = ASKED) -> Job:
        """A new job; the one that is there if another request was faster."""
        row = {
            "id": secrets.token_urlsafe(12), "match": subject.match, "record_id": subject.record, "asker": asker, "rank": rank,
            "state": WAITING, "judge": judge, "asked": time.time(),
        }  # fmt: skip
        try:
            async with self.store.writing() as connection:
                await connection.execute(insert(ReviewRow), row)
        except IntegrityError:
            pass  # found below
        found = await self.find(subject)
        assert found is not None
        return found

    async def begin_again(self, job: Job, asker: str, judge: str, rank: int) -> None:
        """Another evaluation judges, or the last try has failed: what was found stays until the new review is complete."""
        async with self.store.writing() as connection:
            await connection.execute(delete(MomentRow).where(MomentRow.review == job.id))
            values = {
                "asker": asker, "judge": judge, "rank": rank, "state": WAITING, "total": 0, "done": 0, "seconds": 0.0, "tries": 0,
                "trouble": "", "asked": time.time(),
            }  # fmt: skip
            same = (ReviewRow.id == job.id, ReviewRow.state == job.state, ReviewRow.judge == job.judge)
            await connection.execute(update(ReviewRow).where(*same).values(values))

    async def raise_rank(self, job: Job, asker: str) -> None:
        """Someone waits for what would have been made when there is nothing else to do."""
        async with self.store.writing() as connection:
            where = (ReviewRow.id == job.id, ReviewRow.rank > ASKED)
            await connection.execute(update(ReviewRow).where(*where).values(rank=ASKED, asker=asker))

    async def add_by_themselves(self, now: float) -> list[tuple[str, str, str]]:
        """(match, game, host) of tables that want a review, have ended, and have none yet."""
        twin = aliased(MatchRow)  # of a duplicate: both must have ended
        there = twin.id == MatchRow.twin
        query = (
            select(MatchRow.id, MatchRow.game, MatchRow.host)
            .where(MatchRow.auto_review, MatchRow.finished.is_not(None))
            .where(or_(MatchRow.finished >= self._swept, exists().where(there, twin.finished >= self._swept)))
            .where(~exists().where(there, twin.finished.is_(None), twin.voided.is_(None)))
            .where(~exists().where(ReviewRow.match == MatchRow.id))
            .limit(MOST_AT_ONCE)
        )
        async with self.store.reading() as connection:
            found = [(match, game, host) for match, game, host in await connection.execute(query)]
        if len(found) < MOST_AT_ONCE:
            self._swept = now - EARLIER
        return found

    # -- the queue

    async def waiting(self) -> list[Job]:
        """Everything that is not done, in the order in which it comes."""
        other = ReviewRow.__table__.alias()
        served = select(func.max(other.c.began)).where(other.c.asker == ReviewRow.asker).scalar_subquery()
        order = (ReviewRow.rank, func.coalesce(served, 0.0), ReviewRow.asked)
        query = select(*COLUMNS).where(ReviewRow.state == WAITING).order_by(*order)
        async with self.store.reading() as connection:
            return [_job(row) for row in await connection.execute(query)]

    async def count(self, asker: str | None = None) -> int:
        """How many wait or are under way."""
        query = select(func.count()).select_from(ReviewRow).where(ReviewRow.state == WAITING)
        if asker is not None:
            query = query.where(ReviewRow.asker == asker)
        async with self.store.reading() as connection:
            return int((await connection.execute(query)).scalar_one())

    # -- the work

    async def begin(self, job: Job) -> bool:
        """It has its turn; False if it is no longer waiting."""
        async with self.store.writing() as connection:
            where = (ReviewRow.id == job.id, ReviewRow.state == WAITING)
            done = await connection.execute(update(ReviewRow).where(*where).values(began=time.time()))
        return done.rowcount == 1

    async def moments(self, job: Job) -> list[str]:
        """What was found before, as JSON, in order and without a gap."""
        query = select(MomentRow.body).where(MomentRow.review == job.id).order_by(MomentRow.number)
        async with self.store.reading() as connection:
            return [body for (body,) in await connection.execute(query)]

    async def set_total(self, job: Job, total: int) -> None:
        async with self.store.writing() as connection:
            await connection.execute(update(ReviewRow).where(ReviewRow.id == job.id).values(total=total))

    async def add_moments(self, job: Job, first: int, bodies: list[str], seconds: float) -> bool:
        """Keep what was found; False if the job is gone, begun again, or another worker has been faster."""
        rows = [{"review": job.id, "number": first + n, "body": body} for n, body in enumerate(bodies)]
        same = (
            ReviewRow.id == job.id,
            ReviewRow.state == WAITING,
            ReviewRow.judge == job.judge,
            ReviewRow.done == first,
        )
        values = {"done": first + len(bodies), "seconds": ReviewRow.seconds + seconds, "tries": 0}
        try:
            async with self.store.writing() as connection:
                found = await connection.execute(update(ReviewRow).where(*same).values(values))
                if found.rowcount != 1:
                    return False
                await connection.execute(insert(MomentRow), rows)
                await self.store.ring(connection, job.subject.key, RING, first + len(bodies))
        except IntegrityError:
            return False
        return True

    async def finish(self, job: Job, head: dict[str, Any]) -> bool:
        """The review is complete: it becomes one text, and its moments are no longer needed."""
        bodies = await self.moments(job)
        text = json.dumps(
            {**head, "moments": [json.loads(body) for body in bodies]}, ensure_ascii=False, separators=(",", ":")
        )
        same = (ReviewRow.id == job.id, ReviewRow.state == WAITING, ReviewRow.judge == job.judge)
        async with self.store.writing() as connection:
            values = {"state": DONE, "body": text, "done": len(bodies), "total": len(bodies), "trouble": ""}
            found = await connection.execute(update(ReviewRow).where(*same).values(values))
            if found.rowcount != 1:
                return False
            await connection.execute(delete(MomentRow).where(MomentRow.review == job.id))
            await self.store.ring(connection, job.subject.key, RING, len(bodies))
        return True

    async def note_failure(self, job: Job, most: int, trouble: str) -> None:
        """A try has ended without a review; after so many without a new moment it is given up, with the reason."""
        async with self.store.writing() as connection:
            mine = ReviewRow.id == job.id
            query = update(ReviewRow).where(mine, ReviewRow.state == WAITING).values(tries=ReviewRow.tries + 1)
            tries = (await connection.execute(query.returning(ReviewRow.tries))).scalar_one_or_none()
            if tries is not None and tries >= most:
                await connection.execute(update(ReviewRow).where(mine).values(state=FAILED, trouble=trouble))
                await self.store.ring(connection, job.subject.key, RING, job.done)

    async def body(self, job: Job) -> str | None:
        """The last complete review, as JSON."""
        async with self.store.reading() as connection:
            query = select(ReviewRow.body).where(ReviewRow.id == job.id)
            return (await connection.execute(query)).scalar_one_or_none()
