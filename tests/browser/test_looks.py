"""Every page in light and dark, wide and narrow: readable for everybody, and never wider than the screen."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd, expect_past, open_spots, ply

pytestmark = pytest.mark.browser
SIZES = {"desktop": (1280, 800), "telephone": (390, 844)}


def check(page: Page, where: str, width: int) -> None:
    """Axe finds nothing serious, and nothing sticks out."""
    found = Axe().run(page).response["violations"]
    serious = [
        f"{finding['id']}: {finding['nodes'][0]['html'][:200]} ({len(finding['nodes'])} times)"
        for finding in found
        if finding["impact"] in ("serious", "critical")
    ]
    assert serious == [], where
    assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{where} is wider than the screen"


def open_details(page: Page) -> None:
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "telephone"])
def test_every_page_is_accessible_and_fits_the_screen(crowd: Crowd, scheme: str, size: str) -> None:
    width, height = SIZES[size]
    page = crowd.person(width, height, color_scheme=scheme)
    page.goto(crowd.url)
    open_details(page)
    check(page, "lobby", width)
    crowd.set_up(page, "Ann", "me", "friend", "cottar", "")
    check(page, "waiting room", width)
    invitation = page.locator("#link-1").input_value()
    guest = crowd.person(width, height, color_scheme=scheme)
    guest.goto(invitation)
    check(guest, "invitation", width)
    guest.goto(f"{crowd.url}/table/nothing")
    check(guest, "error page", width)
    crowd.set_up(page, "Ann", "me", "me", "wanderer", "cottar")
    for _ in range(3):
        expect(open_spots(page).first).to_be_visible()
        before = ply(page)
        open_spots(page).first.click()
        expect_past(page, before)
    expect(open_spots(page).first).to_be_visible()
    page.wait_for_timeout(500)  # until the cards lie still
    assert ("n-" in (page.locator("#board .card").first.get_attribute("id") or "")) == (size == "telephone")
    open_details(page)
    check(page, "table", width)
    crowd.set_up(page, "Ann", "cottar", "wanderer", "", "")
    expect(page.locator("#result")).to_be_visible(timeout=30_000)
    page.wait_for_timeout(500)
    check(page, "result", width)
    table = page.url
    page.goto(f"{table}/verify")
    check(page, "proof", width)
    page.goto(f"{table}/replay?ply=40")
    check(page, "replay", width)
