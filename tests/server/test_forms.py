"""Several decisions at once: forms of the pages, lists of the API, and what stops them."""

from __future__ import annotations

import asyncio
import html
import re
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from brehon.core.fair import seeded_secret
from brehon.core.text import Speaker
from brehon.games.fallen_kingdoms.svg_words import TRACK_NAMES
from tests.server.conftest import opened
from tests.server.people import ADDRESS, SCRIPT, Program, Visitor, key, message_of, ply_of
from tests.server.transport import Transport

SEED = 5  # Ann begins with more free points than the building track has places
FORM = re.compile(r'(?s)<form id="at-once".*?</form>')


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Transport]:
    """A server on which every table has the same luck."""
    async with opened(tmp_path, fixed_secret=seeded_secret(SEED)) as transport:
        yield transport


class Page:
    """A page with a form, as somebody without a script reads it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ply = ply_of(text)
        found = FORM.search(text)
        self.form = found[0] if found else ""
        self.labels = [html.unescape(label) for label in re.findall(r"<label[^>]*>(.*?)</label>", self.form)]
        self.values = [int(value) for value in re.findall(r'max="\d+" value="(\d+)"', self.form)]
        self.actions = [int(action) for action in re.findall(r'name="action" value="(\d+)"', text)]
        self.most = [int(value) for value in re.findall(r'max="(\d+)"', self.form)]

    def filled(self, **numbers: int) -> dict[str, int]:
        """The fields of the form, by a word of the label."""
        found = {"ply": self.ply}
        for word, n in numbers.items():
            found[f"n{next(i for i, label in enumerate(self.labels) if word in label)}"] = n
        return found


async def table_with_form(visitor: Visitor, name: str) -> tuple[str, Page]:
    """A table of Fallen Kingdoms with two bots, played until the visitor is shown a form of this name."""
    path = await visitor.set_up("me", "wanderer", "wanderer", game="fallen-kingdoms")
    return path, await until_form(visitor, path, name)


async def until_form(visitor: Visitor, path: str, name: str) -> Page:
    for _ in range(400):
        page = Page((await visitor.get(path)).text)
        if f'id="at-once-{name}"' in page.text:
            return page
        if page.actions:
            await visitor.move(path, page.ply, page.actions[page.ply % len(page.actions)], script=True)
        else:
            await asyncio.sleep(0.05)
    raise AssertionError(f"no form {name} was ever shown")


def stored(folder: Path, path: str) -> list[str]:
    with sqlite3.connect(folder / "brehon.sqlite3") as database:
        rows = database.execute(
            "SELECT words FROM plies WHERE match = ? ORDER BY ply", (path.removeprefix("/table/"),)
        ).fetchall()
    return [row[0] for row in rows]


async def test_a_filled_form_is_carried_out_as_ordinary_plies_that_are_on_disk(ann: Visitor, tmp_path: Path) -> None:
    path, page = await table_with_form(ann, "spend")  # given
    assert page.labels == ["unit track", "building track", "knowledge track"]
    answer = await ann.post(f"{path}/form", data=page.filled(unit=1, knowledge=1))  # when
    assert (answer.status_code, answer.headers["location"]) == (303, path)  # then: a plain form, no script
    assert stored(tmp_path, path)[page.ply : page.ply + 2] == ["0 spend unit", "0 spend knowledge"]


async def test_a_form_stops_where_a_card_must_be_chosen_and_says_so(ann: Visitor) -> None:
    path, page = await table_with_form(ann, "spend")
    assert page.most[0] > 6
    answer = await ann.post(f"{path}/form", data=page.filled(building=page.most[0]), headers=SCRIPT)
    assert answer.status_code == 200
    said = html.unescape(message_of(answer.text))
    assert re.fullmatch(rf"\d of {page.most[0]} done; then it stopped: something else has to be decided first", said)
    assert "Take a building" in answer.text


async def test_too_much_in_a_form_is_refused_and_what_was_filled_in_stays(ann: Visitor, tmp_path: Path) -> None:
    path, page = await table_with_form(ann, "spend")
    before = stored(tmp_path, path)
    most = page.most[0]
    for numbers, words in (
        ({"unit": most + 1}, f"unit track: {most + 1} is too much, at most {most}."),
        ({"unit": most, "building": 1}, f"{most + 1} entered in total, but there are only {most}."),
        ({"unit": 0}, "Nothing is filled in."),
    ):
        answer = await ann.post(f"{path}/form", data=page.filled(**numbers))
        assert answer.status_code == 422
        assert html.unescape(message_of(answer.text)) == words
        assert Page(answer.text).values == [numbers.get("unit", 0), numbers.get("building", 0), 0]
    bad = await ann.post(f"{path}/form", data={"ply": page.ply, "n0": "many"})
    assert bad.status_code == 422
    late = await ann.post(f"{path}/form", data={**page.filled(unit=1), "ply": page.ply - 1})
    assert late.status_code == 409
    assert stored(tmp_path, path) == before


async def test_a_form_whose_answer_was_lost_can_be_sent_again_and_lands_once(ann: Visitor, tmp_path: Path) -> None:
    path, page = await table_with_form(ann, "spend")

    async def send(**fields: object) -> int:
        return (await ann.post(f"{path}/form", data={key: str(value) for key, value in fields.items()})).status_code

    sent = page.filled(unit=2, knowledge=1)
    assert await send(**sent) == 303
    after = stored(tmp_path, path)
    assert await send(**sent) == 409  # unless it says that it is the same
    assert await send(**sent, again=1) == 303
    # other numbers have not arrived, even if they begin alike; nor has what was meant for another ply
    for other in (page.filled(unit=2, building=1), page.filled(unit=1, knowledge=1), page.filled(unit=2, knowledge=2)):
        assert await send(**other, again=1) == 409
    assert await send(**{**sent, "ply": page.ply + 1}, again=1) == 409
    assert stored(tmp_path, path) == after
    # what was undone since does not stand, and is not done a second time either
    assert (await ann.post(f"{path}/restart", data={"ply": str(len(after))})).status_code == 303
    undone = stored(tmp_path, path)
    assert await send(**sent, again=1) == 409
    assert stored(tmp_path, path) == undone


async def test_an_undo_whose_answer_was_lost_can_be_sent_again_and_lands_once(ann: Visitor) -> None:
    """Given two decisions that can be undone, when the undo of the second comes twice, then the first stands."""
    path, page = await table_with_form(ann, "spend")
    for _ in range(2):
        ply, actions = await ann.moves(path)
        await ann.move(path, ply, actions[0])
    ply, _ = await ann.moves(path)

    async def send(name: str, at: int, **more: str) -> int:
        return (await ann.post(f"{path}/{name}", data={"ply": str(at), **more})).status_code

    assert ply == page.ply + 2
    assert await send("undo", ply) == 303
    assert await send("undo", ply) == 409  # the same again is refused, unless it says that it is the same
    assert await send("undo", ply, again="1") == 303
    assert (await ann.moves(path))[0] == ply + 1
    assert await send("restart", ply, again="1") == 409  # that would have undone both
    assert await send("undo", ply - 1, again="1") == 409  # at that ply something was decided
    assert await send("undo", ply + 1, again="1") == 303  # this one has not arrived before
    assert await send("undo", ply + 1, again="1") == 303
    assert (await ann.moves(path))[0] == ply + 2


async def test_a_form_for_a_decision_that_has_none_is_refused(ann: Visitor) -> None:
    path = await ann.set_up("me", "me")
    ply, _ = await ann.moves(path)
    answer = await ann.post(f"{path}/form", data={"ply": ply, "n0": 1})
    assert answer.status_code == 409
    assert "no form" in message_of(answer.text)


async def test_orders_filled_in_at_once_are_seen_and_carried_out(ann: Visitor) -> None:
    path, page = await table_with_form(ann, "orders")
    at = next(i for i, label in enumerate(page.labels) if label.startswith("to "))
    answer = await ann.post(f"{path}/form", data={"ply": page.ply, f"n{at}": 1}, headers=SCRIPT)
    assert answer.status_code == 200
    assert message_of(answer.text) == ""
    assert re.search(r"orders a unit from", answer.text)
    ply = ply_of(answer.text)
    assert ply in (page.ply + 3, page.ply + 4)  # the last one carries them out
    assert re.search(r"A unit of .* moves from", answer.text)


async def test_orders_may_be_none_at_all(ann: Visitor, tmp_path: Path) -> None:
    """A form that ends such decisions may be sent as it is: then nothing is ordered, and the game goes on."""
    path, page = await table_with_form(ann, "orders")
    answer = await ann.post(f"{path}/form", data={"ply": page.ply})
    assert answer.status_code == 303
    assert stored(tmp_path, path)[page.ply] == "0 commit"


async def test_the_form_is_there_in_german(ann: Visitor) -> None:
    path, _ = await table_with_form(ann, "spend")
    page = Page((await ann.get(path, headers={"Accept-Language": "de"})).text)
    assert page.labels == [Speaker("de").word(text) for text in TRACK_NAMES]
    assert not set(page.labels) & set(TRACK_NAMES)


async def test_a_sandbox_has_the_form_of_the_table_and_the_table_does_not_move(ann: Visitor, tmp_path: Path) -> None:
    path, there = await table_with_form(ann, "spend")
    before = stored(tmp_path, path)
    answer = await ann.post("/plans", data={"table": path.removeprefix("/table/"), "ply": there.ply})
    plan = answer.headers["location"]
    page = Page((await ann.get(plan)).text)
    assert (page.labels, page.most) == (there.labels, there.most)  # the same form
    # when: it is filled in wrongly, then rightly
    most = page.most[0]
    wrong = await ann.post(f"{plan}/form", data=page.filled(unit=most, knowledge=1))
    assert wrong.status_code == 422
    assert html.unescape(message_of(wrong.text)) == f"{most + 1} entered in total, but there are only {most}."
    assert Page(wrong.text).values == [most, 0, 1]
    assert (await ann.post(f"{plan}/form", data={"ply": page.ply, "n0": "many"})).status_code == 422
    right = await ann.post(f"{plan}/form", data=page.filled(unit=1, knowledge=1))
    assert (right.status_code, right.headers["location"]) == (303, plan)
    # then: both decisions are there, each can be taken back, and nothing has come to the table
    after = Page((await ann.get(plan)).text)
    assert "Moves tried: 2" in after.text
    assert (await ann.post(f"{plan}/form", data=page.filled(unit=1))).status_code == 409  # another window was faster
    await ann.post(f"{plan}/undo", data={"ply": after.ply})
    assert "Moves tried: 1" in (await ann.get(plan)).text
    assert stored(tmp_path, path) == before


async def test_a_form_in_a_sandbox_stops_where_it_would_stop_at_the_table(ann: Visitor) -> None:
    path, there = await table_with_form(ann, "spend")
    answer = await ann.post("/plans", data={"table": path.removeprefix("/table/"), "ply": there.ply})
    plan = answer.headers["location"]
    numbers = there.filled(building=there.most[0]) | {"ply": 0}
    said = message_of((await ann.post(f"{plan}/form", data=numbers)).text)
    done = re.match(rf"(\d) of {there.most[0]} done; then it stopped", said)
    assert done
    page = Page((await ann.get(plan)).text)
    assert f"Moves tried: {done[1]}" in page.text
    assert page.form == ""  # a card has to be chosen now
    refused = await ann.post(f"{plan}/form", data={"ply": page.ply, "n0": 1})
    assert refused.status_code == 409
    assert "no form" in message_of(refused.text)


# -- the API


@pytest.fixture
def program(ann: Visitor) -> Program:
    return Program(ann)


async def send(program: Program, ticket: dict[str, Any], ply: int, **body: object) -> httpx.Response:
    return await program.client.post(
        f"/api/v1/tables/{ticket['id']}/moves", json={"ply": ply, **body}, headers=key(ticket, 0)
    )


async def spending(program: Program) -> tuple[dict[str, Any], dict[str, Any]]:
    ticket = await program.create("me", "wanderer", "wanderer", game="fallen-kingdoms")
    for _ in range(400):
        state = await program.look(ticket)
        words = [entry["words"] for entry in state["legal"]]
        if "spend unit" in words:
            return ticket, state
        if words:
            await program.move(ticket, 0, state["ply"], words=words[0])
        else:
            await asyncio.sleep(0.05)
    raise AssertionError("nothing was ever spent")


async def test_a_program_sends_a_list_and_learns_how_far_it_went(program: Program) -> None:
    ticket, state = await spending(program)
    answer = await send(program, ticket, state["ply"], words=["spend unit", "commit"])
    assert answer.status_code == 200
    after = answer.json()
    assert after["done"] == 1
    assert after["stopped"]["code"] == "decision"
    assert after["ply"] == state["ply"] + 1
    number = next(entry["action"] for entry in after["legal"] if entry["words"] == "spend knowledge")
    again = (await send(program, ticket, after["ply"], actions=[number])).json()
    assert (again["done"], again["stopped"]) == (1, None)


CANNOT_BEGIN = [
    ({"words": ["commit", "spend unit"]}, 422, "phase"),
    ({"words": ["spend unit", "dance"]}, 422, "unknown"),
    ({"words": []}, 422, "bad-request"),
    ({"words": ["spend unit"] * 101}, 422, "bad-request"),
    ({"words": ["spend unit"], "actions": [1]}, 422, "bad-request"),
    ({}, 422, "bad-request"),
    ({"actions": ["1"]}, 422, "bad-request"),
    ({"actions": [999_999]}, 422, "unknown"),
    ({"words": ["spend unit"], "ply": 3}, 409, "stale"),
]


async def test_a_list_that_cannot_begin_changes_nothing(program: Program) -> None:
    ticket, state = await spending(program)
    for body, status, code in CANNOT_BEGIN:
        answer = await send(program, ticket, **{"ply": state["ply"], **body})  # type: ignore[dict-item]
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert (await program.look(ticket))["ply"] == state["ply"]


async def test_a_list_of_decisions_survives_the_end_of_the_server(tmp_path: Path) -> None:
    async with opened(tmp_path, fixed_secret=seeded_secret(SEED)) as site, Visitor(site, "Ann") as ann:
        program = Program(ann)
        ticket, state = await spending(program)
        after = (await send(program, ticket, state["ply"], words=["spend unit", "spend knowledge"])).json()
    async with opened(tmp_path) as site, httpx.AsyncClient(transport=site, base_url=ADDRESS) as client:
        again = await client.get(f"/api/v1/tables/{ticket['id']}", headers=key(ticket, 0))
        assert again.json()["ply"] >= after["ply"]
        assert again.json()["view"]["seats"][0]["tracks"] == after["view"]["seats"][0]["tracks"]
