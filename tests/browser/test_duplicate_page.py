"""Duplicate in the browser: set up with a tick, the pages of both tables follow each other, and the results are compared."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd


def let_bots_play(page: Page) -> None:
    """The rest of the game is played by bots that need no time."""
    hand = (
        "() => { fetch(location.pathname + '/hand', {method: 'POST', body: new URLSearchParams({level: 'wanderer'})}) }"
    )
    page.evaluate(hand)
    expect(page.locator("#table")).to_have_attribute("data-state", "over", timeout=60_000)


def test_two_tables_get_the_same_deal_and_are_compared(crowd: Crowd) -> None:
    """Given Ann at the first table and Bo at the second, then each page says how far the other one is, the
    first waits with everything for the second, and shows the comparison as soon as that has ended, in German and on a telephone."""
    ann, bo = crowd.person(), crowd.person(390, 844)
    ann.goto(f"{crowd.url}/?game=armorica")
    ann.get_by_label("Your name").fill("Ann")
    for number, who in enumerate(("me", "wanderer"), 1):
        ann.locator(f"#seat{number}").select_option(who)
    ann.locator("#new-duplicate summary").click()
    ann.get_by_label("Set up a second table with the same deal.").check()
    ann.get_by_role("button", name="Create table").click()
    expect(ann.locator("#duplicate-line")).to_contain_text("It waits for 1 person.")
    first = ann.url
    ann.locator("#line-to-twin").click()
    ann.wait_for_url(lambda url: url != first)
    second = ann.url
    bo.goto(ann.locator("#invite input").input_value())
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Take the seat").click()
    bo.locator("#start-button").click()
    expect(bo.locator("#table")).to_have_attribute("data-state", "playing")
    refused = bo.goto(first)
    assert refused is not None
    assert refused.status == 403
    ann.goto(first)
    let_bots_play(ann)
    expect(ann.locator("#held")).to_contain_text("has not ended")
    expect(ann.locator("#review, #secret, #to-result")).to_have_count(0)
    bo.goto(second)
    let_bots_play(bo)
    ann.locator("#to-result").click()  # the page of the first table has noticed it by itself
    expect(ann.locator("#comparison tbody tr")).to_have_count(2)
    bo.goto(f"{second}/result")
    bo.get_by_role("button", name="Deutsch").click()
    expect(bo.locator("#comparison-title")).to_have_text("Dieselben Karten an zwei Tischen")
    assert bo.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for page in (ann, bo):
        assert [one["id"] for one in Axe().run(page).response["violations"]] == []
