"""Visibility back: the past from what a seat knew then, in truth once the game is over; results and their charts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from brehon.core import registry
from brehon.core.contract import ORACLE, SPECTATOR
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.server.archive.replay import open_outlooks
from brehon.server.table.table import Who
from tests.records import record_path
from tests.server.conftest import opened
from tests.server.people import ADDRESS, Program, Visitor, key


def board_of(page: str) -> str:
    found = re.search(r"(?s)(<svg[^>]*>.*?</svg>)</div>\s*</div>\s*<div id=\"side\">", page)
    assert found, page[:500]
    return found[1]


async def looked_back(client: httpx.AsyncClient, ticket: dict[str, Any], who: int, **asked: object) -> httpx.Response:
    headers = key(ticket, who) if who >= 0 else {}
    return await client.get(f"/api/v1/tables/{ticket['id']}/replay", params=asked, headers=headers)  # type: ignore[arg-type]


async def test_the_past_is_seen_with_what_the_seat_knew_then_and_by_nobody_else_before_the_end(ann: Visitor) -> None:
    program = Program(ann)
    ticket = await program.create("me", "friend", game="arrival")
    await program.join(ticket, 1)
    host = {"Authorization": f"Bearer {ticket['host_token']}"}
    assert (await ann.post(f"/api/v1/tables/{ticket['id']}/start", headers=host)).status_code == 200
    known: dict[tuple[int, int], object] = {}
    for step in range(30):
        seat = (await program.look(ticket, 0))["movers"][0]
        state = await program.look(ticket, seat)
        known[state["ply"], seat] = state["view"]  # given: what each saw when it had to decide
        await program.move(ticket, seat, state["ply"], action=state["legal"][step % len(state["legal"])]["action"])
    for ply, seat in list(known)[::3]:
        own = (await looked_back(ann, ticket, seat, ply=ply)).json()  # when
        assert own["view"] == known[ply, seat]  # then
        assert own["words"] is None  # the next line of the record may be a secret
        for who, asked in ((1 - seat, seat), (seat, 1 - seat), (seat, "truth"), (-1, seat), (-1, "truth")):
            assert (await looked_back(ann, ticket, who, ply=ply, seat=asked)).status_code == 403


async def test_an_address_that_asks_for_a_foreign_seat_shows_ones_own_and_says_why(ann: Visitor, bo: Visitor) -> None:
    path = await ann.set_up("me", "cottar", game="arrival")
    ply, _ = await ann.moves(path)
    own = (await ann.get(f"{path}/replay?ply={ply}")).text
    assert 'id="own-seat-only"' not in own
    for asked in ("1", "truth", "x", "-7"):
        page = (await ann.get(f"{path}/replay?ply={ply}&seat={asked}")).text
        assert 'id="own-seat-only"' in page
        assert board_of(page) == board_of(own)
    watched = board_of((await bo.get(f"{path}/replay?ply={ply}&seat=watcher")).text)
    assert board_of((await bo.get(f"{path}/replay?ply={ply}&seat=0")).text) == watched


def test_who_shares_a_screen_looks_back_without_anybodys_secrets() -> None:
    rules = registry.make_ruleset(registry.game("arrival"), 3)
    match = Match(rules, [Player("") for _ in range(3)], seeded_secret(1))
    match.start()
    assert open_outlooks(match, Who([0, 2])) == [SPECTATOR]
    assert open_outlooks(match, Who([1])) == [1, SPECTATOR]
    while not match.is_over:
        match.play(match.state.to_move(), match.legal(match.state.to_move())[0])
    assert open_outlooks(match, Who([])) == [ORACLE, 0, 1, 2, SPECTATOR]


RESULTS = ["armorica-3", "arrival-4-overrun", "arrival-3-prevailed", "fallen-kingdoms-6-by-hand"]


@pytest.mark.parametrize("name", RESULTS)
async def test_a_finished_game_can_be_seen_from_everywhere_with_its_result_in_charts(ann: Visitor, name: str) -> None:
    text = record_path(name).read_bytes()
    record = json.loads(text)
    place = (await ann.post("/records", files={"record": ("r.json", text)})).headers["location"]
    boards = {}
    for seat in ("truth", "watcher", *map(str, range(len(record["seats"])))):
        page = (await ann.get(f"{place}?ply={len(record['plies']) * 2 // 3}&seat={seat}")).text
        boards[seat] = board_of(page)
        assert 'id="own-seat-only"' not in page
    if not name.startswith("armorica"):
        assert boards["truth"] != boards["watcher"]
    page = (await ann.get(f"{place}/result")).text
    pictures = [ElementTree.fromstring(svg) for svg in re.findall(r'(?s)<svg class="chart.*?</svg>', page)]
    ways = await endings(ann, place) or [{"scores": record["result"]["scores"], "happened": True}]
    assert [picture.get("class") for picture in pictures] == [
        "chart breakdown wide", "chart breakdown narrow", *["chart course wide", "chart course narrow"] * len(ways)
    ]  # fmt: skip
    sums = [text.text for text in pictures[0].iter("text") if text.get("class") == "sum"]
    assert sums == [str(score) for score in record["result"]["scores"]]
    for way, picture in zip(ways, pictures[2::2], strict=True):
        ends = [title.text.rpartition(": ")[2] for title in picture.iter("title") if title.text]
        assert ends == [str(score) for score in way["scores"]]
        assert (ends == sums) == way["happened"]


async def endings(ann: Visitor, place: str) -> list[dict[str, Any]]:
    """The ways in which a finished game could have ended, for programs; each with its course, which ends with its points."""
    found: list[dict[str, Any]] = (await ann.get(f"/api/v1{place}/result")).json()["endings"]
    assert all(way["course"][-1]["scores"] == way["scores"] and way["course"][0]["ply"] == 0 for way in found)
    return found


async def test_a_program_reads_both_endings_of_a_game_and_which_has_happened(ann: Visitor) -> None:
    for name, labels in (
        ("arrival-4-overrun", [("If the tribes hold", False), ("If they are overrun", True)]),
        ("arrival-3-prevailed", [("If the tribes hold", True), ("If they are overrun", False)]),
        ("armorica-3", []),
    ):
        text = record_path(name).read_bytes()
        place = (await ann.post("/records", files={"record": ("r.json", text)})).headers["location"]
        ways = await endings(ann, place)
        said = (await ann.get(f"/api/v1{place}/result")).json()["verdict"]["ending"]
        assert not said.startswith("If "), "what has happened is not a condition"
        assert (said != "") == (labels != [])
        assert [(way["label"], way["happened"]) for way in ways] == labels
        for way in ways:
            assert (way["scores"] == json.loads(text)["result"]["scores"]) == way["happened"]
    description = (await ann.get("/api/v1/openapi.json")).json()["components"]["schemas"]
    assert {"label", "scores", "happened", "course"} == set(description["EndingState"]["required"])


async def test_the_result_of_a_table_adds_up_for_programs_too(ann: Visitor) -> None:
    path = await ann.set_up("wanderer", "wanderer")
    await ann.play_on(path)
    data = (await ann.get(f"/api/v1{path.replace('table', 'tables')}/result")).json()
    parts = [line["values"] for line in data["breakdown"] if not line["total"]]
    assert [sum(values) for values in zip(*parts, strict=True)] == data["scores"]
    assert data["course"][-1]["scores"] == data["scores"]
    assert [step["ply"] for step in data["course"]] == sorted({step["ply"] for step in data["course"]})
    page = (await ann.get(f"{path}/result")).text
    for link in ("/replay?ply=0", "/verify", "/record"):
        assert f'href="{path}{link}"' in page
    picture = await ann.get(f"/api/v1{path.replace('table', 'tables')}/replay.svg?ply=20")
    assert ElementTree.fromstring(picture.text).tag.endswith("svg")


async def test_there_is_no_result_before_the_end(ann: Visitor) -> None:
    path = await ann.set_up("me", "cottar")
    for place in (f"{path}/result", f"/api/v1{path.replace('table', 'tables')}/result"):
        answer = await ann.get(place)
        assert answer.status_code == 409
        assert "The game is not over" in answer.text


async def test_a_kept_record_opens_the_same_after_a_restart_without_being_examined_again(tmp_path: Path) -> None:
    text = record_path("armorica-2").read_bytes()
    pages = []
    place = ""
    for _ in range(2):
        async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
            if not place:
                answer = await client.post("/records", files={"record": ("r.json", text)})
                place = answer.headers["location"]
            pages.append([(await client.get(f"{place}{tail}")).text for tail in ("?ply=31&seat=1", "/result")])
    assert pages[0] == pages[1]
    assert "every draw follows from the secret" in pages[1][0]
    assert 'class="chart course wide"' in pages[1][1]
