"""The compiled engine is built while the server runs, and the bots change over: no move is lost, and nothing that fails is noticed."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from brehon import MODE, _build
from brehon._mode import SUFFIX, digest_list
from brehon.bots.base import Budget
from brehon.bots.levels import LEVELS, Level
from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player, read_record
from brehon.core.verification import verify
from brehon.server.table import bot_pool, engine
from brehon.server.table.bot_pool import COMPILED, BotPool, position
from brehon.server.table.bot_queue import Place
from brehon.server.table.engine import EngineBuild, EngineWatch, building, obstacle
from brehon.server.table.own_bots import OwnBots
from tests.server.people import Program, Visitor
from tests.server.transport import Transport
from tests.waiting import until, wait_until

PACKAGE = Path(engine.__file__).parent.parent.parent


def pid_after(waits_for: str) -> int:
    """In a worker: its id, once a file is there."""
    wait_until(lambda: not waits_for or Path(waits_for).exists())
    return os.getpid()


def cannot_start(_: object) -> None:
    raise ImportError("half an engine")


async def test_a_search_that_runs_ends_where_it_is_and_the_next_one_has_a_new_process(tmp_path: Path) -> None:
    pool, place = BotPool(1), Place("table")
    try:
        first = await pool.run(pid_after, "", place)
        running = asyncio.create_task(pool.run(pid_after, str(tmp_path / "go"), place))
        await until(lambda: pool.thinking)
        assert await pool.renew() == pool.engine == MODE
        waiting = asyncio.create_task(pool.run(pid_after, "", place))
        (tmp_path / "go").touch()
        assert await running == first
        assert await waiting != first
        await until(lambda: not Path(f"/proc/{first}").exists(), "the end of the old process")
    finally:
        pool.close()


async def test_the_process_of_a_bot_of_ones_own_goes_on() -> None:
    match = Match(registry.make_ruleset(registry.game("armorica"), 2), [Player("A"), Player("B")], seeded_secret(5))
    match.start()
    asked = position(match, match.state.to_move(), "cottar")
    pool, own = BotPool(1), OwnBots(60.0)
    try:
        action = await own.choose(asked)
        process = own._processes["cottar"]
        await pool.renew()
        assert await own.choose(asked) == action
        assert own._processes["cottar"] is process
    finally:
        pool.close()
        own.close()


async def test_processes_that_cannot_start_change_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pool, place = BotPool(1), Place("table")
    try:
        first = await pool.run(pid_after, "", place)
        with monkeypatch.context() as patch:
            patch.setattr(bot_pool, "join", cannot_start)
            await EngineWatch(pool).change_over()
        assert [line.getMessage() for line in caplog.records if line.name == "brehon.server"] == [
            "change-over failed: bots stay interpreted error=BrokenProcessPool"
        ]
        assert await pool.run(pid_after, "", place) == first
    finally:
        pool.close()


async def play_out(program: Program, ticket: dict[str, Any]) -> None:
    """The first seat takes the first offered move until the game is over; it waits as long as bots think."""
    while True:
        state = await program.look(ticket)
        if state["status"] == "over":
            return
        if state["legal"]:
            await program.move(ticket, 0, state["ply"], action=state["legal"][0]["action"])
        else:
            await asyncio.sleep(0.02)


async def test_a_table_in_mid_decision_at_the_change_over_loses_no_move_and_gets_none_twice(
    site: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bots of two seats search, and their processes are replaced again and again while they do; the record is proved in the end."""
    monkeypatch.setitem(LEVELS, "warrior", Level("warrior", "Warrior", "", LEVELS["warrior"].bot, Budget(0, 0.05)))
    pool = site.app.state.drivers.thinkers
    asked: list[int] = []
    play_bot = site.app.state.tables.play_bot

    async def noted(match_id: str, ply: int, seat: int, action: int) -> None:
        asked.append(ply)
        await play_bot(match_id, ply, seat, action)

    monkeypatch.setattr(site.app.state.tables, "play_bot", noted)

    async with Visitor(site, "Ann") as ann:
        program = Program(ann)
        ticket = await program.create("me", "warrior", "warrior")
        playing = asyncio.create_task(play_out(program, ticket))
        for _ in range(3):
            await until(lambda: pool.thinking or playing.done())
            await pool.renew()
        await asyncio.wait_for(playing, 180)
        record = (await ann.get(f"/api/v1/tables/{ticket['id']}/record")).text
    assert verify(read_record(record)).is_over  # no ply is missing, and none is there twice
    assert len(asked) > 10
    assert asked == sorted(set(asked)), "a bot has moved twice"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    (tmp_path / "space.py").write_text("x = 1\n")
    (tmp_path / "space.py").with_suffix(SUFFIX).touch()
    return tmp_path


