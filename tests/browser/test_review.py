"""A review in a browser: asked for, followed, and stepped through by mouse, keys and finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd
from tests.browser.test_every_page import upload
from tests.browser.test_looks import check

pytestmark = pytest.mark.browser
SMALL = "armorica/v1/set-armorica-small-1.json"


def reviewed(page: Page, url: str, record: str = SMALL) -> str:
    """Ask for the review of a record by one click, and wait for it; its address."""
    path = upload(page, url, record)
    page.goto(f"{url}{path}/result")
    page.get_by_role("button", name="Review this game").click()
    page.wait_for_url("**/review")
    page.locator("#graph").wait_for(timeout=90_000)  # the progress becomes the review by itself
    return f"{url}{path}/review"


def test_a_review_is_clicked_through_on_the_graph_from_mistake_to_mistake_and_by_keys(crowd: Crowd) -> None:
    page = crowd.person()
    address = reviewed(page, crowd.url)
    check(page, "review", 1280)
    assert page.locator("#where").inner_text() == "The end"
    # when the graph is clicked near its middle, then that move is on the board
    graph = page.locator("svg.chances:visible")
    box = graph.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    page.wait_for_url(re.compile(r"review\?ply=\d+"))
    expect(page.locator("#where")).to_contain_text("Move ")
    expect(page.locator("#table")).to_have_attribute("data-ply", page.url.partition("ply=")[2])
    middle = page.locator("#where").inner_text()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).not_to_have_text(middle)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#where")).to_have_text(middle)
    # when a mistake is clicked, then both moves are named and marked, each in its own way
    first = page.locator("#mistakes a").first
    kind = first.locator("xpath=..").get_attribute("class")
    first.click()
    expect(first).to_have_attribute("aria-current", "step")
    expect(page.locator("#moment h2")).to_contain_text(str(kind).split(" ")[0])
    expect(page.locator("#played")).to_contain_text("of the win lost")
    expect(page.locator("#better")).not_to_be_empty()
    expect(page.locator("#board .played").first).to_be_attached()
    expect(page.locator("#board .better").first).to_be_attached()
    rings = [
        page.locator(f"#board .{name}").first.evaluate("one => getComputedStyle(one).outlineStyle")
        for name in ("played", "better")
    ]
    assert rings == ["dashed", "double"]
    # and a key leads to the next one, without a new page
    page.evaluate("() => { window.same = true }")
    page.locator("#board").click(position={"x": 4, "y": 4})
    page.keyboard.press("PageDown")
    expect(page.locator("#mistakes a").nth(1)).to_have_attribute("aria-current", "step")
    page.keyboard.press("PageUp")
    expect(first).to_have_attribute("aria-current", "step")
    assert page.evaluate("() => window.same")
    check(page, "a mistake", 1280)
    # and a link to it can be sent: it shows the same without our script
    other = crowd.person(java_script_enabled=False)
    other.goto(page.url)
    assert other.locator("#played").inner_text() == page.locator("#played").inner_text()
    other.locator("#mistakes a").nth(1).click()
    expect(other.locator("#mistakes a").nth(1)).to_have_attribute("aria-current", "step")
    # and one may look at the mistakes of one seat alone
    page.locator("#of-1").click()
    expect(page.locator("#of-1")).to_have_attribute("aria-current", "true")
    names = set(page.locator("#mistakes b").all_inner_texts())
    assert names <= {page.locator("#of-1").inner_text()}
    assert page.url.startswith(address)


def test_a_review_fits_a_telephone_in_the_dark_and_speaks_german(crowd: Crowd) -> None:
    page = crowd.person(390, 844, color_scheme="dark")
    address = reviewed(page, crowd.url)
    page.get_by_role("button", name="Deutsch").click()
    page.goto(address)
    expect(page.locator("#review-title")).to_have_text("Analyse")
    page.locator("#mistakes a").first.click()
    expect(page.locator("#board .better").first).to_be_attached()
    expect(page.locator("#steps")).to_be_in_viewport()  # where one goes on from
    check(page, "review on a telephone", 390)
    text = page.locator("#table").inner_text()
    for english in ("Played", "Better", "Mistakes", "Luck", "blunder", "points", "Move ", "Opening"):
        assert english not in text, f"{english} was not translated"
    box = page.locator("#following").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 36  # for a finger
