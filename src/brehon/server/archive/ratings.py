"""Statistics and ratings from the book of finished matches. The same book always gives the same numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from brehon.server.archive.results import Entry, Finished

Player = tuple[bool, str]  # (is a bot, person's id or level)
SURE: Final = 1.96  # standard deviations: the true strength lies within so much, 19 times out of 20


@dataclass(frozen=True)
class Rating:
    """The estimated strength of a player at one game: everyone begins at 25."""

    value: float
    reach: float
    games: int

    @property
    def floor(self) -> float:
        """What they are at least, as far as one can be sure: the order of the list."""
        return self.value - self.reach


def ratings(book: Iterable[Finished], game: str) -> dict[Player, Rating]:
    """By placement, match after match in the order in which they ended; matches with hints, or without two different players, are left out."""
    model = PlackettLuce()
    found: dict[Player, PlackettLuceRating] = {}
    games: dict[Player, int] = {}
    for match in book:
        if match.game != game or not match.is_rated:
            continue
        players = [player_of(entry) for entry in match.entries]
        teams = [[found.setdefault(player, model.rating())] for player in players]
        rated = model.rate(teams, ranks=[float(entry.place) for entry in match.entries])
        for player in dict.fromkeys(players):  # a level that plays several seats learns from all of them together
            mine = [team[0] for team, other in zip(rated, players, strict=True) if other == player]
            found[player] = model.rating(
                mu=sum(rating.mu for rating in mine) / len(mine), sigma=sum(rating.sigma for rating in mine) / len(mine)
            )
            games[player] = games.get(player, 0) + 1
    return {player: Rating(rating.mu, SURE * rating.sigma, games[player]) for player, rating in found.items()}


def player_of(entry: Entry) -> Player:
    return entry.is_bot, entry.player


@dataclass
class Tally:
    """Number of games, and how they ended for a player."""

    games: int = 0
    wins: int = 0  # a shared victory is one
    places: int = 0  # the sum of them
    expected: float = 0.0  # wins if all were equally strong

    def count(self, place: int, n_seats: int) -> None:
        self.games += 1
        self.wins += place == 1
        self.places += place
        self.expected += 1 / n_seats

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def mean_place(self) -> float:
        return self.places / self.games if self.games else 0.0


@dataclass
class Versus:
    """Two players who met: how often the one came in before the other."""

    player: Player
    name: str
    games: int = 0
    ahead: int = 0
    behind: int = 0

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind


@dataclass
class Career:
    """A person's results at one game."""

    game: str
    all: Tally = field(default_factory=Tally)
    by_seats: dict[int, Tally] = field(default_factory=dict)  # number of players -> tally
    versus: list[Versus] = field(default_factory=list)  # whom they met most often first
    best: int = 0
    decisions: int = 0
    seconds: float = 0.0

    @property
    def mean_seconds(self) -> float:
        """For one decision."""
        return self.seconds / self.decisions if self.decisions else 0.0


def careers(book: Sequence[Finished], player: Player) -> list[Career]:
    """A player's games, one career for each game that they know, the most played first."""
    found: dict[str, Career] = {}
    met: dict[tuple[str, Player], Versus] = {}
    for match in book:
        mine = [entry for entry in match.entries if player_of(entry) == player]
        if not mine or not match.is_contest:
            continue
        career = found.setdefault(match.game, Career(match.game))
        for entry in mine:
            _add(career, match, entry)
        for other in match.entries:
            if player_of(other) != player:
                versus = met.setdefault((match.game, player_of(other)), Versus(player_of(other), other.name))
                versus.name = other.name  # as they were called last
                versus.games += 1
                versus.ahead += mine[0].place < other.place
                versus.behind += mine[0].place > other.place
    for (game, _), versus in met.items():
        found[game].versus.append(versus)
    for career in found.values():
        career.versus.sort(key=lambda versus: (-versus.games, versus.player))
    return sorted(found.values(), key=lambda career: (-career.all.games, career.game))


def _add(career: Career, match: Finished, entry: Entry) -> None:
    n_seats = len(match.entries)
    career.best = max(career.best, entry.score) if career.all.games else entry.score
    career.all.count(entry.place, n_seats)
    career.by_seats.setdefault(n_seats, Tally()).count(entry.place, n_seats)
    career.decisions += entry.decisions
    career.seconds += entry.seconds


@dataclass
class Usual:
    """How a game goes with so many players."""

    n_seats: int
    games: int = 0
    decisions: int = 0
    minutes: float = 0.0
    winning: int = 0  # points of the winners, together
    by_seat: list[int] = field(default_factory=list)  # [seat] how often it won, alone or with others

    def mean(self, total: float) -> float:
        return total / self.games if self.games else 0.0


def usual(book: Iterable[Finished], game: str) -> list[Usual]:
    """Figures of a game by the number of players."""
    found: dict[int, Usual] = {}
    for match in book:
        if match.game != game:
            continue
        n_seats = len(match.entries)
        figures = found.setdefault(n_seats, Usual(n_seats, by_seat=[0] * n_seats))
        figures.games += 1
        figures.decisions += sum(entry.decisions + entry.stood_in for entry in match.entries)
        figures.minutes += (match.finished - match.started) / 60
        figures.winning += next(entry.score for entry in match.entries if entry.place == 1)
        for entry in match.entries:
            figures.by_seat[entry.seat] += entry.place == 1
    return sorted(found.values(), key=lambda figures: figures.n_seats)
