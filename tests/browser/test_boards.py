"""Every word on every board can be read, in light and in dark, on what really lies below it."""

from __future__ import annotations

import io
from collections import Counter
from functools import cache
from random import Random
from typing import Literal, TypedDict

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page

from brehon.core import registry
from brehon.core.contract import OVER
from brehon.core.face import Offers
from brehon.core.palette import stylesheet
from brehon.core.text import Speaker
from tests.contrast import RGB, contrast

pytestmark = pytest.mark.browser
NAMES = ["Anna", "Bertram", "Cú", "Dagmar", "Emer", "Finn"]
POSITIONS = {"armorica": [4, 33], "arrival": [3, 24, 61], "fallen-kingdoms": [4, 40, 150, 171]}  # decisions of a game
FAINTEST = 4.5
LARGE = 3.0  # for large texts

# every text that is seen: its box, its colour, and the colour of its edge; not what is veiled, faded or covered by a piece
TEXTS = """() => {
  const veils = [...document.querySelectorAll(".veil")].map((veil) => veil.getBoundingClientRect());
  const faded = (one) => one && one.nodeName !== "BODY" && (getComputedStyle(one).opacity < 1 || faded(one.parentNode));
  const rgb = (colour) => colour.match(/[\\d.]+/g)?.slice(0, 3).map(Number) ?? null;
  const found = [];
  for (const text of document.querySelectorAll("svg text")) {
    const { x, y, width, height } = text.getBoundingClientRect();
    const [cx, cy] = [x + width / 2, y + height / 2];
    const over = document.elementsFromPoint(cx, cy);
    const piece = text.closest(".pieces");
    const covered = !piece && over.slice(0, Math.max(0, over.indexOf(text))).some((one) => one.closest(".pieces"));
    const veiled = veils.some((veil) => veil.left < cx && cx < veil.right && veil.top < cy && cy < veil.bottom);
    if (!width || !text.checkVisibility() || veiled || covered || faded(text)) continue;
    const style = getComputedStyle(text);
    const size = parseFloat(style.fontSize), bold = style.fontWeight >= 700;
    found.push({ words: text.textContent, box: [x, y, width, height], ink: rgb(style.fill), size, bold,
                 edge: style.stroke === "none" ? null : rgb(style.stroke) });
  }
  return found;
}"""


class Text(TypedDict):
    words: str
    box: list[float]
    ink: list[int]
    edge: list[int] | None
    size: float
    bold: bool


@cache
def boards(name: str, narrow: bool) -> list[str]:
    """Positions of a random game and its end, as the seat to move sees them."""
    game = registry.game(name)
    n_seats = min(4, game.seats[-1])
    rules = registry.make_ruleset(game, n_seats)
    state, rng, face, say = rules.start(), Random(3), game.face(), Speaker("en", NAMES[:n_seats])
    found: list[str] = []
    decisions = 0
    while state.to_move() != OVER:
        seat = state.to_move()
        if seat >= 0:
            decisions += 1
            if decisions in POSITIONS[name]:
                view = state.view(seat)
                offers = Offers({action: state.why_not(action) for action in face.shown(rules, view)})
                found.append(face.board(rules, view, offers, say, narrow=narrow))
        state.apply(rng.choice(state.legal()))
    return [*found, face.board(rules, state.view(0), Offers(), say, narrow=narrow)]


def below(picture: Image.Image, text: Text) -> RGB:
    """The colour that most of a text lies on."""
    x, y, width, height = text["box"]
    steps = [0.08, 0.3, 0.5, 0.7, 0.92]
    points = [(round(x + width * i), round(y + height * (0.25 + j / 2))) for i in steps for j in steps]
    seen: Counter[RGB] = Counter()
    for left, top in points:
        if 0 <= left < picture.width and 0 <= top < picture.height:
            pixel = picture.getpixel((left, top))
            assert isinstance(pixel, tuple)
            seen[pixel[0], pixel[1], pixel[2]] += 1
    return seen.most_common(1)[0][0]


def faint_words(page: Page, svg: str, style: str) -> list[str]:
    page.set_content(f"<style>body{{margin:0}}{style}</style>{svg}")
    texts: list[Text] = page.evaluate(TEXTS)
    is_small = 'viewBox="0 0 390' in svg  # only what is to be decided; the rest is behind tabs
    assert len(texts) > (10 if is_small else 40)
    page.add_style_tag(content="text { visibility: hidden }")
    picture = Image.open(io.BytesIO(page.screenshot(full_page=True))).convert("RGB")
    found = []
    for text in texts:
        red, green, blue = text["ink"]
        ground: RGB = below(picture, text)
        if text["edge"] is not None:
            ground = text["edge"][0], text["edge"][1], text["edge"][2]
        is_large = text["size"] >= (18.6 if text["bold"] else 24)
        least = LARGE if is_large else FAINTEST
        if contrast((red, green, blue), ground) < least:
            found.append(f"{text['words']!r}: {text['ink']} on {ground}, {contrast((red, green, blue), ground):.1f}")
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("narrow", [False, True], ids=["wide", "narrow"])
@pytest.mark.parametrize("name", registry.BUILTIN)
def test_every_word_on_a_board_can_be_read(
    browser: Browser, name: str, narrow: bool, scheme: Literal["light", "dark"]
) -> None:
    style = stylesheet({game: registry.game(game).face().palette() for game in registry.BUILTIN})
    page = browser.new_page(
        viewport={"width": 390 if narrow else 1280, "height": 3000}, color_scheme=scheme
    )  # all of it in sight, so that what lies on what can be asked
    for svg in boards(name, narrow):
        assert faint_words(page, svg, style) == []
    page.close()
