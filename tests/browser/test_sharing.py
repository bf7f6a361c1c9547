"""A position is shared from a sandbox, opened by a stranger on a phone, tried there, and taken back."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.people import Crowd, choose
from tests.browser.test_looks import check


def test_a_position_is_shared_opened_on_a_phone_tried_and_taken_back(crowd: Crowd) -> None:
    page = crowd.person()
    page.add_init_script("navigator.share = (what) => { window.sent = what; return Promise.resolve(); }")
    crowd.set_up(page, "Ann", "me", "cottar", "", "")
    page.locator("#moves button").first.wait_for()
    page.evaluate("() => document.querySelector('.plan-open').submit()")
    page.wait_for_url("**/plan/*")
    choose(page.locator("#moves button").first)
    expect(page.locator("#plan")).to_contain_text("Moves tried: 1")
    page.locator("#plan-share-button").click()
    page.wait_for_url("**/shared/*")
    link = page.locator("#shared-link").input_value()
    assert link == page.url
    page.locator("#send-shared").click()  # the sheet of the system, where there is one
    assert page.evaluate("() => window.sent.url") == link
    expect(page.locator("#tried li")).to_have_count(1)
    check(page, "a shared position, its owner", 1280)
    # when: a stranger opens it on a phone
    other = crowd.person(390, 844, color_scheme="dark")
    other.goto(link)
    expect(other.locator("#caution")).to_contain_text("a guess")
    board = other.locator("#board").bounding_box()
    assert board is not None
    assert board["height"] > 200
    assert other.locator("#withdraw-button").count() == 0
    check(other, "a shared position on a phone", 390)
    with other.expect_download() as picture:
        other.get_by_role("link", name="Picture (PNG)").click()
    assert picture.value.suggested_filename == "armorica.png"
    # then: they go on from there in a sandbox of their own, and share that
    other.locator("#try-button").click()
    other.wait_for_url("**/plan/*")
    expect(other.locator("#plan")).to_contain_text("Moves tried: 1")
    choose(other.locator("#moves button").first)
    expect(other.locator("#plan")).to_contain_text("Moves tried: 2")
    other.locator("#plan-share-button").click()
    other.wait_for_url("**/shared/*")
    expect(other.locator("#tried li")).to_have_count(2)
    # and: the owner hides the names, then takes it back, and the line of the other goes with it
    page.locator("#names-button").click()
    expect(page.locator("#tried")).to_contain_text("Seat 1")
    page.locator("#withdraw-button").click()
    page.wait_for_url("**/shared")
    expect(page.locator("#shares")).to_contain_text("You share no positions")
    other.goto(link)
    expect(other.locator("#error-message")).to_contain_text(re.compile("taken back"))
