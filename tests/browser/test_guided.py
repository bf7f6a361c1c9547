"""The guided first game in a browser, played by a person who follows the page alone: its words, its light, and what it lets them do.

`BREHON_GUIDES=all pytest tests/browser/test_guided.py` follows every guide at both sizes in both languages, and each once with a wrong
turn at every step; without it, the shortest guide alone. With `BREHON_GUIDE_PICTURES=FOLDER` there is a picture of every step.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from brehon.core import registry
from brehon.core.text import LANGUAGES
from tests.browser.people import Crowd, choose, click_a_move, click_on_board, expect_past, ply

GUIDED = [name for name in registry.BUILTIN if registry.game(name).face().guide() is not None]
IS_WHOLE = os.environ.get("BREHON_GUIDES") == "all"
PICTURES = os.environ.get("BREHON_GUIDE_PICTURES", "")
SIZES = {"wide": (1280, 800), "phone": (390, 844)}
WALKS = [(name, size, language) for name in GUIDED for size in SIZES for language in LANGUAGES]
if not IS_WHOLE:
    WALKS = [
        ("armorica", "phone", "de"),
        ("arrival", "wide", "de"),
    ]  # in the second, what is meant has to be scrolled into sight
ONLY_RIGHT = {  # where all that the page offers is right: choices of the learner, and the end
    "armorica": {"over"},
    "arrival": {"draw-alone", "earn-alone", "over"},
    "fallen-kingdoms": {"second-building", "alone", "over"},
}
MOST = 250  # steps and moves
READY = "() => !document.getElementById('guide')?.dataset.waiting"
LIT = """() => [...document.querySelectorAll("#lights .light")].map((one) => one.getBoundingClientRect())
  .filter((box) => box.width > 8 && box.height > 8 && box.left >= -8 && box.right <= innerWidth + 8
    && box.top >= -8 && box.bottom <= innerHeight + 8).length"""
# the light lies on what is meant: in its middle is the target, or something within it
MEANT = """() => {
  const guide = document.getElementById("guide");
  const find = (id) => (id[0] === "#" ? document.getElementById(id.slice(1)) : document.getElementById(id) ?? document.getElementById(`n-${id}`));
  const boxes = [...document.querySelectorAll("#lights .light")].map((one) => one.getBoundingClientRect());
  const seen = guide.dataset.targets.split("|").map((target) => target.split(" ").map(find).filter((one) => one?.getClientRects().length));
  const things = seen.find((some) => some.length) ?? [];
  return things.length > 0 && things.every((one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    return boxes.some((light) => x > light.left && x < light.right && y > light.top && y < Math.max(light.bottom, innerHeight));
  });
}"""


def complaints(page: Page) -> list[Any]:
    return list(Axe().run(page).response["violations"])


def step_of(page: Page) -> str:
    page.wait_for_function(READY)
    guide = page.locator("#guide")
    return (guide.get_attribute("data-step") or "") if guide.count() else ""


def expect_light(page: Page) -> None:
    """Something is lit, within the window, and it is what is meant: once pieces and light have come to rest."""
    page.wait_for_function(f"() => ({LIT})() > 0 && ({MEANT})()")


def do(page: Page, action: str, is_wanted: bool) -> None:
    """On the board if it is there, else in the list: so are orders, which the board collects before it sends them."""
    is_collected = page.locator("#board .drag-from").count() > 0
    is_on_board = page.locator(f'#board [data-action="{action}"]').count() > 0 and not is_collected
    if is_on_board and (is_wanted or not page.locator(f"#move-{action}").is_visible()):
        click_on_board(page, int(action))
    else:
        click_a_move(page, page.locator(f"#move-{action}"))


def act(page: Page, wanted: list[str]) -> None:
    """What the page marks; where it leaves the choice, the first move, and alone the last one, which ends a long plan."""
    every, seen = page.locator("#moves button"), page.locator("#moves button:visible")
    moves, is_free = seen if seen.count() else every, page.locator("#guide.free").count() > 0
    action = wanted[0] if wanted else (moves.last if is_free else moves.first).get_attribute("value")
    do(page, action or "-1", is_wanted=bool(wanted))


def take_a_wrong_turn(page: Page) -> str:
    """Something that the page offers and the guide does not want, or else what the rules do not allow; what answered, or "".

    Nothing has happened then: the same step, the same position, the same light.
    """
    guide = page.locator("#guide")
    before, step = ply(page), guide.get_attribute("data-step")
    wanted = (guide.get_attribute("data-wanted") or "").split()
    offered = [one.get_attribute("value") or "" for one in page.locator("#moves button[name=action]").all()]
    wrong = [action for action in offered if action not in wanted]
    refused = page.locator("#board [data-why]")
    if guide.get_attribute("data-read") or wanted:
        if not wrong:
            return ""
        with page.expect_response(re.compile("/move$")) as answer:
            choose(page.locator(f"#move-{wrong[0]}"))
        assert answer.value.status == 409
        expect(page.locator("#guide-words #guide-no")).to_have_text(re.compile(r"\w+ \w+"))
        answered = "guide"
    elif refused.count():
        refused.first.dispatch_event("click")
        expect(page.locator("#notice")).to_have_text(re.compile(r"[A-Z]+-\d+"))
        answered = "rules"
    else:
        return ""
    assert (ply(page), guide.get_attribute("data-step")) == (before, step)
    expect_light(page)
    return answered


class Walk(NamedTuple):
    """A way through a guide: the steps in their order, and what answered a wrong turn at each of them."""

    steps: list[str]
    answers: dict[str, str]


def follow(page: Page, has_wrong_turns: bool = False, name: str = "") -> Walk:
    """From the first step to the end of the game."""
    walk = Walk([], {})
    for _ in range(MOST):
        step = step_of(page)
        if not step:
            return walk
        if step not in walk.steps:
            walk.steps.append(step)
            expect_light(page)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (
                f"{step}: wider than the window"
            )
            take_picture(page, f"{name}-{len(walk.steps):02}-{step}")
            if has_wrong_turns:
                walk.answers[step] = take_a_wrong_turn(page)
        if page.locator("#guide").get_attribute("data-read"):
            page.locator("#guide-next").click()
            page.wait_for_function(f"() => document.getElementById('guide')?.dataset.step !== '{step}'")
        else:
            act(page, (page.locator("#guide").get_attribute("data-wanted") or "").split())
    raise AssertionError(f"no end after {MOST} steps and moves: {walk.steps}")


def take_picture(page: Page, name: str) -> None:
    if PICTURES:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.wait_for_timeout(1000)  # light and pieces are at rest
        page.screenshot(path=Path(PICTURES) / f"{name}.png")


def learner(crowd: Crowd, name: str, size: str, language: str) -> Page:
    """A person who has just begun the guided game."""
    motion = "no-preference" if language == "de" else "reduce"  # what stands still is drawn faster
    page = crowd.person(*SIZES[size], has_touch=size == "phone", reduced_motion=motion)
    page.goto(crowd.url)
    if language == "de":
        page.get_by_role("button", name="Deutsch").click()
    page.locator(f"#learn-{name} button").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#guide-title")).to_contain_text({"de": "Dein erstes Spiel", "en": "Your first game"}[language])
    return page


def expect_the_end(page: Page, name: str, walk: Walk) -> None:
    guide = registry.game(name).face().guide()
    assert guide is not None
    assert walk.steps == [step.name for step in guide.steps]
    expect(page.locator("#table")).to_have_attribute("data-state", "over")
    expect(page.locator("#lights .light")).to_have_count(0)


@pytest.mark.parametrize(("name", "size", "language"), WALKS)
def test_a_learner_follows_the_page_alone_to_the_end(crowd: Crowd, name: str, size: str, language: str) -> None:
    page = learner(crowd, name, size, language)
    assert complaints(page) == []
    expect_the_end(page, name, follow(page, name=f"{name}-{size}-{language}"))


@pytest.mark.parametrize("name", GUIDED if IS_WHOLE else GUIDED[:1])
def test_a_wrong_turn_at_every_step_is_answered_and_the_guide_still_leads_to_the_end(crowd: Crowd, name: str) -> None:
    page = learner(crowd, name, "wide", "en")
    walk = follow(page, has_wrong_turns=True, name=f"{name}-wrong")
    expect_the_end(page, name, walk)
    without = {step for step, answer in walk.answers.items() if not answer}
    assert without <= ONLY_RIGHT[name], "a step at which nothing wrong can be done"


def test_a_wrong_turn_is_answered_where_the_guide_speaks_and_the_keyboard_is_enough(crowd: Crowd) -> None:
    page = crowd.person(reduced_motion="reduce")
    page.goto(crowd.url)
    page.locator("#learn-armorica button").click()
    page.wait_for_url("**/table/*")
    page.locator("#guide-next").focus()
    for step in ("icons", "gauls", "first-gaul"):
        page.keyboard.press("Enter")
        expect(page.locator("#guide")).to_have_attribute("data-step", step)
    expect(page.locator("#guide")).to_be_focused()  # there is no Next any more: the words have the focus
    expect_light(page)
    assert page.evaluate("() => getComputedStyle(document.querySelector('.light')).animationName") == "none"
    now = ply(page)
    page.locator("#row-gaul-1").click()
    expect(page.locator("#guide-words[role=status] #guide-no")).to_contain_text("it has no wheat")
    assert ply(page) == now
    assert complaints(page) == []
    page.locator("#row-gaul-5").click(force=True)  # what the rules do not allow is answered by them
    expect(page.locator("#notice")).to_contain_text("AM-4.3")
    page.locator("#guide-back").click()
    expect(page.locator("#guide")).to_have_attribute("data-step", "gauls")
    page.locator("#guide-leave").click()
    page.get_by_role("button", name="Continue learning").click()
    expect(page.locator("#guide-next")).to_have_text("Forward")
    page.locator("#guide-next").click()
    page.locator("#row-gaul-2").click()
    expect_past(page, now)
    expect(page.locator("#guide")).to_have_attribute("data-step", "more-wheat")
