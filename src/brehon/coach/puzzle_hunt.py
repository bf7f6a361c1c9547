"""Many puzzles of one game: as many of each difficulty, of different numbers of seats, with different themes."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final

from brehon.coach.puzzles import BUDGETS, LEVELS, Finder, Puzzle, Search
from brehon.core import registry
from brehon.core.contract import HEAVY, LIGHT, Game
from brehon.core.rulesets import asked_rules

MOST_GAMES: Final = 4_000  # after so many games it ends with what it has
AT_ONCE: Final = 4  # games for each process that are asked for ahead
OF_ONE_THEME: Final = 3  # a theme gets at most one in so many
PATIENCE: Final = 2  # games for each puzzle; after that, any difficulty and any theme will do


def search_for(game: Game) -> Search:
    """How much the search for puzzles of a game can afford."""
    return BUDGETS[1 if game.weight == LIGHT else 3 if game.weight == HEAVY else 2]


def look(game: str, n_seats: int, search: Search, seed: int, number: int) -> list[Puzzle]:
    """The puzzles of one game of self-play; in any process."""
    return list(Finder(asked_rules(registry.game(game), n_seats), search, seed).in_game(number))


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

    def offer(self, puzzle: Puzzle) -> bool:
        """Take a puzzle if it is wanted."""
        themes = max(2, self.count // OF_ONE_THEME)
        is_patient = self.games <= PATIENCE * self.count
        unwanted = not self.missing()[puzzle.difficulty] or self._themes[puzzle.theme] >= themes
        if self.is_full or (unwanted and is_patient) or puzzle.id in self._ids:
            return False
        self.puzzles.append(puzzle)
        self._ids.add(puzzle.id)
        self._levels[puzzle.difficulty] += 1
        self._themes[puzzle.theme] += 1
        return True


def hunt(
    game: Game, count: int, seed: int, jobs: int, found: Callable[[], None], seats: list[int] | None = None
) -> list[Puzzle]:
    """So many puzzles, easy ones first. Numbers of seats take turns. The same seed gives the same ones, with any number of processes."""
    shelf = Shelf(count)
    for puzzles in _games(game, seed, jobs, seats or game.seats):
        shelf.games += 1
        for puzzle in puzzles:
            if shelf.offer(puzzle):
                found()
        if shelf.is_full:
            break
    return sorted(shelf.puzzles, key=lambda puzzle: (puzzle.difficulty, puzzle.id))


def _games(game: Game, seed: int, jobs: int, seats: list[int]) -> Iterator[list[Puzzle]]:
    """The puzzles of one game after the other, in order, no matter which process finds them."""
    search = search_for(game)
    with ProcessPoolExecutor(jobs) as pool:
        asked: deque[Future[list[Puzzle]]] = deque()
        try:
            for number in range(MOST_GAMES):
                asked.append(pool.submit(look, game.name, seats[number % len(seats)], search, seed, number))
                if len(asked) > jobs * AT_ONCE:
                    yield asked.popleft().result()
            while asked:
                yield asked.popleft().result()
        finally:
            for one in asked:
                one.cancel()
