"""Options of the rules at a table: options that name seats, and matches from before an option existed."""

from __future__ import annotations

import html
import json
import re
import sqlite3
from pathlib import Path

import httpx
import pytest

from brehon.server.table.host import again
from tests.server.conftest import opened
from tests.server.people import Visitor, links_of, message_of
from tests.server.transport import Transport

NEWER = {"map_layers": "first_seat", "newcomers": "none", "decline_building": "no", "surrender_strip": "keep_one"}
SEATS = {
    "game": "fallen-kingdoms",
    "name": "Ann",
    "seat1": "me",
    "seat2": "friend",
    "seat3": "friend",
    "seat4": "cottar",
}


def options_on(page: str) -> dict[str, str]:
    """What a page says this table plays with."""
    return {
        html.unescape(title): html.unescape(text)
        for title, text in re.findall(r"<dt>([^<]*)</dt>\s*<dd>([^<]*)</dd>", page)
    }


async def set_up(ann: Visitor, **fields: object) -> httpx.Response:
    return await ann.post("/tables", data={**SEATS, "seat5": "friend", **fields})


@pytest.mark.parametrize(
    "language, title, seats",
    [
        ("en", "who is new to the game", "Seat 2, Seat 5"),
        ("de", "Wer ist neu im Spiel", "Platz 2, Platz 5"),
    ],
)
async def test_seats_marked_in_the_form_are_the_newcomers_of_the_table(
    ann: Visitor, bo: Visitor, language: str, title: str, seats: str
) -> None:
    for person in (ann, bo):
        person.headers["Accept-Language"] = language
    lobby = (await ann.get("/?game=fallen-kingdoms")).text
    boxes = re.findall(r'<input type="checkbox" name="option.newcomers" value="(\d)"([^>]*)>', lobby)
    assert boxes == [(str(number), "") for number in range(1, 7)], "none is marked"
    answer = await set_up(ann, **{"option.newcomers": ["2", "5"]})
    assert answer.status_code == 303, answer.text
    page = (await ann.get(answer.headers["location"])).text
    (said,) = [text for asked, text in options_on(page).items() if title in asked]
    assert said == seats
    invitation = options_on((await bo.get(httpx.URL(links_of(page)[0]).path)).text)
    assert [text for asked, text in invitation.items() if title in asked] == [seats]
    table = (await ann.get(f"/api/v1/tables/{answer.headers['location'].rpartition('/')[2]}")).json()
    assert table["options"]["newcomers"] == "2+5"


async def test_newcomers_that_cannot_be_are_refused_in_words(ann: Visitor) -> None:
    answer = await set_up(ann, **{"option.newcomers": ["2", "6"]})
    assert answer.status_code == 422
    assert "or seats from 1 to 5" in html.unescape(message_of(answer.text))
    answer = await set_up(ann, **{"option.newcomers": ["1", "2", "3", "4", "5"]})
    assert answer.status_code == 422
    assert "FK-3.26" in message_of(answer.text)
    answer = await set_up(ann, **{"option.decline_building": ["yes", "no"]})
    assert answer.status_code == 422, "only seats can be several"


async def test_a_program_sees_which_options_name_seats_and_sets_them(ann: Visitor) -> None:
    games = {game["name"]: game for game in (await ann.get("/api/v1/games")).json()["games"]}
    options = {option["name"]: option for option in games["fallen-kingdoms"]["options"]}
    assert [name for name, option in options.items() if option["of_seats"]] == ["newcomers"]
    assert {name: options[name]["default"] for name in NEWER} == NEWER
    body = {"game": "fallen-kingdoms", "seats": [{"kind": "me"}] * 6, "options": {"newcomers": "6, 1"}}
    answer = await ann.post("/api/v1/tables", json=body)
    assert answer.status_code == 201
    table = (await ann.get(f"/api/v1/tables/{answer.json()['id']}")).json()
    assert table["options"]["newcomers"] == "1+6"


async def test_newcomers_stay_newcomers_when_everybody_sits_one_seat_on(ann: Visitor, site: Transport) -> None:
    answer = await set_up(ann, **{"option.newcomers": ["1", "3"]})
    tables = site.app.state.tables
    async with tables.at(answer.headers["location"].rpartition("/")[2]) as table:
        match, seats = again(tables, table)
        assert match["options"] == {**table.rules.options, "newcomers": "2+5"}
    assert [seat["name"] for seat in seats][4] == "Ann", "the first player goes last"


async def test_a_match_from_before_the_newer_options_goes_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        answer = await ann.post("/tables", data={**SEATS, "seat2": "cottar", "seat3": "cottar"})
        path = answer.headers["location"]
    with sqlite3.connect(tmp_path / "brehon.sqlite3") as database:
        ((stored,),) = database.execute("select options from matches").fetchall()
        older = {name: value for name, value in json.loads(stored).items() if name not in NEWER}
        assert len(older) == 9
        database.execute("update matches set options = ?", (json.dumps(older),))
    database.close()
    async with opened(tmp_path) as site, Visitor(site, "Ann") as bo:
        answer = await bo.get(f"/api/v1/tables/{path.rpartition('/')[2]}")
        assert answer.status_code == 200
        assert answer.json()["options"] == {**older, **NEWER}
        assert (await bo.get("/")).status_code == 200
