"""The table of Fallen Kingdoms as a browser draws it: no text covers another or is cut off, and none is too small to read."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from brehon.core import registry
from brehon.core.contract import CHANCE, OVER
from brehon.core.face import Offers
from brehon.core.palette import stylesheet
from brehon.core.text import Speaker

pytestmark = pytest.mark.browser
GAME = registry.game("fallen-kingdoms")
FACE = GAME.face()
NAMES = ["Astrid", "Bjorn the Bold", "Ciara", "Dagny", "Einar", "Freydis"]
EACH = 3  # positions of each phase of a game that are looked at

# [text, what it covers] of every pair that overlaps, and texts outside the picture
MEASURE = """() => {
  const board = document.querySelector("svg").getBoundingClientRect();
  const texts = [...document.querySelectorAll("svg text")].filter((text) => text.textContent.trim());
  const boxes = texts.map((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const trim = (bottom - top) * 0.24; // above and below the letters
    return { words: text.textContent, left: left + 0.5, right: right - 0.5, top: top + trim, bottom: bottom - trim };
  });
  const bad = [];
  for (const [i, a] of boxes.entries()) {
    if (a.left < board.left - 1 || a.right > board.right + 1 || a.top < board.top - 1 || a.bottom > board.bottom + 1) bad.push([a.words, "outside"]);
    for (const b of boxes.slice(i + 1)) {
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) bad.push([a.words, b.words]);
    }
  }
  const small = Math.min(...texts.map((text) => parseFloat(getComputedStyle(text).fontSize)));
  const { width, height } = document.querySelector("svg").viewBox.baseVal;
  return { bad, small, width, height };
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 700})
    yield context.new_page()
    context.close()


def positions(n_seats: int, seed: int) -> Iterator[Any]:
    """Some positions of every phase of a random game, and its end."""
    rng, rules, seen = Random(seed), registry.make_ruleset(GAME, n_seats, {}), dict[int, int]()
    s: Any = rules.start()
    while s.to_move() != OVER:
        if s.to_move() != CHANCE:
            seen[s.phase] = seen.get(s.phase, 0) + 1
            if seen[s.phase] in (1, 9, 40)[:EACH]:
                yield s.clone()
        legal, weights = s.legal(), s.weights() if s.to_move() == CHANCE else []
        s.apply(rng.choices(legal, weights)[0] if weights else rng.choice(legal))
    yield s


def offers_to(s: Any, seat: int) -> Offers:
    if seat < 0 or not s.movers() >> seat & 1:
        return Offers()
    s = s.clone()
    s.turn_to(seat)
    return Offers({action: s.why_not(action) for action in {*FACE.shown(s.table, s.view(seat)), *s.legal()}})


def measured(page: Page, picture: str) -> dict[str, Any]:
    css = stylesheet({GAME.name: FACE.palette()})
    page.set_content(f"<!doctype html><style>body{{margin:0}}{css}</style>{picture}")
    return page.evaluate(MEASURE)  # type: ignore[no-any-return]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("n_seats", [3, 4, 5, 6])
def test_no_text_of_the_wide_table_covers_another_or_is_too_small(page: Page, n_seats: int, language: str) -> None:
    checked = 0
    for s in positions(n_seats, n_seats):
        seat = max(0, s.to_move())
        say = Speaker(language, NAMES)
        found = measured(page, FACE.board(s.table, s.view(seat), offers_to(s, seat), say))
        assert found["bad"] == [], (s.phase, found["bad"])
        assert found["small"] >= 11.5, s.phase
        assert (found["width"], found["height"]) == (960, 650)
        checked += 1
    assert checked > 25


@pytest.mark.parametrize("n_seats", [3, 4, 5, 6])
def test_no_text_of_the_narrow_table_covers_another_or_is_too_small(page: Page, n_seats: int) -> None:
    for s in positions(n_seats, n_seats + 1):
        seat = max(0, s.to_move())
        say = Speaker("de" if s.round % 2 else "en", NAMES)
        found = measured(page, FACE.board(s.table, s.view(seat), offers_to(s, seat), say, narrow=True))
        assert found["bad"] == [], (s.phase, found["bad"])
        assert found["small"] >= 11, s.phase
        assert found["width"] == 390
        assert found["height"] <= 500, s.phase


@pytest.mark.parametrize("n_seats", [3, 6])
def test_the_list_of_all_kingdoms_is_readable(page: Page, n_seats: int) -> None:
    for s in list(positions(n_seats, n_seats))[::5]:
        found = measured(page, FACE.seats(s.table, s.view(0), Offers(), Speaker("de", NAMES)))
        assert found["bad"] == [], s.phase
        assert found["small"] >= 11
        assert found["width"] == 390
