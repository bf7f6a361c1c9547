"""Several processes that serve one address: started, watched, started again when they die, and ended together."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import signal
import socket
import sys
import time
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Final

import uvicorn

from brehon.server.app import create_app
from brehon.server.logs import set_up_logs
from brehon.server.settings import Settings
from brehon.server.storage.database import BadDatabase, prepare
from brehon.server.table.bot_pool import leave_with_parent
from brehon.server.web.connections import timed_protocol, trusted_proxies
from brehon.server.web.shutdown import GRACE, PromptServer

log: Final = logging.getLogger("brehon.server")
COLLECT: Final = (
    10_000,
    20,
    20,
)  # new objects before a first look; such looks before a longer one; those before a whole one
SWITCH: Final = 0.0005  # seconds until a thread that wants to run interrupts another: a commit needs a dozen turns beside busy pages
END: Final = 0.95  # seconds for the workers when the program ends
SHORT_LIFE: Final = 5.0  # seconds: a worker that dies sooner is not started again at once
Sockets = list[socket.socket]


def serve_alone(settings: Settings, listening: socket.socket) -> None:
    """Serve in this process until it gets a signal to end."""
    set_up_logs(settings.log_format, settings.log_level)
    app = create_app(settings)
    collect_seldom()
    sys.setswitchinterval(SWITCH)
    config = uvicorn.Config(
        app, log_config=None, access_log=False, timeout_graceful_shutdown=GRACE,  # type: ignore[arg-type]
        server_header=False, lifespan="on", ws="none",
        timeout_keep_alive=75,  # longer than a proxy keeps its own, so that it never sends into a closing connection
        http=timed_protocol(settings), forwarded_allow_ips=trusted_proxies(settings),
    )  # fmt: skip
    PromptServer(config, app.state.tables.hub).run(sockets=[listening])


def collect_seldom() -> None:
    """The garbage collector need not look at what was loaded for good, and pages make few cycles: it looks less often.

    Until it has looked at everything no one gets an answer, some 60 ms for what the program itself has loaded.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def bind(family: int, host: str, port: int, shares: bool) -> socket.socket:
    """A socket with this address; if it shares, others of ours may have the same, and the system spreads the callers."""
    # the protocol is named, or asyncio does not switch Nagle off and an answer may wait 40 ms for a delayed ACK
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shares:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind((host, port))
    except BaseException:
        bound.close()
        raise
    return bound


def work(settings: Settings, family: int, host: str, port: int) -> None:
    """One worker: a socket of its own on the common address."""
    leave_with_parent()
    set_up_logs(settings.log_format, settings.log_level)
    wait_for_database(settings.database_url)
    with bind(family, host, port, shares=True) as listening:
        listening.listen(2048)
        serve_alone(settings, listening)


def wait_for_database(address: str) -> None:
    """Listen only once the database answers: callers then go to the workers that can serve them."""
    while True:
        try:
            asyncio.run(prepare(address))
        except BadDatabase as error:
            log.warning("retry: new worker cannot use the database error=%s", error)
            time.sleep(1)
        else:
            return


class Workers:
    """Keeps `count` workers running until the program gets a signal to end."""

    def __init__(self, count: int, settings: Settings, reserved: socket.socket) -> None:
        self._count = count
        self._args = (settings, reserved.family, *reserved.getsockname()[:2])
        self._context = multiprocessing.get_context("spawn")
        self._born: dict[SpawnProcess, float] = {}
        self._ending = False
        self._ear, self._mouth = multiprocessing.Pipe(duplex=False)  # a signal wakes the loop that watches the workers

    def run(self) -> None:
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self._end)
        for _ in range(self._count):
            self._start()
        while not self._ending:
            wait([self._ear, *(worker.sentinel for worker in self._born)], timeout=1)
            for worker in [worker for worker in self._born if not worker.is_alive()]:
                self._replace(worker)
        self._stop()

    def _start(self) -> None:
        worker = self._context.Process(target=work, args=self._args)
        worker.start()
        self._born[worker] = time.monotonic()

    def _replace(self, worker: SpawnProcess) -> None:
        lived = time.monotonic() - self._born.pop(worker)
        if self._ending:
            return
        log.error("worker died: starting another one pid=%s exit=%s", worker.pid, worker.exitcode)
        if lived < SHORT_LIFE:
            self._ear.poll(1)  # a worker that fails at once must not keep the machine busy
        if not self._ending:
            self._start()

    def _stop(self) -> None:
        for worker in self._born:
            worker.terminate()
        deadline = time.monotonic() + END
        for worker in self._born:
            worker.join(max(0.0, deadline - time.monotonic()))
            if worker.is_alive():
                log.error("timeout: worker did not stop, killing it pid=%s", worker.pid)
                worker.kill()

    def _end(self, sign: int, frame: FrameType | None) -> None:
        if not self._ending:
            self._ending = True
            self._mouth.send_bytes(b".")
