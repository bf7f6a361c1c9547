"""An open session is not enough for everything: fresh proofs, new sessions, alerts, and passkeys that check who holds them."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest

from tests.server.conftest import both, opened
from tests.server.keys import SoftKey, add_key, sign_in_by_key
from tests.server.people import Visitor, message_of
from tests.server.post import LetterBox
from tests.server.test_api_me import Self, known
from tests.server.test_notices import box, plain, quick  # noqa: F401 - a fixture
from tests.server.test_people import PASSWORD, found_account, has_seat, link_of, other_device, own_device, sign_in
from tests.server.transport import Transport

ASKS = "/account/confirm?to="


async def time_passes(site: Transport) -> None:
    """A quarter of an hour later, as far as proofs are concerned."""
    async with site.app.state.tables.store.writing() as connection:
        await connection.exec_driver_sql("UPDATE devices SET proved = proved - 900")


async def account(person: Visitor, login: str = "annwyn") -> str:
    """An account with a table; its path."""
    path = await person.set_up("me", "me")
    await found_account(person, login)
    return path


# -- a fresh proof


@both
async def test_an_open_session_alone_adds_no_key_and_makes_no_link(ann: Visitor, site: Transport) -> None:
    """Given Ann's browser, open since this morning, when Eve sits down at it, then she gets no lasting access."""
    await account(ann)
    await time_passes(site)
    link = await ann.post("/account/link")
    assert (link.status_code, link.headers["location"]) == (303, f"{ASKS}link")
    key = await ann.post("/account/passkey/begin")
    assert (key.status_code, key.json()["code"], key.json()["to"]) == (403, "confirm", f"{ASKS}passkey")
    wrong = await ann.post("/account/confirm", data={"to": "link", "password": "guess"})
    assert wrong.status_code == 403
    assert "/device/" not in wrong.text
    assert (await ann.post("/account/link")).status_code == 303  # still asked


async def test_the_page_asks_and_then_goes_on_without_a_script(ann: Visitor, bo: Visitor, site: Transport) -> None:
    path = await account(ann)
    await time_passes(site)
    asked = await ann.post("/account/link", follow_redirects=True)
    assert "Please confirm that it is you" in asked.text
    shown = await ann.post("/account/confirm", data={"to": "link", "password": PASSWORD})
    link = re.search(r'id="personal-link" readonly value="([^"]+)"', shown.text)
    assert link, shown.text
    assert (await bo.post(httpx.URL(link[1]).path)).status_code == 303
    assert await has_seat(bo, path)
    assert (await ann.post("/account/passkey/begin")).status_code == 200  # for ten minutes nothing more is asked
    confirmed = await ann.post("/account/confirm", data={"to": "passkey", "password": PASSWORD})
    assert confirmed.headers["location"] == "/account?done=confirmed#ways"
    elsewhere = await ann.post("/account/confirm", data={"to": "//evil.example", "password": PASSWORD})
    assert elsewhere.headers["location"] == "/account?done=confirmed"


async def test_a_device_that_came_by_a_link_has_proved_nothing(ann: Visitor, bo: Visitor, site: Transport) -> None:
    await account(ann)
    await bo.post(await link_of(ann))
    assert (await bo.post("/account/link")).headers["location"] == f"{ASKS}link"
    assert (await bo.post("/account/passkey/begin")).json()["code"] == "confirm"


async def test_a_guest_who_has_nothing_to_show_is_not_asked(ann: Visitor, bo: Visitor) -> None:
    path = await ann.set_up("me", "me")
    await bo.post(await link_of(ann))
    assert await has_seat(bo, path)
    assert (await bo.get(await link_of(bo))).status_code in (200, 303)
    assert (await ann.get("/account/confirm")).headers["location"] == "/account"


async def test_an_account_with_a_passkey_only_is_confirmed_by_it(ann: Visitor, site: Transport) -> None:
    await ann.set_up("me", "me")
    key = SoftKey()
    assert (await add_key(ann, key)).status_code == 200
    await time_passes(site)
    for form in ({"login": "annwyn", "password": PASSWORD},):
        assert (await ann.post("/account/found", data=form)).headers["location"] == f"{ASKS}password"
    assert (await ann.post("/account/delete", data={"sure": "yes"})).headers["location"] == f"{ASKS}delete"
    asked = (await ann.post("/account/confirm/passkey/begin")).json()
    assert [one["id"] for one in asked["allowCredentials"]] == [key.use(asked)["id"]]
    done = await ann.post("/account/confirm/passkey/finish?to=password", json=key.use(asked))
    assert done.json() == {"to": "/account?done=confirmed#ways"}
    assert (await ann.post("/account/found", data={"login": "annwyn", "password": PASSWORD})).status_code == 303


