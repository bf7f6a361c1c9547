"""A hint in three steps: with the keyboard, on a telephone in German, for screen readers, and one step for a double click."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd, choose, expect_past, ply


def complaints(page: Page) -> list[Any]:
    return list(Axe().run(page).response["violations"])


def lines(page: Page) -> int:
    """How many steps the log speaks of."""
    return page.locator("#log li").filter(has_text="hint (step").count()


@pytest.mark.usefixtures("server")
def test_a_hint_by_the_keyboard_in_three_steps_and_its_move_in_one_click(crowd: Crowd) -> None:
    page = crowd.person()
    crowd.set_up(page, "Ann", "me", "cottar")
    button = page.locator("#hint-button")
    expect(button).to_have_text("Hint")
    before = ply(page)
    page.keyboard.press("h")
    expect(page.locator("#hint-look")).to_be_visible(timeout=60_000)
    expect(button).to_be_focused()
    expect(button).to_have_text("More: two moves")
    assert ply(page) == before + 1
    page.keyboard.press("Enter")
    expect(page.locator("#hint-pair li")).to_have_count(2)
    expect(page.locator("#moves button.suggested")).to_have_count(2)
    assert page.locator("#board .hinted").count() >= 1
    assert complaints(page) == []
    button.dblclick()
    play = page.locator("#hint-play")
    expect(play).to_be_visible()
    expect(page.locator("#hint-best")).to_contain_text("chance to win")
    assert ply(page) == before + 3  # the second click of the double click has neither asked nor played
    assert lines(page) == 3
    expect(page.locator("#moves button.suggested")).to_have_count(1)
    assert complaints(page) == []
    now = ply(page)
    play.click()
    if page.locator("#action-confirm").count():
        page.locator("#action-confirm").click()
    expect_past(page, now)
    expect(page.locator("#hint.given")).to_have_count(0)


def test_the_last_step_leaves_the_focus_where_a_second_enter_plays_nothing(crowd: Crowd) -> None:
    page = crowd.person()
    crowd.set_up(page, "Ann", "me", "cottar")
    page.locator("#hint-button").focus()
    for number in (2, 3):
        page.keyboard.press("Enter")
        expect(page.locator("#hint-form input")).to_have_value(str(number), timeout=60_000)
    page.keyboard.press("Enter")
    expect(page.locator("#hint")).to_be_focused()
    now = ply(page)
    page.keyboard.press("Enter")
    page.keyboard.press("h")  # there is no fourth step
    page.wait_for_timeout(300)
    assert ply(page) == now


def test_on_a_telephone_in_german_and_in_the_sandbox(crowd: Crowd) -> None:
    page = crowd.person(390, 844, has_touch=True)
    page.context.add_cookies([{"name": "language", "value": "de", "url": crowd.url}])
    page.goto(f"{crowd.url}/?game=armorica")
    page.locator("#name").fill("Änne")
    page.locator("#seat2").select_option("cottar")
    page.get_by_role("button", name="Tisch").click()
    page.wait_for_url("**/table/*")
    button = page.locator("#hint-button")
    expect(button).to_have_text("Tipp")
    for number in (2, 3):
        button.tap()
        expect(page.locator("#hint-form input")).to_have_value(str(number), timeout=60_000)
    expect(button).to_have_text("Den Zug zeigen")
    button.tap()
    expect(page.locator("#hint-play")).to_have_text("Diesen Zug spielen")
    box = page.locator("#hint-play").bounding_box()
    assert box
    assert box["height"] >= 44
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    assert complaints(page) == []
    now, table = ply(page), page.url
    page.evaluate("""() => fetch("/plans", { method: "POST", body: new URLSearchParams({
      table: document.getElementById("table").dataset.path.split("/").pop(), ply: document.getElementById("table").dataset.ply }) })
      .then((answer) => { location.href = answer.url; })""")
    page.wait_for_url("**/plan/*")
    page.locator("#hint-button").tap()
    expect(page.locator("#hint-look")).to_be_visible(timeout=60_000)
    assert page.locator("#table").get_attribute("data-ply") == "0"
    # and there a bot answers: after one's own move it is one's own turn again, with more than that move tried
    page.locator("#plan-level").select_option("cottar")
    page.locator("#plan-opponents-button").tap()
    expect(page.locator("#plan-level option[selected]")).to_have_text("Cottar antwortet")
    choose(page.locator("#moves button").first)
    expect(page.locator("#plan")).to_contain_text(re.compile(r"Ausprobierte Züge: ([2-9]|1\d)"), timeout=60_000)
    expect(page.locator("#moves button").first).to_be_visible()
    expect(page.locator("#log")).to_contain_text("Cottar")
    assert complaints(page) == []
    page.goto(table)
    expect(page.locator("#table")).to_have_attribute("data-ply", str(now))  # nothing was noted
