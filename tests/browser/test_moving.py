"""A move is seen as movement: short, never in the way, and off for whoever wants no motion."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd, expect_past, open_spots, ply

pytestmark = pytest.mark.browser
RECORD = Path(__file__).parent.parent / "records" / "fallen-kingdoms/v1/fallen-kingdoms-3-no-buildings-no-rumors.json"
WATCH = """
window.seen = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (keys, how) {
  window.seen.push({ id: this.id, cls: this.getAttribute("class") ?? "", how: JSON.stringify(keys), ms: how.duration });
  return animate.call(this, keys, how);
};
"""


def seen(page: Page) -> list[dict[str, Any]]:
    """What has moved since somebody last asked."""
    found: list[dict[str, Any]] = page.evaluate("window.seen.splice(0)")
    return found


def test_cards_glide_and_turn_within_half_a_second_and_clicks_need_not_wait(crowd: Crowd) -> None:
    page = crowd.person()
    page.add_init_script(WATCH)
    crowd.set_up(page, "Ann", "me", "me", "", "")
    everything: list[dict[str, Any]] = []
    for _ in range(6):
        before = ply(page)
        open_spots(page).first.click()  # at once, while the last move is still to be seen
        expect_past(page, before)
        everything += seen(page)
    assert any("scale" in one["how"] for one in everything if "card" in one["cls"])  # turned
    assert any("scale" not in one["how"] and "translate" in one["how"] for one in everything)  # glided
    assert max(one["ms"] for one in everything) <= 500
    page.wait_for_timeout(600)
    assert page.locator("body > svg").count() == 0  # what has faded is gone
    # by keyboard the focus stays on the board, and a screen reader hears what is new and nothing twice
    page.locator("#board [tabindex='0']").focus()
    page.evaluate("for (const line of document.querySelectorAll('#log li')) line.heard = line.textContent")
    before = ply(page)
    page.keyboard.press("Enter")
    expect_past(page, before)
    assert page.evaluate("document.activeElement.closest('#board') !== null")
    heard, new = page.evaluate(
        "[...document.querySelectorAll('#log li')].reduce(([old, fresh], line) => line.heard === undefined"
        " ? [old, fresh + 1] : [old + (line.heard === line.textContent), fresh], [0, 0])"
    )
    assert new > 0
    assert heard == page.locator("#log li").count() - new
    # and whoever wants pieces to lie still says so once
    page.locator("[data-tab-name='more']").click()
    page.get_by_role("button", name="Moving pieces: on").click()
    page.reload()
    expect(page.locator("#motion")).to_have_text("Moving pieces: off")
    expect(page.locator("html")).to_have_attribute("data-motion", "off")
    before = ply(page)
    open_spots(page).first.click()
    expect_past(page, before)
    assert seen(page) == []


def test_armies_march_and_dice_roll_in_a_replay_but_not_with_reduced_motion(crowd: Crowd) -> None:
    lines = json.loads(RECORD.read_text(encoding="utf-8"))["plies"]
    start = next(n for n, line in enumerate(lines) if line.endswith(" roll")) - 8
    rolled, marched, stirred = [], [], []
    for motion in ("no-preference", "reduce"):
        page = crowd.person(reduced_motion=motion)
        page.add_init_script(WATCH)
        page.goto(f"{crowd.url}/records")
        page.get_by_label("Record file").set_input_files(RECORD)
        page.get_by_role("button", name="Check it").click()
        page.wait_for_url("**/records/*")
        page.goto(f"{page.url}?ply={start}")  # given: an army is about to be sent
        for _ in range(12):
            before = ply(page)
            page.keyboard.press("ArrowRight")  # when
            expect_past(page, before)
        found = seen(page)
        rolled.append(any(one["cls"] == "die" and "rotate" in one["how"] for one in found))
        marched.append(any(one["cls"] == "army" and "translate" in one["how"] for one in found))
        stirred.append(bool(found))
    assert (rolled, marched, stirred) == ([True, False], [True, False], [True, False])  # then
