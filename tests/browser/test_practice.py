"""Learn from your mistakes, in a browser: failed, solved, shown, by keys, with a finger, without a script, in German."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd, choose
from tests.browser.test_looks import check
from tests.browser.test_review import reviewed

pytestmark = pytest.mark.browser


def best_of(page: Page) -> int:
    """The better move, found on another page by someone who gives up."""
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#give-up-button").click()
    words = other.locator("#better").inner_text()
    other.close()
    buttons = page.eval_on_selector_all(
        "#moves button", "(all) => all.map((one) => [Number(one.value), one.firstChild.textContent.trim()])"
    )
    return next(int(action) for action, label in buttons if label == words)


def test_a_mistake_is_repeated_mended_and_the_next_one_is_shown(crowd: Crowd) -> None:
    page = crowd.person()
    address = reviewed(page, crowd.url)
    page.locator("#lessons a").first.click()
    page.wait_for_url("**/practice/*")
    expect(page.locator("#turn")).to_contain_text("Find something better")
    expect(page.locator("#board .played").first).to_be_attached()
    assert not page.locator("#board .better").count()
    check(page, "exercise", 1280)
    best, played = best_of(page), page.locator("#played").inner_text()
    page.reload()
    wrong = next(
        one for one in page.locator("#moves button").all() if played.startswith(one.inner_text().split("\n")[0])
    )
    choose(wrong)  # when the same mistake is made again
    page.wait_for_selector("#table[data-answer=wrong]")
    expect(page.locator("#tried")).to_contain_text("of the win lost")
    assert not page.locator("#better").count()
    page.locator(f"#move-{best}").focus()
    page.keyboard.press("Enter")  # then by keyboard the better move
    if page.locator("#action-confirm").count():
        page.keyboard.press("Enter")
    page.wait_for_selector("#table[data-answer=right]")
    expect(page.locator("#board .better").first).to_be_attached()
    expect(page.locator(".numbers [aria-current]")).to_have_class("solved")
    check(page, "exercise solved", 1280)
    second = page.locator("#next-exercise").get_attribute("href")
    page.locator("#next-exercise").click()
    page.wait_for_url(f"**{second}")
    page.set_viewport_size({"width": 390, "height": 844})
    page.context.add_cookies([{"name": "language", "value": "de", "url": crowd.url}])
    page.reload()
    check(page, "exercise on a telephone", 390)
    plain = crowd.person(java_script_enabled=False)  # and the same without a script
    plain.goto(page.url)
    plain.locator("#give-up-button").click()
    expect(plain.locator("#better")).not_to_be_empty()
    plain.locator("#to-review").click()
    assert plain.url.startswith(address)
    page.locator("#give-up-button").click()
    page.wait_for_selector("#better")
    text = page.locator("#table").inner_text()
    for english in ("Played", "Better", "mistake", "Find something", "Next", "review"):
        assert english not in text, f"{english} was not translated"
