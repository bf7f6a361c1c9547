"""Reviews of finished games: made once, in a process of their own, resumed after every kind of crash, fair, and for those who may know."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from brehon.coach.data import read_review
from brehon.coach.reviewer import Reviewer
from brehon.core.record import read_record
from brehon.core.text import Speaker
from brehon.core.verification import replay
from brehon.server.coach.review_jobs import BY_ITSELF, ReviewJobs, Subject
from brehon.server.coach.review_view import story
from brehon.server.coach.review_worker import MOST_TRIES, ReviewWorker
from brehon.server.coach.reviews import Reviews
from brehon.server.settings import Settings
from brehon.server.storage.store import Store
from brehon.server.table.table import Who
from brehon.server.web.rules.booklet import ID
from tests.records import record_path
from tests.server.conftest import both, opened
from tests.server.people import Program, Visitor, key, message_of, own_token
from tests.server.running import Server
from tests.server.test_ending import SECOND, ended_after, post, serving
from tests.server.test_rules_pages import visible
from tests.server.transport import Transport
from tests.waiting import family, seconds_used, wait_until

QUICK: dict[str, Any] = {"review_nice": 0, "review_iterations": 2, "sweep": 0.05}
RECORD = "set-armorica-small-1"
LONG: dict[str, Any] = {**QUICK, "review_iterations": 200}  # seconds of work: such a review is met on its way
PATIENCE = 60.0


@pytest.fixture(autouse=True)
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that reviews runs interpreted also where the tests do not: a compiled review ends before one can look."""
    monkeypatch.setenv("BREHON_PURE", "1")


def inside(site: Transport) -> Any:
    return site.app.state


async def until(true: Callable[[], Awaitable[Any]], patience: float = PATIENCE) -> Any:
    """What it answers, once that is something."""
    late = time.monotonic() + patience
    while time.monotonic() < late:
        found = await true()
        if found:
            return found
        await asyncio.sleep(0.02)
    raise AssertionError("it did not happen in time")


async def played(ann: Visitor, *seats: str, **more: Any) -> str:
    """A table of a person that was played to its end: Armorica with few cards; its path."""
    await ann.post("/account/name", data={"name": ann.name})
    kinds = seats or ("me", "me")
    seated = [{"kind": kind} if kind == "me" else {"kind": "bot", "level": kind} for kind in kinds]
    body = {"game": "armorica", "seats": seated, "components": {"name": "armorica-tiny-1"}, **more}
    answer = await ann.post("/api/v1/tables", json=body, headers={"Authorization": f"Bearer {await own_token(ann)}"})
    assert answer.status_code == 201, answer.text
    await Program(ann).play_out(answer.json())
    return f"/table/{answer.json()['id']}"


def api_of(path: str) -> str:
    return f"/api/v1{path.replace('table', 'tables')}/review"


async def uploaded(client: httpx.AsyncClient, name: str = RECORD) -> str:
    text = record_path(name).read_text(encoding="utf-8")
    answer = await client.post("/api/v1/records", content=text)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def reviewed(client: httpx.AsyncClient, path: str, **more: Any) -> dict[str, Any]:
    """The review at this address of the API, once it is there."""

    async def is_there() -> Any:
        answer = await client.get(path, **more)
        assert answer.status_code == 200, answer.text
        return answer.json() if answer.json()["state"] != "waiting" else None

    found: dict[str, Any] = await until(is_there)
    return found


# -- one click


