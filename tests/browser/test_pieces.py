"""A closer look at the board: zoom by wheel, drag, pinch, keys and buttons; pieces that open large; sounds with a switch."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.people import Crowd, expect_past, open_spots, ply

BOX = "() => document.querySelector('#board svg').getAttribute('viewBox').split(/[ ,]+/).map(Number)"
PHONE: dict[str, Any] = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2}
# what the boards mark themselves, or else every piece
MARK = """() => {
  if (document.querySelector("#board [data-piece]")) return;
  for (const one of document.querySelectorAll("#board .pieces > g[id]")) {
    one.dataset.piece = "";
    one.setAttribute("aria-label", "A card");
    one.dataset.about = "It does something.";
  }
}"""
AT = """() => {
  for (const one of document.querySelectorAll("#board [data-piece]")) {
    const box = one.getBoundingClientRect();
    if (box.width > 8 && box.top > 60 && box.bottom < innerHeight - 60) return [box.x + box.width / 2, box.y + box.height / 2];
  }
}"""
# on the board, where nothing can be clicked
EMPTY = """() => {
  const pane = document.querySelector("#board svg").getBoundingClientRect();
  const bottom = Math.min(pane.bottom, innerHeight);
  for (let y = pane.top + 30; y < bottom - 30; y += 14) for (let x = pane.left + 30; x < pane.right - 30; x += 14) {
    const free = [[0, 0], [40, 40], [-40, -40]].every(([dx, dy]) => {
      const one = document.elementFromPoint(x + dx, y + dy);
      return one?.closest("#board svg") && !one.closest("[data-action], [data-why], [data-menu], [data-piece]");
    });
    if (free) return [x, y];
  }
}"""
UNIT = "() => { document.documentElement.dataset.unit = document.querySelector('#board svg').getScreenCTM().a; }"
# two taps as fast as a hand makes them, however busy the machine is
TAP_TWICE = """([x, y]) => {
  const target = document.elementFromPoint(x, y);
  const touch = new Touch({ identifier: 1, target, clientX: x, clientY: y });
  for (const kind of ["touchstart", "touchend", "touchstart", "touchend"]) {
    const touches = kind === "touchstart" ? [touch] : [];
    target.dispatchEvent(new TouchEvent(kind, { touches, changedTouches: [touch], bubbles: true, cancelable: true }));
  }
}"""


def scale(page: Page) -> float:
    """How much the board is enlarged."""
    return float(page.evaluate("document.querySelector('#board svg').getScreenCTM().a")) / float(
        page.evaluate("Number(document.documentElement.dataset.unit)")
    )


def a_table(crowd: Crowd, width: int = 1280, height: int = 800, game: str = "armorica", **more: Any) -> Page:
    page = crowd.person(width, height, **more)
    crowd.set_up(page, "Ann", "me", "cottar", "wanderer", game=game)
    expect(open_spots(page).first).to_be_attached()
    page.evaluate(MARK)
    page.evaluate(UNIT)
    return page


def middle(page: Page) -> tuple[float, float]:
    box = page.locator("#board svg").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + min(box["height"], 600) / 2


def under(page: Page, x: float, y: float) -> list[float]:
    """The point of the picture that is shown there."""
    found: list[float] = page.evaluate(
        "([x, y]) => { const p = new DOMPoint(x, y).matrixTransform(document.querySelector('#board svg').getScreenCTM().inverse());"
        " return [p.x, p.y]; }",
        [x, y],
    )
    return found


def zoom_in(page: Page, x: float, y: float) -> None:
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -90)
    page.keyboard.up("Control")
    page.wait_for_function("() => document.documentElement.classList.contains('zoomed')")


def test_the_wheel_enlarges_what_is_under_the_pointer_up_to_four_times_and_back(crowd: Crowd) -> None:
    page = a_table(crowd)
    x, y = middle(page)
    whole = page.evaluate(BOX)
    page.mouse.move(x - 120, y - 80)
    before = under(page, x - 120, y - 80)
    page.mouse.wheel(0, -300)
    page.wait_for_function("() => document.documentElement.classList.contains('zoomed')")
    assert scale(page) > 1.5
    assert under(page, x - 120, y - 80) == pytest.approx(before, abs=2)
    for _ in range(8):
        page.mouse.wheel(0, -600)
    page.wait_for_timeout(100)
    assert scale(page) == pytest.approx(4, rel=0.01)
    for _ in range(10):
        page.mouse.wheel(0, 600)
    page.wait_for_function("() => !document.documentElement.classList.contains('zoomed')")
    assert page.evaluate(BOX) == whole


def test_a_drag_moves_the_board_and_never_counts_as_a_click(crowd: Crowd) -> None:
    page = a_table(crowd)
    spot = open_spots(page).first.bounding_box()
    assert spot is not None
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    zoom_in(page, x, y)
    was, before = under(page, x, y), ply(page)
    page.mouse.down()
    page.mouse.move(x - 30, y - 20, steps=4)
    page.mouse.move(x - 70, y - 40, steps=4)
    page.mouse.up()
    page.wait_for_timeout(400)
    assert ply(page) == before, "a drag over a spot was taken for a move"
    assert under(page, x - 70, y - 40) == pytest.approx(was, abs=3)


def test_a_click_on_the_enlarged_board_hits_and_the_board_stays_enlarged(crowd: Crowd) -> None:
    page = a_table(crowd)
    spot = open_spots(page).first
    box = spot.bounding_box()
    assert box is not None
    zoom_in(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    shown, before = page.evaluate(BOX), ply(page)
    page.mouse.down()
    page.mouse.up()
    if page.locator("#action-confirm").count():
        page.locator("#action-confirm").click()
    expect_past(page, before)
    assert page.evaluate(BOX) == pytest.approx(shown, abs=0.1)
    assert scale(page) > 1.5


def test_keys_and_buttons_enlarge_and_show_the_whole_again(crowd: Crowd) -> None:
    page = a_table(crowd)
    page.locator("#board").focus()
    page.keyboard.press("+")
    page.wait_for_function("() => document.documentElement.classList.contains('zoomed')")
    page.wait_for_timeout(250)
    assert scale(page) == pytest.approx(1.4, rel=0.02)
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_timeout(250)
    assert scale(page) == pytest.approx(1.96, rel=0.02)
    page.get_by_role("button", name="Zoom out").click()
    page.wait_for_timeout(250)
    page.keyboard.press("0")
    page.wait_for_function("() => !document.documentElement.classList.contains('zoomed')")
    expect(page.get_by_role("button", name="Zoom out")).to_be_disabled()


def test_a_key_that_is_typed_into_a_field_does_not_zoom(crowd: Crowd) -> None:
    page = a_table(crowd)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<dialog id=asks open><input id=typed></dialog>')")
    page.locator("#typed").press("+")
    page.wait_for_timeout(200)
    assert not page.evaluate("document.documentElement.classList.contains('zoomed')")
    page.locator("#board").focus()
    page.keyboard.press("+")
    page.wait_for_function("() => document.documentElement.classList.contains('zoomed')")


def test_what_the_keyboard_reaches_is_brought_into_sight(crowd: Crowd) -> None:
    page = a_table(crowd)
    x, y = middle(page)
    for _ in range(3):
        zoom_in(page, x + 300, y + 200)
    page.keyboard.press("Shift")
    spot = open_spots(page).first
    spot.focus()
    box, pane = spot.bounding_box(), page.locator("#board svg").bounding_box()
    assert box is not None
    assert pane is not None
    assert pane["x"] <= box["x"] + box["width"] / 2 <= pane["x"] + pane["width"]
    assert pane["y"] <= box["y"] + box["height"] / 2 <= pane["y"] + pane["height"]


def test_two_fingers_pinch_one_drags_and_a_double_tap_enlarges(crowd: Crowd) -> None:
    page = a_table(crowd, 390, 844, **PHONE)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]},
        )

    x, y = page.evaluate(EMPTY)
    before = ply(page)
    touch("touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 7):
        touch("touchMove", (x - 20 - 7 * step, y), (x + 20 + 7 * step, y))
    touch("touchEnd")
    assert scale(page) == pytest.approx(62 / 20, rel=0.1)
    assert page.evaluate("visualViewport.scale") == pytest.approx(1), "the page itself was enlarged"
    was = under(page, x, y)
    touch("touchStart", (x, y))
    for step in range(1, 7):
        touch("touchMove", (x - 8 * step, y - 4 * step))
    touch("touchEnd")
    assert under(page, x - 48, y - 24)[1] == pytest.approx(was[1], abs=6)  # sideways a tall board may fit as a whole
    assert ply(page) == before
    for button in page.locator("#zoom button:visible").all():
        size = button.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= 40
    page.get_by_role("button", name="Show the whole board").tap()
    page.wait_for_function("() => !document.documentElement.classList.contains('zoomed')")
    page.evaluate(UNIT)
    page.evaluate(TAP_TWICE, page.evaluate(EMPTY))
    page.wait_for_function("() => document.documentElement.classList.contains('zoomed')")
    page.wait_for_timeout(300)
    assert scale(page) == pytest.approx(2.2, rel=0.02)


def test_what_another_script_drags_does_not_move_the_board(crowd: Crowd) -> None:
    page = a_table(crowd, 390, 844, **PHONE)
    page.locator("#board").focus()
    page.keyboard.press("+")
    page.wait_for_function("() => document.documentElement.classList.contains('zoomed')")
    page.wait_for_timeout(300)
    drag = """([own, [x, y]]) => {
      const target = document.elementFromPoint(x, y);
      const stop = (event) => event.stopPropagation();
      if (own) addEventListener("pointerdown", stop, { capture: true, once: true });
      target.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch", clientX: x, clientY: y, bubbles: true }));
      const at = (dy) => [new Touch({ identifier: 1, target, clientX: x, clientY: y + dy })];
      for (const [kind, dy] of [["touchstart", 0], ["touchmove", -20], ["touchmove", -40], ["touchend", -40]]) {
        const touches = kind === "touchend" ? [] : at(dy);
        target.dispatchEvent(new TouchEvent(kind, { touches, changedTouches: at(dy), bubbles: true, cancelable: true }));
      }
      return document.querySelector("#board svg").getAttribute("viewBox");
    }"""
    before, at = page.locator("#board svg").get_attribute("viewBox"), page.evaluate(EMPTY)
    assert page.evaluate(drag, [True, at]) == before
    assert page.evaluate(drag, [False, at]) != before


# -- pieces that open large


@pytest.mark.parametrize("game", ["armorica", "arrival"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_piece_opens_large_under_the_pointer_stays_in_the_window_and_goes_with_it(
    crowd: Crowd, game: str, scheme: str
) -> None:
    page = a_table(crowd, game=game, color_scheme=scheme)
    found = page.evaluate(AT)
    assert found, "nothing on this board is marked as a piece"
    x, y = found
    large = page.locator("#large")
    for step in range(20):  # the bots are still deciding: what they do closes it
        page.evaluate(MARK)
        page.mouse.move(x + step % 2, y)
        page.wait_for_timeout(600)
        if large.is_visible():
            break
    box = large.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= 1280
    assert box["y"] + box["height"] <= 800
    assert (
        page.evaluate("document.querySelectorAll('#large [id], #large [tabindex], #large [data-action]').length") == 0
    )
    assert page.evaluate("document.getElementById('large-spoken').textContent.length") > 3
    grown = page.evaluate("document.querySelector('#large svg').getScreenCTM().a")
    assert grown > 1.4 * page.evaluate("document.querySelector('#board svg').getScreenCTM().a")
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#large')", [x, y]) is None
    page.mouse.move(5, 5)
    expect(large).to_be_hidden()


def test_what_is_large_already_opens_only_for_those_who_ask(crowd: Crowd) -> None:
    page = a_table(crowd, game="fallen-kingdoms")
    large = page.locator("#large")
    for step in range(4):
        page.mouse.move(*(at + step % 2 for at in page.evaluate(AT)))
        page.wait_for_timeout(500)
        expect(large).to_be_hidden()
    page.keyboard.press("i")
    expect(large).to_be_visible()


def test_whoever_only_crosses_a_piece_is_not_disturbed(crowd: Crowd) -> None:
    page = a_table(crowd)
    x, y = page.evaluate(AT)
    opened = page.evaluate(
        """async ([x, y]) => {
          const point = (x, y) => document.elementFromPoint(x, y).dispatchEvent(
            new PointerEvent("pointermove", { clientX: x, clientY: y, pointerType: "mouse", bubbles: true }));
          const large = document.getElementById("large");
          point(x, y);
          await new Promise((done) => setTimeout(done, 150));
          const early = !large.hidden;
          point(3, 3);
          await new Promise((done) => setTimeout(done, 800));
          return [early, !large.hidden];
        }""",
        [x, y],
    )
    assert opened == [False, False]


def test_escape_and_a_pressed_button_close_it_and_dragging_opens_nothing(crowd: Crowd) -> None:
    page = a_table(crowd)
    x, y = page.evaluate(AT)
    page.mouse.move(x, y)
    large = page.locator("#large")
    expect(large).to_be_visible()
    page.keyboard.press("Escape")
    expect(large).to_be_hidden()
    page.mouse.move(5, 5)
    page.mouse.down()
    page.mouse.move(x, y, steps=3)
    page.wait_for_timeout(600)
    expect(large).to_be_hidden()
    page.mouse.move(5, 5)
    page.mouse.up()


def test_the_keyboard_opens_pieces_goes_on_by_arrows_and_keeps_its_focus(crowd: Crowd) -> None:
    page = a_table(crowd)
    spot = open_spots(page).first
    spot.focus()
    focus = page.evaluate("document.activeElement.id")
    before = ply(page)
    page.keyboard.press("i")
    expect(page.locator("#large")).to_be_visible()
    first = page.evaluate("document.getElementById('large').style.left")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.getElementById('large').style.left") != first
    assert page.evaluate("document.activeElement.id") == focus
    page.keyboard.press("Escape")
    expect(page.locator("#large")).to_be_hidden()
    assert ply(page) == before


def test_a_spot_that_is_reached_by_an_arrow_key_shows_its_piece(crowd: Crowd) -> None:
    page = a_table(crowd)
    open_spots(page).first.focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#large")).to_be_visible()


def test_a_long_press_opens_it_and_decides_nothing(crowd: Crowd) -> None:
    page = a_table(crowd, 390, 844, **PHONE)
    session = page.context.new_cdp_session(page)
    spot = page.evaluate(
        """() => {
          for (const one of document.querySelectorAll("#board [data-action]")) {
            const box = one.getBoundingClientRect();
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            if (document.elementsFromPoint(x, y).some((other) => other.closest("[data-piece]"))) return [x, y];
          }
        }"""
    )
    assert spot, "no piece that can be chosen"
    x, y = spot
    before = ply(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(page.locator("#large")).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    expect(page.locator("#large")).to_be_visible()  # one can read it with the finger off
    assert ply(page) == before
    page.touchscreen.tap(x, y)
    expect(page.locator("#large")).to_be_hidden()
    page.wait_for_timeout(300)
    assert ply(page) == before, "the tap that closes it decided something"


# -- sounds

HEARD = """() => {
  window.heard = [];
  document.addEventListener("brehon:sound", ({ detail }) => window.heard.push(detail));
}"""


def test_sounds_are_off_until_they_are_switched_on_and_stay_as_they_were_set(crowd: Crowd) -> None:
    page = a_table(crowd)
    page.evaluate(HEARD)
    before = ply(page)
    page.locator("#moves button").last.dispatch_event("click")
    expect_past(page, before)
    assert page.evaluate("window.heard") == []
    switch = page.locator("#sound")
    switch.dispatch_event("click")
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(switch).to_have_text("Sounds: on")
    assert page.evaluate("window.heard[0]") == "turn", "one hears what one has switched on"
    page.wait_for_function("() => document.getElementById('table').dataset.turn")
    before = ply(page)
    page.locator("#moves button").last.dispatch_event("click")
    expect_past(page, before)
    page.wait_for_function("() => window.heard.length > 1")
    assert set(page.evaluate("window.heard.slice(1)")) <= {"placed", "turn"}
    page.reload()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    page.locator("#sound").dispatch_event("click")
    expect(page.locator("#sound")).to_have_text("Sounds: off")


def test_a_message_of_another_person_is_heard(crowd: Crowd) -> None:
    ann, bo = crowd.person(), crowd.person()
    crowd.set_up(ann, "Ann", "me", "friend", "cottar")
    link = ann.locator("input[id^='link']").first.input_value() if ann.locator("input[id^='link']").count() else ""
    assert link
    bo.goto(link)
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name=re.compile("seat|Sit|join", re.I)).first.click()
    expect(bo.locator("#say-text")).to_be_attached()
    ann.locator("#sound").dispatch_event("click")
    ann.evaluate(HEARD)
    bo.evaluate("document.getElementById('say-text').value = 'hello'; document.getElementById('say').requestSubmit()")
    ann.wait_for_function("() => window.heard.includes('message')")
