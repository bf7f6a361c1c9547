"""`brehon serve`: bad input at the door, and what lies in the data folder."""

from __future__ import annotations

import os
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from brehon.server.app import create_app
from brehon.server.settings import BadFolder, Settings, prepare_data_dir, signing_key
from tests.server.running import Server


def serve(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "brehon.cli.main", "serve", "--no-browser", *args]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_port_in_use_is_one_message_and_exit_code_2(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = serve("--port", str(port), "--data-dir", str(tmp_path))
    assert done.returncode == 2
    assert f"port {port} is in use" in done.stderr
    assert "--port" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_data_folder_that_is_a_file_is_one_message_and_exit_code_2(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    done = serve("--port", "0", "--data-dir", str(file))
    assert done.returncode == 2
    assert "cannot be written to" in done.stderr
    assert "--data-dir" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_folder_without_the_right_to_write_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    locked = Path("/sys") if os.geteuid() == 0 else tmp_path  # root may write nearly everywhere
    with pytest.raises(BadFolder, match="cannot be written to"):
        prepare_data_dir(locked)


def test_a_database_that_is_none_is_one_message_and_exit_code_2(tmp_path: Path) -> None:
    (tmp_path / "brehon.sqlite3").write_bytes(b"this is not a database" * 100)
    done = serve("--port", "0", "--data-dir", str(tmp_path))
    assert done.returncode == 2
    assert "brehon.sqlite3" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    key = signing_key(tmp_path)
    assert signing_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "signing.key").stat().st_mode) == 0o600
    (tmp_path / "signing.key").write_text("short")
    with pytest.raises(BadFolder, match="damaged"):
        signing_key(tmp_path)


async def test_the_tables_of_the_migrations_are_those_of_the_models(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from brehon.server.storage.schema import Base

    app = create_app(Settings(tmp_path))
    async with app.router.lifespan_context(app), app.state.tables.store.reading() as connection:
        changes = await connection.run_sync(lambda c: compare_metadata(MigrationContext.configure(c), Base.metadata))
    assert changes == []


def test_the_database_is_written_through_to_the_disk(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        with urllib.request.urlopen(server.url) as page:
            assert page.status == 200
        assert server.stop() == 0
    with sqlite3.connect(tmp_path / "brehon.sqlite3") as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_the_server_ends_in_time_although_a_stream_is_open(tmp_path: Path) -> None:
    import json

    with Server(tmp_path) as server:
        body = json.dumps({"game": "armorica", "seats": [{"kind": "me"}, {"kind": "me"}]}).encode()
        request = urllib.request.Request(f"{server.url}/api/v1/tables", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            table = json.load(answer)["id"]
        stream = urllib.request.urlopen(f"{server.url}/table/{table}/events")
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = [stream.readline().decode().strip() for _ in range(3)]
        *known, again = sorted(lines)
        assert known == ["data: 13", "id: 13"]
        assert 500 <= int(again.removeprefix("retry: ")) < 2500
        reader = threading.Thread(target=stream.read)
        reader.start()
        assert server.stop() == 0
        reader.join(5)
        stream.close()
