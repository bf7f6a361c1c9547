"""Records: given out, proved, and kept after an upload."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from typing import Final

from brehon.core.match import Match
from brehon.core.record import Record, Signatures, read_record
from brehon.core.signing import Signer
from brehon.core.text import N_, Message
from brehon.server.errors import Conflict, NotFound
from brehon.server.storage.schema import RecordRow
from brehon.server.storage.store import Store
from brehon.server.table.inspections import Inspections
from brehon.server.table.inspector import Examined
from brehon.server.table.last_seen import Visits
from brehon.server.table.table import Table, Who
from brehon.server.table.visibility import HELD, shown_to

MAX_EXAMINED: Final = 16  # uploaded records kept in memory
MAX_REMEMBERED: Final = 20_000  # plies of these records together; one is kept however long it is


class Records:
    """Of the tables, and those that people have uploaded."""

    def __init__(self, store: Store, visits: Visits, inspections: Inspections, signer: Signer) -> None:
        self.store = store
        self.visits = visits
        self.inspections = inspections
        self.signer = signer
        self._opening = asyncio.Semaphore(1)  # one at a time, in parallel to the event loop
        self._opened: OrderedDict[str, tuple[Match, bool]] = OrderedDict()

    def file_of(self, table: Table, who: Who) -> tuple[str, str]:
        """The record of a table as a file: its name and its text. The secret is in it once the game is over."""
        match = shown_to(table, who) or table.playing()
        if table.is_held:
            raise Conflict(Message(HELD))
        if not table.gives_record:
            raise Conflict(Message(N_("This game has secrets: its record is given out when the game is over.")))
        return f"{table.rules.game.name}-{table.id}.json", self._given_out(table, match).to_json()

    def _given_out(self, table: Table, match: Match) -> Record:
        """With the secret once the game is over, and as it was signed then.

        A person who has deleted their account no longer has a name. The record is then signed again; nothing else has changed.
        """
        record, signed = match.record(reveal=match.is_over), table.row.signed
        if match.lock is not None:
            record.signatures = Signatures(table.row.lock_signature or "")
            if signed is not None:
                record.brehon = signed["brehon"]
                digest = record.digest
                record.signatures.record = (
                    signed["record"] if digest == signed["digest"] else self.signer.sign_record(digest)
                )
        return record

    async def keep(self, text: str) -> tuple[str, Examined]:
        """Keep a record that is right, so that it can be shown; its number, and what it holds."""
        examined = await self.inspections.record(text)
        digest = hashlib.sha256(text.encode()).hexdigest()
        return await self.store.add_record(secrets.token_urlsafe(12), digest, text), examined

    async def kept(self, record_id: str) -> tuple[Match, bool]:
        """A record that was kept, replayed; the last few are remembered, for a person who moves the slider."""
        if record_id in self._opened:
            await self.visits.note(RecordRow, record_id)
            return self._opened[record_id]
        text = await self.store.record(record_id)
        if text is None:
            raise NotFound(Message(N_("There is no such record. Upload it again.")))
        await self.visits.note(RecordRow, record_id)
        async with self._opening:
            opened = await asyncio.to_thread(_reopened, text)
        self._remember(record_id, opened)
        return opened

    async def kept_file(self, record_id: str) -> tuple[str, str]:
        """A record that was kept, as a file: its name and its text."""
        match, _ = await self.kept(record_id)
        text = await self.store.record(record_id)
        assert text is not None
        return f"{match.rules.game.name}-{record_id}.json", text

    def forget(self, record_id: str) -> None:
        """It is no longer kept."""
        self._opened.pop(record_id, None)

    def _remember(self, record_id: str, opened: tuple[Match, bool]) -> None:
        self._opened[record_id] = opened
        plies = sum(match.ply for match, _ in self._opened.values())
        while len(self._opened) > MAX_EXAMINED or (plies > MAX_REMEMBERED and len(self._opened) > 1):
            _, (oldest, _) = self._opened.popitem(last=False)
            plies -= oldest.ply


def _reopened(text: str) -> tuple[Match, bool]:
    """A record that was examined when it was kept: played again without examining it once more, several times faster."""
    record = read_record(text)
    match = Match(record.rules, record.players, record.secret, record.words, record.lock)
    match.resume(record.plies)
    return match, record.secret != ""
