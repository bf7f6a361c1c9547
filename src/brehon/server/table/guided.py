"""Guided games at a table: beginning one or finding the one that was left, reading on and back, and what page and program see."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import select

from brehon.bots.levels import LEVELS
from brehon.core.contract import Game
from brehon.core.guide import NO, Guide
from brehon.core.text import N_, Message, Speaker
from brehon.server.errors import Conflict, NotFound
from brehon.server.learning.lesson import DONE, RUNNING, SKIPPED, Lesson, first_steps, kept_of
from brehon.server.storage.schema import BOT, ME, MatchRow, SeatRow
from brehon.server.table.fairness import create as create_table
from brehon.server.table.orders import Created, Order, SeatOrder
from brehon.server.table.table import Table, Who
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import PRIVATE, Visibility
from brehon.server.table.visit import Visit

NEXT: Final = "next"
BACK: Final = "back"
SKIP: Final = "skip"
RESUME: Final = "resume"
WAYS: Final = (NEXT, BACK, SKIP, RESUME)


def guide_of(game: Game) -> Guide:
    """The guide of a game; NotFound if it has none."""
    guide = game.face().guide()
    if guide is None:
        raise NotFound(Message(N_("There is no guided game of %(game)s."), game=game.title))
    return guide


async def begin(tables: Tables, game: Game, name: str, session: str) -> Created:
    """A new guided table: the learner, the bots of the guide, its deal. It begins at once."""
    guide = guide_of(game)
    seats = [SeatOrder(BOT, level, LEVELS[level].title) if level else SeatOrder(ME, name=name) for level in guide.seats]
    order = Order(game.name, seats, dict(guide.options), guide.components)
    order.looking, order.secret, order.guide = Visibility(PRIVATE, True, 0), guide.secret, first_steps(guide)
    return await create_table(tables, order, session)


@dataclass(frozen=True)
class Left:
    """A guided game that a person has begun and not ended."""

    table: str
    step: int  # from 1
    of: int


async def left_of(tables: Tables, game: Game, session: str) -> Left | None:
    """The last guided game of a person, where its guide has not come to its end."""
    guide = game.face().guide()
    if guide is None or not session:
        return None
    query = (
        select(MatchRow.id, MatchRow.guide)
        .join(SeatRow, SeatRow.match == MatchRow.id)
        .where(MatchRow.game == game.name, MatchRow.finished.is_(None), MatchRow.guide.is_not(None))
        .where(SeatRow.session == session)
        .order_by(MatchRow.created.desc())
        .limit(1)
    )
    async with tables.store.reading() as connection:
        row = (await connection.execute(query)).first()
    if row is None or row.guide["state"] == DONE:
        return None
    name, _ = kept_of(row.guide).trail[-1]
    return Left(row.id, guide.index(name) + 1, len(guide.steps))


async def go(visit: Visit, way: str) -> None:
    """Read on, read the step before again, play without the guide, or go on with it. Nothing at the table changes."""
    lesson = lesson_of(visit)
    turned = {NEXT: lesson.next, BACK: lesson.back, SKIP: lesson.skip, RESUME: lesson.resume}[way]()
    if turned != visit.table.row.guide:
        await visit.tables.mark(visit.table, guide=turned)


def lesson_of(visit: Visit) -> Lesson:
    lesson = visit.table.lesson
    if lesson is None or lesson.seat not in visit.who.seats:
        raise Conflict(Message(N_("This is not a guided game of yours.")))
    return lesson


# -- what is shown


@dataclass
class LessonShown:
    """The guide as the learner sees it now."""

    state: str  # running, skipped or done
    number: int = 0  # of the step that is read, from 1
    of: int = 0
    name: str = ""
    text: str = ""
    remark: str = ""  # about the last action
    refusal: str = ""  # why it was not carried out
    targets: list[str] = field(default_factory=list)  # alternatives; see Step.spots
    wanted: list[int] = field(default_factory=list)  # the actions that lead on, where not all do
    is_waiting: bool = False  # for the bots
    is_read: bool = False  # *Next* leads on
    is_again: bool = False  # a step before the present one is read again
    is_free: bool = False
    is_last: bool = False
    can_go_back: bool = False


def shown_lesson(table: Table, who: Who, say: Speaker) -> LessonShown | None:
    """None for everyone but the learner."""
    lesson = table.lesson
    if lesson is None or lesson.seat not in who.seats:
        return None
    guide = lesson.guide
    if not lesson.is_running:
        return LessonShown(
            SKIPPED if lesson.kept.state == SKIPPED and not lesson.match.is_over else DONE, of=len(guide.steps)
        )
    number, remark = lesson.shown, lesson.remark
    step, is_again = guide.steps[number], number != lesson.number
    shown = LessonShown(
        RUNNING, number + 1, len(guide.steps), step.name, is_again=is_again, can_go_back=lesson.can_go_back,
        is_free=lesson.is_free, is_last=number + 1 == len(guide.steps), is_waiting=not lesson.is_time and not is_again,
    )  # fmt: skip
    if remark is not None and not is_again:
        shown.remark = say(remark)
    if shown.is_waiting and not step.is_free:
        return shown
    shown.text, shown.targets, shown.is_read = say(guide.message(step.text)), list(step.targets), step.is_read
    shown.wanted = [] if is_again else lesson.wanted
    return shown


def lesson_data(table: Table, who: Who, say: Speaker) -> dict[str, object] | None:
    """The same for programs; `refused` has what every legal action that the guide does not allow now would get."""
    shown, lesson = shown_lesson(table, who, say), table.lesson
    if shown is None or lesson is None:
        return None
    texts, legal = (
        lesson.match.rules.space.texts,
        lesson.match.legal(lesson.seat) if lesson.match.may_move(lesson.seat) else [],
    )
    answers = {} if lesson.is_free else {action: lesson.answer(action) for action in legal}
    return {
        "state": shown.state, "step": shown.name or None, "number": shown.number, "of": shown.of, "text": shown.text, "remark": shown.remark,
        "targets": shown.targets, "waiting": shown.is_waiting, "read": shown.is_read,
        "wanted": [texts[action] for action in shown.wanted],
        "refused": [
            {"action": action, "words": texts[action], "message": say(lesson.guide.message(found.text))}
            for action, found in answers.items() if found.then == NO
        ],
    }  # fmt: skip
