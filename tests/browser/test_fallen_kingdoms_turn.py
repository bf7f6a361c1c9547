"""Fallen Kingdoms by hand: orders dragged on the map, and a whole turn in few clicks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.people import Crowd, expect_past, ply

pytestmark = pytest.mark.browser
MOST_CLICKS = 8
GOOD_ORDER = """() => {
  const ways = [...document.querySelectorAll("#at-once input[data-drag-from]")].filter((way) => Number(way.max) > 2);
  const chance = (way) => parseInt((way.dataset.notes ?? "").split("\\n")[Number(way.max) - 1]?.replace(/[^0-9]/g, "") || "0");
  const best = ways.filter((way) => way.dataset.notes).sort((a, b) => chance(b) - chance(a))[0] ?? ways[0];
  return [best.dataset.dragFrom, best.dataset.dropTo];
}"""
PENDING = "() => [...document.querySelectorAll('#at-once input[data-drag-from]')].map((way) => Number(way.value)).filter((n) => n > 0)"


def asked(page: Page) -> str:
    page.locator("#moves").wait_for(timeout=60_000)
    return page.locator("#status").inner_text()


def begin(crowd: Crowd, page: Page) -> None:
    """A table with two bots, up to the first turn: a god, seven groups."""
    crowd.set_up(page, "Ann", "me", "cottar", "cottar", "", "", "", game="fallen-kingdoms", trophies_per_player="1")
    while "Use the power" not in asked(page) and "Spend your free points" not in asked(page):
        before = ply(page)
        page.locator("#moves button").first.click()
        expect_past(page, before)


def press(page: Page, button: Locator) -> None:
    """One click that decides something."""
    before = ply(page)
    button.click()
    if page.locator("#action-confirm").count():  # with a finger the first tap shows what it would do
        page.locator("#action-confirm").click()
    expect_past(page, before)


def middle(page: Page, name: str) -> tuple[float, float]:
    """Where a place of the board is on the screen: the origin of its own system."""
    found = page.evaluate(
        """(name) => { const spot = document.getElementById(name) ?? document.getElementById(`n-${name}`);
          const { e, f } = spot.getScreenCTM(); return [e, f]; }""",
        name,
    )
    return found[0], found[1]


def drag(page: Page, start: str, goal: str) -> None:
    (x, y), (gx, gy) = middle(page, start), middle(page, goal)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + gx) / 2, (y + gy) / 2, steps=4)
    page.mouse.move(gx, gy, steps=4)
    page.mouse.up()


def to_orders(page: Page) -> int:
    """Everything before the orders, as it is proposed; how many clicks that took."""
    clicks = 0
    while "Give orders" not in asked(page):
        words = asked(page)
        if "Use the power" in words:
            press(page, page.locator("#moves button").filter(has_text="Do not use it"))
        elif page.locator("#at-once-button").count():
            press(page, page.locator("#at-once-button"))
        else:
            press(page, page.locator("#board [data-action]").first)
        clicks += 1
    return clicks


def finish(page: Page) -> Locator:
    """The button of the board that carries the orders out."""
    number = page.locator("#at-once").get_attribute("data-finish")
    return page.locator(f"#board [data-action='{number}']")


def test_a_turn_with_a_battle_takes_at_most_eight_clicks(crowd: Crowd) -> None:
    page = crowd.person()  # given
    begin(crowd, page)
    clicks = to_orders(page)  # when
    start, goal = page.evaluate(GOOD_ORDER)
    drag(page, start, goal)
    clicks += 1
    expect(finish(page)).to_have_attribute("aria-label", "Carry out one order")
    press(page, finish(page))
    clicks += 1
    rolls = 0
    while re.search("roll or retreat|have won|Rampage from|Choose the next battle", asked(page)):
        words = asked(page)
        if "roll or retreat" in words:
            press(page, page.locator("#board [data-action]").nth(0 if rolls < 2 else 1))
            rolls += 1
        else:
            press(page, page.locator("#moves button").filter(has_text=re.compile("^(Occupy|No rampage|Fight)")).first)
        clicks += 1
        if clicks > 20:
            break
    assert rolls > 0, "there was a battle"
    assert clicks <= MOST_CLICKS  # then


def test_an_order_is_changed_and_removed_on_the_map(crowd: Crowd) -> None:
    page = crowd.person()
    begin(crowd, page)
    to_orders(page)
    start, goal = page.evaluate(GOOD_ORDER)
    before = ply(page)
    drag(page, start, goal)
    (n,) = page.evaluate(PENDING)
    page.locator("#order-less").click()
    assert page.evaluate(PENDING) == [n - 1]
    page.locator("#order-spare").click()
    assert page.evaluate(PENDING) == [n], "all that may go: one unit has to stay"
    page.locator("#order-more").click()
    assert page.evaluate(PENDING) == [n]
    page.locator("#order-remove").click()
    assert page.evaluate(PENDING) == []
    expect(page.locator("#board .orders-layer .stepper-box")).to_have_count(0)
    for name in (start, goal):  # the same by two clicks
        page.mouse.click(*middle(page, name))
    assert page.evaluate(PENDING) == [n]
    assert ply(page) == before, "nothing has been sent yet"
    page.mouse.click(*middle(page, start))  # another city is chosen: its neighbours are ringed
    assert page.locator("#board .orders-layer circle").count() > 1
    press(page, finish(page))
    expect(page.locator("#log")).to_contain_text("Ann orders")


def test_an_order_is_given_with_the_keyboard(crowd: Crowd) -> None:
    page = crowd.person()
    begin(crowd, page)
    to_orders(page)
    start, goal = page.evaluate(GOOD_ORDER)
    page.locator(f"#{start}").focus()
    page.keyboard.press("Enter")
    page.locator(f"#{goal}").focus()
    page.keyboard.press("Enter")
    (n,) = page.evaluate(PENDING)
    expect(page.locator("#order-more")).to_be_focused()
    page.locator("#order-less").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(PENDING) == [n - 1]
    page.keyboard.press("Escape")
    expect(page.locator("#board .orders-layer .stepper-box")).to_have_count(0)
    assert page.evaluate(PENDING) == [n - 1]
    before = ply(page)
    finish(page).focus()
    page.keyboard.press("Enter")
    expect_past(page, before)


def test_an_order_is_given_with_a_finger(crowd: Crowd) -> None:
    page = crowd.person(390, 844, has_touch=True)
    begin(crowd, page)
    to_orders(page)
    start, goal = page.evaluate(GOOD_ORDER)
    (x, y), (gx, gy) = middle(page, start), middle(page, goal)
    finger = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": (x + gx) / 2, "y": (y + gy) / 2}]),
        ("touchMove", [{"x": gx, "y": gy}]),
        ("touchEnd", []),
    ):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    (n,) = page.evaluate(PENDING)
    box = page.locator("#order-less").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 36, "44 of the picture, as far as the page lets it be drawn in full"
    page.locator("#order-less").tap()  # at once after the drag: it counts
    assert page.evaluate(PENDING) == [n - 1]
    press(page, finish(page))


def test_points_are_counted_while_they_are_spent(crowd: Crowd) -> None:
    page = crowd.person()
    begin(crowd, page)
    while "Spend your free points" not in asked(page):
        press(page, page.locator("#moves button").filter(has_text="Do not use it"))
    most = int(page.locator("#at-once").get_attribute("data-most") or "0")
    left = page.locator("#at-once-left")
    expect(left).to_have_text(f"0 of {most} left")
    tracks = page.locator("#at-once .entry")
    full = next(i for i in range(3) if int(tracks.nth(i).locator("input").input_value()) > 0)
    other = (full + 1) % 3
    tracks.nth(full).locator("[data-step='-1']").click()
    expect(left).to_have_text(f"1 of {most} left")
    note = tracks.nth(other).locator("output").inner_text()
    tracks.nth(other).locator("[data-step='1']").click()
    expect(left).to_have_text(f"0 of {most} left")
    expect(tracks.nth(other).locator("output")).not_to_have_text(note)
    press(page, page.locator("#at-once-button"))
