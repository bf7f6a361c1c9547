"""Puzzles: one of the day, and all others by game and difficulty. An account keeps what was solved; a guest's browser does it itself."""

from __future__ import annotations

import datetime
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from brehon.coach.puzzles import LEVELS, Puzzle, puzzle_called, puzzle_of_the_day, shipped
from brehon.core import registry
from brehon.core.contract import Ruleset
from brehon.core.errors import BrehonError, IllegalAction
from brehon.core.face import Offers
from brehon.core.record import Player
from brehon.core.text import N_, Message, Speaker
from brehon.server.errors import Conflict, NotFound, explain, status_of
from brehon.server.names import FRIENDLY
from brehon.server.people.cookies import Guest
from brehon.server.people.quotas import PICTURES, PLANS, SANDBOXES, use_quota
from brehon.server.people.solved import Solved, Tally
from brehon.server.table.sandbox import Sandbox
from brehon.server.table.table import Position
from brehon.server.web.actions import MAX_ENTRIES
from brehon.server.web.api.api_profile import Person
from brehon.server.web.bearer import Token, session_of
from brehon.server.web.models import PROBLEMS, Number, Silent, Strict, Words
from brehon.server.web.pages.gallery import asked_language, is_dark
from brehon.server.web.pages.library import game_called
from brehon.server.web.pages.share_pages import WIDTH, png, svg
from brehon.server.web.pages.tasks import Task, task_page
from brehon.server.web.pictures import CARD, as_file, board_card
from brehon.server.web.rendering import Visitor, number_of, render, speaker, wants_fragment

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", tags=["puzzles"], responses=PROBLEMS, default_response_class=Silent)
KEPT: Final = "brehon-puzzles"  # what the browser calls the list of what was solved
WORDS: Final = {True: N_("Right!"), False: N_("Not the best move.")}
SEED: Final = 1  # of the guess at what the seat does not know: the same for everyone


@dataclass
class Tried:
    """What was answered."""

    is_right: bool
    words: str  # the move, as the page says it
    share: float  # what it promises; below 0 if no one knows
    best: str
    best_share: float
    reasons: list[str]


@dataclass
class Set:
    """The puzzles of one game, for the list."""

    name: str
    title: str
    levels: list[tuple[str, list[Puzzle]]]


def found(puzzle_id: str) -> Puzzle:
    puzzle = puzzle_called(puzzle_id)
    if puzzle is None:
        raise NotFound(Message(N_("There is no such puzzle.")))
    return puzzle


def today() -> int:
    return datetime.datetime.now(datetime.UTC).toordinal()


@router.get("/puzzles")
async def puzzles(request: Request, guest: Visitor) -> Response:
    sets = [
        Set(
            game.name,
            game.title,
            [(level, [one for one in shipped(game.name) if one.difficulty == number]) for number, level in enumerate(LEVELS)],
        )
        for game in map(registry.game, registry.names())
        if shipped(game.name)
    ]  # fmt: skip
    days = [(one.title, puzzle_of_the_day(one.name, today())) for one in sets]
    return render(request, "puzzles.html", sets=sets, days=days, guest=guest, tally=await tally_of(request, guest))


@router.get("/puzzle/{puzzle_id}")
async def puzzle(request: Request, guest: Visitor, puzzle_id: str) -> Response:
    return show(request, found(puzzle_id), None, True, await tally_of(request, guest))


@router.get("/puzzle/{puzzle_id}/fragment")
async def fragment(request: Request, guest: Visitor, puzzle_id: str) -> Response:
    return show(request, found(puzzle_id), None, False, await tally_of(request, guest))


@router.post("/puzzle/{puzzle_id}/move")
async def answered(request: Request, guest: Visitor, puzzle_id: str) -> Response:
    """An answer. The position stays: a wrong one may be followed by another."""
    use_quota(request, SANDBOXES, guest.session)
    one, form, whole = (
        found(puzzle_id),
        await request.form(max_files=0, max_fields=MAX_ENTRIES),
        not wants_fragment(request),
    )
    try:
        tried = judged(one, number_of(form, "action"), speaker(request, names_of(one)))
    except BrehonError as error:
        notice = explain(error, speaker(request, names_of(one)))
        return show(request, one, None, whole, await tally_of(request, guest), status_of(error), notice)
    return show(request, one, tried, whole, await noted(request, guest, one, tried.is_right))


