"""Plays the games of plans, many at a time: in the processes of this machine (loky) or of a Dask cluster.

What is sent is a text and two numbers, what comes back is a `Played`. A process that dies takes the games with it that it was
playing; they are played again, and since every game depends on its plan and number alone, nothing else changes.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from functools import cache
from typing import Any, Final, NamedTuple

from joblib import Parallel, delayed, parallel_config  # type: ignore[import-untyped]

from brehon.core.errors import BadOptions, BrehonError
from brehon.lab.game import Played, play_game
from brehon.lab.plan import Plan

BACKENDS: Final = ("loky", "dask")
PATIENCE: Final = 3  # so often may processes die one after the other without a single game being finished
WAIT: Final = 20  # seconds for a cluster to answer and to have a worker


class Task(NamedTuple):
    """One game to be played: number `number` of plan `table`."""

    table: int
    number: int


class Where(NamedTuple):
    """Who plays: this many processes of this machine, or a cluster."""

    jobs: int = 1
    backend: str = "loky"
    scheduler: str = ""  # address of a Dask scheduler; "" starts one here


class WorkersDie(BrehonError):
    """Processes keep dying: there is a reason that playing again does not cure."""


def run(plans: list[Plan], tasks: Iterable[Task], where: Where) -> Generator[Played, None, None]:
    """The games as they are finished, in any order. Closing the generator stops the processes."""
    texts = [plan.to_json() for plan in plans]
    supply = Supply(tasks)
    failures = 0
    with _ready(where):
        while True:
            try:
                with closing(_parallel(texts, supply.take(), where)) as games:
                    for played in games:
                        supply.flying.pop(Task(played.table, played.number))
                        failures = 0
                        yield played
                if not supply.flying:
                    return
            except _died() as error:
                failures += 1
                if failures > PATIENCE:
                    raise WorkersDie(
                        f"{failures} times in a row a process died while it played; the last time these games were being "
                        f"played (table, number): {[tuple(task) for task in supply.flying][:8]}. Is there enough memory?"
                    ) from error


class Supply:
    """Hands out what is to be played, and knows what was handed out and has not come back."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._waiting = iter(tasks)
        self._lock = threading.Lock()  # joblib asks from threads of its own
        self.flying: dict[Task, None] = {}  # a set that keeps the order

    def take(self) -> Iterator[Task]:
        """First what was lost with a process that died, then what is new."""
        yield from list(self.flying)
        while True:
            with self._lock:
                task = next(self._waiting, None)
                if task is None:
                    return
                self.flying[task] = None
            yield task


def _parallel(texts: list[str], tasks: Iterator[Task], where: Where) -> Generator[Played, None, None]:
    """The one call to joblib."""
    parallel = Parallel(n_jobs=where.jobs, return_as="generator_unordered")
    parent = os.getpid() if where.backend == "loky" else -1
    with _deaf():
        games = parallel(delayed(_play)(texts[task.table], task.table, task.number, parent) for task in tasks)
    try:
        for played in games:  # noqa: UP028 - `yield from` would close the games itself, and let the warning out
            yield played
    finally:
        with warnings.catch_warnings():  # joblib warns when somebody stops early; here that is meant
            warnings.filterwarnings("ignore", category=UserWarning, message=".*tasks .*")
            games.close()


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that begin in here never hear Ctrl-C, from their first moment on; it is for the parent."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _play(text: str, table: int, number: int, parent: int) -> Played:
    if os.getppid() == parent:
        _settle(parent)
    return play_game(text, table, number)


@cache
def _settle(parent: int) -> None:
    """Once in each process of this machine, also in those that replace others: no Ctrl-C, and nobody outlives the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: int) -> None:
    """A parent that was killed could not say goodbye."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def _died() -> tuple[type[BaseException], ...]:
    """What is raised when a process dies and the backend does not play its games again by itself."""
    found: list[type[BaseException]] = [BrokenProcessPool]
    with suppress(ImportError):
        from distributed.scheduler import KilledWorker

        found.append(KilledWorker)
    return tuple(found)


@contextmanager
def _ready(where: Where) -> Iterator[None]:
    """The backend, set up and taken down again."""
    if where.backend == "loky":
        with parallel_config(backend="loky"):
            yield
        return
    if where.backend != "dask":
        raise BadOptions(f"there is no backend {where.backend!r}; there are: {', '.join(BACKENDS)}")
    with _dask(where) as client, parallel_config(backend="dask", client=client, wait_for_workers_timeout=WAIT):
        yield


@contextmanager
def _dask(where: Where) -> Iterator[Any]:
    """A client of the cluster: of the one at an address, or of one that lives as long as the run."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise BadOptions(
            "the backend dask is not installed; install Brehon with the extra cluster: pip install 'brehon[lab,cluster]'"
        ) from None
    if not where.scheduler:
        with _deaf():
            cluster = LocalCluster(n_workers=where.jobs, threads_per_worker=1, dashboard_address=None)  # type: ignore[no-untyped-call]
        with cluster, Client(cluster) as client:  # type: ignore[no-untyped-call]
            yield client
        return
    try:
        client = Client(where.scheduler, timeout=WAIT)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise BadOptions(f"no Dask scheduler answers at {where.scheduler}: {error}") from None
    with client:
        yield client
