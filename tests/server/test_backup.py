"""Backup and restore: nothing is lost between two databases, and nothing damaged is let in."""

from __future__ import annotations

import gzip
import json
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brehon.server.settings import Settings
from brehon.server.storage.backup import BadBackup, check_backup, lines_of, restore_backup, write_backup
from tests.server.conftest import DATABASES, opened
from tests.server.people import Program, Visitor

Maker = Callable[[str], str]


@pytest.fixture
def make(request: pytest.FixtureRequest) -> Maker:
    """The address of a new database of this kind; "" is SQLite in the folder."""
    return lambda kind: request.getfixturevalue("new_database")() if kind == "postgresql" else ""


async def played(folder: Path, database: str) -> tuple[dict[str, Any], dict[str, Any], str]:
    """A finished match and one that goes on, with the cookie of whoever sits there."""
    async with opened(folder, database=database) as site, Visitor(site, "Ann") as ann:
        program = Program(ann)
        over, going = await program.create("me", "cottar"), await program.create("me", "me", "me")
        await program.play_out(over)
        path = await ann.set_up("me", "friend")
        await program.look(going)
        return over, going, f"{path} {ann.cookies['brehon']}"


@pytest.mark.parametrize("target", DATABASES)
@pytest.mark.parametrize("origin", DATABASES)
async def test_a_backup_moves_everything_to_another_database(
    tmp_path: Path, make: Maker, origin: str, target: str
) -> None:
    first = Settings(tmp_path / "one", database=make(origin))  # given
    over, going, guest = await played(first.data_dir, first.database)
    file = tmp_path / "all.jsonl.gz"
    counts = await write_backup(first, file)  # when
    assert check_backup(file) == 2
    second = Settings(tmp_path / "two", database=make(target))
    assert await restore_backup(second, file) == {name: count for name, count in counts.items() if count}
    async with opened(second.data_dir, database=second.database) as site, Visitor(site, "Ann") as ann:  # then
        assert (await ann.get(f"/table/{over['id']}/verify")).status_code == 200
        state = await Program(ann).look(going, 0)
        mover = state["movers"][0]
        legal = (await Program(ann).look(going, mover))["legal"]
        answer = await Program(ann).move(going, mover, state["ply"], action=legal[0]["action"])
        assert answer.status_code == 200
        path, cookie = guest.split(" ")
        ann.cookies.set("brehon", cookie)
        assert "You are watching" not in (await ann.get(path)).text  # the key of the cookies has come along
    assert (await write_backup(second, tmp_path / "again.jsonl"))["matches"] == counts["matches"]


async def test_a_backup_is_for_its_owner_alone_and_can_be_written_while_people_play(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        ticket = await Program(ann).create("me", "me")
        file = tmp_path / "b.jsonl"
        await write_backup(Settings(tmp_path), file)
        await Program(ann).play_out(ticket)
        await write_backup(Settings(tmp_path), file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert check_backup(file) == 1
    assert next(lines_of(file))["format"] == "brehon backup 1"


async def a_backup(folder: Path) -> Path:
    await played(folder / "data", "")
    await write_backup(Settings(folder / "data"), folder / "b.jsonl")
    return folder / "b.jsonl"


async def test_a_damaged_backup_is_refused_whatever_was_done_to_it(tmp_path: Path) -> None:
    file = await a_backup(tmp_path)
    good = file.read_bytes()
    lines = good.splitlines(keepends=True)
    ply = next(n for n, line in enumerate(lines) if b'"plies"' in line)
    damaged = {
        b"".join(lines[:-1]): "cut off",
        b"".join(lines[:-3]): "cut off",
        b"".join(lines[:ply] + lines[ply + 1 :]): "changed or damaged",
        good.replace(b"Cottar", b"Cottan", 1): "changed or damaged",
        good[: len(good) // 2]: "damaged",
        b"": "cut off",
        b"hello\n": "damaged",
        b"[]\n": "not a backup",
        b'{"format": "brehon backup 9"}\n': "newer version",
    }
    for content, says in damaged.items():
        file.write_bytes(content)
        with pytest.raises(BadBackup, match=says):
            check_backup(file)
    (tmp_path / "x.gz").write_bytes(gzip.compress(good)[:-20])
    with pytest.raises(BadBackup, match="cannot read"):
        check_backup(tmp_path / "x.gz")


async def test_a_match_that_does_not_replay_is_found_although_the_sum_is_right(tmp_path: Path) -> None:
    file = await a_backup(tmp_path)
    entries = [json.loads(line) for line in file.read_bytes().splitlines()]
    victim = next(entry for entry in entries if entry.get("table") == "plies" and entry["row"]["ply"] == 20)
    victim["row"]["words"] = "0 take gaul 1" if victim["row"]["words"] != "0 take gaul 1" else "0 take gaul 2"
    import hashlib

    body = b"".join(json.dumps(entry).encode() + b"\n" for entry in entries[:-1])
    entries[-1]["sha256"] = hashlib.sha256(body).hexdigest()
    file.write_bytes(body + json.dumps(entries[-1]).encode() + b"\n")
    with pytest.raises(BadBackup, match="is damaged: ply 20"):
        check_backup(file)


async def test_a_database_that_is_not_empty_is_not_overwritten(tmp_path: Path) -> None:
    file = await a_backup(tmp_path)
    with pytest.raises(BadBackup, match="is not empty"):
        await restore_backup(Settings(tmp_path / "data"), file)


def test_the_commands_say_what_they_have_done(tmp_path: Path) -> None:
    def brehon(*words: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "brehon.cli.main", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    nothing = brehon("backup", tmp_path / "b.jsonl", "--data-dir", tmp_path / "none")
    assert nothing.returncode == 2
    assert "nothing to back up" in nothing.stderr
    import asyncio

    asyncio.run(a_backup(tmp_path))
    done = brehon("backup", tmp_path / "c.jsonl.gz", "--data-dir", tmp_path / "data")
    assert done.returncode == 0, done.stderr
    assert "3 matches" in done.stdout
    assert "All 2 matches" in done.stdout
    back = brehon("restore", tmp_path / "c.jsonl.gz", "--data-dir", tmp_path / "new")
    assert back.returncode == 0, back.stderr
    again = brehon("restore", tmp_path / "c.jsonl.gz", "--data-dir", tmp_path / "new")
    assert again.returncode == 2
    assert "not empty" in again.stderr
    assert "Traceback" not in again.stderr
