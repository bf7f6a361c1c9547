"""Quotas: how often one address and one person may do what costs the server something, and how much at the same time.

Every quota is one row below. An address is an IPv4 address or the /64 network of an IPv6 address; a person is a guest or an
account. Counts live in the memory of each worker, so a refusal costs no query: with several workers the limits hold for each
of them, and a restart begins again. What is asked for is counted before the work is done.
"""

from __future__ import annotations

import ipaddress
import logging
import math
import re
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple

from starlette.requests import Request

from brehon.core.errors import BrehonError
from brehon.core.text import N_, NN_, Message
from brehon.server.errors import TooMany

log: Final = logging.getLogger("brehon.server")
MINUTE: Final = 60.0
HOUR: Final = 3600.0
DAY: Final = 86_400.0
UNITS: Final = {"second": 1.0, "minute": MINUTE, "hour": HOUR, "day": DAY}
MOST_REMEMBERED: Final = 50_000  # counts in memory; the ones used least recently are forgotten first
ROUNDING: Final = 1e-6  # seconds
LATER: Final = 10.0  # seconds after which someone without a place may ask again
ADDRESS: Final = "address"
PERSON: Final = "person"
TOTAL: Final = "total"
OFF: Final = "off"
LONGEST_KEY: Final = 64


class Rate(NamedTuple):
    """At most so many at once; used ones come back evenly over so many seconds."""

    most: int
    seconds: float


@dataclass(frozen=True)
class Quota:
    """How often something may be done."""

    name: str
    text: str  # what is said when it is used up
    address: tuple[Rate, ...]
    person: tuple[Rate, ...] = ()


@dataclass(frozen=True)
class Cap:
    """How much of something there may be at the same time; 0 means that it is not limited."""

    name: str
    text: str
    address: int
    person: int = 0
    total: int = 0  # of one worker


