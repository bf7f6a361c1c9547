"""Learn from your mistakes: after a review, each mistake of a seat as an exercise on the board. For programs the same."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field
from starlette.responses import Response

from brehon.coach.data import KINDS, Review
from brehon.coach.exercises import Answer, Exercise, exercise_at, exercises
from brehon.core.errors import BrehonError
from brehon.core.text import N_, Message, Speaker
from brehon.server.coach.practice import Practice, opened
from brehon.server.coach.review_chart import kind_sign
from brehon.server.coach.review_view import MOST_LINE, next_in_line, percent, traces_of
from brehon.server.errors import NotFound, explain, status_of
from brehon.server.people.cookies import Guest
from brehon.server.people.quotas import EXERCISES, use_quota
from brehon.server.table.sandbox import Sandbox
from brehon.server.table.tables import Tables
from brehon.server.table.visit import Asker, asker_of, visiting
from brehon.server.web.actions import MAX_ENTRIES
from brehon.server.web.bearer import Token, asker_behind, session_of
from brehon.server.web.models import MAX_NUMBER, PROBLEMS, MatchId, SeatNumber, Silent, Strict, Words
from brehon.server.web.pages.review_pages import RecordId, Reviewed, of_record, of_table, reviews_of
from brehon.server.web.pages.tasks import Task, task_page
from brehon.server.web.rendering import Service, Visitor, number_of, speaker, wants_fragment

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", responses=PROBLEMS, default_response_class=Silent)
KEPT: Final = "brehon-practice"  # what the browser calls the list of what was solved
MOST_DIGITS: Final = 6
WORDS: Final = {True: N_("Well found!"), False: N_("There is something better.")}
NONE_THERE: Final = N_("There is no mistake at this ply of the review.")
NO_REVIEW: Final = N_("This game has no review yet.")


@dataclass
class Opened:
    """An exercise, the game that it is from, and who looks at it."""

    game: Reviewed
    review: Review
    exercise: Exercise
    sandbox: Sandbox

    @property
    def path(self) -> str:
        return exercise_path(self.game, self.exercise)


@dataclass
class Tried:
    """An answer in words."""

    is_right: bool
    is_best: bool
    words: str  # "" for someone who has given up
    loss: int  # in percent
    kind: str


GIVEN_UP: Final = Tried(False, False, "", 0, "")


async def at_table(tables: Tables, match_id: str, asker: Asker) -> Reviewed:
    async with visiting(tables, match_id, asker) as visit:
        return of_table(visit)


def practice_of(request: Request) -> Practice:
    practice: Practice = request.app.state.practice
    return practice


def exercise_path(game: Reviewed, one: Exercise) -> str:
    return f"{game.back}/practice/{one.ply}"


async def review_of(request: Request, game: Reviewed) -> Review | None:
    """The last complete review of a game."""
    reviews = reviews_of(request)
    job = await reviews.look(game.subject, game.match.rules.game.name)
    return await reviews.read(job) if job is not None else None


async def lesson_at(request: Request, game: Reviewed, ply: int) -> Opened:
    review = await review_of(request, game)
    if review is None:
        raise NotFound(Message(NO_REVIEW))
    exercise = exercise_at(review, ply)
    if exercise is None:
        raise NotFound(Message(NONE_THERE))
    return Opened(game, review, exercise, await asyncio.to_thread(position_of, game, exercise))


def position_of(game: Reviewed, one: Exercise) -> Sandbox:
    """The game is played again up to there, which takes a moment in a long one; then only what the seat knew is used."""
    return opened(game.match.rules, game.match.at(one.ply).view(one.seat), game.names)


# -- pages


async def begin(request: Request, game: Reviewed) -> Response:
    """To the first mistake of the chosen seat, or of one's own; to the review where there is none."""
    review, asked = await review_of(request, game), request.query_params.get("seat", "")
    seats = [int(asked)] if asked in map(str, range(game.match.rules.n_seats)) else game.who.seats
    for seat in seats if review is not None else []:
        found = exercises(review, seat) if review is not None else []
        if found:
            return RedirectResponse(exercise_path(game, found[0]), 303)
    of = f"?of={seats[0]}" if review is not None and seats else ""
    return RedirectResponse(f"{game.path}{of}", 303)


