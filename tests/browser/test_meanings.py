"""What does this mean? Whatever is no piece and has a name in the glossary explains itself: pointed at, held, or by key."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd, open_spots, ply

PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
# a point of something whose id begins like this, where nothing can be clicked and no piece lies
FREE = """(start) => {
  for (const one of document.querySelectorAll(`#board svg [id^="${start}"]`)) {
    const box = one.getBoundingClientRect();
    for (let down = 1; down < 8; down++) for (let right = 1; right < 8; right++) {
      const [x, y] = [box.left + (box.width * right) / 8, box.top + (box.height * down) / 8];
      if (y < 0 || y > innerHeight - 5) continue;
      const there = document.elementsFromPoint(x, y);
      if (there.some((thing) => thing.closest("[data-action], [data-menu], [data-piece], #guide, dialog"))) continue;
      if (there.some((thing) => one.contains(thing)) && there[0].closest("#board svg")) return [x, y];
    }
  }
  return null;
}"""


def a_table(crowd: Crowd, game: str, width: int = 1280, height: int = 800, **more: Any) -> Page:
    page = crowd.person(width, height, **more)
    crowd.set_up(page, "Ann", "me", "cottar", "wanderer", game=game)
    expect(open_spots(page).first).to_be_attached()
    return page


@pytest.mark.parametrize(
    ("game", "start", "term", "rule"),
    [
        ("armorica", "deck-", "Deck", "AM-8.1"),
        ("armorica", "majority-", "Majority", "AM-9.8"),
        ("arrival", "castle-", "Castle", "AR-2.4"),
        ("arrival", "land-", "Province", "AR-18.7"),
        ("fallen-kingdoms", "city-", "Control", "FK-7.8"),
    ],
)
def test_what_is_pointed_at_for_a_while_says_its_name_its_meaning_and_its_rule(
    crowd: Crowd, game: str, start: str, term: str, rule: str
) -> None:
    page = a_table(crowd, game)
    x, y = page.evaluate(FREE, start)
    with page.expect_response("**/glossary") as answer:  # it comes when the board is first pointed at
        page.mouse.move(x, y)
    answer.value.finished()
    page.wait_for_timeout(100)
    page.mouse.move(3, 3)
    page.mouse.move(x, y)
    shown = page.locator("#large")
    expect(shown).to_be_visible()
    expect(shown.locator(".name")).to_have_text(term)
    expect(shown.locator(".does")).to_contain_text(rule)
    expect(shown.locator("svg")).to_have_count(0)
    expect(page.locator("#large-spoken")).to_contain_text(rule)
    page.mouse.move(3, 3)
    expect(shown).to_be_hidden()


def test_a_finger_that_rests_gets_the_meaning_in_german_and_decides_nothing(crowd: Crowd) -> None:
    page = a_table(crowd, "arrival", 390, 844, **PHONE)
    page.context.add_cookies([{"name": "language", "value": "de", "url": crowd.url}])
    page.reload()
    expect(open_spots(page).first).to_be_attached()
    before = ply(page)
    x, y = page.evaluate(FREE, "n-land-")
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y, "id": 0}]})
    expect(page.locator("#large")).to_be_visible()  # the first time already
    expect(page.locator("#large .name")).to_have_text("Provinz")
    expect(page.locator("#large .does")).to_contain_text("AR-18.7")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert ply(page) == before


def test_without_the_glossary_the_board_works_as_before(crowd: Crowd) -> None:
    page = crowd.person()
    page.route("**/glossary", lambda route: route.abort())
    crowd.set_up(page, "Ann", "me", "cottar", game="armorica")
    expect(open_spots(page).first).to_be_attached()
    x, y = page.evaluate(FREE, "deck-")
    page.mouse.move(x, y)
    page.wait_for_timeout(1200)
    expect(page.locator("#large")).to_be_hidden()
    now = ply(page)
    open_spots(page).first.click()
    page.wait_for_function(f"() => Number(document.getElementById('table').dataset.ply) > {now}")
