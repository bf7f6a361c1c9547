"""The table of Armorica measured in a browser: no text overlaps another or is cut off, none is small, thumbs hit, the dark is dark."""

from __future__ import annotations

import base64
import re
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from brehon.core import registry
from brehon.core.contract import OVER
from brehon.core.face import Offers
from brehon.core.palette import stylesheet
from brehon.core.text import Speaker
from tests.games.armorica.test_table import full_table

pytestmark = pytest.mark.browser
NAMES = ["Anna", "Brendan the Bold", "Wilhelmina von Hohenfels", "Dé"]
WEIGHTS = {"400": "SourceSerifPro-Regular.ttf", "700": "SourceSerifPro-Semibold.ttf"}
LEAST = {"wide": 11.5, "narrow": 11.0, "seats": 11.0}  # size of the smallest text, in units of the picture
THUMB = 44

# every text that can be seen, with the box of its letters (without the room for accents and descenders) and its size in units
TEXTS = """() => {
  const svg = document.querySelector("svg");
  const frame = svg.getBoundingClientRect(), unit = frame.width / svg.viewBox.baseVal.width;
  return [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim()).map((text) => {
    const { x, y, width, height } = text.getBoundingClientRect();
    const scale = text.getScreenCTM().a / unit;
    return { words: text.textContent, left: x, right: x + width, top: y + height * 0.24, bottom: y + height * 0.76,
             size: parseFloat(getComputedStyle(text).fontSize) * scale,
             outside: x < frame.left - 0.5 || x + width > frame.right + 0.5 || y < frame.top - 1 || y + height > frame.bottom + 1 };
  });
}"""
TARGETS = """() => [...document.querySelectorAll("svg [data-action], svg [data-why]")].map((one) => {
  const { width, height } = one.getBoundingClientRect();
  return { id: one.id, width, height };
})"""
GROUND = """() => getComputedStyle(document.querySelector("svg .area")).fill"""


@cache
def typeface() -> str:
    """Our typeface under the name that the boards ask for first, so that a page without a server shows the same letters."""
    game = registry.game("armorica")
    rules = registry.make_ruleset(game, 2)
    svg = game.face().board(rules, rules.start().view(0), Offers(), Speaker())
    found = re.search(r'font-family="([^",]+)', svg)
    assert found
    family = found[1].replace("&#39;", "").strip("'")
    folder = Path(str(import_module("font_source_serif_pro").__file__)).parent / "files"
    rules_of = []
    for weight, name in WEIGHTS.items():
        data = base64.b64encode((folder / name).read_bytes()).decode()
        rules_of.append(
            f"@font-face{{font-family:'{family}';font-weight:{weight};src:url(data:font/ttf;base64,{data})}}"
        )
    return "".join(rules_of)


@cache
def positions(n_seats: int) -> list[tuple[Any, Any, int]]:
    """Positions of random games and their ends, each with a seat that looks at it; and displays as large as can be."""
    game = registry.game("armorica")
    rules = registry.make_ruleset(game, n_seats)
    found: list[tuple[Any, Any, int]] = []
    for seed in (1, 2):
        state, rng = rules.start(), Random(seed)
        while state.to_move() != OVER:
            if state.to_move() >= 0 and rng.random() < 0.06:
                found.append((rules, state.clone(), state.to_move()))
            state.apply(rng.choice(state.legal()))
        found.append((rules, state, 0))
    crowded = full_table(n_seats, {2: 25, 3: 20, 4: 15}[n_seats])
    return [*found, (*crowded, 0), (*full_table(n_seats, 3), 0)]


def pictures(n_seats: int, kind: str, language: str) -> list[str]:
    face = registry.game("armorica").face()
    say = Speaker(language, NAMES[:n_seats])
    found = []
    for rules, state, seat in positions(n_seats):
        view = state.view(seat)
        asked = {action: state.why_not(action) for action in face.shown(rules, view)} if state.to_move() == seat else {}
        offers = Offers(asked)
        if kind == "seats":
            found.append(face.seats(rules, view, offers, say))
        else:
            found.append(face.board(rules, view, offers, say, narrow=kind == "narrow"))
    return found


def show(page: Page, svg: str) -> None:
    dark = stylesheet({"armorica": registry.game("armorica").face().palette()})
    page.set_content(f"<style>{typeface()}body{{margin:0}}svg{{display:block}}{dark}</style>{svg}")
    page.evaluate("() => document.fonts.ready")


def overlapping(texts: list[dict[str, Any]]) -> list[str]:
    """Pairs of texts whose letters touch."""
    found = []
    for i, one in enumerate(texts):
        for other in texts[i + 1 :]:
            across = min(one["right"], other["right"]) - max(one["left"], other["left"])
            down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
            if across > 0.5 and down > 0.5:
                found.append(f"{one['words']!r} and {other['words']!r}")
    return found


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", ["wide", "narrow", "seats"])
@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_texts_do_not_overlap_are_not_cut_off_and_are_large_enough(
    browser: Browser, n_seats: int, kind: str, language: str
) -> None:
    page = browser.new_page(viewport={"width": 960 if kind == "wide" else 390, "height": 800})
    for svg in pictures(n_seats, kind, language):
        show(page, svg)
        texts = page.evaluate(TEXTS)
        assert len(texts) > 5
        assert overlapping(texts) == []
        assert [text["words"] for text in texts if text["outside"]] == []
        assert [text["words"] for text in texts if text["size"] < LEAST[kind] - 0.06] == []
    page.close()


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_a_thumb_hits_everything_on_the_phone_and_nothing_else(browser: Browser, n_seats: int) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    checked = 0
    for svg in pictures(n_seats, "narrow", "en"):
        show(page, svg)
        for target in page.evaluate(TARGETS):
            assert min(target["width"], target["height"]) >= THUMB, target
            checked += 1
    assert checked > 25
    page.close()


def test_the_board_is_dark_in_the_dark_and_its_cards_too(browser: Browser) -> None:
    svg = pictures(3, "wide", "en")[4]
    brightness = {}
    for scheme in ("light", "dark"):
        page = browser.new_page(viewport={"width": 960, "height": 650}, color_scheme=scheme)
        show(page, svg)
        ground = [int(number) for number in re.findall(r"\d+", page.evaluate(GROUND))[:3]]
        card = Image.open(BytesIO(page.screenshot())).convert("L").crop((12, 32, 420, 164))
        levels = card.histogram()
        brightness[scheme] = (sum(ground) / 3, sum(i * n for i, n in enumerate(levels)) / sum(levels))
        page.close()
    assert brightness["light"][0] > 200 > 80 > brightness["dark"][0]
    assert brightness["dark"][1] < 110 < brightness["light"][1]
