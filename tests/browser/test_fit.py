"""The table fits the window: what is to be decided, the board and everybody's state are in sight without scrolling the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd, expect_past, open_tab, ply

SIZES = [(1280, 800), (1440, 900), (1920, 1080), (390, 844)]
GAMES = {"armorica": ("me", "wanderer", "wanderer", "wanderer"), "arrival": ("me", "wanderer", "wanderer", "wanderer"),
         "fallen-kingdoms": ("me", "wanderer", "wanderer", "wanderer")}  # fmt: skip
LEAST_TEXT = 11.0  # pixels
LEAST_TARGET = 44.0
MOST_CLICKS = 2  # for one decision; a whole turn of Fallen Kingdoms: test_fallen_kingdoms_turn.py

LAYOUT = """() => {
  const box = (one) => { const { left, top, right, bottom } = one.getBoundingClientRect(); return { left, top, right, bottom }; };
  const parts = {};
  for (const id of ["bar", "board", "standing", "decide"]) {
    const one = document.getElementById(id);
    if (one?.checkVisibility()) parts[id] = box(one);
  }
  const tabs = document.querySelector(".tabs");
  parts.tabs = box(tabs);
  return { parts, scroll: document.documentElement.scrollHeight, width: document.documentElement.scrollWidth, height: innerHeight, wide: innerWidth };
}"""

# every visible text of the page, in the pixels in which it is drawn
TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.getElementById("table"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (!text.textContent.trim() || !parent.checkVisibility() || parent.closest(".unseen, title, desc, .menu, [data-large]")) continue;
    const svg = parent.closest("svg");
    const scale = svg && parent.getScreenCTM ? Math.hypot(parent.getScreenCTM().a, parent.getScreenCTM().b) : 1;
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale;
    found.push([Math.round(size * 100) / 100, text.textContent.trim().slice(0, 40)]);
  }
  return found.sort((a, b) => a[0] - b[0]).slice(0, 6);
}"""

TAPPABLE = """() => Math.min(...[...document.querySelectorAll("#board [data-action], #board [data-menu], #moves button, #at-once button")]
  .filter((one) => one.checkVisibility() && !one.closest(".menu")).map((one) => one.getBoundingClientRect().top))"""

NEXT = "#board .open .menu [data-action], #action-confirm"
ANSWERED = """([ply, next]) => new Promise((resolve) => {
  const late = Date.now() + 30000;
  const look = () => {
    const answered = Number(document.getElementById("table").dataset.ply) !== ply || document.querySelector(next) !== null;
    if (answered || Date.now() > late) resolve(answered); else setTimeout(look, 20);
  };
  look();
})"""


def expect_fit(page: Page, width: int) -> None:
    """Every part lies inside the window, none on another, and the page has nothing to scroll."""
    found = page.evaluate(LAYOUT)
    assert found["scroll"] <= found["height"] + 1, found
    assert found["width"] <= found["wide"] + 1, found
    parts = found["parts"]
    assert {"bar", "board", "standing", "decide", "tabs"} <= set(parts), found
    for name, box in parts.items():
        assert box["top"] >= -1, (name, found)
        assert box["left"] >= -1, (name, found)
        assert box["bottom"] <= found["height"] + 1, (name, found)
        assert box["right"] <= width + 1, (name, found)
    names = list(parts)
    for n, one in enumerate(names):
        for other in names[n + 1 :]:
            a, b = parts[one], parts[other]
            is_apart = (
                a["right"] <= b["left"] + 1
                or b["right"] <= a["left"] + 1
                or a["bottom"] <= b["top"] + 1
                or b["bottom"] <= a["top"] + 1
            )
            assert is_apart, (one, other, found)


