"""Statistics and ratings, for people and for programs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel
from starlette.responses import Response

from brehon.core import registry
from brehon.core.text import N_, Message
from brehon.server.archive.ratings import Usual
from brehon.server.archive.results import person_of
from brehon.server.archive.statistics import Book, Chapter, Rated, Statistics
from brehon.server.errors import NotFound, NotSignedIn
from brehon.server.people.keys import digest
from brehon.server.web.bearer import Token
from brehon.server.web.models import PROBLEMS, Silent
from brehon.server.web.pages.library import game_called
from brehon.server.web.rendering import Service, Visitor, render, speaker

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api/v1", tags=["statistics"], responses=PROBLEMS, default_response_class=Silent)
TOP = 5  # lines of the overview


async def book_of(request: Request) -> Book:
    statistics: Statistics = request.app.state.statistics
    return await statistics.book()


@router.get("/stats")
async def overview(request: Request, guest: Visitor) -> Response:
    book = await book_of(request)
    games = [(name, title, count, book.rated(name, guest.session)[:TOP]) for name, title, count in book.games()]
    return render(request, "stats.html", games=games)


@router.get("/stats/{game}")
async def of_game(request: Request, guest: Visitor, game: str) -> Response:
    found = game_called(game)
    book = await book_of(request)
    return render(request, "stats_game.html", game=found, rated=book.rated(game, guest.session), usual=book.usual(game))


@router.get("/people/me")
async def mine(request: Request, guest: Visitor) -> Response:
    book = await book_of(request)
    chapters = book.chapters(guest.session, True, speaker(request)) if guest.session else []
    return render(request, "person.html", name=guest.name, is_me=True, chapters=chapters)


@router.get("/people/{word}")
async def of_person(request: Request, guest: Visitor, word: str) -> Response:
    book = await book_of(request)
    person = person_called(book, word)
    chapters = book.chapters(person, False, speaker(request))
    return render(request, "person.html", name=book.accounts[person].name, is_me=False, chapters=chapters)


def person_called(book: Book, word: str) -> str:
    """The id of the person with this word. A person without an account cannot be found."""
    for person, account in book.accounts.items():
        if account.word == word:
            return person
    raise NotFound(Message(N_("No one with an account has this name. Guests have no page of their own.")))


# -- for programs


class RatingState(BaseModel):
    """A line of a list of ratings: the true strength lies within `reach` of `value`, 19 times out of 20."""

    name: str
    person: str | None
    bot: bool
    value: float
    reach: float
    games: int


class GameStats(BaseModel):
    """Ratings of a game, and how it goes with each number of players."""

    game: str
    games: int
    ratings: list[RatingState]
    by_players: list[dict[str, Any]]


class PersonStats(BaseModel):
    """A person's results, game by game."""

    name: str
    games: list[dict[str, Any]]


Word = Annotated[str, Path(max_length=64, description="The word in the address of a person's page.")]
GameName = Annotated[str, Path(max_length=64, description="The name of a game.")]


@api.get("/stats", response_model=list[GameStats], summary="Statistics of all games")
async def overview_data(request: Request) -> Any:
    book = await book_of(request)
    return [game_data(book, name) for name in registry.names()]


@api.get("/stats/{game}", response_model=GameStats, summary="Statistics and ratings of a game")
async def of_game_data(request: Request, game: GameName) -> Any:
    found = game_called(game)
    return game_data(await book_of(request), found.name)


@api.get("/people/me", response_model=PersonStats, summary="What the person behind a token has done")
async def mine_data(request: Request, tables: Service, token: Token) -> Any:
    if token and token.guest:
        return await own_data(request, token.session, token.guest.name)
    seat = await tables.store.seat_of_key(digest(token.credentials)) if token else None
    if seat is None:
        raise NotSignedIn(Message(N_("This needs the token of a seat: Authorization: Bearer TOKEN")))
    return await own_data(request, person_of(seat.session, seat.match, seat.seat), seat.name)


async def own_data(request: Request, person: str, name: str) -> Any:
    book = await book_of(request)
    chapters = book.chapters(person, True, speaker(request))
    return {"name": name, "games": [chapter_data(chapter) for chapter in chapters]}


@api.get("/people/{word}", response_model=PersonStats, summary="What a person with an account has done")
async def of_person_data(request: Request, word: Word) -> Any:
    book = await book_of(request)
    person = person_called(book, word)
    chapters = book.chapters(person, False, speaker(request))
    name = book.accounts[person].name
    return {"name": name, "games": [chapter_data(chapter) for chapter in chapters]}


def game_data(book: Book, game: str) -> dict[str, object]:
    by_players = book.usual(game)
    return {
        "game": game,
        "games": sum(figures.games for figures in by_players),
        "ratings": [rating_data(line) for line in book.rated(game)],
        "by_players": [usual_data(figures) for figures in by_players],
    }


def rating_data(line: Rated) -> dict[str, object]:
    rating = line.rating
    return {"name": line.name, "person": line.word or None, "bot": line.is_bot, "value": round(rating.value, 3),
            "reach": round(rating.reach, 3), "games": rating.games}  # fmt: skip


def usual_data(figures: Usual) -> dict[str, object]:
    return {"players": figures.n_seats, "games": figures.games, "decisions": round(figures.mean(figures.decisions), 1),
            "minutes": round(figures.mean(figures.minutes), 1), "winning_score": round(figures.mean(figures.winning), 1),
            "wins_by_seat": figures.by_seat}  # fmt: skip


def chapter_data(chapter: Chapter) -> dict[str, object]:
    career, rating = chapter.career, chapter.rating
    return {
        "game": career.game,
        "games": career.all.games,
        "wins": career.all.wins,
        "expected_wins": round(career.all.expected, 2),
        "mean_place": round(career.all.mean_place, 2),
        "best_score": career.best,
        "seconds_per_decision": round(career.mean_seconds, 1),
        "rating": None if rating is None else {"value": round(rating.value, 3), "reach": round(rating.reach, 3)},
        "by_players": [
            {"players": n, "games": tally.games, "wins": tally.wins, "mean_place": round(tally.mean_place, 2)}
            for n, tally in sorted(career.by_seats.items())
        ],
        "versus": [
            {"name": met.name, "person": met.word or None, "bot": met.is_bot, "games": met.games, "ahead": met.ahead,
             "level": met.level, "behind": met.behind}
            for met in chapter.met
        ],
    }  # fmt: skip
