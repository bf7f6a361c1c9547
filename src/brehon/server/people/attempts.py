"""Tries to sign in are counted before a password is checked, so that many at once cannot get past the limit.

Each try takes a place in every count that it belongs to, in one transaction; where one of them is full it is refused at once.
A try that was right gives its places back. A device that has signed in to an account before has a count of its own: strangers
who guess cannot lock it out.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from brehon.core.text import N_, Message
from brehon.server.errors import TooMany
from brehon.server.people.tickets import digest
from brehon.server.storage.database import lock_key
from brehon.server.storage.schema import AttemptRow
from brehon.server.storage.store import Store

WINDOW: Final = 15 * 60.0  # seconds in which tries are counted
PRUNED_AGAIN: Final = 60.0  # seconds between two removals of old rows
PER_NAME: Final = 8
PER_DEVICE: Final = 8  # of a device that is known to the account
PER_NETWORK: Final = 40
IPV6_NETWORK: Final = 64  # bits: a household has that many addresses, and may take a new one at every try


@dataclass(frozen=True)
class Caller:
    """Who tries: the network that the request comes from, and a device that the account knows ("" for a stranger)."""

    network: str
    device: str = ""


class Attempts:
    """Counts tries, the same for all workers."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._pruned = 0.0

    @asynccontextmanager
    async def trying(self, caller: Caller, name: str = "") -> AsyncIterator[None]:
        """One try, at an account of this name if there is one; TooMany if there were enough. An error inside is a failure."""
        await self._prune()
        places = await self._reserve(targets(caller, name))
        try:
            yield
        except TooMany:  # it was not checked at all
            await self._give_back(places)
            raise
        await self._give_back(places)

    async def _give_back(self, places: list[int]) -> None:
        async with self.store.writing() as connection:
            await connection.execute(delete(AttemptRow).where(AttemptRow.id.in_(places)))

    async def _prune(self) -> None:
        now = time.time()
        if now > self._pruned + PRUNED_AGAIN:
            self._pruned = now
            async with self.store.writing() as connection:
                await connection.execute(delete(AttemptRow).where(AttemptRow.at < now - WINDOW))

    async def _reserve(self, wanted: list[tuple[str, int]]) -> list[int]:
        now = time.time()
        rows = sorted(
            (digest(target), most) for target, most in wanted
        )  # one order, so that no two wait for each other
        async with self.store.writing() as connection:
            for target, most in rows:
                await self._hold(connection, target)
                await _check_place(connection, target, most, now)
            places = [{"target": target, "at": now} for target, _ in rows]
            made = await connection.execute(insert(AttemptRow).returning(AttemptRow.id), places)
            return [int(place) for place in made.scalars()]

    async def _hold(self, connection: AsyncConnection, target: str) -> None:
        """No other worker counts this target until the transaction ends; on SQLite there is one writer anyway."""
        if self.store.is_shared:
            key = {"key": lock_key(f"attempts {target}")}
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), key)


async def _check_place(connection: AsyncConnection, target: str, most: int, now: float) -> None:
    query = select(func.count(), func.min(AttemptRow.at)).where(AttemptRow.target == target)
    count, oldest = (await connection.execute(query.where(AttemptRow.at > now - WINDOW))).one()
    if count >= most:
        error = TooMany(Message(N_("Too many sign-in attempts. Wait 15 minutes, then try again.")))
        error.retry_after = max(1, round(oldest + WINDOW - now))
        raise error


def targets(caller: Caller, name: str) -> list[tuple[str, int]]:
    """What a try counts for, each with its limit."""
    if caller.device:
        return [(f"device {caller.device}", PER_DEVICE)]
    of_network = (f"network {caller.network}", PER_NETWORK)
    return [of_network, (f"name {name}", PER_NAME)] if name else [of_network]


def network_of(address: str) -> str:
    """The network that an address stands for: itself, or for IPv6 the /64 around it."""
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is None:
            return str(IPv6Address(int(found) >> (128 - IPV6_NETWORK) << (128 - IPV6_NETWORK)))
        found = found.ipv4_mapped
    return str(found)
