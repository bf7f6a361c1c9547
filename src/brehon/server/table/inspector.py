"""The process that reads uploaded files: limited time and memory, no socket, no database, no settings of the server.

It is started as `python -m brehon.server.table.inspector`, gets jobs on its standard input and writes an answer for each: a length in
four bytes, then JSON. It ends when its input is closed, or when there was nothing to do for a while.
"""

from __future__ import annotations

import json
import os
import select
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from typing import BinaryIO, Final, NamedTuple

from brehon.core import registry
from brehon.core.errors import BadComponents, BadOptions, BadRecord, BrehonError, Problem
from brehon.core.limits import BadText, check_json, short
from brehon.core.packing import Data, pack, unpack
from brehon.core.record import read_record
from brehon.core.text import N_, Reason
from brehon.core.verification import replay, verify

NICE: Final = 10
IDLE: Final = 300.0  # seconds without a job after which it ends
MEMORY: Final = 96_000_000  # bytes of address space beyond what it needs to be ready; a record of 1 MB takes 20,000,000
MAX_WORDS: Final = 4_000  # characters of an error
LENGTH: Final = struct.Struct(">I")


class Verdict(NamedTuple):
    """What was proved of a finished game."""

    game: str
    plies: int
    places: list[int]
    scores: list[int]
    secret: str
    drawn: int
    commitment: str
    fingerprint: str  # of the lock; "" in the first edition
    key: str  # that signed; "" in the first edition
    numbers: list[int]  # the seats whose numbers took part
    redrawn: int  # draws that were repeated with everyone's consent


class Examined(NamedTuple):
    """What a record holds in which every ply is legal; `proven` if its draws were checked too."""

    game: str
    plies: int
    over: bool
    proven: bool


# -- jobs


def inspect_components(job: Data) -> Data:
    """Read and check a component file, and set up the game with it."""
    game = registry.game(job["game"])
    components = game.load_components(job["source"], job["name"])
    registry.make_ruleset(game, job["seats"], job["options"], components).start()
    return {}


def inspect_proof(job: Data) -> Data:
    _check_record(job["text"])
    record = read_record(job["text"])
    match, lock = verify(record), record.lock
    found = Verdict(
        match.rules.game.name,
        match.ply,
        match.state.places(),
        match.state.scores(),
        match.fair.secret,
        match.fair.drawn,
        record.commitment,
        lock.fingerprint if lock is not None else "",
        lock.key if lock is not None else "",
        lock.with_number if lock is not None else [],
        sum(draws for _, draws in match.redrawn()),
    )
    return found._asdict()


def inspect_record(job: Data) -> Data:
    _check_record(job["text"])
    record = read_record(job["text"])
    match = replay(record)
    return Examined(match.rules.game.name, match.ply, match.is_over, record.secret != "")._asdict()


def _check_record(text: str) -> None:
    try:
        check_json(text)
    except BadText as error:
        raise BadRecord(N_("this is not a record: %(error)s"), error=error) from None


JOBS: Final[dict[str, Callable[[Data], Data]]] = {
    "components": inspect_components,
    "proof": inspect_proof,
    "record": inspect_record,
}


def answer(job: Data) -> Data:
    """What comes back: the result, the error in words, or that it was too much."""
    try:
        return {"result": JOBS[job["kind"]](job)}
    except BrehonError as error:
        return {"error": pack_error(error)}
    except MemoryError:
        return {"memory": True}
    except Exception:  # noqa: BLE001 - the boundary of the process; the server writes it to its log
        return {"fault": traceback.format_exc(limit=-8)[-MAX_WORDS:]}


# -- errors as plain data


def pack_error(error: BrehonError) -> Data:
    data: Data = {"words": short(str(error), MAX_WORDS)}
    if isinstance(error, BadComponents):
        problems = [[p.rule, pack(p.text), p.is_error, p.count] for p in error.problems]
        return {**data, "kind": "components", "name": error.name, "problems": problems}
    if isinstance(error, BadOptions):
        return {**data, "kind": "options", "rule": error.rule}
    reason = error.reason if isinstance(error, BadRecord) else None
    if reason is not None:
        data["reason"] = [reason.code, reason.rule, pack(reason.text), reason.need, reason.have]
    return {**data, "kind": "record"}


def unpack_error(data: Data) -> BrehonError:
    if data["kind"] == "components":
        problems = [Problem(rule, unpack(text), is_error, n) for rule, text, is_error, n in data["problems"]]
        return BadComponents(data["name"], problems)
    if data["kind"] == "options":
        return BadOptions(data["words"], data["rule"])
    reason = None
    if "reason" in data:
        code, rule, text, need, have = data["reason"]
        reason = Reason(code, rule, unpack(text), need, have)
    return BadRecord(data["words"], reason)


# -- the process


def send(pipe: BinaryIO, data: Data) -> None:
    body = json.dumps(data).encode()
    pipe.write(LENGTH.pack(len(body)) + body)
    pipe.flush()


def receive(pipe: BinaryIO) -> Data | None:
    """The next message; None where the other side has gone."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    size = LENGTH.unpack(head)[0]
    body = pipe.read(size)
    return None if len(body) < size else json.loads(body)


def limit_memory(more: int = MEMORY) -> None:
    """No more address space than so much beyond what is in use now; where the system can do that."""
    if sys.platform != "linux":
        return
    import resource

    with open("/proc/self/statm", encoding="ascii") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + more, now + more))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_time(seconds: float) -> None:
    """The system ends this process when a job has used so much of the processor; 0 switches that off."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)


def memory_used() -> int:
    """Bytes of memory that this process holds, where the system says so. (What getrusage() says is inherited from the server.)"""
    if sys.platform != "linux":
        return 0
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def make_ready() -> None:
    """Everything that a job needs is imported and read before the limits hold."""
    for name in registry.names():
        game = registry.game(name)
        registry.make_ruleset(game, game.seats[0]).start()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server
    if hasattr(os, "nice"):
        os.nice(NICE)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed by mistake must not be taken for an answer
    make_ready()
    limit_memory()
    jobs = sys.stdin.buffer  # one job at a time, so nothing of the next one can lie in the buffer
    while True:
        if sys.platform != "win32" and not select.select([jobs], [], [], IDLE)[0]:
            return
        job = receive(jobs)
        if job is None:
            return
        limit_time(job["seconds"])
        found = answer(job)
        limit_time(0)
        send(answers, {**found, "held": memory_used()})


if __name__ == "__main__":
    main()
