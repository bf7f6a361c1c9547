"""The text of a rule beside its number: by pointer, by keyboard, by a finger; and the search of the rules page, for axe and on paper."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd, open_tab


def complaints(page: Page) -> list[Any]:
    return list(Axe().run(page).response["violations"])


@pytest.mark.usefixtures("server")
def test_a_rule_opens_beside_its_number_by_pointer_keyboard_and_finger(crowd: Crowd) -> None:
    page = crowd.person()
    crowd.set_up(page, "Ann", "me", "cottar")
    words, link = page.locator("#rule-popover"), page.locator("#refused a.rule").first
    page.locator("#refused summary").click()
    link.hover()
    expect(words).to_contain_text("You may take the card in place p")
    assert complaints(page) == []
    page.keyboard.press("Escape")
    expect(words).to_be_hidden()
    page.locator("#refused summary").focus()
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    expect(words).to_be_visible()
    expect(link).to_have_attribute("aria-describedby", "rule-popover")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(words).to_be_hidden()
    open_tab(page, "more")  # the same at the lines of the score sheet
    page.locator("#sheet-now summary").click()
    page.locator("#sheet-now a.rule").first.hover()
    expect(words).to_contain_text("AM-9")
    page.keyboard.press("Escape")
    page.locator("#sheet-now a.rule").last.focus()
    expect(words).to_be_visible()
    page.keyboard.press("Escape")
    open_tab(page, "moves")
    page.locator("#board [data-why]").first.click(force=True)
    expect(page.locator("#notice a.rule")).to_have_attribute("href", re.compile(r"^/rules/armorica#AM-"))
    page.locator("#notice a.rule").click()  # a mouse follows the link
    expect(page).to_have_url(re.compile(r"/rules/armorica#AM-4\.3$"))
    assert crowd.complaints == []


@pytest.mark.usefixtures("server")
def test_on_a_phone_a_tap_shows_the_rule_and_the_page_is_searched(crowd: Crowd) -> None:
    page = crowd.person(390, 844, has_touch=True, is_mobile=True)
    page.goto(f"{crowd.url}/rules/arrival")
    page.locator("#q").fill("C on the track")
    page.keyboard.press("Enter")
    hit = page.locator(".rule-hit", has_text="AR-17.1")
    expect(hit).to_be_visible()
    assert complaints(page) == []
    hit.tap()
    expect(page.locator("li#AR-17\\.1")).to_be_in_viewport()
    reference = page.locator("#AR-17\\.2 a.rule-ref", has_text="R-37")
    reference.tap()
    words = page.locator("#rule-popover")
    expect(words).to_contain_text("only the earnings can set the flag")
    words.locator(".rule-more").tap()
    expect(page).to_have_url(re.compile("#R-37$"))
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(media="print")
    expect(page.locator(".book-search")).to_be_hidden()
    expect(page.locator("li#AR-17\\.1")).to_be_visible()
    assert crowd.complaints == []
