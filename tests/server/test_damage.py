"""Damage is noticed before anything is served: a second server, a damaged page, files that others may read."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import stat
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brehon.server.settings import Settings, prepare_data_dir
from brehon.server.storage.backup import restore_backup, write_backup
from brehon.server.storage.database import Database
from brehon.server.storage.folder_lock import FolderInUse, holder, locked
from brehon.server.storage.integrity import Damaged, TooLong, check_at_start, check_file
from tests.server.conftest import opened
from tests.server.people import Program, Visitor
from tests.server.running import ROOT, Server

FILE = "brehon.sqlite3"


def brehon(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "brehon.cli.main", *map(str, words)], cwd=ROOT, capture_output=True, text=True,
        timeout=120, check=False, env={**os.environ, **environment},
    )  # fmt: skip


def said(done: subprocess.CompletedProcess[str]) -> str:
    """What was complained about, on one line; never a traceback."""
    assert "Traceback" not in done.stderr
    return " ".join(done.stderr.split())


async def fill(folder: Path) -> dict[str, Any]:
    """A finished match and one that goes on; everything in the one file."""
    async with opened(folder) as site, Visitor(site, "Ann") as ann:
        over = await Program(ann).create("me", "me")
        await Program(ann).play_out(over)
        going: dict[str, Any] = await Program(ann).create("me", "me")
    with sqlite3.connect(folder / FILE) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return going


# -- permissions


def modes(folder: Path) -> dict[str, int]:
    found = {path.relative_to(folder).as_posix(): stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*")}
    return {".": stat.S_IMODE(folder.stat().st_mode), **found}


def assert_private(folder: Path) -> None:
    for name, mode in modes(folder).items():
        assert mode == (0o700 if (folder / name).is_dir() else 0o600), (name, oct(mode))


def test_whatever_the_server_keeps_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    before = os.umask(0)  # the most careless setting there is
    try:
        with Server(folder) as server:
            request = urllib.request.Request(
                f"{server.url}/api/v1/tables", json.dumps({"game": "armorica", "seats": [{"kind": "me"}] * 2}).encode(),
                {"Content-Type": "application/json"},
            )  # fmt: skip
            urllib.request.urlopen(request).close()
            assert {FILE, f"{FILE}-wal", f"{FILE}-shm", "signing.key", "server.lock"} <= set(modes(folder))
            assert_private(folder)
            backup = brehon("backup", tmp_path / "b.jsonl.gz", "--data-dir", folder)
            assert backup.returncode == 0, backup.stderr
            assert stat.S_IMODE((tmp_path / "b.jsonl.gz").stat().st_mode) == 0o600
        assert_private(folder)
        assert brehon("restore", tmp_path / "b.jsonl.gz", "--data-dir", tmp_path / "new").returncode == 0
        assert_private(tmp_path / "new")
    finally:
        os.umask(before)


async def test_an_application_without_the_command_keeps_its_files_private_too(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        async with opened(tmp_path / "data") as site, Visitor(site, "Ann") as ann:
            await Program(ann).create("me", "me")
            site.app.state.meter.publish()
            assert any(name.startswith("workers/") for name in modes(tmp_path / "data"))
            assert_private(tmp_path / "data")
    finally:
        os.umask(before)


def test_a_folder_of_an_older_version_is_tightened_with_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    asyncio.run(fill(tmp_path))
    (tmp_path / "workers").mkdir()
    (tmp_path / "workers" / "7.json").write_text("{}")
    (tmp_path / "notes.txt").write_text("not ours")
    for path in (tmp_path, *tmp_path.rglob("*")):  # given: as 0.1.0 has made it
        path.chmod(0o755 if path.is_dir() else 0o644)
    prepare_data_dir(tmp_path)
    assert modes(tmp_path).pop("notes.txt") == 0o644
    (tmp_path / "notes.txt").unlink()
    assert_private(tmp_path)
    assert "permissions tightened" in caplog.text
    assert FILE in caplog.text
    caplog.clear()
    prepare_data_dir(tmp_path)
    assert caplog.text == ""


def test_a_folder_that_is_made_for_all_is_left_as_it_is_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody keeps their tables in /tmp itself: to close that would stop the whole machine."""
    tmp_path.chmod(0o1777)
    prepare_data_dir(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777
    assert "cannot be changed" in caplog.text


# -- one server


def test_a_second_server_on_the_same_folder_is_refused_and_says_which_one_runs(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        second = brehon("serve", "--no-browser", "--port", 0, "--data-dir", tmp_path)
        assert second.returncode == 2
        assert f"{tmp_path} is in use by the server at {server.url}/ (process {server._pid})" in said(second)
        assert "--data-dir" in said(second)
        urllib.request.urlopen(f"{server.url}/health").close()  # the first goes on
        server.kill()
        server.start()  # and: kill -9 leaves no lock behind
    assert holder(tmp_path) == ""


def test_a_restore_into_the_folder_of_a_running_server_is_refused_and_a_backup_is_not(tmp_path: Path) -> None:
    with Server(tmp_path / "data"):
        written = brehon("backup", tmp_path / "b.jsonl", "--data-dir", tmp_path / "data")
        assert written.returncode == 0, written.stderr
        refused = brehon("restore", tmp_path / "b.jsonl", "--data-dir", tmp_path / "data")
        assert refused.returncode == 2
        assert "is in use by the server at http://" in said(refused)
    assert brehon("restore", tmp_path / "b.jsonl", "--data-dir", tmp_path / "data").returncode == 0


def test_a_server_does_not_start_while_a_backup_is_restored(tmp_path: Path) -> None:
    with locked(prepare_data_dir(tmp_path), "brehon restore"):
        refused = brehon("serve", "--no-browser", "--port", 0, "--data-dir", tmp_path)
        assert refused.returncode == 2
        assert f"in use by brehon restore (process {os.getpid()})" in said(refused)
        with pytest.raises(FolderInUse), locked(tmp_path, "another"):
            pass


async def test_a_backup_by_another_version_does_not_change_the_tables_of_a_running_server(tmp_path: Path) -> None:
    await fill(tmp_path / "data")
    with sqlite3.connect(tmp_path / "data" / FILE) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0006_after'")
    connection.close()
    from brehon.server.storage.backup import BadBackup

    with locked(tmp_path / "data", "the server"), pytest.raises(BadBackup, match="another version"):
        await write_backup(Settings(tmp_path / "data"), tmp_path / "b.jsonl")
    with sqlite3.connect(tmp_path / "data" / FILE) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0006_after",)
    connection.close()


async def test_a_folder_where_a_server_has_only_started_can_still_be_restored_into(tmp_path: Path) -> None:
    await fill(tmp_path / "one")
    counts = await write_backup(Settings(tmp_path / "one"), tmp_path / "b.jsonl")
    assert "probes" not in counts
    async with opened(tmp_path / "two") as site, Visitor(site, "Ann") as ann:
        assert (await ann.get("/health")).status_code == 200
    assert (await restore_backup(Settings(tmp_path / "two"), tmp_path / "b.jsonl"))["matches"] == 2


# -- damage


def root_of(file: Path, name: str) -> tuple[int, int]:
    """The first page of a table or an index, and the size of a page."""
    with sqlite3.connect(file) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    return page, size


def write_at(file: Path, at: int, data: bytes) -> None:
    with file.open("r+b") as opened_file:
        opened_file.seek(at)
        opened_file.write(data)


def zero_page(name: str) -> Callable[[Path], None]:
    def damage(file: Path) -> None:
        page, size = root_of(file, name)
        write_at(file, (page - 1) * size, bytes(size))

    return damage


def empty_index(file: Path) -> None:
    """A page that is right in itself, and empty: no check of pages alone can see that."""
    page, size = root_of(file, "sqlite_autoindex_matches_1")
    write_at(file, (page - 1) * size, b"\x0a\x00\x00\x00\x00" + size.to_bytes(2, "big") + bytes(size - 7))


def cut_off(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2 // 4096 * 4096)


def orphan(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM matches")
    connection.close()


DAMAGE: dict[str, tuple[Callable[[Path], None], str]] = {
    "index": (zero_page("sqlite_autoindex_matches_1"), "index sqlite_autoindex_matches_1 of table matches"),
    "table": (zero_page("plies"), "table plies"),
    "empty index": (empty_index, "sqlite_autoindex_matches_1"),
    "cut off": (cut_off, "damaged"),
    "header": (lambda file: write_at(file, 0, b"\x17" * 100), "does not begin as a SQLite file does"),
    "first page": (lambda file: write_at(file, 16, b"\xff" * 84), "damaged"),
    "rows": (orphan, "row of table matches is missing"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_database_is_named_in_words(tmp_path: Path, kind: str) -> None:
    damage, says = DAMAGE[kind]
    asyncio.run(fill(tmp_path))
    check_at_start(Database(Settings(tmp_path).database_url))
    damage(tmp_path / FILE)
    before = (tmp_path / FILE).read_bytes()
    for check in (
        lambda: check_at_start(Database(Settings(tmp_path).database_url)),
        lambda: check_file(tmp_path / FILE, deep=True),
    ):
        with pytest.raises(Damaged) as found:
            check()  # type: ignore[no-untyped-call]
        assert says in str(found.value)
        assert "brehon restore FILE --data-dir NEW-FOLDER" in str(found.value)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_damaged_database_is_not_served(tmp_path: Path) -> None:
    asyncio.run(fill(tmp_path))
    zero_page("sqlite_autoindex_matches_1")(tmp_path / FILE)
    started = brehon("serve", "--no-browser", "--port", 0, "--data-dir", tmp_path)
    checked = brehon("check", "--data-dir", tmp_path)
    for done in (started, checked):
        assert done.returncode == 2
        assert "index sqlite_autoindex_matches_1 of table matches" in said(done)
        assert "brehon restore FILE" in said(done)
        assert "no damage" not in done.stdout
    assert "serves at" not in started.stdout


def test_a_sound_database_is_checked_also_while_a_server_runs(tmp_path: Path) -> None:
    asyncio.run(fill(tmp_path))
    with Server(tmp_path):
        done = brehon("check", "--data-dir", tmp_path, "--deep")
        assert done.returncode == 0, done.stderr
        words = " ".join(done.stdout.split())
        assert "no damage found" in words
        assert "2 matches and" in words
        assert "All 2 matches that have begun were replayed" in words
    assert not [name for name in modes(tmp_path) if name.startswith("tmp")]  # nothing is left behind
    assert_private(tmp_path)


def test_a_changed_move_that_no_page_check_sees_is_found_by_the_deep_check(tmp_path: Path) -> None:
    asyncio.run(fill(tmp_path))
    with sqlite3.connect(tmp_path / FILE) as connection:
        (words,) = connection.execute("SELECT words FROM plies WHERE ply = 20 ORDER BY match").fetchone()
        connection.execute(
            "UPDATE plies SET words = ? WHERE ply = 20", (words[:-1] + ("x" if words[-1] != "x" else "y"),)
        )
    connection.close()
    assert brehon("check", "--data-dir", tmp_path).returncode == 0
    deep = brehon("check", "--data-dir", tmp_path, "--deep")
    assert deep.returncode == 2
    assert "is damaged: ply 20" in said(deep)


def test_a_folder_without_a_database_is_said_to_have_none(tmp_path: Path) -> None:
    done = brehon("check", "--data-dir", tmp_path)
    assert done.returncode == 2
    assert "there is no database" in said(done)
    assert list(tmp_path.iterdir()) == []


def test_postgresql_is_asked_whether_it_answers_is_of_this_version_and_can_be_written(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    address = new_database()
    empty = brehon("check", "--data-dir", tmp_path, BREHON_DATABASE_URL=address)
    assert empty.returncode == 2
    assert "its tables are of version none" in said(empty)

    async def fill_it() -> None:
        async with opened(tmp_path, database=address) as site, Visitor(site, "Ann") as ann:
            await Program(ann).create("me", "me")

    asyncio.run(fill_it())
    good = brehon("check", "--data-dir", tmp_path, "--deep", BREHON_DATABASE_URL=address)
    assert good.returncode == 0, good.stderr
    assert "1 match and" in good.stdout
    name = address.rpartition("/")[2]

    async def close_it() -> None:
        database = Database(address)
        async with database.writing() as connection:
            await connection.exec_driver_sql(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
        await database.close()

    asyncio.run(close_it())
    closed = brehon("check", "--data-dir", tmp_path, BREHON_DATABASE_URL=address)
    assert closed.returncode == 2
    assert "read-only" in said(closed)


def test_a_check_that_takes_too_long_is_broken_off(tmp_path: Path) -> None:
    asyncio.run(fill(tmp_path))
    with sqlite3.connect(tmp_path / FILE) as connection:
        rows = [(f"r{number}", f"d{number}", "{}", 1.0) for number in range(20_000)]
        connection.executemany("INSERT INTO records (id, digest, body, at) VALUES (?, ?, ?, ?)", rows)
    connection.close()
    with pytest.raises(TooLong):
        check_file(tmp_path / FILE, deep=True, limit=0.0)
    check_file(tmp_path / FILE, deep=True, limit=60.0)


async def test_a_page_that_goes_bad_while_the_server_runs_is_said_in_words_and_by_health(tmp_path: Path) -> None:
    going = await fill(tmp_path)
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        assert (await ann.get("/health")).status_code == 200
        damaged = tmp_path / "copy.sqlite3"
        damaged.write_bytes((tmp_path / FILE).read_bytes())
        zero_page("plies")(damaged)
        page, size = root_of(damaged, "plies")
        write_at(tmp_path / FILE, (page - 1) * size, bytes(size))
        answer = await ann.get(f"/api/v1/tables/{going['id']}")
        assert answer.status_code == 503
        assert "is damaged" in answer.json()["message"]
        health = await ann.get("/health")
        assert (health.status_code, health.json()["status"]) == (503, "database damaged")


def test_a_damaged_key_is_not_replaced_without_a_word(tmp_path: Path) -> None:
    asyncio.run(fill(tmp_path))
    (tmp_path / "signing.key").write_text("x")
    done = brehon("serve", "--no-browser", "--port", 0, "--data-dir", tmp_path)
    assert done.returncode == 2
    assert "signing.key is damaged" in said(done)
