"""The compiled engine while the server runs: built in the background, then used by the processes in which bots think.

The process that serves stays what it was at its start; clicks spend little time in the rules. See docs/decisions/0025.
"""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from brehon import MODE, _build
from brehon._mode import HERE, digest_list, why_interpreted
from brehon.server.table.bot_pool import COMPILED, BotPool

log: Final = logging.getLogger("brehon.server")
LOOK: Final = 2.0  # seconds between two looks for a new engine
IS_PURE: Final = os.environ.get("BREHON_PURE") == "1"


def is_wanted() -> bool:
    """Whether a compiled engine would be built: there is none for these sources, and no one has asked for the source."""
    asked = os.environ.get("BREHON_COMPILE", "1") != "0" and not IS_PURE
    return asked and MODE != COMPILED and _build.is_checkout()


def obstacle() -> str:
    """Why it cannot be built here; "" if nothing is in the way."""
    if sys.platform != "win32" and shutil.which(_compiler()) is None:
        return f"there is no C compiler ({_compiler()})"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "the headers of Python are not installed"
    if not all(os.access(folder, os.W_OK) for folder in (_build.ROOT, HERE)):
        return f"{_build.ROOT} cannot be written to"
    return ""


def _compiler() -> str:
    return (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]


@contextmanager
def building() -> Iterator[None]:
    """While the server runs, the engine is built, if it is wanted and can be; with the server the build ends."""
    if not is_wanted():
        yield
        return
    reason = obstacle()
    if reason:
        print(f"The engine stays interpreted: {reason}. Bots think less far ahead.", flush=True)
        yield
        return
    build = EngineBuild()
    print("The compiled engine is built in the background; bots change over when it is ready. --no-compile switches this off.", flush=True)  # fmt: skip
    try:
        yield
    finally:
        build.end()


class EngineBuild:
    """The process that builds. However it ends, the server goes on."""

    def __init__(self) -> None:
        self._ending = False
        self._process: subprocess.Popen[bytes] | None = None
        try:
            _build.log_file().parent.mkdir(exist_ok=True)
            with _build.log_file().open("ab") as output:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", "brehon._build"], stdin=subprocess.PIPE, stdout=output, stderr=output,
                    start_new_session=True,  # Ctrl+C is for the server, which then ends it
                )  # fmt: skip
        except OSError as error:
            log.warning("build failed: engine stays interpreted error=%s", error)
            return
        threading.Thread(target=self._wait, args=(self._process,), daemon=True).start()

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        code = process.wait()
        if self._ending:
            return
        if code:
            log.warning("build failed: engine stays interpreted reason=%s log=%s", last_line(), _build.log_file())
        else:
            log.info("build finished: compiled engine is ready")

    def end(self) -> None:
        self._ending = True
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()


def last_line() -> str:
    try:
        lines = _build.log_file().read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        return "unknown"
    return next((line.strip() for line in reversed(lines) if line.strip()), "unknown")


class EngineWatch:
    """Changes the bots' processes over to a compiled engine that is ready, no matter which process built it."""

    def __init__(self, thinkers: BotPool, package: Path = HERE) -> None:
        self._thinkers = thinkers
        self._package = package
        self._seen = 0  # the time of the list that was looked at last

    async def run(self) -> None:
        while not IS_PURE and self._thinkers.engine != COMPILED:
            await asyncio.sleep(LOOK)
            if self.is_ready():
                await self.change_over()

    def is_ready(self) -> bool:
        """Whether a build has finished since the last look, for the sources that are there."""
        try:
            written = digest_list(self._package).stat().st_mtime_ns
        except OSError:
            return False
        if written == self._seen:
            return False
        self._seen = written
        return not why_interpreted(self._package)

    async def change_over(self) -> None:
        try:
            engine = await self._thinkers.renew()
        except (BrokenExecutor, ImportError) as error:
            log.warning("change-over failed: bots stay interpreted error=%s", type(error).__name__)
            return
        log.info("change-over: bots think on another engine engine=%s", engine)