def show(
    request: Request, lesson: Opened, tried: Tried | None, whole: bool, status: int = 200, notice: str = ""
) -> Response:
    game, one, say = lesson.game, lesson.exercise, speaker(request, lesson.game.names)
    match, judged, is_mine = lesson.sandbox.match, one.judged, one.seat in lesson.game.who.seats
    all_of_seat = exercises(lesson.review, one.seat)
    after = all_of_seat[one.number] if one.number < one.count else None
    heading = N_("Learn from your mistakes") if is_mine else N_("Learn from the mistakes of %(player)s")
    task = Task(
        path=lesson.path, mark=mark_of(game, one), kept=KEPT, title=say(Message(N_("Exercise"))),
        heading=say(Message(heading, player=say.seat(one.seat))), played=traces_of(match, one.moment, one.moment.action),
    )  # fmt: skip
    if tried is not None:
        task.answer, task.is_done = "right" if tried.is_right else "wrong", tried.is_right or not tried.words
        task.says = say.word(WORDS[tried.is_right]) if tried.words else ""
        task.better = (
            traces_of(match, one.moment, judged.best, next_in_line(match, one.moment)) if task.is_done else task.better
        )
    return task_page(
        request, "practice", task, lesson.sandbox, say, whole, status, notice=notice, exercise=one, tried=tried,
        is_mine=is_mine, player=say.seat(one.seat), played=move_words(lesson, one.moment.action, say), lost=percent(judged.loss),
        better=move_words(lesson, judged.best, say), kind=say.word(KINDS[judged.kind]), sign=kind_sign(judged.kind), review=game.path,
        reasons=[say(reason) for reason in judged.reasons()], line=[say(text) for text in judged.line_texts()][:MOST_LINE],
        following=exercise_path(game, after) if after is not None else "",
        all=[{"mark": mark_of(game, each), "path": exercise_path(game, each), "ply": each.ply} for each in all_of_seat],
    )  # fmt: skip


def mark_of(game: Reviewed, one: Exercise) -> str:
    return f"{game.subject.match or game.subject.record}-{one.ply}"


def move_words(lesson: Opened, action: int, say: Speaker) -> str:
    match = lesson.sandbox.match
    return say(match.rules.game.face().action(match.rules, match.view(lesson.exercise.seat), action))


def in_words(lesson: Opened, answer: Answer, say: Speaker) -> Tried:
    kind = say.word(KINDS[answer.kind]) if answer.kind else ""
    is_best = answer.action == lesson.exercise.judged.best
    return Tried(answer.is_right, is_best, move_words(lesson, answer.action, say), round(100 * answer.loss), kind)


