"""One click, traced: the files of ours that it passes through are those of docs/architecture.md, in that order."""

from __future__ import annotations

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE
from pathlib import Path
from types import FrameType

import pytest

import brehon
from tests.server.conftest import opened
from tests.server.people import Visitor, links_of

SOURCE = Path(brehon.__file__).parent
ARCHITECTURE = SOURCE.parent.parent / "docs" / "architecture.md"
HEADING = "## One click"
MOST = 20  # files of the server
ENGINE = ("core/", "games/", "bots/")
IMPORTS = "_mode.py"  # chooses between compiled and interpreted modules; the client of the test imports something
CO_ASYNC = CO_COROUTINE | CO_ASYNC_GENERATOR


@dataclass
class Walk:
    """The files in the order in which they are entered first, and how often each function was called."""

    files: list[str] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    begun: set[FrameType] = field(default_factory=set)  # coroutines: each is called once, however often it goes on

    @property
    def server(self) -> list[str]:
        return [file for file in self.files if not file.startswith(ENGINE)]

    def count(self, name: str) -> int:
        return sum(number for call, number in self.calls.items() if call.endswith(name))


@contextmanager
def traced(task: str) -> Iterator[Walk]:
    """Notes every function of ours that is called in the request, and none that another task calls meanwhile."""
    walk, inside = Walk(), str(SOURCE)

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(inside) or not code.co_filename.endswith(".py"):
            return
        running = asyncio.current_task()
        if running is None or running.get_name() != task:
            return
        file = Path(code.co_filename).relative_to(SOURCE).as_posix()
        if file == IMPORTS:
            return
        if file not in walk.files:
            walk.files.append(file)
        if frame not in walk.begun:
            walk.calls[f"{file}:{code.co_qualname}"] += 1
        if code.co_flags & CO_ASYNC:
            walk.begun.add(frame)

    sys.setprofile(note)
    try:
        yield walk
    finally:
        sys.setprofile(None)


def documented() -> tuple[list[str], list[str]]:
    """The numbered files of the server, and the files of the engine in the sentence after them."""
    text = ARCHITECTURE.read_text(encoding="utf-8").partition(f"\n{HEADING}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\d+\. `([\w/]+\.py)`", text, re.M), re.findall(r"`((?:core|games|bots)/[\w/]+\.py)`", text)


async def clicked(folder: Path) -> Walk:
    """A decision of a player who sits in one seat, sent by our script; chance has to act after it."""
    async with opened(folder, bot_pause=30.0) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        path = await ann.set_up("me", "friend")
        await bo.join(links_of((await ann.get(path)).text)[0])
        await ann.post(f"{path}/start", data={"without": "1"})
        for n in range(40):  # what is kept from one click to the next is there by then
            mover = ann if (await ann.moves(path))[1] else bo
            if n >= 12 and mover is bo:  # who is not the host
                break
            ply, actions = await mover.moves(path)
            await mover.move(path, ply, actions[0], script=True)
        mover = ann if (await ann.moves(path))[1] else bo
        ply, actions = await mover.moves(path)
        request = asyncio.create_task(mover.move(path, ply, actions[0], script=True), name="click")
        with traced("click") as walk:
            answer = await request
        assert answer.status_code == 200
        assert f'data-ply="{ply}"' not in answer.text
        return walk


@pytest.mark.skipif(brehon.MODE.split()[0] != "interpreted", reason="compiled code cannot be traced")
async def test_a_click_takes_one_lock_and_makes_each_thing_once(tmp_path: Path) -> None:
    walk = await clicked(tmp_path)
    assert walk.count("tables.py:Tables.at") == 1
    assert walk.count("view.py:ArmoricaView.__init__") == 1
    assert walk.count("match.py:Match.why_no_undo") == 1
    assert walk.count("match.py:Match.offers") == 1
    assert walk.count("storage/store.py:Store.add_plies") == 1


@pytest.mark.skipif(brehon.MODE.split()[0] != "interpreted", reason="compiled code cannot be traced")
async def test_a_click_passes_through_the_files_that_the_documentation_lists(tmp_path: Path) -> None:
    walk = await clicked(tmp_path)
    server, engine = documented()
    assert [file.removeprefix("server/") for file in walk.server] == server
    assert len(walk.server) <= MOST
    assert {file for file in walk.files if file.startswith(ENGINE)} <= set(
        engine
    )  # not every decision is drawn the same way
    assert all((SOURCE / file).is_file() for file in engine)
