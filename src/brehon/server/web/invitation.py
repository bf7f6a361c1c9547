"""Invitations: at which address friends reach this server, and a code that a telephone reads."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final

import segno
from fastapi import Request
from markupsafe import Markup

from brehon.core.text import N_, Message, Seat, Speaker
from brehon.server.table.table import Table
from brehon.server.table.visit import Visit
from brehon.server.web.hosts import is_local, read_host
from brehon.server.web.pictures import facts_of
from brehon.server.web.rendering import base_of, tables_of

# a datagram socket that is connected sends nothing, but it learns the address from which it would
ELSEWHERE: Final = ("192.0.2.1", "192.168.254.254", "10.254.254.254", "172.31.254.254")
ANY_PORT: Final = 9


Links = dict[int, str | None]  # [seat] the whole address; None where it cannot be shown again


@dataclass
class Invitation:
    """What a waiting room shows of the invitation, in addition to the links."""

    text: str  # what is shared together with a link
    facts: list[str]
    is_for_here_only: bool  # the links work on this machine alone
    codes: dict[int, Markup]  # [seat] a link as a QR code


def links_for(request: Request, visit: Visit) -> Links:
    """The links of the free seats, for the host alone."""
    free = visit.table.free_seats if visit.who.is_host else []
    base = reach(request)[0] if free else ""
    words = {seat.seat: visit.tables.keyring.link_of(seat) for seat in free}
    return {seat: None if word is None else f"{base}/join/{word}" for seat, word in words.items()}


def invitation_of(request: Request, table: Table, links: Links, say: Speaker) -> Invitation:
    """The people who get the links get the codes, and no one else."""
    label = say.word(N_("QR code of the link to seat %(number)s"))
    codes = {seat: code(link, label % {"number": seat + 1}) for seat, link in links.items() if link}
    return Invitation(said_of(table, say), facts(table, say), bool(links) and reach(request)[1], codes)


def code(link: str, label: str) -> Markup:
    """A link as a QR code, black on white in dark pages too: not every telephone reads the reverse."""
    svg = segno.make(link, error="m", micro=False).svg_inline(
        border=3, dark="#1d1812", light="#fff", omitsize=True, svgclass="qr", lineclass=None, title=label
    )
    return Markup(svg.replace("<svg ", '<svg role="img" ', 1))


# -- who invites to what


def inviter(table: Table) -> str:
    """The name of the host, if they sit at the table under one."""
    host = table.row.host
    return next((seat.name for seat in table.seats if host and seat.session == host and seat.name), "")


def said_of(table: Table, say: Speaker) -> str:
    """ "Ann invites you to The Arrival" """
    name, title = inviter(table), table.rules.game.title
    if name:
        return say(Message(N_("%(name)s invites you to %(game)s"), name=name, game=title))
    return say(Message(N_("You are invited to %(game)s"), game=title))


def facts(table: Table, say: Speaker) -> list[str]:
    """How many play here, how long it takes and how hard it is."""
    game = table.rules.game
    return [say.word(N_("%(seats)s players")) % {"seats": len(table.seats)}, *facts_of(game, say)[1:]]


def others(table: Table, seat: int, say: Speaker) -> list[str]:
    """Who else sits there already, apart from the host who invites."""
    host = inviter(table)
    return [say(Seat(one.seat)) for one in table.seats if one.seat != seat and one.name and one.name != host]


# -- the address


def reach(request: Request) -> tuple[str, bool]:
    """Where friends reach this server, and whether only this machine does.

    The public address if one is set. A host who has opened the page as localhost gets the address of the machine in its network,
    if the server listens there. Everything else stays as it was opened: it works for the host, so it is the best guess.
    """
    settings, base = tables_of(request).settings, base_of(request)
    host = read_host(request.headers.get("host", ""))
    if settings.public_url or not is_local(host) or not _is_from_here(request):
        return base, False
    if not listens_everywhere(settings.listens_on):
        return base, True
    found = own_address()
    if not found:
        return base, True
    port = f":{request.url.port}" if request.url.port else ""
    return f"{request.url.scheme}://{found}{port}", False


def listens_everywhere(address: str) -> bool:
    return address in ("0.0.0.0", "::")


def _is_from_here(request: Request) -> bool:
    """Whether the browser runs on this machine. In a container it does not, and our address there helps no one."""
    return request.client is not None and is_local(request.client.host)


def own_address() -> str:
    """The address of this machine in its network; "" without a network. Asked each time: a notebook changes its network."""
    for target in ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, ANY_PORT))
            except OSError:
                continue  # no way there
            found = str(probe.getsockname()[0])
        if not ip_address(found).is_loopback and not ip_address(found).is_unspecified:
            return found
    return ""
