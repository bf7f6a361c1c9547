"""Since your last turn: what the others have done, in a few lines.

Everything is made from events that the seat may see, so it reveals no more than the log.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from brehon.core.contract import CHANCE, Event
from brehon.core.match import Match
from brehon.core.text import Speaker
from brehon.server.table.log_view import MOST_MARKS, headed, worded
from brehon.server.table.table import Position, Said

MOST: Final = 8  # lines that are visible at once; the others are folded
RUN: Final = 3  # so many lines of one kind are folded into one, if there are more than MOST lines
MINE, DECIDED, FOLLOWED, DRAWN = 3, 2, 1, 0  # how important a line is


@dataclass
class Step:
    """A line of the recap: what happened, how often, and where on the board."""

    ply: int  # of its first event
    at: int  # the position after its last event, for the replay
    seat: int  # who decided
    kind: int
    text: str
    marks: list[str]
    weight: int
    heading: str = ""  # of the turn that it begins
    count: int = 1
    more: list[Step] = field(default_factory=list)  # lines that are folded under this one


@dataclass
class Recap:
    """What the others have done since a seat's last decision."""

    since: int  # the ply of that decision; -1 if there was none
    steps: list[Step]

    def every(self) -> list[Step]:
        """All lines, the folded ones too."""
        return [one for step in self.steps for one in [step, *step.more]]


def recap(position: Position, say: Speaker, said: Said, most: int = MOST) -> Recap | None:
    """For a seat: what has happened since its last decision. None if the others have not done anything."""
    match, seat = position.match, position.seat
    if match.is_over or not position.has_news:
        return None
    since = match.last_decision(seat)
    steps = _counted(_steps(position, say, said, since))
    if not steps:
        return None
    return Recap(since, _shortened(steps, most))


def _steps(position: Position, say: Speaker, said: Said, since: int) -> list[Step]:
    """Every line, oldest first. What chance adds belongs to the decision before it; what follows from one's own is left out."""
    match, seat = position.match, position.seat
    rules, face = match.rules, position.face
    actors = _actors(match, since + 1)
    steps: list[Step] = []
    heading, decided = "", -1
    for ply, event in match.log_since(seat, since + 1):
        actor = actors[ply - since - 1]
        if actor in (seat, CHANCE):
            continue
        heading = headed(position, event, say, said) or heading
        text = worded(position, event, say, said)
        if not text:
            continue
        is_first, decided = match.plies[ply].seat >= 0 and ply != decided, ply
        steps.append(
            Step(
                ply, _stop(match, ply), actor, event.kind, text, face.marks(rules, event),
                _weight(event, seat, is_first), heading,
            )
        )  # fmt: skip
        heading = ""
    return steps


def _actors(match: Match, first: int) -> list[int]:
    """[ply - first] who made the decision that a ply belongs to; CHANCE before the first one."""
    actor = next((ply.seat for ply in reversed(match.plies[:first]) if ply.seat >= 0), CHANCE)
    actors: list[int] = []
    for ply in match.plies[first:]:
        if ply.seat >= 0:
            actor = ply.seat
        actors.append(actor)
    return actors


def _stop(match: Match, ply: int) -> int:
    """Where a replay stops after this ply: before the next decision."""
    ply += 1
    while ply < match.ply and match.plies[ply].seat == CHANCE:
        ply += 1
    return ply


def _weight(event: Event, seat: int, is_first: bool) -> int:
    if event.seat == seat:
        return MINE
    return DECIDED if is_first else DRAWN if event.seat == CHANCE else FOLLOWED


def _counted(steps: list[Step]) -> list[Step]:
    """The same line several times in a row is one line with a number."""
    out: list[Step] = []
    for step in steps:
        last = out[-1] if out else None
        if last is not None and not step.heading and (last.text, last.seat) == (step.text, step.seat):
            last.count += 1
            last.at = step.at
            last.weight = max(last.weight, step.weight)
            _add_marks(last, step)
        else:
            out.append(step)
    return out


def _shortened(steps: list[Step], most: int) -> list[Step]:
    """At most so many visible lines: draws and runs of one kind are folded first, then what matters least."""
    steps = _folded_draws(steps)
    if len(steps) > most:
        steps = _folded_runs(steps)
    if len(steps) <= most:
        return steps
    ranked = sorted(range(len(steps)), key=lambda n: (-steps[n].weight, -n))
    shown = {0, *ranked[: most - 1]} if 0 not in ranked[:most] else set(ranked[:most])
    out: list[Step] = []
    for number, step in enumerate(steps):
        if number in shown:
            out.append(step)
        else:
            out[-1].more += [step, *step.more]
            step.more = []
    return out


def _folded_draws(steps: list[Step]) -> list[Step]:
    """What was drawn stands below the decision that it followed."""
    out: list[Step] = []
    for step in steps:
        if step.weight == DRAWN and out and not step.heading:
            out[-1].more.append(step)
        else:
            out.append(step)
    return out


def _folded_runs(steps: list[Step]) -> list[Step]:
    """Lines of one kind in a row become the first of them, with the others below it."""
    out: list[Step] = []
    run: list[Step] = []
    for step in [*steps, None]:
        if run and (step is None or step.kind != run[-1].kind or step.weight == MINE or step.heading):
            if len(run) >= RUN:
                run[0].more += [one for folded in run[1:] for one in [folded, *folded.more]]
                for folded in run[1:]:
                    folded.more = []
                out.append(run[0])
            else:
                out += run
            run = []
        if step is not None:
            run.append(step)
    return out


def _add_marks(to: Step, step: Step) -> None:
    to.marks = list(dict.fromkeys([*to.marks, *step.marks]))[:MOST_MARKS]


# -- for programs


def recap_data(found: Recap | None) -> dict[str, object] | None:
    """The recap as plain data."""
    if found is None:
        return None
    return {"ply": found.since, "lines": [_step_data(step) for step in found.steps]}


def _step_data(step: Step) -> dict[str, object]:
    return {
        "ply": step.ply,
        "at": step.at,
        "seat": step.seat,
        "heading": step.heading,
        "text": step.text,
        "count": step.count,
        "marks": step.marks,
        "more": [_step_data(one) for one in step.more],
    }
