"""Checks the guided first game of any game: `python -m brehon.server.learning.checker armorica`.

Every way through the guide is played that its answers allow. On every one of them each step points at something that is there, every
legal action is answered, and the guide comes to its end. Texts are short, and no word comes before the step that explains it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from brehon.bots.levels import LEVELS
from brehon.core import registry
from brehon.core.contract import Game, Ruleset
from brehon.core.guide import NO, Answer, Guide, Step
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.core.rulesets import stored_rules
from brehon.core.text import LANGUAGES, Speaker
from brehon.server.learning.lesson import Lesson, first_steps
from brehon.server.learning.opponents import at_once, scripted

MOST_WORDS: Final = 25  # in a sentence
MOST_SENTENCES: Final = 3  # in a text
MOST_POSITIONS: Final = 5000  # that a guide may lead to before the learner plays alone
SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")


@dataclass
class Report:
    """What is wrong with a guide, and what was seen on the way."""

    faults: list[str] = field(default_factory=list)
    positions: int = 0
    endings: int = 0  # games that were played to their end
    shown: set[str] = field(default_factory=set)  # steps
    used: set[tuple[str, str]] = field(default_factory=set)  # step and key of an answer that an action has got

    def say(self, fault: str) -> None:
        if fault not in self.faults:
            self.faults.append(fault)


def rules_of(game: Game, guide: Guide) -> Ruleset:
    return stored_rules(
        game.name, len(guide.seats), dict(guide.options), guide.components or game.default_components, None
    )


def check(game: Game) -> Report:
    """All laws over the guide of a game."""
    guide, report = game.face().guide(), Report()
    assert guide is not None, f"{game.name} has no guide"
    check_data(guide, report)
    check_texts(guide, report)
    check_order(guide, report)
    walk(game, guide, report)
    for step in guide.steps:
        if step.name not in report.shown:
            report.say(f"{step.name}: is never reached")
        for key in step.answers:
            if (step.name, key) not in report.used:
                report.say(f"{step.name}: no action ever gets the answer to {key!r}")
    return report


# -- the data


def check_data(guide: Guide, report: Report) -> None:
    names = [step.name for step in guide.steps]
    if len(set(names)) < len(names):
        report.say("two steps have one name")
    if guide.seats.count("") != 1:
        report.say("one seat is the learner's")
    for level in guide.seats:
        if level and LEVELS[level].budget.seconds > 0.0:
            report.say(f"{level} thinks by the clock, so it does not play the same twice")
    taught = {concept for step in guide.steps for concept in step.teaches}
    for concept in guide.concepts.keys() - taught:
        report.say(f"no step teaches {concept}")
    for concept in taught - guide.concepts.keys():
        report.say(f"{concept} is taught, but is not in the list")
    for step in guide.steps:
        if not step.targets:
            report.say(f"{step.name}: points at nothing")
        if not step.is_read and not any(answer.then != NO for _, answer in answers_of(step)):
            report.say(f"{step.name}: nothing leads on")
        for key, answer in answers_of(step):
            if answer.then == NO and not answer.text:
                report.say(f"{step.name}: {key} is refused without a reason")


def answers_of(step: Step) -> Iterator[tuple[str, Answer]]:
    yield from step.answers.items()
    if step.otherwise is not None:
        yield "everything else", step.otherwise


def check_texts(guide: Guide, report: Report) -> None:
    """Short texts of short sentences, in every language."""
    for language in LANGUAGES:
        say = Speaker(language, ["Anna"] * len(guide.seats))
        for step in guide.steps:
            for text in [step.text, *(answer.text for _, answer in answers_of(step) if answer.text)]:
                sentences = SENTENCE.split(say(guide.message(text)))
                if len(sentences) > MOST_SENTENCES:
                    report.say(f"{step.name} ({language}): {len(sentences)} sentences: {text}")
                for sentence in sentences:
                    if len(sentence.split()) > MOST_WORDS:
                        report.say(f"{step.name} ({language}): {len(sentence.split())} words: {sentence}")


def check_order(guide: Guide, report: Report) -> None:
    """No word before it was explained."""
    known: set[str] = set()
    for step in guide.steps:
        known |= set(step.teaches)
        for name in guide.concepts.keys() - known:
            for word in guide.concepts[name].words:
                if re.search(rf"\b{re.escape(word)}", step.text):
                    report.say(f"{step.name}: {word.strip()!r} was not explained before")


# -- every way through it


@dataclass
class Way:
    """A guided game on one of its ways."""

    match: Match
    kept: dict[str, object]

    def copy(self) -> Way:
        return Way(self.match.at(self.match.ply), dict(self.kept))

    def lesson(self, guide: Guide) -> Lesson:
        return Lesson(guide, self.kept, self.match)


def new_way(rules: Ruleset, guide: Guide) -> Way:
    match = Match(rules, [Player(f"{seat}", level) for seat, level in enumerate(guide.seats)], guide.secret)
    match.start()
    way = Way(match, first_steps(guide))
    let_bots_play(guide, way)
    return way


def let_bots_play(guide: Guide, way: Way) -> None:
    match = way.match
    while not match.is_over and not match.may_move(guide.learner):
        seat = next(seat for seat in range(len(guide.seats)) if match.may_move(seat))
        action = scripted(guide, match, seat)
        match.play(seat, at_once(match, seat, guide.seats[seat]) if action < 0 else action)


def do(guide: Guide, way: Way, action: int) -> None:
    """An action of the learner, and what the bots answer."""
    lesson = way.lesson(guide)
    way.match.play(guide.learner, action)
    way.kept = lesson.after([action], way.match)
    let_bots_play(guide, way)


def walk(game: Game, guide: Guide, report: Report) -> None:
    ways, rng = [new_way(rules_of(game, guide), guide)], Random(1)
    while ways:
        way = ways.pop()
        lesson = way.lesson(guide)
        report.positions += 1
        if report.positions > MOST_POSITIONS:
            report.say(f"more than {MOST_POSITIONS} positions: the guide leaves too much open")
            return
        if not lesson.is_running:
            if not way.match.is_over:
                report.say(f"after {lesson.trail[-1][0]}: the guide ends before the game does")
            report.endings += 1
            continue
        see(game, lesson, report)
        if lesson.step.is_read:
            way.kept = lesson.next()
            ways.append(way)
        elif lesson.step.is_free:
            action = rng.choice(way.match.legal(guide.learner))
            do(guide, way, action)
            ways.append(way)
        else:
            ways += branches(guide, way, lesson, report)


def branches(guide: Guide, way: Way, lesson: Lesson, report: Report) -> list[Way]:
    """What becomes of each legal action; a refused one leaves everything as it is."""
    found = []
    for action in way.match.legal(guide.learner):
        words = way.match.rules.space.texts[action]
        answer = lesson.step.answer(words)
        if answer is None:
            report.say(f"{lesson.step.name}: {words!r} is legal and has no answer")
            continue
        report.used.add((lesson.step.name, key_of(lesson.step, words)))
        if answer.then != NO:
            branch = way.copy()
            do(guide, branch, action)
            found.append(branch)
        elif lesson.why_not(action) is None:
            report.say(f"{lesson.step.name}: {words!r} is refused in the data, but not at the table")
    if not found:
        report.say(f"{lesson.step.name}: nothing leads on here")
    return found


def key_of(step: Step, words: str) -> str:
    kinds = [kind for kind in step.answers if words == kind or words.startswith(f"{kind} ")]
    return max(kinds, key=len) if kinds else ""


def see(game: Game, lesson: Lesson, report: Report) -> None:
    """What the step points at is on the wide board and on the narrow one; ids of the page are for a test of the page."""
    report.shown.add(lesson.step.name)
    if lesson.step.is_free or lesson.match.is_over:
        return
    face, rules, say = game.face(), lesson.match.rules, Speaker()
    offers = lesson.match.offers(lesson.seat, lesson.view)
    for narrow, prefix in ((False, ""), (True, "n-")):
        ids = set(re.findall(r'\bid="([^"]+)"', face.board(rules, lesson.view, offers, say, narrow=narrow)))
        if not any(all(one.startswith("#") or prefix + one in ids for one in target) for target in lesson.step.spots):
            report.say(
                f"{lesson.step.name}: {lesson.step.targets} is not on the {'narrow' if narrow else 'wide'} board"
            )


def main(names: list[str]) -> int:
    is_right = True
    for name in names or registry.names():
        game = registry.game(name)
        if game.face().guide() is None:
            print(f"{name}: no guide")
            continue
        report = check(game)
        is_right &= not report.faults
        print(
            f"{name}: {len(report.shown)} steps, {report.positions} positions, {report.endings} games, {len(report.faults)} faults"
        )
        print("".join(f"  {fault}\n" for fault in report.faults), end="")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
