"""Nothing that a stranger uploads can stop the server: not what once did, and not 500 mutations of it."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from brehon.core import registry
from tests.records import released
from tests.server.conftest import opened
from tests.server.hostile import COMPONENTS, RECORD_TEXTS, RECORDS, many_cards, mutated
from tests.server.people import ADDRESS
from tests.server.running import ROOT, Server

QUICK = 0.2  # seconds in which /health must answer
GROWTH = 50_000_000  # bytes
MUTATIONS = 500
AT_ONCE = 4
Upload = Callable[[httpx.AsyncClient, str], Awaitable[httpx.Response]]


async def table_by_api(client: httpx.AsyncClient, text: str) -> httpx.Response:
    body = {"game": "armorica", "seats": [{"kind": "friend"}] * 2, "components": {"name": "mine", "source": text}}
    return await client.post("/api/v1/tables", json=body)


async def table_by_form(client: httpx.AsyncClient, text: str) -> httpx.Response:
    form = {"game": "armorica", "name": "Ann", "seat1": "me", "seat2": "friend"}
    return await client.post("/tables", data=form, files={"components": ("mine.toml", text.encode())})


async def proof_by_api(client: httpx.AsyncClient, text: str) -> httpx.Response:
    return await client.post("/api/v1/verify", content=text.encode())


async def record_by_api(client: httpx.AsyncClient, text: str) -> httpx.Response:
    return await client.post("/api/v1/records", content=text.encode())


async def record_by_form(client: httpx.AsyncClient, text: str) -> httpx.Response:
    return await client.post("/records", files={"record": ("game.json", text.encode())})


DOORS: dict[Upload, dict[str, Callable[[], str]]] = {
    table_by_api: COMPONENTS,  # type: ignore[dict-item]
    table_by_form: COMPONENTS,  # type: ignore[dict-item]
    proof_by_api: RECORD_TEXTS,  # type: ignore[dict-item]
    record_by_api: RECORD_TEXTS,  # type: ignore[dict-item]
    record_by_form: RECORD_TEXTS,  # type: ignore[dict-item]
}
ATTACKS = [(door, make, f"{door.__name__} {name}") for door, files in DOORS.items() for name, make in files.items()]


@pytest.mark.parametrize(("door", "make"), [attack[:2] for attack in ATTACKS], ids=[attack[2] for attack in ATTACKS])
async def test_each_of_them_is_refused_in_words(
    tmp_path: Path, door: Upload, make: Callable[[], str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS, timeout=60) as client:
        answer = await door(client, make())
    assert answer.status_code == 422, answer.text[:300]
    assert "more than" in answer.text or "deeper than" in answer.text or "at most" in answer.text
    assert caplog.records == []  # refused by a limit, before any time ran out


# -- a real server


class Watch:
    """Asks /health again and again, from a process of its own, while something else is going on."""

    def __init__(self, server: Server) -> None:
        command = [sys.executable, "-m", "tests.server.watching", str(server.port), str(server.pid)]
        self._process = subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    def end(self) -> None:
        found = json.loads(self._process.communicate()[0])
        self.lasted: list[float] = found["lasted"]
        self.before: int = found["before"]
        self.most: int = found["most"]
        assert set(found["statuses"]) == {200}

    def report(self) -> str:
        ordered = sorted(self.lasted)
        return (
            f"/health asked {len(ordered)} times: median {ordered[len(ordered) // 2] * 1e3:.0f} ms, "
            f"p99 {ordered[len(ordered) * 99 // 100] * 1e3:.0f} ms, max {ordered[-1] * 1e3:.0f} ms; "
            f"memory of all processes {self.before / 1e6:.0f} MB, at most {(self.most - self.before) / 1e6:.0f} MB more"
        )


async def send_all(server: Server, jobs: list[tuple[Upload, str]]) -> tuple[list[int], Watch]:
    """Send them a few at a time; their statuses."""
    waiting = iter(jobs)
    statuses: list[int] = []

    async def send_some() -> None:
        async with httpx.AsyncClient(base_url=server.url, timeout=120) as client:
            for door, text in waiting:
                statuses.append((await door(client, text)).status_code)

    watch = Watch(server)
    await asyncio.gather(*(send_some() for _ in range(AT_ONCE)))
    watch.end()
    return statuses, watch


@contextmanager
def warm_server(folder: Path) -> Iterator[Server]:
    """A server that has checked a file and a record, so that its processes are there."""
    game = registry.game("armorica")
    good: Any = [
        (table_by_api, game.read_builtin(game.default_components)),
        (record_by_api, (RECORDS / "armorica/v1/armorica-2.json").read_text("utf-8")),
        (record_by_form, (RECORDS / "arrival/v1/arrival-3-prevailed.json").read_text("utf-8")),
    ]
    with Server(folder) as server:
        statuses, _ = asyncio.run(send_all(server, good))
        assert sorted(statuses) == [201, 201, 303]
        yield server


def check(statuses: list[int], watch: Watch) -> None:
    print(watch.report())
    assert [status for status in statuses if status >= 500] == []
    assert max(watch.lasted) < QUICK, watch.report()
    assert watch.most - watch.before < GROWTH, watch.report()


@pytest.mark.timed
def test_a_server_that_is_attacked_answers_everybody_else_at_once(tmp_path: Path) -> None:
    jobs = [(door, make()) for door, make, _ in ATTACKS]
    with warm_server(tmp_path) as server:
        statuses, watch = asyncio.run(send_all(server, jobs * 2))
        assert set(statuses) == {422}
        check(statuses, watch)


@pytest.mark.timed
@pytest.mark.slow
def test_500_mutations_of_the_attacks_do_no_harm(tmp_path: Path) -> None:
    rng = random.Random("brehon uploads")
    jobs: list[tuple[Upload, str]] = []
    for number in range(MUTATIONS):
        door, make, _ = ATTACKS[number % len(ATTACKS)]
        jobs.append((door, mutated(make() if number % 2 else smaller(door, make, rng), rng)))
    with warm_server(tmp_path) as server:
        statuses, watch = asyncio.run(send_all(server, jobs))
        assert len(statuses) == MUTATIONS
        check(statuses, watch)


def smaller(door: Upload, make: Callable[[], str], rng: random.Random) -> str:
    """The same attack just within the limits of size, so that the parsers and checkers get to see it; or a good file."""
    if make is many_cards:
        return many_cards(rng.choice([20_000, 100_000, 190_000]))
    if rng.random() < 0.5:
        return make()[: rng.choice([30, 5_000, 9_000])]
    game = registry.game("armorica")
    if door in (table_by_api, table_by_form):
        return game.read_builtin(rng.choice(game.builtin_components()))
    return rng.choice(released()).read_text("utf-8")
