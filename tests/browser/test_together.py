"""Reactions, nudges, playing again and groups of friends, by two people with two browsers."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd, expect_no_reload, mark_document
from tests.browser.test_company import open_chat, open_tab, say, table_of_two

pytestmark = pytest.mark.browser
INSIDE = """(selector) => {
  const [panel, box] = [document.querySelector("#talking"), document.querySelector(selector)].map((one) => one.getBoundingClientRect());
  return box.top >= panel.top - 1 && box.bottom <= panel.bottom + 1 && box.left >= panel.left - 1 && box.right <= panel.right + 1;
}"""


def check_access(page: Page) -> None:
    found = [one for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert found == []


def react(page: Page, words: str) -> None:
    page.locator("#react").get_by_role("button", name=words).click()


def test_the_chat_fits_its_tab_however_much_is_said(crowd: Crowd) -> None:
    ann, bo = crowd.person(), crowd.person(390, 844)
    table_of_two(crowd, ann, bo)
    for number in range(5):
        for page in (ann, bo):
            say(page, f"number {number}, with some words that make the line longer than the panel is wide")
            expect(ann.locator("#sayings")).to_contain_text(f"number {number}")
    for page in (ann, bo):
        for part in ("#here", "#talk", "#react", "#say", "#drawers"):
            assert page.evaluate(INSIDE, part), part
        assert page.evaluate(
            "document.getElementById('talk').scrollHeight > document.getElementById('talk').clientHeight"
        )
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        check_access(page)
    sizes = bo.locator("#react button, #say-button, #say-text, .acts summary, .drawers summary").evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 43.5


def test_a_reaction_is_one_click_and_shows_at_the_player(crowd: Crowd) -> None:
    ann, bo = crowd.person(), crowd.person(390, 844)
    table_of_two(crowd, ann, bo)
    for page in (ann, bo):
        mark_document(page)
    open_tab(ann, "moves")
    react(bo, "Good move")
    expect(ann.locator(".bubble")).to_be_visible()
    row, bubble = ann.locator("#player-1").bounding_box(), ann.locator(".bubble").bounding_box()
    assert row
    assert bubble
    assert abs(row["y"] + row["height"] / 2 - bubble["y"] - bubble["height"] / 2) < 30
    expect(ann.locator(".toast")).to_have_count(0)  # once is enough
    expect(ann.locator(".bubble")).to_have_count(0, timeout=20_000)  # and it goes by itself
    react(bo, "Good game")
    open_chat(ann)
    expect(ann.locator("#sayings li")).to_have_count(1)  # folded into one line
    expect(ann.locator("#sayings li svg")).to_have_count(2)
    for page in (ann, bo):
        expect_no_reload(page)


def test_a_muted_person_is_gone_from_the_chat_and_comes_back(crowd: Crowd) -> None:
    ann, bo = crowd.person(), crowd.person()
    table_of_two(crowd, ann, bo)
    say(bo, "rude words")
    line = ann.locator("#sayings li", has_text="rude words")
    line.locator(".acts summary").click()
    line.get_by_role("button", name="Mute Bo").click()
    expect(line).to_have_count(0)
    say(bo, "and more")
    say(ann, "peace")
    expect(ann.locator("#sayings li")).to_have_count(1)
    ann.locator("#chat-for summary").click()
    ann.get_by_role("button", name="Read again").click()
    expect(ann.locator("#sayings li")).to_have_count(3)


def test_playing_again_asks_the_other_on_their_page_and_takes_them_there_in_one_click(crowd: Crowd) -> None:
    ann, bo = crowd.person(), crowd.person(390, 844)
    table = table_of_two(crowd, ann, bo)
    for page in (ann, bo):
        assert page.request.post(f"{table}/hand", form={"level": "wanderer"}).ok
    for page in (ann, bo):
        expect(page.locator("#table")).to_have_attribute("data-state", "over", timeout=60_000)
    open_tab(bo, "moves")
    ann.locator("#rematch").click()
    ann.wait_for_url(lambda url: url != table)
    expect(ann.locator("#people")).to_contain_text("invited")
    asked = bo.locator(".toast", has_text="has set up the next game")
    expect(asked).to_be_visible()
    check_access(bo)
    asked.get_by_role("button", name="Join").click()
    bo.wait_for_url(ann.url)
    expect(bo.locator("#people")).to_contain_text("that is you")
    expect(ann.locator("#people")).not_to_contain_text("invited")  # without a reload


def new_group(crowd: Crowd, page: Page, name: str = "Ann") -> str:
    page.goto(f"{crowd.url}/groups")
    page.get_by_label("Name of the group").fill("Friday")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Create the group").click()
    page.wait_for_url("**/group/*")
    return page.url


def join_group(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join the group").click()
    page.wait_for_url("**/group/*")


@pytest.mark.parametrize("has_script", [True, False])
def test_friends_meet_in_a_group_agree_on_a_game_and_sit_down(crowd: Crowd, has_script: bool) -> None:
    """Ten clicks from nothing to a game of two, without an account."""
    ann = crowd.person(java_script_enabled=has_script)
    bo = crowd.person(390, 844, java_script_enabled=has_script)
    group = new_group(crowd, ann)
    join_group(bo, ann.locator("#group-link").input_value(), "Bo")
    ann.reload()
    expect(ann.locator("#members")).to_contain_text("Bo")
    ann.get_by_role("button", name="Propose it").click()
    expect(ann.locator(".proposal")).to_contain_text("yes: Ann")
    bo.reload()
    bo.get_by_role("button", name="I am in").click()
    expect(bo.locator(".proposal")).to_contain_text("yes: Ann, Bo")
    ann.reload()
    ann.get_by_role("button", name="Start the table").click()
    ann.wait_for_url("**/table/*")
    bo.goto(group)
    bo.get_by_role("button", name="Sit down").click()
    bo.wait_for_url(ann.url)
    ann.reload()
    expect(ann.locator("#people")).not_to_contain_text("invited")
    ann.locator("#start-button").click()
    expect(ann.locator("#table")).to_have_attribute("data-state", "playing")


def test_the_page_of_a_group_keeps_itself_up_to_date_and_is_german_for_germans(crowd: Crowd) -> None:
    ann, bo = crowd.person(), crowd.person(390, 844, color_scheme="dark")
    bo.goto(crowd.url)
    bo.get_by_role("button", name="Deutsch").click()
    ann.clock.install()
    group = new_group(crowd, ann)
    bo.goto(ann.locator("#group-link").input_value())
    bo.get_by_label("Dein Name").fill("Bo")
    bo.get_by_role("button", name="Der Gruppe beitreten").click()
    bo.locator("#propose-at").wait_for()
    bo.wait_for_load_state()  # the script is there
    bo.locator("#propose-at").fill("2027-05-01T20:00")
    expect(bo.locator("#when-later")).to_be_checked()
    bo.get_by_role("button", name="Vorschlagen").click()
    expect(bo.locator(".proposal")).to_contain_text("Vorschlag von Bo")
    mark_document(ann)
    ann.clock.run_for(16_000)
    expect(ann.locator("#members")).to_contain_text("Bo")
    expect(ann.locator(".proposal")).to_contain_text("1 May 2027, 20:00")
    expect(ann).to_have_title(re.compile(r"^\(1\) Friday"))
    expect_no_reload(ann)
    for page in (ann, bo):
        check_access(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    stranger = crowd.person()
    assert stranger.goto(group).status == 404  # type: ignore[union-attr]
    crowd.complaints.clear()  # the browser complains of the status