@both
async def test_a_finished_game_is_reviewed_by_one_click_and_the_review_stays(tmp_path: Path, database: str) -> None:
    async with opened(tmp_path, database=database, **QUICK) as site, Visitor(site, "Ann") as ann:
        path = await played(ann)
        assert f'action="{path}/review"' in (await ann.get(f"{path}/result")).text  # given
        assert f'action="{path}/review"' in (await ann.get(path)).text
        assert (await ann.get(api_of(path))).status_code == 404
        answer = await ann.post(f"{path}/review")  # when
        assert (answer.status_code, answer.headers["location"]) == (303, f"{path}/review")
        waiting = await ann.get(f"{path}/review")
        assert 'id="progress"' in waiting.text
        assert 'http-equiv="refresh"' in waiting.text  # it works without a script
        found = await reviewed(ann, api_of(path))
        review = read_review(json.dumps(found["review"]))
        assert found["state"] == "done"
        assert found["done"] == found["total"] == len(review.moments)
        page = (await ann.get(f"{path}/review")).text  # then
        assert 'id="progress"' not in page
        assert page.count('class="chart chances') == 2
        for row, seating in zip(
            re.findall(r"(?s)<tr[^>]*><th scope=\"row\">(?:(?!</tr>).)*= [\d.]+</b>", page), review.seats, strict=True
        ):
            first, luck, own, others, final = [
                float(number.replace("−", "-").replace("±", "")) for number in re.findall(r"[+−±]?\d+\.\d", row)
            ]
            assert first + luck + own + others == pytest.approx(final, abs=0.25)  # as people would add it up
            assert final == pytest.approx(100 * seating.final, abs=0.05)
    async with opened(tmp_path, database=database, **QUICK) as site, Visitor(site, "Bo") as bo:
        assert (await bo.get(f"{path}/review")).text.count('class="chart chances') == 2  # anyone who may see the result
        assert inside(site).reviewer.process.pid == 0  # and nothing was made again


async def test_an_uploaded_record_is_reviewed_with_every_moment_on_the_board(tmp_path: Path) -> None:
    async with opened(tmp_path, **QUICK) as site, Visitor(site, "Ann") as ann:
        record = await uploaded(ann)
        asked = await ann.post(f"/records/{record}/review")
        assert asked.status_code == 303
        found = await reviewed(ann, f"/api/v1/records/{record}/review")
        review = read_review(json.dumps(found["review"]))
        mistakes = [moment for moment in review.moments if moment.judged and moment.judged.kind]
        assert mistakes
        for moment in mistakes[:3]:
            assert moment.judged
            page = (await ann.get(f"/records/{record}/review?ply={moment.ply}")).text
            assert f'data-ply="{moment.ply}"' in page
            assert 'id="played"' in page
            assert 'id="better"' in page
            assert f"?ply={moment.ply}" in page
            marks = re.search(r'data-played="([^"]*)" data-better="([^"]*)"', page)
            assert marks
            assert marks[1] + marks[2]
            assert not ID.search(visible(page)), "an id of a rule is a link"
        whole = (await ann.get(f"/records/{record}/review")).text
        listed = re.findall(r'id="mistake-(\d+)"', whole)
        assert [int(index) for index in listed] == [n for n, m in enumerate(review.moments) if m in mistakes]
        only = (await ann.get(f"/records/{record}/review?of=1")).text
        assert [int(n) for n in re.findall(r'id="mistake-(\d+)"', only)] == [
            n for n, m in enumerate(review.moments) if m in mistakes and m.seat == 1
        ]
        for address in ("?ply=99999", "?ply=x", "?of=77", "?mode=nonsense", "?ply=-1"):
            assert (await ann.get(f"/records/{record}/review{address}")).status_code == 200
        file = await ann.get(f"/records/{record}/review/file?as=json")
        assert read_review(file.text) == review
        kept = await ann.get(f"/records/{record}/review/file")
        assert kept.headers["content-disposition"].startswith("attachment")
        assert "<script" not in kept.text
        assert "<svg" in kept.text


def test_ones_own_mistakes_come_first() -> None:
    match = replay(read_record(record_path(RECORD).read_text(encoding="utf-8")))
    reviewer = Reviewer(match, 2)
    review = reviewer.begin()
    review.moments = list(reviewer.moments())
    reviewer.finish(review)
    say = Speaker("en", [player.name for player in match.players])

    def listed(who: Who) -> list[int]:
        return [one.index for one in story(review, match, say, who).mistakes]

    plain = listed(Who([]))
    assert plain == sorted(plain)
    seats = [review.moments[index].seat for index in plain]
    mine = next(seat for seat in reversed(seats) if seat != seats[0])  # given: another seat has the first mistake
    own = [index for index in plain if review.moments[index].seat == mine]
    assert listed(Who([mine])) == own + [index for index in plain if index not in own]


# -- crashes


async def review_of(folder: Path) -> dict[str, Any]:
    """A long review, without any trouble."""
    async with opened(folder, **LONG) as site, Visitor(site, "Ann") as ann:
        record = await uploaded(ann)
        await ann.post(f"/records/{record}/review")
        whole: dict[str, Any] = (await reviewed(ann, f"/api/v1/records/{record}/review"))["review"]
        return whole


