"""A page for whose event stream there is no place goes on: it asks for news itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import Crowd, expect_no_reload, mark_document, open_tab, typeset
from tests.server.running import Server

pytestmark = pytest.mark.browser


def test_a_page_whose_stream_is_refused_shows_what_others_do(browser: Browser, tmp_path: Path) -> None:
    """Given a place for one stream, when two people play, then the one without a stream still sees start and chat."""
    with Server(typeset(tmp_path), quotas="streams.address=1") as server:
        crowd = Crowd(browser, server.url)
        ann, bo = crowd.person(), crowd.person()
        crowd.set_up(ann, "Ann", "me", "friend", "", "")
        expect(ann.locator("#seen-0")).to_contain_text("is here")  # Ann has the stream
        refused: list[int] = []
        bo.on("response", lambda answer: refused.append(answer.status) if answer.url.endswith("/events") else None)
        bo.goto(ann.locator("#link-1").input_value())
        bo.get_by_label("Your name").fill("Bo")
        bo.get_by_role("button", name="Take the seat").click()
        expect(bo.locator("#table")).to_have_attribute("data-state", "waiting")
        mark_document(bo)
        ann.get_by_role("button", name="Start the game").click()
        expect(bo.locator("#table")).to_have_attribute("data-state", "playing", timeout=20_000)
        open_tab(ann, "talk")
        ann.locator("#say-text").fill("hello Bo")
        ann.locator("#say-button").click()
        expect(bo.locator("#sayings")).to_contain_text("hello Bo", timeout=30_000)
        expect_no_reload(bo)
        assert set(refused) == {429}
        ann.close()  # and when there is a place again, the stream is opened
        bo.wait_for_event(
            "response", lambda answer: answer.url.endswith("/events") and answer.status == 200, timeout=40_000
        )
        crowd.go_home()
