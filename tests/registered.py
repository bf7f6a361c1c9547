"""Toy Harbour (tests/toy.py) as a game of another package: its folder in tests/third_party holds what an installed package would
leave behind, an entry point. Nothing else in Brehon knows it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from brehon.core import registry
from brehon.core.contract import Game

ROOT = Path(__file__).parent.parent
THIRD_PARTY = ROOT / "tests" / "third_party"
NAME = "toy-harbour"


def environment() -> dict[str, str]:
    """For a program in a process of its own that is to know the toy."""
    known = os.environ.get("PYTHONPATH", "")
    return {"PYTHONPATH": os.pathsep.join([str(THIRD_PARTY), str(ROOT), *filter(None, [known])])}


@contextmanager
def toy_registered() -> Iterator[Game]:
    """Within it, this process and those that it starts know the toy."""
    before = os.environ.get("PYTHONPATH")
    os.environ.update(environment())
    sys.path.insert(0, str(THIRD_PARTY))
    _forget()
    try:
        yield registry.game(NAME)
    finally:
        sys.path.remove(str(THIRD_PARTY))
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
        _forget()


def _forget() -> None:
    registry._points.cache_clear()
    registry.game.cache_clear()