async def in_the_middle(site: Transport, ann: Visitor, record: str) -> int:
    """Ask for a review, let some moments be found, and no more; how many."""
    jobs, reviewer = inside(site).reviews.jobs, inside(site).reviewer
    reviewer.is_busy = lambda: reviewer.done > 3
    await ann.post(f"/records/{record}/review")

    async def some() -> int:
        job = await jobs.find(Subject(record=record))
        return job.done if job is not None and job.done > 3 else 0

    return int(await until(some))


async def test_a_review_whose_process_was_killed_goes_on_where_it_stopped(tmp_path: Path) -> None:
    async with opened(tmp_path / "killed", **LONG) as site, Visitor(site, "Ann") as ann:
        record, reviewer, jobs = await uploaded(ann), inside(site).reviewer, inside(site).reviews.jobs
        done = await in_the_middle(site, ann, record)
        job = await jobs.find(Subject(record=record))
        before = await jobs.moments(job)
        pid = reviewer.process.pid
        reviewer.is_busy = lambda: reviewer.done > done + 2
        os.kill(pid, signal.SIGKILL)  # when

        async def goes_on() -> bool:
            found = await jobs.find(Subject(record=record))
            return found is not None and found.done > done

        await until(goes_on)
        after = await jobs.moments(job)
        assert reviewer.process.pid not in (0, pid)
        assert after[: len(before)] == before  # nothing that was found is found again
        reviewer.is_busy = lambda: False
        killed = (await reviewed(ann, f"/api/v1/records/{record}/review"))["review"]
    assert 3 < done < len(killed["moments"])
    assert {**killed, "seconds": 0.0} == {**await review_of(tmp_path / "whole"), "seconds": 0.0}


@pytest.mark.timed
async def test_a_review_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with Server(tmp_path, **LONG) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
            record = await uploaded(client)
            path = f"/api/v1/records/{record}/review"
            assert (await client.post(path)).status_code == 200

            async def some() -> Any:
                found = (await client.get(path)).json()
                return found if found["done"] > 3 else None

            before = await until(some)
        server.kill()  # when
        server.start()
        async with httpx.AsyncClient(base_url=server.url, timeout=30) as client:
            assert (await client.get(path)).json()["done"] >= before["done"]  # then
            again = await reviewed(client, path)
    whole = await review_of(tmp_path / "whole")
    assert before["state"] == "waiting"
    assert {**again["review"], "seconds": 0.0} == {**whole, "seconds": 0.0}


STUCK = ("-c", "import sys; sys.stdin.buffer.read(4); sys.exit(3)")


async def test_a_review_that_always_crashes_is_given_up_with_words_and_can_be_asked_for_again(tmp_path: Path) -> None:
    async with opened(tmp_path, **QUICK, review_command=STUCK) as site, Visitor(site, "Ann") as ann:
        record = await uploaded(ann)
        await ann.post(f"/records/{record}/review")
        found = await reviewed(ann, f"/api/v1/records/{record}/review")
        assert (found["state"], found["review"]) == ("failed", None)
        job = await inside(site).reviews.jobs.find(Subject(record=record))
        assert job.tries == MOST_TRIES
        page = (await ann.get(f"/records/{record}/review")).text
        assert "has failed several times" in page
        assert "Try again" in page
    async with opened(tmp_path, **QUICK) as site, Visitor(site, "Ann") as ann:
        await ann.post(f"/records/{record}/review")
        assert (await reviewed(ann, f"/api/v1/records/{record}/review"))["state"] == "done"


# -- the queue


@asynccontextmanager
async def queue(folder: Path, database: str) -> AsyncIterator[tuple[ReviewJobs, list[Subject]]]:
    """An empty queue, and five records, without a worker."""
    store = Store(Settings(folder, database=database).database_url)
    await store.open()
    ids = [await store.add_record(f"r{n}", f"digest {n}", "{}") for n in range(5)]
    yield ReviewJobs(store), [Subject(record=one) for one in ids]
    await store.close()


