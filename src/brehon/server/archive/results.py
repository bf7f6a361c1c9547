"""The book of finished matches: who came in where, and how long they thought. Statistics and ratings are made from it alone.

A result follows from the record, so a row here is only remembered work: rows that are missing are worked out again.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import exists, func, insert, select
from sqlalchemy.exc import IntegrityError

from brehon.core import registry
from brehon.core.errors import BrehonError
from brehon.core.match import Match
from brehon.core.record import HOST
from brehon.server.storage.schema import BOT, MatchRow, PlyRow, ResultRow, SeatRow
from brehon.server.storage.store import Store
from brehon.server.table.tables import Tables

log: Final = logging.getLogger("brehon.server")
BATCH: Final = 50  # matches that a request for statistics waits for; the server does the rest when it starts


@dataclass(frozen=True)
class Entry:
    """One seat of a finished match."""

    seat: int
    player: str  # person's id, or the level of a bot
    is_bot: bool
    name: str  # as it was at the table
    place: int
    score: int
    decisions: int  # their own
    seconds: float
    stood_in: int = 0  # decisions of a bot that stood in for them
    hints: int = 0  # steps of hints that they asked for


@dataclass(frozen=True)
class Finished:
    """A finished match with all its seats."""

    match: str
    game: str
    started: float
    finished: float
    entries: tuple[Entry, ...]
    is_duplicate: bool = False
    is_guided: bool = False

    @property
    def is_contest(self) -> bool:
        """Whether different players met: one person on several seats proves nothing."""
        people = [entry.player for entry in self.entries if not entry.is_bot]
        return len(people) == len(set(people)) and len({(e.is_bot, e.player) for e in self.entries}) > 1

    @property
    def is_rated(self) -> bool:
        """Whether it says something about strength: no one had hints or a guide, or could know the deal from another table."""
        is_helped = self.is_guided or any(entry.hints for entry in self.entries)
        return self.is_contest and not self.is_duplicate and not is_helped


async def settle(tables: Tables, most: int = BATCH) -> int:
    """Work out the results of finished matches that are not in the book yet; how many there were."""
    missing = await _unsettled(tables.store, most)
    for match_id in missing:
        try:
            async with tables.at(match_id) as table:
                rows = await _rows(tables.store, match_id, table.playing())
        except BrehonError as error:  # a newer version refuses its component file: other matches go on
            log.warning("result skipped: match cannot be loaded match=%s error=%s", match_id, error)
            continue
        try:
            async with tables.store.writing() as connection:
                await connection.execute(insert(ResultRow), rows)
        except IntegrityError:
            pass  # another worker was faster, with the same numbers
    return len(missing)


async def settle_all(tables: Tables) -> None:
    """When the server starts: every match that was finished before there was a book."""
    while await settle(tables) == BATCH:
        pass


async def _unsettled(store: Store, most: int) -> list[str]:
    query = (
        select(MatchRow.id)
        .where(MatchRow.finished.is_not(None), MatchRow.game.in_(registry.names()))
        .where(~exists().where(ResultRow.match == MatchRow.id))
        .order_by(MatchRow.finished.desc())
        .limit(most)
    )
    async with store.reading() as connection:
        return [match_id for (match_id,) in await connection.execute(query)]


async def _rows(store: Store, match_id: str, match: Match) -> list[dict[str, object]]:
    async with store.reading() as connection:
        query = select(PlyRow.at).where(PlyRow.match == match_id).order_by(PlyRow.ply)
        times = [at for (at,) in await connection.execute(query)]
    places, scores = match.ranks(), match.state.scores()
    decisions, seconds, stood_in = thinking(match, times)
    hints = match.hints_used()
    return [
        {"match": match_id, "seat": seat, "place": places[seat], "score": scores[seat],
         "decisions": decisions[seat], "seconds": seconds[seat], "stood_in": stood_in[seat], "hints": hints[seat]}
        for seat in range(match.rules.n_seats)
    ]  # fmt: skip


def thinking(match: Match, times: list[float]) -> tuple[list[int], list[float], list[int]]:
    """[seat] how many decisions, how long they took in total (each from the ply before it that is not a hint), and how many a bot has
    made for an absent person. A bot that the host has put there decides for itself."""
    n_seats = match.rules.n_seats
    decisions, seconds, stood_in, is_for_another = [0] * n_seats, [0.0] * n_seats, [0] * n_seats, [False] * n_seats
    since = times[0] if times else 0.0
    for number, ply in enumerate(match.plies):
        if ply.hint:
            continue  # thinking goes on
        if ply.sits is not None:
            is_for_another[ply.seat] = ply.sits.level != "" and ply.sits.why != HOST
        elif ply.seat >= 0 and ply.action >= 0 and is_for_another[ply.seat]:
            stood_in[ply.seat] += 1
        elif ply.seat >= 0 and ply.action >= 0:
            decisions[ply.seat] += 1
            seconds[ply.seat] += max(0.0, times[number] - since)
        since = times[number]
    return decisions, seconds, stood_in


async def count_results(store: Store) -> int:
    """How many rows the book has: another number means that it has to be read again."""
    async with store.reading() as connection:
        return (await connection.execute(select(func.count()).select_from(ResultRow))).scalar_one()


def person_of(session: str | None, match_id: str, seat: int) -> str:
    """Who sat there. The seat of a program, a seat never taken, or one that changed its player counts as a separate player."""
    return session or f"{match_id}.{seat}"


async def finished_matches(store: Store) -> list[Finished]:
    """The whole book, in the order in which the matches ended."""
    query = (
        select(
            MatchRow.id, MatchRow.game, MatchRow.started, MatchRow.finished, MatchRow.twin, SeatRow.seat, SeatRow.kind, SeatRow.level,
            SeatRow.name, SeatRow.session, SeatRow.passed_on, ResultRow.place, ResultRow.score, ResultRow.decisions,
            ResultRow.seconds, ResultRow.stood_in, ResultRow.hints, MatchRow.guide,
        )
        .join(SeatRow, SeatRow.match == MatchRow.id)
        .join(ResultRow, (ResultRow.match == SeatRow.match) & (ResultRow.seat == SeatRow.seat))
        .order_by(MatchRow.finished, MatchRow.id, SeatRow.seat)
    )  # fmt: skip
    found: dict[str, tuple[Finished, list[Entry]]] = {}
    async with store.reading() as connection:
        for row in await connection.execute(query):
            is_bot = row.kind == BOT and not row.passed_on
            session = None if row.passed_on else row.session  # neither the one nor the other has played this game
            player = row.level if is_bot else person_of(session, row.id, row.seat)
            counts = (row.place, row.score, row.decisions, row.seconds, row.stood_in, row.hints)
            entry = Entry(row.seat, player, is_bot, row.name, *counts)
            if row.id not in found:
                marks = row.twin is not None, row.guide is not None
                found[row.id] = Finished(row.id, row.game, row.started, row.finished, (), *marks), []
            found[row.id][1].append(entry)
    return [replace(match, entries=tuple(entries)) for match, entries in found.values()]
