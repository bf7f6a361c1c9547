"""Numbers for the operator, as Prometheus reads them. They are about the server, never about a person."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import os
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.types import Scope

from brehon.server.permissions import PRIVATE_FOLDER, write_private

log: Final = logging.getLogger("brehon.server.requests")
BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
STREAM: Final = "/events"
EVERY: Final = 2.0  # seconds between two notes for the other workers
Counts = dict[str, float]  # a line of the answer without its value -> its value


class Meter:
    """Counts what one worker does, and writes its numbers to a folder that the other workers of this machine read."""

    def __init__(self, folder: Path, gauges: Callable[[], Counts]) -> None:
        self._folder = folder
        self._gauges = gauges
        self._born = time.monotonic()
        self._requests: Counter[tuple[str, str, int]] = Counter()  # method, route, status
        self._buckets: Counter[tuple[str, float]] = Counter()  # route, bound
        self._seconds: dict[str, float] = {}

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests[method, route, status] += 1
        if not route.endswith(STREAM):
            self._seconds[route] = self._seconds.get(route, 0.0) + seconds
            for bound in (bound for bound in BOUNDS if seconds <= bound):
                self._buckets[route, bound] += 1

    def answered(self, scope: Scope, status: int, seconds: float) -> None:
        """Count an answer and log it, by its route: an address may hold a token."""
        route, method = route_of(scope), scope["method"] if scope["method"] in METHODS else "OTHER"
        self.note(method, route, status, seconds)
        log.info(
            "%s %s %s %.1f ms", method, route, status, 1000 * seconds,
            extra={"method": method, "route": route, "status": status, "ms": round(1000 * seconds, 1)},
        )  # fmt: skip

    def counts(self) -> Counts:
        """What this worker has counted."""
        worker = f'worker="{os.getpid()}"'
        out: Counts = {}
        of_route: Counter[str] = Counter()
        for (method, route, status), number in sorted(self._requests.items()):
            out[f'brehon_requests_total{{{worker},method="{method}",route="{route}",status="{status}"}}'] = number
            of_route[route] += 0 if route.endswith(STREAM) else number
        for route, number in sorted(of_route.items()):
            if route in self._seconds:
                labels = f'{worker},route="{route}"'
                for bound in BOUNDS:
                    out[f'brehon_request_seconds_bucket{{{labels},le="{bound}"}}'] = self._buckets[route, bound]
                out[f'brehon_request_seconds_bucket{{{labels},le="+Inf"}}'] = number
                out[f"brehon_request_seconds_sum{{{labels}}}"] = self._seconds[route]
                out[f"brehon_request_seconds_count{{{labels}}}"] = number
        gauges = {**self._gauges(), "brehon_up_seconds": round(time.monotonic() - self._born)}
        out.update({f"{name}{{{worker}}}": value for name, value in gauges.items()})
        return out

    def publish(self) -> None:
        """For the other workers. Written to a new file first, so that no worker reads half of it."""
        self._folder.mkdir(PRIVATE_FOLDER, exist_ok=True)
        file = self._folder / f"{os.getpid()}.json"
        beside = file.with_suffix(".new")
        write_private(beside, json.dumps(self.counts()))
        beside.replace(file)

    async def publish_often(self) -> None:
        while True:
            try:
                await asyncio.to_thread(self.publish)
            except OSError as error:
                log.warning("metrics not written: error=%s", error.strerror)
            await asyncio.sleep(EVERY)

    def withdraw(self) -> None:
        (self._folder / f"{os.getpid()}.json").unlink(missing_ok=True)

    def everybody(self) -> Counts:
        """What all living workers of this machine have counted; files of dead workers are deleted."""
        out: Counts = {}
        for file in sorted(self._folder.glob("*.json")) if self._folder.is_dir() else []:
            if file.stem == str(os.getpid()):
                continue
            if not is_alive(file.stem):
                file.unlink(missing_ok=True)
                continue
            with suppress(OSError, json.JSONDecodeError):  # it ended just now
                out.update(json.loads(file.read_text(encoding="utf-8")))
        return out | self.counts()


def is_alive(process: str) -> bool:
    try:
        os.kill(int(process), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True


KINDS: Final = {
    "brehon_requests_total": ("counter", "Answers given, by route and status."),
    "brehon_request_seconds": ("histogram", "Time until an answer was sent; without event streams."),
    "brehon_streams": ("gauge", "Open event streams."),
    "brehon_tables_in_memory": ("gauge", "Matches that the worker keeps in memory."),
    "brehon_bots_thinking": ("gauge", "Bots that are thinking in a process of their own."),
    "brehon_inspections": ("gauge", "Uploaded files that are being checked, or wait for that."),
    "brehon_bot_drivers": ("gauge", "Matches whose bots the worker plays for."),
    "brehon_memory_bytes": ("gauge", "Memory of the worker."),
    "brehon_requests_running": ("gauge", "Requests that are being answered; without event streams."),
    "brehon_loop_late_seconds": ("gauge", "How far the event loop was behind in the last second or so."),
    "brehon_shed_lookers_total": (
        "counter",
        "Requests of spectators that were asked to come back later, because there was too much to do.",
    ),
    "brehon_shed_readers_total": (
        "counter",
        "Requests of players that were asked to come back later; moves never are.",
    ),
    "brehon_password_checks_total": ("counter", "Passwords that were compared with a hash."),
    "brehon_up_seconds": ("gauge", "Time since the worker has started."),
    "brehon_matches": ("gauge", "Matches in the database, by state."),
}


def prometheus(counts: Counts) -> str:
    """The text that Prometheus reads, families together."""
    lines: list[str] = []
    for name, (kind, text) in KINDS.items():
        found = [
            f"{key} {value:g}" if value < 1e6 else f"{key} {value:.0f}"
            for key, value in counts.items()
            if family(key) == name
        ]
        if found:
            lines += [f"# HELP {name} {text}", f"# TYPE {name} {kind}", *found]
    return "\n".join(lines) + "\n"


def family(key: str) -> str:
    name = key.partition("{")[0]
    for ending in ("_bucket", "_sum", "_count"):
        if name.endswith(ending) and name.removesuffix(ending) in KINDS:
            return name.removesuffix(ending)
    return name


def may_see(request: Request, token: str) -> bool:
    """With the operator's token from anywhere; without one only straight from this machine, not through a proxy."""
    if token:
        given = request.headers.get("authorization", "")
        return hmac.compare_digest(given.encode("latin-1", "replace"), f"Bearer {token}".encode("latin-1", "replace"))
    if request.client is None or any(name in request.headers for name in FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


METHODS: Final = ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS")


def route_of(scope: Scope) -> str:
    """The pattern of the address; whatever fits none is counted together."""
    route = scope.get("route")
    path = getattr(route, "path", None)
    if isinstance(path, str) and path:
        return path
    return "/static" if scope["path"].startswith("/static/") else "(none)"


def memory_bytes() -> int:
    """Of this process; 0 where the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
