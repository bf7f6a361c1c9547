"""Ratings with their uncertainty, from OpenSkill's Plackett–Luce model.

OpenSkill learns from one game after the other, so its result depends a little on their order. Therefore it is run many times: each time
with deals drawn with replacement from those that were played (a bootstrap, which shows how much chance there is in the deals) and
in another order. The rating is the mean of the results, its uncertainty 1.96 times their standard deviation.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

RATED: Final = 40_000  # games that all rounds together look at, about; more takes longer than it is worth
ROUNDS: Final = (30, 100)  # at least, at most


class Ranked(NamedTuple):
    """Who met in a game and how it ended."""

    players: list[int]
    places: list[int]  # of the same players; 1 is best


class Rating(NamedTuple):
    value: float
    reach: float  # 95 % of the results are within so much of it


def rate(n_players: int, deals: Sequence[Sequence[Ranked]], seed: int = 1) -> list[Rating]:
    """[player] their rating; 25 is the mean of newcomers. The games of a deal are drawn together."""
    rng = Random(f"brehon ratings {seed}")
    n_games = sum(map(len, deals))
    rounds = max(ROUNDS[0], min(ROUNDS[1], RATED // max(1, n_games)))
    answers = [_once(n_players, _drawn(deals, rng)) for _ in range(rounds)]
    return [
        Rating(fmean(answer[player] for answer in answers), 1.96 * stdev(answer[player] for answer in answers))
        for player in range(n_players)
    ]


def _drawn(deals: Sequence[Sequence[Ranked]], rng: Random) -> list[Ranked]:
    games = [game for deal in rng.choices(deals, k=len(deals)) for game in deal]
    rng.shuffle(games)
    return games


def _once(n_players: int, games: list[Ranked]) -> list[float]:
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(n_players)]
    for game in games:
        teams = [[ratings[player]] for player in game.players]
        for player, team in zip(game.players, model.rate(teams, ranks=[float(p) for p in game.places]), strict=True):
            ratings[player] = team[0]
    return [rating.mu for rating in ratings]
