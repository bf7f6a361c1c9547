"""A real server in a process of its own, started as `brehon serve` starts it; with a secret that the test knows."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import uvicorn  # noqa: F401 - the same

from brehon.cli.serve import listen, run
from brehon.server.app import create_app  # noqa: F401 - imported once, before the first fork
from brehon.server.settings import Settings

ROOT = Path(__file__).parent.parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """Can be killed and started again at the same address over the same folder.

    A nursery process imports everything once and forks a server whenever it is asked to; so a start takes moments.
    """

    def __init__(self, folder: Path, bot_pause: float = 0.0, secret: str = "", **more: object) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._args = [str(self.port), str(folder), str(bot_pause), secret, json.dumps({"quotas": "off", **more})]
        self._nursery: subprocess.Popen[str] | None = None
        self._pid = 0

    def start(self) -> Server:
        if self._nursery is None:
            environment = {**os.environ, "BREHON_PURE": os.environ.get("BREHON_PURE", "1")}
            command = [sys.executable, "-m", "tests.server.running", *self._args]
            self._nursery = subprocess.Popen(
                command, cwd=ROOT, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        self._pid = int(self._ask("start"))
        for _ in range(1200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.01)
        raise AssertionError("the server does not answer")

    @property
    def pid(self) -> int:
        """Of the process that serves."""
        return self._pid

    def _ask(self, words: str) -> str:
        assert self._nursery is not None
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        self._nursery.stdin.write(f"{words}\n")
        self._nursery.stdin.flush()
        return self._nursery.stdout.readline()

    def _end(self, sign: signal.Signals) -> int:
        os.kill(self._pid, sign)
        self._pid = 0
        return int(self._ask("wait"))

    def kill(self) -> None:
        """The process dies at once, whatever it was doing."""
        assert self._end(signal.SIGKILL) == -signal.SIGKILL

    def stop(self) -> int:
        """As Ctrl+C does it; the exit code."""
        return self._end(signal.SIGINT)

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self._pid:
            self.kill()
        if self._nursery is not None:
            self._nursery.communicate()


def main() -> None:
    port, folder, bot_pause, secret, more = sys.argv[1:]
    settings = Settings(Path(folder), bot_pause=float(bot_pause), fixed_secret=secret, **json.loads(more))
    child = 0
    for line in sys.stdin:
        if line.strip() == "wait":
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
            continue
        child = os.fork()
        if child == 0:
            serve_on(int(port), settings)
        print(child, flush=True)


def serve_on(port: int, settings: Settings) -> None:
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
    with listen("127.0.0.1", port) as listening:
        run(settings, listening, with_browser=False)
    os._exit(0)


if __name__ == "__main__":
    main()
