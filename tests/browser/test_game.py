"""Whole games in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import (
    SPOTS,
    Crowd,
    expect_at_least,
    expect_no_reload,
    expect_past,
    is_over,
    mark_document,
    open_spots,
    ply,
)
from tests.server.running import Server

pytestmark = pytest.mark.browser
COUNT_ANIMATIONS = """
window.animations = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...all) { window.animations += 1; return animate.apply(this, all); };
"""


def test_two_people_play_a_whole_game_with_a_refusal_an_undo_and_a_restart(crowd: Crowd, server: Server) -> None:
    ann, bo = crowd.person(), crowd.person()
    # given: Ann sets up a table and Bo comes by the link
    table = crowd.set_up(ann, "Ann", "me", "friend", "", "")
    commitment = (ann.locator("#commitment").text_content() or "").strip()
    bo.goto(ann.locator("#link-1").input_value())
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Take the seat").click()
    expect(ann.locator("#people")).to_contain_text("Bo")  # live, in the waiting room
    expect(bo.locator("#commitment")).to_have_text(commitment)
    ann.get_by_role("button", name="Start the game").click()
    for page in (ann, bo):
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")
        mark_document(page)
    # when: they play to the end
    refused = undone = 0
    moves = 0
    while not is_over(ann):
        mover, other = (ann, bo) if open_spots(ann).count() else (bo, ann)
        expect(open_spots(mover).first).to_be_visible()
        if not refused and mover.locator("#board [data-why]").count():
            refused += refuse_once(mover)
        before = ply(mover)
        open_spots(mover).first.click()
        after = expect_past(mover, before)
        expect_at_least(other, after)
        moves += 1
        if not undone and can_undo(mover):
            undone += undo_once(mover, other)
        if moves == 20:
            restart(server, ann, bo)
    # then: both see the end without having loaded anything anew
    for page in (ann, bo):
        expect(page.locator("#result")).to_contain_text(re.compile("wins|You win|You came|the victory"))
        expect_no_reload(page)
    assert (refused, undone) == (1, 1)
    assert moves > 30
    ann.get_by_role("link", name="Verify fairness").click()
    expect(ann.get_by_role("heading", name="This game was fair")).to_be_visible()
    replay_by_slider_and_keys(ann, table)


def refuse_once(page: Page) -> int:
    """A click on what cannot be done says why, and changes nothing."""
    before = ply(page)
    page.locator("#board [data-why]").last.click(force=True)
    expect(page.locator("#notice")).to_contain_text(re.compile(r"needs \d+ .*, you have \d+ — AM-"))
    assert ply(page) == before
    return 1


def can_undo(page: Page) -> bool:
    button = page.locator("#undo-button")
    return button.count() == 1 and button.get_attribute("aria-disabled") is None


def undo_once(page: Page, other: Page) -> int:
    """The last decision is taken back, and the other one sees it."""
    before = ply(page)
    cards = page.locator("#board .card").count()
    page.get_by_role("button", name="Undo").click()
    after = expect_past(page, before)
    expect_at_least(other, after)
    assert after == before + 1
    assert page.locator("#board .card").count() == cards + 1  # the discarded card is back
    return 1


def restart(server: Server, *pages: Page) -> None:
    """The server dies and comes back; the open pages go on by themselves."""
    before = ply(pages[0])
    server.kill()
    server.start()
    for page in pages:
        assert ply(page) == before


def replay_by_slider_and_keys(page: Page, table: str) -> None:
    page.goto(f"{table}/replay?ply=0")
    last = int(page.locator("#slider").get_attribute("max") or "0")
    page.keyboard.press("ArrowRight")
    first = expect_past(page, 0)
    assert first > 0
    page.keyboard.press("End")
    expect(page.locator("#table")).to_have_attribute("data-ply", str(last))
    page.keyboard.press("ArrowLeft")
    assert expect_past(page, last) < last
    page.locator("#slider").fill("30")
    expect(page.locator("#status")).to_contain_text(f"Ply 30 of {last}")
    assert "ply=30&" in page.url
    page.keyboard.press("Home")
    expect(page.locator("#status")).to_contain_text(f"Ply 0 of {last}")


def test_a_game_can_be_played_with_the_keyboard_alone(crowd: Crowd) -> None:
    page = crowd.person()
    page.goto(f"{crowd.url}/?game=armorica")
    press_until(page, "Tab", "#name")
    page.keyboard.type("Ann")
    press_until(page, "Tab", "#seat2")
    page.keyboard.type("Bot: Wanderer")
    press_until(page, "Tab", "button.main")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    press_until(page, "Tab", SPOTS)
    assert page.locator("#board [tabindex='0']").count() == 1  # the board is one stop; arrows go on from there
    heard = ""
    moved = 0
    for _ in range(60):
        if moved == 8 and heard:
            break
        if page.locator(":focus[data-why]").count():
            expect(page.locator("#notice")).to_contain_text(re.compile("."))
            heard = page.locator("#notice").inner_text()
            page.keyboard.press("ArrowRight")
        elif page.locator(":focus[data-action]").count():
            before = ply(page)
            if not heard and page.locator("#board [data-why]").count():
                page.keyboard.press("ArrowLeft")
                if page.locator(":focus[data-why]").count():
                    continue
            page.keyboard.press("Space" if moved % 2 else "Enter")
            expect_past(page, before)
            moved += 1
            expect(page.locator("#table")).to_have_attribute("data-title", re.compile("^Your turn"))
        else:
            press_until(page, "Tab", SPOTS)
    assert moved >= 8
    assert "AM-" in heard


def press_until(page: Page, key: str, selector: str) -> None:
    """Press a key until something that fits has the focus."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never reaches {selector}")