@router.post("/puzzle/{puzzle_id}/solution")
async def solution(request: Request, guest: Visitor, puzzle_id: str) -> Response:
    """The answer for those who give up."""
    one = found(puzzle_id)
    rules, say = one.rules(), speaker(request, names_of(one))
    given_up = judged(one, rules.space.find(one.solution), say)
    given_up.is_right, given_up.words = False, ""
    return show(request, one, given_up, not wants_fragment(request), await noted(request, guest, one, False))


def solved_of(request: Request) -> Solved:
    solved: Solved = request.app.state.solved
    return solved


async def tally_of(request: Request, guest: Guest) -> Tally | None:
    """What an account has solved; None for a guest, whose browser knows."""
    return await solved_of(request).of(guest.session) if guest.is_account else None


async def noted(request: Request, guest: Guest, one: Puzzle, is_right: bool) -> Tally | None:
    if guest.is_account:
        await solved_of(request).note(guest.session, one.id, is_right)
    return await tally_of(request, guest)


def names_of(one: Puzzle) -> list[str]:
    return list(FRIENDLY[: one.n_seats])


def opened(one: Puzzle, rules: Ruleset) -> Sandbox:
    return Sandbox(rules, [Player(name) for name in names_of(one)], one.state().view(one.seat), SEED)


def judged(one: Puzzle, action: int, say: Speaker) -> Tried:
    rules = one.rules()
    sandbox, texts = opened(one, rules), rules.space.texts
    why = sandbox.match.why_not(one.seat, action)
    if why is not None:
        raise IllegalAction("try", why, 0)
    view, face = sandbox.match.view(one.seat), rules.game.face()
    promised = {**dict(one.others), one.solution: one.share}
    return Tried(
        is_right=texts[action] == one.solution,
        words=say(face.action(rules, view, action)),
        share=promised.get(texts[action], -1.0),
        best=say(face.action(rules, view, rules.space.find(one.solution))),
        best_share=one.share,
        reasons=[say(reason) for reason in one.motives()],
    )


def show(
    request: Request,
    one: Puzzle,
    tried: Tried | None,
    whole: bool,
    tally: Tally | None,
    status: int = 200,
    notice: str = "",
) -> Response:
    rules = one.rules()
    say = speaker(request, names_of(one))
    others = shipped(one.game)
    at = others.index(one)
    heading = say(Message(N_("Puzzle of %(game)s"), game=rules.game.title))
    task = Task(path=f"/puzzle/{one.id}", mark=one.id, kept=KEPT, title=say(Message(N_("Puzzle"))), heading=heading)
    if tried is not None:
        task.answer, task.is_done = "right" if tried.is_right else "wrong", tried.is_right or not tried.words
        task.says = say.word(WORDS[tried.is_right]) if tried.words else ""
    return task_page(
        request, "puzzle", task, opened(one, rules), say, whole, status, puzzle=one, tried=tried, notice=notice,
        tally=tally, player=say.seat(one.seat), level=LEVELS[one.difficulty], following=others[(at + 1) % len(others)].id,
    )  # fmt: skip


# -- pictures


def picture_of(one: Puzzle, say: Speaker) -> str:
    """The position; nothing on it can be clicked, so it says nothing of the answer."""
    at = Position(opened(one, one.rules()).match, one.seat)
    return at.face.board(at.match.rules, at.view, Offers(), say)


@router.get("/puzzle/{puzzle_id}/board.svg")
async def board_svg(request: Request, puzzle_id: str) -> Response:
    one = found(puzzle_id)
    return svg(picture_of(one, Speaker(asked_language(request), names_of(one))), one.rules().game, is_dark(request))


@router.get("/puzzle/{puzzle_id}/board.png")
async def board_png(request: Request, puzzle_id: str) -> Response:
    use_quota(request, PICTURES)
    one = found(puzzle_id)
    say, game = Speaker(asked_language(request), names_of(one)), one.rules().game
    return await png(request, ("puzzle", one.id, say.language), as_file(picture_of(one, say), game, False), WIDTH)


