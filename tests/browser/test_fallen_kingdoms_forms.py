"""A whole game of Fallen Kingdoms: one person and two bots, with forms where there is something to count, and the proof."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from brehon.core.record import read_record
from brehon.core.verification import verify
from tests.browser.people import Crowd, expect_no_reload, expect_past, is_over, mark_document, ply
from tests.browser.test_looks import check

pytestmark = pytest.mark.browser
GO_ON = re.compile("^(Roll|Occupy|Do not|No |Move no more|End the)")


def set_up(crowd: Crowd, page: Page) -> None:
    """A short game: one card and one building of each kind for each player."""
    seats = ["me", "cottar", "cottar", "", "", ""]
    crowd.set_up(page, "Ann", *seats, game="fallen-kingdoms", trophies_per_player="1")
    mark_document(page)


def fill(page: Page, numbers: dict[int, int]) -> None:
    """Fill in a form and send it."""
    before = ply(page)
    page.evaluate("document.querySelector('.at-once').open = true")
    for at, n in numbers.items():
        page.locator(f"#at-once input[name='n{at}']").fill(str(n))
    page.locator("#at-once-button").click()
    expect_past(page, before)


def entries(page: Page) -> list[tuple[str, int]]:
    """Label and largest number of every entry of the form."""
    return page.evaluate(  # type: ignore[no-any-return]
        "[...document.querySelectorAll('#at-once .entry')].map(e => [e.querySelector('label').textContent, +e.querySelector('input').max])"
    )


def by_form(page: Page) -> str:
    """Use the form that the page offers, if it is of use; its name."""
    name = (page.locator(".at-once").get_attribute("id") or "").removeprefix("at-once-")
    found = entries(page)
    if name == "orders":
        attacks = [(n, at) for at, (label, n) in enumerate(found) if label.startswith("attack") and n > 3]
        empty = [(n, at) for at, (label, n) in enumerate(found) if label.endswith("(empty)") and n > 1]
        numbers = {max(attacks)[1]: max(attacks)[0] - 1} if attacks else {empty[0][1]: 1} if empty else {}
        if not numbers:
            return ""
    elif name == "spend":
        numbers = {0: found[0][1] // 2, 1: 0, 2: found[0][1] - found[0][1] // 2}
    else:  # as it is proposed
        numbers = {}
        if not page.evaluate(
            "[...document.querySelectorAll('#at-once input')].some(i => i.type === 'number' && i.value > 0)"
        ):
            return ""
    fill(page, numbers)
    return name


def decide(page: Page) -> str:
    """One click, or one form; the name of the form."""
    is_planned = page.locator("#at-once-orders").count() and "orders" in page.locator("#log li").first.inner_text()
    if page.locator("#at-once").count() and not is_planned:
        used = by_form(page)
        if used:
            return used
    moves = page.locator("#moves button")
    go_on = moves.filter(has_text=GO_ON)
    last = moves.filter(has_text=re.compile("^Carry out"))
    before = ply(page)
    (last.first if last.count() else go_on.first if go_on.count() else moves.nth(before % moves.count())).click()
    expect_past(page, before)
    return ""


def test_a_person_and_two_bots_play_to_the_end_with_forms_and_every_draw_is_checked(crowd: Crowd) -> None:
    page = crowd.person()  # given
    set_up(crowd, page)
    used: list[str] = []
    for _ in range(600):  # when
        page.locator("#moves, #result").first.wait_for(timeout=60_000)
        if is_over(page):
            break
        used.append(decide(page))
    assert {"spend", "place", "orders"} <= set(used)  # then
    expect(page.locator("#result")).to_contain_text("Knowledge cards")
    expect(page.locator("#result")).to_contain_text("Cities")
    expect_no_reload(page)
    match = verify(read_record(page.request.get(f"{page.url}/record").text()))
    assert [player.level for player in match.players] == ["", "cottar", "cottar"]
    assert sum(name != "" for name in used) < sum(line.seat == 0 for line in match.plies)
    page.get_by_role("link", name="Verify fairness").click()
    expect(page.locator(".verdict.good")).to_be_visible(timeout=30_000)


def test_a_form_on_a_telephone_fits_the_screen_and_keeps_what_was_filled_in_when_it_is_refused(crowd: Crowd) -> None:
    page = crowd.person(390, 844)
    set_up(crowd, page)
    for _ in range(60):
        page.locator("#moves").wait_for(timeout=60_000)
        if page.locator("#at-once-spend").count():
            break
        decide(page)
    check(page, "form", 390)
    most = entries(page)[0][1]
    page.locator("#at-once input[name='n0']").fill("0")
    page.evaluate("document.querySelector('#at-once input[name=n0]').removeAttribute('max')")
    page.locator("#at-once input[name='n0']").fill(str(most + 1))
    page.locator("#at-once-button").click()
    expect(page.locator("#notice")).to_contain_text(f"unit track: {most + 1} is too much, at most {most}.")
    expect(page.locator("#at-once input[name='n0']")).to_have_value(str(most + 1))
