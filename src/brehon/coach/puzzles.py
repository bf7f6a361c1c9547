"""Puzzles: positions of self-play in which one move is clearly best, and which.

A position becomes a puzzle in four steps. It must matter what is played; a search finds one move well ahead of all others; games that
are played to their end from there must be won more often with it, whatever the evaluation believes; two searches with ten times the
budget and other random numbers must agree with each other. How hard it is depends on who finds the move: a
player who takes what looks best right now, one who looks ahead a little, or neither. Its theme is the weightiest reason for the move, in
the game's words.

What a puzzle shows is what the seat knows: the position in the file is one that this knowledge allows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from math import sqrt
from random import Random
from typing import Any, Final

from brehon.bots.analyst import Analyst, Candidate, Opinion, best_by
from brehon.bots.base import Budget
from brehon.bots.cottar import Cottar
from brehon.bots.evaluation import Hand
from brehon.bots.ismcts import Searcher, Settings
from brehon.bots.model import Taught
from brehon.bots.reasons import Motive, motives
from brehon.coach.valuation import Settled
from brehon.core import registry
from brehon.core.contract import CHANCE, OVER, Ruleset, State, View
from brehon.core.packing import Data, pack, unpack
from brehon.core.play import draw
from brehon.core.rulesets import stored_rules
from brehon.core.text import N_, Message

FORMAT: Final = "brehon puzzles 1"
MARGIN: Final = 0.08  # of the win: how far the best move must be ahead
KEPT: Final = 0.06  # ... and still be ahead with ten times the budget
STAKES: Final = (
    0.04  # of the win: by how much the results of the moves must differ in the eyes of the judge, without a search ...
)
HIGH: Final = 0.16  # ... and how much of that makes a look for hard ones worth its cost
TIMES: Final = 10  # the budget of the first look: what confirms it
PLAYED: Final = 240  # games to the end with each move
WON: Final = 0.04  # of the win: by how much more the best move must win in them
FEWEST: Final = 3  # legal moves
LEVELS: Final = (N_("easy"), N_("medium"), N_("hard"))
HARD: Final = 2
ALL: Final = (0, 1, HARD)
AGAIN: Final = 2  # puzzles of one game of self-play at most: they should not all look alike
TRIED: Final = 4  # moves that are listed with what they promise


@dataclass
class Puzzle:
    """A position and its solution."""

    id: str
    game: str
    n_seats: int
    options: dict[str, str]
    components: str
    version: int
    text: str  # the position
    seat: int
    solution: str  # in words of a record
    share: float  # what it promises
    others: list[tuple[str, float]]  # the moves after it, with what they promise
    difficulty: int  # index of LEVELS
    theme: str  # name of an aspect; "" if no reason stands out
    reasons: list[Data] = field(default_factory=list)  # packed messages

    def rules(self) -> Ruleset:
        return stored_rules(self.game, self.n_seats, self.options, self.components, None, self.version)

    def state(self) -> State:
        return self.rules().parse(self.text)

    def motives(self) -> list[Message]:
        return [unpack(reason) for reason in self.reasons]


@dataclass
class Search:
    """How puzzles are looked for."""

    iterations: int  # of the first look
    player: int  # iterations of those who play the games
    short: int = 24  # iterations of one who looks ahead a little


@dataclass
class Wanted:
    """What kinds of puzzles are still missing: the expensive part of the work is spared for others."""

    levels: tuple[int, ...] = ALL  # indices of LEVELS
    worn: tuple[str, ...] = ()  # themes that there are enough of


BUDGETS: Final = {1: Search(600, 60), 2: Search(400, 40), 3: Search(250, 15, 10)}  # by how heavy the game is to compute


class Finder:
    """Looks for puzzles of some difficulties in games of bots against themselves. The same seed finds the same puzzles."""

    def __init__(self, rules: Ruleset, search: Search, seed: int, wanted: Wanted | None = None) -> None:
        self.rules = rules
        self.search = search
        self.seed = seed
        self.wanted = wanted or Wanted()
        self.analyst = Analyst()
        self.settled = Settled(self.analyst.judge)
        self.player = Searcher(Taught(), Settings())
        self.vocabulary = rules.game.face().vocabulary(rules)

    def in_game(self, number: int) -> Iterator[Puzzle]:
        """The puzzles of one game."""
        rng = Random(f"puzzles {self.rules.game.name} {self.rules.n_seats} {self.seed} {number}")
        state, found = self.rules.start(), 0
        while state.to_move() != OVER and found < AGAIN:
            mover = state.to_move()
            if mover == CHANCE:
                state.apply(draw(state, rng), None)
                continue
            legal, view = state.legal(), state.view(mover)
            puzzle = (
                self.at(state, view, legal, f"{self.seed} {number} {rng.random()}") if len(legal) >= FEWEST else None
            )
            if puzzle is not None:
                found += 1
                yield puzzle
            state.apply(self.player.choose(view, legal, Budget(self.search.player), rng), None)

    def at(self, state: State, view: View, legal: list[int], seed: str) -> Puzzle | None:
        """The puzzle of a position, if it is one that is wanted. What costs least is asked first."""
        stakes = self._stakes(view, f"{seed} stakes")
        if stakes < STAKES:
            return None
        is_hidden = HARD in self.wanted.levels and stakes >= HIGH  # a hard one is not seen so quickly
        quick = self.analyst.opinion(view, legal, self.search.iterations // 4, f"{seed} quick")
        if not is_hidden and not is_ahead(quick, MARGIN / 2):
            return None
        first = self.analyst.opinion(view, legal, self.search.iterations, f"{seed} first")
        if not is_ahead(first, MARGIN):
            return None
        if not self._is_wanted(view, legal, first, seed) or not wins_more(view, first, seed):
            return None
        opinion = self._confirmed(view, legal, first.best.action, seed)
        if opinion is None or not self._is_wanted(view, legal, opinion, seed):
            return None
        if opinion.best.action != first.best.action and not wins_more(view, opinion, seed):
            return None
        return self._puzzle(state, view, opinion, self._difficulty(view, legal, opinion.best.action, seed), seed)

    def _is_wanted(self, view: View, legal: list[int], opinion: Opinion, seed: str) -> bool:
        if self._difficulty(view, legal, opinion.best.action, seed) not in self.wanted.levels:
            return False
        return theme_of(self._motives(view, opinion, seed)) not in self.wanted.worn

    def _motives(self, view: View, opinion: Opinion, seed: str) -> list[Motive]:
        other = rival(opinion).action
        return motives(view, opinion.best.action, other, self.vocabulary, self.analyst.judge, seed)

    def _stakes(self, view: View, seed: str) -> float:
        """How much the results of the moves differ for the judge: right after them, else at the end of the turn. Much cheaper than a search."""
        guess = possible(view, seed)
        afters = []
        for action in guess.legal():
            after = guess.clone()
            after.apply(action, None)
            afters.append(after)
        stakes = 0.0
        for judge in (self.analyst.judge, self.settled):
            shares = [judge.shares(after)[view.seat] for after in afters]
            stakes = max(stakes, max(shares) - min(shares))
            if stakes >= HIGH:
                break
        return stakes

    def _confirmed(self, view: View, legal: list[int], best: int, seed: str) -> Opinion | None:
        """Two searches with ten times the budget must agree on the move. The first of them may correct the first look: then it needs two more."""
        agreed = 0
        for check in ("second", "third", "fourth"):
            opinion = self.analyst.opinion(view, legal, TIMES * self.search.iterations, f"{seed} {check}")
            if opinion.best.action == best and is_ahead(opinion, KEPT):
                agreed += 1
            elif check == "second" and opinion.best.action != best and is_ahead(opinion, MARGIN):
                best = opinion.best.action
            else:
                return None
            if agreed == 2:
                break
        return opinion

    def _puzzle(self, state: State, view: View, opinion: Opinion, difficulty: int, seed: str) -> Puzzle:
        texts, best, rules = self.rules.space.texts, opinion.best, self.rules
        why = self._motives(view, opinion, seed)
        text = state.text()
        return Puzzle(
            id=hashlib.sha256(text.encode()).hexdigest()[:10],
            game=rules.game.name,
            n_seats=rules.n_seats,
            options=rules.options,
            components=rules.components.name,
            version=rules.version,
            text=text,
            seat=view.seat,
            solution=texts[best.action],
            share=round(best.share, 3),
            others=[(texts[move.action], round(move.share, 3)) for move in by_share(opinion)[1 : TRIED + 1]],
            difficulty=difficulty,
            theme=theme_of(why),
            reasons=[pack(motive.text) for motive in why],
        )

    def _difficulty(self, view: View, legal: list[int], best: int, seed: str) -> int:
        """By who finds it: five short-sighted guesses, five short searches."""
        greedy, short = 0, 0
        for number in range(5):
            guess = possible(view, f"{seed} guess {number}")
            greedy += best_by(Hand(), guess, view.seat, guess.turn_of(), State.turn_of) == best
            short += (
                self.player.choose(view, legal, Budget(self.search.short), Random(f"{seed} short {number}")) == best
            )
        return 0 if greedy >= 3 else 1 if short >= 3 else 2


def wins_more(view: View, opinion: Opinion, seed: str) -> bool:
    """Whether games that simple players play to the end from here are won more often after the best move than after its two rivals."""
    rivals = by_share(opinion)[1:3] or opinion.candidates[1:3]
    return all(_is_won_more(view, opinion.best.action, rival.action, seed) for rival in rivals)


def _is_won_more(view: View, best: int, other: int, seed: str) -> bool:
    """The same guesses of what is hidden for both moves. It ends early if the move is clearly no better."""
    total, squares = 0.0, 0.0
    for number in range(1, PLAYED + 1):
        mine, theirs = (_won(view, action, f"{seed} end {number}") for action in (best, other))
        total, squares = total + mine - theirs, squares + (mine - theirs) ** 2
        mean = total / number
        error = sqrt(max(0.0, squares / number - mean * mean) / number)
        if number >= PLAYED // 6 and mean + 2.0 * error < WON:
            return False
    return mean >= WON and mean >= 2.0 * error


def _won(view: View, action: int, seed: str) -> float:
    """The share of the win after a move, at the end of one game of players who take what looks best right now."""
    state, rng, player = possible(view, seed), Random(seed), Cottar()
    state.apply(action, None)
    while state.to_move() != OVER:
        mover = state.to_move()
        if mover == CHANCE:
            state.apply(draw(state, rng), None)
        else:
            state.apply(player.choose(state.view(mover), state.legal(), Budget(), rng), None)
    return Hand().shares(state)[view.seat]


def theme_of(why: list[Motive]) -> str:
    return why[0].aspect.name if why else ""


def possible(view: View, seed: str) -> State:
    """A state that the viewing seat thinks possible, in which it decides."""
    guess = view.determinize(Random(seed))
    if guess.to_move() != view.seat:
        guess.turn_to(view.seat)
    return guess


def by_share(opinion: Opinion) -> list[Candidate]:
    """The best move, then the others by what they promise, as far as they were tried often enough to tell."""
    least = max(4, opinion.iterations // 200)
    others = [move for move in opinion.candidates[1:] if move.visits >= least]
    return [opinion.best, *sorted(others, key=lambda move: -move.share)]


def rival(opinion: Opinion) -> Candidate:
    """The move that a player might choose instead."""
    moves = by_share(opinion)
    return moves[1] if len(moves) > 1 else opinion.candidates[-1]


def is_ahead(opinion: Opinion, margin: float) -> bool:
    """Whether the best move is better than every other by at least so much, and not by chance."""
    best = opinion.best
    others = opinion.candidates[1:]
    return bool(others) and all(
        best.share - move.share - 2.0 * best.error >= margin or move.visits < 4 for move in others
    )


def write_puzzles(puzzles: list[Puzzle]) -> str:
    """The text of a file: a line for each puzzle."""
    lines = [json.dumps(asdict(puzzle), ensure_ascii=False, separators=(",", ":")) for puzzle in puzzles]
    return f'{{"format":"{FORMAT}","puzzles":[\n' + ",\n".join(lines) + "\n]}\n"


def read_puzzles(text: str) -> list[Puzzle]:
    raw: dict[str, Any] = json.loads(text)
    if raw.get("format") != FORMAT:
        raise ValueError(f"not a file of puzzles: format is {raw.get('format')!r}, not {FORMAT!r}")
    return [Puzzle(**{**one, "others": [(words, share) for words, share in one["others"]]}) for one in raw["puzzles"]]


@cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with Brehon for a game; none if there are none."""
    file = files("brehon.coach").joinpath(f"puzzles-{registry.game(game).name}.json")
    return tuple(read_puzzles(file.read_text(encoding="utf-8"))) if file.is_file() else ()


def puzzle_called(puzzle_id: str) -> Puzzle | None:
    """The puzzle that comes with Brehon and has this name; None if there is none."""
    return _by_id().get(puzzle_id)


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for game in registry.names() for puzzle in shipped(game)}


def puzzle_of_the_day(game: str, day: int) -> Puzzle:
    """The same for everyone on one day; all have their turn before one comes again."""
    puzzles = shipped(game)
    order = list(range(len(puzzles)))
    Random(f"brehon puzzles {game} {day // len(puzzles)}").shuffle(order)
    return puzzles[order[day % len(puzzles)]]
