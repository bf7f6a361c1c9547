"""Undo by consent, a bot that stands in, and clocks, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import (
    Crowd,
    expect_at_least,
    expect_no_reload,
    expect_past,
    mark_document,
    more_undo,
    open_spots,
    open_tab,
    ply,
)

pytestmark = pytest.mark.browser


def sit_down(crowd: Crowd, **more: str) -> tuple[Page, Page]:
    """Ann and Bo at a table with clocks; whoever is to move comes first."""
    ann, bo = crowd.person(), crowd.person(390, 844)
    ann.goto(f"{crowd.url}/?game=armorica")
    ann.get_by_label("Your name").fill("Ann")
    ann.locator("#seat2").select_option("friend")
    ann.locator("#new-pace summary").click()
    ann.locator("#pace").select_option("live")
    ann.get_by_role("button", name="Create table").click()
    ann.wait_for_url("**/table/*")
    bo.goto(ann.locator("#link-1").input_value())
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Take the seat").click()
    expect(ann.locator("#people")).to_contain_text("Bo", timeout=20_000)
    expect(ann.locator("#pace")).to_contain_text("20 minutes each")  # before anybody begins
    ann.get_by_role("button", name="Start the game").click()
    for page in (ann, bo):
        expect(page.locator("#table")).to_have_attribute("data-state", "playing", timeout=20_000)
        mark_document(page)
    return (ann, bo) if open_spots(ann).count() else (bo, ann)


def test_what_has_turned_up_a_card_is_taken_back_by_consent_and_a_bot_stands_in(crowd: Crowd) -> None:
    mover, other = sit_down(crowd)
    # given: a decision that has turned up a card
    before = ply(mover)
    cards = mover.locator("#board .card").count()
    open_spots(mover).first.click()
    after = expect_past(mover, before)
    expect(mover.locator("#undo-why")).to_contain_text("Not now")
    # when: one asks and the other declines, nothing is taken back
    more_undo(mover)
    mover.locator("#ask-undo-button").click()
    expect(other.locator("#request")).to_contain_text("asks to")
    other.get_by_role("button", name="I decline").click()
    expect(mover.locator("#request")).to_have_count(0)
    assert ply(mover) == after
    # then: with the other's consent it is
    more_undo(mover)
    mover.locator("#ask-undo-button").click()
    other.get_by_role("button", name="I agree").click()
    expect_at_least(mover, after + 1)
    expect(mover.locator("#log")).to_contain_text("with everyone's agreement")
    assert mover.locator("#board .card").count() == cards
    # and: a clock ticks where somebody has to decide, and nowhere else
    expect(mover.locator("[data-running]")).to_have_count(1)
    shown = mover.locator("[data-running]").inner_text()
    assert re.fullmatch(r"\d+:\d\d", shown)
    expect(mover.locator("[data-running]")).not_to_have_text(shown)
    # and: a bot stands in until the person is back
    open_tab(mover, "more")
    mover.locator("#manners-title").click()
    mover.locator("#hand-level").select_option("wanderer")
    mover.locator("#hand-button").click()
    expect(other.locator("#log")).to_contain_text("lets Wanderer play")
    expect(open_spots(other).first).to_be_visible()  # the bot has moved
    expect(mover.locator("#stand-in")).to_be_visible()
    mover.get_by_role("button", name="I am back").click()
    expect(mover.locator("#stand-in")).to_have_count(0)
    expect(other.locator("#log")).to_contain_text("is back and plays")
    for page in (mover, other):
        expect_no_reload(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_plan_is_made_in_a_sandbox_that_nobody_else_sees_and_then_played_for_real(crowd: Crowd) -> None:
    page = crowd.person()
    table = crowd.set_up(page, "Ann", "me", "me", "", "")
    before = ply(page)
    open_tab(page, "more")
    page.get_by_role("button", name="Plan ahead from here").click()
    page.wait_for_url("**/plan/*")
    expect(page.locator("#sandbox-banner")).to_contain_text("Only you see this")
    mark_document(page)
    # when: moves are tried on the same board, taken back, and tried again
    label = page.locator("#moves button").first.inner_text().splitlines()[0]
    for count in (1, 2, 3):
        open_spots(page).first.click()
        expect(page.locator("#plan")).to_contain_text(f"Moves tried: {count}")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#plan")).to_contain_text("Moves tried: 2")
    page.get_by_role("button", name="Another guess").click()
    expect(page.locator("#plan")).to_contain_text(re.compile("Moves tried: [12]"))
    expect_no_reload(page)
    # then: only the first one is played at the table
    expect(page.locator("#real")).to_contain_text(label)
    page.get_by_role("button", name="Play this for real").click()
    page.wait_for_url(table)
    expect(page.locator("#sandbox-banner")).to_have_count(0)
    assert ply(page) > before
