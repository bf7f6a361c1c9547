"""Games of an older version of the rules at the server: records that are uploaded, and tables that were begun before."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from brehon.core.contract import Game
from tests.core.test_versions import with_version
from tests.records import HERE
from tests.server.conftest import opened
from tests.server.people import ADDRESS, Program, Visitor, message_of

RECORD = (HERE / "toy-harbour/v1/toy-harbour-2-won.json").read_text("utf-8")  # 1 point against 2
OLDER = "Played by rules version 1: a crate that was shipped gave one point, not two (TH-3.1)"


def totals_of(page: str) -> list[str]:
    row = re.search(r'(?s)<tr class="total">.*?</tr>', page)
    assert row, page
    return re.findall(r"<td>(\d+)", row[0])


async def uploaded(visitor: Visitor, text: str) -> httpx.Response:
    return await visitor.post("/records", files={"record": ("game.json", text.encode())})


async def test_a_record_of_version_1_is_replayed_by_its_own_rules_and_the_page_says_so(
    harbour: Game, ann: Visitor
) -> None:
    place = (await uploaded(ann, RECORD)).headers["location"]
    page = (await ann.get(place)).text
    assert OLDER in page
    assert "every draw follows from the secret" in page
    assert totals_of(page) == ["1", "2"]
    assert totals_of((await ann.get(f"{place}/result")).text) == ["1", "2"]


async def test_the_same_record_is_refused_by_the_rules_of_version_2(harbour: Game, ann: Visitor) -> None:
    """The attack: if the version were ignored, it would be taken as well."""
    answer = await uploaded(ann, with_version(RECORD, 2))
    assert answer.status_code == 422
    assert "the result is wrong" in message_of(answer.text)
    proof = await ann.post("/api/v1/verify", content=with_version(RECORD, 2))
    assert (await ann.post("/api/v1/verify", content=RECORD)).status_code == 200
    assert (proof.status_code, "the result is wrong" in proof.text) == (422, True)


async def test_an_unknown_version_is_refused(harbour: Game, ann: Visitor) -> None:
    answer = await uploaded(ann, with_version(RECORD, 3))
    assert answer.status_code == 422
    assert "Toy Harbour has no rules version 3; the versions are: 1, 2" in message_of(answer.text)


async def test_a_table_that_was_begun_by_version_1_goes_on_by_it(
    harbour: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harbour, "versions", [1])
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        program = Program(client)
        ticket = await program.create(
            "me", "wanderer", game="toy-harbour"
        )  # given: begun before version 2 was released
        state = await program.look(ticket)
        await program.move(ticket, 0, state["ply"], words="hide rope")
    monkeypatch.setattr(harbour, "versions", [1, 2])  # when: the server is started again with the new release
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        path = f"/table/{ticket['id']}"
        assert OLDER in (await client.get(path)).text
        program = Program(client)
        state = await program.play_out(ticket)
        record = (await client.get(f"{path}/record")).text
        assert (state["rules"], '"rules": 1' in record) == (1, True)  # then
        assert (await client.post("/api/v1/verify", content=record)).status_code == 200
        assert (await client.post("/api/v1/verify", content=with_version(record, 2))).status_code == 422
        newer = await program.create("me", "wanderer", game="toy-harbour")
        assert (await program.look(newer))["rules"] == 2
        assert OLDER not in (await client.get(f"/table/{newer['id']}")).text


async def test_a_table_whose_version_is_no_longer_played_says_so(
    harbour: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harbour, "versions", [1])
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        ticket = await Program(client).create("me", "wanderer", game="toy-harbour")
    monkeypatch.setattr(harbour, "versions", [2])
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        answer = await client.get(f"/table/{ticket['id']}")
    assert answer.status_code == 422
    assert "Toy Harbour has no rules version 1; the versions are: 2" in message_of(answer.text)