@both
async def test_the_queue_serves_people_in_turn_and_those_who_wait_before_what_goes_by_itself(
    tmp_path: Path, database: str
) -> None:
    async with queue(tmp_path, database) as (jobs, subjects):
        await jobs.add(subjects[4], "cy", "judge", rank=BY_ITSELF)
        for subject in subjects[:3]:
            await jobs.add(subject, "ann", "judge")
        await jobs.add(subjects[3], "bo", "judge")
        order = []
        for _ in range(5):
            first = (await jobs.waiting())[0]
            order.append((first.asker, subjects.index(first.subject)))
            assert await jobs.begin(first)
            assert await jobs.finish(first, {})
            assert not await jobs.begin(first)  # a job that is done is not begun again
        assert order == [("ann", 0), ("bo", 3), ("ann", 1), ("ann", 2), ("cy", 4)]


@both
async def test_of_two_answers_for_one_moment_one_is_kept(tmp_path: Path, database: str) -> None:
    """Even if two workers have the same job: the second one stops."""
    async with queue(tmp_path, database) as (jobs, subjects):
        job = await jobs.add(subjects[0], "ann", "judge")
        results = await asyncio.gather(*(jobs.add_moments(job, 0, [f'"{n}"'], 0.1) for n in range(6)))
        assert sorted(results) == [False] * 5 + [True]
        assert len(await jobs.moments(job)) == 1
        assert not await jobs.add_moments(job, 0, ['"late"'], 0.1)
        again = await asyncio.gather(*(jobs.add(subjects[0], who, "x") for who in "abcd"))
        assert {one.id for one in again} == {job.id}


async def test_of_two_workers_on_one_database_one_reviews(tmp_path: Path, new_database: Callable[[], str]) -> None:
    address = new_database()
    async with (
        opened(tmp_path, database=address, **QUICK) as one,
        opened(tmp_path, database=address, **QUICK) as two,
        Visitor(one, "Ann") as ann,
        Visitor(two, "Bo") as bo,
    ):
        record = await uploaded(ann)
        await ann.post(f"/records/{record}/review")
        both_ran = False
        while (found := (await bo.get(f"/api/v1/records/{record}/review")).json())["state"] == "waiting":
            both_ran |= all(inside(site).reviewer.running is not None for site in (one, two))
            await asyncio.sleep(0.01)
        assert not both_ran
        assert found["state"] == "done"
        assert found["done"] == found["total"] == len(found["review"]["moments"])


async def test_reviews_wait_while_the_tables_need_the_machine(tmp_path: Path) -> None:
    async with opened(tmp_path, **QUICK | {"review_nice": 5}) as site, Visitor(site, "Ann") as ann:
        reviewer: ReviewWorker = inside(site).reviewer
        busy = True
        reviewer.is_busy = lambda: busy
        record = await uploaded(ann)
        await ann.post(f"/records/{record}/review")

        async def begun() -> bool:
            return bool((await ann.get(f"/api/v1/records/{record}/review")).json()["total"])

        await until(begun)
        await asyncio.sleep(1.0)
        assert (await ann.get(f"/api/v1/records/{record}/review")).json()["done"] == 0
        assert os.getpriority(os.PRIO_PROCESS, reviewer.process.pid) == os.getpriority(os.PRIO_PROCESS, 0) + 5
        busy = False
        assert (await reviewed(ann, f"/api/v1/records/{record}/review"))["state"] == "done"


# -- by itself, and again


async def test_a_table_that_wants_it_is_reviewed_by_itself(tmp_path: Path) -> None:
    async with opened(tmp_path, **QUICK) as site, Visitor(site, "Ann") as ann:
        path, other = await played(ann, auto_review=True), await played(ann)
        assert (await ann.get(api_of(path).removesuffix("/review"))).json()["auto_review"]

        async def is_there() -> bool:
            return (await ann.get(api_of(path))).status_code == 200

        await until(is_there)
        assert (await reviewed(ann, api_of(path)))["state"] == "done"
        assert (await ann.get(api_of(other))).status_code == 404
        path = await ann.set_up("me", "me", auto_review="1")  # the same from the page, and the host may change it
        assert "checked" in re.findall(r'id="host-wants-review"[^>]*', (await ann.get(path)).text)[0]
        await ann.post(f"{path}/auto-review", data={})
        assert "checked" not in re.findall(r'id="host-wants-review"[^>]*', (await ann.get(path)).text)[0]


