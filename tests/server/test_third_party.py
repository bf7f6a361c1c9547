"""A game of another package at the server: Toy Harbour, known by its entry point alone, by page and by API."""

from __future__ import annotations

import pytest

from brehon.core.contract import Game
from tests.conformance.test_face_bugs import EmptySheet
from tests.server.people import Program, Visitor, key


async def test_the_toy_is_played_to_the_end_by_the_page(harbour: Game, ann: Visitor) -> None:
    assert "Toy Harbour" in (await ann.get("/?game=toy-harbour")).text
    path = await ann.set_up("me", "cottar", game="toy-harbour")
    await ann.play_on(path)
    page = (await ann.get(path)).text
    assert "Crates shipped" in page
    for tail in ("/replay?ply=3", "/result", "/verify", "/record", "/log"):
        assert (await ann.get(path + tail)).status_code == 200, tail


async def test_the_toy_is_played_to_the_end_by_programs(harbour: Game, ann: Visitor) -> None:
    program = Program(ann)
    ticket = await program.create("me", "wanderer", "wanderer", game="toy-harbour")
    state = await program.play_out(ticket)
    assert state["result"]["scores"] == state["scores"]
    assert state["score_sheet"][-1]["label"] == "Crates shipped"
    text = await ann.get(f"/api/v1/tables/{ticket['id']}/text", headers=key(ticket, 0))
    assert "Toy Harbour: Turn 6 of 6" in text.text, text.text


async def test_the_rules_page_of_a_game_without_written_rules_says_so(harbour: Game, ann: Visitor) -> None:
    answer = await ann.get("/rules/toy-harbour")
    assert answer.status_code == 404
    assert "The rules of Toy Harbour are not written down here." in answer.text


async def test_every_page_survives_an_empty_score_sheet(
    harbour: Game, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Conformance refuses such a face; a table that has one can be played nevertheless."""
    monkeypatch.setattr(harbour, "shown_by", EmptySheet())
    path = await ann.set_up("me", "cottar", game="toy-harbour")
    ply, moves = await ann.moves(path)
    plan = await ann.post("/plans", data={"table": path.rpartition("/")[2], "ply": ply})
    assert (await ann.get(plan.headers["location"])).status_code == 200
    await ann.move(path, ply, moves[0])
    await ann.play_on(path)
    for tail in ("", "/replay?ply=3", "/result", "/verify"):
        assert (await ann.get(path + tail)).status_code == 200, tail
    program = Program(ann)
    ticket = await program.create("me", "wanderer", game="toy-harbour")
    tried = await ann.post(f"/api/v1/tables/{ticket['id']}/plan", json={}, headers=key(ticket, 0))
    assert (tried.status_code, tried.json()["scores"]) == (200, [])
    state = await program.play_out(ticket)
    assert (state["scores"], state["score_sheet"]) == ([], [])
    assert len(state["result"]["scores"]) == 2
    past = await ann.get(f"/api/v1/tables/{ticket['id']}/replay", headers=key(ticket, 0))
    assert (past.status_code, past.json()["scores"]) == (200, [])
