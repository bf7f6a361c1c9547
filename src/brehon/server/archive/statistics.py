"""What the pages of statistics show: who is listed, under which name, in which words. Only people with an account are."""

from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup
from sqlalchemy import select

from brehon.bots.levels import LEVELS
from brehon.core import registry
from brehon.core.text import N_, NN_, Message, Speaker
from brehon.server.archive.ratings import Career, Player, Rating, Usual, careers, ratings, usual
from brehon.server.archive.results import Finished, count_results, finished_matches, settle
from brehon.server.storage.schema import PersonRow
from brehon.server.storage.store import Store
from brehon.server.table.tables import Tables

MANY: Final = 100  # lines of a list of ratings
FRESH: Final = 60.0  # seconds after which a book is read again even if no match has ended
MINUTE: Final = 60
HOUR: Final = 3600
DAY: Final = 24 * HOUR


@dataclass(frozen=True)
class Account:
    """A person with a public page: the word in its address, and their name."""

    word: str
    name: str


@dataclass
class Rated:
    """One line of a list of ratings."""

    name: str
    word: str  # of their page; "" for a bot
    is_bot: bool
    is_me: bool
    rating: Rating
    picture: Markup


@dataclass
class Met:
    """One line of a list of opponents."""

    name: str
    word: str
    is_bot: bool
    games: int
    ahead: int
    level: int
    behind: int


@dataclass
class Chapter:
    """A career at one game, ready to be shown."""

    title: str
    career: Career
    rating: Rating | None
    pace: str  # how long a decision takes
    met: list[Met]


class Book:
    """The finished matches as they are now, with the people who may be named."""

    def __init__(self, matches: list[Finished], accounts: dict[str, Account]) -> None:
        self.matches = matches
        self.accounts = accounts
        self.ratings = {game: ratings(matches, game) for game in registry.names()}

    def games(self) -> list[tuple[str, str, int]]:
        """Every game that we have: its name, its title, and how often it was played to the end."""
        counts = dict.fromkeys(registry.names(), 0)
        for match in self.matches:
            if match.game in counts:
                counts[match.game] += 1
        return [(name, registry.game(name).title, count) for name, count in counts.items()]

    def rated(self, game: str, me: str = "") -> list[Rated]:
        """The list of a game: bots, people with an account, and the current person; sorted by certain strength."""
        found = self.ratings[game]
        lines = [
            self._rated(player, rating, me)
            for player, rating in found.items()
            if player[0] or player[1] in self.accounts or player[1] == me
        ]
        return sorted(lines, key=lambda line: (-line.rating.floor, line.name))[:MANY]

    def _rated(self, player: Player, rating: Rating, me: str) -> Rated:
        is_bot, who = player
        account = self.accounts.get(who)
        name = bot_name(who) if is_bot else account.name if account else ""
        return Rated(
            name,
            account.word if account and not is_bot else "",
            is_bot,
            not is_bot and who == me,
            rating,
            _reach(rating),
        )

    def usual(self, game: str) -> list[Usual]:
        return usual(self.matches, game)

    def chapters(self, person: str, is_me: bool, say: Speaker) -> list[Chapter]:
        """A person's games. They see opponents by their names at the table; for others, guests have no name."""
        out: list[Chapter] = []
        for career in careers(self.matches, (False, person)):
            if career.game in registry.names():
                rating = self.ratings[career.game].get((False, person))
                out.append(
                    Chapter(
                        registry.game(career.game).title, career, rating, say(span(career.mean_seconds)),
                        self._met(career, is_me, say),
                    )
                )  # fmt: skip
        return out

    def _met(self, career: Career, is_me: bool, say: Speaker) -> list[Met]:
        lines: list[Met] = []
        guests = Met(say(Message(N_("Guests"))), "", False, 0, 0, 0, 0)
        for versus in career.versus:
            is_bot, who = versus.player
            account = None if is_bot else self.accounts.get(who)
            if is_bot or account or is_me:
                name = bot_name(who) if is_bot else account.name if account else versus.name
                word = account.word if account else ""
                lines.append(Met(name, word, is_bot, versus.games, versus.ahead, versus.level, versus.behind))
            else:
                guests.games += versus.games
                guests.ahead += versus.ahead
                guests.level += versus.level
                guests.behind += versus.behind
        return lines + [guests] * (guests.games > 0)


class Statistics:
    """The book of one server, remembered for a while: thousands of matches take a second."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._last: Book | None = None
        self._made = 0.0  # when, and from how many results
        self._count = -1

    async def book(self) -> Book:
        """The book with everything in it that has ended by now. Long work is done in a thread, so that the tables go on."""
        store = self.tables.store
        await settle(self.tables)
        named, count = await accounts(store), await count_results(store)
        if self._last is None or self._count != count or time.monotonic() - self._made > FRESH:
            matches = await finished_matches(store)
            self._last = await asyncio.to_thread(Book, matches, named)
            self._made, self._count = time.monotonic(), count
        self._last.accounts = named
        return self._last


async def accounts(store: Store) -> dict[str, Account]:
    """People with an account, by their id."""
    query = select(PersonRow.id, PersonRow.name).where(PersonRow.account.is_not(None))
    async with store.reading() as connection:
        return {row.id: Account(public_word(row.id), row.name) for row in await connection.execute(query)}


def public_word(person: str) -> str:
    """The word in the address of a person's page. It reveals neither their id nor their login name."""
    return hashlib.sha256(f"brehon person {person}".encode()).hexdigest()[:16]


def bot_name(level: str) -> str:
    return LEVELS[level].title if level in LEVELS else level


def span(seconds: float) -> Message:
    """A time in the unit that suits it."""
    if seconds < MINUTE:
        return Message(NN_("%(n)s second", "%(n)s seconds"), n=round(seconds))
    if seconds < 2 * HOUR:
        return Message(NN_("%(n)s minute", "%(n)s minutes"), n=round(seconds / MINUTE))
    if seconds < 2 * DAY:
        return Message(NN_("%(n)s hour", "%(n)s hours"), n=round(seconds / HOUR))
    return Message(NN_("%(n)s day", "%(n)s days"), n=round(seconds / DAY))


def _reach(rating: Rating) -> Markup:
    """A dot with a line through it: the rating, and where the true strength may lie. The numbers are next to it."""

    def x(value: float) -> float:
        return 2 + 116 * max(0.0, min(50.0, value)) / 50

    low, high = x(rating.value - rating.reach), x(rating.value + rating.reach)
    return Markup(
        f'<svg class="reach" viewBox="0 0 120 16" width="120" height="16" aria-hidden="true"><path d="M60 1V15" stroke="currentColor"'
        f' stroke-opacity=".25"/><path d="M{low:.1f} 8H{high:.1f}M{low:.1f} 4V12M{high:.1f} 4V12" stroke="currentColor" stroke-width="1.5"/>'
        f'<circle cx="{x(rating.value):.1f}" cy="8" r="4.5" fill="currentColor"/></svg>'
    )