USUAL: Final = (Rate(60, HOUR), Rate(300, DAY))
TABLES: Final = Quota(
    "tables", N_("Too many new tables. You can create the next one in %(wait)s."), USUAL, USUAL
)  # fmt: skip
PEOPLE: Final = Quota(
    "people", N_("Too many new players from this connection. Try again in %(wait)s."), USUAL
)  # fmt: skip
ACCOUNTS: Final = Quota(
    "accounts", N_("Too many new accounts from this connection. Try again in %(wait)s."), (Rate(20, HOUR), Rate(60, DAY))
)  # fmt: skip
RECORDS: Final = Quota(
    "records", N_("Too many uploads. You can upload the next record in %(wait)s."), (Rate(30, HOUR), Rate(200, DAY))
)  # fmt: skip
PROOFS: Final = Quota(
    "proofs", N_("Too many records to verify. You can send the next one in %(wait)s."), (Rate(120, HOUR),)
)  # fmt: skip
SANDBOXES: Final = Quota(
    "sandboxes", N_("Too many new sandboxes. You can open the next one in %(wait)s."), (Rate(240, HOUR),), (Rate(120, HOUR),)
)  # fmt: skip
PLANS: Final = Quota(
    "plans", N_("Too many plans. You can send the next one in %(wait)s."), (Rate(600, 10 * MINUTE),), (Rate(600, 10 * MINUTE),)
)  # fmt: skip
HINTS: Final = Quota(
    "hints", N_("Too many hints. You can ask for the next one in %(wait)s."), (Rate(600, HOUR),), (Rate(300, HOUR),)
)  # fmt: skip
QUESTIONS: Final = Quota(
    "passkeys", N_("Too many requests for a passkey. Try again in %(wait)s."), (Rate(60, HOUR),)
)  # fmt: skip
MAIL: Final = Quota(
    "mail", N_("Too many mails were requested from this connection. Try again in %(wait)s."), (Rate(10, DAY),), (Rate(3, DAY),)
)  # fmt: skip
WEBHOOKS: Final = Quota(
    "webhooks", N_("Too many new webhooks. You can add the next one in %(wait)s."), (Rate(60, DAY),), (Rate(30, DAY),)
)  # fmt: skip
MESSAGES: Final = Quota(
    "messages", N_("Too many messages. You can write the next one in %(wait)s."), (Rate(240, 5 * MINUTE),), (Rate(60, 5 * MINUTE),)
)  # fmt: skip
NOTES: Final = Quota(
    "notes", N_("Too many notes. You can save the next one in %(wait)s."), (Rate(600, HOUR),), (Rate(120, HOUR),)
)  # fmt: skip
PICTURES: Final = Quota(
    "pictures", N_("Too many pictures. You can ask for the next one in %(wait)s."), (Rate(120, 10 * MINUTE),)
)  # fmt: skip
REACTIONS: Final = Quota(
    "reactions", N_("Too many reactions. You can send the next one in %(wait)s."), (Rate(240, 5 * MINUTE),), (Rate(40, 5 * MINUTE),)
)  # fmt: skip
NUDGES: Final = Quota(
    "nudges", N_("Too many nudges. You can send the next one in %(wait)s."), (Rate(120, HOUR),), (Rate(30, HOUR),)
)  # fmt: skip
GROUPS: Final = Quota(
    "groups", N_("Too many new groups. You can create the next one in %(wait)s."), (Rate(30, HOUR), Rate(100, DAY)), (Rate(10, HOUR), Rate(30, DAY))
)  # fmt: skip
PROPOSALS: Final = Quota(
    "proposals", N_("Too many proposals. You can make the next one in %(wait)s."), (Rate(60, HOUR),), (Rate(20, HOUR), Rate(60, DAY))
)  # fmt: skip
REVIEWS: Final = Quota(
    "reviews", N_("Too many reviews. You can ask for the next one in %(wait)s."), (Rate(60, HOUR), Rate(240, DAY)), (Rate(30, HOUR), Rate(120, DAY))
)  # fmt: skip
STRANGE_REVIEWS: Final = Quota(
    "strange-reviews", N_("Too many reviews of games that you have not played here. You can ask for the next one in %(wait)s."),
    (Rate(10, HOUR), Rate(30, DAY)), (Rate(5, HOUR), Rate(15, DAY)),
)  # fmt: skip
SHARES: Final = Quota("shares", N_("Too many shared positions. You can share the next one in %(wait)s."), USUAL, USUAL)
EXERCISES: Final = Quota(
    "exercises", N_("Too many answers. You can give the next one in %(wait)s."), (Rate(600, HOUR),), (Rate(300, HOUR),)
)  # fmt: skip
STREAMS: Final = Cap(
    "streams",
    N_("Too many tables are open at the same time. Close some of them, or try again in %(wait)s."),
    address=60, person=30, total=2000,
)  # fmt: skip
CONNECTIONS: Final = Cap(
    "connections", N_("Too many connections at the same time. Try again in %(wait)s."), address=200
)
QUOTAS: Final = (
    TABLES, PEOPLE, ACCOUNTS, RECORDS, PROOFS, SANDBOXES, PLANS, HINTS, QUESTIONS, MAIL, WEBHOOKS, MESSAGES, NOTES, PICTURES,
    REACTIONS, NUDGES, GROUPS, PROPOSALS, REVIEWS, STRANGE_REVIEWS, SHARES, EXERCISES,
)  # fmt: skip
CAPS: Final = (STREAMS, CONNECTIONS)
Limits = dict[tuple[str, str], tuple[Rate, ...]]  # (name of a quota, by whom it is counted)
Caps = dict[tuple[str, str], int]


class BadQuotas(BrehonError):
    """Settings for quotas that cannot be read."""


