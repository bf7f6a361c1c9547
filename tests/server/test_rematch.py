"""Playing again: one click makes the next table, the others are asked, and no one plays without having said so."""

from __future__ import annotations

import re
from pathlib import Path

from tests.server.conftest import both, opened
from tests.server.people import SCRIPT, Visitor, links_of
from tests.server.post import Receiver
from tests.server.test_company import Ear, table_of_two
from tests.server.test_notices import quick, receiver  # noqa: F401 - a fixture
from tests.server.transport import Transport


async def finished(ann: Visitor, bo: Visitor, **fields: str) -> str:
    """A game of the two that is over; its path."""
    path = await ann.set_up("me", "friend", **fields)
    (link,) = links_of((await ann.get(path)).text)
    await bo.join(link)
    await ann.post(f"{path}/start", data={"without": "1"})
    for who in (ann, bo):
        await who.post(f"{path}/hand", data={"level": "wanderer"})
    await ann.play_on(path)
    return path


async def rematch(who: Visitor, path: str) -> str:
    answer = await who.post(f"{path}/rematch")
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def seats(page: str) -> list[tuple[str, str]]:
    found = re.findall(r'(?s)id="seat-\d".*?<strong>([^<]*)</strong>\s*<span class="tag[^"]*">([^<]*)<', page)
    return [(name, tag) for name, tag in found]


@both
async def test_who_asks_sits_down_and_the_seats_of_the_others_are_kept_until_they_ask_too(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await finished(ann, bo)
    async with Ear(ann, f"{path}/events") as ear:
        new = await rematch(bo, path)
        await ear.expect("talk")  # Ann's page learns it at once
    assert seats((await bo.get(new)).text) == [("Bo", "that is you"), ("Ann", "invited")]
    here = (await ann.get(path)).text
    assert 'id="next-game"' in here
    company = (await ann.get(f"{path}/company")).text
    assert "has set up the next game" in company
    assert f'action="{path}/rematch"' in company  # the button that joins
    # Bo is the host now and may begin, but not for Ann
    assert (await bo.post(f"{new}/start", data={"without": "1"})).status_code == 303
    assert not (await ann.moves(new))[1]
    assert "A seat is kept for you" in (await ann.get(new)).text
    # one click, and she is there
    assert await rematch(ann, path) == new
    async with site.app.state.tables.at(new.rpartition("/")[2]) as table:
        assert [seat.session is not None for seat in table.seats] == [True, True]
        assert [seat.reserved for seat in table.seats] == [None, None]


async def test_a_kept_seat_is_no_one_elses(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path = await finished(ann, bo, visibility="open")
    new = await rematch(bo, path)
    page = (await bo.get(new)).text
    assert links_of(page) == []  # not even the host has a link to it
    async with Visitor(site, "Cy") as cy:
        assert (await cy.post(f"{new}/join", data={"name": "Cy"})).status_code == 409
        assert new not in (await cy.get("/")).text  # nothing is free there
        assert (await bo.post(f"{new}/seat", data={"seat": 1, "to": "link"})).status_code == 409
        # the host frees it: then it has a link, and Ann has lost it
        assert (await bo.post(f"{new}/seat", data={"seat": 1, "to": "open"})).status_code == 303
        (link,) = links_of((await bo.get(new)).text)
        assert await cy.join(link) == new
        assert await rematch(ann, path) == new
        assert not (await ann.get(new)).text.count("that is you")


async def test_a_private_rematch_can_be_seen_by_the_people_whose_seats_are_kept_and_by_no_one_else(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await finished(ann, bo, visibility="private")
    new = await rematch(bo, path)
    async with Visitor(site, "Cy") as cy:
        await cy.set_up("me", "cottar")
        assert (await cy.get(new)).status_code == 403
    assert (await ann.get(new)).status_code == 200
    assert new in (await ann.get("/")).text  # among her tables
    assert (await ann.post(f"{new}/join", headers=SCRIPT)).status_code == 200
    assert seats((await ann.get(new)).text) == [("Bo", "is here"), ("Ann", "that is you")]


async def test_a_banned_person_has_no_kept_seat(ann: Visitor, bo: Visitor) -> None:
    path = await finished(ann, bo)
    new = await rematch(ann, path)
    async with bo._transport.app.state.tables.at(new.rpartition("/")[2]) as table:  # type: ignore[attr-defined]
        person = next(seat.reserved for seat in table.seats if seat.reserved)
        await bo._transport.app.state.tables.mark(table, bans=[{"id": "x", "person": person, "name": "Bo"}])  # type: ignore[attr-defined]
    assert (await bo.post(f"{new}/join")).status_code == 403
    assert (await bo.get(new)).status_code == 403


async def test_alone_against_bots_the_next_game_begins_with_one_click(ann: Visitor) -> None:
    path = await ann.set_up("me", "wanderer")
    await ann.post(f"{path}/start")
    await ann.play_on(path)
    new = await rematch(ann, path)
    assert (await ann.post(f"{new}/start", data={"without": "1"})).status_code == 303
    assert 'data-state="playing"' in (await ann.get(new)).text


async def test_who_is_away_is_notified_by_their_chosen_way(
    tmp_path: Path,
    receiver: Receiver,  # noqa: F811
) -> None:
    async with (
        opened(tmp_path, **quick(notice_delay=3600.0)) as site,
        Visitor(site, "Ann") as ann,
        Visitor(site, "Bo") as bo,
    ):
        path = await finished(ann, bo)
        await ann.post("/me/hooks", data={"address": receiver.url, "shape": "json", "scope": "me"})
        new = await rematch(bo, path)
        body = await receiver.next(1)
        assert (body["event"], body["table"]) == ("invite", new.rpartition("/")[2])
        assert "kept for you" in body["text"]


async def test_an_account_that_is_deleted_leaves_no_kept_seat(ann: Visitor, bo: Visitor) -> None:
    path = await finished(ann, bo)
    new = await rematch(ann, path)
    assert (await bo.post("/account/delete", data={"sure": "yes"})).status_code in (200, 303)
    (link,) = links_of((await ann.get(new)).text)  # the seat is free for another
    assert link
    assert "Bo" not in re.findall(r"<strong>([^<]*)</strong>", (await ann.get(new)).text)


async def test_the_two_of_a_table_are_still_the_two(ann: Visitor, bo: Visitor) -> None:
    """A guest who signs in elsewhere takes the kept seat along."""
    path = await table_of_two(ann, bo)
    for who in (ann, bo):
        await who.post(f"{path}/hand", data={"level": "wanderer"})
    await ann.play_on(path)
    new = await rematch(ann, path)
    link = re.search(r"/device/([\w-]+)", (await bo.post("/account/link")).text)
    assert link
    async with Visitor(bo._transport, "Bo's telephone") as phone:
        await phone.post(f"/device/{link[1]}", data={})
        assert "A seat is kept for you" in (await phone.get(new)).text
