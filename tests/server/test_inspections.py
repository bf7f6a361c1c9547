"""The processes that read files of strangers: limits of time and memory, nothing inherited, a queue that can be full."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from brehon.core import registry
from brehon.core.errors import BadComponents, BrehonError, Problem
from brehon.core.text import Message, Number, Seat, Speaker
from brehon.server.table.inspections import MOST_WAITING, RETRY, Gone, Inspections, Inspector
from brehon.server.table.inspector import pack_error, unpack_error
from tests.server.conftest import opened
from tests.server.hostile import RECORDS, structural
from tests.server.people import ADDRESS
from tests.waiting import until

GOOD = {"kind": "record", "text": (RECORDS / "armorica/v1/armorica-2.json").read_text("utf-8"), "seconds": 5.0}
SLOW = {
    "kind": "components", "game": "fallen-kingdoms", "name": "mine", "seats": 3, "options": {},
    "source": registry.game("fallen-kingdoms").read_builtin("fallen-default-1"),
}  # fmt: skip


@pytest.fixture
def inspector() -> Iterator[Inspector]:
    found = Inspector()
    yield found
    found.close()
    found.end()


def test_a_job_that_takes_too_much_of_the_processor_is_ended_and_the_next_one_is_done(inspector: Inspector) -> None:
    assert inspector.ask(GOOD, 60)["result"]["plies"] == 97
    with pytest.raises(Gone) as gone:
        inspector.ask({**SLOW, "seconds": 0.02}, 60)
    assert gone.value.code == -signal.SIGPROF
    assert inspector.ask(GOOD, 60)["result"]["proven"]


def test_a_job_that_takes_too_long_by_the_clock_is_ended(inspector: Inspector) -> None:
    inspector.ask(GOOD, 60)
    with pytest.raises(Gone) as gone:
        inspector.ask({**SLOW, "seconds": 60.0}, 0.02)
    assert gone.value.code == -signal.SIGKILL


def test_a_job_that_needs_too_much_memory_is_given_up(inspector: Inspector) -> None:
    text = '{"plies": [' + "{}," * 1_300_000 + "1]}"
    found = inspector.ask({**GOOD, "text": text, "seconds": 60.0}, 120)
    assert found.get("memory") is True
    assert inspector.ask(GOOD, 60)["result"]["proven"]


def test_the_process_inherits_neither_files_nor_secrets(
    inspector: Inspector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BREHON_SMTP_URL", "smtp://user:secret@example.org")
    with (tmp_path / "database").open("w") as file:
        os.set_inheritable(file.fileno(), True)
        inspector.ask(GOOD, 60)
    process = inspector._process
    assert process is not None
    links = [str(link.readlink()) for link in Path(f"/proc/{process.pid}/fd").iterdir()]
    assert not any("database" in link or link.startswith("socket:") for link in links)
    assert b"secret" not in Path(f"/proc/{process.pid}/environ").read_bytes()
    assert os.getpriority(os.PRIO_PROCESS, process.pid) >= 10


async def test_a_full_queue_sends_people_away_with_the_time_to_come_back(tmp_path: Path) -> None:
    body = {
        "game": SLOW["game"],
        "seats": [{"kind": "friend"}] * 3,
        "components": {"name": "mine", "source": SLOW["source"]},
    }
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS, timeout=120) as client:
        answers = await asyncio.gather(*(client.post("/api/v1/tables", json=body) for _ in range(MOST_WAITING + 4)))
        page = {"game": "armorica", "name": "Ann", "seat1": "me", "seat2": "friend"}
        later = await client.post("/tables", data=page)
    refused = [answer for answer in answers if answer.status_code == 503]
    assert len(refused) == 4
    assert all(answer.headers["Retry-After"] == str(RETRY) for answer in refused)
    assert sum(answer.status_code == 201 for answer in answers) == MOST_WAITING
    assert later.status_code == 303


async def test_jobs_in_the_queue_end_with_the_server() -> None:
    inspections = Inspections()
    jobs = [asyncio.create_task(inspections.record(GOOD["text"])) for _ in range(5)]  # type: ignore[arg-type]
    await until(lambda: inspections.waiting == len(jobs))
    inspections.close()
    found = await asyncio.wait_for(asyncio.gather(*jobs, return_exceptions=True), 5)
    assert all(isinstance(one, Exception) for one in found)


@pytest.mark.parametrize("name", registry.names())
def test_odd_values_in_a_component_file_are_refused_in_words_or_played_with(name: str) -> None:
    rng = random.Random(f"brehon odd {name}")
    game = registry.game(name)
    refused = 0
    for _ in range(300):
        source = structural(name, rng)
        try:
            registry.make_ruleset(game, game.seats[0], {}, game.load_components(source, "mine")).start()
        except BrehonError as error:
            refused += len(str(error)) < 20_000
    assert refused > 200


def test_an_error_from_the_other_process_is_said_in_the_reader_s_language() -> None:
    text = Message("%(mean)s, %(what)s, %(who)s, %(n)s", mean=Number(0.25, 2), what=Message("sheep"), who=Seat(0), n=3)
    sent = json.loads(json.dumps(pack_error(BadComponents("mine", [Problem("CK-9", text)]))))
    found = unpack_error(sent)
    assert isinstance(found, BadComponents)
    assert Speaker("de", ["Bo"])(found.problems[0].text) == "0,25, Schafe, Bo, 3"
