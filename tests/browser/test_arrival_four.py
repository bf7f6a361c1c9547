"""The Arrival with two people and two bots, each in a real browser, clicked through on the board to the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from brehon.core.record import read_record
from brehon.core.verification import replay
from tests.browser.people import Crowd, click_on_board, expect_no_reload, sensible_action
from tests.browser.test_arrival import Ear, expect_only_what_a_seat_may_know, sit_down

pytestmark = pytest.mark.browser
NAMES = ["Ann", "Bo", "Cottar", "Cottar 2"]


WHAT_NOW = "() => document.getElementById('moves') ? 'mine' : document.getElementById('table').dataset.state"


def await_a_person(people: list[Page]) -> Page | None:
    """Whoever of the people has to decide, once the bots have moved; None when the game is over."""
    for _ in range(2000):
        for page in people:
            now = page.evaluate(WHAT_NOW)
            if now == "mine":
                return page
            if now == "over":
                return None
        people[0].wait_for_timeout(30)
    raise AssertionError("nobody's turn comes")


def test_two_people_and_two_bots_play_to_the_end_on_the_board_and_no_page_learns_what_is_hidden(crowd: Crowd) -> None:
    ann, bo, bo_hears = sit_down(crowd, "cottar", "cottar")  # given
    ann_hears = Ear(ann)
    clicks = menus = 0
    while (mover := await_a_person([ann, bo])) is not None:  # when
        menus += click_on_board(mover, sensible_action(mover))
        clicks += 1
        if clicks % 10 == 0:  # a browser does not keep what it has received for ever
            ann_hears.listen()
            bo_hears.listen()
    # then
    assert clicks > 60
    assert menus > 0
    for page in (ann, bo):
        expect(page.locator("#result")).to_contain_text(re.compile("wins|You win|You came|the victory"), timeout=20_000)
        expect(page.locator("#players li")).to_have_count(4)
        for name in NAMES:
            expect(page.locator("#players")).to_contain_text(name)
        expect_no_reload(page)
    match = replay(read_record(bo.request.get(f"{bo.url}/record").text()))
    assert match.is_over
    assert [player.level for player in match.players] == ["", "", "cottar", "cottar"]
    assert all(bell.isdecimal() for bell in bo_hears.bell())
    for seat, ear in enumerate((ann_hears, bo_hears)):
        expect_only_what_a_seat_may_know(match, seat, NAMES, ear.listen())
