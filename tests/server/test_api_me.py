"""A person and their programs: tokens of persons, what they open at tables, and all that the account page can do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.conftest import both, opened
from tests.server.people import ADDRESS, Program, Visitor, links_of
from tests.server.post import LetterBox
from tests.server.transport import Transport

API = "/api/v1"
PASSWORD = "menhir oak amphora"
SEATS = [{"kind": "me"}, {"kind": "friend"}]


class Self:
    """A program that acts for a person."""

    def __init__(self, client: httpx.AsyncClient, token: str) -> None:
        self.client, self.token = client, token

    async def ask(self, method: str, path: str, **body: Any) -> httpx.Response:
        """Without the cookies of a browser, which the API does not know."""
        self.client.cookies.clear()
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = await self.client.request(
            method, f"{API}{path}", headers=headers, json=body if method in ("POST", "PUT") else None
        )
        assert "set-cookie" not in answer.headers
        return answer

    async def ok(self, method: str, path: str, **body: Any) -> Any:
        answer = await self.ask(method, path, **body)
        assert answer.status_code in (200, 201, 204), answer.text
        return answer.json() if answer.content else None

    async def refused(self, status: int, method: str, path: str, **body: Any) -> str:
        answer = await self.ask(method, path, **body)
        assert answer.status_code == status, answer.text
        found = answer.json()
        assert set(found) == {"code", "message", "rule", "need", "have"}
        return str(found["message"])


async def known(client: httpx.AsyncClient, name: str) -> Self:
    return Self(client, (await Self(client, "").ok("POST", "/people", name=name, label="test"))["token"])


@pytest.fixture
async def dee(site: Transport) -> Self:
    return await known(Visitor(site, "Dee"), "Dee")


@pytest.fixture
async def eve(site: Transport) -> Self:
    return await known(Visitor(site, "Eve"), "Eve")


# -- at tables


@both
async def test_a_person_sets_up_a_table_another_comes_by_the_link_and_both_play_by_their_own_tokens(
    dee: Self, eve: Self
) -> None:
    made = await dee.ok("POST", "/tables", game="armorica", seats=SEATS, pace={"preset": "days"})
    table, link = f"/tables/{made['id']}", made["seats"][1]["link"].rpartition("/")[2]
    assert made["seats"][0]["name"] == "Dee"
    assert (made["seats"][0]["link"], made["seats"][1]["token"]) == (None, None)
    assert [seat["seat"] for seat in (await dee.ok("GET", f"{table}/seats"))["seats"]] == [
        0,
        1,
    ]  # her own and the free one
    seen = await eve.ok("GET", f"/join/{link}")
    assert (seen["table"], seen["seat"], seen["taken"], seen["names"][0]) == (made["id"], 1, False, "Dee")
    came = await eve.ok("POST", f"/join/{link}")
    assert (came["table"], came["name"], came["link"]) == (made["id"], "Eve", None)
    assert came["token"] not in (None, link)
    assert (await eve.ok("GET", f"/join/{link}"))["taken"]
    assert (await eve.ok("POST", f"/join/{link}"))["token"] is None  # she sits there; the key is not shown again
    for method in ("GET", "POST"):
        assert "This seat is taken" in await dee.refused(403, method, f"/join/{link}")
    assert [seat["seat"] for seat in (await dee.ok("GET", f"{table}/seats"))["seats"]] == [0]
    await eve.ok("POST", f"{table}/start")  # all have come
    for _ in range(4):
        mover = (await dee.ok("GET", table))["movers"][0]
        state = await (dee, eve)[mover].ok("GET", table)
        assert state["seat"] == mover
        await (dee, eve)[mover].ok("POST", f"{table}/move", ply=state["ply"], action=state["legal"][0]["action"])
    (mine,) = (await eve.ok("GET", "/me/tables"))["tables"]
    mover = (await dee.ok("GET", table))["movers"][0]
    assert (mine["id"], mine["host"], mine["my_turn"], mine["status"]) == (made["id"], False, mover == 1, "playing")
    assert [(seat["seat"], seat["token"], seat["link"]) for seat in mine["seats"]] == [(1, None, None)]
    assert mine["waits_for"] == [("Dee", "Eve")[mover]]
    away = await eve.ok("POST", f"{table}/vacation", wanted=True)
    assert [clock["vacation"] for clock in away["pace"]["clocks"]] == [False, True]


async def test_whoever_has_only_their_own_token_looks_on_and_does_nothing_else(dee: Self, eve: Self) -> None:
    made = await dee.ok("POST", "/tables", game="armorica", seats=[{"kind": "me"}, {"kind": "me"}])
    table = f"/tables/{made['id']}"
    state = await eve.ok("GET", table)
    assert state["seat"] is None
    assert state["legal"] == []
    await eve.refused(403, "POST", f"{table}/move", ply=state["ply"], action=0)
    await eve.refused(403, "POST", f"{table}/looking", visibility="open")
    await eve.refused(403, "GET", f"{table}/hooks")
    await eve.refused(403, "POST", f"{table}/hooks", address="https://example.org/x")
    await eve.refused(403, "DELETE", f"{table}/hooks/x")
    assert (await eve.ok("GET", f"{table}/seats"))["seats"] == []
    await dee.ok("POST", f"{table}/looking", visibility="private")  # the host by her own token
    await eve.refused(403, "GET", table)
    await eve.refused(403, "GET", f"{table}/seats")


async def test_spectators_write_and_keep_notes_under_their_own_name_where_the_host_lets_them(
    dee: Self, eve: Self
) -> None:
    made = await dee.ok("POST", "/tables", game="armorica", seats=[{"kind": "me"}, {"kind": "me"}])
    table = f"/tables/{made['id']}"
    await eve.refused(403, "POST", f"{table}/chat", text="Hello")
    await dee.ok("PUT", f"{table}/chat", whom="write")
    number = (await eve.ok("POST", f"{table}/chat", text="Hello"))["number"]
    (said,) = (await dee.ok("GET", f"{table}/chat"))["messages"]
    assert (said["name"], said["seat"], said["text"]) == ("Eve", None, "Hello")
    await eve.ok("DELETE", f"{table}/chat/{number}")
    await eve.ok("PUT", f"{table}/note", text="mine")
    assert (await eve.ok("GET", f"{table}/note"))["text"] == "mine"
    assert (await dee.ok("GET", f"{table}/note"))["text"] == ""


async def test_open_tables_are_joined_as_a_person_and_finished_ones_of_ones_own_are_found(dee: Self, eve: Self) -> None:
    made = await dee.ok("POST", "/tables", game="armorica", seats=SEATS, visibility="open")
    assert [table["id"] for table in (await eve.ok("GET", "/tables"))["tables"]] == [made["id"]]
    assert (await dee.ok("GET", "/tables"))["tables"] == []  # she sits there
    assert (await eve.ok("POST", f"/tables/{made['id']}/join"))["name"] == "Eve"
    assert [table["id"] for table in (await eve.ok("GET", "/me/tables"))["tables"]] == [made["id"]]
    bots = [{"kind": "bot", "level": "wanderer"}] * 2
    over = await dee.ok("POST", "/tables", game="armorica", seats=bots)
    for _ in range(4000):
        if (await dee.ok("GET", f"/tables/{over['id']}"))["status"] == "over":
            break
    assert [table["id"] for table in (await dee.ok("GET", "/finished"))["tables"]] == [over["id"]]  # unlisted, but hers
    assert (await eve.ok("GET", "/finished"))["tables"] == []
    proof = await eve.ok("GET", f"/tables/{over['id']}/verify")
    assert (proof["verified"], proof["game"]) == (True, "armorica")
    await dee.refused(409, "GET", f"/tables/{made['id']}/verify")


# -- who is who


async def test_a_person_lets_a_program_act_for_them_by_a_personal_link_and_signs_it_out_again(
    ann: Visitor, site: Transport
) -> None:
    """Given Ann at a table in her browser, when a program follows her link, then it is Ann, until she signs it out."""
    path = await ann.set_up("me", "me")
    page = await ann.post("/account/link")
    link = re.search(r'/device/([\w-]+)"', page.text)
    assert link
    async with Visitor(site, "program") as client:
        program = Self(client, "")
        assert (await program.ok("GET", f"/device/{link[1]}"))["name"] == "Ann"
        made = await program.ok("POST", f"/device/{link[1]}", label="my bot")
        assert "personal link" in await program.refused(404, "POST", f"/device/{link[1]}")  # it works once
        program.token = made["token"]
        (table,) = (await program.ok("GET", "/me/tables"))["tables"]
        assert path.endswith(table["id"])
        state = await program.ok("GET", f"/tables/{table['id']}")
        await program.ok("POST", f"/tables/{table['id']}/move", ply=state["ply"], action=state["legal"][0]["action"])
        shown = (await ann.get("/account")).text
        assert "API: my bot" in shown
        other = next(one["id"] for one in (await program.ok("GET", "/me"))["devices"] if one["this"])
        assert (await ann.post("/account/devices/out", data={"device": other})).status_code == 303
        assert "signed out" in await program.refused(401, "GET", "/me")
        await program.refused(401, "POST", "/tables", game="armorica", seats=SEATS)  # and not as nobody instead


async def test_an_account_is_made_used_from_elsewhere_and_deleted(dee: Self, site: Transport) -> None:
    made = await dee.ok("POST", "/tables", game="armorica", seats=[{"kind": "me"}, {"kind": "me"}])
    assert "8 to 200" in await dee.refused(422, "POST", "/me/account", login="dee", password="short")
    me = await dee.ok("POST", "/me/account", login="Dee", password=PASSWORD)
    assert (me["account"], me["login"]) == (True, "dee")
    await dee.refused(401, "GET", "/me")  # a new account has a new token
    dee.token = me["token"]
    async with Visitor(site, "elsewhere") as client:
        other = await known(client, "Dee again")
        mine = await other.ok("POST", "/tables", game="armorica", seats=[{"kind": "me"}, {"kind": "me"}])
        assert "do not match" in await other.refused(403, "POST", "/signin", login="dee", password="wrong one")
        ticket = await other.ok("POST", "/signin", login="dee", password=PASSWORD)
        assert (ticket["name"], ticket["account"]) == ("Dee", True)
        await other.refused(401, "GET", "/me")  # the guest has become Dee, with the guest's table
        other.token = ticket["token"]
        assert {one["id"] for one in (await dee.ok("GET", "/me/tables"))["tables"]} == {made["id"], mine["id"]}
        assert (await dee.ok("PUT", "/me/name", name="Deirdre"))["name"] == "Deirdre"
        assert "visible character" in await dee.refused(422, "PUT", "/me/name", name="\u200b")
        assert "not your password" in await other.refused(403, "PUT", "/me/password", old="x", new=PASSWORD + "!")
        await other.ok("PUT", "/me/password", old=PASSWORD, new=PASSWORD + "!")
        await dee.refused(401, "GET", "/me")  # every other device has to sign in again
        await other.refused(403, "POST", "/me/delete", sure=True, password=PASSWORD)
        await other.refused(422, "POST", "/me/delete", sure=False, password=PASSWORD + "!")
        await other.ok("POST", "/me/delete", sure=True, password=PASSWORD + "!")
        await other.refused(401, "GET", "/me")
        assert not (await Self(client, "").ok("GET", f"/tables/{made['id']}"))["seats"][0]["joined"]


async def test_passwords_are_not_tried_without_end(dee: Self) -> None:
    for _ in range(8):
        await dee.refused(403, "POST", "/signin", login="nobody", password="wrong one")
    assert "Too many" in await dee.refused(429, "POST", "/signin", login="nobody", password="wrong one")


async def test_links_devices_and_passkeys_belong_to_their_person(dee: Self, eve: Self) -> None:
    link = await dee.ok("POST", "/me/link")
    assert link["link"].endswith(f"/device/{link['token']}")
    await dee.ok("DELETE", "/me/link")
    await eve.refused(404, "POST", f"/device/{link['token']}")
    (device,) = (await dee.ok("GET", "/me"))["devices"]
    assert (device["label"], device["this"]) == ("API: test", True)
    await eve.refused(404, "DELETE", f"/me/devices/{device['id']}")
    await eve.refused(404, "DELETE", "/me/passkeys/x")
    await dee.ok("DELETE", f"/me/devices/{device['id']}")
    await dee.refused(401, "GET", "/me")


@both
async def test_a_token_that_was_altered_or_made_up_opens_nothing(dee: Self) -> None:
    body, _, mark = dee.token.rpartition(".")
    for token in (f"{body}.{mark[:-1]}", f"{body}x.{mark}", ".", "a.b", f"{body}."):
        await Self(dee.client, token).refused(401, "GET", "/me")
        await Self(dee.client, token).refused(401, "GET", "/tables")


async def test_the_cookie_of_a_browser_is_no_token_and_a_token_no_cookie(ann: Visitor, site: Transport) -> None:
    await ann.set_up("me", "me")
    cookie = ann.cookies["brehon"]
    async with Visitor(site, "?") as client:
        await Self(client, cookie).refused(401, "GET", "/me")
        token = (await known(client, "Dee")).token
        client.cookies.set("brehon", token)
        assert "No player in this browser yet" in (await client.get("/account")).text


# -- being told


async def test_webhooks_of_a_person_are_theirs_wherever_they_sit(dee: Self, eve: Self) -> None:
    hook = await dee.ok("POST", "/me/hooks", address="https://example.org/x", shape="slack")
    assert [one["id"] for one in (await dee.ok("GET", "/me/hooks"))["hooks"]] == [hook["id"]]
    assert (await eve.ok("GET", "/me/hooks"))["hooks"] == []
    await eve.refused(404, "POST", f"/me/hooks/{hook['id']}/test")
    await eve.refused(404, "DELETE", f"/me/hooks/{hook['id']}")
    for _ in range(5):
        await dee.ok("POST", f"/me/hooks/{hook['id']}/test")
    await dee.refused(429, "POST", f"/me/hooks/{hook['id']}/test")
    made = await dee.ok("POST", "/tables", game="armorica", seats=[{"kind": "me"}, {"kind": "me"}])
    await dee.ok("POST", f"/tables/{made['id']}/hooks", address="https://example.org/y")
    assert len((await dee.ok("GET", "/me/hooks"))["hooks"]) == 2
    await dee.ok("DELETE", f"/me/hooks/{hook['id']}")
    assert len((await dee.ok("GET", "/me/hooks"))["hooks"]) == 1


async def test_a_mail_address_is_set_confirmed_by_the_letter_and_removed(tmp_path: Path) -> None:
    box = LetterBox()
    box.open()
    relay: Any = {"smtp_url": f"smtp://127.0.0.1:{box.port}", "mail_from": "table@example.org", "public_url": ADDRESS}
    async with opened(tmp_path, **relay) as site, Visitor(site, "Dee") as client:
        dee = await known(client, "Dee")
        me = await dee.ok("PUT", "/me/mail", address="dee@example.org")
        assert (me["mails"], me["mail"]["address"], me["mail"]["confirmed"]) == (True, "dee@example.org", False)
        await dee.refused(422, "PUT", "/me/mail", address="nonsense")
        link = re.search(r"/mail/confirm/\S+", (await box.next(1)).get_content())
        assert link
        assert (await client.post(link[0])).status_code == 200
        assert (await dee.ok("GET", "/me"))["mail"]["confirmed"]
        await dee.ok("DELETE", "/me/mail")
        assert (await dee.ok("GET", "/me"))["mail"] is None
    box.close()


async def test_a_server_without_mail_says_so(dee: Self) -> None:
    assert "does not send mail" in await dee.refused(409, "PUT", "/me/mail", address="dee@example.org")
    await dee.ok("DELETE", "/me/mail")
    me = await dee.ok("GET", "/me")
    assert (me["mail"], me["mails"]) == (None, False)


# -- records, rules, plans


async def test_a_record_is_sent_in_and_looked_at_from_everywhere(dee: Self, ann: Visitor) -> None:
    program = Program(ann)
    ticket = await program.create("wanderer", "wanderer")
    while (await ann.get(f"{API}/tables/{ticket['id']}")).json()["status"] != "over":
        pass
    text = (await ann.get(f"{API}/tables/{ticket['id']}/record")).text
    kept = (await ann.post(f"{API}/records", content=text)).json()
    assert (kept["game"], kept["over"], kept["proved"]) == ("armorica", True, True)
    assert (await ann.get(httpx.URL(kept["link"]).path)).status_code == 200  # the same on a page
    record = f"/records/{kept['id']}"
    first = await dee.ok("GET", f"{record}?ply=0")
    assert (first["ply"], first["last"]) == (0, kept["plies"])
    last = await dee.ok("GET", record)
    result = await dee.ok("GET", f"{record}/result")
    assert last["scores"] == result["scores"]
    picture = await dee.ask("GET", f"{record}/board.svg?ply=9")
    assert (picture.headers["content-type"], picture.text[:4]) == ("image/svg+xml", "<svg")
    assert (await dee.ask("GET", f"{record}/record")).text == text
    broken = await ann.post(f"{API}/records", content=text.replace("take gaul", "take gall", 1))
    assert (broken.status_code, broken.json()["code"]) == (422, "bad-record")
    await dee.refused(404, "GET", "/records/x")


async def test_rules_come_as_markdown_in_the_language_that_is_asked_for(dee: Self) -> None:
    english = await dee.client.get(f"{API}/games/armorica/rules", headers={"Accept-Language": "en"})
    german = await dee.client.get(f"{API}/games/armorica/howto", headers={"Accept-Language": "de"})
    assert english.headers["content-type"].startswith("text/markdown")
    assert "AM-4.3" in english.text
    assert english.text != german.text
    await dee.refused(404, "GET", "/games/nonsense/rules")


async def test_a_plan_has_reasons_and_a_picture(dee: Self) -> None:
    made = await dee.ok("POST", "/tables", game="armorica", seats=[{"kind": "me"}, {"kind": "me"}])
    plan = await dee.ok("POST", f"/tables/{made['id']}/plan", seed=7)
    assert plan["not_allowed"][0]["reason"]["message"]
    words = plan["legal"][0]["words"]
    first, second = [
        await dee.ask("POST", f"/tables/{made['id']}/plan.svg", seed=7, words=tried) for tried in ([], [words])
    ]
    assert first.headers["content-type"] == "image/svg+xml"
    assert first.text != second.text


async def test_the_links_of_a_table_set_up_on_a_page_work_for_programs(ann: Visitor, dee: Self) -> None:
    path = await ann.set_up("me", "friend")
    (link,) = links_of((await ann.get(path)).text)
    came = await Self(dee.client, "").ok("POST", f"/join/{link.rpartition('/')[2]}", name="Robot")  # nobody's program
    assert came["name"] == "Robot"
    assert "Robot" in (await ann.get(path)).text
