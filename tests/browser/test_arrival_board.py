"""The board of The Arrival, measured in a real browser: it fits, it can be read, nothing lies on anything else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from brehon.core.contract import SPECTATOR
from brehon.core.face import Offers
from brehon.core.match import Match
from brehon.core.text import Speaker
from brehon.games.arrival import GAME
from tests.games.arrival.test_svg import positions
from tests.server.running import Server

pytestmark = pytest.mark.browser
NAMES = ["Ann", "Bertram the Bald", "Cottar", "Druid of the far west"]
LEAST = {False: 11.5, True: 11.0}  # [narrow] size of letters
SIZES = {False: (960, 650), True: (390, 500)}

# every text that can be seen: its words, its size on the sheet, and the box of its letters, without the room above and below them
TEXTS = """() => [...document.querySelectorAll("svg text")].filter((one) => one.textContent.trim() && one.checkVisibility()).map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const size = parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
  const air = (bottom - top) * 0.22;
  return { words: one.textContent, size, left: left + 0.5, top: top + air, right: right - 0.5, bottom: bottom - air };
})"""
# the numbers of the Fomori and castles on the map, which are drawn by reference on 48 by 48: strength above on the right, fame below
NUMBERS = """() => [...document.querySelectorAll(".pieces > .fomori, .pieces > .castle")].flatMap((one) => {
  const { left, top, width } = one.getBoundingClientRect();
  const k = width / 48;
  const box = (x1, y1, x2, y2) => ({ words: one.id, left: left + x1 * k, top: top + y1 * k, right: left + x2 * k, bottom: top + y2 * k });
  return [box(33, 3, 43.6, 16.4), one.classList.contains("castle") ? box(14, 31.6, 34, 45) : box(4.4, 31.6, 15, 45)];
})"""
# what can be tapped: its action, and the largest of its shapes
TARGETS = """() => [...document.querySelectorAll("svg [data-action], svg [data-menu]")].filter((one) => one.getBoundingClientRect().width > 0).map((one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return [one.id, left, top, width, height];
})"""


# alone on a page that has our typefaces
LAY = """async (picture) => {
  document.documentElement.className = "";
  document.body.innerHTML = picture;
  Object.assign(document.querySelector("svg").style, { position: "fixed", left: 0, top: 0, maxWidth: "none", maxHeight: "none" });
  await document.fonts.ready;
}"""


@pytest.fixture
def sheet(browser: Browser, server: Server) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(f"{server.url}/howto/arrival")
    yield page
    page.close()


def lay(page: Page, picture: str, narrow: bool) -> None:
    page.set_viewport_size({"width": SIZES[narrow][0], "height": SIZES[narrow][1]})
    page.evaluate(LAY, picture)
    size = page.evaluate(
        "() => { const { width, height } = document.querySelector('svg').getBoundingClientRect(); return [width, height]; }"
    )
    assert size[0] == SIZES[narrow][0]


def overlapping(texts: list[dict[str, float]]) -> list[tuple[float, float]]:
    ordered = sorted(texts, key=lambda text: text["top"])
    found = []
    for i, one in enumerate(ordered):
        for other in ordered[i + 1 :]:
            if other["top"] >= one["bottom"]:
                break
            if other["left"] < one["right"] and one["left"] < other["right"]:
                found.append((one["words"], other["words"]))
    return found


def sample(n_seats: int) -> list[Match]:
    """Positions of random games: every kind of decision, and the end."""
    return positions(n_seats)[:: 1 if n_seats == 3 else 2]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_texts_can_be_read_lie_within_the_sheet_and_never_on_each_other(
    sheet: Page, n_seats: int, narrow: bool, language: str
) -> None:
    say, face = Speaker(language, NAMES), GAME.face()
    width, height = SIZES[narrow]
    checked = 0
    for match in sample(n_seats):
        for seat in (0, SPECTATOR):
            offers = match.offers(seat) if seat >= 0 else Offers()
            lay(sheet, face.board(match.rules, match.view(seat), offers, say, narrow), narrow)
            texts = sheet.evaluate(TEXTS)
            where = f"ply {match.ply} of {n_seats}, seat {seat}"
            assert min(text["size"] for text in texts) >= LEAST[narrow] - 0.01, where
            for text in texts:
                assert text["left"] >= 0, (where, text)
                assert text["top"] >= 0, (where, text)
                assert text["right"] <= width, (where, text)
                assert text["bottom"] <= height, (where, text)
            assert overlapping(texts + sheet.evaluate(NUMBERS)) == [], where
            checked += len(texts)
    assert checked > 500


@pytest.mark.parametrize("n_seats", [2, 4])
def test_the_possessions_of_everybody_can_be_read_on_a_phone(sheet: Page, n_seats: int) -> None:
    face = GAME.face()
    for match in sample(n_seats):
        picture = face.seats(match.rules, match.view(0), Offers(), Speaker("de", NAMES))
        lay(sheet, picture, True)
        texts = sheet.evaluate(TEXTS)
        assert min(text["size"] for text in texts) >= LEAST[True]
        assert [text for text in texts if text["right"] > 390] == []
        assert overlapping(texts) == [], match.ply
        for name in NAMES[:n_seats]:
            assert any(str(text["words"])[:4] == name[:4] for text in texts if isinstance(text["words"], str))


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_a_thumb_hits_everything_that_can_be_done_on_a_phone(sheet: Page, n_seats: int) -> None:
    """Every target has 44 pixels, lies above the fold, and its middle belongs to it alone."""
    face, checked = GAME.face(), 0
    for match in sample(n_seats):
        for seat in range(n_seats):
            offers = match.offers(seat)
            if not offers.legal():
                continue
            lay(sheet, face.board(match.rules, match.view(seat), offers, Speaker("en", NAMES), True), True)
            for ident, left, top, width, height in sheet.evaluate(TARGETS):
                assert width >= 43.5, (ident, width)
                assert height >= 43.5, (ident, height)
                assert left >= -6, ident
                assert top + height <= 506, ident
                middle = [left + width / 2, top + height / 2]
                hit = sheet.evaluate(
                    "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-action], [data-menu]')?.id", middle
                )
                assert hit == ident
                checked += 1
    assert checked > 40
