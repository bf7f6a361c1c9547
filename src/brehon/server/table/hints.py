"""Hints at a table: asking for the next step, and what the player who has asked sees.

Every step is a line of the record before it is shown, so everyone at the table knows of it. The hint itself is for the seat alone
that has asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from brehon.coach.hint import Hint
from brehon.core.asking import HINT_STEPS
from brehon.core.errors import IllegalAction
from brehon.core.text import N_, Message, Reason, Speaker
from brehon.server.errors import Conflict
from brehon.server.table.decisions import acting
from brehon.server.table.hint_process import Key, Question
from brehon.server.table.hint_words import why_no_hints
from brehon.server.table.hint_work import Hints, asked_at, key_at
from brehon.server.table.table import Position, Table, Who
from brehon.server.table.tables import CHANGED
from brehon.server.table.visit import Visit


@dataclass(frozen=True)
class Given:
    """A step that was asked for."""

    step: int
    hint: Hint
    is_new: bool  # it has become a line of the record


def wanted(visit: Visit, step: int | None) -> tuple[int, int]:
    """The seat that decides and the step that it may see; an error says why not."""
    table = visit.table
    match, seat = acting(table, visit.who, table.ply)
    reason = why_no_hints(table)
    if reason is not None:
        raise Conflict(reason)
    used = match.hinted(seat)
    asked = min(used + 1, HINT_STEPS) if step is None else step
    if asked > used:
        why = match.why_no_hint(seat)
        if why is None and asked > used + 1:
            text = Message(N_("the next step of this hint is step %(step)s"), step=used + 1)
            why = Reason("order", "", text, need=used + 1, have=asked)
        if why is not None:
            raise IllegalAction("hint", why, match.ply)
    return seat, asked


def question_of(visit: Visit, step: int | None) -> Question:
    """What has to be thought about, if they may ask; that is done without the lock of the table, so that the others go on."""
    return asked_at(visit.table, wanted(visit, step)[0])


async def ask(hints: Hints, visit: Visit, step: int | None) -> Given:
    """Write the step into the record, if it is a new one, and give it. A double click asks twice for the same step."""
    table, match = visit.table, visit.table.playing()
    seat, asked = wanted(visit, step)
    hint = hints.known(key_at(table, seat))
    if hint is None:  # another decision has come up while it was thought about
        raise Conflict(Message(CHANGED))
    is_new = asked > match.hinted(seat)
    if is_new:
        first = match.ply
        match.hint(seat)
        await visit.tables.keep(table, match, first)
    return Given(asked, hint, is_new)


# -- what is shown


@dataclass
class HintShown:
    """The hint of the present decision, as far as its player has asked for it."""

    used: int = 0
    steps: list[list[str]] = field(default_factory=list)  # as many as were asked for
    pair: list[tuple[int, str]] = field(default_factory=list)  # action and label, from the second step on
    best: int = -1  # from the third step on
    best_label: str = ""
    is_forgotten: bool = False  # it has to be made again to be shown

    @property
    def next(self) -> int:
        """The step that can be asked for; 0 if there is none."""
        return self.used + 1 if self.used < HINT_STEPS else 0

    @property
    def marks(self) -> list[int]:
        return [self.best] if self.best >= 0 else [action for action, _ in self.pair]


def shown_hint(hints: Hints, table: Table, position: Position, who: Who, say: Speaker) -> HintShown | None:
    """What the page shows of hints; None where there is nothing to ask for."""
    match, seat = position.match, position.seat
    if match is not table.match or seat not in who.acting or not match.may_move(seat) or table.row.paused:
        return None
    if match.stand_ins[seat] is not None or not table.allows_hints or table.is_guided:
        return None
    used = match.hinted(seat)
    hint = hints.known(key_at(table, seat)) if used else None
    return stepped(hint, used, position, say)


def stepped(hint: Hint | None, used: int, position: Position, say: Speaker) -> HintShown:
    """So many steps of a hint, in words."""
    shown = HintShown(used, is_forgotten=used > 0 and hint is None)
    if hint is None:
        return shown
    shown.steps = [[say(text) for text in step] for step in hint.steps[:used]]
    if used >= 2:
        shown.pair = [(action, label_of(position, action, say)) for action in hint.pair]
    if used >= HINT_STEPS:
        shown.best, shown.best_label = hint.best, label_of(position, hint.best, say)
    return shown


def shown_tip(hints: Hints, key: Key, step: int, position: Position, say: Speaker) -> HintShown | None:
    """The same in a sandbox where hints are allowed: as many steps as are asked for, which is noted nowhere."""
    if position.match.is_over:
        return None
    hint = hints.known(key)
    return stepped(hint, step if hint is not None else 0, position, say)


def label_of(position: Position, action: int, say: Speaker) -> str:
    return say(position.face.action(position.match.rules, position.view, action))


def hint_data(given: Given, position: Position, say: Speaker) -> dict[str, object]:
    """The same for programs: nothing of a step that was not asked for."""
    hint, step, texts = given.hint, given.step, position.match.rules.space.texts

    def move(action: int) -> dict[str, object]:
        return {"action": action, "words": texts[action], "label": label_of(position, action, say)}

    reasons = [
        {"code": why.code, "seat": why.seat, "worth": round(why.worth, 4), "message": say(why.text)}
        for why in hint.reasons
    ]
    return {
        "step": step, "new": given.is_new, "seat": hint.seat, "look": hint.look,
        "messages": [say(text) for text in hint.steps[step - 1]],
        "moves": [move(action) for action in hint.pair] if step >= 2 else [],
        "best": {**move(hint.best), "share": round(hint.share, 4), "error": round(hint.error, 4)} if step >= HINT_STEPS else None,
        "reasons": reasons if step >= HINT_STEPS else [],
    }  # fmt: skip
