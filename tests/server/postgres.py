"""A PostgreSQL of our own: a throw-away cluster in a folder, on a free port of this machine, that can be killed and started again."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

import psycopg
import pytest

from tests.server.running import free_port

PLACES = "/usr/lib/postgresql"  # where Debian keeps the programs of the server


@cache
def programs() -> Path | None:
    """The folder with initdb and postgres, or None."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(Path(PLACES).glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    return versions[-1].parent if versions else None


def require_postgres() -> None:
    """Skip with the reason where there is none; in CI that is a failure."""
    if programs() is None:
        why = "needs a PostgreSQL server to start (Debian: apt-get install postgresql)"
        if os.environ.get("CI"):
            pytest.fail(why + "; in CI no test may be skipped")
        pytest.skip(why)


class Cluster:
    """Runs as the user postgres (or nobody) where we are root, for PostgreSQL refuses to serve as root."""

    def __init__(self, durable: bool = False) -> None:
        """Unless it has to be durable it does not wait for the disk: the tests kill processes, not the machine."""
        require_postgres()
        self._durable = durable
        self.folder = Path(tempfile.mkdtemp(prefix="brehon-postgres-"))
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, object] = {"cwd": self.folder}
        if os.geteuid() == 0:
            names = {entry.pw_name: entry for entry in pwd.getpwall()}
            user = names.get("postgres") or names["nobody"]
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._as |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self._run("initdb", "-A", "trust", "-U", "brehon", "--no-sync", "-E", "UTF8", "--locale=C", "-D", self._data)

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _run(self, name: str, *words: str) -> None:
        found = programs()
        assert found is not None
        done = subprocess.run([found / name, *words], capture_output=True, text=True, check=False, **self._as)  # type: ignore[call-overload]
        assert done.returncode == 0, done.stderr

    def start(self) -> Cluster:
        found = programs()
        assert found is not None
        settings = [f"unix_socket_directories={self.folder}", "listen_addresses=127.0.0.1", "max_connections=200"]
        settings += [] if self._durable else ["fsync=off"]
        words = [word for setting in settings for word in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [found / "postgres", "-D", self._data, "-p", str(self.port), *words], stdout=log, stderr=log, **self._as
            )  # type: ignore[call-overload]
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=2).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return self
        raise AssertionError((self.folder / "log").read_text())

    def kill(self) -> None:
        """The postmaster dies at once; its children notice it and go too."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._process = None
        self._wait_for_children()

    def _wait_for_children(self) -> None:
        """A new postmaster would refuse to start as long as an old child is attached to the shared memory."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            left = subprocess.run(["pgrep", "-f", f"-D {self._data} "], capture_output=True, check=False).stdout
            if not left:
                return
            time.sleep(0.05)

    def stop(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
            self._process.wait(60)
        shutil.rmtree(self.folder)

    def address(self, name: str) -> str:
        return f"postgresql://brehon@127.0.0.1:{self.port}/{name}"

    def create(self, name: str) -> str:
        """A new database; its address. Nothing is left of one that had the same name."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.address(name)
