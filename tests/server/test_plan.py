"""Sandboxes: private, made from one's own knowledge, harmless."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from random import Random

import pytest

from brehon.core import registry
from brehon.core.contract import SPECTATOR
from brehon.core.fair import seeded_secret
from brehon.core.match import Match
from brehon.core.record import Player
from brehon.server.table.sandbox import Sandbox
from brehon.server.web.pages import plans
from tests.server.people import SCRIPT, Program, Visitor, key, links_of, ply_of
from tests.server.transport import Transport


async def open_plan(visitor: Visitor, path: str, ply: int) -> str:
    answer = await visitor.post("/plans", data={"table": path.removeprefix("/table/"), "ply": ply})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


async def test_a_plan_is_tried_taken_back_and_its_first_move_played_for_real(ann: Visitor, bo: Visitor) -> None:
    path = await ann.set_up("me", "me")
    ply, _ = await ann.moves(path)
    plan = await open_plan(ann, path, ply)
    page = (await ann.get(plan)).text
    assert "Sandbox" in page
    # when: two moves are tried, for whoever is to move
    for _ in range(2):
        changes, offered = await ann.moves(plan)
        assert (await ann.move(plan, changes, offered[0])).status_code == 303
    assert "Moves tried: 2" in (await ann.get(plan)).text
    assert (await ann.moves(path))[0] == ply  # then: the table has not moved
    assert (await ann.post(f"{plan}/undo", data={"ply": 2})).status_code == 303
    assert (await ann.post(f"{plan}/undo", data={"ply": 2})).status_code == 409  # another window was faster
    assert (await ann.move(plan, 3, 9_999)).status_code == 422
    assert (await ann.post(f"{plan}/guess", data={"ply": 3})).status_code == 303
    assert "Moves tried: 1" in (await ann.get(plan)).text
    # and: nobody else can see it or play it
    await bo.set_up("me", "cottar")
    assert (await bo.get(plan)).status_code == 404
    assert (await bo.post(plan.replace("plan", "plans") + "/real")).status_code == 404
    # and: the first move is played for real, once
    real = plan.replace("/plan/", "/plans/") + "/real"
    assert (await ann.post(real)).headers["location"] == path
    assert (await ann.moves(path))[0] > ply
    again = await ann.post(real)
    assert again.status_code == 409
    assert "moved on" in again.text


@pytest.mark.parametrize("name", registry.BUILTIN)
async def test_every_picture_of_the_rules_opens_as_a_sandbox_that_can_be_played(
    ann: Visitor, bo: Visitor, name: str
) -> None:
    rules = (await ann.get(f"/rules/{name}")).text
    for picture in registry.game(name).face().pictures():
        assert f'action="/examples/{name}/{picture.name}"' in rules
        opened = await ann.post(f"/examples/{name}/{picture.name}")
        assert opened.status_code == 303, opened.text
        plan = opened.headers["location"]
        page = unescape((await ann.get(plan)).text)
        assert picture.caption in page
        assert f'href="/rules/{name}#{picture.anchor}"' in page
        changes, offered = await ann.moves(plan)
        assert offered, picture.name
        assert (await ann.move(plan, changes, offered[-1])).status_code == 303
        assert "Moves tried: 1" in (await ann.get(plan)).text
        assert (await ann.post(f"{plan}/undo", data={"ply": changes + 1})).status_code == 303
    assert (await bo.get(plan)).status_code == 404
    assert (await ann.post(f"{plan}/share")).status_code == 409
    assert (await ann.post(f"{plan.replace('plan', 'plans')}/real")).status_code == 409
    for wrong in ("nothing", "%00", "x" * 300):
        assert (await ann.post(f"/examples/{name}/{wrong}")).status_code == 404
    assert (await ann.post("/examples/chess/setup")).status_code == 404


async def test_opponents_answer_and_hints_help_in_a_position_of_the_rules(ann: Visitor) -> None:
    plan = (await ann.post("/examples/armorica/romans")).headers["location"]
    first = (await ann.post(f"{plan}/hint", data={"step": 3}, headers=SCRIPT)).text
    assert "chance to win" in first
    assert (await ann.post(f"{plan}/opponents", data={"ply": 0, "level": "cottar"})).status_code == 303
    for _ in range(3):
        changes, offered = await ann.moves(plan)
        assert (await ann.move(plan, changes, offered[0])).status_code == 303
    tried = int(re.findall(r"Moves tried: (\d+)", (await ann.get(plan)).text)[0])
    assert tried > 3, "the opponent has answered"


async def test_spectators_plan_from_what_everybody_knows_and_play_nothing(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "friend", game="arrival")
    await ann.post(f"{path}/start", data={"without": "1"})
    async with Visitor(site, "Cy") as cy:
        plan = await open_plan(cy, path, ply_of((await ann.get(path)).text))
        page = (await cy.get(plan)).text
        assert "what everyone may know" in page
        assert "Play this for real" not in page
        changes, offered = await cy.moves(plan)
        await cy.move(plan, changes, offered[0])
        assert (await cy.post(plan.replace("/plan/", "/plans/") + "/real")).status_code == 403


async def test_a_program_plans_with_a_seed_and_gets_the_same_answer_again(ann: Visitor) -> None:
    ticket = await Program(ann).create("me", "me")
    state = await Program(ann).look(ticket)
    seat = state["movers"][0]
    legal = (await Program(ann).look(ticket, seat))["legal"]
    body = {"seed": 5, "words": [legal[0]["words"]]}
    address = f"/api/v1/tables/{ticket['id']}/plan"
    answers = [(await ann.post(address, json=body, headers=key(ticket, seat))).json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert answers[0]["done"] == 1
    assert (await Program(ann).look(ticket))["ply"] == state["ply"]
    stopped = (await ann.post(address, json={"words": ["take gaul 6"]}, headers=key(ticket, seat))).json()
    assert (stopped["done"], stopped["stopped"]["rule"]) == (0, "AM-4.3")
    assert (await ann.post(address, json={"words": ["dance"]}, headers=key(ticket, seat))).status_code == 422


@pytest.mark.parametrize("game,n_seats", [("armorica", 2), ("arrival", 3), ("fallen-kingdoms", 3)])
def test_a_sandbox_depends_on_nothing_that_its_person_cannot_know(game: str, n_seats: int) -> None:
    """Given two truths that look the same to a seat, then its sandboxes are the same, whatever is tried in them."""
    rules = registry.make_ruleset(registry.game(game), n_seats)
    players = [Player(f"P{seat}") for seat in range(n_seats)]
    match = Match(rules, players, seeded_secret(4))
    match.start()
    for number in range(60):
        if match.is_over:
            break
        mover = match.state.to_move()
        for seat in (mover, (mover + 1) % n_seats, SPECTATOR):
            view = match.view(seat)
            twin = view.determinize(Random(number))  # another truth
            assert twin.view(seat).key() == view.key()
            here, there = (Sandbox(rules, players, state.view(seat), 7) for state in (match.state, twin))
            assert here.match.state.key() == there.match.state.key()
            for _ in range(4):
                if here.mover < 0:
                    break
                action = here.match.legal(here.mover)[-1]
                assert here.play([action]) is None
                assert there.play([action]) is None
            assert here.match.state.key() == there.match.state.key()
        match.play(mover, match.legal(mover)[0])


async def test_the_page_of_a_sandbox_shows_no_secret_of_the_table(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "friend", game="arrival")
    await bo.join(links_of((await ann.get(path)).text)[0])
    await ann.post(f"{path}/start", data={"without": "1"})
    tables = site.app.state.tables
    async with tables.at(path.removeprefix("/table/")) as table:
        secret, plies = table.row.secret, table.ply
    plan = await open_plan(ann, path, 0)
    page = (await ann.get(plan)).text
    assert secret not in page
    assert f"The table is now at ply {plies}." in page


async def test_a_sandbox_of_a_hot_seat_is_closed_by_the_curtain(ann: Visitor) -> None:
    """Given two people at one device in a game with secrets, then nobody plans from the other's knowledge."""
    path = await ann.set_up("me", "me", game="arrival")
    ply = ply_of((await ann.get(path)).text)
    closed = await open_plan(ann, path, ply)  # nobody has said who holds the device
    assert "what everyone may know" in (await ann.get(closed)).text
    seat = int(re.search(r'name="seat" value="(\d)"', (await ann.get(path)).text)[1])  # type: ignore[index]
    await ann.post(f"{path}/device", data={"seat": seat})
    mine = await open_plan(ann, path, ply)
    assert "It is built from what" in (await ann.get(mine)).text
    changes, offered = await ann.moves(mine)
    assert (await ann.move(mine, changes, offered[0])).status_code == 303
    await ann.post(f"{path}/device", data={"seat": 1 - seat})
    answer = await ann.get(mine)
    assert answer.status_code == 409
    assert "curtain" in answer.text