def test_an_engine_is_ready_once_when_its_list_is_there_and_fits(package: Path) -> None:
    watch = EngineWatch(BotPool(1), package)
    assert not watch.is_ready()  # a build runs, or none
    digest_list(package).write_text(f"# made by a test\n{sha256(b'x = 2').hexdigest()}  space.py\n")
    assert not watch.is_ready()  # of another source
    right = sha256((package / "space.py").read_bytes()).hexdigest()
    digest_list(package).write_text(f"# made by a test\n{right}  space.py\n")
    os.utime(digest_list(package), ns=(1, 1))
    assert watch.is_ready()
    assert not watch.is_ready()  # it was looked at; if the change-over failed, it would fail again


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `make play` starts in a new clone."""
    monkeypatch.setattr(engine, "MODE", "interpreted (not compiled)")
    monkeypatch.setattr(engine, "IS_PURE", False)
    monkeypatch.setenv("BREHON_COMPILE", "1")


def test_without_a_compiler_the_server_says_so_once_and_starts(
    interpreted: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with building():
        pass
    assert capsys.readouterr().out == (
        "The engine stays interpreted: there is no C compiler (no-such-compiler). Bots think less far ahead.\n"
    )


def test_a_build_is_started_only_where_it_is_wanted(interpreted: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert engine.is_wanted()
    for name, value in (("MODE", COMPILED), ("IS_PURE", True)):
        with monkeypatch.context() as patch:
            patch.setattr(engine, name, value)
            assert not engine.is_wanted()
    with monkeypatch.context() as patch:
        patch.setattr(_build, "HERE", Path("/site-packages/brehon"))  # an installed package
        assert not engine.is_wanted()
    monkeypatch.setenv("BREHON_COMPILE", "0")
    assert not engine.is_wanted()


def test_a_folder_that_cannot_be_written_to_is_left_alone(
    interpreted: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CC", sys.executable)  # a program that is there
    monkeypatch.setattr(_build, "ROOT", tmp_path / "gone")
    assert obstacle() == f"{tmp_path / 'gone'} cannot be written to"


class Checkout:
    """A small tree that is built as ours is, by a setup.py that does what the test wants."""

    def __init__(self, folder: Path, setup: str, registry: str = "def names():\n    return []\n") -> None:
        self.folder = folder
        self.package = folder / "src" / "brehon"
        (self.package / "core").mkdir(parents=True)
        for name in ("_mode.py", "_build.py"):
            shutil.copy(PACKAGE / name, self.package / name)
        (self.package / "__init__.py").touch()
        (self.package / "core" / "__init__.py").touch()
        (self.package / "core" / "registry.py").write_text(registry)
        (folder / "pyproject.toml").touch()
        (folder / "setup.py").write_text(setup)

    def build(self, *flags: str, **more: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "PYTHONPATH": str(self.package.parent), **more}
        return subprocess.Popen(
            [sys.executable, *flags, "-m", "brehon._build"], cwd=self.folder, env=environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip

    def said(self, *flags: str, **more: str) -> tuple[int, str]:
        build = self.build(*flags, **more)
        assert build.stdout is not None
        with build:  # its input stays open until it has ended
            lines = build.stdout.read().splitlines()
        return build.returncode, lines[-1] if lines else ""


WRITES = f"""from pathlib import Path
Path("src/brehon/_compiled{SUFFIX}.sha256").write_text("# nothing is on the list\\n")
"""


def test_a_build_is_tried_before_it_counts(tmp_path: Path) -> None:
    good = Checkout(tmp_path / "good", WRITES)
    assert good.said() == (0, "")
    assert digest_list(good.package).exists()
    bad = Checkout(tmp_path / "bad", WRITES, "raise ImportError('no')\n")
    assert bad.said() == (1, "the compiled engine does not start")
    assert not digest_list(bad.package).exists()


def test_a_build_that_fails_says_why_in_its_last_line(tmp_path: Path) -> None:
    assert Checkout(tmp_path / "a", "raise SystemExit(1)\n").said() == (1, "not compiled")
    without = Checkout(tmp_path / "b", WRITES)
    assert without.said("-S", BREHON_TOOLS="") == (1, "mypy is not installed")
    assert without.said("-S", BREHON_TOOLS="false") == (1, "mypy is not installed")


def test_a_build_ends_with_its_server_and_all_that_it_has_started(tmp_path: Path) -> None:
    tree = Checkout(tmp_path, "import os, time\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(600)\n")
    build = tree.build()
    wait_until(lambda: (tmp_path / "pid").exists() and (tmp_path / "pid").read_text())
    compiler = int((tmp_path / "pid").read_text())
    assert build.stdin is not None
    build.stdin.close()  # as the system does it for a server that was killed
    build.wait(30)
    wait_until(
        lambda: not Path(f"/proc/{compiler}").exists() or "\nState:\tZ" in Path(f"/proc/{compiler}/status").read_text()
    )
    assert build.stdout is not None
    build.stdout.close()


def test_a_failed_build_is_one_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tree = Checkout(tmp_path, "raise SystemExit(1)\n")
    monkeypatch.setattr(_build, "ROOT", tree.folder)
    monkeypatch.setenv("PYTHONPATH", str(tree.package.parent))
    build = EngineBuild()
    try:
        wait_until(lambda: caplog.records, "the line")
    finally:
        build.end()
    (line,) = [record.getMessage() for record in caplog.records if record.name == "brehon.server"]
    assert line == f"build failed: engine stays interpreted reason=not compiled log={tmp_path / 'build' / 'engine.log'}"


async def test_every_page_says_which_engine_runs(site: Transport, monkeypatch: pytest.MonkeyPatch) -> None:
    from brehon.server.web import rendering

    thinkers = site.app.state.drivers.thinkers
    async with Visitor(site, "Ann") as ann:
        for here, bots, words in (
            ("interpreted (why)", "interpreted (why)", "Engine: interpreted."),
            ("interpreted (why)", COMPILED, "Engine: bots compiled, server interpreted."),
            (COMPILED, COMPILED, "Engine: compiled."),
        ):
            monkeypatch.setattr(rendering, "MODE", here)
            monkeypatch.setattr(thinkers, "engine", bots)
            assert f'<span id="engine">{words}</span>' in (await ann.get("/")).text
