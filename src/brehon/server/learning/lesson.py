"""How far a learner has come in a guided game, and what follows from it: the step that is shown, and what an action gets.

What is kept of it is a small column of the match (`Kept`). It changes only when the learner does something; which step that means
after the bots have moved, or after an undo, is worked out from the position. So it survives every crash together with the match.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from brehon.core.contract import View
from brehon.core.guide import NO, ON, Answer, Guide, Step
from brehon.core.match import Match
from brehon.core.text import N_, Message

RUNNING: Final = "running"
SKIPPED: Final = "skipped"  # the learner plays without it, and may come back
DONE: Final = "done"
STATES: Final = (RUNNING, SKIPPED, DONE)
READ_FIRST: Final = N_("One moment: read this first. “Next” leads on.")
NOT_HERE: Final = N_("That is a good move elsewhere. For now, follow the guide, or skip it.")


@dataclass
class Kept:
    """What is stored with the match."""

    state: str = RUNNING
    trail: list[tuple[str, int]] = field(default_factory=list)  # steps that were reached, each with the decision then
    back: int = 0  # how many steps before it are read again
    remark: tuple[str, str] | None = None  # the step and the words of the action that the last answer was for

    def data(self) -> dict[str, Any]:
        trail = [[name, decision] for name, decision in self.trail]
        return {"state": self.state, "trail": trail, "back": self.back, "remark": self.remark and list(self.remark)}


def kept_of(data: dict[str, Any]) -> Kept:
    remark = data.get("remark")
    trail = [(str(name), int(decision)) for name, decision in data["trail"]]
    return Kept(data["state"], trail, data["back"], (remark[0], remark[1]) if remark else None)


def first_steps(guide: Guide) -> dict[str, Any]:
    """What is kept of a guided game that begins."""
    return Kept(trail=[(guide.steps[0].name, -1)]).data()


class Lesson:
    """A guided game as it stands. Whatever is asked is about the position now: make a new one after a move."""

    def __init__(self, guide: Guide, kept: dict[str, Any], match: Match) -> None:
        self.guide = guide
        self.match = match
        self.seat = guide.learner
        self.kept = kept_of(kept)
        self.trail = self._standing()
        self.number = self._present()  # the present step; -1 after the last one

    @cached_property
    def view(self) -> View:
        return self.match.view(self.seat)

    @property
    def is_time(self) -> bool:
        """Whether the learner has something to look at: their own decision, or the end."""
        return self.match.is_over or self.match.may_move(self.seat)

    @property
    def is_running(self) -> bool:
        return self.kept.state == RUNNING and self.number >= 0

    def _standing(self) -> list[tuple[str, int]]:
        """The steps that were reached and that still stand: an undo leads back to the step before the decision.

        A step that the guide no longer has does not stand either.
        """
        trail = self.kept.trail
        while len(trail) > 1 and (trail[-1][1] > self.match.decision or self.guide.index(trail[-1][0]) < 0):
            trail = trail[:-1]
        return trail

    def _present(self) -> int:
        """Steps that do not fit the position are left out."""
        first = self.guide.index(self.trail[-1][0])
        if first < 0 or not self.is_time:
            return first
        return next((number for number in range(first, len(self.guide.steps)) if self._fits(number)), -1)

    def _fits(self, number: int) -> bool:
        when = self.guide.steps[number].when
        return not self.match.is_over if when is None else when(self.view)

    @property
    def step(self) -> Step:
        return self.guide.steps[self.number]

    @property
    def shown(self) -> int:
        """The number of the step that is read: the present one, or one before it."""
        past = [self.guide.index(name) for name, _ in self.trail]
        past = [number for number in past if 0 <= number < self.number]
        return past[-min(self.kept.back, len(past))] if self.kept.back and past else self.number

    @property
    def can_go_back(self) -> bool:
        first = self.guide.index(self.trail[0][0])
        return self.is_running and self.shown > first >= 0

    @property
    def is_free(self) -> bool:
        """Whether the learner may do what the rules allow: alone, or without the guide."""
        return not self.is_running or self.step.is_free

    # -- what an action gets

    def answer(self, action: int) -> Answer:
        """Of a legal action."""
        if self.step.is_read:
            return Answer(NO, READ_FIRST)
        return self.step.answer(self.match.rules.space.texts[action]) or Answer(NO, NOT_HERE)

    def why_not(self, action: int) -> Message | None:
        """Why the guide does not let the learner do this now; None if it does, or if the rules do not allow it anyway."""
        if self.is_free or not self.match.may_move(self.seat) or action not in self.match.legal(self.seat):
            return None
        found = self.answer(action)
        return self.guide.message(found.text) if found.then == NO else None

    def why_not_all(self, actions: list[int]) -> Message | None:
        """The same for several actions: each is asked about where the ones before it have led to."""
        lesson = self
        for action in actions:
            why = lesson.why_not(action)
            if why is not None:
                return why
            before = lesson.match
            if action not in before.legal(self.seat):
                return None  # the rules have a reason of their own
            match = before.at(before.ply)
            match.play(self.seat, action)
            if match.news(before.ply) is not None:
                return None  # nothing more is carried out
            lesson = Lesson(self.guide, lesson.after([action], match), match)
        return None

    @property
    def wanted(self) -> list[int]:
        """The legal actions that lead on; none where something is read, or where all do."""
        if self.is_free or not self.match.may_move(self.seat) or self.step.is_read:
            return []
        legal = self.match.legal(self.seat)
        wanted = [action for action in legal if self.answer(action).then != NO]
        return wanted if len(wanted) < len(legal) or len(legal) == 1 else []

    @property
    def remark(self) -> Message | None:
        """What is said about the last action."""
        if self.kept.remark is None:
            return None
        name, words = self.kept.remark
        number = self.guide.index(name)
        found = self.guide.steps[number].answer(words) if number >= 0 else None
        return self.guide.message(found.text) if found is not None and found.text else None

    # -- what is kept then

    def after(self, actions: list[int], now: Match) -> dict[str, Any]:
        """What is kept after these actions of the learner, carried out one after another; `now` is the match after them."""
        if not self.is_running:
            return self.kept.data()
        number, remark, is_done = self.number, None, False
        for action in actions:
            words = self.match.rules.space.texts[action]
            found = self.guide.steps[number].answer(words)
            if found is None:
                continue
            remark = (self.guide.steps[number].name, words) if found.text else remark
            if found.then == ON:
                is_done = number + 1 >= len(self.guide.steps)
                number = min(number + 1, len(self.guide.steps) - 1)
        trail = self._reached(self.trail, self.number, -1)
        trail = self._reached(trail, number, now.decision) if number != self.number else trail
        return Kept(DONE if is_done else RUNNING, trail, 0, remark).data()

    def _reached(self, trail: list[tuple[str, int]], number: int, decision: int) -> list[tuple[str, int]]:
        """The trail with a step at its end; one that came by itself belongs to the decision before it."""
        name = self.guide.steps[number].name
        if trail[-1][0] == name:
            return trail
        return [*trail, (name, trail[-1][1] if decision < 0 else decision)]

    def next(self) -> dict[str, Any]:
        """Read on: the step after the one that is read, unless there is something to do first."""
        kept = self.kept
        if not self.is_running:
            return kept.data()
        if kept.back > 0:
            return Kept(RUNNING, self.trail, kept.back - 1, kept.remark).data()
        if not self.step.is_read or not self.is_time:
            return kept.data()
        trail = self._reached(self.trail, self.number, -1)
        if self.number + 1 >= len(self.guide.steps):
            return Kept(DONE, trail).data()
        return Kept(RUNNING, self._reached(trail, self.number + 1, -1)).data()

    def back(self) -> dict[str, Any]:
        """Read the step before again. Nothing at the table changes."""
        if not self.can_go_back:
            return self.kept.data()
        trail = self._reached(self.trail, self.number, -1)
        return Kept(RUNNING, trail, self.kept.back + 1, self.kept.remark).data()

    def skip(self) -> dict[str, Any]:
        """Play without the guide."""
        return Kept(SKIPPED, self.trail).data() if self.is_running else self.kept.data()

    def resume(self) -> dict[str, Any]:
        """Go on with the guide, from the first step that fits what has happened since."""
        return Kept(RUNNING, self.trail).data() if self.kept.state == SKIPPED else self.kept.data()
