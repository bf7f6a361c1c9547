"""Fair chance in real browsers, over plain http under a name that is not secure: without crypto.subtle, as in a home network."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from brehon.core.receipt import differences, read_receipt
from brehon.core.record import read_record
from brehon.core.verification import verify
from tests.browser.people import (
    SMALL,
    Crowd,
    expect_at_least,
    expect_past,
    is_over,
    open_spots,
    open_tab,
    ply,
    typeset,
)
from tests.browser.test_looks import check
from tests.server.running import Server

pytestmark = pytest.mark.browser
FITS = {"en": "it matches", "de": "Sie passt"}
LOST = {"en": "has no receipt", "de": "hat keinen Beleg"}
START = {"en": "Start the game", "de": "Partie beginnen"}


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with secrets of its own, reached by a name that browsers do not call secure."""
    with Server(typeset(tmp_path_factory.mktemp("lan")), allowed_hosts=["brehon.lan"]) as running:
        running.url = f"http://brehon.lan:{running.port}"
        yield running


@pytest.fixture
def people(browser: Browser, lan: Server) -> Iterator[Crowd]:
    gathered = Crowd(browser, lan.url)
    yield gathered
    gathered.complaints = [text for text in gathered.complaints if "Cross-Origin-Opener-Policy" not in text]
    gathered.go_home()


@pytest.fixture
def near(browser: Browser, lan: Server) -> Iterator[Crowd]:
    """The same server by its address: Playwright itself asks it, too."""
    gathered = Crowd(browser, f"http://127.0.0.1:{lan.port}")
    yield gathered
    gathered.go_home()


def record_of(lan: Server, page: Page) -> str:
    return httpx.get(f"http://127.0.0.1:{lan.port}{httpx.URL(page.url).path}/record").raise_for_status().text


def speak(page: Page, url: str, language: str) -> None:
    page.context.add_cookies([{"name": "language", "value": language, "url": url}])


def invite(people: Crowd, host: Page, friend: Page, language: str = "en") -> str:
    """A table of two; its path."""
    for page in (host, friend):
        speak(page, people.url, language)
    host.goto(f"{people.url}/?game=armorica")
    host.locator("#name").fill("Ann")
    host.locator("#seat2").select_option("friend")
    host.locator("#components").set_input_files(SMALL)
    host.locator("form[action='/tables'] button.main").click()
    friend.goto(host.locator("#link-1").input_value())
    friend.locator("#name").fill("Bo")
    friend.locator("main button.main").click()
    expect(host.locator("#people")).to_contain_text("Bo")
    return host.url


def play_out(*pages: Page) -> None:
    while not is_over(pages[0]):
        mover = next((page for page in pages if open_spots(page).count()), pages[0])
        expect(open_spots(mover).first).to_be_visible()
        before = ply(mover)
        open_spots(mover).first.click()
        after = expect_past(mover, before)
        for page in pages:
            expect_at_least(page, after)


def test_without_a_secure_context_two_people_lock_play_and_compare_their_receipts(
    people: Crowd, lan: Server, tmp_path: Path
) -> None:
    ann, bo = people.person(accept_downloads=True), people.person()
    invite(people, ann, bo)
    assert ann.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    for page in (ann, bo):
        expect(page.locator("#people .tag", has_text="number fixed")).to_have_count(2)
    ann.get_by_role("button", name="Start the game").click()
    fingerprints = []
    for page in (ann, bo):
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")
        open_tab(page, "more")
        page.locator("#fairness summary").click()
        fingerprints.append(page.locator("#fingerprint").inner_text())
    assert fingerprints[0] == fingerprints[1]
    assert re.fullmatch(r"(?:[a-z]{5}-){4}[a-z]{5}", fingerprints[0])
    play_out(ann, bo)
    for page in (ann, bo):
        expect(page.locator("[data-fair=fits]")).to_be_visible()
        expect(page.locator("[data-fair=fits]")).to_contain_text(FITS["en"])
        expect(page.locator("[data-fair=differs]")).to_be_hidden()
    with ann.expect_download() as saved:
        ann.locator("#save-receipt").click()
    saved.value.save_as(tmp_path / "receipt.json")
    record = read_record(record_of(lan, ann))
    match = verify(record)
    assert record.lock is not None
    assert record.lock.fingerprint == fingerprints[0]
    assert record.lock.with_number == [0, 1]
    receipt = read_receipt((tmp_path / "receipt.json").read_text(encoding="utf-8"))
    assert differences(receipt, record, match) == []


def test_in_german_and_with_a_storage_that_was_lost_the_page_says_so(people: Crowd) -> None:
    ann, bo = people.person(), people.person()
    invite(people, ann, bo, "de")
    for page in (ann, bo):
        expect(page.locator("#people .tag.good", has_text="Zahl festgelegt")).to_have_count(2)
    ann.locator("#start-button").click()
    for page in (ann, bo):
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")
    play_out_half(ann, bo)
    bo.evaluate("localStorage.clear()")
    bo.reload()
    play_out(ann, bo)
    expect(ann.locator("[data-fair=fits]")).to_contain_text(FITS["de"])
    # a browser that was cleared in the middle has the lock again, but not its number
    expect(bo.locator("[data-fair=fits]")).to_be_hidden()
    expect(bo.locator("[data-fair=no-number]")).to_be_visible()
    bo.evaluate("localStorage.clear()")
    bo.reload()
    expect(bo.locator("[data-fair=no-receipt]")).to_contain_text(LOST["de"])


def play_out_half(*pages: Page) -> None:
    for _ in range(6):
        mover = next((page for page in pages if open_spots(page).count()), pages[0])
        expect(open_spots(mover).first).to_be_visible()
        before = ply(mover)
        open_spots(mover).first.click()
        after = expect_past(mover, before)
        for page in pages:
            expect_at_least(page, after)