class Quotas:
    """Counts for one worker."""

    def __init__(self, changes: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        self.is_on = changes.strip() != OFF
        self._clock = clock
        self._limits, self._caps = read_quotas(changes) if self.is_on else ({}, {})
        self._busy: OrderedDict[tuple[str, str, str, float], float] = OrderedDict()  # until when each count is above 0
        self._held: Counter[tuple[str, str, str]] = Counter()

    def take(self, quota: Quota, address: str, person: str = "") -> None:
        """Count one more; TooMany says when the next one is possible. What is refused is not counted."""
        now = self._clock()
        updates: dict[tuple[str, str, str, float], float] = {}
        wait = 0.0
        for by, key in ((ADDRESS, address), (PERSON, person)):
            for rate in self._limits.get((quota.name, by), ()) if key else ():
                at = (quota.name, by, key, rate.seconds)
                updates[at] = max(now, self._busy.get(at, now)) + rate.seconds / rate.most
                wait = max(wait, updates[at] - now - rate.seconds)
        if wait > ROUNDING:
            raise _refused(quota.name, quota.text, wait)
        for at, until in updates.items():
            self._busy[at] = until
            self._busy.move_to_end(at)
        while len(self._busy) > MOST_REMEMBERED:
            self._busy.popitem(last=False)

    def enter(self, cap: Cap, address: str, person: str = "") -> None:
        """Take a place; TooMany if there is none. The caller must leave it again."""
        places = _places(cap, address, person)
        if any(self._held[place] >= self._caps.get(place[:2], math.inf) for place in places):
            raise _refused(cap.name, cap.text, LATER)
        self._held.update(places)

    def leave(self, cap: Cap, address: str, person: str = "") -> None:
        for place in _places(cap, address, person):
            self._held[place] -= 1
            if not self._held[place]:
                del self._held[place]

    @contextmanager
    def hold(self, cap: Cap, address: str, person: str = "") -> Iterator[None]:
        """A place for as long as the block lasts."""
        self.enter(cap, address, person)
        try:
            yield
        finally:
            self.leave(cap, address, person)


def _places(cap: Cap, address: str, person: str) -> list[tuple[str, str, str]]:
    by_whom = ((ADDRESS, address), (PERSON, person), (TOTAL, TOTAL))
    return [(cap.name, by, key) for by, key in by_whom if key]


def _refused(name: str, text: str, wait: float) -> TooMany:
    log.info("refused: quota used up quota=%s retry_after=%d", name, math.ceil(wait))
    return TooMany(Message(text, wait=duration(wait)), wait)


def duration(seconds: float) -> Message:
    """A time to wait in words, rounded up to what people count in."""
    number = math.ceil(seconds)
    if number < 2 * MINUTE:
        return Message(NN_("one second", "%(n)s seconds"), n=number)
    if number < 2 * HOUR:
        return Message(NN_("one minute", "%(n)s minutes"), n=math.ceil(number / MINUTE))
    return Message(NN_("one hour", "%(n)s hours"), n=math.ceil(number / HOUR))


# -- of a request


def use_quota(request: Request, quota: Quota, person: str = "") -> None:
    """Count what a request asks for, before it is done. A refusal says when to try again."""
    quotas: Quotas = request.app.state.quotas
    try:
        quotas.take(quota, address_key(client_of(request)), person)
    except TooMany as error:
        request.state.retry_after = error.retry_after  # for pages that put the reason into words themselves
        raise


def client_of(request: Request) -> str:
    """The address of a client, as far as it can be believed: uvicorn replaces that of a trusted proxy, and of no one else."""
    return request.client.host if request.client else "?"


def address_key(address: str) -> str:
    """What counts as one address: of IPv6 the /64 network, which is what one household gets."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:LONGEST_KEY]
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.IPv6Network((int(ip) >> 64 << 64, 64)))
    return str(ip)


# -- settings


def read_quotas(changes: str = "") -> tuple[Limits, Caps]:
    """The limits with an operator's changes, such as `tables=120/hour+600/day, streams.person=10, mail=off`."""
    limits: Limits = {(quota.name, by): getattr(quota, by) for quota in QUOTAS for by in (ADDRESS, PERSON)}
    caps: Caps = {(cap.name, by): getattr(cap, by) for cap in CAPS for by in (ADDRESS, PERSON, TOTAL)}
    for word in filter(None, (part.strip() for part in changes.split(","))):
        target, _, value = (part.strip() for part in word.partition("="))
        name, _, by = target.partition(".")
        rated = [at for at in limits if at[0] == name and by in ("", at[1]) and (by or limits[at])]
        capped = [at for at in caps if at[0] == name and by in ("", at[1]) and (by or (caps[at] and at[1] != TOTAL))]
        if not rated and not capped:
            raise BadQuotas(
                f"there is no quota {target!r}; the names are: {', '.join(q.name for q in (*QUOTAS, *CAPS))}"
            )
        limits |= dict.fromkeys(rated, _rates(target, value) if rated else ())
        caps |= dict.fromkeys(capped, _number(target, value) if capped else 0)
    return limits, {at: most for at, most in caps.items() if most}


def _rates(target: str, value: str) -> tuple[Rate, ...]:
    if value == OFF:
        return ()
    rates = []
    for part in value.split("+"):
        found = re.fullmatch(r"([1-9]\d{0,8})/(second|minute|hour|day)", part.strip())
        if found is None:
            raise BadQuotas(
                f"the quota {target} cannot be {value!r}; write it as {target}=60/hour+300/day or {target}=off"
            )
        rates.append(Rate(int(found[1]), UNITS[found[2]]))
    return tuple(rates)


def _number(target: str, value: str) -> int:
    if value == OFF:
        return 0
    if not re.fullmatch(r"[1-9]\d{0,8}", value):
        raise BadQuotas(f"the quota {target} cannot be {value!r}; write it as {target}=30 or {target}=off")
    return int(value)
