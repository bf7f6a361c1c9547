"""The first minute in a real browser: what is in sight, how many clicks it takes, what updates by itself."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from brehon.core import registry
from tests.browser.people import Crowd, expect_no_reload, mark_document
from tests.browser.test_looks import check, open_details

pytestmark = pytest.mark.browser
DESKS = [(1280, 800), (1440, 900), (1920, 1080)]
PHONE = (390, 844)
SIZES = pytest.mark.parametrize(("width", "height"), [*DESKS, PHONE])
GAMES = registry.names()
# everything that can be used and is in sight; what scrolls sideways, or under the bar of a form, may lie on something
BOXES = """() => [...document.querySelectorAll("a, button, select, input:not([type=hidden]), summary")]
  .filter((one) => one.checkVisibility() && !one.closest(".skip, .strip, .create") && !one.matches(".skip"))
  .map((one) => ({ box: one.getBoundingClientRect(), text: (one.textContent || one.id).trim().slice(0, 40), isMain: !!one.closest("main") }))
  .map(({ box, text, isMain }) => ({ x: box.x, y: box.y, w: box.width, h: box.height, text, isMain }))"""
SMALLEST = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let least = 1000;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const home = node.parentElement;
    if (!node.nodeValue.trim() || !home.checkVisibility() || home.closest(".unseen, svg, script, style")) continue;
    least = Math.min(least, parseFloat(getComputedStyle(home).fontSize));
  }
  return least;
}"""
LOADED = "() => [...document.querySelectorAll('main img')].every((one) => one.complete && one.naturalWidth > 0)"


