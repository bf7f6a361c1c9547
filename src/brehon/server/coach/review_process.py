"""The process that reviews games: lowest priority, no socket, no database, no settings of the server.

It is started as `python -m brehon.server.coach.review_process NICE`, gets jobs on its standard input and answers with what it finds: first the
number of moments, then the moments, a few at a time, in the end the review without them. After every answer it waits for a word
to go on, so the server decides how fast it works, and nothing is found that was not stored. It ends with its input.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any, BinaryIO, Final

from brehon.coach.data import Moment, Review, read_moment
from brehon.coach.qualities import DEFAULT, iterations_for
from brehon.coach.reviewer import Reviewer
from brehon.core.packing import Data
from brehon.core.record import read_record
from brehon.core.verification import replay
from brehon.server.table.inspector import limit_memory, receive, send

IDLE: Final = 120.0  # seconds without a job after which it ends
MEMORY: Final = 1_000_000_000  # bytes of address space beyond what it needs to be ready
OFTEN: Final = 0.4  # seconds: moments that were found faster than that are sent together
MAX_WORDS: Final = 4_000  # characters of an error
Found = int | Moment | Review  # how many there will be; each of them; all of it
Finder = Callable[[str, list[Moment], int], Iterator[Found]]  # from the record, what is known already, and iterations


class Ended(Exception):
    """The server is gone, or no longer wants the answer."""


def steps(text: str, done: list[Moment], iterations: int) -> Iterator[Found]:
    """What the reviewer finds in a record, after what it has found before."""
    match = replay(read_record(text))
    reviewer = Reviewer(match, iterations or iterations_for(match, DEFAULT))
    review = reviewer.begin()
    review.moments = list(done)
    yield reviewer.total
    for moment in reviewer.moments(len(done)):
        review.moments.append(moment)
        yield moment
    reviewer.finish(review)
    yield review


def head_of(review: Review) -> Data:
    """A review without its moments: those are stored already."""
    data: dict[str, Any] = asdict(review)
    del data["moments"]
    return data


class Conversation:
    """One job: answers go out, words to go on come back."""

    def __init__(self, jobs: BinaryIO, answers: BinaryIO) -> None:
        self.jobs = jobs
        self.answers = answers
        self._found: list[str] = []
        self._sent = time.monotonic()

    def say(self, answer: Data) -> None:
        now = time.monotonic()
        send(self.answers, {**answer, "seconds": now - self._sent})
        word = receive(self.jobs)
        if word is None or not word.get("go"):
            raise Ended
        self._sent = time.monotonic()

    def found(self, moment: Moment) -> None:
        self._found.append(json.dumps(asdict(moment), ensure_ascii=False, separators=(",", ":")))
        if time.monotonic() - self._sent >= OFTEN:
            self.flush()

    def flush(self) -> None:
        if self._found:
            found, self._found = self._found, []
            self.say({"moments": found})

    def hold(self, find: Finder, job: Data) -> None:
        done = [read_moment(json.loads(body)) for body in job["done"]]
        for found in find(job["text"], done, job["iterations"]):
            if isinstance(found, int):
                self.say({"total": found})
            elif isinstance(found, Moment):
                self.found(found)
            else:
                self.flush()
                send(self.answers, {"review": head_of(found)})


def answer(conversation: Conversation, find: Finder, job: Data) -> bool:
    """Do a job; False if there is no one left to do it for."""
    try:
        conversation.hold(find, job)
    except (Ended, BrokenPipeError):
        return False
    except Exception:  # noqa: BLE001 - the boundary of the process; the server writes it to its log
        send(conversation.answers, {"fault": traceback.format_exc(limit=-8)[-MAX_WORDS:]})
    return True


def main(nice: int, find: Finder = steps) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server
    if hasattr(os, "nice"):
        os.nice(nice)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed by mistake must not be taken for an answer
    limit_memory(MEMORY)
    jobs = sys.stdin.buffer  # one job at a time, so nothing of the next one can lie in the buffer
    while True:
        if sys.platform != "win32" and not select.select([jobs], [], [], IDLE)[0]:
            return
        job = receive(jobs)
        if job is None or not answer(Conversation(jobs, answers), find, job):
            return


if __name__ == "__main__":
    main(int(sys.argv[1]))
