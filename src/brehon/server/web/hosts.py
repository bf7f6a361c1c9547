"""The names that this server answers to.

A browser says in the header Host which name it has looked up. Links, passkeys and the check of a form's origin build on it, so a
name that is not ours must not get in: another site could point its own name to this machine (DNS rebinding).
"""

from __future__ import annotations

import re
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message
from brehon.server.errors import Refusal
from brehon.server.settings import Settings

HOST: Final = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9_](?:[a-z0-9_.-]{0,252}[a-z0-9_])?)\.?)(?::(\d{1,5}))?")
ANY: Final = "*"
OPEN: Final = ("/health",)  # for probes, which ask by whatever address they know; it reveals nothing
LOCAL: Final = "localhost"
Address = IPv4Address | IPv6Address


class BadHost(BrehonError):
    """A name to answer to that cannot be one."""


class WrongHost(Refusal):
    """A request that was meant for another name."""

    code = "wrong-host"


class AllowedHosts:
    """Decides by the settings. Without a name that was set, these are the names and addresses of this machine."""

    def __init__(self, settings: Settings) -> None:
        public = urlsplit(settings.public_url).hostname or ""
        given = [name.strip().lower() for name in (*settings.allowed_hosts, public) if name.strip()]
        self.all = ANY in given
        self.names = {_read(name) for name in given if name != ANY and not name.startswith(".")}
        self.endings = tuple(f".{_read(name[1:])}" for name in given if name.startswith("."))
        bound = _address(settings.listens_on)
        self.takes_own_network = bool(bound and bound.is_unspecified and not public)
        if bound and not bound.is_unspecified:
            self.names.add(str(bound))
        if not public and not (bound and bound.is_loopback):
            self.names |= _machine_names()

    def allows(self, header: str, arrived_at: str) -> bool:
        """Whether a Host header is ours; `arrived_at` is the address of this machine that the connection came to."""
        host = read_host(header)
        if not host:
            return False
        if self.all or host in self.names or host.endswith(self.endings) or is_local(host):
            return True
        address = _address(host)
        if address is None or not self.takes_own_network:
            return False
        return address == _address(arrived_at) or (address.is_private and not address.is_unspecified)


def read_host(header: str) -> str:
    """The name or address in a Host header, in one spelling and without the port; "" if it cannot be one."""
    found = HOST.fullmatch(header.strip().lower())
    if found is None or int(found[3] or 0) > 65535:
        return ""
    address = _address(found[1] or found[2])
    if found[1] and address is None:
        return ""
    return str(address) if address else str(found[2])


def is_local(host: str) -> bool:
    """Names and addresses that lead to the machine itself, whatever any server of names says."""
    address = _address(host)
    return address.is_loopback if address else host == LOCAL or host.endswith(f".{LOCAL}")


def is_name(host: str) -> bool:
    """Whether it is a name that can be bought and have a certificate, not an address and not this machine."""
    return bool(host) and _address(host) is None and not is_local(host)


def _address(host: str) -> Address | None:
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def _machine_names() -> set[str]:
    own = socket.gethostname().lower().rstrip(".")
    short = own.partition(".")[0]
    return {own, short, f"{short}.local"} - {""}


def _read(name: str) -> str:
    bare = f"[{name}]" if isinstance(_address(name), IPv6Address) else name
    host = read_host(bare)
    if not host:
        raise BadHost(
            N_("%(name)s cannot be the name of a server; write it like --allowed-host games.example.org"),
            name=repr(name),
        )
    return host


def without_host(scope: Scope) -> Scope:
    """The same request under a harmless name: nothing of the page is made from the one that was sent."""
    headers = [(name, value) for name, value in scope["headers"] if name != b"host"]
    return {**scope, "headers": [*headers, (b"host", LOCAL.encode())]}


def wrong_host(header: str) -> WrongHost:
    name = read_host(header)
    if not name:
        return WrongHost(Message(N_("The request does not say for which server it is meant (header Host).")))
    text = N_(
        "This server does not answer to the name %(name)s. If you run it and this is its name, start it with "
        "--allowed-host %(name)s or --public-url; otherwise check the address."
    )
    return WrongHost(Message(text, name=name))