def ply_in(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise NotFound(Message(NONE_THERE))
    return int(text)


async def answered(request: Request, lesson: Opened, person: str) -> Response:
    """An answer. The position stays: a wrong one may be followed by another."""
    say, whole = speaker(request, lesson.game.names), not wants_fragment(request)
    form = await request.form(max_files=0, max_fields=MAX_ENTRIES)
    try:
        use_quota(request, EXERCISES, person)
        action = number_of(form, "action")
        answer = await practice_of(request).judge(lesson.review, lesson.exercise, lesson.sandbox, action, person)
    except BrehonError as error:
        return show(request, lesson, None, whole, status_of(error), explain(error, say))
    return show(request, lesson, in_words(lesson, answer, say), whole)


async def asked_for(request: Request, tables: Tables, guest: Guest) -> Reviewed:
    """The game that the address names: of a table, or an uploaded record."""
    given = request.path_params
    if "match_id" in given:
        return await at_table(tables, given["match_id"], asker_of(guest))
    return await of_record(tables, given["record_id"])


async def lesson_in(request: Request, tables: Service, guest: Visitor, ply: str) -> Opened:
    return await lesson_at(request, await asked_for(request, tables, guest), ply_in(ply))


Asked = Annotated[Opened, Depends(lesson_in)]


async def first(request: Request, tables: Service, guest: Visitor) -> Response:
    return await begin(request, await asked_for(request, tables, guest))


async def page(request: Request, lesson: Asked) -> Response:
    return show(request, lesson, None, whole=True)


async def fragment(request: Request, lesson: Asked) -> Response:
    return show(request, lesson, None, whole=False)


async def move(request: Request, guest: Visitor, lesson: Asked) -> Response:
    return await answered(request, lesson, guest.session)


async def solution(request: Request, lesson: Asked) -> Response:
    """The better move, for those who give up."""
    return show(request, lesson, GIVEN_UP, not wants_fragment(request))


for prefix in ("/table/{match_id}/practice", "/records/{record_id}/practice"):
    for method, path, endpoint in (
        ("GET", "", first), ("GET", "/{ply}", page), ("GET", "/{ply}/fragment", fragment), ("POST", "/{ply}/move", move),
        ("POST", "/{ply}/solution", solution),
    ):  # fmt: skip
        router.add_api_route(prefix + path, endpoint, methods=[method], response_model=None)


# -- for programs


class ExerciseState(BaseModel):
    """A mistake that a review has found. The position is one that the knowledge of its seat allowed."""

    ply: int
    seat: int
    kind: str = Field(description="`inaccuracy`, `mistake` or `blunder`.")
    played: str = Field(description="The move, as a record has it.")
    loss: float = Field(description="Share of the win that it lost against the best move.")
    position: str = Field(description="In one line; `Ruleset.parse` reads it.")


class ExerciseAnswer(Strict):
    """A move in words, as a record has it."""

    words: Words


class ExerciseVerdict(BaseModel):
    """Whether the move is good enough, and what it loses. After a right answer: the best move, why, and how it might go on."""

    right: bool
    loss: float
    kind: str | None
    best: str | None
    reasons: list[str]
    line: list[str]


OfSeat = Annotated[SeatNumber | None, Query(description="Whose mistakes; without it those of all seats.")]
Ply = Annotated[int, Path(ge=0, lt=MAX_NUMBER)]


async def listed(request: Request, game: Reviewed, seat: int | None) -> list[dict[str, Any]]:
    review = await review_of(request, game)
    if review is None:
        raise NotFound(Message(NO_REVIEW))
    seats = range(game.match.rules.n_seats) if seat is None else [seat]
    found = [one for number in seats for one in exercises(review, number)]

    def data() -> list[dict[str, Any]]:
        return [
            {
                "ply": one.ply, "seat": one.seat, "kind": one.judged.kind, "played": one.moment.words, "loss": one.judged.loss,
                "position": position_of(game, one).match.state.text(),
            }
            for one in sorted(found, key=lambda one: one.ply)
        ]  # fmt: skip

    return await asyncio.to_thread(data)


async def judged(request: Request, game: Reviewed, ply: int, body: ExerciseAnswer, person: str) -> dict[str, Any]:
    use_quota(request, EXERCISES, person)
    lesson = await lesson_at(request, game, ply)
    best, say = lesson.exercise.judged, speaker(request, game.names)
    action = game.match.rules.space.find(body.words)
    answer = await practice_of(request).judge(lesson.review, lesson.exercise, lesson.sandbox, action, person)
    is_right = answer.is_right
    return {
        "right": is_right, "loss": answer.loss, "kind": answer.kind or None, "best": best.best_words if is_right else None,
        "reasons": [say(reason) for reason in best.reasons()] if is_right else [],
        "line": [say(text) for text in best.line_texts()] if is_right else [],
    }  # fmt: skip


@api.get(
    "/tables/{match_id}/practice", response_model=list[ExerciseState], tags=["after the game"],
    summary="The mistakes of a reviewed game as exercises",
)  # fmt: skip
async def table_exercises(
    request: Request, tables: Service, match_id: MatchId, token: Token, seat: OfSeat = None
) -> Any:  # fmt: skip
    return await listed(request, await at_table(tables, match_id, asker_behind(token)), seat)


@api.post(
    "/tables/{match_id}/practice/{ply}/answer", response_model=ExerciseVerdict, tags=["after the game"],
    summary="Answer an exercise",
)  # fmt: skip
async def table_answer(
    request: Request, tables: Service, match_id: MatchId, ply: Ply, token: Token, body: ExerciseAnswer
) -> Any:  # fmt: skip
    game = await at_table(tables, match_id, asker_behind(token))
    return await judged(request, game, ply, body, session_of(token))


@api.get(
    "/records/{record_id}/practice", response_model=list[ExerciseState], tags=["records"],
    summary="The mistakes of a reviewed record as exercises",
)  # fmt: skip
async def record_exercises(request: Request, tables: Service, record_id: RecordId, seat: OfSeat = None) -> Any:
    return await listed(request, await of_record(tables, record_id), seat)


@api.post(
    "/records/{record_id}/practice/{ply}/answer", response_model=ExerciseVerdict, tags=["records"],
    summary="Answer an exercise of a record",
)  # fmt: skip
async def record_answer(
    request: Request, tables: Service, record_id: RecordId, ply: Ply, token: Token, body: ExerciseAnswer
) -> Any:  # fmt: skip
    return await judged(request, await of_record(tables, record_id), ply, body, session_of(token))
