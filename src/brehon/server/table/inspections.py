"""Uploaded files are read in separate processes, which are killed when they need too much time or memory.

There are two queues with one process each, so that long records do not delay new tables. Both are short: when
one is full, the client is asked to try again in a moment. Within a queue the order is that of arrival.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, Final

from brehon.core.packing import Data
from brehon.core.text import N_, Message
from brehon.server.errors import Busy, TooCostly
from brehon.server.table.inspector import Examined, Verdict, receive, send, unpack_error

log: Final = logging.getLogger("brehon.server")
COMPONENTS_TIME: Final = 2.0  # seconds of the processor for a component file; the slowest of ours needs 0.2
RECORD_TIME: Final = 2.0  # seconds for a record of any length ...
RECORD_RATE: Final = 6e-6  # ... and more for every byte: interpreted, an honest game needs up to 2.4e-6
SLOWNESS: Final = 4.0  # a busy machine may take so many times longer by the clock on the wall
PATIENCE: Final = 4.0  # seconds by the clock on the wall on top of that: a process may have to be started
MOST_WAITING: Final = 16  # jobs in a queue, the one under way included
RETRY: Final = 5  # seconds after which a refused client may try again
MOST_HELD: Final = 64_000_000  # bytes; a process that holds more after a job is replaced
KEPT: Final = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "LD_LIBRARY_PATH", "SYSTEMROOT", "BREHON_PURE", "PYTHONDONTWRITEBYTECODE",
               "PYTHONPYCACHEPREFIX")  # fmt: skip


class Gone(Exception):
    """The process has ended before it answered."""

    def __init__(self, code: int) -> None:
        super().__init__(str(code))
        self.code = code


class Inspector:
    """One process, started when it is needed and again whenever it has ended."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False
        self._starting = threading.Lock()

    def ask(self, job: Data, wall: float) -> Data:
        """Let it do a job; Gone if it did not survive that. Blocks, so it is called in a thread."""
        try:
            return self._ask(job, wall)
        except Gone as error:
            if error.code != 0:
                raise
            return self._ask(job, wall)  # it had nothing to do for a while, and ended just now

    def _ask(self, job: Data, wall: float) -> Data:
        process = self._running()
        timer = threading.Timer(wall, process.kill)
        timer.daemon = True
        timer.start()
        try:
            send(_pipe(process.stdin), job)
            found = receive(_pipe(process.stdout))
        except BrokenPipeError:
            found = None
        finally:
            timer.cancel()
        if found is None:
            self.end()
            raise Gone(process.returncode)
        if found.get("memory") or found["held"] > MOST_HELD:
            self.end()
        return found

    def _running(self) -> subprocess.Popen[bytes]:
        with self._starting:
            if self._is_closed:
                raise Gone(-signal.SIGTERM)
            if self._process is None or self._process.poll() is not None:
                self.end()
                self._process = _started()
            return self._process

    def end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                _close(_pipe(pipe))
            process.wait()

    def close(self) -> None:
        """End it, whatever it is doing; its caller gets Gone."""
        with self._starting:
            self._is_closed = True
            if self._process is not None:
                self._process.kill()


def _pipe(pipe: IO[bytes] | None) -> Any:
    assert pipe is not None
    return pipe


def _close(pipe: IO[bytes]) -> None:
    try:
        pipe.close()
    except BrokenPipeError:  # the rest of a job that is no longer read
        log.debug("refused: rest of a job, the process has ended")


def _started() -> subprocess.Popen[bytes]:
    """A new process: it inherits no socket, no database and no settings of the server, only where the program lies."""
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-P", "-m", "brehon.server.table.inspector"]
    return subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=True, start_new_session=True
    )


class Queue:
    """Jobs for one process, in order of arrival."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._inspector = Inspector()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"inspections of {name}")
        self.waiting = 0  # jobs, the one under way included

    async def ask(self, job: Data, seconds: float) -> Data:
        """The result of a job that may use the processor for so many seconds; the error in it is raised."""
        if self.waiting >= MOST_WAITING:
            log.warning("refused: queue full queue=%s jobs=%s", self.name, self.waiting)
            raise Busy(Message(N_("The server is checking many files just now. Try again in a moment.")), RETRY)
        self.waiting += 1
        try:
            wall = PATIENCE + SLOWNESS * seconds
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._thread, self._inspector.ask, {**job, "seconds": seconds}, wall)
        except Gone as gone:
            log.warning("timeout or crash: check ended queue=%s exit=%s limit=%ss", self.name, gone.code, seconds)
            raise too_costly() from None
        finally:
            self.waiting -= 1
        return self._result(found)

    def _result(self, found: Data) -> Data:
        if "error" in found:
            raise unpack_error(found["error"])
        if "memory" in found:
            log.warning("refused: not enough memory to check a file queue=%s", self.name)
            raise too_costly()
        if "fault" in found:
            log.error("failed: check of a file queue=%s\n%s", self.name, found["fault"])
            raise TooCostly(Message(N_("This file cannot be checked: this version does not know its format.")))
        result: Data = found["result"]
        return result

    def close(self) -> None:
        self._inspector.close()
        self._thread.submit(self._inspector.end)
        self._thread.shutdown()  # at once: whatever is in the queue finds it closed


def too_costly() -> TooCostly:
    text = N_(
        "Checking this file takes more time or memory than a file gets here. Check it in the terminal with brehon."
    )
    return TooCostly(Message(text))


class Inspections:
    """Uploaded component files and records, checked in other processes."""

    def __init__(self) -> None:
        self._components = Queue("components")
        self._records = Queue("records")

    @property
    def waiting(self) -> int:
        """How many files are being checked, or wait for that."""
        return self._components.waiting + self._records.waiting

    async def components(self, game: str, source: str, name: str, seats: int, options: dict[str, str]) -> None:
        """BadComponents or BadOptions if a table cannot be set up with this file."""
        job = {"kind": "components", "game": game, "source": source, "name": name, "seats": seats, "options": options}
        await self._components.ask(job, COMPONENTS_TIME)

    async def proof(self, text: str) -> Verdict:
        """Prove the record of a finished game; BadRecord says what is wrong."""
        return Verdict(**await self._record("proof", text))

    async def record(self, text: str) -> Examined:
        """Replay a record, finished or not; BadRecord says what is wrong."""
        return Examined(**await self._record("record", text))

    async def _record(self, kind: str, text: str) -> Data:
        seconds = RECORD_TIME + RECORD_RATE * len(text)
        return await self._records.ask({"kind": kind, "text": text}, seconds)

    def close(self) -> None:
        self._components.close()
        self._records.close()