def boxes(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(BOXES)
    assert len(found) > 10
    return found


def expect_tidy(page: Page, where: str) -> None:
    """Nothing lies on something else, nothing is too small to read, nothing sticks out."""
    found = boxes(page)
    for number, one in enumerate(found):
        for other in found[number + 1 :]:
            wide = min(one["x"] + one["w"], other["x"] + other["w"]) - max(one["x"], other["x"])
            high = min(one["y"] + one["h"], other["y"] + other["h"]) - max(one["y"], other["y"])
            assert wide <= 1 or high <= 1, f"{where}: {one['text']} lies on {other['text']}"
    assert page.evaluate(SMALLEST) >= 11, where
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where


def expect_thumb_size(page: Page, where: str) -> None:
    small = [one["text"] for one in boxes(page) if one["isMain"] and (one["h"] < 44 or one["w"] < 24)]
    assert small == [], where


@SIZES
def test_the_games_and_their_buttons_are_in_sight(crowd: Crowd, width: int, height: int) -> None:
    page = crowd.person(width, height)
    page.goto(crowd.url)
    page.wait_for_function(LOADED)
    shown = GAMES if width > 600 else GAMES[:1]
    for name in shown:
        for what in ("play", "invite"):
            box = page.locator(f"#{what}-{name} button").bounding_box()
            assert box
            assert box["y"] + box["height"] <= height, f"{what} {name}"
    expect_tidy(page, "front page")
    if width <= 600:
        expect_thumb_size(page, "front page")
        assert min(one["y"] for one in boxes(page) if one["isMain"]) < 500
        assert page.evaluate("document.documentElement.scrollHeight") <= 2 * height


@pytest.mark.timed
@pytest.mark.parametrize("name", GAMES)
def test_from_the_front_page_to_the_first_decision_it_is_one_click(crowd: Crowd, name: str) -> None:
    page = crowd.person()
    page.goto(crowd.url)
    begin = time.monotonic()
    page.locator(f"#play-{name} button").click()
    page.wait_for_url("**/table/*", wait_until="commit")
    page.locator("#board [data-action], #board [data-menu], #moves button").first.wait_for(state="attached")
    seconds = time.monotonic() - begin
    assert seconds <= 3, f"{seconds:.1f} s"


def test_from_the_front_page_to_a_friend_at_the_table(crowd: Crowd) -> None:
    ann = crowd.person(permissions=["clipboard-read", "clipboard-write"])
    ann.goto(crowd.url)
    ann.locator("#invite-armorica button").click()  # one click to a link
    ann.wait_for_url("**/table/*")
    link = ann.locator("#link-1").input_value()
    expect(ann.locator("#invite svg.qr")).to_be_visible()
    expect_tidy(ann, "waiting room")
    ann.locator("#copy-1").click()
    expect(ann.locator("#copy-1")).to_have_text("✓ Copied")
    assert ann.evaluate("navigator.clipboard.readText()") == link
    ann.get_by_label("Your name for the others").fill("Ann")
    ann.locator("#rename-button").click()
    expect(ann.locator("#seat-0")).to_contain_text("Ann")
    bo = crowd.person(*PHONE)
    bo.goto(link)
    expect(bo.get_by_role("heading", level=1)).to_have_text("Ann invites you to Armorica")
    expect_tidy(bo, "invitation")
    bo.get_by_label("Your name").fill("Bo")  # the only field
    bo.get_by_role("button", name="Take the seat").click()  # the only click
    bo.wait_for_url("**/table/*")
    expect(ann.locator("#seat-1")).to_contain_text("Bo")  # by itself
    ann.locator("#start-button").click()
    for person in (ann, bo):
        expect(person.locator("#table")).to_have_attribute("data-state", "playing")


def test_the_share_sheet_gets_the_link_and_who_invites(crowd: Crowd) -> None:
    ann = crowd.person()
    ann.add_init_script("navigator.share = async (data) => { window.shared = data; };")
    crowd.set_up(ann, "Ann", "me", "friend", "friend", "")
    link = ann.locator("#link-2").input_value()
    ann.locator("#share-2").click()
    assert ann.evaluate("window.shared") == {"text": "Ann invites you to Armorica", "url": link}


def test_the_front_page_updates_by_itself_and_keeps_the_focus(crowd: Crowd) -> None:
    ann, bo = crowd.person(), crowd.person()
    crowd.set_up(ann, "Ann", "me", "friend", "", "")
    ann.goto(crowd.url)
    ann.wait_for_function(LOADED)
    mark_document(ann)
    ann.locator(".going").focus()
    ann.evaluate("window.picture = document.querySelector('.going img')")
    bo.goto(f"{crowd.url}/?game=arrival")
    open_details(bo)
    bo.get_by_label("Your name").fill("Bo")
    bo.locator("#seat2").select_option("friend")
    bo.locator("[name=visibility][value=open]").check()
    bo.get_by_role("button", name="Create table").click()
    bo.wait_for_url("**/table/*")
    table = bo.url.removeprefix(crowd.url)
    expect(ann.locator(f"#lists a[href='{table}']")).to_have_count(0)
    ann.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # or wait for 15 seconds
    expect(ann.locator(f"#lists a[href='{table}']")).to_be_visible()
    expect_no_reload(ann)
    assert ann.evaluate("document.activeElement.matches('.going')")
    assert ann.evaluate("window.picture === document.querySelector('.going img')")  # the same picture: no flicker


def test_a_hidden_page_asks_for_nothing_and_an_unchanged_one_gets_nothing(crowd: Crowd) -> None:
    page = crowd.person()
    answers: list[int] = []
    page.on("response", lambda answer: answers.append(answer.status) if "/home/fragment" in answer.url else None)
    page.goto(crowd.url)
    for expected in ([200], [200, 304]):
        with page.expect_response(re.compile("/home/fragment")):
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert answers == expected
    page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(300)
    assert answers == [200, 304]


def test_everything_works_without_script(crowd: Crowd) -> None:
    page = crowd.person(java_script_enabled=False)
    page.goto(crowd.url)
    page.locator("#level-armorica").select_option("wanderer")
    page.locator("#play-armorica button").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#table")).to_have_attribute("data-state", "playing")
    page.goto(crowd.url)
    expect(page.locator(".going")).to_contain_text("Wanderer")
    page.locator(".links a[href='/?game=arrival']").click()
    page.get_by_role("button", name="Create table").wait_for()
    page.goto(crowd.url)
    page.locator("#invite-arrival button").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#link-1")).to_be_visible()
    expect(page.locator("#copy-1")).to_be_hidden()


@pytest.mark.parametrize(("width", "height"), [DESKS[0], PHONE])
def test_every_choice_of_a_new_table_keeps_its_button_in_sight(crowd: Crowd, width: int, height: int) -> None:
    page = crowd.person(width, height)
    page.goto(f"{crowd.url}/?game=fallen-kingdoms")
    open_details(page)
    page.evaluate("window.scrollTo(0, 900)")
    page.wait_for_timeout(100)
    box = page.get_by_role("button", name="Create table").bounding_box()
    assert box
    assert 0 <= box["y"] <= height - box["height"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [DESKS[0], PHONE])
def test_the_pages_are_accessible_in_german_too(crowd: Crowd, width: int, height: int, scheme: str) -> None:
    page = crowd.person(width, height, color_scheme=scheme)
    page.goto(crowd.url)
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.wait_for_function(LOADED)
    assert ("dark=1" in page.locator(".cover img").first.evaluate("(one) => one.currentSrc")) == (scheme == "dark")
    check(page, "front page", width)
    expect_tidy(page, "front page")
    page.locator("#invite-fallen-kingdoms button").click()
    page.wait_for_url("**/table/*")
    check(page, "waiting room", width)
    expect_tidy(page, "waiting room")
    guest = crowd.person(width, height, color_scheme=scheme)
    guest.goto(page.locator("#link-1").input_value())
    check(guest, "invitation", width)
    page.goto(f"{crowd.url}/?game=arrival")
    check(page, "new table", width)
    expect_tidy(page, "new table")
