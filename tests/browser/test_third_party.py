"""A game of another package in a real browser: Toy Harbour, known by its entry point alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import Crowd, expect_past, is_over, open_spots, ply, typeset
from tests.records import HERE
from tests.registered import toy_registered
from tests.server.running import Server

pytestmark = pytest.mark.browser
OLDER = "Played by rules version 1: a crate that was shipped gave one point, not two (TH-3.1)"


@pytest.fixture(scope="module")
def harbour_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with toy_registered(), Server(typeset(tmp_path_factory.mktemp("data")), bot_pause=0.05) as running:
        yield running


@pytest.fixture
def people(browser: Browser, harbour_server: Server) -> Iterator[Crowd]:
    gathered = Crowd(browser, harbour_server.url)
    yield gathered
    gathered.go_home()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_toy_is_played_to_the_end_by_clicks_on_its_board(people: Crowd, width: int) -> None:
    ann = people.person(width=width)
    people.set_up(ann, "Ann", "me", "cottar", "", game="toy-harbour")
    expect(ann.locator("#table")).to_have_attribute("data-state", "playing")
    clicks = 0
    while not is_over(ann):
        ann.locator("#board [data-action], #result").first.wait_for()  # Ann's turn, or the bot has ended the game
        before = ply(ann)
        if ann.locator("#table").get_attribute("data-turn") == "mine" and open_spots(ann).count():
            open_spots(ann).first.click()
            expect_past(ann, before)
            clicks += 1
    assert clicks >= 4  # a good is hidden, then three turns of the six; a click while the bot moves is made again
    expect(ann.locator("#result")).to_contain_text(re.compile("You (win|came|share)"))
    expect(ann.locator("#result")).to_contain_text("Crates shipped")
    ann.get_by_role("link", name="Verify fairness").click()
    expect(ann.get_by_role("heading", name="This game was fair")).to_be_visible()


def test_a_record_of_version_1_is_replayed_by_its_own_rules(people: Crowd) -> None:
    ann = people.person()
    ann.goto(f"{people.url}/records")
    ann.get_by_label("Record file").set_input_files(HERE / "toy-harbour/v1/toy-harbour-2-won.json")
    ann.get_by_role("button", name="Check it").click()
    ann.wait_for_url("**/records/*")
    expect(ann.locator("#older-rules")).to_have_text(OLDER)
    ann.locator("#last").click()
    expect(ann.locator("tr.total td").nth(1)).to_have_text("2")  # by version 2 it would be 4
    expect(ann.locator("#older-rules")).to_have_text(OLDER)
