"""Chat, notes, presence and the signs of one's turn in a real browser."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd, expect_no_reload, expect_past, mark_document, open_spots, ply

pytestmark = pytest.mark.browser
HIDDEN_WITH_MESSAGES = """
Object.defineProperty(document, "hidden", { get: () => window.isAway === true });
window.shown = [];
const Real = window.Notification;
window.Notification = class { constructor(title, more) { window.shown.push([title, more.body]); } close() {}
  static get permission() { return Real.permission; }
  static requestPermission() { return Real.requestPermission(); } };
"""


def table_of_two(crowd: Crowd, ann: Page, bo: Page) -> str:
    table = crowd.set_up(ann, "Ann", "me", "friend", "", "")
    bo.goto(ann.locator("#link-1").input_value())
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Take the seat").click()
    expect(ann.locator("#seen-1")).to_contain_text("is here")  # live, in the waiting room
    bo.locator("#say-text").fill("already typing")
    ann.get_by_role("button", name="Start the game").click()
    for page in (ann, bo):
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")
    open_chat(ann)
    expect(bo.locator("#say-text")).to_have_value("already typing")
    expect(bo.locator("#say-text")).to_be_focused()
    return table


def open_tab(page: Page, name: str) -> None:
    page.locator(f".tabs [data-tab-name='{name}']").click()


def open_chat(page: Page) -> None:
    open_tab(page, "talk")
    expect(page.locator("#say-text")).to_be_visible()


def say(page: Page, text: str) -> None:
    page.locator("#say-text").fill(text)
    page.locator("#say-button").click()


def test_people_talk_while_the_board_stays_as_it_is(crowd: Crowd) -> None:
    ann, bo = crowd.person(), crowd.person(390, 844)
    table = table_of_two(crowd, ann, bo)
    for page in (ann, bo):
        mark_document(page)
    boards: list[str] = []
    bo.on("request", lambda request: boards.append(request.url) if request.url.endswith("/fragment") else None)
    # when: Ann says something while Bo is typing
    bo.locator("#say-text").fill("half a sent")
    open_tab(bo, "moves")
    say(ann, "<i>hello</i> Bo")
    # then: Bo reads it, goes on typing, and the board was not asked for
    expect(bo.locator("#sayings")).to_contain_text("<i>hello</i> Bo")
    expect(bo.locator("#say-text")).to_have_value("half a sent")
    assert boards == []
    badge = bo.locator(".tabs [data-tab-name='talk']")
    expect(badge).to_have_attribute("data-unread", "1")
    expect(badge).to_have_accessible_name("Chat. New messages: 1")
    expect(bo.locator(".toast")).to_contain_text("<i>hello</i> Bo")
    for width in (1280, 1599, 1600, 1920):  # on a desk it does not lie over the panel
        bo.set_viewport_size({"width": width, "height": 800})
        toast, side = (bo.locator(name).bounding_box() for name in ("#toasts", "#side"))
        assert toast is not None
        assert side is not None
        assert toast["x"] + toast["width"] <= side["x"], width
    bo.set_viewport_size({"width": 390, "height": 844})
    bo.locator(".toast .words").click()  # leads to the chat
    expect(bo.locator(".toast")).to_have_count(0)
    expect(badge).to_have_attribute("data-unread", "")
    bo.locator("#say-text").press("Enter")
    expect(ann.locator("#sayings li")).to_have_count(2)
    expect(bo.locator("#say-text")).to_have_value("")
    # a move leaves chat and notes alone
    ann.locator("#notes summary").click()
    ann.locator("#note-text").fill("Bo is in a hurry")
    mover, other = (ann, bo) if open_spots(ann).count() else (bo, ann)
    before = ply(mover)
    open_tab(mover, "moves")
    mover.locator("#moves button").first.click()
    expect_past(mover, before)
    open_tab(mover, "talk")
    expect_past(other, before)
    expect(ann.locator("#sayings li")).to_have_count(2)
    expect(ann.locator("#note-text")).to_have_value("Bo is in a hurry")
    ann.locator("#note-button").click()
    bo.locator("#said-2 .acts summary").click()
    bo.locator("#said-2").get_by_role("button", name="Delete").click()
    expect(ann.locator("#said-2")).to_contain_text("deleted")
    for page in (ann, bo):
        expect_no_reload(page)
    ann.reload()
    expect(ann.locator("#note-text")).to_have_value("Bo is in a hurry")
    bo.close()
    expect(ann.locator("#seen-1")).to_have_class(re.compile("absent"))
    open_tab(ann, "story")
    narrow_the_log_down(ann)
    for address in (table, f"{table}/talk", f"{table}/log", f"{crowd.url}/me"):
        check_access(ann, address)


def narrow_the_log_down(page: Page) -> None:
    """The choice takes effect at once and stays."""
    page.locator("#log-of").select_option("seat-1")
    expect(page.locator("#log li").filter(has_not_text="Bo")).to_have_count(0)
    page.reload()
    open_tab(page, "story")
    expect(page.locator("#log-of")).to_have_value("seat-1")


def check_access(page: Page, address: str) -> None:
    page.goto(address)
    if address.endswith("/talk"):
        expect(page.locator("#say-text")).to_be_visible()
    found = [one for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert found == [], address


def test_ones_turn_is_seen_heard_and_shown_on_the_screen(desktop: Crowd) -> None:
    ann, bo = desktop.person(permissions=["notifications"]), desktop.person()
    ann.add_init_script(HIDDEN_WITH_MESSAGES)
    table_of_two(desktop, ann, bo)
    # given: Ann wants sound and messages, and it is Bo's turn
    ann.locator("#telling summary").click()
    ann.locator("#with-sound").check()
    ann.locator("#with-desktop").check()
    ann.wait_for_function("localStorage.getItem('brehon-desktop') === '1'")  # the browser was asked and has answered
    ann.reload()
    open_chat(ann)
    ann.locator("#telling summary").click()
    expect(ann.locator("#with-sound")).to_be_checked()
    expect(ann.locator("#with-desktop")).to_be_checked()
    icon = ann.locator("link[rel='icon']")
    if open_spots(ann).count():
        expect(icon).to_have_attribute("href", re.compile("mark-turn"))
        open_tab(ann, "moves")
        ann.locator("#moves button").first.click()
    expect(icon).to_have_attribute("href", re.compile(r"mark\.svg"))
    chimes = int(ann.locator("html").get_attribute("data-chimes") or "0")
    ann.evaluate("window.isAway = true")
    # when: Bo moves until it is Ann's turn
    open_tab(bo, "moves")
    bo.locator("#moves button").first.click()
    # then
    expect(icon).to_have_attribute("href", re.compile("mark-turn"))
    expect(ann.locator("html")).to_have_attribute("data-chimes", str(chimes + 1))
    expect(ann).to_have_title(re.compile("^Your turn"))
    ((title, body),) = ann.evaluate("window.shown")
    assert title.startswith("Your turn · Armorica")
    assert "Turn 1 of 8" in body


def test_chat_and_notes_work_without_a_script(crowd: Crowd) -> None:
    ann = crowd.person(java_script_enabled=False)
    table = crowd.set_up(ann, "Ann", "me", "cottar", "", "")
    ann.get_by_role("link", name="Chat, notes, and who is here").click()
    say(ann, "nobody hears me")
    expect(ann.locator("#sayings")).to_contain_text("nobody hears me")
    ann.locator("#sayings .acts summary").click()
    ann.locator("#sayings").get_by_role("button", name="Delete").click()
    expect(ann.locator("#sayings")).to_contain_text("deleted")
    ann.goto(table)
    ann.locator("#log-of").select_option("seat-0")
    ann.locator("#log-button").click()
    expect(ann.locator("#log-of")).to_have_value("seat-0")
