"""Following the game: the recap after bots' turns, the last move marked, who is thinking, the end; with a mouse, keys and a telephone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from brehon.core.fair import seeded_secret
from tests.browser.people import SMALL, Crowd, expect_past, ply, typeset
from tests.server.running import Server

pytestmark = pytest.mark.browser
CLICK = "(document.getElementById('action-confirm') ?? document.querySelector('#moves button'))?.click()"  # some moves ask once
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Bots pause long enough to be seen thinking."""
    with Server(
        typeset(tmp_path_factory.mktemp("data")), bot_pause=4.0, secret=seeded_secret(3), bot_wait=0.0
    ) as running:
        yield running


def violations(page: Page) -> list[str]:
    """What axe finds, of every impact."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


def decide(page: Page) -> None:
    """One decision, then wait until it is one's turn again."""
    before = ply(page)
    page.evaluate("document.querySelector('#moves button').click()")
    expect_past(page, before)


def my_turn(page: Page) -> None:
    page.wait_for_function("() => document.getElementById('table').dataset.turn === 'mine'", timeout=30_000)


def table_with_recap(crowd: Crowd, page: Page) -> str:
    address = crowd.set_up(page, "Ann", "me", "cottar", "cottar")
    for _ in range(20):
        my_turn(page)
        if page.locator("#recap a").count() >= 2:
            return address
        decide(page)
    raise AssertionError("the others never did anything")


def test_after_the_others_turns_the_recap_can_be_stepped_through_by_mouse_and_keys(crowd: Crowd) -> None:
    page = crowd.person()
    table_with_recap(crowd, page)
    strip = page.locator("#follow")
    expect(strip).to_be_visible()
    now = page.locator("#board svg").inner_html()
    # when: a step back
    page.locator("#follow-back").click()
    last = page.locator("#recap a").count()
    expect(strip).to_contain_text(f"Step {last} of {last}")
    expect(page.locator("#table")).to_have_attribute("data-past", re.compile(r"\d+"))
    page.keyboard.press("ArrowLeft")
    expect(strip).to_contain_text(f"Step {last - 1} of {last}")
    # then: the board is the one of that moment, and nothing can be clicked on it
    page.wait_for_function("was => document.querySelector('#board svg').innerHTML !== was", arg=now)
    assert page.locator("#board [data-action]").count() == 0
    assert page.evaluate("document.activeElement.id") == "follow-back"
    # and back to now
    page.keyboard.press("Escape")
    expect(page.locator("#table")).not_to_have_attribute("data-past", re.compile(".*"))
    assert page.locator("#board [data-action]").count() > 0
    # it goes with one's own decision
    page.locator("#follow-back").click()
    expect(page.locator("#table")).to_have_attribute("data-past", re.compile(r"\d+"))
    decide(page)
    expect(page.locator("#table")).not_to_have_attribute("data-past", re.compile(".*"))


def test_the_strip_can_be_switched_off_and_stays_off(crowd: Crowd) -> None:
    page = crowd.person()
    table_with_recap(crowd, page)
    expect(page.locator("#follow")).to_be_visible()
    page.locator("[data-tab-name='story']").click()
    page.locator("#recap-speed").select_option("0")
    expect(page.locator("#follow")).to_be_hidden()
    page.reload()
    expect(page.locator("#recap")).to_be_attached()
    expect(page.locator("#follow")).to_be_hidden()
    page.locator("[data-tab-name='story']").click()
    assert page.locator("#recap-speed").input_value() == "0"
    page.locator("#recap-play").click()  # on demand it is still there
    expect(page.locator("#follow")).to_be_visible()


