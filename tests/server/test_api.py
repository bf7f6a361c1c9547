"""The JSON API: a program can do everything that a person can."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import anyio
import httpx
import pytest

from brehon.core.fair import commitment, seeded_secret
from brehon.core.lock import number_hash
from brehon.core.record import read_record
from brehon.core.verification import verify
from tests.server.conftest import both, opened
from tests.server.people import Program, Visitor, key
from tests.server.transport import Transport

RECORDS = Path(__file__).parent.parent / "records"


@pytest.fixture
def program(ann: Visitor) -> Program:
    return Program(ann)


@both
async def test_a_program_plays_a_whole_game_against_bots_and_the_record_can_be_proved(program: Program) -> None:
    ticket = await program.create("me", "cottar", "wanderer")  # given
    state = await program.play_out(ticket)  # when
    record = (await program.client.get(f"/api/v1/tables/{ticket['id']}/record")).text
    match = verify(read_record(record))  # then
    assert state["result"] == {"places": match.state.places(), "scores": match.state.scores()}
    assert commitment(state["secret"]) == ticket["commitment"] == state["commitment"]
    assert state["score_sheet"][-1]["values"] == state["scores"]
    verdict = await program.client.post("/api/v1/verify", content=record)
    assert verdict.status_code == 200
    assert verdict.json()["verified"] is True


async def test_the_games_come_with_options_components_and_levels(program: Program) -> None:
    answer = (await program.client.get("/api/v1/games")).json()
    (armorica,) = [game for game in answer["games"] if game["name"] == "armorica"]
    assert armorica["seats"] == [2, 3, 4]
    assert set(armorica["components"]) == {
        "armorica-default-1",
        "armorica-default-2",
        "armorica-small-1",
        "armorica-tiny-1",
    }
    assert {option["name"] for option in armorica["options"]} == {"voluntary_pass", "two_player_step"}
    assert {"wanderer", "cottar"} <= {level["name"] for level in answer["levels"]}


async def test_a_wrong_move_is_refused_with_the_rule_what_is_needed_and_what_is_there(program: Program) -> None:
    ticket = await program.create("me", "me")
    state = await program.look(ticket, 0)
    mover = state["movers"][0]
    state = await program.look(ticket, mover)
    refused = next(entry for entry in state["not_allowed"] if entry["reason"]["code"] == "range")
    answer = await program.move(ticket, mover, state["ply"], action=refused["action"])
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["code"] == "range"
    assert problem["rule"] == "AM-4.3"
    assert problem["need"] > problem["have"] >= 0
    assert "needs" in problem["message"]
    assert (await program.look(ticket, mover))["ply"] == state["ply"]


async def test_a_move_can_be_sent_in_words_and_unknown_words_are_refused(program: Program) -> None:
    ticket = await program.create("me", "me")
    state = await program.look(ticket)
    mover = state["movers"][0]
    legal = (await program.look(ticket, mover))["legal"]
    bad = await program.move(ticket, mover, state["ply"], words="dance wildly")
    assert bad.status_code == 422
    assert bad.json()["code"] == "unknown"
    assert "take gaul 1" in bad.json()["message"]
    good = await program.move(ticket, mover, state["ply"], words=legal[0]["words"])
    assert good.status_code == 200
    assert good.json()["ply"] > state["ply"]


@both
async def test_a_stale_ply_is_refused_and_changes_nothing(program: Program) -> None:
    ticket = await program.create("me", "me")
    state = await program.look(ticket)
    mover = state["movers"][0]
    action = (await program.look(ticket, mover))["legal"][0]["action"]
    assert (await program.move(ticket, mover, state["ply"], action=action)).status_code == 200
    now = (await program.look(ticket))["ply"]
    again = await program.move(ticket, mover, state["ply"], action=action)
    assert again.status_code == 409
    assert again.json()["code"] == "stale"
    assert (await program.look(ticket))["ply"] == now


async def test_it_is_said_whose_turn_it_is_by_name(program: Program) -> None:
    seats = [{"kind": "me", "name": "Asterix"}, {"kind": "me", "name": "Obelix"}]
    ticket = await program.create("me", "me", seats=seats)
    state = await program.look(ticket)
    mover = state["movers"][0]
    answer = await program.move(ticket, 1 - mover, state["ply"], action=0)
    assert answer.status_code == 422
    assert answer.json()["code"] == "not-your-turn"
    assert ["Asterix", "Obelix"][mover] in answer.json()["message"]


@both
async def test_tokens_open_their_own_seat_and_nothing_else(program: Program) -> None:
    ticket, other = await program.create("me", "me"), await program.create("me", "me")
    path = f"/api/v1/tables/{ticket['id']}/move"
    body = {"ply": 0, "action": 0}
    foreign = await program.client.post(path, json=body, headers=key(other, 0))
    unknown = await program.client.post(path, json=body, headers={"Authorization": "Bearer nobody"})
    none = await program.client.post(path, json=body)
    host = await program.client.post(path, json=body, headers={"Authorization": f"Bearer {ticket['host_token']}"})
    assert [foreign.status_code, unknown.status_code, none.status_code, host.status_code] == [403, 401, 401, 403]
    assert all(set(answer.json()) == {"code", "message", "rule", "need", "have"} for answer in (foreign, unknown, none))


async def test_of_two_simultaneous_moves_exactly_one_lands(program: Program) -> None:
    ticket = await program.create("me", "me")
    for _ in range(10):
        state = await program.look(ticket)
        mover = state["movers"][0]
        actions = [entry["action"] for entry in (await program.look(ticket, mover))["legal"]]
        answers = await asyncio.gather(
            *(program.move(ticket, mover, state["ply"], action=action) for action in (actions * 2)[:2])
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_an_undo_is_a_line_of_the_record_and_refused_where_something_was_turned_up(tmp_path: Path) -> None:
    async with opened(tmp_path, fixed_secret=seeded_secret(3)) as site, Visitor(site, "Ann") as ann:
        program = Program(ann)
        ticket = await program.create("me", "me")
        undone = 0
        for _ in range(400):
            state = await program.look(ticket)
            if state["status"] == "over":
                break
            mover = state["movers"][0]
            state = await program.look(ticket, mover)
            before = state["ply"]
            after = (await program.move(ticket, mover, before, action=state["legal"][0]["action"])).json()
            answer = await ann.post(
                f"/api/v1/tables/{ticket['id']}/undo", json={"ply": after["ply"]}, headers=key(ticket, mover)
            )
            if answer.status_code == 200:
                undone += 1
                assert answer.json()["view"] == state["view"]
                assert answer.json()["ply"] == before + 2
                again = state["legal"][0]["action"]
                assert (await program.move(ticket, mover, before + 2, action=again)).status_code == 200
            else:
                assert answer.status_code == 422
                assert answer.json()["code"] in ("chance", "other", "revealed", "over")
        record = (await ann.get(f"/api/v1/tables/{ticket['id']}/record")).text
        assert undone > 0
        assert len([line for line in json.loads(record)["plies"] if "undo" in line]) == undone
        verify(read_record(record))


async def test_a_number_comes_before_the_start_and_only_the_host_starts_early(program: Program) -> None:
    ticket = await program.create("me", "friend")
    path = f"/api/v1/tables/{ticket['id']}"
    assert (await program.look(ticket))["status"] == "waiting"
    link = {"Authorization": f"Bearer {ticket['seats'][1]['link'].rpartition('/')[2]}"}
    assert (await program.client.post(f"{path}/number", json={"hash": "ab" * 32}, headers=link)).status_code == 403
    await program.join(ticket, 1)
    mine = number_hash(ticket["id"], 1, "menhir" * 6)
    fixed = await program.client.post(f"{path}/number", json={"hash": mine}, headers=key(ticket, 1))
    assert fixed.status_code == 200
    host = {"Authorization": f"Bearer {ticket['host_token']}"}
    await program.client.post(f"{path}/seats/0", json={"to": "open"}, headers=host)
    early = await program.client.post(f"{path}/start", headers=key(ticket, 1))
    assert early.status_code == 409  # seat 0 is free
    started = await program.client.post(f"{path}/start", headers=host)
    assert started.status_code == 200
    assert started.json()["status"] == "locked"
    late = await program.client.post(f"{path}/number", json={"hash": "cd" * 32}, headers=key(ticket, 1))
    assert late.status_code == 409
    opened = await program.client.post(f"{path}/open", json={"number": "menhir" * 6}, headers=key(ticket, 1))
    assert opened.json()["status"] == "playing"
    record = json.loads((await program.client.get(f"{path}/record")).text)
    assert record["fair"]["numbers"] == [None, "menhir" * 6]
    assert record["fair"]["secret"] is None


@pytest.mark.parametrize(
    ("order", "code", "says"),
    [
        ({"game": "chess", "seats": [{"kind": "me"}] * 2}, "bad-options", "there is no game"),
        ({"game": "armorica", "seats": [{"kind": "me"}]}, "bad-options", "AM-1.13"),
        ({"game": "armorica", "seats": [{"kind": "me"}] * 2, "options": {"pace": "fast"}}, "bad-options", "no option"),
        (
            {"game": "armorica", "seats": [{"kind": "me"}] * 2, "options": {"voluntary_pass": "perhaps"}},
            "bad-options",
            "AM-4.2",
        ),
        ({"game": "armorica", "seats": [{"kind": "me"}, {"kind": "bot", "level": "god"}]}, "bad-options", "bot level"),
        (
            {"game": "armorica", "seats": [{"kind": "me"}] * 2, "components": {"name": "mine", "source": "schema = 1"}},
            "bad-components",
            "K-1",
        ),
        (
            {"game": "armorica", "seats": [{"kind": "me"}] * 2, "components": {"name": "nothing"}},
            "bad-options",
            "built-in components",
        ),
        ({"game": "armorica", "seats": [{"kind": "ghost"}] * 2}, "bad-request", "kind"),
        ({"game": "armorica", "seats": [{"kind": "me"}] * 2, "colour": "red"}, "bad-request", "colour"),
        ({"game": 7, "seats": [{"kind": "me"}] * 2}, "bad-request", "game"),
        ({"game": "armorica", "seats": [{"kind": "me", "name": "\ud800"}, {"kind": "me"}]}, "bad-request", "name"),
    ],
)
async def test_a_table_that_cannot_be_is_refused_with_what_would_be_right(
    program: Program, order: dict[str, Any], code: str, says: str
) -> None:
    body = json.dumps(order)
    answer = await program.client.post("/api/v1/tables", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["code"] == code
    assert says in answer.json()["message"]


@pytest.mark.parametrize("ply", [True, "7", -1, 1e9, None, 1.5])
async def test_a_ply_that_is_no_number_is_refused(program: Program, ply: Any) -> None:
    ticket = await program.create("me", "me")
    answer = await program.move(ticket, 0, ply, action=0)
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad-request"


async def test_broken_bodies_unknown_tables_and_long_files_get_the_right_status(program: Program) -> None:
    client = program.client
    headers = {"Content-Type": "application/json"}
    assert (await client.post("/api/v1/tables", content="{", headers=headers)).status_code == 422
    assert (await client.get("/api/v1/tables/nothing")).status_code == 404
    assert (await client.get("/api/v1/nothing")).status_code == 404
    assert (await client.delete("/api/v1/games")).status_code == 405
    assert (await client.post("/api/v1/verify", content="x" * 1_000_001, headers=headers)).status_code == 413
    for answer in (await client.get("/api/v1/nothing"), await client.get("/api/v1/tables/x")):
        assert set(answer.json()) == {"code", "message", "rule", "need", "have"}


async def test_a_record_that_was_changed_is_refused(program: Program) -> None:
    text = (RECORDS / "armorica/v1/armorica-3.json").read_text(encoding="utf-8")
    assert (await program.client.post("/api/v1/verify", content=text)).status_code == 200
    forged = await program.client.post("/api/v1/verify", content=text.replace("take gaul 1", "take gaul 2", 1))
    assert forged.status_code == 422
    assert forged.json()["code"] == "bad-record"
    assert "changed" in forged.json()["message"]


async def test_the_board_is_a_picture(program: Program) -> None:
    ticket = await program.create("me", "me")
    answer = await program.client.get(f"/api/v1/tables/{ticket['id']}/board.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")


async def test_a_game_goes_on_after_a_restart_and_bots_take_up_their_turns(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        program = Program(ann)
        ticket = await program.create("me", "me", "cottar")
        for _ in range(4):
            state = await program.look(ticket)
            if state["movers"][0] == 2:
                await asyncio.sleep(0.05)
                continue
            state = await program.look(ticket, state["movers"][0])
            await program.move(ticket, state["seat"], state["ply"], action=state["legal"][-1]["action"])
        record = (await ann.get(f"/api/v1/tables/{ticket['id']}/record")).json()
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        program = Program(ann)
        again = (await ann.get(f"/api/v1/tables/{ticket['id']}/record")).json()
        assert again["plies"][: len(record["plies"])] == record["plies"]
        assert (await program.play_out(ticket))["status"] == "over"


async def test_a_bot_that_was_to_move_when_the_server_died_moves_after_the_start(tmp_path: Path) -> None:
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        app = site.app
        app.state.tables.hub.on_move = lambda match_id: None  # the bots are dead
        ticket = await Program(ann).create("cottar", "wanderer")
        assert (await ann.get(f"/api/v1/tables/{ticket['id']}")).json()["status"] == "playing"
    async with opened(tmp_path) as site, Visitor(site, "Ann") as ann:
        for _ in range(500):
            state = (await ann.get(f"/api/v1/tables/{ticket['id']}")).json()
            if state["status"] == "over":
                return
            await asyncio.sleep(0.01)
        raise AssertionError("the bots have not taken up the game")


async def test_bots_play_the_same_game_again_from_the_same_secret(tmp_path: Path) -> None:
    games = []
    for folder in ("one", "two"):
        async with opened(tmp_path / folder, fixed_secret=seeded_secret(5)) as site, Visitor(site, "Ann") as ann:
            ticket = await Program(ann).create("cottar", "wanderer")
            for _ in range(1000):
                if (await ann.get(f"/api/v1/tables/{ticket['id']}")).json()["status"] == "over":
                    break
                await asyncio.sleep(0.005)
            games.append((await ann.get(f"/api/v1/tables/{ticket['id']}/record")).json()["plies"])
    assert games[0] == games[1]


def test_the_openapi_document_describes_every_route_and_problem(tmp_path: Path) -> None:
    from brehon.server.app import create_app
    from brehon.server.settings import Settings

    document = create_app(Settings(tmp_path)).openapi()
    assert "/api/v1/tables/{match_id}/move" in document["paths"]
    for path, methods in document["paths"].items():
        assert path.startswith("/api/v1/")
        for operation in methods.values():
            assert {"400", "404", "409", "422"} <= set(operation["responses"])


async def test_the_event_stream_rings_at_once_and_after_every_move(tmp_path: Path) -> None:
    async with opened(tmp_path) as site:
        tables = site.app.state.tables
        async with Visitor(site, "Ann") as ann:
            program = Program(ann)
            ticket = await program.create("me", "me")
            from brehon.server.web.streams import changes

            bell: Any = changes(tables, ticket["id"], anyio.Event())
            state = await program.look(ticket)
            assert await anext(bell) == state["ply"]
            mover = state["movers"][0]
            legal = (await program.look(ticket, mover))["legal"]
            after = (await program.move(ticket, mover, state["ply"], action=legal[0]["action"])).json()["ply"]
            assert await asyncio.wait_for(anext(bell), 2) == after
            await bell.aclose()
            assert tables.hub._listeners == {}


async def test_a_german_program_reads_german(site: Transport) -> None:
    async with httpx.AsyncClient(transport=site, base_url="http://t", headers={"Accept-Language": "de"}) as client:
        page = await client.get("/")
        assert page.headers["content-language"] == "de"
        assert 'lang="de"' in page.text


@pytest.mark.parametrize(
    "game,seats", [("arrival", ["me", "wanderer"]), ("fallen-kingdoms", ["me", "wanderer", "wanderer"])]
)
async def test_the_record_of_a_game_with_secrets_is_given_out_when_it_is_over(
    program: Program, game: str, seats: list[str]
) -> None:
    """Its lines hold hidden draws and sealed choices: a block in The Arrival, the gods in Fallen Kingdoms."""
    ticket = await program.create(*seats, game=game)
    answer = await program.client.get(f"/api/v1/tables/{ticket['id']}/record")
    assert answer.status_code == 409
    assert "given out when the game is over" in answer.json()["message"]


async def test_hidden_scores_stay_hidden_until_the_end(program: Program) -> None:
    """FK: of a rival only what is left on the track, the score modulo 5."""
    seats, options = ["me", "cottar", "cottar"], {"hidden_scoring": "on"}
    ticket = await program.create(*seats, game="fallen-kingdoms", options=options)
    for _ in range(150):
        state = await program.look(ticket, 0)
        if not state["legal"]:
            await asyncio.sleep(0.01)
            continue
        await program.move(ticket, 0, state["ply"], action=state["legal"][0]["action"])
    assert state["status"] == "playing"
    assert all(score < 5 for score in state["scores"][1:])
