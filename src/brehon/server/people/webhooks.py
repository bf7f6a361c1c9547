"""Webhooks: which addresses are allowed, what they get, and how it is sent.

A person who enters an address could make this server send requests into its own network. So the address is resolved first, every
result must be public, and the connection goes to exactly that result. No redirect is followed, and only the status of
the response is read.
"""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from brehon import __version__
from brehon.core.text import N_, NN_, Message
from brehon.server.errors import Unreadable

SHAPES: Final = {"json": N_("JSON for any program"), "discord": "Discord", "slack": "Slack"}
MAX_ADDRESS: Final = 500
TIMEOUT: Final = 10.0  # seconds for one delivery, everything included
# the special-purpose registries of IANA, where Python's own idea of "global" depends on its version or is too wide
SPECIAL_V4: Final = [IPv4Network(text) for text in (
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
    "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24",
    "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
)]  # fmt: skip
GLOBAL_UNICAST: Final = IPv6Network("2000::/3")  # the rest, fec0::/10 for example, is not part of the public internet
SPECIAL_V6: Final = [IPv6Network(text) for text in (
    "2001::/23",  # Teredo, benchmarking, ORCHID and other protocols
    "2001:db8::/32", "2620:4f:8000::/48", "3fff::/20",
)]  # fmt: skip
NAT64: Final = IPv6Network("64:ff9b::/96")  # an IPv4 address lies in the last four bytes
ISATAP: Final = (b"\x00\x00\x5e\xfe", b"\x02\x00\x5e\xfe")  # before an IPv4 address in the last four bytes


class NotDelivered(Exception):
    """An attempt that failed; the text is for the owner of the webhook. If it is final, a retry cannot succeed."""

    def __init__(self, why: Message, is_final: bool = False) -> None:
        super().__init__(str(why))
        self.why = why
        self.is_final = is_final


@dataclass
class Notice:
    """The content of a notification. It holds nothing that only the people at the table may know."""

    event: str  # "turn", "over" or "test"
    game: str
    table: str  # the id of the table
    link: str
    players: list[str]
    to_move: list[str]
    status: str  # round and phase, as a spectator sees them
    deadline: str | None  # ISO 8601
    text: str  # all of it in one sentence


def check_address(address: str, allows_private: bool) -> SplitResult:
    """The parts of an allowed address; Unreadable says what would be right."""
    try:
        parts = urlsplit(address.strip())
        port = parts.port
    except ValueError:
        parts, port = SplitResult("", "", "", "", ""), None
    schemes = ("https", "http") if allows_private else ("https",)
    plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= MAX_ADDRESS
    if not plain or parts.scheme not in schemes or not parts.hostname or parts.username or port == 0:
        raise Unreadable(
            Message(
                N_("This is not a web address. Write it like %(example)s"),
                example="https://example.org/hook",
            )
        )
    if not allows_private and _is_literal(parts.hostname) and not is_public(parts.hostname):
        raise Unreadable(Message(N_("This address is in a private network; only public addresses can be notified.")))
    return parts


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_public(host: str) -> bool:
    """Whether an IP address belongs to the public internet, however it is disguised."""
    address = ip_address(host.partition("%")[0])
    if isinstance(address, IPv4Address):
        return _is_public_v4(address)
    inner = _inner(address)
    if inner is not None:
        return _is_public_v4(inner)
    return address in GLOBAL_UNICAST and address.is_global and not any(address in network for network in SPECIAL_V6)


def _is_public_v4(address: IPv4Address) -> bool:
    special = address.is_multicast or address.is_reserved or any(address in network for network in SPECIAL_V4)
    return address.is_global and not special


def _inner(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address leads to."""
    raw = address.packed
    if address.ipv4_mapped or address.sixtofour:
        return address.ipv4_mapped or address.sixtofour
    if address in NAT64 or not any(raw[:12]):
        return IPv4Address(raw[12:])
    if raw[8:12] in ISATAP and address in GLOBAL_UNICAST:
        return IPv4Address(raw[12:])
    return None


async def post(address: str, body: bytes, allows_private: bool) -> None:
    """Send a body once; NotDelivered unless the other side says that it has taken it."""
    try:
        parts = check_address(address, allows_private)
    except Unreadable as error:
        raise NotDelivered(error.text) from None
    try:
        async with asyncio.timeout(TIMEOUT):
            status = await _exchange(parts, body, allows_private)
    except TimeoutError:
        raise NotDelivered(
            Message(
                NN_("no answer within %(seconds)s second", "no answer within %(seconds)s seconds", "seconds"),
                seconds=int(TIMEOUT),
            )
        ) from None
    except ssl.SSLError as error:
        raise NotDelivered(Message(N_("no secure connection: %(why)s"), why=error.reason or "TLS")) from None
    except OSError as error:
        raise NotDelivered(Message(N_("no connection: %(why)s"), why=error.strerror or type(error).__name__)) from None
    if not 200 <= status < 300:
        raise NotDelivered(Message(N_("the other side answered with status %(status)s"), status=status))


async def _exchange(parts: SplitResult, body: bytes, allows_private: bool) -> int:
    """The status that the other side answers with."""
    host, is_secure = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if is_secure else 80)
    where = await _resolve(host, port, allows_private)
    reader, writer = await asyncio.open_connection(
        where, port, limit=4096, ssl=_tls() if is_secure else None, server_hostname=host if is_secure else None
    )
    try:
        writer.write(_request(parts, body))
        await writer.drain()
        return _status(await reader.readline())
    except ValueError:  # a line without an end
        return _status(b"")
    finally:
        writer.close()


async def _resolve(host: str, port: int, allows_private: bool) -> str:
    """An address behind a name; none may be private."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in found]
    if not allows_private and not all(is_public(one) for one in addresses):
        raise NotDelivered(Message(N_("the address leads into a private network")))
    return addresses[0]


def _request(parts: SplitResult, body: bytes) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [
        f"POST {path} HTTP/1.1", f"Host: {parts.netloc}", f"User-Agent: Brehon/{__version__}", "Content-Type: application/json",
        f"Content-Length: {len(body)}", "Connection: close", "", "",
    ]  # fmt: skip
    return "\r\n".join(lines).encode("ascii") + body


def _status(answer: bytes) -> int:
    words = answer.split(b" ", 2)
    if len(words) < 2 or not words[0].startswith(b"HTTP/1.") or not words[1][:3].isdigit():
        raise NotDelivered(Message(N_("the other side gave no answer in HTTP")))
    return int(words[1][:3])


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


# -- shapes


def body_of(shape: str, notice: Notice) -> bytes:
    """A notification in the format of the receiver."""
    makers: dict[str, Callable[[Notice], object]] = {"discord": _discord, "slack": _slack}
    return json.dumps(makers.get(shape, asdict)(notice)).encode()


def _discord(notice: Notice) -> object:
    """Names of people must neither mention everyone (`@everyone`) nor become headlines."""
    text = "".join(f"\\{c}" if c in "\\*_~`|>#[]()-" else c for c in notice.text)
    return {"username": "Brehon", "content": f"{text}\n{notice.link}", "allowed_mentions": {"parse": []}}


def _slack(notice: Notice) -> object:
    text = notice.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return {"text": f"{text}\n<{notice.link}>"}
