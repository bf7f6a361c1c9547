"""Puzzles on pages: right and wrong answers, giving up, and what is no answer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sqlalchemy import select

from brehon.coach.puzzles import Puzzle, shipped
from brehon.server.storage.schema import PuzzleRow, StreakRow
from tests.server.conftest import both, opened
from tests.server.people import Visitor, own_token

ONE = shipped("armorica")[0]


async def test_a_puzzle_is_answered_wrong_then_right(ann: Visitor) -> None:
    page = (await ann.get(f"/puzzle/{ONE.id}")).text
    assert "Find the best move" in page
    solution = ONE.rules().space.find(ONE.solution)
    offered = [int(action) for action in re.findall(r'id="move-(\d+)"', page)]
    assert solution in offered
    assert 'data-answer="' not in page
    wrong = next(action for action in offered if action != solution)
    answer = await ann.post(f"/puzzle/{ONE.id}/move", data={"ply": 0, "action": wrong})
    assert answer.status_code == 200
    assert 'data-answer="wrong"' in answer.text
    assert "ry again" in answer.text
    answer = await ann.post(f"/puzzle/{ONE.id}/move", data={"ply": 0, "action": solution})
    assert 'data-answer="right"' in answer.text
    assert "Next puzzle" in answer.text


async def test_giving_up_shows_the_solution_and_counts_as_wrong(ann: Visitor) -> None:
    answer = await ann.post(f"/puzzle/{ONE.id}/solution", data={})
    assert 'data-answer="wrong"' in answer.text
    assert "The solution" in answer.text


async def test_what_is_no_answer_is_refused_in_words(ann: Visitor) -> None:
    for action in ("-1", "999999", "x"):
        refused = await ann.post(f"/puzzle/{ONE.id}/move", data={"ply": 0, "action": action})
        assert 400 <= refused.status_code < 500
        assert "Traceback" not in refused.text
    assert (await ann.get("/puzzle/nothing")).status_code == 404
    assert (await ann.post("/puzzle/nothing/move", data={"action": 1})).status_code == 404


async def test_the_list_has_every_puzzle_and_one_for_today(ann: Visitor) -> None:
    page = (await ann.get("/puzzles")).text
    for one in shipped("armorica"):
        assert page.count(f'data-puzzle="{one.id}"') == 1
    assert "Puzzle of the day" in page


# -- what an account keeps


async def founded(ann: Visitor, login: str) -> None:
    await ann.post("/account/name", data={"name": ann.name})
    answer = await ann.post("/account/found", data={"login": login, "password": "correct horse battery"})
    assert answer.headers["location"] == "/account?done=found"


async def answered(ann: Visitor, one: Puzzle, is_right: bool) -> str:
    space = one.rules().space
    solution = space.find(one.solution)
    wrong = next(action for action in one.state().legal() if action != solution)
    answer = await ann.post(f"/puzzle/{one.id}/move", data={"ply": 0, "action": solution if is_right else wrong})
    assert answer.status_code == 200
    return str(answer.text)


async def tally(ann: Visitor) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {await own_token(ann)}"}
    found: dict[str, Any] = (await ann.get("/api/v1/me/puzzles", headers=headers)).json()
    return found


@both
async def test_an_account_keeps_what_was_solved_and_the_streak(tmp_path: Path, database: str) -> None:
    first, second, third = shipped("armorica")[:3]
    async with opened(tmp_path, database=database) as site, Visitor(site, "Ann") as ann:
        assert 'data-account="1"' not in await answered(ann, first, True)  # a guest's browser keeps its own
        await founded(ann, "ann")
        assert (await tally(ann))["solved"] == []
        await answered(ann, first, True)
        assert "Your streak: 2. Your best: 2." in await answered(ann, second, True)
        await answered(ann, second, True)  # the same one again counts for nothing
        await answered(ann, third, False)
        await answered(ann, third, True)  # and at the second try there is no new streak
        kept = await tally(ann)
        assert (kept["streak"], kept["best"]) == (0, 2)
        assert sorted(kept["solved"]) == sorted([first.id, second.id, third.id])
        assert sorted(kept["first"]) == sorted([first.id, second.id])
        page = (await ann.get("/puzzles")).text
        assert page.count('class="solved"') == 3  # without a script
        assert "3 puzzles solved" in (await ann.get("/account")).text
        data = {"sure": "yes", "password": "correct horse battery"}
        assert (await ann.post("/account/delete", data=data)).status_code == 303
        async with site.app.state.tables.store.reading() as connection:
            for table in (PuzzleRow, StreakRow):
                assert not (await connection.execute(select(table.person))).all()  # gone with the account


async def test_what_a_browser_has_kept_is_added_once_and_replaces_nothing(ann: Visitor) -> None:
    first, second, third = shipped("armorica")[:3]
    kept = {"solved": [first.id, second.id, "no-such"], "failed": [second.id], "streak": 900, "best": 900}
    refused = await ann.post("/puzzles/kept", json=kept)
    assert refused.status_code == 409  # a guest
    await founded(ann, "ann")
    for _ in range(2):  # the second time changes nothing
        answer = (await ann.post("/puzzles/kept", json=kept)).json()
        assert sorted(answer["solved"]) == sorted([first.id, second.id])
        assert answer["first"] == [first.id]
        assert (answer["streak"], answer["best"]) == (2, 2)  # no more than was solved
    await answered(ann, third, False)
    other = await ann.post("/puzzles/kept", json={"solved": [third.id], "failed": [], "streak": 1, "best": 1})
    assert (other.json()["failed"], other.json()["streak"], other.json()["best"]) == ([third.id], 0, 2)
    for wrong in ({"solved": "x"}, {"streak": -1}, {"other": 1}, {"solved": ["x" * 99]}):
        assert (await ann.post("/puzzles/kept", json=wrong)).status_code in (400, 422)
