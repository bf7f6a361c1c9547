"""Who may join, look on and stay: open and private tables, the host's powers, spectators with a delay, playing again."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import anyio
import httpx
import pytest

from brehon.core.contract import CHANCE
from brehon.server.storage.schema import OF_ONE_MATCH, MatchRow
from brehon.server.web.streams import changes
from tests.server.conftest import both
from tests.server.people import Program, Visitor, key, links_of, message_of, ply_of
from tests.server.transport import Transport


def id_of(path: str) -> str:
    return path.rpartition("/")[2]


@pytest.fixture
async def cy(site: Transport) -> AsyncIterator[Any]:
    async with Visitor(site, "Cy") as visitor:
        yield visitor


async def places_of(path: str) -> list[str]:
    api = f"/api/v1/tables/{id_of(path)}"
    return [path, f"{path}/fragment", f"{path}/replay", f"{path}/record", f"{path}/verify", api, f"{api}/record",
            f"{api}/board.svg"]  # fmt: skip


@both
async def test_a_stranger_takes_a_seat_at_an_open_table_and_finds_it_among_their_own(
    ann: Visitor, bo: Visitor, cy: Any
) -> None:
    path = await ann.set_up("me", "friend", visibility="open", **{"option.voluntary_pass": "false"})
    lobby = (await bo.get("/")).text
    assert path in lobby
    assert "1 free" in lobby
    assert "No: only who can take no card may pass" in lobby.split("open-tables")[-1]  # the unusual option, in words
    assert "Take a free seat" in (await bo.get(path)).text
    assert (await bo.post(f"{path}/join", data={"name": "Bo"})).status_code == 303
    assert "Bo" in (await ann.get(path)).text
    assert path not in (await cy.get("/")).text  # no seat is free any more
    full = await cy.post(f"{path}/join", data={"name": "Cy"})
    assert full.status_code == 409
    assert "All seats are taken" in message_of(full.text)
    assert path in (await bo.get("/")).text


async def test_an_unlisted_table_is_found_by_its_link_only_and_gives_no_seat_away(ann: Visitor, bo: Visitor) -> None:
    path = await ann.set_up("me", "friend")
    assert path not in (await bo.get("/")).text
    assert (await bo.get(path)).status_code == 200
    assert (await bo.post(f"{path}/join", data={"name": "Bo"})).status_code == 403


async def test_a_private_table_shows_nothing_to_strangers_but_everything_to_its_people(
    ann: Visitor, bo: Visitor, cy: Any
) -> None:
    path = await ann.set_up("me", "friend", visibility="private")
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    await ann.post(f"{path}/start", data={"without": "1"})
    for place in await places_of(path):
        assert (await cy.get(place)).status_code == 403, place
    assert "is private" in message_of((await cy.get(path)).text)
    assert (await bo.get(path)).status_code == 200


async def test_without_spectators_a_table_can_be_looked_at_before_and_after_the_game_only(
    ann: Visitor, bo: Visitor
) -> None:
    path = await ann.set_up("me", "friend", spectators="no")
    assert (await bo.get(path)).status_code == 200
    await ann.post(f"{path}/seat", data={"seat": 1, "to": "wanderer"})
    await ann.post(f"{path}/start", data={"without": "1"})
    for place in await places_of(path):
        assert (await bo.get(place)).status_code == 403, place
    await ann.play_on(path)
    assert (await bo.get(path)).status_code == 200


@pytest.mark.parametrize("game", ["armorica", "arrival", "fallen-kingdoms"])
async def test_spectators_of_a_delayed_table_see_the_position_of_then_wherever_they_look(
    ann: Visitor, bo: Visitor, site: Transport, game: str
) -> None:
    seats = ["me"] * (3 if game == "fallen-kingdoms" else 2)
    late = await ann.set_up(*seats, game=game, delay="7")
    # behind the curtain the first seat that has to decide takes the device
    tables, match_id = site.app.state.tables, id_of(late)
    for _ in range(14):
        async with tables.at(match_id) as table:
            match = table.playing()
            mover = next(seat for seat in range(len(seats)) if match.may_move(seat))
            ply, action = match.ply, match.legal(mover)[0]
        await ann.post(f"{late}/device", data={"seat": mover})
        assert (await ann.move(late, ply, action)).status_code == 303
    async with tables.at(match_id) as table:
        match = table.playing()
        now, wanted = match.ply, match.ply - 7
        while match.plies[wanted].seat == CHANCE:
            wanted -= 1
        newer = match.plies[wanted].words(match.rules)
    page = (await bo.get(late)).text
    assert ply_of(page) == wanted
    assert "You see this table late (delay in plies: 7)" in page
    assert ply_of((await bo.get(f"{late}/fragment")).text) == wanted
    replay = (await bo.get(f"{late}/replay?ply={now}")).text
    assert f"Ply {wanted} of {wanted}" in replay
    state = (await bo.get(f"/api/v1/tables/{match_id}")).json()
    assert (state["ply"], state["legal"]) == (wanted, [])
    assert all(line["ply"] < wanted for line in state["log"])
    for place in (f"{late}/record", f"/api/v1/tables/{match_id}/record"):
        answer = await bo.get(place)
        if answer.status_code == 200:
            assert len(answer.json()["plies"]) == wanted, newer
        else:
            assert game != "armorica"
            assert answer.status_code == 409
    bell: Any = changes(tables, match_id, anyio.Event(), lambda table: table.who(""))
    assert await anext(bell) == wanted
    await bell.aclose()
    assert ply_of((await ann.get(late)).text) == now


async def test_a_bell_that_rings_before_the_start_of_a_delayed_game_tells_no_more_later(
    ann: Visitor, site: Transport
) -> None:
    path = await ann.set_up("me", "friend", delay="400")
    tables = site.app.state.tables
    bell: Any = changes(tables, id_of(path), anyio.Event(), lambda table: table.who(""))
    assert await anext(bell) == 0
    await ann.post(f"{path}/start", data={"without": "1"})
    assert await anext(bell) == 0
    await bell.aclose()


@both
async def test_an_old_seat_link_leads_nowhere_after_the_host_has_renewed_it(ann: Visitor, bo: Visitor) -> None:
    path = await ann.set_up("me", "friend")
    (old,) = links_of((await ann.get(path)).text)
    assert (await ann.post(f"{path}/seat", data={"seat": 1, "to": "link"})).status_code == 303
    (new,) = links_of((await ann.get(path)).text)
    assert new != old
    assert (await bo.get(old)).status_code == 404
    assert (await bo.post(httpx.URL(old).path, data={"name": "Bo"})).status_code == 404
    assert await bo.join(new) == path


@both
async def test_who_is_shut_out_loses_the_seat_and_comes_back_only_when_the_host_allows(
    ann: Visitor, bo: Visitor
) -> None:
    path = await ann.set_up("me", "friend")
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    await ann.post(f"{path}/start", data={"without": "1"})
    ply, _ = await ann.moves(path)
    assert (await ann.post(f"{path}/seat", data={"seat": 1, "to": "ban"})).status_code == 303
    page = (await ann.get(path)).text
    assert "Bo is banned." in page
    (fresh,) = links_of(page)
    assert fresh != link
    for answer in (await bo.get(path), await bo.get(fresh), await bo.post(httpx.URL(fresh).path, data={"name": "Bo"})):
        assert answer.status_code == 403
        assert "has banned you" in message_of(answer.text)
    assert (await bo.move(path, ply, 0)).status_code == 403
    ban = re.search(r'name="ban" value="([^"]+)"', page)
    assert ban
    await ann.post(f"{path}/pardon", data={"ban": ban[1]})
    assert await bo.join(fresh) == path


@both
async def test_a_seat_given_to_a_bot_in_the_middle_of_a_game_is_played_on_and_can_be_freed_again(
    ann: Visitor, bo: Visitor
) -> None:
    path = await ann.set_up("me", "friend")
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    await ann.post(f"{path}/start", data={"without": "1"})
    assert (await ann.post(f"{path}/seat", data={"seat": 1, "to": "wanderer"})).status_code == 303
    assert "You are watching" in (await bo.get(path)).text
    await ann.play_on(path)  # the bot plays its part
    record = (await ann.get(f"{path}/record")).json()
    assert [seat.get("bot", "") for seat in record["seats"]] == ["", "wanderer"]
    over = await ann.post(f"{path}/seat", data={"seat": 1, "to": "open"})
    assert over.status_code == 409


async def test_a_guest_leaves_the_seat_to_the_next_who_gets_its_new_link(ann: Visitor, bo: Visitor, cy: Any) -> None:
    path = await ann.set_up("me", "friend", "cottar")
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    assert (await bo.post(f"{path}/leave", data={"seat": 1})).status_code == 303
    assert (await bo.get(link)).status_code == 404
    (fresh,) = links_of((await ann.get(path)).text)
    assert await cy.join(fresh) == path
    assert (await bo.post(f"{path}/leave", data={"seat": 0})).status_code == 403


async def test_everybody_meets_again_one_seat_on_with_the_same_options(ann: Visitor, bo: Visitor, cy: Any) -> None:
    path = await ann.set_up("wanderer", "me", "friend", **{"option.voluntary_pass": "false"})
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    await ann.post(f"{path}/start", data={"without": "1"})
    assert (await bo.post(f"{path}/rematch")).status_code == 409
    for _ in range(600):
        for person in (ann, bo):
            ply, actions = await person.moves(path)
            if actions:
                await person.move(path, ply, actions[0])
        if 'data-state="over"' in (await ann.get(path)).text:
            break
    assert (await cy.post(f"{path}/rematch")).status_code == 403
    first = await bo.post(f"{path}/rematch")
    second = await ann.post(f"{path}/rematch")
    assert first.headers["location"] == second.headers["location"] != path
    page = (await ann.get(first.headers["location"])).text
    seats = re.findall(r'(?s)id="seat-\d".*?<strong>([^<]*)<', page)
    assert seats == ["Ann", "Bo", "Wanderer"]
    assert "Everyone is here" in page
    assert 'id="next-game"' in (await bo.get(path)).text  # the old table leads there
    state = (await ann.get(f"/api/v1/tables/{id_of(first.headers['location'])}")).json()
    assert state["options"]["voluntary_pass"] == "false"
    assert (await bo.post(f"{first.headers['location']}/start", data={"without": "1"})).status_code == 303


async def test_finished_games_are_searched_by_game_and_by_name_and_unlisted_ones_are_ones_own(
    ann: Visitor, bo: Visitor
) -> None:
    ann.name = "Änne"
    shown = await ann.set_up("me", "wanderer", visibility="open")
    own = await ann.set_up("me", "wanderer")
    for path in (shown, own):
        await ann.play_on(path)
    mine, others = (await ann.get("/games")).text, (await bo.get("/games")).text
    assert shown in mine and own in mine  # noqa: PT018
    assert shown in others and own not in others  # noqa: PT018
    assert "wins" in others or "share the victory" in others
    for query, hit in (("player=änn", False), ("player=Änn", True), ("player=WANDER", True), ("player=%25", False),
                       ("game=arrival", False), ("game=armorica&player=nne", True), ("page=2", False),
                       ("page=x&game=%00&player=%00", True)):  # fmt: skip
        assert (shown in (await bo.get(f"/games?{query}")).text) == hit, query


@both
async def test_a_program_with_the_hosts_token_has_the_same_powers(ann: Visitor) -> None:
    program = Program(ann)
    ticket = await program.create("me", "friend", visibility="open", delay=3)
    table, host = f"/api/v1/tables/{ticket['id']}", {"Authorization": f"Bearer {ticket['host_token']}"}
    found = (await ann.get("/api/v1/tables")).json()["tables"]
    assert [(entry["id"], entry["free"]) for entry in found] == [(ticket["id"], 1)]
    seat = (await ann.post(f"{table}/join", json={"name": "Dee"})).json()
    assert (seat["seat"], seat["name"]) == (1, "Dee")
    assert (await ann.post(f"{table}/join", json={})).status_code == 409
    refused = await ann.post(f"{table}/seats/1/link", headers=host)
    assert (refused.status_code, "Free the seat first" in refused.json()["message"]) == (409, True)
    dee = {"Authorization": f"Bearer {seat['token']}"}
    assert (await ann.get(table, headers=dee)).json()["seat"] == 1  # the host cannot take her key away without the seat
    state = (
        await ann.post(f"{table}/seats/1", json={"to": "bot", "level": "wanderer", "ban": True}, headers=host)
    ).json()
    assert state["seats"][1]["level"] == "wanderer"
    assert [ban["name"] for ban in state["bans"]] == ["Dee"]
    assert (await ann.post(f"{table}/pardon", json={"ban": state["bans"][0]["id"]}, headers=host)).json()["bans"] == []
    closed = await ann.post(f"{table}/looking", json={"visibility": "private"}, headers=host)
    assert closed.json()["visibility"] == "private"
    assert (await ann.get(table)).status_code == 403
    await ann.post(f"{table}/start", headers=host)
    ticket["seats"][1]["token"] = None
    await program.play_out(ticket)
    again = (await ann.post(f"{table}/rematch", headers=key(ticket, 0))).json()
    assert [seat["seat"] for seat in again["seats"]] == [1]
    assert again["host_token"] is None
    new = await ann.get(
        f"/api/v1/tables/{again['id']}", headers={"Authorization": f"Bearer {again['seats'][0]['token']}"}
    )
    assert (new.json()["seat"], new.json()["status"]) == (1, "waiting")


async def test_a_hot_seat_with_secrets_shows_them_only_to_who_says_to_hold_the_device(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await ann.set_up("me", "me", game="arrival")
    tables, match_id = site.app.state.tables, id_of(path)

    def public(text: str) -> str:
        """What remains of a page without what belongs to a person: the picture and the log."""
        found = re.search(r'(?s)<div id="board".*?</svg>', text)
        assert found
        return found[0]

    seen_by_both = 0
    for _ in range(40):
        async with tables.at(match_id) as table:
            match = table.playing()
            movers = [seat for seat in (0, 1) if match.may_move(seat)]
        page = (await ann.get(path)).text
        if "Pass the device to" in page:
            assert public(page) == public((await bo.get(path)).text)  # exactly what a spectator sees
            assert 'data-action="' not in page
            assert 'name="action"' not in page
            closed = await ann.move(path, ply_of(page), match.legal(movers[0])[0])
            assert closed.status_code == 409
            assert "The curtain is down" in message_of(closed.text)
            replay = (await ann.get(f"{path}/replay")).text
            assert public(replay) == public((await bo.get(f"{path}/replay")).text)
            assert (await ann.post(f"{path}/device", data={"seat": movers[0]})).status_code == 303
            seen_by_both += 1
            continue
        ply, actions = await ann.moves(path)
        assert actions
        await ann.move(path, ply, actions[0])
    assert seen_by_both > 2
    await ann.post(f"{path}/device", data={"seat": ""})
    assert "Pass the device to" in (await ann.get(path)).text
    assert (await bo.post(f"{path}/device", data={"seat": 0})).status_code == 403


def test_a_rematch_takes_over_every_column_but_those_of_one_match() -> None:
    """A new column is taken over unless it is said to be of one match: then it cannot be lost in silence."""
    columns = {column.name for column in MatchRow.__table__.columns}
    assert columns >= OF_ONE_MATCH
    assert columns - OF_ONE_MATCH == {
        "game", "options", "components", "source", "host", "visibility", "spectators", "delay", "bans", "pace", "chat",
        "group_id", "auto_review", "hints",
    }, "say of a new column whether the same people get it again, and whether it goes with a person who leaves (accounts.py)"  # fmt: skip
