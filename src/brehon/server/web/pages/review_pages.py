"""Reviews of finished games: asked for with one click, followed while they are made, then stepped through. For programs the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

import anyio
from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, Field
from sse_starlette import ServerSentEvent
from starlette.responses import Response

from brehon.coach import keepsake
from brehon.core.match import Match
from brehon.core.text import N_, NN_, Message, Speaker
from brehon.server.coach.review_jobs import FAILED, Job, Subject
from brehon.server.coach.review_view import ALL, MODES, TRUTH, Asked, Story, shown, story
from brehon.server.coach.reviews import Reviews
from brehon.server.errors import Conflict, NotFound
from brehon.server.people.quotas import REVIEWS, STRANGE_REVIEWS, duration, use_quota
from brehon.server.storage.database import UNREACHABLE
from brehon.server.table.table import Who
from brehon.server.table.tables import Tables
from brehon.server.table.visibility import HELD, check_sight
from brehon.server.table.visit import Visit, asker_of, visiting
from brehon.server.web.bearer import Token, asker_behind, session_of
from brehon.server.web.models import PROBLEMS, MatchId, Silent
from brehon.server.web.pages.finished import names_of
from brehon.server.web.pages.library import download
from brehon.server.web.rendering import Service, Visitor, is_narrow, render, speaker, wants_fragment
from brehon.server.web.streams import AGAIN, Stream, next_news

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", tags=["after the game"], responses=PROBLEMS, default_response_class=Silent)
BEFORE: Final = NN_("Waiting: one review comes before this one.", "Waiting: %(n)s reviews come before this one.")
RecordId = Annotated[str, Path(max_length=64, description="The id that came back when the record was sent in.")]


@dataclass
class Reviewed:
    """A finished game, and who looks at its review."""

    subject: Subject
    match: Match
    names: list[str]
    who: Who
    path: str  # of the review
    back: str  # where the game itself is
    result: str


def reviews_of(request: Request) -> Reviews:
    reviews: Reviews = request.app.state.reviews
    return reviews


def of_table(visit: Visit) -> Reviewed:
    """A person who may see the result may see its review: both show everything."""
    check_sight(visit.table, visit.who)
    match, path = visit.table.playing(), f"/table/{visit.table.id}"
    if not match.is_over:
        raise not_over()
    if visit.table.is_held:
        raise Conflict(Message(HELD))
    return Reviewed(
        Subject(match=visit.table.id), match, visit.table.names, visit.who, f"{path}/review", path, f"{path}/result"
    )


async def of_record(tables: Tables, record_id: str) -> Reviewed:
    match, _ = await tables.records.kept(record_id)
    if not match.is_over:
        raise not_over()
    path = f"/records/{record_id}"
    return Reviewed(
        Subject(record=record_id), match, names_of(match), Who([]), f"{path}/review", path, f"{path}/result"
    )


def not_over() -> Conflict:
    return Conflict(Message(N_("The game is not over; it can be reviewed when it is.")))


# -- asking


async def ask(request: Request, game: Reviewed, asker: str) -> Job:
    """People who have played the game may ask for more reviews than strangers."""
    quota = REVIEWS if game.who.seats or game.who.is_host else STRANGE_REVIEWS

    def charge() -> None:
        use_quota(request, quota, asker)

    return await reviews_of(request).ask(game.subject, game.match.rules.game.name, asker, charge)


def asker_at(visit: Visit) -> str:
    """The person who asks; of a program with the key of a seat, the one who sits there."""
    if visit.asker.session or not visit.who.seats:
        return visit.asker.session or (visit.table.row.host if visit.who.is_host else "")
    return visit.table.seats[visit.who.seats[0]].session or ""


@router.post("/records/{record_id}/review")
async def ask_for_record(request: Request, tables: Service, guest: Visitor, record_id: str) -> Response:
    game = await of_record(tables, record_id)
    await ask(request, game, guest.session)
    return RedirectResponse(game.path, 303)


# -- pages


@router.get("/table/{match_id}/review")
async def table_review(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        game = of_table(visit)
    return await show_review(request, game)


@router.get("/records/{record_id}/review")
async def record_review(request: Request, tables: Service, record_id: str) -> Response:
    return await show_review(request, await of_record(tables, record_id))


@router.get("/table/{match_id}/review/file")
async def table_file(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        game = of_table(visit)
    return await review_file(request, game, match_id)


@router.get("/records/{record_id}/review/file")
async def record_file(request: Request, tables: Service, record_id: str) -> Response:
    return await review_file(request, await of_record(tables, record_id), record_id)


async def review_file(request: Request, game: Reviewed, name: str) -> Response:
    """The review to keep: one page without a script, or as `brehon review --json` writes it."""
    reviews, title = reviews_of(request), f"review-{game.match.rules.game.name}-{name}"
    job = await reviews.jobs.find(game.subject)
    found = await reviews.read(job) if job is not None else None
    if job is None or found is None:
        raise NotFound(Message(N_("This game has no review yet.")))
    if request.query_params.get("as") == "json":
        return download(f"{title}.json", str(await reviews.jobs.body(job)))
    page = await asyncio.to_thread(keepsake.page, game.match, found, speaker(request, game.names))
    headers = {"Content-Disposition": f'attachment; filename="{title}.html"', "Cache-Control": "no-store"}
    return Response(page, media_type="text/html", headers=headers)


async def show_review(request: Request, game: Reviewed) -> Response:
    """The review; before there is one, how far it is, or how to get it."""
    reviews, say = reviews_of(request), speaker(request, game.names)
    title = game.match.rules.game
    job = await reviews.look(game.subject, title.name)
    found = await reviews.read(job) if job is not None else None
    context: dict[str, Any] = {"game": title, "path": game.path, "back": game.back, "result": game.result, "job": job}
    if job is not None and job.state != "done":
        context["progress"] = await progress_of(reviews, job, say)
    if job is None or found is None:
        return render(request, "review_wait.html", **context)
    asked = asked_of(request, game)
    mark = (job.id, job.judge, job.state, say.language, tuple(game.names), tuple(game.who.seats))
    whole = await reviews.remembered(mark, lambda: story(found, game.match, say, game.who))
    assert isinstance(whole, Story)
    page = await asyncio.to_thread(shown, found, game.match, whole, asked, game.who, say, is_narrow(request))
    template = "_review.html" if wants_fragment(request) else "review.html"
    return render(request, template, page=page, asked=page.asked, modes=modes_of(game, say), review=found, **context)


def asked_of(request: Request, game: Reviewed) -> Asked:
    """What the address asks for; what makes no sense is left out."""
    given = request.query_params
    ply, mode, of = given.get("ply", ""), given.get("mode", TRUTH), given.get("of", ALL)
    number = int(ply) if ply.isascii() and ply.isdecimal() and len(ply) < 7 else None
    seats = [str(seat) for seat in range(game.match.rules.n_seats)]
    return Asked(game.path, number, mode if mode in MODES else TRUTH, of if of in seats else ALL)


def modes_of(game: Reviewed, say: Speaker) -> list[tuple[str, str]]:
    """Where nothing is secret, everyone could know the truth."""
    return [(mode, say.word(words)) for mode, words in MODES.items()] if game.match.rules.game.has_secrets else []


# -- how far it is


@dataclass
class Progress:
    """A review that is not there yet."""

    state: str
    done: int
    total: int
    left: float | None
    before: int
    words: str

    def data(self) -> dict[str, Any]:
        return {
            "state": self.state, "done": self.done, "total": self.total, "left": self.left, "before": self.before, "words": self.words,
        }  # fmt: skip


async def progress_of(reviews: Reviews, job: Job, say: Speaker) -> Progress:
    before = await reviews.place(job) if job.state == "waiting" else 0
    return Progress(job.state, job.done, job.total, job.left, before, progress_words(job, before, say))


def progress_words(job: Job, before: int, say: Speaker) -> str:
    if job.state == FAILED:
        return say(Message(job.trouble))
    if job.state == "done":
        return say(Message(N_("The review is ready.")))
    if before > 0 and not job.done:
        return say(Message(BEFORE, n=before))
    if job.left is None:
        return say(Message(N_("The first moves are being looked at …")))
    text = N_("%(done)s of %(total)s looked at, about %(left)s left")
    return say(Message(text, done=job.done, total=job.total, left=duration(max(1.0, job.left))))


async def progress_stream(request: Request, game: Reviewed, person: str) -> Response:
    """Every step of a review, as it is made, until it is complete or given up."""
    reviews, say, closing = reviews_of(request), speaker(request, game.names), anyio.Event()
    tables = reviews.tables

    async def bell() -> AsyncIterator[ServerSentEvent]:
        with tables.hub.listen(game.subject.key) as listener:
            while True:
                try:
                    job = await reviews.jobs.find(game.subject)
                    if job is None:
                        return
                    progress = await progress_of(reviews, job, say)
                except UNREACHABLE:
                    return  # the listener comes again by itself
                yield ServerSentEvent(json.dumps(progress.data(), ensure_ascii=False), event="review", retry=AGAIN[1])
                if job.state != "waiting" or await next_news(listener, closing, tables.hub) is None:
                    return

    response = Stream(
        bell(), ping=tables.settings.stream_ping, sep="\n", shutdown_event=closing, shutdown_grace_period=1
    )
    response.quotas, response.person = request.app.state.quotas, person
    return response


@router.get("/table/{match_id}/review/events")
async def table_events(request: Request, tables: Service, guest: Visitor, match_id: str) -> Response:
    async with visiting(tables, match_id, asker_of(guest)) as visit:
        game = of_table(visit)
    return await progress_stream(request, game, guest.session)


@router.get("/records/{record_id}/review/events")
async def record_events(request: Request, tables: Service, guest: Visitor, record_id: str) -> Response:
    return await progress_stream(request, await of_record(tables, record_id), guest.session)


# -- for programs


class ReviewState(BaseModel):
    """A review: how far it is, and what it has found; that stays while it is made again with another evaluation."""

    state: Literal["waiting", "done", "failed"]
    done: int = Field(description="Moments that were looked at.")
    total: int = Field(description="Moments of the game; 0 as long as that is not known.")
    left: float | None = Field(description="Seconds of work that are left, about.")
    before: int = Field(description="Reviews that come before this one.")
    words: str
    review: dict[str, Any] | None = Field(description="As `brehon review --json` writes it; docs/coach.md.")


async def state_of(request: Request, game: Reviewed) -> dict[str, Any]:
    reviews, say = reviews_of(request), speaker(request, game.names)
    job = await reviews.look(game.subject, game.match.rules.game.name)
    if job is None:
        raise NotFound(Message(N_("This game has no review yet. Ask for one with POST to the same address.")))
    body = await reviews.jobs.body(job)
    progress = await progress_of(reviews, job, say)
    return {**progress.data(), "review": json.loads(body) if body is not None else None}


@api.get("/tables/{match_id}/review", response_model=ReviewState, summary="The review of a finished game")
async def table_state(request: Request, tables: Service, match_id: MatchId, token: Token) -> Any:
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        game = of_table(visit)
    return await state_of(request, game)


@api.get("/tables/{match_id}/review/events", response_class=Response, summary="How far a review is, live")
async def table_progress(request: Request, tables: Service, match_id: MatchId, token: Token) -> Response:
    """Server-sent events of the kind `review`; the stream ends when the review is there."""
    async with visiting(tables, match_id, asker_behind(token)) as visit:
        game = of_table(visit)
    return await progress_stream(request, game, session_of(token))


@api.post(
    "/records/{record_id}/review",
    response_model=ReviewState,
    tags=["records"],
    summary="Ask for the review of a record",
)
async def ask_by_program(request: Request, tables: Service, record_id: RecordId, token: Token) -> Any:
    game = await of_record(tables, record_id)
    await ask(request, game, session_of(token))
    return await state_of(request, game)


@api.get("/records/{record_id}/review", response_model=ReviewState, tags=["records"], summary="The review of a record")
async def record_state(request: Request, tables: Service, record_id: RecordId) -> Any:
    return await state_of(request, await of_record(tables, record_id))


@api.get("/records/{record_id}/review/events", response_class=Response, tags=["records"], summary="How far it is, live")
async def record_progress(request: Request, tables: Service, record_id: RecordId, token: Token) -> Response:
    return await progress_stream(request, await of_record(tables, record_id), session_of(token))
