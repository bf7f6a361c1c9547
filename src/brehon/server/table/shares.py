"""Shared positions: the rows behind the links, and what may be shown of a table.

A link is for anyone, so it must never say more than anyone may know:

- after the end of a game, everything;
- while one person plays against bots in a game without secrets, what that person sees, and their sandboxes;
- in every other running game, what spectators see at that moment, and no sandbox: it is made from what its seat knows;
- of a duplicate nothing until both tables have ended: a link would show the other table what it will draw.

This is decided when a position is shared and again whenever the link is opened, for the person who shares it: a bot's seat that a
person takes, a ban, or a table that becomes private closes what was open.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update

from brehon.core.contract import ORACLE, SPECTATOR
from brehon.core.match import Match
from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, Forbidden, NotFound
from brehon.server.storage.schema import ShareRow
from brehon.server.storage.store import Store, storable
from brehon.server.table.table import Table, Who
from brehon.server.table.visibility import is_for_strangers, shown_to

MOST_SHARES: Final = 200  # of one person
LENGTH: Final = 18  # bytes of a link
GONE: Final = N_("There is no such shared position. Perhaps it was taken back.")
ONLY_GUESS: Final = N_(
    "A sandbox of a running game is made from what its seat knows. You can share it when the game is over."
)
UNSEEN: Final = N_("While this game runs, not everyone may watch it. You can share its positions when it is over.")
TWO_TABLES: Final = N_("Another table plays the same deal. You can share positions of this game when both have ended.")
TOO_EARLY: Final = N_("Spectators see this game some plies late. You can share this position when they see it.")


@dataclass
class Spot:
    """A position to share, before it has a link."""

    ply: int
    seat: int
    match: str | None = None
    record: str | None = None
    root: str | None = None  # the link in whose position it was tried
    seed: int | None = None
    moves: tuple[int, ...] = ()
    reviewed: bool = False
    coach: dict[str, Any] | None = None

    @property
    def is_guess(self) -> bool:
        return self.seed is not None


def is_open_practice(table: Table) -> bool:
    """Whether nothing that one seat sees could help another person: no secrets, and one person against bots."""
    return not table.rules.game.has_secrets and table.is_alone


def why_private(table: Table) -> Message | None:
    """Why a sandbox of this table cannot be shared now; None if it can."""
    if table.is_held:
        return Message(TWO_TABLES)
    return None if table.playing().is_over or is_open_practice(table) else Message(ONLY_GUESS)


def open_match(table: Table, owner: Who, spot: Spot) -> Match:
    """The match as far as a link of this person may show it; an error says why it may not show this position."""
    match, private = table.playing(), why_private(table)
    if table.is_held:
        raise Conflict(Message(TWO_TABLES))
    if private is None:
        seen = shown_to(table, owner) or match
    elif spot.is_guess:
        raise Conflict(private)
    elif not is_for_strangers(table):
        raise Conflict(Message(UNSEEN))
    else:
        seen = shown_to(table, Who([])) or match
        if spot.seat != SPECTATOR:
            raise Conflict(Message(N_("While this game runs, only what everyone knows can be shared.")))
    if spot.ply > seen.ply:
        raise Conflict(Message(TOO_EARLY))
    if spot.seat == ORACLE and not seen.is_over:
        raise Conflict(Message(N_("While this game runs, only what everyone knows can be shared.")))
    return seen


def public_seat(table: Table, seat: int) -> int:
    """Whose knowledge of this table can be shared now, if that of a seat is asked for."""
    return seat if why_private(table) is None else SPECTATOR


def still_open(table: Table, row: ShareRow) -> Match:
    """The same when a link is opened, which must not say why its owner may no longer look."""
    try:
        return open_match(table, table.who(row.person), spot_of(row))
    except Forbidden:
        raise NotFound(Message(GONE)) from None


def spot_of(row: ShareRow) -> Spot:
    moves = tuple(row.moves)
    return Spot(row.ply, row.seat, row.match, row.record_id, row.root, row.seed, moves, row.reviewed, row.coach)


class Shares:
    """The rows."""

    def __init__(self, store: Store, most: int = MOST_SHARES) -> None:
        self.store = store
        self.most = most  # of one person

    async def put(self, person: str, spot: Spot, names: bool | None = None) -> str:
        """Share a position; the last part of its link. The same position of the same person has one link.

        `names` says whether the players are named; None: as it is, and at first yes.
        """
        row = {
            "id": secrets.token_urlsafe(LENGTH), "person": person, "match": spot.match, "record_id": spot.record, "root": spot.root, "ply": spot.ply,
            "seat": spot.seat, "seed": spot.seed, "moves": list(spot.moves), "names": names is not False, "reviewed": spot.reviewed,
            "coach": spot.coach, "at": time.time(),
        }  # fmt: skip
        async with self.store.writing() as connection:
            mine = select(*ShareRow.__table__.c).where(ShareRow.person == person)
            same = mine.where(
                ShareRow.match == spot.match, ShareRow.record_id == spot.record, ShareRow.root == spot.root,
                ShareRow.ply == spot.ply, ShareRow.seat == spot.seat,
            )  # fmt: skip
            found = [ShareRow(**one._mapping) for one in await connection.execute(same)]
            again = next((one for one in found if (one.seed, one.moves) == (spot.seed, list(spot.moves))), None)
            if again is not None:
                values = {"coach": spot.coach or again.coach, "reviewed": spot.reviewed or again.reviewed}
                values["names"] = again.names if names is None else names
                await connection.execute(update(ShareRow).where(ShareRow.id == again.id).values(**values))
                return again.id
            count = select(func.count()).select_from(ShareRow).where(ShareRow.person == person)
            if (await connection.execute(count)).scalar_one() >= self.most:
                text = N_("You share %(most)s positions already. Take one of them back first.")
                raise Conflict(Message(text, most=self.most))
            await connection.execute(insert(ShareRow), row)
        return str(row["id"])

    async def of(self, word: str) -> ShareRow:
        found = None
        if storable(word):
            async with self.store.reading() as connection:
                query = select(*ShareRow.__table__.c).where(ShareRow.id == word)
                found = (await connection.execute(query)).first()
        if found is None:
            raise NotFound(Message(GONE))
        return ShareRow(**found._mapping)

    async def mine(self, person: str) -> list[ShareRow]:
        """What a person shares, the newest first."""
        query = select(*ShareRow.__table__.c).where(ShareRow.person == person).order_by(ShareRow.at.desc())
        async with self.store.reading() as connection:
            return [ShareRow(**row._mapping) for row in await connection.execute(query)] if person else []

    async def owned(self, word: str, person: str) -> ShareRow:
        """For its owner alone."""
        row = await self.of(word)
        if not person or row.person != person:
            raise Forbidden(Message(N_("Only the person who shares this position can change that.")))
        return row

    async def set_names(self, row: ShareRow, names: bool) -> None:
        async with self.store.writing() as connection:
            await connection.execute(update(ShareRow).where(ShareRow.id == row.id).values(names=names))

    async def take_back(self, row: ShareRow) -> None:
        """The link leads nowhere from here on, and neither do the sandboxes that were opened from it."""
        async with self.store.writing() as connection:
            await connection.execute(delete(ShareRow).where(ShareRow.id == row.id))