@pytest.mark.parametrize("language", ["en", "de"])
def test_without_script_a_whole_game_is_played_and_the_pages_say_what_is_not_proved(
    people: Crowd, lan: Server, language: str
) -> None:
    ann, bo = (people.person(java_script_enabled=False) for _ in range(2))
    for page in (ann, bo):
        speak(page, people.url, language)
    ann.goto(f"{people.url}/?game=armorica")
    ann.locator("#name").fill("Ann")
    ann.locator("#seat2").select_option("friend")
    ann.locator("#components").set_input_files(SMALL)
    ann.locator("form[action='/tables'] button.main").click()
    bo.goto(ann.locator("#link-1").get_attribute("value") or "")
    bo.locator("#name").fill("Bo")
    bo.locator("main button.main").click()
    ann.reload()
    ann.locator("#start-button").click()
    for _ in range(400):
        for page in (ann, bo):
            page.goto(ann.url.split("#")[0])
            if page.locator("#result").count():
                break
            button = page.locator("#moves button[name=action]")
            if button.count():
                button.first.click()
        if ann.locator("#result").count():
            break
    text = ann.locator("#result").text_content() or ""
    says = {"en": "no number from this seat", "de": "keine Zahl von diesem Platz"}[language]
    assert text.count(says) == 2
    assert {"en": "Without script", "de": "Ohne Skript"}[language] in text
    record = read_record(record_of(lan, ann))
    assert verify(record).is_over
    assert record.lock is not None
    assert record.lock.with_number == []


def test_a_game_alone_with_bots_has_a_number_and_starts_without_a_question(people: Crowd) -> None:
    ann = people.person()
    ann.goto(f"{people.url}/?game=armorica")
    ann.locator("#name").fill("Ann")
    ann.locator("form[action='/tables'] button.main").click()
    expect(ann.locator("#table")).to_have_attribute("data-state", "playing")
    open_tab(ann, "more")
    ann.locator("#fairness summary").click()
    expect(ann.locator("#number-parts")).to_contain_text("Ann: a number of its own")


def test_a_server_that_changes_the_lock_or_forgets_the_number_is_called_out(near: Crowd) -> None:
    """What the operator's changed server would send: the friend's page refuses to open, or says at the end what differs."""
    ann, bo = near.person(), near.person()
    invite(near, ann, bo)
    expect(bo.locator("#people .tag", has_text="number fixed")).to_have_count(2)

    def foreign(route: Any) -> None:
        answer = route.fetch()
        data = json.loads(answer.text())
        if data:
            data["lock"]["seats"][1]["number"] = "ab" * 32
        route.fulfill(response=answer, body=json.dumps(data))

    bo.route("**/lock", foreign)
    ann.get_by_role("button", name="Start the game").click()
    expect(bo.locator("[data-fair=foreign]")).to_be_visible()
    expect(ann.locator("#table")).to_have_attribute("data-state", "waiting")  # nothing is drawn
    bo.unroute("**/lock")
    bo.reload()  # an honest lock comes after all
    for page in (ann, bo):
        expect(page.locator("#table")).to_have_attribute("data-state", "playing")
    play_out(ann, bo)

    def another(route: Any) -> None:
        answer = route.fetch()
        data = json.loads(answer.text())
        data["fair"]["numbers"][1] = "0" * 32
        route.fulfill(response=answer, body=json.dumps(data))

    bo.route("**/record", another)
    bo.reload()
    expect(bo.locator("[data-fair=differs]")).to_be_visible()
    expect(bo.locator("[data-fair=other-number]")).to_be_visible()
    bo.evaluate("document.dispatchEvent(new CustomEvent('brehon:refresh'))")  # the page is drawn again
    bo.wait_for_timeout(800)
    expect(bo.locator("[data-fair=other-number]")).to_be_visible()
    expect(bo.locator("[data-fair=fits]")).to_be_hidden()


def test_a_secret_that_another_table_had_before_is_called_out(people: Crowd) -> None:
    ann, bo = people.person(), people.person()
    invite(people, ann, bo)
    seen = (bo.locator("#commitment").text_content() or "").strip()
    before = json.dumps({"table": "before", "seat": 1, "commitment": seen, "number": "0" * 32, "agreed": []})
    bo.evaluate("(kept) => localStorage.setItem('brehon-fair-before', kept)", before)
    bo.reload()
    expect(bo.locator("[data-fair=reused]")).to_be_visible()
    expect(ann.locator("[data-fair=reused]")).to_be_hidden()


def test_a_voided_table_leads_everybody_to_a_new_one(people: Crowd) -> None:
    ann, bo = people.person(), people.person(390, 844, color_scheme="dark")
    invite(people, ann, bo)
    expect(bo.locator("#people .tag", has_text="number fixed")).to_have_count(2)
    bo.route("**/open", lambda route: route.abort())
    ann.get_by_role("button", name="Start the game").click()
    expect(ann.locator("#waiting")).to_contain_text("Still closed: the number of Bo")
    check(ann, "a locked table", 1280)
    ann.locator("#give-up summary").click()
    ann.locator("#void-button").click()
    for page in (ann, bo):
        expect(page.locator("#void-why")).to_contain_text("Ann gave it up")
    check(bo, "a voided table", 390)
    bo.unroute("**/open")
    for page in (ann, bo):
        page.locator("#next-game").click()
        expect(page.locator("#people .tag", has_text="number fixed").first).to_be_visible()
    expect(ann.locator("#people .tag", has_text="number fixed")).to_have_count(2)
