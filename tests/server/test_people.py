"""Who is who: cookies that are renewed, devices, personal links, accounts."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import re
import time
from collections.abc import Callable
from pathlib import Path

import httpx
from itsdangerous import URLSafeSerializer
from sqlalchemy import select

from brehon.server.settings import KEY
from brehon.server.storage.schema import PersonRow
from tests.server.conftest import both, opened
from tests.server.people import Visitor, links_of, message_of
from tests.server.transport import Transport

PASSWORD = "menhir oak amphora"


async def has_seat(person: Visitor, path: str) -> bool:
    return "You are watching" not in (await person.get(path)).text


async def link_of(person: Visitor) -> str:
    page = await person.post("/account/link")
    found = re.search(r'id="personal-link" readonly value="([^"]+)"', page.text)
    assert found, page.text
    return httpx.URL(found[1]).path


async def found_account(person: Visitor, login: str) -> None:
    answer = await person.post("/account/found", data={"login": login, "password": PASSWORD})
    assert answer.status_code == 303, answer.text


async def sign_in(person: Visitor, login: str, password: str = PASSWORD) -> httpx.Response:
    return await person.post("/signin", data={"login": login, "password": password})


@both
async def test_a_cookie_is_renewed_and_a_copy_of_an_old_one_opens_nothing(tmp_path: Path, database: str) -> None:
    async with (
        opened(tmp_path, database=database, renew_cookies=0.0, cookie_grace=0.0) as site,
        Visitor(site, "Ann") as ann,
        Visitor(site, "Eve") as eve,
    ):
        path = await ann.set_up("me", "me")
        stolen = ann.cookies["brehon"]
        for _ in range(3):
            before = ann.cookies["brehon"]
            assert await has_seat(ann, path)
            assert ann.cookies["brehon"] != before
        eve.cookies.set("brehon", stolen)
        assert not await has_seat(eve, path)
        assert await has_seat(ann, path)


async def test_an_answer_that_gets_lost_costs_nobody_their_seat(tmp_path: Path) -> None:
    async with opened(tmp_path, renew_cookies=0.0, cookie_grace=0.0) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "me")
        await ann.get(path)
        kept = ann.cookies["brehon"]
        for _ in range(4):
            ann.cookies.clear()
            ann.cookies.set("brehon", kept, domain="table.test")  # the new cookie never arrived
            assert await has_seat(ann, path)


async def test_requests_that_were_under_way_with_the_old_cookie_are_still_answered(tmp_path: Path) -> None:
    async with opened(tmp_path, renew_cookies=0.0) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "me")
        first = ann.cookies["brehon"]
        await ann.get(path)
        second = ann.cookies["brehon"]
        await ann.get(path)
        third = ann.cookies["brehon"]
        await ann.get(path)  # the third has come back
        for cookie, is_good in ((first, False), (second, True), (third, True)):
            async with Visitor(site, "Ann") as tab:
                tab.cookies.set("brehon", cookie)
                assert await has_seat(tab, path) == is_good


@both
async def test_a_cookie_of_the_first_version_is_exchanged_once_and_its_tables_stay_theirs(
    tmp_path: Path, database: str
) -> None:
    async with opened(tmp_path, database=database, cookie_grace=0.0) as site, Visitor(site, "Ann") as ann:
        path = await ann.set_up("me", "me")
        async with site.app.state.tables.at(path.rpartition("/")[2]) as table:
            session = table.row.host
        await ann.post("/account/devices/out", data={"device": await own_device(ann)})
        key = (tmp_path / KEY).read_text().strip()
        first = str(URLSafeSerializer(key, salt="brehon guest 1").dumps({"s": session, "n": "Ann"}))
        ann.cookies.clear()
        ann.cookies.set("brehon", first, domain="table.test")
        assert await has_seat(ann, path)
        assert ann.cookies.get("brehon", domain="table.test") != first
        assert await has_seat(ann, path)  # by the new one
        async with Visitor(site, "Eve") as eve:
            eve.cookies.set("brehon", first)
            assert not await has_seat(eve, path)


async def own_device(person: Visitor) -> str:
    found = re.search(r'name="device" value="([^"]+)"', (await person.get("/account")).text)
    assert found
    return found[1]


@both
async def test_a_personal_link_makes_one_known_elsewhere_once_and_the_other_device_can_be_signed_out(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    path = await ann.set_up("me", "me")
    link = await link_of(ann)
    asks = await bo.get(link)
    assert "Are you Ann?" in asks.text
    assert not await has_seat(bo, path)  # looking is not yet using
    assert (await bo.post(link)).status_code == 303
    assert await has_seat(bo, path)
    assert await has_seat(ann, path)
    async with Visitor(site, "Eve") as eve:
        assert (await eve.post(link)).status_code == 404
        revoked = await link_of(ann)
        await ann.post("/account/link/drop")
        assert (await eve.get(revoked)).status_code == 404
        late = await link_of(ann)
        async with site.app.state.tables.store.writing() as connection:
            await connection.exec_driver_sql("UPDATE tickets SET ends = 1")
        assert (await eve.post(late)).status_code == 404
        assert (await eve.post("/account/link")).status_code == 403
    await bo.post("/account/devices/out", data={"device": await other_device(bo)})
    assert not await has_seat(ann, path)
    assert await has_seat(bo, path)


async def other_device(person: Visitor) -> str:
    """The one of two devices in the list that is not this one."""
    lines = re.findall(r"(?s)<li>.*?</li>", (await person.get("/account")).text)
    assert len(lines) == 2
    (other,) = [line for line in lines if "this one" not in line]
    return re.findall(r'name="device" value="([^"]+)"', other)[0]  # type: ignore[no-any-return]


async def test_tables_of_this_browser_come_along_by_a_personal_link_only_if_one_says_so(
    ann: Visitor, bo: Visitor
) -> None:
    mine, theirs = await ann.set_up("me", "me"), await bo.set_up("me", "me")
    link = await link_of(ann)
    assert "Unfinished tables: 1." in (await bo.get(link)).text
    await bo.post(link, data={"along": "yes"})
    for person in (ann, bo):
        assert await has_seat(person, mine)
        assert await has_seat(person, theirs)


@both
async def test_signing_in_takes_the_tables_of_the_guest_along_and_small_letters_do_not_matter(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    first = await ann.set_up("me", "me")
    await found_account(ann, "Ann.of.Carnac")
    second = await bo.set_up("me", "friend")
    (link,) = links_of((await bo.get(second)).text)
    plan = await bo.post("/plans", data={"table": first.rpartition("/")[2], "ply": 20})  # a sandbox of the guest
    banned = await ann.set_up("me", "friend")
    await bo.join(links_of((await ann.get(banned)).text)[0])
    await ann.post(f"{banned}/seat", data={"seat": 1, "to": "ban"})
    answer = await sign_in(bo, "ANN.of.carnac")
    assert answer.headers["location"] == "/account?done=signed-in"
    lobby = (await bo.get("/")).text
    assert first in lobby
    assert second in lobby
    assert links_of((await ann.get(second)).text) == [link]  # the host on every device
    assert (await bo.get(plan.headers["location"])).status_code == 200
    async with site.app.state.tables.at(banned.rpartition("/")[2]) as table:
        assert [ban["person"] for ban in table.row.bans] == [table.row.host]  # shut out, whatever they call themselves
    async with site.app.state.tables.store.reading() as connection:
        people = (await connection.execute(select(PersonRow.login, PersonRow.account, PersonRow.password))).all()
    ((login, account, password),) = people  # the guest is gone
    assert (login, account is not None) == ("ann.of.carnac", True)
    assert password.startswith("$argon2id$")


async def test_an_account_needs_a_free_name_and_a_good_password(ann: Visitor, bo: Visitor) -> None:
    await ann.set_up("me", "me")
    await bo.set_up("me", "me")
    await found_account(ann, "ann")
    for login, password, says in (("ANN", PASSWORD, "This name is taken"), ("bo", PASSWORD, "3 to 32"), ("bobo", "short", "8 to 200"),
                                  ("bobobobo", "BoboBobo", "must not be"), ("\u200b\u200b\u200b", PASSWORD, "3 to 32")):  # fmt: skip
        answer = await bo.post("/account/found", data={"login": login, "password": password})
        assert answer.status_code in (409, 422)
        assert says in message_of(answer.text)
    again = await ann.post("/account/found", data={"login": "other", "password": PASSWORD})
    assert again.status_code == 409


async def test_whoever_guesses_passwords_has_to_wait_at_every_worker(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    database = new_database()
    async with (
        opened(tmp_path, database=database) as one,
        opened(tmp_path, database=database) as two,
        Visitor(one, "Ann") as ann,
        Visitor(one, "Eve") as eve,
        Visitor(two, "Eve") as other,
    ):
        await ann.set_up("me", "me")
        await found_account(ann, "ann")
        answers = [(await sign_in((eve, other)[n % 2], "ann", f"guess {n}")).status_code for n in range(10)]
        assert answers == [403] * 8 + [429] * 2
        unknown = await sign_in(other, "nobody at all", "guess")
        assert message_of(unknown.text) == message_of((await sign_in(other, "somebody", "guess")).text)
        assert (await sign_in(eve, "ann")).status_code == 429  # not even with the right one


async def test_a_device_that_is_signed_out_at_one_worker_is_unknown_at_the_other(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    database = new_database()
    async with (
        opened(tmp_path, database=database) as one,
        opened(tmp_path, database=database) as two,
        Visitor(one, "Ann") as ann,
        Visitor(two, "Ann") as there,
    ):
        path = await ann.set_up("me", "me")
        await there.post(await link_of(ann))
        assert await has_seat(there, path)  # and is remembered there
        await ann.post("/account/devices/out", data={"device": await other_device(ann)})
        deadline = time.monotonic() + 20
        while await has_seat(there, path):
            assert time.monotonic() < deadline
            await asyncio.sleep(0.05)


async def test_a_new_password_signs_other_devices_out_and_a_deleted_account_leaves_no_name(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    ann.name = "Annwyn"
    over, going = await ann.set_up("me", "wanderer"), await ann.set_up("me", "friend")
    await ann.play_on(over)
    await found_account(ann, "annwyn")
    await sign_in(bo, "annwyn")
    for old, status in (("wrong wrong", 403), (PASSWORD, 303)):
        answer = await ann.post("/account/password", data={"old": old, "new": "another good one"})
        assert answer.status_code == status
    assert going not in (await bo.get("/")).text
    assert (await sign_in(bo, "annwyn", "another good one")).status_code == 303
    assert (await bo.post("/account/delete", data={"password": "another good one"})).status_code == 422
    assert (await bo.post("/account/delete", data={"password": "no", "sure": "yes"})).status_code == 403
    assert (await bo.post("/account/delete", data={"password": "another good one", "sure": "yes"})).status_code == 303
    for person in (ann, bo):
        for place in (over, going, f"{over}/record", "/", "/account"):
            assert "Annwyn" not in (await person.get(place)).text, place
    assert (await sign_in(bo, "annwyn", "another good one")).status_code == 403


async def test_nonsense_instead_of_a_passkey_is_refused_in_words(ann: Visitor) -> None:
    await ann.set_up("me", "me")
    asked = (await ann.post("/signin/passkey/begin")).json()
    data = json.dumps({"type": "webauthn.get", "challenge": asked["challenge"], "origin": "http://table.test"})
    deep = "[" * 100_000
    rng = random.Random("passkeys")

    def packed(text: str) -> str:
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    answers: list[object] = ["", deep, "[]", "{}", '{"response": 5}', '{"response": {"clientDataJSON": 7}}']
    answers += [
        {"id": "x\x00", "response": {"clientDataJSON": packed(text)}} for text in (data, deep, "{}", '{"challenge": 3}')
    ]
    for _ in range(25):
        question = (await ann.post("/account/passkey/begin")).json()["challenge"]
        data = json.dumps({"type": "webauthn.create", "challenge": question, "origin": "http://table.test"})
        body = {"clientDataJSON": packed(data), "attestationObject": packed(rng.randbytes(rng.randrange(80)).decode("latin-1")),
                "authenticatorData": packed("x" * rng.randrange(60)), "signature": rng.choice(["", "AA", 7, None])}  # fmt: skip
        answers.append({"id": rng.choice(["AA", "", 5]), "rawId": "AA", "type": "public-key", "response": body})
    for answer in answers:
        content = answer if isinstance(answer, str) else json.dumps(answer)
        for place in ("/account/passkey/finish", "/signin/passkey/finish"):
            got = await ann.post(place, content=content.encode())
            assert got.status_code in (403, 422, 429), (place, content[:200])
            assert got.json()["message"]
