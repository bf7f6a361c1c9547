"""Searching bots take turns: people's tables first, then by owner and table; with a real pool of one process."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from brehon.bots.base import Budget
from brehon.bots.levels import LEVELS, Level
from brehon.server.table.bot_pool import BotPool, position
from brehon.server.table.bot_queue import Place, Turns
from tests.server.conftest import opened
from tests.server.people import Program, Visitor
from tests.server.test_thinking import match_of, mover


async def order_of(turns: Turns, places: list[Place]) -> list[str]:
    """The tables in the order of their turns, if all ask at once while someone else has the only turn."""
    served: list[str] = []

    async def think(place: Place) -> None:
        async with turns.turn(place):
            served.append(place.table)
            await asyncio.sleep(0)

    async with turns.turn(Place("first", "first")):
        tasks = [asyncio.create_task(think(place)) for place in places]
        await asyncio.sleep(0)
        assert turns.waiting == len(places)
    await asyncio.gather(*tasks)
    return served


async def test_a_person_with_fifty_tables_does_not_make_others_wait() -> None:
    many = [Place(f"m{n}", "greedy") for n in range(50)]
    served = await order_of(Turns(1), [*many, Place("a", "ann"), Place("b", "bo")])
    assert served[:3] == ["m0", "a", "b"]  # no one was served before, so the first who came is the first


async def test_an_owner_who_was_served_comes_after_one_who_was_not() -> None:
    turns = Turns(1)
    await order_of(turns, [Place("m0", "greedy")])
    many = [Place(f"m{n}", "greedy") for n in range(50)]
    assert (await order_of(turns, [*many, Place("a", "ann")]))[0] == "a"


async def test_tables_of_one_owner_take_turns_and_bots_alone_come_last() -> None:
    turns = Turns(1)
    await order_of(turns, [Place("x", "ann")])
    places = [Place("idle", "bo", True), Place("x", "ann"), Place("y", "ann")]
    assert await order_of(turns, places) == ["y", "x", "idle"]


async def test_who_gives_up_waiting_takes_no_turn() -> None:
    turns = Turns(1)

    async def think(table: str) -> None:
        async with turns.turn(Place(table)):
            pass

    async with turns.turn(Place("first")):
        gone, after = asyncio.create_task(think("gone")), asyncio.create_task(think("after"))
        await asyncio.sleep(0)
        gone.cancel()
    gone_too = asyncio.create_task(think("gone too"))  # granted and cancelled at the same moment
    await asyncio.sleep(0)
    gone_too.cancel()
    async with asyncio.timeout(1):
        await after
        await think("next")
    assert turns.waiting == 0


async def test_the_pool_of_one_process_serves_a_persons_table_before_fifty_of_bots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Given fifty tables of bots that wait, when a person's table asks, then it is served next."""
    monkeypatch.setitem(LEVELS, "warrior", Level("warrior", "", "", LEVELS["warrior"].bot, Budget(2)))
    match = match_of("armorica", 2)
    asked = position(match, mover(match), "warrior")
    thinkers, done = BotPool(1), []

    async def think(place: Place) -> None:
        await thinkers.choose(asked, place)
        done.append(place.table)

    try:
        await thinkers.choose(asked)  # the process has started
        tasks = [asyncio.create_task(think(Place(f"bots {n}", f"owner {n}", True))) for n in range(50)]
        await asyncio.sleep(0)
        await think(Place("ann's", "ann"))
        assert done.index("ann's") <= 1, done  # after the one that was being thought about
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        thinkers.close()
    assert thinkers.thinking == 0


async def test_at_a_real_server_a_person_does_not_wait_for_tables_of_bots(tmp_path: Path) -> None:
    """Given twenty tables where only Warriors play, when a person plays a Warrior, then theirs is always served next."""
    async with opened(tmp_path, bot_processes=1) as site, Visitor(site, "Ann") as ann:
        program, turns = Program(ann), site.app.state.drivers.thinkers.turns
        for _ in range(20):
            await program.create("warrior", "warrior")
        mine = await program.create("me", "warrior")
        overtaken: list[int] = []  # turns that others got while the person's table waited
        since = -1
        async with asyncio.timeout(60):
            while len(overtaken) < 3:
                is_waiting = any(one.place.table == mine["id"] for one in turns._waiting)
                if is_waiting and since < 0 and turns.waiting > 15:
                    since = turns._grants
                elif not is_waiting and since >= 0:
                    overtaken.append(turns._grants - since - 1)
                    since = -1
                state = await program.look(mine)
                if state["legal"]:
                    await program.move(mine, 0, state["ply"], action=state["legal"][0]["action"])
                await asyncio.sleep(0.005)
    assert max(overtaken) <= 1, overtaken