async def test_who_sees_a_table_late_plans_late_and_sees_no_clock_and_no_request(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "me", delay="6", pace="live")
    for _ in range(3):
        ply, offered = await ann.moves(path)
        await ann.move(path, ply, offered[0])
    ply = ply_of((await ann.get(path)).text)
    async with Visitor(site, "Cy") as cy:
        page = (await cy.get(path)).text
        seen = ply_of(page)
        assert seen <= ply - 6
        assert "data-running" not in page
        assert 'data-version="0"' in page
        plan = await open_plan(cy, path, ply)
        shown = (await cy.get(plan)).text
        assert f"at ply {seen}" in shown
        assert f"ply {ply}" not in shown
        data = (await cy.post(f"/api/v1/tables/{path.removeprefix('/table/')}/plan", json={})).json()
        assert data["ply"] == seen


async def test_a_finished_game_can_be_tried_differently_from_any_position(ann: Visitor) -> None:
    path = await ann.set_up("wanderer", "wanderer")
    for _ in range(500):
        page = (await ann.get(path)).text
        if 'data-state="over"' in page:
            break
        await asyncio.sleep(0.02)
    replay = (await ann.get(f"{path}/replay?ply=20")).text
    assert 'action="/plans"' in replay
    plan = await open_plan(ann, path, 20)
    changes, offered = await ann.moves(plan)
    assert (await ann.move(plan, changes, offered[-1])).status_code == 303
    shown = (await ann.get(plan)).text
    assert "Moves tried: 1" in shown
    assert "Play this for real" not in shown


