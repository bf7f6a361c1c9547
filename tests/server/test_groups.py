"""Groups of friends: who sees one, who holds its link, what its members do, and what strangers try."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from brehon.server.people import groups as groups_module
from tests.server.conftest import both, opened
from tests.server.people import ADDRESS, Visitor, links_of, own_token
from tests.server.post import Receiver
from tests.server.test_notices import quick, receiver  # noqa: F401 - a fixture
from tests.server.test_nudge import Travel
from tests.server.transport import Transport


async def create(who: Visitor, title: str = "Friday") -> str:
    """A new group; its path."""
    answer = await who.post("/groups", data={"title": title, "name": who.name})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def link_of(page: str) -> str:
    found = re.search(r'value="http[^"]*(/groups/join/[^"]+)"', page)
    assert found, page
    return found[1]


async def join(who: Visitor, link: str) -> httpx.Response:
    return await who.post(link, data={"name": who.name})


async def two(ann: Visitor, bo: Visitor) -> str:
    """A group of Ann, who owns it, and Bo."""
    path = await create(ann)
    assert (await join(bo, link_of((await ann.get(path)).text))).headers["location"] == path
    return path


def members(page: str) -> list[str]:
    found = re.search(r'(?s)id="members".*?</ul>', page)
    assert found
    return re.findall(r'class="called">([^<]*)<', found[0])


def proposals(page: str) -> list[str]:
    return re.findall(r'id="proposal-([\w-]+)"', page)


async def propose(who: Visitor, path: str, **more: str) -> str:
    """Propose Armorica; the id of the proposal."""
    before = proposals((await who.get(path)).text)
    answer = await who.post(f"{path}/propose", data={"game": "armorica", "when": "now", **more})
    assert answer.status_code == 303, answer.text
    (new,) = set(proposals((await who.get(path)).text)) - set(before)
    return new


async def play(path: str, *people: Visitor) -> None:
    """Bots decide for everyone until the game is over."""
    for who in people:
        assert (await who.post(f"{path}/hand", data={"level": "wanderer"})).status_code == 303
    await people[0].play_on(path)


@both
async def test_friends_join_by_the_link_without_an_account_and_see_each_other(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await create(ann, "  Friday <i>table</i>\n ")
    link = link_of((await ann.get(path)).text)
    page = (await bo.get(link)).text  # a preview does not join
    assert "Friday &lt;i&gt;table&lt;/i&gt;" in page
    assert members((await ann.get(path)).text) == ["Ann"]
    assert (await join(bo, link)).headers["location"] == path
    assert (await join(bo, link)).headers["location"] == path  # again: nothing changes
    assert (await bo.get(link)).headers["location"] == path
    async with Visitor(site, "Bo") as other:
        await join(other, link)
        assert members((await other.get(path)).text) == ["Ann", "Bo", "Bo 2"]
    for who in (ann, bo):
        seen = (await who.get("/groups")).text
        assert "Friday &lt;i&gt;table&lt;/i&gt;" in seen
        assert "3 members" in seen
    assert 'class="chip present"' in (await ann.get(path)).text


STRANGE = ("", "/fragment", "/rename", "/link", "/remove", "/leave", "/propose", "/answer", "/withdraw", "/start")


@both
async def test_for_a_stranger_a_group_is_as_an_invented_one(ann: Visitor, bo: Visitor, site: Transport) -> None:
    """Given a person with a cookie who is no member, then every address answers as it does for an id that does not exist."""
    path = await two(ann, bo)
    proposal = await propose(ann, path)
    form = {"title": "mine", "member": "x", "game": "armorica", "proposal": proposal, "yes": "1"}
    async with Visitor(site, "Cy") as cy, Visitor(site, "?") as nobody:
        await cy.set_up("me", "cottar")
        token = {"Authorization": f"Bearer {await own_token(cy)}"}
        for who in (cy, nobody):
            for part in STRANGE:
                invented = f"/group/{'x' * 16}"
                answers = []
                for place in (path, invented):
                    asked = who.get(place + part) if part in ("", "/fragment") else who.post(place + part, data=form)
                    answers.append(await asked)
                assert [answer.status_code for answer in answers] == [404, 404], part
                assert answers[0].text.replace(path, "?") == answers[1].text.replace(invented, "?"), part
                assert "Friday" not in answers[0].text
        mine = await cy.get(f"/api/v1/groups/{path.rpartition('/')[2]}", headers=token)
        other = await cy.get(f"/api/v1/groups/{'x' * 16}", headers=token)
        assert (mine.status_code, mine.content) == (404, other.content)
        assert (await cy.get("/groups/join/x")).status_code == 404
        assert (await nobody.post("/groups/join/x", data={"name": "N"})).status_code == 404
        assert "brehon" not in "".join(nobody.cookies)  # and no one becomes known by that
    assert members((await ann.get(path)).text) == ["Ann", "Bo"]
    assert proposals((await ann.get(path)).text) == [proposal]


async def test_a_removed_member_loses_access_and_the_link_that_they_know_is_dead(ann: Visitor, bo: Visitor) -> None:
    path = await two(ann, bo)
    old = link_of((await bo.get(path)).text)
    page = (await ann.get(path)).text
    word = re.search(r'name="member" value="(\w{16})"', page)
    assert word
    assert (await bo.post(f"{path}/remove", data={"member": word[1]})).status_code == 403  # only the owner
    assert (await ann.post(f"{path}/remove", data={"member": "0" * 16})).status_code == 404
    assert (await ann.post(f"{path}/remove", data={"member": word[1]})).status_code == 303
    assert (await bo.get(path)).status_code == 404
    assert (await bo.get(f"{path}/fragment")).status_code == 404
    assert (await join(bo, old)).status_code == 404
    assert path not in (await bo.get("/groups")).text
    new = link_of((await ann.get(path)).text)
    assert new != old
    assert (await join(bo, new)).status_code == 303  # whom the owner invites again may come again


async def test_only_the_owner_renames_and_renews_and_the_old_link_dies(ann: Visitor, bo: Visitor) -> None:
    path = await two(ann, bo)
    old = link_of((await ann.get(path)).text)
    for deed, form in (("rename", {"title": "Bo's"}), ("link", {})):
        assert (await bo.post(f"{path}/{deed}", data=form)).status_code == 403
    assert (await ann.post(f"{path}/rename", data={"title": " \u202e "})).status_code == 422
    assert (await ann.post(f"{path}/rename", data={"title": "x" * 100})).status_code == 303
    assert f"<h1>{'x' * 40}</h1>" in (await bo.get(path)).text
    assert (await ann.post(f"{path}/link")).status_code == 303
    assert (await bo.get(old)).status_code == 404
    assert "<h2" in (await bo.get(path)).text  # members stay


@both
async def test_the_database_holds_no_link(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path = await two(ann, bo)
    word = link_of((await ann.get(path)).text).rpartition("/")[2]
    async with site.app.state.tables.store.reading() as connection:
        rows = (await connection.exec_driver_sql("SELECT * FROM groups")).all()
    assert word not in str(rows)


@both
async def test_a_proposed_game_becomes_a_table_with_seats_for_those_who_said_yes(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await two(ann, bo)
    link = link_of((await ann.get(path)).text)
    async with Visitor(site, "Cy") as cy, Visitor(site, "Dee") as dee:
        for who in (cy, dee):
            await join(who, link)
        proposal = await propose(ann, path)
        for who, word in ((bo, "1"), (cy, "0"), (bo, "1")):
            await who.post(f"{path}/answer", data={"proposal": proposal, "yes": word})
        page = (await dee.get(path)).text
        assert "yes: Ann, Bo" in page
        assert "no: Cy" in page
        # two click at the same moment: one table
        answers = await asyncio.gather(*(who.post(f"{path}/start", data={"proposal": proposal}) for who in (bo, ann)))
        assert sorted(answer.status_code for answer in answers) in ([303, 404], [303, 409])
        table = next(answer.headers["location"] for answer in answers if answer.status_code == 303)
        starter, other = (bo, ann) if answers[0].status_code == 303 else (ann, bo)
        assert proposals((await ann.get(path)).text) == []
        page = (await other.get(path)).text
        assert "A seat is kept for you" in page
        assert f'action="{table}/join"' in page
        assert "A seat is kept for you" not in (await cy.get(path)).text
        assert table in (await cy.get(path)).text  # but everyone sees the table
        assert (await cy.post(f"{table}/join")).status_code == 403
        assert links_of((await starter.get(table)).text) == []  # its host has no link to the seat of the other
        assert (await other.post(f"{table}/join")).status_code == 303
        assert (await starter.post(f"{table}/start", data={"without": "1"})).status_code == 303
        await play(table, starter, other)
        page = (await cy.get(path)).text
        assert re.findall(r'<th scope="row">([^<]*)</th><td>(\d)</td>', page) in (
            [("Ann", "1"), ("Bo", "1")],
            [("Bo", "1"), ("Ann", "1")],
        )
        # the next game of the same people belongs to the group too
        again = (await starter.post(f"{table}/rematch")).headers["location"]
        assert again in (await cy.get(path)).text


async def test_the_standings_count_the_tables_of_the_group_and_nothing_else(ann: Visitor, bo: Visitor) -> None:
    path = await two(ann, bo)
    elsewhere = await ann.set_up("me", "friend")
    (link,) = links_of((await ann.get(elsewhere)).text)
    await bo.join(link)
    await ann.post(f"{elsewhere}/start", data={"without": "1"})
    await play(elsewhere, ann, bo)
    assert '<th scope="row">' not in (await ann.get(path)).text
    for _ in range(2):
        proposal = await propose(ann, path)
        await bo.post(f"{path}/answer", data={"proposal": proposal, "yes": "1"})
        table = (await ann.post(f"{path}/start", data={"proposal": proposal})).headers["location"]
        await bo.post(f"{table}/join")
        await ann.post(f"{table}/start", data={"without": "1"})
        await play(table, ann, bo)
    token = {"Authorization": f"Bearer {await own_token(ann)}"}
    state = (await ann.get(f"/api/v1/groups/{path.rpartition('/')[2]}", headers=token)).json()
    (game,) = state["standings"]
    rows = {row["name"]: row for row in game["standings"]}
    assert {name: row["played"] for name, row in rows.items()} == {"Ann": 2, "Bo": 2}
    assert sum(row["won"] for row in rows.values()) >= 2
    assert all(1 <= row["average_place"] <= 2 for row in rows.values())
    # whoever leaves is no longer listed, and a private table is shown to its own people only
    assert len(state["finished"]) == 2
    await bo.post(f"{path}/leave")
    state = (await ann.get(f"/api/v1/groups/{path.rpartition('/')[2]}", headers=token)).json()
    assert [row["name"] for row in state["standings"][0]["standings"]] == ["Ann"]


async def test_a_private_table_of_the_group_is_not_shown_to_the_others(ann: Visitor, bo: Visitor) -> None:
    path = await two(ann, bo)
    table = (await ann.post(f"{path}/start", data={"proposal": await propose(ann, path)})).headers["location"]
    assert table in (await bo.get(path)).text
    await ann.post(f"{table}/looking", data={"visibility": "private", "spectators": "1"})
    assert table not in (await bo.get(path)).text
    assert table in (await ann.get(path)).text


async def test_names_of_strangers_are_text(ann: Visitor, bo: Visitor) -> None:
    bo.name = "<img src=x>\"'"
    path = await two(ann, bo)
    proposal = await propose(bo, path)
    await ann.post(f"{path}/rename", data={"title": '"><script>x'})
    for who in (ann, bo):
        for place in (path, f"{path}/fragment", "/groups", link_of((await ann.get(path)).text)):
            page = (await who.get(place, follow_redirects=True)).text
            assert "<img src=x" not in page
            assert "<script>x" not in page
    table = (await ann.post(f"{path}/start", data={"proposal": proposal})).headers["location"]
    assert "<img src=x" not in (await ann.get(table)).text


async def test_limits_of_members_groups_and_proposals(
    ann: Visitor, bo: Visitor, site: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await two(ann, bo)
    link = link_of((await ann.get(path)).text)
    monkeypatch.setattr(groups_module, "MAX_MEMBERS", 2)
    async with Visitor(site, "Cy") as cy:
        assert (await join(cy, link)).status_code == 409
        monkeypatch.setattr(groups_module, "MAX_MEMBERS", 3)
        assert (await join(cy, link)).status_code == 303
    for _ in range(5):
        await propose(ann, path)
    answer = await ann.post(f"{path}/propose", data={"game": "armorica", "when": "now"})
    assert answer.status_code == 409
    monkeypatch.setattr(groups_module, "MAX_GROUPS", 2)
    await create(ann, "Second")
    assert (await ann.post("/groups", data={"title": "Third", "name": "Ann"})).status_code == 409
    assert (await ann.post("/groups", data={"title": " ", "name": "Ann"})).status_code == 422


async def test_groups_and_proposals_have_quotas(tmp_path: Path) -> None:
    async with opened(tmp_path, quotas="groups=2/day,proposals=1/day") as site, Visitor(site, "Ann") as ann:
        path = await create(ann)
        await create(ann)
        refused = await ann.post("/groups", data={"title": "x", "name": "Ann"})
        assert refused.status_code == 429
        assert refused.headers["retry-after"]
        await propose(ann, path)
        answer = await ann.post(f"{path}/propose", data={"game": "armorica", "when": "now"})
        assert answer.status_code == 429


@pytest.mark.parametrize(
    "fields",
    [{"game": "chess"}, {"when": "later", "at": ""}, {"when": "later", "at": "2001-01-01T10:00"}, {"when": "later", "at": "9999-01-01T10:00"},
     {"when": "later", "at": "yesterday", "zone": "x"}],
)  # fmt: skip
async def test_a_proposal_that_makes_no_sense_is_refused_on_the_page(ann: Visitor, fields: dict[str, str]) -> None:
    path = await create(ann)
    answer = await ann.post(f"{path}/propose", data={"game": "armorica", "when": "now", **fields})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert proposals(answer.text) == []


async def test_a_time_is_read_in_the_zone_of_the_reader_and_an_old_proposal_goes(tmp_path: Path) -> None:
    time = Travel()
    async with opened(tmp_path, time=time) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        path = await two(ann, bo)
        await propose(ann, path, when="later", at="2027-05-01T20:00", zone="-120")  # two hours ahead of UTC
        assert 'datetime="2027-05-01T18:00:00Z"' in (await bo.get(path)).text
        now = await propose(bo, path)
        assert (await ann.post(f"{path}/withdraw", data={"proposal": now})).status_code == 303  # the owner may
        of_ann = await propose(ann, path)
        assert (await bo.post(f"{path}/withdraw", data={"proposal": of_ann})).status_code == 403
        time.passed = 13 * 3600.0
        assert len(proposals((await bo.get(path)).text)) == 1
        assert (await bo.post(f"{path}/answer", data={"proposal": of_ann, "yes": "1"})).status_code == 404


async def test_when_the_owner_leaves_the_oldest_member_owns_it_and_the_last_one_deletes_it(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await two(ann, bo)
    table = (await ann.post(f"{path}/start", data={"proposal": await propose(ann, path)})).headers["location"]
    await propose(ann, path)
    assert (await ann.post(f"{path}/leave")).headers["location"] == "/groups"
    assert (await ann.get(path)).status_code == 404
    assert (await bo.post(f"{path}/rename", data={"title": "Bo's"})).status_code == 303
    link = link_of((await bo.get(path)).text)
    assert (await bo.post(f"{path}/leave")).status_code == 303
    assert (await ann.get(link)).status_code == 404
    assert (await ann.get(table)).status_code == 200  # what was played stays
    async with site.app.state.tables.store.reading() as connection:
        for name in ("groups", "members", "proposals", "answers"):
            assert (await connection.exec_driver_sql(f"SELECT count(*) FROM {name}")).scalar() == 0


@both
async def test_an_account_takes_its_groups_along_and_a_deleted_one_leaves_them(ann: Visitor, bo: Visitor) -> None:
    path = await two(ann, bo)
    proposal = await propose(ann, path)
    # a guest signs in to another person, who is a member of nothing yet
    link = re.search(r"/device/([\w-]+)", (await ann.post("/account/link")).text)
    assert link
    async with Visitor(ann._transport, "Phone") as phone:
        other = await create(phone, "On the phone")
        await phone.post(f"/device/{link[1]}", data={"along": "yes"})
        assert (await phone.get(path)).status_code == 200
        assert (await phone.get(other)).status_code == 200
        assert (await ann.get(other)).status_code == 200
        assert (await phone.post(f"{other}/rename", data={"title": "Still mine"})).status_code == 303
    assert (await ann.post("/account/delete", data={"sure": "yes"})).status_code in (200, 303)
    page = (await bo.get(path)).text
    assert members(page) == ["Bo"]
    assert proposals(page) == [proposal]
    assert "Ann" not in page
    assert 'id="leave-group"' in page
    assert (await bo.post(f"{path}/rename", data={"title": "Bo's"})).status_code == 303


async def test_the_others_are_notified_of_a_proposal_unless_they_are_here_or_have_answered(
    tmp_path: Path,
    receiver: Receiver,  # noqa: F811
) -> None:
    time = Travel()
    async with (
        opened(tmp_path, time=time, **quick(notice_delay=3600.0)) as site,
        Visitor(site, "Ann") as ann,
        Visitor(site, "Bo") as bo,
    ):
        path = await two(ann, bo)
        await bo.post("/me/hooks", data={"address": receiver.url, "shape": "json", "scope": "me"})
        await propose(ann, path)  # Bo has just looked at the group
        time.passed = 120.0
        await propose(ann, path, when="later", at="2027-05-01T20:00")
        body: Any = await receiver.next(1)
        assert body["event"] == "propose"
        assert body["link"].endswith(path)
        assert "Ann proposes Armorica to the group “Friday”: 2027-05-01 20:00 UTC" in body["text"]
        assert body["deadline"] == "2027-05-01T20:00:00+00:00"
        assert receiver.asked == 1


@both
async def test_programs_do_the_same_with_the_token_of_a_person(site: Transport) -> None:
    async with httpx.AsyncClient(transport=site, base_url=f"{ADDRESS}/api/v1") as client:
        tokens = []
        for name in ("Ann", "Bo"):
            made = (await client.post("/people", json={"name": name})).json()
            tokens.append({"Authorization": f"Bearer {made['token']}"})
        ann, bo = tokens
        group = (await client.post("/me/groups", json={"title": "Bots"}, headers=ann)).json()["id"]
        state = (await client.get(f"/groups/{group}", headers=ann)).json()
        word = state["link"].rpartition("/")[2]
        assert (await client.get(f"/group-links/{word}")).json() == {"title": "Bots"}
        assert (await client.post(f"/group-links/{word}", json={}, headers=bo)).json() == {"id": group}
        assert (await client.put(f"/groups/{group}/title", json={"title": "B"}, headers=bo)).status_code == 403
        assert (await client.put(f"/groups/{group}/title", json={"title": "B"}, headers=ann)).json() == {"title": "B"}
        made = await client.post(f"/groups/{group}/proposals", json={"game": "armorica"}, headers=bo)
        proposal = made.json()["id"]
        answered = await client.put(f"/groups/{group}/proposals/{proposal}", json={"yes": True}, headers=ann)
        assert answered.status_code == 204
        started = await client.post(f"/groups/{group}/proposals/{proposal}/start", headers=ann)
        table = started.json()["table"]
        (entry,) = (await client.get(f"/groups/{group}", headers=bo)).json()["running"]
        assert (entry["id"], entry["kept"]) == (table, True)
        seat = (await client.post(f"/tables/{table}/join", json={}, headers=bo)).json()
        assert (seat["seat"], bool(seat["token"])) == (1, True)
        again = await client.post(f"/groups/{group}/proposals", json={"game": "armorica", "at": 1e10}, headers=bo)
        assert again.status_code == 422
        me = next(one["id"] for one in state["members"] if one["me"])
        assert (await client.delete(f"/groups/{group}/members/{me}", headers=ann)).status_code == 409
        assert (await client.post(f"/groups/{group}/link", headers=ann)).status_code == 204
        assert (await client.post(f"/groups/{group}/leave", headers=bo)).status_code == 204
        assert (await client.get(f"/groups/{group}", headers=bo)).status_code == 404
        assert (await client.get("/me/groups", headers=ann)).json()["groups"][0]["members"] == 1
