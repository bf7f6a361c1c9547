"""`brehon serve`: the table in the browser."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
import webbrowser
from contextlib import nullcontext, suppress
from dataclasses import replace
from ipaddress import ip_address
from typing import TYPE_CHECKING

from brehon.cli.errors import BadInput
from brehon.core.errors import BrehonError
from brehon.core.text import N_

if TYPE_CHECKING:
    from brehon.server.settings import Settings


class PortInUse(BrehonError):
    """Another process listens there."""


def serve(port: int, host: str, no_browser: bool, workers: int, settings: Settings, builds: bool = False) -> None:
    """Serve pages and API until Ctrl+C; BrehonError if the port, the data folder or the database cannot be used."""
    from brehon.server.people.mail import Mailer
    from brehon.server.people.quotas import Quotas
    from brehon.server.table.expiry import read_expiry
    from brehon.server.web.hosts import AllowedHosts

    Mailer(settings)  # errors in the settings are reported before anything is started
    Quotas(settings.quotas)
    read_expiry(settings.expiry)
    if not is_address(host):
        settings = replace(settings, allowed_hosts=(*settings.allowed_hosts, host))
    AllowedHosts(settings)
    if workers > 1:
        check_workers(workers, settings)
    with listen(host, port, workers) as listening:
        run(settings, listening, not no_browser, workers, builds)


def check_workers(workers: int, settings: Settings) -> None:
    """Several workers need a database that several can write to, and a system that distributes connections among them."""
    from brehon.server.storage.database import Database

    if not Database(settings.database_url).is_shared:
        raise BadInput(
            N_(
                "%(workers)s workers need PostgreSQL: --database-url postgresql://USER:PASSWORD@HOST/NAME; SQLite supports one"
            ),
            workers=workers,
        )
    if not hasattr(socket, "SO_REUSEPORT"):
        raise BadInput(N_("this system cannot share a port among workers; start with --workers 1"))


def run(
    settings: Settings, listening: socket.socket, with_browser: bool, workers: int = 1, builds: bool = False
) -> None:
    """Serve on a socket until the process gets a signal to end; open streams are closed after a moment."""
    from brehon.server.logs import set_up_logs
    from brehon.server.permissions import keep_to_owner
    from brehon.server.settings import prepare_data_dir
    from brehon.server.storage.database import Database
    from brehon.server.storage.folder_lock import locked

    keep_to_owner()
    set_up_logs(settings.log_format, settings.log_level)
    prepare_data_dir(settings.data_dir)
    host, port = listening.getsockname()[:2]
    settings = replace(settings, listens_on=host)
    address = f"http://{_shown(host)}:{port}/"
    is_shared = Database(settings.database_url).is_shared
    with nullcontext() if is_shared else locked(settings.data_dir, f"the server at {address}"):
        _run(settings, listening, address, with_browser, workers, builds)


def _run(
    settings: Settings, listening: socket.socket, address: str, with_browser: bool, workers: int, builds: bool
) -> None:
    from brehon.server.settings import signing_key
    from brehon.server.storage.database import Database, prepare
    from brehon.server.storage.integrity import check_at_start
    from brehon.server.table.engine import building
    from brehon.server.web.shutdown import leave
    from brehon.server.workers import Workers, serve_alone

    signing_key(settings.data_dir)
    check_at_start(Database(settings.database_url))
    asyncio.run(prepare(settings.database_url))  # errors are reported here, not in the middle of a start
    database = Database(settings.database_url)
    where = database.shown if database.is_shared else settings.data_dir
    print(f"Brehon serves at {address} (data in {where}; Ctrl+C ends it)", flush=True)
    if with_browser:
        threading.Thread(target=_open, args=(address,), daemon=True).start()
    with building() if builds else nullcontext(), suppress(KeyboardInterrupt):
        if workers > 1:
            Workers(workers, settings, listening).run()
        else:
            serve_alone(settings, listening)
    leave()


def listen(host: str, port: int, workers: int = 1) -> socket.socket:
    """The socket to serve on; PortInUse if it is taken. Port 0 takes any that is free. For several workers it is only reserved."""
    from brehon.server.workers import bind

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = bind(family, host, port, shares=False)
        if workers == 1:
            listening.listen(2048)
            return listening
        with listening:  # no other process has it: open it again, shared
            port = int(listening.getsockname()[1])
        return bind(family, host, port, shares=True)
    except (OSError, OverflowError) as error:
        raise PortInUse(_why(host, port, error)) from None


def _why(host: str, port: int, error: OSError | OverflowError) -> str:
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        return (
            f"port {port} is in use by another program; choose another one with --port, for example --port {port + 1}"
        )
    if number == errno.EACCES:
        return f"port {port} needs special rights; choose one above 1023 with --port, for example --port 8000"
    if isinstance(error, OverflowError):
        return f"{port} is not a port; choose one from 1 to 65535 with --port, for example --port 8000"
    return f"cannot listen on {host} port {port}: {error.strerror or error}; check --host and --port"


def is_address(host: str) -> bool:
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open(address: str) -> None:
    """Open a browser if there is one; otherwise the person can read the address."""
    try:
        webbrowser.open(address)
    except webbrowser.Error:
        pass
