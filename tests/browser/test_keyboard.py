"""Everything by keyboard: no mouse, no click. The focus is never lost when a part of the page is shown anew."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd, expect_past, is_over, ply

pytestmark = pytest.mark.browser
WATCH = """
window.lost = [];
let had = null;
let keys = 0; // whoever walks on meanwhile has not lost anything
document.addEventListener("keydown", () => { keys += 1; }, true);
const words = () => document.activeElement === document.body ? null : document.activeElement.outerHTML.slice(0, 160);
document.addEventListener("brehon:before", () => { had = words(); });
document.addEventListener("brehon:after", () => {
  const [before, count] = [had, keys];
  const look = () => { if (before && !words() && count === keys) window.lost.push(before); };
  setTimeout(look, 0);
  requestAnimationFrame(() => setTimeout(look, 30));
});
document.addEventListener("pointerdown", () => window.lost.push("a mouse was used"), true);
"""
IS_ON = "selector => document.activeElement.matches(selector)"
READY = """() => new Promise((resolve) => {
  const table = () => document.getElementById("table").dataset;
  const isReady = () => table().state === "over" || (table().turn === "mine" && document.querySelector("#moves button"));
  const look = () => (isReady() ? resolve(true) : setTimeout(look, 15));
  look();
  setTimeout(() => resolve(false), 60000);
})"""


def somebody(crowd: Crowd) -> Page:
    page = crowd.person()
    page.add_init_script(WATCH)
    return page


def walk_to(page: Page, selector: str, key: str = "Tab") -> None:
    """Press Tab until something that fits has the focus."""
    for _ in range(160):
        if page.evaluate(IS_ON, selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never reaches {selector}")


def follow(page: Page, selector: str, address: str, key: str = "Tab") -> None:
    """Go to a link or a button and use it; another page comes."""
    walk_to(page, selector, key)
    page.keyboard.press("Enter")
    page.wait_for_url(address, wait_until="domcontentloaded")


def set_up(crowd: Crowd, page: Page, game: str, *others: str) -> None:
    """From the front page to the table: all choices of the game, a name, who else plays."""
    page.goto(crowd.url)
    follow(page, f".links a[href='/?game={game}']", f"**/?game={game}")
    walk_to(page, "#name")
    page.keyboard.type("Ann")
    for number, level in enumerate(others, 2):
        walk_to(page, f"#seat{number}")
        page.keyboard.type(f"Bot: {level}")
    follow(page, "button.main", "**/table/*")


def wait_for_turn(page: Page) -> bool:
    """Until there is something to decide; False when the game is over."""
    assert page.evaluate(READY), "nobody goes on"
    return not is_over(page)


def decide_on_board(page: Page) -> bool:
    """Enter on the first thing that can be done, beginning where the focus is; in a menu its first line. False if there is none."""
    for key in ("", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 3:
        if key:
            page.keyboard.press(key)
        if page.evaluate(IS_ON, "#board [data-menu]"):
            page.keyboard.press("Enter")
            assert page.evaluate(IS_ON, ".place.open .menu [data-action]"), "the menu takes the focus"
        if page.evaluate(IS_ON, "#board [data-action]"):
            before = ply(page)
            page.keyboard.press("Enter" if before % 2 else "Space")
            expect_past(page, before)
            return True
    return False


def decide_in_list(page: Page, steps: int = 0) -> None:
    """A button of the list of moves."""
    if not page.locator("#moves").is_visible():  # another tab is open
        walk_to(page, "[data-tab-name=moves]")
        page.keyboard.press("Enter")
    walk_to(page, "#moves button")
    for _ in range(steps):
        page.keyboard.press("Tab")
    if not page.evaluate(IS_ON, "#moves button"):
        walk_to(page, "#moves button", "Shift+Tab")
    before = ply(page)
    page.keyboard.press("Enter")
    if page.locator("#action-confirm").count():  # asked once; the answer has the focus
        page.keyboard.press("Enter")
    expect_past(page, before)


def expect_nothing_lost(page: Page) -> None:
    page.wait_for_timeout(150)
    assert page.evaluate("window.lost") == []


def test_a_whole_game_from_the_lobby_to_the_result_with_chat_log_and_replay(crowd: Crowd) -> None:
    page = somebody(crowd)
    set_up(crowd, page, "armorica", "Wanderer")
    walk_to(page, "#board [data-action], #board [data-why]")
    decisions = 0
    while wait_for_turn(page):
        assert page.evaluate("document.activeElement.closest('#board, #decide') !== null")  # it came back by itself
        if decisions % 4 == 3 or not decide_on_board(page):
            decide_in_list(page, decisions % 3)
            walk_to(page, "#board [tabindex='0'], #result, #board:focus", "Shift+Tab")
        decisions += 1
        if decisions == 5:
            take_back_or_hear_why(page)
            talk(page)
            walk_to(page, "#board [tabindex='0']", "Shift+Tab")
    assert decisions > 15
    expect_nothing_lost(page)
    # then: the focus is at the result, and everything goes on from there
    assert page.evaluate(IS_ON, "#result, #result *, #board")
    follow(page, "#result a[href$='/result']", "**/result")
    expect(page.locator("h1")).to_be_visible()
    table = page.url.removesuffix("/result")
    back = f"a[href$='/{table.rpartition('/')[2]}']"
    follow(page, back, table)
    follow(page, "a[href$='/log']", f"{table}/log")
    follow(page, back, table)
    follow(page, "#result a[href*='/replay']", "**/replay?ply=0")
    replay(page)
    expect_nothing_lost(page)


def take_back_or_hear_why(page: Page) -> None:
    walk_to(page, "#undo-button")
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    assert page.evaluate(IS_ON, "#undo-button")


def talk(page: Page) -> None:
    """Say something, take it back, narrow the log down."""
    walk_to(page, "[data-tab-name=story]")
    page.keyboard.press("Enter")
    walk_to(page, "#log-of")
    page.keyboard.press("ArrowDown")
    page.wait_for_timeout(300)
    assert page.evaluate(IS_ON, "#log-of")
    page.keyboard.press("ArrowUp")
    walk_to(page, "[data-tab-name=talk]", "Shift+Tab")
    page.keyboard.press("Enter")
    walk_to(page, "#say-text")
    page.keyboard.type("Hello")
    page.keyboard.press("Enter")
    expect(page.locator("#sayings")).to_contain_text("Hello")
    assert page.evaluate(IS_ON, "#say-text")
    walk_to(page, "#sayings .acts summary", "Shift+Tab")
    page.keyboard.press("Enter")
    walk_to(page, ".unsay button")
    page.keyboard.press("Enter")
    expect(page.locator("#sayings")).to_contain_text("deleted")
    assert page.evaluate("document.activeElement.closest('#company') !== null")


def replay(page: Page) -> None:
    """Keys, the buttons, the slider, the log and whose knowledge is shown."""
    page.keyboard.press("ArrowRight")
    at = expect_past(page, 0)
    walk_to(page, "#following")
    page.keyboard.press("Enter")
    at = expect_past(page, at)
    assert page.evaluate(IS_ON, "#following")
    walk_to(page, "#slider", "Shift+Tab")
    page.keyboard.press("End")
    last = expect_past(page, at)
    assert page.evaluate(IS_ON, "#slider")
    walk_to(page, "#log a")
    for _ in range(12):
        page.keyboard.press("Tab")
    line = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    assert expect_past(page, last) < last
    assert page.evaluate("document.activeElement.textContent") == line  # still on what was used
    walk_to(page, "#play", "Shift+Tab")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_class(re.compile("playing"))
    page.keyboard.press("Space")
    assert page.evaluate(IS_ON, "#play")


def test_the_arrival_with_its_menus(crowd: Crowd) -> None:
    page = somebody(crowd)
    set_up(crowd, page, "arrival", "Wanderer")
    wait_for_turn(page)
    walk_to(page, "#board [tabindex='0']")
    for number in range(24):
        assert wait_for_turn(page)
        assert page.evaluate("document.activeElement.closest('#board, #decide') !== null"), number
        if not decide_on_board(page):
            decide_in_list(page)
            walk_to(page, "#board [tabindex='0'], #board:focus", "Shift+Tab")
    expect_nothing_lost(page)


def test_fallen_kingdoms_with_forms(crowd: Crowd) -> None:
    page = somebody(crowd)
    set_up(crowd, page, "fallen-kingdoms", "Wanderer", "Wanderer")
    used: set[str] = set()
    wait_for_turn(page)
    walk_to(page, "#moves button")
    for number in range(40):
        assert wait_for_turn(page)
        assert page.evaluate("document.activeElement.closest('#board, #decide') !== null"), number
        form = page.locator(".at-once[open]")
        name = form.get_attribute("id") or "" if form.count() else ""
        if name and name not in used:
            used.add(name)
            fill(page)
        else:
            decide_in_list(page, number % 4)
        if len(used) > 1 and number > 24:
            break
    assert used
    expect_nothing_lost(page)


def fill(page: Page) -> None:
    """Enter in the first number of the form, which comes filled in."""
    walk_to(page, "#at-once input[type='number']")
    before = ply(page)
    page.keyboard.press("Enter")
    page.wait_for_timeout(1500)
    if ply(page) == before:  # refused: not every form comes filled in
        decide_in_list(page)


def test_a_sandbox_is_opened_tried_and_left(crowd: Crowd) -> None:
    page = somebody(crowd)
    set_up(crowd, page, "armorica", "Wanderer")
    wait_for_turn(page)
    walk_to(page, "[data-tab-name=more]")
    page.keyboard.press("Enter")
    follow(page, ".plan-open button", "**/plan/*")
    walk_to(page, "#board [tabindex='0']")
    for _ in range(4):
        if not decide_on_board(page):
            decide_in_list(page)
    walk_to(page, "#plan-undo-button")
    for _ in range(2):
        before = ply(page)
        page.keyboard.press("Enter")
        expect_past(page, before)
        assert page.evaluate(IS_ON, "#plan-undo-button")
    expect_nothing_lost(page)
    follow(page, "#real-button", "**/table/*", "Shift+Tab")