def clicks_for_a_decision(page: Page) -> int:
    """With a mouse: on the board, in the menu of a place, or on a button."""
    before, clicks = ply(page), 0
    target = page.locator("#board [data-action]:not(.menu *), #board [data-menu], #moves button:visible")
    while ply(page) == before:
        target.first.click()
        clicks += 1
        assert page.evaluate(ANSWERED, [before, NEXT]), "neither a new position nor a question"
        target = page.locator(NEXT)
    return clicks


def expect_my_turn(page: Page) -> None:
    expect(page.locator("#table")).to_have_attribute("data-turn", "mine", timeout=60_000)


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_needs_no_scrolling_at_any_size_and_no_text_is_tiny(crowd: Crowd, game: str) -> None:
    page = crowd.person()
    crowd.set_up(page, "Ann", *GAMES[game], game=game)
    expect_my_turn(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        is_phone = width < 600
        expect(page.locator("#board svg")).to_have_attribute(
            "viewBox", "0 0 960 650" if not is_phone else page.locator("#board svg").get_attribute("viewBox") or ""
        )
        page.wait_for_timeout(600)
        if not is_phone:
            open_tab(page, "moves")
        expect_fit(page, width)
        if width == 1280:
            smallest = page.evaluate(TEXTS)
            assert smallest[0][0] >= LEAST_TEXT, smallest
            assert clicks_for_a_decision(page) <= MOST_CLICKS
            expect_my_turn(page)
            open_tab(page, "moves")
        if is_phone:
            assert page.evaluate(TAPPABLE) < 500
            for tab in ("players", "story", "talk", "more", "moves"):
                open_tab(page, tab)
                found = page.evaluate(LAYOUT)
                assert found["scroll"] <= found["height"] + 1, (tab, found)
            heights = page.evaluate(
                "[...document.querySelectorAll('.tabs button, #moves button')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height)"
            )
            assert min(heights) >= LEAST_TARGET, heights


def test_a_telephone_can_be_turned(crowd: Crowd) -> None:
    page = crowd.person(390, 844)
    crowd.set_up(page, "Ann", *GAMES["arrival"], game="arrival")
    expect_my_turn(page)
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_timeout(600)
    found = page.evaluate(LAYOUT)
    assert found["scroll"] <= found["height"] + 1, found
    assert found["parts"]["decide"]["top"] < 200, found
    assert found["parts"]["board"]["right"] - found["parts"]["board"]["left"] > 400, found


def test_a_double_click_decides_once(crowd: Crowd) -> None:
    page = crowd.person()
    crowd.set_up(page, "Ann", "me", "me", "", "")  # both seats are hers, so the next decision is hers, too
    expect(page.locator("#moves button").first).to_be_visible()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/move") else None)
    before = ply(page)
    page.locator("#moves button").first.dblclick()
    expect_past(page, before)
    page.wait_for_timeout(800)
    assert len(sent) == 1, sent
    before = ply(page)
    page.locator("#board [data-action]").first.dblclick()
    expect_past(page, before)
    page.wait_for_timeout(800)
    assert len(sent) == 2, sent


def test_what_a_move_would_do_is_shown_before_it_is_made(crowd: Crowd) -> None:
    page = crowd.person()
    crowd.set_up(page, "Ann", "me", "wanderer", "", "")
    expect_my_turn(page)
    spot = page.locator("#board [data-action]").first
    action = spot.get_attribute("data-action")
    spot.hover()
    expect(page.locator("#action")).to_contain_text((page.locator(f"#move-{action}").inner_text()).splitlines()[0][:10])
    expect(page.locator("#action .effects span").first).to_be_visible()
    # a preview of several lines does not make the board smaller under the pointer
    board = page.locator("#board").bounding_box()
    page.evaluate(
        "document.querySelector('#action .effects').append(...Array.from({ length: 40 }, () => Object.assign(document.createElement('span'), { textContent: 'something more ' })))"
    )
    assert page.locator("#action").evaluate("one => one.offsetHeight") > 60
    assert page.locator("#board").bounding_box() == board
    page.mouse.move(5, 5)
    expect(page.locator("#action .effects")).to_have_count(0)