def test_what_the_last_move_concerns_is_marked_after_each_update_and_unknown_names_are_ignored(crowd: Crowd) -> None:
    page = crowd.person()
    table_with_recap(crowd, page)
    name = page.evaluate("document.querySelector('#board svg [id]').id")
    page.evaluate(
        "name => { document.getElementById('table').dataset.marks = name + ' no-such-piece';"
        " document.dispatchEvent(new CustomEvent('brehon:after')); }",
        name,
    )
    marked = page.locator("#board .fresh")
    expect(marked).to_have_count(1)
    assert marked.get_attribute("id") == name
    assert "dashed" in marked.evaluate("one => getComputedStyle(one).outlineStyle")  # not by colour alone
    # one frame around a thing and what lies in it
    page.evaluate(
        "() => { document.getElementById('table').dataset.marks = 'place-0-0 display-0';"
        " document.dispatchEvent(new CustomEvent('brehon:after')); }"
    )
    expect(page.locator("#board .fresh")).to_have_count(1)
    assert "display-0" in (page.locator("#board .fresh").get_attribute("id") or "")
    # a line that is pointed at shows its own pieces
    page.evaluate("name => { document.querySelector('#recap a').dataset.marks = name; }", name)
    page.locator("[data-tab-name='story']").click()
    page.locator("#recap a").first.hover()
    expect(page.locator("#board .shown")).to_have_count(1)
    page.locator("#recap a").first.focus()
    expect(page.locator("#board .shown")).to_have_count(1)


def test_the_recap_and_the_strip_are_fit_for_a_telephone_in_german_and_for_screen_readers(crowd: Crowd) -> None:
    page = crowd.person()
    table_with_recap(crowd, page)
    page.locator("[data-tab-name='story']").click()
    assert violations(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("[data-tab-name='moves']").click()
    expect(page.locator("#follow-back")).to_be_visible()
    box = page.locator("#follow-back").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    bottom, top = page.evaluate(
        "[document.querySelector('#board svg').getBoundingClientRect().bottom, document.getElementById('line').getBoundingClientRect().top]"
    )
    assert top >= bottom - 1, "the strip covers a part of the board"
    assert violations(page) == []
    page.locator("[data-tab-name='more']").click()
    page.locator("[lang='de']").click()
    page.locator("[data-tab-name='story']").click()
    expect(page.locator("#recap-title")).to_have_text("Seit deinem letzten Zug")


def test_one_sees_for_how_long_a_bot_thinks_and_can_make_it_finish(browser: Browser, slow_server: Server) -> None:
    crowd = Crowd(browser, slow_server.url)
    page = crowd.person()
    crowd.set_up(page, "Ann", "me", "cottar", "cottar")
    for _ in range(3):
        page.wait_for_function(
            "() => document.getElementById('table').dataset.turn === 'mine' || document.getElementById('finish')",
            timeout=30_000,
        )
        if page.locator("#finish").count():
            break
        decide(page)
    expect(page.locator("#thinking-time")).to_have_text(re.compile(r"^[1-3] s$"), timeout=10_000)
    page.locator("#finish").click()
    page.wait_for_function("() => document.getElementById('table').dataset.turn === 'mine'", timeout=3_500)
    crowd.go_home()


@pytest.mark.parametrize("size", [{"width": 1280, "height": 800}, PHONE])
def test_the_end_comes_into_view_says_which_place_and_offers_what_to_do_next(
    crowd: Crowd, size: dict[str, int]
) -> None:
    page = crowd.person(**size)
    crowd.set_up(page, "Ann", "me", "wanderer", cards=SMALL)
    for _ in range(1500):
        page.wait_for_function(
            "() => ['mine'].includes(document.getElementById('table').dataset.turn) || document.getElementById('table').dataset.state === 'over'"
        )
        if page.locator("#table").get_attribute("data-state") == "over":
            break
        page.evaluate(CLICK)
        page.wait_for_timeout(30)
    title = page.locator("#result-title")
    expect(title).to_have_text(re.compile(r"You (win|came|share)"))
    expect(title).to_be_in_viewport()
    assert page.evaluate("document.activeElement.id") == "result"
    expect(page.locator("#rematch")).to_be_in_viewport()
    expect(page.locator("#share")).to_be_visible()
    assert violations(page) == []
    expect(page.locator("#review")).to_be_visible()
    page.locator("#to-result").click()
    page.wait_for_url("**/result")
    expect(page.locator("#decided")).to_be_attached()
    # the chart leads into the replay
    chart = page.locator(".chart.course:visible")
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    page.wait_for_url("**/replay?ply=*")
    middle, last = ply(page), int(page.locator("#slider").get_attribute("max") or 0)
    assert last // 3 < middle < 2 * last // 3
    # one step is one ply
    page.locator("#following").click()
    assert expect_past(page, middle) == middle + 1
    page.locator("#onward").click()
    assert expect_past(page, middle + 1) > middle + 1
