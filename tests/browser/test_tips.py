"""First-time tips at the table: one at a time, each once on a device, with the keyboard, and a switch that turns them off."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd, click_on_board, expect_past, open_spots, ply

KNOWN = "() => (localStorage.getItem('brehon-tips') ?? '').split(' ').filter(Boolean)"


def move(page: Page) -> None:
    expect(open_spots(page).first).to_be_attached()
    now = ply(page)
    click_on_board(page, int(open_spots(page).first.get_attribute("data-action") or -1))
    expect_past(page, now)


def test_tips_come_one_at_a_time_once_for_ever_and_can_be_turned_off(crowd: Crowd) -> None:
    page = crowd.person(tips=True)
    crowd.set_up(page, "Ann", "me", "me")
    tip = page.locator("#tip")
    expect(tip).to_be_visible()
    expect(tip).to_have_attribute("data-name", "preview")
    expect(page.locator("#tip-words[role=status]")).to_contain_text("Point at a place")
    assert page.evaluate("() => document.activeElement === document.body || !document.activeElement.closest('#tip')")
    assert list(Axe().run(page).response["violations"]) == []
    page.locator("#tip-close").focus()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    expect(page.locator("#table")).to_be_focused()
    page.reload()
    expect(open_spots(page).first).to_be_attached()
    move(page)  # the next one comes with a move, and it is another one
    expect(tip).to_be_visible()
    second = tip.get_attribute("data-name")
    assert second != "preview"
    assert page.evaluate(KNOWN) == ["preview", second]
    page.locator("#tip-off").click()
    expect(tip).to_be_hidden()
    expect(page.locator("#tips")).to_have_text("Tips: off")
    move(page)
    page.wait_for_timeout(2500)
    expect(tip).to_be_hidden()
    assert page.evaluate(KNOWN) == ["preview", second, "off"]
    page.locator("#tips").evaluate("one => one.click()")  # at a table it lies in the last tab
    expect(tip).to_be_visible()
    assert tip.get_attribute("data-name") not in ("preview", second)
