"""A puzzle in a browser: failed, solved, and what the browser remembers of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from brehon.coach.puzzles import shipped
from brehon.core import registry
from tests.browser.people import Crowd, choose
from tests.browser.test_looks import check


def move(page: Page, action: int) -> Locator:
    return page.locator(f"#move-{action}")


def test_a_puzzle_is_failed_solved_and_remembered(crowd: Crowd) -> None:
    page = crowd.person()
    one, other = shipped("armorica")[:2]
    space = one.rules().space
    page.goto(f"{crowd.url}/puzzle/{one.id}")
    solution = space.find(one.solution)
    wrong = page.eval_on_selector_all("#moves button", "(all) => all.map((one) => Number(one.value))")
    choose(move(page, next(action for action in wrong if action != solution)))
    page.wait_for_selector("#table[data-answer=wrong]")
    choose(move(page, solution))
    page.wait_for_selector("#table[data-answer=right]")
    check(page, "puzzle", 1280)
    page.click("#next-puzzle")
    page.wait_for_url(f"**/puzzle/{other.id}")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    board, side = page.locator("#board").bounding_box(), page.locator("#verdict").bounding_box()
    assert board is not None
    assert side is not None
    assert board["y"] + board["height"] <= side["y"] + 1  # then: the board is not covered
    choose(move(page, other.rules().space.find(other.solution)))
    page.wait_for_selector("#table[data-answer=right]")
    page.goto(f"{crowd.url}/puzzles")
    assert "Your streak: 1" in page.inner_text("#streak")  # the first one was not solved at the first try
    assert page.locator(".numbers .solved").count() == 2
    # when an account is made, then it has what this browser has kept, which keeps nothing itself any more
    post = "([to, said]) => fetch(to, { method: 'POST', body: new URLSearchParams(said) }).then((one) => one.status)"
    assert page.evaluate(post, ["/account/name", {"name": "Ann"}]) == 200
    account = {"login": "puzzler", "password": "correct horse battery"}
    assert page.evaluate(post, ["/account/found", account]) == 200
    page.goto(f"{crowd.url}/puzzles")
    page.wait_for_function("() => localStorage.getItem('brehon-puzzles') === null")
    page.reload()
    assert page.locator("#streak[data-account]").inner_text() == "Your streak: 1. Your best: 1."
    assert page.locator(".numbers .solved").count() == 2


@pytest.mark.parametrize("game", registry.BUILTIN)
@pytest.mark.parametrize(
    ("width", "is_touched"), [(1280, False), (390, True), (390, False)], ids=["wide", "phone", "narrow"]
)
def test_the_hardest_puzzle_of_every_game_can_be_solved(crowd: Crowd, game: str, width: int, is_touched: bool) -> None:
    one = shipped(game)[-1]
    page = crowd.person(width, 800 if width > 390 else 844, has_touch=is_touched)
    page.goto(f"{crowd.url}/puzzle/{one.id}")
    button = move(page, one.rules().space.find(one.solution))
    button.evaluate("one => { const group = one.closest('details'); if (group) group.open = true; }")
    if is_touched:
        button.tap()
    else:
        button.hover()  # what it would do is shown, and nothing moves under the pointer
        choose(button)
    page.wait_for_selector("#table[data-answer=right]")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    check(page, "puzzle", width)