async def test_opponents_answer_and_undo_goes_back_to_ones_own_decision(ann: Visitor) -> None:
    path = await ann.set_up("me", "wanderer", "wanderer")
    plan = await open_plan(ann, path, ply_of((await ann.get(path)).text))
    changes, _ = await ann.moves(plan)
    assert (await ann.post(f"{plan}/opponents", data={"ply": changes, "level": "cottar"})).status_code == 303
    for _ in range(4):
        before = tried_in((await ann.get(plan)).text)
        changes, offered = await ann.moves(plan)
        assert (await ann.move(plan, changes, offered[0])).status_code == 303
        page = (await ann.get(plan)).text
        assert tried_in(page) > before
        assert "the others answer" in page  # then: it is the person's turn again, whatever the others have decided
    answered = tried_in(page)
    assert answered > 8  # three seats decide
    changes, _ = await ann.moves(plan)
    assert (await ann.post(f"{plan}/undo", data={"ply": changes})).status_code == 303
    assert tried_in((await ann.get(plan)).text) == before
    # and: a name that is no level changes nothing
    refused = await ann.post(f"{plan}/opponents", data={"ply": changes + 1, "level": "../etc"})
    assert refused.status_code == 422
    assert "there are: wanderer, cottar" in refused.text
    assert ">Cottar answers<" in refused.text


def tried_in(page: str) -> int:
    found = re.search(r"Moves tried: (\d+)", page)
    assert found is not None
    return int(found[1])


async def test_a_table_does_not_wait_for_the_opponents_of_a_sandbox(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may_answer = asyncio.Event(), asyncio.Event()

    async def held(*_: object) -> None:  # an opponent that thinks for as long as the test wants, whatever was dealt
        begun.set()
        await may_answer.wait()

    path = await ann.set_up("me", "wanderer")
    ply, offered = await ann.moves(path)
    plan = await open_plan(ann, path, ply)
    await ann.post(f"{plan}/opponents", data={"ply": 0, "level": "brehon"})
    changes, tries = await ann.moves(plan)
    monkeypatch.setattr(plans, "answer", held)
    thinking = asyncio.create_task(ann.move(plan, changes, tries[0]))
    await asyncio.wait_for(begun.wait(), 60)
    played = await asyncio.wait_for(ann.move(path, ply, offered[0]), 60)
    assert played.status_code == 303
    assert not thinking.done()  # when the move at the table has arrived, the opponent is still thinking
    may_answer.set()
    assert (await thinking).status_code == 303


async def test_no_bot_answers_in_a_sandbox_while_several_people_play(ann: Visitor) -> None:
    path = await ann.set_up("me", "me", "cottar")  # two people at one device
    plan = await open_plan(ann, path, ply_of((await ann.get(path)).text))
    refused = await ann.post(f"{plan}/opponents", data={"ply": 0, "level": "brehon"})
    assert refused.status_code == 409
    assert "help that no one sees" in refused.text
    address = f"/api/v1/tables/{path.removeprefix('/table/')}/plan"
    assert (await ann.post(address, json={"opponents": "brehon"})).status_code == 409


async def test_a_program_gets_the_answers_of_opponents_in_words(ann: Visitor) -> None:
    path = await ann.set_up("me", "wanderer", "wanderer")
    address = f"/api/v1/tables/{path.removeprefix('/table/')}/plan"
    alone = (await ann.post(address, json={})).json()
    words = [alone["legal"][0]["words"]]
    body = {"ply": alone["ply"], "words": words, "opponents": "cottar"}  # the bots of the table may have gone on
    played = (await ann.post(address, json=body)).json()
    assert played["mover"] == alone["mover"]
    assert len(played["answers"]) >= 2
    again = (await ann.post(address, json={**body, "words": words + played["answers"]})).json()
    assert again["answers"] == []
    assert again["view"] == played["view"]
    assert (await ann.post(address, json={"opponents": "nobody"})).status_code == 422
