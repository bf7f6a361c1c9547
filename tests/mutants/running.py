"""Runs mutants inside one pytest session: tests are collected once, and each mutant gets a forked process with one function changed.

A changed function takes the place of the old one by its code object, wherever it was imported to. What a module computes while it is
imported is therefore not mutated. The first fork plants nothing and notes which test reaches which lines, and how long it takes.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, cast

import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.operators import Mutant, code_of

NOBODY = "-"  # no test noticed
Reach = dict[str, tuple[float, dict[str, list[int]]]]  # test -> (seconds, file -> lines)


@dataclass(frozen=True)
class Result:
    """What became of a mutant: "killed" (by a test), "timeout", "survived", or "unreached" (no test comes to its line)."""

    key: str
    fate: str
    by: str = ""


class Runner:
    """A pytest plugin that takes over after the collection."""

    def __init__(
        self,
        root: Path,
        mutants: list[Mutant],
        belongs: Callable[[str], bool],
        jobs: int,
        report: Callable[[Result], None],
    ) -> None:
        self.root, self.mutants, self.belongs, self.jobs, self.report = root, mutants, belongs, jobs, report

    def pytest_sessionstart(self) -> None:
        import hypothesis  # only now: pytest wants to rewrite its assertions first

        hypothesis.settings.register_profile(
            "mutants",
            phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],  # no shrinking: that a test fails is enough
            database=None,
            derandomize=True,
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        hypothesis.settings.load_profile("mutants")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.belongs(item.nodeid)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        files = {str(self.root / mutant.path) for mutant in self.mutants}
        reach: Reach = json.loads(_in_child(lambda: json.dumps(measure(session.items, files)), 3600) or "{}")
        if not reach:
            raise pytest.UsageError("the tests fail without any mutant: repair them first")
        running: dict[int, tuple[Mutant, int]] = {}  # pipe -> mutant, process
        todo = iter(self.mutants)
        while True:
            while len(running) < self.jobs and (mutant := next(todo, None)) is not None:
                self._launch(mutant, session.items, reach, running)
            if not running:
                return True
            self._collect(running)

    def _launch(
        self, mutant: Mutant, items: list[pytest.Item], reach: Reach, running: dict[int, tuple[Mutant, int]]
    ) -> None:
        chosen = sorted(
            (item for item in items if reaches(reach[item.nodeid][1], self.root, mutant)),
            key=lambda item: (is_broad(item), reach[item.nodeid][0]),
        )
        if not chosen:
            self.report(Result(mutant.key, "unreached"))
            return
        limits = [5 + 2 * reach[item.nodeid][0] for item in chosen]
        pid, pipe = _fork(lambda: first_failure(mutant, self.root, chosen, limits))
        running[pipe] = (mutant, pid)

    def _collect(self, running: dict[int, tuple[Mutant, int]]) -> None:
        for pipe in select.select(list(running), [], [])[0]:
            mutant, pid = running.pop(pipe)
            by = _read(pipe)
            os.close(pipe)
            status = os.waitpid(pid, 0)[1]
            if not by and not os.WIFSIGNALED(status):
                raise RuntimeError(f"a process broke down over {mutant.key}")
            fate = {"": "timeout", NOBODY: "survived"}.get(by, "killed")
            self.report(Result(mutant.key, fate, by if fate == "killed" else ""))


def is_broad(item: pytest.Item) -> bool:
    """Golden games notice nearly every change, but say little about which rule broke: they come last."""
    return "tests/games/" not in item.nodeid


def reaches(lines: dict[str, list[int]], root: Path, mutant: Mutant) -> bool:
    first, last = mutant.lines
    return any(first <= line <= last for line in lines.get(str(root / mutant.path), []))


def measure(items: list[pytest.Item], files: set[str]) -> Reach:
    """Runs every test once; {} if one fails."""
    out: Reach = {}
    for item, following in _pairs(items):
        lines: dict[str, set[int]] = {}
        begun = time.process_time()
        with _tracing(files, lines):
            failed = not _passes(item, following)
        if failed:
            print(f"fails without any mutant: {item.nodeid}", file=sys.__stderr__)
            return {}
        out[item.nodeid] = (time.process_time() - begun, {path: sorted(seen) for path, seen in lines.items()})
    return out


def first_failure(mutant: Mutant, root: Path, items: list[pytest.Item], limits: list[float]) -> str:
    """The id of the first test that notices. One that uses far more time than it should ends the process: an endless loop."""
    live_function(mutant).__code__ = code_of(mutant, root)
    for (item, following), limit in zip(_pairs(items), limits, strict=True):
        signal.setitimer(
            signal.ITIMER_VIRTUAL, limit
        )  # counts the process's own time: how busy the machine is does not matter
        if not _passes(item, following):
            return item.nodeid
    return NOBODY


def live_function(mutant: Mutant) -> FunctionType:
    name = mutant.path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    value: Any = sys.modules[name]
    for part in mutant.function.split("."):
        value: Any = inspect.getattr_static(value, part)  # type: ignore[no-redef]
    value: Any = value.__func__ if isinstance(value, staticmethod | classmethod) else value  # type: ignore[no-redef]
    return cast(FunctionType, inspect.unwrap(value.fget if isinstance(value, property) else value))  # type: ignore[arg-type]


def _pairs(items: list[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


@contextlib.contextmanager
def _tracing(files: set[str], lines: dict[str, set[int]]) -> Iterator[None]:
    wanted: dict[CodeType, bool] = {}

    def local(frame: FrameType, event: str, _arg: object) -> Any:
        lines.setdefault(frame.f_code.co_filename, set()).add(frame.f_lineno)
        return local

    def enter(frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        if code not in wanted:
            wanted[code] = code.co_filename in files
        return local(frame, event, arg) if wanted[code] else None

    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(None)


def _fork(work: Callable[[], str]) -> tuple[int, int]:
    """A process that writes the result of `work` into the pipe that is returned."""
    sys.stdout.flush()
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid:
        os.close(theirs)
        return pid, ours
    code = 1
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        with os.fdopen(theirs, "w", encoding="utf-8") as pipe:
            pipe.write(work())
        code = 0
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        os._exit(code)


def _in_child(work: Callable[[], str], seconds: float) -> str:
    pid, pipe = _fork(work)
    ready, _, _ = select.select([pipe], [], [], seconds)
    text = _read(pipe) if ready else ""
    os.close(pipe)
    os.waitpid(pid, 0)
    return text


def _read(pipe: int) -> str:
    parts = []
    while part := os.read(pipe, 1 << 16):
        parts.append(part)
    return b"".join(parts).decode()