async def test_a_new_evaluation_makes_a_new_review_and_the_old_one_is_shown_until_then(tmp_path: Path) -> None:
    async with opened(tmp_path, **QUICK) as site, Visitor(site, "Ann") as ann:
        record = await uploaded(ann)
        await ann.post(f"/records/{record}/review")
        old = await reviewed(ann, f"/api/v1/records/{record}/review")
        reviews: Reviews = inside(site).reviews
        reviews._judges["armorica"] = "another"  # as after an update
        page = (await ann.get(f"/records/{record}/review")).text
        assert 'class="chart chances' in page
        assert "being made again" in page
        job = await reviews.jobs.find(Subject(record=record))
        assert job is not None
        assert (job.judge, job.state, job.has_body) == ("another", "waiting", True)
        new = await reviewed(ann, f"/api/v1/records/{record}/review")
        assert new["review"] | {"seconds": 0.0} == old["review"] | {"seconds": 0.0}


# -- who may


async def test_an_unfinished_game_has_no_review(tmp_path: Path) -> None:
    async with opened(tmp_path, **QUICK) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "wanderer", game="arrival")
        answers = [
            await ann.post(f"{path}/review"),
            await ann.get(f"{path}/review"),
            await ann.get(f"{path}/review/file"),
        ]
        for answer in answers:
            assert answer.status_code == 409
            assert "can be reviewed when it is" in message_of(answer.text)
        assert await inside(site).reviews.jobs.count() == 0
        file = (await ann.get(f"{path}/record")).status_code
        assert file == 409
        text = json.loads(record_path(RECORD).read_text(encoding="utf-8"))
        assert text  # an unfinished record that was uploaded has none either
        ticket = await Program(ann).create("me", "me")
        running = (await ann.get(f"/api/v1/tables/{ticket['id']}/record", headers=key(ticket, 0))).text
        record = (await ann.post("/api/v1/records", content=running)).json()["id"]
        assert (await ann.post(f"/api/v1/records/{record}/review")).status_code == 409


async def test_the_review_of_a_private_table_is_for_the_people_at_it(tmp_path: Path) -> None:
    async with opened(tmp_path, **QUICK) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        path = await played(ann, visibility="private")
        api = api_of(path)
        person = {"Authorization": f"Bearer {(await bo.post('/api/v1/people', json={'name': 'Bo'})).json()['token']}"}
        for answer in (
            await bo.post(f"{path}/review"), await bo.get(f"{path}/review"), await bo.get(f"{path}/review/events"),
            await bo.get(f"{path}/review/file"), await bo.get(api), await bo.post(api, headers=person), await bo.get(f"{api}/events"),
        ):  # fmt: skip
            assert answer.status_code == 403
        assert await inside(site).reviews.jobs.count() == 0
        mine = {"Authorization": f"Bearer {await own_token(ann)}"}
        assert (await ann.post(api, headers=mine)).status_code == 200
        assert (await reviewed(ann, api, headers=mine))["state"] == "done"
        assert (await bo.get(f"{path}/review")).status_code == 403


async def test_strangers_get_fewer_reviews_than_players_and_are_told_when_the_next_one_is_possible(
    tmp_path: Path,
) -> None:
    quotas = "strange-reviews.person=1/hour, strange-reviews.address=2/day, reviews=3/hour"
    async with opened(tmp_path, quotas=quotas, **QUICK) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        await bo.set_up("me", "me")  # has a cookie
        paths = [await played(ann) for _ in range(3)]
        assert (await bo.post(f"{paths[0]}/review")).status_code == 303
        refused = await bo.post(f"{paths[1]}/review")
        assert refused.status_code == 429
        assert "games that you have not played here" in message_of(refused.text)
        assert int(refused.headers["retry-after"]) > 600
        assert (await bo.post(f"{paths[0]}/review")).status_code == 303  # what is there costs nothing
        for path in paths[1:]:
            assert (await ann.post(f"{path}/review")).status_code == 303
        one, two = await uploaded(ann), await uploaded(ann, "set-armorica-tiny-1")
        assert (await ann.post(f"/records/{one}/review")).status_code == 303
        assert (await ann.post(f"/records/{two}/review")).status_code == 429  # of this address, uploaded ones too


# -- stored with the game, and deleted with it