async def test_the_question_to_confirm_cannot_be_answered_by_a_new_key_or_by_one_of_somebody_else(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    await account(ann)
    await bo.set_up("me", "me")
    theirs = SoftKey()
    await add_key(bo, theirs)
    await time_passes(site)
    new = SoftKey()
    asked = (await ann.post("/account/confirm/passkey/begin")).json()
    assert (await ann.post("/account/passkey/finish", json=new.make(asked))).status_code == 403
    asked = (await ann.post("/account/confirm/passkey/begin")).json()
    assert (await ann.post("/account/confirm/passkey/finish", json=theirs.use(asked))).status_code == 403
    asked = (await ann.post("/signin/passkey/begin")).json()
    assert (await ann.post("/account/confirm/passkey/finish", json=theirs.use(asked))).status_code == 403
    assert (await ann.post("/account/link")).headers["location"] == f"{ASKS}link"


async def test_programs_confirm_by_the_password(ann: Visitor, site: Transport) -> None:
    await account(ann)
    async with Visitor(site, "program") as client:
        program = Self(client, "")
        program.token = (await program.ok("POST", "/signin", login="annwyn", password=PASSWORD))["token"]
        await program.ok("POST", "/me/link")  # the password was shown a moment ago
        await time_passes(site)
        answer = await program.ask("POST", "/me/link")
        assert (answer.status_code, answer.json()["code"]) == (403, "confirm")
        await program.refused(403, "POST", "/me/confirm", password="guess")
        await program.ok("POST", "/me/confirm", password=PASSWORD)
        link = (await program.ok("POST", "/me/link"))["token"]
        other = Self(client, "")
        other.token = (await other.ok("POST", f"/device/{link}"))["token"]
        assert (await other.ask("POST", "/me/link")).json()["code"] == "confirm"
        guest = await known(client, "Guest")
        await guest.ok("POST", "/me/link")
        await guest.refused(409, "POST", "/me/confirm", password="x")


# -- a new session


@both
async def test_a_planted_cookie_opens_nothing_once_the_account_is_made(ann: Visitor, site: Transport) -> None:
    """Given Eve's guest cookie in Ann's browser, when Ann makes an account with it, then Eve's copy is worth nothing."""
    async with Visitor(site, "Eve") as eve, Visitor(site, "Eve") as other:
        path = await eve.set_up("me", "me")
        await other.post(await link_of(eve))
        late = await link_of(eve)
        ann.cookies.set("brehon", eve.cookies["brehon"], domain="table.test")
        assert await has_seat(ann, path)
        await found_account(ann, "annwyn")
        assert await has_seat(ann, path)
        for copy in (eve, other):
            assert not await has_seat(copy, path)
            assert "annwyn" not in (await copy.get("/account")).text
        assert (await eve.post(late)).status_code == 404


async def test_a_first_passkey_makes_a_new_session_too(ann: Visitor, site: Transport) -> None:
    path = await ann.set_up("me", "me")
    async with Visitor(site, "Eve") as eve:
        eve.cookies.set("brehon", ann.cookies["brehon"], domain="table.test")
        assert await has_seat(eve, path)
        assert (await add_key(ann, SoftKey())).status_code == 200
        assert not await has_seat(eve, path)
        assert await has_seat(ann, path)


# -- alerts


@both
async def test_what_is_added_is_shown_on_all_other_devices_until_it_is_dismissed(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    await account(ann)
    assert "Was this you?" not in (await ann.get("/account")).text
    bo.headers["User-Agent"] = "Firefox (Windows)"
    await sign_in(bo, "annwyn")
    for page in ("/", "/me"):
        assert "Something was added to your account" in (await ann.get(page)).text
    shown = (await ann.get("/account")).text
    assert "A device was added: Firefox, Windows." in shown
    assert "Was this you?" not in (await bo.get("/account")).text  # it is about this device
    await bo.post("/account/alerts/seen")
    assert "Firefox, Windows." in (await ann.get("/account")).text  # the new device cannot hide itself
    assert (await ann.post("/account/alerts/seen")).status_code == 303
    for person in (ann, bo):
        for page in ("/", "/account"):
            assert "Was this you?" not in (await person.get(page)).text
    assert (await add_key(bo, SoftKey())).status_code == 200
    assert "A passkey was added: Firefox, Windows." in (await ann.get("/account")).text


async def test_an_intruder_who_signs_the_owner_out_does_not_hide_the_alert(
    ann: Visitor, bo: Visitor, site: Transport
) -> None:
    await account(ann)
    bo.headers["User-Agent"] = "Firefox (Windows)"
    await sign_in(bo, "annwyn")
    await bo.post("/account/devices/out", data={"device": await other_device(bo)})
    await bo.post("/account/alerts/seen")
    assert (await sign_in(ann, "annwyn")).status_code == 303
    assert "A device was added: Firefox, Windows." in (await ann.get("/account")).text
    await ann.post("/account/alerts/seen")
    assert "Was this you?" not in (await ann.get("/account")).text


async def test_a_browser_that_is_known_comes_back_without_an_alert(ann: Visitor, bo: Visitor) -> None:
    await account(ann)
    await sign_in(bo, "annwyn")
    await ann.post("/account/alerts/seen")
    await bo.post("/account/devices/out", data={"device": await own_device(bo)})
    assert (await sign_in(bo, "annwyn")).status_code == 303
    assert "Was this you?" not in (await ann.get("/account")).text


async def test_programs_see_and_dismiss_alerts(ann: Visitor, site: Transport) -> None:
    await account(ann)
    async with Visitor(site, "program") as client:
        first, second = Self(client, ""), Self(client, "")
        first.token = (await first.ok("POST", "/signin", login="annwyn", password=PASSWORD, label="one"))["token"]
        second.token = (await second.ok("POST", "/signin", login="annwyn", password=PASSWORD, label="two"))["token"]
        assert [one["label"] for one in (await first.ok("GET", "/me"))["alerts"]] == ["API: two"]
        assert "API: one" in (await ann.get("/account")).text
        await first.ok("DELETE", "/me/alerts")
        assert (await first.ok("GET", "/me"))["alerts"] == []
        assert [one["label"] for one in (await second.ok("GET", "/me"))["alerts"]] == ["API: one"]


async def test_a_confirmed_address_gets_a_mail(tmp_path: Path, box: LetterBox) -> None:  # noqa: F811
    async with opened(tmp_path, **quick(box)) as site, Visitor(site, "Ann") as ann, Visitor(site, "Bo") as bo:
        await account(ann)
        await ann.post("/me/mail", data={"address": "ann@example.org"})
        confirm = re.search(r"https://\S+/mail/confirm/\S+", plain(await box.next(1)))
        assert confirm
        await sign_in(bo, "annwyn")  # not confirmed yet: no mail about this one
        await ann.post(httpx.URL(confirm[0]).path)
        async with Visitor(site, "Cy") as cy:
            cy.headers["User-Agent"] = "Safari (iPhone)"
            await sign_in(cy, "annwyn")
        letter = plain(await box.next(2))
        assert "A device was added: Safari, iPhone." in letter
        assert "https://games.example.org/account" in letter
        await ann.post("/account/password", data={"old": PASSWORD, "new": "amphora oak menhir"})
        assert "The password was changed" in plain(await box.next(3))


# -- passkeys that check who holds them


async def test_a_new_passkey_must_check_who_holds_it(ann: Visitor) -> None:
    await ann.set_up("me", "me")
    asked = (await ann.post("/account/passkey/begin")).json()
    assert asked["authenticatorSelection"]["userVerification"] == "required"
    careless = SoftKey(verifies=False)
    assert (await ann.post("/account/passkey/finish", json=careless.make(asked))).status_code == 403
    assert (await add_key(ann, SoftKey())).status_code == 200


@pytest.mark.parametrize(
    ("has_password", "says"), [(False, "the only way into the account"), (True, "Sign in with your password")]
)
async def test_an_old_key_that_does_not_check_is_refused_with_what_to_do(
    ann: Visitor, site: Transport, has_password: bool, says: str
) -> None:
    await ann.set_up("me", "me")
    key = SoftKey()
    await add_key(ann, key)
    if has_password:
        await ann.post("/account/found", data={"login": "annwyn", "password": PASSWORD})
    async with Visitor(site, "Ann") as again:
        assert (await again.post("/signin/passkey/begin")).json()["userVerification"] == "required"
        key.verifies = False  # as keys of before may be
        refused = await sign_in_by_key(again, key)
        assert refused.status_code == 403
        assert says in refused.json()["message"]
        asked = (await ann.post("/account/confirm/passkey/begin")).json()
        assert (await ann.post("/account/confirm/passkey/finish", json=key.use(asked))).status_code == 403
        key.verifies = True
        assert (await sign_in_by_key(again, key)).status_code == 200
        assert "Ann" in (await again.get("/account")).text


async def test_the_page_to_confirm_speaks_german(ann: Visitor, site: Transport) -> None:
    await account(ann)
    ann.headers["Accept-Language"] = "de"
    page = await ann.get("/account/confirm?to=link")
    assert "Bitte bestätige, dass du es bist" in page.text
    wrong = await ann.post("/account/confirm", data={"to": "link", "password": "falsch"})
    assert "Passwort" in message_of(wrong.text)
