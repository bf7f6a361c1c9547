"""Many puzzles of one game: as many of each difficulty, of different numbers of seats, with different themes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Final

from brehon.bots.analyst import Analyst
from brehon.coach.puzzles import BUDGETS, LEVELS, TIMES, Finder, Puzzle, Search, Wanted
from brehon.core import registry
from brehon.core.contract import HEAVY, LIGHT, Game
from brehon.core.rulesets import asked_rules

MOST_GAMES: Final = 4_000  # after so many games it ends with what it has
BATCH: Final = 8  # games that look for the same kinds of puzzles, in any number of processes
OF_ONE_THEME: Final = 3  # a theme gets at most one in so many
PATIENCE: Final = 2  # games for each puzzle; after that, any difficulty and any theme will do


def search_for(game: Game) -> Search:
    """How much the search for puzzles of a game can afford."""
    return BUDGETS[1 if game.weight == LIGHT else 3 if game.weight == HEAVY else 2]


def look(
    game: str, n_seats: int, search: Search, seed: int, number: int, wanted: Wanted | None = None
) -> list[Puzzle]:  # fmt: skip
    """The puzzles of one game of self-play; in any process."""
    return list(Finder(asked_rules(registry.game(game), n_seats), search, seed, wanted).in_game(number))


class Shelf:
    """What was found so far, and what is still missing."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.puzzles: list[Puzzle] = []
        self.games = 0  # that were looked at
        self._ids: set[str] = set()
        self._levels: Counter[int] = Counter()
        self._themes: Counter[str] = Counter()

    @property
    def is_full(self) -> bool:
        return len(self.puzzles) >= self.count

    def missing(self) -> list[int]:
        """[difficulty] how many are missing."""
        share = -(-self.count // len(LEVELS))
        return [max(0, share - self._levels[level]) for level in range(len(LEVELS))]

    @property
    def is_patient(self) -> bool:
        return self.games <= PATIENCE * self.count

    def wanted(self) -> Wanted:
        if not self.is_patient:
            return Wanted()
        levels = tuple(level for level, missing in enumerate(self.missing()) if missing)
        return Wanted(levels, tuple(sorted(theme for theme, n in self._themes.items() if n >= self._most)))

    @property
    def _most(self) -> int:
        """Puzzles of one theme."""
        return max(2, self.count // OF_ONE_THEME)

    def offer(self, puzzle: Puzzle) -> bool:
        """Take a puzzle if it is wanted."""
        unwanted = not self.missing()[puzzle.difficulty] or self._themes[puzzle.theme] >= self._most
        if self.is_full or (unwanted and self.is_patient) or puzzle.id in self._ids:
            return False
        self.puzzles.append(puzzle)
        self._ids.add(puzzle.id)
        self._levels[puzzle.difficulty] += 1
        self._themes[puzzle.theme] += 1
        return True


def hunt(
    game: Game, count: int, seed: int, jobs: int, found: Callable[[list[Puzzle]], None], seats: list[int] | None = None
) -> list[Puzzle]:
    """So many puzzles, easy ones first. Numbers of seats take turns. The same seed gives the same ones, with any number of processes.

    `found` is called with all puzzles so far whenever there is a new one.
    """
    shelf = Shelf(count)
    search, order = search_for(game), seats or game.seats
    with ProcessPoolExecutor(jobs) as pool:
        for first in range(0, MOST_GAMES, BATCH):
            for puzzles in _batch(
                pool, game, search, seed, range(first, min(first + BATCH, MOST_GAMES)), order, shelf.wanted()
            ):
                shelf.games += 1
                for puzzle in puzzles:
                    if shelf.offer(puzzle):
                        found(in_order(shelf.puzzles))
                if shelf.is_full:
                    pool.shutdown(wait=False, cancel_futures=True)
                    return in_order(shelf.puzzles)
    return in_order(shelf.puzzles)


def in_order(puzzles: list[Puzzle]) -> list[Puzzle]:
    """Easy ones first."""
    return sorted(puzzles, key=lambda puzzle: (puzzle.difficulty, puzzle.id))


def _batch(
    pool: ProcessPoolExecutor, game: Game, search: Search, seed: int, numbers: range, seats: list[int], wanted: Wanted
) -> Iterator[list[Puzzle]]:  # fmt: skip
    """The puzzles of one game after the other, in order, no matter which process finds them."""
    asked = [
        pool.submit(look, game.name, seats[number % len(seats)], search, seed, number, wanted) for number in numbers
    ]
    for one in asked:
        yield one.result()


def keeps(puzzle: Puzzle, seed: int) -> bool:
    """Whether a search with ten times the budget and other random numbers than those that found it has the same best move."""
    view = puzzle.state().view(puzzle.seat)
    state = puzzle.state()
    state.turn_to(puzzle.seat)
    budget = TIMES * search_for(registry.game(puzzle.game)).iterations
    opinion = Analyst().opinion(view, state.legal(), budget, f"keeps {seed} {puzzle.id}")
    return puzzle.rules().space.texts[opinion.best.action] == puzzle.solution


def check(puzzles: list[Puzzle], count: int, seed: int, jobs: int, done: Callable[[], None]) -> dict[str, bool]:
    """[id] whether it keeps its solution: so many puzzles, drawn at random."""
    drawn = Random(f"check {seed}").sample(puzzles, min(count, len(puzzles)))
    results: dict[str, bool] = {}
    with ProcessPoolExecutor(jobs) as pool:
        for puzzle, is_kept in zip(drawn, pool.map(keeps, drawn, [seed] * len(drawn)), strict=True):
            results[puzzle.id] = is_kept
            done()
    return results
