"""A guided first game as data: a fixed deal, fixed opponents, and steps that a learner goes through at a real table.

A game describes its guide in one file and returns it from `Face.guide`. How far a learner has come, what is refused with which
words, and what the page shows follow from this data alone (server/learning/lesson.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from brehon.core.contract import View
from brehon.core.fair import seeded_secret
from brehon.core.text import Message, Seat

Condition = Callable[[View], bool]  # about what the learner may know
Then = Literal["on", "stay", "no"]

ON: Final = "on"  # the action is carried out, and the next step comes
STAY: Final = "stay"  # it is carried out, and the step goes on
NO: Final = "no"  # it is not carried out; the text says why
NONE: Final[Mapping[str, Answer]] = MappingProxyType({})


@dataclass(frozen=True)
class Answer:
    """What becomes of an action that the rules allow, and what the learner reads about it."""

    then: Then
    text: str = ""  # of the catalogue; a refusal always has one


@dataclass(frozen=True)
class Concept:
    """Something that a learner must have met when the guide is over."""

    title: str  # of the catalogue
    words: tuple[str, ...] = ()  # in English, as they begin: no step uses them before one that teaches the concept


@dataclass(frozen=True)
class Step:
    """One idea: two or three sentences, what they are about, and what the learner does.

    A step without answers is read; *Next* leads on. `answers` are found by the words of an action ("take gaul 2"), else by their
    beginning ("take gaul"); every other action gets `otherwise`.
    """

    name: str  # stays the same for ever: the progress of learners is kept by it
    text: str  # of the catalogue; %(you)s, %(rival)s and %(other)s are the learner, the first and the second opponent
    targets: tuple[str, ...] = ()  # what it is about: see `spots`
    teaches: tuple[str, ...] = ()  # concepts of the guide
    when: Condition | None = None  # else the step is left out; without it, it fits as long as the game is not over
    answers: Mapping[str, Answer] = field(default_factory=lambda: NONE)
    otherwise: Answer | None = None

    @property
    def is_read(self) -> bool:
        """Whether there is nothing to do but to read it."""
        return not self.answers and self.otherwise is None

    @property
    def is_free(self) -> bool:
        """Whether the learner plays alone here: every action is carried out, and hints are given."""
        return not self.answers and self.otherwise is not None and self.otherwise.then == STAY

    def answer(self, words: str) -> Answer | None:
        """What an action with these words gets; None if the step has nothing to say about it."""
        if words in self.answers:
            return self.answers[words]
        kinds = [kind for kind in self.answers if words.startswith(f"{kind} ")]
        return self.answers[max(kinds, key=len)] if kinds else self.otherwise

    @property
    def spots(self) -> list[list[str]]:
        """[alternative] ids on the wide board, or of the page with `#` before them. The first alternative that is there is lit.

        A target such as "row-1 row-2" lights several things; further targets are for layouts that do not have the first.
        """
        return [target.split() for target in self.targets]


@dataclass(frozen=True)
class Guide:
    """A guided first game."""

    seats: tuple[str, ...]  # "" is the learner, else the level of a bot
    seed: int  # of the deal
    steps: tuple[Step, ...]
    concepts: Mapping[str, Concept]  # by name; every one is taught by a step
    minutes: int
    options: Mapping[str, str] = field(default_factory=dict)
    components: str = ""  # a built-in set; "" for the usual one
    script: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # [seat] words of a bot's first decisions

    @property
    def secret(self) -> str:
        return seeded_secret(self.seed)

    @property
    def learner(self) -> int:
        """The seat of the learner."""
        return self.seats.index("")

    def index(self, name: str) -> int:
        """Where a step stands; -1 if it is no longer there."""
        return next((number for number, step in enumerate(self.steps) if step.name == name), -1)

    def message(self, text: str) -> Message:
        """A text of a step or an answer, with the names that it may use."""
        rivals = [seat for seat, level in enumerate(self.seats) if level] or [self.learner]
        return Message(text, you=Seat(self.learner), rival=Seat(rivals[0]), other=Seat(rivals[min(1, len(rivals) - 1)]))
