"""People around a table, in a real browser: an open table, the curtain of a hot seat, playing again, accounts."""

from __future__ import annotations

import re
import sqlite3

import httpx
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.people import Crowd, open_tab, ply
from tests.server.running import Server


def set_up(crowd: Crowd, page: Page, name: str, *seats: str, game: str = "armorica", **fields: str) -> str:
    """A table of the lobby, some of the fields in the folds filled in; its address."""
    page.goto(f"{crowd.url}/?game={game}")
    page.get_by_label("Your name").fill(name)
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true })")
    for number, who in enumerate(seats, 1):
        page.locator(f"#seat{number}").select_option(who)
    for field, value in fields.items():
        found = page.locator(f"[name='{field}']")
        if found.count() > 1:
            page.locator(f"[name='{field}'][value='{value}']").check()
        else:
            found.fill(value)
    page.get_by_role("button", name="Create table").click()
    page.wait_for_url("**/table/*")
    return page.url


def test_a_stranger_joins_an_open_table_is_replaced_by_a_bot_and_everybody_meets_again(crowd: Crowd) -> None:
    ann, bo = crowd.person(), crowd.person(390, 844)
    address = set_up(crowd, ann, "Ann", "wanderer", "friend", visibility="open")
    bo.goto(crowd.url)
    bo.locator(f"a[href='{address.removeprefix(crowd.url)}']").click()
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Take a free seat").click()
    expect(bo.locator("#people")).to_contain_text("that is you")
    expect(ann.locator("#people")).to_contain_text("Bo")  # without a reload
    ann.get_by_role("button", name="Start the game").click()
    expect(bo.locator("#moves button").first).to_be_visible()
    open_tab(ann, "more")
    ann.locator("#host > summary").click()
    ann.locator("#host-to-1").select_option("cottar")
    ann.get_by_role("button", name="Do this with seat 2").click()
    expect(ann.locator("#result")).to_be_visible(timeout=30_000)  # two bots play on
    expect(bo.locator("#result")).to_be_visible(timeout=30_000)
    expect(bo.locator("#rematch")).to_have_count(0)
    ann.get_by_role("button", name="Play again").click()
    expect(ann.locator("#seat-0")).to_contain_text("Cottar")
    expect(ann.locator("#seat-1")).to_contain_text("Wanderer")
    expect(bo.locator("#next-game")).to_be_visible()  # the finished table leads there, without a reload


def test_an_answer_from_before_one_sat_down_does_not_take_the_seat_off_the_page(crowd: Crowd) -> None:
    """Given a page that is read again for a stranger while they sit down, when that answer comes last, then it is not shown."""
    ann, bo = crowd.person(), crowd.person()
    address = set_up(crowd, ann, "Ann", "me", "friend", visibility="open")
    joins: list[tuple[Route, APIResponse]] = []
    reads: list[tuple[Route, str]] = []

    def read_as_a_stranger(
        route: Route,
    ) -> None:  # the cookie comes with the answer to the form, which is not there yet
        reads.append((route, httpx.get(route.request.url, headers={"X-Brehon": "1"}).raise_for_status().text))

    bo.goto(address)
    bo.locator("#sit-name").fill("Bo")
    bo.route("**/join", lambda route: joins.append((route, route.fetch())))
    bo.route("**/fragment", read_as_a_stranger)
    bo.locator("#sit-button").click()
    for _ in range(200):
        if joins and reads:
            break
        bo.wait_for_timeout(50)
    joins[0][0].fulfill(response=joins[0][1])  # when
    expect(bo.locator("#people")).to_contain_text("that is you")
    assert "that is you" not in reads[0][1]
    reads[0][0].fulfill(body=reads[0][1], content_type="text/html")
    bo.wait_for_timeout(500)
    expect(bo.locator("#people")).to_contain_text("that is you")  # then
    bo.unroute_all(behavior="ignoreErrors")


def test_the_curtain_falls_between_two_people_at_one_device(crowd: Crowd) -> None:
    page = crowd.person(390, 844)
    set_up(crowd, page, "Ann", "me", "me", game="arrival", name2="Bo")
    lifted = 0
    for _ in range(14):
        curtain = page.locator("#curtain")
        if curtain.count():
            assert page.locator("#moves, #board [data-action]").count() == 0
            words = curtain.locator(".big-line").first.inner_text()
            holder = words.removeprefix("Pass the device to ")
            assert holder in ("Ann", "Bo")
            curtain.get_by_role("button", name=f"I am {holder}").first.click()
            expect(page.locator("#moves button").first).to_be_visible()
            lifted += 1
        before = ply(page)
        page.locator("#moves button").last.click()
        expect(page.locator("#table")).not_to_have_attribute("data-ply", str(before))
    assert lifted >= 3
    if not page.locator("#curtain").count():
        page.get_by_role("button", name=re.compile("Hide what only")).click()
        expect(page.locator("#curtain")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_passkey_makes_an_account_and_signs_in_on_a_clean_browser(crowd: Crowd) -> None:
    site = crowd.url.replace("127.0.0.1", "localhost")  # a passkey is bound to a name, and a number is none
    page = crowd.person(390, 844)
    authenticator = page.context.new_cdp_session(page)
    authenticator.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
               "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip
    authenticator.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(f"{site}/account")
    page.get_by_label("Your name at new tables").fill("Ann")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Ann", exact=True)).to_be_visible()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("#passkey-list li")).to_have_count(1)
    expect(page.locator("main")).to_contain_text("You have an account")
    page.goto(f"{site}/?game=armorica")
    page.locator("#seat2").select_option("friend")
    page.get_by_role("button", name="Create table").click()
    page.wait_for_url("**/table/*")
    path = page.url.removeprefix(site)
    page.goto(f"{site}/account")
    page.get_by_role("button", name=re.compile("^Sign out")).click()
    expect(page.locator(f"a[href='{path}']")).to_have_count(0)
    page.goto(f"{site}/signin")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.locator("main")).to_contain_text("You are signed in.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(site)
    expect(page.locator(f"a[href='{path}']")).to_have_count(1)


def test_a_second_passkey_asks_for_the_first_one_when_the_proof_is_old(crowd: Crowd, server: Server) -> None:
    site = crowd.url.replace("127.0.0.1", "localhost")
    page = crowd.person(390, 844)
    authenticator = page.context.new_cdp_session(page)
    authenticator.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
               "isUserVerified": True, "automaticPresenceSimulation": True}  # fmt: skip
    authenticator.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(f"{site}/account")
    page.get_by_label("Your name at new tables").fill("Ann")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator("#passkey-list li")).to_have_count(1)
    with sqlite3.connect(server.folder / "brehon.sqlite3", timeout=20) as database:
        database.execute("UPDATE devices SET proved = proved - 900")
    page.get_by_role("button", name="Make a personal link").click()
    expect(page.get_by_role("heading", name="Please confirm that it is you")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Confirm with a passkey").click()
    expect(page.locator("main")).to_contain_text("You will not be asked again for ten minutes")
    page.get_by_role("button", name="Make a personal link").click()
    expect(page.locator("#personal-link")).to_be_visible()
    with sqlite3.connect(server.folder / "brehon.sqlite3", timeout=20) as database:
        database.execute("UPDATE devices SET proved = proved - 900")
    page.get_by_role("button", name="Add a passkey").click()  # our script is sent to the same page
    expect(page.get_by_role("heading", name="Please confirm that it is you")).to_be_visible()
