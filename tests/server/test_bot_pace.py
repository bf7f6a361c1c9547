"""All bots of a table together never keep a person waiting for long, people can make them finish, and turns can be followed."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from brehon.server.table import bot_wait
from brehon.server.table.bot_pool import BotPool, position
from brehon.server.table.bot_queue import Place
from brehon.server.table.bot_wait import Wait
from tests.server.conftest import opened
from tests.server.people import Program, Visitor, key
from tests.server.test_thinking import match_of, mover

pytestmark = pytest.mark.timed
SEATS = {"armorica": 4, "arrival": 4, "fallen-kingdoms": 6}


async def longest_wait(program: Program, ticket: dict[str, Any], rounds: int) -> list[float]:
    """The person decides as soon as they can; how long they waited each time."""
    waits: list[float] = []
    begin = time.monotonic()
    while len(waits) < rounds:
        state = await program.look(ticket)
        if state["status"] == "over":
            break
        if not state["legal"]:
            assert time.monotonic() - begin < 20.0, "the bots have stopped"
            await asyncio.sleep(0.02)
            continue
        waited = time.monotonic() - begin
        if waited > 0.1:
            waits.append(waited)
        answer = await program.move(ticket, 0, state["ply"], action=state["legal"][-1]["action"])
        assert answer.status_code == 200, answer.text
        begin = time.monotonic()
    return waits


@pytest.mark.parametrize("game", list(SEATS))
async def test_searching_bots_at_a_full_table_keep_nobody_waiting_for_ten_seconds(tmp_path: Path, game: str) -> None:
    async with opened(tmp_path, bot_pause=0.9) as site, Visitor(site, "Ann") as ann:
        program = Program(ann)
        ticket = await program.create("me", *["brehon"] * (SEATS[game] - 1), game=game)
        waits = await longest_wait(program, ticket, 4)
    assert waits
    assert max(waits) < 10.0


def burn() -> None:
    while True:
        sum(range(10_000))


async def test_the_limit_holds_on_a_machine_that_has_no_time_for_bots(tmp_path: Path) -> None:
    """Given more work than processors, and a pool that other tables keep busy, when bots have to move, then it is still in time."""
    context = multiprocessing.get_context("spawn")
    burning = [context.Process(target=burn, daemon=True) for _ in range(4)]
    for process in burning:
        process.start()
    try:
        async with opened(tmp_path, bot_pause=0.9) as site, Visitor(site, "Ann") as ann:
            program = Program(ann)
            for _ in range(3):
                await program.create("brehon", "brehon", "brehon", "brehon", game="armorica")
            ticket = await program.create("me", *["brehon"] * 5, game="fallen-kingdoms")
            waits = await longest_wait(program, ticket, 2)
    finally:
        for process in burning:
            process.kill()
            process.join()
    assert waits
    assert max(waits) < 10.0


async def until_my_turn(program: Program, ticket: dict[str, Any]) -> float:
    begin = time.monotonic()
    while not (await program.look(ticket))["legal"]:
        assert time.monotonic() - begin < 30.0
        await asyncio.sleep(0.01)
    return time.monotonic() - begin


async def decide(program: Program, ticket: dict[str, Any]) -> None:
    """Decide until it is a bot's turn."""
    while (state := await program.look(ticket))["legal"]:
        await program.move(ticket, 0, state["ply"], action=state["legal"][0]["action"])


async def test_people_can_make_the_bots_finish(tmp_path: Path) -> None:
    """Given bots with long pauses and a search of two seconds each, when a person presses *finish now*, then they are done."""
    async with opened(tmp_path, bot_pause=6.0, bot_wait=0.0) as site, Visitor(site, "Ann") as ann:
        program = Program(ann)
        ticket = await program.create("me", "brehon", "brehon", "brehon")
        path = f"/api/v1/tables/{ticket['id']}/finish"
        assert (await ann.post(path, headers=key(ticket, 0))).status_code in (200, 409)
        await until_my_turn(program, ticket)
        refused = await ann.post(path, headers=key(ticket, 0))
        assert refused.status_code == 409
        assert "No bot" in refused.json()["message"]
        await decide(program, ticket)
        await asyncio.sleep(0.3)
        assert not (await program.look(ticket))["legal"], "they were done anyway"
        assert (await ann.post(path, headers=key(ticket, 0))).status_code == 200
        assert await until_my_turn(program, ticket) < 3.0


async def test_a_search_that_is_under_way_ends_with_what_it_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_wait, "GRACE", 30.0)  # on a busy machine a process with low priority answers late
    match, thinkers, wait = match_of("fallen-kingdoms", 3), BotPool(1), Wait(0.0)
    try:
        asked, other = position(match, mover(match), "brehon"), match_of("armorica", 2)
        await thinkers.choose(position(other, mover(other), "cottar"))  # the process has started
        begin = time.monotonic()
        await thinkers.choose_in_time(asked._replace(table="the same elsewhere"), Place("x"), Wait(0.0))
        unhurried = time.monotonic() - begin
        assert unhurried > 0.8
        asyncio.get_running_loop().call_later(0.2, wait.hurry.set)
        begin = time.monotonic()
        assert await thinkers.choose_in_time(asked, Place("x"), wait) in match.legal(mover(match))
        assert 0.15 < time.monotonic() - begin < unhurried - 0.2
    finally:
        thinkers.close()


async def test_turns_of_bots_are_apart_and_the_steps_of_one_turn_are_not(tmp_path: Path) -> None:
    """Given four quick bots, when they move, then people have time between two turns, and all of it is soon over."""
    async with opened(tmp_path, bot_pause=0.5) as site, Visitor(site, "Ann") as ann:
        program = Program(ann)
        ticket = await program.create("me", "cottar", "cottar", "cottar", game="arrival")
        await until_my_turn(program, ticket)
        await decide(program, ticket)
        moments: dict[int, float] = {}
        while not (await program.look(ticket))["legal"]:
            async with site.app.state.tables.at(ticket["id"]) as table:
                moments.setdefault(table.ply, time.monotonic())
            await asyncio.sleep(0.005)
        async with site.app.state.tables.at(ticket["id"]) as table:
            seats = [ply.seat for ply in table.match.plies]
    times = sorted(moments.items())
    gaps = [later - earlier for (_, earlier), (_, later) in pairwise(times)]
    changes = [seats[ply - 1] != seats[ply] for (ply, _), _ in pairwise(times)]
    between = [gap for gap, is_new in zip(gaps, changes, strict=True) if is_new]
    assert len(between) >= 2
    assert min(between[1:]) > 0.4
    assert all(gap < 0.35 for gap, is_new in zip(gaps, changes, strict=True) if not is_new)


def test_time_is_shared_out_so_that_later_bots_have_some_too() -> None:
    wait = Wait(10.0, bots=5)
    given = []
    for _ in range(15):
        given.append(wait.thinking(2.0))
        wait.begun -= given[-1]  # as if it had passed
        wait.moved(True)
    assert sum(given) < 10.0
    assert min(given) > 0.1
    wait.begin_again()
    wait.expected = 60
    assert wait.thinking(2.0) < given[0]
    wait.hurry.set()
    assert wait.thinking(2.0) < 0.05
    assert wait.pause(5.0, True) == 0.0
    wait.begin_again()
    assert wait.pause(0.5, True) > 0.0


def test_where_nobody_waits_bots_take_their_time() -> None:
    wait = Wait(10.0, bots=5)
    wait.is_watched = False
    for _ in range(50):
        assert wait.thinking(2.0) == 2.0
        wait.moved(True)
    assert not wait.is_late