def test_without_a_script_moves_are_form_buttons(crowd: Crowd) -> None:
    page = crowd.person(java_script_enabled=False)
    crowd.set_up(page, "Ann", "me", "me", "", "")
    for _ in range(4):
        before = ply(page)
        page.locator("#moves button").first.click()
        page.wait_for_load_state()
        assert ply(page) > before
    page.get_by_role("link", name="Replay").click()
    page.locator("#previous").click()
    expect(page.locator("#status")).to_contain_text("Ply")
    page.goto(f"{crowd.url}/records")
    expect(page.get_by_role("heading", name="Check a record")).to_be_visible()


def test_cards_are_seen_moving_unless_the_person_wants_no_motion(crowd: Crowd) -> None:
    counts = []
    for motion in ("no-preference", "reduce"):
        page = crowd.person(reduced_motion=motion)
        page.add_init_script(COUNT_ANIMATIONS)
        crowd.set_up(page, "Ann", "me", "me", "", "")
        before = ply(page)
        open_spots(page).first.click()
        expect_past(page, before)
        counts.append(page.evaluate("window.animations"))
    assert counts[0] > 0
    assert counts[1] == 0


def test_the_title_says_that_it_is_my_turn(crowd: Crowd) -> None:
    page = crowd.person()
    crowd.set_up(page, "Ann", "me", "cottar", "", "")
    expect(page).to_have_title(re.compile("^Your turn"))


def test_a_record_is_downloaded_and_uploaded_again(crowd: Crowd, tmp_path: Path) -> None:
    page = crowd.person()
    crowd.set_up(page, "Ann", "cottar", "wanderer", "", "")
    expect(page.locator("#result")).to_be_visible(timeout=30_000)
    with page.expect_download() as download:
        page.locator("#result").get_by_role("link", name="Download the record").click()
    file = tmp_path / "record.json"
    download.value.save_as(file)
    page.goto(f"{crowd.url}/records")
    page.get_by_label("Record file").set_input_files(file)
    page.get_by_role("button", name="Check it").click()
    expect(page.locator(".verdict")).to_contain_text("every draw follows from the secret")
    file.write_text(file.read_text(encoding="utf-8").replace("take gaul 1", "take gaul 2", 1), encoding="utf-8")
    page.goto(f"{crowd.url}/records")
    page.get_by_label("Record file").set_input_files(file)
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("alert")).to_contain_text("the record was changed")
