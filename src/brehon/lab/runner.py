"""Plays the games of plans, many at a time: in the processes of this machine (loky) or of a Dask cluster.

What is sent is a text and two numbers, what comes back is a `Played`. A process that dies takes the games with it that it was
playing; they are played again, and since every game depends on its plan and number alone, nothing else changes.
"""

from __future__ import annotations

import os
import signal
import threading
import warnings
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
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
    waiting = iter(tasks)
    again: list[Task] = []  # were being played when a process died
    failures = 0
    with _ready(where):
        while True:
            flying: dict[tuple[int, int], Task] = {}
            try:
                for played in _parallel(texts, _taking(again, waiting, flying), where):
                    del flying[played.table, played.number]
                    failures = 0
                    yield played
                return
            except _died() as error:
                failures += 1
                again = list(flying.values())
                if failures > PATIENCE:
                    raise WorkersDie(
                        f"{failures} times in a row a process died while it played; the last time these games were being "
                        f"played (table, number): {[tuple(task) for task in again[:8]]}. Is there enough memory?"
                    ) from error


def _taking(again: list[Task], waiting: Iterator[Task], flying: dict[tuple[int, int], Task]) -> Iterator[Task]:
    """First what has to be played again, then what is new; what is handed out is noted."""
    for source in (iter(again), waiting):
        for task in source:
            flying[task.table, task.number] = task
            yield task


def _parallel(texts: list[str], tasks: Iterator[Task], where: Where) -> Generator[Played, None, None]:
    """The one call to joblib."""
    parallel = Parallel(n_jobs=where.jobs, return_as="generator_unordered")
    games = parallel(delayed(_play)(texts[task.table], task.table, task.number, os.getpid()) for task in tasks)
    try:
        yield from games
    finally:
        with warnings.catch_warnings():  # joblib warns when somebody stops early; here that is meant
            warnings.filterwarnings("ignore", category=UserWarning, message=".*tasks .*")
            games.close()


def _play(text: str, table: int, number: int, parent: int) -> Played:
    if os.getpid() != parent and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which keeps what is finished
    return play_game(text, table, number)


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
        with (
            LocalCluster(n_workers=where.jobs, threads_per_worker=1, dashboard_address=None) as cluster,  # type: ignore[no-untyped-call]
            Client(cluster) as client,  # type: ignore[no-untyped-call]
        ):
            yield client
        return
    try:
        client = Client(where.scheduler, timeout=WAIT)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise BadOptions(f"no Dask scheduler answers at {where.scheduler}: {error}") from None
    with client:
        yield client
