"""The guided first game in a browser, played by a person who follows the page alone: its words, its light, and what it lets them do."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from brehon.core import registry
from tests.browser.people import Crowd, click_a_move, click_on_board, expect_past, ply

GUIDED = [name for name in registry.BUILTIN if registry.game(name).face().guide() is not None]
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


def act(page: Page, wanted: list[str]) -> None:
    """What the page marks; where it leaves the choice, the first move, and alone the last one, which ends a long plan.

    On the board if it is there, else in the list: so are orders, which the board collects before it sends them.
    """
    every, seen = page.locator("#moves button"), page.locator("#moves button:visible")
    moves, is_free = seen if seen.count() else every, page.locator("#guide.free").count() > 0
    action = wanted[0] if wanted else (moves.last if is_free else moves.first).get_attribute("value")
    is_collected = page.locator("#board .drag-from").count() > 0
    is_on_board = page.locator(f'#board [data-action="{action}"]').count() > 0 and not is_collected
    if is_on_board and (wanted or not page.locator(f"#move-{action}").is_visible()):
        click_on_board(page, int(action or -1))
    else:
        click_a_move(page, page.locator(f"#move-{action}"))


def follow(page: Page) -> list[str]:
    """From the first step to the end of the game; the steps in their order."""
    seen: list[str] = []
    for _ in range(MOST):
        step = step_of(page)
        if not step:
            return seen
        if step not in seen:
            seen.append(step)
            expect_light(page)
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (
                f"{step}: wider than the window"
            )
        if page.locator("#guide").get_attribute("data-read"):
            page.locator("#guide-next").click()
            page.wait_for_function(f"() => document.getElementById('guide')?.dataset.step !== '{step}'")
        else:
            act(page, (page.locator("#guide").get_attribute("data-wanted") or "").split())
    raise AssertionError(f"no end after {MOST} steps and moves: {seen}")


@pytest.mark.parametrize("name", GUIDED)
def test_a_learner_with_a_telephone_follows_the_german_page_to_the_end(crowd: Crowd, name: str) -> None:
    page = crowd.person(390, 844, has_touch=True)
    page.goto(crowd.url)
    page.get_by_role("button", name="Deutsch").click()
    page.locator(f"#game-{name}").get_by_role("button", name="Spielend lernen").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#guide-title")).to_contain_text("Dein erstes Spiel")
    assert complaints(page) == []
    guide = registry.game(name).face().guide()
    assert guide is not None
    assert follow(page) == [step.name for step in guide.steps]
    expect(page.locator("#table")).to_have_attribute("data-state", "over")
    expect(page.locator("#lights .light")).to_have_count(0)


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