@both
async def test_a_review_is_deleted_with_its_record_and_its_match_and_forgets_who_asked(
    tmp_path: Path, database: str
) -> None:
    async with opened(tmp_path, database=database, **QUICK) as site, Visitor(site, "Ann") as ann:
        reviews: Reviews = inside(site).reviews
        record = await uploaded(ann)
        path = await played(ann)
        await ann.post(f"{path}/review")
        await ann.post(f"/records/{record}/review")
        await reviewed(ann, f"/api/v1/records/{record}/review")
        await reviewed(ann, api_of(path))
        job = await reviews.jobs.find(Subject(match=path.rpartition("/")[2]))
        assert job is not None
        assert job.asker
        await inside(site).expiry.sweep(time.time() + 100 * 86_400)
        assert await reviews.jobs.find(Subject(record=record)) is None
        assert await reviews.jobs.find(Subject(match=path.rpartition("/")[2])) is not None  # what was played stays
        await ann.post("/account/found", data={"login": "ann", "password": "menhir oak amphora"})
        gone = await ann.post("/account/delete", data={"sure": "yes", "password": "menhir oak amphora"})
        assert gone.status_code < 400
        left = await reviews.jobs.find(Subject(match=path.rpartition("/")[2]))
        assert left is not None
        assert left.asker == ""


async def test_a_game_that_the_server_stumbles_over_does_not_keep_the_others_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, **QUICK) as site, Visitor(site, "Ann") as ann:
        reviews: Reviews = inside(site).reviews
        record = await uploaded(ann)
        honest = reviews.record_of

        async def stumbling(subject: Subject) -> str:
            if subject.record == record:
                raise RuntimeError("a fault of ours")
            return await honest(subject)

        monkeypatch.setattr(reviews, "record_of", stumbling)
        await ann.post(f"/records/{record}/review")
        other = await uploaded(ann, "set-armorica-tiny-1")
        await ann.post(f"/records/{other}/review")
        assert (await reviewed(ann, f"/api/v1/records/{other}/review"))["state"] == "done"
        failed = await reviewed(ann, f"/api/v1/records/{record}/review")
        assert failed["state"] == "failed"


async def test_a_record_that_is_deleted_while_it_is_reviewed_stops_the_review(tmp_path: Path) -> None:
    async with opened(tmp_path, **QUICK) as site, Visitor(site, "Ann") as ann:
        record = await uploaded(ann)
        await in_the_middle(site, ann, record)
        await inside(site).expiry.sweep(time.time() + 100 * 86_400)
        inside(site).reviewer.is_busy = lambda: False

        async def has_stopped() -> bool:
            return inside(site).reviewer.running is None

        await until(has_stopped)
        other = await uploaded(ann, "set-armorica-tiny-1")
        await ann.post(f"/records/{other}/review")
        assert (await reviewed(ann, f"/api/v1/records/{other}/review"))["state"] == "done"  # the others go on


# -- progress


@pytest.mark.timed
async def test_progress_comes_as_events_until_the_review_is_there(tmp_path: Path) -> None:
    with Server(tmp_path, **LONG) as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
            record = await uploaded(client)
            began = time.monotonic()
            await client.post(f"/records/{record}/review")
            events: list[dict[str, Any]] = []
            async with client.stream("GET", f"/records/{record}/review/events") as stream:
                async for line in stream.aiter_lines():
                    if line.startswith("data: "):
                        events.append(json.loads(line.removeprefix("data: ")))
                        if len(events) == 1:
                            assert time.monotonic() - began < 6.0  # 2 seconds on a machine that does nothing else
    done = [event["done"] for event in events]
    assert done == sorted(done)
    assert any(0 < one < done[-1] for one in done)  # something between the beginning and the end
    assert [event["state"] for event in events].count("done") == 1
    assert events[-1]["state"] == "done"
    assert any("left" in event["words"] and event["left"] for event in events)


@pytest.mark.timed
def test_a_server_ends_within_a_second_in_the_middle_of_a_review(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, address):
        text = json.loads(record_path("armorica-2").read_text(encoding="utf-8"))
        record = post(address, "/api/v1/records", text)["id"]
        post(address, f"/api/v1/records/{record}/review", {})

        def thinker() -> list[int]:
            return [
                pid for pid in family(process.pid) if b"review_process" in Path(f"/proc/{pid}/cmdline").read_bytes()
            ]

        wait_until(thinker, "the process that reviews")
        (found,) = thinker()
        wait_until(lambda: seconds_used(found) > 0.5, "some thinking")
        assert ended_after(process) < SECOND
        wait_until(lambda: not Path(f"/proc/{found}").exists(), "the end of the process that reviews")
