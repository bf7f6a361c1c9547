"""More to do than can be done: a crowd of spectators is asked to wait, the players' moves land, and it is over by itself."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from brehon.server.web.shedding import ACTS, LIMITS, LOOKS_ON, READS, TICK, Limit, Load
from tests.server.conftest import opened
from tests.server.people import Visitor, ply_of
from tests.server.transport import Transport
from tests.waiting import until

SCRIPT = {"X-Brehon": "1"}
MOVES = re.compile(r'name="action" value="(\d+)"')
STRICT = (Limit(0.01, 4), Limit(60.0, 4))  # so little that a test can reach it
ANY = Limit(-1e9, -1)  # passed by everybody, as if there were no end of them


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Transport]:
    async with opened(tmp_path, sheds=True) as transport:
        yield transport


def load_of(site: Transport) -> Load:
    load: Load = site.app.state.load
    return load


async def decide(ann: Visitor, path: str, page: str) -> str:
    found = MOVES.search(page)
    assert found is not None
    answer = await ann.move(path, ply_of(page), int(found[1]), script=True)
    assert answer.status_code == 200, answer.text
    return answer.text


async def test_a_crowd_of_spectators_waits_and_every_move_lands(site: Transport, ann: Visitor) -> None:
    path, load = await ann.set_up("me", "me"), load_of(site)
    load.limits = STRICT
    page = (await ann.get(f"{path}/fragment", headers=SCRIPT)).text
    async with Visitor(site, "") as crowd:
        for _ in range(5):
            looks = [asyncio.create_task(crowd.get(f"{path}/fragment", headers=SCRIPT)) for _ in range(60)]
            await asyncio.sleep(0)
            page = await decide(ann, path, page)
            answers = await asyncio.gather(*looks)
            turned_away = [answer for answer in answers if answer.status_code == 503]
            assert {answer.status_code for answer in answers} <= {200, 503}
            assert turned_away, "nobody was asked to wait"
            for answer in turned_away:
                assert 1 <= int(answer.headers["retry-after"]) <= 5
                assert "very busy" in answer.text
                assert 'id="table"' in answer.text, "the script shows the sentence"
        assert load.shed[LOOKS_ON] > 0
        assert load.shed[READS] == 0
        assert load.running == 0
        await asyncio.sleep(2)  # nothing is done but waiting
        assert (await crowd.get(f"{path}/fragment", headers=SCRIPT)).status_code == 200, "it has recovered by itself"


async def test_players_read_on_while_spectators_wait_and_wait_only_when_it_is_worse(
    site: Transport, ann: Visitor
) -> None:
    path, load = await ann.set_up("me", "me"), load_of(site)
    async with Visitor(site, "") as crowd:
        load.limits = (ANY, Limit(60.0, 40))
        assert (await crowd.get(path)).status_code == 503
        assert (await ann.get(path)).status_code == 200
        load.limits = (ANY, ANY)
        answer = await ann.get(f"{path}/fragment", headers=SCRIPT)
        assert answer.status_code == 503
        assert (await ann.get("/")).status_code == 503
        load.limits = LIMITS
        page = (await ann.get(f"{path}/fragment", headers=SCRIPT)).text
        load.limits = (ANY, ANY)
        await decide(ann, path, page)
        refused = await ann.post("/tables", data={"game": "armorica", "name": "Ann", "seat1": "me", "seat2": "me"})
        assert refused.status_code == 503, "a new table is no move"


async def test_whoever_watches_the_server_is_always_answered(site: Transport, ann: Visitor) -> None:
    load_of(site).limits = (ANY, ANY)
    assert (await ann.get("/api/v1/games")).status_code == 503
    assert (await ann.get("/health")).status_code == 200
    assert (await ann.get("/static/brehon.js")).status_code == 200
    numbers = (await ann.get("/metrics")).text
    assert next(line for line in numbers.splitlines() if line.startswith("brehon_shed_lookers_total{")).endswith(" 1")


async def test_the_refusal_is_in_the_readers_language_and_for_programs_in_theirs(site: Transport, ann: Visitor) -> None:
    load_of(site).limits = (ANY, ANY)
    german = await ann.get("/", headers={"Accept-Language": "de"})
    assert german.status_code == 503
    assert "Züge" in german.text
    program = await ann.get("/api/v1/games")
    assert program.json()["code"] == "busy"
    assert "retry-after" in program.headers


@pytest.mark.parametrize(
    ("late", "requests", "shed"), [(0.0, 500, False), (5.0, 3, False), (0.3, 30, True), (0.05, 30, False)]
)
def test_one_slow_answer_or_one_full_moment_turns_nobody_away(late: float, requests: int, shed: bool) -> None:
    load, now = Load(lambda request, match_id: False), time.monotonic()
    load.running = requests
    load.tick(now + TICK + late)
    looking = {"type": "http", "method": "GET", "path": "/stats", "headers": [], "query_string": b""}
    assert (load.refusal(looking) is not None) is shed


def test_a_burst_is_seen_before_the_loop_comes_round_and_being_late_fades() -> None:
    load, now = Load(lambda request, match_id: False), time.monotonic()
    load.running = 100
    assert not load.is_past(LIMITS[LOOKS_ON], now)
    assert load.is_past(LIMITS[LOOKS_ON], now + TICK + 0.2)
    assert not load.is_past(LIMITS[READS], now + TICK + 0.2)
    assert load.is_past(LIMITS[READS], now + TICK + 0.6)
    load.tick(now + TICK + 0.6)
    for n in range(1, 20):
        load.tick(now + 0.6 + TICK + n * TICK)
    assert not load.is_past(LIMITS[LOOKS_ON], now + 0.6 + 20 * TICK)


async def test_one_person_who_asks_again_and_again_is_no_crowd(site: Transport, ann: Visitor) -> None:
    path = await ann.set_up("me", "me")
    load_of(site).limits = (Limit(-1e9, 1), Limit(-1e9, 1))
    for _ in range(40):
        assert (await ann.get(f"{path}/fragment")).status_code == 200


async def test_whoever_sends_slowly_turns_nobody_away(site: Transport, ann: Visitor) -> None:
    """Forms that never come are not waiting for us: an attack with them must not keep spectators out."""
    path, load = await ann.set_up("me", "me"), load_of(site)
    load.limits = (Limit(-1e9, 3), Limit(-1e9, 3))
    end, begun = asyncio.Event(), 0

    async def body() -> AsyncIterator[bytes]:
        nonlocal begun
        yield b"ply=1"
        begun += 1
        await end.wait()

    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    slow = [asyncio.create_task(ann.post(f"{path}/move", content=body(), headers=headers)) for _ in range(20)]
    await until(lambda: begun == len(slow) and load.running == 0, "all wait for their bodies, and none for us")
    async with Visitor(site, "") as other:
        assert (await other.get(path)).status_code == 200
    end.set()
    await asyncio.gather(*slow)
    assert load.running == 0


def test_who_waits_first() -> None:
    load = Load(lambda request, match_id: match_id in ("", "mine"))
    cookie = [(b"cookie", b"guest=x")]

    def kind(method: str, path: str, headers: list[tuple[bytes, bytes]] | None = None) -> int:
        return load.kind_of(
            {"type": "http", "method": method, "path": path, "headers": headers or [], "query_string": b""}
        )

    assert kind("GET", "/table/mine/fragment", cookie) == READS
    assert kind("GET", "/table/other/fragment", cookie) == LOOKS_ON
    assert kind("GET", "/table/mine/fragment") == LOOKS_ON
    assert kind("GET", "/", cookie) == READS
    assert kind("GET", "/stats", cookie) == LOOKS_ON
    assert kind("GET", "/api/v1/tables/other", [(b"authorization", b"Bearer x")]) == READS
    assert kind("POST", "/table/other/move") == ACTS
    assert kind("POST", "/tables", cookie) == READS
    assert kind("GET", "/health") == ACTS
