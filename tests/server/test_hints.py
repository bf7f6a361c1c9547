"""Hints at a table: three steps, each a line of the record; for the seat alone that asks; only where the table allows them."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from brehon.bots.base import Stop
from brehon.coach.hint import make_hint, read_hint
from brehon.core import registry
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player, read_record
from brehon.core.verification import verify
from brehon.server.table.bot_pool import position
from brehon.server.table.hint_process import Key, Question, answer
from tests.server.conftest import both, opened
from tests.server.people import SCRIPT, Program, Visitor, key, links_of, message_of
from tests.server.transport import Transport
from tests.server.twins import twins

ALONE = ("me", "wanderer")


async def my_turn(person: Visitor, path: str) -> str:
    """The page of the table when its person has to decide and can choose."""
    for _ in range(500):
        page = await person.get(path)
        if page.text.count('name="action"') > 1:
            return page.text
        await asyncio.sleep(0.01)
    raise AssertionError("it never was their turn")


def hint_box(page: str) -> str:
    found = re.search(r'(?s)<section id="hint".*?</section>', page)
    return found[0] if found else ""


async def lines_of(site: Transport, path: str) -> list[str]:
    async with site.app.state.tables.at(path.rpartition("/")[2]) as table:
        return [ply.words(table.rules) for ply in table.playing().plies]


async def step(person: Visitor, path: str, number: int, script: bool = True) -> httpx.Response:
    return await person.post(f"{path}/hint", data={"step": number}, headers=SCRIPT if script else {})


@both
async def test_three_steps_each_a_line_of_the_record_and_the_move_is_one_click(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up(*ALONE)
    before = await my_turn(ann, path)
    assert 'name="step" value="1"' in hint_box(before)
    assert "suggested" not in before
    first = hint_box((await step(ann, path, 1)).text)
    assert "hint-look" in first
    assert "hint-pair" not in first
    second = (await step(ann, path, 2)).text
    pair = re.findall(r'data-hinted="(\d+)"', hint_box(second))
    assert len(pair) == 2
    assert second.count('class="suggested"') == 2
    assert re.search(r'data-hints="(\d+ \d+)"', second)
    assert "hint-best" not in second
    third = (await step(ann, path, 3)).text
    best = re.search(r'id="hint-play"[^>]* value="(\d+)"', third)
    assert best
    assert best[1] in pair
    assert "chance to win" in hint_box(third)
    assert "Ann has asked for a hint (step 3)." in third
    lines = await lines_of(site, path)
    seat = lines[-1][0]
    assert lines[-3:] == [f"{seat} hint 1", f"{seat} hint 2", f"{seat} hint 3"]
    ply = int(re.search(r'id="hint-move".*?name="ply" value="(\d+)"', third, re.S)[1])  # type: ignore[index]
    played = await ann.move(path, ply, int(best[1]))
    assert played.status_code == 303
    assert (await ann.get(path)).text.count("hint (step") == 3


async def test_without_a_script_the_form_leads_back_to_the_page_with_the_hint(ann: Visitor) -> None:
    path = await ann.set_up(*ALONE)
    await my_turn(ann, path)
    answered = await step(ann, path, 1, script=False)
    assert (answered.status_code, answered.headers["location"]) == (303, path)
    assert "hint-look" in (await ann.get(path)).text


async def test_a_double_click_uses_one_step_and_the_same_decision_gets_the_same_hint(
    ann: Visitor, site: Transport
) -> None:
    path = await ann.set_up(*ALONE)
    await my_turn(ann, path)
    pages = await asyncio.gather(*(step(ann, path, 1) for _ in range(4)))
    assert {page.status_code for page in pages} == {200}
    assert len({hint_box(page.text) for page in pages}) == 1
    assert sum(" hint " in line for line in await lines_of(site, path)) == 1
    assert site.app.state.hints.made == 1


async def test_a_hint_that_this_worker_has_forgotten_comes_out_the_same_without_a_new_line(
    ann: Visitor, site: Transport
) -> None:
    path = await ann.set_up(*ALONE)
    await my_turn(ann, path)
    for number in (1, 2, 3):
        given = await step(ann, path, number)
    site.app.state.hints._kept.clear()  # as after a restart, or at another worker
    page = (await ann.get(path)).text
    assert 'id="hint-again"' in page
    assert "hint-best" not in page
    again = await step(ann, path, 3)
    assert hint_box(again.text) == hint_box(given.text)
    assert sum(" hint " in line for line in await lines_of(site, path)) == 3


async def test_a_step_cannot_be_skipped_and_there_is_no_fourth(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up(*ALONE)
    await my_turn(ann, path)
    assert "step 1" in message_of((await step(ann, path, 3)).text)
    assert (await step(ann, path, 4)).status_code == 422
    assert (await step(ann, path, 0)).status_code == 422
    assert not any(" hint " in line for line in await lines_of(site, path))
    assert site.app.state.hints.made == 0  # nothing was thought about in vain


async def two_people(ann: Visitor, bo: Visitor, **fields: str) -> tuple[str, Visitor, Visitor]:
    """A table of two people; the one who decides comes first."""
    path = await ann.set_up("me", "friend", **fields)
    await bo.join(links_of((await ann.get(path)).text)[0])
    await ann.post(f"{path}/start", data={"without": "1"})
    decides = 'id="moves"' in (await ann.get(path)).text
    return (path, ann, bo) if decides else (path, bo, ann)


async def test_between_people_there_are_hints_only_if_the_host_has_chosen_it(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    for hints, says in (("", "one person plays against bots"), ("off", "allows no hints")):
        path, mover, other = await two_people(ann, bo, hints=hints)
        assert hint_box((await mover.get(path)).text) == ""
        for person in (mover, other):
            refused = await step(person, path, 1)
            assert refused.status_code == 409
            assert says in message_of(refused.text)
        assert not any(" hint " in line for line in await lines_of(site, path))
    assert site.app.state.hints.made == 0
    wrong = await ann.post(
        "/tables", data={"game": "armorica", "name": "Ann", "seat1": "me", "seat2": "wanderer", "hints": "x"}
    )
    assert wrong.status_code == 422


async def test_the_hint_is_for_the_seat_alone_that_asks_and_the_others_see_the_line(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path, mover, other = await two_people(ann, bo, hints="on")
    assert "everyone at the table sees it" in hint_box((await mover.get(path)).text)
    assert (await step(other, path, 1)).status_code in (409, 422)  # it is not their turn
    for number in (1, 2, 3):
        given = hint_box((await step(mover, path, number)).text)
    async with Visitor(site, "Cy") as cy:
        for person in (other, cy):
            page = (await person.get(path)).text
            assert hint_box(page) == ""
            assert 'data-hints=""' in page
            assert f"{mover.name} has asked for a hint (step 2)." in page
            best = re.search(r"<strong>(.*?)</strong>", given)
            assert best
            assert best[1] not in page
            assert (await step(person, path, 3)).status_code in (403, 409, 422)


async def test_the_waiting_room_says_who_may_have_hints_and_a_rematch_takes_it_over(ann: Visitor, bo: Visitor) -> None:
    path = await ann.set_up("me", "friend", hints="on")
    assert "Hints for everyone" in (await ann.get(path)).text
    ticket = await Program(ann).create("me", "wanderer", hints="off")
    state = await Program(ann).play_out(ticket)
    assert state["hints"] == {"setting": "off", "allowed": False, "used": [0, 0]}
    again = await ann.post(f"/api/v1/tables/{ticket['id']}/rematch", headers=key(ticket, 0))
    assert again.status_code < 300, again.text
    next_id = (await Program(ann).look(ticket))["next"]
    assert (await ann.get(f"/api/v1/tables/{next_id}")).json()["hints"]["setting"] == "off"


async def decision(ann: Visitor, ticket: dict[str, Any]) -> dict[str, Any]:
    for _ in range(500):
        state = await Program(ann).look(ticket)
        if len(state["legal"]) > 1:
            return state
        await asyncio.sleep(0.01)
    raise AssertionError("nothing to decide")


async def test_a_program_gets_codes_and_words_step_by_step(ann: Visitor) -> None:
    ticket = await Program(ann).create("me", "wanderer")
    before = await decision(ann, ticket)
    address, mine = f"/api/v1/tables/{ticket['id']}/hint", key(ticket, 0)
    given = [(await ann.post(address, headers=mine)).json() for _ in range(3)]
    assert [one["step"] for one in given] == [1, 2, 3]
    assert all(one["new"] and one["messages"] and one["look"] for one in given)
    assert [len(one["moves"]) for one in given] == [0, 2, 2]
    assert [one["best"] is None for one in given] == [True, True, False]
    assert given[0]["reasons"] == given[1]["reasons"] == []
    best = given[2]["best"]
    assert best["action"] in [move["action"] for move in before["legal"]]
    assert 0.0 <= best["share"] <= 1.0
    again = (await ann.post(address, headers=mine, json={"step": 2})).json()
    assert again == given[1] | {"new": False}
    state = await Program(ann).look(ticket)
    assert state["hints"] == {"setting": "alone", "allowed": True, "used": [3, 0]}
    assert state["ply"] == before["ply"] + 3
    assert (await ann.post(address)).status_code == 401
    german = await ann.post(address, headers=mine | {"Accept-Language": "de"}, json={"step": 3})
    assert german.json()["messages"] != given[2]["messages"]


@both
async def test_after_the_end_everyone_sees_who_had_hints_and_the_game_is_proved_but_not_rated(ann: Visitor) -> None:
    ticket = await Program(ann).create("me", "wanderer")
    await decision(ann, ticket)
    for _ in range(2):
        await ann.post(f"/api/v1/tables/{ticket['id']}/hint", headers=key(ticket, 0))
    await Program(ann).play_out(ticket)
    path = f"/table/{ticket['id']}"
    for address in (path, f"{path}/result"):
        assert re.search(r'id="hints-used">Hints used, counted by their steps: \S.* 2<', (await ann.get(address)).text)
    result = (await ann.get(f"/api/v1{path.replace('table', 'tables')}/result")).json()
    assert result["hints"] == [2, 0]
    record = read_record((await ann.get(f"{path}/record")).text)
    assert verify(record).hints_used() == [2, 0]
    stats = (await ann.get("/api/v1/stats/armorica")).json()
    assert stats["ratings"] == []
    plain = await Program(ann).create("me", "wanderer")
    await Program(ann).play_out(plain)
    assert (await ann.get("/api/v1/stats/armorica")).json()["ratings"] != []
    refused = await ann.post(f"/api/v1/tables/{ticket['id']}/hint", headers=key(ticket, 0))
    assert refused.json()["code"] == "over"


async def test_a_game_that_goes_on_after_a_restart_knows_its_hints(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up(*ALONE)
        await my_turn(ann, path)
        given = hint_box((await step(ann, path, 1)).text)
        cookies = ann.cookies
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        ann.cookies = cookies
        assert 'name="step" value="1"' in hint_box((await ann.get(path)).text)  # to be shown again
        assert hint_box((await step(ann, path, 1)).text) == given
        assert sum(" hint " in line for line in await lines_of(site, path)) == 1


# -- sandboxes


async def test_a_sandbox_gives_hints_without_end_and_without_a_line(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up(*ALONE)
    await my_turn(ann, path)
    before = await lines_of(site, path)
    opened_at = await ann.post("/plans", data={"table": path.removeprefix("/table/"), "ply": len(before)})
    plan = opened_at.headers["location"]
    changes, offered = await ann.moves(plan)
    assert hint_box((await ann.get(plan)).text)
    for _ in range(2):
        page = (await ann.post(f"{plan}/hint", data={"step": 3}, headers=SCRIPT)).text
        assert "chance to win" in hint_box(page)
        await ann.move(plan, changes, offered[0])
        assert "chance to win" not in (await ann.get(plan)).text
        changes, offered = await ann.moves(plan)
    plain = await ann.post(f"{plan}/hint", data={"step": 2})
    assert plain.headers["location"] == f"{plan}?hint=2"
    assert 'id="hint-pair"' in (await ann.get(plain.headers["location"])).text
    assert await lines_of(site, path) == before


async def test_while_people_play_a_sandbox_gives_no_hints(ann: Visitor, bo: Visitor, site: Transport) -> None:
    """Else it would be a hint that no one sees; when the game is over, it may."""
    path, mover, _ = await two_people(ann, bo, hints="on")
    ply = len(await lines_of(site, path))
    plan = (await mover.post("/plans", data={"table": path.removeprefix("/table/"), "ply": ply})).headers["location"]
    assert hint_box((await mover.get(plan)).text) == ""
    refused = await mover.post(f"{plan}/hint", data={"step": 3}, headers=SCRIPT)
    assert refused.status_code == 409
    assert "hints are asked for at the table" in message_of(refused.text)
    program = await ann.post(f"/api/v1/tables{path.removeprefix('/table')}/plan/hint", json={})
    assert program.status_code == 409
    assert site.app.state.hints.made == 0


async def test_a_program_asks_for_hints_in_a_plan(ann: Visitor) -> None:
    ticket = await Program(ann).create("me", "wanderer")
    state = await decision(ann, ticket)
    address, mine = f"/api/v1/tables/{ticket['id']}/plan/hint", key(ticket, 0)
    body = {"seed": 5, "words": [state["legal"][0]["words"]]}
    first = (await ann.post(address, json=body, headers=mine)).json()
    assert first["best"]["words"]
    assert (await ann.post(address, json=body, headers=mine)).json() == first
    look = (await ann.post(address, json=body | {"step": 1}, headers=mine)).json()
    assert (look["moves"], look["best"], look["reasons"]) == ([], None, [])
    assert (await ann.post(address, json={"words": ["dance"]}, headers=mine)).status_code == 422
    assert (await Program(ann).look(ticket))["ply"] == state["ply"]


# -- a hint reveals nothing


@pytest.mark.parametrize(("game", "n_seats"), [("arrival", 3), ("fallen-kingdoms", 3)])
def test_a_hint_depends_on_nothing_that_its_seat_cannot_know(game: str, n_seats: int) -> None:
    """Given two stories that a seat cannot tell apart, then the processes of the server give it the same hint for both."""
    rules = registry.make_ruleset(registry.game(game), n_seats)
    checked = 0
    for seed in range(4):
        for story in twins(rules, 0, Random(seed), 60)[::7]:
            here, there = (question(rules, lines) for lines in (story.one, story.two))
            if here is None or there is None:
                continue
            assert here.at.plies != there.at.plies
            assert answer(here) == answer(there)
            checked += 1
            if checked == 4:
                return
    raise AssertionError(f"only {checked} positions")


def question(rules: Any, lines: list[str]) -> Question | None:
    match = Match(rules, [Player(f"P{seat}") for seat in range(rules.n_seats)], seeded_secret(1))
    match.resume(lines)
    if not match.may_move(0) or len(match.legal(0)) < 2:
        return None
    return Question(Key("t", 0, match.decision), position(match, 0, ""), "brehon hint t 5 0", iterations=80)


def test_a_hint_survives_the_way_between_processes() -> None:
    rules = registry.make_ruleset(registry.game("armorica"), 2)
    match = Match(rules, [Player(""), Player("")], seeded_secret(1))
    match.start()
    seat = match.state.to_move()
    hint = make_hint(rules, match.view(seat), match.legal(seat), "x", 60)
    assert read_hint(hint.data()).data() == hint.data()


class Ended(Stop):
    """As on a machine that has too much to do: the search is asked to end before it has begun."""

    def is_set(self) -> bool:
        return True


def test_a_search_that_has_to_end_at_once_still_compares_two_moves() -> None:
    rules = registry.make_ruleset(registry.game("arrival"), 2)
    match = Match(rules, [Player(""), Player("")], seeded_secret(1))
    match.start()
    seat = match.state.to_move()
    assert len(make_hint(rules, match.view(seat), match.legal(seat), "x", 100_000, Ended()).pair) == 2
