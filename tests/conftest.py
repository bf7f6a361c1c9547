"""What concerns all tests."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import pytest
from _pytest.runner import runtestprotocol

import brehon
from brehon.core.contract import Game
from tests.registered import toy_registered

os.environ.setdefault("BREHON_COMPILE", "0")  # no server of a test builds the engine, unless the test asks for it
if (
    signal.getsignal(signal.SIGINT) is signal.SIG_IGN
):  # a shell's background job: the programs under test must hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Browser tests come last: the browser's driver leaves an event loop running, in which no async test could start.

    Else the slow ones come first, so that at the end no process waits for another. What compares the compiled engine with the
    interpreted one, or needs a fast one, belongs to `make test-compiled`.
    """
    items.sort(key=lambda item: (_has(item, "browser"), not _has(item, "slow")))
    if brehon.MODE != "compiled":
        config.hook.pytest_deselected(items=[item for item in items if _has(item, "compiled")])
        items[:] = [item for item in items if not _has(item, "compiled")]


TRIES = 3  # of a test that measures seconds: the machine may be busy with something else, a fault of ours is there every time


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A test that is marked `timed` is measured again where it failed; the reports of its last try count."""
    if not _has(item, "timed"):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    for left in range(TRIES - 1, -1, -1):
        item._initrequest()  # type: ignore[attr-defined]  # new fixtures for a new try
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
        missed = [report for report in reports if report.failed]
        if not missed or not left:
            break
        print(
            f"\n{item.nodeid} failed, it is measured again: {missed[0].longreprtext.splitlines()[-1]}", file=sys.stderr
        )
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _has(item: pytest.Item, mark: str) -> bool:
    return item.get_closest_marker(mark) is not None


@pytest.fixture
def harbour() -> Iterator[Game]:
    """The toy game, installed as a third party's game would be."""
    with toy_registered() as game:
        yield game
