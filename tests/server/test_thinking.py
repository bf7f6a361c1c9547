"""Bots that take their time: in processes of their own, while everybody else goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from random import Random

import pytest

from brehon.bots.base import Budget
from brehon.bots.levels import LEVELS, Level
from brehon.bots.seated import Seated
from brehon.core import registry
from brehon.core.fair import commitment, seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.server.learning.opponents import at_once, seed
from brehon.server.table import bot_pool as thinking
from brehon.server.table.bot_pool import BotPool, choose_at, position
from tests.server.people import Program, Visitor
from tests.server.transport import Transport

SECRET = seeded_secret(5)


def match_of(name: str, n_seats: int) -> Match:
    rules = registry.make_ruleset(registry.game(name), n_seats)
    match = Match(rules, [Player(f"P{seat}") for seat in range(n_seats)], SECRET)
    match.start()
    return match


def mover(match: Match) -> int:
    return match.state.to_move()


def test_a_worker_comes_to_the_same_decision_as_the_server_would(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a match with secrets, when it is sent as plain data, then the view that comes back from it is the same."""
    warrior = LEVELS["warrior"]
    monkeypatch.setitem(LEVELS, "warrior", Level("warrior", "", "", warrior.bot, Budget(5)))
    for name, n_seats in (("armorica", 2), ("arrival", 2), ("fallen-kingdoms", 3)):
        match = match_of(name, n_seats)
        thinking._seats.clear()
        seated = Seated(match.state, dict.fromkeys(range(n_seats), warrior.bot), match.ply)
        for _ in range(30):
            seat = mover(match)
            seated.catch_up(match)
            here = seated.bots[seat].choose(match.view(seat), match.legal(seat), Budget(5), Random(seed(match)))
            assert choose_at(position(match, seat, "warrior")) == here
            match.play(seat, here)


def test_a_worker_goes_on_where_it_was_and_begins_anew_where_something_was_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    warrior = LEVELS["warrior"]
    monkeypatch.setitem(LEVELS, "warrior", Level("warrior", "", "", warrior.bot, Budget(3)))
    thinking._seats.clear()
    match = match_of("fallen-kingdoms", 3)
    for _ in range(3000):
        seat = mover(match)
        action = choose_at(position(match, seat, "warrior"))
        kept = thinking._seats[commitment(SECRET), seat, "warrior"]
        assert kept.match.state.key() == match.state.key()
        match.play(seat, action)
        if match.why_no_undo(seat) is None and mover(match) == seat:
            match.undo(seat)
            choose_at(position(match, seat, "warrior"))
            assert thinking._seats[commitment(SECRET), seat, "warrior"] is kept
            assert kept.match.state.key() == match.state.key()
            other = match_of("fallen-kingdoms", 3)  # the same table, as if it had gone another way
            other.play(mover(other), other.legal(mover(other))[-1])
            choose_at(position(other, mover(other), "warrior"))
            assert thinking._seats[commitment(SECRET), mover(other), "warrior"] is not kept
            return
    raise AssertionError("nothing could be taken back")


def test_no_more_searches_are_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "REMEMBERED", 2)
    monkeypatch.setitem(LEVELS, "warrior", Level("warrior", "", "", LEVELS["warrior"].bot, Budget(2)))
    thinking._seats.clear()
    match = match_of("arrival", 4)
    for _ in range(40):
        match.play(mover(match), choose_at(position(match, mover(match), "warrior")))
    assert len(thinking._seats) == 2


def test_what_is_sent_holds_no_secret() -> None:
    match = match_of("fallen-kingdoms", 3)
    assert SECRET not in repr(position(match, 0, "warrior"))
    assert SECRET.encode() not in seed(match)


def test_who_needs_no_time_answers_at_once() -> None:
    match = match_of("armorica", 2)
    seat = mover(match)
    assert at_once(match, seat, "cottar") in match.legal(seat)
    assert at_once(match, seat, "warrior") == -1


async def test_a_killed_worker_is_replaced_and_the_bot_answers() -> None:
    match = match_of("armorica", 2)
    asked = position(match, mover(match), "warrior")
    thinkers = BotPool()
    try:
        assert await thinkers.choose(asked) in match.legal(mover(match))
        assert thinkers._pool is not None
        for process in list(thinkers._pool._processes.values()):
            os.kill(process.pid, signal.SIGKILL)  # type: ignore[arg-type]
        assert await thinkers.choose(asked) in match.legal(mover(match))
    finally:
        thinkers.close()


async def test_the_server_answers_while_warriors_think_and_the_page_says_that_they_do(
    site: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given two tables with two Warriors each, when they think, then pages come as fast as ever."""
    monkeypatch.setitem(LEVELS, "warrior", Level("warrior", "Warrior", "", LEVELS["warrior"].bot, Budget(0, 1.0)))
    async with Visitor(site, "Ann") as ann:
        program = Program(ann)
        tickets = [await program.create("me", "warrior", "warrior") for _ in range(2)]
        seen, waits, begin = False, [], time.perf_counter()  # type: ignore[var-annotated]
        while time.perf_counter() - begin < 60 and not (seen and len(waits) > 40):
            for ticket in tickets:
                asked = time.perf_counter()
                page = await ann.get(f"/table/{ticket['id']}")
                waits.append(time.perf_counter() - asked)
                seen = seen or "is thinking" in page.text
                state = await program.look(ticket)
                if state["legal"]:
                    await program.move(ticket, 0, state["ply"], action=state["legal"][0]["action"])
            await asyncio.sleep(0.02)
    assert seen, "nobody was ever said to be thinking"
    waits.sort()
    assert waits[len(waits) // 2] < 0.4, "a page waited for a bot"