@router.get("/puzzle/{puzzle_id}/preview.png")
async def preview(request: Request, puzzle_id: str) -> Response:
    """For messengers that preview the link."""
    use_quota(request, PICTURES)
    one = found(puzzle_id)
    say, game = Speaker(asked_language(request), names_of(one)), one.rules().game
    card = board_card(as_file(picture_of(one, say), game, False), game, say)
    return await png(request, ("puzzle card", one.id, say.language), card, CARD[0])


# -- what a browser has kept before its person had an account


MOST: Final = 2000  # puzzles in a list that a browser sends
PuzzleIds = Annotated[list[Annotated[str, Field(max_length=32)]], Field(max_length=MOST)]


class Kept(Strict):
    """What a browser or program has kept by itself."""

    solved: PuzzleIds = []
    failed: PuzzleIds = Field([], description="Answered wrong at the first try, solved later or not.")
    streak: Number = 0
    best: Number = 0


async def merged(request: Request, guest: Guest, kept: Kept) -> dict[str, Any]:
    if not guest.is_account:
        raise Conflict(Message(N_("Only an account keeps puzzles here; a guest's browser keeps them itself.")))
    solved, failed = ([one for one in names if puzzle_called(one)] for names in (kept.solved, kept.failed))
    tally = Tally(solved=solved, failed=failed, streak=kept.streak, best=kept.best)
    return asdict(await solved_of(request).merge(guest.session, tally))


@router.post("/puzzles/kept")
async def keep(request: Request, guest: Visitor, body: Kept) -> Response:
    """Our script sends it once, when it finds something in a browser that is signed in, and then forgets it."""
    return Silent(await merged(request, guest, body))


# -- for programs


class TallyState(BaseModel):
    """The puzzles that an account has answered, and how many in a row at the first try. A guest has none here."""

    solved: list[str]
    first: list[str] = Field(description="Of the solved ones, those at the first try.")
    failed: list[str] = Field(description="Answered, but not solved yet.")
    streak: int
    best: int


@api.get("/me/puzzles", response_model=TallyState, tags=["oneself"], summary="The puzzles that one has solved")
async def my_puzzles(request: Request, person: Person) -> Any:
    return asdict(await tally_of(request, person) or Tally())


@api.post("/me/puzzles", response_model=TallyState, tags=["oneself"], summary="Add what was kept elsewhere")
async def add_puzzles(request: Request, person: Person, body: Kept) -> Any:
    """What the account knows already stays as it is."""
    return await merged(request, person, body)


class PuzzleState(BaseModel):
    """A position and whose move it is. The position is one that the knowledge of this seat allows."""

    id: str
    game: str
    seats: int
    seat: int
    difficulty: str
    position: str = Field(description="In one line; `Ruleset.parse` reads it.")


class PuzzleAnswer(Strict):
    """A move in words, as a record has it."""

    words: Words


class PuzzleVerdict(BaseModel):
    """Whether it was the best move. After a right answer, why."""

    right: bool
    share: float | None = Field(description="Of the win that the move promises, if that is known.")
    reasons: list[str]


@api.get("/puzzles/{game}", response_model=list[PuzzleState], summary="The puzzles of a game, without their solutions")
async def puzzle_list(game: str) -> Any:
    return [
        {
            "id": one.id, "game": one.game, "seats": one.n_seats, "seat": one.seat,
            "difficulty": LEVELS[one.difficulty], "position": one.text,
        }
        for one in shipped(game_called(game).name)
    ]  # fmt: skip


@api.post("/puzzles/{puzzle_id}/answer", response_model=PuzzleVerdict, summary="Answer a puzzle")
async def puzzle_answer(request: Request, puzzle_id: str, token: Token, body: PuzzleAnswer) -> Any:
    use_quota(request, PLANS, session_of(token))
    one = found(puzzle_id)
    tried = judged(one, one.rules().space.find(body.words), speaker(request, names_of(one)))
    if token is not None and token.guest is not None:
        await noted(request, token.guest, one, tried.is_right)
    share = tried.share if tried.share >= 0 else None
    return {"right": tried.is_right, "share": share, "reasons": tried.reasons if tried.is_right else []}
