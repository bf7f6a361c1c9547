"""Bad input for The Arrival through the API and the pages: 422 with the Reason, nothing stored."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.games.arrival.forged import broken_map, illegal_record
from tests.server.people import ADDRESS, Program, Visitor
from tests.server.transport import Transport

TWO = [{"kind": "me"}, {"kind": "bot", "level": "cottar"}]


def stored(folder: Path) -> int:
    """Rows of all that the server keeps of people's games."""
    with sqlite3.connect(folder / "brehon.sqlite3") as database:
        return sum(
            int(database.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])
            for table in ("matches", "seats", "plies", "records")
        )


@pytest.mark.parametrize(
    ("order", "code", "rule", "says"),
    [
        ({"seats": TWO, "options": {"pace": "fast"}}, "bad-options", None, "The Arrival has no option 'pace'; it has: setup_discs"),
        ({"seats": TWO, "options": {"simultaneous_blocking": "maybe"}}, "bad-options", "AR-5.9", "it can be: true, false"),
        ({"seats": TWO[:1]}, "bad-options", "AR-1.1", "2 to 4 seats, not 1"),
        ({"seats": TWO * 3}, "bad-options", "AR-1.1", "2 to 4 seats, not 6"),
        (
            {"seats": TWO, "components": {"name": "mine", "source": broken_map()}},
            "bad-components",
            "CK-3",
            "connection boreum-nowhere leads to the unknown location nowhere; it needs the id of",
        ),
    ],
)  # fmt: skip
async def test_a_table_that_cannot_be_is_refused_with_its_rule_and_nothing_is_stored(
    site: Transport, tmp_path: Path, order: dict[str, Any], code: str, rule: str | None, says: str
) -> None:
    async with httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        answer = await client.post("/api/v1/tables", json={"game": "arrival", **order})
    assert answer.status_code == 422
    problem = answer.json()
    assert (problem["code"], problem["rule"]) == (code, rule)
    assert says in problem["message"]
    assert stored(tmp_path) == 0


async def test_a_record_with_an_illegal_ply_is_refused_with_its_reason_and_not_kept(
    site: Transport, ann: Visitor, tmp_path: Path
) -> None:
    text, ply, line = illegal_record()
    says = f"ply {ply} ('{line}') is not legal: a Fomori holds this location"
    async with httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        answer = await client.post("/api/v1/verify", content=text)
    assert answer.status_code == 422
    assert (answer.json()["code"], answer.json()["rule"]) == ("bad-record", "AR-3.2")
    assert says in answer.json()["message"]
    page = await ann.post("/records", files={"record": ("game.json", text)})
    assert page.status_code == 422
    assert "is not legal: a Fomori holds this location — AR-3.2" in re.sub(r"</?a\b[^>]*>", "", page.text)
    assert stored(tmp_path) == 0


async def test_a_move_against_the_rules_is_refused_with_its_reason_and_changes_nothing(
    site: Transport, tmp_path: Path
) -> None:
    async with httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        program = Program(client)
        ticket = await program.create("me", "friend", game="arrival")
        await program.join(ticket, 1)
        await client.post(
            f"/api/v1/tables/{ticket['id']}/start", headers={"Authorization": f"Bearer {ticket['host_token']}"}
        )
        state = await program.look(ticket, 0)
        before = stored(tmp_path)
        answer = await program.move(ticket, state["movers"][0], state["ply"], words="pass")
    assert answer.status_code == 422
    assert answer.json()["rule"].startswith("AR-")
    assert answer.json()["message"]
    assert stored(tmp_path) == before
