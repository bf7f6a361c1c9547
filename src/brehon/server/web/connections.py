"""Connections: request headers must arrive in time, and the number of open connections per address is limited.

uvicorn waits forever for the first request of a connection and for the rest of an incomplete one. This adds a deadline to its
protocol. How long a body may take is decided in middleware.py, where it is read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
from typing import Any, Final, cast

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from brehon.server.errors import TooMany
from brehon.server.people.quotas import CONNECTIONS, Quotas, address_key
from brehon.server.settings import Settings

log: Final = logging.getLogger("brehon.server")
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
SHORT: Final = b"HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: 0\r\n%s\r\n"
TIMEOUT: Final = SHORT % (b"408 Request Timeout", b"")
ANY: Final = "*"


def trusted_proxies(settings: Settings) -> str:
    """Whose X-Forwarded-For is believed, as uvicorn reads it."""
    return settings.trusted_proxies or os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1")


def timed_protocol(settings: Settings) -> type[asyncio.Protocol]:
    """uvicorn's protocol with the limits of these settings."""
    limits = {
        "seconds": settings.header_seconds,
        "quotas": Quotas(settings.quotas),
        "proxies": Proxies(trusted_proxies(settings)),
    }
    return cast(type[asyncio.Protocol], type("TimedProtocol", (Timed, AutoHTTPProtocol), limits))


class Proxies:
    """Addresses that speak for many clients, so that their connections are not counted as those of one."""

    def __init__(self, text: str) -> None:
        words = [word.strip() for word in text.split(",") if word.strip()]
        self._is_any = ANY in words
        self._networks = [network for word in words if (network := _network(word)) is not None]

    def __contains__(self, address: str) -> bool:
        network = _network(address)
        return self._is_any or (network is not None and any(network[0] in known for known in self._networks))


def _network(text: str) -> Network | None:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:  # a path of a socket or a name: uvicorn compares those as they are
        return None


class Timed(asyncio.Protocol):
    """Goes before uvicorn's protocol, whichever that is."""

    seconds: float  # for the headers of a request
    quotas: Quotas
    proxies: Proxies
    transport: asyncio.Transport  # as uvicorn names them
    cycle: Any  # the request that is being answered or was answered last
    _timer: asyncio.TimerHandle | None = None
    _address: str = ""  # under which this connection is counted
    _has_begun = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        if address and address not in self.proxies:
            try:
                self.quotas.enter(CONNECTIONS, address_key(address))
            except TooMany as error:
                self._end(SHORT % (b"429 Too Many Requests", b"Retry-After: %d\r\n" % error.retry_after))
                return
            self._address = address_key(address)
        self._wait_for_headers()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._has_begun = True
            self._wait_for_headers()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        if self._address:
            self.quotas.leave(CONNECTIONS, self._address)
            self._address = ""
        super().connection_lost(exc)

    def _wait_for_headers(self) -> None:
        """From the first byte on, or from the beginning of the connection; what comes later does not prolong it."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self.seconds, self._too_late)

    def _stop_waiting(self) -> None:
        self._has_begun = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_late(self) -> None:
        log.info("timeout: no complete request headers seconds=%s", self.seconds)
        self._end(TIMEOUT if self._has_begun else b"")

    def _end(self, answer: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()
