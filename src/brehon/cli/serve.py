"""`brehon serve`: the table in the browser."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from brehon.core.errors import BrehonError

if TYPE_CHECKING:
    from brehon.server.settings import Settings


class PortInUse(BrehonError):
    """Somebody else listens there."""


def serve(port: int, host: str, no_browser: bool, data_dir: Path | None, bot_pause: float) -> None:
    """Serve pages and API until Ctrl+C; BrehonError if the port or the data folder cannot be used."""
    from brehon.server.settings import Settings, default_data_dir

    with listen(host, port) as listening:
        run(Settings(data_dir or default_data_dir(), bot_pause=bot_pause), listening, not no_browser)


def run(settings: Settings, listening: socket.socket, with_browser: bool) -> None:
    """Serve on a socket until the process is told to end; open streams are closed after a moment."""
    import uvicorn

    from brehon.server.app import create_app
    from brehon.server.database import prepare

    app = create_app(settings)
    asyncio.run(prepare(settings.database_url))  # what is wrong with it is said here, not in the middle of a start
    host, port = listening.getsockname()[:2]
    address = f"http://{_shown(host)}:{port}/"
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, timeout_graceful_shutdown=3, server_header=False, lifespan="on"
    )
    print(f"Brehon serves at {address} (data in {settings.data_dir}; Ctrl+C ends it)", flush=True)
    if with_browser:
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """The socket to serve on; PortInUse if it is taken. Port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # the protocol is named, or asyncio does not switch Nagle off and an answer may wait 40 ms for a delayed ACK
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
    except (OSError, OverflowError) as error:
        listening.close()
        raise PortInUse(_why(host, port, error)) from None
    return listening


def _why(host: str, port: int, error: OSError | OverflowError) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        return (
            f"port {port} is in use by another program; choose another one with --port, for example --port {port + 1}"
        )
    if number == errno.EACCES:
        return f"port {port} needs special rights; choose one above 1023 with --port, for example --port 8000"
    if isinstance(error, OverflowError):
        return f"{port} is no port; choose one from 1 to 65535 with --port, for example --port 8000"
    return f"cannot listen on {host} port {port}: {error.strerror or error}; check --host and --port"


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open(address: str) -> None:
    """Open a browser if there is one; whoever has none can read the address."""
    try:
        webbrowser.open(address)
    except webbrowser.Error:
        pass
