"""Plays the games of plans, many at a time: in the processes of this machine (loky) or of a Dask cluster. `spread` does the same
with any other work that comes in numbered pieces.

What is sent is a text and two numbers, what comes back is a `Played`. If a process dies, the games that it was
playing are lost; they are played again, and since every game depends only on its plan and number, nothing else changes.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from functools import cache
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from brehon.core.errors import BadOptions, BrehonError
from brehon.core.text import N_
from brehon.lab.game import Played, play_game
from brehon.lab.plan import Plan

BACKENDS: Final = ("loky", "dask")
PLAIN: Final = (
    "plain"  # this process, or processes of the standard library: for quick games, and where joblib is missing
)
CHUNK: Final = 8  # quick games sent to a process at once
AHEAD: Final = 4  # chunks sent to each process before their results are awaited
PATIENCE: Final = 3  # how often processes may die one after the other without a single finished game
WAIT: Final = 20  # seconds for a cluster to respond and to have a worker


class Task(NamedTuple):
    """One game to be played: number `number` of plan `table`."""

    table: int
    number: int


class Where(NamedTuple):
    """Who plays: so many processes of this machine, or a cluster."""

    jobs: int = 1
    backend: str = "loky"
    scheduler: str = ""  # address of a Dask scheduler; "" starts one here


class WorkersDie(BrehonError):
    """Processes keep dying: the cause remains when the games are played again."""


class Numbered(Protocol):
    """What comes back from a process: it says which task it belongs to."""

    @property
    def table(self) -> int: ...
    @property
    def number(self) -> int: ...


Result = TypeVar("Result", bound=Numbered)
Work = Callable[[str, int, int], Result]  # a function of a module: a text, and table and number of the task


def run(plans: list[Plan], tasks: Iterable[Task], where: Where) -> Generator[Played, None, None]:
    """The games in the order in which they finish. Closing the generator stops the processes."""
    return spread(play_game, [plan.to_json() for plan in plans], tasks, where)


def spread(work: Work[Result], texts: list[str], tasks: Iterable[Task], where: Where) -> Generator[Result, None, None]:
    """What the work makes of the tasks, in the order in which they finish. Its result depends on nothing but its arguments."""
    if where.backend == PLAIN:
        yield from _run_plainly(work, texts, iter(tasks), where.jobs)
        return
    supply = Supply(tasks)
    failures = 0
    with _ready(where):
        while True:
            try:
                with closing(_parallel(work, texts, supply.take(), where)) as games:
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


def _run_plainly(
    work: Work[Result], texts: list[str], tasks: Iterator[Task], jobs: int
) -> Generator[Result, None, None]:
    """In the order of the tasks: in this process, or a chunk at a time in several."""
    if jobs == 1:
        yield from (work(texts[task.table], *task) for task in tasks)
        return
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _settle, (os.getpid(),))
    flying: deque[Future[list[Result]]] = deque()
    try:
        while chunk := list(islice(tasks, CHUNK)):
            with _deaf():
                flying.append(pool.submit(_do_some, work, texts, chunk))
            if len(flying) > AHEAD * jobs:
                yield from flying.popleft().result()
        while flying:
            yield from flying.popleft().result()
    except BrokenProcessPool as error:
        raise WorkersDie("a process died while it played. Is there enough memory?") from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _do_some(work: Work[Result], texts: list[str], tasks: list[Task]) -> list[Result]:
    return [work(texts[task.table], *task) for task in tasks]


class Supply:
    """Hands out the tasks, and tracks those that have not come back yet."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self._waiting = iter(tasks)
        self._lock = threading.Lock()  # joblib calls this from its own threads
        self.flying: dict[Task, None] = {}  # a set that keeps its order

    def take(self) -> Iterator[Task]:
        """First the tasks lost with a process that died, then new ones."""
        yield from list(self.flying)
        while True:
            with self._lock:
                task = next(self._waiting, None)
                if task is None:
                    return
                self.flying[task] = None
            yield task


def _parallel(
    work: Work[Result], texts: list[str], tasks: Iterator[Task], where: Where
) -> Generator[Result, None, None]:
    """The one call to joblib."""
    from joblib import Parallel, delayed  # type: ignore[import-untyped]

    parallel = Parallel(n_jobs=where.jobs, return_as="generator_unordered")
    parent = os.getpid() if where.backend == "loky" else -1
    with _deaf():
        games = parallel(delayed(_do)(work, texts[task.table], task.table, task.number, parent) for task in tasks)
    try:
        for played in games:  # noqa: UP028 - `yield from` would close the games itself, and let the warning out
            yield played
    finally:
        with warnings.catch_warnings():  # joblib warns about an early stop; here it is intended
            warnings.filterwarnings("ignore", category=UserWarning, message=".*tasks .*")
            games.close()


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes started in here ignore Ctrl-C from their first moment on; only the parent handles it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _do(work: Work[Result], text: str, table: int, number: int, parent: int) -> Result:
    if os.getppid() == parent:
        _settle(parent)
    return work(text, table, number)


@cache
def _settle(parent: int) -> None:
    """Once in each process of this machine, also in replacements: ignore Ctrl-C, and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, args=(parent,), daemon=True).start()


def _follow(parent: int) -> None:
    """End when the parent is gone: a killed parent cannot stop its children."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def _died() -> tuple[type[BaseException], ...]:
    """What is raised when a process dies and the backend does not repeat its games."""
    found: list[type[BaseException]] = [BrokenProcessPool]
    with suppress(ImportError):
        from distributed.scheduler import KilledWorker

        found.append(KilledWorker)
    return tuple(found)


@contextmanager
def _ready(where: Where) -> Iterator[None]:
    """The backend, set up and taken down again."""
    from joblib import parallel_config

    if where.backend == "loky":
        with parallel_config(backend="loky"):
            yield
        return
    if where.backend != "dask":
        raise BadOptions(
            N_("there is no backend %(name)s; there are: %(known)s"),
            name=repr(where.backend),
            known=", ".join(BACKENDS),
        )
    with _dask(where) as client, parallel_config(backend="dask", client=client, wait_for_workers_timeout=WAIT):
        yield


@contextmanager
def _dask(where: Where) -> Iterator[Any]:
    """A client of the cluster: of the one at an address, or of one that exists as long as the run."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise BadOptions(
            N_(
                "the backend dask is not installed; install Brehon with the extra cluster: pip install 'brehon-table[lab,cluster]'"
            )
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
        raise BadOptions(
            N_("no Dask scheduler answers at %(scheduler)s: %(error)s"), scheduler=where.scheduler, error=error
        ) from None
    with client:
        yield client
