"""Running games for learners, without a table: chance is drawn at once, and every action is stored. Compiled."""

from __future__ import annotations

from random import Random
from typing import final

from brehon.core.contract import CHANCE, Ruleset, State
from brehon.core.observe import Observer
from brehon.core.play import draw


@final
class Course:
    """One game. `plies` holds every action since the start, those of chance included: it is the record of the game."""

    def __init__(self, rules: Ruleset, observer: Observer, rng: Random) -> None:
        self.rules: Ruleset = rules
        self.observer: Observer = observer
        self.rng: Random = rng
        self.state: State = rules.start()
        self.plies: list[int] = []

    def begin(self) -> None:
        """A new game, up to the first decision."""
        self.state = self.rules.start()
        self.plies = []
        self.run_chance()

    def play(self, action: int) -> None:
        """A legal action of the seat to move, then the draws that follow."""
        self.plies.append(action)
        self.state.apply(action, None)
        self.run_chance()

    def run_chance(self) -> None:
        while self.state.to_move() == CHANCE:
            outcome = draw(self.state, self.rng)
            self.plies.append(outcome)
            self.state.apply(outcome, None)

    def replay(self, plies: list[int]) -> None:
        """The game with these actions."""
        self.state = self.rules.start()
        self.plies = plies[:]
        for action in plies:
            self.state.apply(action, None)

    def twin(self, rng: Random) -> Course:
        """An equal game that shares nothing mutable."""
        twin = Course(self.rules, self.observer, rng)
        twin.state = self.state.clone()
        twin.plies = self.plies[:]
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Course:
        return self.twin(copy_of(self.rng))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled as a record: the rules, every action so far, and the state of the random numbers."""
        return (restored, (self.rules, self.rng, self.plies))

    def mover(self) -> int:
        """The seat that decides, or OVER."""
        return self.state.to_move()

    def observation(self, seat: int) -> bytearray:
        """What a seat sees, a byte for each entry."""
        return self.observer.observe(self.state.view(seat))

    def mask(self) -> bytearray:
        """A byte for each action of the space: 1 if it is legal now."""
        mask = bytearray(self.rules.space.size)
        for action in self.state.legal():
            mask[action] = 1
        return mask


@final
class Batch:
    """Several games in parallel. What their movers see is in one block of memory, row by row."""

    def __init__(self, courses: list[Course]) -> None:
        self.courses: list[Course] = courses

    def __reduce__(self) -> tuple[object, ...]:
        return (Batch, (self.courses,))

    def movers(self) -> list[int]:
        """[game] the seat that decides."""
        return [course.state.to_move() for course in self.courses]

    def observations(self) -> bytearray:
        rows = bytearray()
        for course in self.courses:
            state = course.state
            rows += course.observer.observe(state.view(state.to_move()))
        return rows

    def masks(self) -> bytearray:
        size = self.courses[0].rules.space.size
        rows = bytearray(size * len(self.courses))
        first = 0
        for course in self.courses:
            for action in course.state.legal():
                rows[first + action] = 1
            first += size
        return rows

    def play(self, actions: list[int]) -> None:
        """One legal action in each game."""
        for index in range(len(actions)):
            self.courses[index].play(actions[index])


def copy_of(rng: Random) -> Random:
    """A generator that continues with the same random numbers as this one."""
    twin = Random()
    twin.setstate(rng.getstate())
    return twin


def restored(rules: Ruleset, rng: Random, plies: list[int]) -> Course:
    """A game from its pickle."""
    course = Course(rules, rules.game.observer(rules), rng)
    course.replay(plies)
    return course
