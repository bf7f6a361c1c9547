"""Which puzzles a person with an account has solved, and how many in a row at the first try. Guests keep theirs in the browser."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from brehon.server.storage.schema import PuzzleRow, StreakRow
from brehon.server.storage.store import Store


@dataclass
class Tally:
    """What a person has solved, as pages and programs see it."""

    solved: list[str] = field(default_factory=list)  # in order of the first answer
    first: list[str] = field(default_factory=list)  # of them: at the first try
    failed: list[str] = field(default_factory=list)  # answered, but not solved yet
    streak: int = 0
    best: int = 0


class Solved:
    """Reads and writes it. An answer counts once for each puzzle: a wrong one ends the streak, a right one after it is no new one."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def of(self, person: str) -> Tally:
        async with self.store.reading() as connection:
            return await self._tally(connection, person)

    async def note(self, person: str, puzzle: str, is_right: bool) -> None:
        """An answer to a puzzle."""
        try:
            async with self.store.writing() as connection:
                mine = (PuzzleRow.person == person, PuzzleRow.puzzle == puzzle)
                row = (await connection.execute(select(PuzzleRow.is_solved).where(*mine))).first()
                if row is None:
                    await self._add(connection, person, puzzle, is_right, is_right)
                    tally = await self._tally(connection, person)
                    streak = tally.streak + 1 if is_right else 0
                    await self._set_streak(connection, person, streak, max(tally.best, streak))
                elif is_right and not row.is_solved:
                    await connection.execute(update(PuzzleRow).where(*mine).values(is_solved=True))
        except IntegrityError:
            return  # the same answer came twice at the same moment: the other one counts

    async def merge(self, person: str, browser: Tally) -> Tally:
        """Take over what a browser has kept before its person had an account; what the account knows stays."""
        async with self.store.writing() as connection:
            tally = await self._tally(connection, person)
            known = {*tally.solved, *tally.failed}
            for puzzle in dict.fromkeys([*browser.solved, *browser.failed]):
                if puzzle not in known:
                    is_solved, is_first = puzzle in browser.solved, puzzle not in browser.failed
                    await self._add(connection, person, puzzle, is_solved, is_solved and is_first)
            streak = tally.streak if known else min(browser.streak, len(browser.solved))
            best = max(tally.best, streak, min(browser.best, len(browser.solved)))
            await self._set_streak(connection, person, streak, best)
            return await self._tally(connection, person)

    async def _tally(self, connection: AsyncConnection, person: str) -> Tally:
        query = select(PuzzleRow.puzzle, PuzzleRow.is_solved, PuzzleRow.is_first).where(PuzzleRow.person == person)
        tally = Tally()
        for puzzle, is_solved, is_first in await connection.execute(query.order_by(PuzzleRow.at, PuzzleRow.puzzle)):
            (tally.solved if is_solved else tally.failed).append(puzzle)
            tally.first += [puzzle] if is_first else []
        counts = await connection.execute(select(StreakRow.streak, StreakRow.best).where(StreakRow.person == person))
        tally.streak, tally.best = counts.first() or (0, 0)
        return tally

    async def _add(
        self, connection: AsyncConnection, person: str, puzzle: str, is_solved: bool, is_first: bool
    ) -> None:  # fmt: skip
        row = {"person": person, "puzzle": puzzle, "is_solved": is_solved, "is_first": is_first, "at": time.time()}
        await connection.execute(insert(PuzzleRow), row)

    async def _set_streak(self, connection: AsyncConnection, person: str, streak: int, best: int) -> None:
        change = update(StreakRow).where(StreakRow.person == person).values(streak=streak, best=best)
        if (await connection.execute(change)).rowcount == 0:
            await connection.execute(insert(StreakRow), {"person": person, "streak": streak, "best": best})
