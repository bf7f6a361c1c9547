"""Learn from your mistakes: exercises from a review, answered right and wrong, from what the seat knew and nothing else."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import httpx
import pytest
from sqlalchemy import update

from brehon.coach.data import Judged, Moment, Review
from brehon.coach.exercises import exercise_at, exercises
from brehon.coach.reviewer import judge_digest, record_digest
from brehon.coach.seatings import seatings
from brehon.core.contract import CHANCE
from brehon.core.face import Offers
from brehon.core.match import Match
from brehon.core.record import read_record
from brehon.core.text import Speaker
from brehon.core.verification import replay
from brehon.server.coach.practice import opened as position
from brehon.server.coach.review_jobs import Subject
from brehon.server.coach.review_view import traces_of
from brehon.server.storage.schema import ReviewRow
from tests.records import record_path
from tests.server.conftest import opened
from tests.server.people import Visitor
from tests.server.test_reviews import QUICK, RECORD, played, uploaded

SECRET = "set-eriu-small-1"  # a game in which seats hide something


class Scene(NamedTuple):
    """A server with a game whose review has found two mistakes of one seat."""

    ann: Visitor
    site: Any
    path: str
    review: Review
    match: Match


def hides(at: Match, seat: int) -> bool:
    """Whether there is something that this seat does not know, and a guess at it is wrong."""
    guess = position(at.rules, at.view(seat), ["?"] * at.rules.n_seats).match.state
    return guess.text() != at.state.text()


def planted(match: Match, seat: int, is_hiding: bool = False) -> Review:
    """A review in which some decisions of a seat are called mistakes: the first legal move would have been better."""
    n_seats = match.rules.n_seats
    even, review = (
        [1.0 / n_seats] * n_seats,
        Review(match.rules.game.name, record_digest(match), judge_digest(match.rules.game), 20, 1),
    )
    texts, left = match.rules.space.texts, 2
    for number, ply in enumerate(match.plies):
        moment = Moment(number, ply.seat, ply.action, texts[ply.action], even, even, even, 0)
        legal = match.at(number).legal(ply.seat) if ply.seat != CHANCE else []
        others = [action for action in legal if action != ply.action]
        if ply.seat == seat and len(others) >= 2 and left and (not is_hiding or hides(match.at(number), seat)):
            left -= 1
            moment.judged = Judged(others[0], texts[others[0]], 0.6, 0.4, 0.2, 0.01, kind="mistake")
        review.moments.append(moment)
    review.phases = ["Opening", "Middle game", "Endgame"]
    review.seats = seatings(review, n_seats)
    assert not left
    return review


@asynccontextmanager
async def lessons(folder: Path, of_table: bool = False, name: str = RECORD, seat: int = 0) -> AsyncIterator[Scene]:
    async with opened(folder, **QUICK) as site, Visitor(site, "Ann") as ann:
        reviews = site.app.state.reviews
        if of_table:
            path = await played(ann, "me", "wanderer", components={"name": "armorica-small-1"})
            async with reviews.tables.at(path.removeprefix("/table/")) as table:
                match, subject = table.playing(), Subject(match=table.id)
        else:
            record = await uploaded(ann, name)
            path, subject = f"/records/{record}", Subject(record=record)
            match = replay(read_record(record_path(name).read_text(encoding="utf-8")))
        review = planted(match, seat, is_hiding=name == SECRET)
        job = await reviews.jobs.add(subject, "", review.judge)
        await store_body(reviews, job, review)
        yield Scene(ann, site, path, review, match)


async def store_body(reviews: Any, job: Any, review: Review) -> None:
    """The worker may not take it: it is complete already."""
    async with reviews.jobs.store.writing() as connection:
        values = {"body": review.to_json(), "state": "done"}
        await connection.execute(update(ReviewRow).where(ReviewRow.id == job.id).values(values))


def moves_on(page: str) -> list[int]:
    return [int(action) for action in re.findall(r'id="move-(\d+)"', page)]


@pytest.mark.parametrize("of_table", [True, False], ids=["table", "record"])
async def test_a_mistake_is_answered_wrong_then_right_and_the_next_one_follows(tmp_path: Path, of_table: bool) -> None:
    async with lessons(tmp_path, of_table) as (ann, _, path, review, _match):
        first, second = exercises(review, 0)
        page = (await ann.get(f"{path}/review")).text
        assert f'href="{path}/practice?seat=0"' in page  # given: one click away
        assert ("Learn from your mistakes" in page) == of_table
        for end in (path, f"{path}/result"):
            assert (f'id="to-practice" href="{path}/practice"' in (await ann.get(end)).text) == of_table
        begun = await ann.get(f"{path}/practice?seat=0")
        assert begun.headers["location"] == f"{path}/practice/{first.ply}"
        page = (await ann.get(f"{path}/practice/{first.ply}")).text
        assert "Find something better" in page
        assert "data-answer" not in page
        assert 'id="better"' not in page
        assert {first.moment.action, first.judged.best} <= set(moves_on(page))
        wrong = await ann.post(f"{path}/practice/{first.ply}/move", data={"ply": 0, "action": first.moment.action})
        assert 'data-answer="wrong"' in wrong.text  # when the same mistake is made again
        assert "20 % of the win lost (mistake)" in wrong.text
        assert 'id="better"' not in wrong.text
        assert moves_on(wrong.text)
        right = await ann.post(f"{path}/practice/{first.ply}/move", data={"ply": 0, "action": first.judged.best})
        assert 'data-answer="right"' in right.text
        assert 'id="better"' in right.text
        assert f'id="next-exercise" class="button main" href="{path}/practice/{second.ply}"' in right.text
        given_up = await ann.post(f"{path}/practice/{second.ply}/solution")
        assert 'data-answer="wrong"' in given_up.text
        assert 'id="better"' in given_up.text
        assert "next-exercise" not in given_up.text
        own = await ann.get(f"{path}/practice")  # without a seat: one's own mistakes
        assert own.headers["location"] == (f"{path}/practice/{first.ply}" if of_table else f"{path}/review")


async def test_any_other_move_is_judged_by_a_search_once(tmp_path: Path) -> None:
    async with lessons(tmp_path) as (ann, site, path, review, match):
        one = exercises(review, 0)[0]
        legal = match.at(one.ply).legal(one.seat)
        third = next(action for action in legal if action not in (one.moment.action, one.judged.best))
        words = match.rules.space.texts[third]
        answer = await ann.post(f"/api/v1{path}/practice/{one.ply}/answer", json={"words": words})
        assert answer.status_code == 200, answer.text
        verdict = answer.json()
        assert verdict["right"] == (verdict["kind"] is None)
        assert 0.0 <= verdict["loss"] <= 1.0
        site.app.state.practice.thinkers = None  # then: there is no one to ask again
        again = await ann.post(f"/api/v1{path}/practice/{one.ply}/answer", json={"words": words})
        assert again.json() == verdict


async def test_a_position_shows_what_the_seat_knew_and_nothing_else(tmp_path: Path) -> None:
    """Twins: two states that a seat cannot tell apart give the same exercise, and the truth is not what is shown."""
    async with lessons(tmp_path, name=SECRET) as (ann, _, path, review, match):
        found = (await ann.get(f"/api/v1{path}/practice?seat=0")).json()
        for one, said in zip(exercises(review, 0), found, strict=True):
            true = match.at(one.ply).state
            twin = true.view(0).determinize(Random(7))
            names = [player.name for player in match.players]
            assert said["position"] == position(match.rules, twin.view(0), names).match.state.text()
            assert said["position"] != true.text()  # there is something to hide, or a mistake would not be here


async def test_what_is_no_answer_or_no_exercise_is_refused_in_words(tmp_path: Path) -> None:
    async with lessons(tmp_path) as (ann, _, path, review, _match):
        ply = exercises(review, 0)[0].ply
        for action in ("-1", "999999", "x", ""):
            refused = await ann.post(f"{path}/practice/{ply}/move", data={"ply": 0, "action": action})
            assert 400 <= refused.status_code < 500
            assert "Traceback" not in refused.text
        quiet = next(moment.ply for moment in review.moments if exercise_at(review, moment.ply) is None)
        for wrong in (str(quiet), "99999", "x", "-1"):
            assert (await ann.get(f"{path}/practice/{wrong}")).status_code == 404
        none = await ann.get(f"{path}/practice?seat=1")  # a seat without a mistake
        assert none.headers["location"] == f"{path}/review?of=1"
        unseen = await uploaded(ann, "set-armorica-tiny-1")  # a game without a review
        assert (await ann.get(f"/records/{unseen}/practice")).headers["location"] == f"/records/{unseen}/review"
        assert (await ann.get(f"/records/{unseen}/practice/{ply}")).status_code == 404


async def test_programs_get_the_mistakes_of_a_seat_as_positions(tmp_path: Path) -> None:
    async with lessons(tmp_path) as (ann, _, path, review, match):
        found = (await ann.get(f"/api/v1{path}/practice?seat=0")).json()
        assert [one["ply"] for one in found] == [one.ply for one in exercises(review, 0)]
        for one in found:
            state = match.rules.parse(one["position"])
            assert match.rules.space.find(one["played"]) in state.legal()
        right = await ann.post(
            f"/api/v1{path}/practice/{found[0]['ply']}/answer",
            json={"words": exercises(review, 0)[0].judged.best_words},
        )
        assert right.json()["right"]
        assert right.json()["best"]
        assert (await ann.get(f"/api/v1{path}/practice?seat=1")).json() == []


async def test_answers_have_a_quota(tmp_path: Path) -> None:
    async with opened(tmp_path, **{**QUICK, "quotas": "exercises=1/hour"}) as site:
        async with httpx.AsyncClient(transport=site, base_url="http://t") as client:
            record = await uploaded(client)
            answers = [
                await client.post(f"/api/v1/records/{record}/practice/1/answer", json={"words": "x"}) for _ in range(2)
            ]
        assert [answer.status_code for answer in answers] == [404, 429]


async def test_a_review_says_how_far_it_can_be_trusted_and_where_it_cannot(tmp_path: Path) -> None:
    async with lessons(tmp_path, name=SECRET) as (ann, _, path, _review, _match):
        page = (await ann.get(f"{path}/review")).text
        assert "with ten times the budget: 10 of 12" in page
        assert "no better than equal chances" in page


def test_a_move_from_place_to_place_names_two_things_that_are_on_the_board() -> None:
    match = replay(read_record(record_path("set-fallen-small-1").read_text(encoding="utf-8")))
    face, ways = match.rules.game.face(), set[tuple[str, str]]()
    for number, ply in enumerate(match.plies[:120]):
        view = match.at(number).view(ply.seat) if ply.seat != CHANCE else None
        way = face.way(match.rules, view, ply.action) if view is not None else None
        if view is not None and way is not None and way not in ways:
            ways.add(way)
            board = face.board(match.rules, view, Offers(), Speaker("en", []), narrow=False)
            assert all(f'id="{place}"' in board for place in way if place)  # the end may be named by the next decision
            assert way[0] != way[1]
    assert len(ways) > 3


def test_orders_reinforcements_and_retreats_lead_from_city_to_city() -> None:
    match = replay(read_record(record_path("fallen-kingdoms-5-options").read_text(encoding="utf-8")))
    face, space, state = match.rules.game.face(), match.rules.space, match.rules.start()
    words = ("from", "to", "send", "reinforce", "flee", "withdraw", "rampage", "follow")
    found = set[str]()
    for ply in match.standing():
        verb = space.texts[ply.action].split(" ")[0]
        if ply.seat != CHANCE:
            state.turn_to(ply.seat)
        if ply.seat != CHANCE and verb in words:
            way = face.way(match.rules, state.view(ply.seat), ply.action)
            if way is not None:
                found.add(verb)
                assert way[0] != way[1]
                assert all(place.startswith("city-") for place in (way if verb != "from" else way[:1]))
        state.apply(ply.action, None)
    assert found == set(words)
    # and an order is shown as a whole, from its first decision on
    number = next(
        i for i, ply in enumerate(match.plies) if ply.action >= 0 and space.texts[ply.action].startswith("from ")
    )
    first, second = match.plies[number], match.plies[number + 1]
    moment = Moment(number, first.seat, first.action, space.texts[first.action], [], [], [], 0)
    start = f"city-{space.texts[first.action].removeprefix('from ')}"
    assert traces_of(match.at(number), moment, first.action).marks == start
    assert traces_of(match.at(number), moment, first.action, second.action).way.startswith(f"{start} city-")
