"""Positions shared by a link: for anyone, and never more than anyone may know."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import httpx
import pytest
from sqlalchemy import delete, func, select, update

from brehon.core.contract import ORACLE, SPECTATOR
from brehon.server.errors import Conflict
from brehon.server.storage.schema import PlanRow, RecordRow, SeatRow, ShareRow
from brehon.server.table.expiry import delete_match
from brehon.server.table.shares import Shares, Spot
from tests.server.conftest import opened
from tests.server.people import Visitor, links_of, message_of, own_token, ply_of
from tests.server.test_plan import open_plan
from tests.server.test_reviews import QUICK, played, reviewed, uploaded
from tests.server.transport import Transport


async def shared(person: Visitor, path: str, **fields: Any) -> str:
    """Press Share; the path of the link."""
    answer = await person.post(f"{path}/share", data=fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


async def refused(person: Visitor, path: str, **fields: Any) -> str:
    answer = await person.post(f"{path}/share", data=fields)
    assert answer.status_code in (403, 404, 409), answer.text
    return message_of(answer.text)


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


async def count_of(site: Transport, row: Any) -> int:
    async with site.app.state.tables.store.reading() as connection:
        return int((await connection.execute(select(func.count()).select_from(row))).scalar_one())


async def middle(person: Visitor, path: str) -> int:
    """A ply in the middle of a finished game at which someone decides."""
    address = f"/api/v1{path.replace('table', 'tables')}/replay"
    last = (await person.get(address)).json()["last"]
    words = {ply: (await person.get(address, params={"ply": ply})).json()["words"] for ply in range(last // 2, last)}
    return next(ply for ply, text in words.items() if text[0].isdigit())


async def together(ann: Visitor, bo: Visitor, *more: str, **fields: str) -> str:
    """A running game of two people; its path."""
    path = await ann.set_up("me", "friend", *more, **fields)
    await bo.join(links_of((await ann.get(path)).text)[0])
    await ann.post(f"{path}/start", data={"without": "1"})
    return path


# -- what is shown


async def test_a_sandbox_is_shared_seen_by_a_stranger_and_tried_by_them(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "cottar")
    await ann.play_on(path, 'name="action"')
    plan = await open_plan(ann, path, ply_of((await ann.get(path)).text))
    for _ in range(2):
        changes, offered = await ann.moves(plan)
        await ann.move(plan, changes, offered[0])
    link = await shared(ann, plan)
    assert await shared(ann, plan) == link  # the same position has one link
    assert len(link.rpartition("/")[2]) >= 24
    async with Visitor(site, "Cy") as cy:
        answer = await cy.get(link)
        page = answer.text
        assert answer.headers["x-robots-tag"] == "noindex, nofollow"
        assert (await cy.get(f"{link}/board.svg")).headers["x-robots-tag"] == "noindex, nofollow"
        assert "Ann" in page
        assert "are a guess" in page
        tried = re.findall(r"<li>([^<]+)</li>", page[page.index('id="tried"') :])[:2]
        assert len(tried) == 2
        assert "withdraw" not in page  # that is for its owner
        assert not re.search(r'<[^>]+data-action="', page)  # nothing to click on this board
        # when: they try it themselves
        begun = await cy.post(f"{link}/try")
        mine = begun.headers["location"]
        assert "Moves tried: 2" in (await cy.get(mine)).text  # then: they begin where the line ends, and can go back
        assert (await ann.get(mine)).status_code == 404  # no one else sees it
        changes, offered = await cy.moves(mine)
        assert (await cy.move(mine, changes, offered[0])).status_code == 303
        assert (await cy.post(f"{mine}/undo", data={"ply": 1})).status_code == 303
        assert (await cy.post(mine.replace("/plan/", "/plans/") + "/real")).status_code == 409  # there is no table
        # and: what they have found can be shared in turn
        again = await shared(cy, mine)
        assert (await ann.get(again)).status_code == 200
        # and: the shared position has not changed
        assert (await cy.get(link)).text.count("<li>") == page.count("<li>")


async def test_its_pictures_are_a_picture_and_what_messengers_preview(ann: Visitor, site: Transport) -> None:
    path = await played(ann)
    link = await shared(ann, path, ply=4)
    async with Visitor(site, "Cy") as cy:
        page = (await cy.get(link)).text
        svg = await cy.get(f"{link}/board.svg")
        assert fromstring(svg.text).tag.endswith("svg")
        assert "var(--" not in svg.text
        sizes = {"board.png": 1600, "preview.png": 1200}
        for name, width in sizes.items():
            png = await cy.get(f"{link}/{name}?l=de")
            assert png.headers["content-type"] == "image/png"
            assert size_of(png.content)[0] == width
        assert f'property="og:image" content="http://table.test{link}/preview.png' in page
        assert 'name="robots" content="noindex' in page
        german = await cy.get(link, headers={"Accept-Language": "de"})
        assert "Geteilte Stellung" in german.text


async def test_names_are_shown_only_if_the_owner_likes(ann: Visitor, site: Transport) -> None:
    path = await played(ann)
    link = await shared(ann, path, ply=4)
    async with Visitor(site, "Cy") as cy:
        assert (await cy.post(f"{link}/names", data={"names": "0"})).status_code == 403
        mine = (await cy.post(f"{link}/try")).headers["location"]
        assert (await ann.post(f"{link}/names", data={"names": "0"})).status_code == 303
        # then: nothing that the link leads to has a name, or the way to the table where they stand
        again = await shared(cy, mine)
        word = link.rpartition("/")[2]
        for place in (link, f"{link}/board.svg", f"/api/v1/shared/{word}", mine, again, f"{again}/board.svg"):
            text = (await cy.get(place)).text
            assert "Ann" not in text, place
            assert path.rpartition("/")[2] not in text, place
        assert "Seat 1" in (await cy.get(link)).text
        # and: one's own line in it cannot bring them back
        assert (await cy.post(f"{again}/names", data={"names": "1"})).status_code == 303
        assert "Ann" not in (await cy.get(again)).text


async def test_a_moment_of_a_review_says_what_was_better(tmp_path: Path) -> None:
    async with opened(tmp_path, **QUICK) as site, Visitor(site, "Ann") as ann, Visitor(site, "Cy") as cy:
        record = await uploaded(ann)
        await ann.post(f"/records/{record}/review")
        review = (await reviewed(ann, f"/api/v1/records/{record}/review"))["review"]
        wrong = [one for one in review["moments"] if one["judged"] and one["judged"]["best"] != one["action"]]
        link = await shared(ann, f"/records/{record}", ply=wrong[0]["ply"], seat="truth", review="1")
        page = (await cy.get(link)).text
        assert "What the coach says" in page
        assert 'id="coach-best"' in page
        plain = await shared(ann, f"/records/{record}", ply=wrong[0]["ply"] + 1, seat="truth")
        assert "What the coach says" not in (await cy.get(plain)).text


async def test_a_hint_is_shown_if_it_was_asked_for_to_the_end(ann: Visitor, site: Transport) -> None:
    path = await played(ann)
    plan = await open_plan(ann, path, await middle(ann, path))
    await ann.post(f"{plan}/hint", data={"step": 3})
    assert "What the coach says" not in (await ann.get(await shared(ann, plan))).text
    link = await shared(ann, plan, step=3)
    async with Visitor(site, "Cy") as cy:
        assert 'id="coach-best"' in (await cy.get(link)).text
        word = link.rpartition("/")[2]
        assert (await cy.get(f"/api/v1/shared/{word}")).json()["coach"]


# -- what must stay at the table


async def test_while_people_play_no_sandbox_is_shared_and_a_position_as_spectators_see_it(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await together(ann, bo, "wanderer", game="fallen-kingdoms")
    table = path.rpartition("/")[2]
    last = ply_of((await ann.get(path)).text)
    plan = await open_plan(ann, path, last)
    assert "when the game is over" in await refused(ann, plan)
    assert 'id="plan-share-button"' not in (await ann.get(plan)).text
    # when: a player shares what their seat sees, or asks for more
    links = {await shared(ann, path, ply=last, seat=seat) for seat in ("0", "1", "truth", "watcher", "")}
    # then: it is the same link, and it shows what a spectator sees
    assert len(links) == 1
    (link,) = links
    async with site.app.state.tables.at(table) as found:
        match = found.playing().at(last)
        hands = [match.rules.game.face().data(match.rules, match.view(seat)) for seat in (0, 1, ORACLE)]
        open_to_all = match.rules.game.face().data(match.rules, match.view(SPECTATOR))
    async with Visitor(site, "Cy") as cy:
        state = (await cy.get(f"/api/v1/shared/{link.rpartition('/')[2]}")).json()
        assert state["view"] == open_to_all
        assert state["view"] not in hands
        # and: a sandbox from it knows no more, gets no help, and is not shared either
        mine = (await cy.post(f"{link}/try")).headers["location"]
        assert "what everyone may know" in (await cy.get(mine)).text
        assert (await cy.post(f"{mine}/opponents", data={"ply": 0, "level": "cottar"})).status_code == 409
        assert (await cy.post(f"{mine}/hint", data={"step": 1})).status_code == 409
        assert "when the game is over" in await refused(cy, mine)
    # and: programs get the same
    headers = {"Authorization": f"Bearer {await own_token(ann)}"}
    body = {"ply": last, "seed": 1}
    answer = await ann.post(f"/api/v1/tables/{table}/share", json=body, headers=headers)
    assert answer.status_code == 409, answer.text
    answer = await ann.post(f"/api/v1/tables/{table}/share", json={"ply": last, "seat": "0"}, headers=headers)
    assert answer.json()["link"].endswith(link)


@pytest.mark.parametrize("game", ["armorica", "arrival"])
async def test_a_row_that_says_more_than_it_may_opens_nothing(
    ann: Visitor, bo: Visitor, site: Transport, game: str
) -> None:
    """Given a link of a seat in a running game, however it came to be, then it shows nothing until the game is over."""
    path = await together(ann, bo, game=game)
    service, table = site.app.state.shares, path.rpartition("/")[2]
    async with site.app.state.tables.at(table) as found:
        person = found.seats[0].session
    spots = [
        Spot(20, seat, match=table, seed=seed) for seat, seed in ((0, None), (ORACLE, None), (0, 5), (SPECTATOR, 5))
    ]
    for spot in spots:
        word = await service.put(person, spot)
        for place in (
            f"/shared/{word}",
            f"/shared/{word}/board.svg",
            f"/shared/{word}/board.png",
            f"/api/v1/shared/{word}",
        ):
            assert (await bo.get(place)).status_code == 409, place
        assert (await bo.post(f"/shared/{word}/try")).status_code == 409


async def test_a_delay_and_a_closed_table_hold_for_links_too(ann: Visitor, bo: Visitor) -> None:
    late = await together(ann, bo, delay="6")
    last = ply_of((await ann.get(late)).text)
    assert "late" in await refused(ann, late, ply=last)
    assert await shared(ann, late, ply=0)
    for fields in ({"visibility": "private"}, {"spectators": "0"}):
        closed = await ann.set_up("me", "friend")
        await bo.join(links_of((await ann.get(closed)).text)[0])
        await ann.post(f"{closed}/looking", data={"visibility": "unlisted", **fields})
        await ann.post(f"{closed}/start", data={"without": "1"})
        assert "not everyone may watch" in await refused(ann, closed, ply=1)


async def test_against_bots_all_is_shared_until_a_person_sits_down(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "cottar")
    await ann.play_on(path, 'name="action"')
    plan = await open_plan(ann, path, 12)
    link = await shared(ann, plan)
    assert (await ann.get(link)).status_code == 200
    # when: the bot's seat becomes a friend's
    tables, table = site.app.state.tables, path.rpartition("/")[2]
    async with tables.store.writing() as connection:
        await connection.execute(update(SeatRow).where(SeatRow.match == table, SeatRow.seat == 1).values(kind="friend"))
    tables.forget(table)
    assert (await ann.get(link)).status_code == 409


async def test_with_secrets_not_even_a_game_against_bots_is_shared_from_its_seat(ann: Visitor) -> None:
    path = await ann.set_up("me", "cottar", game="arrival")
    await ann.play_on(path, 'name="action"')
    plan = await open_plan(ann, path, ply_of((await ann.get(path)).text))
    assert "when the game is over" in await refused(ann, plan)


async def test_a_link_shows_no_more_than_its_owner_may_still_see(ann: Visitor, site: Transport) -> None:
    path = await played(ann)
    async with Visitor(site, "Cy") as cy, Visitor(site, "Di") as di:
        link = await shared(cy, path, ply=3)  # a spectator may share what they see
        mine = (await di.post(f"{link}/try")).headers["location"]
        await ann.post(f"{path}/looking", data={"visibility": "private"})
        own = await shared(ann, path, ply=5)
        # then: the table is private, and so is what a spectator has shared of it; its players may share it
        for place in (link, f"{link}/board.svg", f"{link}/preview.png"):
            answer = await di.get(place)
            assert answer.status_code == 404, place
        assert (await di.get(mine)).status_code == 404
        assert (await di.get(own)).status_code == 200
        assert "/replay" not in (await di.get(own)).text
        assert (await refused(cy, path, ply=3)).startswith("This table is private")


# -- how a link ends


async def test_a_link_is_taken_back_by_its_owner_alone_with_all_that_was_opened_from_it(
    ann: Visitor, site: Transport
) -> None:
    path = await played(ann)
    link = await shared(ann, path, ply=4)
    await ann.get(f"{link}/board.png")
    async with Visitor(site, "Cy") as cy:
        mine = (await cy.post(f"{link}/try")).headers["location"]
        again = await shared(cy, mine)
        assert (await cy.post(f"{link}/withdraw")).status_code == 403
        token = {"Authorization": f"Bearer {await own_token(cy)}"}
        assert (await cy.delete(f"/api/v1{link}", headers=token)).status_code == 403
        assert link in (await ann.get("/shared")).text
        assert (await ann.post(f"{link}/withdraw")).headers["location"] == "/shared"
        for place in (
            link,
            f"{link}/board.svg",
            f"{link}/board.png",
            f"{link}/preview.png",
            mine,
            again,
            f"/api/v1{link}",
        ):
            assert (await cy.get(place)).status_code == 404, place
    assert "taken back" in message_of((await ann.get(link)).text)


async def test_links_go_with_the_match_the_record_and_the_person(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path, store = await played(ann), site.app.state.tables.store
    record = await uploaded(ann)
    links = [await shared(ann, path, ply=4), await shared(ann, f"/records/{record}", ply=2)]
    for link in links:
        await bo.post(f"{link}/try")
    assert await count_of(site, PlanRow) == 2
    async with store.writing() as connection:
        await delete_match(connection, path.rpartition("/")[2])
        await connection.execute(delete(RecordRow).where(RecordRow.id == record))
    assert (await count_of(site, ShareRow), await count_of(site, PlanRow)) == (0, 0)
    other = await uploaded(ann)
    await shared(bo, f"/records/{other}", ply=2)
    await bo.post("/account/delete", data={"sure": "yes"})
    assert await count_of(site, ShareRow) == 0


async def test_there_is_a_quota_and_an_end_to_the_number_of_links(tmp_path: Path) -> None:
    async with opened(tmp_path, quotas="shares=2/hour") as site, Visitor(site, "Ann") as ann:
        record = await uploaded(ann)
        for ply in (1, 2):
            await shared(ann, f"/records/{record}", ply=ply)
        assert (await ann.post(f"/records/{record}/share", data={"ply": 1})).status_code == 429
        service = Shares(site.app.state.tables.store, most=2)
        spots = [Spot(ply, SPECTATOR, record=record) for ply in range(3)]
        words = [await service.put("someone", spot) for spot in spots[:2]]
        with pytest.raises(Conflict):
            await service.put("someone", spots[2])
        assert await service.put("someone", spots[0]) == words[0]  # one that is there is no new one


# -- programs, and a puzzle


async def test_programs_share_read_list_and_take_back(ann: Visitor) -> None:
    path = await played(ann)
    address, token = f"/api/v1{path.replace('table', 'tables')}", {"Authorization": f"Bearer {await own_token(ann)}"}
    assert (await ann.post(f"{address}/share", json={})).status_code == 401
    half = await middle(ann, path)
    legal = (await ann.post(f"{address}/plan", json={"ply": half}, headers=token)).json()["legal"]
    body = {"ply": half, "seed": 3, "words": [legal[0]["words"]], "names": False}
    given = (await ann.post(f"{address}/share", json=body, headers=token)).json()
    state = (await ann.get(f"/api/v1/shared/{given['word']}")).json()
    assert state["guess"]
    assert [one["words"] for one in state["moves"]] == body["words"]
    assert state["names"] == []
    assert state["position"].startswith("armorica ")
    assert (await ann.get(given["svg"])).status_code == 200
    assert [one["word"] for one in (await ann.get("/api/v1/me/shared", headers=token)).json()] == [given["word"]]
    wrong = await ann.post(f"{address}/share", json={**body, "words": ["take gaul 6", "dance"]}, headers=token)
    assert wrong.status_code == 422
    assert (await ann.delete(f"/api/v1/shared/{given['word']}", headers=token)).status_code == 204
    assert (await ann.get(f"/api/v1/shared/{given['word']}")).status_code == 404


async def test_a_puzzle_is_shared_by_its_own_address_and_says_nothing_of_its_solution(ann: Visitor) -> None:
    puzzles: httpx.Response = await ann.get("/api/v1/puzzles/armorica")
    place = f"/puzzle/{puzzles.json()[0]['id']}"
    page = (await ann.get(place)).text
    assert f'value="http://table.test{place}"' in page
    assert f"{place}/preview.png" in page
    svg = (await ann.get(f"{place}/board.svg")).text
    assert 'data-action="' not in svg
    assert size_of((await ann.get(f"{place}/preview.png")).content) == (1200, 630)


async def test_a_link_that_no_one_was_given_leads_nowhere(ann: Visitor) -> None:
    for word in ("nothing", "%00", "x" * 500, "'--"):
        assert (await ann.get(f"/shared/{word}")).status_code == 404
        assert (await ann.get(f"/api/v1/shared/{word}")).status_code in (404, 422)
