"""How a server ends: within a second after it was asked to, whatever is going on."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
from types import FrameType
from typing import Final

import uvicorn

from brehon.server.table.events import Hub

log: Final = logging.getLogger("brehon.server")
GRACE: Final = 0.4  # seconds for requests that are under way
LAST_WORD: Final = 0.75  # seconds after which a server that has not ended says so ...
AT_LATEST: Final = 0.85  # ... and ends without waiting any longer; what was confirmed is on the disk


class PromptServer(uvicorn.Server):
    """Closes the event streams first, gives requests a moment, and never takes longer than a second to end."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub
        self._is_ending = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self._is_ending:
            self._is_ending = True
            end_at_latest(sig)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._hub.close()
        await super().shutdown(sockets)


def leave() -> None:
    """End at once after everything was closed: to take the interpreter apart can last seconds on a busy machine."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def end_at_latest(sig: int) -> None:
    """From threads of their own: a busy event loop, a database timeout or a thinking bot cannot delay them."""
    code = 0 if sig == signal.SIGINT else 128 + sig
    for seconds, act, args in (
        (LAST_WORD, log.warning, ("timeout: ending without waiting for the rest signal=%s", sig)),
        (AT_LATEST, os._exit, (code,)),
    ):
        timer = threading.Timer(seconds, act, args)  # two, because a log that is stuck must not hold up the end
        timer.daemon = True
        timer.start()
