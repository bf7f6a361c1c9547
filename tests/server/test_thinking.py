"""Where bots think: in niced processes that answer as this one would, and that are replaced when somebody kills them."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import anyio
import pytest

from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.server.thinking import NICENESS, Question, Thinkers, answer
from tests.server.conftest import opened
from tests.server.people import Program, Visitor


def a_question(level: str, plies: int, match_id: str = "m", game: str = "armorica") -> Question:
    found = registry.game(game)
    rules = registry.make_ruleset(found, 3)
    match = Match(rules, [Player("") for _ in range(3)], seeded_secret(1))
    match.start()
    while match.ply < plies:
        match.play(match.state.to_move(), match.legal(match.state.to_move())[0])
    lines = [ply.words(rules) for ply in match.plies]
    return Question(
        match_id, game, 3, rules.options, rules.components.name, None, rules.version, lines, match.state.to_move(), level, b"7"
    )  # fmt: skip


async def test_a_process_answers_as_this_one_would_also_when_it_remembers_the_match():
    thinkers = Thinkers(1)
    try:
        for plies in (20, 30, 25, 40):  # on, and back by an undo of many
            question = a_question("cottar", plies)
            assert await thinkers.choose(question) == answer(question)
        (process,) = thinkers._pool._processes.values()
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, own + NICENESS)
        os.kill(process.pid, signal.SIGKILL)
        question = a_question("cottar", 33)
        assert await thinkers.choose(question) == answer(question)
    finally:
        thinkers.close()


def test_only_levels_with_a_budget_need_a_process():
    assert [Thinkers(1).is_needed(level) for level in ("wanderer", "cottar", "warrior")] == [False, False, True]
    assert not Thinkers(0).is_needed("warrior")


@pytest.mark.slow
async def test_a_bot_that_searches_moves_at_a_table(tmp_path: Path):
    async with opened(tmp_path, bot_processes=1) as site, Visitor(site, "Ann") as ann:
        program = Program(ann)
        ticket = await program.create("me", "warrior")
        for _ in range(400):
            state = await program.look(ticket, 0)
            if any(entry["text"].startswith("Warrior") for entry in state["log"]):
                return
            if state["legal"]:
                await program.move(ticket, 0, state["ply"], action=state["legal"][0]["action"])
            await anyio.sleep(0.1)
        raise AssertionError("Warrior never moves")
