"""Without a connection: what did not arrive is sent again and lands once, the notice goes, and nothing that was typed is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from brehon.core.fair import seeded_secret
from tests.browser.people import Crowd, expect_past, ply, typeset
from tests.server.running import Server

pytestmark = pytest.mark.browser
LOST = "Connection lost"


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    with Server(typeset(tmp_path / "data"), secret=seeded_secret(3)) as running:
        yield running


def at_table(crowd: Crowd, *seats: str) -> Page:
    page = crowd.person()
    crowd.set_up(page, "Ann", *seats)
    page.wait_for_function("() => document.getElementById('table').dataset.turn === 'mine'")
    return page


def click_a_move(page: Page) -> str:
    """The first move of the list; its words."""
    return str(
        page.evaluate(
            "(() => { const one = document.querySelector('#moves button'); one.click(); return one.firstChild.textContent.trim(); })()"
        )
    )


def test_a_move_that_did_not_arrive_is_sent_again_when_the_connection_is_back(crowd: Crowd) -> None:
    page = at_table(crowd, "me", "me")
    before = ply(page)
    page.context.set_offline(True)
    words = click_a_move(page)
    notice = page.locator("#notice")
    expect(notice).to_contain_text(LOST)
    expect(notice).to_contain_text(words[:20])
    page.wait_for_timeout(300)
    assert ply(page) == before
    # when
    page.context.set_offline(False)
    # then
    expect_past(page, before)
    expect(notice).not_to_contain_text(LOST)
    expect(page.locator("#log")).to_contain_text("Ann")
    assert page.evaluate("sessionStorage.getItem('brehon-unsent')") is None


def test_the_notice_goes_when_the_connection_is_back_and_there_was_nothing_to_send(crowd: Crowd) -> None:
    page = at_table(crowd, "me", "me")
    page.context.set_offline(True)
    expect(page.locator("#notice")).to_contain_text(LOST)
    page.context.set_offline(False)
    expect(page.locator("#notice")).not_to_contain_text(LOST)


def test_an_answer_that_was_lost_does_not_make_the_move_land_twice(crowd: Crowd) -> None:
    """Given a move that arrives but whose answer does not, when it is sent again, then it stands once and nothing is named."""
    page = at_table(crowd, "me", "me")
    before = ply(page)
    lost: list[APIResponse] = []

    def swallow(route: Route) -> None:
        if not lost:
            lost.append(route.fetch())  # the server has it
            route.abort()
        else:
            route.continue_()

    page.route("**/move", swallow)
    click_a_move(page)
    after = expect_past(page, before)
    page.wait_for_function("() => sessionStorage.getItem('brehon-unsent') === null")
    page.wait_for_timeout(400)
    assert ply(page) == after
    expect(page.locator("#notice")).not_to_contain_text("did not arrive")
    decided = page.request.get(f"{crowd.url}/api/v1/tables/{page.url.rpartition('/')[2]}").json()
    assert decided["ply"] == after
    # forms and undos say too that they come again: the server then recognises them
    for what in ("form", "undo", "restart"):
        assert sent_twice(page, what) == ["ply=1", "ply=1&again=1"]


def sent_twice(page: Page, what: str) -> list[str]:
    """Send a request whose first try is lost; what was sent."""
    sent: list[str] = []

    def lose_the_first(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.abort()
        else:
            route.continue_()

    page.route(f"**/{what}", lose_the_first)
    page.evaluate(
        "url => document.dispatchEvent(new CustomEvent('brehon:send', { detail: { url, body: new URLSearchParams('ply=1') } }))",
        f"{page.url}/{what}",
    )
    page.wait_for_function("() => sessionStorage.getItem('brehon-unsent') !== null")
    page.wait_for_function("() => sessionStorage.getItem('brehon-unsent') === null")
    return sent


def test_a_move_that_comes_too_late_is_named(crowd: Crowd) -> None:
    """Given a table that has moved on in the meantime, when the connection is back, then the page says which move was lost."""
    page = at_table(crowd, "me", "me")
    before, path = ply(page), page.url
    moves = page.evaluate("[...document.querySelectorAll('#moves button')].map(one => one.value)")
    other = page.context.new_page()
    other.goto(path)
    page.route("**/move", lambda route: route.abort())
    words = click_a_move(page)
    expect(page.locator("#notice")).to_contain_text(LOST)
    other.evaluate("action => document.getElementById(`move-${action}`).click()", moves[-1])
    expect_past(other, before)
    page.unroute("**/move")
    expect(page.locator("#notice")).to_contain_text("did not arrive")
    expect(page.locator("#notice")).to_contain_text(words[:20])
    assert ply(page) == ply(other)


def test_a_move_survives_a_server_that_is_killed_and_a_page_that_is_loaded_again(
    browser: Browser, mortal: Server
) -> None:
    crowd = Crowd(browser, mortal.url)
    page = at_table(crowd, "me", "me")
    before = ply(page)
    mortal.kill()
    click_a_move(page)
    expect(page.locator("#notice")).to_contain_text(LOST)
    page.wait_for_timeout(1500)
    mortal.start()
    after = expect_past(page, before)
    expect(page.locator("#notice")).not_to_contain_text(LOST)
    # the same with a reload in between
    mortal.kill()
    click_a_move(page)
    expect(page.locator("#notice")).to_contain_text(LOST)
    page.route("**/move", lambda route: route.abort())
    mortal.start()
    page.unroute("**/move")
    page.reload()
    last = expect_past(page, after)
    page.wait_for_function(
        "() => sessionStorage.getItem('brehon-unsent') === null"
    )  # it may have landed before the reload
    assert ply(page) == last
    expect(page.locator("#notice")).not_to_contain_text("did not arrive")
    crowd.go_home()


def test_a_text_for_the_chat_is_not_lost(crowd: Crowd) -> None:
    page = at_table(crowd, "me", "me")
    page.locator("[data-tab-name='talk']").click()
    field = page.locator("#say-text")
    field.fill("a long thought")
    page.context.set_offline(True)
    page.locator("#say-button").click()
    expect(page.locator("#company-notice")).to_contain_text(LOST)
    assert field.input_value() == "a long thought"
    page.context.set_offline(False)
    page.reload()
    page.locator("[data-tab-name='talk']").click()
    expect(page.locator("#say-text")).to_have_value("a long thought")
    page.locator("#say-button").click()
    expect(page.locator("#sayings")).to_contain_text("a long thought")
    expect(page.locator("#say-text")).to_have_value("")
    page.wait_for_timeout(600)
    page.reload()
    page.locator("[data-tab-name='talk']").click()
    expect(page.locator("#say-text")).to_have_value(re.compile("^$"))
