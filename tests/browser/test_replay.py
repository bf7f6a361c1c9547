"""The replay by hand, by keys and by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.people import Crowd, expect_past
from tests.browser.test_every_page import upload

pytestmark = pytest.mark.browser


def test_a_replay_goes_by_keys_plays_itself_and_shows_whose_knowledge_one_likes(crowd: Crowd) -> None:
    page = crowd.person()
    record = upload(page, crowd.url, "arrival/v1/arrival-2-shared.json")
    page.goto(f"{crowd.url}{record}?ply=0")
    shown = page.locator("#table")
    last = page.locator("#slider").get_attribute("max") or ""
    # given: one key goes on by one ply, another one by a turn
    for number in range(3):
        page.keyboard.press("ArrowRight")
        assert expect_past(page, number) == number + 1
    page.keyboard.press("PageUp")
    first = expect_past(page, 3)
    page.keyboard.press("PageUp")
    tenth = expect_past(page, first)
    page.keyboard.press("PageDown")
    assert expect_past(page, tenth) == first
    page.keyboard.press("PageUp")
    expect(shown).to_have_attribute("data-ply", str(tenth))
    # when: the past is seen from one seat, and the address is sent to somebody else
    page.locator("#outlook").select_option("1")
    expect(shown).to_have_attribute("data-seat", "1")
    link = page.locator("#position-link").input_value()
    assert link.endswith(f"?ply={tenth}&seat=1")
    other = crowd.person()
    other.goto(link)
    # then: they see the same
    assert other.locator("#board svg").inner_html() == page.locator("#board svg").inner_html()
    # and a line of the log leads to where it happened
    line = page.locator("#log a").last
    line.click()
    expect(page.locator("#notice")).to_contain_text(line.inner_text())
    assert page.locator("#log [aria-current='step']").count() > 0
    # and the space key plays on to the end
    page.locator("#slider").fill(str(int(last) - 12))
    expect(page.locator("#status")).to_contain_text(f"Ply {int(last) - 12} of")
    page.locator("#speed").select_option("300")
    page.locator("#board").click(position={"x": 5, "y": 5})
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Stop here")
    expect(shown).to_have_attribute("data-ply", last, timeout=15_000)
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play automatically")
    assert page.locator("#slider").input_value() == last
    page.get_by_role("link", name="Result and charts").click()
    expect(page.locator(".chart.course.wide").first).to_be_visible()
    expect(page.locator("#result")).to_contain_text(re.compile("wins|share the victory"))
